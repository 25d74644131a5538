package search

import (
	"math/bits"
	"reflect"
	"unsafe"
)

// keyBits is the size of the tables that learn by move.
const keyBits = 12

// keyer makes a small number of a move of any type, the same in every run, so
// that tables can be indexed by moves. It reads the memory of the move, leaving
// out what == leaves out: padding and blank fields. maphash.Comparable would do
// but for its random seed, which would make searches differ from run to run.
type keyer struct{ words []word }

// word is a piece of memory: 1, 2, 4 or 8 bytes at an offset.
type word struct{ at, size uintptr }

// newKeyer looks at the layout of M. Moves with strings, pointers, interfaces or
// floats all have the key 0: then the tables are of no use and do no harm.
func newKeyer[M comparable]() keyer {
	used := make([]bool, unsafe.Sizeof(*new(M)))
	if !mark(reflect.TypeFor[M](), used) {
		return keyer{}
	}
	var k keyer
	for at := uintptr(0); at < uintptr(len(used)); {
		size := uintptr(8)
		for size > 0 && !whole(used, at, size) {
			size /= 2
		}
		if size == 0 {
			at++
			continue
		}
		k.words = append(k.words, word{at, size})
		at += size
	}
	return k
}

// whole reports that an aligned word at the offset holds nothing but move.
func whole(used []bool, at, size uintptr) bool {
	if at%size != 0 || at+size > uintptr(len(used)) {
		return false
	}
	for _, u := range used[at : at+size] {
		if !u {
			return false
		}
	}
	return true
}

// mark marks the bytes of a value that count for ==. It returns false for types
// whose bytes do not tell.
func mark(t reflect.Type, used []bool) bool {
	switch t.Kind() {
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			if f.Name != "_" && !mark(f.Type, used[f.Offset:f.Offset+f.Type.Size()]) {
				return false
			}
		}
	case reflect.Array:
		for i := range t.Len() {
			from := uintptr(i) * t.Elem().Size()
			if !mark(t.Elem(), used[from:from+t.Elem().Size()]) {
				return false
			}
		}
	case reflect.Bool, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		for i := range used {
			used[i] = true
		}
	default:
		return false
	}
	return true
}

// key returns the number of the move at m, below 1 << keyBits.
func (k keyer) key(m unsafe.Pointer) uint32 {
	const spread = 0x9e3779b97f4a7c15
	h := uint64(0)
	for _, w := range k.words {
		p := unsafe.Add(m, w.at)
		var x uint64
		switch w.size {
		case 8:
			x = *(*uint64)(p)
		case 4:
			x = uint64(*(*uint32)(p))
		case 2:
			x = uint64(*(*uint16)(p))
		default:
			x = uint64(*(*uint8)(p))
		}
		h = (bits.RotateLeft64(h, 23) ^ x) * spread
	}
	return uint32(h >> (64 - keyBits))
}
