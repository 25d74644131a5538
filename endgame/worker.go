package endgame

import (
	"bytes"

	"kibaho"
)

// A count tells how many moves of an open position keep the material and are not
// known yet to lead to a position that the opponent wins, and with exitBit whether
// it has other moves. shut is that of all other places: more than can be taken from
// it leaves more than any open position has.
const (
	exitBit = 1 << 7
	shut    = exitBit - 1
)

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
}

func (b *builder) workers(p *pair) []*worker {
	ws := make([]*worker, b.o.Threads)
	for i := range ws {
		w := &worker{b: b, p: p}
		for j, s := range p.slices {
			w.walk[j], w.back[j] = b.m.Walker(s), b.m.Walker(s)
		}
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
	cells, kept, pending, walk := w.p.cells[slice], w.p.kept[slice], w.p.pending[slice], w.walk[slice]
	set := &w.set[slice]
	for i := from; i < to; i++ {
		var s kibaho.Standing
		var n int
		w.exits, n, s = walk.Exits(i, w.exits[:0])
		c := w.judge(s)
		cells.set(i, c)
		kept.set(i, countOf(n, len(w.exits), s))
		if s == kibaho.Pending {
			pending.add(i)
		}
		set[c]++
		if c <= MaxPlies+1 {
			w.most = max(w.most, c)
		}
	}
}

// countOf returns the count of a place.
func countOf(kept, exits int, s kibaho.Standing) Code {
	switch {
	case s != kibaho.Open:
		return shut
	case exits > 0:
		return Code(kept | exitBit)
	}
	return Code(kept)
}

// recount sets the counts of places from … to-1 of a build that goes on: moves to
// what is won in layers that are done do not count. Only the undecided still count
// down, and only a win that lies farther off than the next layer may come to be nearer.
func (w *worker) recount(slice int, from, to uint64) {
	p := w.p
	cells, kept, walk := p.cells[slice], p.kept[slice], w.walk[slice]
	other := p.cells[p.other(slice)]
	twin := p.slices[p.other(slice)]
	var n int
	open := func(to kibaho.Place) bool { // one for all positions: it lives on the heap
		if to.Slice != twin {
			return false // those that keep the material come first
		}
		if c := Code(other.bytes[to.At]); !c.win() || c >= p.next {
			n++
		}
		return true
	}
	for i := from; i < to; i++ {
		code := Code(cells.bytes[i])
		if code != undecided && (!code.win() || code <= p.next) {
			kept.set(i, shut) // nothing asks for its count again
			continue
		}
		var s kibaho.Standing
		w.exits, n, s = walk.Exits(i, w.exits[:0])
		if s == kibaho.Open && code == undecided {
			n = 0
			walk.Moves(i, open)
		}
		kept.set(i, countOf(n, len(w.exits), s))
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
// won ones loses. What is set depends only on codes up to c, which are final.
func (w *worker) layer(slice int, c Code, from, to uint64) {
	other := w.p.other(slice)
	walk := w.retro[slice]
	list := w.p.cells[slice].bytes[from:to]
	for at := 0; ; at++ {
		i := bytes.IndexByte(list[at:], byte(c))
		if i < 0 {
			return
		}
		at += i
		w.froms = walk.Unmoves(from+uint64(at), w.froms[:0])
		if c.loss() {
			w.won(other, c+1)
		} else {
			w.fewer(other, c)
		}
	}
}

func (w *worker) count(slice int, c Code) {
	w.set[slice][c]++
	w.most = max(w.most, c)
}

// won sets the positions that can move to a lost one.
func (w *worker) won(slice int, c Code) {
	cells, kept := w.p.cells[slice], w.p.kept[slice]
	later := w.froms[:0] // all are looked at before any is changed, as in fewer
	for _, f := range w.froms {
		if has := cells.at(f); has == undecided || has == holds || has.win() && has > c {
			later = append(later, f)
		}
	}
	for _, f := range later {
		for {
			has := cells.at(f)
			if has != undecided && has != holds {
				// A win by a move that leaves the pair may be later than this. If
				// all its moves do, the move here is not legal.
				if !has.win() || has <= c || kept.at(f)&^exitBit > kibaho.MostKept {
					break
				}
			}
			if cells.swap(f, has, w.fits(c)) {
				w.count(slice, c)
				break
			}
		}
	}
}

// fewer counts down for the positions that can move to one won in c-1 plies. Who
// has no other move left has lost.
func (w *worker) fewer(slice int, c Code) {
	cells, kept := w.p.cells[slice], w.p.kept[slice]
	// All are looked at before any is changed: what must come from memory comes at
	// the same time.
	open := 0
	for _, f := range w.froms {
		w.froms[open] = f
		if kept.at(f) != shut {
			open++
		}
	}
	for _, f := range w.froms[:open] {
		left := kept.minus(f)
		if left&^exitBit != 0 || cells.at(f) != undecided {
			continue
		}
		worst := c
		if left&exitBit != 0 {
			w.exits, _, _ = w.back[slice].Exits(f, w.exits[:0])
			for _, e := range w.exits {
				worst = max(worst, w.b.code(e)) // all are won: else it would hold
			}
		}
		if cells.swap(f, undecided, w.fits(worst+1)) {
			w.count(slice, worst+1)
		}
	}
}
