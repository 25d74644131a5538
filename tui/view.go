package tui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"kibaho"
	"kibaho/play"
)

// The least screen on which anything is drawn.
const (
	leastWidth  = 40
	leastHeight = 12
)

// Lines of the table's screen beside the board: the header, a line for each
// player, the strip and the keys.
const (
	headLines  = 1
	stripLines = 2
	besides    = headLines + 2 + stripLines + 1
)

// panelWidth is how wide the list of moves beside the board is at least and at
// most.
const (
	leastPanel = 19
	mostPanel  = 38
)

func (m *model) View() tea.View {
	c := newCanvas(m.w, m.h)
	v := tea.NewView("")
	v.AltScreen = true
	v.MouseMode = tea.MouseModeCellMotion
	v.WindowTitle = "kibaho"
	m.plan = nil
	switch {
	case m.w < leastWidth || m.h < leastHeight:
		m.small(c, leastWidth, leastHeight)
	case m.overlay == helpOverlay:
		m.drawHelp(c)
	case m.overlay == rulesOverlay:
		m.drawRules(c)
	case m.overlay == movesOverlay:
		m.drawMoves(c)
	case m.screen == menuScreen:
		v.Cursor = m.drawMenu(c)
	case m.screen == handsScreen:
		m.drawHands(c)
	default:
		v.WindowTitle = "kibaho: " + m.table.facts().Title
		v.Cursor = m.drawTable(c)
	}
	v.Content = c.String()
	return v
}

// small says how large the window must be.
func (m *model) small(c *canvas, w, h int) {
	lines := wrap(fmt.Sprintf("This needs %d x %d; the window has %d x %d. Make it larger, or q to leave.", w, h, m.w, m.h), max(m.w, 1))
	for i, line := range lines {
		c.text(0, i, m.w, pen{}, line)
	}
}

// measure says what the plan of the board depends on.
func (m *model) measure(w, h int) measure {
	t := m.table
	b := &t.base.board
	return measure{b.Shape, b.Rows, b.Columns, t.flip, t.stores, w, h}
}

// layout is where the parts of the table's screen are.
type layout struct {
	plan  plan
	board rect
	panel rect // w 0: none
	strip int  // the first line of the strip
	lines int  // of the strip
	far   int  // lines of the players
	near  int
}

// lay finds the largest board that leaves room for the list of moves, or if
// there is none the largest at all.
func (m *model) lay() (layout, bool) {
	room := m.h - besides
	p, ok := newPlan(m.measure(m.w-leastPanel-2, room))
	if !ok {
		p, ok = newPlan(m.measure(m.w, room))
	}
	w, h := p.size()
	l := layout{plan: p}
	if !ok {
		l.board = rect{0, 0, w, h}
		return l, false
	}
	if q, _ := newPlan(m.measure(m.w, room)); m.w < 100 {
		// In a narrow window a clearly larger board is worth more than the list.
		if qw, qh := q.size(); qh > h || qw*10 > w*12 && h < 16 {
			p, w, h = q, qw, qh
			l.plan = p
		}
	}
	spare := m.h - besides - h
	top := headLines + spare/3
	l.far = top
	l.board = rect{0, top + 1, w, h}
	l.near = top + 1 + h
	l.strip = l.near + 1 + min(1, spare/6)
	l.lines = min(m.h-1-l.strip, 6)
	if side := m.w - w - 2; side >= leastPanel {
		side = min(side, mostPanel)
		l.board.x = (m.w - w - 2 - side) / 2
		l.panel = rect{l.board.x + w + 2, l.far, side, h + 2}
	} else {
		l.board.x = (m.w - w) / 2
	}
	return l, true
}

func (m *model) drawTable(c *canvas) *tea.Cursor {
	t := m.table
	l, ok := m.lay()
	if !ok {
		m.small(c, max(l.board.w, leastWidth), l.board.h+besides)
		return nil
	}
	m.plan, m.board = l.plan, l.board
	m.drawHeader(c)
	far, near := kibaho.Second, kibaho.First
	if t.flip {
		far, near = near, far
	}
	m.drawPlayer(c, far, l.board.x, l.far, l.board.w)
	m.drawPlayer(c, near, l.board.x, l.near, l.board.w)
	l.plan.paint(c, l.board.x, l.board.y, &m.look, m.scene())
	if l.panel.w > 0 {
		m.drawPanel(c, l.panel)
	}
	cursor := m.drawStrip(c, l)
	m.drawKeys(c)
	return cursor
}

func (m *model) drawHeader(c *canvas) {
	t, l := m.table, &m.look
	zig := "▚▞"
	if l.ascii {
		zig = "/\\"
	}
	x := c.text(1, 0, 2, l.brand, zig)
	x = c.text(x+1, 0, m.w, l.brand.strong(), "kibaho")
	facts := t.facts()
	s := t.game.Start().Settings()
	text := facts.Title
	sep := " " + l.sign(signSep) + " "
	if s.Variant() != facts.Variants[0].Name {
		text += sep + "variant " + s.Variant()
	}
	if n := len(s.Set()); n > 0 {
		text += sep + strings.Join(s.Set(), " ")
	}
	right := ""
	if points, ok := t.score(); ok {
		game := len(t.match.Played()) + 1
		if t.counted {
			game--
		}
		right = fmt.Sprintf("game %d of %d%s%s %s %s %s", game, max(t.length, game), sep, t.players[0].Name, points1(points[0]), points1(points[1]), t.players[1].Name)
	}
	room := m.w - x - 4
	c.text(x+2, 0, room-width(right), pen{}.strong(), text)
	if right != "" {
		c.text(max(x+2, m.w-1-width(right)), 0, room, l.gold, right)
	}
}

// points1 writes points with halves.
func points1(p float64) string { return strconv.FormatFloat(p, 'f', -1, 64) }

// drawPlayer writes the line of a side: who plays it, whether it is to move, and
// what it has taken and has left.
func (m *model) drawPlayer(c *canvas, side kibaho.Side, x, y, w int) {
	t, l := m.table, &m.look
	facts := t.facts()
	p := t.seat(side)
	toMove := !t.game.Over() && t.game.Position().Turn() == side
	if t.film != nil {
		toMove = t.film.side == side
	}
	at := x
	if b := t.base.board; b.Shape != kibaho.Pits {
		at = c.text(at, y, 2, pen{bold: true}, l.sideSign(facts, side)) + 1
	}
	at = c.text(at, y, w/2, pen{}.strong(), p.Name)
	if p.Name != facts.Sides[side] {
		at = c.text(at+1, y, 12, l.quiet, facts.Sides[side])
	}
	if p.Engine && !strings.EqualFold(p.Name, "engine") {
		at = c.text(at+1, y, 18, l.quiet, "engine")
	}
	right := m.counts(side)
	room := x + w - width(right) - at - 3
	switch {
	case toMove && m.think.purpose == toPlay && m.think.side == side:
		text := "thinking"
		if a := m.think.analysis; m.hints && len(a.Lines) > 0 {
			text = fmt.Sprintf("depth %d, %s", a.Depth, score(a.Lines[0]))
		}
		c.text(at+2, y, room, l.live, l.sign(signTurn)+" "+text)
	case toMove && t.film == nil:
		c.text(at+2, y, room, l.live.strong(), l.sign(signTurn)+" to move")
	}
	c.text(x+w-width(right), y, w, l.quiet, right)
}

// sideSign is the mark of a side's men, as the plain boards draw them.
func (l *look) sideSign(facts *kibaho.Facts, side kibaho.Side) string {
	if facts.Sides[side] == "White" {
		return l.sign(signFirst)
	}
	return l.sign(signSecond)
}

// counts says what a side has taken and has left.
func (m *model) counts(side kibaho.Side) string {
	t := m.table
	b := &t.base.board
	taken := t.taken[side]
	if t.film != nil {
		f := &t.film.frames[t.film.at]
		b = &f.board
	}
	left := 0
	for site, k := range b.At {
		switch {
		case b.Shape == kibaho.Pits:
			if (site < len(b.At)/2) == (side == kibaho.First) {
				left += int(k)
			}
		case k != kibaho.NoPiece && sideOf(k) == side:
			left++
		}
	}
	text := count(left, t.facts().Seeds)
	if taken > 0 {
		text = fmt.Sprintf("%d taken %s %s", taken, m.look.sign(signSep), text)
	}
	return text
}

// drawKeys writes the keys that matter now.
func (m *model) drawKeys(c *canvas) {
	t := m.table
	var keys [][2]string
	switch {
	case m.typing == aMove:
		keys = [][2]string{{"Enter", "play"}, {"Esc", "back to the board"}}
	case m.typing == aFile:
		keys = [][2]string{{"Enter", "save"}, {"Esc", "not now"}}
	case t.film != nil:
		keys = [][2]string{{"any key", "ends the show"}}
	case t.ask != nil:
	case t.game.Over():
		keys = [][2]string{{"n", "new game"}, {"u", "take back"}, {"m", "moves"}, {"s", "save"}, {"?", "help"}, {"q", "leave"}}
	default:
		keys = [][2]string{{"Enter", "choose"}, {"/", "type"}, {"u", "undo"}, {"h", "hint"}, {"f", "flip"}, {"m", "moves"}, {"d", "draw"}, {"?", "help"}, {"q", "leave"}}
	}
	m.drawFooter(c, keys)
}

// drawStrip writes what is asked, what was refused and what the cursor is at.
// It returns the cursor of the line of input, if that is open.
func (m *model) drawStrip(c *canvas, l layout) *tea.Cursor {
	s := strip{m: m, c: c, x: 1, y: l.strip, w: m.w - 2, end: l.strip + l.lines}
	t := m.table
	if m.typing != nothing {
		return m.drawEntry(&s)
	}
	switch {
	case t.ask != nil:
		s.line(m.look.gold.strong(), t.ask.text)
		s.answers(t.ask.answers)
		return nil
	case t.film != nil:
		f := &t.film.frames[t.film.at]
		s.line(m.look.gold, f.caption(t.facts().Seeds))
		return nil
	case t.game.Over():
		s.line(m.look.gold.strong(), t.result())
	case t.notice.text != "":
	default:
		s.line(pen{}, m.situation())
	}
	if n := t.notice; n.text != "" {
		p := m.look.gold
		text := n.text
		if n.kind == warned {
			p = m.look.alarm.strong()
			text = m.look.sign(signNo) + " " + text
		}
		s.line(p, text)
	}
	if t.mine() {
		s.choices(t.choices())
	}
	for _, line := range m.advice() {
		worth := score(line.Line) + " at " + effort(m.think.analysis)
		if says := line.Says(t.game.Position()); says != "" {
			worth = says
		}
		s.line(m.look.live, m.look.sign(signStar)+" "+worth+": "+strings.Join(line.Turns, " "))
	}
	if m.kept != nil {
		s.line(m.look.alarm, "The game cannot be kept: "+m.kept.Error())
	}
	if !t.game.Over() {
		s.line(m.look.quiet, t.describe(t.cursor))
	}
	return nil
}

// situation says in words what is to be done.
func (m *model) situation() string {
	t := m.table
	side := t.title(t.game.Position().Turn())
	if !t.mine() {
		if t.paused {
			return side + " waits. p lets the engine play."
		}
		return m.lastWords(side + " thinks.")
	}
	if move, rest, ok := t.narrow.Ready(); ok {
		text := "Enter plays " + move.Text + "; Esc goes back."
		if len(rest) > 0 && len(rest[0].Sites) > 0 {
			text = fmt.Sprintf("Only %s is possible: Enter plays it, Esc goes back.", move.Text)
		}
		return text
	}
	if t.narrow.Begun() {
		text := t.chosenWords()
		if _, ok := t.narrow.Stop(); ok {
			return text + ": go on to a marked site, or stop here with Enter or a full stop."
		}
		return text + ": choose what comes next; Esc goes back."
	}
	if claim := t.game.Claim(); claim != play.NoClaim {
		return side + " may claim a draw with d."
	}
	if t.game.Position().MidTurn() {
		return side + " goes on:"
	}
	return m.lastWords(side + " to move.")
}

// lastWords adds what the last turn did.
func (m *model) lastWords(text string) string {
	t := m.table
	turns := t.game.Turns()
	if len(turns) == 0 {
		return text
	}
	turn := turns[len(turns)-1]
	last := t.facts().Sides[turn.Side] + " played " + turn.Text
	if n := t.last.tally.Captured; n > 0 {
		last += ", took " + count(n, t.facts().Seeds)
	}
	if n := t.last.tally.Laps; n > 1 {
		last += fmt.Sprintf(", in %d laps", n)
	}
	return last + ". " + text
}

func (m *model) drawEntry(s *strip) *tea.Cursor {
	label := "Move: "
	if m.typing == aFile {
		label = "File: "
	}
	t := m.table
	y := s.y
	x := s.c.text(s.x, y, s.w, m.look.brand.strong(), label)
	value := m.entry.String()
	shown, column := m.entry.window(s.w - width(label) - 1)
	s.c.text(x, y, s.w, pen{}, shown)
	cursor := tea.NewCursor(min(x+column, m.w-1), y)
	s.y++
	if n := t.notice; n.text != "" {
		p := m.look.quiet
		text := n.text
		if n.kind == warned {
			p, text = m.look.alarm.strong(), m.look.sign(signNo)+" "+text
		}
		s.line(p, text)
		return cursor
	}
	if m.typing == aMove {
		var fits []string
		for _, move := range t.moves {
			if strings.HasPrefix(move.Text, value) && !slices.Contains(fits, move.Text) {
				fits = append(fits, move.Text)
			}
		}
		slices.Sort(fits)
		if len(fits) > 0 {
			s.line(m.look.quiet, strings.Join(fits, "  "))
		}
	}
	return cursor
}
