package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"kibaho"
	"kibaho/store"
)

var noon = time.UnixMilli(1_700_000_000_000)

// sitting is a table under test and the time at it.
type sitting struct {
	*State
	t   *testing.T
	now time.Time
}

// sit makes a table at which a and b sit.
func sit(t *testing.T, setup Setup) *sitting {
	t.Helper()
	setup.Seats = [2]Seat{{Who: "a", Name: "Anna"}, {Who: "b", Name: "Ben"}}
	s, err := NewState(setup)
	if err != nil {
		t.Fatal(err)
	}
	s.At = noon
	return &sitting{s, t, noon}
}

// try gives a command and lets its event happen.
func (s *sitting) try(c Command) (Event, error) {
	e, old, err := s.Decide(c, s.now)
	if err != nil || old {
		return e, err
	}
	if err := s.Apply(e); err != nil {
		s.t.Fatalf("%s was decided but cannot be applied: %v", c.Kind, err)
	}
	return e, nil
}

func (s *sitting) must(c Command) Event {
	s.t.Helper()
	e, err := s.try(c)
	if err != nil {
		s.t.Fatalf("%s %s: %v", c.Kind, c.Text, err)
	}
	return e
}

// moves plays moves in turn, a second for each.
func (s *sitting) moves(text string) {
	s.t.Helper()
	for m := range strings.FieldsSeq(text) {
		s.now = s.now.Add(time.Second)
		who := s.Seats[s.Turn()].Who
		s.must(Command{Kind: Play, Who: who, Text: m})
	}
}

// refuse gives a command that must be refused with a status and words.
func (s *sitting) refuse(c Command, status int, words string) {
	s.t.Helper()
	before := s.Seq
	_, err := s.try(c)
	if err == nil || statusOf(err) != status || !strings.Contains(err.Error(), words) {
		s.t.Errorf("%s %s by %q: %v, want status %d with %q", c.Kind, c.Text, c.Who, err, status, words)
	}
	if s.Seq != before {
		s.t.Errorf("%s: refused, but an event was made", c.Kind)
	}
}

// again folds the events anew, through the form in which they are kept.
func (s *sitting) again() *State {
	s.t.Helper()
	setup, err := json.Marshal(s.Setup)
	if err != nil {
		s.t.Fatal(err)
	}
	var events []store.Event
	for _, e := range s.Events {
		data, err := json.Marshal(e)
		if err != nil {
			s.t.Fatal(err)
		}
		events = append(events, store.Event{Seq: e.Seq, At: e.At, Data: data})
	}
	again, err := restore(store.Game{Setup: setup, Created: noon}, events)
	if err != nil {
		s.t.Fatal(err)
	}
	got, want := fmt.Sprint(toJSON(s.t, again.Wire(s.now))), fmt.Sprint(toJSON(s.t, s.Wire(s.now)))
	if got != want {
		s.t.Errorf("folded anew:\n%s\nwant\n%s", got, want)
	}
	return again
}

func toJSON(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func draughts(control string) Setup {
	return Setup{Game: "draughts", Control: control, Visibility: Unlisted}
}

func TestSeats(t *testing.T) {
	s := sit(t, draughts(""))
	s.refuse(Command{Kind: Play, Who: "c", Text: "11-15"}, http.StatusForbidden, "not your seat")
	s.refuse(Command{Kind: Play, Who: "", Text: "11-15"}, http.StatusForbidden, "not your seat")
	s.refuse(Command{Kind: Play, Who: "b", Text: "22-18"}, http.StatusConflict, "Black is to move")
	s.refuse(Command{Kind: Resign, Who: "c"}, http.StatusForbidden, "not your seat")
	white := kibaho.Second
	s.refuse(Command{Kind: Resign, Who: "a", Side: &white}, http.StatusForbidden, "not your seat")
	s.refuse(Command{Kind: Join, Who: "c"}, http.StatusConflict, "taken")
	s.refuse(Command{Kind: Join, Who: "a"}, http.StatusConflict, "a seat here already")
	s.refuse(Command{Kind: "dance", Who: "a"}, http.StatusUnprocessableEntity, "no such command")
	s.moves("11-15")
	if s.Turn() != white {
		t.Error("White is not to move")
	}
	s.again()
}

func TestJoin(t *testing.T) {
	setup := draughts("5+3")
	setup.Seats[1] = Seat{Who: "b", Name: "Ben"}
	state, err := NewState(setup)
	if err != nil {
		t.Fatal(err)
	}
	s := &sitting{state, t, noon}
	s.refuse(Command{Kind: Resign, Who: "b"}, http.StatusConflict, "still open")
	second := kibaho.Second
	s.refuse(Command{Kind: Join, Who: "a", Side: &second}, http.StatusConflict, "taken")
	e := s.must(Command{Kind: Join, Who: "a", Text: "Anna", Key: "1"})
	if e.Side != kibaho.First || !s.Full() {
		t.Errorf("joined %+v", e)
	}
	if again := s.must(Command{Kind: Join, Who: "a", Text: "Anna", Key: "1"}); again.Seq != e.Seq {
		t.Errorf("joined twice: event %d, want %d", again.Seq, e.Seq)
	}
	s.moves("11-15 22-18")
	s.again()
}

// TestKeys: the same command is not done again, others are, and the key of one
// is not that of another.
func TestKeys(t *testing.T) {
	s := sit(t, draughts(""))
	first := s.must(Command{Kind: Play, Who: "a", Text: "11-15", Key: "k"})
	if e := s.must(Command{Kind: Play, Who: "a", Text: "11-15", Key: "k"}); e.Seq != first.Seq || s.Seq != 1 {
		t.Errorf("sent again: event %d of %d", e.Seq, s.Seq)
	}
	if e := s.must(Command{Kind: Play, Who: "b", Text: "22-18", Key: "k"}); e.Seq != 2 {
		t.Errorf("another's key: event %d", e.Seq)
	}
	one := 1
	s.refuse(Command{Kind: Play, Who: "a", Text: "15x22", Ply: &one}, http.StatusConflict, "decision 1")
	s.State = s.again()
	if e := s.must(Command{Kind: Play, Who: "a", Text: "11-15", Key: "k"}); e.Seq != 1 {
		t.Errorf("after a restart: event %d", e.Seq)
	}
}

// TestRefusedMove: a refusal names its rule (DR3).
func TestRefusedMove(t *testing.T) {
	s := sit(t, draughts(""))
	s.moves("11-15 22-18")
	s.refuse(Command{Kind: Play, Who: "a", Text: "12-16"}, http.StatusUnprocessableEntity, "DR3")
	s.refuse(Command{Kind: Play, Who: "a", Text: "hello"}, http.StatusUnprocessableEntity, "hello")
}

// TestDraws: offers are agreed to, declined, or lapse with a move (M2); claims
// need a reason (M3, M4).
func TestDraws(t *testing.T) {
	s := sit(t, draughts(""))
	s.refuse(Command{Kind: Agree, Who: "a"}, http.StatusConflict, "no draw")
	s.must(Command{Kind: Offer, Who: "a"})
	s.refuse(Command{Kind: Offer, Who: "a"}, http.StatusConflict, "already")
	s.refuse(Command{Kind: Agree, Who: "a"}, http.StatusConflict, "no draw")
	s.must(Command{Kind: Decline, Who: "b"})
	s.must(Command{Kind: Offer, Who: "a"})
	s.moves("11-15")
	if _, ok := s.game.Offered(); !ok {
		t.Error("one's own move must not take the offer back")
	}
	s.moves("22-18")
	s.refuse(Command{Kind: Agree, Who: "b"}, http.StatusConflict, "no draw")
	s.refuse(Command{Kind: Claim, Who: "a"}, http.StatusUnprocessableEntity, "nothing to claim")
	s.refuse(Command{Kind: Claim, Who: "b"}, http.StatusConflict, "side to move")
	s.must(Command{Kind: Offer, Who: "b"})
	if e := s.must(Command{Kind: Offer, Who: "a"}); e.Kind != Agree {
		t.Errorf("an offer that meets one: %s", e.Kind)
	}
	if o, why := s.game.Outcome(); o != kibaho.Draw || !strings.Contains(why, "M2") {
		t.Errorf("%v, %s", o, why)
	}
	s.refuse(Command{Kind: Play, Who: "a", Text: "15x22"}, http.StatusConflict, "over")
	s.again()
}

func TestClaim(t *testing.T) {
	setup := draughts("")
	setup.Position = "B:WK32:BK1"
	s := sit(t, setup)
	s.moves("1-6 32-28 6-1 28-32 1-6 32-28 6-1 28-32")
	s.must(Command{Kind: Claim, Who: "a"})
	if o, why := s.game.Outcome(); o != kibaho.Draw || !strings.Contains(why, "M3") {
		t.Errorf("%v, %s", o, why)
	}
	s.again()
}

func TestTakeback(t *testing.T) {
	s := sit(t, draughts("5+3"))
	s.refuse(Command{Kind: Ask, Who: "a"}, http.StatusConflict, "no turn")
	s.moves("11-15 22-18 15x22")
	if e := s.must(Command{Kind: Ask, Who: "b"}); e.Turn != 1 {
		t.Errorf("asked for turn %d, want 1", e.Turn)
	}
	s.refuse(Command{Kind: Ask, Who: "b"}, http.StatusConflict, "already")
	s.refuse(Command{Kind: Takeback, Who: "b", Turn: 1}, http.StatusConflict, "asked of you")
	s.refuse(Command{Kind: Takeback, Who: "a", Turn: 2}, http.StatusConflict, "turn 1")
	s.must(Command{Kind: Takeback, Who: "a", Turn: 1})
	if got := len(s.game.Turns()); got != 1 || s.Turn() != kibaho.Second {
		t.Errorf("%d turns, %v to move", got, s.Turn())
	}
	if side, running := s.clock.Running(); !running || side != kibaho.Second {
		t.Errorf("clock of %v, %v", side, running)
	}
	s.moves("23-18")
	s.must(Command{Kind: Ask, Who: "b"})
	s.must(Command{Kind: Refuse, Who: "a"})
	s.must(Command{Kind: Ask, Who: "b"})
	s.moves("8-11") // a move is an answer too
	s.refuse(Command{Kind: Takeback, Who: "a", Turn: 1}, http.StatusConflict, "asked of you")
	s.must(Command{Kind: Ask, Who: "a"})
	s.must(Command{Kind: Takeback, Who: "b", Turn: 2})
	s.must(Command{Kind: Ask, Who: "a"})
	s.must(Command{Kind: Takeback, Who: "b", Turn: 0})
	if _, running := s.clock.Running(); running || len(s.game.Turns()) != 0 {
		t.Error("at the beginning the clock must stand")
	}
	s.again()
}

// TestTakebackWithinTurn: a turn of Igisoro that is half made is taken back whole.
func TestTakebackWithinTurn(t *testing.T) {
	s := sit(t, Setup{Game: "igisoro", Position: "9,7,2,0,7,0,5,0/0,5,0,5,2,3,1,2/0,1,1,2,1,0,2,3/0,1,2,1,0,0,0,2 S"})
	s.must(Command{Kind: Play, Who: "a", Text: "a"})
	if !s.game.Position().MidTurn() || s.Turn() != kibaho.First {
		t.Fatal("the turn should be open")
	}
	s.must(Command{Kind: Ask, Who: "a"})
	s.must(Command{Kind: Takeback, Who: "b", Turn: 0})
	if s.game.Position().MidTurn() || len(s.game.Plies()) != 0 {
		t.Error("not taken back")
	}
	s.moves("a")
	s.moves("+")
	s.again()
}

func TestResignAndAbort(t *testing.T) {
	s := sit(t, draughts(""))
	s.moves("11-15")
	s.must(Command{Kind: Abort, Who: "a"})
	if !s.Over() || s.game.Over() {
		t.Error("given up, and nobody has won")
	}
	s = sit(t, draughts(""))
	s.moves("11-15 22-18")
	s.refuse(Command{Kind: Abort, Who: "b"}, http.StatusConflict, "resign instead")
	s.must(Command{Kind: Resign, Who: "b"})
	if o, _ := s.game.Outcome(); o != kibaho.FirstWins {
		t.Errorf("outcome %v", o)
	}
	s.refuse(Command{Kind: Offer, Who: "b"}, http.StatusConflict, "over")
	s.again()
}

// left returns the seconds that the sides have left.
func (s *sitting) left() string {
	a, _ := s.clock.Left(kibaho.First, s.now)
	b, _ := s.clock.Left(kibaho.Second, s.now)
	return fmt.Sprintf("%.1f %.1f", a.Seconds(), b.Seconds())
}

func TestClocks(t *testing.T) {
	s := sit(t, draughts("1+2"))
	s.moves("11-15") // the clock runs from First's first turn on
	s.now = s.now.Add(10 * time.Second)
	if got := s.left(); got != "60.0 50.0" {
		t.Errorf("after ten seconds %s", got)
	}
	s.must(Command{Kind: Play, Who: "b", Text: "22-18", Lag: 400 * time.Millisecond})
	if got := s.left(); got != "60.0 52.4" {
		t.Errorf("after White's turn %s", got)
	}
	if e := s.Events[1]; e.Lag != 400 {
		t.Errorf("kept lag %d", e.Lag)
	}
	s.now = s.now.Add(60*time.Second + 300*time.Millisecond)
	if _, err := s.try(Command{Kind: Play, Who: "a", Text: "15x22"}); !errors.Is(err, errFlag) {
		t.Errorf("the flag should have fallen: %v", err)
	}
	if _, err := s.try(Command{Kind: Play, Who: "a", Text: "15x22", Lag: 299 * time.Millisecond}); !errors.Is(err, errFlag) {
		t.Errorf("the flag should have fallen: %v", err)
	}
	trial := sit(t, draughts("1+2"))
	for _, e := range s.Events {
		if err := trial.Apply(e); err != nil {
			t.Fatal(err)
		}
	}
	trial.now = s.now
	trial.must(Command{Kind: Play, Who: "a", Text: "15x22", Lag: 301 * time.Millisecond})
	trial.again()

	side, at, ok := s.Falls()
	if want := noon.Add(11*time.Second + 60*time.Second); !ok || side != kibaho.First || !at.Equal(want) {
		t.Errorf("falls %v %v %v, want %v", side, at, ok, want)
	}
	if err := s.Apply(Event{Seq: s.Seq + 1, At: s.now, Kind: Flag, Side: side}); err != nil {
		t.Fatal(err)
	}
	if o, why := s.game.Outcome(); o != kibaho.SecondWins || why != "Black has run out of time" {
		t.Errorf("%v, %s", o, why)
	}
	s.again()
}

// TestHuffKeepsClock: a huff leaves its player to move, and his time runs (DR7).
func TestHuffKeepsClock(t *testing.T) {
	setup := draughts("1+2")
	setup.Variant, setup.Position = "huffing", "B:W18,24:B14,1"
	s := sit(t, setup)
	s.moves("1-6") // instead of jumping with 14
	s.must(Command{Kind: Play, Who: "b", Text: "huff 14"})
	if side, running := s.clock.Running(); !running || side != kibaho.Second || s.Turn() != kibaho.Second {
		t.Errorf("clock of %v, %v; %v to move", side, running, s.Turn())
	}
	s.moves("18-15")
	if side, _ := s.clock.Running(); side != kibaho.First {
		t.Error("White's time still runs")
	}
	s.again()
}

// TestRestart: the time in which the server was down does not count.
func TestRestart(t *testing.T) {
	s := sit(t, draughts("1+2"))
	s.moves("11-15")
	alive := s.now.Add(5 * time.Second)
	s.now = s.now.Add(time.Hour)
	if err := s.Apply(Event{Seq: 2, At: s.now, Kind: Restart, Stopped: alive.UnixMilli()}); err != nil {
		t.Fatal(err)
	}
	if got := s.left(); got != "60.0 55.0" {
		t.Errorf("after the restart %s", got)
	}
	s.now = s.now.Add(10 * time.Second)
	if got := s.left(); got != "60.0 45.0" {
		t.Errorf("ten seconds later %s", got)
	}
	s.again()
}

// TestEvents: what cannot follow is an error, not a table gone wrong.
func TestEvents(t *testing.T) {
	for _, tt := range []struct {
		name string
		e    Event
	}{
		{"gap", Event{Seq: 3, At: noon, Kind: Offer}},
		{"again", Event{Seq: 0, At: noon, Kind: Offer}},
		{"older", Event{Seq: 1, At: noon.Add(-time.Second), Kind: Offer}},
		{"kind", Event{Seq: 1, At: noon, Kind: "dance"}},
		{"side", Event{Seq: 1, At: noon, Kind: Resign, Side: 2}},
		{"illegal", Event{Seq: 1, At: noon, Kind: Play, Text: "11-30"}},
		{"seat", Event{Seq: 1, At: noon, Kind: Join, Who: "c"}},
	} {
		s := sit(t, draughts(""))
		if err := s.Apply(tt.e); err == nil || s.Seq != 0 {
			t.Errorf("%s: applied", tt.name)
		}
	}
}

func TestVisible(t *testing.T) {
	for _, tt := range []struct {
		seen, who string
		full      bool
		want      bool
	}{
		{Public, "c", true, true},
		{Unlisted, "c", true, true},
		{Private, "c", false, true}, // he may take the open seat
		{Private, "c", true, false},
		{Private, "", true, false},
		{Private, "a", true, true},
		{Private, "b", true, true},
	} {
		s := sit(t, Setup{Game: "chuba", Visibility: tt.seen})
		if !tt.full {
			s.Seats[1] = Seat{}
		}
		if got := s.Visible(tt.who); got != tt.want {
			t.Errorf("%s, full %v, to %q: %v", tt.seen, tt.full, tt.who, got)
		}
	}
}
