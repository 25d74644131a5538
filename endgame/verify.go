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

// verifyChunk is how many places a verifier takes at a time: those of one block of
// values.
const verifyChunk = blockPlaces

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

// A check is what one thread of a verifier needs for one position after another.
type check[P any, M comparable, R kibaho.Rules[P, M]] struct {
	*verifier[P, M, R]
	file   *file
	p, q   P   // the position, and the one after a move; here, for otherwise each would be allocated
	moves  []M // room for the moves of p
	values [verifyChunk]Value
}

// work takes chunks until there are no more.
func (v *verifier[P, M, R]) work(ctx context.Context, f *file, report func(uint64)) {
	c := &check[P, M, R]{verifier: v, file: f}
	var all, quiet Counts
	var codes tally
	size := v.index.Size(v.slice)
	alike := newImages(v.index, v.slice)
	for ctx.Err() == nil {
		from := v.next.Add(verifyChunk*v.every) - verifyChunk*v.every
		if from >= size {
			break
		}
		to := min(from+verifyChunk, size)
		err := f.valuesOf(from/verifyChunk, c.values[:to-from])
		for i := from; i < to && err == nil; i++ {
			var ok bool
			if c.p, ok = v.index.Position(kibaho.Place{Slice: v.slice, At: i}); !ok {
				continue
			}
			has, pending := Code(v.codes.bytes[i]), v.index.Pending(&c.p)
			if err = c.position(i, has, c.values[i-from], pending); err != nil {
				from = i
				break
			}
			n := alike.at(i)
			all.add(has.Value(), n)
			codes[has]++
			if !pending {
				quiet.add(has.Value(), n)
			}
		}
		if err != nil {
			v.mu.Lock()
			if v.fault == nil || from < v.at {
				v.fault, v.at = err, from
			}
			v.mu.Unlock()
			v.next.Store(size)
		}
		if report != nil {
			report(to)
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

// position checks the position c.p of place i with its code, and with the value that is
// kept for it, if its capture is not pending.
func (c *check[P, M, R]) position(i uint64, has Code, kept Value, pending bool) error {
	wrong := func(format string, args ...any) error {
		return c.file.wrong(fmt.Sprintf("place %d: ", i) + fmt.Sprintf(format, args...))
	}
	here := kibaho.Place{Slice: c.slice, At: i}
	if at, ok := c.index.Place(&c.p); !ok || at != here {
		return wrong("its position has place %v", at)
	}
	r := R(&c.p)
	want := Draw
	c.moves = r.Moves(c.moves[:0])
	switch r.Outcome() {
	case kibaho.Wins(r.Turn().Other()):
		want = 1
	case kibaho.Wins(r.Turn()):
		return wrong("its position is won without a move")
	case kibaho.Ongoing:
		best, worst, draws := hole, Code(0), false
		for _, m := range c.moves {
			c.q = c.p
			R(&c.q).Play(m)
			after, err := c.after(r.Turn())
			if err != nil {
				return wrong("%v", err)
			}
			switch {
			case after.loss():
				best = min(best, after)
			case after.win():
				worst = max(worst, after)
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
		return wrong("it has code %d, its moves tell %d", has, want)
	}
	if !pending && kept != want.Value() {
		return wrong("its value is kept as %v, expected %v", kept, want.Value())
	}
	return nil
}

// after returns the code of the position c.q after a move of a side.
func (c *check[P, M, R]) after(side kibaho.Side) (Code, error) {
	r := R(&c.q)
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
	at, ok := c.index.Place(&c.q)
	if !ok {
		return 0, fmt.Errorf("a move leads to a position without a place")
	}
	t := c.set.hot[at.Slice].Load()
	if t == nil {
		return 0, fmt.Errorf("a move leads to slice %s, which the index does not name", c.index.Name(at.Slice))
	}
	return Code(t.bytes[at.At]), nil
}
