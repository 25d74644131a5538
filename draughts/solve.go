package draughts

import (
	"math/bits"
	"sync/atomic"
	"unsafe"

	"kibaho"
)

// A row holds the positions that differ by the square of the runner, a bit and a byte
// for each. It takes a line of the cache.
type row struct {
	// count holds the binary digits of how many king's moves of a living position are
	// not known to lead to a position that the opponent wins. That of one that will
	// not be lost, because another move holds, is so great that it never comes to 0.
	count [5]uint32
	ends  [2]uint32 // final in this layer or the next, by parity: those to go back from
	jumps uint32    // who must capture
	code  [32]uint8
}

// rowMemory is the bytes of a row, and of what waits for later layers.
const rowMemory = uint64(unsafe.Sizeof(row{})) + 4 + 8*8

// waiting are positions of a row that become final in a later layer.
type waiting struct{ row, bits uint32 }

// layer is what waits for a layer.
type layer struct {
	sure  []waiting
	bound []waiting // if they have not been won sooner
}

// solver decides parts of a slice and its twin.
type solver struct {
	*plan
	sheet    *kibaho.Sheet
	walk     [2]*walker // by side to move
	all, few *kingSets  // sets of the others and of the rest

	// The part under work. Squares are as side 0 sees them.
	men    [2]uint32
	ground uint32 // squares without men
	rows   [2][]row
	alive  [2][]uint32    // of each row: the value is not final
	active [2][2][]uint64 // by the layer's parity and side: rows with bits to go back from
	later  [2][256]layer
	most   int // the last layer with positions that wait
	far    bool

	// The row under work: what its moves that leave the part lead to at the best and
	// at the worst, by code, and to a draw.
	scene       scene
	best, worst [32]uint8
	draws       uint32
	target      line
	room        [32]uint64
	same        [256]uint32 // see group
	found       []uint8
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
		s.alive[i] = make([]uint32, n)
		for j := range s.active {
			s.active[j][i] = make([]uint64, (n+63)/64)
		}
	}
	return s
}

// Holes marks the places without a position: the last of the numbers of the enemy's men, with
// each set of own men that takes squares from them.
func (s *solver) Holes() {
	for i, slice := range s.slices {
		shape := &shapes[slice]
		block := shape.kingSets * shape.enemyKingSets
		for n := range choose[28][shape.men] {
			taken := ones(selected(unrank(n, shape.men), &nthMan) & enemyManSquares)
			first := uint64(choose[(28-taken)&31][shape.enemyMen])
			from := uint64(n) * shape.enemyMenSets
			holes := s.sheet.Codes[i][(from+first)*block : (from+shape.enemyMenSets)*block]
			for at := range holes {
				holes[at] = kibaho.HoleCode
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
	s.men, s.ground, s.far = [2]uint32{own, enemy}, ^(own | enemy), false
	if s.runner < 0 {
		s.menOnly(0, uint64(n))
		s.menOnly(1, shapes[s.slices[1]].menNumber(halfTurn(enemy), halfTurn(own)))
		return !s.far
	}
	clear(s.alive[0])
	clear(s.alive[1])
	s.most = 0
	s.each((*solver).firstRow)
	if s.rest > 0 {
		s.each((*solver).shareRow)
	}
	s.layers()
	s.each((*solver).storeRow)
	return !s.far
}

// menOnly decides a position without kings: its moves lead to other parts and slices.
func (s *solver) menOnly(side int, at uint64) {
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

// hit takes note of the code after a move of position i. It does without branches,
// which nothing could foretell.
func (s *solver) hit(i int, c uint8) {
	odd := c & 1
	s.best[i&31] = min(s.best[i&31], c|(odd-1))
	s.worst[i&31] = max(s.worst[i&31], c&(odd-1))
	s.draws |= (uint32(c) - 1) >> 31 << (i & 31)
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
	if all&few|(all|few)&^s.ground != 0 {
		return false
	}
	p.at = uint32(i*len(s.few.list) + j)
	p.kings[s.runner], p.kings[s.runner^1] = few, all
	p.valid = s.ground &^ (all | few)
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
	for x := s.alive[side][p.at]; x != 0; x &= x - 1 {
		r.code[trailing(x)] = 0
	}
	codes := s.sheet.Codes[side]
	places := to.places(p.canon, &s.room)
	n := 0
	for x := p.canon; x != 0; x &= x - 1 {
		codes[places[n&31]] = r.code[trailing(x)]
		n++
	}
	if r.jumps&p.canon == 0 {
		return
	}
	var word, bits uint64
	n = 0
	for x := p.canon; x != 0; x &= x - 1 {
		at := places[n&31]
		n++
		if at>>6 != word {
			if bits != 0 {
				s.pend(side, word, bits)
				bits = 0
			}
			word = at >> 6
		}
		bits |= uint64(r.jumps>>trailing(x)&1) << (at & 63)
	}
	if bits != 0 {
		s.pend(side, word, bits)
	}
}

func trailing(x uint32) int { return bits.TrailingZeros32(x) & 31 }

// line is the places of the positions of a row. The place with the runner on a square x
// is, all sets below x,
//
//	base + (ranks[kings of his side below] + choose[free squares below][kings below + 1]) · sets + others[kings of the other side below]
//
// where sets is 1 and others is 0 if he is the enemy's, whose kings are ranked last.
type line struct {
	slice       kibaho.Slice
	turned      bool
	base, sets  uint64
	ground      uint32 // the squares that the kings of his side are ranked among
	rest, other uint32 // the other kings of his side; of the other side, if he is the mover's
	ranks       [mostTabled]uint32
	others      [mostTabled]uint32
}

// set makes it the line of a row: the men and kings as side 0 sees them, with the
// runner's side and the side to move.
func (l *line) set(men, kings [2]uint32, runner, side int) {
	b := seen{men[side&1], kings[side&1], men[side&1^1], kings[side&1^1]}
	if l.turned = side != 0; l.turned {
		b = seen{halfTurn(b.men), halfTurn(b.kings), halfTurn(b.enemyMen), halfTurn(b.enemyKings)}
	}
	slice := b.slice()
	own := runner == side
	if own {
		slice += sliceOf(0, 1, 0, 0)
	} else {
		slice += sliceOf(0, 0, 0, 1)
	}
	s := &shapes[slice]
	l.slice = slice
	l.ground = ^(b.men | b.enemyMen)
	l.base = s.menNumber(b.men, b.enemyMen) * s.kingSets * s.enemyKingSets
	if !own {
		l.base += uint64(rank(b.kings, l.ground, s.kings)) * s.enemyKingSets
		l.ground &^= b.kings
		l.rest, l.other, l.sets, l.others[0] = b.enemyKings, 0, 1, 0
	} else {
		l.rest, l.other, l.sets = b.kings, b.enemyKings, s.enemyKingSets
		l.rankOthers(s.enemyKings)
	}
	if l.ranks[0] = 0; l.rest != 0 {
		l.rankRest()
	}
}

// rankRest finds the ranks of the rest with so many of them below the runner: each of those
// above is one place farther in their order.
func (l *line) rankRest() {
	n := ones(l.rest)
	for below := range n + 1 {
		r, k := uint32(0), uint32(0)
		for x := l.rest; x != 0; x &= x - 1 {
			if k++; k == below+1 {
				k++
			}
			if k <= below || k > below+1 {
				r += choose[ones(l.ground&(x&-x-1))&31][k&7]
			}
		}
		l.ranks[below%mostTabled] = r
	}
}

// rankOthers finds the ranks of the other side's kings with so many of them below the
// runner, who takes a square from those that are above.
func (l *line) rankOthers(n int) {
	free := l.ground &^ l.rest
	for below := range n + 1 {
		r, k := uint32(0), 0
		for x := l.other; x != 0; x &= x - 1 {
			squares := ones(free & (x&-x - 1))
			if k++; k > below {
				squares--
			}
			r += choose[squares&31][k&7]
		}
		l.others[below%mostTabled] = r
	}
}

// places returns the numbers of the positions with the runner on squares of a set, in
// their order.
func (l *line) places(squares uint32, room *[32]uint64) *[32]uint64 {
	n := 0
	if l.sets == 1 && l.rest|l.other == 0 {
		for x := squares; x != 0; x &= x - 1 {
			room[n&31] = l.base + uint64(ones(l.ground&(l.square(x)-1)))
			n++
		}
		return room
	}
	for x := squares; x != 0; x &= x - 1 {
		below := l.square(x) - 1
		k := ones(l.rest & below)
		r := l.ranks[k%mostTabled] + choose[ones(l.ground&below)&31][(k+1)&7]
		room[n&31] = l.base + uint64(r)*l.sets + uint64(l.others[ones(l.other&below)%mostTabled])
		n++
	}
	return room
}

// square returns the first square of a set as the side to move sees it.
func (l *line) square(x uint32) uint32 {
	i := trailing(x)
	if l.turned {
		i = (39 - i) & 31
	}
	return 1 << i
}
