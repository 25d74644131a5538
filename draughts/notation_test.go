package draughts

import (
	"errors"
	"math/bits"
	"strings"
	"testing"
	"unsafe"

	"kibaho"
)

func TestReadWrite(t *testing.T) {
	const start = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"
	for _, c := range []struct{ text, want string }{
		{"B:W21-32:B1-12", start}, // DR1
		{"B:B1-12:W21-32", start},
		{"B:W21-32:B1-12.", start},
		{`"B:W21-32:B1-12."`, start},
		{"  B : W21-24, 25-32 : B01-12 ", start},
		{"W:WK1-3,5:BK29,K30-31", "W:WK1,K2,K3,5:BK29,K30,K31"},
		{"W:W32,5,K20:B1", "W:W5,K20,32:B1"},
		{"B:W:B1", "B:W:B1"},
		{"W:W32:B", "W:W32:B"},
		{"W:B:W32.", "W:W32:B"},
	} {
		p := read(t, english, c.text)
		if got := Write(&p); got != c.want {
			t.Errorf("%s: written %s, want %s", c.text, got, c.want)
		}
	}
	p, err := Start(english)
	if err != nil || Write(&p) != start || p != read(t, english, "B:W21-32:B1-12") {
		t.Errorf("start: %s, %v", Write(&p), err)
	}
}

// What is refused, with the place and the reason.
func TestReadRefuses(t *testing.T) {
	for _, c := range []struct {
		settings kibaho.Settings
		text     string
		at       int
		want     string
	}{
		{english, "", 0, "expected B or W"},
		{english, "X:W1:B2", 0, "expected B or W"},
		{english, "B", 1, "expected ':'"},
		{english, "B:W21-32", 8, "expected ':'"},
		{english, "B:W21-32:W1-12", 9, "listed twice"},
		{english, "B:21-32:W1-12", 2, "whose pieces follow"},
		{english, "W:W4:B20", 3, "cannot stand on 4, its crowning row; a king is K4 (DR4)"},
		{english, "W:W20:B29", 7, "cannot stand on 29"},
		{english, "W:W20:BK5,28-32", 10, "cannot stand on 29"},
		{english, "W:W20,20:B5", 6, "square 20 is listed twice"},
		{english, "W:W20-22:B5,21", 12, "square 21 is listed twice"},
		{english, "W:W33:B5", 3, "numbered 1 to 32"},
		{english, "W:W0:B5", 3, "numbered 1 to 32"},
		{english, "W:W99999999999999999999999:B5", 3, "numbered 1 to 32"},
		{english, "W:W20,:B5", 6, "expected the number"},
		{english, "W:W20-:B5", 6, "expected the number"},
		{english, "W:W22-20:B5", 3, "lower square to the higher"},
		{english, "W:WK:B5", 4, "expected the number"},
		{english, "W:WKK5:B5", 4, "expected the number"},
		{english, "W:W20;B5", 5, "expected ':'"},
		{english, "W:W20:B5 more", 9, "expected the end"},
		{english, "W:W20:B5..", 9, "expected the end"},
		{english, `"W:W20:B5`, 0, "never closed"},
		{english, `"`, 0, "never closed"},
		{english, `W:W20:B5"`, 8, "expected the end"},
		{english, "W:W:B", 0, "no pieces"},
		{english, "B:W17-32:B1", 3, "more than twelve pieces (DR1)"},
		{english, "W:W20:B5 ; compelled", 11, "no claim where capture is compulsory"},
		{english, "W:W20:B5 ; huff 5 back B:W20:B1", 11, "(DR7)"},
		{huffing, "W:W20:B5 ;", 10, "expected huff"},
		{huffing, "W:W20:B5 ; hoff", 11, "expected huff"},
		{huffing, "W:W20:B5 ; compelled", 11, "has no jump (DR7)"},
		{huffing, "W:W20:B ; compelled", 10, "has no jump (DR7)"},
		{huffing, "W:W20:B5 ; huff", 15, "expected the number"},
		{huffing, "W:W20:B5 ; huff 5", 17, "expected back"},
		{huffing, "W:W20:B5 ; huff 5,5 back B:W20:B1", 18, "listed twice"},
		{huffing, "W:W20:B5 ; huff 5 back B:W20:B1", 11, "no fault in the earlier position"},
		{huffing, "W:W20:B5 ; huff 5 back W:W20:B1", 23, "Black, the other side, is to move"},
		{huffing, "W:W18,32:B5,14,15 ; huff 14 back B:W18,32:B1,14,15", 20, "no fault"},
		{huffing, "W:W18,32:B5,14,15 ; huff 14,15 back B:W18,32:B1,14,15 ; compelled", 54, "expected the end"},
	} {
		_, _, err := Read(c.settings, c.text)
		var in *kibaho.InputError
		if !errors.As(err, &in) {
			t.Errorf("%q: %v, want an *InputError", c.text, err)
			continue
		}
		if in.At != c.at || !strings.Contains(in.Want, c.want) {
			t.Errorf("%q: at %d, %q; want at %d, %q", c.text, in.At, in.Want, c.at, c.want)
		}
		if strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: the error has several lines: %q", c.text, err)
		}
	}
}

// A position that can be read is written and read back equal, and no text does
// any harm.
func FuzzRead(f *testing.F) {
	for _, text := range []string{
		"B:W21-32:B1-12", `"W:B:WK1-3,K32."`, "B:W18,32:B1,14,15 ; compelled",
		"W:W18,32:B5,14,15 ; huff 14,15 back B:W18,32:B1,14,15", "W:W4:B20", "B:W1-999999999:B",
	} {
		f.Add(text, true)
		f.Add(text, false)
	}
	f.Fuzz(func(t *testing.T, text string, huff bool) {
		s := english
		if huff {
			s = huffing
		}
		p, _, err := Read(s, text)
		if err != nil {
			return
		}
		q, _, err := Read(s, Write(&p))
		if err != nil || q != p {
			t.Errorf("%q is written as %q and read back as %q, %v", text, Write(&p), Write(&q), err)
		}
	})
}

// The masks say where a step or a jump stays on the board, by rows and columns.
func TestLayout(t *testing.T) {
	for _, d := range []struct {
		name       string
		row, col   int
		rotate     int
		step, jump uint32
	}{ // as seen by Black, who has column 0 at his left
		{"ne", 1, 1, ne, stepNE, jumpNE},
		{"nw", 1, -1, nw, stepNW, jumpNW},
		{"sw", -1, -1, sw, stepSW, jumpSW},
		{"se", -1, 1, se, stepSE, jumpSE},
	} {
		var step, jump uint32
		for n := range 32 {
			r := n / 4
			c := 7 - (2*(n%4) + 1 - r%2) // White counts from the other side
			for length, set := range map[int]*uint32{1: &step, 2: &jump} {
				tr, tc := r+length*d.row, c+length*d.col
				if tr < 0 || tr > 7 || tc < 0 || tc > 7 {
					continue
				}
				*set |= square(kibaho.Site(n))
				to := kibaho.Site(tr*4 + (7-tc)/2)
				if got := siteOf(rl(square(kibaho.Site(n)), length*d.rotate)); got != to {
					t.Errorf("%d steps %s of %d: %d, want %d", length, d.name, n+1, got+1, to+1)
				}
			}
		}
		if step != d.step || jump != d.jump {
			t.Errorf("%s: step %#x, jump %#x; want %#x, %#x", d.name, d.step, d.jump, step, jump)
		}
	}
	var first, last uint32
	for s := range kibaho.Site(4) {
		first |= square(s)
		last |= square(28 + s)
	}
	if first != crownWhite || last != crownBlack || bits.OnesCount32(first|last) != 8 {
		t.Errorf("crowning rows %#x, %#x; want %#x, %#x", crownWhite, crownBlack, first, last)
	}
}

func TestBoard(t *testing.T) {
	p := read(t, huffing, "W:W18,K32:B5,14")
	b := Game.Board(&p)
	want := map[int]int16{18: kibaho.SecondMan, 32: kibaho.SecondKing, 5: kibaho.FirstMan, 14: kibaho.FirstMan}
	for i, piece := range b.At {
		if piece != want[i+1] {
			t.Errorf("square %s: %d, want %d", b.Names[i], piece, want[i+1])
		}
	}
	if b.Marks != nil || b.Shape != kibaho.Squares || b.Rows != 8 || b.Columns != 8 {
		t.Errorf("board %+v", b)
	}
	p = read(t, huffing, "W:W18,32:B5,14,15 ; huff 14,15 back B:W18,32:B1,14,15") // DR7
	for i, mark := range Game.Board(&p).Marks {
		if (mark == kibaho.Huffable) != (i+1 == 14 || i+1 == 15) {
			t.Errorf("square %d: mark %d", i+1, mark)
		}
	}
}

func TestSmall(t *testing.T) {
	if n := unsafe.Sizeof(Position{}); n > 64 {
		t.Errorf("a position takes %d bytes", n)
	}
	if n := unsafe.Sizeof(Move{}); n > 16 {
		t.Errorf("a move takes %d bytes", n)
	}
}
