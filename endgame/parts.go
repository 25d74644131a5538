package endgame

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"kibaho"
)

// planOf returns how a game decides a slice and its twin itself, and nil if it does
// not, or if that takes more memory than there is.
func (b *builder) planOf(slices []kibaho.Slice) kibaho.Plan {
	m, ok := b.m.(kibaho.Parted)
	if !ok {
		return nil
	}
	if p, ok := b.plans[slices[0]]; ok {
		return p
	}
	p := m.Plan(slices[0])
	if bound := b.o.Memory; bound > 0 && b.leads(slices)+b.partsBytes(slices, p) > bound {
		p = nil // perhaps the bound holds without it
	}
	if b.plans == nil {
		b.plans = map[kibaho.Slice]kibaho.Plan{}
	}
	b.plans[slices[0]] = p
	return p
}

// working returns the bytes that a pair takes while it is built.
func (b *builder) working(slices []kibaho.Slice) uint64 {
	if p := b.planOf(slices); p != nil {
		return b.partsBytes(slices, p)
	}
	var bytes uint64
	for _, s := range slices {
		bytes += 2*bytesFor(b.m.Size(s)) + b.m.Size(s)/8
	}
	return bytes
}

func (b *builder) partsBytes(slices []kibaho.Slice, p kibaho.Plan) uint64 {
	bytes := p.Memory(b.o.Threads)
	for _, s := range slices {
		bytes += bytesFor(b.m.Size(s)) + b.m.Size(s)/8
	}
	return bytes
}

// partChunk is the most parts that a solver takes at a time.
const partChunk = 64

// parts finds the codes of a pair part by part, by solvers of the game. The state is
// the codes and the stages that are done: a stage that was broken off is begun anew.
func (b *builder) parts(ctx context.Context, p *pair, plan kibaho.Plan) error {
	p.parted = true
	var size uint64
	sheet := &kibaho.Sheet{Known: func(s kibaho.Slice) []byte { return b.values[s].bytes }}
	for i, s := range p.slices {
		n := b.m.Size(s)
		p.cells[i], p.pending[i] = newCells(n), newBitmap(n)
		size += n
	}
	if len(p.slices) == 1 {
		p.cells[1], p.pending[1] = p.cells[0], p.pending[0]
	}
	if err := b.restore(p); err != nil {
		return err
	}
	for i := range sheet.Codes {
		sheet.Codes[i], sheet.Pending[i] = p.cells[i].bytes, p.pending[i]
	}
	solvers := make([]kibaho.Solver, b.o.Threads)
	solvers[0] = plan.Solver(sheet)
	solvers[0].Holes()

	stages := plan.Stages()
	var all, before int
	for i, n := range stages {
		all += n
		if i < int(p.next) {
			before += n
		}
	}
	share := func(parts int) uint64 { return uint64(float64(size) * float64(parts) / float64(max(all, 1))) }
	b.total -= share(before) // it was done before: the rate is that of this build
	saved, done := time.Now(), 0
	for ; int(p.next) < len(stages); p.next++ {
		n := stages[p.next]
		err := b.stage(ctx, solvers, func() kibaho.Solver { return plan.Solver(sheet) }, int(p.next), n, func(parts int) {
			b.report(b.done+share(done+parts), false)
		})
		if err != nil {
			if p.next > 0 && !b.tooFar.Load() {
				err = errors.Join(err, b.save(p))
			}
			return err
		}
		done += n
		if saved, err = b.saveNow(saved, p); err != nil {
			return err
		}
	}
	b.done += size - share(before)
	return nil
}

// stage has the parts of a stage solved. Solvers that are needed are made.
func (b *builder) stage(ctx context.Context, solvers []kibaho.Solver, solver func() kibaho.Solver, stage, parts int, progress func(int)) error {
	chunk := min(max(parts/(8*len(solvers)), 1), partChunk)
	var next atomic.Int64
	run := func(s *kibaho.Solver, first bool) {
		for ctx.Err() == nil && !b.tooFar.Load() {
			from := int(next.Add(int64(chunk))) - chunk
			if from >= parts {
				return
			}
			if *s == nil {
				*s = solver()
			}
			for part := from; part < min(from+chunk, parts); part++ {
				if !(*s).Solve(stage, part) {
					b.tooFar.Store(true)
					return
				}
			}
			if first {
				progress(min(from+chunk, parts))
			}
		}
	}
	var wg sync.WaitGroup
	for i := range solvers[1:] {
		if i+1 < parts {
			wg.Go(func() { run(&solvers[i+1], false) })
		}
	}
	run(&solvers[0], true)
	wg.Wait()
	if b.tooFar.Load() {
		return &TooFarError{b.now}
	}
	return ctx.Err()
}
