package chuba

import (
	"math/bits"
	"sync"

	"kibaho"
)

// A random game keeps a row of pits in one word, five bits a pit from the right
// hand: a side is two words, and a pair of pits stands at the same bits of both.
// A pit is named by its lowest bit, 64 more in the outer row. That is enough for
// twelve columns and 31 men a side.
const (
	pitBits = 5
	pitMask = 1<<pitBits - 1
	mostRow = 12
	lowest  = 1 | 1<<5 | 1<<10 | 1<<15 | 1<<20 | 1<<25 | 1<<30 | 1<<35 | 1<<40 | 1<<45 | 1<<50 | 1<<55
	highest = lowest << (pitBits - 1)
	below   = highest - lowest // the other four bits of each pit
	outside = 64
)

// some returns the highest bit of each pit that holds men.
func some(row uint64) uint64 { return (row&below + below | row) & highest }

// many returns the highest bit of each pit that holds two men or more.
func many(row uint64) uint64 { return (row>>1&below + below) & highest }

// nth returns the lowest bit of the k-th pit, counted from 0, of a set of highest
// bits. There must be more than k.
func nth(set, k uint64) uint64 {
	upTo := set >> (pitBits - 1) * lowest // in each pit: how many of the set up to it
	return uint64(bits.TrailingZeros64(((upTo|highest)-(k+1)*lowest)&highest)) - (pitBits - 1)
}

// lap is what the sowing of a handful changes: words to add to the rows, the
// highest bits of the outer pits that a man falls into, and the last pit, with its
// slot from bit 8 on.
type lap struct{ inner, outer, upon, last uint64 }

// laps are all laps of a number of columns, by the handful times 32 and the slot of
// the pit that it was lifted from: close together, to stay in the nearest memory.
type laps [32 * 32]lap

// slot numbers the pits from 0 to 31. No two multiples of five below 80 have the
// same last four bits.
func slot(pit uint64) uint64 { return pit&15 | pit/outside<<4 }

var lapsOf [mostRow + 1]func() *laps

func init() {
	for columns := range lapsOf {
		lapsOf[columns] = sync.OnceValue(func() *laps { return newLaps(columns) })
	}
}

func newLaps(columns int) *laps {
	all := new(laps)
	name := func(pit int) uint64 {
		if pit < columns {
			return uint64(pitBits * pit)
		}
		return uint64(outside + pitBits*(2*columns-1-pit))
	}
	for start := range 2 * columns {
		var l lap
		for n := 1; n < 32; n++ {
			last := name((start + n) % (2 * columns))
			l.last = slot(last)<<8 | last
			if last < outside {
				l.inner += 1 << last
			} else {
				l.outer += 1 << (last - outside)
				l.upon |= 1 << (last - outside + pitBits - 1)
			}
			lifted := l
			if from := name(start); from < outside {
				lifted.inner -= uint64(n) << from
			} else {
				lifted.outer -= uint64(n) << (from - outside)
			}
			all[uint64(n)<<5|slot(name(start))] = lifted
		}
	}
	return all
}

// fits reports that rush can play on from here.
func (g *game) fits() bool {
	return g.p.columns <= mostRow && g.p.reading&fromInner == 0 && g.p.men[0].Sum() < 32 && g.p.men[1].Sum() < 32
}

// rows returns the two rows of a side.
func (p *Position) rows(s kibaho.Side) (inner, outer uint64) {
	n := int(p.columns)
	for k := range n {
		inner |= uint64(p.men[s].At(k)) << (pitBits * k)
		outer |= uint64(p.men[s].At(2*n-1-k)) << (pitBits * k)
	}
	return inner, outer
}

// waiting returns the highest bits of a side's pits not played upon, and in bit 0
// whether the forfeit that happens once is used up.
func (p *Position) waiting(s kibaho.Side) uint64 {
	w := uint64(p.spent >> s & 1)
	for u := p.unplayed[s]; u != 0; u &= u - 1 {
		w |= 1 << (pitBits*(2*int(p.columns)-1-bits.TrailingZeros32(u)) + pitBits - 1)
	}
	return w
}

// rush plays the game to its end. What is drawn is found without branches that
// depend on the number drawn: they could not be predicted, and a wrong guess costs
// more than the arithmetic.
func (g *game) rush(r *kibaho.Rand) {
	g.forget()
	side := g.p.side
	inner, outer := g.p.rows(side)
	inner2, outer2 := g.p.rows(side.Other()) // the opponent's
	waiting, waiting2 := g.p.waiting(side), g.p.waiting(side.Other())
	all, most, top := lapsOf[g.p.columns](), int(g.p.laps), uint64(pitBits*(g.p.columns-1))
	bound := uint64(0) // the pits whose men may not start until they are played upon (CH8)
	if g.p.reading&fixed != 0 {
		bound = highest
	}
	full := uint64(g.p.columns) // so many second pairs leave no choice of nothing (CH10)
	if g.p.reading&must != 0 {
		full--
	}
	outers := uint64(g.p.reading & loseOuter)
	first := g.limits.Repetition == 1
	plies, longest := g.res.Plies, g.res.Longest
	hash, hash2 := mixed(inner, outer, waiting), mixed(inner2, outer2, waiting2)
	var outcome kibaho.Outcome
	for {
		// 1. The end, and the pits that may start.
		if inner|outer == 0 || inner2|outer2 == 0 {
			outcome = kibaho.Wins(side)
			if inner|outer == 0 {
				outcome = kibaho.Wins(side.Other()) // CH11, CH12
			}
			break
		}
		ins, outs := many(inner), many(outer) // CH6
		if ins|outs == 0 {
			ins, outs = single(inner, outer, top) // CH7
		}
		outs &^= waiting & bound
		if ins|outs == 0 {
			outcome = kibaho.Wins(side.Other()) // CH12
			break
		}
		if g.drawn {
			outcome = kibaho.Draw
			break
		}
		if plies >= maxPlies {
			break
		}
		// 2. A pit and its sowing (CH4, CH5).
	choose:
		n := uint64(bits.OnesCount64(ins))
		k, _ := bits.Mul64(r.Uint64(), n+uint64(bits.OnesCount64(outs)))
		k -= n
		in := uint64(int64(k) >> 63) // all ones if the pit is an inner one
		start := nth(outs^(outs^ins)&in, k+n&in)
		n = (outer ^ (outer^inner)&in) >> (start & 63) & pitMask
		upon := 1 << (start & 63) << (pitBits - 1) &^ in
		start |= outside &^ in
		a, b, lapped, last := inner, outer, 0, slot(start)<<8
		for {
			l := &all[(n<<5|last>>8)%uint64(len(all))]
			a += l.inner
			b += l.outer
			upon |= l.upon
			last = l.last
			lapped++
			// A branch on the row could not be predicted.
			w := a ^ (a^b)&-(last/outside&1)
			if n = w >> (last & 63) & pitMask; n == 1 {
				break
			}
			if lapped == most { // CH13
				start += pitBits - 1
				ins &^= 1 << (start & 63) & in
				outs &^= 1 << (start & 63) &^ in
				if ins|outs == 0 {
					outcome = kibaho.Draw
					goto over
				}
				goto choose
			}
		}
		plies++
		longest = max(longest, lapped)
		g.drawn = first // each position comes up for the first time
		// 3. What it takes (CH9, CH10).
		before := hash + bits.RotateLeft64(hash2, 32)
		inner, outer, waiting = a, b, waiting&^upon
		hash = mixed(inner, outer, waiting)
		across := (top - last) & 63
		took := inner2>>across&pitMask&(last/outside&1-1) != 0
		if took {
			gone := uint64(pitMask) << across
			filled := (some(inner2) | some(outer2)) &^ gone
			seconds := uint64(bits.OnesCount64(filled))
			choices := seconds
			if seconds != full {
				choices++
			}
			if k, _ := bits.Mul64(r.Uint64(), choices); k < seconds {
				gone |= pitMask << (nth(filled, k) & 63)
			}
			inner2 &^= gone
			outer2 &^= gone
			waiting2 &^= gone & highest
			hash2 = mixed(inner2, outer2, waiting2)
			if g.quiet != 0 {
				g.quiet = 0
				g.forget()
			}
		}
		// 4. Single men (CH11).
		if ((inner|outer)&^lowest == 0 || (inner2|outer2)&^lowest == 0) && (waiting|waiting2)&highest|outers != 0 {
			outer, waiting, outer2, waiting2 = g.p.reading.forfeit(inner, outer, waiting, inner2, outer2, waiting2)
			hash, hash2 = mixed(inner, outer, waiting), mixed(inner2, outer2, waiting2)
		}
		if !took {
			g.note(before, hash2+bits.RotateLeft64(hash, 32))
		}
		side = side.Other()
		inner, outer, waiting, hash, inner2, outer2, waiting2, hash2 = inner2, outer2, waiting2, hash2, inner, outer, waiting, hash
	}
over:
	g.res.Outcome, g.res.Plies, g.res.Longest = outcome, plies, longest
}

// single returns the highest bits of the pits that may start if all men are single:
// those before an empty pit (CH7). The last pit of a row is at bit top.
func single(inner, outer, top uint64) (ins, outs uint64) {
	ins, outs = some(inner), some(outer)
	row := (uint64(1)<<(top+pitBits) - 1) & highest
	freeIn, freeOut := row&^ins, row&^outs
	return ins & (freeIn>>pitBits | freeOut&(pitMask<<top)), outs & (freeOut<<pitBits | freeIn&pitMask)
}

// forfeit is the end of a turn with a side all of whose men are single, the mover's
// first (CH11). It returns the outer rows and who is waiting.
func (r reading) forfeit(inner, outer, waiting, inner2, outer2, waiting2 uint64) (_, _, _, _ uint64) {
	if r&forfeits != 0 && inner2|outer2 != 0 {
		if (inner|outer)&^lowest == 0 {
			outer, waiting = r.lose(inner, outer, waiting)
		}
		if (inner2|outer2)&^lowest == 0 {
			outer2, waiting2 = r.lose(inner2, outer2, waiting2)
		}
	}
	return outer, waiting, outer2, waiting2
}

// lose takes from a side, all of whose men are single, what it loses (CH11).
func (r reading) lose(inner, outer, waiting uint64) (uint64, uint64) {
	switch {
	case inner|outer == 0:
	case r&loseOuter == 0:
		outer &^= waiting & highest >> (pitBits - 1)
		waiting &^= highest
	case r&once == 0:
		outer, waiting = 0, waiting&^highest
	case waiting&1 == 0:
		outer, waiting = 0, waiting&^highest|1
	}
	return outer, waiting
}

// mixed is the hash of a side.
func mixed(inner, outer, waiting uint64) uint64 {
	return fold(inner^0x9e3779b97f4a7c15, (outer^waiting*0xc4ceb9fe1a85ec53)^0xd1b54a32d192ed03)
}
