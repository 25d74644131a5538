package archive

import (
	"kibaho/games"
	"kibaho/record"
)

// Opening names how a game began.
func Opening(r *record.Record) string { return "" }

// NameOf names the opening that a position belongs to.
func NameOf(p games.Position) string { return "" }
