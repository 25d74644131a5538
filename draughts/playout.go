package draughts

import (
	"math/bits"

	"kibaho"
)

// maxPlies stops a random game that no limit ends.
const maxPlies = 1 << 20

// Playout plays a random game from p to its end, each turn chosen uniformly
// among the legal ones: the one that r.N of their number picks in the order of
// Moves. Draws by the limits are taken (M3, DR8). Longest is the greatest number
// of pieces taken in one turn. A game that is not over after a million plies, as
// there may be without limits, is Ongoing.
func Playout(p *Position, r *kibaho.Rand, l kibaho.Limits) kibaho.Result {
	switch o := p.Outcome(); {
	case o != kibaho.Ongoing:
		return kibaho.Result{Outcome: o}
	case l.Repetition == 1: // each position comes up for the first time
		return kibaho.Result{Outcome: kibaho.Draw}
	case p.huffing:
		return p.playout(r, l)
	}
	return p.compulsory(r, l)
}

// compulsory plays on where capture is compulsory. It makes no lists but where
// a jump may go on, and finds the chosen turn by counting.
func (p *Position) compulsory(r *kibaho.Rand, l kibaho.Limits) kibaho.Result {
	var (
		turn              = p.turn
		own, enemy, kings = p.side[turn&1], p.side[turn&1^1], p.kings
		quiet, longest    int
		list              [32]Move
		// The kings of both sides after each quiet ply in a row and before the
		// first: as long as nothing else moves they tell the whole position.
		seen [128]uint64
		run  = seen[:0]
	)
	for plies := 0; plies < maxPlies; plies++ {
		vacant := ^(own | enemy)
		up, down := own, own&kings
		if turn == kibaho.Second {
			up, down = down, up
		}
		toNE, toNW := jumpNE&rl(enemy, sw)&rl(vacant, sw2), jumpNW&rl(enemy, se)&rl(vacant, se2)
		toSW, toSE := jumpSW&rl(enemy, ne)&rl(vacant, ne2), jumpSE&rl(enemy, nw)&rl(vacant, nw2)
		a, b, c, d := up&toNE, up&toNW, down&toSW, down&toSE

		// A jump (DR3).
		if a|b|c|d != 0 {
			land := rl(a, ne2) | rl(b, nw2) | rl(c, sw2) | rl(d, se2)
			free := rl(a&kings, ne2) | rl(b&kings, nw2) | rl(c&kings, sw2) | rl(d&kings, se2)
			upward, downward := land, free
			if turn == kibaho.Second {
				upward, downward = free, land
			}
			var from, to, taken uint32
			if upward&(toNE|toNW)|downward&(toSW|toSE) == 0 {
				na, nb, nc := bits.OnesCount32(a), bits.OnesCount32(b), bits.OnesCount32(c)
				i := r.N(na + nb + nc + bits.OnesCount32(d))
				switch {
				case i < na:
					from = nth(a, i)
					to, taken = rl(from, ne2), rl(from, ne)
				case i < na+nb:
					from = nth(b, i-na)
					to, taken = rl(from, nw2), rl(from, nw)
				case i < na+nb+nc:
					from = nth(c, i-na-nb)
					to, taken = rl(from, sw2), rl(from, sw)
				default:
					from = nth(d, i-na-nb-nc)
					to, taken = rl(from, se2), rl(from, se)
				}
				longest = max(longest, 1)
			} else {
				now := pieces{kings: kings}
				now.side[turn&1], now.side[turn&1^1] = own, enemy
				moves := now.appendJumps(list[:0], turn, false)
				m := moves[r.N(len(moves))]
				from, to, taken = 1<<(m.from&31), 1<<(m.to&31), m.taken
				longest = max(longest, m.jumps())
			}
			king := kings & from
			own, enemy, kings = enemy&^taken, own&^from|to, kings&^(taken|from)
			if king != 0 {
				kings |= to
			} else {
				kings |= to & crown[turn&1]
			}
			turn ^= 1
			quiet, run = 0, run[:0]
			if own == 0 {
				return kibaho.Result{Outcome: kibaho.Wins(turn ^ 1), Plies: plies + 1, Longest: longest}
			}
			continue
		}

		// A step (DR1, DR5).
		a, b = rl(up&stepNE, ne)&vacant, rl(up&stepNW, nw)&vacant
		c, d = rl(down&stepSW, sw)&vacant, rl(down&stepSE, se)&vacant
		na, nb, nc := bits.OnesCount32(a), bits.OnesCount32(b), bits.OnesCount32(c)
		n := na + nb + nc + bits.OnesCount32(d)
		if n == 0 { // DR6
			return kibaho.Result{Outcome: kibaho.Wins(turn ^ 1), Plies: plies, Longest: longest}
		}
		var from, to uint32
		switch i := r.N(n); {
		case i < na:
			to = nth(a, i)
			from = rl(to, sw)
		case i < na+nb:
			to = nth(b, i-na)
			from = rl(to, se)
		case i < na+nb+nc:
			to = nth(c, i-na-nb)
			from = rl(to, ne)
		default:
			to = nth(d, i-na-nb-nc)
			from = rl(to, nw)
		}
		if from&kings == 0 {
			own, enemy = enemy, own^from^to
			kings |= to & crown[turn&1]
			turn ^= 1
			quiet, run = 0, run[:0]
			continue
		}

		// A quiet ply (DR8).
		if len(run) == 0 {
			run = append(run, uint64(own&kings)<<32|uint64(enemy&kings))
		}
		own, enemy, kings = enemy, own^from^to, kings^from^to
		turn ^= 1
		quiet++
		key := uint64(own&kings)<<32 | uint64(enemy&kings)
		again := false
		if l.Repetition > 0 {
			times := 1
			for i := len(run) - 4; i >= 0; i -= 2 { // the same side to move
				if run[i] == key {
					times++
				}
			}
			run = append(run, key)
			again = times >= l.Repetition
		}
		if again || quiet == l.Quiet {
			now := pieces{kings: kings}
			now.side[turn&1], now.side[turn&1^1] = own, enemy
			if now.mobile(turn) {
				return kibaho.Result{Outcome: kibaho.Draw, Plies: plies + 1, Longest: longest}
			}
		}
	}
	return kibaho.Result{Plies: maxPlies, Longest: longest}
}

// nth returns the i-th lowest square of a set, counted from 0.
func nth(x uint32, i int) uint32 {
	for ; i > 0; i-- {
		x &= x - 1
	}
	return x & -x
}

// playout plays on by lists of moves, as the huff needs it (DR7).
func (p *Position) playout(r *kibaho.Rand, l kibaho.Limits) kibaho.Result {
	var (
		q       = *p
		list    [96]Move
		history []Position // since the last turn that cannot come undone; for repetition
		quiet   int
		res     kibaho.Result
	)
	for res.Plies < maxPlies {
		moves := q.Moves(list[:0])
		if len(moves) == 0 {
			res.Outcome = q.Outcome()
			return res
		}
		if l.Quiet > 0 && quiet >= l.Quiet || l.Repetition > 0 && times(history, &q) >= l.Repetition {
			res.Outcome = kibaho.Draw
			return res
		}
		m := moves[r.N(len(moves))]
		if Quiet(&q, m) {
			if quiet == 0 && l.Repetition > 0 {
				history = append(history, q)
			}
			quiet++
		} else {
			quiet, history = 0, history[:0]
		}
		q.Play(m)
		if quiet > 0 && l.Repetition > 0 {
			history = append(history, q)
		}
		res.Plies++
		res.Longest = max(res.Longest, m.jumps())
	}
	return res
}

// times counts how often a position stands in a history, at least once.
func times(history []Position, p *Position) int {
	n := 0
	for i := range history {
		if history[i] == *p {
			n++
		}
	}
	return max(n, 1)
}
