package search

import (
	"math"
	"slices"
	"time"
	"unsafe"

	"kibaho"
)

// maxLine bounds the decisions of a line. Beyond it positions are only judged.
const maxLine = 600

// frame is what a worker keeps of one position of the line it looks at. There is
// one for each decision, so that no position or list is ever allocated.
type frame[P any, M comparable] struct {
	above, next *frame[P, M] // nil at the ends

	pos   P
	moves []M
	kids  kibaho.Children[P, M] // of a game that expands; moves is kids.Moves
	order []int64               // by what is searched next: value<<16 | 0xffff - index of the move

	values []int64 // what order is made of, by move; placed if the move is in it
	ready  int     // so many stand in order

	hashed bool   // the two below are set; a position that is only judged needs none
	hash   uint64 // mixed with the quiet counter near the limit
	bare   uint64 // not mixed
	side   kibaho.Side
	mid    bool
	turn   int // complete turns from the root

	quiet    int  // quiet plies in a row at the beginning of this turn
	allQuiet bool // so far in this turn
	path     int  // worker.path[:path] are the positions between turns before this one
	since    int  // path[since:] may come back

	ahead     int    // the move whose position is already asked for,
	aheadHash uint64 // its hash,
	kid       P      // and the position, if it is not in kids

	restless int       // how often a restless position may still be searched deeper
	by       int       // the move of the frame above that led here
	killers  [2]uint32 // keys
	keys     []uint16  // of the moves, as rank made them
	pv       []M
}

// worker is one goroutine's search.
type worker[P any, M comparable, R kibaho.Rules[P, M]] struct {
	e       *Engine[P, M, R]
	number  int
	frames  []frame[P, M]
	path    []uint64 // hashes between turns: the history, then the line
	rootAt  int      // path[rootAt:] belongs to the line
	learned *learned
	tell    func(*P) kibaho.Tactics // which moves gain

	alternates bool // every decision is a turn, and the sides take turns
	salted     int  // fewer quiet plies than these do not change a hash
	quietMost  int  // so many are a draw

	nodes, told, next uint64 // next: when to look at the limits
	stopped           bool
	selDepth          int
	deep              int // the depth under way

	root  []rootMove[M]
	depth int // finished
	score int
}

// learned is what a worker knows about moves, whatever the position.
type learned struct {
	_       [0]uint64 // whole words
	history [2][1 << keyBits]int16
	replies [2][1 << keyBits]uint16 // the key + 1 of what refuted a move of the other side
}

// fade halves the history, four numbers at a time: short searches would spend a
// tenth of their time on it otherwise.
func (l *learned) fade() {
	words := (*[unsafe.Sizeof(l.history) / 8]uint64)(unsafe.Pointer(&l.history))
	for i, x := range words {
		words[i] = x>>1&0x7fff_7fff_7fff_7fff | x&0x8000_8000_8000_8000
	}
}

func newWorker[P any, M comparable, R kibaho.Rules[P, M]](e *Engine[P, M, R]) *worker[P, M, R] {
	w := &worker[P, M, R]{e: e, frames: make([]frame[P, M], maxLine+1), learned: new(learned), tell: e.spec.Tactics}
	if w.tell == nil {
		tactics := kibaho.Free
		if e.spec.Gain == nil {
			tactics = kibaho.Calm
		}
		w.tell = func(*P) kibaho.Tactics { return tactics }
	}
	for i := range w.frames[1:] {
		w.frames[i].next, w.frames[i+1].above = &w.frames[i+1], &w.frames[i]
	}
	return w
}

func (w *worker[P, M, R]) forget() { *w.learned = learned{} }

// prepare sets the root up.
func (w *worker[P, M, R]) prepare(p P, number int) {
	e := w.e
	w.number = number
	w.path = append(w.path[:0], e.history.Hashes...)
	w.rootAt = len(w.path)
	w.path = slices.Grow(w.path, maxLine+2)[:w.rootAt+maxLine+2]
	w.nodes, w.told, w.next, w.stopped = 0, 0, 0, false
	w.depth, w.score, w.selDepth, w.deep = 0, 0, 0, 0
	w.learned.fade()
	for i := range w.frames {
		w.frames[i].killers = [2]uint32{noKey, noKey}
	}
	f := &w.frames[0]
	f.pos = p
	r := R(&f.pos)
	w.alternates = e.spec.Alternates != nil && e.spec.Alternates(&f.pos)
	w.salted, w.quietMost = len(e.salts)-nearLimit, math.MaxInt
	if l := e.history.Limits.Quiet; l > 0 && e.spec.Quiet != nil {
		w.quietMost = l
	}
	f.side, f.mid, f.hashed = r.Turn(), r.MidTurn(), false
	f.turn, f.quiet, f.allQuiet, f.since = 0, e.history.Quiet, true, 0
	f.path, f.restless = w.rootAt, e.spec.Params.Restless
	if f.mid && w.rootAt > 0 {
		w.rootAt-- // the position that this turn began with is the last of the history
	}
	w.hash(f)
	if !f.mid {
		w.path[f.path] = f.bare
	}
	f.moves = r.Moves(f.moves[:0])
	f.kids.Clear()
	f.ahead = noMove
	w.root = w.root[:0]
	w.rank(f, noMove, kibaho.Free)
	for i := range f.moves {
		m := f.moves[w.ranked(f, i)]
		w.root = append(w.root, rootMove[M]{move: m, score: -infinite, before: -infinite})
	}
	w.score = w.judge(f)
	if len(f.moves) == 0 {
		w.score = w.end(f)
	}
}

// hash sets the hashes of a frame.
func (w *worker[P, M, R]) hash(f *frame[P, M]) {
	if !f.hashed {
		f.hashed = true
		f.bare = R(&f.pos).Hash()
		f.hash = f.bare ^ w.salt(f)
	}
}

// salt returns what the hash is mixed with because of the quiet counter.
func (w *worker[P, M, R]) salt(f *frame[P, M]) uint64 {
	if f.quiet < w.salted {
		return 0
	}
	return w.saltNear(f)
}

// saltNear is salt near the limit.
func (w *worker[P, M, R]) saltNear(f *frame[P, M]) uint64 {
	if f.quiet >= len(w.e.salts) {
		return 0
	}
	s := w.e.salts[f.quiet]
	if s != 0 && f.mid && !f.allQuiet {
		s++
	}
	return s
}

// enter counts a node and reports that the search must stop.
func (w *worker[P, M, R]) enter() bool {
	w.nodes++
	if w.nodes >= w.next {
		w.look()
	}
	return w.stopped
}

// look looks at the limits.
func (w *worker[P, M, R]) look() {
	const often = 512 // nodes
	e := w.e
	total := e.nodes.Add(w.nodes - w.told)
	w.told = w.nodes
	w.next = w.nodes + often
	if limit := e.limits.Nodes; limit > 0 {
		if total >= limit {
			e.stop.Store(true)
		} else {
			w.next = min(w.next, w.nodes+limit-total)
		}
	}
	if e.ctx.Err() != nil || e.hard > 0 && time.Since(e.start) >= e.hard {
		e.stop.Store(true)
	}
	w.stopped = e.stop.Load()
}

// judge estimates the position at a frame.
func (w *worker[P, M, R]) judge(f *frame[P, M]) int {
	if w.e.spec.Eval == nil {
		return 0
	}
	return clampEval(w.e.spec.Eval(&f.pos))
}

// end returns the score of a finished game.
func (w *worker[P, M, R]) end(f *frame[P, M]) int {
	switch R(&f.pos).Outcome() {
	case kibaho.Wins(f.side):
		return int(Win) - f.turn
	case kibaho.Wins(f.side.Other()):
		return f.turn - int(Win)
	}
	return 0
}

// nowhere is the value of a position within a turn that cannot be completed.
const nowhere = -infinite

// stuck returns the value of a position without a legal move.
func (w *worker[P, M, R]) stuck(f *frame[P, M]) int {
	if f.mid && w.e.spec.Expand != nil {
		return nowhere
	}
	return w.end(f)
}

// below searches the frame after f and gives its value for the side that decides
// at f: the sign changes only if the side does.
func (w *worker[P, M, R]) below(f *frame[P, M], depth, alpha, beta int) int {
	g := f.next
	if g.side == f.side {
		return w.search(g, depth, alpha, beta)
	}
	return -w.search(g, depth, -beta, -alpha)
}

// drawn reports a draw by the history of the game. A position counts as drawn
// when it comes back on the line itself: who repeats once can repeat again. One
// from before the root must have come up as often as the rule says.
func (w *worker[P, M, R]) drawn(f *frame[P, M]) bool {
	if f.quiet >= w.quietMost {
		return true
	}
	most := w.e.history.Limits.Repetition
	if most == 0 || f.path == f.since {
		return false
	}
	w.hash(f)
	times, step := 1, 1
	if w.alternates {
		step = 2 // the positions between are the other side's
	}
	for i := f.path - step; i >= f.since; i -= step {
		if w.path[i] == f.bare {
			if i >= w.rootAt {
				return true
			}
			times++
		}
	}
	return times >= most
}

// search returns the value of the position at a frame for the side to move. A
// value up to alpha is an upper bound, one from beta on a lower bound.
func (w *worker[P, M, R]) search(f *frame[P, M], depth, alpha, beta int) int {
	// 1. Count, stop.
	if w.enter() {
		return 0
	}
	e := w.e
	w.selDepth = max(w.selDepth, f.turn)

	// 2. Draws by history. A game that is won at the same moment stays won.
	if !f.mid && (f.path != f.since || f.quiet >= w.quietMost) && w.drawn(f) {
		return w.end(f)
	}
	if f.next == nil {
		return w.judge(f)
	}

	// 3. Endgame tables.
	if !f.mid && e.spec.Probe != nil {
		if v, ok := e.spec.Probe(&f.pos); ok {
			return atRoot(int(v), f.turn)
		}
	}

	tactics := w.tell(&f.pos)
	if tactics == kibaho.Over {
		return w.end(f)
	}

	// 4. The horizon. A turn that is under way is always completed.
	if depth <= 0 && !f.mid {
		if f.restless == 0 || e.spec.Threat == nil || !e.spec.Threat(&f.pos) {
			if tactics == kibaho.Calm && e.spec.Tactics != nil {
				return w.judge(f) // what rest would do
			}
			return w.rest(f, alpha, beta, e.spec.Params.Quiescence, tactics)
		}
		f.restless--
		depth = 1
	}
	return w.inner(f, depth, alpha, beta, tactics)
}

// inner does the work of search for a position that is not at the horizon.
func (w *worker[P, M, R]) inner(f *frame[P, M], depth, alpha, beta int, tactics kibaho.Tactics) int {
	e := w.e
	par := &e.spec.Params

	// 5. What the table knows. It has been asked for, and what can be found out without it is
	// found out while it comes.
	wide := beta-alpha > 1
	believe := !wide && !f.mid && tactics != kibaho.Bound && beta < int(EvalLimit) && alpha > -int(EvalLimit) &&
		(depth <= max(par.ReverseDepth, par.HopelessDepth) || par.ProbDepth > 0 && depth >= par.ProbDepth) &&
		(e.spec.Threat == nil || !e.spec.Threat(&f.pos))
	known := nothing
	keep := !f.mid || depth > 1 // the rest of a turn at the horizon costs less than to look it up
	if keep {
		w.hash(f)
		known = e.table.look(f.hash)
	}
	if known.bound() != none && known.depth() >= depth && !wide {
		v := atRoot(known.score(), f.turn)
		if b := known.bound(); b == exact || b == lower && v >= beta || b == upper && v <= alpha {
			return v
		}
	}
	if !f.mid {
		w.path[f.path] = f.bare
	}

	// 6. Believe what is far better or worse than the window without looking at
	// the moves one by one.
	eval, knownMove := known.eval(), known.move()
	if believe {
		if eval == noEval {
			eval = w.judge(f)
		}
		v := eval - par.ReverseMargin*depth
		good := depth <= par.ReverseDepth && v >= beta
		if !good {
			v = eval + par.HopelessMargin*depth
		}
		if good || depth <= par.HopelessDepth && v <= alpha {
			if e.spec.Tactics != nil || R(&f.pos).Outcome() == kibaho.Ongoing {
				return v
			}
		}
		if par.ProbDepth > 0 && depth >= par.ProbDepth {
			if v, ok := w.guess(f, depth, alpha, beta, eval); ok || w.stopped {
				return v
			}
			if knownMove == noMove { // now there may be one
				knownMove = e.table.look(f.hash).move()
			}
		}
	}

	// 7. The moves. None: the game is over.
	w.list(f, tactics, false)
	if len(f.moves) == 0 {
		return w.stuck(f)
	}
	single := len(f.moves) == 1

	// 8. How deep.
	if par.Hashless > 0 && depth >= par.Hashless && knownMove == noMove && tactics != kibaho.Bound && !f.mid {
		depth--
	}
	extra := 0
	if par.Forced && single && !f.mid && f.turn < 2*w.deep {
		extra = 1
	}

	// 9. One move after another.
	most := len(f.moves)
	if depth <= par.SkipDepth && !wide && tactics != kibaho.Bound && !f.mid {
		most = par.SkipFrom + depth*depth
	}
	if single {
		knownMove = 0
	}
	led := w.lead(f, knownMove)
	if !led {
		w.rank(f, noMove, tactics)
	}
	best, bestMove, alpha0 := -infinite, noMove, alpha
	for i := range f.moves {
		if led && i == 1 { // the move of the table did not do: now the others are needed
			w.rank(f, knownMove, tactics)
		}
		move := w.ranked(f, i)
		if i >= most && f.order[i]>>16 < reply && best > -int(EvalLimit) {
			break // those after it are no better
		}
		g := w.descend(f, move)
		if i > 0 && depth > 1 && i+1 < len(f.moves) {
			w.foresee(f, w.ranked(f, i+1))
		}
		next := depth
		if !g.mid {
			next += extra - 1
		}
		if next > 1 || next > 0 && !g.mid {
			w.hash(g)
			e.table.fetch(g.hash)
		}
		var v int
		if i == 0 {
			v = w.below(f, next, alpha, beta)
		} else {
			less := 0
			if par.LateDepth > 0 && i >= par.LateFrom && depth >= par.LateDepth && !f.mid && f.order[i]>>16 < gains {
				less = w.reduction(f, move, depth, i, wide)
			}
			if g.side == f.side { // below, written out
				v = w.search(g, next-less, alpha, alpha+1)
			} else {
				v = -w.search(g, next-less, -alpha-1, -alpha)
			}
			if less > 0 && v > alpha && !w.stopped {
				v = w.below(f, next, alpha, alpha+1)
			}
			if v > alpha && v < beta && !w.stopped {
				g.pv = g.pv[:0]
				v = w.below(f, next, alpha, beta)
			}
		}
		if w.stopped {
			return 0
		}
		if v > best {
			best, bestMove = v, move
			if v > alpha {
				alpha = v
				if wide {
					f.pv = append(append(f.pv[:0], f.moves[move]), g.pv...)
				}
				if v >= beta {
					if !single {
						w.learn(f, i, depth)
					}
					break
				}
			}
		}
	}

	if best == nowhere {
		return w.stuck(f)
	}

	// 10. Keep it.
	if !keep {
		return best
	}
	b := exact
	switch {
	case best >= beta:
		b = lower
	case best <= alpha0:
		b, bestMove = upper, noMove
	}
	e.table.keep(f.hash, bestMove, atNode(best, f.turn), eval, depth, b)
	return best
}

// guess searches less deep for a value far outside the window.
func (w *worker[P, M, R]) guess(f *frame[P, M], depth, alpha, beta, eval int) (int, bool) {
	par := &w.e.spec.Params
	if par.ProbHigh > 0 && eval >= beta {
		if b := beta + par.ProbHigh; b < int(EvalLimit) {
			if v := w.search(f, depth-par.ProbReduction, b-1, b); v >= b && !w.stopped {
				return beta, true
			}
		}
	}
	if par.ProbLow > 0 && eval <= alpha && !w.stopped {
		if b := alpha - par.ProbLow; b > -int(EvalLimit) {
			if v := w.search(f, depth-par.ProbReduction, b, b+1); v <= b && !w.stopped {
				return alpha, true
			}
		}
	}
	return 0, false
}

// reduction returns how much less deep a late move is searched first.
func (w *worker[P, M, R]) reduction(f *frame[P, M], move, depth, i int, wide bool) int {
	r := int(w.e.late[min(depth, 63)][min(i, 63)])
	if wide && r > w.e.spec.Params.LateLeast {
		r--
	}
	h := w.learned.history[f.side&1][f.keys[move]%(1<<keyBits)]
	r -= int(h) / 8192
	return max(0, min(r, depth-1))
}
