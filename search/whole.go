package search

import (
	"context"
	"fmt"
	"math"
	"sync/atomic"

	"kibaho"
)

// Whole is the exact value of every position that can come up between turns in a
// game, found by going over all of them: forwards from the root until nothing new
// comes up, then backwards from the ends.
//
// A position is won for a side that can force an end that it wins, in so many
// turns at most, whatever the other does; the loser holds out as long as he can.
// What no side wins is drawn: it ends in a draw or goes on for ever. So
// repetitions need no history, for in a position that is won no position need
// come up twice.
type Whole[P comparable, M comparable, R kibaho.Rules[P, M]] struct {
	found set[P, M, R]
	from  []uint64 // by position: where its turns begin in to
	to    []uint32 // where the turns lead, equal ones of a position once
	value []kibaho.Outcome
	plies []uint16 // by position: turns to the end of a win
}

// WholeCount sums up a Whole.
type WholeCount struct {
	Positions uint64
	Turns     uint64 // between them, equal ones of a position once
	// Win, Loss and Draw count the positions by what they are for the side to move.
	Win, Loss, Draw uint64
	Value           kibaho.Outcome // of the root
	Plies           int            // to the end of the game, if the root is won or lost
	Longest         int            // plies of the longest win of any position
	Checked         int            // positions whose value was derived a second time, in another way
}

// MakeWhole goes over all positions from root. ends, if not nil, appends the
// positions at the ends of all turns of a position between turns, each once; without
// it all turns are walked through. It keeps them in memory: the error
// is ErrMemory if that is used up or there are more than most (0: no bound), or the
// cause of ctx. tell is called now and then with the number of positions found; it may be nil.
func MakeWhole[P comparable, M comparable, R kibaho.Rules[P, M]](ctx context.Context, root P, ends func(*P, []P) []P, memory int64, most int, tell func(Progress)) (*Whole[P, M, R], error) {
	var stop atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	w, err := makeWhole[P, M, R](&stop, &root, ends, memory, most, tell)
	if cause := context.Cause(ctx); cause != nil {
		return nil, cause
	}
	return w, err
}

func makeWhole[P comparable, M comparable, R kibaho.Rules[P, M]](stop *atomic.Bool, root *P, ends func(*P, []P) []P, memory int64, most int, tell func(Progress)) (*Whole[P, M, R], error) {
	if memory <= 0 {
		memory = DefaultMemory
	}
	if most <= 0 || most > math.MaxUint32-1 {
		most = math.MaxUint32 - 1
	}
	var used atomic.Int64
	w := &Whole[P, M, R]{}
	w.found.used, w.found.most = &used, memory
	if _, _, ok := w.found.place(root, R(root).Hash()); !ok {
		return nil, ErrMemory
	}
	if err := w.forwards(stop, &used, ends, memory, most, tell); err != nil {
		return nil, err
	}
	// Backwards, each turn is held once more, and each position with a count.
	if used.Load()+int64(len(w.to))*4+int64(w.found.n)*(8+4+4+3) > memory {
		return nil, ErrMemory
	}
	return w, w.backwards()
}

// turnsPerPosition bounds the turns that are walked through for each position that
// may be found: a position of Igisoro can have more of them than any patience.
const turnsPerPosition = 64

// forwards finds the positions and the turns between them.
func (w *Whole[P, M, R]) forwards(stop *atomic.Bool, used *atomic.Int64, ends func(*P, []P) []P, memory int64, most int, tell func(Progress)) error {
	report := newReporter(tell, 0)
	walk := newWalker[P, M, R](stop)
	var seen []uint32 // by position: 1 + the last one with a turn to it
	var after []P
	turns := int64(0)
	for i := 0; i < w.found.n; i++ {
		w.from = append(w.from, uint64(len(w.to)))
		before := w.found.n
		lead := func(p *P) bool {
			number, added, ok := w.found.place(p, R(p).Hash())
			if turns++; !ok || w.found.n > most || turns > turnsPerPosition*int64(most) {
				return false
			}
			for len(seen) < w.found.n {
				seen = append(seen, 0)
			}
			if added || seen[number] != uint32(i)+1 {
				seen[number] = uint32(i) + 1
				w.to = append(w.to, number)
			}
			return true
		}
		here := w.found.at(uint32(i))
		more := true
		if ends != nil && !R(here).MidTurn() {
			after = ends(here, after[:0])
			for k := range after {
				more = more && lead(&after[k])
			}
		} else {
			walk.pos[0], walk.moves = *here, walk.moves[:0]
			more = walk.turns(0, func(at int) bool { return lead(&walk.pos[at]) })
		}
		if !more || stop.Load() || used.Load()+int64(cap(w.to)+cap(seen)+2*cap(w.from))*4 > memory {
			return ErrMemory
		}
		report.add(1, uint64(w.found.n-before))
	}
	w.from = append(w.from, uint64(len(w.to)))
	report.end()
	return nil
}

// backwards finds the values, the nearest wins first.
func (w *Whole[P, M, R]) backwards() error {
	n := w.found.n
	w.value, w.plies = make([]kibaho.Outcome, n), make([]uint16, n)
	// 1. The turns the other way round, and how many of each position are open.
	start, left := make([]uint64, n+1), make([]uint32, n)
	for _, to := range w.to {
		start[to+1]++
	}
	for i := range n {
		start[i+1] += start[i]
	}
	back := make([]uint32, len(w.to))
	for i := n - 1; i >= 0; i-- {
		left[i] = uint32(w.from[i+1] - w.from[i])
		for _, to := range w.to[w.from[i]:w.from[i+1]] {
			// Filled from the end, so that start[to+1] comes to be where its turns begin.
			start[to+1]--
			back[start[to+1]] = uint32(i)
		}
	}
	begins := func(i uint32) []uint32 {
		end := uint64(len(back))
		if int(i)+2 <= n {
			end = start[i+2]
		}
		return back[start[i+1]:end]
	}
	// 2. The ends of the game.
	var now, next []uint32
	for i := range n {
		if left[i] > 0 {
			continue
		}
		if o := R(w.found.at(uint32(i))).Outcome(); o == kibaho.FirstWins || o == kibaho.SecondWins {
			w.value[i] = o
			now = append(now, uint32(i))
		}
	}
	// 3. Turn by turn away from them.
	for plies := 1; len(now) > 0; plies++ {
		if plies > math.MaxUint16 {
			return fmt.Errorf("search: a win of more than %d turns", math.MaxUint16)
		}
		for _, i := range now {
			for _, before := range begins(i) {
				if w.value[before] != kibaho.Ongoing {
					continue
				}
				mine := w.value[i] == kibaho.Wins(R(w.found.at(before)).Turn())
				if left[before]--; mine || left[before] == 0 {
					w.value[before], w.plies[before] = w.value[i], uint16(plies)
					next = append(next, before)
				}
			}
		}
		now, next = next, now[:0]
	}
	for i := range w.value {
		if w.value[i] == kibaho.Ongoing {
			w.value[i] = kibaho.Draw
		}
	}
	return nil
}

// Count sums up.
func (w *Whole[P, M, R]) Count() WholeCount {
	c := WholeCount{Positions: uint64(w.found.n), Turns: uint64(len(w.to)), Value: w.value[0], Plies: int(w.plies[0])}
	for i, o := range w.value {
		switch side := R(w.found.at(uint32(i))).Turn(); o {
		case kibaho.Wins(side):
			c.Win++
		case kibaho.Wins(side.Other()):
			c.Loss++
		default:
			c.Draw++
		}
		c.Longest = max(c.Longest, int(w.plies[i]))
	}
	return c
}

// Value returns the value of a position and, if a side wins, in how many turns; ok
// is false if it never comes up.
func (w *Whole[P, M, R]) Value(p P) (value kibaho.Outcome, plies int, ok bool) {
	h := R(&p).Hash()
	mask := uint32(len(w.found.slots) - 1)
	for i := uint32(h) & mask; w.found.slots[i] != 0; i = (i + 1) & mask {
		if k := w.found.slots[i] - 1; *w.found.at(k) == p {
			return w.value[k], int(w.plies[k]), true
		}
	}
	return kibaho.Ongoing, 0, false
}

// Line returns the positions of a game that is played from p to the end of a win
// as Whole counts it, p first: the winner takes the shortest way, the loser the
// longest. From a draw it is p alone.
func (w *Whole[P, M, R]) Line(p P) []P {
	line := []P{p}
	for {
		value, plies, ok := w.Value(p)
		if !ok || value == kibaho.Draw || plies == 0 {
			return line
		}
		var number uint32
		for i := range w.value {
			if *w.found.at(uint32(i)) == p {
				number = uint32(i)
				break
			}
		}
		for _, to := range w.to[w.from[number]:w.from[number+1]] {
			if w.value[to] == value && int(w.plies[to]) == plies-1 {
				p = *w.found.at(to)
				break
			}
		}
		line = append(line, p)
	}
}
