package draughts

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kibaho"
)

// Text returns a legal turn in PDN: 11-15, 15x24, the whole path 1x10x19x28
// where more than one jump has these ends; "huff 14" and "compel" (DR7).
func Text(p *Position, m Move) string {
	switch m.kind {
	case huff:
		return "huff " + strconv.Itoa(int(siteAt[m.to])+1)
	case compel:
		return "compel"
	case step:
		return numbers(m.sites(nil), "-")
	}
	path := m.sites(nil)
	rivals := 0
	for _, o := range p.Moves(nil) {
		if o.jumps() > 0 && o.from == m.from && o.to == m.to {
			rivals++
		}
	}
	if rivals == 1 {
		return numbers([]kibaho.Site{path[0], path[len(path)-1]}, "x")
	}
	return numbers(path, "x")
}

// String returns the turn with its whole path, for messages of tests.
func (m Move) String() string {
	switch m.kind {
	case huff:
		return "huff " + strconv.Itoa(int(siteAt[m.to])+1)
	case compel:
		return "compel"
	case step:
		return numbers(m.sites(nil), "-")
	}
	return numbers(m.sites(nil), "x")
}

// numbers joins the numbers of squares.
func numbers(sites []kibaho.Site, by string) string {
	var b strings.Builder
	for i, s := range sites {
		if i > 0 {
			b.WriteString(by)
		}
		b.WriteString(strconv.Itoa(int(s) + 1))
	}
	return b.String()
}

// maxPath is the number of squares that the longest jump visits: nine jumps use
// up the pieces that one king can reach.
const maxPath = 10

// typed is a turn as a person writes it.
type typed struct {
	kind  kind          // step for squares, huff or compel
	sites []kibaho.Site // as written; the piece to huff
	jump  bool          // written with x
}

// parse reads the form of a turn: squares joined by - or x, leading zeros
// allowed, "huff N" or "compel".
func parse(text string) (typed, error) {
	fail := func(at int, got, want string) (typed, error) {
		return typed{}, &kibaho.InputError{What: "draughts move", Text: text, At: at, Got: got, Want: want}
	}
	const form = "expected a move such as 11-15, 15x24, 1x10x19x28, huff 14 or compel"
	body := strings.Trim(text, " \t\r\n")
	at := strings.Index(text, body)
	if body == "compel" {
		return typed{kind: compel}, nil
	}
	w := typed{}
	if rest, ok := strings.CutPrefix(body, "huff "); ok {
		w.kind = huff
		at += len(body)
		body = strings.TrimLeft(rest, " ")
		at -= len(body)
	}
	for i := 0; ; {
		from, n := i, 0
		for i < len(body) && body[i] >= '0' && body[i] <= '9' {
			n = min(n*10+int(body[i]-'0'), 1000)
			i++
		}
		switch {
		case i == from:
			return fail(at+i, body[i:min(i+1, len(body))], form)
		case n < 1 || n > 32:
			return fail(at+from, body[from:i], "squares are numbered 1 to 32")
		case len(w.sites) == maxPath:
			return fail(at+from, body[from:i], "no jump visits more than ten squares")
		}
		w.sites = append(w.sites, kibaho.Site(n-1))
		if i == len(body) {
			break
		}
		if body[i] != 'x' && body[i] != '-' || w.kind == huff {
			return fail(at+i, body[i:i+1], form)
		}
		w.jump = w.jump || body[i] == 'x'
		i++
	}
	if len(w.sites) == 1 && w.kind != huff {
		return fail(at+len(body), "", "expected the square to move to after "+body)
	}
	return w, nil
}

// exact reports that w names m in full.
func (w typed) exact(m Move) bool {
	switch {
	case w.kind == compel || m.kind == compel:
		return w.kind == m.kind
	case w.kind == huff || m.kind == huff:
		return w.kind == m.kind && w.sites[0] == kibaho.Site(siteAt[m.to])
	case w.jump && m.kind == step:
		return false
	}
	return slices.Equal(w.sites, m.sites(nil))
}

// ends reports that w names the first and the last square of the jump m.
func (w typed) ends(m Move) bool {
	return w.kind == step && m.jumps() > 0 && len(w.sites) == 2 &&
		w.sites[0] == kibaho.Site(siteAt[m.from]) && w.sites[1] == kibaho.Site(siteAt[m.to])
}

// find returns the legal turn that w means. If there is none, rivals holds the
// jumps between which w leaves open what happens.
func (p *Position) find(w typed) (found Move, ok bool, rivals []Move) {
	moves := p.Moves(nil)
	for _, m := range moves {
		if w.exact(m) {
			return m, true, nil
		}
	}
	for _, m := range moves {
		if w.ends(m) {
			rivals = append(rivals, m)
		}
	}
	if len(rivals) == 0 {
		return Move{}, false, nil
	}
	for _, m := range rivals[1:] {
		a, b := *p, *p
		a.Play(rivals[0])
		b.Play(m)
		if a != b {
			return Move{}, false, rivals
		}
	}
	return rivals[0], true, nil
}

// Fits reports that a text means the legal turn m. A jump may be written by its
// ends alone if all jumps with these ends give one position; then the text means
// the first of them. Leading zeros, and - for x, are read.
func Fits(p *Position, m Move, text string) bool {
	w, err := parse(text)
	if err != nil {
		return false
	}
	found, ok, _ := p.find(w)
	return ok && found == m
}

// texts returns the texts of turns.
func (p *Position) texts(moves []Move) []string {
	var all []string
	for _, m := range moves {
		all = append(all, Text(p, m))
	}
	return all
}

// Path returns the squares to point at: the start, then every square that the
// piece visits; the piece to huff; for compel the squares that the fault left
// vacant, or the key c.
func Path(p *Position, m Move) []kibaho.Step {
	switch m.kind {
	case huff:
		s := kibaho.Site(siteAt[m.to])
		return []kibaho.Step{{Sites: []kibaho.Site{s}, Key: fmt.Sprintf("h%d", s+1), Says: fmt.Sprintf("huff %d", s+1)}}
	case compel:
		var left []kibaho.Site
		now, then := newPlain(&p.pieces), newPlain(&p.back)
		for _, own := range []bool{true, false} { // the offender's piece first
			for s := range kibaho.Site(32) {
				if then[s] != kibaho.NoPiece && now[s] == kibaho.NoPiece && (sideOf(then[s]) != p.turn) == own {
					left = append(left, s)
				}
			}
		}
		return []kibaho.Step{{Sites: left, Key: "c", Says: "compel"}}
	}
	var steps []kibaho.Step
	for _, s := range m.sites(nil) {
		steps = append(steps, kibaho.Step{Sites: []kibaho.Site{s}})
	}
	return steps
}

// Reason says why the game is over, or nothing while it goes on.
func Reason(p *Position) string {
	switch {
	case p.side[kibaho.First] == 0:
		return "Black has no pieces left (DR6)"
	case p.side[kibaho.Second] == 0:
		return "White has no pieces left (DR6)"
	case p.Outcome() != kibaho.Ongoing:
		return facts.Sides[p.turn&1] + " cannot move (DR6)"
	}
	return ""
}
