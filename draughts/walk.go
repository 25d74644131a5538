package draughts

import (
	"math/bits"

	"kibaho"
)

// Walker returns a new walker through the positions of a slice.
func (index) Walker(s kibaho.Slice) kibaho.Walker {
	twin := index{}.Twin(s)
	return &walker{shape: &shapes[s], slice: s, twin: twin, twinShape: &shapes[twin], at: ^uint64(0), rest: ^uint32(0), block: ^uint32(0)}
}

// walker goes through the positions of a slice. It keeps the board of the last
// number and what has been found out about its men and kings, since those of the
// numbers that follow differ little from it.
type walker struct {
	shape, twinShape *shape
	slice, twin      kibaho.Slice

	at    uint64
	block uint32 // the number of the men
	rest  uint32 // the number without the enemy's kings
	row   uint64 // the first number with the same men and own kings
	board seen
	hole  bool
	// room are the squares that the enemy's kings may stand on, in their order.
	room [32]uint32

	// The board as the other side sees it, without his kings, and where his
	// moves within the men as they are were made: the number of the men.
	turned  seen
	turnMen uint64

	exits []kibaho.Place
}

// to sets the board to that of a number.
func (w *walker) to(at uint64) bool {
	if at == w.at {
		return !w.hole
	}
	w.at = at
	if at-w.row >= w.shape.enemyKingSets || w.rest == ^uint32(0) {
		rest := uint32(at / w.shape.enemyKingSets)
		w.rest, w.row = rest, uint64(rest)*w.shape.enemyKingSets
		w.toRow(rest)
	}
	if w.hole || w.shape.enemyKings == 0 {
		return !w.hole
	}
	w.board.enemyKings = selected(unrank(uint32(at-w.row), w.shape.enemyKings), &w.room)
	return true
}

// toRow sets the board but for the enemy's kings.
func (w *walker) toRow(rest uint32) {
	s, b := w.shape, &w.board
	if block := rest / uint32(s.kingSets); block != w.block {
		w.block = block
		var ok bool
		b.men, b.enemyMen, ok = s.menOf(block)
		if w.hole = !ok; w.hole {
			return
		}
		w.turned.men, w.turned.enemyMen = halfTurn(b.enemyMen), halfTurn(b.men)
		w.turnMen = w.twinShape.menNumber(w.turned.men, w.turned.enemyMen) * w.twinShape.kingSets
	}
	if w.hole {
		return
	}
	b.kings = among(unrank(rest%uint32(s.kingSets), s.kings), b.men|b.enemyMen)
	w.turned.enemyKings = halfTurn(b.kings)
	if s.enemyKings > 0 {
		room := ^(b.men | b.enemyMen | b.kings)
		for i := 0; room != 0; i++ {
			w.room[i&31] = room & -room
			room &= room - 1
		}
	}
}

// Exits appends where jumps and crownings lead.
func (w *walker) Exits(at uint64, dst []kibaho.Place) ([]kibaho.Place, int, kibaho.Standing) {
	if !w.to(at) {
		return dst, 0, kibaho.Hole
	}
	b := &w.board
	own, enemy := b.men|b.kings, b.enemyMen|b.enemyKings
	vacant := ^(own | enemy)
	w.exits = dst
	if w.jumps(b) {
		return w.exits, 0, kibaho.Pending // DR3
	}
	menNE, menNW := rl(b.men&stepNE, ne)&vacant, rl(b.men&stepNW, nw)&vacant
	kept := ones(menNE&^crownBlack|rl(b.kings&stepNE, ne)&vacant) + ones(menNW&^crownBlack|rl(b.kings&stepNW, nw)&vacant)
	if b.kings != 0 {
		kept += ones(rl(b.kings&stepSW, sw)&vacant) + ones(rl(b.kings&stepSE, se)&vacant)
	}
	had := len(dst)
	if (menNE|menNW)&crownBlack != 0 {
		dst = w.crownings(dst, menNE&crownBlack, sw)
		dst = w.crownings(dst, menNW&crownBlack, se)
	}
	switch {
	case kept != 0:
		return dst, int(kept), kibaho.Open
	case len(dst) > had:
		return dst, 0, kibaho.Shut
	}
	return dst, 0, kibaho.Lost // DR6
}

// jumps appends to the exits where the jumps lead, and reports whether there are any.
func (w *walker) jumps(b *seen) bool {
	own, enemy := b.men|b.kings, b.enemyMen|b.enemyKings
	vacant := ^(own | enemy)
	toNE, toNW := jumpNE&rl(enemy, sw)&rl(vacant, sw2), jumpNW&rl(enemy, se)&rl(vacant, se2)
	toSW, toSE := jumpSW&rl(enemy, ne)&rl(vacant, ne2), jumpSE&rl(enemy, nw)&rl(vacant, nw2)
	if own&(toNE|toNW)|b.kings&(toSW|toSE) == 0 {
		return false
	}
	for x := b.men & (toNE | toNW); x != 0; x &= x - 1 {
		c := *b
		c.men ^= x & -x
		w.jump(c, x&-x, false)
	}
	for x := b.kings & (toNE | toNW | toSW | toSE); x != 0; x &= x - 1 {
		c := *b
		c.kings ^= x & -x
		w.jump(c, x&-x, true)
	}
	return true
}

// crownings appends where the steps of men lead that end on to; back is the way back.
func (w *walker) crownings(dst []kibaho.Place, to uint32, back int) []kibaho.Place {
	for ; to != 0; to &= to - 1 {
		c := w.board
		c.men ^= rl(to&-to, back)
		c.kings |= to & -to
		dst = append(dst, c.turn().place())
	}
	return dst
}

// jump appends to the exits where a jump leads that has come to at. The jumper is
// not on the board c, nor is what it has jumped; the square it started from is
// vacant with it (DR2). A man that is crowned has no square ahead of it (DR4).
func (w *walker) jump(c seen, at uint32, king bool) {
	enemy := c.enemyMen | c.enemyKings
	vacant := ^(c.men | c.kings | enemy)
	ended := true
	for dir, by := range compass {
		if !king && dir > 1 {
			break
		}
		over, to := rl(at, by), rl(at, 2*by)
		if at&jumpFrom[dir] == 0 || over&enemy == 0 || to&vacant == 0 {
			continue
		}
		ended = false
		d := c
		d.enemyMen &^= over
		d.enemyKings &^= over
		w.jump(d, to, king)
	}
	if !ended {
		return
	}
	if king || at&crownBlack != 0 {
		c.kings |= at
	} else {
		c.men |= at
	}
	if enemy == 0 {
		w.exits = append(w.exits, kibaho.Place{Slice: kibaho.EndLost})
		return
	}
	w.exits = append(w.exits, c.turn().place())
}

// jumpFrom and stepFrom are the squares from which a jump and a step stay on the
// board, in the order of compass.
var (
	jumpFrom = [4]uint32{jumpNE, jumpNW, jumpSW, jumpSE}
	stepFrom = [4]uint32{stepNE, stepNW, stepSW, stepSE}
)

// Moves yields where the steps lead: those of kings, of men, and crownings.
func (w *walker) Moves(at uint64, yield func(kibaho.Place) bool) {
	w.to(at)
	w.twinShape.steps(w.twin, &w.board, yield)
}

// steps yields where the steps from b lead, into a slice of this shape if they
// keep the material.
func (s *shape) steps(into kibaho.Slice, b *seen, yield func(kibaho.Place) bool) {
	vacant := ^(b.men | b.kings | b.enemyMen | b.enemyKings)
	t := b.turn() // the enemies in t are to move
	if b.kings != 0 {
		men := t.men | t.enemyMen
		base := (s.menNumber(t.men, t.enemyMen)*s.kingSets + uint64(rank(t.kings, ^men, s.kings))) * s.enemyKingSets
		for dir, by := range compass {
			for x := rl(b.kings&stepFrom[dir], by) & vacant; x != 0; x &= x - 1 {
				to := x & -x
				moved := t.enemyKings ^ halfTurnOne(to) ^ halfTurnOne(rl(to, -by))
				if !yield(kibaho.Place{Slice: into, At: base + uint64(rank(moved, ^(men|t.kings), s.enemyKings))}) {
					return
				}
			}
		}
	}
	if b.men == 0 {
		return
	}
	for dir, by := range compass[:2] {
		for x := rl(b.men&stepFrom[dir], by) & vacant &^ crownBlack; x != 0; x &= x - 1 {
			to := x & -x
			c := t
			c.enemyMen ^= halfTurnOne(to) ^ halfTurnOne(rl(to, -by))
			if !yield(kibaho.Place{Slice: into, At: s.number(c)}) {
				return
			}
		}
	}
	for dir, by := range compass[:2] {
		for x := rl(b.men&stepFrom[dir], by) & vacant & crownBlack; x != 0; x &= x - 1 {
			to := x & -x
			c := *b
			c.men ^= rl(to, -by)
			c.kings |= to
			if !yield(c.turn().place()) {
				return
			}
		}
	}
}

// halfTurnOne returns halfTurn(x) of a set of one square.
func halfTurnOne(x uint32) uint32 { return 1 << ((39 - bits.TrailingZeros32(x)) & 31) }

// around are the squares one step from each square, by bit, and behind those of them
// to the south.
var around, behind = func() (all, south [32]uint32) {
	for i := range all {
		x := uint32(1) << i
		south[i] = rl(x&stepSW, sw) | rl(x&stepSE, se)
		all[i] = south[i] | rl(x&stepNE, ne) | rl(x&stepNW, nw)
	}
	return all, south
}()

// Unmoves appends the numbers of the positions from which a step leads here. The
// side that has moved is the one that is not to move; in the twin its men go north.
func (w *walker) Unmoves(at uint64, dst []uint64) []uint64 {
	w.to(at)
	s, t := w.twinShape, w.turned
	t.kings = halfTurn(w.board.enemyKings)
	men := t.men | t.enemyMen
	vacant := ^(men | t.kings | t.enemyKings)
	for x := t.kings; x != 0; x &= x - 1 {
		others := t.kings ^ x&-x
		for y := around[bits.TrailingZeros32(x)&31] & vacant; y != 0; y &= y - 1 {
			kings := others | y&-y
			dst = append(dst, (w.turnMen+uint64(rank(kings, ^men, s.kings)))*s.enemyKingSets+
				uint64(rank(t.enemyKings, ^(men|kings), s.enemyKings)))
		}
	}
	for x := t.men; x != 0; x &= x - 1 {
		others := t.men ^ x&-x
		for y := behind[bits.TrailingZeros32(x)&31] & vacant; y != 0; y &= y - 1 {
			c := t
			c.men = others | y&-y
			dst = append(dst, s.number(c))
		}
	}
	return dst
}
