package tui

import (
	"fmt"
	"slices"
	"strconv"

	"kibaho"
)

// drawPanel writes the list of moves and what this table plays.
func (m *model) drawPanel(c *canvas, r rect) {
	l := &m.look
	c.text(r.x, r.y, r.w, l.brand.strong(), "Moves")
	plays := m.playing(r.w)
	room := r.h - 1
	if len(plays) > 0 && r.h >= 14 {
		room = r.h - 3 - min(len(plays), r.h/2-2)
	} else {
		plays = nil
	}
	m.drawMoveList(c, rect{r.x, r.y + 1, r.w, room}, 1<<20)
	if plays == nil {
		return
	}
	y := r.y + 2 + room
	c.text(r.x, y, r.w, l.brand.strong(), "This table plays")
	for i, p := range plays[:min(len(plays), r.h-room-3)] {
		x := c.text(r.x, y+1+i, r.w, l.brand, p.rule)
		c.text(r.x+max(5, x-r.x+1), y+1+i, r.w-5, l.quiet, p.text)
	}
}

// moveLine is a numbered line of the list: a turn of each side.
type moveLine struct {
	number string
	turns  [2]string
	now    int // which of the turns was the last, or -1
	drawn  bool
}

func (m *model) moveLines() []moveLine {
	t := m.table
	turns := t.game.Turns()
	var lines []moveLine
	for i, turn := range turns {
		if len(lines) == 0 || turn.Side == kibaho.First || lines[len(lines)-1].turns[1] != "" {
			lines = append(lines, moveLine{number: strconv.Itoa(len(lines) + 1), now: -1})
			if i == 0 && turn.Side == kibaho.Second {
				lines[0].turns[0] = ".."
			}
		}
		last := &lines[len(lines)-1]
		last.turns[turn.Side] = turn.Text
		last.drawn = turn.First < t.opening
		if i == len(turns)-1 {
			last.now = int(turn.Side)
		}
	}
	return lines
}

// drawMoveList draws the numbered moves from a line on, or the last ones, and
// returns the line that it began with. Both sides stand side by side if the
// longest turn leaves room for that, otherwise below each other.
func (m *model) drawMoveList(c *canvas, r rect, from int) int {
	l := &m.look
	half := (r.w - 5) / 2
	type row struct {
		number string
		cells  [2]string
		pens   [2]pen
	}
	var rows []row
	lines := m.moveLines()
	abreast := !slices.ContainsFunc(lines, func(line moveLine) bool { return max(width(line.turns[0]), width(line.turns[1])) > half })
	for _, line := range lines {
		var pens [2]pen
		for side := range pens {
			switch {
			case line.now == side:
				pens[side] = l.gold.strong()
			case line.drawn:
				pens[side] = l.quiet
			}
		}
		if abreast {
			rows = append(rows, row{line.number, line.turns, pens})
			continue
		}
		number := line.number
		for side, text := range line.turns {
			if text == "" || text == ".." {
				continue
			}
			for i, part := range wrap(text, r.w-7) {
				indent := ""
				if i > 0 {
					indent = "  "
				}
				rows = append(rows, row{number, [2]string{indent + part}, [2]pen{pens[side]}})
				number = ""
			}
		}
	}
	from = min(max(from, 0), max(0, len(rows)-r.h))
	for i, row := range rows[from:min(len(rows), from+max(r.h, 0))] {
		c.text(r.x, r.y+i, 4, l.quiet, fmt.Sprintf("%3s", row.number))
		for side, text := range row.cells {
			c.text(r.x+5+side*(half+1), r.y+i, r.w-5, row.pens[side], text)
		}
	}
	return from
}

// plays is a rule in force in a few words.
type plays struct{ rule, text string }

// playing lists the answers that this table gives to the open questions, in as
// many words as there is room for.
func (m *model) playing(w int) []plays {
	facts := m.table.facts()
	s := m.table.game.Start().Settings()
	var list []plays
	for _, o := range facts.Options {
		if o.Match || len(o.Values) == 0 {
			continue
		}
		for _, v := range o.Values {
			if v.Name == s.Value(o.Name) {
				text := o.Name + ": " + v.Name
				if width(text) > w-5 {
					text = v.Name
				}
				list = append(list, plays{o.Rule, text})
			}
		}
	}
	return list
}
