package igisoro

import (
	"math/bits"

	"kibaho"
	"kibaho/mancala"
)

// perCow is what a captured cow counts, lost by one side and won by the other.
const perCow = 100

// lost is what a position is worth to a side that has no pit to start from.
const lost = -19_000

// logit is what a logit of the net is worth, in hundredths of a cow.
const logit = 435

// weights are what the evaluation counts with, in hundredths of a captured cow.
// In this game depth tells more than judgment does.
type weights struct {
	cow       int // each cow ahead, twice
	filled    int // each pit that is not empty: it feeds relays
	start     int // each pit of two cows or more
	prey      int // each cow of the enemy's that the mover could take: in a column with both pits filled
	few       int // two pits to start from, or fewer
	move      int // to be the one to move
	ripe      int // each own column with both pits filled, which can be taken
	ripeCows  int // each cow in such a column
	facing    int // each own filled inner pit that faces such a column of the enemy's
	innerCows int // each cow in the inner row
}

// tuned are the weights that won in matches (docs/engine.md).
var tuned = weights{cow: perCow, filled: 110, start: 40, prey: 19, few: -160, move: 120}

// list lists the weights for training.
func (w *weights) list() []kibaho.Weight {
	return []kibaho.Weight{
		{Name: "cow", Value: w.cow, Step: 15},
		{Name: "filled", Value: w.filled, Step: 30},
		{Name: "start", Value: w.start, Step: 30},
		{Name: "prey", Value: w.prey, Step: 10},
		{Name: "few", Value: w.few, Step: 80},
		{Name: "move", Value: w.move, Step: 50},
		{Name: "ripe", Value: w.ripe, Step: 30},
		{Name: "ripe-cows", Value: w.ripeCows, Step: 8},
		{Name: "facing", Value: w.facing, Step: 30},
		{Name: "inner-cows", Value: w.innerCows, Step: 8},
	}
}

// weighed returns the evaluation with other values of the weights.
func weighed(v []int) func(*Position) int {
	w := weights{v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8], v[9]}
	return w.eval
}

const fewStarts = 2

// eval estimates a position for the side to move.
func eval(p *Position) int { return judged(learned(), p) }

// tally is what the evaluation sees of one side.
type tally struct {
	cows, inner, filled, starts int
	ripe, ripeCows, facing      int
}

func (w *weights) eval(p *Position) int {
	n := int(p.columns)
	ownIn, ownOut := p.lanes[p.side].Rows(n)
	foeIn, foeOut := p.lanes[p.side^1].Rows(n)
	// The columns with both pits filled, as tops of bytes.
	ownRipe := mancala.Pair{Lo: mancala.Some(ownIn.Lo) & mancala.Some(ownOut.Lo), Hi: mancala.Some(ownIn.Hi) & mancala.Some(ownOut.Hi)}
	foeRipe := mancala.Pair{Lo: mancala.Some(foeIn.Lo) & mancala.Some(foeOut.Lo), Hi: mancala.Some(foeIn.Hi) & mancala.Some(foeOut.Hi)}
	a, b := see(ownIn, ownOut, ownRipe, foeRipe.Opposite(n)), see(foeIn, foeOut, foeRipe, ownRipe.Opposite(n))
	if p.choice == none && a.starts == 0 && p.starts() == 0 {
		return lost
	}
	v := w.cow*(a.cows+int(p.hand)-b.cows)/2 + w.move +
		w.filled*(a.filled-b.filled) + w.start*(a.starts-b.starts) + w.prey*b.ripeCows +
		w.ripe*(a.ripe-b.ripe) + w.ripeCows*(a.ripeCows-b.ripeCows) +
		w.facing*(a.facing-b.facing) + w.innerCows*(a.inner-b.inner)
	if a.starts <= fewStarts {
		v += w.few
	}
	if b.starts <= fewStarts {
		v -= w.few
	}
	return max(min(v, -lost), lost)
}

// see counts a side by its rows, its columns with both pits filled and the
// enemy's, turned to face the inner row.
func see(in, out, ripe, prey mancala.Pair) (c tally) {
	lo, hi := mancala.Some(in.Lo), mancala.Some(in.Hi)
	c.inner = mancala.Sum(in.Lo) + mancala.Sum(in.Hi)
	c.cows = c.inner + mancala.Sum(out.Lo) + mancala.Sum(out.Hi)
	c.filled = bits.OnesCount64(lo) + bits.OnesCount64(mancala.Some(out.Lo)) +
		bits.OnesCount64(hi) + bits.OnesCount64(mancala.Some(out.Hi))
	c.starts = bits.OnesCount64(mancala.Many(in.Lo)) + bits.OnesCount64(mancala.Many(out.Lo)) +
		bits.OnesCount64(mancala.Many(in.Hi)) + bits.OnesCount64(mancala.Many(out.Hi))
	c.ripe = bits.OnesCount64(ripe.Lo) + bits.OnesCount64(ripe.Hi)
	whole := mancala.Pair{Lo: mancala.Whole(ripe.Lo), Hi: mancala.Whole(ripe.Hi)}
	c.ripeCows = mancala.Sum(in.Lo&whole.Lo) + mancala.Sum(out.Lo&whole.Lo) + mancala.Sum(in.Hi&whole.Hi) + mancala.Sum(out.Hi&whole.Hi)
	c.facing = bits.OnesCount64(lo&prey.Lo) + bits.OnesCount64(hi&prey.Hi)
	return c
}

// width returns what a turn may start from, or the answers to the open choice: 0 if the
// game is over. It counts some that never end.
func width(p *Position) int {
	switch {
	case p.Outcome() != kibaho.Ongoing:
		return 0
	case p.choice != none:
		return 2
	}
	return bits.OnesCount32(p.starts())
}

// mostGain keeps gain within the bounds of a score.
const mostGain = 19_999

// gain returns what a legal decision captures, in the unit of eval.
func gain(p *Position, m Move) int {
	q := *p
	q.step(m)
	return min((p.Cows(p.side.Other())-q.Cows(p.side.Other()))*perCow, mostGain)
}
