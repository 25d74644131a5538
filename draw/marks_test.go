package draw

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"kibaho"
)

// outline is a ring, a box or a disc on a board: where it stands, how far it
// reaches, its colour and whether it is dashed.
type outline struct {
	at, half Point
	colour   string
	dashed   bool
}

// outlines returns the rings, boxes and discs in the colours of marks.
func outlines(t *testing.T, svg string) []outline {
	var out []outline
	colours := map[string]bool{focusLight: true}
	for _, i := range []ink{inkLegal, inkChosen, inkLast, inkTake} {
		colours[i.in(Wood, false)] = true
	}
	parse(t, svg).walk(func(group *element) {
		for i := range group.Children {
			e := &group.Children[i]
			o := outline{colour: e.attr("stroke"), dashed: group.attr("stroke-dasharray") != ""}
			switch e.XMLName.Local {
			case "ellipse":
				o.at, o.half = Point{e.number(t, "cx"), e.number(t, "cy")}, Point{e.number(t, "rx"), e.number(t, "ry")}
			case "rect":
				o.half = Point{e.number(t, "width") / 2, e.number(t, "height") / 2}
				o.at = Point{e.number(t, "x"), e.number(t, "y")}.add(o.half)
			case "circle":
				o.at, o.half = Point{e.number(t, "cx"), e.number(t, "cy")}, Point{e.number(t, "r"), e.number(t, "r")}
				o.colour = e.attr("fill")
			default:
				continue
			}
			if colours[o.colour] {
				out = append(out, o)
			}
		}
	})
	return out
}

// TestMarksStand: every mark stands on its site, with its own colour, and a path
// begins with a dashed outline and ends with a full one.
func TestMarksStand(t *testing.T) {
	legal, chosen, last, take := inkLegal.in(Wood, false), inkChosen.in(Wood, false), inkLast.in(Wood, false), inkTake.in(Wood, false)
	for _, tt := range []struct {
		b     kibaho.Board
		names string // three sites; the last one is empty on points and squares
	}{
		{pitBoard(chubaStart), "c P d"},
		{pointBoard(fanoronaStart), "D5 A1 C5"},
		{squareBoard(draughtsStart), "11 24 15"},
	} {
		for _, flipped := range []bool{false, true} {
			b := tt.b
			var centre func(kibaho.Site) Point
			switch b.Shape {
			case kibaho.Pits:
				centre = Pits(b.Columns, Wide, false, flipped).Centre
			case kibaho.Points:
				centre = Points(b.Rows, b.Columns, flipped).Centre
			case kibaho.Squares:
				centre = Squares(flipped).Centre
			}
			s := sites(b, tt.names)
			path := []kibaho.Site{s[2], s[0]} // from an empty point to an occupied one
			for name, m := range map[string]struct {
				marks Marks
				want  []outline
			}{
				"nothing": {Marks{}, nil},
				"legal":   {Marks{Legal: s}, []outline{{at: centre(s[0]), colour: legal}, {at: centre(s[1]), colour: legal}, {at: centre(s[2]), colour: legal}}},
				"chosen":  {Marks{Chosen: path}, []outline{{at: centre(s[2]), colour: chosen, dashed: true}, {at: centre(s[0]), colour: chosen}}},
				"one":     {Marks{Chosen: s[1:2]}, []outline{{at: centre(s[1]), colour: chosen}}},
				"last":    {Marks{Last: path}, []outline{{at: centre(s[2]), colour: last, dashed: true}, {at: centre(s[0]), colour: last}}},
				"lifted":  {Marks{Lifted: s[:2]}, []outline{{at: centre(s[0]), colour: chosen, dashed: true}, {at: centre(s[1]), colour: chosen, dashed: true}}},
				"take":    {Marks{Take: []Take{{s[1], ""}, {s[0], ""}}}, []outline{{at: centre(s[1]), colour: take}, {at: centre(s[0]), colour: take}}},
				"refused": {Marks{Refused: s[:1]}, []outline{{at: centre(s[0]), colour: take}}},
				"must":    {Marks{Must: s[:1]}, []outline{{at: centre(s[0]), colour: legal}, {at: centre(s[0]).plus(33, -33), colour: take}}},
				"focus":   {Marks{Focus: &s[2]}, []outline{{at: centre(s[2]), colour: focusLight}}},
			} {
				got := outlines(t, picture(t, b, Scene{Flipped: flipped, Marks: m.marks}))
				seen := func(list []outline) []string {
					var out []string
					for _, o := range list {
						out = append(out, fmt.Sprint(o.at, o.colour, o.dashed))
					}
					slices.Sort(out)
					return out
				}
				if got, want := seen(got), seen(m.want); !slices.Equal(got, want) {
					t.Errorf("%s at %s, flipped %v: %v, want %v", name, tt.names, flipped, got, want)
				}
			}
		}
	}
}

// TestPairsEnclose: a capsule encloses both pits of its pair and no other, and
// its label names the inner pit and what the pair is worth (CH10).
func TestPairsEnclose(t *testing.T) {
	b := pitBoard(chubaStart)
	for _, form := range []Form{Wide, Flat, Turned} {
		for _, flipped := range []bool{false, true} {
			g := Pits(b.Columns, form, false, flipped)
			for inner := range kibaho.Site(len(b.At)) {
				if g.Outer(inner) {
					continue
				}
				svg := picture(t, b, Scene{Form: form, Flipped: flipped, Marks: Marks{Pairs: []Pair{{Inner: inner, Value: 9}}}})
				all := outlines(t, svg)
				if len(all) != 1 {
					t.Fatalf("form %d: %d outlines", form, len(all))
				}
				for s := range kibaho.Site(len(b.At)) {
					d, r := all[0].at.to(g.Centre(s)).abs(), g.Radius()
					within := d.X+r.X <= all[0].half.X && d.Y+r.Y <= all[0].half.Y
					if want := s == inner || s == g.Behind(inner); within != want {
						t.Errorf("form %d: pair %s encloses %s: %v, want %v", form, b.Names[inner], b.Names[s], within, want)
					}
				}
				if !strings.Contains(svg, ">"+b.Names[inner]+" +9<") {
					t.Errorf("form %d: pair %s has no label", form, b.Names[inner])
				}
			}
		}
	}
}

// TestGhosts: a piece taken this turn is a ghost of its own colour.
func TestGhosts(t *testing.T) {
	b := pointBoard("b.b/.../w.w")
	for piece, gradient := range map[int16]string{kibaho.FirstMan: "kb-gw", kibaho.SecondMan: "kb-gk"} {
		root := parse(t, picture(t, b, Scene{Marks: Marks{Gone: []Ghost{{4, piece}}}}))
		for _, e := range root.find("data-site") {
			ghost := len(e.Children) == 1 && e.Children[0].attr("opacity") == ".34"
			fills := ""
			e.walk(func(x *element) { fills += x.attr("fill") })
			if want := e.attr("data-site") == "B2"; ghost != want || want && !strings.Contains(fills, gradient) {
				t.Errorf("piece %d: ghost on %s %v, filled with %s", piece, e.attr("data-site"), ghost, fills)
			}
		}
	}
	d := squareBoard(draughtsStart)
	for piece := kibaho.FirstMan; piece <= kibaho.SecondKing; piece++ {
		svg := picture(t, d, Scene{Marks: Marks{Gone: []Ghost{{site(d, "15"), piece}}}})
		p := Squares(false).Centre(site(d, "15"))
		if want := fmt.Sprintf(`<g opacity=".36"><use href="#kb-p%d" x="%v" y="%v"`, piece, p.X, p.Y); !strings.Contains(svg, want) {
			t.Errorf("no ghost of %d", piece)
		}
	}
}

// TestChequers: the 32 named squares are dark and the 32 others light.
func TestChequers(t *testing.T) {
	for _, l := range looks {
		dark := map[string]bool{inkDark.in(l.style, l.dark): true, inkDarkToo.in(l.style, l.dark): true}
		light := map[string]bool{inkLight.in(l.style, l.dark): true, inkLightToo.in(l.style, l.dark): true}
		named, others := 0, 0
		parse(t, picture(t, squareBoard(draughtsStart), Scene{Style: l.style, Dark: l.dark})).walk(func(e *element) {
			if e.XMLName.Local != "rect" || e.attr("width") != "100" {
				return
			}
			if e.attr("data-site") != "" {
				named++
				if !dark[e.attr("fill")] {
					t.Errorf("%s: square %s is %s", l.name, e.attr("data-site"), e.attr("fill"))
				}
				return
			}
			others++
			if !light[e.attr("fill")] {
				t.Errorf("%s: a light square is %s", l.name, e.attr("fill"))
			}
		})
		if named != 32 || others != 32 {
			t.Errorf("%s: %d dark and %d light squares", l.name, named, others)
		}
	}
}

// lines returns the paths in a colour that go straight through points.
func lines(t *testing.T, svg, colour string) []string {
	var out []string
	parse(t, svg).walk(func(e *element) {
		if e.XMLName.Local == "path" && e.attr("stroke") == colour {
			out = append(out, e.attr("d"))
		}
	})
	return out
}

// TestBands: a band goes through the centres of its sites, one after another.
func TestBands(t *testing.T) {
	b := pitBoard(igisoroStart)
	for _, flipped := range []bool{false, true} {
		g := Pits(8, Wide, false, flipped)
		path := sites(b, "g h i j")
		want := "M"
		for i, s := range path {
			if i > 0 {
				want += "L"
			}
			want += fmt.Sprintf("%v %v", g.Centre(s).X, g.Centre(s).Y)
		}
		for name, tt := range map[string]struct {
			marks Marks
			line  ink
		}{
			"chosen":  {Marks{Chosen: path}, inkChosen},
			"last":    {Marks{Last: path}, inkLast},
			"lap":     {Marks{Bands: []Band{{path, Lap}}}, inkChosen},
			"earlier": {Marks{Bands: []Band{{path, Earlier}}}, inkChosen},
			"coming":  {Marks{Bands: []Band{{path, Coming}}}, inkLegal},
			"missed":  {Marks{Bands: []Band{{path, Missed}}}, inkTake},
		} {
			got := lines(t, picture(t, b, Scene{Flipped: flipped, Marks: tt.marks}), tt.line.in(Wood, false))
			if len(got) != 1 || got[0] != want {
				t.Errorf("%s: %q, want %q", name, got, want)
			}
		}
	}
}

// TestArrowsPoint: the tip of an arrow is near where it leads to and its tail near
// where it comes from, the best one is drawn last and its number beside it.
func TestArrowsPoint(t *testing.T) {
	b := squareBoard(draughtsStart)
	g := Squares(false)
	from, to := g.Centre(site(b, "12")), g.Centre(site(b, "26"))
	svg := picture(t, b, Scene{Marks: Marks{Arrows: []Arrow{{site(b, "12"), site(b, "26"), 1}, {site(b, "3"), site(b, "14"), 2}, {site(b, "2"), site(b, "2"), 0}}}})
	var arrows []*element
	parse(t, svg).walk(func(e *element) {
		if e.XMLName.Local == "path" && e.attr("paint-order") == "stroke" {
			arrows = append(arrows, e)
		}
	})
	if len(arrows) != 2 || arrows[0].attr("fill") != inkLegal.in(Wood, false) || arrows[1].attr("fill") != inkChosen.in(Wood, false) {
		t.Fatalf("%d arrows", len(arrows))
	}
	var tip, tail, wide float64 = 1e9, 1e9, 0
	direction := from.to(to).times(1 / from.to(to).length())
	var widest Point
	for field := range strings.SplitSeq(strings.Trim(arrows[1].attr("d"), "MZ"), "L") {
		var p Point
		fmt.Sscan(field, &p.X, &p.Y)
		tip, tail = min(tip, p.to(to).length()), min(tail, p.to(from).length())
		off := from.to(p)
		if across := max(off.X*direction.Y-off.Y*direction.X, off.Y*direction.X-off.X*direction.Y); across > wide {
			wide, widest = across, p
		}
	}
	if tip > 10 || tail > 20 {
		t.Errorf("tip %v from its end, tail %v from its beginning", tip, tail)
	}
	if widest.to(to).length() > widest.to(from).length() {
		t.Errorf("the head of the arrow is at its tail")
	}
	if got := texts(parse(t, picture(t, b, Scene{HideNames: true, Marks: Marks{Arrows: []Arrow{{1, 5, 1}, {1, 6, 2}, {2, 7, 0}}}}))); len(got) != 2 || got["1"] != 1 || got["2"] != 1 {
		t.Errorf("numbers %v, want 1 and 2", got)
	}
}

// TestTurning: the straight arrow is on the side that the sowing goes on to, the
// bent one on the side that it comes from (IG9).
func TestTurning(t *testing.T) {
	for _, form := range []Form{Wide, Turned} {
		for _, flipped := range []bool{false, true} {
			b := pitBoard(igisoroStart)
			g := Pits(8, form, false, flipped)
			for _, name := range []string{"b", "g", "i", "p", "B", "N"} {
				s := site(b, name)
				var on, back []Point
				parse(t, picture(t, b, Scene{Form: form, Flipped: flipped, Marks: Marks{Turn: &s}})).walk(func(e *element) {
					if len(e.Children) != 2 || e.Children[0].attr("r") != "25" {
						return
					}
					if strings.Contains(e.Children[1].attr("d"), "A") {
						back = append(back, place(t, e))
					} else {
						on = append(on, place(t, e))
					}
				})
				along := g.Along(s).times(50)
				if len(on) != 1 || len(back) != 1 || on[0] != g.Centre(s).add(along) || back[0] != g.Centre(s).add(along.times(-1)) {
					t.Errorf("form %d, %s at %v: on at %v, back at %v", form, name, g.Centre(s), on, back)
				}
			}
		}
	}
}
