package fanorona

import (
	"sync"

	"kibaho"
)

// longestGame ends a random game that no rule ends, as a draw: both limits may
// be off.
const longestGame = 100_000

// Playout plays a random game from p to its end and takes the draws by limits.
//
// It chooses by decisions, finer than the moves of [Position.Moves]: the first step of
// a turn uniformly among all that are legal, the captures by approach and by
// withdrawal apart; and after each capture uniformly among the captures that go on
// and, where the rules let the piece stop (FA7), stopping. Longest counts the steps
// of the longest turn. A game of 100,000 plies ends as a draw.
func Playout(p *Position, r *kibaho.Rand, l kibaho.Limits) kibaho.Result {
	g := playouts.Get().(*playout)
	g.p, g.r, g.limits = *p, r, l
	g.result, g.quiet = kibaho.Result{}, 0
	g.drawn = l.Repetition == 1 // each position comes up for the first time
	g.forget()
	for !g.over() {
		if g.p.board().oneWord && g.p.rules&(singles|gives) == 0 {
			g.rush()
		} else {
			g.ply()
		}
	}
	result := g.result
	playouts.Put(g)
	return result
}

// playout is a random game under way. It is kept from one game to the next
// because clearing it would take as long as some plies.
type playout struct {
	p      Position
	r      *kibaho.Rand
	limits kibaho.Limits
	result kibaho.Result
	quiet  int  // plies without capture (FA17)
	drawn  bool // by the limits

	// The positions since the last capture if there were more than one (M3), the
	// pieces of the side to move first, and in seen a bit for the hash of each.
	row  [][2]set
	seen [4]uint64
}

var playouts = sync.Pool{New: func() any { return &playout{row: make([][2]set, 0, 256)} }}

// over reports that the game is over and sets its outcome.
func (g *playout) over() bool {
	g.result.Outcome = g.p.Outcome()
	if g.result.Outcome == kibaho.Ongoing && (g.drawn || g.result.Plies >= longestGame) {
		g.result.Outcome = kibaho.Draw
	}
	return g.result.Outcome != kibaho.Ongoing
}

// forget drops the positions that can no longer come back.
func (g *playout) forget() { g.row, g.seen = g.row[:0], [4]uint64{} }

// hush counts a ply without capture (FA17).
func (g *playout) hush() {
	g.quiet++
	g.drawn = g.drawn || g.quiet == g.limits.Quiet
}

// note adds the position after a ply without capture, and the one before it if it
// is the first, and looks whether it has come up often enough (M3).
func (g *playout) note(before, after *[2]set) {
	if g.limits.Repetition == 0 {
		return
	}
	if len(g.row) == 0 {
		g.mark(before)
	}
	if !g.mark(after) {
		return
	}
	times := 0
	for i := len(g.row) - 1; i >= 0; i -= 2 { // the same side to move
		if g.row[i] == *after {
			times++
		}
	}
	g.drawn = g.drawn || times >= g.limits.Repetition
}

// mark adds a position to the row. Only if it returns true can it be in it twice.
func (g *playout) mark(at *[2]set) (again bool) {
	g.row = append(g.row, *at)
	h := at[0].lo*0x9fb21c651e98df25 ^ at[1].lo*0xd6e8feb86659fd93 ^ at[0].hi*0xa0761d6478bd642f ^ at[1].hi*0xe7037ed1a0b428db
	word, bit := &g.seen[h>>62], uint64(1)<<(h>>56&63)
	again = *word&bit != 0
	*word |= bit
	return again
}

// ply plays a turn, point by point on a board of any size and by the rules of any
// opening.
func (g *playout) ply() {
	side := g.p.Turn()
	own, opp := &g.p.men[side], &g.p.men[side.Other()]
	before, rules := [2]set{*own, *opp}, g.p.rules
	steps, captured := g.turn(own, opp)
	g.p.rules ^= second
	if rules&(singles|gives) != 0 {
		g.p.endOpening()
	}
	g.result.Plies++
	g.result.Longest = max(g.result.Longest, steps)
	if captured {
		g.quiet = 0
		g.forget()
		return
	}
	g.hush()
	if (rules^g.p.rules)&^second != 0 {
		g.forget() // past the opening: no earlier position can come back
		return
	}
	g.note(&before, &[2]set{*opp, *own})
}

// turn makes the steps of a turn and returns how many there were, 0 of a pass.
func (g *playout) turn(own, opp *set) (steps int, captured bool) {
	w := newWalker(&g.p)
	var room [512]uint16 // more than twice the 208 lines of 9x9
	list := room[:0]
	for _, withdrawal := range [2]bool{false, true} {
		for _, k := range ascending {
			for s := *own; !s.empty() && !w.plain; s = s.rest() {
				if at := s.first(); !w.takes(*own, *opp, set{}, at, k, withdrawal).empty() {
					list = append(list, uint16(at<<4|stepCode(k, withdrawal)))
				}
			}
		}
	}
	captures := len(list)
	for _, k := range ascending {
		for s := *own; !s.empty() && !w.capturer && (captures == 0 || w.free); s = s.rest() {
			if at := s.first(); w.isPaika(*own, *opp, at, k) {
				list = append(list, uint16(at<<4|k))
			}
		}
	}
	if len(list) == 0 {
		return 0, false // FA15
	}
	n := g.r.N(len(list))
	at, step := int(list[n]>>4), int(list[n]&15)
	*own = own.without(set{}.with(at))
	if n >= captures {
		*own = own.with(at + leap[step])
		return 1, false
	}
	barred, spent := set{}, uint8(0)
	for {
		k, withdrawal := step&^withdraws, step&withdraws != 0
		*opp = opp.without(wideRay(*opp, at, k, withdrawal, w.nearest))
		if !w.never {
			barred = set{}
		}
		barred, spent = barred.with(at), spent&w.lines|alongs[k]&w.barring
		at += leap[k]
		steps++
		if w.single {
			break
		}
		list = list[:0]
		for _, withdrawal := range [2]bool{false, true} {
			for _, k := range ascending {
				if spent>>k&1 == 0 && !w.takes(*own, *opp, barred, at, k, withdrawal).empty() {
					list = append(list, uint16(stepCode(k, withdrawal)))
				}
			}
		}
		if len(list) == 0 {
			break
		}
		if !w.goOn {
			list = append(list, stops) // FA7
		}
		if step = int(list[g.r.N(len(list))]); step == stops {
			break
		}
	}
	*own = own.with(at)
	return steps, true
}

// stops stands for no further step.
const stops = 16
