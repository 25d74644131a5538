package chuba

import (
	"math/bits"

	"kibaho"
)

// What the evaluation counts, in hundredths of a man.
const (
	manWorth = 100
	// bigPair is what a man more in a side's fullest pair costs it: the second
	// pair of any capture takes that one (CH10). In games of two-ply searches
	// 50 to 100 did no worse than men alone, 200 did.
	bigPair = 60
)

// eval estimates a position for the side to move.
func eval(p *Position) int {
	own, other := p.side, p.side.Other()
	return manWorth*(p.men[own].Sum()-p.men[other].Sum()) - bigPair*(p.fullest(own)-p.fullest(other))
}

// fullest returns the number of men in a side's fullest pair.
func (p *Position) fullest(s kibaho.Side) int {
	most := 0
	for pairs := p.pairs(s); pairs != 0; pairs &= pairs - 1 {
		most = max(most, p.held(s, bits.TrailingZeros32(pairs)))
	}
	return most
}

// held returns the number of men in a side's pair with the inner pit k.
func (p *Position) held(s kibaho.Side, k int) int {
	return p.men[s].At(k) + p.men[s].At(2*int(p.columns)-1-k)
}

// takes returns the number of men that a legal move captures.
func (p *Position) takes(m Move) int {
	if m.Second == NoCapture {
		return 0
	}
	lane := p.men[p.side]
	run := p.sower().Run(&lane, int(m.Pit), int(p.laps))
	other := p.side.Other()
	taken := p.held(other, int(p.columns)-1-run.Last)
	if m.Second != Nothing {
		taken += p.held(other, int(m.Second))
	}
	return taken
}
