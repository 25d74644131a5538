package pages_test

import (
	"testing"

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
