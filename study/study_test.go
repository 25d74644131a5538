package study

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"kibaho"
	"kibaho/draughts"
	"kibaho/games"
	"kibaho/play"
)

// game begins a game of a variant, in a position if one is given.
func game(t *testing.T, name, variant, position string, moves ...string) *play.Game {
	t.Helper()
	g, err := games.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	s, err := g.Facts().Settings(variant)
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Start(s)
	if position != "" {
		p, err = g.Read(s, position)
	}
	if err != nil {
		t.Fatal(err)
	}
	played := play.NewGame(p)
	for _, m := range moves {
		if err := played.PlayText(m); err != nil {
			t.Fatal(err)
		}
	}
	return played
}

func engine(g *play.Game) games.Engine { return g.Start().Game().Engine(2) }

func TestFollow(t *testing.T) {
	for _, tt := range []struct {
		name, game, position string
		turns                string
		line                 string
		side                 kibaho.Side
		want                 ledger
	}{
		{"no exchange", "draughts", "", "11-15 22-17 8-11", "11-15", kibaho.First, ledger{}},
		{"a man for a man", "draughts", "B:W21-32:B1-12", "11-15 22-18 15x22 25x18 8-11 29-25", "11-15 22-18 15x22 25x18", kibaho.First, ledger{won: 1, lost: 1}},
		{"the same, as White sees it", "draughts", "B:W21-32:B1-12", "11-15 22-18 15x22 25x18", "11-15 22-18 15x22 25x18", kibaho.Second, ledger{won: 1, lost: 1}},
		{"a crown", "draughts", "W:W6:B12", "6-1 12-16", "6-1", kibaho.Second, ledger{kings: 1}},
		{"the enemy's crown", "draughts", "B:W6,32:B12,13", "12-16 6-1 16-19", "12-16 6-1", kibaho.First, ledger{kings: -1}},
		// DR7: a huffed man is lost though nobody took him. W after 1-5 huffs 15.
		{"a huff", "draughts", "B:W18:B1,15", "1-5", "1-5", kibaho.First, ledger{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			variant := ""
			if tt.name == "a huff" {
				variant = "huffing"
			}
			g := game(t, tt.game, variant, tt.position)
			line, _, got := follow(g.Position(), strings.Fields(tt.turns), tt.side, false)
			if got != tt.want || strings.Join(line, " ") != tt.line {
				t.Errorf("%v comes to %+v, want %s and %+v", line, got, tt.line, tt.want)
			}
		})
	}
	// DR7 again, the whole of it: the huff loses Black a man without a capture.
	g := game(t, "draughts", "huffing", "B:W18:B1,15")
	if _, _, got := follow(g.Position(), []string{"1-5", "huff 15", "18-14"}, kibaho.First, true); got.net() != -1 {
		t.Errorf("a huffed man counts %+v, want a man lost", got)
	}
}

// TestHoldings: seeds in the hand belong to their mover, kings are counted.
func TestHoldings(t *testing.T) {
	for _, tt := range []struct {
		game, position string
		moves          []string
		want           [2]holding
	}{
		{"draughts", "W:W1,K5:BK28,12,20", nil, [2]holding{{3, 1}, {2, 1}}},
		{"chuba", "", nil, [2]holding{{30, 0}, {30, 0}}},
		{"igisoro", "", []string{"g"}, [2]holding{{32, 0}, {32, 0}}},
		{"fanorona", "", nil, [2]holding{{22, 0}, {22, 0}}},
	} {
		if tt.position == "W:W1,K5:BK28,12,20" {
			tt.position = "W:W9,K5:BK28,12,20"
		}
		g := game(t, tt.game, "", tt.position, tt.moves...)
		got := holdings(g.Position())
		if tt.game == "chuba" { // the layout is an option; both sides have as many
			tt.want[0].pieces, tt.want[1].pieces = got[1].pieces, got[0].pieces
			if got[0].pieces < 20 {
				t.Errorf("chuba: %v", got)
			}
		}
		if got != tt.want {
			t.Errorf("%s: %v, want %v", g.Position(), got, tt.want)
		}
	}
}

// TestBarredOpenings: the openings of the two-move deck that are barred lose a man
// (DR9), those with 21-17 at once. That is what is said of White's reply.
func TestBarredOpenings(t *testing.T) {
	for _, o := range draughts.Barred("two-move") {
		if o.Moves[1] != "21-17" {
			continue
		}
		g := game(t, "draughts", "", "", o.Moves[0])
		e, err := Why(t.Context(), engine(g), g, o.Moves[1], games.Budget{Depth: 9})
		if err != nil {
			t.Fatal(err)
		}
		if e.Turn != o.Moves[1] || e.Material != -1 || !strings.HasPrefix(e.Says, o.Moves[1]+" loses a man: ") || !strings.Contains(e.Says, "; "+e.Best+" ") {
			t.Errorf("%v: %+v", o.Moves, e)
		}
		if e.Chance >= e.BestChance {
			t.Errorf("%v: %.2f points to expect, %.2f of the best", o.Moves, e.Chance, e.BestChance)
		}
	}
}

func TestWhy(t *testing.T) {
	for _, tt := range []struct {
		name, game, position string
		moves                []string
		turn                 string
		says                 []string
	}{
		{"a win at once (DR6)", "draughts", "B:W15:B11", nil, "11x18", []string{"11x18 wins: ", "DR6"}},
		{"the best one, not named", "draughts", "B:W15:B11", nil, "", []string{"11x18 wins: "}},
		// White must jump and stands with two men against none.
		{"the only move", "draughts", "W:W15,18:B10", nil, "", []string{"15x6 wins: ", "DR6"}},
		// 10x19 loses the man to 24x15 and the game.
		{"the best of a lost game", "draughts", "B:W15,24,28:B10", nil, "", []string{"every move loses; 10x19 holds out longest, for 2 turns: 24x15"}},
		// Nothing is left to win: one turn is as good as the other.
		{"as good", "draughts", "B:WK32:BK1", nil, "1-6", []string{"1-6 is "}},
		{"a won game thrown away", "draughts", "B:W15,26:B11,1", nil, "", []string{"11x18 "}},
		{"fanorona (FA14)", "fanorona", "", nil, "D5-C5A", []string{"D5-C5A "}},
		{"within no turn (IG14)", "igisoro", "", nil, "g", []string{"g "}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g := game(t, tt.game, "", tt.position, tt.moves...)
			e, err := Why(t.Context(), engine(g), g, tt.turn, games.Budget{Depth: 6})
			if err != nil {
				t.Fatal(err)
			}
			for _, want := range tt.says {
				if !strings.Contains(e.Says, want) {
					t.Errorf("%q does not say %q", e.Says, want)
				}
			}
			if tt.turn != "" && e.Turn != tt.turn {
				t.Errorf("explains %s", e.Turn)
			}
			if strings.Contains(e.Says, "\n") || strings.Contains(e.Says, "  ") {
				t.Errorf("%q is not one line", e.Says)
			}
		})
	}
}

func TestWhyRefuses(t *testing.T) {
	over := game(t, "draughts", "", "W:W:B1")
	if _, err := Why(t.Context(), engine(over), over, "", games.Budget{Depth: 2}); err == nil {
		t.Error("explains a game that is over")
	}
	g := game(t, "draughts", "", "")
	var refusal *kibaho.Refusal
	if _, err := Why(t.Context(), engine(g), g, "11-20", games.Budget{Depth: 2}); err == nil {
		t.Error("explains a move that is not legal")
	}
	if _, err := Why(t.Context(), engine(g), g, "1-5", games.Budget{Depth: 2}); !errors.As(err, &refusal) {
		t.Errorf("got %v, want a refusal", err)
	}
	if len(g.Turns()) != 0 {
		t.Error("the game was changed")
	}
}

// TestSays pins the words for each kind of difference.
func TestSays(t *testing.T) {
	f := game(t, "draughts", "", "").Start().Game().Facts()
	line := func(ends, score int, turns ...string) games.Line {
		return games.Line{Turns: turns, Score: score, Ends: ends}
	}
	at := func(turn string, chance float64, l ledger, moves ...string) option {
		return option{turn: turn, chance: chance, ledger: l, moves: append([]string{turn}, moves...), line: line(0, 0, append([]string{turn}, moves...)...), free: -1}
	}
	lost := at("a", 0, ledger{}, "b", "c")
	lost.line.Ends = -3
	won := at("d", 1, ledger{}, "e")
	won.line.Ends = 5
	sooner := at("g", 1, ledger{}, "e")
	sooner.line.Ends = 3
	longer := at("h", 0, ledger{}, "e")
	longer.line.Ends = -7
	ended := option{turn: "x", over: true, why: "nothing is left", chance: 1, free: -1}
	drawn := option{turn: "x", over: true, why: "both pass", chance: 0.5, free: -1}
	for _, tt := range []struct {
		o, best option
		want    string
	}{
		{at("11-15", 0.3, ledger{lost: 1}, "19x10", "6x15"), at("9-14", 0.5, ledger{}), "11-15 loses a man: 19x10 6x15; 9-14 loses nothing"},
		{at("11-15", 0.3, ledger{lost: 2}, "19x3"), at("9-14", 0.5, ledger{won: 1, lost: 1}, "18x9", "5x14"), "11-15 loses 2 men: 19x3; 9-14 exchanges a man for one: 18x9 5x14"},
		{at("a", 0.5, ledger{won: 1}), at("b", 0.7, ledger{won: 3}), "a wins only a man; b wins 3 men"},
		{at("a", 0.5, ledger{}), at("b", 0.7, ledger{won: 1}), "a lets a gain go; b wins a man"},
		{at("a", 0.4, ledger{kings: -1}, "6-1"), at("b", 0.7, ledger{}), "a costs a king: 6-1; b loses nothing"},
		{at("a", 0.49, ledger{}), at("b", 0.5, ledger{}), "a is as good as b: loses nothing (points to expect 0.49 and 0.50)"},
		{at("a", 0.3, ledger{}), at("b", 0.5, ledger{}), "a costs nothing at once but 0.20 of a point in position; b loses nothing"},
		{lost, at("b", 0.5, ledger{}), "a loses in 3 turns: b c; b loses nothing"},
		{lost, won, "a loses in 3 turns: b c; d wins in 5 turns: e"},
		{lost, longer, "a loses in 3 turns: b c; every move loses, h holds out for 7 turns"},
		{lost, lost, "every move loses; a holds out longest, for 3 turns: b c"},
		{won, sooner, "d wins in 5 turns: e; g wins sooner, in 3 turns"},
		{won, won, "d wins in 5 turns: e"},
		{at("a", 0.5, ledger{}), won, "a misses a win; d wins in 5 turns: e"},
		{at("a", 0.5, ledger{}), ended, "a misses a win; x wins at once"},
		{ended, ended, "x wins: nothing is left"},
		{drawn, won, "x draws: both pass; d wins in 5 turns: e"},
		{at("a", 0.6, ledger{won: 2, lost: 2}, "b", "c"), at("a", 0.6, ledger{won: 2, lost: 2}, "b", "c"), "a is the best move and exchanges 2 men for as many: b c"},
	} {
		if got := says(f, tt.o, tt.best); got != tt.want {
			t.Errorf("got  %s\nwant %s", got, tt.want)
		}
	}
}

// TestAnnotate finds the fault of a game in which White throws a man away: the
// opening is barred for it (DR9).
func TestAnnotate(t *testing.T) {
	g := game(t, "draughts", "", "", draughts.Barred("two-move")[0].Moves...)
	bad := g.Turns()[1].Text
	for range 6 { // the engine plays on
		a := engine(g).Think(t.Context(), g.Position(), g.Past(), games.Budget{Depth: 8}, nil)
		for _, m := range a.Lines[0].Moves {
			g.Play(m)
		}
	}
	calls := 0
	r, err := Annotate(t.Context(), engine(g), g, games.Budget{Depth: 8}, func(done, total int) {
		if calls++; done != calls || total != 9 {
			t.Errorf("call %d tells %d of %d", calls, done, total)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Turns) != 8 || len(r.Chances) != 9 || calls != 9 {
		t.Fatalf("%d turns, %d chances, %d calls", len(r.Turns), len(r.Chances), calls)
	}
	for i, turn := range r.Turns {
		if wrong := turn.Grade == Blunder || turn.Grade == Mistake; wrong != (i == 1) {
			t.Errorf("turn %d, %s: %q, %.2f given away", i, turn.Text, turn.Grade, turn.Lost)
		}
		if turn.Number != i/2+1 || turn.Side != kibaho.Side(i&1) {
			t.Errorf("turn %d has the number %d and side %d", i, turn.Number, turn.Side)
		}
		mine := r.Chances[i]
		if turn.Side == kibaho.Second {
			mine = 1 - mine
		}
		if math.Abs(mine-turn.Chance) > 1e-9 {
			t.Errorf("turn %d: %.3f for the one that moves, %.3f on the curve", i, turn.Chance, mine)
		}
	}
	if says := r.Turns[1].Why.Says; !strings.HasPrefix(says, bad+" loses a man") {
		t.Errorf("says %q", says)
	}
	if s := r.Sum(kibaho.Second); s.Turns != 4 || s.Blunders+s.Mistakes != 1 || s.Lost <= 0 {
		t.Errorf("White's sum %+v", s)
	}
	if w := r.Worst(); len(w) == 0 || w[0].Text != bad {
		t.Errorf("the worst are %v", w)
	}
}

// TestAnnotateEnds: a decided board and a draw by repetition (M3) are no estimates.
func TestAnnotateEnds(t *testing.T) {
	won := game(t, "draughts", "", "B:W15:B11", "11x18")
	r, err := Annotate(t.Context(), engine(won), won, games.Budget{Depth: 3}, nil)
	if err != nil || !slices.Equal(r.Chances, []float64{1, 1}) || r.Outcome != kibaho.FirstWins || r.Turns[0].Grade != Fine {
		t.Errorf("%+v, %v", r, err)
	}
	// Two kings each walk to and fro; Black could have done better than a draw.
	moves := strings.Fields(strings.Repeat("32-28 1-5 28-32 5-1 ", 2))
	drawn := game(t, "draughts", "", "B:WK1:BK32,K31,K30,K29", moves...)
	if err := drawn.ClaimDraw(); err != nil {
		t.Fatal(err)
	}
	r, err = Annotate(t.Context(), engine(drawn), drawn, games.Budget{Depth: 3}, nil)
	if err != nil || r.Chances[len(r.Chances)-1] != 0.5 || r.Outcome != kibaho.Draw {
		t.Errorf("%v, %v", r.Chances, err)
	}
}

func TestGrades(t *testing.T) {
	for _, tt := range []struct {
		lost float64
		want Grade
		mark string
	}{{0, Fine, ""}, {0.039, Fine, ""}, {0.04, Inaccuracy, "?!"}, {0.08, Mistake, "?"}, {0.139, Mistake, "?"}, {0.14, Blunder, "??"}, {1, Blunder, "??"}} {
		if got := grade(tt.lost); got != tt.want || got.Mark() != tt.mark {
			t.Errorf("%.3f is a %q %s, want %q %s", tt.lost, got, got.Mark(), tt.want, tt.mark)
		}
	}
}

func TestPlot(t *testing.T) {
	g := game(t, "draughts", "", "", "9-14", "21-17", "14x21")
	r, err := Annotate(t.Context(), engine(g), g, games.Budget{Depth: 5}, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Title = "A <b>game</b> & more"
	var svg, again, picture bytes.Buffer
	if err := errors.Join(r.Plot(&svg, "svg"), r.Plot(&again, "svg"), r.Plot(&picture, "png")); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(svg.Bytes(), again.Bytes()) {
		t.Error("two plots of one game differ")
	}
	d := xml.NewDecoder(bytes.NewReader(svg.Bytes()))
	var text strings.Builder
	for {
		tok, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if c, ok := tok.(xml.CharData); ok {
			text.Write(c)
		}
	}
	for _, want := range []string{"A <b>game</b> & more", "Black wins", "White wins", "turn"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the plot does not say %q", want)
		}
	}
	if img, err := png.Decode(&picture); err != nil || img.Bounds().Dx() < 600 {
		t.Errorf("the picture: %v", err)
	}
	if err := r.Plot(io.Discard, "gif87"); err == nil {
		t.Error("no error for an unknown format")
	}
	empty, err := Annotate(t.Context(), engine(g), game(t, "draughts", "", ""), games.Budget{Depth: 2}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := empty.Plot(io.Discard, "svg"); err != nil {
		t.Errorf("a game without turns: %v", err)
	}
}
