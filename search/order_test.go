package search

import (
	"cmp"
	"slices"
	"testing"

	"kibaho"
)

// Halving four numbers at a time halves each of them.
func TestFade(t *testing.T) {
	l := new(learned)
	want := map[int]int16{}
	for s := range l.history {
		for i := range l.history[s] {
			v := int16(i*17 - 32_768 + s)
			l.history[s][i], want[s<<keyBits|i] = v, v>>1
		}
	}
	l.fade()
	for s := range l.history {
		for i, got := range l.history[s] {
			if got != want[s<<keyBits|i] {
				t.Fatalf("side %d, key %d: %d, want %d", s, i, got, want[s<<keyBits|i])
			}
		}
	}
}

// Moves are searched by value, the best first, of equal ones the one listed first, few
// moves or many, with one in its place already or not.
func TestRanked(t *testing.T) {
	r := kibaho.NewRand(7)
	w := new(worker[nim, uint8, *nim])
	for n := range 70 {
		f := &frame[nim, uint8]{order: make([]int64, n)}
		want := make([]int, n)
		worth := make([]int64, n)
		for i := range n {
			worth[i] = int64(r.N(9)) - 4
			f.values = append(f.values, worth[i]<<16|int64(0xffff-i))
			want[i] = i
		}
		slices.SortStableFunc(want, func(a, b int) int { return cmp.Compare(worth[b], worth[a]) })
		if n > 0 && n%2 == 0 { // the table knows a move
			known := r.N(n)
			i := slices.Index(want, known)
			want = append([]int{known}, slices.Delete(want, i, i+1)...)
			f.order[0], f.values[known], f.ready = first<<16|int64(0xffff-known), placed, 1
		}
		var got []int
		for i := range n {
			got = append(got, w.ranked(f, i))
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%d moves: %v, want %v", n, got, want)
		}
	}
}
