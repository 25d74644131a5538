package draughts

import (
	"fmt"
	"math/bits"
	"sync"

	"kibaho"
)

// index is the index of the endgame tables. A position is seen by its side to
// move, whose men go north: with White to move the board is turned. Its slice is
// the number of own men, own kings, enemy men and enemy kings; its number within
// the slice is made of four ranks,
//
//	((own men · enemy men) · own kings) · enemy kings,
//
// each the rank of a set of squares among those that are left to it, in the
// combinatorial number system. Enemy men may stand where own men cannot, so that
// their sets are counted as if no own man stood in their way: some numbers are
// holes.
type index struct{}

// mostTabled is the greatest number of pieces with an index: the count of pieces
// of a kind must fit in three bits of the slice.
const mostTabled = 7

// newIndex returns the index of the settings. Under the huff a claim is part of a
// position (DR7), so there is none.
func newIndex(s kibaho.Settings) kibaho.Index[Position] {
	r := rulesOf(s)
	if r&huffs != 0 {
		return nil
	}
	makeIndex()
	if r&inner != 0 {
		return innerIndex{}
	}
	return index{}
}

// Squares on which men of the side to move, who go north, and of the other side
// may stand.
const (
	manSquares      = ^uint32(crownBlack)
	enemyManSquares = ^uint32(crownWhite)
)

// shape is a slice with its numbers of sets.
type shape struct {
	men, kings, enemyMen, enemyKings int
	enemyMenSets, kingSets           uint64
	enemyKingSets                    uint64
	size                             uint64
}

// sliceOf returns the number of a slice.
func sliceOf(men, kings, enemyMen, enemyKings int) kibaho.Slice {
	return kibaho.Slice(men | kings<<3 | enemyMen<<6 | enemyKings<<9)
}

func countsOf(s kibaho.Slice) (men, kings, enemyMen, enemyKings int) {
	return int(s & 7), int(s >> 3 & 7), int(s >> 6 & 7), int(s >> 9 & 7)
}

// makeIndex makes the tables below when the first index is asked for: most
// commands ask for none.
var makeIndex = sync.OnceFunc(func() {
	choose = makeChoose()
	highest = makeHighest()
	makeShapes(&shapes)
})

// shapes holds every slice.
var shapes [1 << 12]shape

func makeShapes(all *[1 << 12]shape) {
	for i := range all {
		s := &all[i]
		s.men, s.kings, s.enemyMen, s.enemyKings = countsOf(kibaho.Slice(i))
		if s.pieces() > mostTabled {
			continue
		}
		s.enemyMenSets = uint64(choose[28][s.enemyMen])
		s.kingSets = uint64(choose[32-s.men-s.enemyMen][s.kings])
		s.enemyKingSets = uint64(choose[32-s.men-s.enemyMen-s.kings][s.enemyKings])
		s.size = uint64(choose[28][s.men]) * s.enemyMenSets * s.kingSets * s.enemyKingSets
	}
}

func (s *shape) pieces() int { return s.men + s.kings + s.enemyMen + s.enemyKings }

// choose[n][k] is the number of sets of k among n.
var choose [33][8]uint32

func makeChoose() (c [33][8]uint32) {
	for n := range c {
		c[n][0] = 1
		for k := 1; n > 0 && k < len(c[n]); k++ {
			c[n][k] = c[n-1][k-1] + c[n-1][k]
		}
	}
	return c
}

// Rules names the settings that values depend on.
func (index) Rules() string { return "capture=compulsory" }

// Most returns the greatest number of pieces.
func (index) Most() int { return mostTabled }

// Small returns the number of pieces whose tables take less than a second.
func (index) Small() int { return 3 }

// Limit is above all slices.
func (index) Limit() kibaho.Slice { return kibaho.Slice(len(shapes)) }

// Slices returns the slices with so many pieces, those with fewer men first: men
// become kings, never the other way.
func (index) Slices(pieces int) []kibaho.Slice {
	var all []kibaho.Slice
	if pieces > mostTabled {
		return nil
	}
	for men := range pieces + 1 {
		for i := range shapes {
			s := &shapes[i]
			if s.pieces() == pieces && s.men+s.enemyMen == men && s.men+s.kings > 0 && s.men+s.kings < pieces {
				all = append(all, kibaho.Slice(i))
			}
		}
	}
	return all
}

// Pieces returns the number of pieces of a slice.
func (index) Pieces(s kibaho.Slice) int { return shapes[s].pieces() }

// Size returns the number of places of a slice.
func (index) Size(s kibaho.Slice) uint64 { return shapes[s].size }

// Twin returns the slice that the other side sees.
func (index) Twin(s kibaho.Slice) kibaho.Slice {
	men, kings, enemyMen, enemyKings := countsOf(s)
	return sliceOf(enemyMen, enemyKings, men, kings)
}

// Leads returns the slices that captures and crownings may lead to.
func (index) Leads(s kibaho.Slice) []kibaho.Slice {
	var all []kibaho.Slice
	men, kings, enemyMen, enemyKings := countsOf(s)
	for crowned := range min(men, 1) + 1 {
		for m := range enemyMen + 1 {
			for k := range enemyKings + 1 {
				if m+k > 0 && (crowned > 0 || m < enemyMen || k < enemyKings) {
					all = append(all, sliceOf(m, k, men-crowned, kings+crowned))
				}
			}
		}
	}
	return all
}

// Name returns the counts of own men, own kings, enemy men and enemy kings.
func (index) Name(s kibaho.Slice) string {
	men, kings, enemyMen, enemyKings := countsOf(s)
	return fmt.Sprint(men*1000 + kings*100 + enemyMen*10 + enemyKings + 10000)[1:]
}

// Views returns the counts of black men, black kings, white men and white kings
// with Black and with White to move.
func (index) Views(s kibaho.Slice) []kibaho.View {
	men, kings, enemyMen, enemyKings := countsOf(s)
	return []kibaho.View{
		{Material: fmt.Sprint(men, kings, enemyMen, enemyKings), Side: kibaho.First},
		{Material: fmt.Sprint(enemyMen, enemyKings, men, kings), Side: kibaho.Second},
	}
}

// seen is a board as the side to move sees it: its men go north.
type seen struct{ men, kings, enemyMen, enemyKings uint32 }

// halfTurn returns a set of squares with the board turned.
func halfTurn(x uint32) uint32 { return rl(bits.Reverse32(x), 8) }

// turn returns the board as the other side sees it.
func (b seen) turn() seen {
	return seen{halfTurn(b.enemyMen), halfTurn(b.enemyKings), halfTurn(b.men), halfTurn(b.kings)}
}

func (b seen) slice() kibaho.Slice {
	return sliceOf(bits.OnesCount32(b.men), bits.OnesCount32(b.kings), bits.OnesCount32(b.enemyMen), bits.OnesCount32(b.enemyKings))
}

// number returns the number of a board within its slice.
func (s *shape) number(b seen) uint64 {
	men := b.men | b.enemyMen
	n := s.menNumber(b.men, b.enemyMen)*s.kingSets + uint64(rank(b.kings, ^men, s.kings))
	return n*s.enemyKingSets + uint64(rank(b.enemyKings, ^(men|b.kings), s.enemyKings))
}

func (s *shape) menNumber(men, enemyMen uint32) uint64 {
	return uint64(rank(men, manSquares, s.men))*s.enemyMenSets + uint64(rank(enemyMen, enemyManSquares&^men, s.enemyMen))
}

// place returns where a board is kept whose side to move has pieces. If the other
// side has none the game has been won.
func (b seen) place() kibaho.Place {
	s := b.slice()
	return kibaho.Place{Slice: s, At: shapes[s].number(b)}
}

// rank returns the rank of a set of k squares among the sets of its size within
// among. It is small enough to be compiled into its callers.
func rank(set, among uint32, k int) uint32 {
	if k == 1 {
		return ones(among & (set - 1))
	}
	return rankSome(set, among, k)
}

func rankSome(set, among uint32, k int) uint32 {
	switch k {
	case 0:
		return 0
	case 2:
		n := ones(among & (set&(set-1) - 1))
		return ones(among&(set&-set-1)) + n*(n-1)/2
	case 3:
		rest := set & (set - 1)
		n, m := ones(among&(rest&-rest-1)), ones(among&(rest&(rest-1)-1))
		return ones(among&(set&-set-1)) + n*(n-1)/2 + choose[m&31][3]
	}
	return rankMany(set, among)
}

func rankMany(set, among uint32) (r uint32) {
	for k := 1; set != 0; k++ {
		r += choose[ones(among&(set&-set-1))&31][k&7]
		set &= set - 1
	}
	return r
}

func ones(x uint32) uint32 { return uint32(bits.OnesCount32(x)) }

// highest[k][r] is the greatest n with choose[n][k] <= r, for the k at which such
// a table stays small.
var highest [5][]uint8

func makeHighest() (h [5][]uint8) {
	for k := 1; k < len(h); k++ {
		h[k] = make([]uint8, choose[32][k])
		n := uint8(k - 1)
		for r := range h[k] {
			for n < 31 && int(choose[n+1][k]) <= r {
				n++
			}
			h[k][r] = n
		}
	}
	return h
}

// nthMan[c] is the c-th square of manSquares, nthEnemyMan[c] of enemyManSquares;
// sets of squares.
var nthMan, nthEnemyMan = listed(manSquares), listed(enemyManSquares)

func listed(set uint32) (list [32]uint32) {
	for c := 0; set != 0; c++ {
		list[c] = set & -set
		set &= set - 1
	}
	return list
}

// unrank returns the set of k numbers with rank r, as bits.
func unrank(r uint32, k int) (set uint32) {
	for ; k > 0; k-- {
		n := uint8(0)
		if k < len(highest) {
			n = highest[k][r]
		} else {
			n = uint8(k - 1)
			for n < 31 && choose[n+1][k] <= r {
				n++
			}
		}
		set |= 1 << (n & 31)
		r -= choose[n&31][k]
	}
	return set
}

// among spreads a set over the numbers that without leaves: its n-th number
// becomes the n-th number that is not in without, 31 if there are not so many.
func among(set, without uint32) (out uint32) {
	for ; set != 0; set &= set - 1 {
		c := bits.TrailingZeros32(set)
		for w := without; w != 0; w &= w - 1 {
			if bits.TrailingZeros32(w) > c {
				break
			}
			c++
		}
		out |= 1 << min(c, 31)
	}
	return out
}

// selected returns the squares of a set of numbers in a list, and ordinals the inverse.
func selected(set uint32, list *[32]uint32) (out uint32) {
	for ; set != 0; set &= set - 1 {
		out |= list[bits.TrailingZeros32(set)&31]
	}
	return out
}

func ordinals(set, of uint32) (out uint32) {
	for ; set != 0; set &= set - 1 {
		out |= 1 << (bits.OnesCount32(of&(set&-set-1)) & 31)
	}
	return out
}

// board returns the board of a number, and false for a hole.
func (s *shape) board(at uint64) (b seen, ok bool) {
	rest := uint32(at / s.enemyKingSets)
	if b.men, b.enemyMen, ok = s.menOf(rest / uint32(s.kingSets)); ok {
		b.kings = among(unrank(rest%uint32(s.kingSets), s.kings), b.men|b.enemyMen)
		b.enemyKings = among(unrank(uint32(at)-rest*uint32(s.enemyKingSets), s.enemyKings), b.men|b.enemyMen|b.kings)
	}
	return b, ok
}

// menOf returns the men of their number, and false for a hole.
func (s *shape) menOf(n uint32) (men, enemyMen uint32, ok bool) {
	men = selected(unrank(n/uint32(s.enemyMenSets), s.men), &nthMan)
	away := men & enemyManSquares
	set := among(unrank(n%uint32(s.enemyMenSets), s.enemyMen), ordinals(away, enemyManSquares))
	if set>>28 != 0 {
		return men, 0, false
	}
	return men, selected(set, &nthEnemyMan), true
}

// Place returns where a position is kept.
func (index) Place(p *Position) (kibaho.Place, bool) {
	own, enemy := p.side[p.turn&1], p.side[p.turn&1^1]
	if bits.OnesCount32(own|enemy) > mostTabled || own == 0 || enemy == 0 || p.rules != 0 {
		return kibaho.Place{}, false
	}
	b := seen{own &^ p.kings, own & p.kings, enemy &^ p.kings, enemy & p.kings}
	if p.turn == kibaho.Second {
		b = seen{halfTurn(b.men), halfTurn(b.kings), halfTurn(b.enemyMen), halfTurn(b.enemyKings)}
	}
	return b.place(), true
}

// Position returns the position of a place with Black to move.
func (index) Position(at kibaho.Place) (p Position, ok bool) {
	b, ok := shapes[at.Slice].board(at.At)
	p.side = [2]uint32{b.men | b.kings, b.enemyMen | b.enemyKings}
	p.kings = b.kings | b.enemyKings
	return p, ok
}

// Pending reports that the side to move must jump (DR3).
func (index) Pending(p *Position) bool { return p.jumpers(p.turn) != 0 }
