// Package games is the shelf: one line for each game, and one face for all of
// them that hides their types.
package games

import (
	"kibaho"
	"kibaho/chuba"
	"kibaho/draughts"
	"kibaho/fanorona"
	"kibaho/igisoro"
)

// All lists the games in the order in which they are shown.
var All = []Game{
	face[chuba.Position, chuba.Move](&chuba.Game),
	face[igisoro.Position, igisoro.Move](&igisoro.Game),
	face[fanorona.Position, fanorona.Move](&fanorona.Game),
	face[draughts.Position, draughts.Move](&draughts.Game),
}

// Find returns the game of a name. The error is a *kibaho.InputError.
func Find(name string) (Game, error) {
	want := "expected one of"
	for i, g := range All {
		if g.Facts().Name == name {
			return g, nil
		}
		if i > 0 {
			want += ","
		}
		want += " " + g.Facts().Name
	}
	return nil, &kibaho.InputError{What: "game", Text: name, At: -1, Want: want}
}
