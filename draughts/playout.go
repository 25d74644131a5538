package draughts

import (
	"math/bits"
	"sync"

	"kibaho"
)

// maxPlies stops a random game that no limit ends.
const maxPlies = 1 << 20

// Playout plays a random game from p to its end, each turn chosen uniformly
// among the legal ones: the one that r.N of their number picks in the order of
// Moves. Draws by the limits are taken (M3, DR8). Longest is the greatest number
// of pieces taken in one turn. A game that is not over after a million plies, as
// there may be without limits, is Ongoing.
func Playout(p *Position, r *kibaho.Rand, l kibaho.Limits) kibaho.Result {
	switch o := p.Outcome(); {
	case o != kibaho.Ongoing:
		return kibaho.Result{Outcome: o}
	case l.Repetition == 1: // each position comes up for the first time
		return kibaho.Result{Outcome: kibaho.Draw}
	case p.rules != 0:
		return p.playout(r, l)
	}
	s := scratches.Get().(*scratch)
	res := s.compulsory(p, r, l)
	scratches.Put(s)
	return res
}

// scratch is the memory of a random game or a count. It is kept from one to the
// next because clearing it would take a tenth of the time of a game.
type scratch struct {
	list []Move
	// The kings of both sides after each quiet ply in a row and before the
	// first: as long as nothing else moves they tell the whole position.
	run []uint64
	// The positions of such a row where there are claims too (DR7).
	history []Position
}

var scratches = sync.Pool{New: func() any {
	return &scratch{list: make([]Move, 0, 1024), run: make([]uint64, 0, 128), history: make([]Position, 0, 128)}
}}

// compulsory plays on where capture is compulsory. It makes no list but where a
// jump may go on: it puts the squares of all directions in a row, in the order
// of Moves, and takes the one that was drawn, without a branch that depends on
// the number drawn: that could not be predicted, and a wrong guess costs more
// than the arithmetic. It calls nothing in most plies, so that the board stays
// in registers.
func (s *scratch) compulsory(p *Position, r *kibaho.Rand, l kibaho.Limits) kibaho.Result {
	const (
		ways = ne | nw<<8 | sw<<16 | se<<24
		ones = 0x0101010101010101
		tops = 0x80 * ones
	)
	turn := p.turn & 1
	own, enemy, kings := p.side[turn], p.side[turn^1], p.kings
	plies, quiet, longest := 0, 0, 0
	s.run = s.run[:0]
	for ; plies < maxPlies; plies++ {
		if own&kings == 0 {
			var what manTurn
			if turn == kibaho.First {
				own, enemy, kings, what = menBlack(own, enemy, kings, r)
			} else {
				own, enemy, kings, what = menWhite(own, enemy, kings, r)
			}
			if what <= manJumps {
				turn ^= 1
				quiet, s.run = 0, s.run[:0]
				longest = max(longest, int(what))
				continue
			}
			if what == manStuck { // DR6
				return kibaho.Result{Outcome: kibaho.Wins(turn ^ 1), Plies: plies, Longest: longest}
			}
		}
		vacant := ^(own | enemy)
		up, down := own, own&kings
		if turn != kibaho.First {
			up, down = down, up
		}
		toNE, toNW := jumpNE&rl(enemy, sw)&rl(vacant, sw2), jumpNW&rl(enemy, se)&rl(vacant, se2)
		toSW, toSE := jumpSW&rl(enemy, ne)&rl(vacant, ne2), jumpSE&rl(enemy, nw)&rl(vacant, nw2)
		a, b, c, d := up&toNE, up&toNW, down&toSW, down&toSE
		jumping := a|b|c|d != 0 // DR3
		if jumping {
			upward := rl(a, ne2) | rl(b, nw2) | rl(c, sw2) | rl(d, se2)
			downward := rl(a&kings, ne2) | rl(b&kings, nw2) | rl(c&kings, sw2) | rl(d&kings, se2)
			if turn != kibaho.First {
				upward, downward = downward, upward
			}
			if upward&(toNE|toNW)|downward&(toSW|toSE) != 0 { // one goes on
				now := pieces{kings: kings}
				now.side[turn], now.side[turn^1] = own, enemy
				w := now.reach(turn)
				s.list = now.appendJumps(s.list[:0], turn, &w, false)
				m := s.list[r.N(len(s.list))]
				now.move(m, turn)
				turn ^= 1
				own, enemy, kings = now.side[turn], now.side[turn^1], now.kings
				longest = max(longest, m.jumps())
				quiet, s.run = 0, s.run[:0]
				continue
			}
		} else {
			a, b = rl(up&stepNE, ne)&vacant, rl(up&stepNW, nw)&vacant
			c, d = rl(down&stepSW, sw)&vacant, rl(down&stepSE, se)&vacant
			if a|b|c|d == 0 { // DR6
				return kibaho.Result{Outcome: kibaho.Wins(turn ^ 1), Plies: plies, Longest: longest}
			}
		}

		// The draw: i is r.N of their number.
		row, south := uint64(a)|uint64(b)<<32, uint64(c)|uint64(d)<<32
		north := uint64(bits.OnesCount64(row))
		i, _ := bits.Mul64(r.Uint64(), north+uint64(bits.OnesCount64(south)))
		dirs := uint32(ways)
		if i >= north {
			row, i, dirs = south, i-north, dirs>>16
		}
		sums := byteSums(row)
		// As many bytes as have sums not above i lie before the i-th bit.
		shift := 8 * bits.OnesCount64(((i*ones|tops)-sums)&tops)
		i -= sums << 8 >> (shift & 63) & 0xff
		at := shift + int(nth[i&7][uint8(row>>(shift&63))])
		one, way := uint32(1)<<(at&31), int(dirs>>(at>>2&8)&31)

		if jumping {
			// The square drawn is where it starts.
			king, to := kings&one, rl(one, 2*way)
			taken := rl(one, way)
			own, enemy, kings = enemy&^taken, own&^one|to, kings&^(taken|one)
			if king != 0 {
				kings |= to
			} else {
				kings |= to & crown[turn]
			}
			turn ^= 1
			longest = max(longest, 1)
			quiet, s.run = 0, s.run[:0]
			continue
		}
		// The square drawn is where it ends.
		from := rl(one, -way)
		if from&kings == 0 {
			own, enemy, kings = enemy, own^from^one, kings|one&crown[turn]
			turn ^= 1
			quiet, s.run = 0, s.run[:0]
			continue
		}
		if quiet == 0 {
			s.run = append(s.run, uint64(own&kings)<<32|uint64(enemy&kings))
		}
		own, enemy, kings = enemy, own^from^one, kings^from^one
		turn ^= 1
		quiet++
		again := false
		if l.Repetition > 0 {
			key, times := uint64(own&kings)<<32|uint64(enemy&kings), 1
			for i := len(s.run) - 4; i >= 0; i -= 2 { // the same side to move
				if s.run[i] == key {
					times++
				}
			}
			s.run = append(s.run, key)
			again = times >= l.Repetition
		}
		if again || quiet == l.Quiet { // M3, DR8
			now := pieces{kings: kings}
			now.side[turn], now.side[turn^1] = own, enemy
			if now.mobile(turn) {
				return kibaho.Result{Outcome: kibaho.Draw, Plies: plies + 1, Longest: longest}
			}
		}
	}
	return kibaho.Result{Plies: plies, Longest: longest}
}

// manTurn tells what a side without kings has done.
type manTurn uint8

const (
	manSteps  manTurn = iota // a step
	manJumps                 // a jump that takes one piece
	manGoesOn                // nothing: a jump goes on
	manStuck                 // nothing: there is no move
)

// draw draws a bit of row and returns its square and its place.
func draw(row uint64, r *kibaho.Rand) (one uint32, at int) {
	const (
		ones = 0x0101010101010101
		tops = 0x80 * ones
	)
	i, _ := bits.Mul64(r.Uint64(), uint64(bits.OnesCount64(row)))
	sums := byteSums(row)
	// As many bytes as have sums not above i lie before the i-th bit.
	shift := 8 * bits.OnesCount64(((i*ones|tops)-sums)&tops)
	i -= sums << 8 >> (shift & 63) & 0xff
	at = shift + int(nth[i&7][uint8(row>>(shift&63))])
	return uint32(1) << (at & 31), at
}

// byteSums returns in each byte how many bits of x are set in it and below.
func byteSums(x uint64) uint64 {
	x -= x >> 1 & 0x5555555555555555
	x = x&0x3333333333333333 + x>>2&0x3333333333333333
	x = (x + x>>4) & 0x0f0f0f0f0f0f0f0f
	return x * 0x0101010101010101
}

// nth[i][b] is the place of the i-th set bit of the byte b, from 0.
var nth = nthBits()

func nthBits() (nth [8][256]uint8) {
	for b := range 256 {
		i := 0
		for at := range 8 {
			if b>>at&1 != 0 {
				nth[i][b] = uint8(at)
				i++
			}
		}
	}
	return nth
}

// playout plays on by lists of moves, as the huff (DR7) and small boards need it.
func (p *Position) playout(r *kibaho.Rand, l kibaho.Limits) (res kibaho.Result) {
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	q, quiet := *p, 0
	s.history = s.history[:0]
	for res.Plies < maxPlies {
		s.list = q.Moves(s.list[:0])
		if len(s.list) == 0 {
			res.Outcome = q.Outcome()
			return res
		}
		if l.Quiet > 0 && quiet >= l.Quiet || l.Repetition > 0 && times(s.history, &q) >= l.Repetition {
			res.Outcome = kibaho.Draw
			return res
		}
		m := s.list[r.N(len(s.list))]
		if Quiet(&q, m) {
			if quiet == 0 && l.Repetition > 0 {
				s.history = append(s.history, q)
			}
			quiet++
		} else {
			quiet, s.history = 0, s.history[:0]
		}
		q.Play(m)
		if quiet > 0 && l.Repetition > 0 {
			s.history = append(s.history, q)
		}
		res.Plies++
		res.Longest = max(res.Longest, m.jumps())
	}
	return res
}

// times counts how often a position stands in a history, at least once.
func times(history []Position, p *Position) int {
	n := 0
	for i := range history {
		if history[i] == *p {
			n++
		}
	}
	return max(n, 1)
}
