package search

import (
	"context"
	"math"
	"sync"
	"sync/atomic"
	"time"

	"kibaho"
)

// Spec is what an engine may know of a game beside the rules. Everything is
// optional.
type Spec[P any, M comparable] struct {
	// Eval estimates a position for the side to move; nil: all are even.
	Eval func(*P) int
	// Gain estimates what a decision wins at once, in the unit of Eval. It orders
	// moves and tells which are searched past the horizon; nil: none gains.
	Gain func(*P, M) int
	// Expand lists the decisions with what comes of them, as kibaho.Game.Expand
	// does; nil: by Moves, Play and Gain.
	Expand func(*P, *kibaho.Children[P, M])
	// Finish plays what is left of a decision from a position that Expand shares.
	Finish func(*P, M)
	// Quiet tells the decisions that count for the quiet limit. What is not quiet
	// cannot be undone, so that no earlier position comes back, unless the game
	// is Reversible. Nil: the quiet limit is not seen and any position may come back.
	Quiet      func(*P, M) bool
	Reversible bool
	// Tactics says which decisions gain. Nil: any may.
	Tactics func(*P) kibaho.Tactics
	// Alternates tells positions from which on every decision is a turn after which the
	// other side decides. Nil: none is known to be.
	Alternates func(*P) bool
	// Threat tells positions that should not be judged, say because a capture
	// threatens; Params.Restless bounds how often that counts at the horizon.
	Threat func(*P) bool
	// Key likens moves, 0 to 4095; nil: made of all that a move holds.
	Key func(M) int
	// Probe looks a position up in endgame tables. The score is for the side to
	// move, counted from this position: a draw, WinIn, LossIn, or in the band up
	// to TableWin.
	Probe func(*P) (Score, bool)
	// Playout plays a random game, for Tree; nil: by Moves and Play.
	Playout func(p *P, r *kibaho.Rand, l kibaho.Limits) kibaho.Result

	Params Params
}

// SpecOf returns what a game says of itself, with the default parameters.
func SpecOf[P any, M comparable](g kibaho.Game[P, M]) Spec[P, M] {
	s := Spec[P, M]{
		Eval: g.Eval, Gain: g.Gain, Expand: g.Expand, Finish: g.Finish, Quiet: g.Quiet, Reversible: g.Reversible, Tactics: g.Tactics, Alternates: g.Alternates, Threat: g.Threat,
		Key: g.Key, Playout: g.Playout, Params: DefaultParams(),
	}
	if g.Gain == nil {
		s.Params.Quiescence = 0
	}
	return s
}

// Params are what can be tuned. The zero value is a plain search, whose value at
// each depth is exactly that of minimax.
type Params struct {
	// Quiescence is how many plies of gaining moves are searched past the
	// horizon, where the side to move may also stop, unless it is Bound to gain:
	// that costs none of them. 0: none; best for sowing games.
	Quiescence int
	// Restless is how many times on a line a position under a threat is searched
	// one ply more.
	Restless int
	// Aspiration is half the width of the first window from depth 4 on; 0: full windows.
	Aspiration int
	// Late moves are searched less deep first, by LateBase + ln(depth) *
	// ln(number of the move) / LateDivisor plies but not less than LateLeast, from
	// the move LateFrom on (counted from 0) at LateDepth and deeper, a little more or
	// less by their history. LateDepth 0: none.
	LateDepth, LateFrom, LateLeast int
	LateBase, LateDivisor          float64
	// Forced searches a position with a single decision one ply deeper.
	Forced bool
	// Hashless is the depth from which a position that the table does not know is
	// searched one ply less; 0: none.
	Hashless int
	// ReverseMargin for each ply of depth, up to ReverseDepth, is what an
	// evaluation must be better than the window to be believed; 0: not.
	ReverseDepth, ReverseMargin int
	// HopelessMargin for each ply of depth, up to HopelessDepth, is what an evaluation
	// must be worse than the window to be believed; 0: not.
	HopelessDepth, HopelessMargin int
	// Up to SkipDepth plies from the horizon the moves from SkipFrom + depth² on
	// (counted from 0) that neither gain nor refuted anything before are not searched at
	// all, unless all others lose; 0: all are.
	SkipDepth, SkipFrom int
	// A search ProbReduction plies shallower, at ProbDepth and deeper, that is
	// better than the window by ProbHigh, or worse by ProbLow, is believed; 0: not.
	ProbDepth, ProbReduction, ProbHigh, ProbLow int
	// Overhead is what a clock loses outside of search at each move.
	Overhead time.Duration
}

// DefaultParams returns parameters that do well in all four games.
func DefaultParams() Params {
	return Params{
		Quiescence:  6,
		Aspiration:  40,
		LateDepth:   3,
		LateFrom:    1,
		LateBase:    0.2,
		LateDivisor: 2,
		Forced:      true,
		Hashless:    4,
		Overhead:    20 * time.Millisecond,
	}
}

// Limits end a search: the first that is met. With none it goes on until its
// context ends or MaxDepth is done.
type Limits struct {
	Depth int           // plies; 0: MaxDepth
	Nodes uint64        // positions, for Tree random games; 0: no limit
	Time  time.Duration // 0: no limit
	Clock Clock
	// Threads is the number of workers that share the table; 0: one. One worker
	// with a limit of depth or nodes finds the same in every run.
	Threads int
	Lines   int // how many of the best decisions are wanted with their lines; 0: one
}

// Clock is what a player has left. The engine decides how much of it to use.
type Clock struct {
	Left      time.Duration // 0: no clock
	Increment time.Duration // for each turn
	Turns     int           // to the next time control; 0: none
}

// MaxDepth is the deepest search, in plies.
const MaxDepth = 120

// History is what came before the position, for draws by repetition and by the
// quiet limit.
type History struct {
	// Hashes of the earlier positions between turns that may come back (those
	// since the last decision that was not quiet, or all), the oldest first,
	// without the present one; within a turn the position it began with is the last.
	Hashes []uint64
	Quiet  int // quiet plies in a row so far
	Limits kibaho.Limits
}

// Stats tell how a search went.
type Stats struct {
	Depth    int // plies searched to the end
	SelDepth int // plies of the longest line looked at
	Score    Score
	Nodes    uint64 // decisions made, for Tree random games played
	Elapsed  time.Duration
}

// Line is a line of play, decision by decision.
type Line[M any] struct {
	Moves []M
	Score Score
	// Visits is the number of random games that began with the first decision,
	// and Expected their mean score, 0 to 1. For Tree only.
	Visits   uint64
	Expected float64
}

// Info is what a search found. Lines are sorted, the best first; they are empty
// only if the game is over, and each has at least one decision.
type Info[M any] struct {
	Stats
	Lines []Line[M]
}

// Engine searches positions of one game by alpha-beta. It keeps its table and
// what it learned about moves from one search to the next. It is not safe for
// concurrent use.
type Engine[P any, M comparable, R kibaho.Rules[P, M]] struct {
	spec    Spec[P, M]
	table   *table
	keys    keyer
	workers []*worker[P, M, R]
	late    [64][64]int8 // plies by depth and number of the move

	// Of the search under way.
	history History
	salts   []uint64 // by quiet plies: what the hash is mixed with near the limit
	limits  Limits
	start   time.Time
	hard    time.Duration // the search ends; 0: no limit
	soft    time.Duration // no deeper search begins
	ctx     context.Context
	stop    atomic.Bool
	nodes   atomic.Uint64
}

// DefaultHash is the size of the table of an engine, in MB, if nothing is said.
const DefaultHash = 16

// New returns an engine with a table of hashMB megabytes, allocated once. 0 stands
// for DefaultHash; a negative size is no table.
func New[P any, M comparable, R kibaho.Rules[P, M]](spec Spec[P, M], hashMB int) *Engine[P, M, R] {
	if hashMB == 0 {
		hashMB = DefaultHash
	}
	if spec.Gain == nil {
		spec.Tactics = nil // nothing gains
	}
	e := &Engine[P, M, R]{spec: spec, table: newTable(hashMB), keys: newKeyer[M]()}
	if p := spec.Params; p.LateDepth > 0 {
		for d := 1; d < len(e.late); d++ {
			for i := 1; i < len(e.late[d]); i++ {
				e.late[d][i] = int8(max(float64(p.LateLeast), p.LateBase+math.Log(float64(d))*math.Log(float64(i+1))/max(p.LateDivisor, 0.1)))
			}
		}
	}
	return e
}

// Reset forgets all that was learned, as before a new game.
func (e *Engine[P, M, R]) Reset() {
	e.table.clear()
	for _, w := range e.workers {
		w.forget()
	}
}

// Probe sets Spec.Probe for the searches that follow; nil: no tables.
func (e *Engine[P, M, R]) Probe(probe func(*P) (Score, bool)) { e.spec.Probe = probe }

// Search searches p until a limit is met or ctx ends, and returns what it has
// found by then. report, if not nil, is called after each depth. The first
// line has a decision even if ctx ended before.
func (e *Engine[P, M, R]) Search(ctx context.Context, p P, history History, limits Limits, report func(Info[M])) Info[M] {
	e.start, e.ctx, e.history, e.limits = time.Now(), ctx, history, limits
	e.stop.Store(false)
	e.nodes.Store(0)
	e.table.gen++
	e.allot()
	e.salt()

	n := max(1, limits.Threads)
	for len(e.workers) < n {
		e.workers = append(e.workers, newWorker(e))
	}
	workers := e.workers[:n]
	for i, w := range workers {
		w.prepare(p, i)
	}
	main := workers[0]
	if len(main.root) == 0 {
		return main.info()
	}
	var wg sync.WaitGroup
	for _, w := range workers[1:] {
		wg.Go(func() { w.deepen(nil) })
	}
	main.deepen(report)
	e.stop.Store(true)
	wg.Wait()

	best := main
	if limits.Lines <= 1 {
		for _, w := range workers[1:] {
			if w.depth > best.depth {
				best = w
			}
		}
	}
	return best.info()
}

// allot decides how much time to use.
func (e *Engine[P, M, R]) allot() {
	e.hard, e.soft = e.limits.Time, 0
	c := e.limits.Clock
	if c.Left <= 0 {
		return
	}
	turns := 30
	if c.Turns > 0 {
		turns = min(turns, c.Turns)
	}
	left := max(c.Left-e.spec.Params.Overhead, time.Millisecond)
	share := left/time.Duration(turns) + c.Increment*4/5
	share = min(share, left*4/5)
	hard := min(4*share, left/2)
	if turns == 1 {
		hard = left * 9 / 10
	}
	hard = max(hard, min(share, left*4/5))
	e.soft = share * 6 / 10
	if e.hard == 0 || hard < e.hard {
		e.hard = hard
	}
}

// nearLimit is how many plies before the quiet limit positions with different
// counters become different for the table.
const nearLimit = 16

// salt makes the numbers that hashes are mixed with near the quiet limit.
func (e *Engine[P, M, R]) salt() {
	limit := e.history.Limits.Quiet
	if e.spec.Quiet == nil {
		limit = 0
	}
	e.salts = e.salts[:0]
	for q := range limit {
		var s uint64
		if q >= limit-nearLimit {
			s = kibaho.Mix(0x7175696574, uint64(q))
		}
		e.salts = append(e.salts, s)
	}
}
