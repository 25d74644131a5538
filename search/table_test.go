package search

import (
	"sync"
	"testing"
	"unsafe"

	"kibaho"
)

func TestTable(t *testing.T) {
	tab := newTable(1)
	want := entry{move: 17, score: -31_000, eval: noEval, depth: 120, bound: upper}
	const h = 0x123456789abcdef0
	if got := tab.probe(h); got.bound != none || got.move != noMove || got.eval != noEval {
		t.Errorf("an empty table knows %+v", got)
	}
	tab.store(h, want)
	if got := tab.probe(h); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	// A position without a best move keeps the one known.
	tab.store(h, entry{move: noMove, score: 5, eval: -19_999, depth: 120, bound: lower})
	if got, want := tab.probe(h), (entry{move: 17, score: 5, eval: -19_999, depth: 120, bound: lower}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	// A much shallower bound does not replace it, but does in a later search.
	tab.store(h, entry{move: 3, score: 9, depth: 2, bound: upper})
	if got := tab.probe(h); got.depth != 120 {
		t.Errorf("replaced by depth %d", got.depth)
	}
	tab.gen++
	tab.store(h, entry{move: 3, score: 9, depth: 2, bound: upper})
	if got := tab.probe(h); got.depth != 2 || got.move != 3 {
		t.Errorf("%+v, want depth 2", got)
	}
	tab.clear()
	if got := tab.probe(h); got.bound != none {
		t.Errorf("an empty table knows %+v", got)
	}
	if size := unsafe.Sizeof(bucket{}); size != 64 {
		t.Errorf("a bucket has %d bytes", size)
	}
	if got := newTable(-1).probe(h); got.bound != none || got.move != noMove {
		t.Errorf("no table knows %+v", got)
	}
}

// Replacement: the shallowest of a bucket goes, those of earlier searches first.
func TestTableReplaces(t *testing.T) {
	tab := &table{buckets: make([]bucket, 1)}
	for d := range 4 {
		tab.store(uint64(d+1)<<60, entry{depth: 10 + d, bound: exact})
	}
	tab.store(5<<60, entry{depth: 1, bound: exact})
	if tab.probe(1<<60).bound != none || tab.probe(5<<60).bound != exact || tab.probe(2<<60).bound != exact {
		t.Error("not the shallowest went")
	}
	for range 2 {
		tab.gen++
	}
	tab.store(6<<60, entry{depth: 1, bound: exact})
	tab.store(7<<60, entry{depth: 1, bound: exact})
	if tab.probe(6<<60).bound == none || tab.probe(4<<60).bound == none {
		t.Error("an entry of this search went before older ones")
	}
}

// Many workers write and read the same few slots: nothing false is read. Every
// entry carries its hash in its score and evaluation.
func TestTableRaces(t *testing.T) {
	tab := &table{buckets: make([]bucket, 2)}
	var wg sync.WaitGroup
	for n := range 4 {
		wg.Go(func() {
			r := kibaho.NewRand(uint64(n))
			for range 20_000 {
				k := r.N(32)
				h := kibaho.Mix(3, uint64(k))
				if e := tab.probe(h); e.bound != none && (e.score != k || e.eval != 100*k || e.move != k) {
					t.Errorf("%d: read %+v", k, e)
				}
				tab.store(h, entry{move: k, score: k, eval: 100 * k, depth: r.N(100), bound: exact})
			}
		})
	}
	wg.Wait()
}

func TestKeys(t *testing.T) {
	type inner struct{ a, b uint8 }
	type odd struct {
		a uint8
		b uint32
		_ uint16
		c [2]inner
		d bool
	}
	k := newKeyer[odd]()
	sum := uintptr(0)
	for _, w := range k.words {
		sum += w.size
	}
	if want := uintptr(1 + 4 + 4 + 1); sum != want {
		t.Errorf("%v: %d bytes count, want %d", k.words, sum, want)
	}
	seen := map[uint32]bool{}
	for i := range 100 {
		// Fill the padding with different rubbish: the key stays.
		var m, n odd
		for j := range unsafe.Sizeof(m) {
			*(*byte)(unsafe.Add(unsafe.Pointer(&m), j)) = byte(7 * i)
			*(*byte)(unsafe.Add(unsafe.Pointer(&n), j)) = byte(3 * i)
		}
		v := odd{a: uint8(i), b: uint32(i % 3), d: i%2 == 0, c: [2]inner{{1, 2}, {uint8(i), 4}}}
		m.a, m.b, m.c, m.d = v.a, v.b, v.c, v.d
		n.a, n.b, n.c, n.d = v.a, v.b, v.c, v.d
		x, y := k.key(unsafe.Pointer(&m)), k.key(unsafe.Pointer(&n))
		if x != y || x >= 1<<keyBits {
			t.Errorf("keys %d and %d", x, y)
		}
		seen[x] = true
	}
	if len(seen) < 90 {
		t.Errorf("only %d keys of 100 moves", len(seen))
	}
	if k := newKeyer[struct{ s string }](); len(k.words) != 0 {
		t.Errorf("the bytes of a string header count: %v", k.words)
	}
}

// A table that is large enough for large pages keeps what it is given at both ends.
func TestLargePages(t *testing.T) {
	for _, mb := range []int{3, 4, 7} {
		tab := newTable(mb)
		if got, want := len(tab.buckets), mb<<20/64; got != want {
			t.Fatalf("%d MB: %d buckets, want %d", mb, got, want)
		}
		for _, hash := range []uint64{0, 1 << 63, 1<<64 - 1} {
			tab.fetch(hash)
			tab.store(hash, entry{move: 3, score: 17, eval: noEval, depth: 5, bound: exact})
			if got := tab.probe(hash); got.score != 17 || got.depth != 5 {
				t.Errorf("%d MB, hash %x: %+v", mb, hash, got)
			}
		}
	}
}
