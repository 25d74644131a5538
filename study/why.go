package study

import (
	"context"
	"fmt"
	"strings"

	"kibaho"
	"kibaho/games"
	"kibaho/play"
)

// Explanation says what a turn wins or loses compared with the best one.
type Explanation struct {
	Turn, Best string
	Says       string   // in words
	Line       []string // the turn and what follows, to the end of the exchange
	BestLine   []string // the same of the best turn
	// Chance and BestChance are the points that the mover may expect.
	Chance, BestChance float64
	// Material and BestMaterial are what the lines win, or lose if negative.
	Material, BestMaterial int
}

// even is how many points two turns may differ by and still be called as good.
const even = 0.02

// shown is how many turns of a line are written at most.
const shown = 10

// option is one of the two turns that are compared, with what follows.
type option struct {
	turn   string
	line   games.Line // beginning with turn, scored for the mover
	over   bool       // the turn ends the game
	why    string
	chance float64
	moves  []string // the exchange that it begins, and what that comes to
	ledger ledger
	far    []string // the line as far as it was searched, and what that comes to
	end    ledger
	free   int // moves that the mover has after it; -1: not told
}

// Why explains a turn in the position of a game, asking the engine about the best
// one and about the reply. An empty turn stands for the best one.
func Why(ctx context.Context, e games.Engine, g *play.Game, turn string, b games.Budget) (Explanation, error) {
	p := g.Position()
	if o, why := g.Outcome(); o != kibaho.Ongoing {
		return Explanation{}, &kibaho.Refusal{Move: turn, Reason: "the game is over: " + why}
	}
	best, err := think(ctx, e, g, b)
	if err != nil {
		return Explanation{}, err
	}
	if turn == "" {
		return Compare(p, best, best), nil
	}
	next := play.NewGame(g.Start())
	for _, ply := range g.Plies() {
		next.Play(ply.Move)
	}
	if err := next.PlayText(turn); err != nil {
		return Explanation{}, err
	}
	text := lastTurn(next)
	if len(best.Turns) > 0 && best.Turns[0] == text {
		return Compare(p, best, best), nil
	}
	line := games.Line{Turns: []string{text}}
	if next.Position().Outcome() == kibaho.Ongoing {
		reply, err := think(ctx, e, next, b)
		if err != nil {
			return Explanation{}, err
		}
		line = after(p, text, next.Position(), reply)
	}
	return Compare(p, best, line), nil
}

// think returns the best line of an engine.
func think(ctx context.Context, e games.Engine, g *play.Game, b games.Budget) (games.Line, error) {
	a := e.Think(ctx, g.Position(), g.Past(), b, nil)
	if err := context.Cause(ctx); err != nil {
		return games.Line{}, err
	}
	if len(a.Lines) == 0 {
		return games.Line{}, fmt.Errorf("study: no move was found in %s", g.Position())
	}
	return a.Lines[0], nil
}

// lastTurn returns the text of the last turn.
func lastTurn(g *play.Game) string {
	turns := g.Turns()
	return turns[len(turns)-1].Text
}

// after returns the line that begins with a turn of p and goes on with a reply in
// the position q after it, scored for the mover.
func after(p games.Position, turn string, q games.Position, reply games.Line) games.Line {
	l := games.Line{Turns: append([]string{turn}, reply.Turns...), Score: reply.Score, Ends: reply.Ends}
	if q.Turn() != p.Turn() {
		l.Score, l.Ends = -l.Score, -l.Ends
	}
	switch {
	case l.Ends > 0:
		l.Ends++
	case l.Ends < 0:
		l.Ends--
	}
	return l
}

// Compare explains line, which begins with a turn of p, by comparing it with the
// best one. Both are scored for the side to move; the score of a turn that ends
// the game is not looked at.
func Compare(p games.Position, best, line games.Line) Explanation {
	b, o := weigh(p, best), weigh(p, line)
	if b.chance-o.chance > even && o.ledger.net() >= b.ledger.net() && o.ledger.kings >= b.ledger.kings {
		// What is lost is lost later: look as far as the engine has looked.
		if o.end.net() < b.end.net() || o.end.net() == b.end.net() && o.end.kings < b.end.kings {
			o.moves, o.ledger, b.moves, b.ledger = o.far, o.end, b.far, b.end
		}
	}
	f := p.Game().Facts()
	return Explanation{
		Turn: o.turn, Best: b.turn,
		Line: o.moves, BestLine: b.moves,
		Chance: o.chance, BestChance: b.chance,
		Material: o.ledger.net(), BestMaterial: b.ledger.net(),
		Says: says(f, o, b),
	}
}

func weigh(p games.Position, l games.Line) option {
	o := option{line: l, free: -1}
	if len(l.Turns) == 0 {
		return o
	}
	side := p.Turn()
	o.turn, o.chance = l.Turns[0], games.Chance(p.Game(), l)
	var q games.Position
	o.moves, q, o.ledger = follow(p, l.Turns, side, false)
	o.far, _, o.end = follow(p, l.Turns, side, true)
	next := p
	if moves, err := p.Find(o.turn); err == nil {
		for _, m := range moves {
			next = next.Play(m)
		}
	}
	if outcome := next.Outcome(); outcome != kibaho.Ongoing {
		o.over, o.why, o.chance = true, next.Reason(), outcome.Score(side)
	}
	if q.Turn() == side && q.Outcome() == kibaho.Ongoing {
		o.free = len(q.Moves())
	}
	return o
}

// says puts the comparison into words.
func says(f *kibaho.Facts, o, best option) string {
	same := o.turn == best.turn
	rest := func(o option) string {
		if len(o.moves) < 2 {
			return ""
		}
		return ": " + strings.Join(clip(o.moves[1:]), " ")
	}
	whole := func(o option) string {
		if len(o.line.Turns) < 2 {
			return ""
		}
		return ": " + strings.Join(clip(o.line.Turns[1:]), " ")
	}
	merit := func(o option) string { // what the better turn does
		switch {
		case o.over && o.chance == 1:
			return "wins at once"
		case o.over && o.chance == 0.5:
			return "draws at once"
		case o.line.Ends > 0:
			return fmt.Sprintf("wins in %s%s", turns(o.line.Ends), whole(o))
		case o.line.Ends < 0:
			return fmt.Sprintf("holds out for %s%s", turns(-o.line.Ends), whole(o))
		}
		return o.ledger.did(f) + rest(o)
	}
	instead := ""
	if !same {
		instead = fmt.Sprintf("; %s %s", best.turn, merit(best))
	}
	lost := best.chance - o.chance
	switch {
	case o.over && o.chance == 1:
		return fmt.Sprintf("%s wins: %s", o.turn, o.why)
	case o.over && o.chance == 0.5:
		return fmt.Sprintf("%s draws: %s%s", o.turn, o.why, instead)
	case o.over:
		return fmt.Sprintf("%s loses the game: %s%s", o.turn, o.why, instead)
	case o.line.Ends < 0 && best.line.Ends < 0 && !same:
		return fmt.Sprintf("%s loses in %s%s; every move loses, %s holds out for %s", o.turn, turns(-o.line.Ends), whole(o), best.turn, turns(-best.line.Ends))
	case o.line.Ends < 0 && same:
		return fmt.Sprintf("every move loses; %s holds out longest, for %s%s", o.turn, turns(-o.line.Ends), whole(o))
	case o.line.Ends < 0:
		return fmt.Sprintf("%s loses in %s%s%s", o.turn, turns(-o.line.Ends), whole(o), instead)
	case o.line.Ends > 0:
		s := fmt.Sprintf("%s wins in %s%s", o.turn, turns(o.line.Ends), whole(o))
		if best.line.Ends > 0 && best.line.Ends < o.line.Ends {
			s += fmt.Sprintf("; %s wins sooner, in %s", best.turn, turns(best.line.Ends))
		}
		return s
	case (best.line.Ends > 0 || best.over && best.chance == 1) && !same:
		return fmt.Sprintf("%s misses a win%s; %s %s", o.turn, rest(o), best.turn, merit(best))
	case same && o.ledger == (ledger{}):
		return fmt.Sprintf("%s is the best move and loses nothing: %s", o.turn, strings.Join(clip(o.line.Turns), " "))
	case same:
		return fmt.Sprintf("%s is the best move and %s%s", o.turn, o.ledger.did(f), rest(o))
	case o.ledger.net() < best.ledger.net() && lost > even:
		if o.ledger.net() > 0 {
			return fmt.Sprintf("%s wins only %s%s%s", o.turn, many(o.ledger.net(), f), rest(o), instead)
		}
		if o.ledger.net() == 0 {
			return fmt.Sprintf("%s lets a gain go%s%s", o.turn, rest(o), instead)
		}
		return fmt.Sprintf("%s %s%s%s", o.turn, o.ledger.did(f), rest(o), instead)
	case o.ledger.kings < best.ledger.kings && lost > even:
		return fmt.Sprintf("%s costs a king%s%s", o.turn, rest(o), instead)
	case lost <= even:
		did := ""
		if o.ledger.net() == best.ledger.net() {
			did = ": " + o.ledger.did(f)
		}
		return fmt.Sprintf("%s is as good as %s%s (points to expect %.2f and %.2f)", o.turn, best.turn, did, o.chance, best.chance)
	}
	s := fmt.Sprintf("%s costs nothing at once but %.2f of a point in position%s", o.turn, lost, rest(o))
	if o.free >= 0 && best.free > o.free {
		s += fmt.Sprintf("; it leaves %d moves, %s leaves %d", o.free, best.turn, best.free)
	}
	return s + instead
}

// turns writes a number of turns.
func turns(n int) string {
	if n == 1 {
		return "1 turn"
	}
	return fmt.Sprintf("%d turns", n)
}

// clip shortens a line that is long.
func clip(line []string) []string {
	if len(line) <= shown {
		return line
	}
	return append(append([]string(nil), line[:shown]...), "…")
}
