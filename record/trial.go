package record

import (
	"errors"
	"fmt"
	"path"
	"strconv"
	"strings"

	"kibaho"
	"kibaho/games"
)

// ReadTrial reads a trial, a game as Ludii keeps it in a file .trl: English
// draughts and Fanorona. Its sites are numbers row by row; how they lie to ours is
// found by trying the four ways in which both sides can face each other: the game
// must be legal to its end. The error is a *Fault, or a *kibaho.InputError if the
// text is no trial of these games.
func ReadTrial(text string) (*Record, error) {
	if len(text) > maxGame {
		return nil, &kibaho.InputError{What: "trial", Text: "", At: -1, Want: fmt.Sprintf("longer than %d bytes", maxGame)}
	}
	t, err := readTrial(text)
	if err != nil {
		return nil, err
	}
	kind, ok := trials[t.game]
	if !ok {
		return nil, &kibaho.InputError{What: "trial", Text: t.game, At: -1, Want: "a game that is not here; expected English Draughts or Fanorona"}
	}
	g, err := games.Find(kind.game)
	if err != nil {
		return nil, err
	}
	s, err := g.Facts().Settings("")
	if err != nil {
		return nil, err
	}
	start, err := g.Start(s)
	if err != nil {
		return nil, err
	}
	var best *Fault
	for _, way := range []facing{{}, {mirrored: true}, {turned: true}, {turned: true, mirrored: true}} {
		r := New(start)
		fault := t.play(r, kind, way)
		if fault == nil {
			t.tags(r)
			return r, nil
		}
		if best == nil || fault.Ply > best.Ply {
			best = fault
		}
	}
	return nil, best
}

// trial is the text of a trial, taken apart.
type trial struct {
	game    string
	options []string
	moves   []trialMove
	outcome kibaho.Outcome
}

// trialMove is a move of a piece, one step of a turn.
type trialMove struct {
	line     int
	mover    int
	from, to int
	removed  []int
}

// trialGame is a game that Ludii has too.
type trialGame struct {
	game          string
	rows, columns int
	turn          func(steps []trialMove, at func(site int) string, rows, columns int) string
}

var trials = map[string]trialGame{
	"English Draughts": {game: "draughts", rows: 8, columns: 8, turn: draughtsTurn},
	"Fanorona":         {game: "fanorona", rows: 5, columns: 9, turn: fanoronaTurn},
}

func readTrial(text string) (*trial, error) {
	t := &trial{}
	options := false
	for number, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		name, value, has := strings.Cut(line, "=")
		switch {
		case t.game == "" && has && name == "game":
			t.game = strings.TrimSuffix(path.Base(strings.ReplaceAll(value, `\`, "/")), ".lud")
		case line == "START GAME OPTIONS":
			options = true
		case line == "END GAME OPTIONS":
			options = false
		case options && line != "":
			t.options = append(t.options, line)
		case has && name == "Move":
			m, ok, err := readTrialMove(value)
			if err != nil {
				return nil, &Fault{Line: number + 1, Game: 1, Err: err}
			}
			if m.line = number + 1; ok {
				t.moves = append(t.moves, m)
			}
			if len(t.moves) > maxTurns {
				return nil, &Fault{Line: number + 1, Game: 1, Err: errors.New("longer than any game")}
			}
		case has && name == "winner":
			switch value {
			case "0":
				t.outcome = kibaho.Draw
			case "1":
				t.outcome = kibaho.FirstWins
			case "2":
				t.outcome = kibaho.SecondWins
			}
		case has && name == "rankings" && t.outcome == kibaho.Ongoing:
			t.outcome = ranked(value)
		}
	}
	if t.game == "" {
		return nil, &kibaho.InputError{What: "trial", Text: oneLine(text[:min(len(text), 80)]), At: -1, Want: "expected a line game=… at the top, as Ludii writes it"}
	}
	return t, nil
}

// ranked reads the ranks of the players, from 1; that of nobody comes first.
func ranked(text string) kibaho.Outcome {
	ranks := strings.Split(text, ",")
	if len(ranks) != 3 {
		return kibaho.Ongoing
	}
	first, err1 := strconv.ParseFloat(strings.TrimSpace(ranks[1]), 64)
	second, err2 := strconv.ParseFloat(strings.TrimSpace(ranks[2]), 64)
	switch {
	case err1 != nil || err2 != nil || first == 0 || second == 0:
		return kibaho.Ongoing
	case first < second:
		return kibaho.FirstWins
	case first > second:
		return kibaho.SecondWins
	}
	return kibaho.Draw
}

// readTrialMove reads [Move:mover=1,from=18,to=27,actions=[…]]. It reports false
// for what is no move of a piece: a pass, or what sets up the board.
func readTrialMove(text string) (m trialMove, ok bool, err error) {
	head, actions, _ := strings.Cut(text, "actions=")
	fail := &kibaho.InputError{What: "move of a trial", Text: text, At: -1, Want: "expected [Move:mover=…,from=…,to=…,actions=[…]]"}
	inner, is := strings.CutPrefix(head, "[Move:")
	if !is || !strings.HasSuffix(text, "]") { // a file may be cut off
		return m, false, fail
	}
	m.from, m.to = -1, -1
	for part := range strings.SplitSeq(inner, ",") {
		name, value, _ := strings.Cut(part, "=")
		into := map[string]*int{"mover": &m.mover, "from": &m.from, "to": &m.to}[name]
		if into == nil {
			continue
		}
		n, err := strconv.Atoi(strings.TrimRight(value, "]"))
		if err != nil || n < -1 || n > 10_000 {
			return m, false, fail
		}
		*into = n
	}
	for {
		_, rest, found := strings.Cut(actions, "[Remove:")
		if !found {
			break
		}
		body, _, _ := strings.Cut(rest, "]")
		for part := range strings.SplitSeq(body, ",") {
			if value, is := strings.CutPrefix(part, "to="); is {
				n, err := strconv.Atoi(value)
				if err != nil {
					return m, false, fail
				}
				m.removed = append(m.removed, n)
			}
		}
		actions = rest
	}
	return m, (m.mover == 1 || m.mover == 2) && m.from >= 0 && m.to >= 0 && m.from != m.to, nil
}

// facing is how the sites of a trial lie to ours.
type facing struct{ turned, mirrored bool }

// place returns the row from the side of First and the column from its left.
func (f facing) place(site, rows, columns int) (row, column int) {
	row, column = site/columns, site%columns
	if f.turned {
		row, column = rows-1-row, columns-1-column
	}
	if f.mirrored {
		column = columns - 1 - column
	}
	return row, column
}

// play plays the moves of the trial.
func (t *trial) play(r *Record, kind trialGame, way facing) *Fault {
	at := func(site int) string {
		row, column := way.place(site, kind.rows, kind.columns)
		if row >= kind.rows {
			return "?"
		}
		if kind.game == "fanorona" {
			return string(rune('E'-row)) + strconv.Itoa(column+1)
		}
		// Rows count from Black's side, whose left hand is White's right.
		file := kind.columns - 1 - column
		if (row+file)%2 == 0 {
			return "0"
		}
		return strconv.Itoa(row*4 + file/2 + 1)
	}
	n := r.Root
	for i := 0; i < len(t.moves); {
		end := i + 1
		for end < len(t.moves) && t.moves[end].mover == t.moves[i].mover && t.moves[end].from == t.moves[end-1].to {
			end++
		}
		text := kind.turn(t.moves[i:end], at, kind.rows, kind.columns)
		next, err := n.Play(text)
		if err != nil {
			return &Fault{Line: t.moves[i].line, Game: 1, Ply: r.Turns() + 1, Err: err}
		}
		n, i = next, end
	}
	r.Outcome = t.outcome
	if o := n.Position.Outcome(); o != kibaho.Ongoing {
		r.Outcome = o
	}
	return nil
}

func (t *trial) tags(r *Record) {
	r.SetTag("Event", "Ludii trial")
	if len(t.options) > 0 {
		r.SetTag("LudiiOptions", strings.Join(t.options, "; "))
	}
}

func draughtsTurn(steps []trialMove, at func(int) string, _, columns int) string {
	by := "-"
	if d := steps[0].to/columns - steps[0].from/columns; d == 2 || d == -2 {
		by = "x"
	}
	text := at(steps[0].from)
	for _, s := range steps {
		text += by + at(s.to)
	}
	return text
}

// fanoronaTurn tells an approach from a withdrawal by what was removed.
func fanoronaTurn(steps []trialMove, at func(int) string, _, columns int) string {
	text := at(steps[0].from)
	for _, s := range steps {
		text += "-" + at(s.to)
		d := s.to - s.from
		for _, gone := range s.removed {
			if gone == s.to+d {
				text += "A"
				break
			}
			if gone == s.from-d {
				text += "W"
				break
			}
		}
	}
	return text
}
