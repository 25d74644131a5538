package games_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"kibaho"
	"kibaho/games"
)

func begin(t *testing.T, g games.Game) games.Position {
	t.Helper()
	s, err := g.Facts().Settings("")
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Start(s)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestReadLevel(t *testing.T) {
	for l := games.Full; l <= games.Levels; l++ {
		if got, err := games.ReadLevel(l.String()); err != nil || got != l {
			t.Errorf("%q is read as %v, %v", l.String(), got, err)
		}
	}
	for _, bad := range []string{"", "0", "9", "-1", "01", "Full", "1 ", "one"} {
		_, err := games.ReadLevel(bad)
		var input *kibaho.InputError
		if !errors.As(err, &input) {
			t.Errorf("%q: got %v, want an input error", bad, err)
		}
	}
}

// TestLevels: a level plays the same on any engine, whatever that has thought
// about before and however many threads it is given, by its nodes; another seed
// misjudges other things.
func TestLevels(t *testing.T) {
	ctx := context.Background()
	differs := false
	for _, g := range games.All {
		p := begin(t, g)
		last := uint64(0)
		for l := games.Level(1); l <= games.Levels; l++ {
			b := games.Budget{Level: l, Seed: 1}
			a := g.Engine(1).Think(ctx, p, games.Past{}, b, nil)
			used := g.Engine(1)
			used.Think(ctx, p, games.Past{}, games.Budget{Level: games.Levels + 1 - l, Seed: 2}, nil)
			used.Think(ctx, p, games.Past{}, games.Budget{Nodes: 300}, nil)
			b.Threads = 3
			again := used.Think(ctx, p, games.Past{}, b, nil)
			if a.Nodes != again.Nodes || a.Lines[0].Turns[0] != again.Lines[0].Turns[0] || a.Lines[0].Score != again.Lines[0].Score {
				t.Errorf("%s, level %v: %d nodes and %v, then %d and %v", g.Facts().Name, l, a.Nodes, a.Lines[0], again.Nodes, again.Lines[0])
			}
			if a.Nodes < last {
				t.Errorf("%s, level %v looks at %d positions, the one below at %d", g.Facts().Name, l, a.Nodes, last)
			}
			last = a.Nodes
			other := g.Engine(1).Think(ctx, p, games.Past{}, games.Budget{Level: l, Seed: 3}, nil)
			if other.Lines[0].Score != a.Lines[0].Score {
				differs = true
			}
			fewer := g.Engine(1).Think(ctx, p, games.Past{}, games.Budget{Level: l, Nodes: 5}, nil)
			if fewer.Nodes > 5 || len(fewer.Lines) == 0 {
				t.Errorf("%s, level %v with five nodes: %+v", g.Facts().Name, l, fewer)
			}
		}
		full := g.Engine(1).Think(ctx, p, games.Past{}, games.Budget{Nodes: 5000, Seed: 9}, nil)
		plain := g.Engine(1).Think(ctx, p, games.Past{}, games.Budget{Nodes: 5000}, nil)
		if full.Lines[0].Score != plain.Lines[0].Score {
			t.Errorf("%s: the full engine misjudges by the seed", g.Facts().Name)
		}
	}
	if !differs {
		t.Error("no seed makes a difference to what a level misjudges")
	}
}

// TestChance: even is a half, sides mirror each other, more is better, proved ends
// are certain.
func TestChance(t *testing.T) {
	for _, g := range games.All {
		chance := func(score, ends int) float64 { return games.Chance(g, games.Line{Score: score, Ends: ends}) }
		if got := chance(0, 0); got != 0.5 {
			t.Errorf("%s: even is %g", g.Facts().Name, got)
		}
		last := 0.0
		for quarters := -40; quarters <= 40; quarters++ {
			score := int(float64(quarters) * g.Steepness() / 4)
			c := chance(score, 0)
			if c <= last || c >= 1 || math.Abs(c+chance(-score, 0)-1) > 1e-12 {
				t.Errorf("%s: %d is worth %g, %d %g, less is worth %g", g.Facts().Name, score, c, -score, chance(-score, 0), last)
			}
			last = c
		}
		if chance(30_990, 10) != 1 || chance(-30_990, -10) != 0 || chance(25_000, 0) != 1 || chance(-25_000, 0) != 0 {
			t.Errorf("%s: proved ends are not certain", g.Facts().Name)
		}
	}
}
