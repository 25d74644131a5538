package draw

import "kibaho"

// crown is the crown on a king, about 44 wide, at the origin.
const crown = "M-19 11L-22 -12L-10 -2L0 -17L10 -2L22 -12L19 11Z"

// man writes a turned draughtsman at the origin. A king is two men, one on the
// other, and a crown.
func (c *canvas) man(piece int16) {
	s := white
	if first(piece) {
		s = black
	}
	king := piece == kibaho.FirstKing || piece == kibaho.SecondKing
	if c.flat() {
		c.flatMan(s, king)
		return
	}
	c.f(`<ellipse cx="4" cy="10" rx="%d" ry="%d" fill="#000" opacity=".36"/>`, manRadius+1, manRadius-1)
	if !king {
		c.disk(s, 0)
		return
	}
	c.disk(s, 3)
	c.disk(s, -8)
	fill, edge := "#8F3B1B", "#fff"
	if s.dark {
		fill, edge = "#F2C766", "#000"
	}
	c.f(`<path d="%s" transform="translate(0 -6)" fill="%s" stroke="%s" stroke-width="1.5" stroke-linejoin="round"/>`, crown, fill, edge)
}

// disk writes one disc with its two turned grooves, dark above and light below.
func (c *canvas) disk(s shade, y float64) {
	side, edge, groove, shine := "#9C8762", "#7D6A49", "#8F7A55", [2]string{".8", ".8"}
	if s.dark {
		side, edge, groove, shine = "#050404", "#857567", "#000", [2]string{".22", ".2"}
	}
	c.f(`<circle cy="%n" r="%d" fill="%s"/><circle cy="%n" r="%d" fill="url(#%s)" stroke="%s" stroke-width="2"/>`, y+5, manRadius, side, y, manRadius, c.id(s.id), edge)
	for i, r := range []int{manRadius - 7, manRadius - 16} {
		c.f(`<circle cy="%n" r="%d" fill="none" stroke="%s" stroke-width="2" opacity="%s"/><circle cy="%n" r="%d" fill="none" stroke="#fff" stroke-width="1.2" opacity="%s"/>`,
			y, r, groove, [2]string{".75", ".6"}[i], y+1.4, r, shine[i])
	}
}

func (c *canvas) flatMan(s shade, king bool) {
	ink, paper := "#14181C", "#fff"
	if s.dark {
		ink, paper = paper, ink
	}
	disc := func(y float64) {
		c.f(`<circle cy="%n" r="%d" fill="%s" stroke="#14181C" stroke-width="5"/>`, y, manRadius-2, paper)
		if s.dark {
			c.f(`<circle cy="%n" r="%d" fill="none" stroke="#fff" stroke-width="2"/>`, y, manRadius-2)
		}
	}
	y := 0.
	if king {
		disc(6)
		y = -4
	}
	disc(y)
	c.f(`<circle cy="%n" r="%d" fill="none" stroke="%s" stroke-width="2.5"/>`, y, manRadius-12, ink)
	if king {
		c.f(`<path d="%s" transform="translate(0 %n) scale(.78)" fill="%s"/>`, crown, y+2, ink)
	}
}
