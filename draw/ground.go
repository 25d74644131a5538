package draw

import (
	"fmt"
	"math"
)

// slabDepth is how far the side of the slab is seen below its face.
const slabDepth = 11

// slab writes the board that everything is carved into: its side, its face with
// the grain of the wood or the specks of the stone, and the light on its edge.
func (c *canvas) slab(width, height, corner float64, name string) {
	if c.flat() {
		c.f(`<rect x="2" y="2" width="%n" height="%n" rx="%n" fill="%s" stroke="%s" stroke-width="4"/>`, width-4, height-4, corner, c.ink(inkBoardHigh), c.ink(inkEdge))
		return
	}
	face := height - slabDepth - 2
	c.s(`<defs>`)
	c.gradient("linear", "gb", `x1="0" y1="0" x2=".25" y2="1"`, stop{0, c.ink(inkBoardHigh), 1}, stop{1, c.ink(inkBoardLow), 1})
	c.f(`<clipPath id="%s"><rect x="2" y="2" width="%n" height="%n" rx="%n"/></clipPath></defs>`, c.id("face"), width-4, face, corner)
	c.f(`<rect x="2" y="%d" width="%n" height="%n" rx="%n" fill="%s"/>`, 2+slabDepth, width-4, face, corner, c.ink(inkEdge))
	c.f(`<rect x="2" y="2" width="%n" height="%n" rx="%n" fill="url(#%s)"/>`, width-4, face, corner, c.id("gb"))
	c.f(`<g fill="none" clip-path="url(#%s)">`, c.id("face"))
	if c.scene.Style == Wood {
		c.grain(width, height, name)
	} else {
		c.specks(width, height, name)
	}
	c.s(`</g>`)
	c.f(`<rect x="3.5" y="3.5" width="%n" height="%n" rx="%n" fill="none" stroke="%s" stroke-width="2.5" opacity=".55"/>`, width-7, face-3, corner-1.5, c.ink(inkRimLight))
}

// grain writes the lines of the wood, which flow round a few knots.
func (c *canvas) grain(width, height float64, name string) {
	r := newRandom("wood " + name)
	type knot struct{ x, y, size float64 }
	knots := make([]knot, max(1, int(math.Round(width/700))))
	for i := range knots {
		knots[i] = knot{width * r.between(.15, .85), height * r.between(.2, .8), r.between(26, 48)}
	}
	pieces := max(5, int(width/130))
	c.f(`<g stroke="%s">`, c.ink(inkGrain))
	for y := 4.; y < height; y += r.between(5, 13) {
		swing, phase, pace := r.between(2, 7), r.between(0, 2*math.Pi), 2*math.Pi*r.between(.7, 1.5)/width
		at := func(x float64) float64 {
			out := y + swing*math.Sin(x*pace+phase) + .4*swing*math.Sin(3.1*x*pace+2*phase)
			for _, k := range knots {
				dx := (x - k.x) / (3.2 * k.size)
				push := k.size * math.Exp(-dx*dx-math.Abs(y-k.y)/(1.5*k.size))
				if y < k.y {
					push = -push
				}
				out += push
			}
			return out
		}
		c.f(`<path d="M0 %n`, at(0))
		for i := 1; i <= pieces; i++ {
			x := width * float64(i) / float64(pieces)
			if i == 1 {
				c.s("S")
			} else {
				c.s(" ")
			}
			c.f("%d %n %d %n", int(x-.45*width/float64(pieces)), at(x), int(x), at(x))
		}
		c.f(`" stroke-width="%n" opacity="%s"/>`, r.between(.7, 2.4), hundredths(r.between(.1, .3)))
	}
	c.s(`</g>`)
}

// specks writes the dark and the light grains of the stone and a few veins.
func (c *canvas) specks(width, height float64, name string) {
	r := newRandom("stone " + name)
	var dark, light, veins []byte
	for i := range int(width * height / 2600) {
		x, y, size := width*r.unit(), height*r.unit(), .7+3*r.unit()*r.unit()
		if i%3 > 0 {
			dark = append(dark, render("M%n %nh%n", x, y, size)...)
		} else {
			light = append(light, render("M%n %nh%n", x, y, size)...)
		}
	}
	for range 4 {
		x, y := .6*width*r.unit(), height*r.unit()
		veins = append(veins, render("M%n %n", x, y)...)
		for range 7 {
			x, y = x+.06*width+20*r.unit(), y+r.between(-18, 18)
			veins = append(veins, render("L%n %n", x, y)...)
		}
	}
	c.f(`<g stroke-linecap="round"><path d="%s" stroke="#2E2C28" stroke-width="2.2" opacity=".38"/><path d="%s" stroke="#fff" stroke-width="2" opacity=".4"/><path d="%s" stroke="#fff" stroke-width="1.6" opacity=".22" stroke-linejoin="round"/></g>`, dark, light, veins)
}

// hundredths writes an opacity.
func hundredths(x float64) string { return fmt.Sprintf(".%02d", int(100*x)) }
