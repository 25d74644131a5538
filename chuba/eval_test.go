package chuba

import (
	"strings"
	"testing"
)

func TestEval(t *testing.T) {
	w := tuned
	for _, test := range []struct {
		position string
		want     int // but for the turn
	}{
		{"0,0,0/1,0,0/0,0,1/0,0,0 S", 0},
		// South 3 men, 2 in the fullest pair, both in the inner row; North 4 men, 3 in the
		// pair A, one in the inner row. Each has one pit to start from and one inner pit
		// filled, which face each other.
		{"3,0,0/0,1,0/0,2,0/0,0,1 S", -w.man - w.share*10/9 - w.fullest + w.inner},
		// South 4 men and 4 in the pair b, which is 1 and 3, to start from; North 2 and 2,
		// the first pair open.
		{"1,1,0/1,1,0/0,1,0/0,3,0 S", 2*w.fullest + w.starts - w.inner - w.filled - w.open - 2*w.openMen},
	} {
		for _, variant := range []string{"chuba", "tschuba"} {
			p := position(t, settings(t, variant), test.position)
			if got, want := Game.Eval(&p), test.want+w.move; got != want {
				t.Errorf("%s: %d, want %d", test.position, got, want)
			}
			p = position(t, settings(t, variant), strings.Replace(test.position, " S", " N", 1))
			if got, want := Game.Eval(&p), -test.want+w.move; got != want {
				t.Errorf("%s with North to move: %d, want %d", test.position, got, want)
			}
		}
	}
}
