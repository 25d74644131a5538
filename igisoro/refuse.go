package igisoro

import (
	"fmt"

	"kibaho"
	"kibaho/mancala"
)

// refuse says why a text that fits no legal decision, or is not a whole turn, is
// not one. Of a text of several decisions it makes the legal ones first.
func refuse(p *Position, turn string) error {
	q := *p
	for i := range len(turn) {
		m, refusal := q.read(turn[i])
		if refusal != nil {
			if in, ok := refusal.(*kibaho.InputError); ok {
				in.Text, in.At = turn, i
			}
			if r, ok := refusal.(*kibaho.Refusal); ok {
				r.Move, r.Candidates = turn, q.candidates(turn[:i])
			}
			return refusal
		}
		q.Play(m)
		if !q.MidTurn() && i+1 < len(turn) {
			return &kibaho.Refusal{Move: turn, Rule: "IG14", Reason: fmt.Sprintf("the turn is over after %q", turn[:i+1]), Candidates: []string{turn[:i+1]}}
		}
	}
	switch {
	case turn == "":
		return &kibaho.InputError{What: "igisoro move", At: -1, Want: "expected " + q.wants()}
	case !q.MidTurn():
		return &kibaho.Refusal{Move: turn, Rule: "IG14", Reason: "these are several decisions, to be made one after another", Candidates: []string{turn}}
	}
	return &kibaho.Refusal{Move: turn, Rule: "IG14", Reason: "the turn is not over: expected " + q.wants(), Candidates: q.candidates(turn)}
}

// candidates returns the legal decisions, each after what has been decided.
func (p *Position) candidates(before string) []string {
	var out []string
	for _, m := range p.Moves(nil) {
		out = append(out, before+text(p, m))
	}
	return out
}

// wants says what may be decided.
func (p *Position) wants() string {
	switch p.choice {
	case turning:
		return "< (turn back) or > (go on)"
	case taking:
		return "+ (take) or - (leave)"
	}
	return "a pit, " + mancala.PitName(p.side, 0) + " to " + mancala.PitName(p.side, p.pits()-1)
}

// read finds the legal decision that a letter or sign means, or says why there
// is none.
func (p *Position) read(c byte) (Move, error) {
	no := func(rule, format string, args ...any) (Move, error) {
		return 0, &kibaho.Refusal{Rule: rule, Reason: fmt.Sprintf(format, args...)}
	}
	if out := p.Outcome(); out != kibaho.Ongoing {
		return no("", "the game is over: %s", reason(p))
	}
	var m Move
	switch c {
	case '<':
		m = TurnBack
	case '>':
		m = GoOn
	case '+':
		m = Take
	case '-':
		m = Leave
	default:
		side, pit, ok := mancala.Pit(c, int(p.columns))
		switch {
		case !ok:
			return 0, &kibaho.InputError{What: "igisoro move", Got: string(rune(c)), Want: "expected " + p.wants()}
		case p.choice != none:
			return no("IG14", "the turn begun with %s is not over: expected %s", p.name(int(p.start)), p.wants())
		case side != p.side:
			return no("IG2", "%s is %s's pit, and %s is to move", mancala.PitName(side, pit), facts.Sides[side], facts.Sides[p.side])
		}
		switch n := p.lanes[p.side].At(pit); {
		case n == 0:
			return no("IG3", "pit %s is empty", p.name(pit))
		case p.starts()>>pit&1 == 0:
			return no("IG3", "pit %s holds one cow; a turn starts from two or more", p.name(pit))
		case !p.legal(Move(pit)):
			return no("IG13", "the sowing from %s never ends", p.name(pit))
		}
		return Move(pit), nil
	}
	switch {
	case m <= GoOn && p.choice != turning:
		return no("IG9", "there is no sowing to turn back here: expected %s", p.wants())
	case m == Take && p.choice != taking:
		return no("IG6", "there is nothing to take here: expected %s", p.wants())
	case m == Leave && p.choice != taking:
		return no("IG6", "there is nothing to leave here: expected %s", p.wants())
	case !p.legal(m):
		return no("IG13", "after %c the sowing never ends", c)
	}
	return m, nil
}

// name returns the letter of a pit of the mover's.
func (p *Position) name(pit int) string { return mancala.PitName(p.side, pit) }
