package chuba

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"kibaho"
	"kibaho/endgame"
)

// tabled lists settings that have tables, with the most men to test them with.
var tabled = []struct {
	set []string
	men int
}{
	{[]string{"columns=3"}, 6},
	{[]string{"columns=4"}, 5},
	{[]string{"columns=5"}, 4},
	{[]string{"columns=3", "second-pair=may", "singles=none"}, 5},
	{[]string{"columns=3", "outer-unplayed=free", "singles=none"}, 5},
	{[]string{"columns=3", "outer-unplayed=free", "endless-laps=3"}, 5},
	{nil, 3},
}

// TestIndex takes every number of small slices to its position and back, and finds
// the positions of random games in their slices.
func TestIndex(t *testing.T) {
	for _, tt := range tabled {
		x := Game.Index(settings(t, "", tt.set...))
		if x == nil {
			t.Fatalf("%v: no index", tt.set)
		}
		for men := 2; men <= min(tt.men, 5); men++ {
			for _, s := range x.Slices(men) {
				seen := map[Position]bool{}
				for i := range x.Size(s) {
					at := kibaho.Place{Slice: s, At: i}
					p, ok := x.Position(at)
					if back, there := x.Place(&p); !ok || !there || back != at {
						t.Fatalf("%v: %v is %s, which has place %v, %v", tt.set, at, write(&p), back, there)
					}
					if p.men[0].Sum()+p.men[1].Sum() != men {
						t.Fatalf("%v: %s has not %d men", tt.set, write(&p), men)
					}
					if len(seen) < 10_000 {
						if seen[p] {
							t.Fatalf("%v: %s has two numbers", tt.set, write(&p))
						}
						seen[p] = true
					}
				}
			}
		}
	}
	// The pits of a side with one man: on any pit, and on an outer one also as one
	// that has not been played upon.
	x := Game.Index(settings(t, "", "columns=4"))
	if got := x.Size(sliceOf(1, 1)); got != (8+4)*(8+4) {
		t.Errorf("one man against one: %d positions, want 144", got)
	}
	if got, want := x.Size(sliceOf(2, 1)), uint64(36+4*7+6)*12; got != want {
		t.Errorf("two men against one: %d positions, want %d", got, want)
	}
}

// TestIndexOfGames: every position of a random game with few enough men has a
// place, that of the same position from the other side of the board is the same,
// and its moves lead where its walker says.
func TestIndexOfGames(t *testing.T) {
	for _, tt := range tabled {
		s := settings(t, "", tt.set...)
		x := Game.Index(s)
		r := rand.New(rand.NewPCG(1, 1))
		found := 0
		for range 30 {
			p, err := start(s)
			if err != nil {
				t.Fatal(err)
			}
			for range 300 {
				moves := p.Moves(nil)
				if len(moves) == 0 {
					break
				}
				if at, ok := x.Place(&p); ok {
					found++
					q := p
					q.men[0], q.men[1] = p.men[1], p.men[0]
					q.unplayed[0], q.unplayed[1] = p.unplayed[1], p.unplayed[0]
					q.side = p.side.Other()
					if turned, ok := x.Place(&q); !ok || turned != at {
						t.Fatalf("%v: %s has place %v, turned %v", tt.set, write(&p), at, turned)
					}
					var want []kibaho.Place
					for _, m := range moves {
						q := p
						q.Play(m)
						to, ok := x.Place(&q)
						if !ok {
							to = kibaho.Place{Slice: kibaho.EndLost}
						} else if !slices.Contains(append(x.Leads(at.Slice), x.Twin(at.Slice)), to.Slice) {
							t.Fatalf("%v: %s leads to slice %s, which is not named", tt.set, write(&p), x.Name(to.Slice))
						}
						want = append(want, to)
					}
					var got []kibaho.Place
					x.Walker(at.Slice).Moves(at.At, func(to kibaho.Place) bool { got = append(got, to); return true })
					order := func(a, b kibaho.Place) int {
						return int(int64(a.Slice)-int64(b.Slice))*1_000_000 + int(int64(a.At)-int64(b.At))
					}
					slices.SortFunc(got, order)
					slices.SortFunc(want, order)
					if !slices.Equal(got, want) {
						t.Fatalf("%v: %s leads to %v, want %v", tt.set, write(&p), got, want)
					}
				} else if n := p.men[0].Sum() + p.men[1].Sum(); n <= x.Most() {
					t.Fatalf("%v: %s has no place, with %d men of %d", tt.set, write(&p), n, x.Most())
				}
				p.Play(moves[r.IntN(len(moves))])
			}
		}
		if found < 20 && tt.men > 3 {
			t.Errorf("%v: only %d positions of random games have a place", tt.set, found)
		}
	}
}

// TestTables builds tables and derives every value anew by the rules.
func TestTables(t *testing.T) {
	for _, tt := range tabled {
		men := tt.men
		if *long {
			men += 2
		}
		x := Game.Index(settings(t, "", tt.set...))
		dir := t.TempDir()
		built, err := endgame.Build(context.Background(), x, men, endgame.Options{Game: "chuba", Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		s, err := endgame.Open(dir, "chuba", x)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		n, err := endgame.Verify[Position, Move](context.Background(), x, s, endgame.Verifying{Pieces: men})
		if err != nil {
			t.Errorf("%v: %v", tt.set, err)
		}
		var want uint64
		for _, h := range built {
			want += h.Size
		}
		if n != want || n == 0 {
			t.Errorf("%v: %d positions verified, want %d", tt.set, n, want)
		}
	}
}

// TestNoTables: no index where a move may lose at once, or where men that were not
// played upon may be joined.
func TestNoTables(t *testing.T) {
	for _, set := range [][]string{{"singles=outer-once"}, {"singles=outer-always"}, {"played-upon=from-inner"}} {
		if x := Game.Index(settings(t, "", set...)); x != nil {
			t.Errorf("%v: there is an index", set)
		}
	}
	if Game.Index(settings(t, "tschuba")) != nil {
		t.Error("tschuba: there is an index")
	}
	x := Game.Index(settings(t, "", "columns=4"))
	p := position(t, settings(t, "", "columns=4"), "0,0,0,0/0,0,1,0/0,1,0,0/0,2,0,0 S f -")
	if at, ok := x.Place(&p); ok {
		t.Errorf("two men that were not played upon in one pit have place %v", at)
	}
	p = position(t, settings(t, "", "columns=4", "endless-laps=500"), "0,0,0,0/0,0,1,0/0,1,0,0/0,2,0,0 S - -")
	if at, ok := x.Place(&p); ok {
		t.Errorf("a position of other rules has place %v", at)
	}
}
