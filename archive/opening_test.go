package archive

import (
	"slices"
	"strings"
	"testing"

	"kibaho/games"
	"kibaho/record"
)

// TestOpenings: every named opening can be played and has a source, no name
// stands twice, the three-move deck is whole, and the five attacks that begin a
// game of Fanorona are all that there are.
func TestOpenings(t *testing.T) {
	seen := map[string]bool{}
	ballots := 0
	var first []string
	for _, o := range Openings() {
		if seen[o.Game+o.Name] || o.Source == "" || o.Name == "" {
			t.Errorf("%+v: twice, or without name or source", o)
		}
		seen[o.Game+o.Name] = true
		p := start(t, o.Game, "")
		for _, turn := range o.Turns {
			after, written, err := p.Follow(turn)
			if err != nil || written != turn {
				t.Errorf("%s: %s is written %s, %v", o.Name, turn, written, err)
				break
			}
			p = after
		}
		if o.Ballot {
			ballots++
			if len(o.Turns) != 3 {
				t.Errorf("%s has %d turns", o.Name, len(o.Turns))
			}
			continue
		}
		if got := NameOf(p); got != o.Name {
			t.Errorf("%s: its position is called %q", o.Name, got)
		}
		if o.Game == "fanorona" {
			first = append(first, o.Turns...)
		}
	}
	if ballots != 174 { // ACF: 156 in use, 18 barred
		t.Errorf("%d ballots", ballots)
	}
	turns, err := start(t, "fanorona", "").Turns(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, turn := range turns {
		all = append(all, turn.Text)
	}
	slices.Sort(first)
	slices.Sort(all)
	if !slices.Equal(first, all) {
		t.Errorf("first turns with names %v, all that there are %v", first, all)
	}
}

// TestOpeningOfGame names games by the last position that has a name, however it
// was reached.
func TestOpeningOfGame(t *testing.T) {
	for text, want := range map[string]string{
		"1. 11-15 23-19 2. 8-11 22-17 3. 4-8 17-13 4. 15-18 *": "Old Fourteenth",
		"1. 11-15 23-19 2. 8-11 22-17 3. 11-16 24-20 *":        "Glasgow",
		"1. 8-11 *":                          "",
		"1. 10-15 23-18 *":                   "Kelso-Cross",
		"*":                                  "",
		"[Game \"fanorona\"]\n\n1. D5-C5A *": "vaky loha",
		"[Game \"fanorona\"]\n[Variant \"1886\"]\n\n1. D5-C5A *": "", // by other rules
		"[FEN \"W:W18:B1\"]\n1... 18-15 *":                       "",
		"1. 9-13 22-18 2. 10-14 *":                               "Edinburgh, ballot",
	} {
		r, err := record.Read(text)
		if err != nil {
			if strings.Contains(text, "8-11 *") {
				continue // not a first turn at all
			}
			t.Errorf("%q: %v", text, err)
			continue
		}
		if got := Opening(r); !strings.HasPrefix(got, want) || want == "" && got != "" {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestThink: the engine's word stands beside the turns it knows of.
func TestThink(t *testing.T) {
	g, err := games.Find("draughts")
	if err != nil {
		t.Fatal(err)
	}
	s, err := g.Facts().Settings("")
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Read(s, "B:W24:B20,K27") // 20x27 is not possible; 27x20 is
	if err != nil {
		t.Fatal(err)
	}
	words := Think(t.Context(), p, games.Budget{Nodes: 2000})
	if len(words) == 0 {
		t.Fatal("no word")
	}
	for turn, line := range words {
		if _, _, err := p.Follow(turn); err != nil {
			t.Errorf("%s: %v", turn, err)
		}
		w := words.Of("none", turn)
		if !w.Known || w.Line.Score != line.Score || w.Text(p) == "" {
			t.Errorf("%s: %+v", turn, w)
		}
	}
	if w := words.Of("none"); w.Known || w.Text(p) != "" {
		t.Error("a word on no turn")
	}
}
