package search

import "math"

// stakes turns evaluations into the odds that a win is forced, by which the numbers
// of new leaves are scaled: exp(score/unit) in fixed point, with fair for 1.
type stakes struct {
	scale   int // entries for 1<<scaleBits hundredths of a man
	weights [2*stakesRange + 1]stake
}

// stake is what an even position's numbers are multiplied by, in units of fair.
type stake struct{ yes, no uint64 }

const (
	fair        = 1 << 12
	stakesRange = 256  // entries on either side of an even score
	stakesSteps = 32.0 // entries for one unit
	scaleBits   = 20
	even        = 4 // an even position counts for so many, so that there is room below
)

func newStakes(unit float64) stakes {
	o := stakes{scale: int(stakesSteps / unit * (1 << scaleBits))}
	for i := range o.weights {
		no := uint64(max(1, math.Round(fair*math.Exp(float64(i-stakesRange)/stakesSteps))))
		o.weights[i] = stake{yes: even * fair * fair / no, no: even * no}
	}
	return o
}

// of returns the odds for the goal where the score is that of the side to move.
func (o *stakes) of(score int, goal bool) *stake {
	if !goal {
		score = -score
	}
	i := score * o.scale / (1 << scaleBits)
	return &o.weights[min(max(i, -stakesRange), stakesRange)+stakesRange]
}
