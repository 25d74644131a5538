package chuba

import (
	"math/bits"

	"kibaho"
)

// maxPlies ends a random game that no rule ends, as Ongoing.
const maxPlies = 100_000

// playout plays a random game from p. In each turn it chooses uniformly among the
// pits that may start, and if that captures uniformly among the second pairs; all
// pairs that take nothing are one choice (CH10). A pit that never ends (CH13) is
// drawn again. Result.Longest is in laps.
func playout(p *Position, r *kibaho.Rand, l kibaho.Limits) kibaho.Result {
	q := *p
	return q.wander(r, l)
}

// wander is playout by the methods of the position itself, which it changes.
func (p *Position) wander(r *kibaho.Rand, l kibaho.Limits) kibaho.Result {
	var res kibaho.Result
	var room [256]uint64
	past := append(room[:0], p.Hash()) // since the last capture
	for ; res.Plies < maxPlies; res.Plies++ {
		if res.Outcome = p.Outcome(); res.Outcome != kibaho.Ongoing {
			return res
		}
		if res.Plies > 0 && drawn(past, l) {
			res.Outcome = kibaho.Draw
			return res
		}
		// 1. A pit.
		starts, s := p.starts(), p.sower()
		var pit int
		for {
			pit = nth(starts, r.N(bits.OnesCount32(starts)))
			if p.ends(pit) {
				break
			}
			starts &^= 1 << pit
		}
		lane := p.men[p.side]
		run := s.Run(&lane, pit, int(p.laps))
		res.Longest = max(res.Longest, run.Laps)
		// 2. A second pair.
		m := Move{uint8(pit), NoCapture}
		if captured, ok := p.captured(run.Last); ok {
			pairs, nothing := p.seconds(p.pairs(p.side.Other()), captured)
			choices := bits.OnesCount32(pairs)
			m.Second = Nothing
			if nothing {
				choices++
			}
			if k := r.N(choices); k < bits.OnesCount32(pairs) {
				m.Second = uint8(nth(pairs, k))
			}
			past = past[:0]
		}
		p.Play(m)
		past = append(past, p.Hash())
	}
	return res
}

// drawn reports that the limits draw a game. past are the hashes of the positions
// since the last capture, the last one being that of now.
func drawn(past []uint64, l kibaho.Limits) bool {
	if l.Quiet > 0 && len(past) > l.Quiet {
		return true
	}
	times := 0
	for _, h := range past {
		if h == past[len(past)-1] {
			times++
		}
	}
	return l.Repetition > 0 && times >= l.Repetition
}

// nth returns the k-th member of a set, from 0.
func nth(set uint32, k int) int {
	for range k {
		set &= set - 1
	}
	return bits.TrailingZeros32(set)
}
