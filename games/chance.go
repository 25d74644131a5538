package games

import (
	"math"

	"kibaho/search"
)

// steepness is, by game, the constant k of the logistic curve of Chance, in
// hundredths of a man or seed, fitted to games of the engine against itself
// (kibaho match GAME --curve; docs/engine.md has the figures). What is not
// listed takes steepnessElse.
var steepness = map[string]float64{
	"draughts": 170,
	"fanorona": 270,
	"chuba":    265,
	"igisoro":  435,
}

const steepnessElse = 250

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
	return 1 / (1 + math.Exp(-float64(l.Score)/steep(g.Facts().Name)))
}

// steep returns the constant of a game.
func steep(name string) float64 {
	if k := steepness[name]; k > 0 {
		return k
	}
	return steepnessElse
}

// Proven reports that search or tables have proved how the line ends.
func (l Line) Proven() bool { return search.Score(l.Score).Proven() }
