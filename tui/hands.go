package tui

import (
	"fmt"

	"kibaho"
	"kibaho/play"
)

// hands is the draw for the first game: a man of each colour is hidden, and the
// hand that is chosen gives the colour (DR11, M1).
type hands struct {
	setup   setup
	hidden  play.Hands
	hider   int // player that has hidden the men
	left    bool
	opened  bool
	chosen  kibaho.Side
	failing string
}

func newHands(s setup, r *kibaho.Rand) *hands {
	h := &hands{setup: s, hidden: play.Hide(r)}
	// A person chooses if there is one.
	if s.players[1].Engine && !s.players[0].Engine {
		h.hider = 1
	}
	if s.players[0].Engine && s.players[1].Engine {
		h.choose(r.N(2) == 0)
	}
	return h
}

func (h *hands) choose(left bool) {
	h.left, h.opened = left, true
	h.chosen = h.hidden.Choose(left)
}

// leader returns the player that leads by the hand that was chosen.
func (h *hands) leader() int {
	chooser := 1 - h.hider
	if h.chosen == kibaho.First {
		return chooser
	}
	return h.hider
}

func (m *model) handsKey(key string) {
	h := m.hands
	switch {
	case key == "q":
		m.quit()
	case key == "esc":
		m.openMenu()
	case !h.opened && (key == "left" || key == "l"):
		h.choose(true)
	case !h.opened && (key == "right" || key == "r"):
		h.choose(false)
	case h.opened && (key == "enter" || key == "space"):
		s := h.setup
		s.leader = [...]Leader{ByPlayers, Reversed}[h.leader()]
		if err := m.begin(s); err != nil {
			h.failing = explain(err)
		}
	}
}

func (m *model) drawHands(c *canvas) {
	h, l := m.hands, &m.look
	m.drawBrand(c, "who plays first")
	facts := h.setup.game.Facts()
	hider, chooser := h.setup.players[h.hider].Name, h.setup.players[1-h.hider].Name
	y := max(2, m.h/2-6)
	write := func(p pen, text string) {
		for _, line := range wrap(text, min(m.w-4, 70)) {
			c.text((m.w-width(line))/2, y, m.w, p, line)
			y++
		}
	}
	write(pen{}, fmt.Sprintf("%s %s hidden a man of %s in one hand and one of %s in the other.", hider, verb(hider, "has"), facts.Sides[0], facts.Sides[1]))
	y++
	contents := [2]string{"?", "?"}
	if h.opened {
		in := h.chosen
		if !h.left {
			in = in.Other()
		}
		contents[0], contents[1] = facts.Sides[in], facts.Sides[in.Other()]
	}
	const fist = 13
	x := (m.w - 2*fist - 6) / 2
	for i, at := range []int{x, x + fist + 6} {
		state := lit
		if h.opened {
			state = noRing
			if (i == 0) == h.left {
				state = chosen
			}
		}
		paintRing(c, rect{at, y, fist, 5}, l, state, pen{bg: l.bowl})
		ink := l.number
		c.text(at+(fist-width(contents[i]))/2, y+2, fist, ink, contents[i])
		label := [...]string{"left", "right"}[i]
		c.text(at+(fist-width(label))/2, y+5, fist, l.quiet, label)
	}
	y += 7
	keys := [][2]string{{"left", "the left hand"}, {"right", "the right hand"}, {"Esc", "menu"}}
	if !h.opened {
		write(pen{}.strong(), chooser+", which hand?")
	} else {
		leader := h.setup.players[h.leader()].Name
		write(l.gold.strong(), fmt.Sprintf("%s %s chosen %s. %s %s (DR11, M1).", chooser, verb(chooser, "has"), facts.Sides[h.chosen], leader, verb(leader, "leads")))
		keys = [][2]string{{"Enter", "begin"}, {"Esc", "menu"}}
	}
	if h.failing != "" {
		write(l.alarm.strong(), h.failing)
	}
	m.drawFooter(c, keys)
}
