package fanorona

import (
	"math/bits"
	"slices"

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
		e.steps(&f, own.lo, opp.lo)
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

// steps lists the plain steps.
func (e *expander) steps(f *firsts, own, opp uint64) {
	for k, by := range &leap {
		for s := f.step[k]; s != 0; s &= s - 1 {
			at := s & -s
			m := e.next(own^at^beyond(at, by), opp, 0)
			m.head = uint64(bits.TrailingZeros64(at)) | 1<<countShift | uint64(k)<<16
			m.tail[0], m.tail[1] = 0, 0
			e.c.Keys = append(e.c.Keys, uint16(headKey(m.head)))
		}
	}
}

// next lists one more turn, which leaves these pieces, and returns the move to be
// written. All is written word by word: a copy of what was written a moment ago would wait
// for it, and that took a sixth of the time of a search.
func (e *expander) next(own, opp uint64, gain int) *Move {
	c := e.c
	n := len(c.After)
	if n == cap(c.After) || n == cap(c.Moves) {
		c.After = slices.Grow(c.After, max(n, 64))
		c.Moves = slices.Grow(c.Moves, max(n, 64))
	}
	c.After, c.Moves = c.After[:n+1], c.Moves[:n+1]
	q := &c.After[n]
	mine, theirs := &q.men[e.side], &q.men[e.side.Other()]
	mine.lo, mine.hi = own, 0
	theirs.lo, theirs.hi = opp, 0
	q.rules = e.after.rules
	c.Gains = append(c.Gains, int32(gain))
	return &c.Moves[n]
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
	w := e.next(own, opp, manValue*(e.men-bits.OnesCount64(opp)))
	w.head, w.tail[0], w.tail[1] = m.head, m.tail[0], m.tail[1]
	c.Keys = append(c.Keys, uint16(key(m)))
}

// key likens turns by their first steps, which all but the longest turns differ by.
func key(m Move) int { return headKey(m.head) }

func headKey(head uint64) int { return int(head * 0x9e3779b97f4a7c15 >> 52) }

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
