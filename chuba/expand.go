package chuba

import (
	"math/bits"

	"kibaho"
)

// expand lists the moves with the positions after them. Each pit is sown once,
// however many second pairs there are to choose from, and in place.
func expand(p *Position, c *kibaho.Children[Position, Move]) {
	starts := p.starts()
	if starts == 0 {
		return
	}
	s, n, other := p.sower(), int(p.columns), p.side.Other()
	filled := p.pairs(other)
	for ; starts != 0; starts &= starts - 1 {
		pit := bits.TrailingZeros32(starts)
		at := len(c.After)
		c.After = append(c.After, *p)
		q := &c.After[at]
		last := 0
		if p.unplayed[p.side] != 0 && p.reading&fromInner != 0 {
			if !p.ends(pit) {
				c.After = c.After[:at]
				continue
			}
			last = q.sowFromInner(pit)
		} else {
			run := s.Run(&q.men[p.side], pit, int(p.laps))
			if !run.Ended {
				c.After = c.After[:at]
				continue
			}
			q.unplayed[p.side] &^= run.Touched | 1<<pit
			last = run.Last
		}
		inner, ok := p.captured(last)
		if !ok && c.Gaining {
			c.After = c.After[:at]
			continue
		}
		if !ok {
			q.endTurn()
			c.Moves = append(c.Moves, Move{uint8(pit), NoCapture})
			c.Gains = append(c.Gains, 0)
			continue
		}
		taken := p.held(other, inner)
		q.take(inner)
		sown := *q
		c.After = c.After[:at]
		pairs, nothing := p.seconds(filled, inner)
		for ; pairs != 0; pairs &= pairs - 1 {
			k := bits.TrailingZeros32(pairs)
			c.After = append(c.After, sown)
			q := &c.After[len(c.After)-1]
			more := int(q.men[other].Lift(k) + q.men[other].Lift(2*n-1-k))
			q.unplayed[other] &^= 1 << (2*n - 1 - k)
			q.endTurn()
			c.Moves = append(c.Moves, Move{uint8(pit), uint8(k)})
			c.Gains = append(c.Gains, int32(manWorth*(taken+more)))
		}
		if nothing {
			sown.endTurn()
			c.Add(Move{uint8(pit), Nothing}, &sown, manWorth*taken)
		}
	}
}
