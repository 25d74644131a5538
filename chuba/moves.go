package chuba

import (
	"math/bits"

	"kibaho"
	"kibaho/mancala"
)

// Move is a turn: the pit that it starts from and, if it captures, the second pair.
type Move struct {
	Pit    uint8 // 0 … 2n-1
	Second uint8 // the second pair by its inner pit, 0 … n-1, or Nothing or NoCapture
}

// What stands in the place of a second pair.
const (
	Nothing   uint8 = 0xfe // a capture whose second pair is empty or left (CH10)
	NoCapture uint8 = 0xff
)

func (p *Position) sower() *mancala.Sower { return mancala.Sowing(2 * int(p.columns)) }

// starts returns the pits that the side to move may start from, but for those
// that never end (CH13). It is empty if a side has no men.
func (p *Position) starts() uint32 {
	own := &p.men[p.side]
	if p.men[p.side.Other()] == (mancala.Lane{}) {
		return 0
	}
	starts := own.Many() // CH6
	if starts == 0 {
		// CH7: single men, if there are no others, into an empty pit.
		pits := 2 * p.columns
		some := own.Some()
		free := ^some & (1<<pits - 1)
		starts = some & (free>>1 | free<<(pits-1))
	}
	if p.reading&fixed != 0 {
		starts &^= p.unplayed[p.side] // CH8
	}
	return starts
}

// ends reports that the sowing from a pit of the side to move comes to an end.
func (p *Position) ends(pit int) bool {
	lane := p.men[p.side]
	return p.sower().Run(&lane, pit, int(p.laps)).Ended
}

// captured returns the opponent's inner pit that is captured when the last man of
// the side to move falls into the empty pit last; ok is false if none is (CH9).
func (p *Position) captured(last int) (inner int, ok bool) {
	n := int(p.columns)
	if last >= n {
		return 0, false
	}
	inner = n - 1 - last
	return inner, p.men[p.side.Other()].At(inner) != 0
}

// seconds returns the second pairs with men that may be chosen after a capture,
// and whether a choice that takes nothing is legal too (CH10). filled are the
// opponent's pairs with men before the capture.
func (p *Position) seconds(filled uint32, captured int) (pairs uint32, nothing bool) {
	others := p.inner() &^ (1 << captured)
	pairs = filled & others
	return pairs, p.reading&must == 0 || pairs != others
}

// Moves appends the legal moves, by pit and then by second pair, what takes
// nothing last.
func (p *Position) Moves(dst []Move) []Move {
	starts := p.starts()
	if starts == 0 {
		return dst
	}
	filled := p.pairs(p.side.Other())
	s := p.sower()
	for ; starts != 0; starts &= starts - 1 {
		pit := bits.TrailingZeros32(starts)
		lane := p.men[p.side]
		run := s.Run(&lane, pit, int(p.laps))
		if !run.Ended {
			continue
		}
		captured, ok := p.captured(run.Last)
		if !ok {
			dst = append(dst, Move{uint8(pit), NoCapture})
			continue
		}
		pairs, nothing := p.seconds(filled, captured)
		for ; pairs != 0; pairs &= pairs - 1 {
			dst = append(dst, Move{uint8(pit), uint8(bits.TrailingZeros32(pairs))})
		}
		if nothing {
			dst = append(dst, Move{uint8(pit), Nothing})
		}
	}
	return dst
}

// Play makes a move. Anything but a legal move is a bug of the caller's.
func (p *Position) Play(m Move) {
	last := p.sow(int(m.Pit))
	if m.Second != NoCapture {
		p.take(int(p.columns) - 1 - last)
		if m.Second != Nothing {
			p.take(int(m.Second))
		}
	}
	p.endTurn()
}

// sow plays the sowing from a pit of the side to move, which must come to an
// end, and returns the pit that the last man fell into (CH4, CH5, CH8).
func (p *Position) sow(pit int) int {
	unplayed := &p.unplayed[p.side]
	if *unplayed != 0 && p.reading&fromInner != 0 {
		return p.sowFromInner(pit)
	}
	run := p.sower().Run(&p.men[p.side], pit, int(p.laps))
	*unplayed &^= run.Touched | 1<<pit
	return run.Last
}

// sowFromInner is sow lap by lap, for the reading that only men of a handful from
// the inner row play upon the pits they fall into (CH8).
func (p *Position) sowFromInner(pit int) int {
	s := p.sower()
	lane, unplayed := &p.men[p.side], &p.unplayed[p.side]
	for range p.laps {
		n := lane.At(pit)
		lane.Sow(s.Relay(pit, n))
		if pit < int(p.columns) {
			*unplayed &^= s.Touched(pit, n)
		}
		*unplayed &^= 1 << pit // lifted
		pit = s.Last(pit, n)
		if lane.At(pit) == 1 {
			break
		}
	}
	return pit
}

// take removes the men of the opponent's pair with the inner pit k (CH9, CH10).
func (p *Position) take(k int) {
	outer := 2*int(p.columns) - 1 - k
	other := p.side.Other()
	p.men[other].Set(k, 0)
	p.men[other].Set(outer, 0)
	p.unplayed[other] &^= 1 << outer
}

// endTurn looks for single men (CH11) and gives the turn to the other side.
func (p *Position) endTurn() {
	other := p.side.Other()
	if p.reading&forfeits != 0 && p.men[other] != (mancala.Lane{}) {
		p.loseSingles(p.side)
		p.loseSingles(other)
	}
	p.side = other
}

// loseSingles takes from a side what it loses when all its men are single (CH11).
func (p *Position) loseSingles(s kibaho.Side) {
	lane := &p.men[s]
	many := mancala.Many(lane[0]) | mancala.Many(lane[1]) | mancala.Many(lane[2]) | mancala.Many(lane[3])
	if many != 0 || *lane == (mancala.Lane{}) {
		return
	}
	lost := p.unplayed[s]
	if p.reading&loseOuter != 0 {
		if p.reading&once != 0 {
			if p.spent>>s&1 != 0 {
				return
			}
			p.spent |= 1 << s
		}
		lost = p.outer()
	}
	for pits := lost; pits != 0; pits &= pits - 1 {
		lane.Set(bits.TrailingZeros32(pits), 0)
	}
	p.unplayed[s] &^= lost
}

// perft counts the turns to a depth of at least 1.
func perft(p *Position, depth int) uint64 {
	starts := p.starts()
	if starts == 0 {
		return 0
	}
	filled := p.pairs(p.side.Other())
	s := p.sower()
	var count uint64
	var sown, next Position // outside the loops they stay off the heap
	for ; starts != 0; starts &= starts - 1 {
		pit := bits.TrailingZeros32(starts)
		sown = *p
		run := s.Run(&sown.men[p.side], pit, int(p.laps))
		if !run.Ended {
			continue
		}
		captured, ok := p.captured(run.Last)
		var pairs uint32
		nothing := true
		if ok {
			pairs, nothing = p.seconds(filled, captured)
		}
		if depth == 1 {
			count += uint64(bits.OnesCount32(pairs))
			if nothing {
				count++
			}
			continue
		}
		if sown.unplayed[p.side] != 0 {
			if p.reading&fromInner != 0 {
				sown.men[p.side] = p.men[p.side]
				sown.sowFromInner(pit)
			} else {
				sown.unplayed[p.side] &^= run.Touched | 1<<pit
			}
		}
		if ok {
			sown.take(captured)
		}
		for ; pairs != 0; pairs &= pairs - 1 {
			next = sown
			next.take(bits.TrailingZeros32(pairs))
			next.endTurn()
			count += perft(&next, depth-1)
		}
		if nothing {
			sown.endTurn()
			count += perft(&sown, depth-1)
		}
	}
	return count
}
