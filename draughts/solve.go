package draughts

import (
	"math/bits"
	"sync/atomic"
	"unsafe"

	"kibaho"
)

// A row holds the positions that differ by the square of the runner, a bit and a byte
// for each.
type row struct {
	alive uint32 // the value is not final
	// count holds the binary digits of how many king's moves of a living position are
	// not known to lead to a position that the opponent wins. That of one that will
	// not be lost, because another move holds, is so great that it never comes to 0.
	count [5]uint32
	ends  [2]uint32 // final in this layer or the next, by parity: those to go back from
	code  [32]uint8
}

// rowMemory is the bytes of a row with its pending captures, and of what waits for later
// layers.
const rowMemory = uint64(unsafe.Sizeof(row{})) + 4 + 8*8

// waiting are positions of a row that become final in a later layer, if they have its
// code then.
type waiting struct{ row, bits uint32 }

// solver decides parts of a slice and its twin.
type solver struct {
	*plan
	sheet    *kibaho.Sheet
	walk     [2]*walker // by side to move
	all, few *kingSets  // sets of the others and of the rest

	// The part under work. Squares are as side 0 sees them.
	men    [2]uint32
	valid  uint32 // squares without men
	rows   [2][]row
	jumps  [2][]uint32       // of each row: who must capture
	active [2][2][]uint64    // by the layer's parity and side: rows with bits to go back from
	later  [2][256][]waiting // by side and layer
	most   int               // the last layer with positions that wait
	far    bool

	best, worst [32]uint8
	draws       uint32
	target      line
	scene       scene // the row under work
}

// Solver returns a new solver.
func (p *plan) Solver(sheet *kibaho.Sheet) kibaho.Solver {
	s := &solver{plan: p, sheet: sheet}
	for i := range s.walk {
		s.walk[i] = index{}.Walker(p.slices[i]).(*walker)
	}
	if p.runner < 0 {
		return s
	}
	s.all, s.few = sets[p.others].ready(p.others), sets[p.rest].ready(p.rest)
	n := p.rows()
	for i := range s.rows {
		s.rows[i] = make([]row, n)
		s.jumps[i] = make([]uint32, n)
		for j := range s.active {
			s.active[j][i] = make([]uint64, (n+63)/64)
		}
	}
	return s
}

// Holes marks the places without a position.
func (s *solver) Holes() {
	for i, slice := range s.slices {
		shape := &shapes[slice]
		block := shape.kingSets * shape.enemyKingSets
		for n := range shape.menNumbers() {
			if _, _, ok := shape.menOf(uint32(n)); !ok {
				hole := s.sheet.Codes[i][n*block : (n+1)*block]
				for at := range hole {
					hole[at] = kibaho.HoleCode
				}
			}
		}
		if s.slices[0] == s.slices[1] {
			return
		}
	}
}

// Solve decides a part.
func (s *solver) Solve(stage, part int) bool {
	n := s.listed()[stage][part]
	own, enemy, _ := shapes[s.slices[0]].menOf(n)
	s.men, s.valid, s.far = [2]uint32{own, enemy}, ^(own | enemy), false
	if s.runner < 0 {
		s.alone(0, uint64(n))
		s.alone(1, shapes[s.slices[1]].menNumber(halfTurn(enemy), halfTurn(own)))
		return !s.far
	}
	for i := range s.rows {
		clear(s.rows[i])
	}
	s.most = 0
	s.each((*solver).firstRow)
	s.each((*solver).shareRow)
	s.layers()
	s.each((*solver).storeRow)
	return !s.far
}

// alone decides a position without kings: its moves lead to other parts and slices.
func (s *solver) alone(side int, at uint64) {
	w := s.walk[side]
	exits, kept, standing := w.Exits(at, s.walk[side].exits[:0])
	w.exits = exits
	s.best[0], s.worst[0], s.draws = noCode, 0, 0
	code := uint8(1)
	if standing != kibaho.Lost {
		for _, e := range exits {
			s.hit(0, s.known(e))
		}
		if kept > 0 {
			w.Moves(at, func(to kibaho.Place) bool {
				s.hit(0, s.known(to))
				return true
			})
		}
		code = s.judge(0)
	}
	s.sheet.Codes[side][at] = code
	if standing == kibaho.Pending {
		s.pend(side, at>>6, 1<<(at&63))
	}
}

// noCode is above the codes of positions.
const noCode = 255

// known returns the code of a place that has been decided.
func (s *solver) known(at kibaho.Place) uint8 {
	if at.Slice == kibaho.EndLost {
		return 1
	}
	return s.codes(at.Slice)[at.At]
}

// codes returns the codes of a slice.
func (s *solver) codes(slice kibaho.Slice) []byte {
	switch slice {
	case s.slices[0]:
		return s.sheet.Codes[0]
	case s.slices[1]:
		return s.sheet.Codes[1]
	}
	return s.sheet.Known(slice)
}

// pend marks places with a pending capture.
func (s *solver) pend(side int, word, bits uint64) {
	atomic.OrUint64(&s.sheet.Pending[side][word], bits)
}

// hit takes note of the code after a move of position i.
func (s *solver) hit(i int, c uint8) {
	switch i &= 31; {
	case c == 0:
		s.draws |= 1 << i
	case c&1 != 0:
		s.best[i] = min(s.best[i], c)
	default:
		s.worst[i] = max(s.worst[i], c)
	}
}

// judge returns the code of position i by the moves noted.
func (s *solver) judge(i int) uint8 {
	switch {
	case s.best[i] != noCode:
		return s.after(s.best[i])
	case s.draws>>i&1 != 0:
		return 0
	}
	return s.after(s.worst[i])
}

// after returns the code a ply farther from the end.
func (s *solver) after(c uint8) uint8 {
	if c >= kibaho.MostCode {
		s.far = true
		return kibaho.MostCode
	}
	return c + 1
}

// scene is a row with what stands on it but the runner, as side 0 sees it.
type scene struct {
	at    uint32
	kings [2]uint32
	valid uint32 // the squares that the runner may be on
	canon uint32 // those of them on which he is the lowest king of his side
}

// set puts a row up, and reports false if pieces would stand on each other.
func (s *solver) set(i, j int) bool {
	all, few, p := s.all.list[i], s.few.list[j], &s.scene
	if all&few|(all|few)&^s.valid != 0 {
		return false
	}
	p.at = uint32(i*len(s.few.list) + j)
	p.kings[s.runner], p.kings[s.runner^1] = few, all
	p.valid = s.valid &^ (all | few)
	p.canon = p.valid
	if few != 0 {
		p.canon &= few&-few - 1
	}
	return true
}

// each calls f for each row of the part, with either side to move.
func (s *solver) each(f func(s *solver, p *scene, side int)) {
	for i := range s.all.list {
		for j := range s.few.list {
			if !s.set(i, j) {
				continue
			}
			f(s, &s.scene, 0)
			f(s, &s.scene, 1)
		}
	}
}

// storeRow writes the codes of a row to the sheet, those of each position once.
func (s *solver) storeRow(p *scene, side int) {
	r, to := &s.rows[side][p.at], &s.target
	to.set(s.men, p.kings, s.runner, side)
	codes := s.sheet.Codes[side]
	jumps := s.jumps[side][p.at]
	var word, bits uint64
	for x := p.canon; x != 0; x &= x - 1 {
		i := trailing(x)
		at := to.place(i)
		c := r.code[i]
		if r.alive>>i&1 != 0 {
			c = 0
		}
		codes[at] = c
		if jumps>>i&1 != 0 {
			if at>>6 != word && bits != 0 {
				s.pend(side, word, bits)
				bits = 0
			}
			word = at >> 6
			bits |= 1 << (at & 63)
		}
	}
	if bits != 0 {
		s.pend(side, word, bits)
	}
}

func trailing(x uint32) int { return bits.TrailingZeros32(x) & 31 }

// line is the places of the positions of a row.
type line struct {
	slice                kibaho.Slice
	turned               bool
	own                  bool // the runner is the side's that is to move
	base, sets           uint64
	kings, enemy, ground uint32
	k, enemyK            int
}

// set makes it the line of a row: the men and kings as side 0 sees them, with the
// runner's side and the side to move.
func (l *line) set(men, kings [2]uint32, runner, side int) {
	b := seen{men[side&1], kings[side&1], men[side&1^1], kings[side&1^1]}
	if l.turned = side != 0; l.turned {
		b = seen{halfTurn(b.men), halfTurn(b.kings), halfTurn(b.enemyMen), halfTurn(b.enemyKings)}
	}
	slice := b.slice()
	if l.own = runner == side; l.own {
		slice += sliceOf(0, 1, 0, 0)
	} else {
		slice += sliceOf(0, 0, 0, 1)
	}
	s := &shapes[slice]
	l.slice, l.k, l.enemyK = slice, s.kings, s.enemyKings
	l.kings, l.enemy = b.kings, b.enemyKings
	l.ground = ^(b.men | b.enemyMen)
	l.sets = s.enemyKingSets
	l.base = s.menNumber(b.men, b.enemyMen) * s.kingSets * s.enemyKingSets
	if !l.own {
		l.base += uint64(rank(b.kings, l.ground, s.kings)) * s.enemyKingSets
		l.ground &^= b.kings
	}
}

// place returns the number of the position with the runner on a square.
func (l *line) place(i int) uint64 {
	if l.turned {
		i = (39 - i) & 31
	}
	x := uint32(1) << i
	if !l.own {
		return l.base + uint64(rank(l.enemy|x, l.ground, l.enemyK))
	}
	kings := l.kings | x
	return l.base + uint64(rank(kings, l.ground, l.k))*l.sets + uint64(rank(l.enemy, l.ground&^kings, l.enemyK))
}
