package chuba_test

import (
	"fmt"

	"kibaho/chuba"
)

// A game is played by finding the legal move that a text means.
func Example() {
	game := chuba.Game
	settings, _ := game.Settings("chuba")
	p, _ := game.Start(settings)
	for _, text := range []string{"e+A", "U"} {
		found := false
		for _, m := range p.Moves(nil) {
			if game.Fits(&p, m, text) {
				p.Play(m)
				found = true
				break
			}
		}
		if !found {
			fmt.Println(game.Refuse(&p, text))
		}
	}
	fmt.Println(game.Write(&p))
	// Output:
	// move "U": the man in U has not been played upon (CH8)
	// 0,1,1,1,1,1,0,1,1,1,1/0,2,2,2,2,2,0,2,2,1,0/1,0,3,3,0,3,1,3,3,0,3/0,2,0,2,0,2,0,2,0,2,0 N LMNOQRSTU -
}

// A position sets the number of columns by itself.
func Example_read() {
	settings, _ := chuba.Game.Settings("tschuba")
	p, settings, err := chuba.Game.Read(settings, "0,0,0,0/3,0,0,0/0,0,1,0/1,0,0,0 S")
	fmt.Println(settings.Int("columns"), chuba.Game.Perft(&p, 1), err)
	_, _, err = chuba.Game.Read(settings, "0,0,0,0/3,0,0,0/0,0,1,0/1,0,0,0 X")
	fmt.Println(err)
	// Output:
	// 4 2 <nil>
	// chuba position "0,0,0,0/3,0,0,0/0,0,1,0/1,0,0,0 X", character 33, "X": expected S or N, the side to move
}
