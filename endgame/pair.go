package endgame

import (
	"context"
	"fmt"
	"os"
	"slices"
	"time"

	"kibaho"
)

// Pair is what is built in one go: a slice and its twin, and the slices that their
// moves lead to, whose tables must be there.
type Pair struct {
	Slices []kibaho.Slice // one or two
	Needs  []kibaho.Slice
	Pieces int
	Size   uint64 // places
}

// Pairs returns what tables with up to so many pieces are made of, in an order in which
// they can be built.
func Pairs(m kibaho.Material, pieces int) ([]Pair, error) {
	if pieces < 2 || pieces > m.Most() {
		return nil, piecesError(m, pieces)
	}
	var all []Pair
	seen := make([]bool, m.Limit())
	for n := 2; n <= pieces; n++ {
		for _, s := range m.Slices(n) {
			if !seen[s] {
				all = append(all, pairOf(m, s))
				for _, s := range all[len(all)-1].Slices {
					seen[s] = true
				}
			}
		}
	}
	return all, nil
}

func pairOf(m kibaho.Material, s kibaho.Slice) Pair {
	p := Pair{Slices: []kibaho.Slice{s}, Pieces: m.Pieces(s)}
	if twin := m.Twin(s); twin != s {
		p.Slices = append(p.Slices, twin)
	}
	for _, s := range p.Slices {
		p.Size += m.Size(s)
		p.Needs = append(p.Needs, m.Leads(s)...)
	}
	slices.Sort(p.Needs)
	p.Needs = slices.Compact(p.Needs)
	return p
}

// BuildPair makes the tables of a slice and its twin alone, in a folder that holds those
// that they need. Options.Memory is a bound for them all. Like Build it goes on from what
// an earlier one that was interrupted has left, and the files come out the same.
func BuildPair(ctx context.Context, m kibaho.Material, s kibaho.Slice, o Options) ([]Header, error) {
	o.defaults()
	dir := folder(o.Dir, o.Game, m.Rules())
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	b := &builder{m: m, o: o, dir: dir, values: make([]*cells, m.Limit()), start: time.Now()}
	p := pairOf(m, s)
	if _, needs := b.needs(p.Slices); o.Memory > 0 && needs > o.Memory {
		return nil, &MemoryError{m.Name(s), needs, o.Memory}
	}
	b.total = p.Size
	heads, err := b.pair(ctx, p.Slices[0], p.Slices[len(p.Slices)-1])
	if err == nil {
		b.report(b.total, true)
	}
	return heads, err
}

// Path is where the table of a slice is in the folder of all tables.
func Path(dir, game string, m kibaho.Material, s kibaho.Slice) string {
	return slicePath(folder(dir, game, m.Rules()), m.Name(s))
}

func piecesError(m kibaho.Material, pieces int) error {
	return &kibaho.InputError{What: "pieces", Text: fmt.Sprint(pieces), At: -1, Want: fmt.Sprintf("expected 2 to %d", m.Most())}
}
