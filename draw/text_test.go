package draw

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"kibaho"
)

// readPits reads the rows of a text of pits back into the form that pitBoard
// reads.
func readPits(text string) string {
	var rows []string
	for line := range strings.Lines(text) {
		open, _, _ := strings.Cut(strings.TrimSpace(line), " ")
		if !strings.HasPrefix(open, "|") && !strings.HasPrefix(open, "│") {
			continue
		}
		cells := strings.FieldsFunc(strings.TrimSpace(line), func(r rune) bool { return r == '|' || r == '│' })
		for i, c := range cells {
			c = strings.Trim(c, " []'")
			if c == "." || c == "·" {
				c = "0"
			}
			cells[i] = c
		}
		rows = append(rows, strings.Join(cells, ","))
	}
	return strings.Join(rows, "/")
}

// halfTurn turns the rows of a board by half.
func halfTurn(rows, between string) string {
	list := strings.Split(rows, "/")
	slices.Reverse(list)
	for i, row := range list {
		cells := strings.Split(row, between)
		slices.Reverse(cells)
		list[i] = strings.Join(cells, between)
	}
	return strings.Join(list, "/")
}

func TestTextOfPits(t *testing.T) {
	for _, rows := range []string{
		chubaStart, igisoroStart, "1,2/3,4/5,6/7,8",
		"0,0,0,1,0,0,0,0/0,0,6,0,9,1,1,0/1,5,1,9,1,2,7,1/0,2,5,2,1,2,1,6",
		"0,0,100/0,3,0/2,0,0/0,0,12",
		"1,2,3,4,5,6,7,8,9,10,11,12,13/14,15,16,17,18,19,20,21,22,23,24,25,26/1,2,3,4,5,6,7,8,9,10,11,12,13/14,15,16,17,18,19,20,21,22,23,24,25,26",
	} {
		b := with(pitBoard(rows), kibaho.Unplayed, "a B")
		for _, ascii := range []bool{false, true} {
			for _, hide := range []bool{false, true} {
				s := TextScene{ASCII: ascii, HideNames: hide, Marked: sites(b, "a A")}
				if got := readPits(Text(b, s)); got != rows {
					t.Errorf("%+v: rows %s, want %s", s, got, rows)
				}
				s.Flipped = true
				if got, want := readPits(Text(b, s)), halfTurn(rows, ","); got != want {
					t.Errorf("%+v: rows %s, want %s", s, got, want)
				}
			}
		}
	}
}

func TestTextOfPoints(t *testing.T) {
	for _, rows := range []string{
		fanoronaStart, "b.w/.b./w.w", "bb.....bb/bbbbb.wbb/bwb.....w/www.....w/www....w.", "b.b/.w./w.w/b.b/.w./w.w/b.b/.w./w.w",
	} {
		b := pointBoard(rows)
		for _, s := range []TextScene{{}, {ASCII: true}, {HideNames: true}, {Marked: []kibaho.Site{0, 4}}, {Flipped: true}, {Flipped: true, ASCII: true}} {
			var got []string
			for i, line := range strings.Split(Text(b, s), "\n") {
				if i%2 == 1 || i/2 >= b.Rows {
					continue
				}
				if !s.HideNames {
					line = line[3:] // the letter of the row
				}
				row := ""
				for i, r := range []rune(strings.TrimLeft(line, "[")) {
					if i%4 != 0 {
						continue
					}
					switch r {
					case '○', 'w':
						row += "w"
					case '●', 'b':
						row += "b"
					default:
						row += "."
					}
				}
				got = append(got, row)
			}
			want := rows
			if s.Flipped {
				want = halfTurn(rows, "")
			}
			if text := strings.Join(got, "/"); text != want {
				t.Errorf("%+v: %s, want %s\n%s", s, text, want, Text(b, s))
			}
		}
	}
}

// TestTextOfSquares finds every square by its number, in the column the geometry
// gives, and its piece below the number.
func TestTextOfSquares(t *testing.T) {
	b := squareBoard("b.../B..b/.b.b/b.../..W./.w../.w../wwBw")
	for _, s := range []TextScene{{}, {ASCII: true}, {Flipped: true}, {Symbols: true}, {Marked: sites(b, "1 2")}} {
		lines := strings.Split(Text(b, s), "\n")
		if len(lines) != 19 {
			t.Fatalf("%+v: %d lines", s, len(lines))
		}
		pieces := []string{" ", "b", "w", "B", "W"}
		if s.Symbols {
			pieces = []string{" ", "⛂", "⛀", "⛃", "⛁"}
		}
		g := Squares(s.Flipped)
		for i, piece := range b.At {
			row, column := g.Cell(kibaho.Site(i))
			cell := func(line int) string { return string([]rune(lines[line])[1+6*column : 7+6*column]) }
			if got := strings.TrimSpace(cell(1 + 2*row)); got != b.Names[i] {
				t.Errorf("%+v: number %q where %s is", s, got, b.Names[i])
			}
			if got, want := strings.Trim(cell(2+2*row), " []"), strings.TrimSpace(pieces[piece]); got != want {
				t.Errorf("%+v: %q on %s, want %q", s, got, b.Names[i], want)
			}
		}
	}
}

// TestTextFits: no line is wider than 80, none ends in blanks, ASCII is ASCII,
// and every name and every captured count is there.
func TestTextFits(t *testing.T) {
	boards := everySize()
	for _, s := range states() {
		boards[s.name] = s.board
	}
	for name, b := range boards {
		for i := range 16 {
			s := TextScene{ASCII: i&1 > 0, Flipped: i&2 > 0, Symbols: i&4 > 0}
			if i&8 > 0 {
				s.Captured = &[2]int{34, 57}
			}
			text := Text(b, s)
			if !strings.HasSuffix(text, "\n") {
				t.Errorf("%s: no newline at the end", name)
			}
			for line := range strings.Lines(text) {
				line = strings.TrimSuffix(line, "\n")
				if n := utf8.RuneCountInString(line); n > 80 {
					t.Errorf("%s: %d wide", name, n)
				}
				if strings.TrimRight(line, " ") != line {
					t.Errorf("%s: blanks at the end of %q", name, line)
				}
				if s.ASCII && len(line) != utf8.RuneCountInString(line) {
					t.Errorf("%s: not ASCII: %s", name, line)
				}
			}
			words := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \n|│<'░:", r) })
			if b.Shape == kibaho.Points {
				continue
			}
			for _, n := range b.Names {
				if !slices.Contains(words, n) {
					t.Errorf("%s: %s is not named\n%s", name, n, text)
				}
			}
			if s.Captured != nil && b.Shape == kibaho.Pits && (!slices.Contains(words, "34") || !slices.Contains(words, "57")) {
				t.Errorf("%s: captured men are missing\n%s", name, text)
			}
		}
	}
}

// TestTextMarks: men not yet played upon (CH8), pits to turn back from (IG9), a
// hand, and what the scene marks.
func TestTextMarks(t *testing.T) {
	b := pitBoard(igisoroStart)
	plain := Text(b, TextScene{})
	for _, tt := range []struct {
		name  string
		board kibaho.Board
		scene TextScene
		want  string
		count int
	}{
		{"unplayed", with(b, kibaho.Unplayed, "a C"), TextScene{}, "4'", 2},
		{"turn back", with(b, kibaho.TurnBack, "g B p"), TextScene{}, "<", 3},
		{"marked", b, TextScene{Marked: sites(b, "a i")}, "[", 2},
		{"marked beyond the board", b, TextScene{Marked: []kibaho.Site{99}}, "[", 0},
	} {
		if strings.Contains(plain, tt.want) {
			t.Fatalf("%q without a mark", tt.want)
		}
		if got := strings.Count(Text(tt.board, tt.scene), tt.want); got != tt.count {
			t.Errorf("%s: %q occurs %d times, want %d", tt.name, tt.want, got, tt.count)
		}
	}
	b.Hand, b.HandAt = 5, site(b, "g")
	if got, want := Text(b, TextScene{}), plain+"5 in hand, lifted from g\n"; got != want {
		t.Errorf("got\n%s", got)
	}
	b.Names = nil
	if got := Text(b, TextScene{}); !strings.HasSuffix(got, "\n5 in hand\n") {
		t.Errorf("without names:\n%s", got)
	}
}

// TestTextStores: what a side has captured is at its own right end, near it.
func TestTextStores(t *testing.T) {
	for _, flipped := range []bool{false, true} {
		lines := strings.Split(Text(pitBoard(chubaStart), TextScene{Captured: &[2]int{51, 62}, Flipped: flipped}), "\n")
		upper, lower := lines[2], lines[11]
		left, right := "62", "51"
		if flipped {
			left, right = right, left
		}
		if !strings.HasPrefix(upper, "│ "+left+" │") || !strings.HasSuffix(lower, "│ "+right+" │") {
			t.Errorf("flipped %v:\n%s", flipped, strings.Join(lines, "\n"))
		}
	}
}

// FuzzTextOfPits: whatever four rows hold, they can be read back.
func FuzzTextOfPits(f *testing.F) {
	f.Add(uint8(11), []byte("\x01\x02\x00"), true)
	f.Add(uint8(3), []byte("\x63\x64"), false)
	f.Fuzz(func(t *testing.T, columns uint8, content []byte, ascii bool) {
		n := int(columns)
		if n < 1 || n > 13 || len(content) == 0 {
			return
		}
		var rows []string
		for r := range 4 {
			var row []string
			for c := range n {
				row = append(row, fmt.Sprint(content[(r*n+c)%len(content)]))
			}
			rows = append(rows, strings.Join(row, ","))
		}
		want := strings.Join(rows, "/")
		if got := readPits(Text(pitBoard(want), TextScene{ASCII: ascii})); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
}
