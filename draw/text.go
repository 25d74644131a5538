package draw

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"kibaho"
)

// TextScene is how a board is shown in a terminal. The zero value shows names,
// from First's side, with lines and stones beyond ASCII.
type TextScene struct {
	ASCII     bool          // nothing but ASCII
	Flipped   bool          // seen from Second's side
	Captured  *[2]int       // what each side has in its store; nil: no stores
	HideNames bool          // no letters of pits, coordinates or numbers of squares
	Symbols   bool          // draughtsmen as ⛀ ⛁ ⛂ ⛃ instead of w W b B; not in ASCII
	Marked    []kibaho.Site // set in brackets
}

// Text returns the board as lines of text, each ended by a newline and without
// trailing blanks. Boards of up to 13 columns of pits are at most 80 wide.
//
// In pits, an empty one is a dot, a man not yet played upon (CH8) has a stroke
// after its number, and the letter of a pit where a sowing may turn back (IG9)
// has a < after it. On points ● is black and ○ white, in ASCII b and w. Sites of
// the scene that the board does not have are passed over; a board that no game
// makes is a bug, and Text panics.
func Text(b kibaho.Board, scene TextScene) string {
	if err := check(&b, &Marks{}); err != nil {
		panic(err)
	}
	t := &textBoard{Board: &b, scene: scene, lines: unicodeLines, marked: make([]bool, len(b.At))}
	if scene.ASCII {
		t.lines = asciiLines
	}
	for _, s := range scene.Marked {
		if int(s) < len(b.At) {
			t.marked[s] = true
		}
	}
	switch b.Shape {
	case kibaho.Pits:
		t.pits()
	case kibaho.Points:
		t.points()
	case kibaho.Squares:
		t.squares()
	}
	if b.Hand > 0 {
		fmt.Fprintf(&t.out, "%d in hand", b.Hand)
		if b.Names != nil {
			t.out.WriteString(", lifted from " + b.Names[b.HandAt])
		}
		t.out.WriteByte('\n')
	}
	return t.out.String()
}

type textBoard struct {
	*kibaho.Board
	scene  TextScene
	lines  lineSet
	marked []bool
	out    strings.Builder
}

// lineSet is what lines are made of. The joints are those of a grid, row by row:
// upper left, upper middle, upper right and so on.
type lineSet struct {
	across, down, falling, rising string
	round, sharp                  [9]string
	empty, white, black, light    string
}

var (
	unicodeLines = lineSet{
		across: "─", down: "│", falling: "╲", rising: "╱",
		round: [9]string{"╭", "┬", "╮", "├", "┼", "┤", "╰", "┴", "╯"},
		sharp: [9]string{"┌", "┬", "┐", "├", "┼", "┤", "└", "┴", "┘"},
		empty: "·", white: "○", black: "●", light: "░",
	}
	asciiLines = lineSet{
		across: "-", down: "|", falling: `\`, rising: "/",
		round: [9]string{"+", "+", "+", "+", "+", "+", "+", "+", "+"},
		sharp: [9]string{"+", "+", "+", "+", "+", "+", "+", "+", "+"},
		empty: ".", white: "w", black: "b", light: ":",
	}
)

// line writes one line without trailing blanks.
func (t *textBoard) line(s string) {
	t.out.WriteString(strings.TrimRight(s, " "))
	t.out.WriteByte('\n')
}

// joint returns the joint of a grid at a row and a column of joints, of which
// there are rows and columns.
func joint(set [9]string, row, rows, column, columns int) string {
	third := func(i, n int) int {
		switch i {
		case 0:
			return 0
		case n - 1:
			return 2
		}
		return 1
	}
	return set[3*third(row, rows)+third(column, columns)]
}

func (t *textBoard) pits() {
	grid := Pits(t.Columns, Wide, false, t.scene.Flipped)
	rows := make([][]kibaho.Site, 4)
	for r := range rows {
		rows[r] = make([]kibaho.Site, t.Columns)
	}
	most := 10
	for s, k := range t.At {
		r, c := grid.Cell(kibaho.Site(s))
		rows[r][c] = kibaho.Site(s)
		most = max(most, int(k))
	}
	digits := len(strconv.Itoa(most))

	border := func(row int) string { // row of the three of one side
		var b strings.Builder
		for c := range t.Columns + 1 {
			if c > 0 {
				b.WriteString(strings.Repeat(t.lines.across, digits+2))
			}
			b.WriteString(joint(t.lines.round, row, 3, c, t.Columns+1))
		}
		return b.String()
	}
	counts := func(row int) string {
		var b strings.Builder
		b.WriteString(t.lines.down)
		for _, s := range rows[row] {
			n := t.lines.empty
			if t.At[s] > 0 {
				n = strconv.Itoa(int(t.At[s]))
			}
			open, shut := " ", " "
			switch {
			case t.marked[s]:
				open, shut = "[", "]"
			case t.mark(s, kibaho.Unplayed):
				shut = "'"
			}
			b.WriteString(open + pad(n, digits) + shut + t.lines.down)
		}
		return b.String()
	}
	letters := func(row int) string {
		var b strings.Builder
		b.WriteByte(' ')
		for _, s := range rows[row] {
			turn := " "
			if t.mark(s, kibaho.TurnBack) {
				turn = "<"
			}
			b.WriteString(pad(t.name(s), digits+1) + turn + " ")
		}
		return b.String()
	}
	block := []string{
		letters(0),
		border(0), counts(0), border(1), counts(1), border(2),
		letters(1), letters(2),
		border(0), counts(2), border(1), counts(3), border(2),
		letters(3),
	}
	if t.scene.HideNames || t.Names == nil {
		block = append(block[1:6], block[8:13]...)
	}
	if t.scene.Captured != nil {
		t.stores(block, border(0))
	}
	for _, l := range block {
		t.line(l)
	}
}

// stores adds a store to both ends of the lines of a board: the count lies at
// the end that is nearer to its owner.
func (t *textBoard) stores(block []string, border string) {
	left, right := kibaho.Second, kibaho.First
	if t.scene.Flipped {
		left, right = right, left
	}
	first, last := 0, len(block)-1
	if len(block) == 14 { // not beside the letters of the outer rows
		first, last = 1, 12
	}
	width := utf8.RuneCountInString(border)
	for i, l := range block {
		if i < first || i > last {
			block[i] = strings.Repeat(" ", 7) + l
			continue
		}
		side := func(owner kibaho.Side, count int) string {
			j := t.lines.round
			switch {
			case i == first:
				return j[0] + strings.Repeat(t.lines.across, 4) + j[2]
			case i == last:
				return j[6] + strings.Repeat(t.lines.across, 4) + j[8]
			case i == count:
				return t.lines.down + pad(strconv.Itoa(t.scene.Captured[owner]), 3) + " " + t.lines.down
			}
			return t.lines.down + "    " + t.lines.down
		}
		block[i] = side(left, first+1) + " " + l + strings.Repeat(" ", width-utf8.RuneCountInString(l)+1) + side(right, last-1)
	}
}

func (t *textBoard) points() {
	grid := Points(t.Rows, t.Columns, t.scene.Flipped)
	seen := make([]kibaho.Site, len(t.At))
	for s := range t.At {
		r, c := grid.Cell(kibaho.Site(s))
		seen[r*t.Columns+c] = kibaho.Site(s)
	}
	names := !t.scene.HideNames
	indent := ""
	if names {
		indent = "   "
	}
	for r := range t.Rows {
		var line, under strings.Builder
		if names {
			fmt.Fprintf(&line, "%c ", 'A'+int(seen[r*t.Columns])/t.Columns)
		}
		for c := range t.Columns {
			s := seen[r*t.Columns+c]
			piece := joint(t.lines.sharp, r, t.Rows, c, t.Columns)
			switch t.At[s] {
			case kibaho.FirstMan, kibaho.FirstKing:
				piece = t.lines.white
			case kibaho.SecondMan, kibaho.SecondKing:
				piece = t.lines.black
			}
			open, shut := t.lines.across, t.lines.across
			if c == 0 {
				open = ""
				if names {
					open = " "
				}
			}
			if c == t.Columns-1 {
				shut = ""
			}
			if t.marked[s] {
				open, shut = "[", "]"
			}
			line.WriteString(open + piece + shut)
			if c < t.Columns-1 {
				line.WriteString(t.lines.across)
			}
			under.WriteString(t.lines.down)
			if c < t.Columns-1 {
				// A diagonal falls to the right from a strong point.
				if grid.Strong(s) {
					under.WriteString(" " + t.lines.falling + " ")
				} else {
					under.WriteString(" " + t.lines.rising + " ")
				}
			}
		}
		t.line(line.String())
		if r < t.Rows-1 {
			t.line(indent + under.String())
		}
	}
	if names {
		var numbers strings.Builder
		numbers.WriteString(indent)
		for c := range t.Columns {
			fmt.Fprintf(&numbers, "%-4d", int(seen[c])%t.Columns+1)
		}
		t.line(numbers.String())
	}
}

func (t *textBoard) squares() {
	grid := Squares(t.scene.Flipped)
	dark := [8][8]int{} // the site and one, or 0 on a light square
	for s := range t.At {
		r, c := grid.Cell(kibaho.Site(s))
		dark[r][c] = s + 1
	}
	letters := [...]string{" ", "b", "w", "B", "W"}
	if t.scene.Symbols && !t.scene.ASCII {
		letters = [...]string{" ", "⛂", "⛀", "⛃", "⛁"}
	}
	const width = 6
	edge := strings.Repeat(t.lines.across, 8*width)
	j := t.lines.round
	t.line(j[0] + edge + j[2])
	for _, row := range dark {
		numbers, pieces := t.lines.down, t.lines.down
		for _, site := range row {
			if site == 0 {
				numbers += strings.Repeat(t.lines.light, width)
				pieces += strings.Repeat(t.lines.light, width)
				continue
			}
			s := kibaho.Site(site - 1)
			name := ""
			if !t.scene.HideNames {
				name = t.name(s)
			}
			open, shut := " ", " "
			if t.marked[s] {
				open, shut = "[", "]"
			}
			numbers += fmt.Sprintf(" %-*s", width-1, name)
			pieces += " " + open + letters[t.At[s]] + shut + "  "
		}
		t.line(numbers + t.lines.down)
		t.line(pieces + t.lines.down)
	}
	t.line(j[6] + edge + j[8])
}

func (t *textBoard) name(s kibaho.Site) string {
	if t.Names == nil {
		return ""
	}
	return t.Names[s]
}

func (t *textBoard) mark(s kibaho.Site, m kibaho.Mark) bool {
	return t.Marks != nil && t.Marks[s]&m != 0
}

// pad sets a text to the right of a field of the given width.
func pad(s string, width int) string {
	return strings.Repeat(" ", max(0, width-utf8.RuneCountInString(s))) + s
}
