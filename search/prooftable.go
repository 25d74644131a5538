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
// A data word holds, from the lowest bit, 1 that tells it from an empty one, 1 bit
// for the answer, and 6 of effort, the logarithm of the nodes that were spent.
type proofTable struct{ buckets []bucket }

const (
	entryBit = 1 << iota
	yesBit
	effortUnit
)

// sure is the effort of entries that are replaced last: those of a book.
const sure = 63

func newProofTable(bytes int64) *proofTable {
	t := &proofTable{buckets: make([]bucket, max(1, bytes/64))}
	pages.Large(t.buckets)
	return t
}

// fetch asks for the bucket of a key, which will soon be probed.
func (t *proofTable) fetch(key uint64) { fetch(unsafe.Pointer(t.bucket(key))) }

func (t *proofTable) bucket(key uint64) *bucket {
	i, _ := bits.Mul64(key, uint64(len(t.buckets)))
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
