package games

import (
	"context"
	"time"

	"kibaho"
)

// Budget bounds a search. The first bound that is reached ends it; a zero bound
// does not count, but one at least must be set.
type Budget struct {
	Depth   int           // complete turns
	Nodes   uint64        // positions
	Time    time.Duration // wall clock
	Threads int           // 0: one
	Lines   int           // best lines wanted; 0: one
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
	Positions []Position // since the last move that cannot be undone, the oldest first; without the present one
	Quiet     int        // quiet plies in a row
	Limits    kibaho.Limits
}

// Engine thinks about positions of one game. It keeps its table from one search
// to the next and is not safe for concurrent use.
type Engine interface {
	// Think searches until a bound is reached or ctx is done, and calls report,
	// which may be nil, whenever it knows more.
	Think(ctx context.Context, p Position, past Past, budget Budget, report func(Analysis)) Analysis
}
