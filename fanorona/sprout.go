package fanorona

import (
	"math/bits"

	"kibaho"
)

// Sprout lists the positions after all turns, each once but for a few, with what a proof
// begins to weigh them by.
func Sprout(p *Position, s *kibaho.Sprouts[Position, Move]) {
	own, opp := p.men[p.Turn()], p.men[p.Turn().Other()]
	if own.empty() || opp.empty() {
		return
	}
	first := len(s.After)
	if !p.board().oneWord || p.rules&gives != 0 {
		s.Moves = p.Moves(s.Moves[:0])
		for _, m := range s.Moves {
			after := *p
			after.Play(m)
			s.Add(&after, after.Hash(), Width(&after), inUse.eval(&after))
		}
		return
	}
	var f firsts
	capturing, stepping := f.find(p)
	e := follower{laws: p.laws(), after: s.After, first: first, rules: p.rules ^ second, side: p.Turn()}
	if p.rules&singles != 0 {
		q := Position{rules: e.rules}
		q.endOpening()
		e.rules = q.rules
	}
	if capturing {
		e.captures(&f, own.lo, opp.lo)
	}
	if stepping {
		for k, by := range &leap {
			for x := f.step[k]; x != 0; x &= x - 1 {
				e.put(own.lo^x&-x^beyond(x&-x, by), opp.lo)
			}
		}
	}
	if len(e.after) == first && p.rules&blockedPass != 0 {
		e.put(own.lo, opp.lo) // FA15
	}
	s.After = e.after
	weigh(s, first)
}

// weigh adds the hashes, widths and scores of positions in one word with the same rules.
func weigh(s *kibaho.Sprouts[Position, Move], first int) {
	after := s.After[first:]
	if len(after) == 0 {
		return
	}
	points, rules, side := after[0].board().points.lo, after[0].rules, after[0].Turn()
	seed := kibaho.Mix(hashSeed, uint64(rules))
	none := int32(1) // the width of a position without steps
	if rules&blockedPass == 0 {
		none = 0 // FA15
	}
	for i := range after {
		q := &after[i]
		own, opp := q.men[side&1].lo, q.men[side&1^1].lo
		s.Hash = append(s.Hash, kibaho.Mix(kibaho.Mix(seed, q.men[0].lo), q.men[1].lo))
		width := int32(0)
		if own != 0 {
			if width = int32(widthOf(own, opp, points&^(own|opp), rules&mayCapture != 0)); width == 1 {
				width = none
			}
		}
		s.Width, s.Score = append(s.Width, width), append(s.Score, promise(own, opp))
	}
}

// What a man more is worth to a proof, and a share of all pieces of one to nothing.
const (
	promisedMan   = 40
	promisedShare = 1000
)

// promise tells what men alone promise. Three times as much took nearly twice the positions; in two hundred proofs the named features took fewer
// positions and longer for each (docs/proofs.md).
func promise(own, opp uint64) int32 {
	a, c := int32(bits.OnesCount64(own)), int32(bits.OnesCount64(opp))
	return promisedMan*(a-c) + promisedShare*(a-c)/(a+c)
}

// follower is an expander that keeps positions only.
type follower struct {
	laws
	after []Position
	first int         // of those that are listed
	rules rules       // after the turn
	side  kibaho.Side // who moves

	sums [64]uint64 // of the pieces that the last captures leave, by their number
	seen uint64     // a bit for each sum, which may be that of several
}

// put lists a position with these pieces.
func (e *follower) put(own, opp uint64) {
	n := len(e.after)
	if n < cap(e.after) {
		e.after = e.after[:n+1]
	} else {
		e.after = append(e.after, Position{})
	}
	q := &e.after[n]
	q.men[e.side], q.men[e.side.Other()], q.rules = set{lo: own}, set{lo: opp}, e.rules
}

// add lists the position after a capture, if it is not among the last ones.
func (e *follower) add(own, opp uint64) {
	n := len(e.after)
	if n-e.first > MaxTurns {
		return
	}
	const odd = 0x9e3779b97f4a7c15
	sum := own + opp*odd
	bit := uint64(1) << (sum * odd >> 58)
	if e.seen&bit != 0 {
		for i := n - 1; i >= max(e.first, n-alike); i-- {
			if e.sums[uint(i)%uint(len(e.sums))] != sum {
				continue
			}
			if q := &e.after[i]; q.men[e.side].lo == own && q.men[e.side.Other()].lo == opp {
				return
			}
		}
	}
	e.seen |= bit
	e.sums[uint(n)%uint(len(e.sums))] = sum
	e.put(own, opp)
}

func (e *follower) captures(f *firsts, own, opp uint64) {
	for k, by := range &leap {
		for s := f.approach[k]; s != 0; s &= s - 1 {
			at := s & -s
			to := beyond(at, by)
			e.chain(to, own^at, opp&^ray(to, opp, by), at|^e.points, e.leech(0, to, by))
		}
		for s := f.withdrawal[k]; s != 0; s &= s - 1 {
			at := s & -s
			to := beyond(at, by)
			e.chain(to, own^at, opp&^ray(at, opp, -by), at|^e.points, e.leech(0, to, by))
		}
	}
}

// chain is [lister.chain].
func (e *follower) chain(at, own, opp, barred, leech uint64) {
	if !e.goOn {
		e.add(own|at, opp)
	}
	went := false
	i := bits.TrailingZeros64(at) & 63
	if next := near[i] &^ (own | opp | barred | leech); next != 0 && !e.single && len(e.after)-e.first <= MaxTurns {
		barred = barred&e.keep | at
		for s := next & halve(opp, i); s != 0; s &= s - 1 {
			went = true
			to, by := s&-s, bits.TrailingZeros64(s)-i
			e.chain(to, own, opp&^ray(to, opp, by), barred, e.leech(leech, to, by))
		}
		for s := next & reflect(opp, i); s != 0; s &= s - 1 {
			went = true
			to, by := s&-s, bits.TrailingZeros64(s)-i
			e.chain(to, own, opp&^ray(at, opp, -by), barred, e.leech(leech, to, by))
		}
	}
	if e.goOn && !went {
		e.add(own|at, opp)
	}
}
