package games

import (
	"context"
	"runtime"
	"time"

	"kibaho"
	"kibaho/search"
)

// Budget bounds a search. The first bound that is reached ends it; a bound of
// zero does not count. Without any the search ends with its context.
type Budget struct {
	Depth   int           // complete turns
	Nodes   uint64        // decisions looked at
	Time    time.Duration // wall clock
	Clock   search.Clock  // what the player has left; the engine decides how much it uses
	Threads int           // 0: one; at most four for each processor are used
	Lines   int           // best lines wanted; 0: one
	// Level below Full plays by the level: its number of nodes bounds the search
	// beside the other bounds, on one thread.
	Level Level
	// Seed settles what a level misjudges; another one makes another game of it.
	Seed uint64
}

// Analysis is what an engine has found so far.
type Analysis struct {
	Depth   int // turns searched to the end
	Nodes   uint64
	Elapsed time.Duration
	Lines   []Line // the best first; empty if the game is over
}

// Line is a line of play and what it is worth.
type Line struct {
	// Score is for the side to move, in hundredths of a man or seed.
	Score int
	// Ends is the number of turns to the end of the game if the score is a
	// proven win (positive) or loss (negative), else 0.
	Ends int
	// Moves are the decisions of the first turn, as far as they are known; the
	// first is legal in the position.
	Moves []Move
	// Turns are the texts of the turns of the line, the first one included.
	Turns []string
}

// Past is what an engine must know of the game before the position: it sees
// draws by repetition and by the quiet limit.
type Past struct {
	// Positions between turns since the last move that cannot be undone, the
	// oldest first, without the present one.
	Positions []Position
	Quiet     int // quiet plies in a row
	Limits    kibaho.Limits
}

// Engine thinks about positions of one game. It keeps its table from one search
// to the next and is not safe for concurrent use.
type Engine interface {
	// Think searches until a bound is reached or ctx is done, and calls report,
	// which may be nil, whenever it knows more. The first line has a move even
	// if there was no time at all, unless the game is over.
	Think(ctx context.Context, p Position, past Past, budget Budget, report func(Analysis)) Analysis
	// Forget clears what was learned, as before a new game.
	Forget()
}

// mostThreads bounds the threads of a search: more than this many for each
// processor gain nothing and cost memory.
func mostThreads() int { return 4 * runtime.NumCPU() }

// engine is the face of a search.Engine.
type engine[P comparable, M comparable, R kibaho.Rules[P, M]] struct {
	game   game[P, M, R]
	search *search.Engine[P, M, R]
	weak   *search.Engine[P, M, R] // plays by a level; made when it is wanted
	level  Level                   // that weak was made for
	seed   uint64                  // of what it misjudges
}

func (g game[P, M, R]) Engine(megabytes int) Engine {
	return &engine[P, M, R]{game: g, search: search.New[P, M, R](g.spec(), megabytes)}
}

func (e *engine[P, M, R]) Forget() {
	e.search.Reset()
	if e.weak != nil {
		e.weak.Reset()
	}
}

// at returns the engine that plays by a level.
func (e *engine[P, M, R]) at(level Level, seed uint64) *search.Engine[P, M, R] {
	if e.weak != nil && e.level == level && e.seed == seed {
		return e.weak
	}
	sk := e.game.skill(level)
	spec := e.game.spec()
	if eval := spec.Eval; eval != nil && sk.error > 0 {
		wrong := misjudge(seed, float64(sk.error)/100*e.game.Steepness())
		board := e.game.entry.Board
		spec.Eval = func(p *P) int {
			off := wrong.off(board(p))
			if R(p).Turn() == kibaho.Second {
				off = -off
			}
			return eval(p) + off
		}
	}
	spec.Params.Quiescence = sk.captures
	e.weak, e.level, e.seed = search.New[P, M, R](spec, weakMegabytes), level, seed
	return e.weak
}

func (e *engine[P, M, R]) Think(ctx context.Context, pos Position, past Past, budget Budget, report func(Analysis)) Analysis {
	p := pos.(*position[P, M, R])
	history := search.History{Quiet: past.Quiet, Limits: past.Limits}
	for _, before := range past.Positions {
		history.Hashes = append(history.Hashes, before.Hash())
	}
	limits := search.Limits{
		Depth: budget.Depth, Nodes: budget.Nodes, Time: budget.Time, Clock: budget.Clock,
		Threads: min(budget.Threads, mostThreads()), Lines: budget.Lines,
	}
	engine := e.search
	tables := e.game.tablesFor(pos)
	if tables != nil && budget.Level == Full {
		begun := time.Now()
		if a, ok := tables.known(p, budget.Lines); ok {
			a.Elapsed = time.Since(begun)
			if report != nil {
				report(a)
			}
			return a
		}
		engine.Probe(tables.probe)
	} else {
		engine.Probe(nil)
	}
	if l := budget.Level; l > Full && l <= Levels {
		engine = e.at(l, budget.Seed)
		limits.Threads = 1
		if n := e.game.skill(l).nodes; limits.Nodes == 0 || n < limits.Nodes {
			limits.Nodes = n
		}
	}
	var tell func(search.Info[M])
	if report != nil {
		tell = func(i search.Info[M]) { report(p.analysis(i)) }
	}
	return p.analysis(engine.Search(ctx, p.p, history, limits, tell))
}

// analysis puts what was found into words.
func (p *position[P, M, R]) analysis(i search.Info[M]) Analysis {
	a := Analysis{Depth: i.Depth, Nodes: i.Nodes, Elapsed: i.Elapsed}
	for _, l := range i.Lines {
		line := Line{Score: int(l.Score), Ends: l.Score.Ends()}
		at, turn := p, ""
		for _, m := range l.Moves {
			step := at.move(m)
			if len(line.Turns) == 0 {
				line.Moves = append(line.Moves, step)
			}
			turn += step.Text
			at = at.play(m)
			if !at.MidTurn() {
				line.Turns = append(line.Turns, turn)
				turn = ""
			}
		}
		if turn != "" {
			line.Turns = append(line.Turns, turn)
		}
		a.Lines = append(a.Lines, line)
	}
	return a
}
