package igisoro

import (
	"math/bits"

	"kibaho"
	"kibaho/mancala"
)

// ending collects the positions that the turns of a position end in. Where
// captures are free a turn can go in circles for hundreds of laps and end in
// millions of ways, but in few positions: a situation within the turn is looked
// at once, with the fewest laps that it can be met with, since whatever ends it
// with more laps within the limit ends it with fewer too (IG13).
type ending struct {
	met    situations // with an open choice; laps is the fewest
	out    situations // ends of the turn
	byLaps [][]int32  // by laps: what is to be looked at
	most   int        // the greatest laps among those
}

// newEnds returns a function that appends the positions that the turns of p end
// in, each once. p must not be within a turn.
func newEnds() func(p *Position, dst []Position) []Position {
	e := &ending{}
	return e.ends
}

func (e *ending) ends(p *Position, dst []Position) []Position {
	e.met.clear()
	e.out.clear()
	e.most = -1
	for set := p.starts(); set != 0; set &= set - 1 {
		e.play(p, Move(bits.TrailingZeros32(set)))
	}
	for laps := 0; laps <= e.most; laps++ {
		for i := 0; i < len(e.byLaps[laps]); i++ {
			at := e.byLaps[laps][i]
			now := e.met.list[at]
			if int(now.laps) < laps {
				continue // met with fewer laps after it was put here
			}
			e.play(&now, now.refusal())
			e.play(&now, now.acceptance())
		}
		e.byLaps[laps] = e.byLaps[laps][:0]
	}
	return append(dst, e.out.list...)
}

// play makes a decision and keeps what comes of it.
func (e *ending) play(p *Position, m Move) {
	q := *p
	laps := q.step(m)
	switch {
	case laps == endless:
	case q.choice == none:
		e.out.add(&q)
	default:
		if q.flags&resowFromTurn == 0 {
			q.start = 0 // nothing asks for it
		}
		if i, fewer := e.met.add(&q); fewer {
			for len(e.byLaps) <= laps {
				e.byLaps = append(e.byLaps, nil)
			}
			e.most = max(e.most, laps)
			e.byLaps[laps] = append(e.byLaps[laps], i)
		}
	}
}

// situations is a set of positions that differ in more than their laps.
type situations struct {
	list  []Position
	table []int32 // by hash: an index into list, + 1
}

func (s *situations) clear() {
	if len(s.list) > 0 {
		clear(s.table)
		s.list = s.list[:0]
	}
}

// add puts a position in and returns its index, and whether it is new or has
// fewer laps than before.
func (s *situations) add(p *Position) (at int32, fewer bool) {
	if 2*(len(s.list)+1) > len(s.table) {
		s.table = make([]int32, max(256, 4*len(s.table)))
		for i := range s.list {
			s.table[s.slot(&s.list[i])] = int32(i) + 1
		}
	}
	slot := s.slot(p)
	if i := s.table[slot] - 1; i >= 0 {
		if s.list[i].laps <= p.laps {
			return i, false
		}
		s.list[i].laps = p.laps
		return i, true
	}
	s.list = append(s.list, *p)
	s.table[slot] = int32(len(s.list))
	return int32(len(s.list)) - 1, true
}

// slot returns where in the table a position is, or is to be.
func (s *situations) slot(p *Position) uint64 {
	key := *p
	key.laps = 0
	for slot := key.Hash(); ; slot++ {
		slot &= uint64(len(s.table) - 1)
		i := s.table[slot] - 1
		if i < 0 {
			return slot
		}
		had := s.list[i]
		if had.laps = 0; had == key {
			return slot
		}
	}
}

// numbered numbers the positions between turns of one board and one number of
// cows, as the side to move sees them: the rules do not tell the sides apart, and
// cows stay on the board. A position is a way to put the cows into the mover's and the
// enemy's pits, in this order; it is numbered in the combinatorial number system
// as the set of the bars between the pits in a row of cows and bars.
type numbered struct {
	blank Position
	cows  int
}

// newNumbering returns the numbering of the settings; none where the ply counts
// (IG11).
func newNumbering(s kibaho.Settings) kibaho.Numbering[Position] {
	p, err := start(s)
	if err != nil || p.flags&quietOpening != 0 {
		return nil
	}
	n := numbered{blank: p, cows: p.Cows(0) + p.Cows(1)}
	n.blank.lanes = [2]mancala.Lane{}
	if n.bars()+n.cows >= len(ways) {
		return nil
	}
	return n
}

// ways[n][k] is the number of sets of k among n, 0 if it is too great.
var ways = func() (c [48][24]uint64) {
	for n := range c {
		c[n][0] = 1
		for k := 1; n > 0 && k < len(c[n]); k++ {
			c[n][k] = c[n-1][k-1] + c[n-1][k]
		}
	}
	return c
}()

func (n numbered) bars() int    { return 2*n.blank.pits() - 1 }
func (n numbered) Size() uint64 { return ways[n.bars()+n.cows][n.bars()] }

// Holds reports that a position has as many cows and is between turns.
func (n numbered) Holds(p *Position) bool {
	q := *p
	q.lanes, q.side = n.blank.lanes, n.blank.side
	return q == n.blank && p.Cows(0)+p.Cows(1) == n.cows
}

// Number returns the number of a position between turns.
func (n numbered) Number(p *Position) (number uint64) {
	place, bar := 0, 0
	for _, lane := range [2]*mancala.Lane{&p.lanes[p.side], &p.lanes[p.side^1]} {
		for pit := range p.pits() {
			place += lane.At(pit)
			if bar++; bar <= n.bars() {
				number += ways[place][bar]
			}
			place++
		}
	}
	return number
}

// Position returns the position of a number with South to move.
func (n numbered) Position(number uint64) Position {
	p := n.blank
	place := n.bars() + n.cows // the bar beyond the last pit
	for bar := n.bars(); bar >= 0; bar-- {
		at := -1
		if bar > 0 {
			for at = place - 1; ways[at][bar] > number; at-- {
			}
			number -= ways[at][bar]
		}
		pits := p.pits()
		p.lanes[bar/pits].Set(bar%pits, place-at-1)
		place = at
	}
	return p
}
