package igisoro

import (
	"math/bits"

	"kibaho"
	"kibaho/mancala"
)

// rush is playout for eight columns, from between turns: the same games from the
// same random numbers. The words of both sides go from turn to turn in registers,
// and a choice is made where it comes up. A turn that proves endless is handed
// to [Position.retreat].
func rush(p *Position, r *kibaho.Rand, l kibaho.Limits) kibaho.Result {
	var (
		t     = mancala.SowingPairs()
		own   = mancala.Pair{Lo: p.lanes[p.side][0], Hi: p.lanes[p.side][1]}
		foe   = mancala.Pair{Lo: p.lanes[p.side^1][0], Hi: p.lanes[p.side^1][1]}
		least = uint64(mancala.More2) // what makes a top bit of a count that may start a turn
		plain = p.flags&(mustTake|resowFromTurn) == mustTake && p.reverse == noReverse
		quiet = 0 // turns without captures still to come (IG11)
		idle  = 0 // quiet plies in a row
		res   kibaho.Result
		past  = newRecord()
	)
	defer past.close()
	if p.flags&startFromOne != 0 {
		least = mancala.More1
	}
	if p.flags&quietOpening != 0 {
		quiet = quietPlies - int(p.ply)
	}
	most := l.Quiet
	if most <= 0 {
		most = maxPlies + 1 // never
	}
	for {
		// 1. Draws by limits: the repetition of what stands now, quiet plies.
		drawn := idle >= most
		if l.Repetition > 0 {
			h := boardHash(own, foe, res.Plies&1)
			if quiet > 0 {
				h += uint64(quiet) // the ply is part of the position
			}
			if l.Repetition == 1 || !past.fresh(h) {
				drawn = past.add(h) >= l.Repetition && res.Plies > 0 || drawn
			}
		}
		// 2. Choose the pit to start from.
		lo, hi := mancala.UpTo(mancala.AtLeast(own.Lo, least)), mancala.UpTo(mancala.AtLeast(own.Hi, least))
		starts := lo>>56 + hi>>56
		if starts == 0 || drawn || res.Plies == maxPlies {
			q := p.after(own, foe, res.Plies)
			if res.Outcome = q.Outcome(); drawn && res.Outcome == kibaho.Ongoing {
				res.Outcome = kibaho.Draw
			}
			return res
		}
		before := *r
		pit := mancala.Select(lo, hi, uint64(r.N(int(starts))))
		// 3. Sow.
		var (
			now, enemy mancala.Pair
			left       int
		)
		if plain && quiet <= 0 {
			now, enemy, left = dash(t, own, foe, pit, int(p.most))
		} else {
			now, enemy, left = p.turn8(t, own, foe, pit, quiet > 0, r)
		}
		laps := int(p.most) - left
		// 4. A turn that did not end is made again.
		if left < 0 {
			q := p.after(own, foe, res.Plies)
			var ok bool
			if laps, ok = q.retreat(&before, r); !ok {
				res.Outcome = q.Outcome()
				return res
			}
			enemy = mancala.Pair{Lo: q.lanes[q.side][0], Hi: q.lanes[q.side][1]} // whose turn it is now
			now = mancala.Pair{Lo: q.lanes[q.side^1][0], Hi: q.lanes[q.side^1][1]}
		}
		idle++
		if enemy != foe {
			idle = 0
		}
		own, foe = enemy, now
		quiet--
		res.Plies++
		res.Longest = max(res.Longest, laps)
	}
}

// dash plays a turn without choices: one way, capturing compulsory, sown on from
// the lap's origin. It returns both sides and the laps left of most, -1 if the
// turn has not ended then.
func dash(t *mancala.Pairs, own, foe mancala.Pair, pit, most int) (now, enemy mancala.Pair, left int) {
	ripe := mancala.Pack(bits.ReverseBytes64(mancala.Some(foe.Lo)) & mancala.Some(foe.Hi))
	n := own.At(pit)
	d := t.Relay[(n<<4|pit)&0xfff]
	for left = most; ; {
		var from int
		for {
			// As in run8.
			from, pit = pit, (pit+n)&15
			left--
			end := own.At(pit) + 1
			own.Lo += d.Lo
			own.Hi += d.Hi
			if n >= 16 {
				end = own.At(pit)
			}
			n = end
			if n == 1 || left == 0 || ripe>>pit&1 != 0 {
				break
			}
			d = t.Relay[(n<<4|pit)&0xfff]
		}
		if n == 1 {
			return own, foe, left
		}
		if left == 0 {
			return own, foe, -1
		}
		ripe &^= 1 << pit
		foe, n = seize(foe, pit)
		pit = from
		d = t.Drop[(n<<4|pit)&0xfff]
	}
}

// turn8 plays a turn by the options of p, choices made at random.
func (p *Position) turn8(t *mancala.Pairs, own, foe mancala.Pair, pit int, quiet bool, r *kibaho.Rand) (now, enemy mancala.Pair, left int) {
	var (
		start         = pit
		n             = own.At(pit)
		d             = t.Relay[(n<<4|pit)&0xfff]
		back          = &t.RelayBack
		ask           = p.flags&arrivalOnly == 0
		ripe, reverse uint32
	)
	if !quiet {
		ripe = mancala.Pack(bits.ReverseBytes64(mancala.Some(foe.Lo)) & mancala.Some(foe.Hi))
		reverse = p.reversePits()
	}
	for left = int(p.most); ; {
		// 1. Turn the hand of n back from the pit, while that captures and is chosen.
		for ask && reverse>>(pit&15)&1 != 0 {
			last := (pit - n) & 15
			if ripe>>last&1 == 0 {
				break
			}
			b := back[(n<<4|pit)&0xfff]
			if (mancala.Pair{Lo: own.Lo + b.Lo, Hi: own.Hi + b.Hi}).At(last) < 2 || r.N(2) == 1 {
				break
			}
			if left == 0 {
				return own, foe, -1
			}
			left--
			own.Lo += b.Lo
			own.Hi += b.Hi
			ripe &^= 1 << last
			foe, n = seize(foe, last)
			d, back = t.Drop[(n<<4|pit)&0xfff], &t.DropBack
		}
		if left == 0 {
			return own, foe, -1
		}
		// 2. Sow relays until something can happen.
		ask = true
		from, stops := pit, ripe|reverse
		for {
			// As in run8.
			from, pit = pit, (pit+n)&15
			left--
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
		if n == 1 {
			return own, foe, left
		}
		// 3. Take, or go on.
		if ripe>>pit&1 != 0 && (p.flags&mustTake != 0 || r.N(2) == 0) {
			ripe &^= 1 << pit
			foe, n = seize(foe, pit)
			pit = from
			if p.flags&resowFromTurn != 0 {
				pit = start
			}
			d, back = t.Drop[(n<<4|pit)&0xfff], &t.DropBack
			continue
		}
		d, back = t.Relay[(n<<4|pit)&0xfff], &t.RelayBack
	}
}

// seize empties the two pits opposite an inner pit and returns what they held.
func seize(foe mancala.Pair, pit int) (mancala.Pair, int) {
	a, b := foe.Lo>>((7-pit)*8&63)&0xff, foe.Hi>>(pit*8&63)&0xff
	foe.Lo -= a << ((7 - pit) * 8 & 63)
	foe.Hi -= b << (pit * 8 & 63)
	return foe, int(a + b)
}

// boardHash hashes the words of both sides and who is to move.
func boardHash(own, foe mancala.Pair, side int) uint64 {
	h := fold(own.Lo^0x9e3779b97f4a7c15, own.Hi^0xbf58476d1ce4e5b9) +
		fold(foe.Lo^0x94d049bb133111eb, foe.Hi^0xd6e8feb86659fd93)
	return h ^ -uint64(side)
}

// after returns the position of these words a number of turns after p.
func (p *Position) after(own, foe mancala.Pair, turns int) Position {
	q := *p
	q.side ^= kibaho.Side(turns & 1)
	q.lanes[q.side][0], q.lanes[q.side][1] = own.Lo, own.Hi
	q.lanes[q.side^1][0], q.lanes[q.side^1][1] = foe.Lo, foe.Hi
	if q.flags&quietOpening != 0 {
		q.ply = uint8(min(int(q.ply)+turns, quietPlies))
	}
	return q
}
