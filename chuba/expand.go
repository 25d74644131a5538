package chuba

import (
	"math/bits"

	"kibaho"
)

// expand lists the moves. Each pit is sown once, however many second pairs there
// are to choose from; finish plays the rest.
func expand(p *Position, c *kibaho.Children[Position, Move]) {
	starts := p.starts()
	if starts == 0 {
		return
	}
	s, n, other := p.sower(), int(p.columns), p.side.Other()
	filled := p.pairs(other)
	for ; starts != 0; starts &= starts - 1 {
		pit := bits.TrailingZeros32(starts)
		at := len(c.Shared)
		c.Shared = append(c.Shared, *p)
		q := &c.Shared[at]
		last := 0
		if p.unplayed[p.side] != 0 && p.reading&fromInner != 0 {
			if !p.ends(pit) {
				c.Shared = c.Shared[:at]
				continue
			}
			last = q.sowFromInner(pit)
		} else {
			run := s.Run(&q.men[p.side], pit, int(p.laps))
			if !run.Ended {
				c.Shared = c.Shared[:at]
				continue
			}
			q.unplayed[p.side] &^= run.Touched | 1<<pit
			last = run.Last
		}
		inner, ok := p.captured(last)
		if !ok {
			if c.Gaining {
				c.Shared = c.Shared[:at]
			} else {
				add(c, at, Move{uint8(pit), NoCapture}, 0)
			}
			continue
		}
		taken := p.held(other, inner)
		q.take(inner)
		pairs, nothing := p.seconds(filled, inner)
		for ; pairs != 0; pairs &= pairs - 1 {
			k := bits.TrailingZeros32(pairs)
			more := p.men[other].At(k) + p.men[other].At(2*n-1-k)
			add(c, at, Move{uint8(pit), uint8(k)}, taken+more)
		}
		if nothing {
			add(c, at, Move{uint8(pit), Nothing}, taken)
		}
	}
}

// add lists a move from a shared position, with the men it takes.
func add(c *kibaho.Children[Position, Move], from int, m Move, men int) {
	c.Moves = append(c.Moves, m)
	c.From = append(c.From, uint16(from))
	c.Gains = append(c.Gains, int32(manWorth*men))
	c.Keys = append(c.Keys, uint16(key(m)))
}

// finish takes the second pair and ends the turn.
func finish(p *Position, m Move) {
	if m.Second < Nothing {
		p.take(int(m.Second))
	}
	p.endTurn()
}

// key likens moves by pit and second pair.
func key(m Move) int { return int(m.Pit&31)<<5 | int(m.Second&31) }
