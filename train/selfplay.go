package train

import (
	"context"
	"sync"

	"kibaho"
	"kibaho/draughts"
	"kibaho/games"
	"kibaho/search"
)

// How games of the engine against itself begin and end.
const (
	leastRandom, mostRandom = 4, 9 // random plies
	mostAfterBallot         = 4    // after an opening of three moves
	unbalanced              = 60   // hundredths: such an opening is drawn again
	decided                 = 350  // so good for one side,
	decidedPlies            = 6    // so long, is won
	ahead                   = 100  // so good when a game is cut short is a win
	quietPlies              = 60   // kings about for so long is drawn
	mostPlies               = 300
	hopeless                = 800 // so good for one side, nothing is learned from a position within a search
	engineMegabytes         = 1
)

type (
	position = draughts.Position
	move     = draughts.Move
)

// engine is one that can tell which positions it judged.
type engine struct {
	*search.Engine[position, move, *position]
	watch watch[position]
}

// newEngine returns an engine that judges by weights, and knows what k does, if not nil.
func newEngine(w draughts.Weights, k *knower) *engine {
	e := new(engine)
	spec := search.SpecOf(draughts.Game)
	games.Tune(draughts.Game.Name, &spec.Params)
	spec.Eval = func(p *position) int {
		e.watch.see(p)
		return w.Eval(p)
	}
	if k != nil {
		spec.Probe = k.probe
	}
	e.Engine = search.New[position, move](spec, engineMegabytes)
	return e
}

// line is a game under way.
type line struct {
	pos    position
	past   []uint64 // hashes since the last move that cannot be undone
	quiet  int
	plies  int
	moves  []move
	limits kibaho.Limits
	known  *knower // what ends a game early; may be nil
}

// ballots are the openings of three moves that are drawn in matches.
var ballots = sync.OnceValue(func() []draughts.Opening { return draughts.Openings("three-move") })

// begin puts up the first position and plays some random plies. It returns false
// if that ends the game.
func (l *line) begin(r *kibaho.Rand, least, most int) bool {
	return l.beginAt(draughts.Opening{}, r, least, most)
}

// beginAt is begin after the moves of an opening.
func (l *line) beginAt(o draughts.Opening, r *kibaho.Rand, least, most int) bool {
	s, err := draughts.Game.Settings("")
	if err != nil {
		panic(err) // a game without settings of its own
	}
	p, err := o.Position(s)
	if err != nil {
		panic(err)
	}
	l.pos, l.past, l.quiet, l.plies, l.limits = p, l.past[:0], 0, len(o.Moves), s.Limits()
	for range least + r.N(most-least+1) {
		l.moves = l.pos.Moves(l.moves[:0])
		if len(l.moves) == 0 {
			return false
		}
		l.play(l.moves[r.N(len(l.moves))])
	}
	l.moves = l.pos.Moves(l.moves[:0])
	return len(l.moves) > 0
}

func (l *line) play(m move) {
	if draughts.Quiet(&l.pos, m) {
		l.past = append(l.past, l.pos.Hash())
		l.quiet++
	} else {
		l.past, l.quiet = l.past[:0], 0
	}
	l.pos.Play(m)
	l.plies++
}

// over tells how the game has ended by rule or by the bounds of this package, and
// leaves the moves of the position in l.moves if it has not.
func (l *line) over() kibaho.Outcome {
	l.moves = l.pos.Moves(l.moves[:0])
	if len(l.moves) == 0 {
		return l.pos.Outcome()
	}
	times := 1
	for _, h := range l.past {
		if h == l.pos.Hash() {
			times++
		}
	}
	if times >= l.limits.Repetition || l.quiet >= quietPlies || l.plies >= mostPlies {
		return kibaho.Draw
	}
	return l.known.outcome(&l.pos)
}

// think searches the position at a fixed number of nodes.
func (l *line) think(ctx context.Context, e *engine, nodes uint64) (move, search.Score) {
	h := search.History{Hashes: l.past, Quiet: l.quiet, Limits: l.limits}
	best := e.Search(ctx, l.pos, h, search.Limits{Nodes: nodes}, nil).Lines[0]
	return best.Moves[0], best.Score
}

// selfPlay appends the samples of one game. Of a hundred games so many as the settings say
// begin with an opening of three moves and some random plies, the others with more
// of these alone. Moves drawn by lot (Strays) lead to positions that good play does not meet
// but a search does; so do positions within the searches (Inner), which are searched themselves. Games that are cut short (Crowned) have more positions of men, which have
// most of the weights, for the same time. The scores of samples know of neither.
func selfPlay(ctx context.Context, e *engine, k *knower, set *Settings, r *kibaho.Rand, dst []Sample) []Sample {
	l := line{known: k}
	first := len(dst)
	for ctx.Err() == nil {
		begun := false
		if set.Ballots > 0 && r.N(100) < set.Ballots {
			begun = l.beginAt(ballots()[r.N(len(ballots()))], r, 0, mostAfterBallot)
		} else {
			begun = l.begin(r, leastRandom, mostRandom)
		}
		if !begun {
			continue
		}
		e.Reset()
		dst = dst[:first]
		outcome := kibaho.Ongoing
		for good, crowned := 0, 0; outcome == kibaho.Ongoing && ctx.Err() == nil; {
			if outcome = l.over(); outcome != kibaho.Ongoing {
				break
			}
			if len(l.moves) == 1 {
				l.play(l.moves[0])
				continue
			}
			e.watch.begin(set.Inner, r)
			m, score := l.think(ctx, e, set.Nodes)
			if len(dst) == first && (score > unbalanced || score < -unbalanced) && l.plies <= mostRandom+2 {
				break
			}
			if draughts.Tactics(&l.pos) == kibaho.Calm && !score.Proven() {
				dst = append(dst, Sample{Position: l.pos, Score: int16(score)})
			}
			dst = inner(ctx, e, e.watch.end(), set.Nodes, l.limits, dst)
			outcome = verdict(&good, score, l.pos.Turn())
			if l.pos.Sets()[2] != 0 {
				crowned++
			}
			if set.Crowned > 0 && crowned >= set.Crowned && outcome == kibaho.Ongoing {
				outcome = cut(score, l.pos.Turn())
			}
			if set.Strays > 0 && r.N(1000) < set.Strays {
				m = l.moves[r.N(len(l.moves))]
			}
			l.play(m)
		}
		if outcome == kibaho.Ongoing {
			continue
		}
		for i := range dst[first:] {
			s := &dst[first+i]
			if s.Result == noGame {
				continue
			}
			s.Result = int8(2*outcome.Score(s.Position.Turn()) - 1)
		}
		return dst
	}
	return dst[:first]
}

// inner appends samples of positions that were drawn from a search.
func inner(ctx context.Context, e *engine, drawn []position, nodes uint64, limits kibaho.Limits, dst []Sample) []Sample {
	for i := range drawn {
		p := &drawn[i]
		if draughts.Tactics(p) != kibaho.Calm || ctx.Err() != nil {
			continue
		}
		e.Reset()
		score := e.Search(ctx, *p, search.History{Limits: limits}, search.Limits{Nodes: nodes}, nil).Lines[0].Score
		if !score.Proven() && score > -hopeless && score < hopeless {
			dst = append(dst, Sample{Position: *p, Score: int16(score), Result: noGame})
		}
	}
	return dst
}

// verdict ends a game that is as good as won. good counts the plies in a row in
// which the score said so.
func verdict(good *int, score search.Score, turn kibaho.Side) kibaho.Outcome {
	if score > -decided && score < decided {
		*good = 0
		return kibaho.Ongoing
	}
	if *good++; *good < decidedPlies && !score.Proven() {
		return kibaho.Ongoing
	}
	if score > 0 {
		return kibaho.Wins(turn)
	}
	return kibaho.Wins(turn.Other())
}

// cut ends a game that is not played out.
func cut(score search.Score, turn kibaho.Side) kibaho.Outcome {
	switch {
	case score >= ahead:
		return kibaho.Wins(turn)
	case score <= -ahead:
		return kibaho.Wins(turn.Other())
	}
	return kibaho.Draw
}

// duel plays a pair of games over a random opening between a, which leads the first
// one, and b, which leads the second.
func duel(ctx context.Context, a, b *engine, k *knower, nodes uint64, r *kibaho.Rand) (games [2]kibaho.Outcome) {
	start, l := line{known: k}, line{known: k}
	for !start.begin(r, 4, 7) {
		continue
	}
	for g, sides := range [2][2]*engine{{a, b}, {b, a}} {
		l.pos, l.past, l.quiet, l.plies, l.limits = start.pos, append(l.past[:0], start.past...), start.quiet, start.plies, start.limits
		a.Reset()
		b.Reset()
		outcome, good := kibaho.Ongoing, 0
		for outcome == kibaho.Ongoing && ctx.Err() == nil {
			if outcome = l.over(); outcome != kibaho.Ongoing {
				break
			}
			m, score := l.think(ctx, sides[l.pos.Turn()], nodes)
			outcome = verdict(&good, score, l.pos.Turn())
			l.play(m)
		}
		games[g] = outcome
	}
	return games
}
