package games

import (
	"context"
	"time"
)

// Counter is what can be counted from a position: perft and random games.
type Counter interface {
	// Perft counts the complete turns to a depth on so many threads.
	Perft(ctx context.Context, depth, threads int) (uint64, error)
	// Merged counts them too, the equal results of one position's turns once.
	Merged(ctx context.Context, depth, threads int) (uint64, error)
	// Distinct counts the different positions after exactly so many turns.
	Distinct(ctx context.Context, depth int) (uint64, error)
	// Playouts plays n random games on so many threads and sums them up. The
	// result depends on the seed and not on the threads. progress, which may be
	// nil, is told the number of games played so far.
	Playouts(ctx context.Context, n int, seed uint64, threads int, progress func(done int)) (Playouts, error)
}

// Playouts sums up random games.
type Playouts struct {
	Games    int
	Plies    uint64
	Outcomes [4]int // by kibaho.Outcome; Draw includes draws by the limits
	Longest  int    // plies of the longest game
	Turn     int    // the longest turn, in the decisions or laps that the game counts
	Elapsed  time.Duration
}
