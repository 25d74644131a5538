package draw

import (
	"math"
	"slices"
	"strconv"

	"kibaho"
)

// Every mark is drawn twice: a wider line in the colour of the halo, then the
// line itself, so that it is seen on wood, stone, seeds and pieces alike.

// Dashes of the rings where a path began, on a pit or square and on a point.
const (
	longDashes  = ` stroke-dasharray="13 9"`
	shortDashes = ` stroke-dasharray="11 8"`
)

// ring writes a ring round a point.
func (c *canvas) ring(p, r Point, line ink, width float64, more string) {
	c.f(`<g fill="none"%s><ellipse cx="%n" cy="%n" rx="%n" ry="%n" stroke="%s" stroke-opacity=".78" stroke-width="%n"/><ellipse cx="%n" cy="%n" rx="%n" ry="%n" stroke="%s" stroke-width="%n"/></g>`,
		more, p.X, p.Y, r.X, r.Y, c.ink(inkHalo), width+4, p.X, p.Y, r.X, r.Y, c.ink(line), width)
}

// box writes a rounded rectangle round a point.
func (c *canvas) box(p, half Point, corner float64, line ink, width float64, more string) {
	rect := render(`<rect x="%n" y="%n" width="%n" height="%n" rx="%n"`, p.X-half.X, p.Y-half.Y, 2*half.X, 2*half.Y, corner)
	c.f(`<g fill="none"%s>%s stroke="%s" stroke-opacity=".78" stroke-width="%n"/>%s stroke="%s" stroke-width="%n"/></g>`,
		more, rect, c.ink(inkHalo), width+4, rect, c.ink(line), width)
}

// strokes writes a path as a mark.
func (c *canvas) strokes(path string, line ink, halo, width float64, more string) {
	c.f(`<g fill="none" stroke-linecap="round"%s><path d="%s" stroke="%s" stroke-opacity=".78" stroke-width="%n"/><path d="%s" stroke="%s" stroke-width="%n"/></g>`,
		more, path, c.ink(inkHalo), halo, path, c.ink(line), width)
}

// disc writes a filled disc: a site that can be gone to.
func (c *canvas) disc(p Point, r float64, fill ink) {
	c.f(`<circle cx="%n" cy="%n" r="%n" fill="%s" stroke="%s" stroke-width="4"/>`, p.X, p.Y, r, c.ink(fill), c.ink(inkHalo))
}

// take writes the mark of what would be taken: a ring and four strokes.
func (c *canvas) take(p, r Point, label string, size float64) {
	path := ""
	for _, d := range []Point{{-1, -1}, {1, -1}, {-1, 1}, {1, 1}} {
		d = d.times(math.Sqrt2 / 2)
		path += render("M%n %nL%n %n", p.X+d.X*(r.X+9), p.Y+d.Y*(r.Y+9), p.X+d.X*(r.X-10), p.Y+d.Y*(r.Y-10))
	}
	c.ring(p, r, inkTake, 5, "")
	c.strokes(path, inkTake, 13, 7.5, "")
	if label != "" {
		c.badge(p, size, 11, label, inkTake, inkOnMark)
	}
}

// cross writes the thin cross on a ghost.
func (c *canvas) cross(p Point) {
	c.strokes(render("M%n %nl18 18m0 -18l-18 18", p.X-9, p.Y-9), inkTake, 9, 4.5, "")
}

// refused writes the ring with one stroke.
func (c *canvas) refused(p, r Point) {
	c.ring(p, r, inkTake, 5, "")
	c.strokes(render("M%n %nL%n %n", p.X-.7*r.X, p.Y+.7*r.Y, p.X+.7*r.X, p.Y-.7*r.Y), inkTake, 11, 6.5, "")
}

// must writes the small crossed disc at the upper right of a piece that must
// capture.
func (c *canvas) must(p Point) {
	p = p.plus(33, -33)
	c.f(`<circle cx="%n" cy="%n" r="15" fill="%s" stroke="%s" stroke-width="3"/><path d="M%n %nl12 10m0 -10l-12 10" fill="none" stroke="%s" stroke-width="4" stroke-linecap="round"/>`,
		p.X, p.Y, c.ink(inkTake), c.ink(inkHalo), p.X-6, p.Y-5, c.ink(inkOnMark))
}

// visited writes the small barred disc.
func (c *canvas) visited(p Point) {
	c.f(`<circle cx="%n" cy="%n" r="12" fill="%s" opacity=".85"/><path d="M%n %nl12 -12" stroke="%s" stroke-width="4" stroke-linecap="round"/>`,
		p.X, p.Y, c.ink(inkHalo), p.X-6, p.Y+6, c.ink(inkLegal))
}

// focus writes the square double line.
func (c *canvas) focus(p, half Point) {
	rect := render(`<rect x="%n" y="%n" width="%n" height="%n" rx="13"`, p.X-half.X, p.Y-half.Y, 2*half.X, 2*half.Y)
	c.f(`<g fill="none">%s stroke="%s" stroke-width="11"/>%s stroke="%s" stroke-width="5"/></g>`, rect, focusDark, rect, focusLight)
}

// band writes a line through points.
func (c *canvas) band(path []Point, line ink, width, opacity float64, dashes string) {
	if len(path) < 2 {
		return
	}
	d := ""
	for i, p := range path {
		if i == 0 {
			d += render("M%n %n", p.X, p.Y)
		} else {
			d += render("L%n %n", p.X, p.Y)
		}
	}
	c.f(`<g fill="none" stroke-linecap="round" stroke-linejoin="round"><path d="%s" stroke="%s" stroke-width="%n" opacity=".35"/><path d="%s" stroke="%s" stroke-width="%n" opacity="%s"%s/></g>`,
		d, c.ink(inkHalo), width+8, d, c.ink(line), width, hundredths(opacity), dashes)
}

// bands writes the bands of a scene; at says where a site lies.
func (c *canvas) bands(at func(kibaho.Site) Point) {
	points := func(path []kibaho.Site) []Point {
		var out []Point
		for _, s := range path {
			out = append(out, at(s))
		}
		return out
	}
	m := &c.scene.Marks
	c.band(points(m.Last), inkLast, 11, .95, "")
	c.band(points(m.Chosen), inkChosen, 11, .95, "")
	for _, b := range m.Bands {
		switch b.Kind {
		case Lap:
			c.band(points(b.Path), inkChosen, 11, .95, "")
		case Earlier:
			c.band(points(b.Path), inkChosen, 6, .5, "")
		case Coming:
			c.band(points(b.Path), inkLegal, 9, .95, ` stroke-dasharray="3 15"`)
		case Missed:
			c.band(points(b.Path), inkTake, 9, .95, ` stroke-dasharray="3 15"`)
		}
	}
}

// arrowLook is how an arrow of a rank looks.
func arrowLook(rank int) (fill ink, width float64) {
	switch rank {
	case 0, 1:
		return inkChosen, 20
	case 2:
		return inkLegal, 16
	}
	return inkLast, 13
}

// arrows writes the arrows, the best one on top, and their numbers. Each leaves
// the given gaps free at its ends and bends by the given part of its length.
func (c *canvas) arrows(at func(kibaho.Site) Point, before, behind, bend float64) {
	list := slices.Clone(c.scene.Marks.Arrows)
	slices.SortStableFunc(list, func(a, b Arrow) int { return b.Rank - a.Rank })
	for _, a := range list {
		fill, width := arrowLook(a.Rank)
		c.arrow(at(a.From), at(a.To), fill, width, before, behind, bend)
	}
	for _, a := range list {
		if a.Rank == 0 {
			continue
		}
		// Numbers of arrows from one site would hide each other there.
		p, shared := at(a.From), 0
		for _, other := range list {
			if other.From == a.From && other.Rank > 0 {
				shared++
			}
		}
		if shared > 1 {
			p = curve(p, at(a.To), bend)(.45)
		}
		fill, _ := arrowLook(a.Rank)
		c.badge(p, 26, 9, strconv.Itoa(a.Rank), fill, inkOnMark)
	}
}

// curve returns the points of the bow from a to b for 0 … 1.
func curve(a, b Point, bend float64) func(t float64) Point {
	d := a.to(b)
	m := a.mix(b, .5).plus(d.Y*bend, -d.X*bend)
	return func(t float64) Point { return a.mix(m, t).mix(m.mix(b, t), t) }
}

// arrow writes one arrow that grows from its tail to its head.
func (c *canvas) arrow(a, b Point, fill ink, width, before, behind, bend float64) {
	length := a.to(b).length()
	if length == 0 {
		return
	}
	q := curve(a, b, bend)
	tail, tip := min(.4, before/length), 1-min(.4, behind/length)
	neck := max(tail+.05, tip-min(.45, 2.1*width/length))
	normal := func(t float64) Point {
		d := q(t - .001).to(q(t + .001))
		return Point{-d.Y, d.X}.times(1 / d.length())
	}
	const pieces = 12
	var left, right []Point
	for i := range pieces + 1 {
		k := float64(i) / pieces
		t := tail + (neck-tail)*k
		n := normal(t).times(width / 2 * (.55 + .45*k))
		left, right = append(left, q(t).add(n)), append(right, q(t).add(n.times(-1)))
	}
	wing := normal(neck).times(1.35 * width)
	outline := append(left, q(neck).add(wing), q(tip), q(neck).add(wing.times(-1)))
	slices.Reverse(right)
	outline = append(outline, right...)
	c.s(`<path d="`)
	for i, p := range outline {
		c.f("%s%n %n", map[bool]string{true: "M", false: "L"}[i == 0], p.X, p.Y)
	}
	c.f(`Z" fill="%s" stroke="%s" stroke-width="3.5" stroke-linejoin="round" paint-order="stroke" opacity=".94"/>`, c.ink(fill), c.ink(inkHalo))
}
