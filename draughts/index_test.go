package draughts

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"kibaho"
)

// TestIndexBothWays takes every number of the slices with up to four pieces to its
// board and back, and counts the boards.
func TestIndexBothWays(t *testing.T) {
	m := tabled(t)
	// Positions of one side to move: half of those with both.
	for pieces, want := range map[int]uint64{2: 6976 / 2, 3: 392064 / 2, 4: 12418632 / 2} {
		var boards uint64
		for _, s := range m.Slices(pieces) {
			for i := range m.Size(s) {
				at := kibaho.Place{Slice: s, At: i}
				p, ok := m.Position(at)
				if !ok {
					continue
				}
				boards++
				if back, ok := m.Place(&p); !ok || back != at {
					t.Fatalf("%v is %s, which has place %v, %v", at, Write(&p), back, ok)
				}
			}
		}
		if boards != want {
			t.Errorf("%d pieces: %d boards, want %d", pieces, boards, want)
		}
	}
}

// randomPlaces calls f with random positions of slices with so many pieces.
func randomPlaces(m kibaho.Index[Position], pieces, n int, f func(kibaho.Place, Position)) {
	r := rand.New(rand.NewPCG(1, uint64(pieces)))
	all := m.Slices(pieces)
	for range n {
		at := kibaho.Place{Slice: all[r.IntN(len(all))]}
		at.At = r.Uint64N(m.Size(at.Slice))
		if p, ok := m.Position(at); ok {
			f(at, p)
		}
	}
}

// TestIndexTurned: a position and the same with the board turned and the colours
// changed have one place.
func TestIndexTurned(t *testing.T) {
	m := tabled(t)
	for pieces := 2; pieces <= m.Most(); pieces++ {
		randomPlaces(m, pieces, 2000, func(at kibaho.Place, p Position) {
			q := Position{turn: kibaho.Second}
			for s := range kibaho.Site(32) {
				for side := range kibaho.Side(2) {
					if p.side[side]&square(s) != 0 {
						q.side[side.Other()] |= square(31 - s)
					}
				}
				if p.kings&square(s) != 0 {
					q.kings |= square(31 - s)
				}
			}
			if got, ok := m.Place(&q); !ok || got != at {
				t.Fatalf("%s turned is %s at %v, want %v", Write(&p), Write(&q), got, at)
			}
		})
	}
}

// TestWalker compares what the walkers say of random positions with the rules: all
// successors, the standing, and that moves are taken back to where they began.
func TestWalker(t *testing.T) {
	m := tabled(t)
	for pieces := 2; pieces <= m.Most(); pieces++ {
		standings := map[kibaho.Standing]int{}
		randomPlaces(m, pieces, 3000, func(at kibaho.Place, p Position) {
			w := m.Walker(at.Slice)
			var inner, exits []kibaho.Place
			for _, move := range p.Moves(nil) {
				q := p
				q.Play(move)
				to, ok := m.Place(&q)
				switch {
				case q.side[q.turn] == 0:
					exits = append(exits, kibaho.Place{Slice: kibaho.EndLost})
				case !ok:
					t.Fatalf("%s has no place", Write(&q))
				case to.Slice == m.Twin(at.Slice):
					inner = append(inner, to)
				default:
					exits = append(exits, to)
				}
			}
			want := kibaho.Open
			switch {
			case p.jumpers(p.turn) != 0:
				want = kibaho.Pending
			case len(inner)+len(exits) == 0:
				want = kibaho.Lost
			case len(inner) == 0:
				want = kibaho.Shut
			}
			got, kept, standing := w.Exits(at.At, nil)
			standings[standing]++
			if standing != want || kept != len(inner) {
				t.Fatalf("%s stands %v with %d moves, want %v with %d", Write(&p), standing, kept, want, len(inner))
			}
			if !sameSet(got, exits) {
				t.Fatalf("%s has exits %v, want %v", Write(&p), got, exits)
			}
			for _, to := range exits {
				if to.Slice < m.Limit() && !slices.Contains(m.Leads(at.Slice), to.Slice) {
					t.Fatalf("%s leads to slice %s, which is not named", Write(&p), m.Name(to.Slice))
				}
			}
			if standing == kibaho.Open {
				if got := movesOf(w.Moves, at.At); !sameSet(got, append(inner, exits...)) {
					t.Fatalf("%s moves to %v, want %v and %v", Write(&p), got, inner, exits)
				}
			}
			// Back: from each successor to here once, and from here only to positions
			// that lead here.
			u := m.Walker(m.Twin(at.Slice)).(kibaho.Unmover)
			for _, to := range inner {
				if n := count(u.Unmoves(to.At, nil), at.At); n != 1 {
					t.Fatalf("%s leads to place %v, which leads back %d times", Write(&p), to, n)
				}
			}
			u = m.Walker(at.Slice).(kibaho.Unmover)
			twin := m.Walker(m.Twin(at.Slice))
			for _, from := range u.Unmoves(at.At, nil) {
				if _, _, s := twin.Exits(from, nil); s == kibaho.Open && !slices.Contains(movesOf(twin.Moves, from), at) {
					t.Fatalf("place %d of the twin does not lead to %s", from, Write(&p))
				}
			}
		})
		for _, s := range []kibaho.Standing{kibaho.Open, kibaho.Pending} {
			if standings[s] == 0 {
				t.Errorf("%d pieces: no position with standing %v among the random ones", pieces, s)
			}
		}
	}
}

func count(list []uint64, x uint64) (n int) {
	for _, y := range list {
		if x == y {
			n++
		}
	}
	return n
}

func movesOf(moves func(uint64, func(kibaho.Place) bool), at uint64) (all []kibaho.Place) {
	moves(at, func(p kibaho.Place) bool { all = append(all, p); return true })
	return all
}

// sameSet compares lists as sets.
func sameSet(a, b []kibaho.Place) bool {
	set := func(list []kibaho.Place) []string {
		var all []string
		for _, p := range list {
			all = append(all, fmt.Sprint(p))
		}
		slices.Sort(all)
		return slices.Compact(all)
	}
	return slices.Equal(set(a), set(b))
}

// TestSliceNames: each slice has a name of its own and the views that people know.
func TestSliceNames(t *testing.T) {
	m := tabled(t)
	seen := map[string]bool{}
	for pieces := 2; pieces <= m.Most(); pieces++ {
		for _, s := range m.Slices(pieces) {
			if name := m.Name(s); seen[name] || len(name) != 4 {
				t.Errorf("slice %d has the name %q again, or a wrong one", s, name)
			} else {
				seen[name] = true
			}
		}
	}
	s := sliceOf(2, 0, 1, 1)
	got := fmt.Sprintln(m.Name(s), m.Views(s), m.Name(m.Twin(s)))
	if want := "2011 [{2 0 1 1 0 false} {1 1 2 0 1 false}] 1120\n"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
