// Package mancala holds what the games on four rows of pits share: the names of
// the pits, the four rows of a position as text, and sowing.
//
// Each side owns 2n pits (n columns), numbered along the direction of sowing:
// inner row right to left 0 … n-1, then outer row left to right n … 2n-1, as the
// owner sees them. Opposite the inner pit i stand the enemy's inner pit n-1-i
// and, behind it, his outer pit n+i.
package mancala

import (
	"fmt"
	"strconv"
	"strings"

	"kibaho"
)

// MaxColumns is the widest board: 26 pits a side, one for each letter.
const MaxColumns = 13

// Rows is a position as rows of counts: first South's pits in the order of
// sowing, then North's. Only the first 2n of each are in use.
type Rows [2][2 * MaxColumns]int

// PitName returns the letter of a pit: small for South (first), capital for North.
func PitName(s kibaho.Side, pit int) string {
	if s == kibaho.First {
		return string(rune('a' + pit))
	}
	return string(rune('A' + pit))
}

// Pit returns the pit that a letter names on a board of n columns.
func Pit(letter byte, n int) (s kibaho.Side, pit int, ok bool) {
	switch {
	case letter >= 'a' && int(letter-'a') < 2*n:
		return kibaho.First, int(letter - 'a'), true
	case letter >= 'A' && letter <= 'Z' && int(letter-'A') < 2*n:
		return kibaho.Second, int(letter - 'A'), true
	}
	return 0, 0, false
}

// Site returns the place on the board of a pit.
func Site(s kibaho.Side, pit, n int) kibaho.Site { return kibaho.Site(int(s)*2*n + pit) }

// order returns side and pit of the c-th number in row r of a position's text:
// North outer, North inner, South inner, South outer, each from South's left.
func order(r, c, n int) (kibaho.Side, int) {
	switch r {
	case 0:
		return kibaho.Second, 2*n - 1 - c
	case 1:
		return kibaho.Second, c
	case 2:
		return kibaho.First, n - 1 - c
	}
	return kibaho.First, n + c
}

// ReadRows reads "1,2,…/…/…/…", four rows of the same number of counts, each at
// most max. game is named in errors; text is the whole position that rows is the
// beginning of. It returns the number of columns.
func ReadRows(game, text, rows string, max int) (Rows, int, error) {
	var out Rows
	fail := func(at int, got, want string) (Rows, int, error) {
		return Rows{}, 0, &kibaho.InputError{What: game + " position", Text: text, At: at, Got: got, Want: want}
	}
	lines := strings.Split(rows, "/")
	if len(lines) != 4 {
		return fail(-1, "", fmt.Sprintf("expected four rows between slashes, found %d", len(lines)))
	}
	n := strings.Count(lines[0], ",") + 1
	if n > MaxColumns {
		return fail(0, "", fmt.Sprintf("expected at most %d columns, found %d", MaxColumns, n))
	}
	at := 0
	for r, line := range lines {
		cells := strings.Split(line, ",")
		if len(cells) != n {
			return fail(at, line, fmt.Sprintf("expected %d numbers in this row, as in the first, found %d", n, len(cells)))
		}
		for c, cell := range cells {
			v, err := strconv.Atoi(cell)
			if err != nil || v < 0 || v > max || strconv.Itoa(v) != cell {
				return fail(at, cell, fmt.Sprintf("expected a number 0 to %d", max))
			}
			s, pit := order(r, c, n)
			out[s][pit] = v
			at += len(cell) + 1
		}
	}
	return out, n, nil
}

// WriteRows is the inverse of ReadRows.
func WriteRows(rows *Rows, n int) string {
	var b strings.Builder
	for r := range 4 {
		for c := range n {
			if c > 0 {
				b.WriteByte(',')
			} else if r > 0 {
				b.WriteByte('/')
			}
			s, pit := order(r, c, n)
			b.WriteString(strconv.Itoa(rows[s][pit]))
		}
	}
	return b.String()
}

// Board returns the rows as they are drawn.
func Board(rows *Rows, n int) kibaho.Board {
	b := kibaho.Board{Shape: kibaho.Pits, Rows: 4, Columns: n, Names: make([]string, 4*n), At: make([]int16, 4*n)}
	for s := range kibaho.Side(2) {
		for pit := range 2 * n {
			b.Names[Site(s, pit, n)] = PitName(s, pit)
			b.At[Site(s, pit, n)] = int16(rows[s][pit])
		}
	}
	return b
}
