package fanorona

import (
	"math/bits"

	"kibaho"
)

// Expand lists the turns with the positions after them, each position once but
// for a few: turns that take the same pieces on the way to the same point, in
// another order, are as one.
func Expand(p *Position, c *kibaho.Children[Position, Move]) {
	own, opp := p.men[p.Turn()], p.men[p.Turn().Other()]
	if own.empty() || opp.empty() {
		return
	}
	if !p.board().oneWord || p.rules&gives != 0 {
		c.Moves = p.Moves(c.Moves)
		for _, m := range c.Moves {
			after := *p
			after.Play(m)
			c.After = append(c.After, after)
			c.Gains = append(c.Gains, int32(Gain(p, m)))
		}
		return
	}
	var f firsts
	capturing, stepping := f.find(p)
	e := expander{laws: p.laws(), c: c, after: *p, side: p.Turn(), men: bits.OnesCount64(opp.lo)}
	e.after.rules ^= second
	if e.after.rules&singles != 0 {
		e.after.endOpening()
	}
	if capturing {
		e.captures(&f, own.lo, opp.lo)
	}
	e.after.men = p.men
	if stepping && !c.Gaining {
		for k, by := range &leap {
			for s := f.step[k]; s != 0; s &= s - 1 {
				e.after.men[e.side].lo = own.lo ^ s&-s ^ beyond(s&-s, by)
				m := newMove(bits.TrailingZeros64(s)).then(k)
				c.Add(m, &e.after, 0)
				c.Keys = append(c.Keys, uint16(key(m)))
			}
		}
	}
	if len(c.Moves) == 0 && !c.Gaining && p.rules&blockedPass != 0 {
		c.Add(passing, &e.after, 0) // FA15
		c.Keys = append(c.Keys, uint16(key(passing)))
	}
}

// expander is a lister that keeps the positions too.
type expander struct {
	laws
	c     *kibaho.Children[Position, Move]
	after Position    // with the rules as they are after the turn
	side  kibaho.Side // who moves
	men   int         // of the other side

	sums [64]uint64 // of the pieces that the last captures leave, by their number
}

func (e *expander) captures(f *firsts, own, opp uint64) {
	for k, by := range &leap {
		for s := f.approach[k]; s != 0; s &= s - 1 {
			at := s & -s
			to := beyond(at, by)
			m := newCapture(bits.TrailingZeros64(at)).then(k)
			e.chain(m, to, own^at, opp&^ray(to, opp, by), at|^e.points, e.leech(0, to, by))
		}
		for s := f.withdrawal[k]; s != 0; s &= s - 1 {
			at := s & -s
			to := beyond(at, by)
			m := newCapture(bits.TrailingZeros64(at)).then(k | withdraws)
			e.chain(m, to, own^at, opp&^ray(at, opp, -by), at|^e.points, e.leech(0, to, by))
		}
	}
}

// alike bounds how many of the turns listed last are looked at for one that leads
// to the same position.
const alike = 48

// add lists m, which leaves these pieces.
func (e *expander) add(m Move, own, opp uint64) {
	c := e.c
	if len(c.Moves) > MaxTurns {
		return
	}
	const odd = 0x9e3779b97f4a7c15
	n, sum := len(c.After), own+opp*odd
	for i := n - 1; i >= max(0, n-alike); i-- {
		if e.sums[i%len(e.sums)] != sum {
			continue
		}
		if q := &c.After[i]; q.men[e.side].lo == own && q.men[e.side.Other()].lo == opp {
			return
		}
	}
	e.sums[n%len(e.sums)] = sum
	// Written word by word: a copy of what was written a moment ago would wait for it.
	if n < cap(c.After) {
		c.After = c.After[:n+1]
	} else {
		c.After = append(c.After, Position{})
	}
	q := &c.After[n]
	q.men[e.side], q.men[e.side.Other()], q.rules = set{lo: own}, set{lo: opp}, e.after.rules
	c.Moves = append(c.Moves, m)
	c.Keys = append(c.Keys, uint16(key(m)))
	c.Gains = append(c.Gains, int32(manValue*(e.men-bits.OnesCount64(opp))))
}

// key likens turns by their first steps, which all but the longest turns differ by.
func key(m Move) int { return int(m.head * 0x9e3779b97f4a7c15 >> 52) }

// chain is [lister.chain].
func (e *expander) chain(m Move, at, own, opp, barred, leech uint64) {
	if !e.goOn {
		e.add(m, own|at, opp)
	}
	went := false
	i := bits.TrailingZeros64(at) & 63
	if next := near[i] &^ (own | opp | barred | leech); next != 0 && !e.single && len(e.c.Moves) <= MaxTurns {
		barred = barred&e.keep | at
		for s := next & halve(opp, i); s != 0; s &= s - 1 {
			went = true
			to, by := s&-s, bits.TrailingZeros64(s)-i
			e.chain(m.then(code(by)), to, own, opp&^ray(to, opp, by), barred, e.leech(leech, to, by))
		}
		for s := next & reflect(opp, i); s != 0; s &= s - 1 {
			went = true
			to, by := s&-s, bits.TrailingZeros64(s)-i
			e.chain(m.then(code(by)|withdraws), to, own, opp&^ray(at, opp, -by), barred, e.leech(leech, to, by))
		}
	}
	if e.goOn && !went {
		e.add(m, own|at, opp)
	}
}
