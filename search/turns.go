package search

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"kibaho"
)

// ErrTooMany tells that a position has more complete turns than were asked for,
// or that listing them took longer than allowed.
var ErrTooMany = errors.New("search: too many turns to list")

// The bounds that a zero [Bounds] stands for.
const (
	DefaultTurns    = 100_000
	DefaultTurnTime = 2 * time.Second
)

// Bounds limit a list of complete turns. Random games of Igisoro meet positions
// with thousands of them, and nothing but patience bounds the number.
type Bounds struct {
	Turns int           // at most so many turns; 0: DefaultTurns
	Time  time.Duration // at most so long; 0: DefaultTurnTime
}

// Turn is one complete turn: the decisions it is made of and where they lead.
type Turn[P any, M comparable] struct {
	Moves []M
	After P
}

// Turns lists the complete turns of p in the order of the decisions, those that
// end in the same position included. Within a turn it lists the ways to complete
// it. There are none if the game is over. If the bounds are met the turns found so
// far are returned with ErrTooMany, if ctx ends with its cause.
func Turns[P any, M comparable, R kibaho.Rules[P, M]](ctx context.Context, p P, b Bounds) ([]Turn[P, M], error) {
	if b.Turns <= 0 {
		b.Turns = DefaultTurns
	}
	if b.Time <= 0 {
		b.Time = DefaultTurnTime
	}
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	var late atomic.Bool
	timer := time.AfterFunc(b.Time, func() { late.Store(true) })
	defer timer.Stop()
	defer context.AfterFunc(ctx, func() { late.Store(true) })()

	w := newWalker[P, M, R](&late)
	w.pos[0] = p
	var out []Turn[P, M]
	done := w.turns(0, func(at int) bool {
		if len(out) == b.Turns {
			return false
		}
		out = append(out, Turn[P, M]{Moves: append([]M(nil), w.path[:at]...), After: w.pos[at]})
		return true
	})
	switch err := context.Cause(ctx); {
	case done:
		return out, nil
	case err != nil:
		return out, err
	}
	return out, ErrTooMany
}

// walker walks over the decisions below a position. It owns one position for each
// decision on the way and one stack of moves for all of them, so that nothing
// escapes to the heap while it walks.
type walker[P any, M comparable, R kibaho.Rules[P, M]] struct {
	pos   []P // by decision; pos[0] is the root
	path  []M // path[i] leads from pos[i] to pos[i+1]
	moves []M
	bulk  func(*P, int) uint64
	below int // bulk counts this depth and less
	stop  *atomic.Bool
}

func newWalker[P any, M comparable, R kibaho.Rules[P, M]](stop *atomic.Bool) *walker[P, M, R] {
	const decisions = 64 // grows if a line is longer
	return &walker[P, M, R]{
		pos:   make([]P, decisions),
		path:  make([]M, decisions),
		moves: make([]M, 0, 1024),
		stop:  stop,
	}
}

// room makes pos[at] usable. It may move pos.
func (w *walker[P, M, R]) room(at int) {
	if at >= len(w.pos) {
		w.pos = append(w.pos, make([]P, len(w.pos))...)
		w.path = append(w.path, make([]M, len(w.path))...)
	}
}

// turns visits the end of every turn that begins, or goes on, at pos[at]: visit is
// given the index of the position. It returns false if visit did or w was stopped.
func (w *walker[P, M, R]) turns(at int, visit func(at int) bool) bool {
	w.room(at + 1)
	start := len(w.moves)
	w.moves = R(&w.pos[at]).Moves(w.moves)
	for i, end := start, len(w.moves); i < end; i++ {
		if w.stop.Load() {
			return false
		}
		w.pos[at+1] = w.pos[at]
		w.path[at] = w.moves[i]
		p := R(&w.pos[at+1])
		p.Play(w.moves[i])
		more := false
		if p.MidTurn() {
			more = w.turns(at+1, visit)
		} else {
			more = visit(at + 1)
		}
		if !more {
			return false
		}
	}
	w.moves = w.moves[:start]
	return true
}

// count returns the number of complete turns that end depth plies (at least 1)
// after pos[at]. The result means nothing once w is stopped.
func (w *walker[P, M, R]) count(at, depth int) uint64 {
	w.room(at + 1)
	if w.stop.Load() {
		return 0
	}
	start := len(w.moves)
	w.moves = R(&w.pos[at]).Moves(w.moves)
	var n uint64
	for i, end := start, len(w.moves); i < end; i++ {
		w.pos[at+1] = w.pos[at]
		p := R(&w.pos[at+1])
		p.Play(w.moves[i])
		switch {
		case p.MidTurn():
			n += w.count(at+1, depth)
		case depth == 1:
			n++
		case depth-1 <= w.below:
			n += w.bulk(&w.pos[at+1], depth-1)
		default:
			n += w.count(at+1, depth-1)
		}
	}
	w.moves = w.moves[:start]
	return n
}
