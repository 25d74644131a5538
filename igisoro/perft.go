package igisoro

import "math/bits"

// perft follows both answers to a choice without asking what is legal: what does
// not end counts nothing. But an endless turn has too many choices to follow them
// all (IG13), so it asks whether a turn ends at all whenever so many more laps
// are sown.
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
	before := p.laps
	switch {
	case p.step(m) == endless:
		return 0
	case p.choice != none && p.laps/lookAhead > before/lookAhead && !p.ends():
		return 0
	}
	if p.choice == none {
		if depth--; depth <= 0 {
			return 1
		}
	}
	return complete(*p, depth)
}
