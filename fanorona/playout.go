package fanorona

import (
	"math/bits"

	"kibaho"
)

// longestGame ends a random game that no rule ends, as a draw: both limits may
// be off.
const longestGame = 100_000

// Playout plays a random game from p to its end and takes the draws by limits.
// It chooses steps, not turns: the first step of a turn uniformly among those
// that are legal, and after each capture uniformly among the steps that go on
// and, where the rules let the piece stop, stopping. Longest counts the steps of
// the longest turn. A game of 100,000 plies ends as a draw.
func Playout(p *Position, r *kibaho.Rand, l kibaho.Limits) kibaho.Result {
	g := playout{laws: p.laws(), p: *p, r: r}
	run := quietRun{limits: l}
	run.begin(&g.p)
	var result kibaho.Result
	for ; ; result.Plies++ {
		drawn := run.drawn() || result.Plies >= longestGame
		if drawn || g.p.men[g.p.Turn()].empty() || g.p.men[g.p.Turn().Other()].empty() {
			result.Outcome = g.p.Outcome()
			if result.Outcome == kibaho.Ongoing && drawn {
				result.Outcome = kibaho.Draw
			}
			if result.Outcome != kibaho.Ongoing {
				return result
			}
		}
		steps, captured := g.turn()
		if steps == 0 {
			if result.Outcome = g.p.Outcome(); result.Outcome != kibaho.Ongoing {
				return result
			}
			// FA15: the player passes.
		}
		result.Longest = max(result.Longest, steps)
		before := g.p.rules
		g.p.rules ^= second
		if before&(singles|gives) != 0 {
			g.p.endOpening()
			g.single = g.p.rules&(singles|gives) != 0
		}
		if captured || (before^g.p.rules)&^second != 0 {
			run.begin(&g.p) // no earlier position can come back
		} else {
			run.add(&g.p)
		}
	}
}

// quietRun counts the plies since the last capture and finds repetitions among
// them (M3, FA17).
type quietRun struct {
	limits kibaho.Limits
	count  int         // positions in the run
	places [128]placed // the first of them
	more   []placed    // the others
	seen   [256]uint8  // how many positions fell into a bucket, at most 255
	again  bool        // the last position has come up often enough
}

// placed are the pieces of a position of the run; the side to move follows from
// its place in it.
type placed [2]set

func (at *placed) bucket() uint8 {
	h := at[0].lo*0x9fb21c651e98df25 ^ at[1].lo*0xd6e8feb86659fd93
	if at[0].hi|at[1].hi != 0 {
		h ^= at[0].hi*0xa0761d6478bd642f ^ at[1].hi*0xe7037ed1a0b428db
	}
	return uint8(h >> 56)
}

// begin starts a run with the position after a capture.
func (q *quietRun) begin(p *Position) {
	if q.count == 1 {
		q.seen[q.places[0].bucket()] = 0
	} else {
		clear(q.seen[:])
	}
	q.count, q.more = 0, q.more[:0]
	q.add(p)
}

// add counts one more position.
func (q *quietRun) add(p *Position) {
	now := placed(p.men)
	if q.count < len(q.places) {
		q.places[q.count] = now
	} else {
		q.more = append(q.more, now)
	}
	q.count++
	h := now.bucket()
	if q.seen[h] < 255 {
		q.seen[h]++
	}
	q.again = q.limits.Repetition != 0 && int(q.seen[h]) >= q.limits.Repetition && q.times(&now) >= q.limits.Repetition
}

// times counts the positions that equal the last one, now.
func (q *quietRun) times(now *placed) (n int) {
	for i := q.count - 1; i >= 0; i -= 2 {
		if i < len(q.places) && q.places[i] == *now || i >= len(q.places) && q.more[i-len(q.places)] == *now {
			n++
		}
	}
	return n
}

func (q *quietRun) drawn() bool {
	return q.again || q.limits.Quiet > 0 && q.count > q.limits.Quiet
}

// playout is a random game.
type playout struct {
	laws
	p Position
	r *kibaho.Rand
}

// turn plays a random turn except for passing the move on, and returns how many
// steps it had, 0 if there is none.
func (g *playout) turn() (steps int, captured bool) {
	if !g.p.board().oneWord {
		return g.wideTurn()
	}
	side := g.p.Turn()
	own, opp := g.p.men[side].lo, g.p.men[side.Other()].lo
	var f firsts
	capturing, stepping := f.find(&g.p)
	count, plain := 0, 0
	if capturing {
		for k := range directions {
			count += bits.OnesCount64(f.approach[k]) + bits.OnesCount64(f.withdrawal[k])
		}
	}
	if stepping {
		for k := range directions {
			plain += bits.OnesCount64(f.step[k])
		}
	}
	if count+plain == 0 {
		return 0, false
	}
	n := g.r.N(count + plain)
	if n >= count {
		at, to := f.pickPaika(n - count)
		g.p.men[side].lo = own ^ at ^ to
		return 1, false
	}
	at, by, withdrawal := f.pickCapture(n)
	own, opp, steps = g.run(at, own^at, opp, by, withdrawal)
	g.p.men[side].lo, g.p.men[side.Other()].lo = own, opp
	return steps, true
}

// pickCapture returns capture number n: by direction, approaches first, pieces
// by ascending bit numbers.
func (f *firsts) pickCapture(n int) (at uint64, by int, withdrawal bool) {
	for k, by := range leap {
		c := bits.OnesCount64(f.approach[k])
		if n < c {
			return nth(f.approach[k], n), by, false
		}
		n -= c
		c = bits.OnesCount64(f.withdrawal[k])
		if n < c {
			return nth(f.withdrawal[k], n), by, true
		}
		n -= c
	}
	panic("fanorona: fewer captures than counted")
}

// pickPaika returns plain step number n in the same order.
func (f *firsts) pickPaika(n int) (at, to uint64) {
	for k, by := range leap {
		c := bits.OnesCount64(f.step[k])
		if n < c {
			at = nth(f.step[k], n)
			return at, beyond(at, by)
		}
		n -= c
	}
	panic("fanorona: fewer steps than counted")
}

// nth returns the bit of x with n lower ones.
func nth(x uint64, n int) uint64 {
	for ; n > 0; n-- {
		x &= x - 1
	}
	return x & -x
}

// run captures with the first step by a leap from at and goes on at random.
func (g *playout) run(at, own, opp uint64, by int, withdrawal bool) (_, _ uint64, steps int) {
	barred, leech := ^g.points, uint64(0)
	for {
		to := beyond(at, by)
		switch {
		case g.p.rules&gives != 0 && withdrawal:
			opp &^= beyond(at, -by)
		case g.p.rules&gives != 0:
			opp &^= beyond(to, by)
		case withdrawal:
			opp &^= ray(at, opp, -by)
		default:
			opp &^= ray(to, opp, by)
		}
		steps++
		barred, leech = barred&g.keep|at, g.leech(leech, to, by)
		at = to
		if g.single {
			return own | at, opp, steps
		}
		i := bits.TrailingZeros64(at) & 63
		next := reaches[i].near &^ (own | opp | barred | leech)
		if next == 0 || reaches[i].far&opp == 0 {
			return own | at, opp, steps
		}
		var choices [2 * directions]int8 // leaps, and 64 more by withdrawal
		count := 0
		for ; next != 0; next &= next - 1 {
			by := bits.TrailingZeros64(next) - i
			if beyond(next&-next, by)&opp != 0 {
				choices[count&15] = int8(by)
				count++
			}
			if beyond(at, -by)&opp != 0 {
				choices[count&15] = int8(by + 64)
				count++
			}
		}
		if count == 0 {
			return own | at, opp, steps
		}
		n := count
		if !g.goOn {
			n++
		}
		if n = g.r.N(n); n == count {
			return own | at, opp, steps // FA7
		}
		by = int(choices[n&15])
		if withdrawal = by > 32; withdrawal {
			by -= 64
		}
	}
}

// wideTurn is turn on a board of any size, point by point.
func (g *playout) wideTurn() (steps int, captured bool) {
	w := newWalker(&g.p)
	side := g.p.Turn()
	own, opp := g.p.men[side], g.p.men[side.Other()]
	var choices [2 * 45 * directions]Move
	list := choices[:0]
	if !w.plain {
		for k := range directions {
			for _, withdrawal := range [2]bool{false, true} {
				for s := own; !s.empty(); s = s.rest() {
					if at := s.first(); !w.takes(own, opp, set{}, at, k, withdrawal).empty() {
						list = append(list, newCapture(at).then(stepCode(k, withdrawal)))
					}
				}
			}
		}
	}
	if (len(list) == 0 || w.free) && !w.capturer {
		for k := range directions {
			list = w.appendPaikas(list, own, opp, k)
		}
	}
	if len(list) == 0 {
		return 0, false
	}
	m := list[g.r.N(len(list))]
	for more := m.Captures(); more; {
		m, more = g.wideStep(&w, m, own, opp)
	}
	g.p.men[side], g.p.men[side.Other()] = m.walkWide(own, opp, w.nearest)
	return m.Steps(), m.Captures()
}

// wideStep makes m one step longer, or lets it be.
func (g *playout) wideStep(w *walker, m Move, own, opp set) (_ Move, more bool) {
	if w.single {
		return m, false
	}
	var choices [2 * directions]int
	list := choices[:0]
	at, barred, spent := m.from(), set{}, uint8(0)
	own = own.without(set{}.with(at))
	for i := range m.Steps() {
		k, withdrawal := m.step(i)
		opp = opp.without(wideRay(opp, at, k, withdrawal, w.nearest))
		if !w.never {
			barred = set{}
		}
		barred = barred.with(at)
		spent = spent&w.lines | alongs[k]&w.barring
		at += leap[k]
	}
	for _, k := range ascending {
		for _, withdrawal := range [2]bool{false, true} {
			if spent>>k&1 == 0 && !w.takes(own, opp, barred, at, k, withdrawal).empty() {
				list = append(list, stepCode(k, withdrawal))
			}
		}
	}
	if len(list) == 0 {
		return m, false
	}
	n := len(list)
	if !w.goOn {
		n++
	}
	if n = g.r.N(n); n == len(list) {
		return m, false // FA7
	}
	return m.then(list[n]), true
}
