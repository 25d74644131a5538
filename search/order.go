package search

import (
	"cmp"
	"slices"
	"unsafe"

	"kibaho"
)

// Values of moves in the order: the one the table knows, gains, killers, the
// reply to the last move, then by history within ±16,384.
const (
	first  = int64(1) << 40
	gains  = int64(1) << 30
	killer = int64(1) << 20
	reply  = killer - 2
)

// noKey is the key of no move.
const noKey = 1<<32 - 1

// lead puts the move that the table knows first, so that the others need no rank
// if it refutes the position. It returns false if there is none.
func (w *worker[P, M, R]) lead(f *frame[P, M], known int) bool {
	if known >= len(f.moves) {
		return false
	}
	f.order = append(f.order[:0], first<<16|int64(0xffff-known))
	return true
}

// key returns the number of a move in the tables that learn by move.
func (w *worker[P, M, R]) key(m *M) uint32 {
	if w.e.spec.Key != nil {
		return uint32(w.e.spec.Key(*m)) % (1 << keyBits)
	}
	return w.e.keys.key(unsafe.Pointer(m))
}

// keyOf returns the key of a move of a frame.
func (w *worker[P, M, R]) keyOf(f *frame[P, M], move int) uint32 {
	if move < len(f.kids.Keys) {
		return uint32(f.kids.Keys[move])
	}
	return w.key(&f.moves[move])
}

// led returns the key of the move that led to a frame that is not the first.
func (w *worker[P, M, R]) led(f *frame[P, M]) uint32 { return w.keyOf(f.above, f.by) % (1 << keyBits) }

// rank values the moves of a frame. known is the index of the move that the table
// knows, or noMove.
func (w *worker[P, M, R]) rank(f *frame[P, M], known int, tactics kibaho.Tactics) {
	if len(f.kids.Keys) > 0 {
		f.keys = f.kids.Keys
	} else {
		f.keys = f.keys[:0]
		for i := range f.moves {
			f.keys = append(f.keys, uint16(w.key(&f.moves[i])))
		}
	}
	history := &w.learned.history[f.side&1]
	answer := uint32(noKey)
	if f.above != nil {
		answer = uint32(w.learned.replies[f.side&1][w.led(f)]) - 1 // noKey if none
	}
	gain := w.e.spec.Gain
	if tactics == kibaho.Calm {
		gain = nil
	}
	f.order = slices.Grow(f.order[:0], len(f.keys))[:len(f.keys)]
	order := f.order
	for i, key := range f.keys {
		k := uint32(key)
		var v int64
		switch {
		case i == known:
			v = first
		case k == f.killers[0]:
			v = killer
		case k == f.killers[1]:
			v = killer - 1
		case k == answer:
			v = reply
		default:
			v = int64(history[k%(1<<keyBits)])
		}
		if gain != nil && i != known {
			g := 0
			if i < len(f.kids.Gains) {
				g = int(f.kids.Gains[i])
			} else {
				g = gain(&f.pos, f.moves[i])
			}
			if g > 0 {
				v = gains + int64(g)<<15 + max(v, 0)>>6
			}
		}
		order[i] = v<<16 | int64(0xffff-min(i, 0xffff))
	}
}

// pick puts the best of order[i:] at i and returns the index of its move. Of
// equal ones the first listed comes first.
func (w *worker[P, M, R]) pick(f *frame[P, M], i int) int {
	o := f.order
	b := i
	for j := i + 1; j < len(o); j++ {
		if o[j] > o[b] {
			b = j
		}
	}
	o[i], o[b] = o[b], o[i]
	return 0xffff - int(o[i]&0xffff)
}

// sorted is how many moves are picked before the others are sorted: mostly the
// first ones refute a position or none does.
const sorted = 3

// place puts the best of order[i:] at i, where all before it are in place, and returns
// how many are now.
func (w *worker[P, M, R]) place(f *frame[P, M], i int) int {
	if i < sorted {
		w.pick(f, i)
		return i + 1
	}
	w.sort(f, i)
	return len(f.order)
}

// sort sorts order[i:] as pick would.
func (w *worker[P, M, R]) sort(f *frame[P, M], i int) {
	const few = 32
	o := f.order[i:]
	if len(o) > few {
		slices.SortFunc(o, func(a, b int64) int { return cmp.Compare(b, a) })
		return
	}
	for j := 1; j < len(o); j++ {
		v, k := o[j], j
		for ; k > 0 && o[k-1] < v; k-- {
			o[k] = o[k-1]
		}
		o[k] = v
	}
}

// ranked returns the index of the move at order[i].
func (f *frame[P, M]) ranked(i int) int { return 0xffff - int(f.order[i]&0xffff) }

// learn notes that the move at order[i] refuted the position, and that those
// before it did not.
func (w *worker[P, M, R]) learn(f *frame[P, M], i, depth int) {
	bonus := min(depth*depth+depth, 1200)
	history := &w.learned.history[f.side&1]
	for j := 0; j <= i; j++ {
		if f.order[j]>>16 >= gains && f.order[j]>>16 < first {
			continue // gains have an order of their own
		}
		k := w.keyOf(f, f.ranked(j))
		h := &history[k%(1<<keyBits)]
		if j < i {
			*h -= int16(bonus + int(*h)*bonus/16384)
			continue
		}
		*h += int16(bonus - int(*h)*bonus/16384)
		if f.killers[0] != k {
			f.killers[1], f.killers[0] = f.killers[0], k
		}
		if f.above != nil {
			w.learned.replies[f.side&1][w.led(f)] = uint16(k + 1)
		}
	}
}
