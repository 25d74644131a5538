package draughts_test

import (
	"context"
	"fmt"
	"os"

	"kibaho/draughts"
	"kibaho/endgame"
)

// A chain of jumps is one move. It is written by its ends where one path fits.
func Example() {
	settings, err := draughts.Game.Settings("english")
	if err != nil {
		fmt.Println(err)
		return
	}
	p, _, err := draughts.Read(settings, "B:W6,15,24:B1")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range p.Moves(nil) {
		fmt.Println(draughts.Text(&p, m), "along", m)
		p.Play(m)
	}
	fmt.Println(draughts.Write(&p))
	fmt.Println(draughts.Reason(&p))
	// Output:
	// 1x28 along 1x10x19x28
	// W:W:B28
	// White has no pieces left (DR6)
}

// A move that is not legal is refused with the rule.
func ExampleRefuse() {
	settings, _ := draughts.Game.Settings("english")
	p, _, _ := draughts.Read(settings, "B:W23,22,15,14:B11,10")
	fmt.Println(draughts.Refuse(&p, "10-6"))
	fmt.Println(draughts.Refuse(&p, "10x26"))
	// Output:
	// move "10-6": 10 or 11 must jump (DR3); legal: 11x25, 11x27, 10x17x26, 10x19x26
	// move "10x26": this could be several jumps; write the whole path; legal: 10x17x26, 10x19x26
}

// The huff: a fault gives the opponent a claim.
func ExampleWrite() {
	settings, _ := draughts.Game.Settings("huffing")
	p, _, _ := draughts.Read(settings, "B:W18,32:B1,14,15")
	for _, m := range p.Moves(nil) {
		if draughts.Text(&p, m) == "15-19" {
			p.Play(m)
			break
		}
	}
	fmt.Println(draughts.Write(&p))
	// Output:
	// W:W18,32:B1,14,19 ; huff 14,19 back B:W18,32:B1,14,15
}

// Endgame tables are built on the index of the game. The value of a position is
// looked up by its place.
func Example_tables() {
	dir, err := os.MkdirTemp("", "tables")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	settings, _ := draughts.Game.Settings("english")
	index := draughts.Game.Index(settings)
	if _, err := endgame.Build(context.Background(), index, 2, endgame.Options{Game: "draughts", Dir: dir}); err != nil {
		fmt.Println(err)
		return
	}
	tables, err := endgame.Open(dir, "draughts", index)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer tables.Close()
	p, _, _ := draughts.Read(settings, "B:W30:B25")
	place, _ := index.Place(&p)
	code, _, _ := tables.Code(place)
	fmt.Println(code.Value(), "in", code.Plies())
	// Output:
	// win in 13
}
