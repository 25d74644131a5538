package tui

import (
	"fmt"
	"strings"

	"kibaho"
	"kibaho/games"
)

// strip writes lines under the board until there is no room left.
type strip struct {
	m       *model
	c       *canvas
	x, y, w int
	end     int
}

// line writes a text, on as many lines as it takes and there are.
func (s *strip) line(p pen, text string) {
	if text == "" {
		return
	}
	lines := wrap(text, s.w)
	for i, line := range lines {
		if s.y >= s.end {
			return
		}
		if s.y == s.end-1 && i < len(lines)-1 {
			line = cut(line+" "+lines[i+1], s.w)
		}
		s.c.text(s.x, s.y, s.w, p, line)
		s.y++
	}
}

// answers writes the keys of a question.
func (s *strip) answers(list []answer) {
	var items [][2]string
	for _, a := range list {
		key := a.key
		if key == "esc" {
			key = "Esc"
		}
		items = append(items, [2]string{key, a.says})
	}
	s.items(items)
}

// choices writes what may be answered by a key, and the answers that are given
// by pointing.
func (s *strip) choices(list []choice) {
	var items [][2]string
	for _, c := range list {
		key := c.step.Key
		if key == "" {
			key = capital(c.step.Says)
		}
		text := c.step.Says
		if len(list) > 4 {
			text = short(c)
		}
		items = append(items, [2]string{key, text})
	}
	if n := len(list); n > 0 && n < len(s.m.table.narrow.Next()) {
		items = append(items, [2]string{"", "or another move"})
	}
	s.items(items)
}

// short says what a choice is worth where there are many.
func short(c choice) string {
	n := 0
	for _, e := range c.gains {
		if e.Kind == kibaho.Take {
			n += e.N
		}
	}
	if n == 0 {
		return c.step.Says
	}
	return fmt.Sprintf("+%d", n)
}

// items writes keys with their meanings, as buttons.
func (s *strip) items(items [][2]string) {
	if len(items) == 0 || s.y >= s.end {
		return
	}
	l := &s.m.look
	x := s.x
	gap := 2
	if len(items) > 6 {
		gap = 1
	}
	for _, it := range items {
		need := width(it[0]) + width(it[1]) + 3
		if x > s.x && x+need > s.x+s.w {
			if s.y+1 >= s.end {
				s.c.text(x, s.y, 2, l.quiet, "..")
				break
			}
			s.y++
			x = s.x
		}
		key := pen{bold: true, reverse: true}
		if l.rich {
			key = l.focus()
		}
		text := " " + it[0] + " "
		if !l.rich {
			text = "[" + it[0] + "]"
		}
		if it[0] == "" {
			text = ""
		}
		x = s.c.text(x, s.y, s.w, key, text)
		x = s.c.text(x+1, s.y, max(s.x+s.w-x-1, 0), pen{}, strings.TrimSpace(it[1])) + gap
	}
	s.y++
}

// adviceLine is a line that the engine advises.
type adviceLine struct{ games.Line }
