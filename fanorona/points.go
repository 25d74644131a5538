package fanorona

import (
	"math/bits"
	"sync"

	"kibaho"
)

// The eight directions. A point stands at bit 10*row+column of a set, so that
// every direction is one difference of bit numbers on every board, and the bits
// between two rows are never on the board: they stop a piece from walking round
// the edge. The directions come in pairs along one line, k and k^1.
//
// Boards with more than five rows but at most five columns are kept lying on
// their side (rows and columns exchanged), which changes no rule: lines, strong
// points and captures are the same in the mirror. So every board that has a side
// of at most five fits into 50 bits, and only 7x7, 7x9, 9x7 and 9x9 need a
// second word.
const (
	stride     = 10
	directions = 8
	allWays    = 0b1111_1111 // the directions of a strong point (FA2)
	straight   = 0b0000_1111 // the directions of a weak one
)

// leap is the difference of bit numbers in a direction. In one word a direction
// is a rotation by as much: the 14 unused bits keep what leaves the board at one
// end from coming back at the other.
var leap = [directions]int{1, -1, stride, -stride, stride + 1, -stride - 1, stride - 1, -stride + 1}

// beyond moves a set of points by a leap, in one word.
func beyond(x uint64, by int) uint64 { return bits.RotateLeft64(x, by) }

// wayOf returns the direction of a leap, by leap+stride+1.
var wayOf = func() (k [2*stride + 3]uint8) {
	for way, by := range &leap {
		k[by+stride+1] = uint8(way)
	}
	return k
}()

// strong are the points with diagonals, those whose row and column numbers add
// up to an even number (FA2), in one word.
const (
	strongEven = 0b1_0101_0101 // of the first, third, fifth row
	strongOdd  = 0b0_1010_1010
	strong     = uint64(strongEven | strongOdd<<10 | strongEven<<20 | strongOdd<<30 | strongEven<<40)
)

// isStrong reports that the point at bit i has diagonals (FA2).
func isStrong(i int) bool { return (i/stride+i%stride)%2 == 0 }

// ways returns the directions of the lines that meet at bit i.
func ways(i int) uint8 {
	if isStrong(i) {
		return allWays
	}
	return straight
}

// near are the points of 5x9 that lines join to a point, by bit number.
var near = func() (all [64]uint64) {
	points := newBoard(5, 9).points
	for s := points; !s.empty(); s = s.rest() {
		i := s.first()
		for k, by := range &leap {
			if ways(i)>>k&1 != 0 && points.has(i+by) {
				all[i] |= 1 << (i + by)
			}
		}
	}
	return all
}()

// reflect returns the mirror image of x in the point at bit i: what lies there at
// i-d comes to i+d.
func reflect(x uint64, i int) uint64 { return beyond(bits.Reverse64(x), 2*i+1) }

// halve returns what is left of x if all but the points two steps from the point
// at bit i are taken away and those come one step nearer to it: from i+2d to i+d.
// Beside them other bits are set that are not next to i.
func halve(x uint64, i int) uint64 {
	// The 5x5 points around i, which comes to bit 22.
	const middle = 2 * (stride + 1)
	x = beyond(x, middle-i)
	near := halves[x&31] << (stride + 1) // the row of three above i
	near |= halves[x>>40&31] << (3*stride + 1)
	near |= x & (1 << (middle - 2)) << 1
	near |= x & (1 << (middle + 2)) >> 1
	return beyond(near, i-middle)
}

// halves takes the first, third and fifth of five bits to the first three.
var halves = func() (h [32]uint64) {
	for x := range uint64(32) {
		h[x] = x&1 | x>>1&2 | x>>2&4
	}
	return h
}()

// set is a set of points by bit number, 0 … 63 in lo and the rest in hi.
type set struct{ lo, hi uint64 }

func (s set) has(i int) bool {
	switch {
	case uint(i) < 64:
		return s.lo>>uint(i)&1 != 0
	case uint(i) < 128:
		return s.hi>>uint(i-64)&1 != 0
	}
	return false
}

func (s set) with(i int) set {
	if i < 64 {
		s.lo |= 1 << uint(i)
	} else {
		s.hi |= 1 << uint(i-64)
	}
	return s
}

func (s set) without(t set) set { return set{s.lo &^ t.lo, s.hi &^ t.hi} }
func (s set) and(t set) set     { return set{s.lo | t.lo, s.hi | t.hi} }
func (s set) empty() bool       { return s.lo|s.hi == 0 }
func (s set) count() int        { return bits.OnesCount64(s.lo) + bits.OnesCount64(s.hi) }

// first returns the lowest bit number of a set that is not empty.
func (s set) first() int {
	if s.lo != 0 {
		return bits.TrailingZeros64(s.lo)
	}
	return 64 + bits.TrailingZeros64(s.hi)
}

// rest returns s without its lowest bit.
func (s set) rest() set {
	if s.lo != 0 {
		return set{s.lo & (s.lo - 1), s.hi}
	}
	return set{0, s.hi & (s.hi - 1)}
}

// board is one of the sixteen sizes.
type board struct {
	rows, columns int
	lying         bool // rows and columns are exchanged in the bits
	oneWord       bool
	points        set
	edge, middle  set        // the points on the edge, and those one row and two columns off it
	bit           [81]uint8  // by site
	site          [128]uint8 // by bit
	start         [2]set     // White, Black (FA1)
}

// most returns how many pieces a side can have: what it starts with.
func (b *board) most() int { return (b.rows*b.columns - 1) / 2 }

// name returns the name of a point by its site: a row's letter, a column's number.
func (b *board) name(site int) string {
	at := 2 * (site/b.columns*mostColumns + site%b.columns)
	return pointNames[at : at+2]
}

// names returns all names by site.
func (b *board) names() []string {
	all := make([]string, b.rows*b.columns)
	for site := range all {
		all[site] = b.name(site)
	}
	return all
}

const (
	mostColumns = 9
	pointNames  = "A1A2A3A4A5A6A7A8A9" + "B1B2B3B4B5B6B7B8B9" + "C1C2C3C4C5C6C7C8C9" +
		"D1D2D3D4D5D6D7D8D9" + "E1E2E3E4E5E6E7E8E9" + "F1F2F3F4F5F6F7F8F9" +
		"G1G2G3G4G5G6G7G8G9" + "H1H2H3H4H5H6H7H8H9" + "I1I2I3I4I5I6I7I8I9"
)

// boards lists the sizes by [sizeNumber]. Each is made for the first position of
// its size: most commands need one or none.
var (
	boards    [16]board
	makeBoard [16]func()
)

func init() {
	for i := range boards {
		makeBoard[i] = sync.OnceFunc(func() { boards[i] = newBoard(3+2*(i%4), 3+2*(i/4)) })
	}
}

// sizeNumber numbers the sizes, 3x3 to 9x9.
func sizeNumber(rows, columns int) int { return (rows-3)/2 + 4*((columns-3)/2) }

func newBoard(rows, columns int) board {
	b := board{rows: rows, columns: columns, lying: rows > 5 && columns <= 5, oneWord: rows <= 5 || columns <= 5}
	for row := range rows {
		for column := range columns {
			site := row*columns + column
			i := row*stride + column
			if b.lying {
				i = column*stride + row
			}
			b.bit[site], b.site[i] = uint8(i), uint8(site)
			b.points = b.points.with(i)
			// Off the edge along the short way of the board and twice as far along
			// the long one.
			near, far := min(row, rows-1-row), min(column, columns-1-column)
			if near == 0 || far == 0 {
				b.edge = b.edge.with(i)
			}
			if rows > columns {
				near, far = far, near
			}
			if near >= 1 && far >= 2 {
				b.middle = b.middle.with(i)
			}
			if side, ok := startsWith(row, column, rows, columns); ok {
				b.start[side] = b.start[side].with(i)
			}
		}
	}
	return b
}

// startsWith tells whose piece stands on a point at the start (FA1): Black above
// the middle row, White below; the middle row alternates Black, White … from the
// left and, beyond the empty centre, mirrors itself with the colours exchanged.
func startsWith(row, column, rows, columns int) (side kibaho.Side, ok bool) {
	half := columns / 2
	switch {
	case row < rows/2:
		return kibaho.Second, true
	case row > rows/2:
		return kibaho.First, true
	case column < half:
		return kibaho.Second ^ kibaho.Side(column%2), true
	case column > half:
		return kibaho.First ^ kibaho.Side((columns-1-column)%2), true
	}
	return kibaho.First, false
}
