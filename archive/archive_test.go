package archive

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kibaho"
	"kibaho/games"
	"kibaho/record"
	"kibaho/store"
)

func start(t testing.TB, name, variant string) games.Position {
	t.Helper()
	g, err := games.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	s, err := g.Facts().Settings(variant)
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Start(s)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// random makes a random game of so many turns.
func random(t testing.TB, p games.Position, r *kibaho.Rand, turns int) *record.Record {
	t.Helper()
	rec := record.New(p)
	for n := rec.Root; turns > 0 && n.Position.Outcome() == kibaho.Ongoing; turns-- {
		at, text := n.Position, ""
		for first := true; first || at.MidTurn(); first = false {
			moves, _ := at.Some(300)
			m := moves[r.N(len(moves))]
			at, text = at.Play(m), text+m.Text
		}
		next, err := n.Play(text)
		if err != nil {
			t.Fatal(err)
		}
		n = next
	}
	return rec
}

// TestLookup compares positions, material and turns that are looked up with a
// plain replay of all games, for every game of the shelf.
func TestLookup(t *testing.T) {
	ctx := t.Context()
	a, err := store.OpenArchive(ctx, filepath.Join(t.TempDir(), "a.db"), true)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	rnd := kibaho.NewRand(5)
	var text strings.Builder
	var list []*record.Record
	for _, g := range games.All {
		for i := range 40 {
			// The first turns come from few games, so that positions come up again.
			rec := random(t, start(t, g.Facts().Name, ""), kibaho.NewRand(uint64(i%7)), 5)
			for n := rec.Last(); n.Position.Outcome() == kibaho.Ongoing && n.Parent != nil && rec.Turns() < 14; n = rec.Last() {
				moves, _ := n.Position.Some(50)
				m := moves[rnd.N(len(moves))]
				if n.Position.Play(m).MidTurn() {
					break
				}
				if _, err := n.Play(m.Text); err != nil {
					t.Fatal(err)
				}
			}
			rec.SetTag("First", fmt.Sprintf("A%d", i%3))
			rec.SetTag("Event", fmt.Sprintf("%d", i))
			rec.SetTag("FirstElo", fmt.Sprint(1500+i))
			rec.SetTag("Date", fmt.Sprintf("20%02d.03.04", i))
			rec.Outcome = kibaho.Outcome(i % 4)
			if o := rec.Last().Position.Outcome(); o != kibaho.Ongoing {
				rec.Outcome = o
			}
			if i%5 == 0 {
				rec.SetTag("Event", SelfPlay)
			}
			text.WriteString(rec.String() + "\n")
			list = append(list, rec)
		}
	}
	s, err := Import(ctx, a, record.NewReader(strings.NewReader(text.String())), nil)
	if err != nil || s.Added != len(list) || len(s.Faults) > 0 {
		t.Fatalf("%+v, %v", s, err)
	}
	if s, err = Import(ctx, a, record.NewReader(strings.NewReader(text.String())), nil); err != nil || s.Known != len(list) || s.Added != 0 {
		t.Errorf("put in again: %+v, %v", s, err)
	}

	find := func(ask Ask) (ids []int64) {
		t.Helper()
		if err := Search(ctx, a, ask, func(r store.Row) bool { ids = append(ids, r.ID); return true }); err != nil {
			t.Fatal(err)
		}
		return ids
	}
	for i, rec := range list {
		line := append([]*record.Node{rec.Root}, rec.Main()...)
		for ply, n := range line {
			if ply%3 != i%3 {
				continue
			}
			var want, stuff []int64
			next := map[string]*Choice{}
			for j, other := range list {
				in, made := false, false
				seen := map[string]bool{}
				for _, m := range append([]*record.Node{other.Root}, other.Main()...) {
					same := m.Position.Game() == n.Position.Game()
					made = made || same && MaterialOf(m.Position) == MaterialOf(n.Position)
					if !same || !m.Position.Same(n.Position) {
						continue
					}
					in = true
					key := ""
					if len(m.Next) > 0 {
						key = m.Next[0].Position.String()
					}
					if seen[key] {
						continue
					}
					seen[key] = true
					if next[key] == nil {
						next[key] = &Choice{}
					}
					c := next[key]
					c.Games++
					switch other.Outcome {
					case kibaho.FirstWins:
						c.First++
					case kibaho.SecondWins:
						c.Second++
					case kibaho.Draw:
						c.Drawn++
					}
					if other.Tag("Event") == SelfPlay {
						c.Made++
					}
				}
				if in {
					want = append(want, int64(j+1))
				}
				if made {
					stuff = append(stuff, int64(j+1))
				}
			}
			if got := find(Ask{Position: n.Position}); !slices.Equal(got, want) {
				t.Fatalf("game %d, ply %d: came up in %v, want %v", i+1, ply, got, want)
			}
			m := MaterialOf(n.Position)
			if got := find(Ask{Material: &m, Rules: n.Position}); !slices.Equal(got, stuff) {
				t.Fatalf("game %d, ply %d: material %+v came up in %v, want %v", i+1, ply, m, got, stuff)
			}
			v, err := Explore(ctx, a, n.Position)
			if err != nil {
				t.Fatal(err)
			}
			ended := int64(0)
			if next[""] != nil {
				ended = next[""].Games
			}
			delete(next, "")
			if v.Ended != ended || len(v.Choices) != len(next) {
				t.Fatalf("game %d, ply %d: %d ended and %d choices, want %d and %d", i+1, ply, v.Ended, len(v.Choices), ended, len(next))
			}
			for _, c := range v.Choices {
				w := next[c.After.String()]
				if w == nil || c.Games != w.Games || c.First != w.First || c.Second != w.Second || c.Drawn != w.Drawn || c.Made != w.Made {
					t.Fatalf("game %d, ply %d, %v: %+v, want %+v", i+1, ply, c.Turns, c, w)
				}
				for _, turn := range c.Turns {
					if after, _, err := n.Position.Follow(turn); err != nil || !after.Same(c.After) {
						t.Errorf("%s does not lead there: %v", turn, err)
					}
				}
				if c.Last == "" {
					t.Errorf("%v: not known when it was played last", c.Turns)
				}
				if n.Position.Turn() == kibaho.First && (c.Rating < 1500 || c.Rating > 1540) {
					t.Errorf("%v: rating %d", c.Turns, c.Rating)
				}
			}
		}
		// The game comes back as it was.
		back, err := Game(ctx, a, int64(i+1))
		if err != nil || back.String() != rec.String() {
			t.Errorf("game %d came back as\n%s\n%v", i+1, back, err)
		}
	}
	if _, err := Game(ctx, a, 12345); !errors.Is(err, ErrNoGame) {
		t.Errorf("a game that is not there: %v", err)
	}
	stats, err := Gather(ctx, a, Ask{Query: store.Query{Kind: "draughts"}})
	if err != nil || stats.All.Games != 40 || stats.Made != 8 || len(stats.Players) != 3 || len(stats.Years) != 40 {
		t.Errorf("%+v, %v", stats, err)
	}
}

func TestPattern(t *testing.T) {
	const line = "11-15 23-19 8-11 22-17 4-8 17-13 15-18"
	for pattern, want := range map[string]bool{
		"11-15":                          true,
		"23-19 8-11":                     true,
		"23-19 4-8":                      false,
		"23-19 ? ? 4-8":                  true,
		"^ 11-15 23-19":                  true,
		"^ 23-19":                        false,
		"^11-15 ... 15-18":               true,
		"8-11 … 11-15":                   false,
		"... 17-13 15-18":                true,
		"15-18 ?":                        false,
		"1. 11-15 23-19 2. 8-11":         true,
		"? ? ? ? ? ? ?":                  true,
		"? ? ? ? ? ? ? ?":                false,
		"23-19 ... 22-17 ... 17-13":      true,
		"23-19 ... 22-17 17-13 ... 4-8":  false,
		"^ 11-15 ... 22-17 4-8 ... 11-7": false,
	} {
		p, err := ReadPattern(pattern)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Fits(line); got != want {
			t.Errorf("%q: %v, want %v", pattern, got, want)
		}
	}
	for _, bad := range []string{"", "^", "1. 2.", strings.Repeat("? ", 300)} {
		if _, err := ReadPattern(bad); err == nil {
			t.Errorf("%q was read", bad)
		}
	}
}

func TestDates(t *testing.T) {
	for text, want := range map[string]string{
		"2012.02.01": "2012.02.01", "1841-??-??": "1841", "1895.07": "1895.07", "1895.??.07": "1895", "": "", "?": "", "13-01-1996": "", "2007/2008": "2007",
	} {
		if got := Date(day(text)); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	from, to, ok := Days("1895")
	if d := day("1895.12.31"); !ok || d < from || d > to || day("1896.01.01") <= to || day("1894.12.31") >= from {
		t.Error("the days of a year")
	}
	if _, _, ok := Days("yesterday"); ok {
		t.Error("yesterday is a date")
	}
}

func TestMaterial(t *testing.T) {
	m, err := ReadMaterial("3+1/2")
	if err != nil || m != (Material{Men: [2]int{3, 2}, Kings: [2]int{1, 0}}) {
		t.Errorf("%+v, %v", m, err)
	}
	for _, bad := range []string{"", "3", "3/2/1", "a/b", "3+/2", "-1/2", "9999/1"} {
		if _, err := ReadMaterial(bad); err == nil {
			t.Errorf("%q was read", bad)
		}
	}
	if got := MaterialOf(start(t, "igisoro", "")); got.Men != [2]int{32, 32} {
		t.Errorf("igisoro: %+v", got)
	}
	if got := MaterialOf(start(t, "fanorona", "")); got.Men != [2]int{22, 22} {
		t.Errorf("fanorona: %+v", got)
	}
}
