package play_test

import (
	"strings"
	"testing"

	"kibaho"
	"kibaho/games"
	"kibaho/play"
)

// begin starts a game of the shelf, from a position if one is given.
func begin(t *testing.T, name, variant, position string, set ...string) *play.Game {
	t.Helper()
	g, err := games.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	s, err := g.Facts().Settings(variant, set...)
	if err != nil {
		t.Fatal(err)
	}
	var p games.Position
	if position == "" {
		p, err = g.Start(s)
	} else {
		p, err = g.Read(s, position)
	}
	if err != nil {
		t.Fatal(err)
	}
	return play.NewGame(p)
}

func playAll(t *testing.T, g *play.Game, moves string) {
	t.Helper()
	for text := range strings.FieldsSeq(moves) {
		if err := g.PlayText(text); err != nil {
			t.Fatal(err)
		}
	}
}

// TestRepetition: the third time is claimed, not taken by itself (M3, M4).
func TestRepetition(t *testing.T) {
	g := begin(t, "draughts", "", "B:WK32:BK1")
	for i, turn := range strings.Fields("1-6 32-27 6-1 27-32 1-6 32-27 6-1 27-32") {
		if c := g.Claim(); c != play.NoClaim {
			t.Errorf("before turn %d: claim %q", i, c)
		}
		if err := g.ClaimDraw(); err == nil {
			t.Errorf("before turn %d: a draw was claimed", i)
		}
		playAll(t, g, turn)
	}
	if g.Count() != 3 || g.Claim() != play.Repetition {
		t.Errorf("the position stood %d times, claim %q", g.Count(), g.Claim())
	}
	if g.Over() {
		t.Error("the game ended without a claim")
	}
	if err := g.ClaimDraw(); err != nil {
		t.Error(err)
	}
	if o, why := g.Outcome(); o != kibaho.Draw || !strings.Contains(why, "M3") {
		t.Errorf("%v, %s", o, why)
	}
	if err := g.PlayText("1-6"); err == nil {
		t.Error("a move was played after the end")
	}
	if !g.Undo() || g.Over() {
		t.Error("undo must open the game again")
	}
	if off := begin(t, "draughts", "", "B:WK32:BK1", "repetition=0"); true {
		playAll(t, off, "1-6 32-27 6-1 27-32 1-6 32-27 6-1 27-32")
		if off.Claim() != play.NoClaim {
			t.Error("repetition=0 turns the rule off (M3)")
		}
	}
}

// TestQuietLimit counts quiet plies: a capture or the advance of a man begins
// anew (DR8), an Igisoro turn is quiet only if all its decisions are.
func TestQuietLimit(t *testing.T) {
	g := begin(t, "draughts", "", "B:WK32:B5,K1", "quiet-limit=4", "repetition=0")
	for _, tt := range []struct {
		turn  string
		quiet int
	}{{"1-6", 1}, {"32-27", 2}, {"5-9", 0}, {"27-32", 1}, {"6-1", 2}, {"32-27", 3}, {"1-6", 4}} {
		playAll(t, g, tt.turn)
		if g.Quiet() != tt.quiet {
			t.Errorf("after %s: %d quiet plies, want %d", tt.turn, g.Quiet(), tt.quiet)
		}
	}
	if g.Claim() != play.Quiet {
		t.Errorf("claim %q", g.Claim())
	}
	if err := g.ClaimDraw(); err != nil {
		t.Error(err)
	}
	if _, why := g.Outcome(); !strings.Contains(why, "DR8") {
		t.Errorf("reason %q", why)
	}

	// The worked turn of IG6: after b, taking five is one decision, leaving
	// them another.
	const taking = "0,0,0,3,0,0,0,0/0,0,0,2,0,0,2,0/0,0,0,1,0,0,3,0/0,3,0,0,0,0,0,0 S"
	for turn, quiet := range map[string]int{"b+": 0, "b-": 1} {
		g := begin(t, "igisoro", "", taking)
		playAll(t, g, turn)
		if g.Quiet() != quiet {
			t.Errorf("after %s: %d quiet plies, want %d", turn, g.Quiet(), quiet)
		}
	}
}

// TestPast: where captures can be undone the engine is told of every earlier
// position, elsewhere of those since the last capture (M3).
func TestPast(t *testing.T) {
	for _, tt := range []struct {
		game, position, moves string
		want                  int
	}{
		{"igisoro", "0,0,0,3,0,0,0,0/0,0,0,2,0,0,2,0/0,0,0,1,0,0,3,0/0,3,0,0,0,0,0,0 S", "b+ G", 2},
		{"chuba", "", "i+C", 0},
		{"draughts", "B:WK32:BK1,10", "1-6 32-27 6-1 27-32", 4},
		{"draughts", "B:WK32:BK1,10", "1-6 32-27 10-14 27-32", 1},
	} {
		g := begin(t, tt.game, "", tt.position)
		playAll(t, g, tt.moves)
		if got := g.Past().Positions; len(got) != tt.want {
			t.Errorf("%s %s: %d earlier positions, want %d", tt.game, tt.moves, len(got), tt.want)
		}
	}
}

// TestAgreement: draws are offered and accepted, a player may resign (M2).
func TestAgreement(t *testing.T) {
	g := begin(t, "chuba", "", "")
	if err := g.Offer(kibaho.First); err != nil {
		t.Fatal(err)
	}
	if err := g.Offer(kibaho.First); err == nil {
		t.Error("offered twice")
	}
	playAll(t, g, "i+K")
	if _, ok := g.Offered(); !ok {
		t.Error("the offer stands until the other side moves")
	}
	m := g.Position().Moves()[0]
	g.Play(m)
	if _, ok := g.Offered(); ok {
		t.Error("a move of the other side declines the offer")
	}
	if err := g.Offer(kibaho.Second); err != nil {
		t.Fatal(err)
	}
	if err := g.Offer(kibaho.First); err != nil {
		t.Fatal(err)
	}
	if o, why := g.Outcome(); o != kibaho.Draw || !strings.Contains(why, "M2") {
		t.Errorf("%v, %s", o, why)
	}

	g = begin(t, "fanorona", "", "")
	if err := g.Resign(kibaho.First); err != nil {
		t.Fatal(err)
	}
	if o, _ := g.Outcome(); o != kibaho.SecondWins {
		t.Errorf("White resigned: %v", o)
	}
	if g.Resign(kibaho.Second) == nil || g.Offer(kibaho.First) == nil || g.ClaimDraw() == nil {
		t.Error("nothing can be done after the end")
	}
}

// TestUndo goes back and forth through the decisions of a turn.
func TestUndo(t *testing.T) {
	g := begin(t, "igisoro", "", "0,0,1,1,0,2,0,2/0,5,1,6,1,6,1,6/1,0,5,5,0,4,4,4/0,3,0,1,3,0,1,1 S")
	start := g.Position()
	playAll(t, g, "j----+<--++")
	end := g.Position()
	if n := len(g.Plies()); n != 11 {
		t.Fatalf("%d decisions", n)
	}
	if !g.Undo() || !g.Position().MidTurn() || !g.Redo() || !g.Position().Same(end) {
		t.Error("undo and redo of the last decision")
	}
	if !g.UndoTurn() || !g.Position().Same(start) || g.CanUndo() {
		t.Error("undo of the turn")
	}
	if !g.RedoTurn() || !g.Position().Same(end) || g.CanRedo() {
		t.Error("redo of the turn")
	}
	g.UndoTurn()
	playAll(t, g, "j")
	if !g.CanRedo() {
		t.Error("the same decision keeps what was undone")
	}
	playAll(t, g, "+")
	if g.CanRedo() {
		t.Error("another decision forgets what was undone")
	}
	turns := g.Turns()
	if len(turns) != 1 || turns[0].Text != "j+" {
		t.Errorf("turns %v", turns)
	}
}

// TestTally counts what a whole turn did: the worked example takes 25 cows in 37 laps.
func TestTally(t *testing.T) {
	g := begin(t, "igisoro", "", "0,0,1,1,0,2,0,2/0,5,1,6,1,6,1,6/1,0,5,5,0,4,4,4/0,3,0,1,3,0,1,1 S")
	playAll(t, g, "j----+<--++")
	if got := g.Tally(g.Turns()[0]); got != (play.Tally{Captured: 25, Laps: 37}) {
		t.Errorf("%+v", got)
	}
	if got := g.Taken(); got != [2]int{25, 0} {
		t.Errorf("taken %v", got)
	}
}

// TestRecord writes games and reads them back.
func TestRecord(t *testing.T) {
	for _, tt := range []struct {
		game, variant, position string
		set                     []string
		moves                   []string
		end                     func(*play.Game)
	}{
		{game: "draughts", moves: []string{"11-15", "23-19", "8-11"}},
		{game: "draughts", variant: "huffing", position: "B:W18,32:B15,6", moves: []string{"6-9", "huff 15"}},
		{game: "igisoro", set: []string{"capture=must"}, moves: []string{"c", "F"}},
		{game: "igisoro", position: "0,0,0,3,0,0,0,0/0,0,0,2,0,0,2,0/0,0,0,1,0,0,3,0/0,3,0,0,0,0,0,0 S", moves: []string{"b"}},
		{game: "fanorona", variant: "1886", set: []string{"size=5x5"}, end: func(g *play.Game) { _ = g.Resign(kibaho.Second) }},
		{game: "chuba", moves: []string{"i+C"}, end: func(g *play.Game) { _ = g.Offer(kibaho.First); _ = g.Offer(kibaho.Second) }},
	} {
		g := begin(t, tt.game, tt.variant, tt.position, tt.set...)
		for _, m := range tt.moves {
			if m == "huff 15" {
				// Whose huff it is depends on the fault; play what is listed.
				for _, legal := range g.Position().Moves() {
					if strings.HasPrefix(legal.Text, "huff") {
						m = legal.Text
					}
				}
			}
			if err := g.PlayText(m); err != nil {
				t.Fatalf("%s: %v", tt.game, err)
			}
		}
		if tt.end != nil {
			tt.end(g)
		}
		rec := &play.Record{Game: g, Tags: []play.Tag{{Name: "First", Value: `Anna "A" \ B`}, {Name: "Second", Value: "engine"}}}
		var b strings.Builder
		if err := rec.Write(&b); err != nil {
			t.Fatal(err)
		}
		again, err := play.ReadRecord(strings.NewReader(b.String()), games.Find)
		if err != nil {
			t.Fatalf("%s: %v\n%s", tt.game, err, b.String())
		}
		if !again.Game.Position().Same(g.Position()) || again.Tag("First") != `Anna "A" \ B` {
			t.Errorf("%s: read back as\n%s from\n%s", tt.game, again.Game.Position(), b.String())
		}
		o1, w1 := g.Outcome()
		o2, w2 := again.Game.Outcome()
		if o1 != o2 || w1 != w2 {
			t.Errorf("%s: outcome %v %q, read back %v %q", tt.game, o1, w1, o2, w2)
		}
		var c strings.Builder
		if err := again.Write(&c); err != nil || c.String() != b.String() {
			t.Errorf("%s: written again\n%s\nfirst\n%s", tt.game, c.String(), b.String())
		}
	}
}

// TestRecordErrors says in which line and why.
func TestRecordErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                                  `[Game "…"]`,
		"[Game \"chess\"]\n\n1. e4 *":       "expected one of",
		"[Game \"draughts\"\n":              "line 1",
		"[Game \"draughts\"]\n\n1. 11-15 2": "line 3",
		"[Game \"draughts\"]\n[Position \"B:W4:B2\"]\n": "position",
		"[Game \"chuba\"]\n[Set \"columns=99\"]\n":      "3 to 13",
	} {
		_, err := play.ReadRecord(strings.NewReader(text), games.Find)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q in it", text, err, want)
		}
	}
}

func FuzzRecord(f *testing.F) {
	f.Add("[Game \"draughts\"]\n[Variant \"huffing\"]\n\n1. 11-15 23-19 2. huff 11 compel 1-0\n")
	f.Add("[Game \"igisoro\"]\n[Set \"capture=must columns=4\"]\n[First \"a\\\"b\"]\n\n1. c d+ {a comment} 2... *")
	f.Add("[Game \"fanorona\"]\n\n1... D5-C5A 1/2-1/2")
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 2000 {
			return
		}
		rec, err := play.ReadRecord(strings.NewReader(text), games.Find)
		if err != nil {
			return
		}
		var b strings.Builder
		if err := rec.Write(&b); err != nil {
			t.Fatal(err)
		}
		again, err := play.ReadRecord(strings.NewReader(b.String()), games.Find)
		if err != nil {
			t.Fatalf("%q was written as %q: %v", text, b.String(), err)
		}
		if !again.Game.Position().Same(rec.Game.Position()) {
			t.Errorf("%q was written as %q", text, b.String())
		}
	})
}
