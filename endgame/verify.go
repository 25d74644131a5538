package endgame

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"kibaho"
)

// verifyChunk is how many places a verifier takes at a time.
const verifyChunk = 1 << 12

// Verifying says how much is verified, and how.
type Verifying struct {
	Pieces  int // of the tables with up to so many pieces
	Threads int // at least 1
	// Every is above 1 if one run of 4,096 places in so many is enough. The counts of
	// the header are not compared then.
	Every int
	// Report, if not nil, is told of progress.
	Report func(Progress)
}

// Verify derives the value and the distance of every position of the tables with
// up to so many pieces anew, from those of the positions after each of its moves,
// and compares. It trusts the rules of the game, and of the index only the
// translation between positions and numbers, which it tests by the way. It does
// not use what the tables were built with.
//
// If every value agrees with those after the moves, all are right: a loss in 0 is
// a loss by the rules, a win or loss in n plies follows from others in fewer, and
// from draws that agree nobody can force his way out.
//
// It returns the number of positions, or the first fault in the order of tables.
func Verify[P any, M comparable, R kibaho.Rules[P, M]](ctx context.Context, index kibaho.Index[P], s *Set, o Verifying) (uint64, error) {
	if len(s.Refused) > 0 {
		return 0, s.Refused[0]
	}
	var total, done uint64
	start := time.Now()
	for n := 2; n <= min(o.Pieces, s.most); n++ {
		for _, slice := range index.Slices(n) {
			if !s.Has(slice) {
				return done, fmt.Errorf("the table of slice %s is missing: expected 'kibaho tables build' before", index.Name(slice))
			}
			total += index.Size(slice)
		}
	}
	var positions uint64
	for n := 2; n <= min(o.Pieces, s.most); n++ {
		for _, slice := range index.Slices(n) {
			v := &verifier[P, M, R]{index: index, set: s, slice: slice, every: uint64(max(1, o.Every))}
			if err := v.run(ctx, max(1, o.Threads), func(places uint64) {
				if o.Report != nil {
					o.Report(Progress{Slice: index.Name(slice), Pieces: n, Done: done + places, Total: total, Elapsed: time.Since(start)})
				}
			}); err != nil {
				return positions, err
			}
			positions += v.counts.Positions
			done += index.Size(slice)
		}
	}
	return positions, nil
}

// verifier checks one table.
type verifier[P any, M comparable, R kibaho.Rules[P, M]] struct {
	index kibaho.Index[P]
	set   *Set
	slice kibaho.Slice
	every uint64
	codes *cells

	next   atomic.Uint64
	mu     sync.Mutex // of what follows
	counts Counts
	quiet  Counts
	tally  tally
	fault  error
	at     uint64 // of the fault
}

func (v *verifier[P, M, R]) run(ctx context.Context, threads int, report func(uint64)) error {
	for _, slice := range append(v.index.Leads(v.slice), v.slice, v.index.Twin(v.slice)) {
		if v.set.files[slice] == nil {
			return fmt.Errorf("the table of slice %s is missing: expected 'kibaho tables build' before", v.index.Name(slice))
		}
		if _, err := v.set.load(slice); err != nil {
			return err
		}
	}
	f := v.set.files[v.slice]
	v.codes = v.set.hot[v.slice].Load()
	sum := sha256.Sum256(v.codes.bytes)
	if got := hex.EncodeToString(sum[:]); got != f.Hash {
		return f.wrong("the SHA-256 of its codes is " + got + ", expected " + f.Hash)
	}
	var wg sync.WaitGroup
	for range threads - 1 {
		wg.Go(func() { v.work(ctx, f, nil) })
	}
	v.work(ctx, f, report)
	wg.Wait()
	switch {
	case v.fault != nil:
		return v.fault
	case ctx.Err() != nil:
		return ctx.Err()
	case v.every > 1:
		return nil
	case v.counts != f.All || v.quiet != f.Quiet:
		return f.wrong(fmt.Sprintf("its header counts %+v and %+v, found %+v and %+v", f.All, f.Quiet, v.counts, v.quiet))
	case v.tally.longest(1) != f.LongestWin.Plies || v.tally.longest(0) != f.LongestLoss.Plies:
		return f.wrong(fmt.Sprintf("its header tells longest ends of %d and %d plies, found %d and %d",
			f.LongestWin.Plies, f.LongestLoss.Plies, v.tally.longest(1), v.tally.longest(0)))
	}
	return nil
}

// work takes chunks until there are no more.
func (v *verifier[P, M, R]) work(ctx context.Context, f *file, report func(uint64)) {
	var moves []M
	var all, quiet Counts
	var codes tally
	size := v.index.Size(v.slice)
	alike := newImages(v.index, v.slice)
	for ctx.Err() == nil {
		from := v.next.Add(verifyChunk*v.every) - verifyChunk*v.every
		if from >= size {
			break
		}
		for i := from; i < min(from+verifyChunk, size); i++ {
			p, ok := v.index.Position(kibaho.Place{Slice: v.slice, At: i})
			if !ok {
				continue
			}
			has := Code(v.codes.bytes[i])
			var err error
			if moves, err = v.position(f, p, i, has, moves); err != nil {
				v.mu.Lock()
				if v.fault == nil || i < v.at {
					v.fault, v.at = err, i
				}
				v.mu.Unlock()
				v.next.Store(size)
				break
			}
			n := alike.at(i)
			all.add(has.Value(), n)
			codes[has]++
			if !v.index.Pending(&p) {
				quiet.add(has.Value(), n)
			}
		}
		if report != nil {
			report(min(from+verifyChunk, size))
		}
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	for i, n := range codes {
		v.tally[i] += n
	}
	v.counts = v.counts.Plus(all)
	v.quiet = v.quiet.Plus(quiet)
}

// position checks one position. moves is room for its moves.
func (v *verifier[P, M, R]) position(f *file, p P, i uint64, has Code, moves []M) ([]M, error) {
	wrong := func(format string, args ...any) error {
		return f.wrong(fmt.Sprintf("place %d: ", i) + fmt.Sprintf(format, args...))
	}
	here := kibaho.Place{Slice: v.slice, At: i}
	if at, ok := v.index.Place(&p); !ok || at != here {
		return moves, wrong("its position has place %v", at)
	}
	r := R(&p)
	want := Draw
	moves = r.Moves(moves[:0])
	switch r.Outcome() {
	case kibaho.Wins(r.Turn().Other()):
		want = 1
	case kibaho.Wins(r.Turn()):
		return moves, wrong("its position is won without a move")
	case kibaho.Ongoing:
		best, worst, draws := hole, Code(0), false
		for _, m := range moves {
			q := p
			R(&q).Play(m)
			c, err := v.after(&q, r.Turn())
			if err != nil {
				return moves, wrong("%v", err)
			}
			switch {
			case c.loss():
				best = min(best, c)
			case c.win():
				worst = max(worst, c)
			default:
				draws = true
			}
		}
		switch {
		case best != hole:
			want = best + 1
		case !draws:
			want = worst + 1
		}
	}
	if has != want {
		return moves, wrong("it has code %d, its moves tell %d", has, want)
	}
	if !v.index.Pending(&p) {
		if got, err := f.value(i); err != nil || got != want.Value() {
			return moves, wrong("its value is kept as %v (%v), expected %v", got, err, want.Value())
		}
	}
	return moves, nil
}

// after returns the code of the position after a move of a side.
func (v *verifier[P, M, R]) after(q *P, side kibaho.Side) (Code, error) {
	r := R(q)
	if r.Turn() == side || r.MidTurn() {
		return 0, fmt.Errorf("a move does not pass the turn")
	}
	switch r.Outcome() {
	case kibaho.Draw:
		return Draw, nil
	case kibaho.Wins(side):
		return 1, nil
	case kibaho.Wins(side.Other()):
		return 0, fmt.Errorf("a move loses at once")
	}
	at, ok := v.index.Place(q)
	if !ok {
		return 0, fmt.Errorf("a move leads to a position without a place")
	}
	c := v.set.hot[at.Slice].Load()
	if c == nil {
		return 0, fmt.Errorf("a move leads to slice %s, which the index does not name", v.index.Name(at.Slice))
	}
	return Code(c.bytes[at.At]), nil
}
