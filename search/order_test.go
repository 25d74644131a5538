package search

import "testing"

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
