package igisoro

import (
	"math/bits"

	"kibaho"
	"kibaho/mancala"
)

// choice is what the mover is asked within a turn.
type choice uint8

const (
	none    choice = iota // nothing: a turn begins
	turning               // turn back or go on (IG9)
	taking                // take or leave (IG6, IG8)
)

// The flags of a position: options with two values.
const (
	mustTake      uint8 = 1 << iota // capture=must (IG8)
	resowFromTurn                   // resow=turn (IG7)
	arrivalOnly                     // reverse=arrival (IG10)
	startFromOne                    // min-start=1 (IG3)
	quietOpening                    // quiet-plies=4 (IG11)
)

// quietPlies is how many plies the quiet opening lasts (IG11).
const quietPlies = 4

// Position is a position of Igisoro, the options included. Make one with
// [Game].Start or [Game].Read. Two positions are equal if they are the same in
// all that their text form tells and are played by the same options.
type Position struct {
	lanes [2]mancala.Lane // South's and North's pits

	most    uint16 // endless-laps (IG13)
	columns uint8
	perPit  uint8 // what the start has in each inner pit
	flags   uint8
	reverse uint8 // an index into reverseSets (IG9)

	side kibaho.Side
	ply  uint8 // counted up to quietPlies in a quiet opening, else 0

	// The rest is zero while a turn begins.
	choice choice
	at     uint8  // turning: the pit that the hand is sown from; taking: the pit reached
	origin uint8  // taking: the pit that the last handful was sown from
	start  uint8  // the pit that the turn began with
	hand   uint8  // turning: cows in the hand
	laps   uint16 // handfuls sown in this turn
}

// The values of reverse-pits (IG9), in the order of the option's values.
const (
	secondAndEnds = iota
	leftEnd
	noReverse
)

// reverseSets are the pits that a sowing may be turned back from, as sets, by
// value of the option and number of columns.
var reverseSets = func() (sets [3][mancala.MaxColumns + 1]uint32) {
	for n := 2; n <= mancala.MaxColumns; n++ {
		// With two columns these are all four pits, with three the two second
		// pits of the inner row are the same one.
		sets[secondAndEnds][n] = 1<<1 | 1<<(n-2) | 1<<n | 1<<(2*n-1)
		sets[leftEnd][n] = 1<<(n-2) | 1<<(n-1) | 1<<n | 1<<(n+1)
	}
	return sets
}()

// Turn returns the side to move.
func (p *Position) Turn() kibaho.Side { return p.side }

// MidTurn reports that a choice within a turn is open (IG14).
func (p *Position) MidTurn() bool { return p.choice != none }

func (p *Position) pits() int { return 2 * int(p.columns) }

// quiet reports that nothing may be captured in this turn (IG11).
func (p *Position) quiet() bool { return p.flags&quietOpening != 0 && p.ply < quietPlies }

// reversePits returns the set of pits that the options let turn back from.
func (p *Position) reversePits() uint32 { return reverseSets[p.reverse][p.columns] }

// starts returns the set of pits that hold enough to start a turn (IG3).
func (p *Position) starts() uint32 {
	if p.flags&startFromOne != 0 {
		return p.lanes[p.side].Some()
	}
	return p.lanes[p.side].Many()
}

// ripe returns the set of the mover's inner pits that face two filled pits (IG6).
func (p *Position) ripe() uint32 {
	n := uint(p.columns)
	some := p.lanes[p.side^1].Some()
	return bits.Reverse32(some) >> (32 - n) & (some >> n)
}

// facing returns the enemy's pits opposite an inner pit: the inner one and the
// outer one behind it.
func (p *Position) facing(pit int) (inner, outer int) {
	return int(p.columns) - 1 - pit, int(p.columns) + pit
}

// Cows returns how many cows a side has, those in the hand of the mover included.
func (p *Position) Cows(s kibaho.Side) int {
	n := p.lanes[s].Sum()
	if s == p.side {
		n += int(p.hand)
	}
	return n
}

// Outcome returns the outcome by the position alone: the player to move who has
// no pit to start from has lost (IG12), and the game is drawn if all that he
// could start is endless (IG13).
func (p *Position) Outcome() kibaho.Outcome {
	if p.choice != none {
		if p.legal(p.refusal()) || p.legal(p.acceptance()) {
			return kibaho.Ongoing
		}
		return kibaho.Draw
	}
	set := p.starts()
	if set == 0 {
		return kibaho.Wins(p.side.Other())
	}
	for ; set != 0; set &= set - 1 {
		if p.legal(Move(bits.TrailingZeros32(set))) {
			return kibaho.Ongoing
		}
	}
	return kibaho.Draw
}

// Hash returns 64 well-mixed bits.
func (p *Position) Hash() uint64 {
	x := uint64(p.most) | uint64(p.columns)<<16 | uint64(p.flags)<<24 | uint64(p.reverse)<<32 | uint64(p.side)<<40 | uint64(p.ply)<<48 | uint64(p.perPit)<<56
	h := fold(p.lanes[0][0]^0x9e3779b97f4a7c15, p.lanes[0][1]^0xbf58476d1ce4e5b9) +
		fold(p.lanes[1][0]^0x94d049bb133111eb, p.lanes[1][1]^0xd6e8feb86659fd93)
	if p.columns > 8 {
		h += fold(p.lanes[0][2]^0xa0761d6478bd642f, p.lanes[0][3]^0xe7037ed1a0b428db) ^
			fold(p.lanes[1][2]^0x8ebc6af09c88c6e3, p.lanes[1][3]^0x589965cc75374cc3)
	}
	if p.choice != none {
		y := uint64(p.choice) | uint64(p.at)<<8 | uint64(p.origin)<<16 | uint64(p.hand)<<24 | uint64(p.laps)<<32 | uint64(p.start)<<48
		h = kibaho.Mix(h, y)
	}
	return kibaho.Mix(h, x)
}

// fold multiplies two words and folds the product: one step of a strong hash.
func fold(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return hi ^ lo
}
