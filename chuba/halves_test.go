package chuba

import (
	"context"
	"errors"
	"testing"

	"kibaho/search"
)

// Every position that can come up has the value that going over those alone gives it, and
// what is derived by the moves of the rules agrees for all pairs of halves.
func TestHalves(t *testing.T) {
	tests := []struct {
		variant string
		set     []string
		long    bool
	}{
		{"chuba", []string{"columns=3"}, false},
		{"tschuba", []string{"columns=3"}, false},
		{"tschuba", []string{"columns=3", "singles=outer-always", "second-pair=must"}, false},
		{"tschuba", []string{"columns=3", "singles=unplayed"}, false},
		{"tschuba", []string{"columns=3", "singles=none", "layout=bradley"}, false},
		{"tschuba", []string{"columns=3", "singles=unplayed", "played-upon=from-inner", "outer-unplayed=fixed"}, false},
		{"chuba", []string{"columns=4"}, true},
	}
	for _, tt := range tests {
		if tt.long && !*long {
			continue
		}
		s, err := Game.Settings(tt.variant, tt.set...)
		if err != nil {
			t.Fatal(err)
		}
		root, err := start(s)
		if err != nil {
			t.Fatal(err)
		}
		want, err := search.MakeWhole[Position, Move](context.Background(), root, nil, 4<<30, 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		h := newHalving(&root)
		got, err := search.MakeHalves[Position, Move](context.Background(), h, 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[Position]bool{root: true}
		todo := []Position{root}
		for len(todo) > 0 {
			p := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			value, plies, ok := want.Value(p)
			v, n, known := got.Value(p)
			if !ok || !known || v != value || n != plies {
				t.Fatalf("%s %v: %s is %v in %d (%v), want %v in %d (%v)", tt.variant, tt.set, write(&p), v, n, known, value, plies, ok)
			}
			for _, m := range p.Moves(nil) {
				q := p
				q.Play(m)
				if !seen[q] {
					seen[q] = true
					todo = append(todo, q)
				}
			}
		}
		checked, err := got.Check(context.Background(), 20_000, 1)
		if err != nil || checked != 20_000 {
			t.Errorf("%s %v: %d checked, %v", tt.variant, tt.set, checked, err)
		}
		c := got.Count(root)
		if c.Win+c.Loss+c.Draw != c.Positions || c.Positions != uint64(h.Halves())*uint64(h.Halves()) {
			t.Errorf("%s %v: %d won, %d lost and %d drawn of %d positions", tt.variant, tt.set, c.Win, c.Loss, c.Draw, c.Positions)
		}
		t.Logf("%s %v: %d positions of %d", tt.variant, tt.set, len(seen), c.Positions)
	}
}

// What does not fit is refused before anything is done.
func TestHalvesMemory(t *testing.T) {
	s, err := Game.Settings("tschuba", "columns=4")
	if err != nil {
		t.Fatal(err)
	}
	root, err := start(s)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := search.MakeHalves[Position, Move](context.Background(), newHalving(&root), 1<<30, nil); !errors.Is(err, search.ErrMemory) {
		t.Errorf("got %v, want %v", err, search.ErrMemory)
	}
}
