package fanorona

import (
	"math/bits"

	"kibaho"
)

// longestGame ends a random game that no rule ends, as a draw: both limits may
// be off.
const longestGame = 100_000

// Playout plays a random game from p to its end, the turns chosen uniformly, and
// takes the draws by limits. Of a position with more than MaxTurns turns it
// chooses among the first MaxTurns+1. Longest counts the steps of the longest
// turn. A game of 100,000 plies ends as a draw.
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
		run.quiet++
		switch {
		case captured:
			run.quiet = 0
			run.begin(&g.p)
		case (before^g.p.rules)&^second != 0:
			run.begin(&g.p) // past the opening: no earlier position can come back
		default:
			run.add(&g.p)
		}
	}
}

// quietRun counts the plies since the last capture (FA17) and finds repetitions
// among the positions since then (M3).
type quietRun struct {
	limits kibaho.Limits
	quiet  int         // plies without capture
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

// begin starts a run of positions with p, before which none can come back.
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
	return q.again || q.limits.Quiet > 0 && q.quiet >= q.limits.Quiet
}

// playout is a random game.
type playout struct {
	laws
	p Position
	r *kibaho.Rand

	// The capturing turns of the position under way are numbered in the order of
	// [Position.Moves]. Those from number from on are kept as far as there is room.
	count, from int
	ends        [64]ending
}

// ending is what a turn leaves: the pieces of both sides, and in own, from bit 56
// on, the number of its steps.
type ending struct{ own, opp uint64 }

const oneStep = 1 << 56

// turn plays a random turn except for passing the move on, and returns how many
// steps it had, 0 if there is none.
func (g *playout) turn() (steps int, captured bool) {
	if !g.p.board().oneWord {
		return g.wideTurn()
	}
	side := g.p.Turn()
	men, foes := &g.p.men[side].lo, &g.p.men[side.Other()].lo
	own, opp := *men, *foes
	vacant := g.points &^ (own | opp)
	g.count, g.from = 0, 0
	if !g.p.giver() {
		g.captures(own, opp, vacant)
	}
	var plain [directions]uint64
	total := g.count
	if !g.p.taker() && (total == 0 || g.p.rules&mayCapture != 0) {
		total += g.paikas(&plain, own, opp, vacant)
	}
	if total == 0 {
		return 0, false
	}
	n := g.r.N(min(total, MaxTurns+1))
	if n >= g.count {
		at, to := pick(&plain, n-g.count)
		*men = own ^ at ^ to
		return 1, false
	}
	if n >= len(g.ends) {
		g.count, g.from = 0, n
		g.captures(own, opp, vacant)
	}
	e := &g.ends[n-g.from]
	*men, *foes = e.own&(oneStep-1), e.opp
	return int(e.own / oneStep), true
}

// captures finds the capturing turns.
func (g *playout) captures(own, opp, vacant uint64) {
	for k := 0; k < directions; k += 2 {
		by, from := leap[k], own
		if straight>>k&1 == 0 {
			from &= strong
		}
		to, fro := from&beyond(vacant, -by), from&beyond(vacant, by)
		if a, w := to&beyond(opp, -2*by), to&beyond(opp, by); a|w != 0 {
			g.capturesBy(a, w, own, opp, by)
		}
		if a, w := fro&beyond(opp, 2*by), fro&beyond(opp, -by); a|w != 0 {
			g.capturesBy(a, w, own, opp, -by)
		}
	}
}

// capturesBy finds the turns that begin with a capture by a leap.
func (g *playout) capturesBy(approach, withdrawal, own, opp uint64, by int) {
	if g.p.rules&rowOfOne != 0 { // FA16
		approach &^= beyond(opp, -3*by)
		withdrawal &^= beyond(opp, 2*by)
	}
	nearest := g.p.rules&gives != 0
	for ; approach != 0; approach &= approach - 1 {
		at := approach & -approach
		to := beyond(at, by)
		row := ray(to, opp, by)
		if nearest {
			row &= beyond(to, by)
		}
		g.chain(to, own^at|oneStep, opp&^row, at|^g.points, g.leech(0, to, by))
	}
	for ; withdrawal != 0; withdrawal &= withdrawal - 1 {
		at := withdrawal & -withdrawal
		to := beyond(at, by)
		row := ray(at, opp, -by)
		if nearest {
			row &= beyond(at, -by)
		}
		g.chain(to, own^at|oneStep, opp&^row, at|^g.points, g.leech(0, to, by))
	}
}

// paikas sets the pieces that can make a plain step, by direction, and counts the
// steps.
func (g *playout) paikas(plain *[directions]uint64, own, opp, vacant uint64) (n int) {
	for k, by := range leap {
		from := own
		if straight>>k&1 == 0 {
			from &= strong
		}
		from &= beyond(vacant, -by)
		if g.count > 0 {
			from &^= beyond(opp, -2*by) | beyond(opp, by)
		}
		plain[k] = from
		n += bits.OnesCount64(from)
	}
	return n
}

// chain numbers the turn whose piece has come to at and those that go on from it,
// as [lister.chain] lists them.
func (g *playout) chain(at, own, opp, barred, leech uint64) {
	if g.count > MaxTurns {
		return
	}
	before := g.count
	if !g.goOn {
		g.end(own|at, opp) // FA7: it may stop after any capture
	}
	i := bits.TrailingZeros64(at) & 63
	if next := near[i] &^ (own | opp | barred | leech); next != 0 && !g.single {
		barred = barred&g.keep | at
		own += oneStep
		for s := next & halve(opp, i); s != 0; s &= s - 1 {
			to, by := s&-s, bits.TrailingZeros64(s)-i
			g.chain(to, own, opp&^ray(to, opp, by), barred, g.leech(leech, to, by))
		}
		for s := next & reflect(opp, i); s != 0; s &= s - 1 {
			to, by := s&-s, bits.TrailingZeros64(s)-i
			g.chain(to, own, opp&^ray(at, opp, -by), barred, g.leech(leech, to, by))
		}
		own -= oneStep
	}
	if g.goOn && g.count == before {
		g.end(own|at, opp)
	}
}

func (g *playout) end(own, opp uint64) {
	if i := uint(g.count - g.from); i < uint(len(g.ends)) {
		g.ends[i] = ending{own, opp}
	}
	g.count++
}

// pick returns plain step number n: by direction, pieces by ascending bit numbers.
func pick(plain *[directions]uint64, n int) (at, to uint64) {
	for k, by := range leap {
		c := bits.OnesCount64(plain[k])
		if n < c {
			at = nth(plain[k], n)
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

// wideTurn is turn on a board of any size.
func (g *playout) wideTurn() (steps int, captured bool) {
	side := g.p.Turn()
	own, opp := &g.p.men[side], &g.p.men[side.Other()]
	w := newWalker(&g.p)
	w.passes = false
	w.depth, w.most = 0, MaxTurns+1
	w.turns(*own, *opp)
	if w.count == 0 {
		return 0, false
	}
	w.n, w.count = uint64(g.r.N(int(min(w.count, w.most)))), 0
	w.turns(*own, *opp)
	*own, *opp = w.found.walkWide(*own, *opp, w.nearest)
	return w.found.Steps(), w.found.Captures()
}
