package draughts

import (
	"math/bits"
	"slices"

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
func Eval(p *Position) int {
	if p.rules&inner != 0 {
		return p.innerEval()
	}
	return current().Eval(p)
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
// Under the huff (DR7) any may. Without a turn the game is over (DR6).
func Tactics(p *Position) kibaho.Tactics {
	switch {
	case p.rules != 0:
		return p.tactics()
	case p.jumpers(p.turn) != 0:
		return kibaho.Bound
	case p.side[p.turn&1^1] == 0 || !p.steps(p.turn):
		return kibaho.Over
	}
	return kibaho.Calm
}

// tactics is Tactics for any rules.
func (p *Position) tactics() kibaho.Tactics {
	switch _, w := p.inside(p.turn); {
	case p.Outcome() != kibaho.Ongoing:
		return kibaho.Over
	case p.rules&huffs != 0:
		return kibaho.Free
	case w.any():
		return kibaho.Bound
	}
	return kibaho.Calm
}

// Alternates reports that nobody may huff: after a huff the same side moves (DR7).
func Alternates(p *Position) bool { return p.rules&huffs == 0 }

// Threat reports that the other side could jump if it were to move.
func Threat(p *Position) bool {
	if p.rules&inner != 0 {
		_, w := p.inside(p.turn ^ 1)
		return w.any()
	}
	return p.jumpers(p.turn^1) != 0
}

// Key likens turns that go from the same square to the same square.
func Key(m Move) int { return int(m.from&31)<<5 | int(m.to&31) }

// Expand appends the turns to c with what they gain and their keys, as Moves, Gain,
// Quiet and Key tell. It leaves it to Play to make them.
func Expand(p *Position, c *kibaho.Children[Position, Move]) {
	if c.Known == kibaho.Free && (p.side[0] == 0 || p.side[1] == 0) { // DR6
		return
	}
	from := len(c.Moves)
	if p.rules != 0 {
		c.Moves = p.Moves(c.Moves)
		for _, m := range c.Moves[from:] {
			gain := Gain(p, m)
			if gain == 0 && !Quiet(p, m) {
				gain = -1
			}
			c.Keys, c.Gains = append(c.Keys, uint16(Key(m))), append(c.Gains, int32(gain))
		}
		return
	}
	if c.Known == kibaho.Calm || c.Known == kibaho.Free && p.jumpers(p.turn) == 0 {
		p.expandSteps(c, p.turn)
		return
	}
	w := p.reach(p.turn)
	c.Moves = p.appendJumps(c.Moves, p.turn, &w, false) // DR3
	keys, gains := c.Keys, c.Gains
	for _, m := range c.Moves[from:] {
		gain := manValue * bits.OnesCount32(m.taken)
		if kings := m.taken & p.kings; kings != 0 {
			gain += (kingValue - manValue) * bits.OnesCount32(kings)
		}
		keys, gains = append(keys, uint16(m.from&31)<<5|uint16(m.to&31)), append(gains, int32(gain))
	}
	c.Keys, c.Gains = keys, gains
}

// mostSteps bounds the steps of a side: four onto each vacant square, or from each piece.
const mostSteps = 4 * 16

// grow makes room for the steps of a side.
func grow(c *kibaho.Children[Position, Move]) {
	c.Moves, c.Keys, c.Gains = slices.Grow(c.Moves, mostSteps), slices.Grow(c.Keys, mostSteps), slices.Grow(c.Gains, mostSteps)
}

// expandSteps appends the steps of a side.
func (p *pieces) expandSteps(c *kibaho.Children[Position, Move], s kibaho.Side) {
	had, n := len(c.Moves), uint(0)
	if min(cap(c.Moves), cap(c.Keys), cap(c.Gains)) < had+mostSteps {
		grow(c)
	}
	// Arrays, so that no index need be checked.
	moves := (*[mostSteps]Move)(c.Moves[had : had+mostSteps])
	keys := (*[mostSteps]uint16)(c.Keys[had : had+mostSteps])
	gains := (*[mostSteps]int32)(c.Gains[had : had+mostSteps])
	up, down := p.movers(s)
	vacant, kings := ^(p.side[0] | p.side[1]), p.kings
	for half, x := range [2]uint64{ // two directions in one word
		uint64(rl(up&stepNE, ne)&vacant) | uint64(rl(up&stepNW, nw)&vacant)<<32,
		uint64(rl(down&stepSW, sw)&vacant) | uint64(rl(down&stepSE, se)&vacant)<<32,
	} {
		for ; x != 0; x &= x - 1 {
			at := uint(bits.TrailingZeros64(x))
			t := at & 31
			from := (t - uint(compass[(uint(2*half)+at>>5)&3])) & 31
			moves[n%mostSteps] = Move{from: uint8(from), to: uint8(t)}
			keys[n%mostSteps] = uint16(from<<5 | t)
			gains[n%mostSteps] = int32(kings>>from&1) - 1
			n++
		}
	}
	most := had + int(n)
	c.Moves, c.Keys, c.Gains = c.Moves[:most], c.Keys[:most], c.Gains[:most]
}
