package igisoro

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"kibaho"
	"kibaho/search"
)

// Ends finds the same positions as going through all turns, choice by choice.
func TestEnds(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	many := 0
	for _, v := range []struct {
		variant string
		set     []string
	}{
		{"", nil},
		{"", []string{"columns=2", "per-pit=2"}},
		{"", []string{"columns=3", "per-pit=2", "endless-laps=30"}},
		{"compulsory", nil},
		{"one-way", []string{"columns=4"}},
		{"arrival", []string{"columns=5"}},
		{"quiet", nil},
		{"turn-origin", []string{"columns=3", "endless-laps=40"}},
	} {
		s, err := Game.Settings(v.variant, v.set...)
		if err != nil {
			t.Fatal(err)
		}
		ends := newEnds()
		for range 150 {
			p, _ := start(s)
			for range r.IntN(80) {
				moves := p.Moves(nil)
				if len(moves) == 0 {
					break
				}
				p.Play(moves[r.IntN(len(moves))])
			}
			if p.MidTurn() {
				continue
			}
			turns, err := search.Turns[Position, Move](t.Context(), p, search.Bounds{Turns: 20_000})
			if err != nil {
				continue // too many to go through
			}
			want := map[Position]bool{}
			for _, turn := range turns {
				want[turn.After] = true
			}
			many = max(many, len(turns)-len(want))
			got := map[Position]bool{}
			for _, q := range ends(&p, nil) {
				if got[q] {
					t.Fatalf("%s: an end twice", write(&p))
				}
				got[q] = true
			}
			if fmt.Sprint(len(got)) != fmt.Sprint(len(want)) {
				t.Fatalf("%s %s: %d ends, want %d", v.variant, write(&p), len(got), len(want))
			}
			for q := range want {
				if !got[q] {
					t.Fatalf("%s %s: no end %s", v.variant, write(&p), write(&q))
				}
			}
		}
	}
	if many < 30 {
		t.Errorf("only %d turns more than ends: the positions are too simple", many)
	}
}

// Every number is a position of its own and comes back, from either side.
func TestNumbering(t *testing.T) {
	for set, want := range map[string]uint64{"columns=2 per-pit=4": 245157, "columns=3 per-pit=1": 12376, "columns=2 per-pit=1": 330} {
		var columns, perPit int
		if _, err := fmt.Sscanf(set, "columns=%d per-pit=%d", &columns, &perPit); err != nil {
			t.Fatal(err)
		}
		s, err := Game.Settings("", fmt.Sprintf("columns=%d", columns), fmt.Sprintf("per-pit=%d", perPit))
		if err != nil {
			t.Fatal(err)
		}
		n := Game.Numbers(s)
		if n.Size() != want {
			t.Errorf("%s: %d positions, want %d", set, n.Size(), want)
		}
		seen := map[Position]bool{}
		for i := range n.Size() {
			p := n.Position(i)
			if seen[p] || n.Number(&p) != i || !n.Holds(&p) {
				t.Fatalf("%s: number %d is %s, whose number is %d", set, i, write(&p), n.Number(&p))
			}
			seen[p] = true
			p.lanes[0], p.lanes[1], p.side = p.lanes[1], p.lanes[0], kibaho.Second
			if n.Number(&p) != i {
				t.Fatalf("%s: the other side of number %d has number %d", set, i, n.Number(&p))
			}
		}
	}
	// Sizes as they follow from C(cows + pits - 1, pits - 1).
	for _, c := range []struct {
		columns, perPit string
		want            uint64
	}{{"3", "4", 417225900}, {"4", "2", 300540195}} {
		s, err := Game.Settings("", "columns="+c.columns, "per-pit="+c.perPit)
		if err != nil {
			t.Fatal(err)
		}
		if got := Game.Numbers(s).Size(); got != c.want {
			t.Errorf("%s columns: %d positions, want %d", c.columns, got, c.want)
		}
	}
	if s, _ := Game.Settings("quiet", "columns=2"); Game.Numbers(s) != nil {
		t.Error("positions of a quiet opening are numbered, whose ply counts")
	}
	if s, _ := Game.Settings(""); Game.Numbers(s) != nil {
		t.Error("positions of the whole board are numbered")
	}
}

// Reach visits the numbers of what Ends finds, each once, and stops when it is told to.
func TestReach(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	endless, hopeless := 0, 0
	for _, variant := range []string{"igisoro", "compulsory", "one-way", "one-way-compulsory", "arrival", "turn-origin"} {
		for _, set := range [][]string{
			{"columns=2"},
			{"columns=2", "per-pit=7", "endless-laps=9"},
			{"columns=3"},
			{"columns=3", "min-start=1", "endless-laps=12"},
			{"columns=3", "per-pit=5", "endless-laps=1"},
			{"columns=4", "per-pit=2"},
			{"columns=4", "per-pit=3", "endless-laps=25"},
			{"columns=5", "per-pit=2"},
		} {
			s, err := Game.Settings(variant, set...)
			if err != nil {
				t.Fatal(err)
			}
			n := Game.Numbers(s).(numbered)
			ends, reach := newEnds(), n.Reach()
			for range 300 {
				number := r.Uint64N(n.Size())
				p := n.Position(number)
				var want, got []uint64
				for _, q := range ends(&p, nil) {
					want = append(want, n.Number(&q))
				}
				reach(number, func(to uint64) bool {
					got = append(got, to)
					return true
				})
				wins := slices.ContainsFunc(ends(&p, nil), func(q Position) bool { return q.starts() == 0 })
				if wins && !n.MayWin(number) {
					t.Fatalf("%s %v %s: a turn wins, got that none may", variant, set, write(&p))
				}
				if !wins && !n.MayWin(number) {
					hopeless++
				}
				slices.Sort(want)
				slices.Sort(got)
				if !slices.Equal(got, want) {
					t.Fatalf("%s %v %s: reaches %d, want %d", variant, set, write(&p), got, want)
				}
				if len(want) == 0 && p.starts() != 0 {
					endless++
				}
				if len(want) > 0 {
					most, seen := 1+r.IntN(len(want)), 0
					reach(number, func(uint64) bool {
						seen++
						return seen < most
					})
					if seen != most {
						t.Fatalf("%s %v %s: visited %d after %d were enough", variant, set, write(&p), seen, most)
					}
				}
			}
		}
	}
	if hopeless < 5000 {
		t.Errorf("of %d positions only it was seen that no turn can win", hopeless)
	}
	if endless < 100 {
		t.Errorf("%d positions with endless sowings only: too few", endless)
	}
}

// The values of all numbered positions are those of going over the positions that
// can come up, from many roots.
func TestNumbered(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, variant := range []string{"one-way-compulsory", "compulsory", "one-way", "igisoro", "arrival", "turn-origin"} {
		s, err := Game.Settings(variant, "columns=2", "per-pit=2")
		if err != nil {
			t.Fatal(err)
		}
		n := Game.Numbers(s)
		w, err := search.MakeNumbered[Position, Move](t.Context(), n, 0, 2, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := w.Check(t.Context(), 500, 1); err != nil || got < 450 {
			t.Errorf("%s: %d positions of 500 derived again, %v", variant, got, err)
		}
		var won, lost, drawn int
		for range 60 {
			root := n.Position(r.Uint64N(n.Size()))
			plain, err := search.MakeWhole[Position, Move](t.Context(), root, nil, 0, 0, nil)
			if err != nil {
				t.Fatal(err)
			}
			want, plies, _ := plain.Value(root)
			if got, in := w.Value(root); got != want || in != plies {
				t.Fatalf("%s %s: got %v in %d, want %v in %d", variant, write(&root), got, in, want, plies)
			}
			switch want {
			case kibaho.FirstWins:
				won++
			case kibaho.SecondWins:
				lost++
			default:
				drawn++
			}
		}
		if won < 5 || lost < 5 {
			t.Errorf("%s: %d won, %d lost, %d drawn: too one-sided", variant, won, lost, drawn)
		}
		c := w.Count(n.Position(0))
		if c.Win+c.Loss+c.Draw != n.Size() {
			t.Errorf("%s: %+v does not sum up to %d", variant, c, n.Size())
		}
	}
}

// With little memory the lists of turns are made again in every round, and a run that is
// stopped goes on from its file: the values are the same.
func TestNumberedGoesOn(t *testing.T) {
	s, err := Game.Settings("compulsory", "columns=2", "per-pit=3")
	if err != nil {
		t.Fatal(err)
	}
	n := Game.Numbers(s)
	want, err := search.MakeNumbered[Position, Move](t.Context(), n, 0, 2, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	file := &search.RoundsFile{Path: filepath.Join(t.TempDir(), "rounds"), Of: "test"}
	for _, memory := range []int64{int64(n.Size()) * 5 / 4, int64(n.Size()) * 4, 0} {
		stops := 0
		for {
			ctx, stop := context.WithCancel(t.Context())
			round := -1
			got, err := search.MakeNumbered[Position, Move](ctx, n, memory, 1, file, func(p search.Progress) {
				if round >= 0 && p.Done > round {
					stop()
				}
				round = p.Done
			})
			stop()
			if errors.Is(err, context.Canceled) {
				stops++
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			for number := range n.Size() {
				p := n.Position(number)
				v, plies := got.Value(p)
				if w, in := want.Value(p); v != w || plies != in {
					t.Fatalf("memory %d: number %d: got %v in %d, want %v in %d", memory, number, v, plies, w, in)
				}
			}
			break
		}
		if stops < 5 {
			t.Errorf("memory %d: stopped %d times only", memory, stops)
		}
		os.Remove(file.Path)
	}
}
