package search

import (
	"context"
	"fmt"
	"math/bits"
	"sync"
	"sync/atomic"

	"kibaho"
)

// Numbered is the exact value of every position of a game whose positions are
// numbered, a byte for each: found by going over all numbers again and again, each
// time one turn farther from the ends of the game. It means what [Whole] does.
type Numbered[P comparable, M comparable, R kibaho.Rules[P, M]] struct {
	numbers kibaho.Numbering[P]
	code    []byte
}

// The codes of positions: 1 more than the turns to the end, which are odd to a win
// of the side to move and even to a loss.
const (
	notYet   = 0
	mostCode = 254
	drawnEnd = 255 // the game is over: a draw
)

// MakeNumbered finds the values of all numbered positions. ends makes a function that
// appends the positions at the ends of all turns of one, each once. The error is
// ErrMemory if the bytes do not fit, or the cause of ctx.
func MakeNumbered[P comparable, M comparable, R kibaho.Rules[P, M]](ctx context.Context, numbers kibaho.Numbering[P], ends func() func(*P, []P) []P, memory int64, n int, tell func(Progress)) (*Numbered[P, M, R], error) {
	size := numbers.Size()
	if memory <= 0 {
		memory = DefaultMemory
	}
	// A byte for the code and a bit for what is still open.
	if size > uint64(memory)/9*8 {
		return nil, ErrMemory
	}
	w := &Numbered[P, M, R]{numbers: numbers, code: make([]byte, size)}
	open := make([]uint64, (size+63)/64)
	for i := range open {
		open[i] = ^uint64(0)
	}
	if size%64 != 0 {
		open[len(open)-1] = 1<<(size%64) - 1
	}
	var stop atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	left := size
	for turns := 0; ; turns++ {
		if turns >= mostCode-1 {
			return nil, fmt.Errorf("search: a win of more than %d turns", turns)
		}
		// All of a round read the codes of the rounds before, and what they find is
		// written after it: the order within a round does not matter.
		found, err := w.round(ctx, open, turns, ends, n, &stop, func(p Progress) {
			if tell != nil {
				tell(Progress{Done: turns, Total: p.Total, Count: left})
			}
		})
		if err != nil {
			return nil, err
		}
		for _, list := range found {
			for _, f := range list {
				w.code[f.number] = f.code
				open[f.number/64] &^= 1 << (f.number % 64)
			}
			left -= uint64(len(list))
		}
		// Round 0 finds the ends. Losses follow wins and wins losses, so that the
		// first round without any is the last.
		if n := total(found); n == 0 && turns > 0 || left == 0 {
			return w, context.Cause(ctx)
		}
	}
}

// coded is a code that a round found.
type coded struct {
	number uint64
	code   byte
}

func total(found [][]coded) (n int) {
	for _, list := range found {
		n += len(list)
	}
	return n
}

// round finds the codes of the positions that are so many turns from the end.
func (w *Numbered[P, M, R]) round(ctx context.Context, open []uint64, turns int, ends func() func(*P, []P) []P, n int, stop *atomic.Bool, tell func(Progress)) ([][]coded, error) {
	const words = 1 << 8
	parts := (len(open) + words - 1) / words
	found := make([][]coded, parts)
	report := newReporter(tell, parts)
	var mu sync.Mutex
	pool(threads(n), func(next func() int) {
		list := ends()
		var after []P
		for part := next(); part < parts && !stop.Load(); part = next() {
			for i := part * words; i < min((part+1)*words, len(open)); i++ {
				for set := open[i]; set != 0; set &= set - 1 {
					number := uint64(i*64) + uint64(bits.TrailingZeros64(set))
					p := w.numbers.Position(number)
					after = list(&p, after[:0])
					if c := w.codeOf(&p, after, turns); c != notYet {
						found[part] = append(found[part], coded{number, c})
					}
				}
			}
			mu.Lock()
			report.add(1, 0)
			mu.Unlock()
		}
	})
	report.end()
	return found, context.Cause(ctx)
}

// codeOf returns the code of a position that is exactly so many turns from the end,
// or notYet.
func (w *Numbered[P, M, R]) codeOf(p *P, after []P, turns int) byte {
	if len(after) == 0 {
		switch R(p).Outcome() {
		case kibaho.Wins(R(p).Turn().Other()):
			return 1
		case kibaho.Draw:
			return drawnEnd
		}
		return notYet
	}
	if turns == 0 {
		return notYet
	}
	lost := true
	for i := range after {
		switch c := w.code[w.numbers.Number(&after[i])]; {
		case c == notYet || c == drawnEnd:
			lost = false
		case c%2 == 1: // the enemy has lost
			return byte(turns + 1)
		}
	}
	if lost {
		return byte(turns + 1)
	}
	return notYet
}

// Value returns the value of a position and, if a side wins, in how many turns.
func (w *Numbered[P, M, R]) Value(p P) (value kibaho.Outcome, plies int) {
	switch c := w.code[w.numbers.Number(&p)]; {
	case c == notYet || c == drawnEnd:
		return kibaho.Draw, 0
	case c%2 == 0:
		return kibaho.Wins(R(&p).Turn()), int(c) - 1
	default:
		return kibaho.Wins(R(&p).Turn().Other()), int(c) - 1
	}
}

// Count sums up, with the value of a root.
func (w *Numbered[P, M, R]) Count(root P) WholeCount {
	c := WholeCount{Positions: uint64(len(w.code))}
	c.Value, c.Plies = w.Value(root)
	for _, code := range w.code {
		switch {
		case code == notYet || code == drawnEnd:
			c.Draw++
			continue
		case code%2 == 0:
			c.Win++
		default:
			c.Loss++
		}
		c.Longest = max(c.Longest, int(code)-1)
	}
	return c
}
