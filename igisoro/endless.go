package igisoro

import "sync"

// The bounds on the work of one search for an end of a turn: it gives up, and
// takes the turn for endless, after so many choices looked at or laps sown.
// Real positions stay far below; what the bounds are for is a hostile one.
const (
	mostForks = 1 << 14
	mostSown  = 1 << 19
)

// legal reports that the decision m, a pit with enough to start from or an
// answer to the open choice, begins some turn that ends (IG13).
func (p *Position) legal(m Move) bool {
	q := *p
	return q.step(m) != endless && (q.choice == none || q.ends())
}

// ends reports that some answers to the open choice, and to those that follow,
// end the turn within the limit of laps.
//
// Nearly always the turn ends if every choice is declined, or else if every one
// is accepted: both are tried first and need no memory. Only then comes a
// search. It goes by fewest laps, so that a situation is met first with the most
// laps left, and need not be looked at again when it comes back with fewer.
func (p *Position) ends() bool {
	q := *p
	for q.step(q.refusal()) != endless {
		if q.choice == none {
			return true
		}
	}
	q = *p
	for q.step(q.acceptance()) != endless {
		if q.choice == none {
			return true
		}
	}
	s := forksPool.Get().(*forks)
	defer forksPool.Put(s)
	return s.ends(p)
}

// forks is a search for an end of a turn: the situations met, in lists by laps
// and in a table to find them again.
type forks struct {
	met    []fork
	byLaps []int32 // the newest fork with so many laps, as an index + 1
	table  []int32 // by hash: an index into met, + 1
}

// fork is a position with an open choice, its laps set to 0: where it is listed
// tells them.
type fork struct {
	Position
	next int32 // another fork with as many laps, as an index + 1
}

var forksPool = sync.Pool{New: func() any { return &forks{table: make([]int32, 4*mostForks)} }}

// ends is [Position.ends] without the short cuts.
func (s *forks) ends(p *Position) bool {
	// 1. Begin with p alone.
	s.met = s.met[:0]
	s.byLaps = append(s.byLaps[:0], make([]int32, int(p.most)+1)...)
	clear(s.table)
	s.add(p)
	sown := 0
	for laps := int(p.laps); laps <= int(p.most); laps++ {
		// 2. Take the forks with the fewest laps; those they lead to have more.
		for at := s.byLaps[laps]; at != 0; at = s.met[at-1].next {
			for _, accept := range [...]bool{false, true} {
				q := s.met[at-1].Position
				q.laps = uint16(laps)
				m := q.refusal()
				if accept {
					m = q.acceptance()
				}
				// 3. Look for an end, give up at the bounds, keep what is new.
				goes := q.step(m) != endless
				switch {
				case goes && q.choice == none:
					return true
				case goes:
					sown += int(q.laps) - laps
					if !s.add(&q) {
						return false
					}
				default:
					sown += int(p.most) - laps
				}
				if sown > mostSown {
					return false
				}
			}
		}
	}
	return false
}

// add lists a position with an open choice if it was not met before, with as few
// laps or fewer. It returns false if there is no room.
func (s *forks) add(p *Position) bool {
	laps := p.laps
	q := *p
	q.laps = 0
	slot := q.Hash() % uint64(len(s.table))
	for ; s.table[slot] != 0; slot = (slot + 1) % uint64(len(s.table)) {
		if s.met[s.table[slot]-1].Position == q {
			return true
		}
	}
	if len(s.met) == mostForks {
		return false
	}
	s.met = append(s.met, fork{q, s.byLaps[laps]})
	s.byLaps[laps] = int32(len(s.met))
	s.table[slot] = int32(len(s.met))
	return true
}
