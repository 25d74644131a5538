package server

import (
	"context"
	"fmt"

	"github.com/danielgtaylor/huma/v2"

	"kibaho"
	"kibaho/endgame"
	"kibaho/games"
	"kibaho/play"
)

// GameFacts is a game of the shelf.
type GameFacts struct {
	Name     string         `json:"name"`
	Title    string         `json:"title"`
	About    string         `json:"about"`
	Sides    [2]string      `json:"sides"`
	Seeds    string         `json:"seeds" doc:"What is captured: men, cows, pieces."`
	Variants []VariantFacts `json:"variants" doc:"The default first."`
	Options  []OptionFacts  `json:"options"`
	Clashes  []ClashFacts   `json:"clashes" doc:"Options that cannot go together."`
	Board    Board          `json:"board" doc:"The start position of the default variant."`
}

// VariantFacts is a named set of option values.
type VariantFacts struct {
	Name   string            `json:"name"`
	Title  string            `json:"title"`
	Text   string            `json:"text"`
	Source string            `json:"source,omitempty"`
	Set    map[string]string `json:"set" doc:"What differs from the defaults of the options."`
}

// OptionFacts is one open question of the sources.
type OptionFacts struct {
	Name    string       `json:"name"`
	Text    string       `json:"text" doc:"The question in words."`
	Rule    string       `json:"rule"`
	Source  string       `json:"source,omitempty"`
	Default string       `json:"default"`
	Values  []ValueFacts `json:"values,omitempty"`
	Min     *int         `json:"min,omitempty" doc:"Where the values are whole numbers."`
	Max     *int         `json:"max,omitempty"`
	Size    bool         `json:"size,omitempty" doc:"A position sets it by itself."`
	Match   bool         `json:"match,omitempty" doc:"Of the match rather than of the game."`
}

// ValueFacts is one answer to an option.
type ValueFacts struct {
	Name   string `json:"name"`
	Text   string `json:"text"`
	Source string `json:"source,omitempty"`
}

// ClashFacts says why options cannot go together.
type ClashFacts struct {
	Text string `json:"text"`
	Rule string `json:"rule,omitempty"`
}

// RuleBook is the rules as a variant plays them.
type RuleBook struct {
	Game    string            `json:"game"`
	Title   string            `json:"title"`
	About   string            `json:"about"`
	Variant string            `json:"variant"`
	Set     []string          `json:"set"`
	Values  map[string]string `json:"values" doc:"All options in force."`
	Rules   []RuleFacts       `json:"rules"`
	Customs []RuleFacts       `json:"customs" doc:"The rules that all games share."`
}

// RuleFacts is one numbered rule.
type RuleFacts struct {
	No       string         `json:"no"`
	Title    string         `json:"title"`
	Text     string         `json:"text" doc:"What holds under every reading."`
	Source   string         `json:"source,omitempty"`
	Words    []WordsFacts   `json:"words" doc:"The sources' own words."`
	Readings []ReadingFacts `json:"readings"`
}

// WordsFacts is what a source says of a rule, in its own words.
type WordsFacts struct {
	Source string `json:"source"`
	Text   string `json:"text"`
	Lang   string `json:"lang" doc:"The language: en, rw, ro."`
	Name   string `json:"name" doc:"What the source is."`
}

// ReadingFacts is one way to read a rule.
type ReadingFacts struct {
	When   string `json:"when" doc:"The options that play it."`
	Text   string `json:"text"`
	Source string `json:"source,omitempty"`
	Played bool   `json:"played"`
}

// PositionBody asks about a position.
type PositionBody struct {
	Game     string   `json:"game" maxLength:"32"`
	Variant  string   `json:"variant,omitempty" maxLength:"64"`
	Set      []string `json:"set,omitempty" maxItems:"64"`
	Position string   `json:"position,omitempty" maxLength:"4096" doc:"Empty: the start position."`
	Moves    []string `json:"moves,omitempty" maxItems:"5000" doc:"Turns, or decisions, played from there."`
	Seen     bool     `json:"seen,omitempty" doc:"Tell for each legal decision what would be seen."`
	History  bool     `json:"history,omitempty" doc:"Tell the board after each turn and what was seen."`
	Known    bool     `json:"known,omitempty" doc:"Tell what endgame tables know of the position, where there are any."`
}

// PositionView is a position and how it came about.
type PositionView struct {
	Game    string    `json:"game"`
	Variant string    `json:"variant"`
	Set     []string  `json:"set"`
	Sides   [2]string `json:"sides"`
	Start   string    `json:"start"`
	Board   *Board    `json:"board,omitempty" doc:"The board before the first turn, with history."`
	View    *View     `json:"view"`
	Turns   []Turn    `json:"turns"`
	Seen    []Seen    `json:"seen" doc:"What was seen while the last decision was played."`
	Ply     int       `json:"ply" doc:"Decisions made."`
	Known   *Known    `json:"known,omitempty" doc:"What is certain of the position, if it was asked for and there is a table for it."`
}

// Known is what endgame tables know of a position.
type Known struct {
	Truth
	Turns []KnownTurn `json:"turns" doc:"All turns, the best first."`
}

// Truth is a value that is certain.
type Truth struct {
	Value string `json:"value" enum:"win,loss,draw" doc:"For the side to move."`
	Plies int    `json:"plies" doc:"To the end of the game with best play; 0 for a draw."`
}

// KnownTurn is a turn with its value for the side that makes it.
type KnownTurn struct {
	Text string `json:"text"`
	Truth
}

// known looks a position up in the endgame tables; nil: they do not know it.
func known(p games.Position) (*Known, error) {
	here, turns, ok, err := games.Known(p)
	if err != nil || !ok {
		return nil, err
	}
	k := &Known{Truth: wireTruth(here), Turns: []KnownTurn{}}
	for _, t := range turns {
		k.Turns = append(k.Turns, KnownTurn{t.Move.Text, wireTruth(t.Truth)})
	}
	return k, nil
}

func wireTruth(t games.Truth) Truth {
	value := "draw"
	switch t.Value {
	case endgame.Win:
		value = "win"
	case endgame.Loss:
		value = "loss"
	}
	return Truth{value, t.Plies}
}

// shelf is the games as they are sent; they do not change.
func shelf() ([]GameFacts, error) {
	var list []GameFacts
	for _, g := range games.All {
		f := g.Facts()
		j := GameFacts{Name: f.Name, Title: f.Title, About: f.About, Sides: f.Sides, Seeds: f.Seeds, Clashes: []ClashFacts{}}
		for _, v := range f.Variants {
			set := v.Set
			if set == nil {
				set = map[string]string{}
			}
			j.Variants = append(j.Variants, VariantFacts{v.Name, v.Title, v.Text, v.Source, set})
		}
		for _, o := range f.Options {
			oj := OptionFacts{Name: o.Name, Text: o.Text, Rule: o.Rule, Source: o.Source, Default: o.Default, Size: o.Size, Match: o.Match}
			for _, v := range o.Values {
				oj.Values = append(oj.Values, ValueFacts(v))
			}
			if len(o.Values) == 0 {
				oj.Min, oj.Max = &o.Min, &o.Max
			}
			j.Options = append(j.Options, oj)
		}
		for _, c := range f.Clashes {
			j.Clashes = append(j.Clashes, ClashFacts{c.Text, c.Rule})
		}
		settings, err := f.Settings("")
		if err != nil {
			return nil, err
		}
		p, err := g.Start(settings)
		if err != nil {
			return nil, err
		}
		j.Board = wireBoard(p, [2]int{})
		list = append(list, j)
	}
	return list, nil
}

// ruleBook returns the rules of a game as the settings play them.
func ruleBook(f *kibaho.Facts, s kibaho.Settings) *RuleBook {
	book := &RuleBook{Game: f.Name, Title: f.Title, About: f.About, Variant: s.Variant(), Set: s.Set(), Values: map[string]string{}}
	if book.Set == nil {
		book.Set = []string{}
	}
	for _, o := range f.Options {
		book.Values[o.Name] = s.Value(o.Name)
	}
	book.Rules, book.Customs = wireRules(f.Rules, s), wireRules(kibaho.Customs, s)
	return book
}

func wireRules(rules []kibaho.Rule, s kibaho.Settings) []RuleFacts {
	list := []RuleFacts{}
	for _, r := range rules {
		j := RuleFacts{No: r.No, Title: r.Title, Text: r.Text, Source: r.Source, Words: []WordsFacts{}, Readings: []ReadingFacts{}}
		for _, w := range r.Words {
			for _, source := range kibaho.Sources {
				if source.No == w.Source {
					j.Words = append(j.Words, WordsFacts{w.Source, w.Text, source.Lang, source.Text})
				}
			}
		}
		for _, reading := range r.Readings {
			j.Readings = append(j.Readings, ReadingFacts{reading.When, reading.Text, reading.Source, reading.Plays(s)})
		}
		list = append(list, j)
	}
	return list
}

// moveError says which of several moves is refused.
type moveError struct {
	index int
	err   error
}

func (e *moveError) Error() string { return fmt.Sprintf("move %d: %s", e.index+1, e.err) }
func (e *moveError) Unwrap() error { return e.err }

// book returns the address below /rules/ of the rules that the question is about.
func (b *PositionBody) book() string { return book(b.Game, b.Variant, b.Set) }

// play plays the moves of a question.
func (b *PositionBody) play() (*play.Game, error) {
	g, err := games.Find(b.Game)
	if err != nil {
		return nil, err
	}
	settings, err := g.Facts().Settings(b.Variant, b.Set...)
	if err != nil {
		return nil, err
	}
	var start games.Position
	if b.Position == "" {
		start, err = g.Start(settings)
	} else {
		start, err = g.Read(settings, b.Position)
	}
	if err != nil {
		return nil, err
	}
	game := play.NewGame(start)
	for i, text := range b.Moves {
		if err := game.PlayText(text); err != nil {
			return nil, &moveError{i, err}
		}
	}
	return game, nil
}

// describeGame returns a game in progress as it is sent.
func describeGame(game *play.Game, seen, past bool) *PositionView {
	p := game.Position()
	settings := game.Start().Settings()
	facts := p.Game().Facts()
	o, why := game.Outcome()
	taken := game.Taken()
	v := &PositionView{
		Game: facts.Name, Variant: settings.Variant(), Set: settings.Set(), Sides: facts.Sides, Start: game.Start().String(),
		Ply: len(game.Plies()), Turns: wireTurns(game), Seen: []Seen{},
		View: &View{
			Position: p.String(), Turn: int(p.Turn()), MidTurn: p.MidTurn(), Board: wireBoard(p, taken), Moves: []Move{},
			Outcome: o.String(), Reason: why, Claim: string(game.Claim()),
		},
	}
	if v.Set == nil {
		v.Set = []string{}
	}
	if !game.Over() {
		v.View.Moves = wireMoves(p, seen)
	}
	if n := len(game.Plies()); n > 0 {
		v.Seen = wireSeen(game.Before(n - 1).Trace(game.Plies()[n-1].Move))
	}
	if past {
		board := wireBoard(game.Start(), [2]int{})
		v.Board, v.Turns = &board, history(game)
	}
	return v
}

type (
	shelfAnswer struct {
		Cache string `header:"Cache-Control"`
		Body  []GameFacts
	}
	rulesAnswer    struct{ Body *RuleBook }
	positionAnswer struct{ Body *PositionView }
)

// describeQuestions registers what can be asked without a table.
func (s *Server) describeQuestions(api huma.API) {
	huma.Register(api, operation("GET", "/api/games", "games", "games", "The games with their variants and options"),
		func(context.Context, *struct{}) (*shelfAnswer, error) {
			list, err := shelf()
			if err != nil {
				return nil, s.problem(err, "")
			}
			return &shelfAnswer{"max-age=300", list}, nil
		})
	huma.Register(api, operation("GET", "/api/rules/{game}", "games", "rules", "The rules as a variant plays them"),
		func(_ context.Context, in *struct {
			Game    string   `path:"game" maxLength:"32"`
			Variant string   `query:"variant" maxLength:"64"`
			Set     []string `query:"set,explode" maxItems:"64"`
		},
		) (*rulesAnswer, error) {
			g, err := games.Find(in.Game)
			if err != nil {
				return nil, s.problem(err, "")
			}
			settings, err := g.Facts().Settings(in.Variant, in.Set...)
			if err != nil {
				return nil, s.problem(err, in.Game)
			}
			return &rulesAnswer{ruleBook(g.Facts(), settings)}, nil
		})
	huma.Register(api, operation("POST", "/api/position", "positions", "position", "A position after some moves: board, legal moves, outcome"),
		func(_ context.Context, in *struct{ Body PositionBody }) (*positionAnswer, error) {
			game, err := in.Body.play()
			if err != nil {
				return nil, s.problem(err, in.Body.book())
			}
			v := describeGame(game, in.Body.Seen, in.Body.History)
			if in.Body.Known && !game.Over() {
				if v.Known, err = known(game.Position()); err != nil {
					return nil, s.problem(err, in.Body.book())
				}
			}
			return &positionAnswer{v}, nil
		})
	s.describeRecords(api)
	s.describePictures(api)
	s.describeExplorer(api)
}
