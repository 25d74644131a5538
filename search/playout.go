package search

import (
	"context"
	"sync"
	"time"

	"kibaho"
)

// Games says how random games are played. The zero value plays them on all
// processors with seed 0 and without draws by history.
type Games[P any, M comparable] struct {
	Threads int // goroutines; 0: one for each processor
	Seed    uint64
	Limits  kibaho.Limits
	// Quiet tells which decisions count for Limits.Quiet, as kibaho.Game.Quiet
	// does. If it is nil there is no quiet limit.
	Quiet func(*P, M) bool
	// Reversible reports that an earlier position may come back after a decision
	// that is not quiet (kibaho.Game.Reversible).
	Reversible bool
	// Playout plays one game faster, as kibaho.Game.Playout does. If it is nil
	// decisions are chosen uniformly among Moves.
	Playout func(p *P, r *kibaho.Rand, l kibaho.Limits) kibaho.Result
	// MaxPlies ends a game as Ongoing; 0: DefaultMaxPlies. Playout knows no such
	// bound.
	MaxPlies int
	Progress func(Progress)
}

// DefaultMaxPlies ends a random game that no rule ends.
const DefaultMaxPlies = 100_000

// Summary tells of a series of random games.
type Summary struct {
	Games    int
	Plies    uint64
	Outcomes [4]int // by kibaho.Outcome; Ongoing ones were cut off
	// LongestGame is in plies. LongestTurn is in decisions, or as the game's own
	// Playout counts (kibaho.Result).
	LongestGame, LongestTurn int
	Elapsed                  time.Duration
}

func (s *Summary) add(r kibaho.Result) {
	s.Games++
	s.Plies += uint64(r.Plies)
	s.Outcomes[r.Outcome]++
	s.LongestGame = max(s.LongestGame, r.Plies)
	s.LongestTurn = max(s.LongestTurn, r.Longest)
}

func (s *Summary) join(t Summary) {
	s.Games += t.Games
	s.Plies += t.Plies
	for i, n := range t.Outcomes {
		s.Outcomes[i] += n
	}
	s.LongestGame = max(s.LongestGame, t.LongestGame)
	s.LongestTurn = max(s.LongestTurn, t.LongestTurn)
}

// GameSeed returns the seed of game i in a series: kibaho.NewRand(GameSeed(seed, i))
// plays it again.
func GameSeed(seed uint64, i int) uint64 {
	// Mixed twice: Mix xors first, and small seeds would share their games.
	return kibaho.Mix(kibaho.Mix(0, seed), uint64(i))
}

// Playouts plays n random games from p. Each has a seed of its own, so the summary
// but for Elapsed does not depend on the number of threads. If ctx ends the
// summary of the games finished so far is returned with its cause.
func Playouts[P any, M comparable, R kibaho.Rules[P, M]](ctx context.Context, p P, n int, g Games[P, M]) (Summary, error) {
	const batch = 16
	start := time.Now()
	var sum Summary
	var mu sync.Mutex
	report := newReporter(g.Progress, n)
	pool(threads(g.Threads), func(next func() int) {
		player := NewPlayer[P, M, R](g)
		r := kibaho.NewRand(0)
		for from := next() * batch; from < n; from = next() * batch {
			var part Summary
			for i := from; i < min(from+batch, n) && ctx.Err() == nil; i++ {
				*r = *kibaho.NewRand(GameSeed(g.Seed, i))
				res, ok := player.Play(ctx, p, r)
				if ok {
					part.add(res)
				}
			}
			mu.Lock()
			sum.join(part)
			report.add(part.Games, uint64(part.Games))
			mu.Unlock()
			if ctx.Err() != nil {
				return
			}
		}
	})
	sum.Elapsed = time.Since(start)
	if sum.Games < n {
		return sum, context.Cause(ctx)
	}
	report.end()
	return sum, nil
}

// Player plays random games, one after another, and allocates nothing for them
// once it has grown. It is not safe for concurrent use.
type Player[P any, M comparable, R kibaho.Rules[P, M]] struct {
	g      Games[P, M]
	p      P
	moves  []M
	hashes []uint64 // of the positions between turns that may come back
}

// NewPlayer returns a player of games as g says; Threads, Seed and Progress do not
// matter.
func NewPlayer[P any, M comparable, R kibaho.Rules[P, M]](g Games[P, M]) *Player[P, M, R] {
	if g.MaxPlies <= 0 {
		g.MaxPlies = DefaultMaxPlies
	}
	return &Player[P, M, R]{g: g, moves: make([]M, 0, 256), hashes: make([]uint64, 0, 512)}
}

// Play plays one game from p to its end. Positions of equal hash are taken to be
// equal: among the few hundred positions of a game two different ones share
// one of 64 bits with a chance below 1e-14. The result is false if ctx ended first.
func (pl *Player[P, M, R]) Play(ctx context.Context, p P, r *kibaho.Rand) (kibaho.Result, bool) {
	pl.p = p
	if pl.g.Playout != nil {
		return pl.g.Playout(&pl.p, r, pl.g.Limits), true
	}
	now := R(&pl.p)
	limits := pl.g.Limits
	var res kibaho.Result
	quiet, allQuiet, decisions := 0, true, 0
	pl.hashes = pl.hashes[:0]
	if limits.Repetition > 0 && !now.MidTurn() {
		pl.hashes = append(pl.hashes, now.Hash())
	}
	for {
		pl.moves = now.Moves(pl.moves[:0])
		if len(pl.moves) == 0 {
			res.Outcome = now.Outcome()
			return res, true
		}
		m := pl.moves[r.N(len(pl.moves))]
		if pl.g.Quiet == nil || !pl.g.Quiet(&pl.p, m) {
			allQuiet = false
		}
		now.Play(m)
		decisions++
		if now.MidTurn() {
			continue
		}
		res.Plies++
		res.Longest = max(res.Longest, decisions)
		decisions = 0
		if allQuiet {
			quiet++
		} else {
			quiet = 0
			if pl.g.Quiet != nil && !pl.g.Reversible {
				// What is not quiet cannot be undone: no earlier position
				// comes back.
				pl.hashes = pl.hashes[:0]
			}
		}
		allQuiet = true
		if limits.Repetition > 0 {
			h, times := now.Hash(), 1
			for _, k := range pl.hashes {
				if k == h {
					times++
				}
			}
			if times >= limits.Repetition {
				res.Outcome = pl.drawn(now)
				return res, true
			}
			pl.hashes = append(pl.hashes, h)
		}
		if limits.Quiet > 0 && quiet >= limits.Quiet {
			res.Outcome = pl.drawn(now)
			return res, true
		}
		if res.Plies >= pl.g.MaxPlies {
			res.Outcome = now.Outcome()
			return res, true
		}
		if res.Plies&255 == 0 && ctx.Err() != nil {
			return res, false
		}
	}
}

// drawn returns what a game is that the limits would draw: a position that is won
// at the same moment stays won.
func (pl *Player[P, M, R]) drawn(p R) kibaho.Outcome {
	if o := p.Outcome(); o != kibaho.Ongoing {
		return o
	}
	return kibaho.Draw
}
