package chuba

import (
	"fmt"
	"math/bits"
	"sync"

	"kibaho"
	"kibaho/mancala"
)

// index is the index of the endgame tables of some settings: captured men leave
// play, so that a slice is the number of men of either side. A position is seen by
// its side to move, and its number is made of a number for each side's pits,
//
//	own · enemy.
//
// That of a side counts the sets of pits whose men have not been played upon, by
// their size and their rank, and under each the ways to spread the other men over
// the other pits. Men that have not been played upon stand alone, as in all
// layouts but one (CH2, CH3): nobody has moved them and nobody has joined them.
type index struct {
	empty Position // of these settings, without men
	rules string
	pits  int
	most  int
	// ways[k][p] is in how many ways k men can be spread over p pits.
	ways [mostTabled + 1][2*mancala.MaxColumns + 1]uint64
	// first[m][u] is the first number of a side of m men, of which u have not been
	// played upon; first[m][mostTabled+1] is how many there are.
	first [mostTabled + 1][mostTabled + 2]uint64
}

// mostTabled bounds the men on the board of a position that is numbered, and
// mostPlaces the positions of a slice.
const (
	mostTabled = 18
	mostPlaces = 1 << 31
)

// indexes holds the index of each board without men.
var indexes sync.Map

// newIndex returns the index of the settings. There is none for readings under
// which a move can lose at once, because it costs the mover all his men (CH11:
// singles=outer-once and outer-always), nor for the one under which men may be
// joined without being played upon (CH8: played-upon=from-inner).
func newIndex(s kibaho.Settings) kibaho.Index[Position] {
	p := empty(s)
	if p.reading&(loseOuter|fromInner) != 0 {
		return nil
	}
	if x, ok := indexes.Load(p); ok {
		return x.(*index)
	}
	x := &index{empty: p, pits: 2 * int(p.columns)}
	for _, name := range []string{"columns", "outer-unplayed", "played-upon", "second-pair", "singles", "endless-laps"} {
		if x.rules != "" {
			x.rules += " "
		}
		x.rules += name + "=" + s.Value(name)
	}
	for k := range x.ways {
		for p := range x.ways[k] {
			switch {
			case k == 0:
				x.ways[k][p] = 1
			case p > 0:
				x.ways[k][p] = x.ways[k-1][p] + x.ways[k][p-1]
			}
		}
	}
	for m := range x.first {
		for u := range mostTabled + 1 {
			n := uint64(0)
			if u <= x.mostUnplayed() && u <= m {
				n = choose(int(p.columns), u) * x.ways[m-u][x.pits-u]
			}
			x.first[m][u+1] = x.first[m][u] + n
		}
	}
	for x.most = 2; x.most < min(mostTabled, mostMen(int(p.columns))); x.most++ {
		if largest := x.most + 1; x.sides(largest/2)*x.sides(largest-largest/2) > mostPlaces {
			break
		}
	}
	found, _ := indexes.LoadOrStore(p, x)
	return found.(*index)
}

// mostUnplayed is the greatest number of men of a side that have not been played upon.
func (x *index) mostUnplayed() int {
	if x.empty.reading&tracks == 0 {
		return 0
	}
	return int(x.empty.columns)
}

// sides is the number of ways in which the pits of a side of so many men can be.
func (x *index) sides(men int) uint64 { return x.first[men][mostTabled+1] }

func choose(n, k int) uint64 {
	c := uint64(1)
	for i := range k {
		c = c * uint64(n-i) / uint64(i+1)
	}
	return c
}

// A slice is own<<5 | enemy.
func sliceOf(own, enemy int) kibaho.Slice { return kibaho.Slice(own<<5 | enemy) }

func countsOf(s kibaho.Slice) (own, enemy int) { return int(s >> 5), int(s & 31) }

// Rules names the settings that values depend on.
func (x *index) Rules() string { return x.rules }

// Most returns the greatest number of men.
func (x *index) Most() int { return x.most }

// Small returns 0: nothing is built that is not asked for.
func (x *index) Small() int { return 0 }

// Limit is above all slices.
func (x *index) Limit() kibaho.Slice { return 1 << 10 }

// Slices returns the slices with so many men.
func (x *index) Slices(men int) (all []kibaho.Slice) {
	for own := 1; own < men && men <= x.most; own++ {
		all = append(all, sliceOf(own, men-own))
	}
	return all
}

// Pieces returns the number of men of a slice.
func (x *index) Pieces(s kibaho.Slice) int {
	own, enemy := countsOf(s)
	return own + enemy
}

// Size returns the number of positions of a slice. It has no holes.
func (x *index) Size(s kibaho.Slice) uint64 {
	own, enemy := countsOf(s)
	return x.sides(own) * x.sides(enemy)
}

// Twin returns the slice that the other side sees.
func (x *index) Twin(s kibaho.Slice) kibaho.Slice {
	own, enemy := countsOf(s)
	return sliceOf(enemy, own)
}

// Leads returns the slices that captures (CH9, CH10) and forfeits (CH11) may lead
// to. The mover forfeits no more than his men that have not been played upon.
func (x *index) Leads(s kibaho.Slice) (all []kibaho.Slice) {
	own, enemy := countsOf(s)
	for left := max(1, own-x.mostUnplayed()); left <= own; left++ {
		for e := 1; e <= enemy; e++ {
			if left < own || e < enemy {
				all = append(all, sliceOf(e, left))
			}
		}
	}
	return all
}

// Name returns the numbers of own and enemy men.
func (x *index) Name(s kibaho.Slice) string {
	own, enemy := countsOf(s)
	return fmt.Sprintf("%dv%d", own, enemy)
}

// Views returns the one name that serves both sides.
func (x *index) Views(s kibaho.Slice) []kibaho.View {
	return []kibaho.View{{Material: x.Name(s), Either: true}}
}

// number returns the number of a side's pits. It is false if men that have not
// been played upon do not stand alone.
func (x *index) number(lane *mancala.Lane, unplayed uint32) (n uint64, ok bool) {
	men, u := lane.Sum(), bits.OnesCount32(unplayed)
	if many := lane.Many(); men > mostTabled || many&unplayed != 0 {
		return 0, false
	}
	n = x.first[men][u]
	left, pits := men-u, x.pits-u
	if u > 0 {
		r, k := uint64(0), 1
		for set := unplayed >> x.empty.columns; set != 0; set &= set - 1 {
			r += choose(bits.TrailingZeros32(set), k)
			k++
		}
		n += r * x.ways[left][pits]
	}
	for pit := 0; left > 0; pit++ {
		if unplayed>>pit&1 != 0 {
			continue
		}
		here := lane.At(pit)
		n += x.ways[left][pits] - x.ways[left-here][pits]
		left -= here
		pits--
	}
	return n, true
}

// pitsOf returns the pits of a number of a side of so many men.
func (x *index) pitsOf(men int, n uint64) (lane mancala.Lane, unplayed uint32) {
	u := 0
	for n >= x.first[men][u+1] {
		u++
	}
	n -= x.first[men][u]
	left, pits := men-u, x.pits-u
	r := n / x.ways[left][pits]
	n %= x.ways[left][pits]
	for k := u; k > 0; k-- {
		at := k - 1
		for choose(at+1, k) <= r {
			at++
		}
		r -= choose(at, k)
		unplayed |= 1 << (at + int(x.empty.columns))
	}
	for pit := range x.pits {
		if unplayed>>pit&1 != 0 {
			lane.Set(pit, 1)
			continue
		}
		here := 0
		for here < left && n >= x.ways[left][pits]-x.ways[left-here-1][pits] {
			here++
		}
		n -= x.ways[left][pits] - x.ways[left-here][pits]
		lane.Set(pit, here)
		left -= here
		pits--
	}
	return lane, unplayed
}

// Place returns where a position is kept.
func (x *index) Place(p *Position) (kibaho.Place, bool) {
	own, enemy := &p.men[p.side], &p.men[p.side.Other()]
	a, b := own.Sum(), enemy.Sum()
	if a == 0 || b == 0 || a+b > x.most || p.columns != x.empty.columns || p.reading != x.empty.reading || p.laps != x.empty.laps {
		return kibaho.Place{}, false
	}
	n, ok := x.number(own, p.unplayed[p.side])
	m, fine := x.number(enemy, p.unplayed[p.side.Other()])
	return kibaho.Place{Slice: sliceOf(a, b), At: n*x.sides(b) + m}, ok && fine
}

// Position returns the position of a place with South to move.
func (x *index) Position(at kibaho.Place) (Position, bool) {
	own, enemy := countsOf(at.Slice)
	p := x.empty
	p.men[0], p.unplayed[0] = x.pitsOf(own, at.At/x.sides(enemy))
	p.men[1], p.unplayed[1] = x.pitsOf(enemy, at.At%x.sides(enemy))
	return p, true
}

// Pending returns false: nobody must capture.
func (x *index) Pending(*Position) bool { return false }

// Walker returns a new walker through the positions of a slice.
func (x *index) Walker(s kibaho.Slice) kibaho.Walker {
	return &walker{x: x, slice: s, twin: x.Twin(s), at: ^uint64(0)}
}

// walker tells where moves lead by playing them. A sowing of many laps cannot be
// taken back by a rule, so it is no [kibaho.Unmover].
type walker struct {
	x           *index
	slice, twin kibaho.Slice

	at           uint64 // what the following is of
	standing     kibaho.Standing
	inner, exits []kibaho.Place
	moves        []Move
}

// to looks at the moves of a number.
func (w *walker) to(at uint64) {
	if at == w.at {
		return
	}
	w.at = at
	p, _ := w.x.Position(kibaho.Place{Slice: w.slice, At: at})
	w.inner, w.exits = w.inner[:0], w.exits[:0]
	w.moves = p.Moves(w.moves[:0])
	for _, m := range w.moves {
		q := p
		q.Play(m)
		if q.men[q.side] == (mancala.Lane{}) {
			w.exits = append(w.exits, kibaho.Place{Slice: kibaho.EndLost})
			continue
		}
		to, ok := w.x.Place(&q)
		if !ok {
			panic("chuba: a move leads to a position without a place")
		}
		if to.Slice == w.twin {
			w.inner = append(w.inner, to)
		} else {
			w.exits = append(w.exits, to)
		}
	}
	switch {
	case len(w.inner) > 0:
		w.standing = kibaho.Open
	case len(w.exits) > 0:
		w.standing = kibaho.Shut
	case p.Outcome() == kibaho.Draw:
		w.standing = kibaho.Drawn
	default:
		w.standing = kibaho.Lost
	}
}

// Exits appends where captures and forfeits lead.
func (w *walker) Exits(at uint64, dst []kibaho.Place) ([]kibaho.Place, int, kibaho.Standing) {
	w.to(at)
	return append(dst, w.exits...), len(w.inner), w.standing
}

// Moves yields where all moves lead.
func (w *walker) Moves(at uint64, yield func(kibaho.Place) bool) {
	w.to(at)
	for _, list := range [2][]kibaho.Place{w.inner, w.exits} {
		for _, to := range list {
			if !yield(to) {
				return
			}
		}
	}
}
