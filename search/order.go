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
	f.ready = 1
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
	n := len(f.keys)
	f.order = slices.Grow(f.order[:0], n)[:n]
	f.values = slices.Grow(f.values[:0], n+3)[:(n+3)&^3] // whole fours: see place
	for i := n; i < len(f.values); i++ {
		f.values[i] = placed
	}
	values := f.values[:n]
	k0, k1 := f.killers[0], f.killers[1]
	for i, key := range f.keys[:len(values)] {
		k := uint32(key)
		v := int64(history[k%(1<<keyBits)])
		// One after another, without a branch that would depend on the move.
		if k == answer {
			v = reply
		}
		if k == k1 {
			v = killer - 1
		}
		if k == k0 {
			v = killer
		}
		v = v<<16 | int64(0xffff-i)&0xffff
		values[i] = v
	}
	if gain != nil {
		for i := range values {
			g := 0
			if i < len(f.kids.Gains) {
				g = int(f.kids.Gains[i])
			} else {
				g = gain(&f.pos, f.moves[i])
			}
			if g > 0 {
				v := gains + int64(g)<<15 + max(values[i]>>16, 0)>>6
				values[i] = v<<16 | values[i]&0xffff
			}
		}
	}
	f.ready = 0
	if known < n && known != noMove {
		f.order[0], values[known] = first<<16|int64(0xffff-known), placed
		f.ready = 1
	}
}

// placed is the value of a move that is in its place.
const placed = -1 << 63

// sorted is how many moves are picked before the others are sorted, if there are many: mostly the
// first ones refute a position or none does.
const sorted = 3

// ranked returns the index of the move that is searched i-th. Those before it must have been asked for.
func (w *worker[P, M, R]) ranked(f *frame[P, M], i int) int {
	if i >= f.ready {
		w.place(f, i)
	}
	return 0xffff - int(f.order[i]&0xffff)
}

// place puts the best move that is in no place yet at order[i], or all of them from there on. Of
// equal ones the first listed comes first.
func (w *worker[P, M, R]) place(f *frame[P, M], i int) {
	const few = 16 // to look at all of so many each time takes fewer wrong guesses than to sort them
	if i >= sorted && len(f.values)-i > few {
		w.sort(f, i)
		f.ready = len(f.order)
		return
	}
	best := int64(placed)
	v := f.values
	for ; len(v) >= 4; v = v[4:] { // its end is guessed more often than that of a loop over single moves
		best = max(best, max(v[0], v[1]), max(v[2], v[3]))
	}
	for _, v := range v {
		best = max(best, v)
	}
	f.order[i] = best
	f.values[0xffff-int(best&0xffff)] = placed
	f.ready = i + 1
}

// sort places all moves that are in no place yet from order[i] on.
func (w *worker[P, M, R]) sort(f *frame[P, M], i int) {
	o := f.order[:i]
	for _, v := range f.values {
		if v != placed {
			o = append(o, v)
		}
	}
	slices.SortFunc(o[i:], func(a, b int64) int { return cmp.Compare(b, a) })
}

// learn notes that the move at order[i] refuted the position, and that those
// before it did not.
func (w *worker[P, M, R]) learn(f *frame[P, M], i, depth int) {
	bonus := min(depth*depth+depth, 1200)
	history := &w.learned.history[f.side&1]
	for j := 0; j <= i; j++ {
		if f.order[j]>>16 >= gains && f.order[j]>>16 < first {
			continue // gains have an order of their own
		}
		k := w.keyOf(f, 0xffff-int(f.order[j]&0xffff))
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
