package search

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"kibaho"
)

// Work says how a count is done. The zero value counts on all processors
// without a bulk counter.
type Work[P any] struct {
	Threads int // goroutines; 0: one for each processor
	// Bulk counts complete turns without move lists, as kibaho.Game.Perft does.
	// It is asked for BulkDepth plies and less (0: 4), never within a turn: a
	// count stops only between two calls.
	Bulk      func(p *P, depth int) uint64
	BulkDepth int
	// Memory bounds the bytes that Distinct keeps; 0: DefaultMemory.
	Memory int64
	// Progress is told how far the work is, by one goroutine at a time, at most
	// ten times a second and once at the end.
	Progress func(Progress)
}

// Progress tells how far a count or a series of games is. The parts differ in
// size; Count is what has been counted, or how many games were played, so far.
type Progress struct {
	Done, Total int
	Count       uint64
}

// Perft counts the complete turns that end depth plies after p. A ply is a complete
// turn, so a choice within a turn costs no depth; if p is itself within a turn
// its completion is the first ply. Turns that lead to the same position count
// each. Depth 0 counts p itself. If ctx ends its cause is returned.
func Perft[P any, M comparable, R kibaho.Rules[P, M]](ctx context.Context, p P, depth int, w Work[P]) (uint64, error) {
	if depth <= 0 {
		return 1, context.Cause(ctx)
	}
	counts, err := perft[P, M, R](ctx, []part[P]{{p: p, depth: depth}}, 1, w)
	if err != nil {
		return 0, err
	}
	return counts[0], nil
}

// Branch is one complete turn with the count below it.
type Branch[P any, M comparable] struct {
	Turn[P, M]
	Count uint64
}

// Divide lists the complete turns of p, each with its share of Perft(p, depth).
// The errors are those of Turns and Perft.
func Divide[P any, M comparable, R kibaho.Rules[P, M]](ctx context.Context, p P, depth int, b Bounds, w Work[P]) ([]Branch[P, M], error) {
	turns, err := Turns[P, M, R](ctx, p, b)
	if err != nil {
		return nil, err
	}
	out := make([]Branch[P, M], len(turns))
	parts := make([]part[P], len(turns))
	for i, t := range turns {
		out[i] = Branch[P, M]{Turn: t, Count: 1}
		parts[i] = part[P]{p: t.After, depth: depth - 1, root: i}
	}
	if depth <= 1 {
		return out, nil
	}
	counts, err := perft[P, M, R](ctx, parts, len(turns), w)
	if err != nil {
		return nil, err
	}
	for i, n := range counts {
		out[i].Count = n
	}
	return out, nil
}

// part is a piece of work: a subtree that one goroutine counts.
type part[P any] struct {
	p     P
	depth int // at least 1
	root  int // the count it belongs to
}

const (
	// minParts is how many parts a count is cut into, if it is deep enough: many
	// more than there are threads, since subtrees differ in size by orders of
	// magnitude and the last one should be short.
	minParts = 1024
	maxParts = 1 << 16
)

func perft[P any, M comparable, R kibaho.Rules[P, M]](ctx context.Context, parts []part[P], roots int, work Work[P]) ([]uint64, error) {
	if work.BulkDepth <= 0 {
		work.BulkDepth = 4
	}
	expand := func(stop *atomic.Bool) func(p *P, visit func(*P) bool) bool {
		w := newWalker[P, M, R](stop)
		return func(p *P, visit func(*P) bool) bool {
			w.pos[0], w.moves = *p, w.moves[:0]
			return w.turns(0, func(at int) bool { return visit(&w.pos[at]) })
		}
	}
	count := func(stop *atomic.Bool) func(*part[P]) uint64 {
		w := newWalker[P, M, R](stop)
		if work.Bulk != nil {
			w.bulk, w.below = work.Bulk, work.BulkDepth
		}
		return func(j *part[P]) uint64 {
			if j.depth <= w.below && !R(&j.p).MidTurn() {
				return w.bulk(&j.p, j.depth)
			}
			w.pos[0], w.moves = j.p, w.moves[:0]
			return w.count(0, j.depth)
		}
	}
	return share(ctx, parts, roots, work, expand, count)
}

// share cuts parts into smaller ones by expand, which visits the ends of the turns
// of a position until visit returns false, and has them counted by count on
// several goroutines. It returns the sums by root.
func share[P any](ctx context.Context, parts []part[P], roots int, work Work[P],
	expand func(stop *atomic.Bool) func(p *P, visit func(*P) bool) bool,
	count func(stop *atomic.Bool) func(*part[P]) uint64,
) ([]uint64, error) {
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	var stop atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()

	// Cut the first plies, layer by layer, into parts; one whose turns are too
	// many to list stays whole.
	cut := expand(&stop)
	for deeper := true; deeper && len(parts) < minParts && !stop.Load(); {
		deeper = false
		old := parts
		parts = make([]part[P], 0, 2*len(old))
		for i := range old {
			j := &old[i]
			n := len(parts)
			if j.depth >= 2 && cut(&j.p, func(p *P) bool {
				parts = append(parts, part[P]{*p, j.depth - 1, j.root})
				return len(parts) < maxParts && !stop.Load()
			}) {
				deeper = true
				continue
			}
			parts = append(parts[:n], *j)
		}
	}

	counts := make([]uint64, roots)
	report := newReporter(work.Progress, len(parts))
	var mu sync.Mutex
	pool(threads(work.Threads), func(next func() int) {
		c := count(&stop)
		for i := next(); i < len(parts) && !stop.Load(); i = next() {
			n := c(&parts[i])
			mu.Lock()
			counts[parts[i].root] += n
			report.add(1, n)
			mu.Unlock()
		}
	})
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	report.end()
	return counts, nil
}

// threads returns the number of goroutines that n asks for.
func threads(n int) int {
	if n <= 0 {
		return runtime.GOMAXPROCS(0)
	}
	return n
}

// pool runs n workers and waits for them. next deals out 0, 1, 2 … among them.
func pool(n int, worker func(next func() int)) {
	var dealt atomic.Int64
	next := func() int { return int(dealt.Add(1) - 1) }
	if n == 1 {
		worker(next)
		return
	}
	var wg sync.WaitGroup
	for range n {
		wg.Go(func() { worker(next) })
	}
	wg.Wait()
}

// reporter tells progress, not too often. It is not safe for concurrent use.
type reporter struct {
	tell func(Progress)
	now  Progress
	last time.Time
}

func newReporter(tell func(Progress), total int) *reporter {
	return &reporter{tell: tell, now: Progress{Total: total}, last: time.Now()}
}

func (r *reporter) add(done int, count uint64) {
	r.now.Done += done
	r.now.Count += count
	if r.tell == nil || r.now.Done == r.now.Total {
		return // the last one is told by end
	}
	if t := time.Now(); t.Sub(r.last) >= 100*time.Millisecond {
		r.last = t
		r.tell(r.now)
	}
}

func (r *reporter) end() {
	if r.tell != nil {
		r.tell(r.now)
	}
}
