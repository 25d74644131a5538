package igisoro

import "math/bits"

// lookAhead is the number of laps after which perft asks whether a turn ends at
// all before it follows both answers to a choice: few turns are longer, and an
// endless one has too many choices to follow them all (IG13).
const lookAhead = 16

// perft counts the complete turns to the given depth, at least 1. Within a turn
// its completion is the first ply.
func perft(p *Position, depth int) uint64 {
	if p.choice != none {
		return p.complete(depth)
	}
	var n uint64
	for set := p.starts(); set != 0; set &= set - 1 {
		q := *p
		if q.step(Move(bits.TrailingZeros32(set))) != endless {
			n += q.complete(depth)
		}
	}
	return n
}

// complete counts the turns below the choices that are open, if any.
func (p *Position) complete(depth int) uint64 {
	if p.choice == none {
		if depth <= 1 {
			return 1
		}
		return perft(p, depth-1)
	}
	var n uint64
	for _, m := range [...]Move{p.acceptance(), p.refusal()} {
		q := *p
		if q.step(m) == endless || q.laps > lookAhead && q.choice != none && !q.ends() {
			continue
		}
		n += q.complete(depth)
	}
	return n
}
