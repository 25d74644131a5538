package server

import (
	"time"

	"kibaho"
	"kibaho/play"
)

// Table is a table as it is sent.
type Table struct {
	ID         string       `json:"id"`
	Seq        int          `json:"seq" doc:"The number of the last event."`
	Game       string       `json:"game"`
	Title      string       `json:"title"`
	Variant    string       `json:"variant"`
	Set        []string     `json:"set" doc:"Options that differ from the variant: OPTION=VALUE."`
	Sides      [2]string    `json:"sides" doc:"The names of the sides."`
	Start      string       `json:"start" doc:"The position in which the game began."`
	Opening    int          `json:"opening" doc:"The number of turns that were drawn as an opening."`
	Control    string       `json:"control" doc:"none, 5+3, 10+3x30 or 3d."`
	Visibility string       `json:"visibility" enum:"public,unlisted,private"`
	Created    int64        `json:"created" doc:"Milliseconds since 1970."`
	Seats      [2]SeatView  `json:"seats"`
	You        []int        `json:"you" doc:"The sides that you hold."`
	Watching   int          `json:"watching" doc:"Connections without a seat."`
	Series     SeriesView   `json:"series"`
	Status     *TableStatus `json:"status"`
	View       *View        `json:"view"`
	Turns      []Turn       `json:"turns"`
	Seen       []Seen       `json:"seen" doc:"What was seen while the last decision was played."`
}

// SeatView is who plays a side.
type SeatView struct {
	Kind  string `json:"kind" enum:"open,person,engine"`
	Name  string `json:"name"`
	Level int    `json:"level,omitempty"`
	Here  bool   `json:"here"`
}

// SeriesView is the match that the game belongs to.
type SeriesView struct {
	Number  int        `json:"number" doc:"Of this game, from 1."`
	Games   int        `json:"games" doc:"How many there will be; 0: as long as both like."`
	Score   [2]float64 `json:"score" doc:"Points of the sides before this game."`
	Why     string     `json:"why,omitempty" doc:"Who leads and why (M1)."`
	Penalty bool       `json:"penalty,omitempty" doc:"The game is owed by the loser of the last one (FA16)."`
}

// TableStatus is what changes at a table beside the board.
type TableStatus struct {
	State    string      `json:"state" enum:"waiting,playing,over,aborted"`
	Ply      int         `json:"ply" doc:"Decisions made."`
	Turns    int         `json:"turns" doc:"Turns begun."`
	Clock    *ClockView  `json:"clock,omitempty"`
	Offer    *int        `json:"offer,omitempty" doc:"The side that offers a draw."`
	Takeback *AskedView  `json:"takeback,omitempty"`
	Ready    [2]bool     `json:"ready" doc:"For the next game."`
	Next     string      `json:"next,omitempty" doc:"The table of the next game."`
	Taken    *[2]int     `json:"taken,omitempty" doc:"What each side has captured."`
	Count    int         `json:"count,omitempty" doc:"How often the position has stood."`
	Quiet    int         `json:"quiet,omitempty" doc:"Quiet plies in a row."`
	Limits   *LimitsView `json:"limits,omitempty"`
}

// LimitsView is when a draw may be claimed.
type LimitsView struct {
	Repetition int `json:"repetition"`
	Quiet      int `json:"quiet"`
}

// AskedView is a takeback that a side has asked for.
type AskedView struct {
	Side int `json:"side"`
	Turn int `json:"turn" doc:"The number of the turn, from 0, that would be taken back with all that followed it."`
}

// ClockView is the clocks at a moment of the server's time.
type ClockView struct {
	Left    [2]int64 `json:"left" doc:"Milliseconds of the main time, or of the period of byo-yomi that has begun."`
	Periods [2]int   `json:"periods" doc:"Of byo-yomi, beside the one that has begun."`
	Running *int     `json:"running,omitempty" doc:"The side whose time runs."`
	Now     int64    `json:"now" doc:"The server's time, milliseconds since 1970."`
}

// TableEvent is an event as it is sent.
type TableEvent struct {
	Seq   int    `json:"seq"`
	At    int64  `json:"at" doc:"Milliseconds since 1970."`
	Kind  Kind   `json:"kind" enum:"join,move,offer,decline,draw,resign,claim,abort,ask-takeback,refuse-takeback,takeback,ready,flag,restart,next"`
	Side  int    `json:"side"`
	Text  string `json:"text,omitempty" doc:"The move."`
	Turn  int    `json:"turn,omitempty" doc:"Of a takeback."`
	Name  string `json:"name,omitempty" doc:"Of one who joins."`
	Table string `json:"table,omitempty" doc:"Of the next game."`
	// Opening is played when the table is full.
	Opening []string `json:"opening,omitempty" doc:"The drawn opening."`
}

// Message is what the server sends over a table's WebSocket.
type Message struct {
	Type   string       `json:"type" enum:"table,event,here,done,refused"`
	Table  *Table       `json:"table,omitempty"`
	Event  *TableEvent  `json:"event,omitempty"`
	Status *TableStatus `json:"status,omitempty"`
	View   *View        `json:"view,omitempty" doc:"The position after the event, if it changed."`
	Seen   []Seen       `json:"seen,omitempty" doc:"What was seen while the move was played."`
	Here   *[2]bool     `json:"here,omitempty" doc:"Which seats are connected."`
	// Watching comes with Here, at most once a second.
	Watching *int     `json:"watching,omitempty" doc:"How many connections without a seat watch."`
	Key      string   `json:"key,omitempty" doc:"Of the command that is answered."`
	Seq      int      `json:"seq,omitempty" doc:"Of the event that the command made."`
	Problem  *Problem `json:"problem,omitempty"`
}

func wireEvent(e Event) *TableEvent {
	w := &TableEvent{Seq: e.Seq, At: e.At.UnixMilli(), Kind: e.Kind, Side: int(e.Side), Text: e.Text, Turn: e.Turn, Name: e.Name, Table: e.Table}
	if e.Kind == Join {
		w.Opening = e.Opening
	}
	return w
}

// view returns the position with its legal decisions.
func (s *State) view() *View {
	p := s.game.Position()
	o, why := s.game.Outcome()
	v := &View{
		Position: p.String(), Turn: int(p.Turn()), MidTurn: p.MidTurn(),
		Board:   wireBoard(p, s.Taken(len(s.game.Plies()))),
		Moves:   []Move{},
		Outcome: o.String(), Reason: why, Claim: string(s.game.Claim()),
	}
	if !s.Over() {
		v.Moves = wireMoves(p, false)
	}
	return v
}

// status returns what changes beside the board, the clocks as of now.
func (s *State) status(now time.Time) *TableStatus {
	t := &TableStatus{State: "playing", Ply: len(s.game.Plies()), Turns: len(s.game.Turns()), Ready: s.Ready, Next: s.Next}
	switch {
	case s.Aborted:
		t.State = "aborted"
	case s.game.Over():
		t.State = "over"
	case !s.Full():
		t.State = "waiting"
	}
	if by, ok := s.game.Offered(); ok {
		side := int(by)
		t.Offer = &side
	}
	if s.Asked != nil {
		t.Takeback = &AskedView{int(s.Asked.Side), s.Asked.Turn}
	}
	if !s.clock.Control().None() {
		t.Clock = s.wireClock(now)
	}
	taken := s.Taken(len(s.game.Plies()))
	t.Taken, t.Count, t.Quiet = &taken, s.game.Count(), s.game.Quiet()
	if l := s.start.Settings().Limits(); l.Repetition > 0 || l.Quiet > 0 {
		t.Limits = &LimitsView{l.Repetition, l.Quiet}
	}
	return t
}

func (s *State) wireClock(now time.Time) *ClockView {
	if now.Before(s.At) {
		now = s.At
	}
	c := &ClockView{Now: now.UnixMilli()}
	for side := range c.Left {
		left, periods := s.clock.Shown(kibaho.Side(side), now)
		c.Left[side], c.Periods[side] = max(left, 0).Milliseconds(), periods
	}
	if side, ok := s.clock.Running(); ok {
		n := int(side)
		c.Running = &n
	}
	return c
}

// Wire returns the table as anybody may see it.
func (s *State) Wire(now time.Time) *Table {
	facts := s.start.Game().Facts()
	t := &Table{
		Seq: s.Seq, Game: facts.Name, Title: facts.Title, Variant: s.Setup.Variant, Set: s.start.Settings().Set(),
		Sides: facts.Sides, Start: s.start.String(), Opening: s.opening, Control: s.clock.Control().String(),
		Visibility: s.Setup.Visibility, You: []int{}, View: s.view(), Status: s.status(now), Turns: s.turns(), Seen: []Seen{},
		Series: SeriesView{Number: len(s.Series.Outcomes) + 1, Games: s.Series.Games, Score: s.Score(), Why: s.Series.Why, Penalty: s.Series.Penalty},
	}
	if t.Set == nil {
		t.Set = []string{}
	}
	for side, seat := range s.Seats {
		t.Seats[side] = seat.wire()
	}
	if plies := s.game.Plies(); len(plies) > 0 {
		last := len(plies) - 1
		t.Seen = wireSeen(s.game.Before(last).Trace(plies[last].Move))
	}
	return t
}

func (s Seat) wire() SeatView {
	switch {
	case s.Level > 0:
		return SeatView{Kind: "engine", Name: "Engine", Level: s.Level}
	case s.Who != "":
		return SeatView{Kind: "person", Name: s.Name}
	}
	return SeatView{Kind: "open"}
}

func (s *State) turns() []Turn { return wireTurns(s.game) }

func wireTurns(g *play.Game) []Turn {
	turns := []Turn{}
	for _, t := range g.Turns() {
		turns = append(turns, Turn{Side: int(t.Side), Text: t.Text})
	}
	return turns
}

// history returns the turns with the board after each and what was seen.
func history(g *play.Game) []Turn {
	turns := []Turn{}
	var taken [2]int
	for _, t := range g.Turns() {
		w := Turn{Side: int(t.Side), Text: t.Text, Seen: []Seen{}}
		for i := t.First; i <= t.Last; i++ {
			ply := g.Plies()[i]
			events := g.Before(i).Trace(ply.Move)
			var tally play.Tally
			tally.Add(events)
			taken[ply.Side] += tally.Captured
			w.Seen = append(w.Seen, wireSeen(events)...)
		}
		after := g.Plies()[t.Last].After
		board := wireBoard(after, taken)
		w.Position, w.Board = after.String(), &board
		turns = append(turns, w)
	}
	return turns
}
