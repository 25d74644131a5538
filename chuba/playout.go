package chuba

import (
	"kibaho"
	"kibaho/mancala"
)

// maxPlies ends a random game that no rule ends, as Ongoing.
const maxPlies = 100_000

// playout plays a random game from p, choosing uniformly among the legal moves: a
// capture with k second pairs to choose from counts as k. It draws the same
// numbers and plays the same game as whoever takes move r.N(len) of Moves.
// Result.Longest is in laps.
func playout(p *Position, r *kibaho.Rand, l kibaho.Limits) kibaho.Result {
	g := game{p: *p, limits: l}
	var w wheels
	if !w.set(p) || !w.play(&g, r) {
		g.play(r)
	}
	return g.res
}

// game is a random game under way.
type game struct {
	p      Position
	limits kibaho.Limits
	past   past
	res    kibaho.Result
}

// past is the hashes of the positions since the last capture, the present one
// last. Equal hashes are taken for equal positions: two different ones of one game
// share a hash with a chance below 1e-14.
type past struct {
	n    int
	room [256]uint64 // the first ones
	more []uint64    // the others
}

func (p *past) add(hash uint64) {
	if p.n < len(p.room) {
		p.room[p.n] = hash
	} else {
		p.more = append(p.more, hash)
	}
	p.n++
}

func (p *past) clear() { p.n, p.more = 0, p.more[:0] }

func (p *past) at(i int) uint64 {
	if i < len(p.room) {
		return p.room[i]
	}
	return p.more[i-len(p.room)]
}

// times returns how often the present position has come up.
func (p *past) times() int {
	n, now := 0, p.at(p.n-1)
	for i := p.n - 1; i >= 0; i -= 2 { // with the same side to move
		if p.at(i) == now {
			n++
		}
	}
	return n
}

// play plays the game to its end by the methods of its position. It is for what
// [wheels] cannot do.
func (g *game) play(r *kibaho.Rand) {
	if g.past.n == 0 {
		g.past.add(g.hash())
	}
	// Each pit with each pair but the one captured and with nothing.
	var list [2 * maxColumns * maxColumns]Move
	for ; ; g.res.Plies++ {
		moves := g.p.Moves(list[:0])
		switch {
		case len(moves) == 0:
			g.res.Outcome = g.p.Outcome()
			return
		case g.drawn():
			g.res.Outcome = kibaho.Draw
			return
		case g.res.Plies >= maxPlies:
			return
		}
		m := moves[r.N(len(moves))]
		lane := g.p.men[g.p.side]
		g.res.Longest = max(g.res.Longest, g.p.sower().Run(&lane, int(m.Pit), int(g.p.laps)).Laps)
		if m.Second != NoCapture {
			g.past.clear()
		}
		g.p.Play(m)
		g.past.add(g.hash())
	}
}

// drawn reports that the limits draw the game. They do not before it has begun.
func (g *game) drawn() bool {
	if g.res.Plies == 0 {
		return false
	}
	return g.limits.Quiet > 0 && g.past.n > g.limits.Quiet || g.limits.Repetition > 0 && g.past.times() >= g.limits.Repetition
}

// hash mixes what can change in a game but for the side to move.
func (g *game) hash() uint64 {
	var h [2]uint64
	for s := range h {
		p := planesOf(&g.p.men[s])
		h[s] = mix(p[0], p[1], p[2], p[3], uint64(g.p.unplayed[s]), uint64(g.p.spent>>s&1)) + (p[4]|p[5]<<32)*0x8cb92ba72f3d8dd7
	}
	return h[0] + h[1]*northKey
}

const northKey = 0x9e3779b97f4a7c15

// mix is the hash of a side whose pits hold less than 16 men each.
func mix(p0, p1, p2, p3, unplayed, spent uint64) uint64 {
	return (p0|p1<<32)*0xd1b54a32d192ed03 + (p2|p3<<32)*0xabc98388fb8fac03 + (unplayed|spent<<32)*0xc4ceb9fe1a85ec53
}

// planesOf returns the men of a lane bit by bit: bit i of plane k is bit k of the
// number of men in pit i. A side never has 64 men.
func planesOf(l *mancala.Lane) (planes [6]uint64) {
	const lowest = 0x0101010101010101
	for i, word := range l {
		for k := range planes {
			planes[k] |= uint64(mancala.Pack(word>>k&lowest<<7)) << (8 * i)
		}
	}
	return planes
}
