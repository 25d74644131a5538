package chuba

import (
	"testing"

	"kibaho/gametest"
)

func TestGame(t *testing.T) {
	gametest.Run(t, Game, "chuba", "tschuba", "chuba columns=3", "tschuba columns=12", "chuba columns=13 layout=twos",
		"chuba played-upon=from-inner second-pair=may", "tschuba singles=outer-always columns=6", "chuba outer-unplayed=free endless-laps=12")
}
