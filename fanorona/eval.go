package fanorona

import "math/bits"

// The values of the evaluation, in hundredths of a man.
const (
	manValue    = 100
	stepValue   = 3 // of a step that a side could make
	strongValue = 5 // of a piece on a strong point
	edgeValue   = 4 // taken off for a piece on the edge
)

// Eval estimates a position for the side to move, in hundredths of a man: the
// pieces, the steps they could make, and where they stand. It stays far within
// ±20,000.
func Eval(p *Position) int {
	b := p.board()
	vacant := b.points.without(p.men[0].and(p.men[1]))
	own, opp := p.men[p.Turn()], p.men[p.Turn().Other()]
	if b.oneWord {
		inner := b.points.lo & beyond(b.points.lo, 1) & beyond(b.points.lo, -1) & beyond(b.points.lo, stride) & beyond(b.points.lo, -stride)
		return worth(own.lo, vacant.lo, inner) - worth(opp.lo, vacant.lo, inner)
	}
	return wideWorth(own, vacant, b.points) - wideWorth(opp, vacant, b.points)
}

// worth is the evaluation of one side in one word; inner are the points off the
// edge.
func worth(own, vacant, inner uint64) int {
	steps := 0
	for k, by := range leap {
		from := own
		if straight>>k&1 == 0 {
			from &= strong
		}
		steps += bits.OnesCount64(from & beyond(vacant, -by))
	}
	return manValue*bits.OnesCount64(own) + stepValue*steps +
		strongValue*bits.OnesCount64(own&strong) - edgeValue*bits.OnesCount64(own&^inner)
}

// wideWorth is worth on a board of any size.
func wideWorth(own, vacant, points set) int {
	v := 0
	for s := own; !s.empty(); s = s.rest() {
		at := s.first()
		v += manValue
		if isStrong(at) {
			v += strongValue
		}
		edge := false
		for k := range directions {
			to := at + leap[k]
			if straight>>k&1 != 0 && !points.has(to) {
				edge = true
			}
			if ways(at)>>k&1 != 0 && vacant.has(to) {
				v += stepValue
			}
		}
		if edge {
			v -= edgeValue
		}
	}
	return v
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
