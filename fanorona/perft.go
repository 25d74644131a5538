package fanorona

import "math/bits"

// Perft counts the complete turns to the given depth, at least 1, without move
// lists. Its time is not bounded: it grows with the count.
func Perft(p *Position, depth int) uint64 {
	own, opp := p.men[p.Turn()], p.men[p.Turn().Other()]
	if p.rules&(singles|gives) != 0 {
		return p.perftOpening(depth)
	}
	if !p.board().oneWord {
		w := newWalker(p)
		w.depth = depth - 1
		w.turns(own, opp)
		return w.count
	}
	c := counter{laws: p.laws(), free: p.rules&mayCapture != 0, passes: p.rules&blockedPass != 0}
	return c.turns(own.lo, opp.lo, depth)
}

// perftOpening counts from a position whose turns are single steps by rule
// (FA10, FA16): few, but each can change what rules come next.
func (p *Position) perftOpening(depth int) (n uint64) {
	var list [128]Move
	moves := p.Moves(list[:0])
	if depth == 1 {
		return uint64(len(moves))
	}
	for _, m := range moves {
		after := *p
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
	any := false
	for k := range directions {
		from := own
		if straight>>k&1 == 0 {
			from &= strong
		}
		from &= beyond(vacant, back(k))
		approach := from & beyond(beyond(opp, back(k)), back(k))
		withdrawal := from & beyond(opp, k)
		if approach|withdrawal == 0 {
			continue
		}
		any = true
		for ; approach != 0; approach &= approach - 1 {
			at := approach & -approach
			to := beyond(at, k)
			n += c.chain(to, own^at, opp&^ray(to, opp, k), at, alongs[k]&c.barring, depth)
		}
		for ; withdrawal != 0; withdrawal &= withdrawal - 1 {
			at := withdrawal & -withdrawal
			n += c.chain(beyond(at, k), own^at, opp&^ray(at, opp, back(k)), at, alongs[k]&c.barring, depth)
		}
	}
	if any && !c.free {
		return n
	}
	return n + c.paikas(own, opp, vacant, depth)
}

func (c *counter) paikas(own, opp, vacant uint64, depth int) (n uint64) {
	for k := range directions {
		from := own
		if straight>>k&1 == 0 {
			from &= strong
		}
		from &= beyond(vacant, back(k))
		from &^= beyond(beyond(opp, back(k)), back(k)) | beyond(opp, k)
		if depth == 1 {
			n += uint64(bits.OnesCount64(from))
			continue
		}
		for ; from != 0; from &= from - 1 {
			at := from & -from
			n += c.turns(opp, own^at^beyond(at, k), depth-1)
		}
	}
	return n
}

// chain counts the turn whose piece has come to at and those that go on from it,
// as [lister.chain] lists them.
func (c *counter) chain(at, own, opp, barred uint64, spent uint8, depth int) (n uint64) {
	vacant := c.points &^ (own | opp | barred | at)
	ds := uint8(allWays)
	if at&strong == 0 {
		ds = straight
	}
	any := false
	for ds &^= spent; ds != 0; ds &= ds - 1 {
		k := bits.TrailingZeros8(ds)
		to := beyond(at, k)
		if to&vacant == 0 {
			continue
		}
		approach, withdrawal := beyond(to, k)&opp, beyond(at, back(k))&opp
		if approach|withdrawal == 0 {
			continue
		}
		any = true
		if approach != 0 {
			n += c.chain(to, own, opp&^ray(to, opp, k), barred&c.keep|at, spent&c.lines|alongs[k]&c.barring, depth)
		}
		if withdrawal != 0 {
			n += c.chain(to, own, opp&^ray(at, opp, back(k)), barred&c.keep|at, spent&c.lines|alongs[k]&c.barring, depth)
		}
	}
	switch {
	case any && c.goOn:
		return n
	case depth == 1:
		return n + 1
	}
	return n + c.turns(opp, own|at, depth-1)
}
