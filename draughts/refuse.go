package draughts

import (
	"fmt"
	"strconv"
	"strings"

	"kibaho"
)

// Refuse says why a text that fits no legal turn is not one: a *kibaho.Refusal
// with the number of the rule, or a *kibaho.InputError if it is no move at all.
// A text that fits one is not refused: nil.
func Refuse(p *Position, text string) error {
	w, err := parse(text)
	if err != nil {
		return err
	}
	_, legal, rivals := p.find(w)
	if legal {
		return nil
	}
	r := p.refuse(w, rivals)
	r.Move = text
	return r
}

// refusal returns a refusal by a rule.
func refusal(rule, reason string, args ...any) *kibaho.Refusal {
	return &kibaho.Refusal{Rule: rule, Reason: fmt.Sprintf(reason, args...)}
}

// refuse finds the first reason that holds.
func (p *Position) refuse(w typed, rivals []Move) *kibaho.Refusal {
	moves := p.Moves(nil)
	switch {
	case len(moves) == 0:
		return refusal("DR6", "the game is over: %s", strings.TrimSuffix(Reason(p), " (DR6)"))
	case len(rivals) > 0:
		r := refusal("", "this could be several jumps; write the whole path")
		r.Candidates = p.texts(rivals)
		return r
	case w.kind == huff || w.kind == compel:
		return p.refuseClaim(w, moves)
	case moves[len(moves)-1].kind == huff:
		r := refusal("DR7", "%s has no move and must use the claim", facts.Sides[p.turn])
		r.Candidates = p.texts(moves)
		return r
	}
	at := newPlain(&p.pieces)
	from, to := w.sites[0], w.sites[1]
	for _, s := range w.sites {
		if p.rules&inner != 0 && rim&square(s) != 0 {
			return refusal("DR1", "%d lies on the edge, which a board of 6x6 lacks", s+1)
		}
	}
	switch {
	case at[from] == kibaho.NoPiece:
		return refusal("", "there is no piece on %d", from+1)
	case sideOf(at[from]) != p.turn:
		return refusal("", "the piece on %d is %s's, and %s is to move", from+1, facts.Sides[p.turn.Other()], facts.Sides[p.turn])
	}
	if w.jump || len(w.sites) > 2 {
		return p.refuseJump(w, moves, &at)
	}
	if onward := p.onward(w, moves); len(onward) > 0 {
		r := refusal("DR3", "the jump goes on: %s", onward[0])
		r.Candidates = p.texts(onward)
		return r
	}
	if moves[0].kind == jump && (p.compelled || p.rules&huffs == 0) {
		r := refusal("DR3", "%s must jump", p.jumping(moves))
		if p.compelled {
			r = refusal("DR7", "the earlier move was taken back: %s must jump", p.jumping(moves))
		}
		r.Candidates = p.texts(moves)
		return r
	}
	r := p.refuseStep(from, to, &at)
	for _, m := range moves {
		if (m.kind <= short) && kibaho.Site(siteAt[m.from]) == from {
			r.Candidates = append(r.Candidates, Text(p, m))
		}
	}
	return r
}

// refuseClaim says why there is no such claim (DR7).
func (p *Position) refuseClaim(w typed, moves []Move) *kibaho.Refusal {
	switch {
	case p.rules&huffs == 0:
		return refusal("DR7", "capture is compulsory here; the huff is played under capture=huffing")
	case p.huffable == 0:
		return refusal("DR7", "%s has committed no fault that is still open", facts.Sides[p.turn.Other()])
	}
	r := refusal("DR7", "the piece on %d may not be huffed", w.sites[0]+1)
	if at := newPlain(&p.pieces); at[w.sites[0]] == kibaho.NoPiece {
		r = refusal("DR7", "there is no piece on %d to huff", w.sites[0]+1)
	}
	for _, m := range moves {
		if m.kind == huff || m.kind == compel {
			r.Candidates = append(r.Candidates, Text(p, m))
		}
	}
	return r
}

// onward returns the jumps that go on from where w stops.
func (p *Position) onward(w typed, moves []Move) []Move {
	var onward []Move
	for _, m := range moves {
		if m.kind != jump {
			continue
		}
		path := m.sites(nil)
		if path[0] != w.sites[0] || len(w.sites) > 2 && len(path) <= len(w.sites) {
			continue
		}
		on := false
		if len(w.sites) == 2 { // by its ends: any square on the way
			for _, s := range path[1 : len(path)-1] {
				on = on || s == w.sites[1]
			}
		} else {
			on = numbers(path[:len(w.sites)], "x") == numbers(w.sites, "x")
		}
		if on {
			onward = append(onward, m)
		}
	}
	return onward
}

// jumping names the squares of the pieces that can jump: "15", "10 or 15".
func (p *Position) jumping(moves []Move) string {
	var can []string
	for s := range kibaho.Site(32) {
		for _, m := range moves {
			if m.kind == jump && kibaho.Site(siteAt[m.from]) == s {
				can = append(can, strconv.Itoa(int(s)+1))
				break
			}
		}
	}
	if len(can) == 1 {
		return can[0]
	}
	return strings.Join(can[:len(can)-1], ", ") + " or " + can[len(can)-1]
}

// refuseStep says why a piece that may step does not step so.
func (p *Position) refuseStep(from, to kibaho.Site, at *plain) *kibaho.Refusal {
	middle, far := between(from, to)
	switch {
	case adjacent(from, to) && at[to] != kibaho.NoPiece:
		return refusal(ruleOfSteps(at[from]), "%d is occupied", to+1)
	case adjacent(from, to):
		return refusal("DR1", "a man moves forward only")
	case far && at[middle] != kibaho.NoPiece:
		return refusal("DR2", "%s", whyNoLeg(at, p.turn, at[from], from, to, 0))
	}
	return refusal(ruleOfSteps(at[from]), "a move without a capture goes one square diagonally")
}

func ruleOfSteps(piece int16) string {
	if isKing(piece) {
		return "DR5"
	}
	return "DR1"
}

// refuseJump says why a jump along squares is not legal: it walks the path.
func (p *Position) refuseJump(w typed, moves []Move, at *plain) *kibaho.Refusal {
	r := &kibaho.Refusal{Rule: "DR2"}
	for _, m := range moves {
		if m.jumps() > 0 && kibaho.Site(siteAt[m.from]) == w.sites[0] {
			r.Candidates = append(r.Candidates, Text(p, m))
		}
	}
	if onward := p.onward(w, moves); len(onward) > 0 {
		r.Rule, r.Candidates = "DR3", p.texts(onward)
		r.Reason = fmt.Sprintf("the jump goes on: %s", onward[0])
		if p.compelled {
			r.Rule = "DR7"
		}
		return r
	}
	if len(w.sites) == 2 && adjacent(w.sites[0], w.sites[1]) {
		r.Reason = fmt.Sprintf("%d and %d are neighbours: that is no jump; a plain move is written %s", w.sites[0]+1, w.sites[1]+1, numbers(w.sites, "-"))
		return r
	}
	board := *at
	piece := board[w.sites[0]]
	board[w.sites[0]] = kibaho.NoPiece
	var taken uint32
	for i, to := range w.sites[1:] {
		from := w.sites[i]
		if i > 0 && p.rules.crowns(piece, from) {
			r.Rule, r.Reason = "DR4", fmt.Sprintf("a man that is crowned ends its move there, on %d", from+1)
			return r
		}
		if why := whyNoLeg(&board, p.turn, piece, from, to, taken); why != "" {
			r.Reason = why
			return r
		}
		middle, _ := between(from, to)
		taken |= square(middle)
	}
	// Each leg can be made, so the path is legal or goes on, and both were told.
	r.Reason = "this is not a legal jump"
	return r
}

// whyNoLeg says why a piece cannot jump from one square to another, or nothing
// if it can. What has been taken on the way still stands on the board.
func whyNoLeg(at *plain, own kibaho.Side, piece int16, from, to kibaho.Site, taken uint32) string {
	middle, ok := between(from, to)
	switch {
	case !ok:
		return fmt.Sprintf("%d to %d is no jump: it is not two squares along a diagonal", from+1, to+1)
	case !isKing(piece) && !ahead(own, from, to):
		return "a man jumps forward only"
	case at[middle] == kibaho.NoPiece:
		return fmt.Sprintf("there is no piece on %d to jump", middle+1)
	case sideOf(at[middle]) == own:
		return fmt.Sprintf("the piece on %d is %s's own", middle+1, facts.Sides[own])
	case taken&square(middle) != 0:
		return fmt.Sprintf("the piece on %d cannot be jumped twice", middle+1)
	case at[to] != kibaho.NoPiece:
		return fmt.Sprintf("%d is occupied", to+1)
	}
	return ""
}
