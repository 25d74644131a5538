package games

import (
	"context"
	"slices"
	"strings"

	"kibaho/search"
)

// Counter is what can be counted from a position: turns and random games. The
// threads are goroutines, 0 for one on each processor; progress may be nil.
type Counter interface {
	// Turns returns the complete turns, sorted by the bytes of their text. The
	// error is search.ErrTooMany when its bounds are met.
	Turns(ctx context.Context) ([]Turn, error)
	// Perft counts the complete turns to a depth.
	Perft(ctx context.Context, depth, threads int, progress Progress) (uint64, error)
	// Divide counts them for each turn of the position.
	Divide(ctx context.Context, depth, threads int, progress Progress) ([]Share, error)
	// Merge counts them too, the equal results of one position's turns once.
	Merge(ctx context.Context, depth, threads int, progress Progress) (uint64, error)
	// Distinct counts the different positions after exactly 1, 2 … depth turns.
	Distinct(ctx context.Context, depth, threads int, progress Progress) ([]uint64, error)
	// Playouts plays n random games. The result depends on the seed and not on
	// the threads.
	Playouts(ctx context.Context, n int, seed uint64, threads int, progress Progress) (search.Summary, error)
}

// Progress is told now and then how far a count is.
type Progress func(search.Progress)

// Share is a turn and the count below it.
type Share struct {
	Turn  string
	Count uint64
}

func (p *position[P, M, R]) Turns(ctx context.Context) ([]Turn, error) {
	found, err := search.Turns[P, M, R](ctx, p.p, search.Bounds{})
	if err != nil {
		return nil, err
	}
	turns := make([]Turn, 0, len(found))
	for _, t := range found {
		after := *p
		after.p = t.After
		turns = append(turns, Turn{Text: p.text(t.Moves), After: &after})
	}
	slices.SortFunc(turns, func(a, b Turn) int { return strings.Compare(a.Text, b.Text) })
	return turns, nil
}

// text returns the text of a turn: those of its decisions, one after another.
func (p *position[P, M, R]) text(moves []M) string {
	if len(moves) == 1 {
		return p.game.entry.Text(&p.p, moves[0])
	}
	var b strings.Builder
	at := p.p
	for _, m := range moves {
		b.WriteString(p.game.entry.Text(&at, m))
		R(&at).Play(m)
	}
	return b.String()
}

func (p *position[P, M, R]) work(threads int, progress Progress) search.Work[P] {
	return search.Work[P]{Threads: threads, Bulk: p.game.entry.Perft, Progress: progress}
}

func (p *position[P, M, R]) Perft(ctx context.Context, depth, threads int, progress Progress) (uint64, error) {
	return search.Perft[P, M, R](ctx, p.p, depth, p.work(threads, progress))
}

func (p *position[P, M, R]) Divide(ctx context.Context, depth, threads int, progress Progress) ([]Share, error) {
	branches, err := search.Divide[P, M, R](ctx, p.p, depth, search.Bounds{}, p.work(threads, progress))
	if err != nil {
		return nil, err
	}
	shares := make([]Share, 0, len(branches))
	for _, b := range branches {
		shares = append(shares, Share{p.text(b.Moves), b.Count})
	}
	slices.SortFunc(shares, func(a, b Share) int { return strings.Compare(a.Turn, b.Turn) })
	return shares, nil
}

func (p *position[P, M, R]) Merge(ctx context.Context, depth, threads int, progress Progress) (uint64, error) {
	return search.Merge[P, M, R](ctx, p.p, depth, p.work(threads, progress))
}

func (p *position[P, M, R]) Distinct(ctx context.Context, depth, threads int, progress Progress) ([]uint64, error) {
	return search.Distinct[P, M, R](ctx, p.p, depth, p.work(threads, progress))
}

func (p *position[P, M, R]) Playouts(ctx context.Context, n int, seed uint64, threads int, progress Progress) (search.Summary, error) {
	return search.Playouts[P, M, R](ctx, p.p, n, search.Games[P, M]{
		Threads:    threads,
		Seed:       seed,
		Limits:     p.settings.Limits(),
		Quiet:      p.game.entry.Quiet,
		Reversible: p.game.entry.Reversible,
		Playout:    p.game.entry.Playout,
		Progress:   progress,
	})
}
