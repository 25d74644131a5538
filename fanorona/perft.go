package fanorona

import "math/bits"

// Perft counts the complete turns to the given depth, at least 1, without move
// lists. Its time is not bounded: it grows with the count.
func Perft(p *Position, depth int) uint64 {
	own, opp := p.men[p.Turn()], p.men[p.Turn().Other()]
	switch {
	case !p.board().oneWord && p.rules&(singles|gives) == 0:
		w := newWalker(p)
		w.depth = depth - 1
		w.turns(own, opp)
		return w.count
	case p.rules&(singles|gives) != 0:
		return perftOpening(*p, depth)
	}
	c := counter{laws: p.laws(), free: p.rules&mayCapture != 0, passes: p.rules&blockedPass != 0}
	return c.turns(own.lo, opp.lo, depth)
}

// perftOpening counts from a position whose turns are single steps by rule
// (FA10, FA16): few, but each can change what rules come next.
func perftOpening(p Position, depth int) (n uint64) {
	moves := p.Moves(make([]Move, 0, 128))
	if depth == 1 {
		return uint64(len(moves))
	}
	for _, m := range moves {
		after := p
		after.Play(m)
		n += Perft(&after, depth-1)
	}
	return n
}

// counter counts turns in one word.
type counter struct {
	laws
	free   bool // capture=may (FA11)
	passes bool // no-move=pass (FA15)
}

// turns counts the turns of a position to a depth.
func (c *counter) turns(own, opp uint64, depth int) (n uint64) {
	if own == 0 || opp == 0 {
		return 0
	}
	vacant := c.points &^ (own | opp)
	capturing := false
	for k := 0; k < directions; k += 2 {
		by, from := leap[k], own
		if straight>>k&1 == 0 {
			from &= strong
		}
		to, fro := from&beyond(vacant, -by), from&beyond(vacant, by)
		if a, w := to&beyond(opp, -2*by), to&beyond(opp, by); a|w != 0 {
			capturing = true
			n += c.captures(a, w, own, opp, by, depth)
		}
		if a, w := fro&beyond(opp, 2*by), fro&beyond(opp, -by); a|w != 0 {
			capturing = true
			n += c.captures(a, w, own, opp, -by, depth)
		}
	}
	if capturing && !c.free {
		return n
	}
	return n + c.paikas(own, opp, vacant, capturing, depth)
}

// captures counts the turns that begin with a capture by a leap.
func (c *counter) captures(approach, withdrawal, own, opp uint64, by, depth int) (n uint64) {
	for ; approach != 0; approach &= approach - 1 {
		at := approach & -approach
		to := beyond(at, by)
		n += c.chain(to, own^at, opp&^ray(to, opp, by), at|^c.points, c.leech(0, to, by), depth)
	}
	for ; withdrawal != 0; withdrawal &= withdrawal - 1 {
		at := withdrawal & -withdrawal
		to := beyond(at, by)
		n += c.chain(to, own^at, opp&^ray(at, opp, -by), at|^c.points, c.leech(0, to, by), depth)
	}
	return n
}

// paikas counts the turns that begin with a plain step (FA12), or the pass if
// there is no move at all (FA15).
func (c *counter) paikas(own, opp, vacant uint64, capturing bool, depth int) (n uint64) {
	stepping := capturing
	for k, by := range &leap {
		from := own
		if straight>>k&1 == 0 {
			from &= strong
		}
		from &= beyond(vacant, -by) &^ (beyond(opp, -2*by) | beyond(opp, by))
		if depth == 1 {
			n += uint64(bits.OnesCount64(from))
			continue
		}
		for ; from != 0; from &= from - 1 {
			at := from & -from
			stepping = true
			n += c.turns(opp, own^at^beyond(at, by), depth-1)
		}
	}
	switch {
	case !c.passes || stepping || n > 0:
		return n
	case depth == 1:
		return 1
	}
	return c.turns(opp, own, depth-1)
}

// chain counts the turn whose piece has come to at and those that go on from it,
// as [lister.chain] lists them.
func (c *counter) chain(at, own, opp, barred, leech uint64, depth int) (n uint64) {
	i := bits.TrailingZeros64(at) & 63
	if next := near[i] &^ (own | opp | barred | leech); next != 0 {
		approach, withdrawal := next&halve(opp, i), next&reflect(opp, i)
		goesOn := approach|withdrawal != 0
		barred = barred&c.keep | at
		for ; approach != 0; approach &= approach - 1 {
			to, by := approach&-approach, bits.TrailingZeros64(approach)-i
			n += c.chain(to, own, opp&^ray(to, opp, by), barred, c.leech(leech, to, by), depth)
		}
		for ; withdrawal != 0; withdrawal &= withdrawal - 1 {
			to, by := withdrawal&-withdrawal, bits.TrailingZeros64(withdrawal)-i
			n += c.chain(to, own, opp&^ray(at, opp, -by), barred, c.leech(leech, to, by), depth)
		}
		if goesOn && c.goOn {
			return n
		}
	}
	if depth == 1 {
		return n + 1
	}
	return n + c.turns(opp, own|at, depth-1)
}
