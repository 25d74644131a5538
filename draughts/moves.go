package draughts

import (
	"math/bits"

	"kibaho"
)

// kind says what a move is.
type kind uint8

const (
	step   kind = iota // a piece moves to an adjacent square
	jump               // a jump to its end
	short              // a jump stopped before its end (DR7)
	huff               // a huffable piece is removed (DR7)
	compel             // the earlier position comes back (DR7)
)

// Move is one turn: a step, a jump along its whole path, a huff or a compel.
// Moves are equal exactly if they are the same turn along the same path.
type Move struct {
	taken    uint32 // what is jumped
	path     uint32 // the directions of the jumps, two bits each, the first lowest
	from, to uint8  // bits; a huff is at to
	kind     kind
}

// jumps returns the number of pieces that m jumps.
func (m Move) jumps() int { return bits.OnesCount32(m.taken) }

// compass turns the directions of a path into rotations: ne, nw, sw, se.
var compass = [4]int{ne, nw, sw, se}

// sites appends the sites that the moving piece visits, the first one included.
func (m Move) sites(dst []kibaho.Site) []kibaho.Site {
	dst = append(dst, kibaho.Site(siteAt[m.from&31]))
	if m.kind == step {
		return append(dst, kibaho.Site(siteAt[m.to&31]))
	}
	at := int(m.from)
	for i := range m.jumps() {
		at += 2 * compass[m.path>>(2*i)&3]
		dst = append(dst, kibaho.Site(siteAt[at&31]))
	}
	return dst
}

// Moves appends the legal turns to dst: jumps by the direction of their first
// leg, then by the bit of the square they start from; steps by direction, then
// by the bit of the square they end on. Under the huff the claims come first.
// Every path of a jump is a move of its own.
func (p *Position) Moves(dst []Move) []Move {
	if p.side[0] == 0 || p.side[1] == 0 {
		return dst // DR6, DR7: lost at once
	}
	if p.rules == 0 {
		w := p.reach(p.turn)
		if w.any() { // DR3
			return p.appendJumps(dst, p.turn, &w, false)
		}
		return p.appendSteps(dst, w.up, w.down)
	}
	q, w := p.inside(p.turn)
	switch {
	case p.compelled || p.rules&huffs == 0 && w.any(): // DR3
		return q.appendJumps(dst, p.turn, &w, false)
	case p.rules&huffs == 0:
		return q.appendSteps(dst, w.up, w.down)
	}
	if p.huffable != 0 {
		dst = append(dst, Move{kind: compel})
		for x := p.huffable; x != 0; x &= x - 1 {
			dst = append(dst, Move{kind: huff, to: uint8(bits.TrailingZeros32(x))})
		}
	}
	dst = q.appendJumps(dst, p.turn, &w, true)
	return q.appendSteps(dst, w.up, w.down)
}

// appendSteps appends the moves to adjacent squares (DR1, DR5) of the pieces that may
// go north and of those that may go south.
func (p *pieces) appendSteps(dst []Move, up, down uint32) []Move {
	vacant := ^(p.side[0] | p.side[1])
	dst = appendStepsTo(dst, rl(up&stepNE, ne)&vacant, sw)
	dst = appendStepsTo(dst, rl(up&stepNW, nw)&vacant, se)
	if down != 0 {
		dst = appendStepsTo(dst, rl(down&stepSW, sw)&vacant, ne)
		dst = appendStepsTo(dst, rl(down&stepSE, se)&vacant, nw)
	}
	return dst
}

// appendStepsTo appends the steps that end on to; back is the way back.
func appendStepsTo(dst []Move, to uint32, back uint8) []Move {
	for ; to != 0; to &= to - 1 {
		t := uint8(bits.TrailingZeros32(to))
		dst = append(dst, Move{from: (t + back) & 31, to: t})
	}
	return dst
}

// appendJumps appends every path of every jump (DR2), with stops also those
// that end before they must (DR7).
func (p *pieces) appendJumps(dst []Move, s kibaho.Side, w *reach, stops bool) []Move {
	north, south := w.to[0]|w.to[1], w.to[2]|w.to[3]
	ahead, around := north, north|south
	if s != kibaho.First {
		ahead = south
	}
	// Two directions in one word: one loop for two ends as often as not before it has begun.
	for half, x := range [2]uint64{
		uint64(w.up&w.to[0]) | uint64(w.up&w.to[1])<<32,
		uint64(w.down&w.to[2]) | uint64(w.down&w.to[3])<<32,
	} {
		for ; x != 0; x &= x - 1 {
			at := bits.TrailingZeros64(x)
			dir := (2*half + at>>5) & 3
			by, from := compass[dir], uint32(1)<<(at&31)
			king := p.kings&from != 0
			// A second leg: a man only ahead, a king anywhere. The square it
			// started from, vacant now, is two squares behind, where nobody
			// stands to be jumped any more.
			on := ahead
			if king {
				on = around
			}
			m := Move{from: uint8(at & 31), kind: jump}
			if to := rl(from, 2*by); to&on == 0 {
				m.to, m.path, m.taken = uint8((at+2*by)&31), uint32(dir), rl(from, by)
				dst = append(dst, m)
				continue
			}
			j := jumper{enemy: p.side[s&1^1], vacant: ^(p.side[0] | p.side[1]) | from, stops: stops}
			if king || s == kibaho.First {
				j.up = ^uint32(0)
			}
			if king || s == kibaho.Second {
				j.down = ^uint32(0)
			}
			dst = j.leg(dst, from, m, dir)
		}
	}
	return dst
}

// jumper is a piece under way.
type jumper struct {
	enemy, vacant uint32 // before the move; the start of the piece is vacant (DR2)
	up, down      uint32 // all ones if it may go north, south
	stops         bool   // it may stop short (DR7)
}

// leg makes one more jump from at in a direction and goes on from there.
func (j *jumper) leg(dst []Move, at uint32, m Move, dir int) []Move {
	m.path |= uint32(dir) << (2 * m.jumps())
	m.taken |= rl(at, compass[dir&3])
	return j.goOn(dst, rl(at, 2*compass[dir&3]), m)
}

// goOn appends the ways in which the jump m goes on from at. The squares of the
// jumped pieces are never landed on, so it does not matter that they are not
// yet vacant. A man that is crowned has no square ahead of it (DR4).
func (j *jumper) goOn(dst []Move, at uint32, m Move) []Move {
	enemy, had := j.enemy&^m.taken, len(dst)
	if j.stops {
		dst = append(dst, Move{})
	}
	first := len(dst)
	if at&j.up&jumpNE&rl(enemy, sw)&rl(j.vacant, sw2) != 0 {
		dst = j.leg(dst, at, m, 0)
	}
	if at&j.up&jumpNW&rl(enemy, se)&rl(j.vacant, se2) != 0 {
		dst = j.leg(dst, at, m, 1)
	}
	if at&j.down&jumpSW&rl(enemy, ne)&rl(j.vacant, ne2) != 0 {
		dst = j.leg(dst, at, m, 2)
	}
	if at&j.down&jumpSE&rl(enemy, nw)&rl(j.vacant, nw2) != 0 {
		dst = j.leg(dst, at, m, 3)
	}
	m.to = uint8(bits.TrailingZeros32(at))
	switch {
	case len(dst) == first && j.stops:
		dst[had] = m
	case len(dst) == first:
		dst = append(dst, m)
	case j.stops:
		m.kind = short
		dst[had] = m
	}
	return dst
}

// Play makes a legal turn.
func (p *Position) Play(m Move) {
	if p.rules == 0 {
		// As move does, without a branch that would depend on the piece.
		own, enemy := &p.side[p.turn&1], &p.side[p.turn&1^1]
		from, to := uint32(1)<<(m.from&31), uint32(1)<<(m.to&31)
		king := -(p.kings >> (m.from & 31) & 1) // all ones for a king
		*own = *own&^from | to
		*enemy &^= m.taken
		p.kings = p.kings&^(m.taken|from) | to&(king|crown[p.turn&1])
		p.turn ^= 1
		return
	}
	if p.rules&huffs == 0 {
		p.move(m, p.turn)
		p.kings |= p.side[p.turn&1] & p.rules.crown(p.turn) & (1 << (m.to & 31))
		p.turn ^= 1
		return
	}
	_, w := p.inside(p.turn)
	before, could := p.pieces, w.jumping()
	earlier := p.back
	p.huffable, p.back, p.compelled = 0, pieces{}, false
	switch m.kind {
	case huff:
		p.side[p.turn&1^1] &^= 1 << (m.to & 31)
		p.kings &^= 1 << (m.to & 31)
		return
	case compel:
		p.pieces, p.compelled = earlier, true
		p.turn ^= 1
		return
	}
	p.move(m, p.turn)
	p.kings |= p.side[p.turn&1] & p.rules.crown(p.turn) & (1 << (m.to & 31))
	p.turn ^= 1
	switch {
	case m.kind == short:
		p.huffable, p.back = 1<<(m.to&31), before
	case m.kind == step && could != 0:
		if from := uint32(1) << (m.from & 31); could&from != 0 {
			could ^= from | 1<<(m.to&31)
		}
		p.huffable, p.back = could, before
	}
}

// move makes a step or a jump of s and crowns a man on the far row (DR4).
func (p *pieces) move(m Move, s kibaho.Side) {
	from, to := uint32(1)<<(m.from&31), uint32(1)<<(m.to&31)
	king := p.kings & from
	p.side[s&1] = p.side[s&1]&^from | to
	p.side[s&1^1] &^= m.taken
	p.kings &^= m.taken | from
	if king != 0 {
		p.kings |= to
	} else {
		p.kings |= to & crown[s&1]
	}
}

// Quiet reports that a legal turn counts towards the quiet limit: a king steps
// (DR8). A huff and a compel are no moves of that kind.
func Quiet(p *Position, m Move) bool {
	return m.kind == step && p.kings>>(m.from&31)&1 != 0
}
