package study_test

import (
	"context"
	"fmt"

	"kibaho/games"
	"kibaho/play"
	"kibaho/study"
)

// 21-17 is barred as an answer to 9-14, for it loses a man (DR9).
func ExampleWhy() {
	draughts, _ := games.Find("draughts")
	settings, _ := draughts.Facts().Settings("")
	start, _ := draughts.Start(settings)
	g := play.NewGame(start)
	_ = g.PlayText("9-14")
	e, err := study.Why(context.Background(), draughts.Engine(1), g, "21-17", games.Budget{Depth: 8})
	fmt.Println(e.Line, e.Material, err)
	// Output: [21-17 14x21] -1 <nil>
}
