package igisoro

import "math/bits"

// lookAhead is the number of laps after which perft asks whether a turn ends at
// all before it follows both answers to a choice: few turns are longer, and an
// endless one has too many choices to follow them all (IG13).
const lookAhead = 16

// perft counts the complete turns to the given depth, at least 1. Within a turn
// its completion is the first ply.
func perft(p *Position, depth int) uint64 { return complete(*p, depth) }

// complete counts the turns below the choices that are open, if any. Positions
// are passed by value: so they stay off the heap.
func complete(p Position, depth int) uint64 {
	var n uint64
	if p.choice == none {
		for set := p.starts(); set != 0; set &= set - 1 {
			q := p
			n += follow(&q, Move(bits.TrailingZeros32(set)), depth)
		}
		return n
	}
	for _, m := range [...]Move{p.acceptance(), p.refusal()} {
		q := p
		n += follow(&q, m, depth)
	}
	return n
}

// follow makes a decision, if it begins a turn that ends, and counts on.
func follow(p *Position, m Move, depth int) uint64 {
	if p.step(m) == endless || p.laps > lookAhead && p.choice != none && !p.ends() {
		return 0
	}
	if p.choice == none {
		if depth--; depth <= 0 {
			return 1
		}
	}
	return complete(*p, depth)
}
