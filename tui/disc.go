package tui

import "image/color"

// quarters are the characters for the four quarters of a cell: bit 0 the upper
// left, 1 the upper right, 2 the lower left, 3 the lower right.
var quarters = [16]string{" ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█"}

// disc draws a round man, stone or bowl in the middle of a box of cells, a
// quarter of a cell at a time. Its radii are in columns and in half lines, which
// are about equal.
func disc(c *canvas, x, y int, w, h, rx, ry float64, fill color.Color) {
	in := func(px, py float64) bool { // in columns and lines of the box
		dx, dy := (px-w/2)/rx, (py-h/2)*2/ry
		return dx*dx+dy*dy <= 1
	}
	for j := range int(h) {
		for i := range int(w) {
			set := 0
			for bit, at := range [4][2]float64{{.25, .25}, {.75, .25}, {.25, .75}, {.75, .75}} {
				if in(float64(i)+at[0], float64(j)+at[1]) {
					set |= 1 << bit
				}
			}
			switch set {
			case 0:
			case 15:
				c.put(x+i, y+j, pen{bg: fill}, " ")
			default:
				c.over(x+i, y+j, pen{fg: fill}, quarters[set])
			}
		}
	}
}
