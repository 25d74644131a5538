package draw

import (
	"io"

	"kibaho"
)

// SVG writes the board as a picture that stands by itself: no fonts, images,
// scripts or filters from elsewhere, one image for assistive technology with its
// title, below 100 kB. The viewBox is 1404 x 526 for a Chuba board with its
// stores, 868 x 526 for an Igisoro board, 944 x 553 for Fanorona and 876 x 885
// for draughts; a hand beyond the edge adds to it.
//
// Every pit, point and dark square has an element with its name in data-site
// (or its number if the board has no names). A board or a scene that does not
// fit is an error, and nothing is written.
func SVG(w io.Writer, b kibaho.Board, scene Scene) error {
	if err := check(&b, &scene.Marks); err != nil {
		return err
	}
	if err := scene.check(); err != nil {
		return err
	}
	c := &canvas{scene: &scene}
	switch b.Shape {
	case kibaho.Pits:
		c.pitBoard(&b)
	case kibaho.Points:
		c.pointBoard(&b)
	case kibaho.Squares:
		c.squareBoard(&b)
	}
	c.s("</svg>\n")
	_, err := w.Write(c.Bytes())
	return err
}

// open writes the root element of a picture that shows what lies between two
// corners.
func (c *canvas) open(from, to Point, title string) {
	s := c.scene
	class := "kb " + s.Style.String()
	if s.Style == Plain && s.Dark {
		class += " night"
	}
	if s.Title != "" {
		title = s.Title
	}
	labels := c.id("title")
	if s.Desc != "" {
		labels += " " + c.id("desc")
	}
	c.f(`<svg xmlns="http://www.w3.org/2000/svg" class="%s" viewBox="%n %n %n %n" role="img" aria-labelledby="%s" font-family="%s">`,
		class, from.X, from.Y, to.X-from.X, to.Y-from.Y, labels, `'Noto Sans','Segoe UI',Roboto,system-ui,sans-serif`)
	c.f(`<title id="%s">%s</title>`, c.id("title"), escape(title))
	if s.Desc != "" {
		c.f(`<desc id="%s">%s</desc>`, c.id("desc"), escape(s.Desc))
	}
}

// siteName returns the name of a site, or its number if the board has no names.
func siteName(b *kibaho.Board, s kibaho.Site) string {
	if b.Names == nil {
		return number(float64(s))
	}
	return escape(b.Names[s])
}

// marked reports that the board marks the site.
func marked(b *kibaho.Board, s kibaho.Site, m kibaho.Mark) bool {
	return b.Marks != nil && b.Marks[s]&m != 0
}
