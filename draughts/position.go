package draughts

import (
	"math/bits"

	"kibaho"
)

// Steps in the four directions as rotations to the left; the names with a 2
// are two steps. The opposite of ne is sw, that of nw is se.
const (
	ne, nw, sw, se     = 1, 7, 31, 25
	ne2, nw2, sw2, se2 = 2, 14, 30, 18
)

// Squares from which a step or a jump in a direction stays on the board, and
// the rows on which men are crowned (DR4).
const (
	stepNE = 0x7d775f7f
	stepNW = 0xfcf6de7e
	stepSW = 0xfaeebefe
	stepSE = 0x7b6f3f7e

	jumpNE = 0x3c330f3f
	jumpNW = 0xfcf0cc3c
	jumpSW = 0xf0cc3cfc
	jumpSE = 0x330f3f3c

	crownBlack = 0x02082080 // squares 29 to 32
	crownWhite = 0x04104001 // squares 1 to 4
)

// crown is the row on which the men of a side are crowned.
var crown = [2]uint32{crownBlack, crownWhite}

// bitAt is the number of the bit of a site, siteAt the site of a bit.
var bitAt, siteAt = layout()

func layout() (bit, site [32]uint8) {
	for s := range 32 {
		row, column := s/4, 3-s%4
		b := (8*(row/2) + row%2 - 6*column) & 31
		bit[s], site[b] = uint8(b), uint8(s)
	}
	return bit, site
}

// square returns the set that holds the site alone.
func square(s kibaho.Site) uint32 { return 1 << bitAt[s&31] }

// siteOf returns the site of a set of one square.
func siteOf(x uint32) kibaho.Site { return kibaho.Site(siteAt[bits.TrailingZeros32(x)&31]) }

func rl(x uint32, s int) uint32 { return bits.RotateLeft32(x, s) }

// pieces is what stands on the board.
type pieces struct {
	side  [2]uint32 // the pieces of First (Black) and Second (White)
	kings uint32    // which of them are kings
}

// Position is a position of English draughts with the side to move and the
// options that its rules depend on. Two positions are equal exactly if they are
// the same for the rest of the game.
type Position struct {
	pieces
	turn      kibaho.Side
	rules     rules
	compelled bool // the side to move must make a complete jump (DR7)

	// A claim that the side to move may make (DR7): the pieces that it may
	// huff, and the position that compel brings back, in which the other side
	// was to move. No claim: both are zero.
	huffable uint32
	back     pieces
}

// start is the array of men that a game begins with: those of each side leave the two
// rows in the middle empty (DR1).
func start(r rules) pieces {
	var p pieces
	for s := range kibaho.Site(12) {
		p.side[kibaho.First] |= square(s)
		p.side[kibaho.Second] |= square(31 - s)
	}
	if r&inner != 0 {
		p.side[kibaho.First] &^= rim
		p.side[kibaho.Second] &^= rim
	}
	return p
}

// Turn returns the side to move.
func (p *Position) Turn() kibaho.Side { return p.turn }

// MidTurn returns false: each decision of draughts is a whole turn. A huff too
// is listed by itself, though the same side moves next (DR7).
func (p *Position) MidTurn() bool { return false }

// Outcome returns the outcome (DR6). A side without pieces has lost at once, and
// so has a side that can neither move nor make a claim (DR7).
func (p *Position) Outcome() kibaho.Outcome {
	switch {
	case p.side[kibaho.First] == 0:
		return kibaho.SecondWins
	case p.side[kibaho.Second] == 0:
		return kibaho.FirstWins
	case p.huffable != 0 || p.rules&inner == 0 && p.mobile(p.turn):
		return kibaho.Ongoing
	case p.rules&inner != 0:
		if q, w := p.inside(p.turn); w.any() || q.canStep(&w) {
			return kibaho.Ongoing
		}
	}
	return kibaho.Wins(p.turn.Other())
}

// mobile reports that a side can step or jump.
func (p *pieces) mobile(s kibaho.Side) bool { return p.steps(s) || p.jumpers(s) != 0 }

// steps reports that a side can step.
func (p *pieces) steps(s kibaho.Side) bool {
	vacant := ^(p.side[0] | p.side[1])
	up, down := p.movers(s)
	return (rl(up&stepNE, ne)|rl(up&stepNW, nw)|rl(down&stepSW, sw)|rl(down&stepSE, se))&vacant != 0
}

// movers returns the pieces of a side that may go north and those that may go
// south: kings are in both (DR5), men in the one (DR1). There is no branch in it, nor in
// what is made of it: every second question is of the other side.
func (p *pieces) movers(s kibaho.Side) (up, down uint32) {
	own, south := p.side[s&1], -uint32(s&1)
	return own & (p.kings | ^south), own & (p.kings | south)
}

// reach tells where the pieces of a side may go.
type reach struct {
	up, down uint32    // those that may go north, and south
	to       [4]uint32 // by compass: the squares from which a piece that may go that way can jump
}

func (p *pieces) reach(s kibaho.Side) (w reach) {
	vacant, enemy := ^(p.side[0] | p.side[1]), p.side[s&1^1]
	w.up, w.down = p.movers(s)
	w.to[0] = jumpNE & rl(enemy, sw) & rl(vacant, sw2)
	w.to[1] = jumpNW & rl(enemy, se) & rl(vacant, se2)
	w.to[2] = jumpSW & rl(enemy, ne) & rl(vacant, ne2)
	w.to[3] = jumpSE & rl(enemy, nw) & rl(vacant, nw2)
	return w
}

// any reports that the side can jump.
func (w *reach) any() bool { return w.up&(w.to[0]|w.to[1])|w.down&(w.to[2]|w.to[3]) != 0 }

// jumpers returns the pieces of a side that can jump, as reach tells.
func (p *pieces) jumpers(s kibaho.Side) uint32 {
	own, enemy, south := p.side[s&1], p.side[s&1^1], -uint32(s&1)
	vacant := ^(own | enemy)
	up := jumpNE&rl(enemy, sw)&rl(vacant, sw2) | jumpNW&rl(enemy, se)&rl(vacant, se2)
	down := jumpSW&rl(enemy, ne)&rl(vacant, ne2) | jumpSE&rl(enemy, nw)&rl(vacant, nw2)
	return own & (up&(p.kings|^south) | down&(p.kings|south))
}

// Hash returns 64 well-mixed bits of the position.
func (p *Position) Hash() uint64 {
	flags := uint64(p.turn) << 32
	flags |= uint64(p.rules&huffs) << 33
	if p.compelled {
		flags |= 1 << 34
	}
	flags |= uint64(p.rules&inner) << 34
	h := kibaho.Mix(0x6472617567687473, uint64(p.side[0])|uint64(p.side[1])<<32)
	h = kibaho.Mix(h, uint64(p.kings)|flags)
	if p.huffable != 0 {
		h = kibaho.Mix(h, uint64(p.back.side[0])|uint64(p.back.side[1])<<32)
		h = kibaho.Mix(h, uint64(p.back.kings)|uint64(p.huffable)<<32)
	}
	return h
}
