package tui

import (
	"image/color"
	"strings"
	"sync"
	"unicode"

	"charm.land/lipgloss/v2"
)

// pen is how a cell is written. The zero value writes as the terminal does.
type pen struct {
	fg, bg               color.Color
	bold, faint, reverse bool
}

// strong returns the pen in bold.
func (p pen) strong() pen {
	p.bold = true
	return p
}

// cell is one place of the screen. The second half of a wide character is empty.
type cell struct {
	text string
	pen  pen
}

// canvas is the screen as cells. Whatever is written outside of it is lost, so
// nothing that is drawn can be too large.
type canvas struct {
	w, h  int
	cells []cell
}

func newCanvas(w, h int) *canvas {
	c := &canvas{w: max(w, 0), h: max(h, 0)}
	c.cells = make([]cell, c.w*c.h)
	for i := range c.cells {
		c.cells[i].text = " "
	}
	return c
}

// at returns the cell of a place, or nil outside of the canvas.
func (c *canvas) at(x, y int) *cell {
	if x < 0 || y < 0 || x >= c.w || y >= c.h {
		return nil
	}
	return &c.cells[y*c.w+x]
}

// put writes one narrow character.
func (c *canvas) put(x, y int, p pen, text string) {
	if cell := c.at(x, y); cell != nil {
		cell.text, cell.pen = text, p
	}
}

// over writes one narrow character and keeps the ground that is there, unless
// the pen has one of its own.
func (c *canvas) over(x, y int, p pen, text string) {
	if cell := c.at(x, y); cell != nil {
		if p.bg == nil {
			p.bg = cell.pen.bg
		}
		cell.text, cell.pen = text, p
	}
}

// fill writes blanks on a rectangle.
func (c *canvas) fill(x, y, w, h int, p pen) {
	for j := range h {
		for i := range w {
			c.put(x+i, y+j, p, " ")
		}
	}
}

// text writes a line up to limit columns and returns the column after it. What
// does not fit is cut, the cut marked. A pen without a ground keeps the one
// that is there.
func (c *canvas) text(x, y, limit int, p pen, s string) int {
	if width(s) > limit {
		s = cut(s, limit)
	}
	for _, r := range s {
		if !unicode.IsPrint(r) {
			r = '?'
		}
		w := lipgloss.Width(string(r))
		if w == 0 {
			if cell := c.at(x-1, y); cell != nil && x > 0 {
				cell.text += string(r)
			}
			continue
		}
		c.over(x, y, p, string(r))
		if w == 2 {
			c.over(x+1, y, p, "")
		}
		x += w
	}
	return x
}

// width returns the number of columns of a line.
func width(s string) int {
	n := 0
	for _, r := range s {
		if !unicode.IsPrint(r) {
			r = '?'
		}
		n += lipgloss.Width(string(r))
	}
	return n
}

// cut shortens a line to so many columns.
func cut(s string, limit int) string {
	if width(s) <= limit {
		return s
	}
	n := 0
	for i, r := range s {
		w := width(string(r))
		if n+w > limit-2 {
			if limit < 2 {
				return ""
			}
			return s[:i] + ".."
		}
		n += w
	}
	return s
}

// wrap breaks a text into lines of so many columns at most.
func wrap(s string, limit int) []string {
	limit = max(limit, 1)
	var lines []string
	for para := range strings.SplitSeq(s, "\n") {
		line := ""
		for word := range strings.FieldsSeq(para) {
			for width(word) > limit {
				if line != "" {
					lines = append(lines, line)
					line = ""
				}
				part, rest := split(word, limit)
				lines = append(lines, part)
				word = rest
			}
			switch {
			case line == "":
				line = word
			case width(line)+1+width(word) <= limit:
				line += " " + word
			default:
				lines = append(lines, line)
				line = word
			}
		}
		lines = append(lines, line)
	}
	return lines
}

// split divides a word after as many runes as fit, one at least.
func split(word string, limit int) (part, rest string) {
	n := 0
	for i, r := range word {
		w := width(string(r))
		if n+w > limit && i > 0 {
			return word[:i], word[i:]
		}
		n += w
	}
	return word, ""
}

// String returns the canvas as lines with their colours.
func (c *canvas) String() string {
	var b strings.Builder
	for y := range c.h {
		if y > 0 {
			b.WriteByte('\n')
		}
		row := c.cells[y*c.w : (y+1)*c.w]
		for i := 0; i < len(row); {
			j := i
			on, off := row[i].pen.codes()
			b.WriteString(on)
			for ; j < len(row) && row[j].pen == row[i].pen; j++ {
				b.WriteString(row[j].text)
			}
			b.WriteString(off)
			i = j
		}
	}
	return b.String()
}

// codes returns what is sent before and after a run of cells. The few pens there
// are come up thousands of times in a show, so each is worked out once.
func (p pen) codes() (on, off string) {
	if c, ok := codes.Load(p); ok {
		return c.([2]string)[0], c.([2]string)[1]
	}
	s := lipgloss.NewStyle().Inline(true)
	if p.fg != nil {
		s = s.Foreground(p.fg)
	}
	if p.bg != nil {
		s = s.Background(p.bg)
	}
	s = s.Bold(p.bold).Faint(p.faint).Reverse(p.reverse)
	on, off, _ = strings.Cut(s.Render("x"), "x")
	codes.Store(p, [2]string{on, off})
	return on, off
}

var codes sync.Map // of [2]string by pen
