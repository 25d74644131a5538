package draw

import (
	"fmt"
	"strings"

	"kibaho"
)

// pitNames are the letters of the pits (see the rules of Chuba and Igisoro):
// South's in small letters along the direction of sowing, North's in capitals.
func pitNames(columns int) []string {
	var names []string
	for _, first := range "aA" {
		for i := range 2 * columns {
			names = append(names, string(first+rune(i)))
		}
	}
	return names
}

// pitBoard returns a board of pits from its four rows as South sees them, the
// text form of a position.
func pitBoard(rows string) kibaho.Board {
	var at [4][]int16
	for r, row := range strings.Split(rows, "/") {
		for field := range strings.SplitSeq(row, ",") {
			var k int16
			fmt.Sscan(field, &k)
			at[r] = append(at[r], k)
		}
	}
	n := len(at[0])
	b := kibaho.Board{Shape: kibaho.Pits, Rows: 4, Columns: n, Names: pitNames(n), At: make([]int16, 4*n)}
	for c := range n {
		b.At[n-1-c], b.At[n+c] = at[2][c], at[3][c]
		b.At[2*n+c], b.At[4*n-1-c] = at[1][c], at[0][c]
	}
	return b
}

// pointBoard returns a board of points from rows of w, b and dots.
func pointBoard(rows string) kibaho.Board {
	lines := strings.Split(rows, "/")
	b := kibaho.Board{Shape: kibaho.Points, Rows: len(lines), Columns: len(lines[0])}
	for r, line := range lines {
		for c, p := range line {
			b.At = append(b.At, map[rune]int16{'w': kibaho.FirstMan, 'b': kibaho.SecondMan, '.': kibaho.NoPiece}[p])
			b.Names = append(b.Names, fmt.Sprintf("%c%d", 'A'+r, c+1))
		}
	}
	return b
}

// squareBoard returns a draughts board from its 32 squares in order.
func squareBoard(squares string) kibaho.Board {
	b := kibaho.Board{Shape: kibaho.Squares, Rows: 8, Columns: 8}
	for i, p := range strings.ReplaceAll(squares, "/", "") {
		b.At = append(b.At, map[rune]int16{'b': kibaho.FirstMan, 'w': kibaho.SecondMan, 'B': kibaho.FirstKing, 'W': kibaho.SecondKing, '.': 0}[p])
		b.Names = append(b.Names, fmt.Sprint(i+1))
	}
	return b
}

const (
	chubaStart    = "1,1,1,1,1,1,1,1,1,1,1/2,2,2,2,2,2,2,2,2,1,0/0,1,2,2,2,2,2,2,2,2,2/1,1,1,1,1,1,1,1,1,1,1"
	igisoroStart  = "0,0,0,0,0,0,0,0/4,4,4,4,4,4,4,4/4,4,4,4,4,4,4,4/0,0,0,0,0,0,0,0"
	fanoronaStart = "bbbbbbbbb/bbbbbbbbb/bwbw.bwbw/wwwwwwwww/wwwwwwwww"
	draughtsStart = "bbbb/bbbb/bbbb/..../..../wwww/wwww/wwww"
)
