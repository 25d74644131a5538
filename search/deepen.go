package search

import (
	"cmp"
	"slices"
	"time"
)

// rootMove is a decision at the root with what is known of it.
type rootMove[M any] struct {
	move   M
	score  int // at the depth under way; -infinite: not better than another
	before int // at the last depth
	pv     []M // beginning with move
	depth  int // that score and pv belong to; 0: none
}

// deepen searches deeper and deeper until the search is stopped.
func (w *worker[P, M, R]) deepen(report func(Info[M])) {
	e := w.e
	most := MaxDepth
	if e.limits.Depth > 0 {
		most = min(most, e.limits.Depth)
	}
	lines := min(max(1, e.limits.Lines), len(w.root))
	changes := 0.0 // how unsteady the best move is
	for depth := 1; depth <= most; depth++ {
		// Every second worker is a ply ahead: they help by filling the table.
		w.deep = min(depth+w.number&1, most)
		leader, fell := w.root[0].move, w.score
		for i := range w.root {
			w.root[i].before, w.root[i].score = w.root[i].score, -infinite
		}
		for line := range lines {
			w.line(line)
			if w.stopped {
				break
			}
		}
		slices.SortStableFunc(w.root[:lines], func(a, b rootMove[M]) int { return cmp.Compare(b.score, a.score) })
		if w.root[0].score > -infinite {
			w.score = w.root[0].score
		}
		if w.stopped {
			return
		}
		w.depth = w.deep
		if report != nil {
			report(w.info())
		}
		if w.number > 0 {
			continue
		}
		if w.settled(lines) {
			return
		}
		if e.soft > 0 {
			changes /= 2
			if leader != w.root[0].move {
				changes++
			}
			share := 0.7 + 0.5*changes
			if w.score < fell-30 {
				share += 0.4
			}
			if len(w.root) == 1 || time.Duration(float64(e.soft)*share) < time.Since(e.start) {
				return
			}
		}
	}
}

// settled reports that a deeper search cannot change the lines: all are proved to
// end within the depth that was searched.
func (w *worker[P, M, R]) settled(lines int) bool {
	for i := range w.root[:lines] {
		ends := Score(w.root[i].score).Ends()
		if ends == 0 || max(ends, -ends) > w.depth {
			return false
		}
	}
	return true
}

// line searches the best of root[line:], with a narrow window first.
func (w *worker[P, M, R]) line(line int) {
	margin := w.e.spec.Params.Aspiration
	alpha, beta := -infinite, infinite
	if guess := w.root[line].before; w.deep >= 4 && margin > 0 && guess > -int(EvalLimit) && guess < int(EvalLimit) {
		alpha, beta = guess-margin, guess+margin
	}
	for {
		v := w.searchRoot(line, alpha, beta)
		slices.SortStableFunc(w.root[line:], func(a, b rootMove[M]) int { return cmp.Compare(b.score, a.score) })
		if w.stopped {
			return
		}
		margin *= 3
		switch {
		case v <= alpha && alpha > -infinite:
			alpha = v - margin
		case v >= beta && beta < infinite:
			beta = v + margin
		default:
			return
		}
		if margin > 2000 {
			alpha, beta = -infinite, infinite
		}
	}
}

// searchRoot searches root[line:] in their order. Moves that prove better than
// those before get a score, the others lose it.
func (w *worker[P, M, R]) searchRoot(line, alpha, beta int) int {
	par := &w.e.spec.Params
	f := &w.frames[0]
	best := -infinite
	for i := line; i < len(w.root); i++ {
		r := &w.root[i]
		move := slices.Index(f.moves, r.move)
		g := w.descend(f, move)
		next := w.deep
		if !g.mid {
			next--
		}
		var v int
		if i == line {
			v = w.below(f, next, alpha, beta)
		} else {
			less := 0
			if par.LateDepth > 0 && i >= line+par.LateFrom+1 && w.deep >= par.LateDepth+2 {
				less = 1
			}
			v = w.below(f, next-less, alpha, alpha+1)
			if less > 0 && v > alpha && !w.stopped {
				v = w.below(f, next, alpha, alpha+1)
			}
			if v > alpha && v < beta && !w.stopped {
				g.pv = g.pv[:0]
				v = w.below(f, next, alpha, beta)
			}
		}
		if w.stopped {
			return best
		}
		r.score = -infinite
		if i == line || v > alpha {
			r.score, r.depth = v, w.deep
			r.pv = append(append(r.pv[:0], r.move), g.pv...)
		}
		if v > best {
			best = v
			if v > alpha {
				alpha = v
				if v >= beta {
					break
				}
			}
		}
	}
	return best
}

// info tells what is known. The lines are copies.
func (w *worker[P, M, R]) info() Info[M] {
	e := w.e
	out := Info[M]{Stats: Stats{
		Depth: w.depth, SelDepth: w.selDepth, Score: Score(w.score),
		Nodes: max(e.nodes.Load(), w.nodes), Elapsed: time.Since(e.start),
	}}
	for i := range min(max(1, e.limits.Lines), len(w.root)) {
		r := &w.root[i]
		score, pv := r.score, r.pv
		if score == -infinite {
			score = r.before // stopped before this one was looked at again
		}
		if score == -infinite {
			score = w.score
		}
		if len(pv) == 0 {
			pv = []M{r.move}
		}
		out.Lines = append(out.Lines, Line[M]{Moves: slices.Clone(pv), Score: Score(score)})
	}
	return out
}
