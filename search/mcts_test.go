package search

import (
	"context"
	"fmt"
	"testing"
	"time"

	"kibaho"
)

// Random games find the only good decision in nim and the blocking and winning
// ones in noughts and crosses.
func TestTree(t *testing.T) {
	for _, n := range []int{1, 3} {
		for left := uint8(5); left <= 11; left++ {
			tree := NewTree[nim, uint8](Spec[nim, uint8]{})
			got := tree.Search(ctx, nim{left: left}, History{}, Limits{Nodes: 5_000, Threads: n}, nil)
			if want := left % 4; want != 0 && got.Lines[0].Moves[0] != want {
				t.Errorf("%d left: takes %d, want %d: %+v", left, got.Lines[0].Moves[0], want, got)
			}
			if got.Nodes != 5_000 || got.Lines[0].Visits > got.Nodes {
				t.Errorf("%+v, want 5000 games", got)
			}
		}
		for _, c := range []struct {
			p    oxo
			want uint8
		}{
			{oxo{men: [2]uint16{0o3, 0o30}}, 2},          // wins at once
			{oxo{men: [2]uint16{0o21, 0o2}, turn: 1}, 8}, // must block
		} {
			tree := NewTree[oxo, uint8](Spec[oxo, uint8]{})
			got := tree.Search(ctx, c.p, History{}, Limits{Nodes: 5_000, Threads: n, Lines: 2}, nil)
			if got.Lines[0].Moves[0] != c.want || len(got.Lines) != 2 || got.Lines[0].Expected < got.Lines[1].Expected {
				t.Errorf("%o: %+v, want %d", c.p.men, got.Lines, c.want)
			}
		}
	}
}

// Within a turn the same side decides: a leap that can be followed by another one
// is worth more than one that cannot.
func TestTreeTurns(t *testing.T) {
	p := grab{men: [2]uint16{0b1, 0b1010}, cells: 6} // leap, leap: all are taken
	tree := NewTree[grab, grabMove](grabSpec(Params{}))
	got := tree.Search(ctx, p, History{Limits: kibaho.Limits{Repetition: 3, Quiet: 30}}, Limits{Nodes: 5_000}, nil)
	if l := got.Lines[0]; len(l.Moves) != 2 || l.Moves[1] != (grabMove{2, 4}) || l.Expected < 0.95 {
		t.Errorf("%+v, want two leaps that win", l)
	}
	checkLine(t, p, got)
}

func TestTreeRepeatable(t *testing.T) {
	run := func() string {
		tree := NewTree[grab, grabMove](grabSpec(Params{}))
		tree.Seed, tree.Branches = 5, 500
		got := tree.Search(ctx, grabs[2], History{Limits: kibaho.Limits{Repetition: 3, Quiet: 20}}, Limits{Nodes: 3000, Lines: 4}, nil)
		got.Elapsed = 0
		checkLine(t, grabs[2], got)
		return fmt.Sprint(got)
	}
	if a, b := run(), run(); a != b {
		t.Errorf("%s\nthen %s", a, b)
	}
}

func TestTreeLimits(t *testing.T) {
	tree := NewTree[grab, grabMove](grabSpec(Params{}))
	h := History{Limits: kibaho.Limits{Repetition: 3, Quiet: 40}}
	soon, cancel := context.WithTimeout(ctx, 30*time.Millisecond)
	defer cancel()
	for name, f := range map[string]func() Info[grabMove]{
		"context": func() Info[grabMove] { return tree.Search(soon, grabs[2], h, Limits{Threads: 2}, nil) },
		"time":    func() Info[grabMove] { return tree.Search(ctx, grabs[2], h, Limits{Time: 30 * time.Millisecond}, nil) },
		"clock": func() Info[grabMove] {
			return tree.Search(ctx, grabs[2], h, Limits{Clock: Clock{Left: 600 * time.Millisecond}}, nil)
		},
	} {
		inTime(t, name, 0, 90*time.Millisecond, func() time.Duration {
			start := time.Now()
			checkLine(t, grabs[2], f())
			return time.Since(start)
		})
	}
	if got := NewTree[nim, uint8](Spec[nim, uint8]{}).Search(ctx, nim{}, History{}, Limits{}, nil); len(got.Lines) != 0 || got.Score != LossIn(0) {
		t.Errorf("a finished game: %+v", got)
	}
}

// The history counts: a third repetition is a draw whatever follows.
func TestTreeHistory(t *testing.T) {
	tree := NewTree[shuttle, uint8](Spec[shuttle, uint8]{Quiet: func(*shuttle, uint8) bool { return true }})
	var hashes []uint64
	p := shuttle{}
	for range 7 {
		hashes = append(hashes, p.Hash())
		p.Play(0)
	}
	got := tree.Search(ctx, p, History{Hashes: hashes, Limits: kibaho.Limits{Repetition: 3}}, Limits{Nodes: 100}, nil)
	if got.SelDepth != 1 || got.Lines[0].Expected != 0.5 {
		t.Errorf("%+v, want a draw after one ply", got)
	}
}
