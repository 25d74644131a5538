package server

import (
	"fmt"
	"slices"
	"time"

	"kibaho"
	"kibaho/games"
	"kibaho/play"
	"kibaho/record"
)

// Setup is what a table begins with. It never changes.
type Setup struct {
	Game       string   `json:"game"`
	Variant    string   `json:"variant"`
	Set        []string `json:"set,omitempty"`
	Position   string   `json:"position,omitempty"` // empty: the start position
	Opening    []string `json:"opening,omitempty"`  // turns that the game must begin with (DR9)
	Control    string   `json:"control,omitempty"`  // see play.Control
	Visibility string   `json:"visibility"`         // Public, Unlisted or Private
	Seats      [2]Seat  `json:"seats"`
	Series     Series   `json:"series"`
}

// Who may see a table.
const (
	Public   = "public"   // it is in the list
	Unlisted = "unlisted" // whoever knows the address
	Private  = "private"  // its seats alone, once both are taken
)

// Seat is who plays a side. The zero value is an open seat.
type Seat struct {
	Who   string `json:"who,omitempty"`   // an identity; never shown to others
	Name  string `json:"name,omitempty"`  // as shown
	Level int    `json:"level,omitempty"` // of the engine, if it plays
}

func (s Seat) open() bool { return s.Who == "" && s.Level == 0 }

// called returns the name of who sits there, for records.
func (s Seat) called() string {
	switch s.Level {
	case 0:
		return s.Name
	case FullStrength:
		return "Engine at full strength"
	}
	return fmt.Sprintf("Engine, level %d", s.Level)
}

// Kind says what an event or a command is.
type Kind string

// The kinds of events. Those of a person's will are commands too.
const (
	Join     Kind = "join"            // somebody takes an open seat
	Play     Kind = "move"            // Text is the turn, or the decisions of it that are made
	Offer    Kind = "offer"           // of a draw (M2)
	Decline  Kind = "decline"         // the offer
	Agree    Kind = "draw"            // to the offer
	Resign   Kind = "resign"          // (M2)
	Claim    Kind = "claim"           // a draw by repetition or quiet plies (M3, M4)
	Abort    Kind = "abort"           // before both sides have moved; nobody wins
	Ask      Kind = "ask-takeback"    // of turn number Turn and what followed it
	Refuse   Kind = "refuse-takeback" // what was asked
	Takeback Kind = "takeback"        // to before turn number Turn
	Ready    Kind = "ready"           // for the next game of the series
	Flag     Kind = "flag"            // the time of Side is up
	Restart  Kind = "restart"         // the server was down from Stopped to now
	Next     Kind = "next"            // the next game is table Table
)

// Event is one thing that happened at a table. Its JSON is what the store keeps;
// its number and time are kept beside it.
type Event struct {
	Seq     int         `json:"-"`
	At      time.Time   `json:"-"`
	Kind    Kind        `json:"kind"`
	Side    kibaho.Side `json:"side"`
	Text    string      `json:"text,omitempty"`
	Turn    int         `json:"turn,omitempty"`
	Lag     int64       `json:"lag,omitempty"`     // milliseconds that a move was on its way
	Who     string      `json:"who,omitempty"`     // Join
	Name    string      `json:"name,omitempty"`    // Join
	Opening []string    `json:"opening,omitempty"` // Join: the drawn opening, when the table is full
	Used    []string    `json:"used,omitempty"`    // Join: openings that the pair has had before (DR10)
	Stopped int64       `json:"stopped,omitempty"` // Restart: milliseconds since 1970
	Table   string      `json:"table,omitempty"`   // Next
	Key     string      `json:"key,omitempty"`     // of the command, chosen by its sender
}

// State is a table: a pure fold of its setup and events. It asks neither what
// time it is nor for chance. The zero value is not usable; see NewState.
type State struct {
	Setup   Setup
	Seats   [2]Seat
	Seq     int       // of the last event
	At      time.Time // of the last event
	Events  []Event
	Series  Series
	Asked   *Asked  // a takeback asked for and not yet answered
	Ready   [2]bool // for the next game
	Next    string  // the table of the next game
	Aborted bool

	start   games.Position
	game    *play.Game
	clock   *play.Clock
	opening int             // turns of the opening, which are not taken back
	taken   [][2]int        // after each decision
	lefts   []time.Duration // on the clock of who made a turn, by its number; -1: it stood
	keys    map[string]int  // of commands → number of the event
}

// Asked is a takeback that a side has asked for.
type Asked struct {
	Side kibaho.Side
	Turn int
}

// NewState returns the table before its first event. Errors that the author of
// the setup can mend are *kibaho.InputError or *kibaho.Refusal.
func NewState(setup Setup) (*State, error) {
	g, err := games.Find(setup.Game)
	if err != nil {
		return nil, err
	}
	settings, err := g.Facts().Settings(setup.Variant, setup.Set...)
	if err != nil {
		return nil, err
	}
	control, err := play.ReadControl(setup.Control)
	if err != nil {
		return nil, err
	}
	s := &State{Setup: setup, Seats: setup.Seats, Series: setup.Series, clock: play.NewClock(control), keys: map[string]int{}}
	if setup.Position == "" {
		s.start, err = g.Start(settings)
	} else {
		s.start, err = g.Read(settings, setup.Position)
	}
	if err != nil {
		return nil, err
	}
	s.game = play.NewGame(s.start)
	return s, s.open(setup.Opening)
}

// open plays the turns that the game must begin with.
func (s *State) open(opening []string) error {
	for _, turn := range opening {
		if err := s.game.PlayText(turn); err != nil {
			return err
		}
	}
	s.count()
	s.opening = len(s.game.Turns())
	return nil
}

// count adds what the new decisions captured.
func (s *State) count() {
	plies := s.game.Plies()
	s.taken = s.taken[:min(len(s.taken), len(plies))]
	for i := len(s.taken); i < len(plies); i++ {
		var sum [2]int
		if i > 0 {
			sum = s.taken[i-1]
		}
		var t play.Tally
		t.Add(s.game.Before(i).Trace(plies[i].Move))
		sum[plies[i].Side] += t.Captured
		s.taken = append(s.taken, sum)
	}
}

// Taken returns what each side had captured after so many decisions.
func (s *State) Taken(decisions int) [2]int {
	if decisions == 0 {
		return [2]int{}
	}
	return s.taken[decisions-1]
}

// Full reports that both seats are taken.
func (s *State) Full() bool { return !s.Seats[0].open() && !s.Seats[1].open() }

// Over reports that the game has ended.
func (s *State) Over() bool { return s.Aborted || s.game.Over() }

// Turn returns the side that decides next.
func (s *State) Turn() kibaho.Side { return s.game.Position().Turn() }

// Holds reports that an identity sits on a side.
func (s *State) Holds(who string, side kibaho.Side) bool {
	return who != "" && s.Seats[side].Who == who
}

// Visible reports that an identity may see the table. Whoever knows the address
// of a private one may take its open seat.
func (s *State) Visible(who string) bool {
	return s.Setup.Visibility != Private || !s.Full() || s.Holds(who, kibaho.First) || s.Holds(who, kibaho.Second)
}

// keyOf names a command among all those of a table.
func keyOf(who, key string) string { return who + "\n" + key }

// Apply makes an event happen. An error means that the event cannot follow: the
// table must not be used any more.
func (s *State) Apply(e Event) error {
	if e.Seq != s.Seq+1 {
		return fmt.Errorf("event %d follows %d", e.Seq, s.Seq)
	}
	if e.At.Before(s.At) {
		return fmt.Errorf("event %d is older than the one before", e.Seq)
	}
	if e.Side > kibaho.Second {
		return fmt.Errorf("event %d: no side %d", e.Seq, e.Side)
	}
	if err := s.apply(e); err != nil {
		return fmt.Errorf("event %d, %s: %w", e.Seq, e.Kind, err)
	}
	s.Seq, s.At = e.Seq, e.At
	s.Events = append(s.Events, e)
	if e.Key != "" {
		who := e.Who
		if e.Kind != Join {
			who = s.Seats[e.Side].Who
		}
		s.keys[keyOf(who, e.Key)] = e.Seq
	}
	if s.Over() {
		s.clock.Stop(e.At)
		s.Asked = nil
	}
	return nil
}

func (s *State) apply(e Event) error {
	switch e.Kind {
	case Join:
		if !s.Seats[e.Side].open() {
			return fmt.Errorf("the seat is taken")
		}
		s.Seats[e.Side] = Seat{Who: e.Who, Name: e.Name}
		s.Series.Used = e.Used
		return s.open(e.Opening)
	case Play:
		return s.play(e)
	case Offer, Agree:
		return s.game.Offer(e.Side)
	case Decline:
		s.game.Decline()
	case Resign:
		return s.game.Resign(e.Side)
	case Claim:
		return s.game.ClaimDraw()
	case Abort:
		s.Aborted = true
	case Ask:
		s.Asked = &Asked{e.Side, e.Turn}
	case Refuse:
		s.Asked = nil
	case Takeback:
		s.takeback(e)
	case Ready:
		s.Ready[e.Side] = true
	case Next:
		s.Next = e.Table
	case Flag:
		s.game.End(kibaho.Wins(e.Side.Other()), s.sideName(e.Side)+" has run out of time")
	case Restart:
		if side, ok := s.clock.Running(); ok {
			s.clock.Stop(time.UnixMilli(e.Stopped))
			s.clock.Start(side, e.At)
		}
	default:
		return fmt.Errorf("no such kind of event")
	}
	return nil
}

func (s *State) sideName(side kibaho.Side) string {
	return s.start.Game().Facts().Sides[side]
}

func (s *State) play(e Event) error {
	if err := s.game.PlayText(e.Text); err != nil {
		return err
	}
	s.count()
	s.Asked = nil
	p := s.game.Position()
	if p.MidTurn() || s.clock.Control().None() {
		return nil
	}
	// A huff leaves its player to move (DR7): his time runs on.
	switch side, running := s.clock.Running(); {
	case !running:
		s.clock.Start(p.Turn(), e.At)
	case side != p.Turn():
		s.clock.Press(e.At, time.Duration(e.Lag)*time.Millisecond)
		left, _ := s.clock.Left(side, e.At)
		s.noteLeft(left)
	}
	return nil
}

// noteLeft keeps what was left after the turn that was made last.
func (s *State) noteLeft(left time.Duration) {
	last := len(s.game.Turns()) - 1
	for len(s.lefts) < last {
		s.lefts = append(s.lefts, -1)
	}
	s.lefts = append(s.lefts[:last], left)
}

// takeback goes back to before a turn. The time used since is not given back.
func (s *State) takeback(e Event) {
	for len(s.game.Turns()) > e.Turn && s.game.UndoTurn() {
	}
	s.count()
	s.lefts = s.lefts[:min(len(s.lefts), len(s.game.Turns()))]
	s.Asked = nil
	if _, running := s.clock.Running(); running {
		s.clock.Stop(e.At)
		if len(s.game.Turns()) > s.opening {
			s.clock.Start(s.Turn(), e.At)
		}
	}
}

// Command is what somebody wants to happen at a table.
type Command struct {
	Kind Kind
	Who  string
	Side *kibaho.Side // for one who holds both seats; nil: the side to move
	Text string       // Play: the move. Join: the name.
	Ply  *int         // Play: decisions made before it, if the sender says so
	Turn int          // Takeback: the turn that was asked for
	Key  string       // the same key again is the same command
	Lag  time.Duration
}

// Decide checks a command and returns the event that it makes, its number set,
// or the event that the same command made before (old). It changes nothing.
func (s *State) Decide(c Command, now time.Time) (e Event, old bool, err error) {
	if seq, ok := s.keys[keyOf(c.Who, c.Key)]; ok && c.Key != "" {
		return s.Events[seq-1], true, nil
	}
	side, err := s.seat(c)
	if err != nil {
		return e, false, err
	}
	e = Event{Seq: s.Seq + 1, At: s.moment(now), Kind: c.Kind, Side: side, Key: c.Key}
	switch c.Kind {
	case Join:
		e.Who, e.Name = c.Who, c.Text
		return e, false, nil
	case Ready:
		switch {
		case !s.Over():
			return e, false, wrongTime("the game is not over yet")
		case s.Next != "":
			return e, false, wrongTime("the next game has begun already")
		case s.Ready[side]:
			return e, false, wrongTime("you have said so already")
		}
		_, err := s.Follow(0)
		return e, false, err
	}
	if s.Over() {
		return e, false, wrongTime("the game is over")
	}
	if c.Kind == Abort {
		return e, false, s.mayAbort()
	}
	if !s.Full() {
		return e, false, wrongTime("the other seat is still open")
	}
	return e, false, s.decide(&e, c)
}

// moment returns the time of the next event: whole milliseconds, as the store
// keeps it, and never before the last one, though clocks of machines are set.
func (s *State) moment(now time.Time) time.Time {
	at := time.UnixMilli(now.UnixMilli())
	if at.Before(s.At) {
		return s.At
	}
	return at
}

// seat returns the side that a command is given for.
func (s *State) seat(c Command) (kibaho.Side, error) {
	if c.Kind == Join {
		return s.openSeat(c)
	}
	side := s.Turn()
	if !s.Holds(c.Who, side) {
		side = side.Other()
	}
	if c.Side != nil {
		side = *c.Side
	}
	if !s.Holds(c.Who, side) {
		return 0, errSeat
	}
	if c.Kind == Play && side != s.Turn() && s.Full() && !s.Over() {
		return 0, wrongTime(s.sideName(s.Turn()) + " is to move")
	}
	return side, nil
}

func (s *State) openSeat(c Command) (kibaho.Side, error) {
	for side := kibaho.First; side <= kibaho.Second; side++ {
		switch {
		case s.Holds(c.Who, side):
			return 0, wrongTime("you have a seat here already")
		case s.Over():
			return 0, wrongTime("the game is over")
		}
	}
	for side := kibaho.First; side <= kibaho.Second; side++ {
		if s.Seats[side].open() && (c.Side == nil || *c.Side == side) {
			return side, nil
		}
	}
	return 0, wrongTime("the seat is taken")
}

// mayAbort: before each side has completed a turn nothing is lost.
func (s *State) mayAbort() error {
	if s.Full() && len(s.game.Turns())-s.opening >= 2 {
		return wrongTime("both sides have moved: resign instead (M2)")
	}
	return nil
}

func (s *State) decide(e *Event, c Command) error {
	switch c.Kind {
	case Play:
		return s.decideMove(e, c)
	case Offer:
		// An offer that meets one is an agreement.
		if by, ok := s.game.Offered(); ok && by != e.Side {
			e.Kind = Agree
		} else if ok {
			return wrongTime("you have offered a draw already")
		}
	case Agree, Decline:
		if by, ok := s.game.Offered(); !ok || by == e.Side {
			return wrongTime("no draw has been offered to you")
		}
	case Resign:
	case Claim:
		if side := s.Turn(); side != e.Side {
			return wrongTime("only the side to move may claim a draw (M4)")
		}
		if s.game.Claim() == play.NoClaim {
			return &kibaho.Refusal{Move: "claim", Rule: "M4", Reason: "nothing to claim: " + s.needs()}
		}
	case Ask:
		turn, ok := s.lastTurn(e.Side)
		if !ok {
			return wrongTime("you have no turn to take back")
		}
		if s.Asked != nil {
			return wrongTime("a takeback has been asked for already")
		}
		e.Turn = turn
		if s.Holds(c.Who, e.Side.Other()) || s.Seats[e.Side.Other()].Level > 0 {
			e.Kind = Takeback // nobody to ask
		}
	case Takeback, Refuse:
		if s.Asked == nil || s.Asked.Side == e.Side {
			return wrongTime("no takeback has been asked of you")
		}
		if c.Kind == Takeback && c.Turn != s.Asked.Turn {
			return wrongTime(fmt.Sprintf("the takeback asked of you is of turn %d", s.Asked.Turn))
		}
		e.Turn = s.Asked.Turn
	default:
		return &kibaho.InputError{What: "command", Text: string(c.Kind), At: -1, Want: "no such command"}
	}
	return nil
}

func (s *State) needs() string {
	err := s.game.ClaimDraw() // fails, and changes nothing, where there is no claim
	if err == nil {
		return ""
	}
	return err.Error()
}

func (s *State) decideMove(e *Event, c Command) error {
	if c.Ply != nil && *c.Ply != len(s.game.Plies()) {
		return wrongTime(fmt.Sprintf("the move is for decision %d, but %d have been made", *c.Ply, len(s.game.Plies())))
	}
	p := s.game.Position()
	moves, err := p.Find(c.Text)
	if err != nil {
		return err
	}
	for _, m := range moves {
		e.Text += m.Text
		p = p.Play(m)
	}
	if side, running := s.clock.Running(); running && !p.MidTurn() && p.Turn() != side {
		trial := *s.clock
		if !trial.Press(e.At, c.Lag) {
			return errFlag
		}
		e.Lag = c.Lag.Milliseconds()
	} else if _, fallen := s.clock.Flagged(e.At); fallen {
		return errFlag
	}
	return nil
}

// lastTurn returns the number of the last turn of a side after the opening.
func (s *State) lastTurn(side kibaho.Side) (int, bool) {
	turns := s.game.Turns()
	for i := len(turns) - 1; i >= s.opening; i-- {
		if turns[i].Side == side {
			return i, true
		}
	}
	return 0, false
}

// Falls returns when the flag of the running side falls if it does not move.
func (s *State) Falls() (kibaho.Side, time.Time, bool) {
	if s.Over() {
		return 0, time.Time{}, false
	}
	at, ok := s.clock.Falls()
	side, _ := s.clock.Running()
	return side, at, ok
}

// allowance returns what an engine may use of its clock for a move, 0 if there is
// none: an equal part of what is left for so many moves, and half of what it gets
// back.
func (s *State) allowance(now time.Time) time.Duration {
	const moves = 30
	c := s.clock.Control()
	if c.None() {
		return 0
	}
	left, periods := s.clock.Shown(s.Turn(), now)
	left = max(left, 0) + time.Duration(periods)*c.Period
	return max(1, min(left/2, left/moves+(c.Increment+c.Period)/2))
}

// Stood reports that the clock has been running since before a moment.
func (s *State) Stood(moment time.Time) bool {
	_, running := s.clock.Running()
	return running && !s.Over() && s.At.Before(moment)
}

// Record returns the game as a record, with what was left on the clocks.
func (s *State) Record() *play.Record {
	r := &play.Record{Game: s.game, Facts: map[int][]record.Fact{}}
	r.Tags = append(r.Tags, play.Tag{Name: "First", Value: s.Seats[0].called()}, play.Tag{Name: "Second", Value: s.Seats[1].called()})
	if s.Setup.Control != "" && s.Setup.Control != "none" {
		r.Tags = append(r.Tags, play.Tag{Name: "Control", Value: s.Setup.Control})
	}
	if len(s.Events) > 0 {
		r.Tags = append(r.Tags, play.Tag{Name: "Date", Value: s.Events[0].At.UTC().Format("2006.01.02")})
	}
	for turn, left := range s.lefts {
		if left >= 0 {
			var n record.Node
			n.SetClock(left)
			r.Facts[turn] = n.Facts
		}
	}
	return r
}

// Engines returns the levels of the engines at the table.
func (s *State) Engines() []int {
	var levels []int
	for _, seat := range s.Seats {
		if seat.Level > 0 {
			levels = append(levels, seat.Level)
		}
	}
	return slices.Clip(levels)
}
