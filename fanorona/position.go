package fanorona

import (
	"math/bits"

	"kibaho"
)

// Position is a board with its pieces, the side to move and the options in
// force. White is [kibaho.First]. Positions are plain values: a copy is
// independent, and == tells whether two are the same in every respect that can
// matter to the rest of the game.
//
// What is over is forgotten: a position past the single steps of FA10 is the same
// whichever first-step option led to it, and one whose véla has come down to five
// men is an ordinary position.
type Position struct {
	men   [2]set // White's and Black's pieces
	rules rules
}

// rules are the options in force, the side to move and what is left of the
// opening, as bits. The zero value is the variant "fanorona" on 3x3, White to move.
type rules uint32

const (
	boardMask    rules = 15              // index in boards
	immediate    rules = 1 << (iota + 3) // revisit=immediate (FA8)
	onceATurn                            // line=once-a-turn (FA9)
	freeLines                            // line=free
	mayCapture                           // capture=may (FA11)
	mustGoOn                             // chain=must-go-on (FA13)
	blockedDraws                         // no-move=draw (FA15)
	blockedPass                          // no-move=pass
	firstGives                           // White gives a véla and has more than five men (FA16)
	secondGives                          // Black does
	rowOfOne                             // vela-take=row-of-one, while one gives
	second                               // Black is to move
	oneSingle                            // one ply of a single step is left (FA10)
	twoSingles                           // two are
	singles      = oneSingle | twoSingles
	gives        = firstGives | secondGives
)

// velaMen is the number of men at which a véla becomes an ordinary game (FA16).
const velaMen = 5

func (p *Position) board() *board { return &boards[p.rules&boardMask] }

// Turn returns the side to move.
func (p *Position) Turn() kibaho.Side {
	if p.rules&second != 0 {
		return kibaho.Second
	}
	return kibaho.First
}

// MidTurn is always false: a decision is a whole turn.
func (p *Position) MidTurn() bool { return false }

// Alternates is always true: the sides take turns, whatever happens.
func Alternates(*Position) bool { return true }

// Men returns the number of a side's pieces.
func (p *Position) Men(s kibaho.Side) int { return p.men[s].count() }

// giver reports that the side to move gives a véla (FA16).
func (p *Position) giver() bool { return p.rules&gives == firstGives<<p.Turn() }

// taker reports that the side to move takes what the other one gives (FA16).
func (p *Position) taker() bool { return p.rules&gives == firstGives<<p.Turn().Other() }

// Outcome returns the outcome by the position alone: FA14, FA15 and FA16.
func (p *Position) Outcome() kibaho.Outcome {
	side := p.Turn()
	switch {
	case p.men[side].empty():
		return kibaho.Wins(side.Other()) // FA14
	case p.men[side.Other()].empty():
		return kibaho.Wins(side)
	case p.taker():
		if !p.canCapture() {
			return kibaho.Wins(side) // FA16
		}
		return kibaho.Ongoing
	case p.rules&blockedPass != 0 || p.canStep():
		return kibaho.Ongoing
	case p.rules&blockedDraws != 0:
		return kibaho.Draw
	}
	return kibaho.Wins(side.Other()) // FA15
}

// canStep reports that the side to move has a piece beside a vacant point.
func (p *Position) canStep() bool {
	own, vacant := p.men[p.Turn()], p.board().points.without(p.men[0].and(p.men[1]))
	if p.board().oneWord {
		return own.lo&beside(vacant.lo) != 0
	}
	for s := vacant; !s.empty(); s = s.rest() {
		i := s.first()
		for ds := ways(i); ds != 0; ds &= ds - 1 {
			if own.has(i + leap[bits.TrailingZeros8(ds)]) {
				return true
			}
		}
	}
	return false
}

// beside returns the points that lines join to the points of x, in one word.
func beside(x uint64) uint64 {
	s := x & strong
	return x<<1 | x>>1 | x<<stride | x>>stride |
		s<<(stride+1) | s>>(stride+1) | s<<(stride-1) | s>>(stride-1)
}

// canCapture reports that the side to move has a capturing step.
func (p *Position) canCapture() bool {
	if p.board().oneWord {
		var f firsts
		capturing, _ := f.find(p)
		return capturing
	}
	w := newWalker(p)
	return w.canCapture(p.men[p.Turn()], p.men[p.Turn().Other()])
}

// hashSeed is what every hash begins with: any number will do.
const hashSeed = 0x66616e6f726f6e61

// Hash returns 64 well-mixed bits, the same in every run.
func (p *Position) Hash() uint64 {
	h := kibaho.Mix(hashSeed, uint64(p.rules))
	h = kibaho.Mix(h, p.men[0].lo)
	h = kibaho.Mix(h, p.men[1].lo)
	if p.men[0].hi|p.men[1].hi != 0 {
		h = kibaho.Mix(h, p.men[0].hi)
		h = kibaho.Mix(h, p.men[1].hi)
	}
	return h
}

// Play makes the move m, one of [Position.Moves].
func (p *Position) Play(m Move) {
	side := p.Turn()
	if m != passing {
		own, opp := p.men[side], p.men[side.Other()]
		nearest := p.rules&gives != 0 // FA16: only the nearest piece of a row goes
		if p.board().oneWord {
			own.lo, opp.lo = m.walk(own.lo, opp.lo, nearest)
		} else {
			own, opp = m.walkWide(own, opp, nearest)
		}
		p.men[side], p.men[side.Other()] = own, opp
	}
	p.rules ^= second
	if p.rules&(singles|gives) != 0 {
		p.endOpening()
	}
}

// endOpening counts a ply of FA10 and ends a véla whose giver has come down to
// five men (FA16).
func (p *Position) endOpening() {
	switch p.rules & singles {
	case oneSingle:
		p.rules &^= singles
	case twoSingles:
		p.rules ^= singles
	}
	if p.rules&firstGives != 0 && p.Men(kibaho.First) <= velaMen ||
		p.rules&secondGives != 0 && p.Men(kibaho.Second) <= velaMen {
		p.rules &^= gives | rowOfOne
	}
}

// mustHold panics on a move that was never legal, a bug of the caller's.
func mustHold(ok bool) {
	if !ok {
		panic("fanorona: not a legal move")
	}
}
