package igisoro

import (
	"math/bits"

	"kibaho"
)

// expand lists the decisions with the positions after them. One after which some
// choice is open is listed although no answer to it may end the turn: that is
// seen further on, and costs more to tell than to sow.
func expand(p *Position, c *kibaho.Children[Position, Move]) {
	foe := p.lanes[p.side^1].Sum()
	if p.choice != none {
		p.expandOne(p.acceptance(), foe, c)
		p.expandOne(p.refusal(), foe, c)
		return
	}
	for set := p.starts(); set != 0; set &= set - 1 {
		p.expandOne(Move(bits.TrailingZeros32(set)), foe, c)
	}
}

// expandOne lists a decision unless it is endless. foe is what the enemy has.
func (p *Position) expandOne(m Move, foe int, c *kibaho.Children[Position, Move]) {
	at := len(c.After)
	c.After = append(c.After, *p)
	q := &c.After[at]
	if q.step(m) == endless {
		c.After = c.After[:at]
		return
	}
	c.Moves = append(c.Moves, m)
	c.Keys = append(c.Keys, uint16(key(m)))
	c.Gains = append(c.Gains, int32(min((foe-q.lanes[p.side^1].Sum())*perCow, mostGain)))
}

// key tells decisions apart.
func key(m Move) int { return int(m) }
