package fanorona

import (
	"fmt"
	"math"
	"math/bits"
	"sync"

	"kibaho"
)

// index is the index of the endgame tables of one board in one word and one set of
// options. A position is seen by its side to move: no rule tells the colours or
// the ends of the board apart, nor left and right: positions that are alike in a
// mirror have one number. Its slice is the number of own and of enemy pieces, its
// number within the slice
//
//	few · many,
//
// few the class of the pieces of the side with fewer, own if there are as many, and
// many the rank of the other side's among the sets of its size of points that the
// few leave, in the combinatorial number system. Where a reflection leaves the few
// as they are, the least image of the many is taken; the others are holes.
type index struct {
	board *board
	rules rules // of a position with White to move
	laws  laws
	name  string
	*classes
}

// indexes holds the index of each board and rules.
var indexes sync.Map

// mostTabled is the greatest number of pieces with an index.
const mostTabled = 7

// newIndex returns the index of the settings: none for the four greatest boards,
// and none where a side may have to pass (FA15).
func newIndex(s kibaho.Settings) kibaho.Index[Position] {
	p := blank(s)
	if !p.board().oneWord || p.rules&blockedPass != 0 {
		return nil
	}
	if x, ok := indexes.Load(p); ok {
		return x.(*index)
	}
	x := &index{board: p.board(), rules: p.rules, laws: p.laws()}
	width, high := uint(x.board.columns), uint(x.board.rows)
	if x.board.lying {
		width, high = high, width
	}
	for _, o := range []string{"size", "revisit", "line", "capture", "chain", "no-move"} {
		if x.name != "" {
			x.name += " "
		}
		x.name += o + "=" + s.Value(o)
	}
	x.classes = newClasses(width, high)
	found, _ := indexes.LoadOrStore(p, x)
	return found.(*index)
}

// sets[n][k] is the number of sets of k among n.
var sets = func() (c [46][mostTabled]uint64) {
	for n := range c {
		c[n][0] = 1
		for k := 1; n > 0 && k < len(c[n]); k++ {
			c[n][k] = c[n-1][k-1] + c[n-1][k]
		}
	}
	return c
}()

func sliceOf(own, enemy int) kibaho.Slice      { return kibaho.Slice(own | enemy<<3) }
func countsOf(s kibaho.Slice) (own, enemy int) { return int(s & 7), int(s >> 3) }
func (x *index) points() int                   { return int(x.mirrors.points) }
func (x *index) Rules() string                 { return x.name }
func (x *index) Most() int                     { return min(mostTabled, 2*x.board.most()) }
func (x *index) Limit() kibaho.Slice           { return 1 << 6 }
func (x *index) Pieces(s kibaho.Slice) int     { own, enemy := countsOf(s); return own + enemy }
func (x *index) Twin(s kibaho.Slice) kibaho.Slice {
	own, enemy := countsOf(s)
	return sliceOf(enemy, own)
}
func (x *index) Walker(s kibaho.Slice) kibaho.Walker { return newTableWalker(x, s) }

// Small returns the number of pieces whose tables take less than a second.
func (x *index) Small() int {
	if x.points() > 27 {
		return 4
	}
	return 5
}

// Slices returns the slices with so many pieces. A side has at most what it
// starts with (FA1).
func (x *index) Slices(pieces int) (all []kibaho.Slice) {
	if pieces > x.Most() {
		return nil
	}
	for own := 1; own < pieces; own++ {
		if enemy := pieces - own; own <= x.board.most() && enemy <= x.board.most() {
			all = append(all, sliceOf(own, enemy))
		}
	}
	return all
}

// Size returns the number of places of a slice.
func (x *index) Size(s kibaho.Slice) uint64 {
	own, enemy := countsOf(s)
	few, many := min(own, enemy), max(own, enemy)
	return uint64(len(x.sets[few])) * sets[x.points()-few][many]
}

// Alike returns how many positions are one with that of a place, and how many
// places from there on have as many.
func (x *index) Alike(at kibaho.Place) (positions int, places uint64) {
	own, enemy := countsOf(at.Slice)
	few, many := min(own, enemy), max(own, enemy)
	n := sets[x.points()-few][many]
	set := &x.sets[few][at.At/n]
	if set.keeps == 0 {
		return allMirrors, n - at.At%n
	}
	_, same := x.least(set.gaps.among(unrank(at.At%n, many)), set.keeps)
	return allMirrors / same, 1
}

// Leads returns the slices that captures lead to.
func (x *index) Leads(s kibaho.Slice) (all []kibaho.Slice) {
	own, enemy := countsOf(s)
	for left := 1; left < enemy; left++ {
		all = append(all, sliceOf(left, own))
	}
	return all
}

// Name returns the number of own pieces and of enemy pieces: "2v3".
func (x *index) Name(s kibaho.Slice) string {
	own, enemy := countsOf(s)
	return fmt.Sprintf("%dv%d", own, enemy)
}

// Views returns the numbers of the mover's pieces and of the other's.
func (x *index) Views(s kibaho.Slice) []kibaho.View {
	return []kibaho.View{{Material: x.Name(s), Either: true}}
}

// adds is what the k-th lowest member n of a set adds to the rank of the set: adds[k][n]
// is the number of sets of k among n.
var adds = func() (all [mostTabled + 1][64]uint32) {
	for n := range sets {
		for k := 1; k < mostTabled; k++ {
			all[k][n] = uint32(sets[n][k])
		}
	}
	for k := range all {
		for n := len(sets); n < len(all[k]); n++ {
			all[k][n] = math.MaxUint32 // there is no such member
		}
	}
	return all
}()

// rank returns the rank of a set among those of its size.
func rank(set uint64) (r uint64) {
	for k := 1; set != 0; k++ {
		r += uint64(adds[k&mostTabled][bits.TrailingZeros64(set)&63])
		set &= set - 1
	}
	return r
}

// ranks adds to each number the rank of a set of k, with the loop over its members
// unrolled.
func ranks(numbers, sets []uint64, k int) {
	sets = sets[:len(numbers)]
	switch k {
	case 4:
		for i, s := range sets {
			s2 := s & (s - 1)
			s3 := s2 & (s2 - 1)
			s4 := s3 & (s3 - 1)
			numbers[i] += uint64(adds[1][bits.TrailingZeros64(s)&63] + adds[2][bits.TrailingZeros64(s2)&63] +
				adds[3][bits.TrailingZeros64(s3)&63] + adds[4][bits.TrailingZeros64(s4)&63])
		}
	case 5:
		for i, s := range sets {
			s2 := s & (s - 1)
			s3 := s2 & (s2 - 1)
			s4 := s3 & (s3 - 1)
			s5 := s4 & (s4 - 1)
			numbers[i] += uint64(adds[1][bits.TrailingZeros64(s)&63] + adds[2][bits.TrailingZeros64(s2)&63] +
				adds[3][bits.TrailingZeros64(s3)&63] + adds[4][bits.TrailingZeros64(s4)&63] +
				adds[5][bits.TrailingZeros64(s5)&63])
		}
	default:
		for i, s := range sets {
			numbers[i] += rank(s)
		}
	}
}

// unrank returns the set of k numbers with rank r, as bits.
func unrank(r uint64, k int) (set uint64) {
	n := len(sets) - 1
	for ; k > 0; k-- {
		for sets[n][k] > r {
			n--
		}
		set |= 1 << n
		r -= sets[n][k]
	}
	return set
}

// place returns where a board is kept whose side to move has pieces own.
func (x *index) place(own, enemy uint64) kibaho.Place {
	if own == 0 {
		return kibaho.Place{Slice: kibaho.EndLost}
	}
	s := sliceOf(bits.OnesCount64(own), bits.OnesCount64(enemy))
	at, _ := x.number(own, enemy)
	return kibaho.Place{Slice: s, At: at}
}

// number returns the number of a board, and how many of the reflections, none
// included, leave it as it is.
func (x *index) number(own, enemy uint64) (n uint64, same int) {
	few, many := own, enemy
	k, m := bits.OnesCount64(few), bits.OnesCount64(many)
	if k > m {
		few, many, k, m = many, few, m, k
	}
	c := x.classOf(few, k)
	many = x.mirrors.of(c.way, x.pack(many))
	same = 1
	if c.keeps != 0 {
		many, same = x.least(many, c.keeps)
	}
	return uint64(c.number)*sets[x.points()-k][m] + rank(x.sets[k&3][c.number].gaps.squeeze(many)), same
}

// seen returns the pieces of a number, and false for a hole.
func (x *index) seen(s kibaho.Slice, at uint64) (own, enemy uint64, ok bool) {
	a, b := countsOf(s)
	few, many := min(a, b), max(a, b)
	n := sets[x.points()-few][many]
	set := &x.sets[few][at/n]
	other := set.gaps.among(unrank(at%n, many))
	least, _ := x.least(other, set.keeps)
	own, enemy = x.spread(set.points), x.spread(other)
	if a > b {
		own, enemy = enemy, own
	}
	return own, enemy, least == other
}

// Place returns where a position is kept.
func (x *index) Place(p *Position) (kibaho.Place, bool) {
	own, enemy := p.men[p.Turn()].lo, p.men[p.Turn().Other()].lo
	n := bits.OnesCount64(own | enemy)
	if p.rules&^second != x.rules || n > mostTabled || own == 0 || enemy == 0 {
		return kibaho.Place{}, false
	}
	return x.place(own, enemy), true
}

// Position returns the position of a place with White to move.
func (x *index) Position(at kibaho.Place) (p Position, ok bool) {
	p.men[0].lo, p.men[1].lo, ok = x.seen(at.Slice, at.At)
	p.rules = x.rules
	return p, ok
}

// Pending reports that the side to move must capture (FA11).
func (x *index) Pending(p *Position) bool {
	if p.rules&mayCapture != 0 {
		return false
	}
	var f firsts
	capturing, _ := f.find(p)
	return capturing
}
