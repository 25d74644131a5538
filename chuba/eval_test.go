package chuba

import (
	"strings"
	"testing"
)

func TestEval(t *testing.T) {
	for _, test := range []struct {
		position string
		want     int
	}{
		{"0,0,0/1,0,0/0,0,1/0,0,0 S", 0},
		// South 3 men, 2 in the fullest pair; North 4 men, 3 in the pair A.
		{"3,0,0/0,1,0/0,2,0/0,0,1 S", -manWorth - tuned.fullest},
		// South 4 men and 4 in the pair b, which is 1 and 3.
		{"1,1,0/1,1,0/0,1,0/0,3,0 S", 2 * tuned.fullest},
	} {
		for _, variant := range []string{"chuba", "tschuba"} {
			p := position(t, settings(t, variant), test.position)
			if got := Game.Eval(&p); got != test.want {
				t.Errorf("%s: %d, want %d", test.position, got, test.want)
			}
			p = position(t, settings(t, variant), strings.Replace(test.position, " S", " N", 1))
			if got := Game.Eval(&p); got != -test.want {
				t.Errorf("%s with North to move: %d, want %d", test.position, got, -test.want)
			}
		}
	}
}
