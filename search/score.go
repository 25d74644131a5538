package search

import (
	"fmt"
	"strconv"
)

// Score is what a position is worth to the side to move. It lies in one of these
// bands, and in the one of the same kind below zero for the other side:
//
//	0 … 19,999       an estimate in hundredths of a man or seed; 0 is also a draw
//	20,000 … 29,999  won by an endgame table, the sooner the higher
//	30,000 … 31,000  won in Win - score plies
type Score int

// The bounds of the bands.
const (
	EvalLimit Score = 20_000 // evaluations stay below
	TableWin  Score = 29_999 // a table may count down from here
	WinFloor  Score = 30_000
	Win       Score = 31_000 // the opponent has lost

	infinite = 32_000 // never a score
)

// WinIn returns the score of a win after so many more plies.
func WinIn(plies int) Score { return Win - Score(plies) }

// LossIn returns the score of a loss after so many more plies.
func LossIn(plies int) Score { return Score(plies) - Win }

// Ends returns the plies to the end of the game if s is a proven win, their
// negative if it is a proven loss, else 0. An end that is already there is 0 too.
func (s Score) Ends() int {
	switch {
	case s >= WinFloor:
		return int(Win - s)
	case s <= -WinFloor:
		return int(-Win - s)
	}
	return 0
}

// Proven reports that s is a win or a loss that search or a table has proved.
func (s Score) Proven() bool { return s >= EvalLimit || s <= -EvalLimit }

// String returns the score in words: "+0.35", "win in 7", "table loss".
func (s Score) String() string {
	switch {
	case s >= WinFloor:
		return "win in " + strconv.Itoa(int(Win-s))
	case s <= -WinFloor:
		return "loss in " + strconv.Itoa(int(Win+s))
	case s >= EvalLimit:
		return "table win"
	case s <= -EvalLimit:
		return "table loss"
	}
	return fmt.Sprintf("%+.2f", float64(s)/100)
}

// clampEval keeps an evaluation within its band.
func clampEval(v int) int { return min(max(v, 1-int(EvalLimit)), int(EvalLimit)-1) }

// atNode turns a score counted from the root into one counted from a node turn
// plies below it, as the table keeps it; atRoot is the inverse.
func atNode(v, turn int) int {
	switch {
	case v >= int(EvalLimit):
		return v + turn
	case v <= -int(EvalLimit):
		return v - turn
	}
	return v
}

func atRoot(v, turn int) int {
	switch {
	case v >= int(EvalLimit):
		return v - turn
	case v <= -int(EvalLimit):
		return v + turn
	}
	return v
}
