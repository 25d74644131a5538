package draughts

import (
	"math/bits"

	"kibaho"
)

// What Gain counts, in hundredths of a man, and what Eval adds to what was learned.
const (
	manValue   = 100
	kingValue  = 130
	claimValue = 40 // to be able to compel or huff (DR7)
)

// The centre: 14, 15, 18 and 19 of PDN and the two on either side of them.
var centre = square(13) | square(14) | square(17) | square(18) | square(9) | square(10) | square(21) | square(22)

// Eval estimates the position for the side to move, in hundredths of a man.
func Eval(p *Position) int { return learned().Eval(p) }

// Gain is the material that a legal turn takes, in the unit of Eval.
func Gain(p *Position, m Move) int {
	taken := m.taken
	if m.kind == huff {
		taken = 1 << (m.to & 31)
	}
	return manValue*bits.OnesCount32(taken&^p.kings) + kingValue*bits.OnesCount32(taken&p.kings)
}

// Tactics says which turns gain: all if a jump is compulsory (DR3), else none.
// Under the huff (DR7) any may.
func Tactics(p *Position) kibaho.Tactics {
	switch {
	case p.huffing:
		return kibaho.Free
	case p.jumpers(p.turn) != 0:
		return kibaho.Bound
	}
	return kibaho.Calm
}

// Threat reports that the other side could jump if it were to move.
func Threat(p *Position) bool { return p.jumpers(p.turn^1) != 0 }

// Key likens turns that go from the same square to the same square.
func Key(m Move) int { return int(m.from&31)<<5 | int(m.to&31) }
