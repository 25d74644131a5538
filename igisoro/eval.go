package igisoro

import "math/bits"

// The evaluation counts in hundredths of a cow ahead: a captured cow, lost by one
// side and won by the other, is 100. In this game depth tells more than judgment
// does; the weights were found by small changes and matches, and filled pits,
// which feed relays, and the cows that lie open to the mover are what mattered.
const (
	perCow    = 100
	perFilled = 110 // a pit that is not empty
	perStart  = 40  // a pit of two cows or more
	perPrey   = 19  // a cow in a column of the enemy's with both pits filled
	few       = 160 // two pits to start from, or fewer
	fewStarts = 2
	theMove   = 120 // to be the one to move
)

// eval estimates a position for the side to move.
func eval(p *Position) int {
	own, foe := &p.lanes[p.side], &p.lanes[p.side^1]
	v := (own.Sum()+int(p.hand)-foe.Sum())*perCow/2 + theMove
	v += (bits.OnesCount32(own.Some()) - bits.OnesCount32(foe.Some())) * perFilled
	mine, theirs := bits.OnesCount32(own.Many()), bits.OnesCount32(foe.Many())
	v += (mine - theirs) * perStart
	if mine <= fewStarts {
		v -= few
	}
	if theirs <= fewStarts {
		v += few
	}
	for open := p.ripe(); open != 0; open &= open - 1 {
		v += p.prey(bits.TrailingZeros32(open)) * perPrey
	}
	return v
}

// mostGain keeps gain within the bounds of a score.
const mostGain = 19_999

// gain returns what a legal decision captures, in the unit of eval.
func gain(p *Position, m Move) int {
	q := *p
	q.step(m)
	return min((p.Cows(p.side.Other())-q.Cows(p.side.Other()))*perCow, mostGain)
}
