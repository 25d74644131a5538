package mancala

import (
	"math/bits"
	"sync"
)

// MaxPits is the greatest number of pits of one side.
const MaxPits = 2 * MaxColumns

// MaxCount is the greatest number of seeds that a pit of a [Lane] can hold.
const MaxCount = 255

// Lane is the pits of one side, one byte each: pit i is byte i%8 of word i/8,
// the lowest byte being byte 0. Bytes beyond the last pit are zero. A side of n
// pits needs [Words] (n) words; the others stay zero.
//
// The point of it: a whole handful is sown by one addition of a word a side (see
// [Sower]). Loops that must be fast keep the words they need in variables of
// their own and use [Sower] and the functions on words below.
type Lane [4]uint64

// Words returns how many words of a Lane a side of so many pits needs.
func Words(pits int) int { return (pits + 7) / 8 }

// At returns the count of a pit.
func (l *Lane) At(pit int) int { return int(l[pit>>3&3] >> (pit & 7 * 8) & 0xff) }

// Set gives a pit the count n, 0 to [MaxCount].
func (l *Lane) Set(pit, n int) {
	w := &l[pit>>3&3]
	*w = *w&^(0xff<<(pit&7*8)) | uint64(n)<<(pit&7*8)
}

// Lift empties a pit and returns what it held.
func (l *Lane) Lift(pit int) int {
	n := l.At(pit)
	l[pit>>3&3] -= uint64(n) << (pit & 7 * 8)
	return n
}

// Sow adds the change that a [Sower] gives. No pit of the result may exceed
// [MaxCount].
func (l *Lane) Sow(d *Lane) {
	l[0] += d[0]
	l[1] += d[1]
	l[2] += d[2]
	l[3] += d[3]
}

// Sum returns the number of seeds on the lane.
func (l *Lane) Sum() int { return Sum(l[0]) + Sum(l[1]) + Sum(l[2]) + Sum(l[3]) }

// Some returns the set of pits that hold one seed or more: bit i for pit i.
func (l *Lane) Some() uint32 {
	return Pack(Some(l[0])) | Pack(Some(l[1]))<<8 | Pack(Some(l[2]))<<16 | Pack(Some(l[3]))<<24
}

// Many returns the set of pits that hold two seeds or more: bit i for pit i.
func (l *Lane) Many() uint32 {
	return Pack(Many(l[0])) | Pack(Many(l[1]))<<8 | Pack(Many(l[2]))<<16 | Pack(Many(l[3]))<<24
}

// Rows returns the rows of a side of n columns: byte k of inner is the inner pit k,
// and byte k of outer the outer pit behind it.
func (l *Lane) Rows(n int) (inner, outer Pair) {
	if n == 8 {
		return Pair{Lo: l[0]}, Pair{Lo: bits.ReverseBytes64(l[1])}
	}
	// Turned round, pit i is byte 31-i; the pit behind 0 is 2n-1.
	var turned [6]uint64
	for i, w := range l {
		turned[3-i] = bits.ReverseBytes64(w)
	}
	skip := 32 - 2*n
	from, shift := skip>>3&3, uint(skip&7)*8
	low, high := columnMask(n)
	inner = Pair{l[0] & low, l[1] & high}
	outer = Pair{turned[from]>>shift | turned[from+1]<<(64-shift), turned[from+1]>>shift | turned[from+2]<<(64-shift)}
	outer.Lo &= low
	outer.Hi &= high
	return inner, outer
}

// columnMask returns the bytes of n columns.
func columnMask(n int) (low, high uint64) {
	if n <= 8 {
		return ^uint64(0) >> (64 - 8*uint(n)), 0
	}
	return ^uint64(0), ^uint64(0) >> (128 - 8*uint(n))
}

// Opposite turns an inner row of n columns round: byte k is what faces the inner
// pit k of the other side.
func (w Pair) Opposite(n int) Pair {
	lo, hi := bits.ReverseBytes64(w.Hi), bits.ReverseBytes64(w.Lo)
	if n <= 8 {
		return Pair{Lo: hi >> (64 - 8*uint(n))}
	}
	shift := 128 - 8*uint(n)
	return Pair{lo>>shift | hi<<(64-shift), hi >> shift}
}

// Most returns the greatest of the bytes.
func (w Pair) Most() int {
	most := 0
	if (w.Lo|w.Hi)&tops == 0 {
		x := greater(w.Lo, w.Hi)
		x = greater(x, x>>32)
		x = greater(x, x>>16)
		return int(greater(x, x>>8) & 0xff)
	}
	for i := range 16 {
		most = max(most, w.At(i))
	}
	return most
}

// greater returns the greater of each two bytes, all below 128.
func greater(a, b uint64) uint64 {
	m := Whole(((a | tops) - b) & tops)
	return a&m | b&^m
}

// Whole turns top bits, as [Some] and [Many] give them, into whole bytes.
func Whole(top uint64) uint64 { return top >> 7 * 0xff }

const (
	tops = 0x8080808080808080
	rest = ^uint64(tops)
	ones = 0x0101010101010101
)

// Some returns the top bit of each byte of w that is 1 or more.
func Some(w uint64) uint64 { return (w&rest + 0x7f*ones | w) & tops }

// Many returns the top bit of each byte of w that is 2 or more.
func Many(w uint64) uint64 { return (w&rest + 0x7e*ones | w) & tops }

// More1 and More2 are what [AtLeast] asks for.
const (
	More1 = 0x7f * ones
	More2 = 0x7e * ones
)

// AtLeast is [Some] for more = [More1] and [Many] for more = [More2], for callers that
// learn only when they run which of the two they want.
func AtLeast(w, more uint64) uint64 { return (w&rest + more | w) & tops }

// Sum returns the sum of the bytes of w.
func Sum(w uint64) int {
	const even = 0x00ff00ff00ff00ff
	return int((w&even + w>>8&even) * 0x0001000100010001 >> 48)
}

// Pack turns top bits, as [Some] and [Many] give them, into a set of eight bits:
// bit i for byte i.
func Pack(top uint64) uint32 { return uint32(top >> 7 * 0x0102040810204080 >> 56) }

// First returns the byte, 0 to 7, of the lowest top bit set. There must be one.
func First(top uint64) int { return bits.TrailingZeros64(top) >> 3 }

// UpTo counts, in each byte, how many of the bytes up to it have the top bit set, as
// [Some] and [Many] set it: the highest byte has the size of the set.
func UpTo(top uint64) uint64 { return top >> 7 * ones }

// Select returns the k-th pit, counted from 0, of a set of pits 0 to 7 and one of pits
// 8 to 15 with these counts of [UpTo], without a branch that could be guessed wrong.
// There must be more than k.
func Select(lo, hi, k uint64) int {
	k -= lo >> 56
	low := uint64(int64(k) >> 63) // all ones if the pit is in the set lo
	upTo := hi ^ (lo^hi)&low
	k += lo >> 56 & low
	return int(8&^low) + First(((upTo|tops)-(k+1)*ones)&tops)
}

// Sower holds what every sowing changes on a side of a given number of pits. A
// lane changes by adding the words of a [Lane] of differences: no byte of the sum
// runs over or under, so the carries and borrows between the bytes cancel. It
// is made once and never changes; any number of goroutines may read it.
type Sower struct {
	pits                             int
	relay, drop, relayBack, dropBack []Lane
	last, lastBack                   []uint8
	touched                          []uint32
}

var sowers [MaxPits + 1]func() *Sower

func init() {
	for pits := range sowers {
		sowers[pits] = sync.OnceValue(func() *Sower { return newSower(pits) })
	}
}

// Sowing returns the sower of a side of so many pits, 2 to [MaxPits].
func Sowing(pits int) *Sower { return sowers[pits]() }

func newSower(pits int) *Sower {
	size := pits * (MaxCount + 1)
	s := &Sower{
		pits:  pits,
		relay: make([]Lane, size), drop: make([]Lane, size),
		relayBack: make([]Lane, size), dropBack: make([]Lane, size),
		last: make([]uint8, size), lastBack: make([]uint8, size),
		touched: make([]uint32, size),
	}
	for pit := range pits {
		var on, back Lane
		var touched uint32
		to, toBack := pit, pit
		for n := range MaxCount + 1 {
			if n > 0 {
				to, toBack = (to+1)%pits, (toBack+pits-1)%pits
				on[to>>3] += 1 << (to & 7 * 8)
				back[toBack>>3] += 1 << (toBack & 7 * 8)
				touched |= 1 << to
			}
			at := pit<<8 | n
			s.drop[at], s.dropBack[at] = on, back
			s.relay[at], s.relayBack[at] = on, back
			s.relay[at][pit>>3] -= uint64(n) << (pit & 7 * 8)
			s.relayBack[at][pit>>3] -= uint64(n) << (pit & 7 * 8)
			s.last[at], s.lastBack[at] = uint8(to), uint8(toBack)
			s.touched[at] = touched
		}
	}
	return s
}

// Pits returns the number of pits of the side.
func (s *Sower) Pits() int { return s.pits }

// Relay is the change when the n seeds of a pit are lifted and sown on. The pit
// must hold at least n.
func (s *Sower) Relay(pit, n int) *Lane { return &s.relay[pit<<8|n] }

// Drop is the change when n seeds in the hand are sown, the first one into the
// pit after the given one.
func (s *Sower) Drop(pit, n int) *Lane { return &s.drop[pit<<8|n] }

// RelayBack is [Sower.Relay] the other way round.
func (s *Sower) RelayBack(pit, n int) *Lane { return &s.relayBack[pit<<8|n] }

// DropBack is [Sower.Drop] the other way round: the first seed falls into the
// pit before the given one.
func (s *Sower) DropBack(pit, n int) *Lane { return &s.dropBack[pit<<8|n] }

// Last returns the pit that the n-th seed after the given pit falls into.
func (s *Sower) Last(pit, n int) int { return int(s.last[pit<<8|n]) }

// LastBack returns the pit that the n-th seed before the given pit falls into.
func (s *Sower) LastBack(pit, n int) int { return int(s.lastBack[pit<<8|n]) }

// Touched returns the set of pits that n seeds sown after the given pit fall into.
func (s *Sower) Touched(pit, n int) uint32 { return s.touched[pit<<8|n] }

// Pair is the two words of a side of 16 pits.
type Pair struct{ Lo, Hi uint64 }

// Pairs are the tables of a [Sower] for 16 pits, two words a change and indexed by
// n<<4 | pit without a check of bounds: for loops that must be fastest. The small
// handfuls of all pits lie together, so that they stay in the nearest memory.
type Pairs struct {
	Relay, Drop, RelayBack, DropBack [16 << 8]Pair
}

// SowingPairs returns the tables for 16 pits.
var SowingPairs = sync.OnceValue(func() *Pairs {
	s, t := Sowing(16), new(Pairs)
	for at := range t.Relay {
		pit, n := at&15, at>>4
		pair := func(l *Lane) Pair { return Pair{l[0], l[1]} }
		t.Relay[at], t.Drop[at] = pair(s.Relay(pit, n)), pair(s.Drop(pit, n))
		t.RelayBack[at], t.DropBack[at] = pair(s.RelayBack(pit, n)), pair(s.DropBack(pit, n))
	}
	return t
})

// At returns the count of a pit, 0 to 15, of the two words.
func (w Pair) At(pit int) int {
	v := w.Lo ^ (w.Lo^w.Hi)&uint64(int64(pit)<<60>>63) // no branch: it could not be predicted
	return int(v >> (pit * 8 & 63) & 0xff)
}

// Run is what [Sower.Run] tells of a relay sowing.
type Run struct {
	Last    int    // the pit that the last seed fell into
	Laps    int    // handfuls sown
	Touched uint32 // the set of pits that a seed fell into
	Ended   bool   // the last seed fell into an empty pit
}

// Run sows the seeds of a pit and goes on with those of the pit it ends in, until
// the last seed falls into an empty pit or most laps are sown. The pit must hold
// a seed.
func (s *Sower) Run(l *Lane, pit, most int) Run {
	switch {
	case s.pits <= 16:
		return s.run2(l, pit, most)
	case s.pits <= 24:
		return s.run3(l, pit, most)
	}
	r := Run{Last: pit}
	for n := l.At(pit); r.Laps < most; {
		at := r.Last<<8 | n
		l.Sow(&s.relay[at])
		r.Touched |= s.touched[at]
		r.Last = int(s.last[at])
		r.Laps++
		if n = l.At(r.Last); n == 1 {
			r.Ended = true
			break
		}
	}
	return r
}

// run2 is Run for a side of two words, which stay in registers.
func (s *Sower) run2(l *Lane, pit, most int) Run {
	w0, w1, n := l[0], l[1], l.At(pit)
	r := Run{Last: pit}
	for r.Laps < most {
		at := pit<<8 | n
		d := &s.relay[at]
		w0 += d[0]
		w1 += d[1]
		r.Touched |= s.touched[at]
		pit = int(s.last[at])
		r.Laps++
		w := w0
		if pit >= 8 {
			w = w1
		}
		if n = int(w >> (pit & 7 * 8) & 0xff); n == 1 {
			r.Ended = true
			break
		}
	}
	l[0], l[1], r.Last = w0, w1, pit
	return r
}

// run3 is Run for a side of three words, which stay in registers.
func (s *Sower) run3(l *Lane, pit, most int) Run {
	w0, w1, w2, n := l[0], l[1], l[2], l.At(pit)
	r := Run{Last: pit}
	for r.Laps < most {
		at := pit<<8 | n
		d := &s.relay[at]
		w0 += d[0]
		w1 += d[1]
		w2 += d[2]
		r.Touched |= s.touched[at]
		pit = int(s.last[at])
		r.Laps++
		w := w0
		if pit >= 8 {
			w = w1
		}
		if pit >= 16 {
			w = w2
		}
		if n = int(w >> (pit & 7 * 8) & 0xff); n == 1 {
			r.Ended = true
			break
		}
	}
	l[0], l[1], l[2], r.Last = w0, w1, w2, pit
	return r
}

// Lanes returns the rows as lanes. No count may exceed [MaxCount].
func (rows *Rows) Lanes() (first, second Lane) {
	for pit := range MaxPits {
		first.Set(pit, rows[0][pit])
		second.Set(pit, rows[1][pit])
	}
	return first, second
}

// RowsOf is the inverse of [Rows.Lanes].
func RowsOf(first, second *Lane) Rows {
	var rows Rows
	for pit := range MaxPits {
		rows[0][pit], rows[1][pit] = first.At(pit), second.At(pit)
	}
	return rows
}
