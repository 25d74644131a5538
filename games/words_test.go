package games_test

import (
	"slices"
	"strings"
	"testing"

	"kibaho"
	"kibaho/games"
)

// TestWords: a rule quotes the sources that it cites, and each source is listed.
func TestWords(t *testing.T) {
	for _, g := range games.All {
		quoted := 0
		for _, r := range g.Facts().Rules {
			cited := r.Source
			for _, reading := range r.Readings {
				cited += " " + reading.Source
			}
			for _, w := range r.Words {
				quoted++
				if !slices.ContainsFunc(kibaho.Sources, func(s kibaho.Source) bool { return s.No == w.Source }) {
					t.Errorf("%s: no source %s is listed", r.No, w.Source)
				}
				if !strings.Contains(cited, w.Source) {
					t.Errorf("%s quotes %s and does not cite it (%s)", r.No, w.Source, cited)
				}
				if len(w.Text) < 20 {
					t.Errorf("%s: %q", r.No, w.Text)
				}
			}
		}
		if quoted == 0 {
			t.Errorf("%s quotes no source", g.Facts().Name)
		}
	}
}
