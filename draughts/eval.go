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

// The squares of a row, from Black's back row on, and what a man gains by
// standing there, seen from his own back row.
var (
	rows    = rowSets()
	advance = [8]int{0, 0, 2, 4, 7, 11, 16, 0}

	// The centre: 14, 15, 18 and 19 of PDN and the two beside them.
	centre = square(13) | square(14) | square(17) | square(18) | square(9) | square(10) | square(21) | square(22)
	// The squares of the back row from which two men hold off new kings.
	bridge = [2]uint32{square(0) | square(2), square(29) | square(31)}
)

func rowSets() (rows [8]uint32) {
	for s := range kibaho.Site(32) {
		rows[s/4] |= square(s)
	}
	return rows
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
	for i, row := range rows {
		if s == kibaho.Second {
			i = 7 - i
		}
		v += advance[i] * bits.OnesCount32(men&row)
	}
	v += 3*bits.OnesCount32(men&centre) + 6*bits.OnesCount32(kings&centre)
	if men&bridge[s&1] == bridge[s&1] && p.side[s&1^1]&^p.kings != 0 {
		v += 10
	}
	return v
}

// Gain estimates what a legal turn wins at once, in the unit of Eval.
func Gain(p *Position, m Move) int {
	taken := m.taken
	if m.kind == huff {
		taken = 1 << (m.to & 31)
	}
	v := manValue*bits.OnesCount32(taken&^p.kings) + kingValue*bits.OnesCount32(taken&p.kings)
	if m.kind <= short && p.kings>>(m.from&31)&1 == 0 && crown[p.turn&1]>>(m.to&31)&1 != 0 {
		v += kingValue - manValue
	}
	return v
}
