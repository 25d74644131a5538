package server

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"
	"unicode"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"kibaho"
)

// maxBody bounds the body of a request, in bytes; that of a record is larger.
const (
	maxBody       = 256 << 10
	maxRecordBody = 1 << 20
)

// NewTable is what a table is made of.
type NewTable struct {
	Game       string   `json:"game" maxLength:"32"`
	Variant    string   `json:"variant,omitempty" maxLength:"64" doc:"Empty: the game's default."`
	Set        []string `json:"set,omitempty" maxItems:"64" doc:"Options that differ from the variant: OPTION=VALUE."`
	Position   string   `json:"position,omitempty" maxLength:"4096" doc:"Empty: the start position."`
	Control    string   `json:"control,omitempty" maxLength:"32" doc:"none, 5+3 (Fischer), 10+3x30 (byo-yomi) or 3d (correspondence)."`
	Visibility string   `json:"visibility,omitempty" enum:"public,unlisted,private" default:"unlisted"`
	Seat       string   `json:"seat,omitempty" enum:"first,second,random,both" default:"first" doc:"The side that you take; both: on one screen."`
	Level      int      `json:"level,omitempty" minimum:"0" maximum:"9" doc:"The engine plays the other side at this level; 9: at full strength; 0: a person does."`
	Name       string   `json:"name,omitempty" maxLength:"100" doc:"How you are called at the table."`
	Games      int      `json:"games,omitempty" minimum:"0" maximum:"100" doc:"Of a match; 0: as long as both like."`
}

// CommandBody is a command as it is sent.
type CommandBody struct {
	Kind string `json:"kind" enum:"join,move,offer,decline,draw,resign,claim,abort,ask-takeback,refuse-takeback,takeback,ready"`
	Text string `json:"text,omitempty" maxLength:"4096" doc:"The move: a turn, or the decisions of it that are made."`
	Name string `json:"name,omitempty" maxLength:"100" doc:"How one who joins is called."`
	Side *int   `json:"side,omitempty" minimum:"0" maximum:"1" doc:"The side that it is given for, or taken by one who joins."`
	Ply  *int   `json:"ply,omitempty" minimum:"0" doc:"The number of decisions made before the move; it is refused if there are others."`
	Turn int    `json:"turn,omitempty" minimum:"0" doc:"The turn of the takeback that is granted."`
	Key  string `json:"key,omitempty" maxLength:"64" doc:"Chosen by the sender: the same command sent again with it is not done again."`
}

// command reads the command of an identity.
func (b CommandBody) command(who string) (Command, error) {
	c := Command{Kind: Kind(b.Kind), Who: who, Text: b.Text, Ply: b.Ply, Turn: b.Turn, Key: b.Key}
	if len(b.Key) > 64 || len(b.Text) > 4096 {
		return c, &kibaho.InputError{What: "command", Text: b.Kind, At: -1, Want: "key of at most 64 and text of at most 4096 bytes expected"}
	}
	if b.Side != nil {
		if *b.Side != 0 && *b.Side != 1 {
			return c, &kibaho.InputError{What: "command", Text: b.Kind, At: -1, Want: "side 0 or 1 expected"}
		}
		side := kibaho.Side(*b.Side)
		c.Side = &side
	}
	switch c.Kind {
	case Flag, Restart, Next:
		return c, &kibaho.InputError{What: "command", Text: b.Kind, At: -1, Want: "it happens by itself"}
	case Join:
		c.Text = personName(b.Name)
	}
	return c, nil
}

// maxName bounds the name of a person, in letters.
const maxName = 32

// personName returns a name as it may be shown.
func personName(name string) string {
	name = strings.Join(strings.FieldsFunc(name, func(r rune) bool {
		return unicode.IsSpace(r) || !unicode.IsPrint(r)
	}), " ")
	if letters := []rune(name); len(letters) > maxName {
		name = strings.TrimSpace(string(letters[:maxName]))
	}
	if name == "" {
		return "Guest"
	}
	return name
}

type (
	tableAnswer struct{ Body *Table }
	listAnswer  struct{ Body []Entry }
	doneAnswer  struct {
		Body struct {
			Seq int `json:"seq" doc:"The number of the event."`
		}
	}
	eventsAnswer struct{ Body []*TableEvent }
	turnsAnswer  struct{ Body []Turn }
	tokenAnswer  struct {
		Body struct {
			Token string `json:"token" doc:"For the header Authorization: Bearer TOKEN."`
		}
	}
	textAnswer struct {
		ContentType string `header:"Content-Type"`
		Body        []byte
	}
	// TablePath is exported for the library, which fills it in.
	TablePath struct {
		ID string `path:"id" maxLength:"32"`
	}
)

// errorsOnce: the form of errors is a global setting of the library.
var errorsOnce sync.Once

// describe registers the operations of the API.
func (s *Server) describe(mux *http.ServeMux) {
	errorsOnce.Do(func() {
		huma.NewError = func(status int, message string, errs ...error) huma.StatusError {
			p := &Problem{Status: status, Title: http.StatusText(status), Detail: message}
			for _, err := range errs {
				if err != nil {
					p.Detail += "; " + err.Error()
				}
			}
			return p
		}
	})
	version := s.options.Version
	if version == "" {
		version = "devel"
	}
	config := huma.DefaultConfig("Kibaho", version)
	config.Info.Description = "Tables, positions, rules, pictures and records of four board games. Everything the pages do, they do through this."
	config.OpenAPIPath, config.DocsPath, config.SchemasPath = "/api/openapi", "", ""
	config.CreateHooks = nil // no links to schemas in the answers
	config.Tags = []*huma.Tag{
		{Name: "games", Description: "The games, their variants, options and rules."},
		{Name: "positions", Description: "Questions about a position. Nothing is kept."},
		{Name: "tables", Description: "Games being played."},
		{Name: "jobs", Description: "Work that is left to workers: endgame tables, proofs and more."},
	}
	api := humago.New(mux, config)
	s.describeQuestions(api)
	s.describeTables(api)
	s.describeFinished(api)
	s.describeJobs(api)
	s.describeSockets(api)
	mux.HandleFunc("GET /api", s.readable(api))
}

// operation describes one operation; its name is its method and path.
func operation(method, path, tag, id, summary string) huma.Operation {
	return huma.Operation{
		OperationID: id, Method: method, Path: path, Summary: summary, Tags: []string{tag},
		MaxBodyBytes: maxBody, BodyReadTimeout: readTimeout,
		Errors: []int{http.StatusUnprocessableEntity, http.StatusTooManyRequests},
	}
}

func (s *Server) describeTables(api huma.API) {
	huma.Register(api, operation("POST", "/api/token", "tables", "new-token", "A token for a program that plays"),
		func(context.Context, *struct{}) (*tokenAnswer, error) {
			a := new(tokenAnswer)
			a.Body.Token = newToken()
			return a, nil
		})
	huma.Register(api, operation("GET", "/api/tables", "tables", "list-tables", "Public tables that wait or are in play, or your own, the newest first"),
		func(ctx context.Context, in *struct {
			Mine  bool `query:"mine" doc:"Your own open tables."`
			Limit int  `query:"limit" minimum:"1" maximum:"200" default:"50"`
		},
		) (*listAnswer, error) {
			return &listAnswer{s.hall.list(callerOf(ctx).who, in.Mine, in.Limit)}, nil
		})
	huma.Register(api, operation("POST", "/api/tables", "tables", "new-table", "Make a table and sit down at it"),
		func(ctx context.Context, in *struct{ Body NewTable }) (*tableAnswer, error) {
			t, err := s.newTable(ctx, in.Body)
			if err != nil {
				return nil, s.problem(err, book(in.Body.Game, in.Body.Variant, in.Body.Set))
			}
			return &tableAnswer{t}, nil
		})
	huma.Register(api, operation("GET", "/api/tables/{id}", "tables", "get-table", "A table as it stands"),
		func(ctx context.Context, in *TablePath) (*tableAnswer, error) {
			t, err := s.look(ctx, in.ID, callerOf(ctx).who)
			if err != nil {
				return nil, s.problem(err, "")
			}
			return &tableAnswer{t}, nil
		})
	huma.Register(api, operation("POST", "/api/tables/{id}/commands", "tables", "command", "Do something at a table: move, offer a draw, resign …"),
		func(ctx context.Context, in *struct {
			TablePath
			Body CommandBody
		},
		) (*doneAnswer, error) {
			seq, err := s.command(ctx, in.ID, callerOf(ctx).who, in.Body)
			if err != nil {
				return nil, s.problem(err, s.bookFor(ctx, err, in.ID, callerOf(ctx).who))
			}
			a := new(doneAnswer)
			a.Body.Seq = seq
			return a, nil
		})
	huma.Register(api, operation("GET", "/api/tables/{id}/events", "tables", "events", "What happened after an event"),
		func(ctx context.Context, in *struct {
			TablePath
			Since int `query:"since" minimum:"0" doc:"The number of the last event that you know."`
			Wait  int `query:"wait" minimum:"0" maximum:"25" doc:"Seconds to wait for an event if there is none yet."`
		},
		) (*eventsAnswer, error) {
			events, err := s.awaitEvents(ctx, in.ID, in.Since, time.Duration(in.Wait)*time.Second)
			if err != nil {
				return nil, s.problem(err, "")
			}
			return &eventsAnswer{events}, nil
		})
	huma.Register(api, operation("GET", "/api/tables/{id}/history", "tables", "history", "The turns with the board after each and what was seen"),
		func(ctx context.Context, in *TablePath) (*turnsAnswer, error) {
			a := new(turnsAnswer)
			err := s.see(ctx, in.ID, func(st *State) { a.Body = history(st.game) })
			if err != nil {
				return nil, s.problem(err, "")
			}
			return a, nil
		})
	huma.Register(api, operation("GET", "/api/tables/{id}/record", "tables", "table-record", "The game as a record"),
		func(ctx context.Context, in *TablePath) (*textAnswer, error) {
			var text strings.Builder
			var fault error
			err := s.see(ctx, in.ID, func(st *State) { fault = st.Record().Write(&text) })
			if err == nil {
				err = fault
			}
			if err != nil {
				return nil, s.problem(err, "")
			}
			return &textAnswer{"text/plain; charset=utf-8", []byte(text.String())}, nil
		})
}

// see calls f with the state of a table that the caller may see.
func (s *Server) see(ctx context.Context, id string, f func(*State)) error {
	who := callerOf(ctx).who
	asked := time.Now()
	return s.at(ctx, id, func(l *live) error {
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.gone || l.broken != nil {
			return errAsleep
		}
		if err := l.current(asked); err != nil {
			return err
		}
		switch {
		case !l.state.Visible(who):
			return errMissing
		}
		f(l.state)
		return nil
	})
}

// bookFor returns the address of the rules that an error may name.
func (s *Server) bookFor(ctx context.Context, err error, id, who string) string {
	var refusal *kibaho.Refusal
	if !errors.As(err, &refusal) {
		return ""
	}
	return s.bookOf(ctx, id, who)
}

// bookOf returns the address of the rules of a table below /rules/.
func (s *Server) bookOf(ctx context.Context, id, who string) (address string) {
	_ = s.at(ctx, id, func(l *live) error {
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.gone || l.broken != nil {
			return errAsleep
		}
		if l.state.Visible(who) {
			address = book(l.state.Setup.Game, l.state.Setup.Variant, l.state.Setup.Set)
		}
		return nil
	})
	return address
}

// book returns the address below /rules/ of the rules that are played.
func book(game, variant string, set []string) string {
	q := url.Values{}
	if variant != "" {
		q.Set("variant", variant)
	}
	if len(set) > 0 {
		q["set"] = set
	}
	if len(q) == 0 {
		return game
	}
	return game + "?" + q.Encode()
}

// awaitEvents returns the events after number n; if there are none it waits.
func (s *Server) awaitEvents(ctx context.Context, id string, n int, wait time.Duration) ([]*TableEvent, error) {
	timeout := time.After(wait)
	for {
		events, more, err := s.since(ctx, id, callerOf(ctx).who, n)
		if err != nil || len(events) > 0 || wait == 0 {
			return events, err
		}
		select {
		case <-more:
		case <-timeout:
			return events, nil
		case <-ctx.Done():
			return events, nil
		case <-s.ctx.Done():
			return nil, errClosing
		}
	}
}

// newTable makes a table for the caller.
func (s *Server) newTable(ctx context.Context, n NewTable) (*Table, error) {
	c := callerOf(ctx)
	if !s.making.pass("address "+c.address) || !s.making.pass("identity "+c.who) {
		return nil, errOften
	}
	if c.who == "" {
		return nil, errSeat
	}
	setup, err := s.setup(n, c.who)
	if err != nil {
		return nil, err
	}
	id, err := s.hall.create(setup)
	if err != nil {
		return nil, err
	}
	return s.look(ctx, id, c.who)
}

// setup returns the setup of a table that an identity makes.
func (s *Server) setup(n NewTable, who string) (Setup, error) {
	setup := Setup{Game: n.Game, Variant: n.Variant, Set: n.Set, Position: n.Position, Control: n.Control, Visibility: n.Visibility}
	if setup.Visibility == "" {
		setup.Visibility = Unlisted
	}
	state, err := NewState(setup) // what is wrong is told before anything is drawn
	if err != nil {
		return setup, err
	}
	setup.Variant = state.start.Settings().Variant()
	setup.Set = state.start.Settings().Set()
	setup.Series = Series{Seed: s.hall.seed(), Games: n.Games}
	mine := kibaho.First
	if n.Seat == "second" || n.Seat == "random" && setup.Series.Seed&1 == 1 {
		mine = kibaho.Second
	}
	name := personName(n.Name)
	setup.Seats[mine] = Seat{Who: who, Name: name}
	setup.Series.Leader, setup.Series.First = int(mine), int(mine)
	switch {
	case n.Level > 0 && n.Seat == "both":
		return setup, &kibaho.InputError{What: "seat", Text: n.Seat, At: -1, Want: "the engine needs one of the seats"}
	case n.Level > 0:
		setup.Seats[mine.Other()] = Seat{Level: n.Level}
	case n.Seat == "both":
		setup.Seats[mine.Other()] = Seat{Who: who, Name: name}
	default:
		return setup, nil
	}
	// The table is full from the beginning: its opening is drawn now.
	if state, err = NewState(setup); err != nil {
		return setup, err
	}
	if setup.Series.Used, err = s.hall.usedOpenings(state, ""); err != nil {
		return setup, err
	}
	state.Series = setup.Series
	setup.Opening, err = state.Opening()
	return setup, err
}
