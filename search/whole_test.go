package search

import (
	"errors"
	"math/rand/v2"
	"testing"

	"kibaho"
)

// plainPlies solves a game turn by turn, as plainValue does, and counts the plies.
func plainPlies(g *mazeGraph) (values []kibaho.Outcome, plies []int) {
	n := len(g.turn)
	values, plies = append([]kibaho.Outcome(nil), g.ends...), make([]int, n)
	for d := 1; ; d++ {
		now := append([]kibaho.Outcome(nil), values...)
		changed := false
		for i := range n {
			if values[i] != kibaho.Ongoing {
				continue
			}
			mine, theirs := kibaho.Wins(g.turn[i]), kibaho.Wins(g.turn[i].Other())
			some, all := false, len(g.arrows[i]) > 0
			for _, to := range g.arrows[i] {
				some = some || values[to] == mine
				all = all && values[to] == theirs
			}
			switch {
			case some:
				now[i] = mine
			case all:
				now[i] = theirs
			default:
				continue
			}
			plies[i], changed = d, true
		}
		values = now
		if !changed {
			for i := range values {
				if values[i] == kibaho.Ongoing {
					values[i] = kibaho.Draw
				}
			}
			return values, plies
		}
	}
}

func TestWholeMazes(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	longest := 0
	for i := range 1000 {
		mazes = mazes[:0]
		p := newMaze(r, 2+r.IntN(200), 1+r.IntN(4))
		values, plies := plainPlies(&mazes[0])
		w, err := MakeWhole[maze, uint16](t.Context(), p, nil, 0, 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		var win, loss, draw uint64
		for at := range values {
			got, n, ok := w.Value(maze{p.graph, uint16(at)})
			if !ok {
				continue
			}
			if got != values[at] || n != plies[at] {
				t.Fatalf("maze %d node %d: got %v in %d, want %v in %d", i, at, got, n, values[at], plies[at])
			}
			longest = max(longest, n)
			switch side := mazes[0].turn[at]; got {
			case kibaho.Wins(side):
				win++
			case kibaho.Draw:
				draw++
			default:
				loss++
			}
		}
		c := w.Count()
		if c.Win != win || c.Loss != loss || c.Draw != draw || c.Positions != win+loss+draw || c.Value != values[0] || c.Plies != plies[0] {
			t.Fatalf("maze %d: got %+v, want %d %d %d, %v in %d", i, c, win, loss, draw, values[0], plies[0])
		}
		if c.Value != kibaho.Draw {
			if line := w.Line(p); len(line) != c.Plies+1 || line[c.Plies].Outcome() != c.Value {
				t.Fatalf("maze %d: a line of %d positions for a win in %d", i, len(line), c.Plies)
			}
		}
	}
	if longest < 6 {
		t.Errorf("the longest win has %d plies: the mazes are too simple", longest)
	}
}

func TestWholeIsBounded(t *testing.T) {
	p := newMaze(rand.New(rand.NewPCG(11, 12)), 5000, 4)
	if _, err := MakeWhole[maze, uint16](t.Context(), p, nil, 0, 100, nil); !errors.Is(err, ErrMemory) {
		t.Errorf("more positions than allowed: got %v", err)
	}
	if _, err := MakeWhole[maze, uint16](t.Context(), p, nil, 4096, 0, nil); !errors.Is(err, ErrMemory) {
		t.Errorf("more memory than allowed: got %v", err)
	}
}
