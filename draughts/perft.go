package draughts

import "kibaho"

//go:generate go run ./internal/mirror black.go white.go
//go:generate go run ./internal/mirror menblack.go menwhite.go

// Perft counts the complete turns to a depth of at least 1, every path of a jump
// by itself.
func Perft(p *Position, depth int) uint64 {
	switch {
	case depth < 1:
		return 1
	case p.rules != 0:
		s := scratches.Get().(*scratch)
		defer scratches.Put(s)
		return perftLists(*p, s.list[:0], depth)
	case p.side[0] == 0 || p.side[1] == 0:
		return 0 // DR6
	case p.turn == kibaho.First:
		return perftBlack(p.side[0], p.side[1], p.kings, depth)
	}
	return perftWhite(p.side[1], p.side[0], p.kings, depth)
}

// perftLists counts by lists of moves, as the huff (DR7) and small boards need it. The lists of
// all plies stand one after another in list.
func perftLists(p Position, list []Move, depth int) uint64 {
	above := len(list)
	list = p.Moves(list)
	if depth == 1 {
		return uint64(len(list) - above)
	}
	var n uint64
	for _, m := range list[above:] {
		q := p
		q.Play(m)
		n += perftLists(q, list, depth-1)
	}
	return n
}
