package gametest

import (
	"strings"

	"kibaho"
)

// toy is a game of captures in one row: men step to a neighbouring empty cell or
// leap over an enemy, who is taken; after a leap the man may leap on or stop. Who
// cannot move has lost. A fault, if set, breaks the game in one way.
type toy struct {
	men   [2]uint16
	turn  kibaho.Side
	leaps int8 // 1 + the cell of the man that may leap on
	cells int8
}

type toyMove struct{ from, to int8 } // equal: stop

var fault string

var sink []byte

func (p *toy) Turn() kibaho.Side { return p.turn }
func (p *toy) MidTurn() bool     { return p.leaps != 0 }
func (p *toy) Hash() uint64 {
	first := p.men[0]
	if fault == "hash: leaves out two cells" {
		first &^= 3
	}
	h := kibaho.Mix(uint64(first)<<16|uint64(p.men[1]), uint64(p.turn))
	return kibaho.Mix(h, uint64(p.leaps)<<8|uint64(p.cells))
}

func (p *toy) empty(cell int8) bool {
	return cell >= 0 && cell < p.cells && (p.men[0]|p.men[1])>>cell&1 == 0
}

func (p *toy) leapsOf(from int8, dst []toyMove) []toyMove {
	for _, d := range [...]int8{-1, 1} {
		over := from + d
		if over >= 0 && over < p.cells && p.men[p.turn.Other()]>>over&1 != 0 && p.empty(over+d) {
			dst = append(dst, toyMove{from, over + d})
		}
	}
	return dst
}

func (p *toy) Moves(dst []toyMove) []toyMove {
	switch fault {
	case "moves: not appended":
		dst = dst[:0]
	case "allocations: in Moves":
		sink = make([]byte, 100)
	}
	if p.leaps != 0 {
		from := p.leaps - 1
		return append(p.leapsOf(from, dst), toyMove{from, from})
	}
	for from := range p.cells {
		if p.men[p.turn]>>from&1 == 0 {
			continue
		}
		dst = p.leapsOf(from, dst)
		for _, d := range [...]int8{-1, 1} {
			if p.empty(from + d) {
				dst = append(dst, toyMove{from, from + d})
			}
		}
	}
	if fault == "moves: one is listed twice" && len(dst) > 1 {
		dst[1] = dst[0]
	}
	return dst
}

func (p *toy) Play(m toyMove) {
	other := p.turn.Other()
	p.leaps = 0
	if m.from != m.to {
		p.men[p.turn] ^= 1<<m.from | 1<<m.to
		if d := m.to - m.from; d == 2 || d == -2 {
			p.men[other] &^= 1 << (m.from + d/2)
			var room [2]toyMove
			if len(p.leapsOf(m.to, room[:0])) > 0 {
				p.leaps = m.to + 1
				if fault == "turn: changes within a turn" {
					p.turn = other
				}
				return
			}
		}
	}
	if fault == "panic: in Play" && m.from == 3 {
		panic("no such man")
	}
	p.turn = other
}

func (p *toy) Outcome() kibaho.Outcome {
	var room [64]toyMove
	if fault == "outcome: two men are not enough" && p.men[1]&(p.men[1]-1) == 0 {
		return kibaho.FirstWins
	}
	if len(p.Moves(room[:0])) > 0 {
		return kibaho.Ongoing
	}
	return kibaho.Wins(p.turn.Other())
}

const toyRow = "abcdefghijkl"

func writeToy(p *toy) string {
	var b strings.Builder
	for i := range p.cells {
		b.WriteByte(".xo"[p.men[0]>>i&1+p.men[1]>>i&1*2])
	}
	b.WriteString([]string{" x", " o"}[p.turn])
	if p.leaps != 0 && fault != "read: forgets the man that leaps" {
		b.WriteString(" " + toyRow[p.leaps-1:p.leaps])
	}
	return b.String()
}

func readToy(s kibaho.Settings, text string) (toy, kibaho.Settings, error) {
	bad := func(want string) (toy, kibaho.Settings, error) {
		return toy{}, s, &kibaho.InputError{What: "toy position", Text: text, At: -1, Want: want}
	}
	words := strings.Split(text, " ")
	if fault == "panic: in Read" && len(words) == 1 {
		_ = words[1]
	}
	if len(words) < 2 || len(words) > 3 || len(words[0]) < 7 || len(words[0]) > 12 || words[1] != "x" && words[1] != "o" {
		return bad("7 to 12 cells and x or o")
	}
	var p toy
	p.cells = int8(len(words[0]))
	for i, c := range []byte(words[0]) {
		switch c {
		case 'x':
			p.men[0] |= 1 << i
		case 'o':
			p.men[1] |= 1 << i
		case '.':
		default:
			return bad("cells x, o or .")
		}
	}
	if words[1] == "o" {
		p.turn = kibaho.Second
	}
	if len(words) == 3 {
		i := strings.Index(toyRow, words[2])
		if len(words[2]) != 1 || i < 0 || i >= int(p.cells) || p.men[p.turn]>>i&1 == 0 || len(p.leapsOf(int8(i), nil)) == 0 {
			return bad("a man that can leap on")
		}
		p.leaps = int8(i + 1)
	}
	cells := string("0123456789"[p.cells%10])
	if p.cells > 9 {
		cells = "1" + cells
	}
	if s.Given("cells") && s.Value("cells") != cells {
		return bad("a row of " + s.Value("cells"))
	}
	if s.Value("cells") != cells {
		var err error
		if s, err = s.With("cells", cells); err != nil {
			return toy{}, s, err
		}
	}
	return p, s, nil
}

func textToy(_ *toy, m toyMove) string {
	if m.from == m.to {
		return "stop"
	}
	return toyRow[m.from:m.from+1] + toyRow[m.to:m.to+1]
}

func leap(m toyMove) bool { return m.to-m.from == 2 || m.from-m.to == 2 }

var toyGame = kibaho.Game[toy, toyMove]{
	Facts: kibaho.Facts{
		Name: "toy", Title: "Toy", About: "A game to test the tests.", Sides: [2]string{"x", "o"}, Seeds: "men",
		Rules: []kibaho.Rule{{No: "T1", Title: "Steps", Text: "Men step.", Source: "here"}, {No: "T2", Title: "Leaps", Source: "here", Readings: []kibaho.Reading{{When: "leaps=may", Text: "A man may stop."}}}},
		Options: []kibaho.Option{
			{Name: "cells", Text: "How long?", Rule: "T1", Source: "here", Default: "9", Min: 7, Max: 12, Size: true},
			{Name: "leaps", Text: "Must a man leap on?", Rule: "T2", Source: "here", Default: "may", Values: []kibaho.Value{{Name: "may", Text: "he may"}}},
			kibaho.RepetitionOption(), kibaho.QuietOption(40, "T1", "here"),
		},
		Variants: []kibaho.Variant{{Name: "toy", Title: "Toy", Text: "As said."}, {Name: "long", Title: "Long toy", Text: "A longer row.", Set: map[string]string{"cells": "12"}}},
	},
	Start: func(s kibaho.Settings) (toy, error) {
		n := s.Int("cells")
		return toy{men: [2]uint16{0b1011, 0b111 << (n - 3)}, cells: int8(n)}, nil
	},
	Read:  readToy,
	Write: writeToy,
	Board: func(p *toy) kibaho.Board {
		b := kibaho.Board{Shape: kibaho.Points, Rows: 1, Columns: int(p.cells)}
		for i := range p.cells {
			b.Names = append(b.Names, toyRow[i:i+1])
			b.At = append(b.At, int16(p.men[0]>>i&1+p.men[1]>>i&1*2))
		}
		return b
	},
	Text: textToy,
	Path: func(p *toy, m toyMove) []kibaho.Step {
		to := kibaho.Step{Sites: []kibaho.Site{kibaho.Site(m.to)}}
		if m.from == m.to {
			to.Key, to.Says = ".", "stop"
		}
		if p.leaps != 0 {
			return []kibaho.Step{to}
		}
		return []kibaho.Step{{Sites: []kibaho.Site{kibaho.Site(m.from)}}, to}
	},
	Trace: func(_ *toy, m toyMove) []kibaho.Event {
		if m.from == m.to {
			return nil
		}
		events := []kibaho.Event{{Kind: kibaho.Move, Site: kibaho.Site(m.from), To: kibaho.Site(m.to)}}
		if leap(m) {
			events = append(events, kibaho.Event{Kind: kibaho.Take, Site: kibaho.Site((m.from + m.to) / 2), N: 1})
		}
		return events
	},
	Refuse: func(p *toy, text string) error {
		if len(text) == 2 && strings.Contains(toyRow, text[:1]) && strings.Contains(toyRow, text[1:]) {
			return &kibaho.Refusal{Move: text, Rule: "T1", Reason: "no man of yours can go there", Candidates: []string{textToy(p, p.Moves(nil)[0])}}
		}
		return &kibaho.InputError{What: "toy move", Text: text, At: -1, Want: "expected two cells or stop"}
	},
	Reason:  func(p *toy) string { return "no move is left (T1)" },
	Quiet:   func(p *toy, m toyMove) bool { return m.from != m.to && !leap(m) },
	Uniform: "decisions",
	Eval:    func(p *toy) int { return int(p.men[p.turn]) - int(p.men[p.turn.Other()]) },
	Gain: func(_ *toy, m toyMove) int {
		if leap(m) {
			return 100
		}
		return 0
	},
}
