package tui

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"kibaho"
	"kibaho/games"
	"kibaho/play"
)

// desk is a program without a terminal.
type desk struct {
	*testing.T
	m    *model
	left []tea.Cmd // commands that have not been run
}

func settings(t testing.TB, g games.Game, variant string, set ...string) kibaho.Settings {
	t.Helper()
	s, err := g.Facts().Settings(variant, set...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func find(t testing.TB, name string) games.Game {
	t.Helper()
	g, err := games.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// sitDown opens the program with a window of 100 x 40 and moves not shown, unless
// the options say otherwise.
func sitDown(t *testing.T, o Options) *desk {
	t.Helper()
	if o.SaveFile == "" {
		o.SaveFile = filepath.Join(t.TempDir(), "kept.game")
	}
	if o.Speed == Normal {
		o.Speed = Off
	}
	o.Memory = 1
	m, err := newModel(o)
	if err != nil {
		t.Fatal(err)
	}
	d := &desk{T: t, m: m}
	d.left = append(d.left, m.flush()...)
	d.send(tea.WindowSizeMsg{Width: 100, Height: 40})
	t.Cleanup(m.stopThinking)
	return d
}

// at sits down to a position of a game.
func at(t *testing.T, game, variant, position string, set ...string) *desk {
	t.Helper()
	g := find(t, game)
	s := settings(t, g, variant, set...)
	p, err := g.Start(s)
	if position != "" {
		p, err = g.Read(s, position)
	}
	if err != nil {
		t.Fatal(err)
	}
	return sitDown(t, Options{Start: p})
}

func (d *desk) send(msg tea.Msg) {
	_, cmd := d.m.Update(msg)
	if cmd != nil {
		d.left = append(d.left, cmd)
	}
}

// names of keys that are not letters.
var keyCodes = map[string]tea.KeyPressMsg{
	"up": {Code: tea.KeyUp}, "down": {Code: tea.KeyDown}, "left": {Code: tea.KeyLeft}, "right": {Code: tea.KeyRight},
	"enter": {Code: tea.KeyEnter}, "esc": {Code: tea.KeyEscape}, "tab": {Code: tea.KeyTab}, "home": {Code: tea.KeyHome}, "end": {Code: tea.KeyEnd},
	"backspace": {Code: tea.KeyBackspace}, "delete": {Code: tea.KeyDelete}, "pgup": {Code: tea.KeyPgUp}, "pgdown": {Code: tea.KeyPgDown},
	"shift+tab": {Code: tea.KeyTab, Mod: tea.ModShift}, "ctrl+c": {Code: 'c', Mod: tea.ModCtrl}, "space": {Code: tea.KeySpace, Text: " "},
	"ctrl+u": {Code: 'u', Mod: tea.ModCtrl}, "ctrl+w": {Code: 'w', Mod: tea.ModCtrl}, "ctrl+k": {Code: 'k', Mod: tea.ModCtrl},
}

func keyMsg(name string) tea.KeyPressMsg {
	if k, ok := keyCodes[name]; ok {
		return k
	}
	r := []rune(name)[0]
	return tea.KeyPressMsg{Code: r, Text: name}
}

// keys presses keys, one a word.
func (d *desk) keys(names ...string) {
	for _, list := range names {
		for name := range strings.FieldsSeq(list) {
			d.send(keyMsg(name))
		}
	}
}

// write types a text letter by letter.
func (d *desk) write(text string) {
	for _, r := range text {
		if r == ' ' {
			d.keys("space")
			continue
		}
		d.send(keyMsg(string(r)))
	}
}

// run runs the commands that wait, until done says so or nothing is left to run.
func (d *desk) run(done func() bool) {
	d.Helper()
	deadline := time.After(20 * time.Second)
	for !done() && len(d.left) > 0 {
		cmd := d.left[0]
		d.left = d.left[1:]
		got := make(chan tea.Msg, 1)
		go func() { got <- cmd() }()
		select {
		case msg := <-got:
			if batch, ok := msg.(tea.BatchMsg); ok {
				d.left = append(d.left, batch...)
			} else if msg != nil {
				d.send(msg)
			}
		case <-deadline:
			d.Fatal("the program does not answer")
		}
	}
	if !done() {
		d.Fatal("the program has stopped short")
	}
}

// screen returns what is seen, without colours.
func (d *desk) screen() string {
	var b strings.Builder
	text := d.m.View().Content
	for i := 0; i < len(text); i++ {
		if text[i] == 0x1b {
			for text[i] != 'm' {
				i++
			}
			continue
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// sees reports an error unless the screen has a text, its line breaks aside.
func (d *desk) sees(want string) {
	d.Helper()
	if got := strings.Join(strings.Fields(d.screen()), " "); !strings.Contains(got, want) {
		d.Errorf("the screen does not say %q:\n%s", want, d.screen())
	}
}

func (d *desk) seesNot(unwanted string) {
	d.Helper()
	if got := strings.Join(strings.Fields(d.screen()), " "); strings.Contains(got, unwanted) {
		d.Errorf("the screen says %q:\n%s", unwanted, d.screen())
	}
}

// to moves the cursor to a site with the keys of the cursor.
func (d *desk) to(name string) {
	d.Helper()
	b := &d.m.table.base.board
	want := kibaho.Site(slices.Index(b.Names, name))
	d.send(tea.WindowSizeMsg{Width: d.m.w, Height: d.m.h})
	d.m.View()
	for range 200 {
		t := d.m.table
		if t.cursor == want {
			return
		}
		r0, c0 := d.m.plan.grid(t.cursor)
		r1, c1 := d.m.plan.grid(want)
		switch {
		case r1 < r0:
			d.keys("up")
		case r1 > r0:
			d.keys("down")
		case c1 < c0:
			d.keys("left")
		default:
			d.keys("right")
		}
		d.m.View()
	}
	d.Fatalf("the keys do not lead to %s", name)
}

// points chooses sites by their names.
func (d *desk) points(names ...string) {
	d.Helper()
	for _, list := range names {
		for name := range strings.FieldsSeq(list) {
			d.to(name)
			d.keys("enter")
		}
	}
}

// types types a move.
func (d *desk) types(moves ...string) {
	for _, text := range moves {
		d.keys("/")
		d.write(text)
		d.keys("enter")
	}
}

// played returns the turns of the game as they are written.
func (d *desk) played() string {
	var texts []string
	for _, t := range d.m.table.game.Turns() {
		texts = append(texts, t.Text)
	}
	return strings.Join(texts, " ")
}

func (d *desk) plays(want string) {
	d.Helper()
	if got := d.played(); got != want {
		d.Errorf("played %q, want %q\n%s", got, want, d.screen())
	}
}

// legal reports an error unless the position on the board follows from legal
// decisions.
func legal(t testing.TB, g *play.Game) {
	t.Helper()
	p := g.Start()
	for i, ply := range g.Plies() {
		moves := p.Moves()
		at := slices.IndexFunc(moves, func(m games.Move) bool { return m.Text == ply.Move.Text })
		if at < 0 {
			t.Fatalf("decision %d, %s, is not legal in %s", i, ply.Move.Text, p)
		}
		p = p.Play(moves[at])
	}
	if !p.Same(g.Position()) {
		t.Fatalf("the board shows %s, the decisions lead to %s", g.Position(), p)
	}
}
