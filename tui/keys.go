package tui

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"kibaho"
	"kibaho/play"
)

// command is something a key does at the table.
type command struct {
	keys []string // as [tea.KeyPressMsg] writes them; the first is shown
	name string   // as shown
	text string   // in the help
	do   func(*model)
}

// commands are the keys of the table, in the order of the help. The keys of a
// question come before them.
var commands []command

func init() {
	// In init, for the commands use functions that list them.
	commands = []command{
		{[]string{"arrows"}, "arrows", "move over the board; Home and End to the ends of a row", nil},
		{[]string{"tab"}, "Tab", "to the next site that can be chosen; Shift+Tab back", func(m *model) { m.table.nextLit(1) }},
		{[]string{"shift+tab"}, "", "", func(m *model) { m.table.nextLit(-1) }},
		{[]string{"enter", "space"}, "Enter", "choose the site; again on it: stop, or confirm", (*model).enter},
		{[]string{"esc", "backspace"}, "Esc", "one step back within a move", (*model).back},
		{[]string{"/", ":"}, "/", "type a move (a digit begins one too)", func(m *model) { m.open(aMove, "") }},
		{[]string{"u", "ctrl+z"}, "u", "take back a turn", (*model).undo},
		{[]string{"r", "ctrl+y"}, "r", "play it again", (*model).redo},
		{[]string{"h"}, "h", "hints: the engine's best move and its thoughts, on or off", (*model).toggleHints},
		{[]string{"f"}, "f", "turn the board", func(m *model) { m.table.flip = !m.table.flip; m.plan = nil }},
		{[]string{"m"}, "m", "all moves", func(m *model) { m.show(movesOverlay) }},
		{[]string{"v"}, "v", "speed of the show: slow, normal, quick, off", (*model).nextSpeed},
		{[]string{"d"}, "d", "claim or offer a draw", (*model).draw},
		{[]string{"x"}, "x", "resign", (*model).resign},
		{[]string{"s"}, "s", "save the game to a file", (*model).save},
		{[]string{"n"}, "n", "new game, or the next of a match", (*model).newGame},
		{[]string{"p"}, "p", "let the engine wait or go on", (*model).pause},
		{[]string{"i"}, "i", "the rules as this table plays them", func(m *model) { m.show(rulesOverlay) }},
		{[]string{"?", "f1"}, "?", "this help", func(m *model) { m.show(helpOverlay) }},
		{[]string{"q", "ctrl+c"}, "q", "leave; the game is kept", (*model).quit},
	}
}

// moves of the cursor, by key.
var arrows = map[string][2]int{"up": {-1, 0}, "down": {1, 0}, "left": {0, -1}, "right": {0, 1}}

func (m *model) key(k tea.KeyPressMsg) {
	name := k.String()
	if name == "ctrl+c" {
		m.quit()
		return
	}
	switch {
	case m.overlay != noOverlay:
		m.overlayKey(name)
	case m.screen == menuScreen:
		m.menuKey(k)
	case m.screen == handsScreen:
		m.handsKey(name)
	case m.table.film != nil:
		m.skip()
	case m.typing != nothing:
		m.typingKey(k)
	default:
		m.tableKey(k)
	}
}

func (m *model) tableKey(k tea.KeyPressMsg) {
	t, name := m.table, k.String()
	if t.ask != nil {
		m.answer(name)
		return
	}
	if d, ok := arrows[name]; ok {
		m.moveCursor(d)
		return
	}
	switch name {
	case "home", "end":
		for range len(t.base.board.At) {
			m.moveCursor([2]int{0, map[string]int{"home": -1, "end": 1}[name]})
		}
		return
	}
	if t.mine() && m.press(k.Text) {
		return
	}
	for _, c := range commands {
		if c.do != nil && slices.Contains(c.keys, name) {
			c.do(m)
			return
		}
	}
	if len(k.Text) == 1 && k.Text[0] >= '0' && k.Text[0] <= '9' {
		m.open(aMove, k.Text)
	}
}

// press answers what the position asks. While a question is all there is, small
// letters do for capitals; beside ordinary moves only the very key counts.
func (m *model) press(key string) bool {
	t := m.table
	if key == "" {
		return false
	}
	if key == "." {
		if next, ok := t.narrow.End(); ok {
			m.narrowed(next)
			return true
		}
		return false
	}
	if m.initial(key) {
		return true
	}
	asking := t.narrow.Stage() == play.Asking || t.narrow.Begun()
	exact := slices.ContainsFunc(t.narrow.Next(), func(s kibaho.Step) bool { return s.Key == key })
	taken := slices.ContainsFunc(commands, func(c command) bool { return slices.Contains(c.keys, key) })
	if !asking && !exact && taken {
		return false
	}
	next, ok := t.narrow.Press(key)
	if ok {
		m.narrowed(next)
	}
	return ok
}

// initial answers with the capital that a keyless answer begins with, as H for
// "huff 15". Where several begin so, it leads the cursor from one to the next.
func (m *model) initial(key string) bool {
	t := m.table
	var steps []kibaho.Step
	at := -1
	for _, step := range t.narrow.Next() {
		if step.Key == "" && len(step.Sites) > 0 && capital(step.Says) == key {
			if slices.Contains(step.Sites, t.cursor) {
				at = len(steps)
			}
			steps = append(steps, step)
		}
	}
	switch len(steps) {
	case 0:
		return false
	case 1:
		next, ok := t.narrow.Take(steps[0])
		if ok {
			m.narrowed(next)
		}
		return ok
	}
	t.cursor = steps[(at+1)%len(steps)].Sites[0]
	t.notice = notice{said, "Enter: " + steps[(at+1)%len(steps)].Says + "."}
	return true
}

// capital returns the first letter of a text as a capital.
func capital(text string) string {
	for _, r := range text {
		return strings.ToUpper(string(r))
	}
	return ""
}

func (m *model) moveCursor(d [2]int) {
	t := m.table
	p := m.plan
	if p == nil {
		p, _ = newPlan(m.measure(1<<10, 1<<10))
	}
	t.cursor = neighbour(p, len(t.base.board.At), t.cursor, d[0], d[1])
	t.refused = -1
}

// enter chooses the site under the cursor.
func (m *model) enter() { m.choose(m.table.cursor) }

func (m *model) choose(site kibaho.Site) {
	t := m.table
	if t.game.Over() {
		t.notice = notice{said, "The game is over. n: a new one, u: take back."}
		return
	}
	if !t.mine() {
		text := "It is the engine's turn."
		if t.paused {
			text += " p lets it play."
		}
		t.notice = notice{said, text}
		return
	}
	t.notice, t.refused = notice{}, -1
	if move, rest, ok := t.narrow.Ready(); ok && len(rest) == 0 && m.o.Confirm && site == t.cursor {
		m.play(move)
		return
	}
	next, ok := t.point(site)
	if !ok {
		t.refused = int(site)
		t.notice = notice{warned, t.why(site)}
		return
	}
	m.narrowed(next)
}

// narrowed takes a choice: plays the decision if it is the only one left, shows
// what is certain by now otherwise.
func (m *model) narrowed(next play.Narrow) {
	t := m.table
	t.narrow = next
	t.notice, t.refused = notice{}, -1
	if move, rest, ok := next.Ready(); ok {
		if !m.o.Confirm && (len(rest) == 0 || len(next.Taken()) > 1) {
			m.play(move)
			return
		}
	}
	p := t.game.Position()
	side := p.Turn()
	events := t.preview()
	start := t.base
	if len(events) < t.seen {
		start, t.seen = newShown(p.Board()), 0
	}
	b, after := p.Board(), p.Play(next.Moves()[0]).Board()
	start.toHand = keeps(&b, &after)
	end := start.clone()
	for _, e := range events[t.seen:] {
		end.apply(e, side, &end.board)
	}
	fresh := events[t.seen:]
	t.seen = len(events)
	m.showFilm(start, fresh, side, end.board, func() {
		t.base = end
		t.base.hand, t.base.handAt = 0, -1
		m.toChoice()
	})
}

// toChoice brings the cursor to where the next choice is made: the stone itself
// where the turn may end, otherwise a site that can be chosen.
func (m *model) toChoice() {
	t := m.table
	if _, rest, ok := t.narrow.Ready(); ok {
		if len(rest) > 0 && len(rest[0].Sites) > 0 {
			t.cursor = rest[0].Sites[0]
		}
		return
	}
	if _, ok := t.narrow.Stop(); ok {
		if at, ok := t.narrow.At(); ok {
			t.cursor = at
			return
		}
	}
	t.toLit()
}

// back goes one step back: within a move, and within a turn of several decisions.
func (m *model) back() {
	t := m.table
	t.notice, t.refused = notice{}, -1
	if prev, ok := t.narrow.Back(); ok {
		site, had := t.narrow.At()
		t.narrow = prev
		m.rewind()
		if had {
			t.cursor = site
		}
		return
	}
	if t.game.Position().MidTurn() && t.mine() && t.game.CanUndo() {
		t.game.Undo()
		m.settle()
	}
}

// rewind shows the board as it is with the choices that are left.
func (m *model) rewind() {
	t := m.table
	p := t.game.Position()
	b := p.Board()
	t.base = newShown(b)
	events := t.preview()
	if len(events) > 0 {
		after := p.Play(t.narrow.Moves()[0]).Board()
		t.base.toHand = keeps(&b, &after)
		for _, e := range events {
			t.base.apply(e, p.Turn(), &b)
		}
		t.base.hand, t.base.handAt = 0, -1
	}
	t.seen = len(events)
}

// undo takes back to the last turn of a person's.
func (m *model) undo() {
	t := m.table
	m.stopThinking()
	t.queue = nil
	t.notice = notice{}
	n := 0
	for len(t.game.Plies()) > t.opening {
		t.game.UndoTurn()
		n++
		if t.persons() == 0 || !t.seat(t.game.Position().Turn()).Engine {
			break
		}
	}
	switch {
	case n == 0 && t.opening > 0:
		t.notice = notice{warned, "The drawn opening cannot be taken back (DR9)."}
	case n == 0:
		t.notice = notice{said, "There is nothing to take back."}
	default:
		t.notice = notice{said, "Taken back. r plays it again."}
	}
	if t.seat(t.game.Position().Turn()).Engine {
		t.paused = true
		t.notice.text += " The engine waits: p lets it play."
	}
	note := t.notice
	m.settle()
	t.notice = note
}

// redo plays again what was taken back, to a turn of a person's.
func (m *model) redo() {
	t := m.table
	m.stopThinking()
	n := 0
	for t.game.CanRedo() {
		t.game.RedoTurn()
		n++
		if t.persons() == 0 || !t.seat(t.game.Position().Turn()).Engine {
			break
		}
	}
	m.settle()
	if n == 0 {
		t.notice = notice{said, "There is nothing to play again."}
	}
}

func (m *model) toggleHints() {
	m.hints = !m.hints
	if !m.hints {
		if m.think.purpose != toPlay {
			m.stopThinking()
		}
		return
	}
	if m.table.mine() {
		m.advise()
	}
}

func (m *model) nextSpeed() {
	m.speed = m.speed.next()
	m.table.notice = notice{said, "Speed: " + m.speed.String() + "."}
}

func (m *model) pause() {
	t := m.table
	if t.persons() == 2 {
		t.notice = notice{said, "No engine plays at this table."}
		return
	}
	t.paused = !t.paused
	m.settle()
	if t.paused {
		t.notice = notice{said, "The engine waits. p lets it play."}
	}
}

// draw claims a draw if there is one to claim, and offers one otherwise.
func (m *model) draw() {
	t := m.table
	if t.game.Over() {
		t.notice = notice{said, "The game is over."}
		return
	}
	side := t.game.Position().Turn()
	if t.seat(side).Engine {
		side = side.Other()
	}
	if claim := t.game.Claim(); claim != "" && t.mine() {
		what := map[play.Claim]string{
			play.Repetition: fmt.Sprintf("the position has stood %d times (M3)", t.game.Count()),
			play.Quiet:      fmt.Sprintf("%d quiet plies in a row", t.game.Quiet()),
		}[claim]
		m.question("Claim a draw: "+what+"?", answer{"y", "claim", func() {
			if err := t.game.ClaimDraw(); err != nil {
				t.notice = notice{warned, explain(err)}
			}
			m.settle()
		}}, answer{"o", "offer one instead", func() { m.offer(side) }})
		return
	}
	m.offer(side)
}

// offer offers a draw for a side (M2).
func (m *model) offer(side kibaho.Side) {
	t := m.table
	if err := t.game.Offer(side); err != nil {
		t.notice = notice{warned, explain(err)}
		return
	}
	other := side.Other()
	if t.seat(other).Engine {
		if m.engineAccepts(other) {
			_ = t.game.Offer(other)
			m.settle()
			return
		}
		t.game.Decline()
		t.notice = notice{said, t.does(other, "declines") + " the draw."}
		return
	}
	m.question(t.does(side, "offers")+" a draw. "+t.title(other)+":", answer{"y", "accept", func() {
		if err := t.game.Offer(other); err != nil {
			t.notice = notice{warned, explain(err)}
		}
		m.settle()
	}}, answer{"n", "decline", func() {
		t.game.Decline()
		t.notice = notice{said, t.does(other, "declines") + " the draw."}
	}})
}

func (m *model) resign() {
	t := m.table
	if t.game.Over() {
		t.notice = notice{said, "The game is over."}
		return
	}
	side := t.game.Position().Turn()
	if t.seat(side).Engine {
		side = side.Other()
	}
	m.question(t.does(side, "resigns")+"?", answer{"y", "resign", func() {
		if err := t.game.Resign(side); err != nil {
			t.notice = notice{warned, explain(err)}
		}
		m.settle()
	}})
}

// newGame goes on to the next game of the match, or to the menu.
func (m *model) newGame() {
	t := m.table
	over := t.game.Over()
	more := t.match != nil && t.length > 1 && len(t.match.Played())+1 < t.length
	switch {
	case over && more:
		m.nextOfMatch()
	case over:
		m.finish()
		m.openMenu()
	default:
		m.question("Leave this game? It is kept and can be taken up again.", answer{"y", "to the menu", m.openMenu})
	}
}

// nextOfMatch records the game that is over and begins the next one.
func (m *model) nextOfMatch() {
	t := m.table
	m.finish()
	if err := m.nextGame(t.match, t.ledger, t.rules, t.players, t.length); err != nil {
		t.notice = notice{warned, explain(err)}
	}
}

// finish writes the result into the match, once.
func (m *model) finish() {
	t := m.table
	if o, _ := t.game.Outcome(); t.match != nil && !t.counted && o != kibaho.Ongoing {
		if err := t.match.Record(o); err == nil {
			t.counted = true
		}
	}
}

// question asks; Esc always means no.
func (m *model) question(text string, answers ...answer) {
	m.table.ask = &question{text, append(answers, answer{"esc", "no", nil})}
}

func (m *model) answer(key string) {
	t := m.table
	for _, a := range t.ask.answers {
		if strings.EqualFold(a.key, key) || key == "enter" && a.do != nil && len(t.ask.answers) == 2 {
			t.ask = nil
			if a.do != nil {
				a.do()
			}
			return
		}
	}
	if key == "n" || key == "q" {
		t.ask = nil
	}
}

// click chooses the site under the pointer.
func (m *model) click(x, y int) {
	if m.screen == menuScreen && m.overlay == noOverlay {
		m.menuClick(y)
		return
	}
	t := m.table
	if m.screen != tableScreen || m.overlay != noOverlay || t == nil || t.ask != nil || m.plan == nil {
		return
	}
	if t.film != nil {
		m.skip()
		return
	}
	for s := range t.base.board.At {
		if m.plan.site(kibaho.Site(s)).holds(x-m.board.x, y-m.board.y) {
			t.cursor = kibaho.Site(s)
			m.choose(t.cursor)
			return
		}
	}
}

// open opens the line of input.
func (m *model) open(what typing, text string) {
	if what == aMove && !m.table.mine() {
		m.choose(m.table.cursor) // says why not
		return
	}
	m.typing = what
	m.entry.set(text)
	m.table.notice = notice{}
}

func (m *model) typingKey(k tea.KeyPressMsg) {
	switch k.String() {
	case "esc":
		m.typing = nothing
		m.table.notice = notice{}
	case "enter":
		text := strings.TrimSpace(m.entry.String())
		what := m.typing
		if text == "" {
			m.typing = nothing
			return
		}
		if what == aFile {
			m.saveAs(text)
			return
		}
		m.typed(text)
	default:
		m.table.notice = notice{}
		m.entry.key(k)
	}
}

// typed plays what was typed, or says why not and leaves it to be mended.
func (m *model) typed(text string) {
	t := m.table
	moves, err := t.game.Position().Find(text)
	if err != nil {
		t.notice = notice{warned, explain(err)}
		return
	}
	m.typing = nothing
	t.narrow = play.NewNarrow(t.moves)
	m.rewind()
	t.queue = append(t.queue[:0], moves[1:]...)
	m.play(moves[0])
}
