package train

import (
	"context"
	"math"

	"kibaho"
	"kibaho/nnet"
)

// netBatch is how many samples a step of [FitNet] learns from.
const netBatch = 256

// FitNet fits a net to samples by Adam: what it makes of a position, in logits, should
// give the points that the side to move makes. A sample is the class of each site, the
// phase, and the points expected and made, in 255ths. It changes the order of
// learn. held are samples that only the loss is told of.
func FitNet(ctx context.Context, shape nnet.Shape, learn, held [][]byte, f Fitting) (*nnet.Floats, error) {
	r := kibaho.NewRand(kibaho.Mix(0x6e6574, f.Seed))
	n := newNetFit(shape, f.Outcome, r)
	for epoch := 1; epoch <= f.Epochs; epoch++ {
		for i := len(learn) - 1; i > 0; i-- {
			j := r.N(i + 1)
			learn[i], learn[j] = learn[j], learn[i]
		}
		for i := 0; i < len(learn); i += netBatch {
			if i%(netBatch*64) == 0 && ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			done := (float64(epoch-1) + float64(i)/float64(len(learn))) / float64(f.Epochs)
			some := learn[i:min(i+netBatch, len(learn))]
			for _, s := range some {
				n.learn(s)
			}
			n.step(f.Rate*(0.02+0.98*(1+math.Cos(math.Pi*done))/2), len(some))
		}
		if f.Progress != nil {
			f.Progress(epoch, n.loss(held))
		}
	}
	return n.floats(), nil
}

// temper makes the points that were expected in samples of one round those that they
// should have been: what the outcomes say of scores. Scores of an evaluation that sees
// little promise too much, those of a deep search too little. The samples of learn tell.
func temper(learn, held [][]byte) {
	if len(learn) == 0 {
		return
	}
	at := len(learn[0]) - 2
	var logits [256]float64
	for e := range logits {
		p := min(max(float64(e)/255, 0.002), 0.998)
		logits[e] = math.Log(p / (1 - p))
	}
	// By expected points: how many samples, and the sum of the points made.
	var count, made [256]float64
	for _, s := range learn {
		if s[at+1] == noPoints {
			continue
		}
		count[s[at]]++
		made[s[at]] += float64(s[at+1]) / 255
	}
	// The slope of greatest likelihood, by Newton's method.
	slope := 1.0
	for range 30 {
		var first, second float64
		for e, x := range logits {
			p := sigmoid(slope * x)
			first += x * (made[e] - count[e]*p)
			second += count[e] * x * x * p * (1 - p)
		}
		if second < 1e-9 {
			break
		}
		slope = min(max(slope+first/second, leastSlope), mostSlope)
	}
	for _, list := range [][][]byte{learn, held} {
		for _, s := range list {
			s[at] = uint8(math.Round(255 * sigmoid(slope*logits[s[at]])))
		}
	}
}

// Bounds of what [temper] does to logits.
const leastSlope, mostSlope = 0.2, 5

// netFit is a net that is being fitted. All its numbers are in one list, so that a
// step is one loop: rows, bias, then for each phase weights and base.
type netFit struct {
	shape   nnet.Shape
	outcome float64
	x       []float32 // the numbers
	slope   []float32 // the sum of the gradients of a batch
	mean    []float32 // of the gradients
	square  []float32 // mean of their squares
	steps   int

	sums, cut [nnet.Hidden]float32 // of the last sample
}

const (
	outWidth = nnet.Hidden + 1 // the weights of a phase and their base
	hidden   = nnet.Hidden
)

func newNetFit(shape nnet.Shape, outcome float64, r *kibaho.Rand) *netFit {
	count := shape.Rows()*hidden + hidden + nnet.Phases*outWidth
	n := &netFit{
		shape: shape, outcome: outcome,
		x: make([]float32, count), slope: make([]float32, count), mean: make([]float32, count), square: make([]float32, count),
	}
	random := func(most float32) float32 { return most * (float32(r.N(2001))/1000 - 1) }
	at := shape.Rows() * hidden
	for i := range at {
		n.x[i] = random(0.05)
	}
	for h := range hidden {
		n.x[at+h] = 0.4 + random(0.2)
		w := random(0.6)
		for phase := range nnet.Phases {
			n.x[at+hidden+phase*outWidth+h] = w
		}
	}
	return n
}

// predict returns the logits of a sample and where the weights of its phase begin.
func (n *netFit) predict(s []byte) (y float32, out int) {
	at := n.shape.Rows() * hidden
	sums := (*[hidden]float32)(n.x[at:])
	n.sums = *sums
	for i, c := range s[:n.shape.Sites] {
		row := (*[hidden]float32)(n.x[(i*n.shape.Classes+int(c))*hidden:])
		for h := range hidden {
			n.sums[h] += row[h]
		}
	}
	out = at + hidden + int(s[n.shape.Sites])*outWidth
	w := (*[outWidth]float32)(n.x[out:])
	y = w[hidden]
	for h, v := range n.sums {
		v = min(max(v, 0), 1)
		n.cut[h] = v
		y += w[h] * v * v
	}
	return y, out
}

// target is what the prediction should be.
func (n *netFit) target(s []byte) float64 {
	k := n.shape.Sites + 1
	if s[k+1] == noPoints {
		return float64(s[k]) / 255
	}
	return (1-n.outcome)*float64(s[k])/255 + n.outcome*float64(s[k+1])/255
}

// learn adds the gradient of a sample.
func (n *netFit) learn(s []byte) {
	y, out := n.predict(s)
	g := float32(sigmoid(float64(y)) - n.target(s))
	w, dw := (*[outWidth]float32)(n.x[out:]), (*[outWidth]float32)(n.slope[out:])
	dw[hidden] += g
	var d [hidden]float32
	for h, v := range n.cut {
		dw[h] += g * v * v
		if v > 0 && v < 1 {
			d[h] = 2 * g * w[h] * v
		}
	}
	bias := (*[hidden]float32)(n.slope[n.shape.Rows()*hidden:])
	for h := range d {
		bias[h] += d[h]
	}
	for i, c := range s[:n.shape.Sites] {
		row := (*[hidden]float32)(n.slope[(i*n.shape.Classes+int(c))*hidden:])
		for h := range d {
			row[h] += d[h]
		}
	}
}

// step moves the numbers against the gradient of a batch (Adam), within the bounds of
// a net.
func (n *netFit) step(rate float64, samples int) {
	const (
		keepMean, keepSquare = 0.9, 0.999
		least                = 1e-8
	)
	n.steps++
	fixMean := 1 / (1 - math.Pow(keepMean, float64(n.steps)))
	fixSquare := 1 / (1 - math.Pow(keepSquare, float64(n.steps)))
	size, fix := float32(rate*fixMean), float32(fixSquare)
	part := 1 / float32(samples)
	outs := n.shape.Rows()*hidden + hidden
	for i, g := range n.slope {
		if g == 0 && n.mean[i] == 0 {
			continue
		}
		g *= part
		n.slope[i] = 0
		n.mean[i] = keepMean*n.mean[i] + (1-keepMean)*g
		n.square[i] = keepSquare*n.square[i] + (1-keepSquare)*g*g
		x := n.x[i] - size*n.mean[i]/(float32(math.Sqrt(float64(n.square[i]*fix)))+least)
		most := nnet.MostRow
		if i >= outs {
			most = nnet.MostOut
		}
		n.x[i] = min(max(x, -most), most)
	}
}

// loss is the mean of the logarithmic loss.
func (n *netFit) loss(samples [][]byte) float64 {
	sum := 0.0
	for _, s := range samples {
		y, _ := n.predict(s)
		p := min(max(sigmoid(float64(y)), 1e-9), 1-1e-9)
		t := n.target(s)
		sum -= t*math.Log(p) + (1-t)*math.Log(1-p)
	}
	return sum / float64(max(1, len(samples)))
}

func (n *netFit) floats() *nnet.Floats {
	f := &nnet.Floats{Rows: n.x[:n.shape.Rows()*hidden]}
	at := n.shape.Rows() * hidden
	copy(f.Bias[:], n.x[at:])
	for phase := range f.Out {
		out := n.x[at+hidden+phase*outWidth:]
		copy(f.Out[phase][:], out)
		f.Base[phase] = out[hidden]
	}
	return f
}
