package draw

import (
	"strconv"

	"kibaho"
)

// squareBoard writes a draughts board: frame, squares, the last move, bands, men,
// marks, numbers, arrows.
func (c *canvas) squareBoard(b *kibaho.Board) {
	s, m := c.scene, &c.scene.Marks
	g := Squares(s.Flipped)
	c.open(Point{}, Point{g.Width, g.Height}, "A draughts board with black and white men")
	c.s(`<defs>`)
	c.definePieces()
	for piece := kibaho.FirstMan; piece <= kibaho.SecondKing; piece++ {
		c.f(`<g id="%s">`, c.id("p"+strconv.Itoa(int(piece))))
		c.man(piece)
		c.s(`</g>`)
	}
	c.s(`</defs>`)
	c.frame(g)
	c.chequers(b, g)
	if n := len(m.Last); n > 0 {
		if n > 1 {
			c.box(g.Centre(m.Last[0]), Point{45, 45}, 10, inkLast, 5, longDashes)
		}
		c.box(g.Centre(m.Last[n-1]), Point{45, 45}, 10, inkLast, 6, "")
	}
	c.bands(g.Centre)
	piece := func(site kibaho.Site, p int16) {
		at := g.Centre(site)
		c.f(`<use href="#%s" x="%n" y="%n" data-piece="%s"/>`, c.id("p"+strconv.Itoa(int(p))), at.X, at.Y, siteName(b, site))
	}
	for i, p := range b.At {
		if p != kibaho.NoPiece {
			piece(kibaho.Site(i), p)
		}
	}
	for _, ghost := range m.Gone {
		c.s(`<g opacity=".36">`)
		piece(ghost.Site, ghost.Piece)
		c.s(`</g>`)
	}
	c.pieceMarks(b, g.Centre, manRadius+4)
	if !s.HideNames && b.Names != nil {
		c.f(`<g font-size="20" font-weight="600" fill="%s" stroke="%s" stroke-width="5" paint-order="stroke" stroke-linejoin="round">`, c.ink(inkSquareNumber), c.ink(inkDark))
		for i := range b.At {
			p := g.Centre(kibaho.Site(i)).plus(-46, -29)
			c.f(`<text x="%n" y="%n">%s</text>`, p.X, p.Y, escape(b.Names[i]))
		}
		c.s(`</g>`)
	}
	c.arrows(g.Centre, 14, 6, 0)
	if m.Focus != nil {
		c.focus(g.Centre(*m.Focus), Point{44, 44})
	}
}

// frame writes the rim of the board, mitred at the corners.
func (c *canvas) frame(g SquareGrid) {
	size := g.Width - 4
	if !c.flat() {
		c.f(`<rect x="2" y="%d" width="%n" height="%n" rx="20" fill="%s"/>`, 2+slabDepth, size, size, c.ink(inkEdge))
	}
	c.f(`<rect x="2" y="2" width="%n" height="%n" rx="20" fill="%s"/>`, size, size, c.ink(inkFrame))
	if c.flat() {
		return
	}
	far, inner := g.Width-8, g.Width-squareFrame
	c.f(`<path d="M8 8L%[1]d %[1]dM%[2]v 8L%[3]v %[1]dM8 %[2]vL%[1]d %[3]vM%[2]v %[2]vL%[3]v %[3]v" stroke="#000" stroke-width="2" opacity=".35"/>`, squareFrame, number(far), number(inner))
	c.f(`<rect x="4" y="4" width="%n" height="%n" rx="18" fill="none" stroke="#fff" stroke-width="2" opacity=".2"/>`, size-4, size-4)
	c.f(`<rect x="%d" y="%d" width="808" height="808" fill="#000" opacity=".45"/>`, squareFrame-4, squareFrame-4)
}

// chequers writes the 64 squares.
func (c *canvas) chequers(b *kibaho.Board, g SquareGrid) {
	names := map[[2]int]string{}
	for i := range b.At {
		row, column := g.Cell(kibaho.Site(i))
		names[[2]int{row, column}] = siteName(b, kibaho.Site(i))
	}
	r := newRandom("squares")
	for row := range 8 {
		for column := range 8 {
			x, y := float64(squareFrame+100*column), float64(squareFrame+100*row)
			name, dark := names[[2]int{row, column}]
			fill, other, site := inkLight, inkLightToo, ""
			if dark {
				fill, other, site = inkDark, inkDarkToo, ` data-site="`+name+`"`
			}
			if r.below(2) == 0 {
				fill = other
			}
			c.f(`<rect x="%n" y="%n" width="100" height="100" fill="%s"%s/>`, x, y, c.ink(fill), site)
			switch c.scene.Style {
			case Wood:
				c.f(`<path d="`)
				for i := range 6 {
					c.f("M%n %dq50 %d 100 %d", x, int(y)+8+16*i+r.below(9), r.below(13)-6, r.below(9)-4)
				}
				c.f(`" fill="none" stroke="%s" stroke-width="1.3" opacity="%s"/>`, c.ink(inkGrain), map[bool]string{true: ".3", false: ".16"}[dark])
			case Stone:
				c.f(`<path d="`)
				for range 9 {
					c.f("M%n %nh%n", x+r.between(4, 96), y+r.between(4, 96), r.between(.5, 3.5))
				}
				c.f(`" stroke="%s" stroke-width="2" stroke-linecap="round" opacity=".3"/>`, map[bool]string{true: "#fff", false: "#2E2C28"}[dark])
			}
		}
	}
}
