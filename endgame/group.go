package endgame

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"

	"kibaho"
)

// todo returns the pairs with so many pieces that are to be built, in the order in which
// they can be.
func (b *builder) todo(pieces int, present []bool) (pairs [][]kibaho.Slice, err error) {
	seen := make([]bool, b.m.Limit())
	for _, s := range b.m.Slices(pieces) {
		twin := b.m.Twin(s)
		switch {
		case seen[s]:
			continue
		case present[s] && present[twin]:
			err = errors.Join(err, b.forget(s))
			continue
		case present[s] || present[twin]:
			b.total += b.m.Size(s) // both are made: the twin is as great
		}
		seen[s], seen[twin] = true, true
		pairs = append(pairs, pairOf(b.m, s).Slices)
	}
	return pairs, err
}

// together returns how many of the first pairs of a list are built at the same time, by
// one thread each: those that have one part only, which no second solver could share,
// as far as they do not need each other and the memory holds them all.
func (b *builder) together(pairs [][]kibaho.Slice) int {
	if b.o.Threads == 1 {
		return 1
	}
	wanted := map[kibaho.Slice]bool{} // what the first ones need
	var bytes uint64
	for n, pair := range pairs {
		plan := b.planOf(pair)
		if plan == nil || len(plan.Stages()) != 1 || plan.Stages()[0] != 1 {
			return max(n, 1)
		}
		for _, earlier := range pairs[:n] {
			for _, to := range pairOf(b.m, pair[0]).Needs {
				if slices.Contains(earlier, to) {
					return n
				}
			}
		}
		for _, to := range pairOf(b.m, pair[0]).Needs {
			if !wanted[to] {
				wanted[to] = true
				bytes += bytesFor(b.m.Size(to))
			}
		}
		bytes += b.working(pair)
		if b.o.Memory > 0 && bytes > b.o.Memory {
			return max(n, 1)
		}
	}
	return len(pairs)
}

// group builds pairs that do not need each other, the greatest first, each with one
// thread.
func (b *builder) group(ctx context.Context, pairs [][]kibaho.Slice) ([]Header, error) {
	if len(pairs) == 1 {
		return b.pair(ctx, pairs[0][0], pairs[0][len(pairs[0])-1])
	}
	if err := b.hold(pairs...); err != nil {
		return nil, err
	}
	pairs = slices.Clone(pairs)
	slices.SortStableFunc(pairs, func(x, y []kibaho.Slice) int { return cmp.Compare(b.places(y), b.places(x)) })
	var (
		mu    sync.Mutex
		next  int
		heads []Header
		errs  error
		wg    sync.WaitGroup
	)
	for range min(b.o.Threads, len(pairs)) {
		wg.Go(func() {
			for {
				mu.Lock()
				if next == len(pairs) || errs != nil {
					mu.Unlock()
					return
				}
				pair := pairs[next]
				next++
				mu.Unlock()
				p, h, err := b.one(ctx, pair)
				mu.Lock()
				if errs = errors.Join(errs, err); err == nil {
					heads = append(heads, h...)
					b.done += b.places(pair)
					b.now, b.pieces = b.m.Name(pair[0]), b.m.Pieces(pair[0])
					b.report(b.done, false)
					b.add(p)
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	slices.SortFunc(heads, func(x, y Header) int { return cmp.Compare(x.slice, y.slice) })
	return heads, errs
}

// one builds a pair of a group, whose needs are held, with one thread.
func (b *builder) one(ctx context.Context, slices []kibaho.Slice) (*pair, []Header, error) {
	o := b.o
	o.Threads, o.Report = 1, nil
	alone := &builder{m: b.m, o: o, dir: b.dir, values: b.values, start: b.start, now: b.m.Name(slices[0])}
	p := &pair{slices: slices}
	if err := alone.parts(ctx, p, b.plans[slices[0]]); err != nil {
		return nil, nil, err
	}
	heads, err := alone.writePair(ctx, p)
	if err != nil {
		return nil, nil, err
	}
	return p, heads, alone.forget(slices[0])
}

// places returns the places of a pair.
func (b *builder) places(pair []kibaho.Slice) (n uint64) {
	for _, s := range pair {
		n += b.m.Size(s)
	}
	return n
}
