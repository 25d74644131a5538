package chuba

import (
	"math/bits"
	"sync"

	"kibaho"
	"kibaho/mancala"
)

// maxPlies ends a random game that no rule ends, as Ongoing.
const maxPlies = 100_000

// playout plays a random game from p to its end, draws by the limits taken.
//
// It chooses by decisions, finer than the moves of [Position.Moves]: first
// uniformly among the pits that may start, and if the sowing from one is endless
// (CH13) another one of the rest, so that each legal one keeps its chance; then,
// with a capture, uniformly among the second pairs, what takes nothing being one
// choice (CH10). It draws a number below that of the choices for each, of the pits
// in the order of [Position.fromRight]. Result.Longest is in laps.
func playout(p *Position, r *kibaho.Rand, l kibaho.Limits) kibaho.Result {
	g := games.Get().(*game)
	g.p, g.limits = *p, l
	g.res, g.quiet, g.drawn = kibaho.Result{}, 0, false
	g.past = g.past[:0]
	for over := false; !over; {
		if over = g.fits(); over {
			g.rush(r)
		} else {
			over = g.ply(r)
		}
	}
	res := g.res
	games.Put(g)
	return res
}

// game is a random game under way. It is kept from one to the next because
// clearing it would take as long as some plies.
type game struct {
	p      Position
	limits kibaho.Limits
	res    kibaho.Result
	quiet  int  // plies without capture
	drawn  bool // by the limits

	// Of ply: the hashes of the positions since the last capture if there were more
	// than one. Equal hashes are taken for equal positions: two different ones of
	// one game share a hash with a chance below 1e-14.
	past []uint64

	// Of rush: where it began last, the sides after their turns, the count of what could not be undone,
	// and what it was when a side was last noted, by rows.mark.
	from  Position
	first [2]rows
	trail []rows
	age   uint64
	seen  [256]uint64
}

var games = sync.Pool{New: func() any { return &game{past: make([]uint64, 0, 256), trail: make([]rows, 64)} }}

// note counts a ply without capture between positions of two hashes, and looks
// whether the last one has come up often enough (M3).
func (g *game) note(before, after uint64) {
	g.quiet++
	g.drawn = g.drawn || g.quiet == g.limits.Quiet // CH12
	if g.limits.Repetition == 0 {
		return
	}
	if len(g.past) == 0 {
		g.past = append(g.past, before)
	}
	g.past = append(g.past, after)
	times := 0
	for i := len(g.past) - 1; i >= 0; i -= 2 { // the same side to move
		if g.past[i] == after {
			times++
		}
	}
	g.drawn = g.drawn || times >= g.limits.Repetition
}

// ply plays a turn by the methods of the position. It reports that the game is over.
func (g *game) ply(r *kibaho.Rand) (over bool) {
	starts := g.p.starts()
	switch {
	case starts == 0:
		g.res.Outcome = g.p.Outcome()
		return true
	case g.drawn:
		g.res.Outcome = kibaho.Draw
		return true
	case g.res.Plies >= maxPlies:
		return true
	}
	before := g.p
	pit, run := 0, mancala.Run{}
	for !run.Ended {
		if starts == 0 {
			g.res.Outcome = kibaho.Draw // CH13
			return true
		}
		pit = g.p.fromRight(starts, r.N(bits.OnesCount32(starts)))
		starts &^= 1 << pit
		lane := g.p.men[g.p.side]
		run = g.p.sower().Run(&lane, pit, int(g.p.laps))
	}
	m := Move{uint8(pit), NoCapture}
	if first, ok := g.p.captured(run.Last); ok {
		pairs, nothing := g.p.seconds(g.p.pairs(g.p.side.Other()), first)
		n := bits.OnesCount32(pairs)
		if nothing {
			n++
		}
		m.Second = Nothing
		if k := r.N(n); k < bits.OnesCount32(pairs) {
			m.Second = uint8(member(pairs, k))
		}
	}
	g.p.Play(m)
	g.res.Plies++
	g.res.Longest = max(g.res.Longest, run.Laps)
	g.drawn = g.limits.Repetition == 1
	if m.Second != NoCapture {
		g.quiet = 0
		g.past = g.past[:0]
		return false
	}
	g.note(before.Hash(), g.p.Hash())
	return false
}

// fromRight returns the k-th of a set of pits, counted from 0 in each row from the
// right hand, the inner row first.
func (p *Position) fromRight(pits uint32, k int) int {
	inner := pits & p.inner()
	if n := bits.OnesCount32(inner); k >= n {
		return 2*int(p.columns) - 1 - member(bits.Reverse32(pits&p.outer())>>(32-2*p.columns), k-n)
	}
	return member(inner, k)
}

// member returns the k-th member of a set, counted from 0.
func member(set uint32, k int) int {
	for ; k > 0; k-- {
		set &= set - 1
	}
	return bits.TrailingZeros32(set)
}
