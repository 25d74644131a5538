package fanorona

import (
	"math/bits"
	"sync"

	"kibaho"
)

// A capturing step is numbered by the place of its target among the nine points
// of which the piece stands on the middle one, row by row: 0 to 8 but for 4. By
// withdrawal it is 9 more.
const captureSteps = 18

// captureStep tells of each capturing step.
var captureStep [captureSteps]struct {
	leap int
	line uint64 // the targets along its line, a bit each
	up   uint64 // all ones if the row it takes runs to higher bits, or 0
}

// reach are the points of 5x9 that a capturing step from a bit number can take
// from, by 64 times the step and the bit number.
var reach [32 * 64]uint64

// Products gather the points about a piece in the topmost bits: the nine points
// row after row, and the eight points two steps away as farther knows them. The
// rows also fall on lower bits, each on its own, so that nothing is carried.
const (
	nine       = 7 | 7<<stride | 7<<(2*stride)
	gatherNine = 1<<55 | 1<<(55+3-stride) | 1<<(55+6-2*stride)
	far        = 21 | 17<<(2*stride) | 21<<(4*stride)
	gatherFar  = 1<<53 | 1<<(53+1-2*stride) | 1<<(53+6-4*stride)
)

var (
	// farther takes the points two steps away, as gathered, to the targets between.
	farther [1 << 11]uint16
	// mirrored exchanges each of nine points for the one across the middle.
	mirrored [1 << 9]uint16
	// about is, by bit number, which of the nine points lines join to the middle one.
	about [64]uint64
)

// makeReady fills the tables above before the first random game: a program that
// plays none should not wait for them when it starts.
var makeReady = sync.OnceFunc(func() {
	for i, k := range ascending {
		target := i + i/4
		for withdrawal := range 2 {
			c := &captureStep[target+9*withdrawal]
			c.leap, c.line = leap[k], 1<<target|1<<(8-target)
			if (c.leap > 0) == (withdrawal == 0) {
				c.up = ^uint64(0)
			}
		}
	}
	points := newBoard(5, 9).points
	for c, step := range captureStep {
		if step.leap == 0 {
			continue
		}
		for s := points; !s.empty(); s = s.rest() {
			x, by := s.first()+2*step.leap, step.leap
			if c >= 9 {
				x, by = s.first()-step.leap, -step.leap
			}
			for ; points.has(x); x += by {
				reach[c*64+s.first()] |= 1 << x
			}
		}
	}
	bitOf := [9]int{0: 0, 1: 2, 2: 4, 3: 1, 5: 5, 6: 6, 7: 8, 8: 10}
	for x := range farther {
		for target, bit := range bitOf {
			if target != 4 {
				farther[x] |= uint16(x>>bit&1) << target
			}
		}
	}
	for x := range mirrored {
		mirrored[x] = bits.Reverse16(uint16(x)) >> 7
	}
	for i := range about {
		about[i] = beyond(near[i], stride+1-i)
	}
})

// rush plays on by the usual rules on a board of one word. What is drawn is found
// without branches that depend on the number drawn, as far as it goes: they could
// not be predicted, and a wrong guess costs more than the arithmetic.
func (g *playout) rush() {
	makeReady()
	side := g.p.Turn()
	own, opp := g.p.men[side].lo, g.p.men[side.Other()].lo
	laws, free := g.p.laws(), g.p.rules&mayCapture != 0
	stop := uint64(1) // FA7
	if laws.goOn {
		stop = 0
	}
	kept := uint64(0) // FA9: the lines barred before a step that stay barred
	if laws.once {
		kept = 1<<9 - 1
	}
	plies, longest := g.result.Plies, g.result.Longest
	var f firstSteps
	for own != 0 && opp != 0 && !g.drawn && plies < longestGame {
		vacant := laws.points &^ (own | opp)
		f.captures(own, opp, vacant)
		n, all := uint64(0), f.approach>>56+f.withdrawal>>56
		if all != 0 && !free {
			n = g.draw(all)
		} else {
			f.paikas(own, vacant)
			paikas := f.paika >> 56
			if all+paikas != 0 {
				n = g.draw(all + paikas)
			} else if g.p.rules&blockedPass == 0 {
				break // FA15
			}
			if n >= all {
				before := [2]set{{lo: own}, {lo: opp}}
				if paikas != 0 {
					j, i := place(f.paika, n-all)
					at := nth(f.pieces[2*8+j&7], i)
					own ^= at | beyond(at, leap[ascending[j&7]])
					longest = max(longest, 1)
				}
				g.hush()
				g.note(&before, &[2]set{{lo: opp}, {lo: own}})
				own, opp = opp, own
				plies++
				continue
			}
		}
		// Number n of the captures.
		n -= f.approach >> 56
		first := uint64(int64(n) >> 63) // all ones by approach
		n += f.approach >> 56 & first
		j, n := place(f.withdrawal^(f.withdrawal^f.approach)&first, n)
		at := nth(f.pieces[(j+8&^first)&15], n)
		c := j + j>>2 + 9&^first
		own ^= at
		i := uint64(bits.TrailingZeros64(at))
		barred, lines, steps := ^laws.points, uint64(0), 0
		for {
			step := &captureStep[c%captureSteps]
			line := reach[c&31<<6|i&63]
			ends := line &^ opp // the row ends before the first of these (FA5)
			above := ends&-ends - 1
			below := ^uint64(0) << (-bits.LeadingZeros64(ends) & 63)
			opp &^= line & (below ^ (below^above)&step.up)
			barred = barred&laws.keep | 1<<(i&63)
			lines = lines&kept | step.line&laws.lines
			i += uint64(step.leap)
			steps++

			next := beyond(laws.points&^(own|opp|barred), stride+1-int(i)) & about[i&63] * gatherNine >> 55 &^ lines
			x := beyond(opp, 2*(stride+1)-int(i))
			ahead := uint64(farther[x&far*gatherFar>>53])
			behind := uint64(mirrored[x>>(stride+1)&nine*gatherNine>>55])
			choices := next&ahead | next&behind<<9
			count := uint64(bits.OnesCount64(choices))
			if count == 0 {
				break
			}
			if n = g.draw(count + stop); n == count {
				break
			}
			c = uint64(bits.TrailingZeros64(nth(choices, n)))
		}
		own, opp = opp, own|1<<(i&63)
		plies++
		longest = max(longest, steps)
		if g.quiet != 0 {
			g.quiet = 0
			g.forget()
		}
	}
	side ^= kibaho.Side(plies-g.result.Plies) & 1
	g.p.men[side], g.p.men[side.Other()] = set{lo: own}, set{lo: opp}
	if side == kibaho.First {
		g.p.rules &^= second
	} else {
		g.p.rules |= second
	}
	g.result.Plies, g.result.Longest = plies, longest
}

// draw returns a uniform number below n.
func (g *playout) draw(n uint64) uint64 {
	hi, _ := bits.Mul64(g.r.Uint64(), n)
	return hi
}

// firstSteps are what a turn can begin with: the pieces that capture by approach,
// that capture by withdrawal and that make a plain step, each in the eight
// directions; and for each of the three, in byte k, how many there are in the
// directions 0 to k. They are 108 at most, for there are so many lines.
type firstSteps struct {
	pieces                      [3 * 8]uint64
	approach, withdrawal, paika uint64
}

// captures sets all but the paikas, of which there may be none.
func (f *firstSteps) captures(own, opp, vacant uint64) {
	s := own & strong
	v0, v7 := s&beyond(vacant, 11), s&beyond(vacant, -11)
	v2, v5 := s&beyond(vacant, 9), s&beyond(vacant, -9)
	v1, v6 := own&beyond(vacant, 10), own&beyond(vacant, -10)
	v3, v4 := own&beyond(vacant, 1), own&beyond(vacant, -1)
	a0, a7 := v0&beyond(opp, 22), v7&beyond(opp, -22)
	a1, a6 := v1&beyond(opp, 20), v6&beyond(opp, -20)
	a2, a5 := v2&beyond(opp, 18), v5&beyond(opp, -18)
	a3, a4 := v3&beyond(opp, 2), v4&beyond(opp, -2)
	v0, v7 = v0&beyond(opp, -11), v7&beyond(opp, 11)
	v1, v6 = v1&beyond(opp, -10), v6&beyond(opp, 10)
	v2, v5 = v2&beyond(opp, -9), v5&beyond(opp, 9)
	v3, v4 = v3&beyond(opp, -1), v4&beyond(opp, 1)
	p := &f.pieces
	p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7] = a0, a1, a2, a3, a4, a5, a6, a7
	p[8], p[9], p[10], p[11], p[12], p[13], p[14], p[15] = v0, v1, v2, v3, v4, v5, v6, v7
	f.approach, f.withdrawal = sums(a0, a1, a2, a3, a4, a5, a6, a7), sums(v0, v1, v2, v3, v4, v5, v6, v7)
}

// paikas sets the paikas: the steps that are no captures (FA11, FA12).
func (f *firstSteps) paikas(own, vacant uint64) {
	s := own & strong
	p := (*[8]uint64)(f.pieces[16:])
	p[0], p[7] = s&beyond(vacant, 11), s&beyond(vacant, -11)
	p[2], p[5] = s&beyond(vacant, 9), s&beyond(vacant, -9)
	p[1], p[6] = own&beyond(vacant, 10), own&beyond(vacant, -10)
	p[3], p[4] = own&beyond(vacant, 1), own&beyond(vacant, -1)
	if f.approach|f.withdrawal != 0 {
		for k := range p {
			p[k] &^= f.pieces[k] | f.pieces[8+k]
		}
	}
	f.paika = sums(p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7])
}

const (
	ones = 0x0101010101010101
	tops = 0x80 * ones
)

// sums returns in byte k how many bits are set in the words 0 to k.
func sums(w0, w1, w2, w3, w4, w5, w6, w7 uint64) uint64 {
	n := uint64(bits.OnesCount64(w0)) | uint64(bits.OnesCount64(w1))<<8 |
		uint64(bits.OnesCount64(w2))<<16 | uint64(bits.OnesCount64(w3))<<24 |
		uint64(bits.OnesCount64(w4))<<32 | uint64(bits.OnesCount64(w5))<<40 |
		uint64(bits.OnesCount64(w6))<<48 | uint64(bits.OnesCount64(w7))<<56
	return n * ones
}

// place returns the word that bit n of all is in and its number there; sums are
// what [sums] tells of the words. n is below 128 and there are so many.
func place(sums, n uint64) (word, rest uint64) {
	word = uint64(bits.OnesCount64(((n*ones | tops) - sums) & tops))
	return word, n - sums<<8>>(word*8&63)&0xff
}

// nth returns the bit of x with n lower ones.
func nth(x, n uint64) uint64 {
	for ; n > 3; n-- {
		x &= x - 1
	}
	x &= x - 1 | uint64(int64(n-1)>>63)
	x &= x - 1 | uint64(int64(n-2)>>63)
	x &= x - 1 | uint64(int64(n-3)>>63)
	return x & -x
}
