package tui

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"kibaho"
	"kibaho/games"
	"kibaho/play"
	"kibaho/record"
)

// scripted is an engine that says what it is told, or waits until it is stopped.
type scripted struct {
	score   int
	wait    bool
	stopped chan struct{}
}

func (e *scripted) Think(ctx context.Context, p games.Position, _ games.Past, _ games.Budget, report func(games.Analysis)) games.Analysis {
	m := p.Moves()[0]
	a := games.Analysis{Depth: 3, Nodes: 1500, Lines: []games.Line{{Score: e.score, Moves: []games.Move{m}, Turns: []string{m.Text}}}}
	report(a)
	if e.wait {
		<-ctx.Done()
		close(e.stopped)
	}
	return a
}

func (e *scripted) Forget() {}

func depth(n int) Player { return Player{Name: "Deep", Engine: true, Budget: games.Budget{Depth: n}} }

// TestEnginePlays lets the engines of the shelf play against each other.
func TestEnginePlays(t *testing.T) {
	for _, g := range games.All {
		t.Run(g.Facts().Name, func(t *testing.T) {
			d := sitDown(t, Options{Game: g, Settings: settings(t, g, ""), Players: [2]Player{depth(1), depth(1)}})
			d.run(func() bool { return len(d.m.table.game.Turns()) >= 4 || d.m.table.game.Over() })
			legal(t, d.m.table.game)
			d.keys("p")
			d.sees("waits")
		})
	}
}

// TestAgainstEngine moves, is answered, and takes back to the person's own turn.
func TestAgainstEngine(t *testing.T) {
	g := find(t, "draughts")
	d := sitDown(t, Options{Game: g, Settings: settings(t, g, ""), Players: [2]Player{{Name: "Ada"}, depth(2)}})
	d.types("11-15")
	d.run(func() bool { return len(d.m.table.game.Plies()) == 2 })
	if !d.m.table.mine() {
		t.Fatal("it is not the person's turn after the engine's answer")
	}
	d.keys("u")
	d.plays("")
	d.keys("r")
	if n := len(d.m.table.game.Plies()); n != 2 {
		t.Errorf("%d plies after redo, want both", n)
	}
}

// TestUndoWhileThinking stops the engine.
func TestUndoWhileThinking(t *testing.T) {
	g := find(t, "draughts")
	d := sitDown(t, Options{Game: g, Settings: settings(t, g, ""), Players: [2]Player{{Name: "Ada"}, depth(2)}, Hints: true})
	d.m.stopThinking()
	e := &scripted{wait: true, stopped: make(chan struct{}), score: 45}
	d.m.engines["draughts 1"] = &thinker{engine: e}
	d.types("11-15")
	d.run(func() bool { return len(d.m.think.analysis.Lines) > 0 })
	d.sees("depth 3, +0.45")
	d.keys("enter")
	d.sees("engine's turn")
	d.keys("u")
	d.plays("")
	select {
	case <-e.stopped:
	case <-time.After(10 * time.Second):
		t.Fatal("the engine still thinks")
	}
	// What it still says counts no more.
	d.send(thoughtMsg{id: d.m.think.id - 1, done: true})
	d.plays("")
}

// TestHints marks the best move and says what it is worth.
func TestHints(t *testing.T) {
	d := at(t, "draughts", "", "")
	d.m.engines["draughts advice"] = &thinker{engine: &scripted{score: -120}}
	d.keys("h")
	d.run(func() bool { return len(d.m.think.analysis.Lines) > 0 && d.m.think.purpose == idle })
	d.sees("-1.20 at depth 3, 1.5k positions: " + d.m.table.moves[0].Text)
	first := d.m.table.moves[0].Path[0].Sites[0]
	if got := d.m.scene().rings[first]; got != hinted {
		t.Errorf("the first square of the advice has ring %d, want %d", got, hinted)
	}
	d.keys("h")
	d.seesNot("-1.20")
}

// TestDrawWithEngine: an engine takes a draw where it does not stand better (M2).
func TestDrawWithEngine(t *testing.T) {
	for _, tt := range []struct {
		name  string
		score int
		want  string
	}{{"worse", -5, "A draw: agreed (M2)"}, {"better", 5, "declines the draw"}} {
		t.Run(tt.name, func(t *testing.T) {
			g := find(t, "draughts")
			d := sitDown(t, Options{Game: g, Settings: settings(t, g, ""), Players: [2]Player{{Name: "Ada"}, depth(1)}})
			d.m.engines["draughts 1"] = &thinker{engine: &scripted{score: tt.score}}
			d.types("11-15")
			d.run(func() bool { return d.m.table.mine() })
			d.keys("d")
			d.sees(tt.want)
		})
	}
}

// TestSaveAndResume keeps the game with every move and takes it up again with its
// players, also in the middle of a turn.
func TestSaveAndResume(t *testing.T) {
	for _, g := range games.All {
		t.Run(g.Facts().Name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "deep", "kept.game")
			o := Options{Game: g, Settings: settings(t, g, ""), SaveFile: file, Players: [2]Player{{Name: "Ada"}, {Name: "Ben"}}}
			d := sitDown(t, o)
			if _, err := os.Stat(file); err == nil {
				t.Error("a game in which nobody has moved is kept")
			}
			r := kibaho.NewRand(5)
			for i := 0; i < 12 || g.Facts().Name == "igisoro" && !d.m.table.game.Position().MidTurn() && i < 100; i++ {
				moves := d.m.table.moves
				d.m.play(moves[r.N(len(moves))])
			}
			rec, err := d.m.readRecord(file)
			if err != nil {
				t.Fatal(err)
			}
			again := sitDown(t, Options{Record: rec, SaveFile: file})
			if got, want := again.m.table.game.Position(), d.m.table.game.Position(); !got.Same(want) {
				t.Errorf("taken up at %s, left at %s", got, want)
			}
			if again.played() != d.played() {
				t.Errorf("taken up with %s, left with %s", again.played(), d.played())
			}
			again.sees("Ada")
			again.sees("Ben")
		})
	}
}

func TestResumeEngine(t *testing.T) {
	g := find(t, "draughts")
	d := sitDown(t, Options{Game: g, Settings: settings(t, g, ""), Leader: Reversed, Players: [2]Player{{Name: "Deep", Engine: true, Budget: games.Budget{Time: 3 * time.Second, Depth: 7}}, {Name: "Ada"}}})
	d.types("11-15")
	d.m.stopThinking()
	rec, err := d.m.readRecord(d.m.o.SaveFile)
	if err != nil {
		t.Fatal(err)
	}
	again := sitDown(t, Options{Record: rec, SaveFile: d.m.o.SaveFile})
	first, second := again.m.table.seat(kibaho.First), again.m.table.seat(kibaho.Second)
	if first.Engine || first.Name != "Ada" {
		t.Errorf("First is %+v, want Ada", *first)
	}
	if !second.Engine || second.Name != "Deep" || second.Budget != (games.Budget{Time: 3 * time.Second, Depth: 7}) {
		t.Errorf("Second is %+v, want the engine with its budget", *second)
	}
}

// TestPlayed: games that are over are added to the file of all that were played,
// once, with what was said in the record that they went on from.
func TestPlayed(t *testing.T) {
	file := filepath.Join(t.TempDir(), "all", "games.txt")
	from, err := play.ReadRecord(strings.NewReader("[Game \"draughts\"]\n[Position \"B:W18,26,30:B14\"]\n\n{a little one} *"), games.Find)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		d := sitDown(t, Options{Record: from, Played: file, Speed: Off})
		for range 2 {
			d.m.play(d.m.table.moves[0])
		}
		if !d.m.table.game.Over() {
			t.Fatal("the game goes on")
		}
		d.m.settle()
		if err := d.m.keep(); err != nil {
			t.Error(err)
		}
		if from, err = play.ReadRecord(strings.NewReader("[Game \"draughts\"]\n\n*"), games.Find); err != nil {
			t.Fatal(err)
		}
		d = sitDown(t, Options{Record: from, Played: file, Speed: Off})
		d.m.play(d.m.table.moves[0])
		d.m.settle() // not over: not added
		if from, err = play.ReadRecord(strings.NewReader("[Game \"draughts\"]\n[Position \"B:W18,26,30:B14\"]\n\n{a little one} *"), games.Find); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	r := record.NewReader(strings.NewReader(string(text)))
	for range 2 {
		rec, err := r.Next()
		if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
		if rec.Outcome != kibaho.SecondWins || len(rec.Main()) != 2 || len(rec.Root.Comments) != 1 || rec.Root.Comments[0] != "a little one" {
			t.Errorf("added\n%s", rec)
		}
	}
	if _, err := r.Next(); !errors.Is(err, io.EOF) {
		t.Errorf("more than two games in\n%s", text)
	}
}

func TestSaveAs(t *testing.T) {
	d := at(t, "draughts", "", "")
	d.types("11-15", "22-18")
	file := filepath.Join(t.TempDir(), "mine.game")
	d.keys("s ctrl+u")
	d.write(file)
	d.keys("enter")
	d.sees("Saved to")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	rec, err := record.Read(string(text))
	if err != nil || len(rec.Main()) != 2 || rec.Last().Text != "22-18" {
		t.Errorf("saved %q, %v", text, err)
	}
	if _, ok := rec.Last().Spent(); !ok {
		t.Errorf("it is not noted what the turns took: %q", text)
	}
	d.keys("s ctrl+u")
	d.write("/dev/null/nowhere")
	d.keys("enter")
	d.sees("Not saved")
}

func TestBudgetWords(t *testing.T) {
	for _, b := range []games.Budget{{Time: 1500 * time.Millisecond}, {Depth: 4}, {Nodes: 10000}, {Time: time.Minute, Depth: 3, Nodes: 7}} {
		if got := readBudget(budgetWords(b)); got != b {
			t.Errorf("%+v is written %q and read %+v", b, budgetWords(b), got)
		}
	}
	if got := readBudget("nonsense, depth -3"); got != defaultBudget {
		t.Errorf("nonsense is read as %+v", got)
	}
}

// TestHands draws lots for the first game: who takes the hand with First's man
// leads (DR11).
func TestHands(t *testing.T) {
	g := find(t, "draughts")
	led := [2]int{}
	for seed := range uint64(12) {
		for _, key := range []string{"left", "right"} {
			d := sitDown(t, Options{Game: g, Settings: settings(t, g, ""), Leader: ByDraw, Seed: seed, Players: [2]Player{{Name: "Ada"}, {Name: "Ben"}}})
			d.sees("Ada has hidden a man of Black in one hand")
			d.sees("Ben, which hand?")
			d.keys("enter") // nothing before a hand is chosen
			d.keys(key)
			h := d.m.hands
			if h.hidden.Choose(key == "left") != h.chosen {
				t.Fatalf("the %s hand held %v, taken was %v", key, h.hidden.Choose(key == "left"), h.chosen)
			}
			want := "Ada leads (DR11, M1)"
			if h.chosen == kibaho.First {
				want = "Ben leads (DR11, M1)"
			}
			d.sees(want)
			d.keys("enter")
			leader := d.m.table.leader
			if leader != h.leader() || d.m.table.seat(kibaho.First).Name != strings.Fields(want)[0] {
				t.Errorf("player %d leads, want as in %q", leader, want)
			}
			led[leader]++
		}
	}
	if led[0] != 12 || led[1] != 12 {
		t.Errorf("the leaders are %v: one hand must hold each colour", led)
	}
}

// TestMatch plays a match: the score, who leads next and why (M1), the end.
func TestMatch(t *testing.T) {
	g := find(t, "chuba")
	d := sitDown(t, Options{Game: g, Settings: settings(t, g, ""), Match: 2, Players: [2]Player{{Name: "Ada"}, {Name: "Ben"}}})
	d.sees("game 1 of 2")
	d.keys("x y") // Ada resigns as South
	d.sees("Ada 0 1 Ben")
	d.keys("n")
	d.sees("game 2 of 2")
	d.sees("Ben leads, having won (M1)")
	if got := d.m.table.seat(kibaho.First).Name; got != "Ben" {
		t.Errorf("%s plays South, want Ben, who has won", got)
	}
	d.keys("d y")
	d.sees("Ada 0.5 1.5 Ben")
	d.keys("n")
	if d.m.screen != menuScreen {
		t.Error("after the last game there is no menu")
	}
}

// TestPenaltyGame: under the véla custom the loser owes a game (FA16).
func TestPenaltyGame(t *testing.T) {
	g := find(t, "fanorona")
	s := settings(t, g, "", "penalty=vela")
	d := sitDown(t, Options{Game: g, Settings: s, Match: 3, Players: [2]Player{{Name: "Ada"}, {Name: "Ben"}}})
	d.keys("x y n")
	d.sees("(FA16)")
}

// TestDrawnOpening shows the opening, which cannot be taken back (DR9), gives it
// to each player once (DR10), and remembers it.
func TestDrawnOpening(t *testing.T) {
	g := find(t, "draughts")
	s := settings(t, g, "", "openings=three-move")
	ledger := filepath.Join(t.TempDir(), "ledger.json")
	d := sitDown(t, Options{Game: g, Settings: s, Match: 2, Ledger: ledger, Seed: 3, Players: [2]Player{{Name: "Ada"}, {Name: "Ben"}}})
	opening := d.played()
	if len(strings.Fields(opening)) != 3 {
		t.Fatalf("the game begins with %q, want three moves", opening)
	}
	d.sees("Drawn opening: " + opening)
	d.keys("u")
	d.plays(opening)
	d.sees("cannot be taken back (DR9)")
	text, err := os.ReadFile(ledger)
	if err != nil {
		t.Fatal(err)
	}
	l, err := play.ReadLedger(strings.NewReader(string(text)))
	if err != nil || !l.Used([2]string{"Ben", "Ada"}, strings.Fields(opening)) {
		t.Errorf("the ledger does not know the opening: %s, %v", text, err)
	}
	d.keys("x y n")
	d.plays(opening)
	d.sees("sides changed (DR10)")
}

// TestResumeMatch takes a match up in its second game: score, leader, opening.
func TestResumeMatch(t *testing.T) {
	g := find(t, "draughts")
	s := settings(t, g, "", "openings=two-move", "leads=loser")
	d := sitDown(t, Options{Game: g, Settings: s, Match: 4, Seed: 8, Players: [2]Player{{Name: "Ada"}, {Name: "Ben"}}})
	opening := d.played()
	d.keys("x y n") // White is to move after two moves: Black gives up nothing
	d.m.play(d.m.table.moves[0])
	want := d.screen()
	rec, err := d.m.readRecord(d.m.o.SaveFile)
	if err != nil {
		t.Fatal(err)
	}
	again := sitDown(t, Options{Record: rec, SaveFile: d.m.o.SaveFile})
	if got := again.screen(); got != want {
		t.Errorf("taken up as\n%s\nleft as\n%s", got, want)
	}
	again.sees("game 2 of 4")
	again.keys("u u")
	again.plays(opening)
	again.sees("cannot be taken back (DR9)")
	again.keys("x y")
	points, ok := again.m.table.score()
	if !ok || points[0]+points[1] != 2 {
		t.Errorf("score %v after two games", points)
	}
	again.keys("n")
	again.sees("game 3 of 4")
}

func TestReadGames(t *testing.T) {
	got, err := readGames("1 1-0 9-13 22-18; 2 1/2-1/2 penalty")
	if err != nil || len(got) != 2 || got[0].Leader != 0 || len(got[0].Opening) != 2 || got[0].Outcome != kibaho.FirstWins || got[1].Leader != 1 || !got[1].Penalty || got[1].Outcome != kibaho.Draw {
		t.Errorf("read %+v, %v", got, err)
	}
	for _, bad := range []string{"1", "3 1-0", "1 *", "x y"} {
		if _, err := readGames(bad); err == nil || !strings.Contains(err.Error(), "expected") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// TestMenu changes the game, an option and the players, and begins.
func TestMenu(t *testing.T) {
	d := sitDown(t, Options{})
	if d.m.screen != menuScreen {
		t.Fatal("no menu")
	}
	row := func(label string) {
		t.Helper()
		for range 60 {
			it := d.m.items()[d.m.menu.row]
			if strings.TrimSuffix(it.label, " *") == label {
				return
			}
			d.keys("down")
		}
		t.Fatalf("no row %q\n%s", label, d.screen())
	}
	row("Game")
	d.keys("right right right")
	d.sees("English draughts")
	row("Variant")
	d.keys("right")
	row("Player 1")
	d.keys("enter")
	d.write("Ada Lovelace")
	d.keys("enter")
	row("Player 2")
	d.keys("left left left left left")
	d.sees("a person")
	row("Match")
	d.keys("right right")
	d.sees("a match of 3 games")
	row("quiet-limit")
	d.keys("left")
	d.sees("79 (0 to 10000)")
	d.sees("quiet-limit *")
	row("Play")
	d.keys("enter")
	if d.m.screen != tableScreen {
		t.Fatalf("the game does not begin\n%s", d.screen())
	}
	got := d.m.table.game.Start().Settings()
	if got.Variant() != "huffing" || got.Value("quiet-limit") != "79" || got.Given("openings") {
		t.Errorf("the table plays %s", got)
	}
	if name := d.m.table.players[0].Name; name != "Ada Lovelace" {
		t.Errorf("player 1 is %q", name)
	}
	d.types("11-15")
	d.keys("n y")
	d.sees("Go on")
	row("Go on")
	d.keys("enter")
	d.plays("11-15")
}

// TestMenuClash refuses options that cannot go together (FA16: véla is 5 x 9 only).
func TestMenuClash(t *testing.T) {
	d := sitDown(t, Options{})
	mn := d.m.menu
	for mn.facts().Name != "fanorona" {
		d.keys("home")
		for d.m.items()[mn.row].label != "Game" {
			d.keys("down")
		}
		d.keys("right")
	}
	for d.m.items()[mn.row].label != "Variant" {
		d.keys("down")
	}
	for mn.facts().Variants[mn.variant].Name != "vela" {
		d.keys("right")
	}
	for !strings.HasPrefix(d.m.items()[mn.row].label, "size") {
		d.keys("down")
	}
	for mn.fault == "" {
		before := d.m.items()[mn.row].value
		d.keys("left")
		if d.m.items()[mn.row].value == before {
			t.Fatal("the size does not change")
		}
	}
	d.sees("(FA16)")
	d.keys("home enter")
	if d.m.screen != menuScreen {
		t.Error("the game begins with options that cannot go together")
	}
}

func TestEntry(t *testing.T) {
	var e entry
	e.set("ab cd")
	for _, tt := range []struct{ key, want string }{
		{"x", "ab cdx"},
		{"left", "ab cdx"},
		{"backspace", "ab cx"},
		{"home", "ab cx"},
		{"delete", "b cx"},
		{"right", "b cx"},
		{"space", "b  cx"},
		{"end", "b  cx"},
		{"ctrl+w", "b  "},
		{"ctrl+u", ""},
		{"backspace", ""},
		{"delete", ""},
		{"left", ""},
	} {
		e.key(keyMsg(tt.key))
		if got := e.String(); got != tt.want {
			t.Errorf("after %s: %q, want %q", tt.key, got, tt.want)
		}
	}
	e.insert("a\nb\x1bc")
	if got := e.String(); got != "a b c" {
		t.Errorf("control characters become %q", got)
	}
	if e.key(tea.KeyPressMsg{Code: tea.KeyF5}) {
		t.Error("a key without a letter writes")
	}
	e.set(strings.Repeat("x", 2*maxEntry))
	if n := len(e.String()); n != maxEntry {
		t.Errorf("%d characters are kept, want %d", n, maxEntry)
	}
	if text, at := e.window(10); len(text) > 10 || at >= 10 {
		t.Errorf("a window of 10 shows %q with the cursor at %d", text, at)
	}
}
