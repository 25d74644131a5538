package fanorona

import "math/bits"

// Width returns 1 and the number of plain steps there would be if nobody could
// capture: a quick measure of the freedom of the side to move. It is 0 exactly if
// the game is over.
func Width(p *Position) int {
	own, opp := p.men[p.Turn()], p.men[p.Turn().Other()]
	if own.empty() || opp.empty() {
		return 0
	}
	if p.rules&gives != 0 && p.taker() {
		if !p.canCapture() {
			return 0 // FA16
		}
		return 1
	}
	n := p.freedom(own, p.board().points.without(own.and(opp)))
	if n == 0 && p.rules&blockedPass == 0 {
		return 0 // FA15
	}
	return n + 1
}

// freedom counts the lines that lead from own pieces to vacant points.
func (p *Position) freedom(own, vacant set) (n int) {
	if !p.board().oneWord {
		for s := own; !s.empty(); s = s.rest() {
			i := s.first()
			for ds := ways(i); ds != 0; ds &= ds - 1 {
				if vacant.has(i + leap[bits.TrailingZeros8(ds)]) {
					n++
				}
			}
		}
		return n
	}
	return freedom(own.lo, vacant.lo)
}

// freedom is that in one word.
func freedom(x, v uint64) int {
	s := x & strong
	return bits.OnesCount64(x&(v<<1)) + bits.OnesCount64(x&(v>>1)) +
		bits.OnesCount64(x&(v<<stride)) + bits.OnesCount64(x&(v>>stride)) +
		bits.OnesCount64(s&(v<<(stride+1))) + bits.OnesCount64(s&(v>>(stride+1))) +
		bits.OnesCount64(s&(v<<(stride-1))) + bits.OnesCount64(s&(v>>(stride-1)))
}
