package games_test

import (
	"context"
	"fmt"
	"testing"

	"kibaho"
	"kibaho/endgame"
	"kibaho/games"
)

// smallTables builds the tables of draughts with up to three pieces.
func smallTables(t testing.TB) (dir string, g games.Game, s kibaho.Settings) {
	t.Helper()
	g, err := games.Find("draughts")
	if err != nil {
		t.Fatal(err)
	}
	if s, err = g.Facts().Settings(""); err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	if _, err := g.BuildTables(context.Background(), s, 3, endgame.Options{Dir: dir}); err != nil {
		t.Fatal(err)
	}
	return dir, g, s
}

func read(t testing.TB, g games.Game, s kibaho.Settings, text string) games.Position {
	t.Helper()
	p, err := g.Read(s, text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestLook looks positions up whose values are published.
func TestLook(t *testing.T) {
	dir, g, s := smallTables(t)
	tables, err := g.Tables(s, dir)
	if err != nil {
		t.Fatal(err)
	}
	defer tables.Close()
	for _, tt := range []struct{ position, want string }{
		{"B:W30:B25", "Black wins in 13"},
		{"W:W8:B3", "White wins in 13"},
		{"W:WK5:BK2", "White wins in 11"},  // king against king
		{"W:W11:B4,6", "Black wins in 60"}, // after the best move from B:W11:B2,4
		{"B:WK31:BK5", "drawn"},
		{"B:W1:B", "White wins in 0"},
		{"B:W21-32:B1-12", "not known"},
		{"B:W11:B2,4,5", "not known"},
	} {
		p, err := g.Read(s, tt.position)
		if tt.position == "B:W1:B" {
			p, err = g.Read(s, "B:WK1:B")
		}
		if err != nil {
			t.Fatal(err)
		}
		got := "not known"
		truth, ok, err := tables.Look(p)
		if err != nil {
			t.Error(err)
		}
		if ok {
			got = truth.Says(p)
		}
		if got != tt.want {
			t.Errorf("%s: %s, want %s", tt.position, got, tt.want)
		}
	}
	igisoro, _ := games.Find("igisoro")
	other, err := igisoro.Facts().Settings("")
	if err != nil {
		t.Fatal(err)
	}
	start, err := igisoro.Start(other)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := tables.Look(start); err == nil {
		t.Error("a position of igisoro was looked up in tables of draughts")
	}
}

// TestThinkWithTables: with tables the engine knows the end at once, plays the
// shortest win to the end, and holds out as long as can be.
func TestThinkWithTables(t *testing.T) {
	dir, g, s := smallTables(t)
	games.UseTables(dir, func(err error) { t.Error(err) })
	defer games.UseTables("", nil)
	e := g.Engine(1)
	p := read(t, g, s, "B:W11:B2,4")
	for plies := 61; plies > 0; plies-- {
		a := e.Think(context.Background(), p, games.Past{}, games.Budget{Nodes: 1000}, nil)
		want := plies
		if plies%2 == 0 {
			want = -plies
		}
		if len(a.Lines) != 1 || a.Lines[0].Ends != want || len(a.Lines[0].Turns) != plies || a.Nodes != 0 {
			t.Fatalf("%s: %d nodes, lines %v, want a line of %d turns", p, a.Nodes, a.Lines, plies)
		}
		if got, want := a.Lines[0].Says(p), fmt.Sprintf("Black wins in %d", plies); got != want {
			t.Errorf("%s: %s, want %s", p, got, want)
		}
		p = p.Play(a.Lines[0].Moves[0])
	}
	if p.Outcome() != kibaho.FirstWins {
		t.Errorf("after 61 plies of best play: %s", p)
	}

	// Four pieces are not in the tables, but a search comes to them at once: Black
	// must jump, and king against king is drawn there.
	p = read(t, g, s, "B:W26,K32:BK22,K4")
	a := e.Think(context.Background(), p, games.Past{}, games.Budget{Depth: 4}, nil)
	if len(a.Lines) != 1 || a.Nodes == 0 {
		t.Errorf("%s: %v after %d nodes", p, a.Lines, a.Nodes)
	}
	// All lines are wanted: the best first.
	p = read(t, g, s, "B:W11:B2,4")
	a = e.Think(context.Background(), p, games.Past{}, games.Budget{Depth: 1, Lines: 10}, nil)
	var ends []int
	for _, l := range a.Lines {
		ends = append(ends, l.Ends)
	}
	if got := fmt.Sprint(ends); got != "[61 -14 -8]" {
		t.Errorf("the lines end in %s", got)
	}
}

// TestThinkWithoutTables: without a directory nothing is looked up, and a level
// below full plays by its own judgement.
func TestThinkWithoutTables(t *testing.T) {
	dir, g, s := smallTables(t)
	p := read(t, g, s, "B:W11:B2,4")
	e := g.Engine(1)
	if a := e.Think(context.Background(), p, games.Past{}, games.Budget{Depth: 3}, nil); a.Nodes == 0 || a.Lines[0].Proven() {
		t.Errorf("without tables: %d nodes, %v", a.Nodes, a.Lines)
	}
	games.UseTables(dir, nil)
	defer games.UseTables("", nil)
	if a := e.Think(context.Background(), p, games.Past{}, games.Budget{Depth: 3, Level: 1}, nil); a.Nodes == 0 || a.Lines[0].Proven() {
		t.Errorf("level 1: %d nodes, %v", a.Nodes, a.Lines)
	}
	huffing, err := g.Facts().Settings("huffing")
	if err != nil {
		t.Fatal(err)
	}
	p = read(t, g, huffing, "B:W11:B2,4")
	if a := e.Think(context.Background(), p, games.Past{}, games.Budget{Depth: 3}, nil); a.Nodes == 0 {
		t.Error("tables of other rules were believed under the huff")
	}
	if _, err := g.Tables(huffing, dir); err == nil {
		t.Error("tables of other rules were opened under the huff")
	}
}
