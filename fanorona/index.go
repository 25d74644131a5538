package fanorona

import (
	"fmt"
	"math/bits"
	"slices"
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
	width uint // columns in the bits
	high  uint // rows
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
	x.width, x.high = uint(x.board.columns), uint(x.board.rows)
	if x.board.lying {
		x.width, x.high = x.high, x.width
	}
	for _, o := range []string{"size", "revisit", "line", "capture", "chain", "no-move"} {
		if x.name != "" {
			x.name += " "
		}
		x.name += o + "=" + s.Value(o)
	}
	x.classes = newClasses(x)
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
func (x *index) points() int                   { return int(x.width * x.high) }
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
	set := x.sets[few][at.At/n]
	if set.keeps == 0 {
		return allMirrors, n - at.At%n
	}
	return x.images(x.many(at.At%n, many, set.points), set.keeps), 1
}

// many returns the set of k points with rank r among those that few leave.
func (x *index) many(r uint64, k int, few uint64) uint64 {
	return x.spread(among(unrank(r, k), x.pack(few)))
}

// pack is the inverse of spread.
func (x *index) pack(set uint64) (packed uint64) {
	for row := range x.high {
		packed |= set >> (stride * row) & (1<<x.width - 1) << (x.width * row)
	}
	return packed
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

// spread puts the points of a board, moved together row after row, where they belong.
func (x *index) spread(packed uint64) (set uint64) {
	for row := range x.high {
		set |= packed >> (x.width * row) & (1<<x.width - 1) << (stride * row)
	}
	return set
}

// rank returns the rank of a set among those of its size within among, which
// holds it.
func rank(set, among uint64) (r uint64) {
	for k := 1; set != 0; k++ {
		b := set & -set
		r += sets[bits.OnesCount64(among&(b-1))][k]
		set ^= b
	}
	return r
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

// among spreads a set over the numbers that without leaves: its n-th number
// becomes the n-th number that is not in without.
func among(set, without uint64) uint64 {
	for w := without; w != 0; w &= w - 1 {
		below := w&-w - 1
		set = set&below | set&^below<<1
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

// number returns the number of a board, and the reflections that keep the few as
// they are.
func (x *index) number(own, enemy uint64) (n uint64, keeps uint8) {
	few, many := own, enemy
	k, m := bits.OnesCount64(few), bits.OnesCount64(many)
	if k > m {
		few, many, k, m = many, few, m, k
	}
	c := x.of[k&3][x.classes.rank(few, k)]
	many = x.mirrors.of(c.way, many)
	if c.keeps != 0 {
		many = x.least(many, c.keeps)
	}
	return uint64(c.number)*sets[x.points()-k][m] + rank(many, x.board.points.lo&^x.sets[k&3][c.number].points), c.keeps
}

// seen returns the pieces of a number, and false for a hole.
func (x *index) seen(s kibaho.Slice, at uint64) (own, enemy uint64, ok bool) {
	a, b := countsOf(s)
	few, many := min(a, b), max(a, b)
	n := sets[x.points()-few][many]
	set := x.sets[few][at/n]
	other := x.many(at%n, many, set.points)
	ok = x.least(other, set.keeps) == other
	if a > b {
		return other, set.points, ok
	}
	return set.points, other, ok
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

// tableWalker walks through the positions of a slice.
type tableWalker struct {
	x          *index
	slice      kibaho.Slice
	few, n     int    // pieces of the side with fewer, and of the other
	sets       uint64 // of the many
	at         uint64 // the number that own and enemy belong to
	own, enemy uint64
	set        classedSet // the few
	packed     uint64     // the few, and the set of the many among what they leave
	rest       uint64
	known      bool
	hole       bool
	images     int // how many positions are alike
	dst        []kibaho.Place
	f          firsts
	p          Position
}

func newTableWalker(x *index, s kibaho.Slice) *tableWalker {
	own, enemy := countsOf(s)
	few, many := min(own, enemy), max(own, enemy)
	return &tableWalker{x: x, slice: s, few: few, n: many, sets: sets[x.points()-few][many], p: Position{rules: x.rules}}
}

// turnTo sets the position of a number, and returns false for a hole. The next one
// is found without dividing: sets of one size come in the order of their bits.
func (w *tableWalker) turnTo(at uint64) bool {
	switch {
	case w.known && at == w.at:
		return !w.hole
	case w.known && at == w.at+1 && w.rest>>uint(w.x.points()-w.few-w.n) != 1<<w.n-1:
		low := w.rest & -w.rest
		up := w.rest + low
		w.rest = up | (w.rest^up)>>2>>bits.TrailingZeros64(low)
	default:
		w.set = w.x.sets[w.few][at/w.sets]
		w.packed = w.x.pack(w.set.points)
		w.rest = unrank(at%w.sets, w.n)
	}
	w.at, w.known = at, true
	few, many := w.set.points, w.x.spread(among(w.rest, w.packed))
	w.own, w.enemy = few, many
	if own, enemy := countsOf(w.slice); own > enemy {
		w.own, w.enemy = many, few
	}
	w.hole, w.images = false, allMirrors
	if w.set.keeps != 0 {
		w.hole = w.x.least(many, w.set.keeps) != many
		w.images = w.x.images(many, w.set.keeps)
	}
	return !w.hole
}

// find sets the first steps of a position.
func (w *tableWalker) find(own, enemy uint64) (capturing, stepping bool) {
	w.p.men[0].lo, w.p.men[1].lo = own, enemy
	return w.f.find(&w.p)
}

// Exits appends where the captures lead.
func (w *tableWalker) Exits(at uint64, dst []kibaho.Place) ([]kibaho.Place, int, kibaho.Standing) {
	if !w.turnTo(at) {
		return dst, 0, kibaho.Hole
	}
	capturing, stepping := w.find(w.own, w.enemy)
	if capturing {
		w.dst = dst
		w.captures(w.own, w.enemy)
		dst = w.dst
	}
	kept := 0
	if stepping {
		kept = w.f.steps()
	}
	switch {
	case kept > 0:
		return dst, kept, kibaho.Open
	case capturing && w.x.rules&mayCapture == 0:
		return dst, 0, kibaho.Pending
	case capturing:
		return dst, 0, kibaho.Shut
	case w.x.rules&blockedDraws != 0:
		return dst, 0, kibaho.Drawn
	}
	return dst, 0, kibaho.Lost // FA15
}

// steps counts the plain steps.
func (f *firsts) steps() (n int) {
	for _, from := range f.step {
		n += bits.OnesCount64(from)
	}
	return n
}

// Moves yields where each move leads.
func (w *tableWalker) Moves(at uint64, yield func(kibaho.Place) bool) {
	w.turnTo(at)
	w.moves(w.own, w.enemy, yield)
}

func (w *tableWalker) moves(own, enemy uint64, yield func(kibaho.Place) bool) {
	capturing, stepping := w.find(own, enemy)
	if stepping {
		for k, by := range &leap {
			for s := w.f.step[k]; s != 0; s &= s - 1 {
				at := s & -s
				if !yield(w.x.place(enemy, own^at|beyond(at, by))) {
					return
				}
			}
		}
	}
	if capturing {
		w.dst = w.dst[:0]
		w.captures(own, enemy)
		for _, to := range w.dst {
			if !yield(to) {
				return
			}
		}
	}
}

// captures appends where the capturing turns lead whose first steps are found.
func (w *tableWalker) captures(own, enemy uint64) {
	laws := &w.x.laws
	for k, by := range &leap {
		for s := w.f.approach[k]; s != 0; s &= s - 1 {
			at := s & -s
			to := beyond(at, by)
			w.chain(to, own^at, enemy&^ray(to, enemy, by), at|^laws.points, laws.leech(0, to, by))
		}
		for s := w.f.withdrawal[k]; s != 0; s &= s - 1 {
			at := s & -s
			to := beyond(at, by)
			w.chain(to, own^at, enemy&^ray(at, enemy, -by), at|^laws.points, laws.leech(0, to, by))
		}
	}
}

// chain appends where a turn leads whose piece has come to at, and those that go
// on from it, as [lister.chain] lists them.
func (w *tableWalker) chain(at, own, enemy, barred, leech uint64) {
	laws := &w.x.laws
	i := bits.TrailingZeros64(at) & 63
	goesOn := false
	if next := near[i] &^ (own | enemy | barred | leech); next != 0 {
		approach, withdrawal := next&halve(enemy, i), next&reflect(enemy, i)
		goesOn = approach|withdrawal != 0
		barred = barred&laws.keep | at
		for ; approach != 0; approach &= approach - 1 {
			to, by := approach&-approach, bits.TrailingZeros64(approach)-i
			w.chain(to, own, enemy&^ray(to, enemy, by), barred, laws.leech(leech, to, by))
		}
		for ; withdrawal != 0; withdrawal &= withdrawal - 1 {
			to, by := withdrawal&-withdrawal, bits.TrailingZeros64(withdrawal)-i
			w.chain(to, own, enemy&^ray(at, enemy, -by), barred, laws.leech(leech, to, by))
		}
	}
	if !goesOn || !laws.goOn {
		w.dst = append(w.dst, w.x.place(enemy, own|at))
	}
}

// Unmoves appends the numbers of the positions from which a plain step leads here.
// Positions that are alike in a mirror are one: from one with n images as many
// steps lead to those of one with m as there are back, m/n times.
func (w *tableWalker) Unmoves(at uint64, dst []uint64) []uint64 {
	w.turnTo(at)
	had := len(dst)
	own, enemy := w.own, w.enemy
	vacant := w.x.board.points.lo &^ (own | enemy)
	for k, by := range &leap {
		// The enemy's piece came from a vacant point behind it, and captured
		// nothing: there is no own piece ahead of it, nor behind that point.
		came := enemy
		if straight>>k&1 == 0 {
			came &= strong
		}
		came &= beyond(vacant, by) &^ (beyond(own, -by) | beyond(own, 2*by))
		for ; came != 0; came &= came - 1 {
			to := came & -came
			was := enemy ^ to | beyond(to, -by)
			n, keeps := w.x.number(was, own)
			dst = append(dst, n)
			if keeps == 0 {
				continue
			}
			for range allMirrors/w.x.alike(was, own) - 1 {
				dst = append(dst, n)
			}
		}
	}
	if w.images < allMirrors {
		dst = thin(dst, had, allMirrors/w.images)
	}
	return dst
}

// alike returns how many positions are alike in a mirror.
func (x *index) alike(own, enemy uint64) int {
	same := 1
	for way := uint8(1); way < allMirrors; way++ {
		if x.mirrors.of(way, own) == own && x.mirrors.of(way, enemy) == enemy {
			same++
		}
	}
	return allMirrors / same
}

// thin keeps of each number from a place in the list on one of n.
func thin(list []uint64, from, n int) []uint64 {
	slices.Sort(list[from:])
	kept := list[:from]
	for i := from; i < len(list); i += n {
		kept = append(kept, list[i])
	}
	return kept
}
