package tui

import (
	"strings"

	"kibaho"
)

// show lays an overlay over the screen.
func (m *model) show(o overlay) {
	m.overlay, m.scroll = o, 0
	switch o {
	case rulesOverlay:
		// At the rule that a refusal has just named, if any.
		if m.screen == tableScreen && m.table.notice.kind == warned {
			m.scroll = m.ruleLine(m.table.notice.text)
		}
	case movesOverlay:
		m.scroll = 1 << 20 // the end
	}
}

func (m *model) overlayKey(key string) {
	switch key {
	case "up":
		m.scroll--
	case "down":
		m.scroll++
	case "pgup":
		m.scroll -= m.h - 4
	case "pgdown", "space":
		m.scroll += m.h - 4
	case "home":
		m.scroll = 0
	case "end":
		m.scroll = 1 << 20
	case "i":
		m.show(rulesOverlay)
	case "?":
		m.show(helpOverlay)
	case "m":
		if m.screen == tableScreen {
			m.show(movesOverlay)
		}
	default:
		m.overlay = noOverlay
	}
	m.scroll = max(m.scroll, 0)
}

// para is a line of an overlay.
type para struct {
	pen  pen
	left string // in a column of its own
	text string
	deep int // columns before it
}

// scrolled draws lines, from m.scroll on, and keeps m.scroll within them.
func (m *model) scrolled(c *canvas, list []para, column int) {
	wide := min(m.w-2, 100)
	type line struct {
		para
		first bool
	}
	var lines []line
	for _, p := range list {
		for i, text := range wrap(p.text, wide-column-p.deep) {
			p.text = text
			lines = append(lines, line{p, i == 0})
		}
	}
	room := m.h - 3
	m.scroll = min(max(m.scroll, 0), max(0, len(lines)-room))
	for i, p := range lines[m.scroll:min(len(lines), m.scroll+room)] {
		if p.first {
			c.text(1+p.deep, 2+i, column, m.look.brand.strong(), p.left)
		}
		c.text(1+column+p.deep, 2+i, wide-column-p.deep, p.pen, p.text)
	}
	keys := [][2]string{{"up down", "scroll"}, {"Esc", "back"}}
	if len(lines) <= room {
		keys = keys[1:]
	}
	m.drawFooter(c, append(keys, [2]string{"?", "keys"}, [2]string{"i", "rules"}))
}

// drawHelp draws the keys and the marks.
func (m *model) drawHelp(c *canvas) {
	m.drawBrand(c, "keys")
	var list []para
	for _, cmd := range commands {
		if cmd.text != "" {
			list = append(list, para{left: cmd.name, text: cmd.text})
		}
	}
	list = append(list,
		para{}, para{pen: m.look.brand.strong(), text: "When something is asked"},
		para{text: "The answers stand under the board with their keys. They can be given with the key, by pointing at a marked site, or in the move as it is typed."},
		para{}, para{pen: m.look.brand.strong(), text: "Marks"},
	)
	for _, s := range []struct {
		state ring
		says  string
	}{
		{lit, "may be chosen"},
		{chosen, "chosen, or where the sowing is"},
		{lifted, "where the move begins or began"},
		{passed, "sown in this lap"},
		{take, "would be taken, or was taken"},
		{lastTo, "where the last move ended"},
		{refused, "pointed at in vain"},
		{hinted, "the engine's advice"},
	} {
		b := m.look.border(s.state)
		list = append(list, para{left: b.ul + b.h + b.h + b.ur, text: s.says})
	}
	list = append(list,
		para{left: "[ ]", text: "the cursor"},
		para{left: m.look.sign(signUnplayed), text: "men not yet played upon"},
		para{left: m.look.sign(signBack), text: "a sowing may turn back here"},
		para{left: m.look.sign(signHuff), text: "may be huffed"},
	)
	m.scrolled(c, list, 12)
}

// rulesOf returns the facts and settings whose rules are shown.
func (m *model) rulesOf() (*kibaho.Facts, kibaho.Settings, bool) {
	if m.screen == menuScreen {
		s, err := m.menu.settings()
		if err != nil {
			s, err = m.menu.facts().Settings(m.menu.facts().Variants[m.menu.variant].Name)
		}
		return m.menu.facts(), s, err == nil
	}
	return m.table.facts(), m.table.game.Start().Settings(), true
}

func (m *model) ruleParas() []para {
	facts, s, ok := m.rulesOf()
	if !ok {
		return nil
	}
	list := []para{{pen: m.look.brand.strong(), text: facts.Title + ": " + s.String()}, {text: facts.About}}
	rules := append(append([]kibaho.Rule{}, facts.Rules...), kibaho.Customs...)
	for _, r := range rules {
		list = append(list, para{}, para{left: r.No, pen: pen{}.strong(), text: r.Title})
		if r.Text != "" {
			list = append(list, para{text: r.Text})
		}
		for _, reading := range r.Readings {
			if reading.Plays(s) {
				list = append(list, para{pen: m.look.live, text: "Here: " + reading.Text + cite(reading.Source)})
			}
		}
		for _, reading := range r.Readings {
			if !reading.Plays(s) {
				list = append(list, para{pen: m.look.quiet, text: "Elsewhere (" + reading.When + "): " + reading.Text + cite(reading.Source)})
			}
		}
		if r.Source != "" {
			list = append(list, para{pen: m.look.quiet, text: "Source: " + r.Source})
		}
	}
	return list
}

func cite(source string) string {
	if source == "" {
		return ""
	}
	return " [" + source + "]"
}

func (m *model) drawRules(c *canvas) {
	m.drawBrand(c, "the rules as this table plays them")
	m.scrolled(c, m.ruleParas(), 6)
}

// ruleLine returns the line of the rules at which a rule that a text names
// begins, or 0.
func (m *model) ruleLine(text string) int {
	wide := min(m.w-2, 100)
	at := 0
	for _, p := range m.ruleParas() {
		if p.left != "" && (strings.Contains(text, "("+p.left+")") || strings.Contains(text, "("+p.left+",")) {
			return at
		}
		at += len(wrap(p.text, wide-6))
	}
	return 0
}

// drawMoves draws all moves of the game.
func (m *model) drawMoves(c *canvas) {
	t := m.table
	m.drawBrand(c, t.facts().Title+": the moves")
	if len(t.game.Plies()) == 0 {
		c.text(1, 2, m.w-2, m.look.quiet, "Nothing has been played yet.")
	}
	m.scroll = m.drawMoveList(c, rect{1, 2, m.w - 2, m.h - 3}, m.scroll)
	m.drawFooter(c, [][2]string{{"up down", "scroll"}, {"Esc", "back"}})
}
