package search

import (
	"testing"

	"kibaho"
)

// bush is a game in which each of three moves leads to a position of its own, until it is drawn
// after bushDepth plies.
type bush struct {
	way   uint64
	depth uint8
}

const bushDepth = 13

func (p *bush) Turn() kibaho.Side { return kibaho.Side(p.depth % 2) }
func (p *bush) MidTurn() bool     { return false }
func (p *bush) Hash() uint64      { return kibaho.Mix(uint64(p.depth), p.way) }

func (p *bush) Moves(dst []uint8) []uint8 {
	if p.depth == bushDepth {
		return dst
	}
	return append(dst, 0, 1, 2)
}

func (p *bush) Play(m uint8) { p.way, p.depth = 3*p.way+uint64(m), p.depth+1 }

func (p *bush) Outcome() kibaho.Outcome {
	if p.depth == bushDepth {
		return kibaho.Draw
	}
	return kibaho.Ongoing
}

// smallest counts the positions of the smallest proof that goal cannot win a bush of so many plies.
func smallest(depth int, goalMoves bool) uint64 {
	switch {
	case depth == 0:
		return 1
	case goalMoves:
		return 1 + 3*smallest(depth-1, false)
	}
	return 1 + smallest(depth-1, true)
}

// What is estimated lies between the smallest proof and what a proof makes that must find it.
func TestEstimate(t *testing.T) {
	for _, goal := range []kibaho.Side{kibaho.First, kibaho.Second} {
		pr := NewProver[bush, uint8](bush{}, ProofSpec[bush, uint8]{}, Proving{Threads: 1, Memory: 1 << 26}, [2]Book[bush]{})
		most := pr.Prove(t.Context(), goal, 1<<30, nil)
		if most.Answer != No {
			t.Fatalf("got %v", most.Answer)
		}
		told := 0
		e := Estimate[bush, uint8](t.Context(), bush{}, goal, No, ProofSpec[bush, uint8]{}, Proving{Memory: 1 << 14}, Sampling{Walks: 300, Nodes: 60, Seed: 1}, func(Estimated) { told++ })
		if least := smallest(bushDepth, goal == kibaho.First); e.Nodes < float64(least) || e.Nodes > float64(most.Nodes) {
			t.Errorf("estimated %.0f ± %.0f positions, the smallest proof has %d, the search makes %d", e.Nodes, e.Error, least, most.Nodes)
		}
		if e.Walks != 300 || told != 300 || e.Against != 0 || e.Lost != 0 || e.Depth < 2 || e.Error <= 0 || e.Error > e.Nodes {
			t.Errorf("got %+v, told %d times", e, told)
		}
	}
}
