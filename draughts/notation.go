package draughts

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"kibaho"
)

// Write returns the position as PDN FEN: the side to move, White's squares, then
// Black's, ascending, K before a king. A claim and a compelled side follow, as
// " ; huff 14,18 back FEN" and " ; compelled" (DR7).
func Write(p *Position) string {
	var b strings.Builder
	writePieces(&b, &p.pieces, p.turn)
	switch {
	case p.compelled:
		b.WriteString(" ; compelled")
	case p.huffable != 0:
		b.WriteString(" ; huff ")
		writeSquares(&b, p.huffable, 0)
		b.WriteString(" back ")
		writePieces(&b, &p.back, p.turn.Other())
	}
	return b.String()
}

func writePieces(b *strings.Builder, p *pieces, turn kibaho.Side) {
	b.WriteByte("BW"[turn&1])
	b.WriteString(":W")
	writeSquares(b, p.side[kibaho.Second], p.kings)
	b.WriteString(":B")
	writeSquares(b, p.side[kibaho.First], p.kings)
}

func writeSquares(b *strings.Builder, set, kings uint32) {
	comma := ""
	for s := range kibaho.Site(32) {
		if set&square(s) == 0 {
			continue
		}
		b.WriteString(comma)
		if kings&square(s) != 0 {
			b.WriteByte('K')
		}
		b.WriteString(strconv.Itoa(int(s) + 1))
		comma = ","
	}
}

// Read reads a position as [Write] writes it, and any PDN FEN: the lists in
// either order, ranges, K before a number or a range, an empty list, a final
// dot, quotes around the whole. What cannot be read, and positions that cannot
// be (a man on its crowning row, a square twice, more than twelve pieces a side,
// a claim that no fault explains), are a *kibaho.InputError with the place.
func Read(s kibaho.Settings, text string) (Position, kibaho.Settings, error) {
	r := reader{text: text, end: len(text)}
	p, err := r.position(rulesOf(s))
	if err != nil {
		return Position{}, s, err
	}
	return p, s, nil
}

// reader reads a text from left to right.
type reader struct {
	text    string
	at, end int
}

// fail returns the error for the place where r stands, or for width bytes there.
func (r *reader) fail(at, width int, want string, args ...any) error {
	got := ""
	if at < r.end {
		got = r.text[at:min(at+max(width, 1), r.end)]
	}
	return &kibaho.InputError{What: "draughts position", Text: r.text, At: at, Got: got, Want: fmt.Sprintf(want, args...)}
}

func (r *reader) space() {
	for r.at < r.end && (r.text[r.at] == ' ' || r.text[r.at] == '\t') {
		r.at++
	}
}

// take passes over c, with spaces before it, and reports that it was there.
func (r *reader) take(c byte) bool {
	r.space()
	if r.at < r.end && r.text[r.at] == c {
		r.at++
		return true
	}
	return false
}

// word passes over a word of small letters and returns it.
func (r *reader) word() string {
	r.space()
	from := r.at
	for r.at < r.end && r.text[r.at] >= 'a' && r.text[r.at] <= 'z' {
		r.at++
	}
	return r.text[from:r.at]
}

func (r *reader) position(rules rules) (Position, error) {
	r.end = len(strings.TrimRight(r.text, " \t\r\n"))
	r.space()
	if q := r.at; r.take('"') {
		if r.end-1 <= q || r.text[r.end-1] != '"' {
			return Position{}, r.fail(q, 1, "this quote is never closed")
		}
		r.end--
	}
	p := Position{rules: rules}
	var err error
	if p.pieces, p.turn, err = r.pieces(rules); err != nil {
		return p, err
	}
	r.space()
	if r.take(';') {
		if err := r.claim(&p); err != nil {
			return p, err
		}
	}
	if r.space(); r.at < r.end {
		return p, r.fail(r.at, r.end-r.at, "expected the end of the position")
	}
	return p, nil
}

// pieces reads one PDN FEN.
func (r *reader) pieces(rules rules) (p pieces, turn kibaho.Side, err error) {
	from := r.at
	switch {
	case r.take('B'):
		turn = kibaho.First
	case r.take('W'):
		turn = kibaho.Second
	default:
		return p, turn, r.fail(r.at, 1, "expected B or W, the side to move")
	}
	var had [2]bool
	for range 2 {
		if !r.take(':') {
			return p, turn, r.fail(r.at, 1, "expected ':' and a list of squares, as in B:W21-32:B1-12")
		}
		side := kibaho.First
		r.space()
		at := r.at
		if r.take('W') {
			side = kibaho.Second
		} else if !r.take('B') {
			return p, turn, r.fail(r.at, 1, "expected W or B, whose pieces follow")
		}
		if had[side] {
			return p, turn, r.fail(at, 1, "the pieces of %s are listed twice", facts.Sides[side])
		}
		had[side] = true
		if err := r.list(&p, side, rules); err != nil {
			return p, turn, err
		}
	}
	r.take('.')
	if p.side[0]|p.side[1] == 0 {
		return p, turn, r.fail(from, r.at-from, "there are no pieces")
	}
	return p, turn, nil
}

// list reads the squares of a side.
func (r *reader) list(p *pieces, side kibaho.Side, rules rules) error {
	r.space()
	if r.at == r.end || !strings.ContainsRune("K0123456789", rune(r.text[r.at])) {
		return nil
	}
	for {
		r.space()
		from := r.at
		king := r.take('K')
		first, err := r.number()
		if err != nil {
			return err
		}
		last := first
		if r.take('-') {
			if last, err = r.number(); err != nil {
				return err
			}
			if last < first {
				return r.fail(from, r.at-from, "a range goes from the lower square to the higher")
			}
		}
		for s := first; s <= last; s++ {
			if err := r.put(p, side, s, king, from, rules); err != nil {
				return err
			}
		}
		if !r.take(',') {
			return nil
		}
	}
}

// put adds a piece, read at from.
func (r *reader) put(p *pieces, side kibaho.Side, s kibaho.Site, king bool, from int, rules rules) error {
	x, width := square(s), r.at-from
	switch {
	case (p.side[0]|p.side[1])&x != 0:
		return r.fail(from, width, "square %d is listed twice", s+1)
	case rules&inner != 0 && rim&x != 0:
		return r.fail(from, width, "square %d lies on the edge, which a board of 6x6 lacks (DR1)", s+1)
	case !king && rules.crown(side)&x != 0:
		return r.fail(from, width, "a man of %s cannot stand on %d, its crowning row; a king is K%d (DR4)", facts.Sides[side], s+1, s+1)
	case bits.OnesCount32(p.side[side]) == rules.men():
		return r.fail(from, width, "%s has more than %s pieces (DR1)", facts.Sides[side], map[int]string{6: "six", 12: "twelve"}[rules.men()])
	}
	p.side[side] |= x
	if king {
		p.kings |= x
	}
	return nil
}

// number reads the number of a square and returns its site.
func (r *reader) number() (kibaho.Site, error) {
	r.space()
	from, n := r.at, 0
	for r.at < r.end && r.text[r.at] >= '0' && r.text[r.at] <= '9' {
		n = min(n*10+int(r.text[r.at]-'0'), 1000)
		r.at++
	}
	if r.at == from {
		return 0, r.fail(from, 1, "expected the number of a square, 1 to 32")
	}
	if n < 1 || n > 32 {
		return 0, r.fail(from, r.at-from, "squares are numbered 1 to 32")
	}
	return kibaho.Site(n - 1), nil
}

// claim reads what follows the semicolon: a claim or a compelled side (DR7).
func (r *reader) claim(p *Position) error {
	r.space()
	from := r.at
	word := r.word()
	switch {
	case word != "huff" && word != "compelled":
		return r.fail(from, len(word), "expected huff SQUARES back POSITION, or compelled")
	case p.rules&huffs == 0:
		return r.fail(from, len(word), "there is no claim where capture is compulsory; the option is capture=huffing (DR7)")
	case word == "compelled":
		p.compelled = true
		if _, w := p.inside(p.turn); p.side[0] == 0 || p.side[1] == 0 || !w.any() {
			return r.fail(from, len(word), "%s is compelled to jump but has no jump (DR7)", facts.Sides[p.turn])
		}
		return nil
	}
	for {
		r.space()
		at := r.at
		s, err := r.number()
		if err != nil {
			return err
		}
		if p.huffable&square(s) != 0 {
			return r.fail(at, r.at-at, "square %d is listed twice", s+1)
		}
		p.huffable |= square(s)
		if !r.take(',') {
			break
		}
	}
	r.space()
	at := r.at
	if word := r.word(); word != "back" {
		return r.fail(at, len(word), "expected back and the earlier position")
	}
	r.space()
	at = r.at
	back, turn, err := r.pieces(p.rules)
	if err != nil {
		return err
	}
	if turn == p.turn {
		return r.fail(at, 1, "in the earlier position %s, the other side, is to move", facts.Sides[turn.Other()])
	}
	p.back = back
	if !p.explained() {
		return r.fail(from, r.at-from, "no fault in the earlier position leads to this claim (DR7)")
	}
	return nil
}

// explained reports that a fault in the earlier position of p gives exactly p.
func (p *Position) explained() bool {
	earlier := Position{pieces: p.back, turn: p.turn.Other(), rules: p.rules}
	for _, m := range earlier.Moves(nil) {
		after := earlier
		if after.Play(m); after == *p {
			return true
		}
	}
	return false
}

// View returns the position as it is drawn.
func View(p *Position) kibaho.Board {
	b := kibaho.Board{Shape: kibaho.Squares, Rows: 8, Columns: 8, Names: make([]string, 32), At: make([]int16, 32)}
	at := newPlain(&p.pieces)
	copy(b.At, at[:])
	for s := range b.Names {
		b.Names[s] = strconv.Itoa(s + 1)
	}
	if p.huffable != 0 {
		b.Marks = make([]kibaho.Mark, 32)
		for s := range kibaho.Site(32) {
			if p.huffable&square(s) != 0 {
				b.Marks[s] = kibaho.Huffable
			}
		}
	}
	return b
}
