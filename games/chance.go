package games

import (
	"fmt"
	"math"

	"kibaho/search"
)

// Chance returns the points that the side to move may expect of a line, 0 to 1,
// a draw being a half: 1/(1+exp(-score/k)), or 1 or 0 where the end is proved.
func Chance(g Game, l Line) float64 {
	switch {
	case search.Score(l.Score).Proven():
		if l.Score > 0 {
			return 1
		}
		return 0
	}
	return 1 / (1 + math.Exp(-float64(l.Score)/g.Steepness()))
}

// Says says how the line is proved to end, seen from the position it begins with:
// "White wins in 23" turns. It is empty if nothing is proved.
func (l Line) Says(p Position) string {
	winner := p.Turn()
	if l.Score < 0 {
		winner = winner.Other()
	}
	side := p.Game().Facts().Sides[winner]
	switch {
	case l.Ends != 0:
		return fmt.Sprintf("%s wins in %d", side, max(l.Ends, -l.Ends))
	case l.Proven():
		return side + " wins"
	}
	return ""
}

// Proven reports that search or tables have proved how the line ends.
func (l Line) Proven() bool { return search.Score(l.Score).Proven() }
