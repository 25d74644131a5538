package tui

import (
	"kibaho"
)

// squares is the plan of a chequered board. Only its dark squares are sites.
type squares struct {
	rows, columns int
	w, h          int // of a square
	edge          int // lines above and below
	side          int
	flip          bool
}

// squareSizes are the sizes of a square, the smallest first.
var squareSizes = [...]struct{ w, h, edge, side int }{
	{5, 2, 0, 0}, {6, 2, 0, 0}, {6, 2, 1, 2}, {7, 3, 1, 2}, {9, 4, 1, 2}, {11, 5, 1, 3},
}

func newSquares(m measure, size int) plan {
	if size >= len(squareSizes) {
		return nil
	}
	s := squareSizes[size]
	return &squares{m.rows, m.columns, s.w, s.h, s.edge, s.side, m.flip}
}

func (p *squares) size() (w, h int) { return p.columns*p.w + 2*p.side, p.rows*p.h + 2*p.edge }

// place returns the row and the column of a square among all squares.
func (p *squares) place(s kibaho.Site) (row, column int) {
	half := p.columns / 2
	row = int(s) / half
	column = 2 * (int(s) % half)
	if row%2 == 0 {
		column++
	}
	if p.flip {
		row, column = p.rows-1-row, p.columns-1-column
	}
	return row, column
}

// grid counts the dark squares of a row only, so that the cursor goes straight
// up and down.
func (p *squares) grid(s kibaho.Site) (row, column int) {
	row, column = p.place(s)
	return row, column / 2
}

func (p *squares) site(s kibaho.Site) rect {
	row, column := p.place(s)
	return rect{p.side + column*p.w, p.edge + row*p.h, p.w, p.h}
}

func (p *squares) paint(c *canvas, x, y int, l *look, s *scene) {
	w, h := p.size()
	c.fill(x, y, w, h, pen{bg: l.frame})
	if l.rich && p.edge > 0 { // a thin frame: half a line above and below
		for i := range w {
			c.put(x+i, y, pen{fg: l.frame}, "▄")
			c.put(x+i, y+h-1, pen{fg: l.frame}, "▀")
		}
	}
	for row := range p.rows {
		for column := range p.columns {
			r := rect{x + p.side + column*p.w, y + p.edge + row*p.h, p.w, p.h}
			if (row+column)%2 == 1 {
				continue
			}
			if l.rich {
				c.fill(r.x, r.y, r.w, r.h, pen{bg: l.square[0]})
				continue
			}
			shade := "░"
			if l.ascii {
				shade = ":"
			}
			for j := range r.h {
				for i := range r.w {
					c.put(r.x+i, r.y+j, pen{faint: true}, shade)
				}
			}
		}
	}
	for site := range len(s.board.At) {
		p.square(c, x, y, l, s, kibaho.Site(site))
	}
}

func (p *squares) square(c *canvas, x, y int, l *look, s *scene, site kibaho.Site) {
	r := p.site(site)
	r.x, r.y = r.x+x, r.y+y
	ground := pen{bg: l.square[1]}
	if !l.rich {
		ground = pen{}
	}
	c.fill(r.x, r.y, r.w, r.h, ground)
	state, piece := s.rings[site], s.board.At[site]
	name := s.name(site)
	middle, line := r.x+(r.w-1)/2, r.y+(r.h-1)/2
	at := r.x + (r.w-len(name)+1)/2
	pen := l.name
	if piece != kibaho.NoPiece {
		pen = p.man(c, r, l, piece)
	}
	switch {
	case s.ghosts[site] != 0 && piece == kibaho.NoPiece:
		state = gone
		c.text(middle, line, 2, l.pen(gone), l.sign(signCross))
	case piece == kibaho.NoPiece && state == lit && r.h > 2:
		c.text(at, r.y, r.w, pen, name)
		c.over(middle, line, l.pen(lit), l.sign(sign{"◉", "O"}))
	default:
		p.words(c, r, l, pen, piece, name)
	}
	if label := s.labels[site]; label != "" {
		label = cut(label, r.w-2)
		c.text(r.x+(r.w-width(label)+1)/2, r.y+r.h/2, r.w, l.pen(state), label)
	}
	p.corners(c, r, l, state)
	if s.mark(site)&kibaho.Huffable != 0 {
		c.over(r.x+r.w-1, r.y+r.h/2, l.pen(take), l.sign(signHuff))
	}
	if s.cursor == int(site) {
		// The corners stay free for the ring where there are lines between.
		if r.h > 2 {
			r = rect{r.x, r.y + 1, r.w, r.h - 2}
		} else {
			r = rect{r.x, r.y + 1, r.w, 1}
		}
		paintCursor(c, r, l)
	}
}

// words writes the number of a square, and what a man on it is where colours do
// not tell.
func (p *squares) words(c *canvas, r rect, l *look, pen pen, piece int16, name string) {
	text := ""
	king := piece == kibaho.FirstKing || piece == kibaho.SecondKing
	switch {
	case piece == kibaho.NoPiece:
	case !l.rich:
		// Black's men are full and White's are rings, whoever leads.
		text = l.sign([...]sign{signSecond, signFirst}[sideOf(piece)])
		if king {
			text += l.sign(signKing)
		}
	case king:
		text = l.sign(signKing)
	}
	line := r.y + (r.h-1)/2
	c.text(r.x+(r.w-len(name)+1)/2, line, r.w, pen, name)
	if text != "" {
		pen.bold = true
		c.text(r.x+(r.w-width(text))/2, line+1, r.w, pen, text)
	}
}

// man draws a man and returns the pen for what is written on him.
func (p *squares) man(c *canvas, r rect, l *look, piece int16) pen {
	if !l.rich {
		return pen{}
	}
	side := sideOf(piece)
	disc(c, r.x, r.y, float64(r.w), float64(r.h), float64(r.w)/2-0.8, float64(r.h)+0.2, l.stone[side])
	return pen{fg: l.stoneInk[side]}
}

// corners draws the ring of a square.
func (p *squares) corners(c *canvas, r rect, l *look, state ring) {
	if state == noRing {
		return
	}
	b, pen := l.border(state), l.pen(state)
	c.over(r.x, r.y, pen, b.ul)
	c.over(r.x+r.w-1, r.y, pen, b.ur)
	c.over(r.x+r.w-1, r.y+r.h-1, pen, b.lr)
	c.over(r.x, r.y+r.h-1, pen, b.ll)
}
