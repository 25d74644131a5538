package search

import (
	"flag"
	"math/rand/v2"

	"kibaho"
)

var long = flag.Bool("long", false, "run the tests that take minutes")

// maze is a game on a made-up graph with cycles: each node belongs to a side that
// chooses an arrow to follow, the same side may choose again, and a node without
// arrows is won, lost or drawn.
type maze struct {
	graph, at uint16
}

type mazeGraph struct {
	turn   []kibaho.Side
	arrows [][]uint16
	ends   []kibaho.Outcome // of nodes without arrows
}

var mazes []mazeGraph

// newMaze makes a graph of n nodes with up to most arrows each and returns the
// game at its node 0.
func newMaze(r *rand.Rand, n, most int) maze {
	g := mazeGraph{make([]kibaho.Side, n), make([][]uint16, n), make([]kibaho.Outcome, n)}
	for i := range n {
		g.turn[i] = kibaho.Side(r.IntN(2))
		if i > 0 && r.IntN(5) == 0 {
			g.ends[i] = kibaho.FirstWins + kibaho.Outcome(r.IntN(3))
			continue
		}
		for range 1 + r.IntN(most) {
			g.arrows[i] = append(g.arrows[i], uint16(r.IntN(n)))
		}
	}
	mazes = append(mazes, g)
	return maze{graph: uint16(len(mazes) - 1)}
}

func (p *maze) g() *mazeGraph           { return &mazes[p.graph] }
func (p *maze) Turn() kibaho.Side       { return p.g().turn[p.at] }
func (p *maze) MidTurn() bool           { return false }
func (p *maze) Play(m uint16)           { p.at = m }
func (p *maze) Outcome() kibaho.Outcome { return p.g().ends[p.at] }
func (p *maze) Hash() uint64            { return kibaho.Mix(7, uint64(p.graph)<<16|uint64(p.at)) }

// Moves lists each arrow once.
func (p *maze) Moves(dst []uint16) []uint16 {
	start := len(dst)
next:
	for _, to := range p.g().arrows[p.at] {
		for _, had := range dst[start:] {
			if had == to {
				continue next
			}
		}
		dst = append(dst, to)
	}
	return dst
}

// wins returns the nodes from which a side can force a win, by going backwards
// from the ends until nothing changes.
func (g *mazeGraph) wins(goal kibaho.Side) []bool {
	won := make([]bool, len(g.turn))
	for changed := true; changed; {
		changed = false
		for i := range won {
			if won[i] {
				continue
			}
			now := g.ends[i] == kibaho.Wins(goal)
			if len(g.arrows[i]) > 0 {
				some, all := false, true
				for _, to := range g.arrows[i] {
					some, all = some || won[to], all && won[to]
				}
				now = all || g.turn[i] == goal && some
			}
			if now {
				won[i], changed = true, true
			}
		}
	}
	return won
}

// value is the value of node 0.
func (p *maze) value() kibaho.Outcome {
	for side := range kibaho.Side(2) {
		if p.g().wins(side)[0] {
			return kibaho.Wins(side)
		}
	}
	return kibaho.Draw
}
