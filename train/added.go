package train

import (
	"kibaho"
	"kibaho/draughts"
	"kibaho/nnet"
)

// addedNet is the net of draughts while it is being fitted together with the features
// that it is added to, sample by sample, by Adagrad. The numbers of a row share one sum of
// squares: they are seen together.
type addedNet struct {
	nnet.Floats
	rows  []float32
	bias  [hidden]float32
	out   [nnet.Phases][hidden]float32
	base  [nnet.Phases]float32
	seen  [nnet.MaxSeen]uint32 // rows of the last sample
	count int
	phase int
	sums  [hidden]float32
	cut   [hidden]float32
}

// netPrior is how firmly a net is held, as a part of how firmly features are: it has
// few numbers, each of which sees many samples.
const netPrior = 10

func newAddedNet(f *nnet.Floats, prior float32) *addedNet {
	n := &addedNet{Floats: *f, rows: make([]float32, draughts.NetShape.Rows())}
	for i := range n.rows {
		n.rows[i] = prior
	}
	for h := range n.bias {
		n.bias[h] = prior
	}
	for p := range n.out {
		n.base[p] = prior
		for h := range n.out[p] {
			n.out[p][h] = prior
		}
	}
	return n
}

// randomNet returns the net that learning begins with. The numbers of a row are sums over
// the pieces that it stands for, so that rows that are alike begin alike.
func randomNet(r *kibaho.Rand) *nnet.Floats {
	random := func(most float32) float32 { return most * (float32(r.N(2001))/1000 - 1) }
	f := &nnet.Floats{Rows: make([]float32, draughts.NetShape.Rows()*hidden)}
	for h := range hidden {
		f.Bias[h] = 0.4 + random(0.2)
		out := random(0.1)
		for p := range f.Out {
			f.Out[p][h] = out
		}
	}
	var pieces [32][2][2][hidden]float32
	for s := range pieces {
		for kind := range 2 {
			for side := range 2 {
				for h := range hidden {
					pieces[s][kind][side][h] = random(0.1)
				}
			}
		}
	}
	draughts.NetSeen(func(row, square, kind, side int) {
		for h := range hidden {
			f.Rows[row*hidden+h] += pieces[square][kind][side][h]
		}
	})
	return f
}

// predict returns what the net makes of a position, in logits.
func (n *addedNet) predict(p *draughts.Position) float32 {
	n.count, n.phase = draughts.NetRows(p, &n.seen)
	n.sums = n.Bias
	for _, r := range n.seen[:n.count] {
		row := (*[hidden]float32)(n.Rows[int(r)*hidden:])
		for h, x := range row {
			n.sums[h] += x
		}
	}
	y, out := n.Base[n.phase], &n.Out[n.phase]
	for h, x := range n.sums {
		x = min(max(x, 0), 1)
		n.cut[h] = x
		y += out[h] * x * x
	}
	return y
}

// step learns from the position that was predicted last.
func (n *addedNet) step(gradient, rate float32) {
	out, squares := &n.Out[n.phase], &n.out[n.phase]
	var d [hidden]float32
	var sum float32
	for h, x := range n.cut {
		if x > 0 && x < 1 {
			d[h] = 2 * gradient * out[h] * x
			sum += d[h] * d[h]
		}
		g := gradient * x * x
		squares[h] += g * g
		out[h] = min(max(out[h]-rate*g/(root(squares[h])+least), -nnet.MostOut), nnet.MostOut)
	}
	n.base[n.phase] += gradient * gradient
	n.Base[n.phase] -= rate * gradient / (root(n.base[n.phase]) + least)
	for _, r := range n.seen[:n.count] {
		q := &n.rows[r]
		*q += sum / hidden
		size := rate / (root(*q) + least)
		row := (*[hidden]float32)(n.Rows[int(r)*hidden:])
		for h := range d {
			row[h] = min(max(row[h]-size*d[h], -nnet.MostRow), nnet.MostRow)
		}
	}
	for h, g := range d {
		n.bias[h] += g * g
		n.Bias[h] = min(max(n.Bias[h]-rate*g/(root(n.bias[h])+least), -nnet.MostRow), nnet.MostRow)
	}
}

// floats returns the net as it is now.
func (n *addedNet) floats() *nnet.Floats { return &n.Floats }
