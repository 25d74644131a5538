package tui

import (
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"kibaho"
	"kibaho/games"
	"kibaho/play"
	"kibaho/record"
)

// screen is what is seen.
type screen uint8

const (
	menuScreen screen = iota
	handsScreen
	tableScreen
)

// overlay is what lies over the screen.
type overlay uint8

const (
	noOverlay overlay = iota
	helpOverlay
	rulesOverlay
	movesOverlay
)

// model is the whole state of the program.
type model struct {
	o       Options
	look    look
	profile colorprofile.Profile
	dark    bool
	w, h    int
	rand    *kibaho.Rand
	cmds    []tea.Cmd // to be returned from Update

	screen  screen
	overlay overlay
	scroll  int
	menu    *menu
	hands   *hands
	table   *table

	typing  typing
	entry   entry
	speed   Speed
	hints   bool
	ticks   int // numbers the ticks, so that late ones are known
	think   thinking
	engines map[string]*thinker
	kept    error // why the game could not be kept, if it could not

	board rect // where the board was drawn last
	plan  plan
}

// typing is what the line of input is for.
type typing uint8

const (
	nothing typing = iota
	aMove
	aFile
)

func newModel(o Options) (*model, error) {
	m := &model{
		o: o, speed: o.Speed, hints: o.Hints, dark: true, profile: colorprofile.TrueColor,
		w: 80, h: 24, rand: kibaho.NewRand(o.Seed), engines: map[string]*thinker{},
	}
	if m.o.Shelf == nil {
		m.o.Shelf = games.All
	}
	m.restyle()
	switch {
	case o.Record != nil:
		return m, m.resume(o.Record, o.Players)
	case o.Start != nil:
		m.sit(play.NewGame(o.Start), o.Players)
	case o.Game != nil:
		return m, m.begin(setup{game: o.Game, settings: o.Settings, players: o.Players, length: o.Match, leader: o.Leader})
	default:
		m.openMenu()
	}
	return m, nil
}

// restyle takes the colours that fit the terminal and the game.
func (m *model) restyle() {
	name := ""
	if m.table != nil {
		name = m.table.facts().Name
	}
	m.look = newLook(m.profile, m.dark, m.o.ASCII, name)
}

func (m *model) Init() tea.Cmd {
	return tea.Batch(append(m.flush(), tea.RequestBackgroundColor)...)
}

// flush returns the commands that were asked for and forgets them.
func (m *model) flush() []tea.Cmd {
	cmds := m.cmds
	m.cmds = nil
	return cmds
}

func (m *model) later(cmd tea.Cmd) {
	if cmd != nil {
		m.cmds = append(m.cmds, cmd)
	}
}

func (m *model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.w, m.h = msg.Width, msg.Height
	case tea.BackgroundColorMsg:
		m.dark = msg.IsDark()
		m.restyle()
	case tea.ColorProfileMsg:
		m.profile = msg.Profile
		m.restyle()
	case tea.KeyPressMsg:
		m.key(msg)
	case tea.PasteMsg:
		if m.typing != nothing {
			m.entry.insert(msg.Content)
		}
	case tea.MouseClickMsg:
		if msg.Button == tea.MouseLeft {
			m.click(msg.X, msg.Y)
		}
	case tea.MouseWheelMsg:
		switch msg.Button {
		case tea.MouseWheelUp:
			m.scroll = max(0, m.scroll-3)
		case tea.MouseWheelDown:
			m.scroll += 3
		}
	case tickMsg:
		m.tick(msg)
	case thoughtMsg:
		m.thought(msg)
	}
	if len(m.cmds) == 0 {
		return m, nil
	}
	return m, tea.Batch(m.flush()...)
}

// setup is what a match is made of.
type setup struct {
	game     games.Game
	settings kibaho.Settings
	players  [2]Player
	length   int
	leader   Leader
}

// begin begins a match, or has lots drawn for its first game.
func (m *model) begin(s setup) error {
	for i := range s.players {
		if s.players[i].Name == "" {
			s.players[i].Name = fmt.Sprintf("Player %d", i+1)
			if s.players[i].Engine {
				s.players[i].Name = "Engine"
			}
		}
	}
	if s.players[0].Name == s.players[1].Name {
		// A match tells its players apart by name.
		for i := range s.players {
			s.players[i].Name += fmt.Sprintf(" %d", i+1)
		}
	}
	if s.leader == ByDraw {
		m.hands = newHands(s, m.rand)
		m.screen = handsScreen
		return nil
	}
	leader := 0
	if s.leader == Reversed {
		leader = 1
	}
	ledger, err := m.readLedger()
	if err != nil {
		return err
	}
	match, err := play.NewMatch(s.game, s.settings, [2]string{s.players[0].Name, s.players[1].Name}, leader, ledger)
	if err != nil {
		return err
	}
	return m.nextGame(match, ledger, s.settings, s.players, max(s.length, 1))
}

// nextGame begins the next game of a match.
func (m *model) nextGame(match *play.Match, ledger *play.Ledger, rules kibaho.Settings, players [2]Player, length int) error {
	g, pair, err := match.Begin(m.rand)
	if err != nil {
		return err
	}
	t := newTable(g, players)
	t.match, t.ledger, t.rules, t.pair, t.length, t.leader, t.opening = match, ledger, rules, pair, length, pair.Leader, len(g.Plies())
	m.seated(t)
	if length > 1 || len(match.Played()) > 0 || pair.Opening != nil {
		name := players[pair.Leader].Name
		first, rest, _ := strings.Cut(pair.Why, " ")
		text := name + " " + verb(name, strings.TrimSuffix(first, ",")) + strings.TrimPrefix(first, strings.TrimSuffix(first, ",")) + " " + rest + "."
		if pair.Opening != nil {
			text += " Drawn opening: " + strings.Join(pair.Opening, " ") + "."
			t.notice = notice{said, text}
			return m.writeLedger(ledger)
		}
		t.notice = notice{said, text}
	}
	return nil
}

// sit begins a single game.
func (m *model) sit(g *play.Game, players [2]Player) {
	for i, side := range g.Start().Game().Facts().Sides {
		if players[i].Name == "" {
			players[i].Name = side
		}
	}
	m.seated(newTable(g, players))
}

// seated shows a table that has just been made.
func (m *model) seated(t *table) {
	m.stopThinking()
	t.flip = m.o.Flip
	if !m.o.Flip && t.persons() == 1 {
		t.flip = t.seat(kibaho.First).Engine
	}
	m.table, m.screen, m.overlay, m.typing = t, tableScreen, noOverlay, nothing
	m.engines = map[string]*thinker{} // what was learned is of no use in another game
	m.plan = nil
	m.restyle()
	t.rest()
	if lit := t.narrow.Lit(); len(lit) > 0 {
		t.cursor = lit[0]
	}
	m.settle()
}

// settle goes on when the board is at rest: with the decisions that wait, with
// the engine, or with its advice.
func (m *model) settle() {
	t := m.table
	m.stopThinking()
	t.rest()
	m.kept = m.keep()
	if t.game.Over() {
		t.queue = nil
		return
	}
	if len(t.queue) > 0 {
		next := t.queue[0]
		t.queue = t.queue[1:]
		m.play(next)
		return
	}
	side := t.game.Position().Turn()
	if !t.game.Position().MidTurn() {
		t.began = time.Now()
	}
	switch {
	case !t.seat(side).Engine:
		if m.hints {
			m.advise()
		}
	case t.paused:
	case m.engineClaims(side):
	default:
		m.thinkFor(side)
	}
}

// play plays a legal decision and shows it.
func (m *model) play(move games.Move) {
	t := m.table
	m.stopThinking()
	before := t.game.Position()
	side := before.Turn()
	events := before.Trace(move)
	start := t.base
	seen := min(t.seen, len(events))
	if seen == 0 {
		start = newShown(before.Board())
	}
	if before.MidTurn() {
		// The turn goes on: so do its counts.
		start.tally, start.put = t.last.tally, [2]int{}
	}
	t.game.Play(move)
	t.note()
	after := t.game.Position().Board()
	b := before.Board()
	start.toHand = keeps(&b, &after)
	t.notice, t.ask = notice{}, nil
	m.showFilm(start, events[seen:], side, after, m.settle)
}

// note notes what a turn that is complete took, and what the engine thought of it.
func (t *table) note() {
	if t.game.Position().MidTurn() {
		return
	}
	t.from.Note(len(t.game.Turns())-1, func(n *record.Node) {
		n.Facts = nil // of a turn that was taken back
		if !t.began.IsZero() {
			n.SetSpent(time.Since(t.began))
		}
		if t.thought != nil {
			n.SetEval(*t.thought)
		}
	})
	t.thought = nil
}

// showFilm shows events on the board and then goes on.
func (m *model) showFilm(start shown, events []kibaho.Event, side kibaho.Side, after kibaho.Board, then func()) {
	t := m.table
	if m.speed == Off || len(events) == 0 {
		t.film = nil
		then()
		return
	}
	t.film = &film{frames: show(start, events, side, after, m.speed), side: side, then: then}
	m.nextTick()
}

type tickMsg struct{ id int }

func (m *model) nextTick() {
	m.ticks++
	id := m.ticks
	m.later(tea.Tick(m.table.film.frames[m.table.film.at].lasts, func(time.Time) tea.Msg { return tickMsg{id} }))
}

func (m *model) tick(msg tickMsg) {
	if msg.id != m.ticks || m.table == nil || m.table.film == nil {
		return
	}
	f := m.table.film
	if f.at++; f.at < len(f.frames) {
		m.nextTick()
		return
	}
	m.skip()
}

// skip ends the show at once.
func (m *model) skip() {
	f := m.table.film
	m.ticks++
	m.table.film = nil
	f.then()
}

func (m *model) quit() {
	m.stopThinking()
	m.later(tea.Quit)
}
