package draughts

import (
	"math/bits"
	"sync"

	"kibaho"
)

// The evaluation is a sum over features, each a number looked up in a table. It is
// antisymmetric: what Black's men on a piece of the board are worth to Black,
// White's on the same piece seen from the other end are worth to White, by the
// same table. This file finds the features, weights.go their worth.

// pattern is a rectangle of squares, seen by the side whose back row is row 0.
type pattern struct{ row, rows, column, columns int }

// Each way in which men of either colour, or none, stand on one of these is a
// feature of its own. They overlap, so that neighbours across a border are seen.
// The enemy sees the other half of the board in the same way.
var menPatterns = []pattern{
	{0, 5, 0, 2}, {0, 5, 1, 2}, {0, 5, 2, 2}, {1, 5, 0, 2}, {1, 5, 2, 2}, // ten squares
	{0, 3, 0, 3}, {0, 3, 1, 3}, // nine
}

// widePattern is another of these: three whole rows in the middle, twelve squares.
var widePattern = pattern{2, 3, 0, 4}

// The same with kings, which count only while there are any.
var kingPatterns = []pattern{
	{0, 3, 0, 2},
	{0, 3, 1, 2},
	{0, 3, 2, 2},
	{2, 3, 0, 2},
	{2, 3, 1, 2},
	{2, 3, 2, 2},
	{0, 2, 0, 3},
	{0, 2, 1, 3}, // six squares
}

// A way to stand is a number in base 3 (none, own man, enemy's man) or 5 (and own
// king, enemy's king).
const (
	twelve    = 531_441        // 3^12
	ten, nine = 59_049, 19_683 // 3^10, 3^9
	six       = 15_625         // 5^6
	mostKings = 3              // more count as so many
)

// Where the features of a kind begin.
const (
	atMen      = 0
	atWide     = atMen + 5*ten + 2*nine
	atKings    = atWide + twelve
	atMaterial = atKings + 8*six
	atSquare   = atMaterial + 13*4*13*4 // a king on a square
	atManMoves = atSquare + 32          // squares that men can step to
	atKingMove = atManMoves + 16        // steps that kings have
	atMove     = atKingMove + 32        // the side to move has "the move", by pieces
	atTurn     = atMove + 25            // to be on move
	// FeatureCount is the number of features of the evaluation.
	FeatureCount = atTurn + 1
)

// menStart is where the features of a pattern begin.
var menStart = []int32{
	atMen, atMen + ten, atMen + 2*ten, atMen + 3*ten, atMen + 4*ten,
	atMen + 5*ten, atMen + 5*ten + nine,
}

// kingStart is the same of the patterns of men and kings.
var kingStart = func() []int32 {
	starts := make([]int32, len(kingPatterns))
	for i := range starts {
		starts[i] = int32(atKings + six*i)
	}
	return starts
}()

// digits adds up, for each byte of a set of squares, the digits of up to eight patterns
// as seen by First (words 0 and 1) and by Second (2 and 3), 16 bits a pattern. The
// digit of an own man is one; others are multiples of the same sum.
type digits [4][256][4]uint64

var menDigits, kingDigits *digits

// makeDigits makes the tables above before the first weights or features: most
// commands need none.
var makeDigits = sync.OnceFunc(func() {
	menDigits, kingDigits = digitsOf(menPatterns, 3), digitsOf(kingPatterns, 5)
	makeWide()
})

// squares tells of each square of a pattern its bit as First and as Second see it, and
// what its digit is worth.
func (p pattern) squares(base uint64, tell func(bits [2]uint8, worth uint64)) {
	worth := uint64(1)
	for row := p.row; row < p.row+p.rows; row++ {
		for column := p.column; column < p.column+p.columns; column++ {
			site := kibaho.Site(4*row + 3 - column)
			tell([2]uint8{bitAt[site], bitAt[31-site]}, worth)
			worth *= base
		}
	}
}

func digitsOf(patterns []pattern, base uint64) *digits {
	d := new(digits)
	for i, p := range patterns {
		p.squares(base, func(bits [2]uint8, worth uint64) {
			for view, bit := range bits {
				d[bit>>3][1<<(bit&7)][2*view+i/4] += worth << (16 * (i % 4))
			}
		})
	}
	for i := range d {
		for v := 1; v < 256; v++ {
			if lowest := v & -v; lowest != v {
				for k := range d[i][v] {
					d[i][v][k] = d[i][lowest][k] + d[i][v-lowest][k]
				}
			}
		}
	}
	return d
}

// wideDigits adds up the digits of the wide pattern, as First sees it in the lower
// half and as Second does in the upper, for each of the two bytes that middle makes of a set.
var wideDigits [2][256]uint64

// middle returns the squares of a set that are in rows 2 to 5, which the wide pattern covers
// as the two sides see it: those of the lower half of the set, and of the upper.
func middle(set uint32) (lower, upper uint8) {
	return uint8(set>>2&0x0f | set>>4&0xf0), uint8(set>>16&0x03 | set>>20&0x0c | set>>24&0xf0)
}

func makeWide() {
	widePattern.squares(3, func(bits [2]uint8, worth uint64) {
		for view, bit := range bits {
			lower, upper := middle(1 << bit)
			for v := range 256 {
				if v&int(lower) != 0 {
					wideDigits[0][v] += worth << (32 * view)
				}
				if v&int(upper) != 0 {
					wideDigits[1][v] += worth << (32 * view)
				}
			}
		}
	})
}

// wide returns the features of the wide pattern as both sides see it.
func wide(men, enemyMen uint32) (first, second int32) {
	a, b := middle(men)
	c, d := middle(enemyMen)
	up, down := wideDigits[0][a]+wideDigits[1][b], wideDigits[0][c]+wideDigits[1][d]
	return atWide + int32(uint32(up)+2*uint32(down)), atWide + int32(2*(up>>32)+down>>32)
}

// views are the numbers of up to eight patterns, as both sides see them.
type views [4]uint64

// add adds the digits of a set, so many times as First and as Second see it.
func (w *views) add(d *digits, set uint32, first, second uint64) {
	for i := range d {
		e := &d[i][set>>(8*i)&255]
		w[0] += first * e[0]
		w[1] += first * e[1]
		w[2] += second * e[2]
		w[3] += second * e[3]
	}
}

// men returns the numbers of the patterns of men.
func (p *pieces) men() (w views) {
	w.add(menDigits, p.side[0]&^p.kings, 1, 2)
	w.add(menDigits, p.side[1]&^p.kings, 2, 1)
	return w
}

// crowned returns the numbers of the patterns of men and kings.
func (p *pieces) crowned() (w views) {
	w.add(kingDigits, p.side[0]&^p.kings, 1, 2)
	w.add(kingDigits, p.side[1]&^p.kings, 2, 1)
	w.add(kingDigits, p.side[0]&p.kings, 3, 4)
	w.add(kingDigits, p.side[1]&p.kings, 4, 3)
	return w
}

// material returns the features of the material as both sides see it.
func (p *pieces) material() (first, second int32) {
	a, b := bits.OnesCount32(p.side[0]&^p.kings), min(bits.OnesCount32(p.side[0]&p.kings), mostKings)
	c, d := bits.OnesCount32(p.side[1]&^p.kings), min(bits.OnesCount32(p.side[1]&p.kings), mostKings)
	return materialOf(a, b, c, d), materialOf(c, d, a, b)
}

func materialOf(men, kings, enemyMen, enemyKings int) int32 {
	return int32(atMaterial + ((min(men, 12)*4+kings)*13+min(enemyMen, 12))*4 + enemyKings)
}

// manMoves returns the features of the squares that the men of both sides can step to.
func (p *pieces) manMoves() (first, second int32) {
	vacant := ^(p.side[0] | p.side[1])
	up, down := p.side[0]&^p.kings, p.side[1]&^p.kings
	return int32(atManMoves + bits.OnesCount32((rl(up&stepNE, ne)|rl(up&stepNW, nw))&vacant)&15),
		int32(atManMoves + bits.OnesCount32((rl(down&stepSW, sw)|rl(down&stepSE, se))&vacant)&15)
}

// kingMoves returns the feature of the steps that the kings of a side have.
func (p *pieces) kingMoves(s kibaho.Side) int32 {
	k, vacant := p.side[s&1]&p.kings, ^(p.side[0] | p.side[1])
	n := bits.OnesCount32(rl(k&stepNE, ne)&vacant) + bits.OnesCount32(rl(k&stepNW, nw)&vacant) +
		bits.OnesCount32(rl(k&stepSW, sw)&vacant) + bits.OnesCount32(rl(k&stepSE, se)&vacant)
	return int32(atKingMove + min(n, 31))
}

// mirror is the bit of a square seen from the other end of the board.
var mirror = func() (m [32]uint8) {
	for b := range m {
		m[b] = bitAt[31-siteAt[b]]
	}
	return m
}()

// systems are the squares whose pieces tell who has the move: it is the side to
// move if their number is odd. They are every second row from its own back row on.
var systems = func() (set [2]uint32) {
	for s := range kibaho.Site(32) {
		set[s/4%2] |= square(s)
	}
	return set
}()

// theMove returns the feature of having the move, and whether the side to move has it.
func (p *Position) theMove() (feature int32, has bool) {
	all := p.side[0] | p.side[1]
	return int32(atMove + min(bits.OnesCount32(all), 24)), bits.OnesCount32(all&systems[p.turn&1])&1 != 0
}

// Features appends the features of a position to dst: those of the side to move
// as they are, those of the other side, which count against it, as their complement.
func Features(p *Position, dst []int32) []int32 {
	makeDigits()
	both := func(dst []int32, first, second int32) []int32 {
		if p.turn == kibaho.Second {
			first, second = second, first
		}
		return append(dst, first, ^second)
	}
	w := p.men()
	for i, start := range menStart {
		dst = both(dst, start+w.number(i, 0), start+w.number(i, 1))
	}
	first, second := wide(p.side[0]&^p.kings, p.side[1]&^p.kings)
	dst = both(dst, first, second)
	first, second = p.material()
	dst = both(dst, first, second)
	first, second = p.manMoves()
	dst = both(dst, first, second)
	if p.kings != 0 {
		w := p.crowned()
		for i := range kingPatterns {
			dst = both(dst, kingStart[i]+w.number(i, 0), kingStart[i]+w.number(i, 1))
		}
		dst = both(dst, p.kingMoves(kibaho.First), p.kingMoves(kibaho.Second))
		for k := p.kings; k != 0; k &= k - 1 {
			bit := uint8(bits.TrailingZeros32(k))
			f, side := int32(atSquare+int(bit)), kibaho.First
			if p.side[1]>>bit&1 != 0 {
				f, side = int32(atSquare+int(mirror[bit])), kibaho.Second
			}
			if side != p.turn {
				f = ^f
			}
			dst = append(dst, f)
		}
	}
	dst = append(dst, atTurn)
	if f, has := p.theMove(); has {
		dst = append(dst, f)
	}
	return dst
}

// number returns the number of pattern i as a side sees it.
func (w *views) number(i, view int) int32 { return int32(w[2*view+i/4] >> (16 * (i % 4)) & 0xffff) }

// Fullness is the share of the weights of a full board in the estimate of p, 0 to 1.
func Fullness(p *Position) float32 {
	return float32(min(bits.OnesCount32(p.side[0]|p.side[1]), full)) / full
}

// Sets returns the men and kings of First, those of Second, and which of both are
// kings, as sets of 32 bits. [FromSets] is the inverse, without the huff (DR7).
func (p *Position) Sets() [3]uint32 { return [3]uint32{p.side[0], p.side[1], p.kings} }

// FromSets returns the position of English draughts that Sets tells of. It returns
// false if there is none.
func FromSets(sets [3]uint32, turn kibaho.Side) (Position, bool) {
	p := Position{pieces: pieces{side: [2]uint32{sets[0], sets[1]}, kings: sets[2]}, turn: turn}
	ok := turn <= kibaho.Second && sets[0]&sets[1] == 0 && sets[2]&^(sets[0]|sets[1]) == 0 &&
		crownBlack&sets[0]&^sets[2] == 0 && crownWhite&sets[1]&^sets[2] == 0
	return p, ok
}
