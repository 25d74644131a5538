package igisoro

import "sync"

// The bounds on the work of one search for an end of a turn: it gives up, and
// takes the turn for endless, after so many choices looked at or laps sown.
// Real positions stay far below; what the bounds are for is a hostile one.
const (
	mostForks = 1 << 13
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

// forks is a search for an end of a turn: the situations met, the queue of those
// to look at, and a table to find a situation again.
type forks struct {
	met    []fork
	queue  []waiting
	byLaps []int32 // the last in the queue with so many laps, as an index + 1
	table  []int32 // by hash: an index into met, + 1
}

// fork is a position with an open choice. Its laps are set to 0; least is the
// fewest it was met with.
type fork struct {
	Position
	least uint16
}

// waiting is a fork to be looked at.
type waiting struct {
	fork int32 // an index into met
	next int32 // another one with as many laps, as an index + 1
}

var forksPool = sync.Pool{New: func() any { return &forks{table: make([]int32, 4*mostForks)} }}

// ends is [Position.ends] without the short cuts.
func (s *forks) ends(p *Position) bool {
	// 1. Begin with p alone.
	s.met, s.queue = s.met[:0], s.queue[:0]
	s.byLaps = append(s.byLaps[:0], make([]int32, int(p.most)+1)...)
	clear(s.table)
	s.add(p)
	sown := 0
	for laps := int(p.laps); laps <= int(p.most); laps++ {
		// 2. Take the forks with the fewest laps. Those they lead to have as many
		// at least: a capture whose cows may be turned back sows none between.
		for s.byLaps[laps] != 0 {
			w := s.queue[s.byLaps[laps]-1]
			s.byLaps[laps] = w.next
			f := &s.met[w.fork]
			if int(f.least) < laps {
				continue // met with fewer laps after it was put here
			}
			now := f.Position
			now.laps = uint16(laps)
			for _, m := range [...]Move{now.refusal(), now.acceptance()} {
				// 3. Look for an end, keep what is new, give up at the bounds.
				q := now
				if q.step(m) == endless {
					sown += int(p.most) - laps
				} else {
					if q.choice == none {
						return true
					}
					sown += int(q.laps) - laps
					if !s.add(&q) {
						return false
					}
				}
				if sown > mostSown {
					return false
				}
			}
		}
	}
	return false
}

// add puts a position with an open choice in the queue, unless it was met with
// as few laps before. It returns false if there is no room.
func (s *forks) add(p *Position) bool {
	q := *p
	q.laps = 0
	slot := q.Hash() % uint64(len(s.table))
	for s.table[slot] != 0 && s.met[s.table[slot]-1].Position != q {
		slot = (slot + 1) % uint64(len(s.table))
	}
	if s.table[slot] == 0 {
		if len(s.met) == mostForks {
			return false
		}
		s.met = append(s.met, fork{q, p.laps})
		s.table[slot] = int32(len(s.met))
	} else if f := &s.met[s.table[slot]-1]; f.least <= p.laps {
		return true
	} else {
		f.least = p.laps
	}
	s.queue = append(s.queue, waiting{s.table[slot] - 1, s.byLaps[p.laps]})
	s.byLaps[p.laps] = int32(len(s.queue))
	return true
}
