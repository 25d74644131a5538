package search

import "unsafe"

// Values of moves in the order: the one the table knows, gains, killers, the
// reply to the last move, then by history within ±16,384.
const (
	first  = int64(1) << 40
	gains  = int64(1) << 30
	killer = int64(1) << 20
	reply  = killer - 2
)

// lead puts the move that the table knows first, so that the others need no rank
// if it refutes the position. It returns false if there is none.
func (w *worker[P, M, R]) lead(f *frame[P, M], known int) bool {
	if known >= len(f.moves) {
		return false
	}
	f.order = append(f.order[:0], first<<16|int64(0xffff-known))
	return true
}

// rank values the moves of a frame. known is the index of the move that the table
// knows, or noMove; gaining tells if there may be gains among the moves.
func (w *worker[P, M, R]) rank(at, known int, gaining bool) {
	e := w.e
	f := &w.frames[at]
	l := w.learned
	f.order = f.order[:0]
	history, answers := &l.history[f.side], &l.replies[f.side]
	replied := at > 0 && l.replied[f.side][f.key]
	for i := range f.moves {
		m := &f.moves[i]
		var v int64
		switch {
		case i == known:
			v = first
		case f.killed[0] && *m == f.killers[0]:
			v = killer
		case f.killed[1] && *m == f.killers[1]:
			v = killer - 1
		case replied && *m == answers[f.key]:
			v = reply
		default:
			v = int64(history[e.keys.key(unsafe.Pointer(m))])
		}
		if gaining && e.spec.Gain != nil && i != known {
			if g := e.spec.Gain(&f.pos, *m); g > 0 {
				v = gains + int64(g)<<15 + max(v, 0)>>6
			}
		}
		f.order = append(f.order, v<<16|int64(0xffff-min(i, 0xffff)))
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

// learn notes that the move at order[i] refuted the position, and that those
// before it did not.
func (w *worker[P, M, R]) learn(f *frame[P, M], i, depth int) {
	e := w.e
	bonus := min(depth*depth+depth, 1200)
	for j := 0; j <= i; j++ {
		if f.order[j]>>16 >= gains && f.order[j]>>16 < first {
			continue // gains have an order of their own
		}
		m := &f.moves[0xffff-int(f.order[j]&0xffff)]
		h := &w.learned.history[f.side][e.keys.key(unsafe.Pointer(m))]
		if j < i {
			*h -= int16(bonus + int(*h)*bonus/16384)
			continue
		}
		*h += int16(bonus - int(*h)*bonus/16384)
		if f.killers[0] != *m || !f.killed[0] {
			f.killers[1], f.killed[1] = f.killers[0], f.killed[0]
			f.killers[0], f.killed[0] = *m, true
		}
		w.learned.replies[f.side][f.key], w.learned.replied[f.side][f.key] = *m, true
	}
}
