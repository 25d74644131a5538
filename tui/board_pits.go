package tui

import (
	"image/color"
	"strconv"

	"kibaho"
)

// pits is the plan of a board of four rows of pits. A pit is a box of w x h
// cells. Its name stands at the outer edge or along the ridge, where there is no
// room for that on its own rim; small signs are on the rim opposite.
type pits struct {
	n          int // columns
	w, h, gap  int // of a pit, and between two
	store      int // width of a store with its gap, 0 for none
	side, edge int // frame: columns at each side, lines above and below
	ridge      int // lines between the two sides: 1, or 3 with the names
	flip       bool
}

// pitSizes are the sizes of a pit, the smallest first.
var pitSizes = [...]struct{ w, h, gap, store, side, edge, ridge int }{
	{4, 3, 0, 5, 0, 0, 1},
	{4, 3, 0, 5, 1, 1, 1},
	{4, 3, 1, 6, 1, 1, 3},
	{5, 3, 1, 6, 1, 1, 3},
	{6, 3, 1, 8, 2, 1, 3},
	{6, 4, 1, 8, 2, 1, 3},
	{7, 4, 1, 8, 2, 1, 3},
	{7, 5, 1, 8, 2, 1, 3},
	{8, 5, 1, 9, 2, 1, 3},
	{9, 5, 2, 10, 2, 1, 3},
	{10, 6, 2, 12, 3, 1, 3},
	{12, 7, 2, 14, 3, 1, 3},
}

func newPits(m measure, size int) plan {
	if size >= len(pitSizes) {
		return nil
	}
	s := pitSizes[size]
	p := &pits{n: m.columns, w: s.w, h: s.h, gap: s.gap, side: s.side, edge: s.edge, ridge: s.ridge, flip: m.flip}
	if m.stores {
		p.store = s.store
	}
	return p
}

func (p *pits) pitch() int { return p.w + p.gap }

func (p *pits) size() (w, h int) {
	return p.n*p.pitch() - p.gap + 2*p.store + 2*p.side, 4*p.h + p.ridge + 2*p.edge
}

func (p *pits) grid(s kibaho.Site) (row, column int) {
	n, i := p.n, int(s)%(2*p.n)
	switch first := int(s) < 2*n; {
	case first && i < n:
		row, column = 2, n-1-i
	case first:
		row, column = 3, i-n
	case i < n:
		row, column = 1, i
	default:
		row, column = 0, 2*n-1-i
	}
	if p.flip {
		row, column = 3-row, n-1-column
	}
	return row, column
}

func (p *pits) site(s kibaho.Site) rect {
	row, column := p.grid(s)
	y := p.edge + row*p.h
	if row > 1 {
		y += p.ridge
	}
	return rect{p.side + p.store + column*p.pitch(), y, p.w, p.h}
}

func (p *pits) paint(c *canvas, x, y int, l *look, s *scene) {
	w, h := p.size()
	paintWood(c, rect{x, y, w, h}, l)
	ridge := y + p.edge + 2*p.h + p.ridge/2
	for i := p.side; i < w-p.side; i++ {
		bar := "─"
		if l.ascii {
			bar = "-"
		}
		c.over(x+i, ridge, l.line, bar)
	}
	for site := range len(s.board.At) {
		p.pit(c, x, y, l, s, kibaho.Site(site))
	}
	if p.store > 0 && s.stores != nil {
		for side, n := range s.stores {
			p.paintStore(c, x, y, l, kibaho.Side(side), n)
		}
	}
	p.hand(c, x, ridge, l, s)
}

// paintWood draws an empty board.
func paintWood(c *canvas, r rect, l *look) {
	for j := range r.h {
		for i := range r.w {
			c.put(r.x+i, r.y+j, pen{bg: l.wood(i, j)}, " ")
		}
	}
}

func (p *pits) pit(c *canvas, x, y int, l *look, s *scene, site kibaho.Site) {
	r := p.site(site)
	r.x, r.y = r.x+x, r.y+y
	row, _ := p.grid(site)
	state := s.rings[site]
	ground := l.bowl
	if state == lit {
		ground = l.bowlLit
	}
	if l.rich && state == noRing && p.ridge > 1 {
		p.bowl(c, r, ground)
	} else {
		paintRing(c, r, l, state, pen{bg: ground})
	}
	p.seeds(c, r, l, row, int(s.board.At[site]), s.labels[site], state)

	// The name at one edge, the signs at the other.
	names, signs := r.y, r.y+r.h-1
	outwards := -1
	if row == 1 || row == 3 {
		names, signs, outwards = signs, names, 1
	}
	sign := l.pen(state)
	if state == noRing {
		sign = l.name
	}
	name := sign
	if p.ridge > 1 {
		names += outwards
		name = l.name
		name.bold = state == lit || state == chosen
	}
	middle := r.x + (r.w-1)/2
	c.over(middle, names, name, s.name(site))
	mark := s.mark(site)
	if mark&kibaho.Unplayed != 0 {
		c.over(middle, signs, sign, l.sign(signUnplayed))
	}
	if mark&kibaho.TurnBack != 0 {
		c.over(middle+1, names, name, l.sign(signBack))
	}
	if s.cursor == int(site) {
		paintCursor(c, rect{r.x, r.y + 1, r.w, r.h - 2}, l)
	}
}

// bowl draws a pit without a ring as a round hollow.
func (p *pits) bowl(c *canvas, r rect, ground color.Color) {
	disc(c, r.x, r.y, float64(r.w), float64(r.h), float64(r.w)/2, float64(r.h)-0.95, ground)
}

// seeds draws what lies in a pit: the number, or the label of a choice, and the
// seeds themselves where there is room.
func (p *pits) seeds(c *canvas, r rect, l *look, row, count int, label string, state ring) {
	inner := r.w - 2
	text := ""
	if count > 0 {
		text = strconv.Itoa(count)
	}
	number := l.number
	if label != "" {
		text, number = label, l.pen(state)
	} else if state == gone && count == 0 {
		text, number = l.sign(signCross), l.pen(state)
	}
	line := r.y + r.h - 2 // the number is at the owner's side
	if row < 2 {
		line = r.y + 1
	}
	if text != "" {
		text = cut(text, inner)
		c.text(r.x+1+(inner-width(text))/2, line, inner, number, text)
	}
	rows := r.h - 3
	left := min(count, rows*inner)
	lines := (left + inner - 1) / inner // as few as there can be, about equally long
	for k := 0; left > 0; k++ {
		n := (left + lines - k - 1) / (lines - k)
		y := line - 1 - k
		if row < 2 {
			y = line + 1 + k
		}
		step := 1
		if 2*n-1 <= inner {
			step = 2
		}
		for i := range n {
			c.over(r.x+1+(inner-(n-1)*step)/2+i*step, y, l.seed, l.sign(signSeed))
		}
		left -= n
	}
}

func (p *pits) paintStore(c *canvas, x, y int, l *look, side kibaho.Side, n int) {
	w, h := p.size()
	r := rect{x + p.side, y + p.edge, p.store - 1, h - 2*p.edge}
	right := side == kibaho.First
	if p.flip {
		right = !right
	}
	if right {
		r.x = x + w - p.side - r.w
	}
	if l.rich {
		for i := 1; i < r.w-1; i++ {
			c.over(r.x+i, r.y, pen{fg: l.bowl}, "▄")
			c.over(r.x+i, r.y+r.h-1, pen{fg: l.bowl}, "▀")
		}
		c.fill(r.x, r.y+1, r.w, r.h-2, pen{bg: l.bowl})
	} else {
		paintRing(c, r, l, noRing, pen{})
	}
	inner := r.w - 2
	near := right // each store's number lies at its owner's end
	text := strconv.Itoa(n)
	line, step := r.y+1, 1
	if near {
		line, step = r.y+r.h-2, -1
	}
	c.text(r.x+1+(inner-width(text))/2, line, inner, l.number, text)
	rows := r.h - 4
	per := min(inner, 3)
	if rows*per < n {
		per = inner
	}
	for k := 0; n > 0 && k < rows; k++ {
		m := min(n, per)
		for i := range m {
			c.over(r.x+1+(inner-m)/2+i, line+step*(k+2), l.seed, l.sign(signSeed))
		}
		n -= m
	}
}

// hand says how many seeds are in the hand, on the ridge above the pit that it
// hovers at.
func (p *pits) hand(c *canvas, x, ridge int, l *look, s *scene) {
	if s.hand == 0 || s.handAt < 0 {
		return
	}
	r := p.site(kibaho.Site(s.handAt))
	text := " " + strconv.Itoa(s.hand) + " in hand "
	w, _ := p.size()
	at := min(max(r.x+r.w/2-len(text)/2, 1), w-len(text)-1)
	c.text(x+at, ridge, len(text), l.pen(chosen), text)
}

// paintRing draws the ring of a site and the ground within.
func paintRing(c *canvas, r rect, l *look, state ring, inside pen) {
	b, p := l.border(state), l.pen(state)
	if l.rich && state == noRing {
		p.bg = nil
	}
	c.fill(r.x+1, r.y+1, r.w-2, r.h-2, inside)
	for i := 1; i < r.w-1; i++ {
		c.over(r.x+i, r.y, p, b.h)
		c.over(r.x+i, r.y+r.h-1, p, b.h)
	}
	for j := 1; j < r.h-1; j++ {
		c.over(r.x, r.y+j, p, b.v)
		c.over(r.x+r.w-1, r.y+j, p, b.v)
	}
	c.over(r.x, r.y, p, b.ul)
	c.over(r.x+r.w-1, r.y, p, b.ur)
	c.over(r.x+r.w-1, r.y+r.h-1, p, b.lr)
	c.over(r.x, r.y+r.h-1, p, b.ll)
}

// paintCursor draws the keyboard's focus: square brackets, light on dark or
// reversed, unlike any ring.
func paintCursor(c *canvas, r rect, l *look) {
	p := l.focus()
	for j := range r.h {
		c.put(r.x, r.y+j, p, "[")
		c.put(r.x+r.w-1, r.y+j, p, "]")
	}
}
