package work

import (
	"crypto/sha256"
	"fmt"
	"testing"

	"kibaho/games"
	"kibaho/train"
)

// Whoever changes how positions are judged raises the format of the jobs that depend on it, and
// writes down here what it stands for.
func TestJudged(t *testing.T) {
	h := sha256.New()
	for _, g := range games.All {
		fmt.Fprintln(h, g.Facts().Name, g.Steepness())
		h.Write(train.Learned(g.Facts().Name))
		s, err := g.Facts().Settings("")
		if err != nil {
			t.Fatal(err)
		}
		p, err := g.Start(s)
		if err != nil {
			t.Fatal(err)
		}
		e := g.Engine(1)
		for l := games.Level(1); l <= games.Levels; l++ {
			e.Forget()
			a := e.Think(t.Context(), p, games.Past{Limits: s.Limits()}, games.Budget{Level: l, Seed: 1}, nil)
			fmt.Fprintln(h, l, a.Nodes, a.Depth, a.Lines[0].Score, a.Lines[0].Turns)
		}
	}
	const stands = "3: d74474f1a32206d9"
	if got := fmt.Sprintf("%d: %x", judged, h.Sum(nil)[:8]); got != stands {
		t.Errorf("the weights, the nets, the worth of a score, the levels or the search have changed (%s, format and hash; %s before): raise judged and write the new line down", got, stands)
	}
}
