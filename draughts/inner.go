package draughts

import "kibaho"

// rules are the options of the game that are not the common ones. Most positions have none, and
// the fast functions are for those.
type rules uint8

const (
	huffs rules = 1 << iota // capture=huffing (DR7)
	inner                   // size=6x6: the board is what lies within the edge of the whole one
)

// rulesOf returns the rules of the settings.
func rulesOf(s kibaho.Settings) (r rules) {
	if s.Value("capture") == "huffing" {
		r |= huffs
	}
	if s.Value("size") == "6x6" {
		r |= inner
	}
	return r
}

// On a board of 6x6 the squares keep the numbers that they have within the whole board: its
// rows are 6 to 8, 9 to 11, 14 to 16, 17 to 19, 22 to 24 and 25 to 27.
var (
	// rim is the edge of the whole board.
	rim = edge()
	// innerCrown are the rows on which the men of a side are crowned there.
	innerCrown = [2]uint32{square(24) | square(25) | square(26), square(5) | square(6) | square(7)}
)

func edge() (set uint32) {
	for s := range kibaho.Site(32) {
		if row, column := place(s); row == 0 || row == 7 || column == 0 || column == 7 {
			set |= square(s)
		}
	}
	return set
}

// men returns how many men a side has at the start (DR1).
func (r rules) men() int {
	if r&inner != 0 {
		return 6
	}
	return 12
}

// crown returns the row on which the men of a side are crowned (DR4).
func (r rules) crown(s kibaho.Side) uint32 {
	if r&inner != 0 {
		return innerCrown[s&1]
	}
	return crown[s&1]
}

// inside returns the pieces as they stand for a side, and where its pieces may go, whatever
// the board: the edge that a board of 6x6 lacks is taken by men of that side, who never move.
// So nobody steps there or jumps over it, and all else is as on the whole board.
func (p *Position) inside(s kibaho.Side) (q pieces, w reach) {
	q = p.pieces
	if p.rules&inner == 0 {
		return q, q.reach(s)
	}
	q.side[s&1] |= rim
	w = q.reach(s)
	w.up &^= rim
	w.down &^= rim
	return q, w
}

// canStep reports that one of those that may go can step.
func (p *pieces) canStep(w *reach) bool {
	vacant := ^(p.side[0] | p.side[1])
	return (rl(w.up&stepNE, ne)|rl(w.up&stepNW, nw)|rl(w.down&stepSW, sw)|rl(w.down&stepSE, se))&vacant != 0
}

// jumping returns the pieces that can jump.
func (w *reach) jumping() uint32 {
	return w.up&(w.to[0]|w.to[1]) | w.down&(w.to[2]|w.to[3])
}

// innerEval is Eval on a board of 6x6: the pieces, how far the men have come, and what
// is safe at home.
func (p *Position) innerEval() int {
	score := 0
	for s := range kibaho.Site(32) {
		x := square(s)
		if (p.side[0]|p.side[1])&x == 0 {
			continue
		}
		value := kingValue
		side, row := kibaho.First, int(s)/4
		if p.side[kibaho.Second]&x != 0 {
			side, row = kibaho.Second, 7-row
		}
		if p.kings&x == 0 {
			value = manValue + 3*row
			if row == 1 {
				value += 5
			}
		}
		if side == p.turn {
			score += value
		} else {
			score -= value
		}
	}
	if p.huffable != 0 {
		score += claimValue
	}
	return score
}
