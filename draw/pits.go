package draw

import (
	"fmt"
	"strconv"

	"kibaho"
)

// pitBoard writes a board of four rows of pits, from the back to the front:
// board, stores, pits, bands, letters, seeds, marks, numbers, arrows, hand.
func (c *canvas) pitBoard(b *kibaho.Board) {
	s, m := c.scene, &c.scene.Marks
	g := Pits(b.Columns, s.Form, s.Captured != nil, s.Flipped)
	hand := m.Hand
	if hand == nil && b.Hand > 0 {
		hand = &Hand{At: b.HandAt, Count: b.Hand}
	}
	from, to := Point{}, Point{g.Width, g.Height}
	if hand != nil {
		p := handCentre(g, hand.At)
		from = Point{min(from.X, p.X-handRadius-8), min(from.Y, p.Y-handRadius-8)}
		to = Point{max(to.X, p.X+handRadius+8), max(to.Y, p.Y+handRadius+22)}
	}
	kind := map[Seeds]string{Beads: "beads", Nuts: "seeds"}[s.Seeds]
	c.open(from, to, fmt.Sprintf("A board of four rows of %d pits with %s", b.Columns, kind))
	c.slab(g.Width, g.Height, g.Corner, fmt.Sprintf("%s %d", s.Seeds, b.Columns))
	c.definePits(g)
	c.ridge(g)
	if g.Store > 0 {
		c.stores(g)
	}
	sites := make([]kibaho.Site, 0, len(b.At))
	for i := range b.At { // the far side first: the near one may overlap it
		sites = append(sites, kibaho.Site((i+len(b.At)/2)%len(b.At)))
	}
	for _, site := range sites {
		p := g.Centre(site)
		c.f(`<use href="#%s" x="%n" y="%n" data-site="%s"/>`, c.id("pit"), p.X, p.Y, siteName(b, site))
	}
	r := g.Radius()
	for _, site := range m.Legal {
		p := g.Centre(site)
		c.f(`<ellipse cx="%n" cy="%n" rx="%n" ry="%n" fill="%s" opacity=".16"/>`, p.X, p.Y, r.X, r.Y, c.ink(inkLegal))
	}
	c.bands(g.Centre)
	if g.LetterIn < 0 {
		c.letters(b, g)
	}
	for _, site := range sites {
		if k := int(b.At[site]); k > 0 {
			p := g.Centre(site)
			c.f(`<g transform="translate(%n %n)" data-seeds="%s">`, p.X, p.Y, siteName(b, site))
			for _, seed := range lay(bowlName(s.Seeds, site), k, s.Seeds, g.Seed, Point{g.RadiusX, g.RadiusY}, g.Toward(site), g.LetterIn > 0) {
				c.seed(seed)
			}
			c.s(`</g>`)
		}
	}
	if g.LetterIn > 0 {
		c.letters(b, g)
	}
	c.pitMarks(b, g)
	c.pitNumbers(b, g)
	for _, t := range m.Take {
		if t.Label != "" {
			c.badge(g.Centre(t.Site), 28*g.Seed, 11, t.Label, inkTake, inkOnMark)
		}
	}
	c.pairLabels(b, g)
	if m.Turn != nil {
		c.turning(g, *m.Turn)
	}
	c.arrows(g.Centre, 26, 20, .18)
	if hand != nil {
		c.hand(g, *hand)
	}
	if m.Focus != nil {
		c.focus(g.Centre(*m.Focus), r.plus(6, 6))
	}
}

// definePits writes what is used again and again: a pit and its seeds.
func (c *canvas) definePits(g PitGrid) {
	c.s(`<defs>`)
	if c.flat() {
		r := g.Radius()
		c.f(`<ellipse id="%s" rx="%n" ry="%n" fill="%s" stroke="%s" stroke-width="3"/>`, c.id("pit"), r.X, r.Y, c.ink(inkPitHigh), c.ink(inkEdge))
		c.defineSeeds(c.scene.Seeds, g.Seed)
		c.s(`</defs>`)
		return
	}
	c.gradient("radial", "gp", `cx=".56" cy=".64" r=".62"`, stop{0, c.ink(inkPitHigh), 1}, stop{.55, c.ink(inkPitHigh), 1}, stop{1, c.ink(inkPitLow), 1})
	c.gradient("linear", "gr", `x1=".15" y1="0" x2=".75" y2="1"`, stop{0, c.ink(inkRimDark), 1}, stop{.45, c.ink(inkRimDark), 1}, stop{1, c.ink(inkRimLight), 1})
	c.gradient("radial", "gi", `cx=".58" cy=".63" r=".63"`, stop{0, "#000", 0}, stop{.72, "#000", 0}, stop{.9, "#000", .3}, stop{1, "#000", .55})
	high, mid, low, at := inkBead1, inkBead2, inkBead3, .45
	if c.scene.Seeds == Nuts {
		high, mid, low, at = inkNut1, inkNut2, inkNut3, .5
	}
	c.gradient("radial", "gs", `cx=".36" cy=".3" r=".8"`, stop{0, c.ink(high), 1}, stop{at, c.ink(mid), 1}, stop{1, c.ink(low), 1})
	r := g.Radius()
	c.f(`<g id="%s">`, c.id("pit"))
	for _, layer := range []struct {
		more float64
		fill string
	}{{3.2, "gr"}, {0, "gp"}, {0, "gi"}} {
		c.f(`<ellipse rx="%n" ry="%n" fill="url(#%s)"/>`, r.X+layer.more, r.Y+layer.more, c.id(layer.fill))
	}
	c.s(`</g>`)
	c.defineSeeds(c.scene.Seeds, g.Seed)
	c.s(`</defs>`)
}

// ridge writes the line between the two sides.
func (c *canvas) ridge(g PitGrid) {
	end := .6 * g.Margin
	if c.flat() {
		end = 14
	}
	from, to, light := Point{end, g.Height / 2}, Point{g.Width - end, g.Height / 2}, Point{0, 2}
	if g.Store > 0 { // between the stores
		from.X, to.X = g.Margin+g.Store-6, g.Width-g.Margin-g.Store+6
	}
	if g.Quarter {
		from, to, light = Point{g.Width / 2, end}, Point{g.Width / 2, g.Height - end - Thickness}, Point{2, 0}
	}
	d := render("M%n %nL%n %n", from.X, from.Y, to.X, to.Y)
	if c.flat() {
		c.f(`<path d="%s" stroke="%s" stroke-width="3" stroke-dasharray="2 10" stroke-linecap="round"/>`, d, c.ink(inkEdge))
		return
	}
	c.f(`<path d="%s" stroke="%s" stroke-width="2.5" opacity=".7"/><path d="%s" stroke="%s" stroke-width="1.5" opacity=".6" transform="translate(%n %n)"/>`,
		d, c.ink(inkLine), d, c.ink(inkLineLight), light.X, light.Y)
}

// stores writes the two large hollows and what was captured.
func (c *canvas) stores(g PitGrid) {
	r := g.StoreRadius()
	for _, side := range []kibaho.Side{kibaho.Second, kibaho.First} {
		p, count := g.StoreCentre(side), c.scene.Captured[side]
		down := 1. // the owner's end
		if (side == kibaho.Second) != g.Flipped {
			down = -1
		}
		hollow := func(more float64, paint string) {
			c.f(`<rect x="%n" y="%n" width="%n" height="%n" rx="%n" %s/>`, p.X-r.X-more, p.Y-r.Y-more, 2*(r.X+more), 2*(r.Y+more), r.X+more, paint)
		}
		c.f(`<g data-store="%s">`, [...]string{"first", "second"}[side])
		if c.flat() {
			hollow(0, fmt.Sprintf(`fill="%s" stroke="%s" stroke-width="3"`, c.ink(inkPitHigh), c.ink(inkEdge)))
		} else {
			hollow(3.2, fmt.Sprintf(`fill="url(#%s)"`, c.id("gr")))
			hollow(0, fmt.Sprintf(`fill="url(#%s)"`, c.id("gp")))
			hollow(0, fmt.Sprintf(`fill="url(#%s)"`, c.id("gi")))
		}
		for _, seed := range store(side, count, c.scene.Seeds.Radius(), r) {
			seed.Point = p.plus(seed.X*down, seed.Y*down)
			c.seed(seed)
		}
		c.badge(p.plus(0, down*(r.Y-16)), 30, 11, strconv.Itoa(count), inkNumberGround, inkNumber)
		c.s(`</g>`)
	}
}

// letters writes the letters of the pits and the hooked arrows at those where a
// sowing may turn back (IG9). Where a pair is offered its label names it.
func (c *canvas) letters(b *kibaho.Board, g PitGrid) {
	if c.scene.HideNames || b.Names == nil {
		return
	}
	paired := map[kibaho.Site]bool{}
	for _, p := range c.scene.Marks.Pairs {
		paired[p.Inner] = true
	}
	r := g.Radius()
	for i := range b.At {
		s := kibaho.Site(i)
		if paired[s] {
			continue
		}
		p, toward := g.Centre(s), g.Toward(s)
		reach := r.Y
		if g.Quarter {
			reach = r.X
		}
		if g.LetterIn < 0 { // on the rim of an outer row, on the ridge of an inner one
			away := reach - g.LetterIn - 1
			if !g.Outer(s) {
				away = -away - 3 // a thick ring leaves room for a descender
			}
			p = p.add(toward.times(away)).plus(0, .35*g.Letter)
			c.text(p, g.Letter, inkLetter, 500, b.Names[i])
		} else {
			p = p.add(toward.times(g.LetterIn-reach)).plus(0, .36*g.Letter)
			c.f(`<text x="%n" y="%n" font-size="%n" font-weight="700" text-anchor="middle" fill="%s" stroke="%s" stroke-width="9" stroke-linejoin="round" paint-order="stroke">%s</text>`,
				p.X, p.Y, g.Letter, c.ink(inkPitLetter), c.ink(inkPitLow), escape(b.Names[i]))
		}
		if marked(b, s, kibaho.TurnBack) {
			hook, scale := p.plus(g.Letter, -.3*g.Letter), .6
			if g.Quarter {
				hook = p.plus(0, .5*g.Letter)
			}
			path := render(`<path d="M9 6C9 -9 -9 -9 -9 3M-15 -2L-9 5L-3 -1" transform="translate(%n %n) scale(%n)" fill="none" stroke-linecap="round" stroke-linejoin="round"`, hook.X, hook.Y, scale)
			if g.LetterIn > 0 {
				c.f(`%s stroke="%s" stroke-width="12"/>%s stroke="%s" stroke-width="4"/>`, path, c.ink(inkPitLow), path, c.ink(inkPitLetter))
			} else {
				c.f(`%s stroke="%s" stroke-width="3.4"/>`, path, c.ink(inkLetter))
			}
		}
	}
}

// pitNumbers writes the number of seeds of every pit that is not empty.
func (c *canvas) pitNumbers(b *kibaho.Board, g PitGrid) {
	if c.scene.HideNumbers {
		return
	}
	hidden := map[kibaho.Site]bool{}
	for _, t := range c.scene.Marks.Take {
		hidden[t.Site] = t.Label != ""
	}
	for i, k := range b.At {
		s := kibaho.Site(i)
		if k == 0 || hidden[s] {
			continue
		}
		p := g.Centre(s).add(g.Toward(s).times(g.RadiusY - g.NumberIn))
		c.badge(p, g.Number, .34*g.Number, strconv.Itoa(int(k)), inkNumberGround, inkNumber)
	}
}

func (c *canvas) pitMarks(b *kibaho.Board, g PitGrid) {
	m, r := &c.scene.Marks, g.Radius()
	for i := range b.At {
		if s := kibaho.Site(i); marked(b, s, kibaho.Unplayed) {
			across := r.Y
			if g.Quarter {
				across = r.X
			}
			p := g.Centre(s).add(g.Toward(s).times(-across - 1))
			c.f(`<path d="M%n %nl9 9l-9 9l-9 -9z" fill="%s" stroke="%s" stroke-width="3" stroke-linejoin="round"/>`, p.X, p.Y-9, c.ink(inkBoardHigh), c.ink(inkLetter))
		}
	}
	for _, s := range m.Legal {
		c.ring(g.Centre(s), r.plus(4, 4), inkLegal, 4.5, "")
	}
	for _, s := range m.Must {
		c.ring(g.Centre(s), r.plus(4, 4), inkLegal, 4.5, "")
		c.must(g.Centre(s))
	}
	if n := len(m.Last); n > 0 {
		if n > 1 {
			c.ring(g.Centre(m.Last[0]), r.plus(4, 4), inkLast, 5, longDashes)
		}
		c.ring(g.Centre(m.Last[n-1]), r.plus(4, 4), inkLast, 6, "")
	}
	for _, s := range m.Lifted {
		c.ring(g.Centre(s), r.plus(4, 4), inkChosen, 5, longDashes)
	}
	for _, t := range m.Take {
		c.take(g.Centre(t.Site), r.plus(3, 3), "", 0)
	}
	if n := len(m.Chosen); n > 0 {
		if n > 1 {
			c.ring(g.Centre(m.Chosen[0]), r.plus(4, 4), inkChosen, 5, longDashes)
		}
		c.ring(g.Centre(m.Chosen[n-1]), r.plus(4, 4), inkChosen, 9, "")
	}
	for _, s := range m.Visited {
		c.visited(g.Centre(s))
	}
	for _, s := range m.Refused {
		c.refused(g.Centre(s), r.plus(3, 3))
	}
	for _, p := range m.Pairs {
		line, width, dots := inkLegal, 4.5, ""
		if p.Chosen {
			line, width = inkChosen, 8
		}
		if p.Value == 0 {
			dots = ` stroke-dasharray="4 12" stroke-linecap="round"`
		}
		a, z := g.Centre(p.Inner), g.Centre(g.Behind(p.Inner))
		c.box(a.mix(z, .5), a.to(z).times(.5).abs().add(r).plus(6, 6), min(r.X, r.Y)+6, line, width, dots)
	}
}

// pairLabels writes what each pair is worth at its inner end.
func (c *canvas) pairLabels(b *kibaho.Board, g PitGrid) {
	for _, p := range c.scene.Marks.Pairs {
		value := "0"
		if p.Value > 0 {
			value = "+" + strconv.Itoa(p.Value)
		}
		if b.Names != nil {
			value = b.Names[p.Inner] + " " + value
		}
		ground := inkLegal
		if p.Chosen {
			ground = inkChosen
		}
		c.badge(g.Centre(p.Inner).add(g.Toward(p.Inner).times(-g.RadiusY-7)), 23, 9, value, ground, inkOnMark)
	}
}

// turning writes the two arrows beside a pit where a sowing may go on or turn
// back.
func (c *canvas) turning(g PitGrid, s kibaho.Site) {
	along := g.Along(s)
	for _, on := range []bool{true, false} {
		d := along
		if !on {
			d = along.times(-1)
		}
		p := g.Centre(s).add(d.times(50))
		path := "M-11 0H10M3 -8L11 0L3 8"
		if !on {
			path = "M-9 -7H3A7 7 0 0 1 3 7H-11M-4 0L-11 7L-4 14"
		}
		// The icons point to the right; they are turned to where they lead.
		c.f(`<g transform="translate(%n %n)"><circle r="25" fill="%s" stroke="%s" stroke-width="4"/><path d="%s" transform="matrix(%n %n %n %n 0 0) scale(.85)" fill="none" stroke="%s" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/></g>`,
			p.X, p.Y, c.ink(inkLegal), c.ink(inkHalo), path, along.X, along.Y, -along.Y, along.X, c.ink(inkOnMark))
	}
}

// handRadius is the radius of the hand.
const handRadius = 46

// handCentre returns where a hand rides: on the ridge beside an inner pit,
// beyond the edge beside an outer one.
func handCentre(g PitGrid, s kibaho.Site) Point {
	if g.Outer(s) {
		return g.Centre(s).add(g.Toward(s).times(g.RadiusY + 50))
	}
	return g.Centre(s).add(g.Toward(s).times(-g.RadiusY - 50))
}

func (c *canvas) hand(g PitGrid, h Hand) {
	p, pit := handCentre(g, h.At), g.Centre(h.At)
	d := p.to(pit).times(1 / p.to(pit).length())
	side := d.turn().times(15)
	root, tip := p.add(d.times(handRadius-12)), pit.add(d.times(-8))
	c.f(`<path d="M%n %nL%n %nL%n %nZ" fill="%s"/>`, root.X+side.X, root.Y+side.Y, tip.X, tip.Y, root.X-side.X, root.Y-side.Y, c.ink(inkChosen))
	c.f(`<circle cx="%n" cy="%n" r="%d" fill="#000" opacity=".4"/><circle cx="%n" cy="%n" r="%d" fill="%s" stroke="%s" stroke-width="6"/>`,
		p.X, p.Y+4, handRadius, p.X, p.Y, handRadius, c.ink(inkHand), c.ink(inkChosen))
	c.f(`<g transform="translate(%n %n)">`, p.X, p.Y-4)
	for _, seed := range lay("hand", h.Count, c.scene.Seeds, 1, Point{40, 34}, Point{0, 1}, false) {
		c.seed(seed)
	}
	c.s(`</g>`)
	c.badge(p.plus(0, handRadius-4), 23, 11, strconv.Itoa(h.Count)+" in hand", inkNumberGround, inkNumber)
}
