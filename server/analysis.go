package server

import (
	"context"
	"encoding/json"
	"net/http"
	"sync"
	"time"

	"github.com/coder/websocket"
	"github.com/danielgtaylor/huma/v2"

	"kibaho"
	"kibaho/games"
	"kibaho/play"
)

// Bounds of what may be asked of an analysis.
const (
	answerNodes = 2_000_000        // of an analysis over HTTP, at most
	answerTime  = 10 * time.Second // likewise
	reviewNodes = 20_000           // of each position of a review, unless less is asked for
	studyOwn    = 4                // analyses of one address at once
)

// AnalysisBody asks what an engine thinks of a position.
type AnalysisBody struct {
	PositionBody
	Lines int   `json:"lines,omitempty" minimum:"1" maximum:"5" default:"1" doc:"How many of the best lines are wanted."`
	Nodes int64 `json:"nodes,omitempty" minimum:"1" maximum:"2000000" default:"100000" doc:"Decisions to look at."`
}

// AnalysisView is what an engine has found so far.
type AnalysisView struct {
	Turn  int        `json:"turn" doc:"The side that decides next; scores are for it."`
	Depth int        `json:"depth" doc:"Turns searched to the end."`
	Nodes int64      `json:"nodes" doc:"Decisions looked at."`
	Time  int64      `json:"time" doc:"Milliseconds."`
	Lines []LineView `json:"lines" doc:"The best first; empty if the game is over."`
}

// LineView is a line of play and what it is worth.
type LineView struct {
	Score  int      `json:"score" doc:"For the side to move, in hundredths of a man or seed."`
	Chance float64  `json:"chance" doc:"The points that the side to move may expect, 0 to 1."`
	Ends   int      `json:"ends,omitempty" doc:"Turns to the end of the game if it is a proven win (positive) or loss (negative)."`
	Moves  []Move   `json:"moves" doc:"The decisions of the first turn, as far as they are known."`
	Turns  []string `json:"turns" doc:"The turns of the line, the first one included."`
}

// analysisAsk is what a client sends over the WebSocket of analysis.
type analysisAsk struct {
	Type string `json:"type"` // go, review, stop
	ID   string `json:"id"`   // chosen by the client; it comes back with each answer
	AnalysisBody
}

// AnalysisMessage is what the server sends over the WebSocket of analysis.
type AnalysisMessage struct {
	Type     string        `json:"type" enum:"info,review,done,refused"`
	ID       string        `json:"id" doc:"Of the question."`
	At       int           `json:"at" doc:"Of a review: the number of turns played before the position."`
	Analysis *AnalysisView `json:"analysis,omitempty"`
	Problem  *Problem      `json:"problem,omitempty"`
}

func wireAnalysis(p games.Position, a games.Analysis) *AnalysisView {
	v := &AnalysisView{Turn: int(p.Turn()), Depth: a.Depth, Nodes: int64(a.Nodes), Time: a.Elapsed.Milliseconds(), Lines: []LineView{}}
	for _, l := range a.Lines {
		w := LineView{Score: l.Score, Chance: games.Chance(p.Game(), l), Ends: l.Ends, Moves: []Move{}, Turns: l.Turns}
		for _, m := range l.Moves {
			w.Moves = append(w.Moves, wireMove(m))
		}
		if w.Turns == nil {
			w.Turns = []string{}
		}
		v.Lines = append(v.Lines, w)
	}
	return v
}

// answer analyses a position once.
func (s *Server) answer(ctx context.Context, b AnalysisBody) (*AnalysisView, error) {
	g, err := b.play()
	if err != nil {
		return nil, err
	}
	address := callerOf(ctx).address
	if !s.studying.enter(address) {
		return nil, errOften
	}
	defer s.studying.leave(address)
	p := g.Position()
	v := wireAnalysis(p, games.Analysis{})
	if g.Over() {
		return v, nil
	}
	budget := games.Budget{Nodes: uint64(min(max(b.Nodes, 1), answerNodes)), Time: answerTime, Lines: b.Lines}
	err = s.engines.study(ctx, question{position: p, past: g.Past()}, budget, func(a games.Analysis) { v = wireAnalysis(p, a) })
	return v, err
}

// analysisSocket streams what an engine thinks. A client has one question at a
// time: the next one takes the place of the last.
func (s *Server) analysisSocket(w http.ResponseWriter, r *http.Request) {
	c := callerOf(r.Context())
	leave, ok := s.enter(w, c)
	if !ok {
		return
	}
	defer leave()
	conn, err := websocket.Accept(w, r, nil) // refuses other origins
	if err != nil {
		return
	}
	defer func() { _ = conn.CloseNow() }()
	conn.SetReadLimit(maxBody)
	ctx, cancel := context.WithCancel(s.ctx)
	var asked sync.WaitGroup
	defer asked.Wait()
	defer cancel()
	defer context.AfterFunc(s.ctx, func() { _ = conn.Close(websocket.StatusGoingAway, goingDown) })()
	stop := func() {}
	gate := newGate(Rate{PerSecond: socketRate, Burst: socketBurst})
	for {
		_, b, err := conn.Read(ctx)
		if err != nil {
			return
		}
		var ask analysisAsk
		if err := json.Unmarshal(b, &ask); err != nil || !gate.pass("") {
			_ = conn.Close(websocket.StatusPolicyViolation, "expected questions as JSON, and not too many")
			return
		}
		stop()
		asked.Wait()
		if ask.Type == "stop" {
			continue
		}
		one, cancelOne := context.WithCancel(ctx)
		stop = cancelOne
		asked.Go(func() {
			last := AnalysisMessage{Type: "done", ID: ask.ID}
			// Messages are written under the socket's context: one that ends in the
			// middle of a message would end the connection.
			send := func(m AnalysisMessage) error {
				if one.Err() != nil {
					return context.Cause(one)
				}
				return writeJSON(ctx, conn, m)
			}
			if err := s.study(one, send, c.address, ask); err != nil {
				if one.Err() != nil {
					return // nobody waits any more
				}
				last.Type, last.Problem = "refused", s.problem(err, ask.book())
			}
			_ = writeJSON(ctx, conn, last)
		})
	}
}

func writeJSON(ctx context.Context, conn *websocket.Conn, v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return write(ctx, conn, b)
}

// study answers one question of a socket.
func (s *Server) study(ctx context.Context, send func(AnalysisMessage) error, address string, ask analysisAsk) error {
	if ask.Type != "go" && ask.Type != "review" {
		return &kibaho.InputError{What: "type", Text: ask.Type, At: -1, Want: "expected go, review or stop"}
	}
	g, err := ask.play()
	if err != nil {
		return err
	}
	if !s.studying.enter(address) {
		return errOften
	}
	defer s.studying.leave(address)
	if ask.Type == "review" {
		return s.review(ctx, send, g, ask)
	}
	if g.Over() {
		return send(AnalysisMessage{Type: "info", ID: ask.ID, Analysis: wireAnalysis(g.Position(), games.Analysis{})})
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	p := g.Position()
	return s.engines.study(ctx, question{position: p, past: g.Past()}, games.Budget{Lines: ask.Lines}, func(a games.Analysis) {
		if err := send(AnalysisMessage{Type: "info", ID: ask.ID, Analysis: wireAnalysis(p, a)}); err != nil {
			cancel() // nobody listens
		}
	})
}

// review analyses each position of a game between its turns, the first to the last.
func (s *Server) review(ctx context.Context, send func(AnalysisMessage) error, g *play.Game, ask analysisAsk) error {
	nodes := uint64(reviewNodes)
	if ask.Nodes > 0 {
		nodes = min(nodes, uint64(ask.Nodes))
	}
	again := play.NewGame(g.Start())
	turns := g.Turns()
	for at := 0; ; at++ {
		p := again.Position()
		message := AnalysisMessage{Type: "review", ID: ask.ID, At: at, Analysis: wireAnalysis(p, games.Analysis{})}
		if p.Outcome() == kibaho.Ongoing {
			err := s.engines.study(ctx, question{position: p, past: again.Past()}, games.Budget{Nodes: nodes, Lines: ask.Lines}, func(a games.Analysis) {
				message.Analysis = wireAnalysis(p, a)
			})
			if err != nil {
				return err
			}
		}
		if err := send(message); err != nil {
			return err
		}
		if at == len(turns) {
			return nil
		}
		for i := turns[at].First; i <= turns[at].Last; i++ {
			again.Play(g.Plies()[i].Move)
		}
	}
}

type analysisAnswer struct{ Body *AnalysisView }

// describeSockets registers analysis over HTTP and describes the WebSockets,
// which are no operations of the library.
func (s *Server) describeSockets(api huma.API) {
	huma.Register(api, operation("POST", "/api/analysis", "positions", "analyse", "What an engine thinks of a position"),
		func(ctx context.Context, in *struct{ Body AnalysisBody }) (*analysisAnswer, error) {
			v, err := s.answer(ctx, in.Body)
			if err != nil {
				return nil, s.problem(err, in.Body.book())
			}
			return &analysisAnswer{v}, nil
		})
	document := api.OpenAPI()
	schema := func(v any) *huma.Schema { return document.Components.Schemas.Schema(typeOf(v), true, "") }
	socket := func(path, tag, id, summary, text string, sends any, parameters ...*huma.Param) {
		item := document.Paths[path]
		if item == nil {
			item = &huma.PathItem{}
			if document.Paths == nil {
				document.Paths = map[string]*huma.PathItem{}
			}
			document.Paths[path] = item
		}
		item.Get = &huma.Operation{
			OperationID: id, Method: http.MethodGet, Path: path, Tags: []string{tag}, Summary: summary, Description: text, Parameters: parameters,
			Responses: map[string]*huma.Response{"101": {
				Description: "A WebSocket. Each message is JSON of this form.",
				Content:     map[string]*huma.MediaType{"application/json": {Schema: schema(sends)}},
			}},
		}
	}
	socket("/api/tables/{id}/live", "tables", "live", "WebSocket: what happens at a table, and commands",
		"First comes the table as it is, after the events since the number given; then each event as it happens. "+
			`Send {"type":"command","kind":…,"key":…} for a command: the answer is "done" or "refused" with its key. `+
			`Send {"type":"since","since":N} if an event is missing.`,
		Message{},
		&huma.Param{Name: "id", In: "path", Required: true, Schema: &huma.Schema{Type: "string"}},
		&huma.Param{Name: "since", In: "query", Description: "The number of the last event that you know.", Schema: &huma.Schema{Type: "integer"}})
	socket("/api/analysis", "positions", "analyse-live", "WebSocket: analysis as it goes on",
		`Send {"type":"go","id":…,"game":…,"moves":[…],"lines":3} to ask, {"type":"review",…} for all positions of a game, {"type":"stop"} to stop. `+
			"The next question takes the place of the last.",
		AnalysisMessage{})
}
