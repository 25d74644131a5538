package search

import "math"

// stakes turns evaluations into the odds that a win is forced, by which the numbers
// of new leaves are scaled: exp(score/unit) in fixed point, with fair for 1.
type stakes struct {
	unit  float64
	steps [2*stakesRange + 1]uint64
}

const (
	fair        = 1 << 12
	stakesRange = 256  // entries on either side of an even score
	stakesSteps = 32.0 // entries for one unit
)

func newStakes(unit float64) stakes {
	o := stakes{unit: unit}
	for i := range o.steps {
		o.steps[i] = uint64(max(1, math.Round(fair*math.Exp(float64(i-stakesRange)/stakesSteps))))
	}
	return o
}

// of returns the odds for the goal where the score is that of the side to move.
func (o *stakes) of(score int, goal bool) uint64 {
	if !goal {
		score = -score
	}
	i := int(float64(score) * (stakesSteps / o.unit))
	return o.steps[min(max(i, -stakesRange), stakesRange)+stakesRange]
}
