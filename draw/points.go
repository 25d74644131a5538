package draw

import (
	"fmt"
	"strconv"

	"kibaho"
)

// pointBoard writes a board of points: board, lines, names, bands, stones,
// marks, arrows.
func (c *canvas) pointBoard(b *kibaho.Board) {
	s, m := c.scene, &c.scene.Marks
	g := Points(b.Rows, b.Columns, s.Flipped)
	c.open(Point{}, Point{g.Width, g.Height}, fmt.Sprintf("A board of %d by %d points with white and black stones", b.Rows, b.Columns))
	c.slab(g.Width, g.Height, 30, fmt.Sprintf("points %d %d", b.Rows, b.Columns))
	c.s(`<defs>`)
	c.definePieces()
	c.s(`</defs>`)
	d := ""
	for _, l := range g.Lines() {
		d += render("M%n %nL%n %n", l[0].X, l[0].Y, l[1].X, l[1].Y)
	}
	c.s(`<g fill="none" stroke-width="4" stroke-linecap="round">`)
	if !c.flat() { // the lit edge of the groove
		c.f(`<path d="%s" stroke="%s" transform="translate(1.6 2.2)" opacity=".75"/>`, d, c.ink(inkLineLight))
	}
	c.f(`<path d="%s" stroke="%s"/></g>`, d, c.ink(inkLine))
	if !s.HideNames {
		c.coordinates(g)
	}
	c.bands(g.Centre)
	ghosts := map[kibaho.Site]int16{}
	for _, ghost := range m.Gone {
		ghosts[ghost.Site] = ghost.Piece
	}
	for i, piece := range b.At {
		site := kibaho.Site(i)
		p := g.Centre(site)
		c.f(`<g data-site="%s" transform="translate(%n %n)">`, siteName(b, site), p.X, p.Y)
		name := strconv.Itoa(i)
		switch ghost, gone := ghosts[site]; {
		case piece != kibaho.NoPiece:
			c.pebble(name, stoneShade(piece), stoneRadius)
		case gone:
			c.s(`<g opacity=".34">`)
			c.pebble(name, stoneShade(ghost), stoneRadius-4)
			c.s(`</g>`)
		case g.Strong(site):
			c.f(`<circle r="%d" fill="%s"/>`, strongDot, c.ink(inkLine))
		}
		c.s(`</g>`)
	}
	c.pieceMarks(b, g.Centre, stoneRadius+5)
	c.arrows(g.Centre, 14, 6, 0)
	if m.Focus != nil {
		c.focus(g.Centre(*m.Focus), Point{46, 46})
	}
}

func stoneShade(piece int16) shade {
	if first(piece) {
		return white
	}
	return black
}

// coordinates writes the letters of the rows and the numbers of the columns.
func (c *canvas) coordinates(g PointGrid) {
	for i := range g.Rows {
		s := kibaho.Site(i * g.Columns)
		c.text(Point{18, g.Centre(s).Y + 7}, 20, inkLetter, 500, string(rune('A'+i)))
	}
	for i := range g.Columns {
		c.text(Point{g.Centre(kibaho.Site(i)).X, g.Height - Thickness - 12}, 20, inkLetter, 500, strconv.Itoa(i+1))
	}
}

// pieceMarks writes the marks on points and squares; r is the radius of a ring
// round a piece.
func (c *canvas) pieceMarks(b *kibaho.Board, at func(kibaho.Site) Point, r float64) {
	m := &c.scene.Marks
	square := b.Shape == kibaho.Squares
	round := Point{r, r}
	began := func(s kibaho.Site, line ink) {
		if b.At[s] != kibaho.NoPiece {
			c.ring(at(s), round, line, 5, longDashes)
		} else {
			c.ring(at(s), Point{24, 24}, line, 5, shortDashes)
		}
	}
	for _, g := range m.Gone {
		c.cross(at(g.Site))
	}
	for _, s := range m.Legal {
		if b.At[s] == kibaho.NoPiece {
			c.disc(at(s), 19, inkLegal)
		} else {
			c.ring(at(s), round, inkLegal, 4.5, "")
		}
	}
	for _, s := range m.Must {
		c.ring(at(s), round, inkLegal, 4.5, "")
		c.must(at(s))
	}
	if n := len(m.Last); n > 0 && !square { // squares are marked below the men
		if n > 1 {
			began(m.Last[0], inkLast)
		}
		c.ring(at(m.Last[n-1]), round, inkLast, 6, "")
	}
	for _, s := range m.Lifted {
		began(s, inkChosen)
	}
	if n := len(m.Chosen); n > 0 {
		if n > 1 {
			began(m.Chosen[0], inkChosen)
		}
		c.ring(at(m.Chosen[n-1]), round, inkChosen, 9, "")
	}
	for _, s := range m.Visited {
		c.visited(at(s))
	}
	for i := range b.At {
		if s := kibaho.Site(i); marked(b, s, kibaho.Huffable) {
			c.take(at(s), round.plus(-1, -1), "huff", 23)
		}
	}
	for _, t := range m.Take {
		c.take(at(t.Site), round.plus(-1, -1), t.Label, 30)
	}
	for _, s := range m.Refused {
		c.refused(at(s), round)
	}
}
