package fanorona

import (
	"math/bits"
)

// MaxTurns bounds how many turns [Position.Moves] lists. A position made up to
// that end can have more turns than any memory holds; then Moves stops after
// MaxTurns+1 of them, so that a longer list than MaxTurns tells that it is not
// complete. The turns that are listed are legal and different.
const MaxTurns = 100_000

// Move is a whole turn: the piece that moves and its steps, each a direction
// and, where it captures, by approach or by withdrawal. Moves are compared with
// ==. A Move means something only together with the position it belongs to.
//
// Every capturing step takes at least one of at most 40 pieces, so a turn has at
// most 40 steps; there is room for 44.
type Move struct {
	// head holds the bit number of the start in 7 bits, the number of steps in
	// 6, the kind in 2, and from bit 16 on the first 12 steps. A step is a
	// direction in three bits and the withdrawal bit.
	head uint64
	tail [2]uint64 // 16 steps each
}

const (
	countShift = 7
	captures   = 1 << 13 // the steps of the move capture
	isPass     = 1 << 14
	headSteps  = 12
	tailSteps  = 16
	withdraws  = 8 // the bit of a step
)

// passing is the pass of FA15.
var passing = Move{head: isPass}

func newMove(from int) Move    { return Move{head: uint64(from)} }
func newCapture(from int) Move { return Move{head: uint64(from) | captures} }

// Steps returns the number of steps: 0 of a pass, 1 of a paika.
func (m Move) Steps() int { return int(m.head >> countShift & 63) }

// Captures reports that the steps of the move capture.
func (m Move) Captures() bool { return m.head&captures != 0 }

func (m Move) from() int { return int(m.head & 127) }

// step returns the direction of step i and whether it captures by withdrawal.
func (m Move) step(i int) (k int, withdrawal bool) {
	var s uint64
	switch {
	case i < headSteps:
		s = m.head >> (16 + 4*uint(i))
	case i < headSteps+tailSteps:
		s = m.tail[0] >> (4 * uint(i-headSteps))
	default:
		s = m.tail[1] >> (4 * uint(i-headSteps-tailSteps))
	}
	return int(s & 7), s&withdraws != 0
}

// then returns the move with one more step: a direction, with withdraws.
func (m Move) then(step int) Move {
	i, s := uint(m.Steps()), uint64(step)
	switch {
	case i < headSteps:
		m.head |= s << (16 + 4*i)
	case i < headSteps+tailSteps:
		m.tail[0] |= s << (4 * (i - headSteps))
	default:
		m.tail[1] |= s << (4 * (i - headSteps - tailSteps))
	}
	m.head += 1 << countShift
	return m
}

// ray returns the pieces of opp that stand beyond the point x in the direction of
// a leap, in unbroken order (FA3, FA5). It grows the row by one, two and four: no
// row is longer than eight.
func ray(x, opp uint64, by int) uint64 {
	row := bits.RotateLeft64(x, by) & opp
	row |= bits.RotateLeft64(row, by) & opp
	opp &= bits.RotateLeft64(opp, by)
	row |= bits.RotateLeft64(row, 2*by) & opp
	opp &= bits.RotateLeft64(opp, 2*by)
	return row | bits.RotateLeft64(row, 4*by)&opp
}

// walk returns the sets after the steps of m, in one word.
func (m Move) walk(own, opp uint64, nearest bool) (uint64, uint64) {
	at := uint64(1) << (m.head & 63)
	mustHold(own&at != 0)
	own ^= at
	for i := range m.Steps() {
		k, withdrawal := m.step(i)
		by := leap[k]
		to := beyond(at, by)
		if m.Captures() {
			x := to
			if withdrawal {
				x, by = at, -by
			}
			if nearest {
				opp &^= beyond(x, by)
			} else {
				opp &^= ray(x, opp, by)
			}
		}
		at = to
	}
	mustHold((own|opp)&at == 0)
	return own | at, opp
}

// firsts are the legal first steps of a position in one word: for each direction
// the pieces that can capture by approach, by withdrawal, and that can make a
// plain step.
type firsts struct {
	approach, withdrawal, step [directions]uint64
}

// find sets the first steps. It reports whether some capture; the plain steps
// count only if stepping is true.
func (f *firsts) find(p *Position) (capturing, stepping bool) {
	own, opp := p.men[p.Turn()].lo, p.men[p.Turn().Other()].lo
	vacant := p.board().points.lo &^ (own | opp)
	var capture uint64
	for k, by := range &leap {
		from := own
		if straight>>k&1 == 0 {
			from &= strong
		}
		from &= beyond(vacant, -by)
		f.step[k] = from
		f.approach[k] = from & beyond(opp, -2*by)
		f.withdrawal[k] = from & beyond(opp, by)
		capture |= f.approach[k] | f.withdrawal[k]
	}
	switch {
	case p.rules&gives != 0 && p.giver():
		return false, true
	case p.rules&gives != 0:
		if p.rules&rowOfOne != 0 {
			capture = f.onlyRowsOfOne(opp)
		}
		return capture != 0, false
	case capture == 0:
		return false, true
	case p.rules&mayCapture == 0:
		return true, false // FA11: who can capture must
	}
	for k := range f.step {
		f.step[k] &^= f.approach[k] | f.withdrawal[k] // FA11: a step that captures is no paika
	}
	return true, true
}

// onlyRowsOfOne keeps the captures of a single piece (FA16, vela-take=row-of-one)
// and returns the pieces that can make one.
func (f *firsts) onlyRowsOfOne(opp uint64) (capture uint64) {
	for k, by := range &leap {
		f.approach[k] &^= beyond(opp, -3*by)
		f.withdrawal[k] &^= beyond(opp, 2*by)
		capture |= f.approach[k] | f.withdrawal[k]
	}
	return capture
}

// Moves appends the legal turns to dst, at most MaxTurns+1 of them: the captures
// by the direction of their first step, a turn before the longer turns that go on
// from it, by approach before by withdrawal; then the paikas. It is empty exactly if the game is over.
func (p *Position) Moves(dst []Move) []Move {
	own, opp := p.men[p.Turn()], p.men[p.Turn().Other()]
	if own.empty() || opp.empty() {
		return dst
	}
	if !p.board().oneWord {
		return p.wideMoves(dst)
	}
	before := len(dst)
	var f firsts
	capturing, stepping := f.find(p)
	if capturing {
		l := lister{laws: p.laws(), dst: dst, end: before + MaxTurns + 1}
		l.captures(&f, own.lo, opp.lo)
		dst = l.dst
	}
	if stepping {
		dst = f.appendPaikas(dst)
		dst = dst[:min(len(dst), before+MaxTurns+1)]
	}
	if len(dst) == before && p.rules&blockedPass != 0 && !p.taker() {
		dst = append(dst, passing) // FA15
	}
	return dst
}

// appendPaikas appends the plain single steps (FA12).
func (f *firsts) appendPaikas(dst []Move) []Move {
	for k := range directions {
		for s := f.step[k]; s != 0; s &= s - 1 {
			dst = append(dst, newMove(bits.TrailingZeros64(s)).then(k))
		}
	}
	return dst
}

// laws are the options of a chain in the form in which the one-word code uses
// them.
type laws struct {
	points uint64
	// keep are the points that stay barred when a piece steps on: those off the
	// board, and where no point may be visited twice all others too (FA8).
	keep uint64
	// lines are all bits if two steps running may not share a line (FA9), or none.
	lines  uint64
	once   bool // line=once-a-turn (FA9)
	goOn   bool // chain=must-go-on (FA13)
	single bool // one step only (FA10, FA16)
}

func (p *Position) laws() laws {
	w := laws{points: p.board().points.lo, keep: ^uint64(0), lines: ^uint64(0)}
	if p.rules&immediate != 0 {
		w.keep = ^w.points
	}
	if p.rules&freeLines != 0 {
		w.lines = 0
	}
	w.once = p.rules&onceATurn != 0
	w.goOn = p.rules&mustGoOn != 0
	w.single = p.rules&(singles|gives) != 0
	return w
}

// leech returns the points that a piece may not go to next because of their line
// (FA9), after its step to a point by a leap. The step straight back is barred as
// a visit (FA8). Before is what leech returned for the step before, 0 at the first.
func (w *laws) leech(before, to uint64, by int) uint64 {
	if !w.once {
		return beyond(to, by) & w.lines
	}
	return w.spent(before, to, by)
}

// spent is leech under line=once-a-turn. The lines that the turn has used are
// kept as bits beyond the board: 50 more than the length of their leap.
func (w *laws) spent(before, to uint64, by int) uint64 {
	used := before &^ w.points
	used |= 1 << (50 + max(by, -by))
	barred := used
	for k := 0; k < directions; k += 2 {
		by := leap[k]
		if used>>(50+by)&1 != 0 {
			barred |= (beyond(to, by) | beyond(to, -by)) & w.points
		}
	}
	return barred
}

// lister lists the capturing turns of a position in one word.
type lister struct {
	laws
	dst []Move
	end int // dst never grows beyond this length
}

func (l *lister) captures(f *firsts, own, opp uint64) {
	for k, by := range &leap {
		for s := f.approach[k]; s != 0; s &= s - 1 {
			at := s & -s
			to := beyond(at, by)
			m := newCapture(bits.TrailingZeros64(at)).then(k)
			l.chain(m, to, own^at, opp&^ray(to, opp, by), at|^l.points, l.leech(0, to, by))
		}
		for s := f.withdrawal[k]; s != 0; s &= s - 1 {
			at := s & -s
			to := beyond(at, by)
			m := newCapture(bits.TrailingZeros64(at)).then(k | withdraws)
			l.chain(m, to, own^at, opp&^ray(at, opp, -by), at|^l.points, l.leech(0, to, by))
		}
	}
}

// code returns the direction of a leap.
func code(by int) int { return int(wayOf[by+stride+1]) }

// chain appends m, whose piece has come to at, and the turns that go on from it.
// own is without the piece; barred are the points that it may not visit (FA8) and
// leech those that it may not go to next (FA9).
func (l *lister) chain(m Move, at, own, opp, barred, leech uint64) {
	if len(l.dst) >= l.end {
		return
	}
	before := len(l.dst)
	if !l.goOn {
		l.dst = append(l.dst, m) // FA7: it may stop after any capture
	}
	i := bits.TrailingZeros64(at) & 63
	if next := near[i] &^ (own | opp | barred | leech); next != 0 && !l.single {
		barred = barred&l.keep | at
		for s := next & halve(opp, i); s != 0; s &= s - 1 {
			to, by := s&-s, bits.TrailingZeros64(s)-i
			l.chain(m.then(code(by)), to, own, opp&^ray(to, opp, by), barred, l.leech(leech, to, by))
		}
		for s := next & reflect(opp, i); s != 0; s &= s - 1 {
			to, by := s&-s, bits.TrailingZeros64(s)-i
			l.chain(m.then(code(by)|withdraws), to, own, opp&^ray(at, opp, -by), barred, l.leech(leech, to, by))
		}
	}
	if l.goOn && len(l.dst) == before {
		l.dst = append(l.dst, m)
	}
}
