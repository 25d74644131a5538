package search

import (
	"fmt"
	"math/bits"

	"kibaho"
)

// Three small games to test with. They are written plainly.

// nim is the subtraction game: take 1 to 3, who cannot take has lost. The side to
// move loses exactly if left is divisible by 4, otherwise wins in the fewest
// plies that optimal play by both allows.
type nim struct {
	left uint8
	turn kibaho.Side
}

func (p *nim) Turn() kibaho.Side { return p.turn }
func (p *nim) MidTurn() bool     { return false }
func (p *nim) Hash() uint64      { return kibaho.Mix(5, uint64(p.left)<<1|uint64(p.turn)) }
func (p *nim) Play(m uint8)      { p.left -= m; p.turn = p.turn.Other() }
func (p *nim) Moves(dst []uint8) []uint8 {
	for m := uint8(1); m <= min(3, p.left); m++ {
		dst = append(dst, m)
	}
	return dst
}

func (p *nim) Outcome() kibaho.Outcome {
	if p.left == 0 {
		return kibaho.Wins(p.turn.Other())
	}
	return kibaho.Ongoing
}

// oxo is noughts and crosses.
type oxo struct {
	men  [2]uint16
	turn kibaho.Side
}

var oxoLines = [...]uint16{0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124}

func (p *oxo) Turn() kibaho.Side { return p.turn }
func (p *oxo) MidTurn() bool     { return false }
func (p *oxo) Play(m uint8)      { p.men[p.turn] |= 1 << m; p.turn = p.turn.Other() }
func (p *oxo) Hash() uint64 {
	return kibaho.Mix(uint64(p.men[0])<<10|uint64(p.men[1])<<1, uint64(p.turn))
}

func (p *oxo) Outcome() kibaho.Outcome {
	for _, l := range oxoLines {
		if p.men[p.turn.Other()]&l == l {
			return kibaho.Wins(p.turn.Other())
		}
	}
	if p.men[0]|p.men[1] == 0o777 {
		return kibaho.Draw
	}
	return kibaho.Ongoing
}

func (p *oxo) Moves(dst []uint8) []uint8 {
	if p.Outcome() != kibaho.Ongoing {
		return dst
	}
	for m := range uint8(9) {
		if (p.men[0]|p.men[1])>>m&1 == 0 {
			dst = append(dst, m)
		}
	}
	return dst
}

// grab is a game of captures with choices within a turn. Men stand in a row of
// cells and step to a neighbouring empty cell or leap over an enemy, who is
// taken. After a leap the same side chooses again, within its turn: leap on with
// the same man, or stop. Who has no man or no move has lost. Steps can be taken
// back, so positions come back.
type grab struct {
	men   [2]uint16
	turn  kibaho.Side
	leaps int8 // 1 + the cell of the man that may leap on; 0 between turns
	cells int8
}

type grabMove struct{ from, to int8 } // equal: stop

func grabStart(cells int8, first, second uint16) grab {
	return grab{men: [2]uint16{first, second}, cells: cells}
}

func (p *grab) Turn() kibaho.Side { return p.turn }
func (p *grab) MidTurn() bool     { return p.leaps != 0 }
func (p *grab) Hash() uint64 {
	h := kibaho.Mix(uint64(p.men[0])<<17|uint64(p.men[1])<<1, uint64(p.turn))
	return kibaho.Mix(h, uint64(p.leaps)<<8|uint64(p.cells))
}

func (p *grab) empty(cell int8) bool {
	return cell >= 0 && cell < p.cells && (p.men[0]|p.men[1])>>cell&1 == 0
}

func (p *grab) leapsOf(from int8, dst []grabMove) []grabMove {
	for _, d := range []int8{-1, 1} {
		over := from + d
		if over >= 0 && over < p.cells && p.men[p.turn.Other()]>>over&1 != 0 && p.empty(over+d) {
			dst = append(dst, grabMove{from, over + d})
		}
	}
	return dst
}

func (p *grab) Moves(dst []grabMove) []grabMove {
	if p.leaps != 0 {
		from := p.leaps - 1
		return append(p.leapsOf(from, dst), grabMove{from, from})
	}
	for from := range p.cells {
		if p.men[p.turn]>>from&1 == 0 {
			continue
		}
		dst = p.leapsOf(from, dst)
		for _, d := range []int8{-1, 1} {
			if p.empty(from + d) {
				dst = append(dst, grabMove{from, from + d})
			}
		}
	}
	return dst
}

func (p *grab) Play(m grabMove) {
	other := p.turn.Other()
	p.leaps = 0
	if m.from != m.to {
		p.men[p.turn] ^= 1<<m.from | 1<<m.to
		if d := m.to - m.from; d == 2 || d == -2 {
			p.men[other] &^= 1 << (m.from + d/2)
			var room [2]grabMove
			if len(p.leapsOf(m.to, room[:0])) > 0 {
				p.leaps = m.to + 1
				return
			}
		}
	}
	p.turn = other
}

func (p *grab) Outcome() kibaho.Outcome {
	var room [64]grabMove
	if len(p.Moves(room[:0])) > 0 {
		return kibaho.Ongoing
	}
	return kibaho.Wins(p.turn.Other())
}

func (p *grab) String() string {
	b := make([]byte, p.cells)
	for i := range b {
		b[i] = ".xo"[p.men[0]>>i&1+p.men[1]>>i&1*2]
	}
	return fmt.Sprintf("%s %d %d", b, p.turn, p.leaps)
}

// grabEval counts men, and where they stand so that positions differ.
func grabEval(p *grab) int {
	v := 0
	for s, men := range p.men {
		x := 100 * bits.OnesCount16(men)
		for m := men; m != 0; m &= m - 1 {
			x += bits.TrailingZeros16(m) * (3 - 5*s)
		}
		v += x * (1 - 2*s)
	}
	if p.turn == kibaho.Second {
		v = -v
	}
	return v
}

func grabGain(p *grab, m grabMove) int {
	if d := m.to - m.from; d == 2 || d == -2 {
		return 100
	}
	return 0
}

// deadEnd is a leaping man that cannot end his turn.
const deadEnd = 100

// grabExpand lists the moves and, to try the search, one that leads nowhere and one
// twice.
func grabExpand(p *grab, c *kibaho.Children[grab, grabMove]) {
	var room [64]grabMove
	if p.leaps == deadEnd {
		return
	}
	moves := p.Moves(room[:0])
	if len(moves) > 0 {
		dead := *p
		dead.leaps = deadEnd
		c.Add(grabMove{deadEnd, deadEnd}, &dead, 1)
		moves = append(moves, moves[0])
	}
	for _, m := range moves {
		gain := grabGain(p, m)
		if gain == 0 && !grabQuiet(p, m) {
			gain = -1
		}
		after := *p
		after.Play(m)
		c.Add(m, &after, gain)
	}
}

// grabJudge is grabEval that knows who has lost.
func grabJudge(p *grab) int {
	if p.Outcome() != kibaho.Ongoing {
		return -15_000
	}
	return grabEval(p)
}

func grabTactics(p *grab) kibaho.Tactics {
	for _, m := range p.Moves(nil) {
		if grabGain(p, m) > 0 {
			return kibaho.Free
		}
	}
	return kibaho.Calm
}

func grabQuiet(p *grab, m grabMove) bool { return m.from != m.to && grabGain(p, m) == 0 }

var grabs = []grab{
	grabStart(9, 0b000010111, 0b111000000),
	grabStart(10, 0b0001010011, 0b1010100100),
	grabStart(12, 0b000010110101, 0b101001000010),
	{men: [2]uint16{0b0010001, 0b1000100}, turn: kibaho.Second, cells: 8},
	{men: [2]uint16{0b000001001, 0b101010000}, leaps: 4, cells: 10}, // within a turn
}
