package fanorona_test

import (
	"testing"

	"kibaho/fanorona"
	"kibaho/gametest"
)

func TestGame(t *testing.T) {
	gametest.Run(t, fanorona.Game, "fanorona", "1886", "1886-free", "vela",
		"fanorona size=3x3 no-move=pass",
		"fanorona size=9x5 line=once-a-turn chain=must-go-on",
		"fanorona size=7x7 first-step=both-sides line=free",
		"vela vela-take=row-of-one vela-opens=loser no-move=draw capture=may",
	)
}
