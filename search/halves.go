package search

import (
	"bytes"
	"context"
	"fmt"
	"math/bits"

	"kibaho"
	"kibaho/pages"
)

// Halves is the exact value of every pair of halves of a game that is made of them,
// two bytes for each pair. It means what [Whole] does, but takes in pairs that never come
// up together.
type Halves[P comparable, M comparable, R kibaho.Rules[P, M]] struct {
	halving kibaho.Halving[P]
	n       int
	moves   []byte // codes by the half to move, then the other
	waits   []byte // the same by the other half, then the one to move
	turns   [][]kibaho.HalfTurn
	effects [][]int32
}

// The codes of pairs: 1 for a loss of the side to move at the end of the game, 2 for a win,
// and 2 more for each turn before it.
const (
	lossAtEnd = 1
	winAtEnd  = 2
	mostTurns = (drawnEnd-1)/2 - 1
)

// MakeHalves finds the values of all pairs of halves: those that are over first, then
// turn by turn away from them. The error is ErrMemory if they do not fit, or the cause
// of ctx.
func MakeHalves[P comparable, M comparable, R kibaho.Rules[P, M]](ctx context.Context, halving kibaho.Halving[P], memory int64, tell func(Progress)) (*Halves[P, M, R], error) {
	n := halving.Halves()
	w := &Halves[P, M, R]{halving: halving, n: n, effects: halving.Effects()}
	if memory <= 0 {
		memory = DefaultMemory
	}
	all := 0
	for half := range n {
		w.turns = append(w.turns, halving.Turns(half))
		all += len(w.turns[half])
	}
	// The codes, and the turns both ways.
	if int64(n) > memory/int64(2*n) || int64(2*n)*int64(n)+int64(all)*16+int64(n)*(64+12*int64(len(w.effects))) > memory {
		return nil, ErrMemory
	}
	w.moves, w.waits = make([]byte, n*n), make([]byte, n*n)
	pages.Large(w.moves)
	pages.Large(w.waits)
	w.ends()
	back := w.back()
	into := make([]inverse, len(w.effects))
	for i, effect := range w.effects {
		into[i] = inverseOf(effect)
	}
	left := uint64(bytes.Count(w.moves, []byte{notYet}))
	var lost, won []int32
	for turns := 0; ; turns++ {
		if turns > mostTurns {
			return nil, fmt.Errorf("search: a win of more than %d turns", turns)
		}
		found := uint64(0)
		for waits := range n {
			if err := context.Cause(ctx); err != nil {
				return nil, err
			}
			row := w.waits[waits*n : (waits+1)*n]
			lost, won = placesOf(lost[:0], row, byte(lossAtEnd+2*turns)), placesOf(won[:0], row, byte(winAtEnd+2*turns))
			if len(lost)+len(won) == 0 {
				continue
			}
			for _, b := range back[waits] {
				found += w.before(int(b.from), &into[b.effect], lost, won, turns)
			}
			if tell != nil && waits%256 == 0 {
				tell(Progress{Done: turns, Total: n, Count: left - found})
			}
		}
		if left -= found; found == 0 {
			return w, nil
		}
	}
}

// before finds what of the pairs that a turn of a half leads from is decided by those that it
// leads to: so many turns from the end, lost or won by the side that is then to move.
// It returns how many pairs that are.
func (w *Halves[P, M, R]) before(half int, into *inverse, lost, won []int32, turns int) (found uint64) {
	row := w.moves[half*w.n : (half+1)*w.n]
	for _, to := range lost {
		for _, other := range into.of(to) {
			if row[other] == notYet {
				w.set(half, int(other), byte(winAtEnd+2*(turns+1)))
				found++
			}
		}
	}
	for _, to := range won {
		for _, other := range into.of(to) {
			if row[other] == notYet && w.allWon(half, int(other), byte(winAtEnd+2*turns)) {
				w.set(half, int(other), byte(lossAtEnd+2*(turns+1)))
				found++
			}
		}
	}
	return found
}

func (w *Halves[P, M, R]) set(mover, other int, code byte) {
	w.moves[mover*w.n+other] = code
	w.waits[other*w.n+mover] = code
}

// allWon reports that all turns lead to pairs that the enemy wins by a code that is not
// above most.
func (w *Halves[P, M, R]) allWon(mover, other int, most byte) bool {
	for _, t := range w.turns[mover] {
		became := w.effects[t.Effect][other]
		if became < 0 {
			continue
		}
		if c := w.waits[int(t.To)*w.n+int(became)]; c == notYet || c%2 != 0 || c > most {
			return false
		}
	}
	return true
}

// ends sets the pairs in which the game is over.
func (w *Halves[P, M, R]) ends() {
	standing := make([]kibaho.HalfStanding, w.n)
	for half := range standing {
		standing[half] = w.halving.Standing(half)
	}
	for mover, s := range standing {
		for other, o := range standing {
			switch {
			case s == kibaho.HalfGone:
				w.set(mover, other, lossAtEnd)
			case o == kibaho.HalfGone:
				w.set(mover, other, winAtEnd)
			case s == kibaho.HalfLost:
				w.set(mover, other, lossAtEnd)
			case s == kibaho.HalfDrawn:
				w.set(mover, other, drawnEnd)
			}
		}
	}
}

// backTurn is a turn by where it leads.
type backTurn struct{ from, effect int32 }

// back lists the turns by the half that they lead to, each once.
func (w *Halves[P, M, R]) back() [][]backTurn {
	back := make([][]backTurn, w.n)
	for half, turns := range w.turns {
		for _, t := range turns {
			list := back[t.To]
			again := false
			for i := len(list) - 1; i >= 0 && list[i].from == int32(half); i-- {
				again = again || list[i].effect == t.Effect
			}
			if !again {
				back[t.To] = append(list, backTurn{int32(half), t.Effect})
			}
		}
	}
	return back
}

// inverse is an effect by what becomes of a half.
type inverse struct {
	start []int32 // by half, and one more
	from  []int32
}

func inverseOf(effect []int32) inverse {
	v := inverse{start: make([]int32, len(effect)+1)}
	for _, to := range effect {
		if to >= 0 {
			v.start[to+1]++
		}
	}
	for i := range effect {
		v.start[i+1] += v.start[i]
	}
	v.from = make([]int32, v.start[len(effect)])
	next := append([]int32(nil), v.start...)
	for from, to := range effect {
		if to >= 0 {
			v.from[next[to]] = int32(from)
			next[to]++
		}
	}
	return v
}

func (v *inverse) of(half int32) []int32 { return v.from[v.start[half]:v.start[half+1]] }

// placesOf appends where a code is in a row.
func placesOf(dst []int32, row []byte, code byte) []int32 {
	for at := 0; ; at++ {
		i := bytes.IndexByte(row[at:], code)
		if i < 0 {
			return dst
		}
		at += i
		dst = append(dst, int32(at))
	}
}

// codeFor returns the code of a pair of which the side to move wins or loses in so
// many turns.
func codeFor(win bool, turns int) byte {
	if win {
		return byte(winAtEnd + 2*turns)
	}
	return byte(lossAtEnd + 2*turns)
}

// code returns the code of a position; ok is false if it has halves that have no number.
func (w *Halves[P, M, R]) code(p *P) (code byte, ok bool) {
	if o := R(p).Outcome(); o != kibaho.Ongoing {
		if o == kibaho.Draw {
			return drawnEnd, true
		}
		return codeFor(o == kibaho.Wins(R(p).Turn()), 0), true
	}
	mover, other, ok := w.halving.Of(p)
	if !ok {
		return notYet, false
	}
	return w.moves[mover*w.n+other], true
}

// Value returns the value of a position and, if a side wins, in how many turns; ok
// is false if it has halves that have no number.
func (w *Halves[P, M, R]) Value(p P) (value kibaho.Outcome, plies int, ok bool) {
	c, ok := w.code(&p)
	switch {
	case !ok:
		return kibaho.Ongoing, 0, false
	case c == notYet || c == drawnEnd:
		return kibaho.Draw, 0, true
	case c%2 == 0:
		return kibaho.Wins(R(&p).Turn()), int(c-winAtEnd) / 2, true
	}
	return kibaho.Wins(R(&p).Turn().Other()), int(c-lossAtEnd) / 2, true
}

// Count sums up, with the value of a root.
func (w *Halves[P, M, R]) Count(root P) WholeCount {
	c := WholeCount{Positions: uint64(len(w.moves))}
	c.Value, c.Plies, _ = w.Value(root)
	var codes [256]uint64
	for _, code := range w.moves {
		codes[code]++
	}
	for code, n := range codes {
		switch {
		case n == 0:
		case code == notYet || code == drawnEnd:
			c.Draw += n
		case code%2 == 0:
			c.Win += n
			c.Longest = max(c.Longest, (code-winAtEnd)/2)
		default:
			c.Loss += n
			c.Longest = max(c.Longest, (code-lossAtEnd)/2)
		}
	}
	return c
}

// Check derives the codes of n pairs, spread by chance, anew by the moves of the
// rules, without turns of halves. It returns how many it has derived. The error names the
// first that is wrong, or is the cause of ctx.
func (w *Halves[P, M, R]) Check(ctx context.Context, n int, seed uint64) (checked int, err error) {
	r := kibaho.NewRand(seed)
	for range n {
		if err := context.Cause(ctx); err != nil {
			return checked, err
		}
		at, _ := bits.Mul64(r.Uint64(), uint64(len(w.moves)))
		mover, other := int(at/uint64(w.n)), int(at%uint64(w.n))
		p := w.halving.Position(mover, other)
		want, err := w.derived(&p)
		if err != nil {
			return checked, err
		}
		if got := w.moves[at]; got != want {
			return checked, fmt.Errorf("search: the pair of halves %d and %d has code %d, its turns tell %d", mover, other, got, want)
		}
		checked++
	}
	return checked, nil
}

// derived returns the code that follows from those of the positions after the moves of p.
func (w *Halves[P, M, R]) derived(p *P) (byte, error) {
	if o := R(p).Outcome(); o != kibaho.Ongoing {
		c, _ := w.code(p)
		return c, nil
	}
	win, loss, open := mostTurns+1, -1, false
	for _, m := range R(p).Moves(nil) {
		q := *p
		R(&q).Play(m)
		c, ok := w.code(&q)
		switch {
		case !ok:
			return 0, fmt.Errorf("search: a turn leads to halves that have no number")
		case c == notYet || c == drawnEnd:
			open = true
		case c%2 == 0:
			loss = max(loss, int(c-winAtEnd)/2+1)
		default:
			win = min(win, int(c-lossAtEnd)/2+1)
		}
	}
	switch {
	case win <= mostTurns:
		return codeFor(true, win), nil
	case open:
		return notYet, nil
	}
	return codeFor(false, loss), nil
}
