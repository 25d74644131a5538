package igisoro

import (
	"math/bits"
	"sync"

	"kibaho"
	"kibaho/mancala"
)

// maxPlies ends a random game that no rule ends, as ongoing.
const maxPlies = 100_000

// playout plays a random game from p. It chooses uniformly among the legal
// decisions: pits, and answers to the choices of a turn. Result.Longest is in
// laps.
//
// To list what is legal it would have to follow every decision to the end of the
// turn. It plays on instead, and only if a turn turns out endless (IG13), which
// is rare, it goes back to the first decision of it that was not legal and makes
// another one: so each legal decision keeps its chance.
func playout(p *Position, r *kibaho.Rand, l kibaho.Limits) kibaho.Result {
	if p.columns == 8 && p.choice == none {
		return rush(p, r, l)
	}
	return stroll(p, r, l)
}

// stroll is playout for any number of columns.
func stroll(p *Position, r *kibaho.Rand, l kibaho.Limits) kibaho.Result {
	var (
		q    = *p
		res  kibaho.Result
		idle int // quiet plies in a row
		past = newRecord()
	)
	defer past.close()
	for {
		drawn := l.Quiet > 0 && idle >= l.Quiet
		if l.Repetition > 0 && !q.MidTurn() {
			drawn = past.add(q.Hash()) >= l.Repetition && res.Plies > 0 || drawn
		}
		if drawn || res.Plies == maxPlies {
			// What is won at the same moment stays won.
			if res.Outcome = q.Outcome(); drawn && res.Outcome == kibaho.Ongoing {
				res.Outcome = kibaho.Draw
			}
			return res
		}
		foe := q.side.Other()
		cows := q.Cows(foe)
		laps, ok := q.wander(r)
		if !ok {
			res.Outcome = q.Outcome()
			return res
		}
		if idle++; q.Cows(foe) != cows {
			idle = 0
		}
		res.Plies++
		res.Longest = max(res.Longest, laps)
	}
}

// record is what a random game remembers for draws by repetition (M3): the hashes
// of its positions between turns. Captured cows can be won back, so no turn makes
// what came before it unrepeatable.
type record struct {
	n    int // how many are in room
	room [192]uint64
	// seen has a bit for each value of twelve bits of the hashes in room: most
	// positions are new there and need not be looked for.
	seen [64]uint64
	more map[uint64]int // how often the others came up, in a game that is long
}

// Records are kept from one game to the next: to clear room would take as long as a
// turn.
var recordPool = sync.Pool{New: func() any { return new(record) }}

func newRecord() *record {
	r := recordPool.Get().(*record)
	r.n, r.seen = 0, [64]uint64{}
	return r
}

// close gives the record back.
func (r *record) close() {
	clear(r.more)
	recordPool.Put(r)
}

// fresh notes a position if that is quick: if it is surely a new one.
func (r *record) fresh(h uint64) bool {
	if r.seen[h>>6&63]>>(h&63)&1 != 0 || r.n == len(r.room) {
		return false
	}
	r.seen[h>>6&63] |= 1 << (h & 63)
	r.room[r.n] = h
	r.n++
	return true
}

// add notes a position and returns how often it has come up, this time included.
func (r *record) add(h uint64) (times int) {
	word, bit := &r.seen[h>>6&63], uint64(1)<<(h&63)
	times = 1
	if *word&bit != 0 {
		for _, old := range r.room[:r.n] {
			if old == h {
				times++
			}
		}
	}
	if r.n < len(r.room) {
		*word |= bit
		r.room[r.n] = h
		r.n++
		return times
	}
	if r.more == nil {
		r.more = map[uint64]int{}
	}
	r.more[h]++
	return times + r.more[h] - 1
}

// wander completes a random turn and returns its laps. It returns false, and
// leaves the position, if there is no legal decision.
func (p *Position) wander(r *kibaho.Rand) (laps int, ok bool) {
	before, rand := *p, *r
	for {
		m, ok := p.pick(r)
		if !ok {
			return 0, false
		}
		if laps = p.step(m); laps == endless {
			*p = before
			return p.retreat(&rand, r)
		}
		if p.choice == none {
			return laps, true
		}
	}
}

// retreat is wander after a turn proved endless: it makes the decisions made from
// before again, those that are legal, and new ones from r after that.
func (p *Position) retreat(before, r *kibaho.Rand) (laps int, ok bool) {
	for {
		m, _ := p.pick(before)
		if !p.legal(m) {
			break
		}
		p.Play(m)
	}
	var list [mancala.MaxPits]Move
	for {
		moves := p.Moves(list[:0])
		if len(moves) == 0 {
			return 0, false
		}
		laps = p.step(moves[r.N(len(moves))])
		if p.choice == none {
			return laps, true
		}
	}
}

// pick chooses a decision without a look at where it leads.
func (p *Position) pick(r *kibaho.Rand) (Move, bool) {
	switch p.choice {
	case turning:
		return TurnBack + Move(r.N(2)), true
	case taking:
		return Take + Move(r.N(2)), true
	}
	lane := &p.lanes[p.side]
	if p.columns == 8 && p.flags&startFromOne == 0 {
		lo, hi := mancala.UpTo(mancala.Many(lane[0])), mancala.UpTo(mancala.Many(lane[1]))
		n := lo>>56 + hi>>56
		if n == 0 {
			return 0, false
		}
		return Move(mancala.Select(lo, hi, uint64(r.N(int(n))))), true
	}
	set := p.starts()
	n := bits.OnesCount32(set)
	if n == 0 {
		return 0, false
	}
	for k := r.N(n); k > 0; k-- {
		set &= set - 1
	}
	return Move(bits.TrailingZeros32(set)), true
}
