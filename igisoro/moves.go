package igisoro

import (
	"math/bits"

	"kibaho/mancala"
)

// Move is one decision: the pit that a turn starts from, 0 to 25, or the answer
// to a choice within a turn.
type Move uint8

// The answers.
const (
	TurnBack Move = 32 + iota // sow the hand the other way round (IG9)
	GoOn                      // sow it on
	Take                      // capture (IG6)
	Leave                     // sow on from the pit reached (IG8)
)

// refusal returns the answer that leaves things as they go, acceptance the other.
func (p *Position) refusal() Move {
	if p.choice == turning {
		return GoOn
	}
	return Leave
}

func (p *Position) acceptance() Move {
	if p.choice == turning {
		return TurnBack
	}
	return Take
}

// Moves appends the legal decisions to dst: pits in their order, or turning back
// before going on, or taking before leaving.
func (p *Position) Moves(dst []Move) []Move {
	if p.choice != none {
		for _, m := range [...]Move{p.acceptance(), p.refusal()} {
			if p.legal(m) {
				dst = append(dst, m)
			}
		}
		return dst
	}
	for set := p.starts(); set != 0; set &= set - 1 {
		if m := Move(bits.TrailingZeros32(set)); p.legal(m) {
			dst = append(dst, m)
		}
	}
	return dst
}

// Play makes the decision m and sows on until the next choice or the end of the
// turn. A decision that is not legal is a bug of the caller's: it panics, or
// leaves a position that means nothing.
func (p *Position) Play(m Move) {
	if p.step(m) == endless {
		panic("igisoro: played a sowing that never ends (IG13)")
	}
}

// endless tells that a turn has more laps than the limit (IG13).
const endless = -1

// step is Play for a decision that may be endless. It returns the laps of the
// turn so far; if it is endless, the position means nothing any more.
func (p *Position) step(m Move) (laps int) {
	switch m {
	case TurnBack:
		return p.turnBack()
	case GoOn:
		from, hand := int(p.at), int(p.hand)
		p.choice, p.at, p.hand = none, 0, 0
		return p.run(from, hand, false, false)
	case Take:
		last, from := int(p.at), int(p.origin)
		p.choice, p.at, p.origin = none, 0, 0
		if p.flags&resowFromTurn != 0 {
			from = int(p.start)
		}
		return p.run(from, p.capture(last), false, true)
	case Leave:
		from := int(p.at)
		p.choice, p.at, p.origin = none, 0, 0
		return p.run(from, p.lanes[p.side].At(from), true, true)
	}
	pit := int(m)
	if pit >= p.pits() || p.choice != none {
		panic("igisoro: played what is not a move here")
	}
	p.start = uint8(m)
	return p.run(pit, p.lanes[p.side].At(pit), true, true)
}

// capture empties the two pits opposite an inner pit and returns what they held.
func (p *Position) capture(pit int) int {
	inner, outer := p.facing(pit)
	foe := &p.lanes[p.side^1]
	return foe.Lift(inner) + foe.Lift(outer)
}

// turnBack sows the hand backwards, captures, and goes on with what was taken
// from the same pit, whatever the option resow says (IG7, IG9).
func (p *Position) turnBack() (laps int) {
	if p.laps == p.most {
		return endless
	}
	s := mancala.Sowing(p.pits())
	from, hand := int(p.at), int(p.hand)
	p.choice, p.at, p.hand = none, 0, 0
	p.laps++
	p.lanes[p.side].Sow(s.DropBack(from, hand))
	return p.run(from, p.capture(s.LastBack(from, hand)), false, true)
}

// canTurn reports that a hand sown backwards from a pit would capture with its
// last cow (IG9): that falls into a filled inner pit which faces two filled
// pits. onBoard tells that the hand still lies in the pit. Whether the options
// let that pit turn back is the caller's to know.
func (p *Position) canTurn(s *mancala.Sower, from, hand int, onBoard bool, ripe uint32) bool {
	last := s.LastBack(from, hand)
	if ripe>>last&1 == 0 {
		return false
	}
	own := p.lanes[p.side]
	if onBoard {
		own.Sow(s.RelayBack(from, hand))
	} else {
		own.Sow(s.DropBack(from, hand))
	}
	return own.At(last) >= 2
}

// endTurn hands the move to the other side.
func (p *Position) endTurn() {
	p.side ^= 1
	p.start, p.laps = 0, 0
	if p.flags&quietOpening != 0 && p.ply < quietPlies {
		p.ply++
	}
}

// run sows a handful beyond the pit from and goes on until the next choice or
// the end of the turn. onBoard tells that the hand still lies in that pit; ask,
// that turning it back has not been declined. It returns the laps of the turn, or
// endless.
func (p *Position) run(from, hand int, onBoard, ask bool) (laps int) {
	if p.columns == 8 {
		return p.run8(from, hand, onBoard, ask)
	}
	return p.runAny(from, hand, onBoard, ask)
}

// runAny is run for any number of columns.
func (p *Position) runAny(from, hand int, onBoard, ask bool) (laps int) {
	s := mancala.Sowing(p.pits())
	own := &p.lanes[p.side]
	var ripe, reverse uint32
	if !p.quiet() {
		ripe, reverse = p.ripe(), p.reversePits()
	}
	for {
		if ask && reverse>>from&1 != 0 && (p.laps > 0 || p.flags&arrivalOnly == 0) && p.canTurn(s, from, hand, onBoard, ripe) {
			if onBoard {
				own.Lift(from)
			}
			p.choice, p.at, p.hand = turning, uint8(from), uint8(hand)
			return int(p.laps)
		}
		ask = true
		if p.laps == p.most {
			return endless
		}
		p.laps++
		if onBoard {
			own.Sow(s.Relay(from, hand))
		} else {
			own.Sow(s.Drop(from, hand))
		}
		last := s.Last(from, hand)
		n := own.At(last)
		if n == 1 {
			laps = int(p.laps)
			p.endTurn()
			return laps
		}
		if ripe>>last&1 == 0 {
			from, hand, onBoard = last, n, true
			continue
		}
		if p.flags&mustTake == 0 {
			p.choice, p.at, p.origin = taking, uint8(last), uint8(from)
			return int(p.laps)
		}
		if p.flags&resowFromTurn != 0 {
			from = int(p.start)
		}
		ripe &^= 1 << last
		hand, onBoard = p.capture(last), false
	}
}

// run8 is run for eight columns, two words a side. The words stay in registers;
// the inner loop sows relays until something can happen: the end, a capture, or
// a pit to turn back from.
func (p *Position) run8(from, hand int, onBoard, ask bool) (laps int) {
	t := mancala.SowingPairs()
	lane, foe := &p.lanes[p.side], &p.lanes[p.side^1]
	own := mancala.Pair{Lo: lane[0], Hi: lane[1]}
	var ripe, reverse uint32
	if !p.quiet() {
		ripe = mancala.Pack(bits.ReverseBytes64(mancala.Some(foe[0])) & mancala.Some(foe[1]))
		reverse = p.reversePits()
	}
	// What is left of the laps may be 0 at the start.
	left := int(p.most) - int(p.laps)
	first := left
	if p.flags&arrivalOnly == 0 || p.laps > 0 {
		first = -1
	}
	for {
		if ask && reverse>>(from&15)&1 != 0 && left != first {
			back := &t.DropBack
			if onBoard {
				back = &t.RelayBack
			}
			last := (from - hand) & 15
			if d := &back[(hand<<4|from)&0xfff]; ripe>>last&1 != 0 && (mancala.Pair{Lo: own.Lo + d.Lo, Hi: own.Hi + d.Hi}).At(last) >= 2 {
				lane[0], lane[1] = own.Lo, own.Hi
				if onBoard {
					lane.Lift(from)
				}
				p.laps = p.most - uint16(left)
				p.choice, p.at, p.hand = turning, uint8(from), uint8(hand)
				return int(p.laps)
			}
		}
		ask = true
		if left == 0 {
			return endless
		}
		d := t.Drop[(hand<<4|from)&0xfff]
		if onBoard {
			d = t.Relay[(hand<<4|from)&0xfff]
		}
		pit, n, stops := from, hand, ripe|reverse
		for {
			from, pit = pit, (pit+n)&15
			left--
			// What a handful of fewer cows than pits ends on is known before
			// it is sown: that keeps the table off the chain of waiting.
			end := own.At(pit) + 1
			own.Lo += d.Lo
			own.Hi += d.Hi
			if n >= 16 {
				end = own.At(pit)
			}
			n = end
			if n == 1 || left == 0 || stops>>pit&1 != 0 {
				break
			}
			d = t.Relay[(n<<4|pit)&0xfff]
		}
		switch {
		case n == 1:
			lane[0], lane[1] = own.Lo, own.Hi
			p.endTurn()
			return int(p.most) - left
		case ripe>>pit&1 == 0:
			from, hand, onBoard = pit, n, true
		case p.flags&mustTake == 0:
			lane[0], lane[1] = own.Lo, own.Hi
			p.laps = p.most - uint16(left)
			p.choice, p.at, p.origin = taking, uint8(pit), uint8(from)
			return int(p.laps)
		default:
			ripe &^= 1 << pit
			a, b := foe[0]>>((7-pit)*8&63)&0xff, foe[1]>>(pit*8&63)&0xff
			foe[0] -= a << ((7 - pit) * 8 & 63)
			foe[1] -= b << (pit * 8 & 63)
			hand, onBoard = int(a+b), false
			if p.flags&resowFromTurn != 0 {
				from = int(p.start)
			}
		}
	}
}
