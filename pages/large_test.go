package pages_test

import (
	"testing"
	"unsafe"

	"kibaho/pages"
)

// What a slice holds is its own, whatever its size and however it is cut.
func TestLarge(t *testing.T) {
	for _, n := range []int{0, 1, 1 << 20, 3<<20 + 5} {
		all := make([]uint32, n+3)
		s := all[min(1, n):]
		pages.Large(s)
		for i := range s {
			s[i] = uint32(i)
		}
		for i := range s {
			if s[i] != uint32(i) {
				t.Fatalf("%d words: word %d is %d", n, i, s[i])
			}
		}
	}
	pages.Large([]struct{}{})
	pages.Large[uint64](nil)
}

// A table has the length that was asked for, holds zeros, and begins where a large page
// can if it is worth one.
func TestMake(t *testing.T) {
	for _, n := range []int{0, 1, 1000, 1 << 17, 1<<17 + 1, 442_738, 3 << 18} {
		s := pages.Make[int64](n)
		if len(s) != n || cap(s) != n {
			t.Fatalf("%d and %d words, want %d", len(s), cap(s), n)
		}
		for i, v := range s {
			if v != 0 {
				t.Fatalf("%d words: word %d is %d", n, i, v)
			}
			s[i] = int64(i)
		}
		if n >= 1<<17 && uintptr(unsafe.Pointer(&s[0]))%(2<<20) != 0 {
			t.Errorf("%d words begin at %p", n, &s[0])
		}
	}
	if s := pages.Make[[3]byte](1 << 20); len(s) != 1<<20 {
		t.Errorf("%d triples", len(s))
	}
}
