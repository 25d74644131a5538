package play

import (
	"fmt"
	"strings"

	"kibaho"
)

// Caption says whose move it is, what is to be chosen within a turn, or how the
// game ended.
func (g *Game) Caption() string {
	f := g.Position().Game().Facts()
	o, why := g.Outcome()
	side := f.Sides[g.Position().Turn()]
	switch {
	case o == kibaho.Draw:
		return fmt.Sprintf("%s: drawn, %s", f.Title, why)
	case o != kibaho.Ongoing:
		return fmt.Sprintf("%s: %s has won, %s", f.Title, f.Sides[o-kibaho.FirstWins], why)
	case g.Position().MidTurn():
		var choices []string
		for _, m := range g.Position().Moves() {
			choices = append(choices, m.Text)
		}
		return fmt.Sprintf("%s: %s to choose %s", f.Title, side, strings.Join(choices, " or "))
	}
	return fmt.Sprintf("%s: %s to move", f.Title, side)
}

// LastPath returns where the last turn went, for a picture: the sites that a piece
// touched, the pits of a sowing of one lap, or where a longer sowing began and
// ended.
func (g *Game) LastPath() []kibaho.Site {
	turns := g.Turns()
	if len(turns) == 0 {
		return nil
	}
	last := turns[len(turns)-1]
	var path []kibaho.Site
	laps := 0
	for i := last.First; i <= last.Last; i++ {
		for _, e := range g.Before(i).Trace(g.plies[i].Move) {
			switch {
			case (e.Kind == kibaho.Lift || e.Kind == kibaho.Move) && path == nil:
				path = []kibaho.Site{e.Site}
			case e.Kind == kibaho.Lap:
				laps++
			}
			switch e.Kind {
			case kibaho.Sow, kibaho.Move:
				to := e.Site
				if e.Kind == kibaho.Move {
					to = e.To
				}
				if laps > 1 {
					path = path[:1]
				}
				path = append(path, to)
			}
		}
	}
	if laps > 1 {
		path = []kibaho.Site{path[0], path[len(path)-1]}
	}
	return path
}
