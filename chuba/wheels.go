package chuba

import (
	"math/bits"

	"kibaho"
	"kibaho/mancala"
)

// wheel is a side in a random game, its men as bit planes: bit i of plane pk is
// bit k of the number of men in pit i.
//
// The words of a [mancala.Lane] sow a handful in one addition, but planes show all
// pits at once: which hold men, and where the first handful of each would end.
// That is what a choice among all moves needs.
type wheel struct {
	p0, p1, p2, p3 uint64
	unplayed       uint64
	spent          uint64 // 1 if the forfeit that happens once is used up
	hash           uint64
}

// spin is a wheel after a sowing.
type spin struct {
	p0, p1, p2, p3 uint64
	upon           uint64 // the pits played upon
	last           uint   // the pit of the last man
	laps           int
}

// wheels is a random game on two wheels. It does not know pits of 16 men or more,
// handfuls that go all the way round, and the reading that only men from the inner
// row play upon a pit.
type wheels struct {
	side          [2]wheel
	columns, pits uint
	all, inner    uint64 // sets of pits
	laps          int    // at most
	reading       reading
	spins         [2 * maxColumns]spin // by the pit that they start from
}

// set takes over a position, if that can be.
func (w *wheels) set(p *Position) (ok bool) {
	w.columns, w.laps, w.reading = uint(p.columns), int(p.laps), p.reading
	w.pits = 2 * w.columns
	w.all, w.inner = 1<<w.pits-1, 1<<w.columns-1
	for s := range w.side {
		planes := planesOf(&p.men[s])
		if planes[4]|planes[5] != 0 {
			return false
		}
		w.side[s] = wheel{planes[0], planes[1], planes[2], planes[3], uint64(p.unplayed[s]), uint64(p.spent >> s & 1), 0}
		w.side[s].rehash()
	}
	return p.reading&fromInner == 0
}

// position puts the wheels back into a position.
func (w *wheels) position(p *Position, side kibaho.Side) {
	p.side, p.spent = side, 0
	for s := range w.side {
		wheel := &w.side[s]
		p.men[s] = mancala.Lane{}
		for pit := range w.pits {
			p.men[s].Set(int(pit), int(menIn(wheel.p0, wheel.p1, wheel.p2, wheel.p3, pit)))
		}
		p.unplayed[s] = uint32(wheel.unplayed)
		p.spent |= uint8(wheel.spent) << s
	}
}

func (w *wheel) rehash() { w.hash = mix(w.p0, w.p1, w.p2, w.p3, w.unplayed, w.spent) }

// clear empties a set of pits.
func (w *wheel) clear(pits uint64) {
	w.p0 &^= pits
	w.p1 &^= pits
	w.p2 &^= pits
	w.p3 &^= pits
	w.unplayed &^= pits
}

// menIn returns the number of men in a pit.
func menIn(p0, p1, p2, p3 uint64, pit uint) uint {
	return uint(p0>>(pit&63)&1 | p1>>(pit&63)&1<<1 | p2>>(pit&63)&1<<2 | p3>>(pit&63)&1<<3)
}

// play plays the game to its end and reports true, or as far as wheels can and
// leaves the rest to g.
func (w *wheels) play(g *game, r *kibaho.Rand) bool {
	side := g.p.side
	own, other := &w.side[side&1], &w.side[side&1^1]
	now := w.side[0].hash + w.side[1].hash*northKey
	g.past.add(now)
	var seen [4]uint64 // a filter: a bit for each hash in g.past
	seen[now>>62] = 1 << (now >> 56 & 63)
	drawn := false
	bound := uint64(0) // the pits whose men wait until they are played upon
	if w.reading&fixed != 0 {
		bound = w.all
	}
	for ; ; g.res.Plies++ {
		// 1. The end (CH12).
		many := own.p1 | own.p2 | own.p3
		full, theirs := own.p0|many, other.p0|other.p1|other.p2|other.p3
		if full == 0 {
			g.res.Outcome = kibaho.Wins(side.Other())
			return true
		}
		if theirs == 0 {
			g.res.Outcome = kibaho.Wins(side)
			return true
		}
		// 2. The pits whose sowing ends with its first lap, and which of them capture.
		free := w.all &^ full
		prey := uint64(bits.Reverse32(uint32(theirs&w.inner)) >> (32 - w.columns&31)) // own pits opposite their men
		hit := free & prey
		// What is c pits on, by shifting c places.
		free |= free << (w.pits & 63)
		hit |= hit << (w.pits & 63)
		var starts, ended, captures uint64
		if many != 0 {
			starts = many &^ (own.unplayed & bound)
			low := starts &^ own.p3
			two, four := low&^own.p2, low&own.p2&^own.p1
			three, five := two&own.p0, four&own.p0
			two, four = two&^three, four&^five
			ended = two&(free>>2) | three&(free>>3) | four&(free>>4) | five&(free>>5)
			captures = two&(hit>>2) | three&(hit>>3) | four&(hit>>4) | five&(hit>>5)
		} else {
			starts = full & (free >> 1) &^ (own.unplayed & bound) // CH7
			ended, captures = starts, starts&(hit>>1)
		}
		if starts == 0 {
			g.res.Outcome = kibaho.Wins(side.Other())
			return true
		}
		if drawn {
			g.res.Outcome = kibaho.Draw
			return true
		}
		if g.res.Plies >= maxPlies {
			return true
		}
		if own.p0&own.p1&own.p2&own.p3 != 0 {
			w.position(&g.p, side) // a pit may come to hold 16
			return false
		}
		// 3. The other pits go on.
		short := ended
		for rest := starts &^ ended; rest != 0; rest &= rest - 1 {
			pit := uint(bits.TrailingZeros64(rest))
			last, ends := w.spin(own, pit)
			if ends {
				ended |= rest & -rest
				captures |= prey >> (last & 63) & 1 << (pit & 63)
			} else if last == tall {
				w.position(&g.p, side)
				return false
			}
		}
		if ended == 0 {
			g.res.Outcome = kibaho.Draw // CH13
			return true
		}
		// 4. A move, and what it takes.
		var pit uint
		if captures == 0 {
			pit = member(ended, r.N(bits.OnesCount64(ended)))
		} else {
			filled := (theirs | uint64(bits.Reverse32(uint32(theirs>>(w.columns&63)))>>(32-w.columns&31))) & w.inner
			// The pair captured is filled, so each capture has as many choices.
			seconds := bits.OnesCount64(filled) - 1
			choices := seconds
			if w.reading&must == 0 || seconds < int(w.columns)-1 {
				choices++
			}
			k := r.N(bits.OnesCount64(ended) + bits.OnesCount64(captures)*(choices-1))
			for ; captures != 0; captures &= captures - 1 {
				before := bits.OnesCount64(ended & (captures&-captures - 1))
				if k < before {
					captures = 0
					break
				}
				if k -= before; k < choices {
					break
				}
				k += before - (choices - 1)
			}
			if captures == 0 {
				pit = member(ended, k)
			} else {
				pit = uint(bits.TrailingZeros64(captures))
				last := w.spins[pit].last
				if short>>pit&1 != 0 {
					if last = pit + menIn(own.p0, own.p1, own.p2, 0, pit); last >= w.pits {
						last -= w.pits
					}
				}
				first := w.columns - 1 - last
				gone := uint64(1)<<(first&63) | 1<<((w.pits-1-first)&63)
				if k < seconds {
					second := member(filled&^gone, k)
					gone |= 1<<(second&63) | 1<<((w.pits-1-second)&63)
				}
				other.clear(gone)
				other.rehash()
				g.past.clear()
				seen = [4]uint64{}
			}
		}
		// 5. The sowing.
		if short>>(pit&63)&1 != 0 {
			n := menIn(own.p0, own.p1, own.p2, 0, pit)
			lifted := uint64(1) << (pit & 63)
			into := (uint64(1)<<n - 1) << ((pit + 1) & 63)
			into = (into | into>>(w.pits&63)) & w.all
			own.unplayed &^= into | lifted
			own.p0, into = own.p0&^lifted^into, own.p0&^lifted&into
			own.p1, into = own.p1&^lifted^into, own.p1&^lifted&into
			own.p2, into = own.p2&^lifted^into, own.p2&^lifted&into
			own.p3 ^= into
			g.res.Longest = max(g.res.Longest, 1)
		} else {
			s := &w.spins[pit]
			own.p0, own.p1, own.p2, own.p3 = s.p0, s.p1, s.p2, s.p3
			own.unplayed &^= s.upon
			g.res.Longest = max(g.res.Longest, s.laps)
		}
		// 6. Single men (CH11).
		if w.reading&forfeits != 0 && other.p0|other.p1|other.p2|other.p3 != 0 {
			if own.p1|own.p2|own.p3 == 0 {
				w.loseSingles(own)
			}
			if other.p1|other.p2|other.p3 == 0 {
				w.loseSingles(other)
				other.rehash()
			}
		}
		// 7. The limits.
		own.rehash()
		now = w.side[0].hash + w.side[1].hash*northKey
		g.past.add(now)
		bit, word := uint64(1)<<(now>>56&63), &seen[now>>62]
		drawn = g.limits.Quiet > 0 && g.past.n > g.limits.Quiet ||
			g.limits.Repetition > 0 && (*word&bit != 0 || g.limits.Repetition == 1) && g.past.times() >= g.limits.Repetition
		*word |= bit
		side = side.Other()
		own, other = other, own
	}
}

// tall is what spin returns for a pit when wheels cannot play its sowing.
const tall = 1 << 8

// spin plays the sowing from a pit into w.spins (CH4, CH5) and returns the pit of
// the last man, if it ends.
func (w *wheels) spin(own *wheel, pit uint) (last uint, ends bool) {
	s := &w.spins[pit%uint(len(w.spins))]
	p0, p1, p2, p3 := own.p0, own.p1, own.p2, own.p3
	upon := uint64(1) << (pit & 63)
	n := menIn(p0, p1, p2, p3, pit)
	for laps := 1; laps <= w.laps; laps++ {
		if n >= w.pits {
			return tall, false
		}
		// The pit of the last man holds one more than it does now.
		lifted := uint64(1) << (pit & 63)
		into := (uint64(1)<<(n&63) - 1) << ((pit + 1) & 63)
		into = (into | into>>(w.pits&63)) & w.all
		upon |= into
		pit += n - w.pits
		pit += w.pits & uint(int(pit)>>63)
		n = menIn(p0, p1, p2, p3, pit) + 1
		p0, into = p0&^lifted^into, p0&^lifted&into
		p1, into = p1&^lifted^into, p1&^lifted&into
		p2, into = p2&^lifted^into, p2&^lifted&into
		p3, into = p3&^lifted^into, p3&^lifted&into
		if into != 0 {
			return tall, false
		}
		if n == 1 {
			// Field by field: a whole spin would be copied in wide words, which
			// wait for the narrow ones to be stored.
			s.p0, s.p1, s.p2, s.p3 = p0, p1, p2, p3
			s.upon, s.last, s.laps = upon, pit, laps
			return pit, true
		}
	}
	return pit, false
}

// loseSingles takes from a side, all of whose men are single, what it loses (CH11).
func (w *wheels) loseSingles(s *wheel) {
	switch {
	case s.p0 == 0:
	case w.reading&loseOuter == 0:
		s.clear(s.unplayed)
	case w.reading&once == 0:
		s.clear(w.all &^ w.inner)
	case s.spent == 0:
		s.spent = 1
		s.clear(w.all &^ w.inner)
	}
}

// member returns the k-th member of a set, from 0.
func member(set uint64, k int) uint {
	for ; k > 3; k-- {
		set &= set - 1
	}
	// Branches would be hard to foretell: each step clears the lowest bit, unless
	// k is too small for it.
	set &= set - 1 | uint64((k-1)>>63)
	set &= set - 1 | uint64((k-2)>>63)
	set &= set - 1 | uint64((k-3)>>63)
	return uint(bits.TrailingZeros64(set))
}
