package chuba

import (
	"fmt"
	"math/bits"
	"strings"

	"kibaho"
	"kibaho/mancala"
)

// refuse says why a text is not a legal move.
func refuse(p *Position, s string) error {
	n := int(p.columns)
	t, ok := parse(s, n)
	if !ok {
		last := mancala.PitName(kibaho.First, 2*n-1)
		return &kibaho.InputError{What: "chuba move", Text: s, At: -1, Want: fmt.Sprintf(
			`expected a pit a to %s or A to %s, with a capture the second pair by its inner pit or -: "d", "d+H", "d+-"`, last, strings.ToUpper(last))}
	}
	rule, why, candidates := p.objection(t)
	return &kibaho.Refusal{Move: s, Rule: rule, Reason: why, Candidates: candidates}
}

// objection says what is wrong with a move that could be read.
func (p *Position) objection(t typed) (rule, why string, candidates []string) {
	if p.Outcome() != kibaho.Ongoing {
		return "", "the game is over: " + reason(p), nil
	}
	own, name := &p.men[p.side], mancala.PitName(t.side, t.pit)
	starts := p.starts()
	switch {
	case t.side != p.side:
		return "CH6", fmt.Sprintf("%s is %s's pit, and %s is to move", name, facts.Sides[t.side], facts.Sides[p.side]), nil
	case own.At(t.pit) == 0:
		return "CH6", name + " is empty", nil
	case p.reading&fixed != 0 && p.unplayed[p.side]>>t.pit&1 != 0:
		if own.At(t.pit) > 1 {
			return "CH8", fmt.Sprintf("the men in %s have not been played upon", name), nil
		}
		return "CH8", fmt.Sprintf("the man in %s has not been played upon", name), nil
	case own.At(t.pit) == 1 && own.Many() != 0:
		many := bits.TrailingZeros32(own.Many())
		return "CH7", fmt.Sprintf("a single man may not start while %s holds %s", mancala.PitName(p.side, many), count(own.At(many))), nil
	case starts>>t.pit&1 == 0:
		return "CH7", fmt.Sprintf("a single man may not be moved into the occupied pit %s", mancala.PitName(p.side, (t.pit+1)%(2*int(p.columns)))), nil
	}
	last, ends := p.landing(t.pit)
	if !ends {
		return "CH13", fmt.Sprintf("the sowing from %s never ends", name), nil
	}
	for _, m := range p.Moves(nil) {
		if int(m.Pit) == t.pit {
			candidates = append(candidates, text(p, m))
		}
	}
	captured, captures := p.captured(last)
	switch {
	case !captures && t.plus:
		return "CH9", name + " captures nothing, so there is no second pair", candidates
	case !captures:
		return "", "it is legal", candidates // not asked for
	case !t.plus:
		return "CH10", name + " captures: choose a second pair", candidates
	case !t.names:
		return "CH10", "a second pair must be taken, and none is empty", candidates
	}
	pair := mancala.PitName(t.pairSide, t.pair)
	switch n := int(p.columns); {
	case t.pairSide == p.side:
		return "CH10", "the second pair is the opponent's, and " + pair + " is not", candidates
	case t.pair >= n:
		return "CH10", fmt.Sprintf("a pair is named by its inner pit: %s stands behind %s", pair, mancala.PitName(t.pairSide, 2*n-1-t.pair)), candidates
	case t.pair == captured:
		return "CH10", "the pair " + pair + " is captured already: choose another one", candidates
	}
	return "", "it is legal", candidates // not asked for
}

// count writes a number of men.
func count(n int) string {
	if words := [...]string{"none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}; n < len(words) {
		return words[n]
	}
	return fmt.Sprint(n)
}

// reason says why the game is over, and nothing while it goes on.
func reason(p *Position) string {
	mover, other := facts.Sides[p.side], facts.Sides[p.side.Other()]
	own, theirs := p.men[p.side].Sum(), p.men[p.side.Other()].Sum()
	switch outcome := p.Outcome(); {
	case outcome == kibaho.Ongoing:
		return ""
	case own == 0 && theirs == 0:
		return fmt.Sprintf("neither side has a man left, and %s moved last (CH11)", other)
	case own == 0:
		return mover + " has no men left (CH12)"
	case theirs == 0:
		return other + " has no men left (CH12)"
	case outcome == kibaho.Draw:
		return fmt.Sprintf("%s has no move but such as never end (CH12, CH13)", mover)
	}
	return mover + " has men but no legal move (CH12)"
}
