package tui

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"

	"kibaho"
	"kibaho/games"
)

// each runs a test for every variant of every game.
func each(t *testing.T, test func(t *testing.T, g games.Game, s kibaho.Settings)) {
	for _, g := range games.All {
		for _, v := range g.Facts().Variants {
			t.Run(g.Facts().Name+"/"+v.Name, func(t *testing.T) { test(t, g, settings(t, g, v.Name)) })
		}
	}
}

// TestWholeGamesByKeys plays games at random, each decision chosen with the keys
// step by step, and compares what was played with what was meant.
func TestWholeGamesByKeys(t *testing.T) {
	each(t, func(t *testing.T, g games.Game, s kibaho.Settings) {
		r := kibaho.NewRand(7)
		for round := range 2 {
			d := sitDown(t, Options{Game: g, Settings: s, Flip: round == 1, Confirm: round == 1})
			for range 60 {
				table := d.m.table
				if table.game.Over() {
					d.sees(strings.Fields(table.result())[0])
					break
				}
				want := table.moves[r.N(len(table.moves))]
				before := len(table.game.Plies())
				chooseByKeys(d, want, before)
				plies := table.game.Plies()
				if len(plies) != before+1 || plies[before].Move.Text != want.Text {
					t.Fatalf("%s was chosen and %q played in %s\n%s", want.Text, d.played(), table.game.Position(), d.screen())
				}
			}
			legal(t, d.m.table.game)
		}
	})
}

// chooseByKeys chooses a decision by its path: plain sites with Tab and Enter,
// answers with their key, every second one by a site.
func chooseByKeys(d *desk, want games.Move, before int) {
	table := d.m.table
	done := func() bool { return len(table.game.Plies()) > before }
	for i, step := range want.Path {
		if done() {
			return
		}
		if step.Key != "" && (i+before)%2 == 0 {
			d.send(tea.KeyPressMsg{Code: []rune(step.Key)[0], Text: step.Key})
			continue
		}
		if len(step.Sites) == 0 {
			d.send(tea.KeyPressMsg{Code: []rune(step.Key)[0], Text: step.Key[:1]})
			continue
		}
		for n := 0; !slices.Contains(step.Sites, table.cursor); n++ {
			if n > len(table.base.board.At) {
				d.Fatalf("Tab does not reach step %d of %s\n%s", i, want.Text, d.screen())
			}
			d.keys("tab")
		}
		d.keys("enter")
	}
	if !done() { // a turn that could go on, or a move to be confirmed
		if _, ok := table.narrow.Stop(); ok {
			d.keys(".")
		}
	}
	if !done() {
		d.keys("enter")
	}
}

// TestSizes draws every screen in windows of all sizes: nothing panics, and what
// is drawn is exactly as large as the window.
func TestSizes(t *testing.T) {
	sizes := [][2]int{{0, 0}, {1, 1}, {5, 40}, {200, 3}, {39, 12}, {40, 12}, {40, 40}, {60, 20}, {79, 23}, {80, 24}, {81, 25}, {100, 30}, {120, 36}, {160, 50}, {250, 80}}
	check := func(t *testing.T, d *desk, what string) {
		t.Helper()
		for _, size := range sizes {
			d.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			lines := strings.Split(d.m.View().Content, "\n")
			if len(lines) != max(size[1], 1) {
				t.Errorf("%s in %v: %d lines", what, size, len(lines))
			}
			for i, line := range lines {
				if w := lipgloss.Width(line); w != size[0] {
					t.Errorf("%s in %v: line %d is %d wide: %q", what, size, i, w, line)
					break
				}
			}
		}
	}
	for _, look := range []struct {
		name    string
		profile colorprofile.Profile
		ascii   bool
	}{{"true colour", colorprofile.TrueColor, false}, {"no colour", colorprofile.ASCII, true}} {
		t.Run(look.name, func(t *testing.T) {
			for _, g := range games.All {
				name := g.Facts().Name
				d := sitDown(t, Options{Game: g, Settings: settings(t, g, ""), ASCII: look.ascii})
				d.send(tea.ColorProfileMsg{Profile: look.profile})
				check(t, d, name)
				d.keys("tab enter f h")
				check(t, d, name+" begun")
				for _, key := range []string{"?", "i", "m"} {
					d.keys(key)
					check(t, d, name+" "+key)
					d.keys("esc")
				}
				d.keys("/")
				d.write("a long text that is no move")
				check(t, d, name+" typing")
				d.keys("enter")
				check(t, d, name+" refused")
				d.keys("esc x")
				check(t, d, name+" asking")
				d.keys("y n")
				check(t, d, name+" menu")
				d.keys("down down right right down right end left")
				check(t, d, name+" menu changed")
			}
			g := find(t, "draughts")
			d := sitDown(t, Options{Game: g, Settings: settings(t, g, ""), Leader: ByDraw, ASCII: look.ascii})
			check(t, d, "hands")
			d.keys("left")
			check(t, d, "hands opened")
		})
	}
}

// TestBoardsOfAllSizes draws the smallest and the largest boards of each game.
func TestBoardsOfAllSizes(t *testing.T) {
	for _, tt := range []struct{ game, set string }{
		{"chuba", "columns=3"},
		{"chuba", "columns=13"},
		{"igisoro", "columns=2"},
		{"igisoro", "columns=13"},
		{"fanorona", "size=3x3"},
		{"fanorona", "size=9x9"},
		{"fanorona", "size=3x9"},
		{"fanorona", "size=9x3"},
	} {
		t.Run(tt.game+" "+tt.set, func(t *testing.T) {
			d := at(t, tt.game, "", "", tt.set)
			for _, size := range [][2]int{{80, 24}, {100, 30}, {200, 60}} {
				for range 2 {
					d.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
					d.m.View()
					if d.m.plan == nil {
						t.Fatalf("no room for the board in %v:\n%s", size, d.screen())
					}
					checkPlan(t, d.m.plan, len(d.m.table.base.board.At))
					d.keys("f")
				}
			}
		})
	}
}

// checkPlan checks that sites lie within the board and apart from each other, and
// that the cursor keys lead from every site to every other.
func checkPlan(t *testing.T, p plan, sites int) {
	t.Helper()
	w, h := p.size()
	owner := map[[2]int]int{}
	for s := range sites {
		r := p.site(kibaho.Site(s))
		if r.x < 0 || r.y < 0 || r.x+r.w > w || r.y+r.h > h {
			t.Errorf("site %d at %v is outside of %d x %d", s, r, w, h)
		}
		for y := range r.h {
			for x := range r.w {
				if o, taken := owner[[2]int{r.x + x, r.y + y}]; taken {
					t.Fatalf("sites %d and %d share a cell", o, s)
				}
				owner[[2]int{r.x + x, r.y + y}] = s
			}
		}
	}
	seen := map[kibaho.Site]bool{0: true}
	for queue := []kibaho.Site{0}; len(queue) > 0; queue = queue[1:] {
		for _, d := range arrows {
			if n := neighbour(p, sites, queue[0], d[0], d[1]); !seen[n] {
				seen[n] = true
				queue = append(queue, n)
			}
		}
	}
	if len(seen) != sites {
		t.Errorf("the cursor keys reach %d of %d sites", len(seen), sites)
	}
}

// TestClicks chooses with the pointer.
func TestClicks(t *testing.T) {
	d := at(t, "draughts", "", "")
	for _, name := range []string{"11", "15"} {
		d.m.View()
		r := d.m.plan.site(kibaho.Site(slices.Index(d.m.table.base.board.Names, name)))
		d.send(tea.MouseClickMsg{X: d.m.board.x + r.x + r.w/2, Y: d.m.board.y + r.y + r.h/2, Button: tea.MouseLeft})
	}
	d.plays("11-15")
}

// TestRefusals points and types in vain; the board stays as it is and the reason
// comes with the rule's number.
func TestRefusals(t *testing.T) {
	tests := []struct {
		name, game, variant, position string
		points, types                 string
		want                          string
	}{
		{"an empty pit", "chuba", "", "", "k", "", "(CH6)"},
		{"the enemy's pit", "chuba", "", "", "A", "", "(CH6)"},
		{"an outer man not yet played upon", "chuba", "", "", "l", "", "(CH8)"},
		{"a single man", "chuba", "", "", "j", "", "(CH7)"},
		{"typed too", "chuba", "", "", "", "j", "(CH7)"},
		{"a single cow", "igisoro", "", "0,0,0,0,0,0,0,0/4,4,4,4,4,4,4,4/1,4,4,4,4,4,4,4/0,0,0,0,3,0,0,0 S", "h", "", "(IG3)"},
		{"a quiet step where one can capture", "fanorona", "", "", "", "E1-D1", "(FA2)"},
		{"a man that cannot move", "draughts", "", "", "1", "", "(DR"},
		{"White's man", "draughts", "", "", "21", "", "The piece on 21 is White's, and Black is to move."},
		{"a quiet move where one must jump", "draughts", "", "B:W18,32:B15,1", "1", "", "(DR3)"},
		{"typed, where one must jump", "draughts", "", "B:W18,32:B15,1", "", "1-5", "(DR3)"},
		{"no move at all", "draughts", "", "", "", "what?", "what?"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := at(t, tt.game, tt.variant, tt.position)
			if tt.points != "" {
				d.points(tt.points)
				if d.m.table.refused < 0 {
					t.Error("the site is not marked as refused")
				}
			} else {
				d.types(tt.types)
				if d.m.typing != aMove {
					t.Error("the line is closed and cannot be mended")
				}
			}
			if d.m.table.notice.kind != warned {
				t.Error("the notice is no refusal")
			}
			d.sees(tt.want)
			d.plays("")
		})
	}
}

// TestRuleOfRefusal opens the rules where the refusal points.
func TestRuleOfRefusal(t *testing.T) {
	d := at(t, "chuba", "", "")
	d.points("l")
	d.send(tea.WindowSizeMsg{Width: 80, Height: 12})
	d.keys("i")
	d.sees("CH8")
}

// TestHuff asks what to do about a capture that was not made (DR7).
func TestHuff(t *testing.T) {
	const fault = "B:W18,32:B15,1"
	tests := []struct{ name, choose, want string }{
		{"compel by key", "c", "1-5 compel"},
		{"huff by pointing", "@15", "1-5 huff 15"},
		{"huff by its initial", "H", "1-5 huff 15"},
		{"let it stand by moving", "@32 @28", "1-5 32-28"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := at(t, "draughts", "huffing", fault)
			d.points("1 5")
			d.sees("compel")
			d.sees("huff 15")
			for word := range strings.FieldsSeq(tt.choose) {
				if name, ok := strings.CutPrefix(word, "@"); ok {
					d.points(name)
				} else {
					d.keys(word)
				}
			}
			d.plays(tt.want)
		})
	}
}

// TestApproachOrWithdrawal asks which row is taken (FA6), by key, by the stone
// that the answer names and by any other stone that it would take.
func TestApproachOrWithdrawal(t *testing.T) {
	for _, tt := range []struct{ choose, want string }{
		{"a", "C4-C5A"}, {"w", "C4-C5W"}, {"@C6", "C4-C5A"}, {"@C7", "C4-C5A"}, {"@C3", "C4-C5W"}, {"@C2", "C4-C5W"},
	} {
		t.Run(tt.choose, func(t *testing.T) {
			d := at(t, "fanorona", "", "9/9/1bbw1bb2/9/b7w w")
			d.points("C4 C5")
			d.sees("approach")
			d.sees("withdrawal")
			if name, ok := strings.CutPrefix(tt.choose, "@"); ok {
				d.points(name)
			} else {
				d.keys(tt.choose)
			}
			d.plays(tt.want)
		})
	}
}

// TestStopOrGoOn captures, then stops on the stone itself, with a full stop, or
// goes on (FA7). The board shows what has been taken so far.
func TestStopOrGoOn(t *testing.T) {
	for _, tt := range []struct{ choose, want string }{
		{"enter", "D5-C5A B6-A5W"}, {".", "D5-C5A B6-A5W"}, {"@B5", "D5-C5A B6-A5W-B5A"},
	} {
		t.Run(tt.choose, func(t *testing.T) {
			d := at(t, "fanorona", "", "")
			d.types("D5-C5A")
			d.points("B6 A5")
			d.plays("D5-C5A")
			d.sees("or stop here")
			b := &d.m.table.base.board
			for name, want := range map[string]int16{"B6": kibaho.NoPiece, "A5": kibaho.SecondMan, "C7": kibaho.NoPiece, "D8": kibaho.NoPiece, "E9": kibaho.NoPiece} {
				if got := b.At[slices.Index(b.Names, name)]; got != want {
					t.Errorf("%s holds %d, want %d", name, got, want)
				}
			}
			if name, ok := strings.CutPrefix(tt.choose, "@"); ok {
				d.points(name)
			} else {
				d.keys(tt.choose)
			}
			d.plays(tt.want)
		})
	}
}

// TestIgisoroAsks answers the forks of a turn: each is a decision of its own
// (IG14), and Esc goes back before the last one.
func TestIgisoroAsks(t *testing.T) {
	d := at(t, "igisoro", "", "")
	r := kibaho.NewRand(3)
	forks := 0
	for range 200 {
		table := d.m.table
		if table.game.Over() {
			break
		}
		if p := table.game.Position(); p.MidTurn() {
			forks++
			for _, c := range table.choices() {
				d.sees(c.step.Says)
			}
			plies := len(table.game.Plies())
			d.keys("esc")
			if got := len(table.game.Plies()); got != plies-1 {
				t.Fatalf("Esc left %d of %d decisions", got, plies)
			}
			table.game.Redo()
			d.m.settle()
			if forks == 5 {
				return
			}
		}
		want := table.moves[r.N(len(table.moves))]
		chooseByKeys(d, want, len(table.game.Plies()))
	}
	t.Errorf("met only %d forks", forks)
}

// TestBack goes one step back within a move.
func TestBack(t *testing.T) {
	d := at(t, "draughts", "", "B:W6,15,14,23:B1,2")
	for _, name := range []string{"2", "9"} {
		d.points(name)
	}
	if got := len(d.m.table.narrow.Taken()); d.played() == "" && got == 0 {
		t.Fatalf("nothing chosen\n%s", d.screen())
	}
	for range 3 {
		d.keys("esc")
	}
	if d.m.table.narrow.Begun() {
		t.Error("three steps back are not enough for two steps forth")
	}
	if got, want := d.m.table.base.board.At, d.m.table.game.Position().Board().At; !slices.Equal(got, want) {
		t.Errorf("the board shows %v, want %v", got, want)
	}
}

// TestUndoRedo takes turns back and plays them again.
func TestUndoRedo(t *testing.T) {
	d := at(t, "draughts", "", "")
	d.types("11-15", "22-18", "15x22")
	d.plays("11-15 22-18 15x22")
	d.keys("u u")
	d.plays("11-15")
	d.keys("r")
	d.plays("11-15 22-18")
	d.keys("r r")
	d.plays("11-15 22-18 15x22")
	d.keys("u u u u")
	d.plays("")
	d.sees("nothing to take back")
}

// TestTyping mends a move that was refused.
func TestTyping(t *testing.T) {
	d := at(t, "draughts", "", "")
	d.write("1") // a digit begins a move
	d.write("1-17")
	d.keys("enter")
	d.plays("")
	d.keys("backspace backspace")
	d.write("15")
	d.keys("enter")
	d.plays("11-15")
	d.keys("/")
	d.write("22")
	d.sees("22-17 22-18")
	d.send(tea.PasteMsg{Content: "-18"})
	d.keys("enter")
	d.plays("11-15 22-18")
}

// TestEndings resigns, agrees on a draw and claims one (M2, M3).
func TestEndings(t *testing.T) {
	t.Run("resignation M2", func(t *testing.T) {
		d := at(t, "draughts", "", "")
		d.keys("x esc")
		d.seesNot("resigned")
		d.keys("x y")
		d.sees("White wins: Black resigned (M2)")
		d.keys("u")
	})
	t.Run("agreement M2", func(t *testing.T) {
		d := at(t, "fanorona", "", "")
		d.keys("d n")
		d.sees("declines")
		d.keys("d y")
		d.sees("A draw: agreed (M2)")
	})
	t.Run("repetition M3", func(t *testing.T) {
		d := at(t, "draughts", "", "B:WK32:BK1")
		for range 2 {
			d.types("1-5", "32-28", "5-1", "28-32")
		}
		d.sees("may claim a draw")
		d.keys("d")
		d.sees("has stood 3 times")
		d.keys("y")
		d.sees("A draw: claimed")
	})
	t.Run("quiet limit DR8", func(t *testing.T) {
		d := at(t, "draughts", "", "B:WK32:BK1", "quiet-limit=2", "repetition=0")
		d.types("1-5", "32-28")
		d.keys("d y")
		d.sees("2 quiet plies in a row (DR8)")
	})
	t.Run("by the rules", func(t *testing.T) {
		d := at(t, "draughts", "", "B:W18:B15")
		d.points("15 22")
		d.sees("Black wins")
		d.keys("enter")
		d.sees("The game is over")
	})
}

// TestSpeeds steps through the speeds.
func TestSpeeds(t *testing.T) {
	d := at(t, "chuba", "", "")
	for _, want := range []Speed{Slow, Normal, Quick, Off} {
		d.keys("v")
		if d.m.speed != want {
			t.Errorf("speed %v, want %v", d.m.speed, want)
		}
		got, err := ReadSpeed(want.String())
		if got != want || err != nil {
			t.Errorf("ReadSpeed(%q) = %v, %v", want, got, err)
		}
	}
	if _, err := ReadSpeed("fast"); err == nil || !strings.Contains(err.Error(), `"fast"`) {
		t.Errorf("ReadSpeed(fast): %v", err)
	}
}

func TestPlain(t *testing.T) {
	for _, tt := range []struct {
		env  map[string]string
		want bool
	}{
		{map[string]string{"LANG": "en_GB.UTF-8"}, false},
		{map[string]string{"LANG": "C.utf8"}, false},
		{map[string]string{"LANG": "en_GB.UTF-8", "LC_ALL": "C"}, true},
		{map[string]string{"LANG": "de_DE.ISO-8859-1"}, true},
		{nil, true},
	} {
		if got := Plain(func(name string) string { return tt.env[name] }); got != tt.want {
			t.Errorf("Plain(%v) = %t, want %t", tt.env, got, tt.want)
		}
	}
}

// FuzzKeys presses anything in any window: nothing panics, and the position on
// the board follows from legal decisions.
func FuzzKeys(f *testing.F) {
	f.Add(uint8(0), []byte("\x03\x03\x01\x03"))
	f.Add(uint8(1), []byte("abcdefghijklmnopqrstuvwxyz"))
	f.Add(uint8(2), []byte{9, 3, 9, 3, 9, 3, 40, 41, 42, 200, 201, 255, 3, 3})
	f.Add(uint8(3), []byte{5, 3, 3, 90, 91, 120, 7, 3, 3, 3, 3, 3})
	f.Add(uint8(4), []byte{3, 3, 3, 3})
	var names []string
	for name := range keyCodes {
		if name != "ctrl+c" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	f.Fuzz(func(t *testing.T, which uint8, input []byte) {
		t.Chdir(t.TempDir()) // the keys may save files of any name
		o := Options{SaveFile: "kept.game", Speed: Quick, Memory: 1}
		if n := int(which) % 5; n < len(games.All) {
			o.Game = games.All[n]
			variants := o.Game.Facts().Variants
			o.Settings = settings(t, o.Game, variants[int(which/5)%len(variants)].Name)
		}
		m, err := newModel(o)
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range input[:min(len(input), 64)] {
			var msg tea.Msg
			switch {
			case int(b) < 3*len(names):
				msg = keyCodes[names[int(b)%len(names)]]
			case b >= 0x80 && b < 0xc0:
				msg = tea.WindowSizeMsg{Width: int(b-0x80) * 2, Height: int(b - 0x80)}
			case b >= 0xc0 && b < 0xe0:
				msg = tea.MouseClickMsg{X: int(b) % 80, Y: int(b) % 24, Button: tea.MouseLeft}
			case b >= 0xe0:
				msg = tickMsg{m.ticks}
			default:
				msg = tea.KeyPressMsg{Code: rune(b), Text: string(rune(b))}
			}
			m.Update(msg)
			m.View()
		}
		m.stopThinking()
		if m.table != nil {
			legal(t, m.table.game)
		}
	})
}

func ExampleReadSpeed() {
	s, _ := ReadSpeed("quick")
	fmt.Println(s)
	_, err := ReadSpeed("warp")
	fmt.Println(err)
	// Output:
	// quick
	// speed "warp": expected slow, normal, quick or off
}
