package draughts

import "kibaho"

//go:generate go run ./internal/mirror black.go white.go

// Perft counts the complete turns to a depth of at least 1, every path of a jump
// by itself.
func Perft(p *Position, depth int) uint64 {
	switch {
	case depth < 1:
		return 1
	case p.huffing:
		return p.perft(depth)
	case p.side[0] == 0 || p.side[1] == 0:
		return 0 // DR6
	case p.turn == kibaho.First:
		return perftBlack(p.side[0], p.side[1], p.kings, depth)
	}
	return perftWhite(p.side[1], p.side[0], p.kings, depth)
}

// perft counts by lists of moves, as the huff needs it (DR7).
func (p *Position) perft(depth int) uint64 {
	var list [96]Move
	moves := p.Moves(list[:0])
	if depth == 1 {
		return uint64(len(moves))
	}
	var n uint64
	for _, m := range moves {
		q := *p
		q.Play(m)
		n += q.perft(depth - 1)
	}
	return n
}
