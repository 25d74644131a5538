package draw

import (
	"fmt"
	"math"
	"strconv"

	"kibaho"
)

// Measures of seeds, in units; the slots are reckoned in tenths of a unit, so
// that they are whole numbers and the same on every machine.
const (
	fullPit     = 12  // seeds that have a slot of their own
	spacing     = 186 // hundredths of a seed's radius between the centres of seeds
	turns       = 8   // ways in which a seed lies
	tries       = 60  // points looked at for each slot
	rimGap      = 3.5 // between a seed and the rim
	awayFromNum = 2.5 // how far all seeds are moved away from the number
)

// Radius returns the radius of a seed on the wide board.
func (k Seeds) Radius() float64 {
	if k == Nuts {
		return 11.5
	}
	return 12.5
}

func (k Seeds) String() string { return [...]string{"bead", "nut"}[k] }

// Slot is the place of one seed in a round bowl, in tenths of a unit from its
// centre, as the owner of the pit sees it (y towards him), and the way it lies.
type Slot struct{ X, Y, Turn int }

// Slots returns the first n places of seeds in a bowl of the given radius for
// seeds of the given radius, both in tenths of a unit. The places depend on the
// name of the bowl alone: k seeds fill the first k, so that a seed never moves
// when another one falls.
//
// Of 60 points in the bowl each slot takes the nearest to the middle (by up to a
// seed's radius, by chance, so that the heap is not too tidy) that keeps 1.86
// radii from all earlier slots; if none does, the distance is relaxed by .93
// until one fits. Room is left as long as possible at the owner's end, where the
// number is, and in a lettered bowl at the other end too.
func Slots(name string, n, bowl, seed int, lettered bool) []Slot {
	r := newRandom(name)
	reach := bowl - seed - int(10*rimGap)
	slots := make([]Slot, 0, n)
	for len(slots) < n {
		apart := float64(spacing * seed / 100)
		for {
			best, found := Slot{}, false
			nearest := math.Inf(1)
			for range tries {
				s := Slot{r.below(2*reach+1) - reach, r.below(2*reach+1) - reach, r.below(turns)}
				chance := float64(r.below(seed))
				if s.X*s.X+s.Y*s.Y > reach*reach {
					continue
				}
				// The number would hide what lies near the owner, a letter in the pit
				// what lies at the far end: these fill last.
				y := 2 * s.Y
				if !lettered {
					y = s.Y + seed/2
					if y > 0 {
						y *= 2
					}
				}
				d := math.Sqrt(float64(s.X*s.X+y*y)) + chance
				if d < nearest && s.clear(slots, apart) {
					best, found, nearest = s, true, d
				}
			}
			if found {
				slots = append(slots, best)
				break
			}
			apart *= .93
		}
	}
	return slots
}

func (s Slot) clear(others []Slot, apart float64) bool {
	for _, o := range others {
		dx, dy := s.X-o.X, s.Y-o.Y
		if float64(dx*dx+dy*dy) < apart*apart {
			return false
		}
	}
	return true
}

// Heap returns how many seeds lie on top of the twelve for a number of seeds:
// none up to 12, 4 up to 20, 7 above. The number beside the pit tells the rest.
func Heap(seeds int) int {
	switch {
	case seeds <= fullPit:
		return 0
	case seeds <= 20:
		return 4
	}
	return 7
}

// lay returns where the seeds of a bowl lie, from its centre, the lowest first.
// down is the direction towards the owner; the bowl is radius.X wide along the
// row and radius.Y across, before a quarter turn.
func lay(name string, seeds int, kind Seeds, scale float64, radius, down Point, lettered bool) []placed {
	right := down.turn()
	out := make([]placed, 0, fullPit+7)
	add := func(name string, n int, part float64) {
		seed := int(10 * kind.Radius() * scale)
		for _, s := range Slots(name, n, int(10*part*radius.X), seed, lettered) {
			p := Point{float64(s.X) / 10, float64(s.Y)/10*radius.Y/radius.X - awayFromNum}
			out = append(out, placed{p.frame(right, down), s.Turn})
		}
	}
	add(name, min(seeds, fullPit), 1)
	if up := Heap(seeds); up > 0 {
		add(name+" heap", up, .7)
	}
	return out
}

// placed is a seed where it is drawn.
type placed struct {
	Point
	turn int
}

// defineSeeds writes the seed lying in each of its ways, at the origin.
func (c *canvas) defineSeeds(kind Seeds, scale float64) {
	r := kind.Radius() * scale
	if c.scene.Style == Plain {
		if kind == Beads {
			c.f(`<g id="%s"><circle r="%n" fill="%s"/><circle r="%n" fill="none" stroke="%s" stroke-width="%n"/></g>`, c.id("s0"), r*1.06, c.ink(inkPitHigh), r*.7, c.ink(inkBead2), r*.46)
		} else {
			c.f(`<circle id="%s" r="%n" fill="%s" stroke="%s" stroke-width="2"/>`, c.id("s0"), r*.95, c.ink(inkNut2), c.ink(inkPitHigh))
		}
		return
	}
	c.f(`<ellipse id="%s" cx="%n" cy="%n" rx="%n" ry="%n" fill="#000" opacity=".42"/>`, c.id("sh"), r*.22, r*.34, r*1.02, r*.98)
	for i := range turns {
		c.f(`<g id="%s"><use href="#%s"/>`, c.id("s"+strconv.Itoa(i)), c.id("sh"))
		if kind == Beads {
			// The hole goes round with the bead, the light does not.
			c.f(`<circle r="%n" fill="url(#%s)"/>`, r, c.id("gs"))
			c.f(`<ellipse cx="%n" rx="%n" ry="%n" fill="%s" transform="rotate(%d)"/>`, r*.12, r*.3, r*.24, c.ink(inkBeadHole), 45*i+13)
			c.f(`<path d="M%n %na%n %n 0 0 1 %n %n" fill="none" stroke="#fff" stroke-width="%n" stroke-linecap="round" opacity=".85"/>`, -r*.62, -r*.1, r*.64, r*.64, r*.55, -r*.55, r*.17)
		} else {
			a := math.Pi * (float64(i) + .4) / turns
			sin, cos := math.Sincos(a)
			long, short := Point{r * 1.08 * cos, r * 1.08 * sin}, Point{-r * .93 * sin, r * .93 * cos}
			c.f(`<path d="M%n %nA%n %n %n 1 1 %n %nA%n %n %n 1 1 %n %nZ" fill="url(#%s)"/>`,
				-long.X, -long.Y, r*1.08, r*.93, a*180/math.Pi, long.X, long.Y, r*1.08, r*.93, a*180/math.Pi, -long.X, -long.Y, c.id("gs"))
			seam := func(t, u float64) Point { return long.times(t).add(short.times(u)) }
			p, q, e := seam(-.74, .3), seam(0, .74), seam(.74, .3)
			c.f(`<path d="M%n %nQ%n %n %n %n" fill="none" stroke="#3C4244" stroke-width="%n" opacity=".55"/>`, p.X, p.Y, q.X, q.Y, e.X, e.Y, r*.08)
			c.f(`<ellipse cx="%n" cy="%n" rx="%n" ry="%n" fill="#fff" opacity=".8" transform="rotate(-38 %n %n)"/>`, -r*.34, -r*.38, r*.24, r*.15, -r*.34, -r*.38)
		}
		c.s(`</g>`)
	}
}

// seed writes a seed at a place.
func (c *canvas) seed(p placed) {
	turn := p.turn
	if c.scene.Style == Plain {
		turn = 0
	}
	c.f(`<use href="#%s" x="%n" y="%n"/>`, c.id("s"+strconv.Itoa(turn)), p.X, p.Y)
}

// bowlName is the name that the slots of a pit are drawn from.
func bowlName(kind Seeds, s kibaho.Site) string { return fmt.Sprintf("%s %d", kind, s) }

// store returns where captured seeds lie in a store, from its centre, as its
// owner sees it. They keep apart where they can, gather towards the middle and
// leave the owner's end to the number.
func store(side kibaho.Side, count int, radius float64, half Point) []placed {
	r := newRandom(fmt.Sprintf("store %d", side))
	reach := Point{half.X - radius - 5, half.Y - radius - 40}
	out := make([]placed, 0, 34)
	for range min(count, cap(out)) {
		var best placed
		highest := math.Inf(-1)
		for range 30 {
			p := placed{Point{r.between(-reach.X, reach.X), r.between(-reach.Y, reach.Y)}, r.below(turns)}
			free := 2.1 * radius
			for _, o := range out {
				free = min(free, p.to(o.Point).length())
			}
			if score := free - math.Hypot(1.2*p.X, .55*p.Y)/9; score > highest {
				best, highest = p, score
			}
		}
		out = append(out, best)
	}
	return out
}
