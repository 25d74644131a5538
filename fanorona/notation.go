package fanorona

import (
	"strconv"

	"kibaho"
)

// colours are the names of the sides in Fanorona.
var colours = [2]string{"White", "Black"}

// Text returns the text form of a legal move: "D5-C5A", "B6-A5W-B5A", "E1-D1",
// "pass".
func Text(p *Position, m Move) string {
	if m == passing {
		return "pass"
	}
	board := p.board()
	text := make([]byte, 0, 64)
	for i, s := range p.steps(m) {
		if i == 0 {
			text = append(text, board.name(int(s.from))...)
		}
		text = append(text, '-')
		text = append(text, board.name(int(s.to))...)
		if s.suffix != 0 {
			text = append(text, s.suffix)
		}
	}
	return string(text)
}

// mostSteps is how many steps a Move has room for, more than any turn has.
const mostSteps = headSteps + 2*tailSteps

// written is a move as it was typed: its points and the suffix of each step.
type written struct {
	from  int
	to    [mostSteps]int
	by    [mostSteps]byte // 'A', 'W' or 0
	steps int
}

// parse reads points joined by hyphens, each after the first with its suffix.
// Case tells the two ways to write a point: E2 is row E, e2 is file e. It returns
// where the text goes wrong and what was expected, or at < 0.
func (w *written) parse(b *board, text string) (at int, want string) {
	from, rest, ok := point(b, text)
	if !ok {
		return 0, "expected a point such as " + b.name(0) + " or a1, or pass"
	}
	w.from = from
	if rest == "" {
		return len(text), "expected a hyphen and the point that the piece goes to"
	}
	for rest != "" {
		at = len(text) - len(rest)
		if rest[0] != '-' {
			return at, "expected a hyphen"
		}
		if w.steps == mostSteps {
			return at, "no turn has more than " + strconv.Itoa(mostSteps) + " steps"
		}
		w.to[w.steps], rest, ok = point(b, rest[1:])
		if !ok {
			return at + 1, "expected a point such as " + b.name(0) + " or a1"
		}
		w.by[w.steps] = 0
		if rest != "" && (rest[0] == 'A' || rest[0] == 'W') {
			w.by[w.steps], rest = rest[0], rest[1:]
		}
		w.steps++
	}
	return -1, ""
}

// point reads the point that a text begins with.
func point(b *board, text string) (site int, rest string, ok bool) {
	if len(text) < 2 {
		return 0, text, false
	}
	letter, digit := text[0], int(text[1])-'1'
	row, column := int(letter)-'A', digit
	if letter >= 'a' {
		row, column = b.rows-1-digit, int(letter)-'a' // ranks count from White's side
	}
	if row < 0 || row >= b.rows || column < 0 || column >= b.columns {
		return 0, text, false
	}
	return row*b.columns + column, text[2:], true
}

// Fits reports that a typed text means the legal move m, in the writing of rows
// or in the modern one: "D5-C5A" or "e2-e3A".
func Fits(p *Position, m Move, text string) bool {
	if m == passing {
		return text == "pass"
	}
	b := p.board()
	var w written
	if at, _ := w.parse(b, text); at >= 0 || w.steps != m.Steps() || w.from != int(b.site[m.from()]) {
		return false
	}
	at := m.from()
	for i := range m.Steps() {
		k, withdrawal := m.step(i)
		at += leap[k]
		if w.to[i] != int(b.site[at]) || w.by[i] != suffix(m.Captures(), withdrawal) {
			return false
		}
	}
	return true
}

// suffix returns how a step is marked in writing, 0 for a plain one.
func suffix(capture, withdrawal bool) byte {
	switch {
	case !capture:
		return 0
	case withdrawal:
		return 'W'
	}
	return 'A'
}

// Path returns the choices that lead to the legal move m: the piece, then for
// each step the point it goes to and, where the step could take on both sides
// (FA6), which row it takes. To pass is to point at any of the blocked pieces.
func Path(p *Position, m Move) []kibaho.Step {
	if m == passing {
		return []kibaho.Step{{Sites: p.sites(p.Turn()), Key: "pass", Says: "pass"}}
	}
	var path []kibaho.Step
	b := newPlain(p)
	for i, s := range p.steps(m) {
		if i == 0 {
			path = append(path, kibaho.Step{Sites: []kibaho.Site{kibaho.Site(s.from)}})
		}
		path = append(path, kibaho.Step{Sites: []kibaho.Site{kibaho.Site(s.to)}})
		var taken []int
		if s.suffix != 0 {
			ahead, behind := p.taking(&b, s, false), p.taking(&b, s, true)
			taken = ahead
			if s.suffix == 'W' {
				taken = behind
			}
			if len(ahead) > 0 && len(behind) > 0 {
				var sites []kibaho.Site
				for _, t := range taken {
					sites = append(sites, kibaho.Site(t))
				}
				path = append(path, kibaho.Step{
					Sites: sites,
					Key:   string(s.suffix),
					Says:  map[byte]string{'A': "approach", 'W': "withdrawal"}[s.suffix] + ", takes " + strconv.Itoa(len(taken)),
				})
			}
		}
		b.make(s, taken)
	}
	return path
}

// sites returns where the pieces of a side stand.
func (p *Position) sites(side kibaho.Side) (sites []kibaho.Site) {
	for s := p.men[side]; !s.empty(); s = s.rest() {
		sites = append(sites, kibaho.Site(p.board().site[s.first()]))
	}
	return sites
}

// Reason says in words why the game is over, and nothing while it goes on.
func Reason(p *Position) string {
	if p.Outcome() == kibaho.Ongoing {
		return ""
	}
	side := p.Turn()
	own, other := colours[side], colours[side.Other()]
	switch {
	case p.men[side].empty():
		return other + " has captured all of " + own + "'s pieces (FA14)"
	case p.men[side.Other()].empty():
		return own + " has captured all of " + other + "'s pieces (FA14)"
	case p.taker():
		return own + " can capture nothing of what " + other + " gives and wins the véla (FA16)"
	case p.rules&blockedDraws != 0:
		return own + " cannot move: a draw (FA15)"
	}
	return own + " cannot move and has lost (FA15)"
}

// Quiet reports that the legal move m captures nothing (FA17).
func Quiet(_ *Position, m Move) bool { return !m.Captures() }
