package tui

import (
	"strings"

	"kibaho"
)

// points is the plan of a board of points joined by lines: k lines and 2k
// columns from one point to the next, so that diagonals run true.
type points struct {
	rows, columns int
	k             int
	flip          bool
}

// Frame of a board of points: names at the left and below.
const (
	pointsLeft, pointsRight = 4, 3
	pointsBottom            = 1
)

func newPoints(m measure, size int) plan {
	if size > 3 {
		return nil
	}
	return &points{m.rows, m.columns, size + 2, m.flip}
}

// top is the line of the first row of points. The smallest plan has no frame
// above them, so that nine rows have room in 24 lines.
func (p *points) top() int { return min(p.k-2, 1) + p.margin() }

// margin is the room between the outer points and the frame, in lines.
func (p *points) margin() int { return (p.k - 1) / 2 }

func (p *points) size() (w, h int) {
	return pointsLeft + pointsRight + 2*p.k*(p.columns-1) + 1 + 2*(p.k-2), p.top() + p.k*(p.rows-1) + 1 + p.margin() + pointsBottom
}

func (p *points) grid(s kibaho.Site) (row, column int) {
	row, column = int(s)/p.columns, int(s)%p.columns
	if p.flip {
		row, column = p.rows-1-row, p.columns-1-column
	}
	return row, column
}

// at returns the middle of a site.
func (p *points) at(s kibaho.Site) (x, y int) {
	row, column := p.grid(s)
	return pointsLeft + p.k - 2 + 2*p.k*column, p.top() + p.k*row
}

func (p *points) site(s kibaho.Site) rect {
	x, y := p.at(s)
	return rect{x - p.k + 1, y - (p.k-1)/2, 2*p.k - 1, p.k - 1 + p.k%2}
}

func (p *points) paint(c *canvas, x, y int, l *look, s *scene) {
	w, h := p.size()
	paintWood(c, rect{x, y, w, h}, l)
	p.lines(c, x, y, l)
	for site := range len(s.board.At) {
		px, py := p.at(kibaho.Site(site))
		p.point(c, x+px, y+py, l, s, kibaho.Site(site))
	}
	for i := range p.rows {
		site := kibaho.Site(i * p.columns)
		_, py := p.at(site)
		c.over(x+1, y+py, l.name, strings.TrimRight(s.name(site), "0123456789"))
	}
	for i := range p.columns {
		px, _ := p.at(kibaho.Site(i))
		c.over(x+px, y+h-1, l.name, strings.TrimLeft(s.name(kibaho.Site(i)), "ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
	}
}

// lines draws the net: from every point to the right and downwards, and the
// diagonals of the strong points, whose row and column add up to an even number.
func (p *points) lines(c *canvas, x, y int, l *look) {
	across, down, fall, rise := "─", "│", "╲", "╱"
	if l.ascii {
		across, down, fall, rise = "-", "|", `\`, "/"
	}
	for row := range p.rows {
		for column := range p.columns {
			px, py := x+pointsLeft+p.k-2+2*p.k*column, y+p.top()+p.k*row
			if column < p.columns-1 {
				for i := 1; i < 2*p.k; i++ {
					c.over(px+i, py, l.line, across)
				}
			}
			if row == p.rows-1 {
				continue
			}
			for j := 1; j < p.k; j++ {
				c.over(px, py+j, l.line, down)
				if column == p.columns-1 {
					continue
				}
				if (row+column)%2 == 0 {
					c.over(px+2*j, py+j, l.line, fall)
				} else {
					c.over(px+2*(p.k-j), py+j, l.line, rise)
				}
			}
		}
	}
}

// knot returns the character where lines meet.
func (p *points) knot(l *look, row, column int) string {
	if (row+column)%2 == 0 {
		return l.sign(signDot)
	}
	if l.ascii {
		return "+"
	}
	up, down, left, right := row > 0, row < p.rows-1, column > 0, column < p.columns-1
	switch {
	case up && down && left && right:
		return "┼"
	case up && down && right:
		return "├"
	case up && down:
		return "┤"
	case down:
		return "┬"
	}
	return "┴"
}

func (p *points) point(c *canvas, x, y int, l *look, s *scene, site kibaho.Site) {
	row, column := p.grid(site)
	state, piece := s.rings[site], s.board.At[site]
	if piece == kibaho.NoPiece {
		knot := l.line
		knot.bold = true
		text := p.knot(l, row, column)
		switch {
		case state == gone || s.ghosts[site] != 0:
			state = gone
			text = l.sign(signCross)
			knot = l.pen(gone)
		case state == lit:
			text, knot = l.sign(sign{"◉", "O"}), l.pen(lit)
		case state != noRing:
			knot = l.pen(state)
		}
		c.over(x, y, knot, text)
	} else {
		p.stone(c, x, y, l, piece)
	}
	p.ring(c, x, y, l, state, piece)
	if text := s.labels[site]; text != "" {
		c.over(x, y, l.pen(state), text[:1])
	}
	if s.cursor == int(site) {
		d := p.k
		if p.k == 2 {
			d = 1
		}
		paintCursor(c, rect{x - d, y, 2*d + 1, 1}, l)
	}
}

// ring draws the corners of a site; where points are near, brackets.
func (p *points) ring(c *canvas, x, y int, l *look, state ring, piece int16) {
	if state == noRing {
		return
	}
	b, pen := l.border(state), l.pen(state)
	if p.k == 2 {
		left, right := b.ul, b.ur
		switch state {
		case lit:
			left, right = "(", ")"
		case chosen:
			left, right = "<", ">"
		case lifted, lastFrom:
			left, right = l.sign(sign{"╎", ":"}), l.sign(sign{"╎", ":"})
		case passed:
			left, right = "|", "|"
		}
		c.over(x-1, y, pen, left)
		c.over(x+1, y, pen, right)
		return
	}
	dx, dy := p.k-1, (p.k-1)/2
	if piece == kibaho.NoPiece && p.k > 3 {
		dx--
	}
	c.over(x-dx, y-dy, pen, b.ul)
	c.over(x+dx, y-dy, pen, b.ur)
	c.over(x+dx, y+dy, pen, b.lr)
	c.over(x-dx, y+dy, pen, b.ll)
}

// stone draws a piece: a round stone where there are colours and room, and a
// ring or a disc otherwise.
func (p *points) stone(c *canvas, x, y int, l *look, piece int16) {
	side := sideOf(piece)
	if !l.rich || p.k < 3 {
		text := l.sign([...]sign{signFirst, signSecond}[side])
		pen := pen{bold: true}
		if l.rich {
			pen.fg = l.stone[side]
			text = l.sign(signSeed)
		}
		if p.k > 2 { // stands free of the lines
			c.over(x-1, y, pen, " ")
			c.over(x+1, y, pen, " ")
		}
		c.over(x, y, pen, text)
		return
	}
	k := float64(p.k)
	disc(c, x-p.k, y-p.k/2, 2*k+1, float64(2*(p.k/2)+1), 0.84*k, 0.925*k-0.73, l.stone[side])
}

// sideOf returns the side of a piece on points or squares.
func sideOf(piece int16) kibaho.Side {
	if piece == kibaho.SecondMan || piece == kibaho.SecondKing {
		return kibaho.Second
	}
	return kibaho.First
}
