package draughts

import (
	"math/bits"

	"kibaho"
)

// firstRow finds for the positions of a row what the moves tell that leave the part:
// captures, crownings and steps of men. Those without king's moves are decided.
func (s *solver) firstRow(p *scene, side int) {
	r := &s.rows[side][p.at]
	*r = row{jumps: s.mustJump(p, side)}
	open := p.valid &^ r.jumps
	s.countMoves(r, p, side, open)
	moves := open & r.some()

	exits := r.jumps & p.canon
	s.draws, s.best, s.worst = 0, noCodes, [32]uint8{}
	if exits != 0 {
		s.capture(p, side, exits)
	}
	if s.men[side] != 0 {
		exits |= s.stepMen(p, side, open&p.canon)
	}
	s.alive[side][p.at] = moves & p.canon
	for x := exits; x != 0; x &= x - 1 {
		i := trailing(x)
		bit := x & -x
		switch {
		case moves&bit == 0:
			r.code[i] = s.judge(i)
		case s.best[i] != noCode:
			r.code[i] = s.after(s.best[i]) // a bound: it may be won sooner
			r.freeze(bit)
		case s.draws&bit != 0:
			r.freeze(bit)
		default:
			r.code[i] = s.worst[i] // the longest way to lose but by kings
		}
	}
	for x := open & p.canon &^ (moves | exits); x != 0; x &= x - 1 {
		r.code[trailing(x)] = 1 // DR6
	}
	if s.rest == 0 {
		s.wait(p, side)
	}
}

var noCodes = func() (all [32]uint8) {
	for i := range all {
		all[i] = noCode
	}
	return all
}()

// freeze makes the count of positions so great that it does not come to 0.
func (r *row) freeze(bit uint32) {
	for i := range r.count {
		r.count[i] |= bit
	}
}

// frozen returns the positions whose count has been made so great.
func (r *row) frozen() uint32 { return r.count[0] & r.count[1] & r.count[2] & r.count[3] & r.count[4] }

// some returns the positions whose count is not 0.
func (r *row) some() uint32 { return r.count[0] | r.count[1] | r.count[2] | r.count[3] | r.count[4] }

// add counts a move more for some positions.
func (r *row) add(carry uint32) {
	for i := range r.count {
		if carry == 0 {
			return
		}
		r.count[i], carry = r.count[i]^carry, r.count[i]&carry
	}
}

// minus counts a move less for some positions.
func (r *row) minus(borrow uint32) {
	for i := range r.count {
		if borrow == 0 {
			return
		}
		r.count[i] ^= borrow
		borrow &= r.count[i]
	}
}

// forward are the directions of compass in which the men of a side step.
var forward = [2][2]int{{0, 1}, {2, 3}}

// countMoves counts the king's moves of open positions.
func (s *solver) countMoves(r *row, p *scene, side int, open uint32) {
	if side == s.runner {
		for d, by := range compass {
			r.add(open & stepFrom[d] & rl(p.valid, -by))
		}
	}
	for x := p.kings[side]; x != 0; x &= x - 1 {
		for y := around[trailing(x)] & p.valid; y != 0; y &= y - 1 {
			r.add(open &^ (y & -y))
		}
	}
}

// mustJump returns the positions of a row in which a side must capture (DR3).
func (s *solver) mustJump(p *scene, side int) (all uint32) {
	kings, enemy := p.kings[side], s.men[side^1]|p.kings[side^1]
	movers := [4]uint32{kings, kings, kings, kings}
	for _, d := range forward[side] {
		movers[d] |= s.men[side]
	}
	landings := uint32(0)
	for d, by := range compass {
		j := movers[d] & jumpFrom[d]
		to := rl(j, 2*by) & p.valid
		landings |= to & rl(enemy, by)
		if side == s.runner {
			all |= jumpFrom[d] & rl(enemy, -by) & rl(p.valid, -2*by)
		} else {
			all |= rl(to, -by) // the runner stands between
		}
	}
	switch {
	case landings == 0:
	case landings&(landings-1) != 0:
		all = ^uint32(0)
	default:
		all |= ^landings // unless the runner stands there
	}
	return all & p.valid
}

// capture notes where the captures of positions of a row lead.
func (s *solver) capture(p *scene, side int, some uint32) {
	c := capture{s: s, side: side, men: s.men, kings: p.kings}
	for x := c.men[side] | c.kings[side]; x != 0; x &= x - 1 {
		d := c
		d.men[side] &^= x & -x
		d.kings[side] &^= x & -x
		d.jump(x&-x, p.kings[side]&x&-x != 0, some, true)
	}
	if side != s.runner {
		return
	}
	enemy := s.men[side^1] | p.kings[side^1]
	jumpers := uint32(0)
	for d, by := range compass {
		jumpers |= jumpFrom[d] & rl(enemy, -by) & rl(p.valid, -2*by)
	}
	if jumpers &= some; jumpers == 0 {
		return
	}
	b := s.seen(c.men, c.kings, side)
	for x := jumpers; x != 0; x &= x - 1 {
		s.alone(&b, side, x&-x, true, trailing(x))
	}
}

// capture is a capture under way, in many positions of a row at a time. The piece that
// jumps is not on the board, nor is what it has jumped.
type capture struct {
	s          *solver
	side       int
	men, kings [2]uint32 // but the runner
}

// jump goes on from a square, with the runner on some squares.
func (c *capture) jump(at uint32, king bool, some uint32, first bool) {
	enemy := c.men[c.side^1] | c.kings[c.side^1]
	vacant := ^(enemy | c.men[c.side] | c.kings[c.side])
	ended := some
	from, until := 0, 4
	if !king {
		from, until = 2*c.side, 2*c.side+2
	}
	for d := from; d < until; d++ {
		by := compass[d]
		over, to := rl(at, by), rl(at, 2*by)
		if at&jumpFrom[d] == 0 || to&vacant == 0 {
			continue
		}
		switch {
		case over&enemy != 0:
			if here := some &^ to; here != 0 {
				ended &^= here
				n := *c
				n.men[c.side^1] &^= over
				n.kings[c.side^1] &^= over
				n.jump(to, king, here, false)
			}
		case c.side != c.s.runner && over&some != 0: // the runner is taken
			ended &^= over
			b := c.s.seen(c.men, c.kings, c.side)
			c.s.alone(&b, c.side, to, king, trailing(over))
		}
	}
	if first || ended == 0 {
		return
	}
	if king || at&crown[c.side] != 0 {
		c.kings[c.side] |= at
	} else {
		c.men[c.side] |= at
	}
	if enemy == 0 && c.side == c.s.runner {
		for x := ended; x != 0; x &= x - 1 {
			c.s.hit(trailing(x), 1) // the game is over
		}
		return
	}
	c.s.look(c.men, c.kings, c.side^1, ended)
}

// alone goes on from a square with position i alone, in which the runner is not on the
// board, as the side that jumps sees it: he has been taken, or jumps.
func (s *solver) alone(b *seen, side int, at uint32, king bool, i int) {
	w := s.walk[side]
	if side != 0 {
		at = halfTurnOne(at)
	}
	w.exits = w.exits[:0]
	w.jump(*b, at, king)
	for _, e := range w.exits {
		s.hit(i, s.known(e))
	}
}

// seen returns the board as a side sees it.
func (s *solver) seen(men, kings [2]uint32, side int) seen {
	b := seen{men[0], kings[0], men[1], kings[1]}
	if side != 0 {
		b = b.turn()
	}
	return b
}

// stepMen notes where the steps of a side's men lead, and returns the positions that
// have any.
func (s *solver) stepMen(p *scene, side int, open uint32) (exits uint32) {
	for _, d := range forward[side] {
		by := compass[d]
		for y := rl(s.men[side]&stepFrom[d], by) & p.valid; y != 0; y &= y - 1 {
			to := y & -y
			some := open &^ to
			if some == 0 {
				continue
			}
			exits |= some
			men, kings := s.men, p.kings
			men[side] ^= rl(to, -by)
			if to&crown[side] != 0 {
				kings[side] |= to
			} else {
				men[side] |= to
			}
			s.look(men, kings, side^1, some)
		}
	}
	return exits
}

// look notes the codes of positions of another row for a move of those of this row.
func (s *solver) look(men, kings [2]uint32, side int, some uint32) {
	l := &s.target
	l.set(men, kings, s.runner, side)
	codes := s.codes(l.slice)
	places := l.places(some, &s.room)
	n := 0
	for x := some; x != 0; x &= x - 1 {
		s.hit(trailing(x), codes[places[n&31]])
		n++
	}
}

// shareRow copies what has been found out about positions from the rows that hold them
// with the runner as the lowest king.
func (s *solver) shareRow(p *scene, side int) {
	rest := p.kings[s.runner]
	r := &s.rows[side][p.at]
	for x := p.valid &^ p.canon; x != 0; x &= x - 1 {
		bit, i := x&-x, trailing(x)
		low := rest & -rest
		from := p.at - p.at%uint32(len(s.few.list)) + rankMany(rest^low|bit, ^uint32(0))
		q := &s.rows[side][from]
		r.code[i] = q.code[trailing(low)]
		if s.alive[side][from]&low != 0 {
			s.alive[side][p.at] |= bit
			if q.frozen()&low != 0 {
				r.freeze(bit)
			}
		}
	}
	s.wait(p, side)
}

// wait puts positions of a row that are decided, or won after some plies at most, where
// the layers of their codes find them.
func (s *solver) wait(p *scene, side int) {
	r, alive := &s.rows[side][p.at], s.alive[side][p.at]
	s.group(r, p.valid&^alive)
	for _, c := range s.found {
		l := &s.later[side][c]
		l.sure = append(l.sure, waiting{p.at, s.same[c]})
		s.most = max(s.most, int(c))
	}
	if alive &= r.frozen(); alive != 0 {
		s.group(r, alive)
		for _, c := range s.found {
			l := &s.later[side][c]
			l.bound = append(l.bound, waiting{p.at, s.same[c]})
			s.most = max(s.most, int(c))
		}
	}
}

// group finds the codes of positions of a row but 0, and which have the same.
func (s *solver) group(r *row, some uint32) {
	s.found = s.found[:0]
	for _, c := range r.code {
		s.same[c] = 0
	}
	s.same[0] = 1
	for x := some; x != 0; x &= x - 1 {
		c := r.code[trailing(x)]
		if s.same[c] == 0 {
			s.found = append(s.found, c)
		}
		s.same[c] |= x & -x
	}
}

// layers goes back from the end of the game, from positions of one code after the other.
func (s *solver) layers() {
	last := 0 // a layer with positions to go back from
	for c := 1; c <= max(s.most, last); c++ {
		now, next := c&1, c&1^1
		if c > kibaho.MostCode {
			s.far = true
			return
		}
		for side := range 2 {
			l := &s.later[side][c]
			for _, w := range l.sure {
				s.rows[side][w.row].ends[now] |= w.bits
				s.active[now][side][w.row>>6] |= 1 << (w.row & 63)
			}
			for _, w := range l.bound {
				s.meet(w, side, uint8(c), now)
			}
			l.sure, l.bound = l.sure[:0], l.bound[:0]
		}
		for side := range 2 {
			for i, word := range s.active[now][side] {
				if word == 0 {
					continue
				}
				s.active[now][side][i] = 0
				for ; word != 0; word &= word - 1 {
					at := uint32(i<<6 + bits.TrailingZeros64(word))
					r := &s.rows[side][at]
					some := r.ends[now]
					r.ends[now] = 0
					if s.back(at, side, some, uint8(c), next) {
						last = c + 1
					}
				}
			}
		}
	}
}

// meet makes the positions of a row final that were to be won in this layer, unless they
// have been won sooner.
func (s *solver) meet(w waiting, side int, c uint8, now int) {
	r := &s.rows[side][w.row]
	some := uint32(0)
	for x := w.bits & s.alive[side][w.row]; x != 0; x &= x - 1 {
		if r.code[trailing(x)] == c {
			some |= x & -x
		}
	}
	if some != 0 {
		s.alive[side][w.row] &^= some
		r.ends[now] |= some
		s.active[now][side][w.row>>6] |= 1 << (w.row & 63)
	}
}

// back takes back the last move of the other side, before positions of a row that are
// final with code c. It reports whether that makes others final in the next layer.
func (s *solver) back(at uint32, side int, some uint32, c uint8, next int) (more bool) {
	mover := side ^ 1
	alive := s.alive[mover]
	few := uint32(len(s.few.list))
	i, j := at/few, at%few
	if mover == s.runner {
		for d, by := range compass {
			if from := rl(some&stepFrom[d], by) & alive[at]; from != 0 {
				more = s.reach(at, mover, from, c, next) || more
			}
		}
		for _, n := range s.few.near[s.few.start[j]:s.few.start[j+1]] {
			at := i*few + n
			if from := some & alive[at]; from != 0 {
				more = s.reach(at, mover, from, c, next) || more
			}
		}
		return more
	}
	for _, n := range s.all.near[s.all.start[i]:s.all.start[i+1]] {
		at := n*few + j
		if from := some & alive[at]; from != 0 {
			more = s.reach(at, mover, from, c, next) || more
		}
	}
	return more
}

// reach takes note of a move from living positions of a row to positions of code c: to
// lost ones, and they are won a ply later, or to won ones, and there is a move less
// that holds.
func (s *solver) reach(at uint32, side int, from uint32, c uint8, next int) (more bool) {
	r := &s.rows[side][at]
	ends := from
	if c&1 != 0 {
		for x := from; x != 0; x &= x - 1 {
			r.code[trailing(x)] = c + 1
		}
	} else {
		r.minus(from)
		ends = from &^ r.some()
		if ends == 0 {
			return false
		}
		for x := ends; x != 0; x &= x - 1 {
			i := trailing(x)
			code := max(c, r.code[i]) + 1
			r.code[i] = code
			if code != c+1 {
				ends &^= x & -x
				s.alive[side][at] &^= x & -x
				l := &s.later[side][code]
				l.sure = append(l.sure, waiting{at, x & -x})
				s.most = max(s.most, int(code))
			}
		}
	}
	s.alive[side][at] &^= ends
	if ends == 0 {
		return false
	}
	r.ends[next] |= ends
	s.active[next][side][at>>6] |= 1 << (at & 63)
	return true
}
