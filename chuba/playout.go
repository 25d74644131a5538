package chuba

import "kibaho"

// maxPlies ends a random game that no rule ends, as Ongoing.
const maxPlies = 100_000

// playout plays a random game from p, choosing uniformly among the legal moves: a
// capture with k second pairs to choose from counts as k. Result.Longest is in laps.
func playout(p *Position, r *kibaho.Rand, l kibaho.Limits) kibaho.Result {
	q := *p
	return q.wander(r, l)
}

// wander is playout by the methods of the position itself, which it changes.
func (p *Position) wander(r *kibaho.Rand, l kibaho.Limits) kibaho.Result {
	var res kibaho.Result
	var room [256]uint64
	var list [maxMoves]Move
	past := append(room[:0], p.Hash()) // since the last capture
	for ; res.Plies < maxPlies; res.Plies++ {
		moves := p.Moves(list[:0])
		if len(moves) == 0 {
			res.Outcome = p.Outcome()
			return res
		}
		if res.Plies > 0 && drawn(past, l) {
			res.Outcome = kibaho.Draw
			return res
		}
		m := moves[r.N(len(moves))]
		lane := p.men[p.side]
		res.Longest = max(res.Longest, p.sower().Run(&lane, int(m.Pit), int(p.laps)).Laps)
		if m.Second != NoCapture {
			past = past[:0]
		}
		p.Play(m)
		past = append(past, p.Hash())
	}
	return res
}

// maxMoves bounds the legal moves of a position: each pit with each pair but the
// captured one and with nothing.
const maxMoves = 2 * maxColumns * maxColumns

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
