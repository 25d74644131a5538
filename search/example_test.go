package search

import (
	"context"
	"fmt"
)

// Nim with nine counters: take one to three, who cannot take has lost. Four turns
// can be played in 3^4 ways, but 15 of them take more than nine.
func ExamplePerft() {
	n, err := Perft[nim, uint8](context.Background(), nim{left: 9}, 4, Work[nim]{})
	fmt.Println(n, err)
	// Output: 66 <nil>
}

func ExampleEngine() {
	e := New[nim, uint8](Spec[nim, uint8]{Params: DefaultParams()}, 1)
	best := e.Search(context.Background(), nim{left: 9}, History{}, Limits{Depth: 20}, nil)
	fmt.Println("take", best.Lines[0].Moves[0], "and", best.Score)
	// Output: take 1 and win in 5
}
