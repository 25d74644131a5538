package draughts

import (
	"math/bits"

	"kibaho"
)

// What pieces are worth, in hundredths of a man.
const (
	manValue   = 100
	kingValue  = 130
	claimValue = 40 // to be able to compel or huff (DR7)
	tempoValue = 3  // to be on move
)

// A man gains by each row that it has gone beyond, seen from its own back row.
var (
	gains  = [5]int{2, 2, 3, 4, 5}
	beyond = rowsBeyond() // by side: beyond the second row, the third …

	// The centre: 14, 15, 18 and 19 of PDN and the two on either side of them.
	centre = square(13) | square(14) | square(17) | square(18) | square(9) | square(10) | square(21) | square(22)
	// The squares of the back row from which two men hold off new kings.
	bridge = [2]uint32{square(0) | square(2), square(29) | square(31)}
)

func rowsBeyond() (beyond [2][5]uint32) {
	for i := range beyond[0] {
		for s := kibaho.Site(4 * (i + 2)); s < 32; s++ {
			beyond[kibaho.First][i] |= square(s)
			beyond[kibaho.Second][i] |= square(31 - s)
		}
	}
	return beyond
}

// Eval estimates the position for the side to move, in hundredths of a man.
func Eval(p *Position) int {
	own, enemy := p.worth(p.turn), p.worth(p.turn.Other())
	v := own - enemy + tempoValue
	// Who is ahead gains by exchanges.
	v += (own - enemy) * (24 - bits.OnesCount32(p.side[0]|p.side[1])) / 64
	if p.huffable != 0 {
		v += claimValue
	}
	return v
}

// worth adds up what speaks for a side.
func (p *pieces) worth(s kibaho.Side) int {
	men, kings := p.side[s&1]&^p.kings, p.side[s&1]&p.kings
	v := manValue*bits.OnesCount32(men) + kingValue*bits.OnesCount32(kings)
	for i, set := range &beyond[s&1] {
		v += gains[i] * bits.OnesCount32(men&set)
	}
	v += 3*bits.OnesCount32(men&centre) + 6*bits.OnesCount32(kings&centre)
	if men&bridge[s&1] == bridge[s&1] && p.side[s&1^1]&^p.kings != 0 {
		v += 10
	}
	return v
}

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
