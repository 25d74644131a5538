package chuba

import (
	"math/bits"

	"kibaho"
	"kibaho/mancala"
)

// Position is a position of Chuba with the options that the rest of the game is
// played by. Two positions are equal (==) exactly if the rest of the game is the
// same: whose men have been played upon is kept only under readings that ask for
// it (CH8, CH11), and likewise the forfeits used up (CH11). The zero value is not
// a position; [Game] makes them.
type Position struct {
	men      [2]mancala.Lane // by side
	unplayed [2]uint32       // by side: the outer pits whose men have not been played upon (CH8), bit i for pit i
	laps     uint16          // a sowing of more laps is endless (CH13)
	columns  uint8
	reading  reading
	side     kibaho.Side // to move
	spent    uint8       // the sides that have used up the forfeit that happens once (CH11), bit 0 for South
}

// reading is the options that are asked for while a game is played.
type reading uint8

const (
	fixed        reading = 1 << iota // outer men not played upon may not start (CH8)
	fromInner                        // only men from the inner row play upon a pit (CH8)
	must                             // a capture must take a second pair (CH10)
	loseUnplayed                     // single men: those never played upon are lost (CH11)
	loseOuter                        // single men: the outer row is lost (CH11)
	once                             // … the first time only

	tracks   = fixed | loseUnplayed     // asks who has been played upon
	forfeits = loseUnplayed | loseOuter // asks whether all men are single
)

// readingOf returns the reading that settings play.
func readingOf(s kibaho.Settings) reading {
	var r reading
	if s.Value("outer-unplayed") == "fixed" {
		r |= fixed
	}
	if s.Value("second-pair") == "must" {
		r |= must
	}
	switch s.Value("singles") {
	case "unplayed":
		r |= loseUnplayed
	case "outer-once":
		r |= loseOuter | once
	case "outer-always":
		r |= loseOuter
	}
	// Facts.Settings refuses the option where nothing asks for it; a position
	// must not differ by it either.
	if s.Value("played-upon") == "from-inner" && r&tracks != 0 {
		r |= fromInner
	}
	return r
}

// empty returns the board of settings without men, South to move.
func empty(s kibaho.Settings) Position {
	return Position{columns: uint8(s.Int("columns")), laps: uint16(s.Int("endless-laps")), reading: readingOf(s)}
}

// start returns the position that a game begins with (CH2, CH3).
func start(s kibaho.Settings) (Position, error) {
	p := empty(s)
	n := int(p.columns)
	var side mancala.Lane
	for pit := range 2 * n {
		if pit < n {
			side.Set(pit, 2)
		} else {
			side.Set(pit, 1)
		}
	}
	switch s.Value("layout") {
	case "bradley":
		side.Set(n-1, 0)
		side.Set(n-2, 1)
	case "right-empty":
		side.Set(0, 0)
	case "left-empty":
		side.Set(n-1, 0)
	case "twos":
		for pit := range 2 * n {
			side.Set(pit, 2)
		}
	}
	p.men = [2]mancala.Lane{side, side}
	if p.reading&tracks != 0 {
		p.unplayed = [2]uint32{p.outer(), p.outer()}
	}
	return p, nil
}

// inner returns the set of the pits of a side's inner row.
func (p *Position) inner() uint32 { return 1<<p.columns - 1 }

// outer returns the set of the pits of a side's outer row.
func (p *Position) outer() uint32 { return p.inner() << p.columns }

// pairs returns the pairs of a side that hold men, bit k for the inner pit k.
func (p *Position) pairs(s kibaho.Side) uint32 {
	some := p.men[s].Some()
	behind := bits.Reverse32(some>>p.columns) >> (32 - p.columns)
	return (some | behind) & p.inner()
}

// Turn returns the side to move.
func (p *Position) Turn() kibaho.Side { return p.side }

// MidTurn is false: a move is a whole turn.
func (p *Position) MidTurn() bool { return false }

// Alternates is always true: the sides take turns, whatever happens.
func Alternates(*Position) bool { return true }

// Outcome returns how the game stands (CH12).
func (p *Position) Outcome() kibaho.Outcome {
	// Who has just moved wins if both sides are empty (CH11).
	switch nobody := (mancala.Lane{}); {
	case p.men[p.side] == nobody:
		return kibaho.Wins(p.side.Other())
	case p.men[p.side.Other()] == nobody:
		return kibaho.Wins(p.side)
	}
	starts := p.starts()
	if starts == 0 {
		return kibaho.Wins(p.side.Other())
	}
	for ; starts != 0; starts &= starts - 1 {
		if p.ends(bits.TrailingZeros32(starts)) {
			return kibaho.Ongoing
		}
	}
	return kibaho.Draw
}

// Hash returns 64 well-mixed bits.
func (p *Position) Hash() uint64 {
	const (
		k0 = 0x9e3779b97f4a7c15
		k1 = 0xd1b54a32d192ed03
		k2 = 0xabc98388fb8fac03
		k3 = 0x8cb92ba72f3d8dd7
		k4 = 0xff51afd7ed558ccd
		k5 = 0xc4ceb9fe1a85ec53
	)
	south, north := &p.men[0], &p.men[1]
	rest := uint64(p.laps) | uint64(p.columns)<<16 | uint64(p.reading)<<24 | uint64(p.side)<<32 | uint64(p.spent)<<33
	// Independent products, so that the processor can work on all at once.
	h := fold(south[0]^k0, south[1]^k1) + fold(south[2]^k2, south[3]^k3)
	h ^= fold(north[0]^k4, north[1]^k0) - fold(north[2]^k3, north[3]^k5)
	h ^= fold((uint64(p.unplayed[0])|uint64(p.unplayed[1])<<32)^k1, rest^k5)
	return kibaho.Mix(k2, h)
}

// fold multiplies a and b and adds the halves of the product.
func fold(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return hi ^ lo
}
