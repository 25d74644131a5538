package search

import "kibaho"

// rest judges a position at the horizon. While gaining moves are left it searches
// those, but the side to move may be content with the evaluation. It may not if
// it is bound to gain, or within a turn, which must be completed.
func (w *worker[P, M, R]) rest(f *frame[P, M], alpha, beta, plies int, tactics kibaho.Tactics) int {
	if tactics == kibaho.Over {
		return w.end(f)
	}
	if tactics == kibaho.Calm && !f.mid || tactics == kibaho.Free && plies <= 0 && !f.mid || f.next == nil {
		if w.e.spec.Expand == nil && w.e.spec.Tactics == nil && R(&f.pos).Outcome() != kibaho.Ongoing {
			return w.end(f)
		}
		return w.judge(f)
	}
	all := tactics == kibaho.Bound || f.mid
	best := -infinite
	if all || w.e.spec.Expand == nil {
		w.list(f, tactics, false)
		if len(f.moves) == 0 {
			return w.stuck(f)
		}
	}
	if !all {
		best = w.judge(f)
		if best >= beta {
			return best
		}
		alpha = max(alpha, best)
		if w.e.spec.Expand != nil {
			w.list(f, tactics, true) // the evaluation knows who has lost
		}
	}
	if tactics != kibaho.Bound {
		plies--
	}
	single := len(f.moves) == 1
	if !single || !all {
		w.rank(f, noMove, tactics)
	}
	for i := range f.moves {
		move := 0
		if !single || !all {
			move = w.ranked(f, i)
			if !all && f.order[i]>>16 < gains {
				break
			}
		}
		g := w.descend(f, move)
		next := plies
		if g.mid && tactics != kibaho.Bound {
			next++ // the turn goes on
		}
		if w.enter() {
			return 0
		}
		w.selDepth = max(w.selDepth, g.turn)
		var v int
		if g.side == f.side {
			v = w.rest(g, alpha, beta, next, w.tell(&g.pos))
		} else {
			v = -w.rest(g, -beta, -alpha, next, w.tell(&g.pos))
		}
		if w.stopped {
			return 0
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
