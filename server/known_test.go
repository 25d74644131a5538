package server

import (
	"testing"

	"kibaho/games"
)

// TestKnown: what endgame tables know of a position is told where it is asked for. A
// king against a man that cannot get away: known from any book of draughts.
func TestKnown(t *testing.T) {
	games.UseTables(t.TempDir(), func(err error) { t.Error(err) })
	t.Cleanup(func() { games.UseTables("", nil) })
	h := begin(t, unlimited(t.TempDir()))
	c := h.client(t)
	var v PositionView
	ask := PositionBody{Game: "draughts", Position: "B:W18:B14", Known: true}
	c.must("POST", "/api/position", ask, &v)
	if v.Known == nil || v.Known.Value != "win" || v.Known.Plies != 1 || len(v.Known.Turns) != 1 || v.Known.Turns[0].Text != "14x23" || v.Known.Turns[0].Value != "win" {
		t.Errorf("a jump that wins: %+v", v.Known)
	}
	// Two kings that cannot come at each other: the double corner draws.
	ask.Position = "B:WK1:BK32"
	v = PositionView{}
	c.must("POST", "/api/position", ask, &v)
	if v.Known == nil || v.Known.Value != "draw" || v.Known.Plies != 0 || len(v.Known.Turns) == 0 {
		t.Errorf("king against king: %+v", v.Known)
	}
	for _, far := range []PositionBody{{Game: "draughts", Known: true}, {Game: "igisoro", Known: true}, {Game: "draughts", Position: "B:WK1:BK32"}} {
		v = PositionView{}
		c.must("POST", "/api/position", far, &v)
		if v.Known != nil {
			t.Errorf("%+v: %+v", far, v.Known)
		}
	}
}
