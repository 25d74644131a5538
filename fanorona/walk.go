package fanorona

import (
	"math/bits"
	"slices"
	"sync"

	"kibaho"
)

// tableWalker walks through the positions of a slice. Numbers come in blocks: one for
// each class of the few, in which the sets of the many among the points that the few
// leave, packed, follow one another by rank.
type tableWalker struct {
	x      *index
	slice  kibaho.Slice
	few, n int    // pieces of the side with fewer, and of the other
	sets   uint64 // of the many: the numbers of a block
	list   []uint64
	tops   [mostTabled]int // by number, the greatest members of the last set of more than mostListed

	base       uint64     // the first number of the block, if known
	set        classedSet // the few
	at         uint64     // the number that all this belongs to
	rest, many uint64     // the many, among what the few leave and packed
	own, enemy uint64     // what see sets
	known      bool
	hole       bool
	same       int // how many reflections, none included, show the same position

	came  [64]uint64 // see comeFrom
	backs []fewBack
	plain int // how many of them lead to few that no reflection keeps: the first ones
	// came, and backs, are those of the block
	cameReady, backsReady bool

	numbers []uint64
	dst     []kibaho.Place
	f       firsts
	p       Position
}

func newTableWalker(x *index, s kibaho.Slice) *tableWalker {
	own, enemy := countsOf(s)
	few, many := min(own, enemy), max(own, enemy)
	return &tableWalker{
		x: x, slice: s, few: few, n: many, sets: sets[x.points()-few][many],
		list: lists[min(many, mostListed)](), p: Position{rules: x.rules},
	}
}

// mostListed is the greatest size of the sets that are listed: of greater ones there
// are more than stay in the cache.
const mostListed = 3

// lists are the sets of 1 to mostListed points by rank, made when first used.
var lists = func() (all [mostListed + 1]func() []uint64) {
	for k := range all {
		all[k] = sync.OnceValue(func() []uint64 {
			list := make([]uint64, sets[len(sets)-1][k])
			set := uint64(1)<<k - 1
			for i := range list {
				list[i] = set
				// The next greater number with as many bits.
				low := set & -set
				up := set + low
				set = up | (set^up)>>2>>bits.TrailingZeros64(low)
			}
			return list
		})
	}
	return all
}()

// turnTo sets the position of a number, and returns false for a hole.
func (w *tableWalker) turnTo(at uint64) bool {
	if w.known && at == w.at {
		return !w.hole
	}
	r := at - w.base
	if r >= w.sets || !w.known {
		class := at / w.sets
		w.base, w.set = class*w.sets, w.x.sets[w.few][class]
		w.cameReady, w.backsReady = false, false
		r = at - w.base
	}
	w.at, w.known = at, true
	w.rest = 0
	for k := w.n; k > mostListed; k-- {
		// Numbers come in ascending order, so that it is the same as before, or near.
		top, at := w.tops[k], &adds[k]
		for uint64(at[top&63]) > r {
			top--
		}
		for uint64(at[(top+1)&63]) <= r {
			top++
		}
		r -= uint64(at[top&63])
		w.rest |= 1 << (top & 63)
		w.tops[k] = top
	}
	w.rest |= w.list[r]
	w.many = w.set.gaps.among(w.rest)
	w.hole, w.same = false, 1
	if w.set.keeps != 0 {
		var least uint64
		least, w.same = w.x.least(w.many, w.set.keeps)
		w.hole = least != w.many
	}
	return !w.hole
}

// see sets the pieces.
func (w *tableWalker) see() {
	w.own, w.enemy = w.x.spread(w.set.points), w.x.spread(w.many)
	if own, enemy := countsOf(w.slice); own > enemy {
		w.own, w.enemy = w.enemy, w.own
	}
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
	w.see()
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
	w.see()
	w.moves(w.own, w.enemy, yield)
}

func (w *tableWalker) moves(own, enemy uint64, yield func(kibaho.Place) bool) {
	capturing, stepping := w.find(own, enemy)
	if stepping && !w.steps(yield) {
		return
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

// steps yields where the plain steps lead. If the sides have as many pieces they are
// played one by one, else they are those of the side that has the move taken back: a board
// has one number whoever is to move.
func (w *tableWalker) steps(yield func(kibaho.Place) bool) bool {
	own, enemy := countsOf(w.slice)
	to := kibaho.Place{Slice: w.x.Twin(w.slice)}
	w.numbers = w.numbers[:0]
	switch {
	case own > enemy && w.set.keeps == 0:
		w.numbers = w.manyBack(w.numbers)
	case own > enemy:
		w.numbers = w.manyBackAlike(w.numbers, true)
	case own < enemy:
		w.numbers = w.fewBack(w.numbers, true)
	default:
		for k, by := range &leap {
			for s := w.f.step[k]; s != 0; s &= s - 1 {
				at := s & -s
				n, _ := w.x.number(w.enemy, w.own^at|beyond(at, by))
				w.numbers = append(w.numbers, n)
			}
		}
	}
	for _, n := range w.numbers {
		if to.At = n; !yield(to) {
			return false
		}
	}
	return true
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
	own, enemy := countsOf(w.slice)
	switch {
	case own < enemy && w.set.keeps == 0:
		dst = w.manyBack(dst)
	case own < enemy:
		dst = w.manyBackAlike(dst, false)
	case own > enemy:
		dst = w.fewBack(dst, false)
	default:
		dst = w.eitherBack(dst)
	}
	if w.same > 1 {
		dst = thin(dst, had, w.same)
	}
	return dst
}

// A piece of the enemy that made a plain step to a point came from a vacant point behind
// it, and captured nothing: there is no own piece ahead of it, nor behind that point. The
// same holds of a step back, so that what can be taken back can be played.

// comeFrom sets the points that a piece of the many can have come from, by the point that
// it came to, as far as the few decide that: both among those that the few leave.
func (w *tableWalker) comeFrom() {
	few := w.x.spread(w.set.points)
	vacant := w.x.board.points.lo &^ few
	var number [64]uint8
	for i := range w.x.points() - w.few {
		number[bits.TrailingZeros64(w.x.spread(w.set.gaps.among(1<<i)))] = uint8(i)
	}
	for s := vacant; s != 0; s &= s - 1 {
		to := s & -s
		came := uint64(0)
		for k, by := range &leap {
			from := beyond(to, -by) & vacant
			if from == 0 || straight>>k&1 == 0 && to&strong == 0 || (beyond(to, by)|beyond(from, -by))&few != 0 {
				continue
			}
			came |= 1 << (number[bits.TrailingZeros64(from)] & 63)
		}
		w.came[number[bits.TrailingZeros64(to)]&63] = came
	}
	w.cameReady = true
}

// manyBack takes back the moves of the many.
func (w *tableWalker) manyBack(dst []uint64) []uint64 {
	if !w.cameReady {
		w.comeFrom()
	}
	for s := w.rest; s != 0; s &= s - 1 {
		came := w.came[bits.TrailingZeros64(s)&63] &^ w.rest
		if came == 0 {
			continue
		}
		// What the others add to the rank, by how many of them are below that one.
		others := w.rest ^ s&-s
		var by [8]uint32
		for t, k := others, 1; t != 0; t, k = t&(t-1), k+1 {
			n := bits.TrailingZeros64(t) & 63
			below, above := adds[k&7][n], adds[(k+1)&7][n]
			by[0] += above
			by[k&7] = below - above
		}
		for k := range 6 {
			by[k+1] += by[k]
		}
		for ; came != 0; came &= came - 1 {
			k := bits.OnesCount64(others & (came&-came - 1))
			dst = append(dst, w.base+uint64(by[k&7]+adds[(k+1)&7][bits.TrailingZeros64(came)&63]))
		}
	}
	return dst
}

// manyBackAlike does so where a reflection leaves the few as they are. Once tells each
// number as often as there are moves from here to it, else as [tableWalker.Unmoves] asks.
func (w *tableWalker) manyBackAlike(dst []uint64, once bool) []uint64 {
	if !w.cameReady {
		w.comeFrom()
	}
	for s := w.rest; s != 0; s &= s - 1 {
		others := w.rest ^ s&-s
		for came := w.came[bits.TrailingZeros64(s)&63] &^ w.rest; came != 0; came &= came - 1 {
			least, same := w.x.least(w.set.gaps.among(others|came&-came), w.set.keeps)
			n := w.base + rank(w.set.gaps.squeeze(least))
			if once {
				same = 1
			}
			for range same {
				dst = append(dst, n)
			}
		}
	}
	return dst
}

// fewBack is a move of the few taken back.
type fewBack struct {
	barred uint64 // where none of the many may stand, packed
	base   uint64 // the first number of the block of the few that were
	gaps   gaps   // of the few that stand for these
	way    uint8  // the reflection that shows them
	keeps  uint8  // the reflections that leave them as they are
}

// cameFrom sets the moves of the few taken back, as far as the many do not bar them.
func (w *tableWalker) cameFrom() {
	few := w.x.spread(w.set.points)
	vacant := w.x.board.points.lo &^ few
	w.backs, w.plain = w.backs[:0], 0
	for k, by := range &leap {
		to := few & beyond(vacant, by)
		if straight>>k&1 == 0 {
			to &= strong
		}
		for ; to != 0; to &= to - 1 {
			to := to & -to
			from := beyond(to, -by)
			c := w.x.classOf(few^to|from, w.few)
			w.backs = append(w.backs, fewBack{
				barred: w.x.pack(from | beyond(to, by) | beyond(from, -by)),
				base:   uint64(c.number) * w.sets,
				gaps:   w.x.sets[w.few][c.number].gaps,
				way:    c.way,
				keeps:  c.keeps,
			})
			if c.keeps == 0 {
				last := len(w.backs) - 1
				w.backs[w.plain], w.backs[last] = w.backs[last], w.backs[w.plain]
				w.plain++
			}
		}
	}
	w.backsReady = true
}

// fewBack takes back the moves of the few.
func (w *tableWalker) fewBack(dst []uint64, once bool) []uint64 {
	if !w.backsReady {
		w.cameFrom()
	}
	both := w.x.reverse(w.many)
	images := [allMirrors]uint64{w.many, w.x.turn(w.many), w.x.turn(both), both}
	// Which moves are not barred is found without branches, which nothing could guess.
	var can [32]uint8 // three pieces have 24 moves at most
	n := uint64(0)
	for i := range w.backs[:w.plain] {
		can[n&31] = uint8(i)
		barred := w.backs[i].barred & w.many
		n += 1 ^ (barred|-barred)>>63
	}
	var sets [len(can)]uint64
	from := len(dst)
	for j, i := range can[:n] {
		b := &w.backs[i]
		dst = append(dst, b.base)
		sets[j&31] = b.gaps.squeeze(images[b.way%allMirrors])
	}
	ranks(dst[from:], sets[:], w.n)
	for i := range w.backs[w.plain:] {
		b := &w.backs[w.plain+i]
		if b.barred&w.many != 0 {
			continue
		}
		least, same := w.x.least(images[b.way%allMirrors], b.keeps)
		number := b.base + rank(b.gaps.squeeze(least))
		if once {
			same = 1
		}
		for range same {
			dst = append(dst, number)
		}
	}
	return dst
}

// eitherBack takes back the moves of the enemy if both sides have as many: those who
// moved were the few.
func (w *tableWalker) eitherBack(dst []uint64) []uint64 {
	w.see()
	own, enemy := w.own, w.enemy
	vacant := w.x.board.points.lo &^ (own | enemy)
	for k, by := range &leap {
		came := enemy
		if straight>>k&1 == 0 {
			came &= strong
		}
		came &= beyond(vacant, by) &^ (beyond(own, -by) | beyond(own, 2*by))
		for ; came != 0; came &= came - 1 {
			to := came & -came
			n, same := w.x.number(enemy^to|beyond(to, -by), own)
			for range same {
				dst = append(dst, n)
			}
		}
	}
	return dst
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
