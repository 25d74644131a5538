package train

import (
	"context"
	"math"

	"kibaho"
	"kibaho/draughts"
	"kibaho/nnet"
)

// Fitting is how weights are fitted to samples.
type Fitting struct {
	// Outcome is the share of the outcome in what is learned; the rest is the
	// score of the search, in points.
	Outcome float64
	Epochs  int
	Rate    float64 // of Adagrad, in logits
	Seed    uint64
	// From, if not nil, are weights to begin with instead of material, and Prior is how firmly
	// they are held: the sum of squared gradients that they are taken to have seen, some
	// hundreds of samples for each unit.
	From  *draughts.Weights
	Prior float64
	// Progress is told after each epoch, with the loss on the samples that are
	// held out. It may be nil.
	Progress func(epoch int, loss float64)
}

// netRate is what a net is learned by, as a part of the rate of the features.
const netRate = 0.4

// Fit fits weights to samples by logistic regression: the sum of a position's
// features and of its net, in logits, should give the points that its side to move makes. It
// changes the order of learn. held are samples that only the loss is told of.
func Fit(ctx context.Context, learn, held []Sample, f Fitting) (draughts.Weights, error) {
	r := kibaho.NewRand(kibaho.Mix(0x666974, f.Seed))
	m := newModel(&f, r)
	for epoch := 1; epoch <= f.Epochs; epoch++ {
		for i := len(learn) - 1; i > 0; i-- {
			j := r.N(i + 1)
			learn[i], learn[j] = learn[j], learn[i]
		}
		for i := range learn {
			if i&0xffff == 0 && ctx.Err() != nil {
				return draughts.Weights{}, context.Cause(ctx)
			}
			done := (float64(epoch-1) + float64(i)/float64(len(learn))) / float64(f.Epochs)
			m.step(&learn[i], float32(f.Rate*(0.05+0.95*(1+math.Cos(math.Pi*done))/2)))
		}
		if f.Progress != nil {
			f.Progress(epoch, m.loss(held))
		}
	}
	return draughts.NewWeights(m.weights, m.net.floats()), nil
}

// model is what is being fitted.
type model struct {
	weights  [][2]float32 // logits on a full and on an empty board
	squares  [][2]float32 // the sum of the squares of their gradients
	net      *addedNet
	outcome  float64
	features []int32
}

// newModel returns what a fitting begins with.
func newModel(f *Fitting, r *kibaho.Rand) *model {
	m := &model{weights: draughts.MaterialLogits(), squares: make([][2]float32, draughts.FeatureCount), outcome: f.Outcome}
	var net *nnet.Floats
	if f.From != nil {
		m.weights, net = f.From.Logits()
		for i := range m.squares {
			m.squares[i] = [2]float32{float32(f.Prior), float32(f.Prior)}
		}
	}
	if net == nil {
		m.net = newAddedNet(randomNet(r), 0)
	} else {
		m.net = newAddedNet(net, float32(f.Prior)*netPrior)
	}
	return m
}

// target is what the prediction for a sample should be.
func (m *model) target(s *Sample) float64 {
	if s.Result == noGame {
		return sigmoid(float64(s.Score) / draughts.Logit)
	}
	return m.outcome*float64(s.Result+1)/2 + (1-m.outcome)*sigmoid(float64(s.Score)/draughts.Logit)
}

// predict returns the logits of a position and the shares of a full and of an
// empty board. It leaves its features in m.features.
func (m *model) predict(p *draughts.Position) (x, full, empty float32) {
	m.features = draughts.Features(p, m.features[:0])
	full = draughts.Fullness(p)
	empty = 1 - full
	for _, f := range m.features {
		if f >= 0 {
			w := &m.weights[f]
			x += w[0]*full + w[1]*empty
		} else {
			w := &m.weights[^f]
			x -= w[0]*full + w[1]*empty
		}
	}
	return x + m.net.predict(p), full, empty
}

// least keeps a step from being divided by nothing.
const least = 1e-4

// step learns from a sample.
func (m *model) step(s *Sample, rate float32) {
	x, full, empty := m.predict(&s.Position)
	gradient := float32(sigmoid(float64(x)) - m.target(s))
	m.net.step(gradient, rate*netRate)
	full *= gradient
	empty *= gradient
	f2, e2 := full*full, empty*empty
	for _, f := range m.features {
		sign := rate
		if f < 0 {
			f, sign = ^f, -rate
		}
		w, q := &m.weights[f], &m.squares[f]
		q[0] += f2
		q[1] += e2
		w[0] -= sign * full / (root(q[0]) + least)
		w[1] -= sign * empty / (root(q[1]) + least)
	}
}

func root(x float32) float32 { return float32(math.Sqrt(float64(x))) }

// loss is the mean of the logarithmic loss.
func (m *model) loss(samples []Sample) float64 {
	sum := 0.0
	for i := range samples {
		x, _, _ := m.predict(&samples[i].Position)
		p := min(max(sigmoid(float64(x)), 1e-9), 1-1e-9)
		t := m.target(&samples[i])
		sum -= t*math.Log(p) + (1-t)*math.Log(1-p)
	}
	return sum / float64(max(1, len(samples)))
}
