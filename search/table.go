package search

import (
	"math/bits"
	"sync/atomic"
	"unsafe"

	"kibaho/pages"
)

// table is the transposition table, shared by all workers without locks.
//
// An entry is two words. They are read and written one after the other, so a
// reader can meet the first word of one entry with the second of another, and
// two writers can leave such a mixture behind. That is allowed: the first word
// is the hash xor the second, so a mixture fits no hash but by an accident of
// one in 2^64, and is taken for an empty entry. Which of two writers wins does
// not matter, for every entry is true. The words themselves are atomic: no data race.
//
// A data word holds, from the lowest bit:
//
//	16 move: its index in the list of moves, noMove if none
//	16 score, counted from the node
//	16 evaluation of the position, noEval if not made
//	 8 depth
//	 2 bound
//	 6 generation: the search that wrote it
//
// The move is an index rather than a hash of the move, because Moves lists the
// moves of equal positions in the same order: the index is exact, needs no
// comparison, and if two positions of equal hash ever meet it is out of range or a
// legal move. Scores of draws by repetition depend on the way to the position;
// that the table forgets the way is the usual approximation.
type table struct {
	buckets []bucket
	gen     uint64
}

// bucket is a cache line.
type bucket [4]struct{ check, data uint64 }

const (
	noMove = 0xffff
	noEval = -1 << 15
)

type bound uint8

const (
	none bound = iota
	lower
	upper
	exact
)

// entry is a data word taken apart.
type entry struct {
	move  int
	score int
	eval  int
	depth int
	bound bound
}

// newTable makes a table of so many MB; none if mb is negative.
func newTable(mb int) *table {
	if mb < 0 {
		return &table{}
	}
	t := &table{buckets: make([]bucket, max(1, mb<<20/64))}
	pages.Large(t.buckets)
	return t
}

func (t *table) clear() {
	clear(t.buckets)
	t.gen = 0
}

func (t *table) bucket(hash uint64) *bucket {
	i, _ := bits.Mul64(hash, uint64(len(t.buckets)))
	return &t.buckets[i]
}

// note is a data word. Its parts are taken out one by one where they are needed.
type note uint64

// nothing is the note of a position that the table does not know.
const nothing note = noMove | (noEval&0xffff)<<32

func (d note) move() int    { return int(d & 0xffff) }
func (d note) score() int   { return int(int16(d >> 16)) }
func (d note) eval() int    { return int(int16(d >> 32)) }
func (d note) depth() int   { return int(d >> 48 & 0xff) }
func (d note) bound() bound { return bound(d >> 56 & 3) }

func unpack(d note) entry {
	return entry{move: d.move(), score: d.score(), eval: d.eval(), depth: d.depth(), bound: d.bound()}
}

// probe returns what is known of a position; the bound is none if nothing is.
func (t *table) probe(hash uint64) entry { return unpack(t.look(hash)) }

// look returns the note of a position, or nothing.
func (t *table) look(hash uint64) note {
	if len(t.buckets) == 0 {
		return nothing
	}
	b := t.bucket(hash)
	// Written out: the loop over the four took longer than they do.
	if d := atomic.LoadUint64(&b[0].data); atomic.LoadUint64(&b[0].check)^d == hash && d>>56&3 != 0 {
		return note(d)
	}
	if d := atomic.LoadUint64(&b[1].data); atomic.LoadUint64(&b[1].check)^d == hash && d>>56&3 != 0 {
		return note(d)
	}
	if d := atomic.LoadUint64(&b[2].data); atomic.LoadUint64(&b[2].check)^d == hash && d>>56&3 != 0 {
		return note(d)
	}
	if d := atomic.LoadUint64(&b[3].data); atomic.LoadUint64(&b[3].check)^d == hash && d>>56&3 != 0 {
		return note(d)
	}
	return nothing
}

// store keeps an entry.
func (t *table) store(hash uint64, e entry) { t.keep(hash, e.move, e.score, e.eval, e.depth, e.bound) }

// keep keeps what an entry is made of. It replaces the entry of the same position, or else the
// shallowest of the bucket, where those of earlier searches count as less deep.
func (t *table) keep(hash uint64, move, score, eval, depth int, found bound) {
	if len(t.buckets) == 0 {
		return
	}
	b, gen := t.bucket(hash), t.gen&63
	victim, least := 0, 1<<30
	for i := range b {
		d := atomic.LoadUint64(&b[i].data)
		if atomic.LoadUint64(&b[i].check)^d == hash {
			old := note(d)
			if move == noMove {
				move = old.move()
			}
			// A deeper bound of this search is worth more than a shallow one.
			if found != exact && old.bound() != none && d>>58 == gen && depth < old.depth()-3 {
				return
			}
			victim = i
			break
		}
		worth := int(d>>48&0xff) - 8*int((gen-d>>58)&63)
		if d>>56&3 == 0 {
			worth = -1 << 20
		}
		if worth < least {
			victim, least = i, worth
		}
	}
	d := uint64(move&0xffff) | uint64(uint16(score))<<16 | uint64(uint16(eval))<<32 |
		uint64(min(max(depth, 0), 255))<<48 | uint64(found)<<56 | gen<<58
	atomic.StoreUint64(&b[victim].check, hash^d)
	atomic.StoreUint64(&b[victim].data, d)
}

// fetch asks for the bucket of a hash ahead of probe.
func (t *table) fetch(hash uint64) {
	if len(t.buckets) != 0 {
		fetch(unsafe.Pointer(t.bucket(hash)))
	}
}
