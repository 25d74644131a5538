package games

import (
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

// Proven reports that search or tables have proved how the line ends.
func (l Line) Proven() bool { return search.Score(l.Score).Proven() }
