package fanorona

import (
	"math/bits"

	"kibaho"
)

const (
	manValue = 100
	// lost is what a position is worth to a side that has no piece or no move left.
	lost = -19_000
	// logit is what a logit of the net is worth, in hundredths of a man.
	logit = 517
)

// feature is one thing that the evaluation counts. Most are counted for the side to
// move less the same for the other side.
type feature int

const (
	men       feature = iota
	share             // of all pieces on the board, in tenths
	steps             // first steps that a side could make
	myTakes           // ways to begin a capture that the mover has
	hisTakes          // that the other side would have
	onStrong          // pieces on strong points
	onEdge            // pieces on the edge
	inMiddle          // pieces two points off the edge across and one along
	links             // pairs of a side's pieces that a line joins
	theMove           // 1
	canTake           // 1 if the mover can capture
	couldTake         // 1 if the other side could
	features  = int(couldTake) + 1
)

// weights are the weight of each feature on a full board, and what is added to it
// as the board empties: all of it when it is empty. In hundredths of a man more on a
// half empty board.
type weights struct{ full, empty [features]int }

// tuned are the weights that won in matches (docs/engine.md).
var tuned = weights{
	full: [features]int{
		men: 49, share: 154, steps: 12, myTakes: 38, hisTakes: 30, onStrong: -23, onEdge: -60,
		inMiddle: -8, links: -20, theMove: 29, canTake: -2, couldTake: -101,
	},
	empty: [features]int{
		men: 24, share: 133, steps: 2, myTakes: 36, hisTakes: -11, onStrong: 30, onEdge: -22,
		inMiddle: 22, links: -9, theMove: 56, canTake: -70, couldTake: -152,
	},
}

// named are the names of the features for training, and what of a change tells.
var named = [features]struct {
	name string
	step int
}{
	{"men", 12},
	{"share", 40},
	{"steps", 4},
	{"my-takes", 10},
	{"his-takes", 10},
	{"strong", 12},
	{"edge", 12},
	{"middle", 12},
	{"links", 6},
	{"move", 25},
	{"can-take", 40},
	{"could-take", 40},
}

// list lists the weights for training: those of the full board, then what is added.
func (w *weights) list() (all []kibaho.Weight) {
	for i, f := range named {
		all = append(all, kibaho.Weight{Name: f.name, Value: w.full[i], Step: f.step})
	}
	for i, f := range named {
		all = append(all, kibaho.Weight{Name: f.name + "-late", Value: w.empty[i], Step: f.step * 3 / 2})
	}
	return all
}

// weighed returns the evaluation with other values of the weights.
func weighed(v []int) func(*Position) int {
	var w weights
	copy(w.full[:], v[:features])
	copy(w.empty[:], v[features:])
	return w.pack().eval
}

// packed are weights, both numbers of each in one word, so that one sum adds up
// both: full + empty·2^32.
type packed [features]int64

func (w *weights) pack() *packed {
	p := new(packed)
	for i := range p {
		p[i] = int64(w.full[i]) + int64(w.empty[i])<<32
	}
	return p
}

// unpack returns the two numbers of a sum.
func unpack(sum int64) (full, empty int32) {
	full = int32(sum)
	return full, int32((sum - int64(full)) >> 32)
}

// Eval estimates a position for the side to move, in hundredths of a man. It stays
// within ±20,000.
func Eval(p *Position) int { return judged(learned(), p) }

var inUse = tuned.pack()

func (w *packed) eval(p *Position) int {
	own, opp := p.men[p.Turn()], p.men[p.Turn().Other()]
	b := p.board()
	var a, c tally
	if b.oneWord {
		b.see(&a, own.lo, opp.lo)
		b.see(&c, opp.lo, own.lo)
	} else {
		a, c = b.seeWide(own, opp), b.seeWide(opp, own)
	}
	switch {
	case a.men == 0:
		return lost
	case c.men == 0:
		return -lost
	case p.rules&gives != 0 && p.taker():
		return velaEval(&a, &c)
	case a.steps == 0 && p.rules&(blockedDraws|blockedPass) == 0:
		return lost // FA15
	case p.rules&gives != 0:
		return velaEval(&a, &c)
	}
	sum := w[men]*int64(a.men-c.men) +
		w[steps]*int64(a.steps-c.steps) +
		w[myTakes]*int64(a.takes) + w[hisTakes]*int64(c.takes) +
		w[onStrong]*int64(a.strong-c.strong) +
		w[onEdge]*int64(a.edge-c.edge) +
		w[inMiddle]*int64(a.middle-c.middle) +
		w[links]*int64(a.links-c.links) +
		w[theMove]
	if a.takes > 0 {
		sum += w[canTake]
	}
	if c.takes > 0 {
		sum += w[couldTake]
	}
	full, empty := unpack(sum)
	// The share is a fraction: it is weighed by itself.
	fullShare, emptyShare := unpack(w[share])
	more, all := 10*int32(a.men-c.men), int32(a.men+c.men)
	full += fullShare * more / (all + 1)
	empty += emptyShare * more / (all + 1)
	most := 2 * int32(b.most())
	return max(min(tempered(int(full+empty*(most-all)/most)), -lost), lost)
}

// Beyond clearly a score grows more slowly. That changes no comparison of positions,
// and keeps few men against fewer, which are often drawn, near in points to what
// many men against many are worth.
const (
	clearly = 200
	slower  = 5
)

func tempered(v int) int {
	switch {
	case v > clearly:
		return clearly + (v-clearly)/slower
	case v < -clearly:
		return (v+clearly)/slower - clearly
	}
	return v
}

// velaEval judges a position in which one side gives (FA16), by men and steps.
func velaEval(a, c *tally) int { return manValue*(a.men-c.men) + 3*(a.steps-c.steps) }

// tally is what the evaluation sees of one side.
type tally struct{ men, steps, takes, strong, edge, middle, links int }

// see counts a side in one word.
func (b *board) see(t *tally, own, opp uint64) {
	vacant := b.points.lo &^ (own | opp)
	diagonal := own & strong
	// Direction by direction as leap has them, so that each rotation is a constant.
	s0, t0 := begun(own, vacant, opp, 1)
	s1, t1 := begun(own, vacant, opp, -1)
	s2, t2 := begun(own, vacant, opp, stride)
	s3, t3 := begun(own, vacant, opp, -stride)
	s4, t4 := begun(diagonal, vacant, opp, stride+1)
	s5, t5 := begun(diagonal, vacant, opp, -stride-1)
	s6, t6 := begun(diagonal, vacant, opp, stride-1)
	s7, t7 := begun(diagonal, vacant, opp, -stride+1)
	t.steps = s0 + s1 + s2 + s3 + s4 + s5 + s6 + s7
	t.takes = t0 + t1 + t2 + t3 + t4 + t5 + t6 + t7
	t.men = bits.OnesCount64(own)
	t.strong = bits.OnesCount64(diagonal)
	t.edge = bits.OnesCount64(own & b.edge.lo)
	t.middle = bits.OnesCount64(own & b.middle.lo)
	t.links = bits.OnesCount64(own&(own<<1)) + bits.OnesCount64(own&(own<<stride)) +
		bits.OnesCount64(diagonal&(own<<(stride+1))) + bits.OnesCount64(diagonal&(own<<(stride-1)))
}

// begun counts the steps in a direction that pieces can make, and the captures that
// those begin.
func begun(from, vacant, opp uint64, by int) (steps, takes int) {
	from &= beyond(vacant, -by)
	return bits.OnesCount64(from), bits.OnesCount64(from&beyond(opp, -2*by)) + bits.OnesCount64(from&beyond(opp, by))
}

// seeWide is see on a board of any size, point by point.
func (b *board) seeWide(own, opp set) (t tally) {
	vacant := b.points.without(own.and(opp))
	for s := own; !s.empty(); s = s.rest() {
		at := s.first()
		t.men++
		if isStrong(at) {
			t.strong++
		}
		if b.edge.has(at) {
			t.edge++
		}
		if b.middle.has(at) {
			t.middle++
		}
		for k, by := range &leap {
			if ways(at)>>k&1 == 0 {
				continue
			}
			if by < 0 && own.has(at+by) {
				t.links++
			}
			if !vacant.has(at + by) {
				continue
			}
			t.steps++
			if opp.has(at + 2*by) {
				t.takes++
			}
			if opp.has(at - by) {
				t.takes++
			}
		}
	}
	return t
}

// Gain returns what the legal move m captures, in hundredths of a man.
func Gain(p *Position, m Move) int {
	if !m.Captures() {
		return 0
	}
	opp := p.Turn().Other()
	after := *p
	after.Play(m)
	return manValue * (p.Men(opp) - after.Men(opp))
}
