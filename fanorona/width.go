package fanorona

import "math/bits"

// Width returns 1 and half as many again as there are first steps that capture or, if nobody can
// capture, as many as there are plain steps: a quick measure of how many turns the side to move has. On boards
// of more than one word it does not look for captures. It is 0 exactly if the game is over.
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
	if p.rules&gives == 0 && p.board().oneWord {
		var f firsts
		if capturing, stepping := f.find(p); capturing {
			n := 0
			for k := range f.step {
				n += bits.OnesCount64(f.approach[k] | f.withdrawal[k])
			}
			n += n / 2
			if stepping {
				n += f.steps()
			}
			return n + 1
		}
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

// widthOf is Width in one word, where the side to move has pieces, for sides that must capture and for those that may.
func widthOf(own, opp, vacant uint64, may bool) int {
	s := own & strong
	n := capturing(own, opp, vacant, 1) + capturing(own, opp, vacant, stride) +
		capturing(s, opp, vacant, stride+1) + capturing(s, opp, vacant, stride-1)
	switch {
	case n == 0:
		return freedom(own, vacant) + 1
	case may:
		return freedom(own, vacant) + n/2 + 1
	}
	return n + n/2 + 1
}

// capturing counts the first steps by a leap and back by it that capture.
func capturing(from, opp, vacant uint64, by uint) int {
	return bits.OnesCount64(from&(vacant>>by)&(opp>>(2*by)|opp<<by)) + bits.OnesCount64(from&(vacant<<by)&(opp<<(2*by)|opp>>by))
}

// freedom is that in one word.
func freedom(x, v uint64) int {
	s := x & strong
	return bits.OnesCount64(x&(v<<1)) + bits.OnesCount64(x&(v>>1)) +
		bits.OnesCount64(x&(v<<stride)) + bits.OnesCount64(x&(v>>stride)) +
		bits.OnesCount64(s&(v<<(stride+1))) + bits.OnesCount64(s&(v>>(stride+1))) +
		bits.OnesCount64(s&(v<<(stride-1))) + bits.OnesCount64(s&(v>>(stride-1)))
}
