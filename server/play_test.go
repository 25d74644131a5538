package server

import (
	"testing"

	"kibaho/games"
)

// TestTwoPlay plays a whole game of each kind by two clients, one over HTTP and
// one over a WebSocket, before a spectator, through a restart of the server.
func TestTwoPlay(t *testing.T) {
	for _, g := range games.All {
		game := g.Facts().Name
		t.Run(game, func(t *testing.T) {
			data := t.TempDir()
			h := begin(t, unlimited(data))
			anna, ben, guest := h.client(t), h.client(t), h.client(t)
			table := anna.create(NewTable{Game: game, Name: "Anna", Control: "5+3"})
			if table.Status.State != "waiting" || len(table.You) != 1 || table.You[0] != 0 {
				t.Fatalf("a new table: %+v", table.Status)
			}
			ben.do(table.ID, CommandBody{Kind: "join", Name: "Ben"})
			live, seen := ben.watch(table.ID, -1), guest.watch(table.ID, -1)
			m := live.next()
			if m.Type != "table" || m.Table.Seats[1].Name != "Ben" || m.Table.You[0] != 1 || m.Table.Status.State != "playing" {
				t.Fatalf("first message: %+v", m)
			}
			if m := seen.next(); len(m.Table.You) != 0 {
				t.Errorf("a spectator holds %v", m.Table.You)
			}
			view := m.Table.View
			for n := range 120 {
				if view.Outcome != "" {
					break
				}
				move := CommandBody{Kind: "move", Text: view.Moves[n%len(view.Moves)].Text, Key: "k"}
				move.Ply = &n
				if view.Turn == 0 {
					move.Key = ""
					anna.do(table.ID, move)
				} else {
					move.Key = table.ID + string(rune('0'+n))
					live.send(struct {
						Type string `json:"type"`
						CommandBody
					}{"command", move})
				}
				m := live.event()
				if m.Event.Seq != n+2 || m.Event.Text != move.Text || m.View == nil || len(m.Seen) == 0 {
					t.Fatalf("event after %d moves: %+v", n, m.Event)
				}
				if s := seen.event(); s.Event.Seq != m.Event.Seq || s.View.Position != m.View.Position {
					t.Fatalf("the spectator saw %+v", s.Event)
				}
				view = m.View
			}
			before := ben.table(table.ID)
			h.stop(t)
			h = begin(t, unlimited(data))
			ben.base = h.http.URL
			after := ben.table(table.ID)
			if after.View.Position != before.View.Position || len(after.Turns) != len(before.Turns) || after.View.Outcome != before.View.Outcome {
				t.Errorf("after a restart %s with %d turns, before %s with %d", after.View.Position, len(after.Turns), before.View.Position, len(before.Turns))
			}
		})
	}
}
