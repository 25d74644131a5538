package search

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"unsafe"

	"kibaho"
)

// ErrMemory tells that a count would need more memory than it was allowed.
var ErrMemory = errors.New("search: the memory allowed is used up")

// DefaultMemory is what Distinct may use if nothing else is said, in bytes.
const DefaultMemory = 1 << 30

// Distinct returns the numbers of different positions that can stand after exactly
// 1, 2 … depth plies from p, finished ones included. It keeps two layers of
// positions in memory; if they outgrow work.Memory the numbers of the layers
// that were finished are returned with ErrMemory, if ctx ends with its cause.
// The progress told is that of the layer under way.
func Distinct[P comparable, M comparable, R kibaho.Rules[P, M]](ctx context.Context, p P, depth int, work Work[P]) ([]uint64, error) {
	if work.Memory <= 0 {
		work.Memory = DefaultMemory
	}
	var stop atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	var used atomic.Int64 // bytes
	layer := newLayer[P, M, R](&used, work.Memory)
	layer.add(&p)
	var out []uint64
	for range depth {
		if err := context.Cause(ctx); err != nil {
			return out, err
		}
		chunks := layer.chunks()
		below := newLayer[P, M, R](&used, work.Memory)
		report := newReporter(work.Progress, len(chunks))
		var mu sync.Mutex
		var full atomic.Bool
		pool(threads(work.Threads), func(next func() int) {
			w := newWalker[P, M, R](&stop)
			for i := next(); i < len(chunks) && !stop.Load(); i = next() {
				for j := range chunks[i] {
					w.pos[0], w.moves = chunks[i][j], w.moves[:0]
					if !w.turns(0, func(at int) bool { return below.add(&w.pos[at]) }) {
						if !stop.Load() {
							full.Store(true)
						}
						return
					}
				}
				mu.Lock()
				report.add(1, uint64(len(chunks[i])))
				mu.Unlock()
			}
		})
		if err := context.Cause(ctx); err != nil {
			return out, err
		}
		if full.Load() {
			return out, ErrMemory
		}
		report.end()
		used.Add(-layer.bytes())
		layer = below
		out = append(out, layer.len())
	}
	return out, context.Cause(ctx)
}

// layer is a set of positions, safe for concurrent use: the top bits of the hash
// choose a shard.
type layer[P comparable, M comparable, R kibaho.Rules[P, M]] struct {
	shards [64]struct {
		sync.Mutex
		set[P, M, R]
	}
}

func newLayer[P comparable, M comparable, R kibaho.Rules[P, M]](used *atomic.Int64, most int64) *layer[P, M, R] {
	l := new(layer[P, M, R])
	for i := range l.shards {
		l.shards[i].used, l.shards[i].most = used, most
	}
	return l
}

// add puts *p in. It returns false if the memory is used up.
func (l *layer[P, M, R]) add(p *P) bool {
	h := R(p).Hash()
	s := &l.shards[h>>58]
	s.Lock()
	defer s.Unlock()
	_, ok := s.add(p, h)
	return ok
}

func (l *layer[P, M, R]) len() uint64 {
	var n uint64
	for i := range l.shards {
		n += uint64(l.shards[i].n)
	}
	return n
}

func (l *layer[P, M, R]) bytes() int64 {
	var n int64
	for i := range l.shards {
		n += l.shards[i].bytes
	}
	return n
}

func (l *layer[P, M, R]) chunks() [][]P {
	var out [][]P
	for i := range l.shards {
		out = append(out, l.shards[i].chunks...)
	}
	return out
}

const chunkLen = 512

// set is a set of positions in the order they came. Memory beyond most, summed
// up in used by all sets that share it, is refused.
type set[P comparable, M comparable, R kibaho.Rules[P, M]] struct {
	n      int
	chunks [][]P    // all but the last are full
	slots  []uint32 // index + 1 by hash, open addressing, a power of two
	bytes  int64
	used   *atomic.Int64 // nil: no bound
	most   int64
}

// add puts *p in, whose hash is h. It tells if it is new, and false if the memory
// is used up.
func (s *set[P, M, R]) add(p *P, h uint64) (added, ok bool) {
	_, added, ok = s.place(p, h)
	return added, ok
}

// place is add and tells the number of the position: they are numbered in the
// order they came.
func (s *set[P, M, R]) place(p *P, h uint64) (number uint32, added, ok bool) {
	if 4*(s.n+1) > 3*len(s.slots) && !s.grow() {
		return 0, false, false
	}
	mask := uint32(len(s.slots) - 1)
	i := uint32(h) & mask
	for ; s.slots[i] != 0; i = (i + 1) & mask {
		if k := s.slots[i] - 1; *s.at(k) == *p {
			return k, false, true
		}
	}
	if s.n%chunkLen == 0 && s.n/chunkLen == len(s.chunks) {
		if !s.take(chunkLen * int64(unsafe.Sizeof(*p))) {
			return 0, false, false
		}
		s.chunks = append(s.chunks, make([]P, 0, chunkLen))
	}
	c := s.n / chunkLen
	s.chunks[c] = append(s.chunks[c], *p)
	s.n++
	s.slots[i] = uint32(s.n)
	return uint32(s.n - 1), true, true
}

// at returns the position of a number.
func (s *set[P, M, R]) at(number uint32) *P { return &s.chunks[number/chunkLen][number%chunkLen] }

func (s *set[P, M, R]) grow() bool {
	size := max(16, 2*len(s.slots))
	if !s.take(4 * int64(size-len(s.slots))) {
		return false
	}
	s.slots = make([]uint32, size)
	mask := uint32(size - 1)
	for k := range s.n {
		i := uint32(R(&s.chunks[k/chunkLen][k%chunkLen]).Hash()) & mask
		for s.slots[i] != 0 {
			i = (i + 1) & mask
		}
		s.slots[i] = uint32(k + 1)
	}
	return true
}

func (s *set[P, M, R]) take(bytes int64) bool {
	if s.used != nil && s.used.Add(bytes) > s.most {
		return false
	}
	s.bytes += bytes
	return true
}

// clear empties s and keeps its memory.
func (s *set[P, M, R]) clear() {
	for i := range s.chunks {
		s.chunks[i] = s.chunks[i][:0]
	}
	clear(s.slots)
	s.n = 0
}
