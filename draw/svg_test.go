package draw

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"kibaho"
)

// TestEverySizeIsSound draws every size in every look and form, from both sides,
// and compares the places of all sites with the geometry.
func TestEverySizeIsSound(t *testing.T) {
	for name, b := range everySize() {
		for _, l := range looks {
			if l.style != Wood && b.Columns != 3 && b.Columns != 11 && b.Shape != kibaho.Squares {
				continue // what differs by size is the same in all looks
			}
			for _, flipped := range []bool{false, true} {
				for _, form := range []Form{Wide, Flat, Turned} {
					if b.Shape != kibaho.Pits && form != Wide || form != Wide && strings.HasSuffix(name, "empty") {
						continue
					}
					s := Scene{Style: l.style, Dark: l.dark, Flipped: flipped, Form: form, Seeds: Seeds(b.Columns % 2)}
					if form == Wide {
						s.Captured = &[2]int{60, 1}
					}
					name := fmt.Sprintf("%s, %s, form %d, flipped %v", name, l.name, form, flipped)
					root := sound(t, name, picture(t, b, s), "kb")
					var centre func(kibaho.Site) Point
					var width, height float64
					half := 0.
					switch b.Shape {
					case kibaho.Pits:
						g := Pits(b.Columns, form, s.Captured != nil, flipped)
						centre, width, height = g.Centre, g.Width, g.Height
					case kibaho.Points:
						g := Points(b.Rows, b.Columns, flipped)
						centre, width, height = g.Centre, g.Width, g.Height
					case kibaho.Squares:
						g := Squares(flipped)
						centre, width, height, half = g.Centre, g.Width, g.Height, 50
					}
					if got, want := root.attr("viewBox"), fmt.Sprintf("0 0 %v %v", width, height); got != want {
						t.Errorf("%s: viewBox %s, want %s", name, got, want)
					}
					found := map[string]Point{}
					for _, e := range root.find("data-site") {
						found[e.attr("data-site")] = place(t, e).plus(half, half)
					}
					for i, site := range b.Names {
						if got, ok := found[site]; !ok || got != centre(kibaho.Site(i)) {
							t.Errorf("%s: %s at %v, want %v", name, site, got, centre(kibaho.Site(i)))
						}
					}
				}
			}
		}
	}
}

// TestEveryStateIsSound draws every state in every look.
func TestEveryStateIsSound(t *testing.T) {
	for _, l := range looks {
		for _, s := range states() {
			s.scene.Style, s.scene.Dark, s.scene.ID = l.style, l.dark, "x7"
			s.scene.Title, s.scene.Desc = `<South> & "North"`, "second & last"
			name := s.name + ", " + l.name
			svg := picture(t, s.board, s.scene)
			root := sound(t, name, svg, "x7")
			if got := root.Children[0].Text; got != s.scene.Title {
				t.Errorf("%s: title %q", name, got)
			}
			if got := root.Children[1]; got.XMLName.Local != "desc" || got.Text != s.scene.Desc {
				t.Errorf("%s: description %q", name, got.Text)
			}
			if again := picture(t, s.board, s.scene); again != svg {
				t.Errorf("%s: two drawings differ", name)
			}
		}
	}
}

// TestViewBoxes: the sizes that the design gives.
func TestViewBoxes(t *testing.T) {
	for _, tt := range []struct {
		name string
		b    kibaho.Board
		s    Scene
		want string
	}{
		{"chuba", pitBoard(chubaStart), Scene{Captured: &[2]int{}}, "0 0 1404 526"},
		{"chuba flat", pitBoard(chubaStart), Scene{Form: Flat, Captured: &[2]int{}}, "0 0 1116 616"},
		{"chuba turned", pitBoard(chubaStart), Scene{Form: Turned}, "0 0 542 1144"},
		{"igisoro", pitBoard(igisoroStart), Scene{}, "0 0 868 526"},
		{"igisoro flat", pitBoard(igisoroStart), Scene{Form: Flat}, "0 0 824 508"},
		{"fanorona", pointBoard(fanoronaStart), Scene{}, "0 0 944 553"},
		{"draughts", squareBoard(draughtsStart), Scene{}, "0 0 876 885"},
	} {
		if got := parse(t, picture(t, tt.b, tt.s)).attr("viewBox"); got != tt.want {
			t.Errorf("%s: viewBox %s, want %s", tt.name, got, tt.want)
		}
	}
}

// TestHandIsSeen: a hand above or below the board is within the viewBox.
func TestHandIsSeen(t *testing.T) {
	b := pitBoard("0,1,2/3,4,5/6,7,8/9,10,11")
	for _, form := range []Form{Wide, Flat, Turned} {
		for _, flipped := range []bool{false, true} {
			g := Pits(b.Columns, form, false, flipped)
			for s := range kibaho.Site(len(b.At)) {
				var x, y, w, h float64
				root := parse(t, picture(t, b, Scene{Form: form, Flipped: flipped, Marks: Marks{Hand: &Hand{s, 3}}}))
				fmt.Sscan(root.attr("viewBox"), &x, &y, &w, &h)
				p := handCentre(g, s)
				if p.X-handRadius < x || p.X+handRadius > x+w || p.Y-handRadius < y || p.Y+handRadius > y+h {
					t.Errorf("form %d: hand of %s at %v, viewBox %v", form, b.Names[s], p, root.attr("viewBox"))
				}
			}
		}
	}
}

// TestPieces: every piece is drawn on its site and nowhere else.
func TestPieces(t *testing.T) {
	b := squareBoard("b.../B..b/.b.b/b.../..W./.w../.w../wwBw")
	for _, flipped := range []bool{false, true} {
		g := Squares(flipped)
		shown := map[string]string{}
		for _, e := range parse(t, picture(t, b, Scene{Flipped: flipped})).find("data-piece") {
			name := e.attr("data-piece")
			shown[name] = e.attr("href")
			if got, want := place(t, e), g.Centre(site(b, name)); got != want {
				t.Errorf("piece on %s at %v, want %v", name, got, want)
			}
		}
		for i, p := range b.At {
			want := ""
			if p != kibaho.NoPiece {
				want = fmt.Sprintf("#kb-p%d", p)
			}
			if got := shown[b.Names[i]]; got != want {
				t.Errorf("%s shows %q, want %q", b.Names[i], got, want)
			}
		}
	}
	b = pointBoard("w.b/.w./b.w")
	for _, e := range parse(t, picture(t, b, Scene{})).find("data-site") {
		fills := ""
		e.walk(func(x *element) { fills += x.attr("fill") })
		name := e.attr("data-site")
		piece := b.At[site(b, name)]
		if strings.Contains(fills, "kb-gw") != (piece == kibaho.FirstMan) || strings.Contains(fills, "kb-gk") != (piece == kibaho.SecondMan) {
			t.Errorf("%s holds %d and is filled with %s", name, piece, fills)
		}
	}
}

func TestNamesAndNumbers(t *testing.T) {
	chuba := pitBoard("0,1,0,1,2,0,1,0,1,5,2/1,1,0,1,0,0,0,0,0,1,0/0,0,0,1,1,0,0,0,1,1,2/1,0,2,1,0,0,2,0,0,2,17")
	for _, form := range []Form{Wide, Flat, Turned} {
		got := texts(parse(t, picture(t, chuba, Scene{Form: form})))
		for _, name := range chuba.Names {
			if got[name] != 1 {
				t.Errorf("form %d: letter %s occurs %d times", form, name, got[name])
			}
		}
		for number, want := range map[string]int{"0": 0, "1": 14, "2": 6, "5": 1, "17": 1} {
			if got[number] != want {
				t.Errorf("form %d: number %s occurs %d times, want %d", form, number, got[number], want)
			}
		}
		if got := texts(parse(t, picture(t, chuba, Scene{Form: form, HideNames: true, HideNumbers: true}))); len(got) != 0 {
			t.Errorf("form %d: hidden texts %v", form, got)
		}
	}
	if got := texts(parse(t, picture(t, chuba, Scene{HideNumbers: true, HideNames: true, Captured: &[2]int{40, 7}}))); got["40"] != 1 || got["7"] != 1 {
		t.Errorf("stores of 40 and 7 say %v", got)
	}
	fanorona := texts(parse(t, picture(t, pointBoard(fanoronaStart), Scene{})))
	for _, name := range strings.Fields("A B C D E 1 2 3 4 5 6 7 8 9") {
		if fanorona[name] != 1 {
			t.Errorf("coordinate %s occurs %d times", name, fanorona[name])
		}
	}
	draughts := texts(parse(t, picture(t, squareBoard(draughtsStart), Scene{})))
	for i := range 32 {
		if draughts[strconv.Itoa(i+1)] != 1 {
			t.Errorf("square %d is named %d times", i+1, draughts[strconv.Itoa(i+1)])
		}
	}
	for _, b := range []kibaho.Board{pointBoard(fanoronaStart), squareBoard(draughtsStart)} {
		if got := texts(parse(t, picture(t, b, Scene{HideNames: true}))); len(got) != 0 {
			t.Errorf("hidden texts %v", got)
		}
	}
}

// TestOwnersSide: the number of a pit is on its owner's side; the letter of an
// outer pit is beyond it on the rim, that of an inner pit on the ridge, and a
// letter within a pit is at the other end than the number. What a side has
// captured is in the store at its own right end, its number near its owner.
func TestOwnersSide(t *testing.T) {
	b := pitBoard(chubaStart)
	for i := range b.At {
		b.At[i] = int16(100 + i)
	}
	for _, form := range []Form{Wide, Flat, Turned} {
		for _, flipped := range []bool{false, true} {
			s := Scene{Form: form, Flipped: flipped, Captured: &[2]int{51, 62}}
			g := Pits(b.Columns, form, true, flipped)
			places := map[string]Point{}
			parse(t, picture(t, b, s)).walk(func(e *element) {
				if e.XMLName.Local == "text" {
					places[e.Text] = place(t, e).plus(0, -.35*e.number(t, "font-size"))
				}
			})
			// side returns how far towards its owner a text is from the rim.
			side := func(site kibaho.Site, text string) float64 {
				d, toward := g.Centre(site).to(places[text]), g.Toward(site)
				if across := d.X*toward.Y - d.Y*toward.X; math.Abs(across) > 1 {
					t.Errorf("form %d: %s is %v off the middle of %s", form, text, across, b.Names[site])
				}
				return (d.X*toward.X + d.Y*toward.Y) / g.RadiusY
			}
			for i, name := range b.Names {
				site := kibaho.Site(i)
				number, letter := side(site, strconv.Itoa(100+i)), side(site, name)
				if number < .3 || number > 1 {
					t.Errorf("form %d: number of %s at %.2f of the radius", form, name, number)
				}
				switch {
				case form != Wide && (letter > -.3 || letter < -1), form == Wide && g.Outer(site) && letter < 1.2, form == Wide && !g.Outer(site) && letter > -1.2:
					t.Errorf("form %d: letter %s at %.2f of the radius", form, name, letter)
				}
			}
			if form == Wide {
				first, second := places["51"], places["62"]
				if (first.X > g.Width/2) == flipped || (second.X > g.Width/2) != flipped || (first.Y > g.Height/2) == flipped || (second.Y > g.Height/2) != flipped {
					t.Errorf("flipped %v: stores at %v and %v", flipped, first, second)
				}
			}
		}
	}
}

// TestMarksDiffer: without any colour no two states look alike, on any kind of
// board and in every look.
func TestMarksDiffer(t *testing.T) {
	colour := regexp.MustCompile(`#[0-9A-Fa-f]{3,6}\b`)
	for _, l := range looks {
		for _, tt := range []struct {
			b    kibaho.Board
			site string
			next string
		}{
			{pitBoard(chubaStart), "c", "d"},
			{pointBoard(fanoronaStart), "D5", "D6"},
			{squareBoard(draughtsStart), "11", "15"},
		} {
			b, s := tt.b, site(tt.b, tt.site)
			one, two := []kibaho.Site{s}, []kibaho.Site{s, site(b, tt.next)}
			scenes := map[string]Marks{
				"nothing":  {},
				"legal":    {Legal: one},
				"chosen":   {Chosen: one},
				"path":     {Chosen: two},
				"lifted":   {Lifted: one},
				"visited":  {Visited: one},
				"last":     {Last: one},
				"last two": {Last: two},
				"take":     {Take: []Take{{s, ""}}},
				"take A":   {Take: []Take{{s, "A"}}},
				"refused":  {Refused: one},
				"must":     {Must: one},
				"focus":    {Focus: &s},
				"arrow":    {Arrows: []Arrow{{s, two[1], 0}}},
				"arrow 1":  {Arrows: []Arrow{{s, two[1], 1}}},
				"arrow 2":  {Arrows: []Arrow{{s, two[1], 2}}},
				"lap":      {Bands: []Band{{two, Lap}}},
				"earlier":  {Bands: []Band{{two, Earlier}}},
				"coming":   {Bands: []Band{{two, Coming}}},
			}
			if b.Shape == kibaho.Pits {
				scenes["turn"] = Marks{Turn: &s}
				scenes["hand"] = Marks{Hand: &Hand{s, 2}}
				scenes["pair"] = Marks{Pairs: []Pair{{Inner: s, Value: 3}}}
				scenes["pair chosen"] = Marks{Pairs: []Pair{{Inner: s, Value: 3, Chosen: true}}}
				scenes["pair empty"] = Marks{Pairs: []Pair{{Inner: s}}}
			} else {
				scenes["gone"] = Marks{Gone: []Ghost{{site(b, tt.next), kibaho.FirstMan}}}
			}
			seen := map[string]string{}
			for name, m := range scenes {
				shape := colour.ReplaceAllString(picture(t, b, Scene{Style: l.style, Dark: l.dark, Marks: m}), "")
				if other, ok := seen[shape]; ok {
					t.Errorf("%s: %q and %q have the same shape at %s", l.name, name, other, tt.site)
				}
				seen[shape] = name
			}
			for m, marks := range map[kibaho.Mark]bool{kibaho.Unplayed: b.Shape == kibaho.Pits, kibaho.TurnBack: b.Shape == kibaho.Pits, kibaho.Huffable: b.Shape == kibaho.Squares} {
				shape := colour.ReplaceAllString(picture(t, with(b, m, tt.site), Scene{Style: l.style, Dark: l.dark}), "")
				if other, ok := seen[shape]; ok && marks {
					t.Errorf("%s: mark %d of a board has the shape of %q", l.name, m, other)
				}
			}
		}
	}
}

// TestRefusesNonsense: boards and marks that do not fit are errors, and nothing
// is written.
func TestRefusesNonsense(t *testing.T) {
	pits, points := pitBoard(igisoroStart), pointBoard("b.b/.w./w.w")
	far := kibaho.Site(200)
	short, names, marks, debt, hand := pits, pits, pits, pits, pits
	short.At = short.At[:31]
	names.Names = names.Names[:3]
	marks.Marks = make([]kibaho.Mark, 3)
	debt.At = append([]int16{-1}, debt.At[1:]...)
	hand.Hand, hand.HandAt = 1, far
	odd := points
	odd.At = append([]int16{5}, odd.At[1:]...)
	for name, tt := range map[string]struct {
		b kibaho.Board
		m Marks
	}{
		"no board":        {kibaho.Board{}, Marks{}},
		"no such shape":   {kibaho.Board{Shape: 9, Rows: 8, Columns: 8}, Marks{}},
		"sites":           {short, Marks{}},
		"names":           {names, Marks{}},
		"marks":           {marks, Marks{}},
		"negative":        {debt, Marks{}},
		"hand of board":   {hand, Marks{}},
		"piece":           {odd, Marks{}},
		"legal":           {pits, Marks{Legal: []kibaho.Site{32}}},
		"chosen":          {pits, Marks{Chosen: []kibaho.Site{far}}},
		"lifted":          {pits, Marks{Lifted: []kibaho.Site{far}}},
		"visited":         {pits, Marks{Visited: []kibaho.Site{far}}},
		"last":            {pits, Marks{Last: []kibaho.Site{far}}},
		"refused":         {pits, Marks{Refused: []kibaho.Site{far}}},
		"must":            {pits, Marks{Must: []kibaho.Site{far}}},
		"take":            {pits, Marks{Take: []Take{{far, ""}}}},
		"pair":            {pits, Marks{Pairs: []Pair{{Inner: far}}}},
		"band":            {pits, Marks{Bands: []Band{{[]kibaho.Site{far}, Lap}}}},
		"arrow":           {pits, Marks{Arrows: []Arrow{{0, far, 1}}}},
		"turn":            {pits, Marks{Turn: &far}},
		"hand":            {pits, Marks{Hand: &Hand{far, 1}}},
		"focus":           {pits, Marks{Focus: &far}},
		"ghost in a pit":  {pits, Marks{Gone: []Ghost{{1, 1}}}},
		"ghost of none":   {points, Marks{Gone: []Ghost{{1, 0}}}},
		"hand of points":  {points, Marks{Hand: &Hand{1, 1}}},
		"pairs of points": {points, Marks{Pairs: []Pair{{Inner: 1}}}},
	} {
		var out bytes.Buffer
		if err := SVG(&out, tt.b, Scene{Marks: tt.m}); err == nil || out.Len() > 0 {
			t.Errorf("%s: error %v after %d bytes", name, err, out.Len())
		} else if !strings.HasPrefix(err.Error(), "draw: ") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: message %q", name, err)
		}
	}
	for name, s := range map[string]Scene{
		"style": {Style: 3}, "form": {Form: 3}, "seeds": {Seeds: 2}, "id": {ID: `a"b`}, "captured": {Captured: &[2]int{0, -1}},
	} {
		var out bytes.Buffer
		if err := SVG(&out, pits, s); err == nil || out.Len() > 0 {
			t.Errorf("%s: error %v after %d bytes", name, err, out.Len())
		}
	}
	if err := SVG(failing{}, pits, Scene{}); !errors.Is(err, io.ErrShortWrite) {
		t.Errorf("a writer that fails: %v", err)
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

// FuzzSVG: whatever the board and the scene, the picture is sound or refused.
func FuzzSVG(f *testing.F) {
	f.Add(uint8(0), uint8(4), uint8(8), uint16(0), []byte("\x04\x05\x0d\x30"), []byte("\x01\x02"))
	f.Add(uint8(1), uint8(5), uint8(9), uint16(0x155), []byte("\x01\x02\x00"), []byte("\x09"))
	f.Add(uint8(2), uint8(8), uint8(8), uint16(0xaa), []byte("\x01\x02\x03\x04"), []byte("\x1f\x00\x05"))
	f.Fuzz(func(t *testing.T, shape, rows, columns uint8, bits uint16, content, marks []byte) {
		b := kibaho.Board{Shape: kibaho.Shape(shape), Rows: int(rows), Columns: int(columns)}
		n := int(rows) * int(columns)
		if b.Shape == kibaho.Squares {
			n /= 2
		}
		if n > 130 || len(content) == 0 {
			return
		}
		for i := range n {
			b.At = append(b.At, int16(content[i%len(content)]))
		}
		bit := func(i int) bool { return bits>>i&1 == 1 }
		s := Scene{
			Style: Style(bits % 3), Dark: bit(2), Themed: bit(3), Flipped: bit(4), Form: Form(bits >> 5 % 3),
			Seeds: Seeds(bits >> 7 & 1), HideNames: bit(8), HideNumbers: bit(9), Title: string(marks), Desc: string(content),
		}
		if bit(10) {
			s.Captured = &[2]int{int(columns), 3}
		}
		var path []kibaho.Site
		for _, m := range marks {
			path = append(path, kibaho.Site(m))
		}
		if len(path) > 8 {
			path = path[:8]
		}
		m := &s.Marks
		m.Legal, m.Chosen, m.Last, m.Must, m.Visited, m.Refused, m.Lifted = path, path, path, path, path, path, path
		for i, p := range path {
			m.Take = append(m.Take, Take{p, string(marks[:i])})
			m.Arrows = append(m.Arrows, Arrow{path[0], p, i - 1})
			m.Bands = append(m.Bands, Band{path, BandKind(i % 4)})
			m.Focus = &path[i]
			if b.Shape == kibaho.Pits {
				m.Turn, m.Hand = &path[i], &Hand{p, i}
				m.Pairs = append(m.Pairs, Pair{p, i, bit(i)})
			} else {
				m.Gone = append(m.Gone, Ghost{p, int16(i + 1)})
			}
		}
		var out bytes.Buffer
		if err := SVG(&out, b, s); err != nil {
			return
		}
		parse(t, out.String())
		if bad := notNumber(out.String()); bad != "" && !strings.Contains(s.Title+s.Desc, bad) {
			t.Errorf("contains %s", bad)
		}
	})
}

func BenchmarkSVG(b *testing.B) {
	board := pitBoard(chubaStart)
	for b.Loop() {
		var out bytes.Buffer
		if err := SVG(&out, board, Scene{Captured: &[2]int{}}); err != nil || !bytes.HasSuffix(out.Bytes(), []byte("</svg>\n")) {
			b.Fatalf("%d bytes, %v", out.Len(), err)
		}
	}
}
