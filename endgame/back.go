package endgame

import (
	"context"
	"sync/atomic"

	"kibaho"
)

// edges are the moves that keep the material and lead into a slice, listed by
// where they lead: for games whose moves cannot be taken back by a rule, as a
// sowing of many laps cannot.
type edges struct {
	start []uint32 // by place, with one more at the end: where its moves begin in from
	from  []uint32 // places of the twin
}

// retrace gives the workers what takes moves back: their walkers if these can, else
// lists of all moves.
func (b *builder) retrace(ctx context.Context, ws []*worker, p *pair) error {
	for i := range p.slices {
		var e *edges
		if _, ok := ws[0].walk[i].(kibaho.Unmover); !ok {
			var err error
			if e, err = b.invert(ctx, ws, p, i); err != nil {
				return err
			}
		}
		for _, w := range ws {
			if e == nil {
				w.retro[i] = w.walk[i].(kibaho.Unmover)
			} else {
				w.retro[i] = &retracer{w.walk[i], e}
			}
		}
	}
	return nil
}

// invert lists the moves into a slice of a pair. They are found twice, first to be
// counted.
func (b *builder) invert(ctx context.Context, ws []*worker, p *pair, slice int) (*edges, error) {
	other := p.other(slice)
	n, m := p.sizeOf(slice), p.sizeOf(other)
	if n >= 1<<32-1 || m >= 1<<32-1 {
		return nil, &MemoryError{b.now, 5 * (n + m), b.o.Memory}
	}
	e := &edges{start: make([]uint32, n+1)}
	each := func(do func(from, to uint64)) error {
		return b.each(ctx, ws, m, firstChunk, func(w *worker, from, to uint64) {
			walk := w.back[other]
			for i := from; i < to; i++ {
				if Code(p.cells[other].bytes[i]) == hole {
					continue
				}
				var s kibaho.Standing
				if w.exits, _, s = walk.Exits(i, w.exits[:0]); s != kibaho.Open {
					continue
				}
				walk.Moves(i, func(at kibaho.Place) bool {
					if at.Slice != p.slices[slice] {
						return false // those that keep the material come first
					}
					do(i, at.At)
					return true
				})
			}
		}, nil)
	}
	if err := each(func(_, to uint64) { atomic.AddUint32(&e.start[to+1], 1) }); err != nil {
		return nil, err
	}
	var total uint64
	for i, k := range e.start {
		total += uint64(k)
		e.start[i] = uint32(total)
	}
	if needs := b.held + 3*(n+m) + 4*(n+total); total >= 1<<32 || b.o.Memory > 0 && needs > b.o.Memory {
		return nil, &MemoryError{b.now, needs, b.o.Memory}
	}
	e.from = make([]uint32, total)
	next := make([]uint32, n)
	copy(next, e.start)
	err := each(func(from, to uint64) { e.from[atomic.AddUint32(&next[to], 1)-1] = uint32(from) })
	return e, err
}

// retracer makes an Unmover of a walker and the list of the moves into its slice.
type retracer struct {
	kibaho.Walker
	edges *edges
}

func (r *retracer) Unmoves(at uint64, dst []uint64) []uint64 {
	for _, f := range r.edges.from[r.edges.start[at]:r.edges.start[at+1]] {
		dst = append(dst, uint64(f))
	}
	return dst
}
