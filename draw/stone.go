package draw

import (
	"math"

	"kibaho"
)

// first reports that a piece is First's: white on points, black on squares.
func first(piece int16) bool { return piece == kibaho.FirstMan || piece == kibaho.FirstKing }

// shade is what a white and a black piece are filled with: a gradient, or a plain
// colour in the plain look.
type shade struct {
	id   string
	flat ink
	dark bool
}

var (
	white = shade{"gw", inkWhite2, false}
	black = shade{"gk", inkBlack2, true}
)

// definePieces writes the gradients of white and of black pieces.
func (c *canvas) definePieces() {
	if c.flat() {
		return
	}
	c.gradient("radial", "gw", `cx=".38" cy=".32" r=".78"`, stop{0, c.ink(inkWhite1), 1}, stop{.6, c.ink(inkWhite2), 1}, stop{1, c.ink(inkWhite3), 1})
	c.gradient("radial", "gk", `cx=".38" cy=".32" r=".8"`, stop{0, c.ink(inkBlack1), 1}, stop{.55, c.ink(inkBlack2), 1}, stop{1, c.ink(inkBlack3), 1})
}

// pebble writes a stone at the origin. No two have the same outline and specks.
func (c *canvas) pebble(name string, s shade, radius float64) {
	if c.flat() {
		c.f(`<circle r="%n" fill="%s" stroke="%s" stroke-width="5"/>`, radius-2, c.ink(s.flat), c.ink(inkLine))
		return
	}
	r := newRandom("pebble " + name)
	a, b := r.between(0, 2*math.Pi), r.between(0, 2*math.Pi)
	edge, spot, shine := "#6F6048", "#8C7B5E", ".95"
	if s.dark {
		edge, spot, shine = "#000", "#8D8686", ".38"
	}
	c.f(`<ellipse cx="4" cy="7" rx="%n" ry="%n" fill="#000" opacity=".38"/>`, radius, .98*radius)
	const corners = 12
	outline := make([]Point, corners)
	for i := range outline {
		t := 2 * math.Pi * float64(i) / corners
		q := radius * (1 + .022*math.Sin(2*t+a) + .014*math.Sin(3*t+b))
		outline[i] = Point{q * math.Cos(t), q * math.Sin(t)}
	}
	c.f(`<path d="%sZ" fill="url(#%s)" stroke="%s" stroke-width="1.6"/>`, smooth(outline), c.id(s.id), edge)
	specks := ""
	for range 5 {
		t, q := r.between(0, 2*math.Pi), .75*radius*math.Sqrt(r.unit())
		specks += render("M%n %nh%n", q*math.Cos(t), q*math.Sin(t), r.between(.6, 2.6))
	}
	c.f(`<path d="%s" stroke="%s" stroke-width="2" stroke-linecap="round" opacity=".5"/>`, specks, spot)
	c.f(`<ellipse cx="%n" cy="%n" rx="%n" ry="%n" fill="#fff" opacity="%s" transform="rotate(-36 %n %n)"/>`, -.34*radius, -.42*radius, .26*radius, .15*radius, shine, -.34*radius, -.42*radius)
}

// smooth returns a closed path through points, without its final Z: a Catmull-Rom
// curve as Bézier pieces, each beginning in the direction the last one ended in.
func smooth(p []Point) string {
	n := len(p)
	d := render("M%n %n", p[0].X, p[0].Y)
	for i := range p {
		before, from, to, after := p[(i+n-1)%n], p[i], p[(i+1)%n], p[(i+2)%n]
		if i == 0 {
			a := from.add(before.to(to).times(1. / 6))
			d += render("C%n %n ", a.X, a.Y)
		} else {
			d += "S"
		}
		b := to.add(from.to(after).times(-1. / 6))
		d += render("%n %n %n %n", b.X, b.Y, to.X, to.Y)
	}
	return d
}
