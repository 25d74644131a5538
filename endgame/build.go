package endgame

import (
	"bytes"
	"context"
	"errors"
	"fmt"
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
	// Save is how often the state of a slice under work is written to disk; 0:
	// every 30 seconds. Whenever a build is killed the next one goes on from there.
	Save time.Duration
	// Report, if not nil, is told of progress, at most ten times a second.
	Report func(Progress)
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
	if p.Done == 0 {
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
		return nil, &kibaho.InputError{What: "pieces", Text: fmt.Sprint(pieces), At: -1, Want: fmt.Sprintf("expected 2 to %d", m.Most())}
	}
	if o.Threads <= 0 {
		o.Threads = runtime.NumCPU()
	}
	if o.Save == 0 {
		o.Save = 30 * time.Second
	}
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
		for _, s := range m.Slices(n) {
			twin := m.Twin(s)
			if present[s] && present[twin] {
				continue
			}
			heads, err := b.pair(ctx, s, twin)
			if err != nil {
				return built, err
			}
			for _, h := range heads {
				if !present[h.slice] {
					built = append(built, h)
				}
			}
			present[s], present[twin] = true, true
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

	start       time.Time
	told        time.Time
	total, done uint64 // places
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
	pending [2]bitmap
	next    Code // the layer that comes next; 0: the first pass is not done
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
	var size uint64
	for i, s := range p.slices {
		n := b.m.Size(s)
		p.cells[i], p.pending[i] = newCells(n), newBitmap(n)
		size += n
	}
	if len(p.slices) == 1 {
		p.cells[1], p.pending[1] = p.cells[0], p.pending[0]
	}
	saved := time.Now()
	w := b.workers(p)
	if err := b.restore(p); err != nil {
		return nil, err
	}
	if p.next == 0 {
		for i := range p.slices {
			before := b.done
			err := b.each(ctx, w, p.sizeOf(i), firstChunk, func(w *worker, from, to uint64) {
				w.first(i, from, to)
			}, func(n uint64) { b.report(before+n/2, false) })
			if err != nil {
				return nil, err
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
		}
		b.total -= size / 2 // it was done before: the rate is that of this build
	}
	if err := b.retrace(ctx, w, p); err != nil {
		return nil, err
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
					return nil, errors.Join(err, saveErr)
				}
				return nil, err
			}
		}
		p.collect(w)
		b.report(b.done+share.at(p.next, p.most), false)
		if time.Since(saved) >= b.o.Save {
			q := *p
			q.next++
			if err := b.save(&q); err != nil {
				return nil, err
			}
			saved = time.Now()
		}
	}
	b.done += left
	var heads []Header
	for i, s := range p.slices {
		h, err := b.write(ctx, s, p.cells[i], p.pending[i])
		if err != nil {
			return nil, err
		}
		heads = append(heads, h)
		b.values[s] = p.cells[i]
		b.used = append(b.used, s)
		b.held += bytesFor(b.m.Size(s))
	}
	if err := os.Remove(b.statePath(p)); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	return heads, nil
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
// their values and those of the pair take.
func (b *builder) needs(slices []kibaho.Slice) (wanted map[kibaho.Slice]bool, bytes uint64) {
	wanted = map[kibaho.Slice]bool{}
	for _, s := range slices {
		bytes += bytesFor(b.m.Size(s)) + b.m.Size(s)/8
		for _, to := range b.m.Leads(s) {
			if !wanted[to] {
				wanted[to] = true
				bytes += bytesFor(b.m.Size(to))
			}
		}
	}
	return wanted, bytes
}

// hold loads the values that the moves of a pair lead to and lets go of others
// while the memory is short.
func (b *builder) hold(slices []kibaho.Slice) error {
	wanted, _ := b.needs(slices)
	var missing uint64
	for s := range wanted {
		if b.values[s] == nil {
			missing += bytesFor(b.m.Size(s))
		}
	}
	for _, s := range slices {
		missing += bytesFor(b.m.Size(s)) + b.m.Size(s)/8
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
			b.values[s], err = f.load(b.o.Threads)
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

// worker is one goroutine of a build.
type worker struct {
	b     *builder
	p     *pair
	walk  [2]kibaho.Walker  // of the slices of the pair
	back  [2]kibaho.Walker  // others, for positions that a move was taken back from
	retro [2]kibaho.Unmover // walk, or what takes its place
	exits []kibaho.Place
	froms []uint64
	set   [2]tally // codes that were set, by slice of the pair
	most  Code

	// Of the check of one position that may be lost.
	from  kibaho.Slice
	cells *cells
	known Code // codes up to this one are final
	worst Code
	all   func(kibaho.Place) bool // check, bound once
}

func (b *builder) workers(p *pair) []*worker {
	ws := make([]*worker, b.o.Threads)
	for i := range ws {
		w := &worker{b: b, p: p}
		for j, s := range p.slices {
			w.walk[j], w.back[j] = b.m.Walker(s), b.m.Walker(s)
		}
		w.all = w.check
		ws[i] = w
	}
	return ws
}

// code returns the value of a finished place.
func (b *builder) code(at kibaho.Place) Code {
	if c, ok := ended(at.Slice); ok {
		return c
	}
	return Code(b.values[at.Slice].bytes[at.At])
}

// first sets what the moves that leave the pair, or the end of the game, tell of
// places from … to-1.
func (w *worker) first(slice int, from, to uint64) {
	cells, pending, walk := w.p.cells[slice], w.p.pending[slice], w.walk[slice]
	for i := from; i < to; i++ {
		var s kibaho.Standing
		w.exits, s = walk.Exits(i, w.exits[:0])
		c := w.judge(s)
		cells.set(i, c)
		if s == kibaho.Pending {
			pending.add(i)
		}
		if c <= MaxPlies+1 {
			w.set[slice][c]++
			w.most = max(w.most, c)
		}
	}
}

// judge returns the code of a position of a standing with the exits at hand. That
// of a win of an open position is a bound: it may be won sooner.
func (w *worker) judge(s kibaho.Standing) Code {
	switch s {
	case kibaho.Hole:
		return hole
	case kibaho.Lost:
		return 1
	case kibaho.Drawn:
		return drawn
	}
	best, worst, draws := Code(hole), Code(0), false
	for _, e := range w.exits {
		switch c := w.b.code(e); {
		case c.loss():
			best = min(best, c)
		case c.win():
			worst = max(worst, c)
		default:
			draws = true
		}
	}
	switch {
	case best != hole:
		return w.fits(best + 1)
	case draws && s == kibaho.Open:
		return holds
	case draws:
		return drawn
	case s == kibaho.Open:
		return undecided
	}
	return w.fits(worst + 1)
}

// fits stops the build at a code that is none.
func (w *worker) fits(c Code) Code {
	if c > MaxPlies+1 {
		w.b.tooFar.Store(true)
	}
	return c
}

// layer goes back from the positions of a code, from … to-1 of a slice of the
// pair: who can move to a lost position wins a ply later, and who can move only to
// won ones loses.
//
// It may be done twice, in whole or in part, without harm: what is set depends
// only on codes up to c, which are final.
func (w *worker) layer(slice int, c Code, from, to uint64) {
	p := w.p
	other := p.other(slice)
	cells, twin := p.cells[slice], p.cells[other]
	walk, back := w.retro[slice], w.back[other]
	w.from, w.cells, w.known = p.slices[slice], cells, c
	list := cells.bytes[from:to]
	for at := 0; ; at++ {
		i := bytes.IndexByte(list[at:], byte(c))
		if i < 0 {
			return
		}
		at += i
		w.froms = walk.Unmoves(from+uint64(at), w.froms[:0])
		for n, f := range w.froms {
			has := twin.at(f)
			if c.loss() {
				w.won(twin, back, other, f, has, c+1)
			} else if has == undecided {
				w.worst = 0
				walk.MovesBefore(n, w.all)
				if w.worst != 0 && twin.swap(f, undecided, w.fits(w.worst+1)) {
					w.count(other, w.worst+1)
				}
			}
		}
	}
}

func (w *worker) count(slice int, c Code) {
	w.set[slice][c]++
	w.most = max(w.most, c)
}

// won sets a position that can move to a lost one.
func (w *worker) won(twin *cells, back kibaho.Walker, slice int, f uint64, has, c Code) {
	for {
		switch {
		case has == undecided || has == holds:
		case has.win() && has > c:
			// It wins by a move that leaves the pair, later than this. If all its
			// moves do, the move here is not legal.
			var s kibaho.Standing
			if w.exits, s = back.Exits(f, w.exits[:0]); s != kibaho.Open {
				return
			}
		default:
			return
		}
		if twin.swap(f, has, w.fits(c)) {
			w.count(slice, c)
			return
		}
		has = twin.at(f)
	}
}

// check looks at one successor of a position that may be lost and reports that it
// is won for the opponent.
func (w *worker) check(to kibaho.Place) bool {
	var c Code
	if to.Slice == w.from {
		if c = w.cells.at(to.At); c > w.known {
			c = Draw
		}
	} else {
		c = w.b.code(to)
	}
	if !c.win() {
		w.worst = 0
		return false
	}
	w.worst = max(w.worst, c)
	return true
}
