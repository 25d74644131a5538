package draughts

import (
	"fmt"
	"math/bits"

	"kibaho"
)

// innerIndex is the index of the endgame tables of a board of 6x6. It numbers as index does,
// by the squares that this board has, and moves by the rules: its tables are small.
// It names its slices as that one does, and shares nothing else with it.
type innerIndex struct{}

func (innerIndex) Most() int                           { return index{}.Most() }
func (innerIndex) Slices(pieces int) []kibaho.Slice    { return index{}.Slices(pieces) }
func (innerIndex) Limit() kibaho.Slice                 { return index{}.Limit() }
func (innerIndex) Pieces(s kibaho.Slice) int           { return index{}.Pieces(s) }
func (innerIndex) Twin(s kibaho.Slice) kibaho.Slice    { return index{}.Twin(s) }
func (innerIndex) Leads(s kibaho.Slice) []kibaho.Slice { return index{}.Leads(s) }
func (innerIndex) Name(s kibaho.Slice) string          { return index{}.Name(s) }
func (innerIndex) Views(s kibaho.Slice) []kibaho.View  { return index{}.Views(s) }

// The squares of 6x6, and those on which men of the side to move and of the other side may stand.
var (
	innerSquares  = ^rim
	innerMen      = ^rim &^ innerCrown[kibaho.First]
	innerEnemyMen = ^rim &^ innerCrown[kibaho.Second]
)

// Rules names the settings that values depend on.
func (innerIndex) Rules() string { return "capture=compulsory size=6x6" }

// innerSets returns in how many ways the pieces of a slice may be set, kind by kind.
func innerSets(s kibaho.Slice) (men, enemyMen, kings, enemyKings uint64) {
	m, k, em, ek := countsOf(s)
	return uint64(choose[15][m]), uint64(choose[15][em]), uint64(choose[18-m-em][k]), uint64(choose[18-m-em-k][ek])
}

// Size returns the number of places of a slice.
func (innerIndex) Size(s kibaho.Slice) uint64 {
	m, em, k, ek := innerSets(s)
	return m * em * k * ek
}

func (innerIndex) place(b seen) kibaho.Place {
	s := b.slice()
	_, enemyMenSets, kingSets, enemyKingSets := innerSets(s)
	men := b.men | b.enemyMen
	n := uint64(rankMany(b.men, innerMen))*enemyMenSets + uint64(rankMany(b.enemyMen, innerEnemyMen))
	n = n*kingSets + uint64(rankMany(b.kings, innerSquares&^men))
	return kibaho.Place{Slice: s, At: n*enemyKingSets + uint64(rankMany(b.enemyKings, innerSquares&^(men|b.kings)))}
}

// Place returns where a position is kept.
func (i innerIndex) Place(p *Position) (kibaho.Place, bool) {
	own, enemy := p.side[p.turn&1], p.side[p.turn&1^1]
	if bits.OnesCount32(own|enemy) > mostTabled || own == 0 || enemy == 0 || p.rules != inner {
		return kibaho.Place{}, false
	}
	b := seen{own &^ p.kings, own & p.kings, enemy &^ p.kings, enemy & p.kings}
	if p.turn == kibaho.Second {
		b = seen{halfTurn(b.men), halfTurn(b.kings), halfTurn(b.enemyMen), halfTurn(b.enemyKings)}
	}
	return i.place(b), true
}

// setOf returns the set of k squares of those in among that has a rank.
func setOf(r uint32, k int, among uint32) (set uint32) {
	numbers := unrank(r, k)
	for n := 0; among != 0; n++ {
		if numbers>>n&1 != 0 {
			set |= among & -among
		}
		among &= among - 1
	}
	return set
}

// Position returns the position of a place with Black to move.
func (innerIndex) Position(at kibaho.Place) (p Position, ok bool) {
	m, k, em, ek := countsOf(at.Slice)
	_, enemyMenSets, kingSets, enemyKingSets := innerSets(at.Slice)
	n := at.At
	var b seen
	enemyKings := uint32(n % enemyKingSets)
	n /= enemyKingSets
	kings := uint32(n % kingSets)
	n /= kingSets
	b.men, b.enemyMen = setOf(uint32(n/enemyMenSets), m, innerMen), setOf(uint32(n%enemyMenSets), em, innerEnemyMen)
	if b.men&b.enemyMen != 0 {
		return p, false
	}
	men := b.men | b.enemyMen
	b.kings = setOf(kings, k, innerSquares&^men)
	b.enemyKings = setOf(enemyKings, ek, innerSquares&^(men|b.kings))
	p.rules = inner
	p.side = [2]uint32{b.men | b.kings, b.enemyMen | b.enemyKings}
	p.kings = b.kings | b.enemyKings
	return p, true
}

// Pending reports that the side to move must jump (DR3).
func (innerIndex) Pending(p *Position) bool {
	_, w := p.inside(p.turn)
	return w.any()
}

// Small returns the number of pieces whose tables take less than a second.
func (innerIndex) Small() int { return 3 }

// Walker returns a new walker through the positions of a slice.
func (i innerIndex) Walker(s kibaho.Slice) kibaho.Walker {
	return &innerWalker{slice: s, twin: i.Twin(s)}
}

type innerWalker struct {
	slice, twin kibaho.Slice
	moves       []Move
}

// after returns where a move from p leads.
func (w *innerWalker) after(p *Position, m Move) kibaho.Place {
	q := *p
	q.Play(m)
	if q.side[q.turn&1] == 0 {
		return kibaho.Place{Slice: kibaho.EndLost}
	}
	at, ok := innerIndex{}.Place(&q)
	if !ok {
		panic(fmt.Sprintf("draughts: %s has no place", Write(&q)))
	}
	return at
}

// Exits appends where jumps and crownings lead.
func (w *innerWalker) Exits(at uint64, dst []kibaho.Place) ([]kibaho.Place, int, kibaho.Standing) {
	p, ok := innerIndex{}.Position(kibaho.Place{Slice: w.slice, At: at})
	if !ok {
		return dst, 0, kibaho.Hole
	}
	w.moves = p.Moves(w.moves[:0])
	if len(w.moves) == 0 {
		return dst, 0, kibaho.Lost // DR6
	}
	kept := 0
	for _, m := range w.moves {
		if to := w.after(&p, m); to.Slice == w.twin {
			kept++
		} else {
			dst = append(dst, to)
		}
	}
	switch {
	case w.moves[0].kind == jump:
		return dst, 0, kibaho.Pending
	case kept > 0:
		return dst, kept, kibaho.Open
	}
	return dst, 0, kibaho.Shut
}

// Moves yields where the steps lead, crownings last.
func (w *innerWalker) Moves(at uint64, yield func(kibaho.Place) bool) {
	p, _ := innerIndex{}.Position(kibaho.Place{Slice: w.slice, At: at})
	w.moves = p.Moves(w.moves[:0])
	for _, keeps := range [...]bool{true, false} {
		for _, m := range w.moves {
			if to := w.after(&p, m); (to.Slice == w.twin) == keeps && !yield(to) {
				return
			}
		}
	}
}
