package search

import "kibaho"

// descend plays a decision of a frame into the next one.
func (w *worker[P, M, R]) descend(f *frame[P, M], move int) *frame[P, M] {
	g, e := f.next, w.e
	path := f.path
	if !f.mid {
		path++
	}
	g.path = path
	r := R(&g.pos)
	ahead := move == f.ahead
	switch {
	case move < len(f.kids.After):
		g.pos = f.kids.After[move]
	case ahead:
		g.pos = f.kid
	case move < len(f.kids.From):
		g.pos = f.kids.Shared[f.kids.From[move]]
		e.spec.Finish(&g.pos, f.moves[move])
	default:
		g.pos = f.pos
		r.Play(f.moves[move])
	}
	counted, quiet := e.spec.Quiet != nil, false
	switch {
	case move < len(f.kids.Gains):
		quiet = f.kids.Gains[move] == 0
	case counted:
		quiet = e.spec.Quiet(&f.pos, f.moves[move])
	}
	since := f.since
	if counted && !quiet && !e.spec.Reversible {
		since = path
	}
	g.since = since
	g.turn = f.turn
	if w.alternates {
		g.side, g.mid = f.side^1, false
		g.turn++
		g.allQuiet, g.quiet = true, 0
		if counted {
			g.allQuiet = quiet
			if quiet {
				g.quiet = f.quiet + 1
			}
		}
	} else {
		w.descendWithin(f, g, counted, quiet)
	}
	g.hashed = ahead
	if ahead {
		g.bare = f.aheadHash
		g.hash = g.bare ^ w.salt(g)
	}
	g.restless = f.restless
	g.by = move
	g.pv = g.pv[:0]
	return g
}

// descendWithin finds out what descend knows without asking where sides alternate.
func (w *worker[P, M, R]) descendWithin(f, g *frame[P, M], counted, quiet bool) {
	r := R(&g.pos)
	g.side, g.mid = r.Turn(), r.MidTurn()
	g.quiet, g.allQuiet = f.quiet, f.allQuiet || !f.mid
	if counted && !quiet {
		g.allQuiet = false
	}
	if !g.mid {
		g.turn++
		if g.allQuiet && counted {
			g.quiet++
		} else {
			g.quiet = 0
		}
	}
}

// list lists the moves of a frame, or at least those that gain. Those of a game
// that expands may lead nowhere within a turn: then the position after them has none.
func (w *worker[P, M, R]) list(f *frame[P, M], tactics kibaho.Tactics, gaining bool) {
	f.ahead = noMove
	expand := w.e.spec.Expand
	if expand == nil {
		f.moves = R(&f.pos).Moves(f.moves[:0])
		return
	}
	f.kids.Clear()
	f.kids.Gaining, f.kids.Known = gaining, tactics
	expand(&f.pos, &f.kids)
	f.moves = f.kids.Moves
}

// foresee asks the table for the position after a move that is searched later on.
func (w *worker[P, M, R]) foresee(f *frame[P, M], move int) {
	kid := &f.kid
	switch {
	case move < len(f.kids.After):
		kid = &f.kids.After[move]
	case move < len(f.kids.From):
		f.kid = f.kids.Shared[f.kids.From[move]]
		w.e.spec.Finish(kid, f.moves[move])
	default:
		f.kid = f.pos
		R(kid).Play(f.moves[move])
	}
	f.ahead, f.aheadHash = move, R(kid).Hash()
	w.e.table.fetch(f.aheadHash)
}
