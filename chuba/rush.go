package chuba

import (
	"math/bits"
	"sync"

	"kibaho"
)

// A random game keeps a row of pits in one word, five bits a pit from the right
// hand: a side is two words, and a pair of pits stands at the same bits of both. A
// pit is named by its lowest bit. That is enough for twelve columns and 31 men a
// side. A set of pits of a row has the lowest bit of each; no set that is chosen
// from has more than fifteen, since no more pits can hold two of 31 men, and no
// more single men can stand before an empty pit.
const (
	pitBits = 5
	pitMask = 1<<pitBits - 1
	mostRow = 12
	lowest  = 1 | 1<<5 | 1<<10 | 1<<15 | 1<<20 | 1<<25 | 1<<30 | 1<<35 | 1<<40 | 1<<45 | 1<<50 | 1<<55
	highest = lowest << (pitBits - 1)
	below   = highest - lowest // the other four bits of each pit
	nowhere = pitBits * mostRow
	spent   = 1 << 63 // of rows.waiting: the forfeit that happens once is used up (CH11)
)

// some returns the pits that hold men.
func some(row uint64) uint64 { return (row&below + below | row) >> (pitBits - 1) & lowest }

// many returns the pits that hold two men or more.
func many(row uint64) uint64 { return (row>>1&below + below) >> (pitBits - 1) & lowest }

// upTo counts, in each pit, how many of a set there are up to it. The last pit has
// the size of the set.
func upTo(set uint64) uint64 { return set * lowest }

// size returns the size of the set with these counts.
func size(upTo uint64) uint64 { return upTo >> (nowhere - pitBits) & pitMask }

// nth returns the k-th pit, counted from 0, of the set with these counts, and
// nowhere if there are not so many. No branch depends on k: it could not be
// predicted, and a wrong guess costs more than the arithmetic.
func nth(upTo, k uint64) uint64 {
	return uint64(bits.TrailingZeros64(((upTo|highest)-(k+1)*lowest)&highest)) - (pitBits - 1)
}

// slot numbers the pits of a row from 0 to 15: no two multiples of five below 60
// have the same last four bits.
func slot[T int | uint64](pit T) uint64 { return uint64(pit & 15) }

// lap is what the sowing of a handful changes: words to add to the rows, the outer
// pits that a man falls into, and the place of the last one.
type lap struct {
	inner, outer, upon uint64
	last               place
}

// place is a pit of either row: in bits 0 to 9 what [laps.from] asks for, from bit
// 10 on the opposite pit, from bit 16 on the pit itself if it is an inner one, and
// from bit 24 on if it is an outer one. What it has not is nowhere.
type place uint64

// Of what laps.from asks for: less of the men than there are, and an outer pit.
const (
	less    = 31 * 32
	outside = 16
)

// newPlace returns pit i of a board of so many columns.
func newPlace(i, columns int) place {
	if i < columns {
		pit := pitBits * i
		return place(slot(pit) | less | uint64(pitBits*(columns-1)-pit)<<10 | uint64(pit)<<16 | nowhere<<24)
	}
	pit := pitBits * (2*columns - 1 - i)
	return place(slot(pit) | outside | less | nowhere<<10 | nowhere<<16 | uint64(pit)<<24)
}

// opposite returns the pit across the board.
func (p place) opposite() uint64 { return uint64(p >> 10 & 63) }

// holds returns how many men stand in the place. The bits of nowhere are zero.
func (p place) holds(inner, outer uint64) uint64 {
	return (inner>>(p>>16&63) | outer>>(p>>24&63)) & pitMask
}

// laps are all laps of a number of columns, close together to stay in the nearest
// memory: a lap of n men is at 32 times n-1 and the slot of the pit that they are
// lifted from, 16 more in the outer row. That of a man alone is an exception: since
// he is never sown on, his lap changes nothing and ends where he is. If he
// starts a move (CH7) he is taken for 32.
type laps [32 * 32]lap

// alone makes 32 of one.
const alone = 31

// from returns the lap of n men from a place.
func (l *laps) from(p place, n uint64) *lap { return &l[(n<<5+uint64(p))%uint64(len(l))] }

var lapsOf [mostRow + 1]func() *laps

func init() {
	for columns := range lapsOf {
		lapsOf[columns] = sync.OnceValue(func() *laps { return newLaps(columns) })
	}
}

func newLaps(columns int) *laps {
	all := new(laps)
	for start := range 2 * columns {
		from := newPlace(start, columns)
		*all.from(from, 1) = lap{last: from}
		var sown rows
		for n := 1; n < 32; n++ {
			last := (start + n) % (2 * columns)
			sown.add(last, columns, 1)
			if last >= columns {
				sown.waiting |= 1 << (pitBits * (2*columns - 1 - last))
			}
			lifted, hand := sown, uint64(n)
			lifted.add(start, columns, -n)
			if n == 1 {
				hand += alone
			}
			*all.from(from, hand) = lap{lifted.inner, lifted.outer, sown.waiting, newPlace(last, columns)}
		}
	}
	return all
}

// rows is a side of the board: what its pits hold, and the outer pits whose men have
// not been played upon, with the bit spent.
type rows struct{ inner, outer, waiting uint64 }

// rows returns a side.
func (p *Position) rows(s kibaho.Side) (side rows) {
	columns := int(p.columns)
	for i := range 2 * columns {
		side.add(i, columns, p.men[s].At(i))
	}
	side.waiting = uint64(p.spent>>s&1) * spent
	for u := p.unplayed[s]; u != 0; u &= u - 1 {
		side.waiting |= 1 << (pitBits * (2*columns - 1 - bits.TrailingZeros32(u)) & 63)
	}
	return side
}

// add adds men to pit i.
func (side *rows) add(i, columns, men int) {
	if i < columns {
		side.inner += uint64(men) << (pitBits * i & 63)
	} else {
		side.outer += uint64(men) << (pitBits * (2*columns - 1 - i) & 63)
	}
}

func (side *rows) empty() bool { return side.inner|side.outer == 0 }

// single reports that no pit holds more than one man.
func (side *rows) single() bool { return (side.inner|side.outer)&^lowest == 0 }

// mark is where a game keeps when the men last stood like this, and others too.
func (side *rows) mark() uint64 { return (side.inner ^ side.outer<<2) * 0x9e3779b97f4a7c15 >> 56 }

// fits reports that rush can play on from here.
func (g *game) fits() bool {
	return g.p.columns <= mostRow && g.p.laps > surely && g.p.reading&fromInner == 0 && g.p.men[0].Sum() < 32 && g.p.men[1].Sum() < 32
}

// surely is how many laps after the first one rush sows without asking.
const surely = 2

// rush plays the game to its end.
func (g *game) rush(r *kibaho.Rand) {
	side, reading, most := g.p.side, g.p.reading, int(g.p.laps)
	all := lapsOf[g.p.columns]()
	row := uint64(lowest) >> (pitBits * (mostRow - g.p.columns))
	top := row ^ row>>pitBits
	bound := uint64(0) // the pits whose men may not start until they are played upon (CH8)
	if reading&fixed != 0 {
		bound = lowest
	}
	full := uint64(g.p.columns) // so many second pairs leave no choice of nothing (CH10)
	if reading&must != 0 {
		full--
	}
	outers := uint64(reading & loseOuter)
	repetition, quiet, longest := g.limits.Repetition, g.limits.Quiet, g.res.Longest

	// The trail has the sides as they stood after their turns, one after the other:
	// the last two are the position, and n is where the next one goes. What stands
	// before since cannot come back.
	trail, n := g.trail, 2
	own, foe := &trail[0], &trail[1]
	if g.p != g.from { // games are played from one position again and again
		g.from, g.first = g.p, [2]rows{g.p.rows(side), g.p.rows(side.Other())}
	}
	*own, *foe = g.first[0], g.first[1]
	since := n - 1
	g.age++
	g.seen[foe.mark()] = g.age
	before := g.res.Plies - n
	last := maxPlies - before // where the game ends
	drawn := last + 1         // … as a draw
	if quiet > 0 {
		drawn = n + max(quiet-g.quiet, 0) // CH12
	}
	if repetition == 1 {
		drawn = min(drawn, n+1)
	}
	if g.drawn {
		drawn = n
	}
	last = min(last, drawn)
	mover := func() kibaho.Side { return side ^ kibaho.Side(n&1) }
	var outcome kibaho.Outcome
	if own.empty() || foe.empty() {
		outcome = kibaho.Wins(mover()) // CH12
		if own.empty() {
			outcome = kibaho.Wins(mover().Other())
		}
		goto over
	}
	for {
		if n >= len(trail) {
			trail = append(trail, trail...)
			g.trail = trail
			own, foe = &trail[n-2], &trail[n-1]
		}
		next := &trail[n]
		inner, outer := own.inner, own.outer
		// 1. The pits that may start.
		var ins, outs, lone uint64
		if (inner|outer)&^lowest != 0 {
			ins, outs = many(inner), many(outer) // CH6
		} else {
			lone = alone
			ins, outs = loners(inner, outer, row, top) // CH7
		}
		outs &^= own.waiting & bound
		if ins|outs == 0 {
			outcome = kibaho.Wins(mover().Other()) // CH12
			goto over
		}
		if n >= last {
			if n >= drawn {
				outcome = kibaho.Draw
			}
			goto over
		}
		// 2. A pit and its sowing (CH4, CH5).
	choose:
		insTo, outsTo := upTo(ins), upTo(outs)
		inside := size(insTo)
		k, _ := bits.Mul64(r.Uint64(), inside+size(outsTo))
		k -= inside
		in := uint64(int64(k) >> 63) // all ones if the pit is an inner one
		pit := nth(outsTo^(outsTo^insTo)&in, k+inside&in) & 63
		hand := (outer^(outer^inner)&in)>>pit&pitMask + lone
		l := all.from(place(slot(pit)|outside&^in|less), hand)
		a, b, upon, at, lapped := inner+l.inner, outer+l.outer, uint64(1)<<pit&^in|l.upon, l.last, 1
		if lone == 0 {
			hand = at.holds(a, b)
			// Where a sowing ends could not be predicted: after the end laps of
			// nothing are sown as well.
			for range surely {
				l := all.from(at, hand)
				a, b, upon, at = a+l.inner, b+l.outer, upon|l.upon, l.last
				lapped += int(hand+30) >> pitBits
				hand = at.holds(a, b)
			}
			for hand != 1 {
				if lapped >= most { // CH13
					ins &^= 1 << pit & in
					outs &^= 1 << pit &^ in
					if ins|outs == 0 {
						outcome = kibaho.Draw
						goto over
					}
					goto choose
				}
				l := all.from(at, hand)
				a, b, upon, at = a+l.inner, b+l.outer, upon|l.upon, l.last
				lapped++
				hand = at.holds(a, b)
			}
		}
		longest = max(longest, lapped)
		next.inner, next.outer, next.waiting = a, b, own.waiting&^upon
		n++
		// 3. What it takes (CH9, CH10).
		if across := at.opposite(); foe.inner>>across&pitMask != 0 {
			gone := uint64(pitMask) << across
			filledTo := upTo((some(foe.inner) | some(foe.outer)) &^ gone)
			seconds := size(filledTo)
			// One more choice, of nothing, unless there are as many as full.
			k, _ := bits.Mul64(r.Uint64(), seconds+(seconds^full+31)>>pitBits)
			gone |= pitMask << (nth(filledTo, k) & 63)
			foe.inner &^= gone
			foe.outer &^= gone
			foe.waiting &^= gone & lowest
			if foe.empty() {
				outcome = kibaho.Wins(mover().Other())
				goto over
			}
			since = n - 1
			g.age++
			last = maxPlies - before
			drawn = last + 1
			if quiet > 0 {
				drawn = n + quiet // CH12
			}
			if repetition == 1 {
				drawn = n
			}
			last = min(last, drawn)
		}
		// 4. Single men (CH11).
		if (next.waiting|foe.waiting)&lowest|outers != 0 && (next.single() || foe.single()) {
			if reading.forfeit(next, foe) {
				since = n - 1
				g.age++
				if next.empty() || foe.empty() {
					// Who has just moved wins if both are.
					outcome = kibaho.Wins(mover())
					if foe.empty() {
						outcome = kibaho.Wins(mover().Other())
					}
					goto over
				}
			}
		}
		// 5. The men of a side must stand as before for a position to come back (M3).
		if seen := &g.seen[next.mark()]; *seen != g.age {
			*seen = g.age
		} else if repetition > 1 && g.times(n-1, since) >= repetition {
			drawn, last = n, n
		}
		own, foe = foe, next
	}
over:
	g.res.Outcome, g.res.Plies, g.res.Longest = outcome, before+n, longest
}

// times returns how often the position at n of the trail has come up since.
func (g *game) times(n, since int) int {
	times := 1
	for k := n - 2; k >= since; k -= 2 { // the same side to move
		if g.trail[k] == g.trail[n] && g.trail[k-1] == g.trail[n-1] {
			times++
		}
	}
	return times
}

// loners returns the pits that may start if all men are single: those before an
// empty pit (CH7). The pits of a row are row, the last of them is top.
func loners(inner, outer, row, top uint64) (ins, outs uint64) {
	freeIn, freeOut := row&^inner, row&^outer
	return inner & (freeIn>>pitBits | freeOut&top), outer & (freeOut<<pitBits | freeIn&1)
}

// forfeit is the end of a turn with a side all of whose men are single (CH11). It
// reports a change.
func (r reading) forfeit(own, foe *rows) bool {
	if r&forfeits == 0 {
		return false
	}
	before, before2 := *own, *foe
	r.lose(own)
	r.lose(foe)
	return *own != before || *foe != before2
}

// lose takes from a side what it loses if all its men are single (CH11).
func (r reading) lose(side *rows) {
	switch {
	case side.empty() || !side.single():
	case r&loseOuter == 0:
		side.outer &^= side.waiting
		side.waiting &^= lowest
	case r&once == 0:
		side.outer, side.waiting = 0, side.waiting&^lowest
	case side.waiting&spent == 0:
		side.outer, side.waiting = 0, side.waiting&^lowest|spent
	}
}
