package study

import (
	"context"
	"slices"

	"kibaho"
	"kibaho/draw"
	"kibaho/games"
	"kibaho/play"
)

// Grade is what is wrong with a turn.
type Grade string

// The grades, by the points of a game that a turn gives away: what the best turn
// lets its player expect, less what is left after the turn that was played.
const (
	Fine       Grade = ""
	Inaccuracy Grade = "inaccuracy"
	Mistake    Grade = "mistake"
	Blunder    Grade = "blunder"
)

// The least points that the grades stand for. A blunder gives away as much as a man
// is worth in an even game of draughts (games.Chance), a mistake somewhat more than
// half of that, an inaccuracy a quarter.
const (
	InaccuracyAt = 0.04
	MistakeAt    = 0.08
	BlunderAt    = 0.14
)

// A win is missed where the best turn let its player expect WonAt points or more
// and the turn that was played leaves MissedAt or less.
const (
	WonAt    = 0.95
	MissedAt = 0.75
)

// gradeList is how grades are drawn.
var gradeList = []struct {
	grade Grade
	mark  string
	shape draw.ChartShape
}{
	{Inaccuracy, "?!", draw.Triangle},
	{Mistake, "?", draw.Square},
	{Blunder, "??", draw.Disc},
}

// Mark returns the sign of a grade: "?!", "?", "??" or nothing.
func (g Grade) Mark() string {
	for _, k := range gradeList {
		if k.grade == g {
			return k.mark
		}
	}
	return ""
}

func grade(lost float64) Grade {
	switch {
	case lost >= BlunderAt:
		return Blunder
	case lost >= MistakeAt:
		return Mistake
	case lost >= InaccuracyAt:
		return Inaccuracy
	}
	return Fine
}

// Turn is a turn of a game with what an engine thinks of it.
type Turn struct {
	Number int // from 1, two turns each, as in a record
	Side   kibaho.Side
	Text   string
	Best   games.Line // for the side that moves
	Depth  int
	Nodes  uint64
	// Chance and After are the points that the side that moves could expect
	// before the turn, by the best one, and after it.
	Chance, After float64
	Lost          float64
	Grade         Grade
	Missed        bool // a win was missed
	Only          bool // there was no other turn
	Why           Explanation
}

// Report is an annotated game.
type Report struct {
	Title string
	Start games.Position
	Turns []Turn
	// Chances are the points that the first player could expect before each turn
	// and at the end: one more than there are turns.
	Chances []float64
	Outcome kibaho.Outcome
	Reason  string
}

// Sum is how one side has played.
type Sum struct {
	Turns                            int
	Inaccuracies, Mistakes, Blunders int
	Missed                           int
	Lost                             float64 // points given away a turn, on average
}

// Sum adds up the turns of a side.
func (r *Report) Sum(side kibaho.Side) Sum {
	var s Sum
	for _, t := range r.Turns {
		if t.Side != side {
			continue
		}
		s.Turns++
		s.Lost += t.Lost
		switch t.Grade {
		case Inaccuracy:
			s.Inaccuracies++
		case Mistake:
			s.Mistakes++
		case Blunder:
			s.Blunders++
		}
		if t.Missed {
			s.Missed++
		}
	}
	if s.Turns > 0 {
		s.Lost /= float64(s.Turns)
	}
	return s
}

// found is what an engine found in a position of a game.
type found struct {
	line  games.Line
	depth int
	nodes uint64
	turn  kibaho.Side
	only  bool
	end   float64 // points of the first player if the game is over here
	over  bool
}

func (f found) chance(g games.Game, side kibaho.Side) float64 {
	c := games.Chance(g, f.line)
	if f.over {
		c = f.end
		if side == kibaho.Second {
			c = 1 - c
		}
		return c
	}
	if f.turn != side {
		c = 1 - c
	}
	return c
}

// Annotate searches every position of a game with the budget and grades its
// turns. each, which may be nil, is called with the positions searched so far.
func Annotate(ctx context.Context, e games.Engine, g *play.Game, b games.Budget, each func(done, total int)) (*Report, error) {
	r := &Report{Start: g.Start()}
	r.Outcome, r.Reason = g.Outcome()
	game := r.Start.Game()
	turns := g.Turns()
	at := play.NewGame(r.Start)
	for _, ply := range g.Plies() {
		at.Play(ply.Move)
	}
	// From the end to the beginning: the table then knows what a turn led to when
	// the position before it is searched.
	all := make([]found, len(turns)+1)
	for i := len(turns); i >= 0; i-- {
		f, err := look(ctx, e, at, b)
		if err != nil {
			return r, err
		}
		if i == len(turns) && !f.over && r.Outcome == kibaho.Draw && at.Claim() != play.NoClaim {
			// Drawn by its history. After a resignation the board still counts.
			f.over, f.end = true, r.Outcome.Score(kibaho.First)
		}
		all[i] = f
		if each != nil {
			each(len(turns)+1-i, len(turns)+1)
		}
		at.UndoTurn()
	}
	for i, f := range all {
		r.Chances = append(r.Chances, f.chance(game, kibaho.First))
		if i > 0 {
			t := turns[i-1]
			r.Turns = append(r.Turns, judge(g.Before(t.First), g.Plies()[t.Last].After, t, all[i-1], f))
		}
	}
	number, last := 0, kibaho.Second
	for i := range r.Turns {
		if r.Turns[i].Side == kibaho.First && last == kibaho.Second || i == 0 {
			number++
		}
		last = r.Turns[i].Side
		r.Turns[i].Number = number
	}
	return r, nil
}

func look(ctx context.Context, e games.Engine, g *play.Game, b games.Budget) (found, error) {
	p := g.Position()
	f := found{turn: p.Turn()}
	if o := p.Outcome(); o != kibaho.Ongoing {
		f.over, f.end = true, o.Score(kibaho.First)
		return f, nil
	}
	a := e.Think(ctx, p, g.Past(), b, nil)
	if err := context.Cause(ctx); err != nil {
		return f, err
	}
	f.line, f.depth, f.nodes = a.Lines[0], a.Depth, a.Nodes
	f.only = len(p.Moves()) == 1
	return f, nil
}

// judge grades a turn of p that led to q: before and next are what was found in
// the two.
func judge(p, q games.Position, t play.Turn, before, next found) Turn {
	g := p.Game()
	j := Turn{
		Side: t.Side, Text: t.Text, Best: before.line, Depth: before.depth, Nodes: before.nodes,
		Chance: before.chance(g, t.Side), After: next.chance(g, t.Side), Only: before.only,
	}
	best := len(before.line.Turns) > 0 && before.line.Turns[0] == t.Text
	if !best && !j.Only {
		j.Lost = max(0, j.Chance-j.After)
	}
	j.Grade = grade(j.Lost)
	j.Missed = j.Lost > 0 && j.Chance >= WonAt && j.After <= MissedAt
	if j.Grade != Fine {
		line := games.Line{Turns: []string{t.Text}}
		if !next.over {
			line = after(p, t.Text, q, next.line)
		}
		j.Why = Compare(p, before.line, line)
	}
	return j
}

// Worst returns the turns that gave most away, the worst first.
func (r *Report) Worst() []Turn {
	var bad []Turn
	for _, t := range r.Turns {
		if t.Grade != Fine {
			bad = append(bad, t)
		}
	}
	slices.SortStableFunc(bad, func(a, b Turn) int {
		switch {
		case a.Lost > b.Lost:
			return -1
		case a.Lost < b.Lost:
			return 1
		}
		return 0
	})
	return bad
}
