package arena_test

import (
	"fmt"

	"kibaho/arena"
)

// Three points of four are 191 Elo. 30 pairs of games leave a wide interval: the
// points of the pairs have the variance 1.875/29, so the error is 0.091.
func ExampleTally_Interval() {
	t := arena.Tally{Wins: 36, Draws: 18, Losses: 6, Pairs: [5]int{0, 3, 6, 9, 12}}
	low, high := t.Interval()
	fmt.Printf("%.0f (%.0f..%.0f)\n", arena.Elo(t.Score()), arena.Elo(low), arena.Elo(high))
	// Output: 191 (114..289)
}
