package draughts

import (
	"math/bits"

	"kibaho"
)

// Walker returns a new walker through the positions of a slice.
func (index) Walker(s kibaho.Slice) kibaho.Walker {
	return &walker{shape: &shapes[s], slice: s, twin: index{}.Twin(s), twinShape: &shapes[index{}.Twin(s)], at: ^uint64(0), rest: ^uint32(0)}
}

// walker goes through the positions of a slice. It keeps the board of the last
// number, since those of the numbers that follow differ little from it.
type walker struct {
	shape, twinShape *shape
	slice, twin      kibaho.Slice

	at    uint64
	rest  uint32 // at without the enemy's kings
	board seen
	hole  bool
	// room are the squares that the enemy's kings may stand on, in their order, if
	// listed is true: in a row of numbers it saves looking for them each time.
	room   [32]uint32
	listed bool

	exits  []kibaho.Place
	before []seen // the boards of the last Unmoves, as their side to move sees them
}

// to sets the board to that of a number.
func (w *walker) to(at uint64) bool {
	if at != w.at {
		w.at = at
		rest := uint32(at / w.shape.enemyKingSets)
		if rest != w.rest {
			b, ok := w.shape.boardWithout(rest)
			w.rest, w.board, w.hole, w.listed = rest, b, !ok, false
		}
		if w.hole || w.shape.enemyKings == 0 {
			return !w.hole
		}
		r := uint32(at) - rest*uint32(w.shape.enemyKingSets)
		if w.listed {
			w.board.enemyKings = selected(unrank(r, w.shape.enemyKings), &w.room)
		} else {
			w.board.enemyKings = w.shape.addEnemyKings(&w.board, r)
		}
	}
	return !w.hole
}

// list makes the list of squares for the enemy's kings.
func (w *walker) list() {
	w.listed = true
	room := ^(w.board.men | w.board.enemyMen | w.board.kings)
	for i := 0; room != 0; i++ {
		w.room[i] = room & -room
		room &= room - 1
	}
}

// Exits appends where jumps and crownings lead.
func (w *walker) Exits(at uint64, dst []kibaho.Place) ([]kibaho.Place, kibaho.Standing) {
	next := at == w.at+1
	if !w.to(at) {
		return dst, kibaho.Hole
	}
	if next && !w.listed && w.shape.enemyKings > 0 {
		w.list()
	}
	b := &w.board
	own, enemy := b.men|b.kings, b.enemyMen|b.enemyKings
	vacant := ^(own | enemy)
	toNE, toNW := jumpNE&rl(enemy, sw)&rl(vacant, sw2), jumpNW&rl(enemy, se)&rl(vacant, se2)
	toSW, toSE := jumpSW&rl(enemy, ne)&rl(vacant, ne2), jumpSE&rl(enemy, nw)&rl(vacant, nw2)
	if own&(toNE|toNW)|b.kings&(toSW|toSE) != 0 { // DR3
		w.exits = dst
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
		return w.exits, kibaho.Pending
	}
	steps := rl(own&stepNE, ne)&vacant&^crownBlack | rl(own&stepNW, nw)&vacant&^crownBlack |
		rl(b.kings&stepNE, ne)&vacant | rl(b.kings&stepNW, nw)&vacant |
		rl(b.kings&stepSW, sw)&vacant | rl(b.kings&stepSE, se)&vacant
	had := len(dst)
	dst = w.crownings(dst, rl(b.men&stepNE, ne)&vacant&crownBlack, sw)
	dst = w.crownings(dst, rl(b.men&stepNW, nw)&vacant&crownBlack, se)
	switch {
	case steps != 0:
		return dst, kibaho.Open
	case len(dst) > had:
		return dst, kibaho.Shut
	}
	return dst, kibaho.Lost // DR6
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

// MovesBefore yields the same for a position that Unmoves has listed.
func (w *walker) MovesBefore(n int, yield func(kibaho.Place) bool) {
	w.shape.steps(w.slice, &w.before[n], yield)
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

// Unmoves appends the numbers of the positions from which a step leads here. The
// side that has moved is the one that is not to move; in the twin its men go north.
func (w *walker) Unmoves(at uint64, dst []uint64) []uint64 {
	w.to(at)
	t := w.board.turn()
	s := w.twinShape
	w.before = w.before[:0]
	vacant := ^(t.men | t.kings | t.enemyMen | t.enemyKings)
	if t.kings != 0 {
		men := t.men | t.enemyMen
		base := s.menNumber(t.men, t.enemyMen) * s.kingSets
		for dir, by := range compass {
			for x := rl(t.kings&stepFrom[dir], by) & vacant; x != 0; x &= x - 1 {
				from := x & -x
				c := t
				c.kings ^= from ^ rl(from, -by)
				dst = append(dst, (base+uint64(rank(c.kings, ^men, s.kings)))*s.enemyKingSets+uint64(rank(c.enemyKings, ^(men|c.kings), s.enemyKings)))
				w.before = append(w.before, c)
			}
		}
	}
	if t.men == 0 {
		return dst
	}
	for dir, by := range compass[2:] {
		for x := rl(t.men&stepFrom[dir+2], by) & vacant; x != 0; x &= x - 1 {
			from := x & -x
			c := t
			c.men ^= from ^ rl(from, -by)
			dst = append(dst, s.number(c))
			w.before = append(w.before, c)
		}
	}
	return dst
}
