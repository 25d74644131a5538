package search

import (
	"context"
	"sync/atomic"

	"kibaho"
)

// Merge counts like Perft, but turns of one position that lead to the same position
// count once, at every ply. Work.Bulk is not used.
func Merge[P comparable, M comparable, R kibaho.Rules[P, M]](ctx context.Context, p P, depth int, work Work[P]) (uint64, error) {
	if depth <= 0 {
		return 1, context.Cause(ctx)
	}
	expand := func(stop *atomic.Bool) func(p *P, visit func(*P) bool) bool {
		m := &merger[P, M, R]{w: newWalker[P, M, R](stop)}
		return func(p *P, visit func(*P) bool) bool {
			s := m.results(p, 1)
			for k := range s.n {
				if stop.Load() || !visit(&s.chunks[k/chunkLen][k%chunkLen]) {
					return false
				}
			}
			return true
		}
	}
	count := func(stop *atomic.Bool) func(*part[P]) uint64 {
		m := &merger[P, M, R]{w: newWalker[P, M, R](stop)}
		return func(j *part[P]) uint64 { return m.count(&j.p, j.depth) }
	}
	counts, err := share(ctx, []part[P]{{p: p, depth: depth}}, 1, work, expand, count)
	if err != nil {
		return 0, err
	}
	return counts[0], nil
}

// merger counts merged turns. It owns one set of results for each ply.
type merger[P comparable, M comparable, R kibaho.Rules[P, M]] struct {
	w    *walker[P, M, R]
	sets []*set[P, M, R] // by depth
}

// results returns the different ends of the turns of *p, valid until the next call
// with the same depth.
func (m *merger[P, M, R]) results(p *P, depth int) *set[P, M, R] {
	for len(m.sets) <= depth {
		m.sets = append(m.sets, new(set[P, M, R]))
	}
	s := m.sets[depth]
	s.clear()
	m.w.pos[0], m.w.moves = *p, m.w.moves[:0]
	m.w.turns(0, func(at int) bool {
		s.add(&m.w.pos[at], R(&m.w.pos[at]).Hash())
		return true
	})
	return s
}

func (m *merger[P, M, R]) count(p *P, depth int) uint64 {
	s := m.results(p, depth)
	if depth == 1 || m.w.stop.Load() {
		return uint64(s.n)
	}
	var n uint64
	for k := range s.n {
		n += m.count(&s.chunks[k/chunkLen][k%chunkLen], depth-1)
	}
	return n
}
