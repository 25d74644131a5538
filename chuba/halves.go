package chuba

import (
	"math/bits"

	"kibaho"
	"kibaho/mancala"
)

// half is what a side has on the board: its men, the outer pits whose men have not
// been played upon, and whether it has used up the forfeit that happens once.
type half struct {
	men      mancala.Lane
	unplayed uint32
	spent    bool
}

// halving are the halves that come of those of a position. A sowing goes through the
// own pits alone (CH4), a capture takes pairs of the enemy's (CH9, CH10), and what single
// men cost their side depends on its own (CH11).
type halving struct {
	rest    Position // the options
	all     []half
	number  map[half]int32
	turns   [][]kibaho.HalfTurn
	effects [][]int32
	want    []effect // by number
	known   map[effect]int32
}

// effect is what a turn does to the enemy's half.
type effect struct {
	kind   effectKind
	first  uint8 // the inner pit that the last man captures, if there is anything in it
	second uint8
}

type effectKind uint8

const (
	takesNothing effectKind = iota // the last man fell into the outer row
	missed                         // the inner pit first is empty
	takesOne                       // its pair alone
	takesTwo                       // and that of second
)

// maxHalves bounds the halves, of which there are more for every column: a table of all
// pairs of them takes its square.
const maxHalves = 1 << 18

// newHalving finds the halves that come of a position; nil if there are too many.
func newHalving(p *Position) kibaho.Halving[Position] {
	h := &halving{rest: *p, number: map[half]int32{}, known: map[effect]int32{}}
	h.rest.men, h.rest.unplayed, h.rest.spent, h.rest.side = [2]mancala.Lane{}, [2]uint32{}, 0, kibaho.First
	h.add(halfOf(p, p.side))
	h.add(halfOf(p, p.side.Other()))
	// What turns and captures make of a half is a half: until nothing new comes up.
	for i := 0; i < len(h.all); i++ {
		if len(h.all) > maxHalves {
			return nil
		}
		h.turns = append(h.turns, h.turnsOf(h.all[i]))
		for _, e := range h.allEffects() {
			if to, ok := h.after(h.all[i], e); ok {
				h.add(to)
			}
		}
	}
	for _, e := range h.want {
		became := make([]int32, len(h.all))
		for i := range h.all {
			became[i] = -1
			if to, ok := h.after(h.all[i], e); ok {
				became[i] = h.number[to]
			}
		}
		h.effects = append(h.effects, became)
	}
	return h
}

func halfOf(p *Position, s kibaho.Side) half {
	return half{p.men[s], p.unplayed[s], p.spent>>s&1 != 0}
}

func (h *halving) add(x half) int32 {
	n, ok := h.number[x]
	if !ok {
		n = int32(len(h.all))
		h.number[x] = n
		h.all = append(h.all, x)
	}
	return n
}

// put returns the position of two halves.
func (h *halving) put(mover, other half) Position {
	p := h.rest
	p.men = [2]mancala.Lane{mover.men, other.men}
	p.unplayed = [2]uint32{mover.unplayed, other.unplayed}
	if mover.spent {
		p.spent |= 1
	}
	if other.spent {
		p.spent |= 2
	}
	return p
}

// alone returns a position in which the side to move has a half and the enemy one man
// who does not matter.
func (h *halving) alone(x half) Position {
	var other half
	other.men.Set(0, 1)
	return h.put(x, other)
}

// turnsOf lists the turns of a half, with all that they may do to the enemy's.
func (h *halving) turnsOf(x half) (turns []kibaho.HalfTurn) {
	p := h.alone(x)
	for starts := p.starts(); starts != 0; starts &= starts - 1 {
		pit := bits.TrailingZeros32(starts)
		if !p.ends(pit) {
			continue
		}
		q := p
		last := q.sow(pit)
		if q.reading&forfeits != 0 {
			q.loseSingles(q.side)
		}
		to := h.add(halfOf(&q, q.side))
		for _, e := range h.effectsOf(last) {
			n, ok := h.known[e]
			if !ok {
				n = int32(len(h.want))
				h.known[e] = n
				h.want = append(h.want, e)
			}
			turns = append(turns, kibaho.HalfTurn{To: to, Effect: n})
		}
	}
	return turns
}

// effectsOf returns what a turn can do whose last man falls into a pit.
func (h *halving) effectsOf(last int) []effect {
	n := int(h.rest.columns)
	if last >= n {
		return []effect{{kind: takesNothing}}
	}
	first := uint8(n - 1 - last)
	all := []effect{{missed, first, 0}, {takesOne, first, 0}}
	for second := range uint8(n) {
		if second != first {
			all = append(all, effect{takesTwo, first, second})
		}
	}
	return all
}

// allEffects returns what all turns can do.
func (h *halving) allEffects() (all []effect) {
	for last := range int(h.rest.columns) + 1 {
		all = append(all, h.effectsOf(last)...)
	}
	return all
}

// after returns what becomes of the enemy's half; ok is false if the turn is not legal
// against it.
func (h *halving) after(x half, e effect) (to half, ok bool) {
	p := h.put(half{}, x) // the captor's half does not matter
	if p.men[1] == (mancala.Lane{}) {
		return to, false // the game is over
	}
	if e.kind != takesNothing {
		full := p.men[1].At(int(e.first)) != 0
		if full != (e.kind != missed) {
			return to, false
		}
		filled := p.pairs(1)
		pairs, nothing := p.seconds(filled, int(e.first))
		switch {
		case e.kind == takesOne && !nothing, e.kind == takesTwo && pairs>>e.second&1 == 0:
			return to, false
		case e.kind == takesOne:
			p.take(int(e.first))
		case e.kind == takesTwo:
			p.take(int(e.first))
			p.take(int(e.second))
		}
	}
	if p.reading&forfeits != 0 {
		p.loseSingles(1)
	}
	return halfOf(&p, 1), true
}

// Halves returns how many there are.
func (h *halving) Halves() int { return len(h.all) }

// Of returns the halves of a position.
func (h *halving) Of(p *Position) (mover, other int, ok bool) {
	m, known := h.number[halfOf(p, p.side)]
	o, both := h.number[halfOf(p, p.side.Other())]
	return int(m), int(o), known && both
}

// Position returns the position of two halves with South to move.
func (h *halving) Position(mover, other int) Position { return h.put(h.all[mover], h.all[other]) }

// Turns returns the turns of a half.
func (h *halving) Turns(half int) []kibaho.HalfTurn { return h.turns[half] }

// Effects returns what turns do to the enemy's half.
func (h *halving) Effects() [][]int32 { return h.effects }

// Standing tells what can become of a half (CH12).
func (h *halving) Standing(half int) kibaho.HalfStanding {
	p := h.alone(h.all[half])
	switch {
	case p.men[0] == mancala.Lane{}:
		return kibaho.HalfGone
	case p.starts() == 0:
		return kibaho.HalfLost
	case len(h.turns[half]) == 0:
		return kibaho.HalfDrawn
	}
	return kibaho.HalfMoves
}
