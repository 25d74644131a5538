package endgame

import (
	"fmt"
	"math/bits"

	"kibaho"
)

// leapers is a small game to test with. Men stand in a row of cells. A man steps
// to an empty cell beside it, or leaps over an enemy, who is taken, to the empty
// cell beyond. Nobody must capture. Who has no man left has lost; who has no move
// has drawn. Everything about it is written plainly.
type leapers struct {
	men  [2]uint16
	turn kibaho.Side
}

const leaperCells = 7

type leaperMove struct{ from, to int8 }

func (p *leapers) Turn() kibaho.Side { return p.turn }
func (p *leapers) MidTurn() bool     { return false }
func (p *leapers) Hash() uint64 {
	return kibaho.Mix(uint64(p.men[0])<<16|uint64(p.men[1]), uint64(p.turn))
}

func (p *leapers) Outcome() kibaho.Outcome {
	switch {
	case p.men[0] == 0:
		return kibaho.SecondWins
	case p.men[1] == 0:
		return kibaho.FirstWins
	case len(p.Moves(nil)) == 0:
		return kibaho.Draw
	}
	return kibaho.Ongoing
}

func (p *leapers) Moves(dst []leaperMove) []leaperMove {
	if p.men[0] == 0 || p.men[1] == 0 {
		return dst
	}
	empty := func(c int8) bool { return c >= 0 && c < leaperCells && (p.men[0]|p.men[1])>>c&1 == 0 }
	for c := range int8(leaperCells) {
		if p.men[p.turn]>>c&1 == 0 {
			continue
		}
		for _, d := range []int8{-1, 1} {
			over := c + d
			if empty(over) {
				dst = append(dst, leaperMove{c, over})
			} else if over >= 0 && over < leaperCells && p.men[p.turn.Other()]>>over&1 != 0 && empty(over+d) {
				dst = append(dst, leaperMove{c, over + d})
			}
		}
	}
	return dst
}

func (p *leapers) Play(m leaperMove) {
	p.men[p.turn] ^= 1<<m.from | 1<<m.to
	if d := m.to - m.from; d == 2 || d == -2 {
		p.men[p.turn.Other()] &^= 1 << (m.from + d/2)
	}
	p.turn = p.turn.Other()
}

// leaperIndex numbers the positions of leapers: own men, then the enemy's, as bits.
// The slice is own<<2 | enemy.
type leaperIndex struct{ rules string }

func (x leaperIndex) Rules() string                  { return x.rules }
func (leaperIndex) Most() int                        { return 6 }
func (leaperIndex) Small() int                       { return 2 }
func (leaperIndex) Limit() kibaho.Slice              { return 16 }
func (leaperIndex) Size(kibaho.Slice) uint64         { return 1 << (2 * leaperCells) }
func (leaperIndex) Pieces(s kibaho.Slice) int        { return int(s>>2 + s&3) }
func (leaperIndex) Twin(s kibaho.Slice) kibaho.Slice { return s&3<<2 | s>>2 }
func (leaperIndex) Name(s kibaho.Slice) string       { return fmt.Sprintf("%dv%d", s>>2, s&3) }
func (x leaperIndex) Views(s kibaho.Slice) []kibaho.View {
	return []kibaho.View{{Material: x.Name(s), Either: true}}
}

func (leaperIndex) Slices(pieces int) (all []kibaho.Slice) {
	for own := 1; own <= 3; own++ {
		if enemy := pieces - own; enemy >= 1 && enemy <= 3 {
			all = append(all, kibaho.Slice(own<<2|enemy))
		}
	}
	return all
}

func (leaperIndex) Leads(s kibaho.Slice) []kibaho.Slice {
	if s&3 == 1 {
		return nil
	}
	return []kibaho.Slice{(s&3-1)<<2 | s>>2}
}

func (leaperIndex) Place(p *leapers) (kibaho.Place, bool) {
	own, enemy := p.men[p.turn], p.men[p.turn.Other()]
	a, b := bits.OnesCount16(own), bits.OnesCount16(enemy)
	if a < 1 || b < 1 || a > 3 || b > 3 {
		return kibaho.Place{}, false
	}
	return kibaho.Place{Slice: kibaho.Slice(a<<2 | b), At: uint64(own)<<leaperCells | uint64(enemy)}, true
}

func (leaperIndex) Position(at kibaho.Place) (p leapers, ok bool) {
	p.men = [2]uint16{uint16(at.At >> leaperCells), uint16(at.At & (1<<leaperCells - 1))}
	return p, p.men[0]&p.men[1] == 0 && bits.OnesCount16(p.men[0]) == int(at.Slice>>2) && bits.OnesCount16(p.men[1]) == int(at.Slice&3)
}

func (leaperIndex) Pending(*leapers) bool { return false }

func (x leaperIndex) Walker(s kibaho.Slice) kibaho.Walker { return &leaperWalker{x: x, s: s} }

type leaperWalker struct {
	x leaperIndex
	s kibaho.Slice
}

// after returns where the moves from a position lead, those that keep the material
// first, and the others.
func (w *leaperWalker) after(s kibaho.Slice, at uint64) (inner, exits []kibaho.Place, st kibaho.Standing) {
	p, ok := w.x.Position(kibaho.Place{Slice: s, At: at})
	if !ok {
		return nil, nil, kibaho.Hole
	}
	for _, m := range p.Moves(nil) {
		q := p
		q.Play(m)
		to, ok := w.x.Place(&q)
		switch {
		case !ok:
			exits = append(exits, kibaho.Place{Slice: kibaho.EndLost})
		case to.Slice == w.x.Twin(s):
			inner = append(inner, to)
		default:
			exits = append(exits, to)
		}
	}
	switch {
	case len(inner) > 0:
		st = kibaho.Open
	case len(exits) > 0:
		st = kibaho.Shut
	default:
		st = kibaho.Drawn
	}
	return inner, exits, st
}

func (w *leaperWalker) Exits(at uint64, dst []kibaho.Place) ([]kibaho.Place, int, kibaho.Standing) {
	inner, exits, st := w.after(w.s, at)
	return append(dst, exits...), len(inner), st
}

func (w *leaperWalker) Moves(at uint64, yield func(kibaho.Place) bool) {
	inner, exits, _ := w.after(w.s, at)
	for _, p := range append(inner, exits...) {
		if !yield(p) {
			return
		}
	}
}

func (w *leaperWalker) Unmoves(at uint64, dst []uint64) []uint64 {
	p, _ := w.x.Position(kibaho.Place{Slice: w.s, At: at})
	all := p.men[0] | p.men[1]
	for c := range leaperCells {
		if p.men[1]>>c&1 == 0 {
			continue
		}
		for _, from := range []int{c - 1, c + 1} {
			if from >= 0 && from < leaperCells && all>>from&1 == 0 {
				moved := p.men[1] ^ 1<<c ^ 1<<from
				dst = append(dst, uint64(moved)<<leaperCells|uint64(p.men[0]))
			}
		}
	}
	return dst
}

// forwardIndex is leaperIndex with walkers that cannot go back.
type forwardIndex struct{ leaperIndex }

func (x forwardIndex) Walker(s kibaho.Slice) kibaho.Walker {
	return struct{ kibaho.Walker }{x.leaperIndex.Walker(s)}
}

// countdown is an index of one slice, in which number i has the single move to
// i-1, and number 0 has lost: the distance is the number.
type countdown struct {
	leaperIndex
	size uint64
}

func (countdown) Most() int                           { return 2 }
func (countdown) Slices(int) []kibaho.Slice           { return []kibaho.Slice{5} }
func (x countdown) Size(kibaho.Slice) uint64          { return x.size }
func (countdown) Leads(kibaho.Slice) []kibaho.Slice   { return nil }
func (x countdown) Walker(kibaho.Slice) kibaho.Walker { return &counter{size: x.size} }

type counter struct{ size uint64 }

func (w *counter) Exits(at uint64, dst []kibaho.Place) ([]kibaho.Place, int, kibaho.Standing) {
	if at == 0 {
		return dst, 0, kibaho.Lost
	}
	return dst, 1, kibaho.Open
}

func (w *counter) Moves(at uint64, yield func(kibaho.Place) bool) {
	yield(kibaho.Place{Slice: 5, At: at - 1})
}

func (w *counter) Unmoves(at uint64, dst []uint64) []uint64 {
	if at+1 < w.size {
		dst = append(dst, at+1)
	}
	return dst
}
