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

// TestSome: the first decisions of a position that has very many.
func TestSome(t *testing.T) {
	g, err := games.Find("fanorona")
	if err != nil {
		t.Fatal(err)
	}
	s, err := g.Facts().Settings("1886")
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Read(s, "wbbbbbbbb/4b3b/b1b1b2wb/1wbb1bbb1/1w1bb1b1w w")
	if err != nil {
		t.Fatal(err)
	}
	if moves, all := p.Some(10); len(moves) != 10 || all {
		t.Errorf("%d moves, all %v", len(moves), all)
	}
	start, err := g.Start(s)
	if err != nil {
		t.Fatal(err)
	}
	if moves, all := start.Some(10); len(moves) != 5 || !all || len(start.Moves()) != 5 {
		t.Errorf("%d moves, all %v", len(moves), all)
	}
}
