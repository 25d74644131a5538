package archive

import (
	"context"
	"fmt"

	"kibaho/games"
)

// Words is what an engine says of the turns of a position, by turn.
type Words map[string]games.Line

// Think asks the engine for its best lines in a position, one for each turn as
// far as it can tell them apart. Endgame tables that the engine has are part of
// its word.
func Think(ctx context.Context, p games.Position, b games.Budget) Words {
	if b.Lines == 0 {
		b.Lines = ThinkLines
	}
	past := games.Past{Limits: p.Settings().Limits()}
	return WordsOf(p.Game().Engine(thinkMegabytes).Think(ctx, p, past, b, nil))
}

// WordsOf takes what an engine has found.
func WordsOf(a games.Analysis) Words {
	w := Words{}
	for _, l := range a.Lines {
		if len(l.Turns) > 0 {
			w[l.Turns[0]] = l
		}
	}
	return w
}

// ThinkLines is how many lines an engine is asked for at once.
const ThinkLines = 12

const thinkMegabytes = 16

// Word is the engine's word on one turn.
type Word struct {
	Known bool
	Line  games.Line
}

// Of returns the word on a turn, or on the first of several that is known.
func (w Words) Of(turns ...string) Word {
	for _, t := range turns {
		if l, ok := w[t]; ok {
			return Word{true, l}
		}
	}
	return Word{}
}

// Text writes the word: hundredths for the side to move, or the proven end.
func (w Word) Text(p games.Position) string {
	switch {
	case !w.Known:
		return ""
	case w.Line.Proven():
		return w.Line.Says(p)
	}
	return fmt.Sprintf("%+.2f", float64(w.Line.Score)/100)
}

// ViewJSON is what is known of a position, as JSON has it.
type ViewJSON struct {
	Position string       `json:"position"`
	Name     string       `json:"name" doc:"The opening, if it has a name."`
	Games    int64        `json:"games"`
	Ended    int64        `json:"ended" doc:"Games that ended in this position."`
	Choices  []ChoiceJSON `json:"choices" doc:"The most frequent turn first."`
}

// ChoiceJSON is a turn that was played.
type ChoiceJSON struct {
	Turns    []string `json:"turns" doc:"The turn; several that lead to one position count as one."`
	Position string   `json:"position" doc:"After it."`
	Name     string   `json:"name"`
	Games    int64    `json:"games"`
	First    int64    `json:"first" doc:"Won by the first player."`
	Drawn    int64    `json:"drawn"`
	Second   int64    `json:"second"`
	Unknown  int64    `json:"unknown"`
	Points   float64  `json:"points" doc:"Of the first player, 0 to 1."`
	SelfPlay int64    `json:"self_play" doc:"Games that engines played against themselves."`
	Rating   int      `json:"rating" doc:"The average of those who made the turn; 0: not known."`
	Last     string   `json:"last" doc:"When it was played last."`
	Samples  []int64  `json:"samples" doc:"Some of the games, by number."`
	Engine   string   `json:"engine,omitempty" doc:"The engine's word for the side to move."`
	Score    *float64 `json:"score,omitempty" doc:"The same as a number, in men or seeds, if nothing is proven."`
}

// JSON puts a view and the engine's words together.
func JSON(v *View, words Words) ViewJSON {
	j := ViewJSON{Position: v.Position.String(), Name: v.Name, Games: v.Games, Ended: v.Ended, Choices: []ChoiceJSON{}}
	for i := range v.Choices {
		c := &v.Choices[i]
		points, _ := c.Score()
		word := words.Of(c.Turns...)
		one := ChoiceJSON{
			Turns: c.Turns, Position: c.After.String(), Name: c.Name, Games: c.Games, First: c.First, Drawn: c.Drawn, Second: c.Second,
			Unknown: c.Unknown, Points: points, SelfPlay: c.Made, Rating: c.Rating, Last: c.Last, Samples: c.Samples, Engine: word.Text(v.Position),
		}
		if one.Samples == nil {
			one.Samples = []int64{}
		}
		if word.Known && !word.Line.Proven() {
			score := float64(word.Line.Score) / 100
			one.Score = &score
		}
		j.Choices = append(j.Choices, one)
	}
	return j
}
