package fanorona

import (
	"errors"
	"strconv"
	"strings"

	"kibaho"
)

// Start returns the position that a game begins with (FA1). In a véla the victor
// of the last game gives: White if he opens, Black otherwise (FA16).
func Start(s kibaho.Settings) (Position, error) {
	p := blank(s)
	p.men = p.board().start
	p.begin(s, 0)
	return p, nil
}

// blank returns a board without pieces, its size and its options set.
func blank(s kibaho.Settings) Position {
	size := sizeNumber(sizeOf(s))
	makeBoard[size]()
	p := Position{rules: rules(size)}
	for _, o := range []struct {
		name, value string
		bit         rules
	}{
		{"revisit", "immediate", immediate},
		{"line", "once-a-turn", onceATurn},
		{"line", "free", freeLines},
		{"capture", "may", mayCapture},
		{"chain", "must-go-on", mustGoOn},
		{"no-move", "draw", blockedDraws},
		{"no-move", "pass", blockedPass},
	} {
		if s.Value(o.name) == o.value {
			p.rules |= o.bit
		}
	}
	return p
}

// sizeOf returns the rows and columns of the size option.
func sizeOf(s kibaho.Settings) (rows, columns int) {
	size := s.Value("size")
	return int(size[0] - '0'), int(size[2] - '0')
}

// past stands for any ply after the opening.
const past = 1 << 30

// begin sets what is left of the opening at a ply: the single steps of FA10, or
// the véla of FA16 with the giver that the settings name.
func (p *Position) begin(s kibaho.Settings, ply int) {
	if s.Value("vela") == "yes" {
		giver := firstGives
		if s.Value("vela-opens") == "loser" {
			giver = secondGives
		}
		p.give(s, giver)
		return
	}
	steps := map[string]int{"none": 0, "first-side": 1, "both-sides": 2}[s.Value("first-step")]
	switch steps - ply {
	case 1:
		p.rules |= oneSingle
	case 2:
		p.rules |= twoSingles
	}
}

// give starts the giving of a véla, if the giver has men enough.
func (p *Position) give(s kibaho.Settings, giver rules) {
	p.rules |= giver
	if s.Value("vela-take") == "row-of-one" {
		p.rules |= rowOfOne
	}
	p.endOpening()
}

// atStart reports that the pieces stand as a game begins and White is to move.
// Only a game's first position looks so: every first step captures.
func (p *Position) atStart() bool {
	return p.men == p.board().start && p.rules&second == 0
}

// ply returns the ply that matters (FA10), or past.
func (p *Position) ply() int {
	switch {
	case p.rules&twoSingles != 0, p.rules&oneSingle != 0 && p.rules&second == 0:
		return 0
	case p.rules&oneSingle != 0:
		return 1
	}
	return past
}

// Write returns the text form of a position.
func Write(p *Position) string {
	b := p.board()
	text := make([]byte, 0, 100)
	for row := range b.rows {
		if row > 0 {
			text = append(text, '/')
		}
		run := byte(0)
		for column := range b.columns {
			i := int(b.bit[row*b.columns+column])
			white, black := p.men[0].has(i), p.men[1].has(i)
			if !white && !black {
				run++
				continue
			}
			text = appendRun(text, run)
			run = 0
			if white {
				text = append(text, 'w')
			} else {
				text = append(text, 'b')
			}
		}
		text = appendRun(text, run)
	}
	text = append(text, ' ', "wb"[p.Turn()])
	switch {
	case p.rules&firstGives != 0:
		text = append(text, " gives=w"...)
	case p.rules&secondGives != 0:
		text = append(text, " gives=b"...)
	case p.ply() != past && !p.atStart():
		text = append(text, ' ', '0'+byte(p.ply()))
	}
	return string(text)
}

func appendRun(text []byte, run byte) []byte {
	if run > 0 {
		text = append(text, '0'+run)
	}
	return text
}

// Read reads the text form of a position: the rows from the top, the side to
// move and, where needed, the ply (FA10) or the giver of a véla (FA16). The size
// of the board sets the option size. Errors are *kibaho.InputError.
func Read(s kibaho.Settings, text string) (Position, kibaho.Settings, error) {
	r := reader{text: text}
	rows := r.word()
	s, err := r.size(s, rows)
	if err != nil {
		return Position{}, s, err
	}
	p := blank(s)
	if err := r.pieces(&p, rows); err != nil {
		return Position{}, s, err
	}
	side := r.word()
	switch side.text {
	case "w":
	case "b":
		p.rules |= second
	default:
		return Position{}, s, r.wrong(side, "expected the side to move, w or b")
	}
	extra := r.word()
	if err := r.opening(&p, s, extra); err != nil {
		return Position{}, s, err
	}
	if more := r.word(); more.text != "" {
		return Position{}, s, r.wrong(more, "expected the end of the position")
	}
	return p, s, nil
}

// reader takes the words of a position one after another.
type reader struct {
	text string
	at   int
}

// word is a part of the text without spaces and where it begins.
type word struct {
	text string
	at   int
}

func (r *reader) word() word {
	for r.at < len(r.text) && r.text[r.at] == ' ' {
		r.at++
	}
	w := word{at: r.at}
	for r.at < len(r.text) && r.text[r.at] != ' ' {
		r.at++
	}
	w.text = r.text[w.at:r.at]
	return w
}

const whatPosition = "fanorona position"

func (r *reader) wrong(w word, want string) error {
	return &kibaho.InputError{What: whatPosition, Text: r.text, At: w.at, Got: w.text, Want: want}
}

// size sets the size option by the rows and the length of the first of them.
func (r *reader) size(s kibaho.Settings, w word) (kibaho.Settings, error) {
	row, _, _ := strings.Cut(w.text, "/")
	columns := 0
	for i := range len(row) {
		if c := row[i]; c >= '1' && c <= '9' {
			columns += int(c - '0')
		} else {
			columns++
		}
	}
	rows := strings.Count(w.text, "/") + 1
	if !goodSide(rows) || !goodSide(columns) {
		return s, r.wrong(w, "found "+strconv.Itoa(rows)+" rows of "+strconv.Itoa(columns)+" points; expected 3, 5, 7 or 9 of each")
	}
	size := strconv.Itoa(rows) + "x" + strconv.Itoa(columns)
	if s.Value("size") == size {
		return s, nil
	}
	with, err := s.With("size", size)
	if err != nil {
		var input *kibaho.InputError
		if errors.As(err, &input) {
			return s, r.wrong(w, "a board of "+size+": "+input.Want)
		}
		return s, err
	}
	return with, nil
}

func goodSide(n int) bool { return n >= 3 && n <= 9 && n%2 == 1 }

// pieces reads the rows of a board of known size.
func (r *reader) pieces(p *Position, w word) error {
	b := p.board()
	at := w.at
	for row, line := range strings.Split(w.text, "/") {
		column := 0
		for i := range len(line) {
			c := line[i]
			side := kibaho.First
			switch {
			case c == '.':
				column++
				continue
			case c >= '1' && c <= '9':
				column += int(c - '0')
				continue
			case c == 'b':
				side = kibaho.Second
			case c != 'w':
				return r.wrong(word{line[i : i+1], at + i}, "expected w, b, a digit or a point in row "+string(rune('A'+row)))
			}
			if column < b.columns {
				p.men[side] = p.men[side].with(int(b.bit[row*b.columns+column]))
				if p.Men(side) > b.most() {
					return r.wrong(word{line[i : i+1], at + i}, "more than "+strconv.Itoa(b.most())+" "+colours[side]+" pieces, which is what a side begins with (FA1)")
				}
			}
			column++
		}
		if column != b.columns {
			return r.wrong(word{line, at}, "row "+string(rune('A'+row))+" has "+strconv.Itoa(column)+" points, the first row has "+strconv.Itoa(b.columns))
		}
		at += len(line) + 1
	}
	if p.men[0].empty() && p.men[1].empty() {
		return r.wrong(w, "expected pieces on the board")
	}
	return nil
}

// opening reads the last word: the ply, the giver of a véla, or nothing.
func (r *reader) opening(p *Position, s kibaho.Settings, w word) error {
	vela := s.Value("vela") == "yes"
	switch {
	case w.text == "gives=w" || w.text == "gives=b":
		if !vela {
			return r.wrong(w, "only a véla has a giver (FA16): set vela=yes")
		}
		giver := firstGives
		if w.text == "gives=b" {
			giver = secondGives
		}
		p.give(s, giver)
	case w.text == "" && vela:
		// While the giving goes on, both have more than five men; the settings
		// say who gives.
		if p.Men(kibaho.First) > velaMen && p.Men(kibaho.Second) > velaMen {
			p.begin(s, 0)
		}
	case w.text == "":
		if p.atStart() {
			p.begin(s, 0)
		}
	case vela:
		return r.wrong(w, "expected gives=w, gives=b or the end of the position")
	default:
		ply, err := strconv.Atoi(w.text)
		if err != nil || ply < 0 || strconv.Itoa(ply) != w.text {
			return r.wrong(w, "expected the number of plies played, or the end of the position")
		}
		if kibaho.Side(ply%2) != p.Turn() {
			return r.wrong(w, "White moves at even plies and Black at odd ones (FA1)")
		}
		if ply > 0 && p.atStart() {
			return r.wrong(w, "the pieces stand as at ply 0, and every first step captures")
		}
		p.begin(s, min(ply, past))
	}
	return nil
}

// Board returns the position as it is drawn.
func Board(p *Position) kibaho.Board {
	b := p.board()
	at := make([]int16, b.rows*b.columns)
	for site := range at {
		switch i := int(b.bit[site]); {
		case p.men[kibaho.First].has(i):
			at[site] = kibaho.FirstMan
		case p.men[kibaho.Second].has(i):
			at[site] = kibaho.SecondMan
		}
	}
	return kibaho.Board{Shape: kibaho.Points, Rows: b.rows, Columns: b.columns, Names: b.names(), At: at}
}
