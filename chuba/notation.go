package chuba

import (
	"fmt"
	"math/bits"
	"strings"

	"kibaho"
	"kibaho/mancala"
)

// mostMen bounds the men of a side: no layout gives one more than two in every
// pit (CH3), and none are ever won.
func mostMen(columns int) int { return 4 * columns }

const what = "chuba position"

// read reads the text form of a position: four rows as South sees them, the side
// to move, the pits of outer men not yet played upon and the sides that have used
// up the forfeit that happens once. The last two may be left out.
func read(s kibaho.Settings, text string) (Position, kibaho.Settings, error) {
	fail := func(at int, got, want string) (Position, kibaho.Settings, error) {
		return Position{}, s, &kibaho.InputError{What: what, Text: text, At: at, Got: got, Want: want}
	}
	fields := strings.Split(text, " ")
	if len(fields) < 2 || len(fields) > 4 {
		return fail(-1, "", `expected the four rows, S or N to move, the pits of outer men not yet played upon and the sides that have used up the forfeit, as in "…/…/…/… S - -"`)
	}
	rows, n, err := mancala.ReadRows("chuba", text, fields[0], mostMen(maxColumns))
	if err != nil {
		return Position{}, s, err
	}
	if n < minColumns {
		return fail(0, "", fmt.Sprintf("expected %d to %d columns, found %d", minColumns, maxColumns, n))
	}
	if s.Int("columns") != n {
		sized, err := s.With("columns", fmt.Sprint(n))
		if err != nil {
			return Position{}, s, err
		}
		s = sized
	}
	p := empty(s)
	p.men[0], p.men[1] = rows.Lanes()
	for side, name := range facts.Sides {
		if men := p.men[side].Sum(); men > mostMen(n) {
			return fail(0, "", fmt.Sprintf("%s has %d men; with %d columns a side has at most %d (CH3)", name, men, n, mostMen(n)))
		}
	}

	at := len(fields[0]) + 1
	switch fields[1] {
	case "S":
		p.side = kibaho.First
	case "N":
		p.side = kibaho.Second
	default:
		return fail(at, fields[1], "expected S or N, the side to move")
	}
	at += len(fields[1]) + 1
	if len(fields) > 2 {
		if i, want := p.readUnplayed(fields[2]); want != "" {
			return fail(at+i, fields[2][i:], want)
		}
		at += len(fields[2]) + 1
	}
	if len(fields) > 3 {
		spent, ok := map[string]uint8{"-": 0, "S": 1, "N": 2, "SN": 3}[fields[3]]
		switch {
		case !ok:
			return fail(at, fields[3], "expected the sides that have used up the forfeit that happens once: -, S, N or SN")
		case spent != 0 && p.reading&once == 0:
			return fail(at, fields[3], "expected -: a forfeit is used up only under singles=outer-once (CH11)")
		}
		p.spent = spent
	}
	return p, s, nil
}

// readUnplayed reads the pits of outer men not yet played upon. If it cannot, it
// returns where and what was expected.
func (p *Position) readUnplayed(field string) (at int, want string) {
	if field == "-" {
		return 0, ""
	}
	if field == "" {
		return 0, "expected the pits of outer men not yet played upon, or -"
	}
	if p.reading&tracks == 0 {
		return 0, "expected -: who has been played upon is not asked under outer-unplayed=free without singles=unplayed (CH8)"
	}
	for i := range len(field) {
		side, pit, ok := mancala.Pit(field[i], int(p.columns))
		switch {
		case !ok || pit < int(p.columns):
			return i, "expected a pit of an outer row, or - alone (CH8)"
		case p.men[side].At(pit) == 0:
			return i, "the pit is empty: it has no men that were not played upon (CH8)"
		case p.unplayed[side]>>pit&1 != 0:
			return i, "the pit is named twice"
		}
		p.unplayed[side] |= 1 << pit
	}
	return 0, ""
}

// write is the inverse of read.
func write(p *Position) string {
	rows := mancala.RowsOf(&p.men[0], &p.men[1])
	var b strings.Builder
	b.WriteString(mancala.WriteRows(&rows, int(p.columns)))
	b.WriteString([2]string{" S ", " N "}[p.side])
	for s := range kibaho.Side(2) {
		for pits := p.unplayed[s]; pits != 0; pits &= pits - 1 {
			b.WriteString(mancala.PitName(s, bits.TrailingZeros32(pits)))
		}
	}
	if p.unplayed == [2]uint32{} {
		b.WriteByte('-')
	}
	b.WriteString([4]string{" -", " S", " N", " SN"}[p.spent&3])
	return b.String()
}

// board returns the position as it is drawn.
func board(p *Position) kibaho.Board {
	n := int(p.columns)
	rows := mancala.RowsOf(&p.men[0], &p.men[1])
	b := mancala.Board(&rows, n)
	b.Stores = true // CH1
	for s := range kibaho.Side(2) {
		for pits := p.unplayed[s]; pits != 0; pits &= pits - 1 {
			if b.Marks == nil {
				b.Marks = make([]kibaho.Mark, 4*n)
			}
			b.Marks[mancala.Site(s, bits.TrailingZeros32(pits), n)] = kibaho.Unplayed
		}
	}
	return b
}

// text returns the text form of a move: the pit, and with a capture the second
// pair by its inner pit, or "-" for one that takes nothing.
func text(p *Position, m Move) string {
	name := mancala.PitName(p.side, int(m.Pit))
	switch m.Second {
	case NoCapture:
		return name
	case Nothing:
		return name + "+-"
	}
	return name + "+" + mancala.PitName(p.side.Other(), int(m.Second))
}

// fits reports that a text means the legal move m. A second pair that is empty
// may be named by its inner pit: all choices that take nothing are one (CH10).
func fits(p *Position, m Move, typed string) bool {
	if typed == text(p, m) {
		return true
	}
	t, ok := parse(typed, int(p.columns))
	if !ok || m.Second != Nothing || t.side != p.side || t.pit != int(m.Pit) {
		return false
	}
	return t.names && t.pairSide == p.side.Other() && p.isOther(m, t.pair) && p.held(t.pairSide, t.pair) == 0
}

// isOther reports that the inner pit k is one of a pair other than the one that
// the capture m takes.
func (p *Position) isOther(m Move, k int) bool {
	last, _ := p.landing(int(m.Pit))
	return k < int(p.columns) && k != int(p.columns)-1-last
}

// landing returns the pit that the sowing from a pit of the side to move ends in.
func (p *Position) landing(pit int) (last int, ends bool) {
	lane := p.men[p.side]
	run := p.sower().Run(&lane, pit, int(p.laps))
	return run.Last, run.Ended
}

// typed is a move as it was typed.
type typed struct {
	side     kibaho.Side
	pit      int
	plus     bool // a second pair follows
	names    bool // … by a pit, not as "-"
	pairSide kibaho.Side
	pair     int
}

func parse(s string, n int) (t typed, ok bool) {
	if len(s) != 1 && (len(s) != 3 || s[1] != '+') {
		return t, false
	}
	if t.side, t.pit, ok = mancala.Pit(s[0], n); !ok || len(s) == 1 {
		return t, ok
	}
	t.plus = true
	if s[2] == '-' {
		return t, true
	}
	t.names = true
	t.pairSide, t.pair, ok = mancala.Pit(s[2], n)
	return t, ok
}

// path returns the choices that lead to a legal move: the pit and, with a
// capture, the second pair.
func path(p *Position, m Move) []kibaho.Step {
	n, other := int(p.columns), p.side.Other()
	steps := []kibaho.Step{{Sites: []kibaho.Site{mancala.Site(p.side, int(m.Pit), n)}}}
	pair := func(k int) []kibaho.Site {
		return []kibaho.Site{mancala.Site(other, k, n), mancala.Site(other, 2*n-1-k, n)}
	}
	switch m.Second {
	case NoCapture:
		return steps
	case Nothing:
		step := kibaho.Step{Key: "-", Says: "an empty pair"}
		for k := range n {
			if p.isOther(m, k) && p.held(other, k) == 0 {
				step.Sites = append(step.Sites, pair(k)...)
			}
		}
		if step.Sites == nil {
			step.Says = "no second pair"
		}
		return append(steps, step)
	}
	k := int(m.Second)
	name := mancala.PitName(other, k)
	return append(steps, kibaho.Step{Sites: pair(k), Key: name, Says: fmt.Sprintf("second pair %s: takes %d", name, p.held(other, k))})
}
