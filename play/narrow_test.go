package play

import (
	"slices"
	"strings"
	"testing"

	"kibaho"
	"kibaho/games"
)

// move builds a decision from the words of its path: "3" is a plain site, "3/4"
// a step that both sites mean, "A:5/6" the same with the key A.
func move(path string) games.Move {
	m := games.Move{Text: path}
	for word := range strings.FieldsSeq(path) {
		var s kibaho.Step
		key, sites, keyed := strings.Cut(word, ":")
		if keyed {
			s.Key, s.Says = key, "does "+key
		} else {
			sites = word
		}
		for site := range strings.SplitSeq(sites, "/") {
			if site != "" {
				n := 0
				for _, c := range site {
					n = n*10 + int(c-'0')
				}
				s.Sites = append(s.Sites, kibaho.Site(n))
			}
		}
		m.Path = append(m.Path, s)
	}
	return m
}

func moves(paths ...string) []games.Move {
	var list []games.Move
	for _, p := range paths {
		list = append(list, move(p))
	}
	return list
}

var (
	// sowing is a pit without a choice, one with a second pair to choose and an
	// empty pair that two pits mean.
	sowing = moves("1", "2 21/30", "2 22/29", "2 -:23/24")
	// chain may stop after each step, and has a step that takes either way.
	chain = moves("5 6 A:9", "5 6 W:3", "5 6 W:3 12", "5 6 W:3 12 13", "5 14", "7 6")
	// huff is a claim beside ordinary moves.
	huff = moves("C:", "H:14", "H:18", "20 16", "20 17")
	// fork is a question about one pit.
	fork = moves("+:40/41", "-:3")
	// round has two steps that one site means.
	round = moves("1 2/3", "1 3/4", "5")
)

// TestNarrow follows choices: a number points, "." stops, anything else is a key.
func TestNarrow(t *testing.T) {
	tests := []struct {
		name    string
		moves   []games.Move
		choices string
		stage   Stage
		fits    int
		lit     []kibaho.Site
		stop    string // the decision that stopping means
	}{
		{"nothing chosen", sowing, "", Idle, 4, []kibaho.Site{1, 2}, ""},
		{"a pit without a choice", sowing, "1", Ready, 1, nil, ""},
		{"a second pair is wanted", sowing, "2", Partial, 3, []kibaho.Site{21, 30, 22, 29, 23, 24}, ""},
		{"by its outer pit", sowing, "2 30", Ready, 1, nil, ""},
		{"the empty pair by key", sowing, "2 -", Ready, 1, nil, ""},
		{"the empty pair by a pit", sowing, "2 24", Ready, 1, nil, ""},
		{"one man, one step left", chain, "7", Ready, 1, []kibaho.Site{6}, ""},
		{"and pointed at", chain, "7 6", Ready, 1, nil, ""},
		{"approach or withdrawal", chain, "5 6", Asking, 4, []kibaho.Site{9, 3}, ""},
		{"by key", chain, "5 6 A", Ready, 1, nil, ""},
		{"by key in small letters", chain, "5 6 a", Ready, 1, nil, ""},
		{"by site", chain, "5 6 3", Partial, 3, []kibaho.Site{12}, "5 6 W:3"},
		{"stop", chain, "5 6 W .", Ready, 1, nil, ""},
		{"stop by the stone itself", chain, "5 6 W 6", Ready, 1, nil, ""},
		{"go on", chain, "5 6 W 12", Partial, 2, []kibaho.Site{13}, "5 6 W:3 12"},
		{"to the end", chain, "5 6 W 12 13", Ready, 1, nil, ""},
		{"a claim beside moves", huff, "", Idle, 5, []kibaho.Site{14, 18, 20}, ""},
		{"compel", huff, "C", Ready, 1, nil, ""},
		{"a key that several mean", huff, "H", Asking, 2, []kibaho.Site{14, 18}, ""},
		{"then the site", huff, "H 18", Ready, 1, nil, ""},
		{"the site at once", huff, "14", Ready, 1, nil, ""},
		{"a move lets it stand", huff, "20", Partial, 2, []kibaho.Site{16, 17}, ""},
		{"a question at once", fork, "", Asking, 2, []kibaho.Site{40, 41, 3}, ""},
		{"answered by a marked pit", fork, "41", Ready, 1, nil, ""},
		{"a site of two meanings", round, "1 3", Asking, 2, []kibaho.Site{2, 3, 4}, ""},
		{"told apart by another site", round, "1 3 4", Ready, 1, nil, ""},
		{"pass by its first letter", moves("pass:"), "p", Ready, 1, nil, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			n := NewNarrow(tt.moves)
			for word := range strings.FieldsSeq(tt.choices) {
				var ok bool
				if n, ok = follow(n, word); !ok {
					t.Fatalf("choice %q of %q was refused", word, tt.choices)
				}
			}
			if got := n.Stage(); got != tt.stage {
				t.Errorf("stage %d, want %d", got, tt.stage)
			}
			if got := len(n.Moves()); got != tt.fits {
				t.Errorf("%d decisions left, want %d", got, tt.fits)
			}
			if got := n.Lit(); !n.ended && !slices.Equal(got, tt.lit) {
				t.Errorf("lit %v, want %v", got, tt.lit)
			}
			m, ok := n.Stop()
			if ok != (tt.stop != "") || ok && m.Text != tt.stop {
				t.Errorf("stopping means %q (%t), want %q", m.Text, ok, tt.stop)
			}
		})
	}
}

func follow(n Narrow, word string) (Narrow, bool) {
	switch c := word[0]; {
	case word == ".":
		return n.End()
	case c >= '0' && c <= '9':
		return n.Point(move(word).Path[0].Sites[0])
	}
	return n.Press(word)
}

func TestNarrowRefuses(t *testing.T) {
	tests := []struct {
		name    string
		moves   []games.Move
		choices string // the last one is refused
	}{
		{"a dark site", sowing, "9"},
		{"a site of a later step", sowing, "21"},
		{"a key that nobody asked for", sowing, "+"},
		{"no key at all", sowing, "2 x"},
		{"stopping where no path ends", chain, "5 ."},
		{"stopping while asked", chain, "5 6 ."},
		{"anything once ready", sowing, "1 1"},
		{"the same question again", round, "1 3 3"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			n := NewNarrow(tt.moves)
			words := strings.Fields(tt.choices)
			for i, word := range words {
				after, ok := follow(n, word)
				if ok == (i == len(words)-1) {
					t.Fatalf("choice %q of %q: accepted %t", word, tt.choices, ok)
				}
				if !ok && len(after.Moves()) != len(n.Moves()) {
					t.Errorf("the refusal changed the state")
				}
				n = after
			}
		})
	}
}

// TestNarrowReachesAll chooses every decision by its own path, by sites and by
// keys, and goes back the same way.
func TestNarrowReachesAll(t *testing.T) {
	for _, list := range [][]games.Move{sowing, chain, huff, fork, round} {
		for _, want := range list {
			n := NewNarrow(list)
			for _, s := range want.Path {
				n, _ = n.Take(s)
			}
			if m, rest, ok := n.Ready(); !ok || len(rest) > 0 {
				n, _ = n.End()
				m, rest, ok = n.Ready()
				if !ok || len(rest) > 0 || m.Text != want.Text {
					t.Errorf("path of %q leads to %q, rest %v, ready %t", want.Text, m.Text, rest, ok)
				}
			} else if m.Text != want.Text {
				t.Errorf("path of %q leads to %q", want.Text, m.Text)
			}
			steps := 0
			for {
				back, ok := n.Back()
				if !ok {
					break
				}
				n = back
				steps++
			}
			if n.Stage() != NewNarrow(list).Stage() || len(n.Moves()) != len(list) || steps < len(want.Path) {
				t.Errorf("%q: %d steps back end in stage %d with %d decisions", want.Text, steps, n.Stage(), len(n.Moves()))
			}
		}
	}
}

// TestNarrowForks keeps the paths of two choices from one state apart.
func TestNarrowForks(t *testing.T) {
	n := NewNarrow(moves("1 2 3 4", "1 2 3 5", "1 2 6 7", "1 2 6 8"))
	n, _ = n.Point(1)
	n, _ = n.Point(2)
	a, _ := n.Point(3)
	b, _ := n.Point(6)
	if got := a.Taken()[2].Sites[0]; got != 3 {
		t.Errorf("the first choice now ends at %d, want 3", got)
	}
	if got := b.Taken()[2].Sites[0]; got != 6 {
		t.Errorf("the second choice ends at %d, want 6", got)
	}
}
