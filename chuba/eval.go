package chuba

import (
	"math/bits"

	"kibaho"
	"kibaho/mancala"
)

const (
	manWorth = 100
	// lost is what a position is worth to a side that has nothing to start from.
	lost = -19_000
	// logit is what a logit of the net is worth, in hundredths of a man.
	logit = 675
)

// weights are what the evaluation counts with, in hundredths of a man.
type weights struct {
	man     int // each man more
	share   int // of all men on the board
	fullest int // each man in the fullest pair: the second pair of any capture takes that one (CH10)
	starts  int // each pit of two men or more
	inner   int // each man in the inner row
	filled  int // each inner pit that is not empty
	open    int // each inner pit with men that faces an empty pit: it can be captured (CH9)
	openMen int // each man in such a pair
	fresh   int // each outer pit not yet played upon (CH8)
	move    int // to be the one to move
}

// width returns what a move may start from: 0 if the game is over. It counts some
// that never end.
func width(p *Position) int {
	if p.Outcome() != kibaho.Ongoing {
		return 0
	}
	return bits.OnesCount32(p.starts())
}

// tuned are the weights that won in matches (docs/engine.md).
var tuned = weights{man: 66, share: 216, fullest: -219, starts: -79, inner: 31, filled: 72, open: -26, openMen: 45, fresh: 18, move: -51}

// list lists the weights for training.
func (w *weights) list() []kibaho.Weight {
	return []kibaho.Weight{
		{Name: "man", Value: w.man, Step: 10},
		{Name: "share", Value: w.share, Step: 60},
		{Name: "fullest", Value: w.fullest, Step: 20},
		{Name: "starts", Value: w.starts, Step: 12},
		{Name: "inner", Value: w.inner, Step: 8},
		{Name: "filled", Value: w.filled, Step: 12},
		{Name: "open", Value: w.open, Step: 15},
		{Name: "open-men", Value: w.openMen, Step: 10},
		{Name: "fresh", Value: w.fresh, Step: 10},
		{Name: "move", Value: w.move, Step: 30},
	}
}

// weighed returns the evaluation with other values of the weights.
func weighed(v []int) func(*Position) int {
	w := weights{v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8], v[9]}
	return w.eval
}

// eval estimates a position for the side to move.
func eval(p *Position) int { return judged(learned(), p) }

// tally is what the evaluation sees of one side.
type tally struct {
	men, fullest, starts, inner, filled, open, openMen int
}

func (w *weights) eval(p *Position) int {
	own, other := p.side, p.side.Other()
	n := int(p.columns)
	ownIn, ownOut := p.men[own].Rows(n)
	otherIn, otherOut := p.men[other].Rows(n)
	a, b := see(ownIn, ownOut, otherIn.Opposite(n)), see(otherIn, otherOut, ownIn.Opposite(n))
	if (a.starts == 0 || p.reading&fixed != 0 && p.unplayed[own] != 0) && p.starts() == 0 {
		return lost
	}
	men := a.men - b.men
	v := w.man*men + w.share*10*men/(a.men+b.men+2) +
		w.fullest*(a.fullest-b.fullest) + w.starts*(a.starts-b.starts) +
		w.inner*(a.inner-b.inner) + w.filled*(a.filled-b.filled) +
		w.open*(a.open-b.open) + w.openMen*(a.openMen-b.openMen) + w.move
	if w.fresh != 0 {
		v += w.fresh * (bits.OnesCount32(p.unplayed[own]) - bits.OnesCount32(p.unplayed[other]))
	}
	return max(min(v, -lost), lost)
}

// see counts a side by its rows and the inner row that faces it.
func see(in, out, facing mancala.Pair) (c tally) {
	lo, hi := mancala.Some(in.Lo), mancala.Some(in.Hi)
	c.inner = mancala.Sum(in.Lo) + mancala.Sum(in.Hi)
	c.men = c.inner + mancala.Sum(out.Lo) + mancala.Sum(out.Hi)
	c.filled = bits.OnesCount64(lo) + bits.OnesCount64(hi)
	c.starts = bits.OnesCount64(mancala.Many(in.Lo)) + bits.OnesCount64(mancala.Many(in.Hi)) +
		bits.OnesCount64(mancala.Many(out.Lo)) + bits.OnesCount64(mancala.Many(out.Hi))
	pairs := mancala.Pair{Lo: in.Lo + out.Lo, Hi: in.Hi + out.Hi} // no pair has room for more than 255
	c.fullest = pairs.Most()
	lo &^= mancala.Some(facing.Lo)
	hi &^= mancala.Some(facing.Hi)
	c.open = bits.OnesCount64(lo) + bits.OnesCount64(hi)
	c.openMen = mancala.Sum(pairs.Lo&mancala.Whole(lo)) + mancala.Sum(pairs.Hi&mancala.Whole(hi))
	return c
}

// held returns the number of men in a side's pair with the inner pit k.
func (p *Position) held(s kibaho.Side, k int) int {
	return p.men[s].At(k) + p.men[s].At(2*int(p.columns)-1-k)
}

// takes returns the number of men that a legal move captures.
func (p *Position) takes(m Move) int {
	if m.Second == NoCapture {
		return 0
	}
	lane := p.men[p.side]
	run := p.sower().Run(&lane, int(m.Pit), int(p.laps))
	other := p.side.Other()
	taken := p.held(other, int(p.columns)-1-run.Last)
	if m.Second != Nothing {
		taken += p.held(other, int(m.Second))
	}
	return taken
}
