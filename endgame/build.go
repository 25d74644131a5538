package endgame

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"kibaho"
)

// Options say how tables are built.
type Options struct {
	Game    string // the name of the game, kept in each file
	Dir     string // the folder of all tables
	Threads int    // 0: one for each processor
	// Memory bounds the bytes of the values that are held at a time; 0: no bound.
	Memory uint64
	// Save is how often the state of a slice under work is written to disk, or less
	// often where that takes long; 0: every 30 seconds. Whenever a build is killed the
	// next one goes on from there.
	Save time.Duration
	// Report, if not nil, is told of progress, at most ten times a second.
	Report func(Progress)
}

func (o *Options) defaults() {
	if o.Threads <= 0 {
		o.Threads = runtime.NumCPU()
	}
	if o.Save == 0 {
		o.Save = 30 * time.Second
	}
}

// Progress tells how far a build has come.
type Progress struct {
	Slice   string // under work
	Pieces  int
	Done    uint64 // positions decided, of all that this build makes
	Total   uint64
	Elapsed time.Duration
}

// Rate returns positions a second.
func (p Progress) Rate() float64 { return float64(p.Done) / max(p.Elapsed.Seconds(), 1e-9) }

// Left estimates the time to the end.
func (p Progress) Left() time.Duration {
	if p.Done == 0 || p.Done >= p.Total {
		return 0
	}
	return time.Duration(float64(p.Elapsed) * float64(p.Total-p.Done) / float64(p.Done))
}

// TooFarError tells that a slice has an end that is farther away than a code can say.
type TooFarError struct{ Slice string }

func (e *TooFarError) Error() string {
	return fmt.Sprintf("slice %s: a win takes more than %d plies, which these tables cannot hold", e.Slice, MaxPlies)
}

// MemoryError tells that the bound of memory is too low.
type MemoryError struct {
	Slice        string
	Needs, Bound uint64
}

func (e *MemoryError) Error() string {
	return fmt.Sprintf("slice %s needs %d MiB for its values and those it leads to, the bound is %d MiB: expected a greater --memory",
		e.Slice, e.Needs>>20+1, e.Bound>>20)
}

// Build makes the tables with up to so many pieces that the directory does not
// hold yet, those with fewer pieces first. It returns what it has built. A build
// that ends early, or is killed, leaves only whole tables and saved states, and
// the next one goes on from them to the same tables.
func Build(ctx context.Context, m kibaho.Material, pieces int, o Options) (built []Header, err error) {
	if pieces < 2 || pieces > m.Most() {
		return nil, piecesError(m, pieces)
	}
	o.defaults()
	dir := folder(o.Dir, o.Game, m.Rules())
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	sweep(dir)
	b := &builder{m: m, o: o, dir: dir, values: make([]*cells, m.Limit()), start: time.Now()}
	present, err := b.plan(pieces)
	if err != nil {
		return nil, err
	}
	for n := 2; n <= pieces; n++ {
		todo, err := b.todo(n, present)
		if err != nil {
			return built, err
		}
		for len(todo) > 0 {
			k := b.together(todo)
			heads, err := b.group(ctx, todo[:k])
			for _, h := range heads {
				if !present[h.slice] {
					built = append(built, h)
				}
			}
			if err != nil {
				return built, err
			}
			todo = todo[k:]
		}
	}
	b.report(b.total, true)
	return built, nil
}

// builder is one run of Build.
type builder struct {
	m      kibaho.Material
	o      Options
	dir    string
	values []*cells // by slice: what is held in memory
	used   []kibaho.Slice
	held   uint64
	plans  map[kibaho.Slice]kibaho.Plan // see planOf

	start       time.Time
	told        time.Time
	saving      time.Duration // what the last state took
	total, done uint64        // places
	now         string
	pieces      int

	tooFar atomic.Bool
}

// plan finds what is there, counts what is to be done, and refuses what does not
// fit in the memory before anything is done.
func (b *builder) plan(pieces int) (present []bool, err error) {
	present = make([]bool, b.m.Limit())
	for n := 2; n <= pieces; n++ {
		for _, s := range b.m.Slices(n) {
			h, err := readHeader(b.path(s))
			switch {
			case err == nil:
				err = h.fits(b.path(s), b.o.Game, b.m, s)
				present[s] = err == nil
			case errors.Is(err, os.ErrNotExist):
				err = nil
			}
			if err != nil {
				return nil, fmt.Errorf("%w; remove the file to build it again", err)
			}
			if present[s] {
				continue
			}
			b.total += b.m.Size(s)
			slices := []kibaho.Slice{s}
			if twin := b.m.Twin(s); twin != s {
				slices = append(slices, twin)
			}
			if _, needs := b.needs(slices); b.o.Memory > 0 && needs > b.o.Memory {
				return nil, &MemoryError{b.m.Name(s), needs, b.o.Memory}
			}
		}
	}
	return present, nil
}

func (b *builder) path(s kibaho.Slice) string { return slicePath(b.dir, b.m.Name(s)) }

func (b *builder) report(done uint64, last bool) {
	if b.o.Report == nil || !last && time.Since(b.told) < 100*time.Millisecond {
		return
	}
	b.told = time.Now()
	b.o.Report(Progress{Slice: b.now, Pieces: b.pieces, Done: done, Total: b.total, Elapsed: time.Since(b.start)})
}

// pair is a slice under work with its twin, which may be the same.
type pair struct {
	slices  []kibaho.Slice // one or two
	cells   [2]*cells      // of slices[0] and of its twin
	kept    [2]*cells      // counts (worker.go), unless decided in parts
	pending [2]bitmap
	parted  bool // decided in parts (parts.go)
	next    Code // the layer, or the stage, that comes next; 0: none is done
	most    Code // the greatest code that was set
}

// bitmap is a set of places.
type bitmap []uint64

func newBitmap(n uint64) bitmap         { return make(bitmap, (n+63)/64) }
func (b bitmap) has(i uint64) bool      { return b[i>>6]>>(i&63)&1 != 0 }
func (b bitmap) add(i uint64)           { b[i>>6] |= 1 << (i & 63) }
func (p *pair) other(i int) int         { return (i + 1) % len(p.slices) }
func (p *pair) sizeOf(i int) (n uint64) { return p.cells[i].size() }

// pair builds a slice and its twin.
func (b *builder) pair(ctx context.Context, s, twin kibaho.Slice) ([]Header, error) {
	p := &pair{slices: []kibaho.Slice{s}}
	if twin != s {
		p.slices = append(p.slices, twin)
	}
	b.now, b.pieces = b.m.Name(s), b.m.Pieces(s)
	if err := b.hold(p.slices); err != nil {
		return nil, err
	}
	if plan := b.planOf(p.slices); plan != nil {
		if err := b.parts(ctx, p, plan); err != nil {
			return nil, err
		}
	} else if err := b.layers(ctx, p); err != nil {
		return nil, err
	}
	heads, err := b.writePair(ctx, p)
	if err != nil {
		return nil, err
	}
	b.add(p)
	return heads, b.forget(p.slices[0])
}

// add holds the values of a pair that is built.
func (b *builder) add(p *pair) {
	for i, s := range p.slices {
		b.values[s] = p.cells[i]
		b.used = append(b.used, s)
		b.held += bytesFor(b.m.Size(s))
	}
}

// forget removes the state of a pair whose tables are made. It may outlive them for a
// while: where a build made one table and the next one the other, both broken off.
func (b *builder) forget(first kibaho.Slice) error {
	if err := os.Remove(b.statePath(first)); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// writePair makes the files of a finished pair, at the same time if there are threads for
// both: some of the work on a file cannot be shared out.
func (b *builder) writePair(ctx context.Context, p *pair) ([]Header, error) {
	heads, errs := make([]Header, len(p.slices)), make([]error, len(p.slices))
	var wg sync.WaitGroup
	for i, s := range p.slices {
		write := func() { heads[i], errs[i] = b.write(ctx, s, p.cells[i], p.pending[i]) }
		if b.o.Threads > 1 {
			wg.Go(write)
		} else {
			write()
		}
	}
	wg.Wait()
	return heads, errors.Join(errs...)
}

// layers finds the codes of a pair by going back from the end of the game, ply by ply
// through all of it, by what walkers tell of single numbers.
func (b *builder) layers(ctx context.Context, p *pair) error {
	var size uint64
	for i, s := range p.slices {
		n := b.m.Size(s)
		p.cells[i], p.kept[i], p.pending[i] = newCells(n), newCells(n), newBitmap(n)
		size += n
	}
	if len(p.slices) == 1 {
		p.cells[1], p.kept[1], p.pending[1] = p.cells[0], p.kept[0], p.pending[0]
	}
	saved := time.Now()
	w := b.workers(p)
	if err := b.restore(p); err != nil {
		return err
	}
	if p.next == 0 {
		for i := range p.slices {
			before := b.done
			err := b.each(ctx, w, p.sizeOf(i), firstChunk, func(w *worker, from, to uint64) {
				w.first(i, from, to)
			}, func(n uint64) { b.report(before+n/2, false) })
			if err != nil {
				return err
			}
			b.done += p.sizeOf(i) / 2
		}
		p.next = 1
		p.collect(w)
	} else {
		for i := range p.slices {
			for _, c := range p.cells[i].bytes {
				w[0].set[i][c]++
			}
			if err := b.each(ctx, w, p.sizeOf(i), firstChunk, func(w *worker, from, to uint64) { w.recount(i, from, to) }, nil); err != nil {
				return err
			}
		}
		b.total -= size / 2 // it was done before: the rate is that of this build
	}
	if err := b.retrace(ctx, w, p); err != nil {
		return err
	}
	left := size - size/2
	share := layerShare{total: left}
	for ; p.next <= p.most; p.next++ {
		for i := range p.slices {
			if !anyOf(w, i, p.next) {
				continue
			}
			err := b.each(ctx, w, p.sizeOf(i), layerChunk, func(w *worker, from, to uint64) {
				w.layer(i, p.next, from, to)
			}, nil)
			if err != nil {
				p.collect(w) // what is set in half a layer must be seen later
				if saveErr := b.save(p); saveErr != nil {
					return errors.Join(err, saveErr)
				}
				return err
			}
		}
		p.collect(w)
		b.report(b.done+share.at(p.next, p.most), false)
		var err error
		if saved, err = b.saveNow(saved, p); err != nil {
			return err
		}
	}
	b.done += left
	return nil
}

// layerShare guesses how much of the work in layers is done: most of it is in
// the first ones.
type layerShare struct{ total uint64 }

func (l layerShare) at(next, most Code) uint64 {
	f := float64(next) / float64(max(most, 1))
	return uint64(float64(l.total) * (1 - (1-f)*(1-f)))
}

// collect gathers the greatest code.
func (p *pair) collect(ws []*worker) {
	for _, w := range ws {
		p.most = max(p.most, w.most)
	}
}

// anyOf reports that a worker has set a code in a slice of the pair.
func anyOf(ws []*worker, slice int, c Code) bool {
	for _, w := range ws {
		if w.set[slice][c] > 0 {
			return true
		}
	}
	return false
}

// needs returns the slices that the moves of a pair lead to, and the memory that
// their values and the work on the pair take.
func (b *builder) needs(slices []kibaho.Slice) (wanted map[kibaho.Slice]bool, bytes uint64) {
	wanted = map[kibaho.Slice]bool{}
	for _, s := range slices {
		for _, to := range b.m.Leads(s) {
			wanted[to] = true
		}
	}
	return wanted, b.leads(slices) + b.working(slices)
}

// leads returns the bytes of the values that the moves of a pair lead to.
func (b *builder) leads(slices []kibaho.Slice) (bytes uint64) {
	seen := map[kibaho.Slice]bool{}
	for _, s := range slices {
		for _, to := range b.m.Leads(s) {
			if !seen[to] {
				seen[to] = true
				bytes += bytesFor(b.m.Size(to))
			}
		}
	}
	return bytes
}

// hold loads the values that the moves of pairs lead to and lets go of others
// while the memory is short.
func (b *builder) hold(pairs ...[]kibaho.Slice) error {
	wanted := map[kibaho.Slice]bool{}
	var missing uint64
	for _, slices := range pairs {
		needs, _ := b.needs(slices)
		maps.Copy(wanted, needs)
		missing += b.working(slices)
	}
	for s := range wanted {
		if b.values[s] == nil {
			missing += bytesFor(b.m.Size(s))
		}
	}
	if b.o.Memory > 0 && b.held+missing > b.o.Memory {
		kept := b.used[:0]
		for _, s := range b.used { // the oldest first
			if !wanted[s] && b.held+missing > b.o.Memory {
				b.held -= bytesFor(b.m.Size(s))
				b.values[s] = nil
				continue
			}
			kept = append(kept, s)
		}
		b.used = kept
		runtime.GC()
	}
	for s := range b.m.Limit() {
		if !wanted[s] || b.values[s] != nil {
			continue
		}
		f, err := openFile(b.path(s))
		if err != nil {
			return err
		}
		err = f.fits(b.path(s), b.o.Game, b.m, s)
		if err == nil {
			b.values[s] = newCells(f.Size)
			err = f.load(b.values[s], b.o.Threads)
		}
		f.close()
		if err != nil {
			return err
		}
		b.used = append(b.used, s)
		b.held += bytesFor(b.m.Size(s))
	}
	return nil
}

// How many places a worker takes at a time. Multiples of 64, so that no two
// workers of the first pass write to the same word.
const (
	firstChunk = 1 << 13
	layerChunk = 1 << 15
)

// each gives the places of a slice to the workers in chunks. progress, if not
// nil, is told how many are done.
func (b *builder) each(ctx context.Context, ws []*worker, size, chunk uint64, work func(w *worker, from, to uint64), progress func(uint64)) error {
	var next atomic.Uint64
	run := func(w *worker, first bool) {
		for ctx.Err() == nil && !b.tooFar.Load() {
			from := next.Add(chunk) - chunk
			if from >= size {
				return
			}
			work(w, from, min(from+chunk, size))
			if first && progress != nil {
				progress(min(from+chunk, size))
			}
		}
	}
	n := min(uint64(len(ws)), (size+chunk-1)/chunk)
	var wg sync.WaitGroup
	for _, w := range ws[1:n] {
		wg.Go(func() { run(w, false) })
	}
	run(ws[0], true)
	wg.Wait()
	if b.tooFar.Load() {
		return &TooFarError{b.now}
	}
	return ctx.Err()
}
