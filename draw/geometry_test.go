package draw

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kibaho"
)

// drawn is a picture of the designer's: its size and where its sites lie.
type drawn struct {
	name          string
	width, height float64
	at            map[string]Point
}

// centres reads testdata/centres.txt, which was taken from the designer's own
// drawings and not from this package.
func centres(t *testing.T) []drawn {
	t.Helper()
	text, err := os.ReadFile("testdata/centres.txt")
	if err != nil {
		t.Fatal(err)
	}
	var all []drawn
	num := func(s string) float64 {
		x, err := strconv.ParseFloat(s, 64)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	for line := range strings.Lines(string(text)) {
		f := strings.Fields(line)
		switch {
		case len(f) == 0 || f[0] == "#":
		case f[0] == "=":
			n := len(f)
			all = append(all, drawn{strings.Join(f[1:n-2], " "), num(f[n-2]), num(f[n-1]), map[string]Point{}})
		default:
			all[len(all)-1].at[f[0]] = Point{num(f[1]), num(f[2])}
		}
	}
	return all
}

// TestCentres compares size and sites with the designer's drawings.
func TestCentres(t *testing.T) {
	chuba, igisoro := pitBoard(chubaStart), pitBoard(igisoroStart)
	fanorona, draughts := pointBoard(fanoronaStart), squareBoard(draughtsStart)
	grids := map[string]struct {
		board         kibaho.Board
		width, height float64
		centre        func(kibaho.Site) Point
	}{}
	pits := func(name string, b kibaho.Board, form Form, stores bool) {
		g := Pits(b.Columns, form, stores, false)
		grids[name] = struct {
			board         kibaho.Board
			width, height float64
			centre        func(kibaho.Site) Point
		}{b, g.Width, g.Height, g.Centre}
	}
	pits("chuba wide", chuba, Wide, true)
	pits("chuba flat", chuba, Flat, false)
	pits("chuba turned", chuba, Turned, false)
	pits("igisoro wide", igisoro, Wide, false)
	pits("igisoro flat", igisoro, Flat, false)
	p := Points(5, 9, false)
	grids["fanorona"] = struct {
		board         kibaho.Board
		width, height float64
		centre        func(kibaho.Site) Point
	}{fanorona, p.Width, p.Height, p.Centre}
	for name, flipped := range map[string]bool{"draughts": false, "draughts flipped": true} {
		s := Squares(flipped)
		grids[name] = struct {
			board         kibaho.Board
			width, height float64
			centre        func(kibaho.Site) Point
		}{draughts, s.Width, s.Height, s.Centre}
	}
	pictures := centres(t)
	if len(pictures) != len(grids) {
		t.Errorf("%d pictures in testdata, expected %d", len(pictures), len(grids))
	}
	for _, want := range pictures {
		g, ok := grids[want.name]
		if !ok {
			t.Errorf("no grid %s", want.name)
			continue
		}
		if g.width != want.width || g.height != want.height {
			t.Errorf("%s is %v x %v, want %v x %v", want.name, g.width, g.height, want.width, want.height)
		}
		if len(want.at) != len(g.board.At) {
			t.Errorf("%s: %d sites in testdata, %d on the board", want.name, len(want.at), len(g.board.At))
		}
		for s, name := range g.board.Names {
			if got := g.centre(kibaho.Site(s)); got != want.at[name] {
				t.Errorf("%s: %s at %v, want %v", want.name, name, got, want.at[name])
			}
		}
	}
}

// TestFlippedIsHalfTurn: from the other side every site is where half a turn of
// the face brings it.
func TestFlippedIsHalfTurn(t *testing.T) {
	check := func(name string, sites int, height, width float64, a, b func(kibaho.Site) Point) {
		for s := range kibaho.Site(sites) {
			p, q := a(s), b(s)
			if q != (Point{width - p.X, height - p.Y}) {
				t.Errorf("%s: site %d at %v and, flipped, at %v", name, s, p, q)
			}
		}
	}
	for n := 2; n <= 13; n++ {
		for _, form := range []Form{Wide, Flat, Turned} {
			a, b := Pits(n, form, form == Wide, false), Pits(n, form, form == Wide, true)
			check("pits", 4*n, a.Height, a.Width, a.Centre, b.Centre)
		}
	}
	for rows := 3; rows <= 9; rows += 2 {
		for columns := 3; columns <= 9; columns += 2 {
			a, b := Points(rows, columns, false), Points(rows, columns, true)
			check("points", rows*columns, a.Height-Thickness, a.Width, a.Centre, b.Centre)
		}
	}
	a, b := Squares(false), Squares(true)
	check("squares", 32, a.Height-Thickness, a.Width, a.Centre, b.Centre)
}

// TestOpposite: opposite the inner pit i stand the enemy's inner pit n-1-i and,
// behind it, his outer pit n+i (rules of Chuba and Igisoro).
func TestOpposite(t *testing.T) {
	for n := 2; n <= 13; n++ {
		for _, flipped := range []bool{false, true} {
			g := Pits(n, Wide, true, flipped)
			for i := range n {
				own := g.Centre(kibaho.Site(i))
				inner, outer := g.Centre(kibaho.Site(2*n+n-1-i)), g.Centre(kibaho.Site(2*n+n+i))
				if own.X != inner.X || own.X != outer.X {
					t.Errorf("%d columns: pit %d is not opposite its pair", n, i)
				}
				if behind := g.Behind(kibaho.Site(2*n + n - 1 - i)); behind != kibaho.Site(3*n+i) {
					t.Errorf("%d columns: behind inner pit %d lies %d", n, n-1-i, behind)
				}
			}
		}
	}
}

// TestSown: a sowing goes on to the next letter, from the last pit to the first,
// and on the board every step but the turns at the ends goes to a neighbour.
func TestSown(t *testing.T) {
	b := pitBoard(igisoroStart)
	g := Pits(8, Wide, false, false)
	for _, tt := range []struct {
		from  string
		seeds int
		want  string
	}{
		{"g", 4, "g h i j k"},
		{"o", 3, "o p a b"},
		{"B", -3, "B A P O"},
		{"N", 4, "N O P A B"},
		{"a", 16, "a b c d e f g h i j k l m n o p a"},
		{"d", 0, "d"},
	} {
		if got, want := g.Sown(site(b, tt.from), tt.seeds), sites(b, tt.want); !slices.Equal(got, want) {
			t.Errorf("%s, %d seeds: %v, want %v", tt.from, tt.seeds, got, want)
		}
	}
	for _, flipped := range []bool{false, true} {
		for _, form := range []Form{Wide, Turned} {
			g := Pits(8, form, false, flipped)
			for s := range kibaho.Site(32) {
				next := g.Sown(s, 1)[1]
				step := g.Centre(s).to(g.Centre(next))
				if g.Outer(s) == g.Outer(next) && step.times(1./100) != g.Along(s) {
					t.Errorf("form %d: from %s to %s by %v, along %v", form, b.Names[s], b.Names[next], step, g.Along(s))
				}
			}
		}
	}
}

// TestStrong: exactly the points whose row and column numbers add up to an even
// number have diagonals (rules of Fanorona).
func TestStrong(t *testing.T) {
	for _, flipped := range []bool{false, true} {
		g := Points(5, 9, flipped)
		diagonal := map[Point]bool{}
		for _, l := range g.Lines() {
			if d := l[0].to(l[1]); d.X != 0 && d.Y != 0 {
				diagonal[l[0]], diagonal[l[1]] = true, true
			}
		}
		if n := len(g.Lines()); n != 5+9+4*8 {
			t.Errorf("%d lines, want 46", n)
		}
		for s := range kibaho.Site(45) {
			even := (s/9+1+s%9+1)%2 == 0
			if g.Strong(s) != even || diagonal[g.Centre(s)] != even {
				t.Errorf("point %d: strong %v, diagonals %v, want %v", s, g.Strong(s), diagonal[g.Centre(s)], even)
			}
		}
	}
}
