package search

import (
	"math/bits"
	"sync/atomic"
	"unsafe"

	"kibaho/pages"
)

// proofTable remembers positions of which a question is answered. It is shared
// by all workers without locks, in the way that table is: a mixture of two
// entries fits no position but by an accident of one in 2^64.
//
// Answers in it hold whatever came before the position (see proofTree), so they
// may be used on any path.
//
// It begins small, so that what a short proof looks up stays near the processor, and takes up more of
// its memory as it fills.
//
// A data word holds, from the lowest bit, 1 that tells it from an empty one, 1 bit
// for the answer, and 6 of effort, the logarithm of the nodes that were spent.
type proofTable struct {
	buckets []bucket
	used    atomic.Uint64 // buckets in use, from the first one on
}

const (
	entryBit = 1 << iota
	yesBit
	effortUnit
)

// sure is the effort of entries that are replaced last: those of a book.
const sure = 63

// tableStart is how many buckets are in use at first, at most.
const tableStart = 1 << 15

func newProofTable(bytes int64) *proofTable {
	n, doublings := max(1, uint64(bytes)/64), 0
	for n>>doublings > tableStart {
		doublings++
	}
	t := &proofTable{buckets: make([]bucket, n>>doublings<<doublings)}
	t.used.Store(n >> doublings)
	pages.Large(t.buckets)
	return t
}

// fullSample is how many buckets tell whether the table is half full.
const fullSample = 256

// grow doubles what is in use while it is more than half full. Others may look up and store
// meanwhile: what they store may be lost, and what they look up not be found. It must not be called
// by two at once.
func (t *proofTable) grow() {
	for {
		n := t.used.Load()
		full := 0
		for i := range uint64(fullSample) {
			b := &t.buckets[i*n/fullSample]
			for j := range b {
				if atomic.LoadUint64(&b[j].data) != 0 {
					full++
				}
			}
		}
		if full <= fullSample*len(bucket{})/2 || !t.double() {
			return
		}
	}
}

// forget empties the table, and uses as little of it as at first. Others may look up and store
// meanwhile, what is not to be found later on. It must not be called while it grows.
func (t *proofTable) forget() {
	n := t.used.Load()
	for i := range t.buckets[:n] {
		for j := range t.buckets[i] {
			atomic.StoreUint64(&t.buckets[i][j].data, 0)
		}
	}
	for n > tableStart {
		n /= 2
	}
	t.used.Store(n)
}

// reserve makes room for so many entries, if there is.
func (t *proofTable) reserve(entries int) {
	for t.used.Load()*uint64(len(bucket{}))/4 < uint64(entries) && t.double() {
	}
}

// double puts the entries of each bucket into the two that come of it, the last ones first.
func (t *proofTable) double() bool {
	n := t.used.Load()
	if 2*n > uint64(len(t.buckets)) {
		return false
	}
	for i := n; i > 0; i-- {
		var b, none bucket
		from := &t.buckets[i-1]
		for j := range from {
			b[j].check, b[j].data = atomic.LoadUint64(&from[j].check), atomic.LoadUint64(&from[j].data)
		}
		halves := [2]bucket{none, none}
		var count [2]int
		for _, e := range b {
			if e.data == 0 {
				continue
			}
			to, _ := bits.Mul64(e.check^e.data, 2*n)
			if half := to - 2*(i-1); half < 2 { // else: two that met while they were stored
				halves[half][count[half]] = e
				count[half]++
			}
		}
		for h := range halves {
			to := &t.buckets[2*(i-1)+uint64(h)]
			for j := range to {
				atomic.StoreUint64(&to[j].check, halves[h][j].check)
				atomic.StoreUint64(&to[j].data, halves[h][j].data)
			}
		}
	}
	t.used.Store(2 * n)
	return true
}

// fetch asks for the bucket of a key, which will soon be probed.
func (t *proofTable) fetch(key uint64) { fetch(unsafe.Pointer(t.bucket(key))) }

func (t *proofTable) bucket(key uint64) *bucket {
	i, _ := bits.Mul64(key, t.used.Load())
	return &t.buckets[i]
}

// probe returns the answer for a key; ok is false if there is none.
func (t *proofTable) probe(key uint64) (yes, ok bool) {
	b := t.bucket(key)
	for i := range b {
		d := atomic.LoadUint64(&b[i].data)
		if d != 0 && atomic.LoadUint64(&b[i].check)^d == key {
			return d&yesBit != 0, true
		}
	}
	return false, false
}

// store keeps the answer of a key in the place of the entry of the same key, or
// else of the one in its bucket that cost least.
func (t *proofTable) store(key uint64, yes bool, effort uint64) {
	b := t.bucket(key)
	victim, least := 0, uint64(1<<63)
	for i := range b {
		d := atomic.LoadUint64(&b[i].data)
		if d == 0 || atomic.LoadUint64(&b[i].check)^d == key {
			victim = i
			break
		}
		if d/effortUnit < least {
			victim, least = i, d/effortUnit
		}
	}
	d := effort*effortUnit | entryBit
	if yes {
		d |= yesBit
	}
	atomic.StoreUint64(&b[victim].check, key^d)
	atomic.StoreUint64(&b[victim].data, d)
}
