package igisoro

import (
	"math/bits"

	"kibaho"
	"kibaho/mancala"
)

// narrowColumns is the greatest number of columns at which a side's pits are one word.
const narrowColumns = 4

// mostHand is above all handfuls of boards that are numbered, and above all places of
// cows and bars in a row.
const mostHand = 64

// handful is what sowing a handful from a pit adds to a word of pits, and the pit
// of the last cow.
type handful struct {
	add  uint64
	last uint8
}

// stand is where a turn on a narrow board stands: at an open choice, or at its end.
type stand struct {
	own, foe uint64 // a byte for each pit of the mover and of the enemy
	// What follows is zero at the end of the turn.
	choice choice
	at     uint8 // as in Position
	hand   uint8 // turning: cows in the hand; taking: the pit the last handful was sown from
	start  uint8 // where the options ask for it
	ripe   uint8 // set of the inner pits that face two filled ones
	laps   uint16
}

// meta holds what tells stands with the same words apart.
func (s *stand) meta() uint16 {
	return uint16(s.choice) | uint16(s.at)<<2 | uint16(s.hand)<<6 | uint16(s.start)<<12
}

// narrow finds the ends of turns as ending does, on boards of at most four columns and
// several times as fast: with words in place of lanes.
type narrow struct {
	numbered
	pits    int
	limit   int // of laps
	reverse uint32
	flags   uint8

	// Handfuls by their cows and pit: as in mancala.Sower.
	relay, drop, relayBack, dropBack [mostHand << 3]handful
	// ways by bar and place
	bar [4 * narrowColumns][mostHand]uint64

	met    []known // open addressing
	filled int
	mark   uint32 // of the entries that count
	todo   []waits
	byLaps []int32 // the last in the queue with so many laps, as an index + 1
	most   int     // the greatest laps in the queue
}

// waits is a stand in the queue.
type waits struct {
	stand
	next int32 // another one with as many laps, as an index + 1
}

// known is a stand that has come up.
type known struct {
	own, foe uint64
	mark     uint32
	meta     uint16
	laps     uint16 // the fewest it was met with
}

func newNarrow(n numbered) *narrow {
	w := &narrow{
		numbered: n, pits: n.blank.pits(), limit: int(n.blank.most),
		reverse: n.blank.reversePits(), flags: n.blank.flags, met: make([]known, 256), byLaps: make([]int32, int(n.blank.most)+2),
	}
	s := mancala.Sowing(w.pits)
	for hand := range mostHand {
		for pit := range w.pits {
			at := hand<<3 | pit
			w.relay[at] = handful{s.Relay(pit, hand)[0], uint8(s.Last(pit, hand))}
			w.drop[at] = handful{s.Drop(pit, hand)[0], uint8(s.Last(pit, hand))}
			w.relayBack[at] = handful{s.RelayBack(pit, hand)[0], uint8(s.LastBack(pit, hand))}
			w.dropBack[at] = handful{s.DropBack(pit, hand)[0], uint8(s.LastBack(pit, hand))}
		}
	}
	for bar := 1; bar <= n.bars(); bar++ {
		for place := range n.bars() + n.cows {
			w.bar[bar][place] = ways[place][bar]
		}
	}
	return w
}

// reach visits the numbers of the positions that the turns of a numbered one end in.
func (w *narrow) reach(number uint64, visit func(to uint64) bool) {
	own, foe := w.words(number)
	w.forget()
	p := w.blank
	p.lanes[0][0], p.lanes[1][0] = own, foe
	ripe := uint8(p.ripe())
	for set := p.starts(); set != 0; set &= set - 1 {
		pit := bits.TrailingZeros32(set)
		s := stand{own: own, foe: foe, ripe: ripe}
		if w.flags&resowFromTurn != 0 {
			s.start = uint8(pit)
		}
		if !w.take(&s, w.run(&s, pit, int(own>>(pit*8)&0xff), true, true), visit) {
			return
		}
	}
	// By fewest laps, so that whatever ends with some within the limit is found (IG13).
	for laps := 0; laps <= w.most; laps++ {
		for w.byLaps[laps] != 0 {
			now := &w.todo[w.byLaps[laps]-1]
			at := now.stand
			w.byLaps[laps] = now.next
			s := at
			if !w.take(&s, w.refuse(&s), visit) {
				return
			}
			if s = at; !w.take(&s, w.accept(&s), visit) {
				return
			}
		}
	}
}

// forget takes out all that is known.
func (w *narrow) forget() {
	if w.most >= 0 {
		clear(w.byLaps[:w.most+1])
	}
	w.todo, w.filled, w.most = w.todo[:0], 0, -1
	if w.mark++; w.mark == 0 {
		clear(w.met)
		w.mark = 1
	}
}

// take visits a new end, or puts a new choice in the queue. It returns false if the visitor has
// seen enough. With ok false there is neither: the sowing never ends.
func (w *narrow) take(s *stand, ok bool, visit func(to uint64) bool) bool {
	switch {
	case !ok || !w.add(s):
		return true
	case s.choice == none:
		return visit(w.number(s.foe, s.own))
	}
	laps := int(s.laps)
	w.todo = append(w.todo, waits{*s, w.byLaps[laps]})
	w.byLaps[laps] = int32(len(w.todo))
	w.most = max(w.most, laps)
	return true
}

// add reports whether a stand is new or, with a choice, has fewer laps than before, and
// keeps it.
func (w *narrow) add(s *stand) bool {
	if 2*w.filled >= len(w.met) {
		old := w.met
		w.met = make([]known, 4*len(old))
		for i := range old {
			if k := &old[i]; k.mark == w.mark {
				*w.slot(k.own, k.foe, k.meta) = *k
			}
		}
	}
	meta := s.meta()
	k := w.slot(s.own, s.foe, meta)
	if k.mark != w.mark {
		w.filled++
	} else if meta == 0 || k.laps <= s.laps {
		return false
	}
	*k = known{s.own, s.foe, w.mark, meta, s.laps}
	return true
}

// slot returns where a stand is known, or is to be.
func (w *narrow) slot(own, foe uint64, meta uint16) *known {
	h := fold(own^0x9e3779b97f4a7c15, foe^0xbf58476d1ce4e5b9^uint64(meta)<<44)
	for {
		k := &w.met[h&uint64(len(w.met)-1)]
		if k.mark != w.mark || k.own == own && k.foe == foe && k.meta == meta {
			return k
		}
		h++
	}
}

// refuse answers the open choice so that things go on as they do.
func (w *narrow) refuse(s *stand) bool {
	at := int(s.at)
	if s.choice == turning {
		return w.run(s, at, int(s.hand), false, false)
	}
	return w.run(s, at, int(s.own>>(at*8)&0xff), true, true)
}

// accept turns the hand back and captures, or captures.
func (w *narrow) accept(s *stand) bool {
	at := int(s.at)
	if s.choice == turning {
		if int(s.laps) >= w.limit {
			return false
		}
		back := &w.dropBack[int(s.hand)<<3|at]
		s.own += back.add
		s.laps++
		return w.run(s, at, w.capture(s, int(back.last)), false, true)
	}
	from := int(s.hand)
	if w.flags&resowFromTurn != 0 {
		from = int(s.start)
	}
	return w.run(s, from, w.capture(s, at), false, true)
}

// capture empties the two pits opposite an inner pit and returns what they held.
func (w *narrow) capture(s *stand, pit int) (cows int) {
	n := int(w.blank.columns)
	for _, at := range [2]int{n - 1 - pit, n + pit} {
		cows += int(s.foe >> (at * 8) & 0xff)
		s.foe &^= 0xff << (at * 8)
	}
	s.ripe &^= 1 << pit
	return cows
}

// run is runAny. It returns false for a sowing that is endless.
func (w *narrow) run(s *stand, from, hand int, onBoard, ask bool) bool {
	own, ripe, laps := s.own, uint32(s.ripe), int(s.laps)
	loopOwn, loopAt, loopNext := uint64(0), 0, laps+8
	for {
		// 1. A choice to turn the hand back.
		if ask && w.reverse>>from&1 != 0 && (laps > 0 || w.flags&arrivalOnly == 0) {
			back := &w.dropBack[hand<<3|from]
			if onBoard {
				back = &w.relayBack[hand<<3|from]
			}
			if ripe>>back.last&1 != 0 && (own+back.add)>>(back.last*8)&0xff >= 2 {
				if onBoard {
					own &^= 0xff << (from * 8)
				}
				s.own, s.ripe, s.laps = own, uint8(ripe), uint16(laps)
				s.choice, s.at, s.hand = turning, uint8(from), uint8(hand)
				return true
			}
		}
		ask = true
		if laps >= w.limit {
			return false
		}
		// 2. Sow.
		laps++
		h := &w.drop[hand<<3|from]
		if onBoard {
			h = &w.relay[hand<<3|from]
		}
		own += h.add
		last := int(h.last)
		n := int(own >> (last * 8) & 0xff)
		if n == 1 {
			s.own, s.choice, s.at, s.hand, s.start, s.ripe = own, none, 0, 0, 0, 0
			return true
		}
		if ripe>>last&1 == 0 {
			if own == loopOwn && last == loopAt {
				return false
			}
			if laps == loopNext {
				loopOwn, loopAt, loopNext = own, last, 2*laps
			}
			from, hand, onBoard = last, n, true
			continue
		}
		// 3. A choice to capture, or a capture.
		if w.flags&mustTake == 0 {
			s.own, s.ripe, s.laps = own, uint8(ripe), uint16(laps)
			s.choice, s.at, s.hand = taking, uint8(last), uint8(from)
			return true
		}
		if w.flags&resowFromTurn != 0 {
			from = int(s.start)
		}
		s.ripe = uint8(ripe)
		hand, onBoard = w.capture(s, last), false
		ripe = uint32(s.ripe)
		loopOwn = 0
	}
}

// words is Position: what the side to move and the other have.
func (w *narrow) words(number uint64) (mover, other uint64) {
	place := w.bars() + w.cows // the bar beyond the last pit
	for pit := 2*w.pits - 1; pit >= 0; pit-- {
		at := -1
		if pit > 0 {
			bar := &w.bar[pit]
			for at = place - 1; bar[at&(mostHand-1)] > number; at-- {
			}
			number -= bar[at&(mostHand-1)]
		}
		cows := uint64(place - at - 1)
		if pit < w.pits {
			mover |= cows << (pit * 8)
		} else {
			other |= cows << ((pit - w.pits) * 8)
		}
		place = at
	}
	return mover, other
}

// number is Number of what the side to move and the other have.
func (w *narrow) number(mover, other uint64) (number uint64) {
	const all = 0x0101010101010101
	sum := mover * all // how many cows lie in the pits up to each
	for pit := range w.pits {
		number += w.bar[pit+1][int(sum>>(pit*8)&0xff)+pit]
	}
	before := int(sum>>56) + w.pits
	sum = other * all
	for pit := range w.pits - 1 {
		number += w.bar[w.pits+pit+1][before+int(sum>>(pit*8)&0xff)+pit]
	}
	return number
}

// Reach returns a function that visits where the turns of a numbered position lead.
func (n numbered) Reach() func(number uint64, visit func(to uint64) bool) {
	if n.blank.columns <= narrowColumns {
		return newNarrow(n).reach
	}
	e := &ending{}
	var after []Position
	return func(number uint64, visit func(to uint64) bool) {
		p := n.Position(number)
		after = e.ends(&p, after[:0])
		for i := range after {
			if !visit(n.Number(&after[i])) {
				return
			}
		}
	}
}

// MayWin reports that the enemy may be left without a turn. He keeps each of his pits
// that cannot be captured, since nothing else lies opposite, so none of them may hold
// enough to start (IG3, IG6).
func (n numbered) MayWin(number uint64) bool {
	p := n.Position(number)
	foe := &p.lanes[1]
	some, able := foe.Some(), foe.Many()
	if p.flags&startFromOne != 0 {
		able = some
	}
	behind := bits.Reverse32(some) >> (32 - p.pits()) // set where something lies in the other row
	return able&^behind == 0
}

var _ kibaho.Numbering[Position] = numbered{}
