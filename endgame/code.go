package endgame

import (
	"sync/atomic"
	"unsafe"

	"kibaho"
	"kibaho/pages"
)

// Code is the value of a position for the side to move with its distance. The
// number of plies to a win is odd and to a loss even, so that one number tells
// both: 0 is a draw, otherwise the code is 1 more than the plies to the end.
type Code uint8

// MaxPlies is the greatest distance that a code can hold. A build that meets a
// greater one fails.
const MaxPlies = kibaho.MostCode - 1

// Codes of a table that is being built, and of a finished one (hole).
const (
	undecided Code = 0
	holds     Code = 253 // it has moves that keep the material, and it will not be lost
	drawn     Code = 254 // decided
	hole      Code = kibaho.HoleCode
)

// Draw is the code of a draw, Over that of a position in which the side to move
// has lost.
const (
	Draw Code = 0
	Over Code = 1
)

// Plies returns the number of plies to the end of a game that is won or lost.
func (c Code) Plies() int { return int(c) - 1 }

// Value returns the value for the side to move.
func (c Code) Value() Value { return valueOf[c] }

// win and loss tell codes of decided positions.
func (c Code) win() bool  { return c <= MaxPlies+1 && c&1 == 0 && c != 0 }
func (c Code) loss() bool { return c <= MaxPlies+1 && c&1 == 1 }

// Value is the value of a position for the side to move.
type Value int8

// The values. Unknown is that of a hole.
const (
	Loss Value = iota - 1
	Drawn
	Win
	Unknown
)

// String returns "win", "draw" or "loss".
func (v Value) String() string { return [...]string{"loss", "draw", "win", "unknown"}[v+1] }

// valueOf is the value of each code.
var valueOf = func() (v [256]Value) {
	for c := range v {
		switch code := Code(c); {
		case code.win():
			v[c] = Win
		case code.loss():
			v[c] = Loss
		case code == hole:
			v[c] = Unknown
		}
	}
	return v
}()

// ended returns the code of a place in which the game is over.
func ended(s kibaho.Slice) (c Code, ok bool) {
	switch s {
	case kibaho.EndLost:
		return 1, true
	case kibaho.EndDrawn:
		return Draw, true
	}
	return 0, false
}

// cells holds a code for each position of a slice. While a table is built several
// goroutines read and write them at the same time, by whole words, so that each
// access is atomic: a reader sees a code that was written. What the builder reads
// in a layer does not depend on the order of writes within the layer.
type cells struct {
	words []uint32
	bytes []byte // the same memory
}

func newCells(n uint64) *cells {
	words := make([]uint32, (n+3)/4)
	pages.Large(words)
	return &cells{words: words, bytes: unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), n)}
}

// part returns n cells from one on whose number is a multiple of 4.
func (c *cells) part(from, n uint64) *cells {
	return &cells{words: c.words[from/4 : (from+n+3)/4], bytes: c.bytes[from : from+n : from+n]}
}

func (c *cells) size() uint64 { return uint64(len(c.bytes)) }

// flip turns the order of the bytes in a word into that of the machine.
var flip = func() uint64 {
	w := uint32(1)
	if *(*byte)(unsafe.Pointer(&w)) == 1 {
		return 0
	}
	return 3
}()

func (c *cells) at(i uint64) Code {
	return Code(atomic.LoadUint32(&c.words[i>>2]) >> (8 * ((i ^ flip) & 3)))
}

// swap replaces one code by another and reports that it was there.
func (c *cells) swap(i uint64, from, to Code) bool {
	w, shift := &c.words[i>>2], 8*((i^flip)&3)
	for {
		old := atomic.LoadUint32(w)
		if Code(old>>shift) != from {
			return false
		}
		if atomic.CompareAndSwapUint32(w, old, old&^(0xff<<shift)|uint32(to)<<shift) {
			return true
		}
	}
}

// minus takes one from a count that is more than 0, and returns what is left.
func (c *cells) minus(i uint64) Code {
	shift := 8 * ((i ^ flip) & 3)
	return Code(atomic.AddUint32(&c.words[i>>2], -(uint32(1)<<shift)) >> shift)
}

// set stores a code where no other goroutine works on the same word.
func (c *cells) set(i uint64, to Code) { c.bytes[i] = byte(to) }

// bytesFor is the memory of the cells of so many positions.
func bytesFor(n uint64) uint64 { return (n + 3) &^ 3 }

// tally counts codes.
type tally [256]uint64

func (t *tally) longest(parity int) int {
	for plies := MaxPlies; plies >= 0; plies-- {
		if plies&1 == parity && t[plies+1] > 0 {
			return plies
		}
	}
	return -1
}
