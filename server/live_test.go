package server

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"kibaho"
	"kibaho/games"
)

// TestReconnect: one who comes back is told what he missed, in order, and then
// the table; whoever falls back too far gets the table alone.
func TestReconnect(t *testing.T) {
	h := begin(t, unlimited(t.TempDir()))
	c := h.client(t)
	id := c.create(NewTable{Game: "draughts", Seat: "both", Control: "5+3"}).ID
	s := c.watch(id, -1)
	s.next()
	c.move(id, "11-15")
	last := s.event().Event.Seq
	_ = s.conn.CloseNow()
	c.move(id, "23-19")
	c.move(id, "8-11")
	s = c.watch(id, last)
	for want := last + 1; want <= last+2; want++ {
		if m := s.next(); m.Type != "event" || m.Event.Seq != want {
			t.Fatalf("missed event: %+v, want %d", m, want)
		}
	}
	m := s.next()
	if m.Type != "table" || m.Table.Seq != last+2 || len(m.Table.Turns) != 3 || m.Table.Status.Clock.Running == nil || *m.Table.Status.Clock.Running != 1 {
		t.Fatalf("then %+v", m)
	}
	s.send(map[string]any{"type": "since", "since": 1})
	if m := s.next(); m.Event == nil || m.Event.Seq != 2 {
		t.Errorf("asked again: %+v", m)
	}
	// A key works over every door.
	s.send(map[string]any{"type": "command", "kind": "move", "text": "22-17", "key": "x"})
	seq := 0
	for seq == 0 {
		if m := s.next(); m.Type == "done" && m.Key == "x" {
			seq = m.Seq
		}
	}
	if again := c.do(id, CommandBody{Kind: "move", Text: "22-17", Key: "x"}); again != seq {
		t.Errorf("the same command: event %d, want %d", again, seq)
	}
	s.send(map[string]any{"type": "command", "kind": "move", "text": "1-2", "key": "y"})
	for {
		m := s.next()
		if m.Type == "refused" {
			if m.Key != "y" || m.Problem.Status != http.StatusUnprocessableEntity || m.Problem.Refusal == nil {
				t.Errorf("refused %+v", m.Problem)
			}
			break
		}
	}
}

// TestLongPoll: the same over plain HTTP.
func TestLongPoll(t *testing.T) {
	h := begin(t, unlimited(t.TempDir()))
	c := h.client(t)
	id := c.create(NewTable{Game: "draughts", Seat: "both"}).ID
	got := make(chan []*TableEvent, 1)
	go func() {
		var events []*TableEvent
		_, _, _ = c.ask("GET", "/api/tables/"+id+"/events?since=0&wait=20", nil, &events)
		got <- events
	}()
	time.Sleep(50 * time.Millisecond)
	c.move(id, "11-15")
	if events := <-got; len(events) != 1 || events[0].Text != "11-15" {
		t.Errorf("events %+v", events)
	}
	var events []*TableEvent
	c.must("GET", "/api/tables/"+id+"/events?since=1", nil, &events)
	if len(events) != 0 {
		t.Errorf("events %+v", events)
	}
	c.must("GET", "/api/tables/"+id+"/events?since=99", nil, &events)
}

// TestSlow: one who does not read is let go and does not hold up the others.
func TestSlow(t *testing.T) {
	h := begin(t, unlimited(t.TempDir()))
	c := h.client(t)
	id := c.create(NewTable{Game: "draughts", Seat: "both"}).ID
	l, err := h.hall.find(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	slow := newWatcher("")
	if err := l.watch(slow, -1); err != nil {
		t.Fatal(err)
	}
	moves := strings.Fields("11-15 23-19 8-11 22-17 4-8 25-22 9-13 17x14 10x17 21x14")
	for i := range watcherQueue {
		if i < 4 {
			c.move(id, moves[i])
		} else {
			c.do(id, CommandBody{Kind: "offer", Side: new(int)})
			c.do(id, CommandBody{Kind: "decline", Side: ptr(1)})
		}
	}
	select {
	case <-slow.gone:
	default:
		t.Error("still watching")
	}
	l.unwatch(slow)
}

func ptr[T any](v T) *T { return &v }

// TestFlag: a flag falls though nobody is connected.
func TestFlag(t *testing.T) {
	t.Parallel()
	h := begin(t, unlimited(t.TempDir()))
	c := h.client(t)
	id := c.create(NewTable{Game: "draughts", Seat: "both", Control: "0+1"}).ID
	c.move(id, "11-15")
	eventually(t, "the flag falls", func() bool { return c.table(id).View.Outcome == "first" })
	table := c.table(id)
	if table.Status.State != "over" || table.View.Reason != "White has run out of time" || len(table.View.Moves) != 0 {
		t.Errorf("%+v", table.Status)
	}
	c.refused(http.StatusConflict, "POST", "/api/tables/"+id+"/commands", CommandBody{Kind: "move", Text: "22-18"})
}

// TestFlagAfterRestart: the time in which the server was down does not count;
// then the clock goes on and the flag falls.
func TestFlagAfterRestart(t *testing.T) {
	ofFiles(t)
	t.Parallel()
	data := t.TempDir()
	h := begin(t, unlimited(data))
	c := h.client(t)
	id := c.create(NewTable{Game: "draughts", Seat: "both", Control: "0+2"}).ID
	c.move(id, "11-15")
	h.stop(t)
	// The server stood still for an hour.
	alive, err := os.ReadFile(filepath.Join(data, aliveFile))
	if err != nil {
		t.Fatal(err)
	}
	if ms, err := strconv.ParseInt(strings.TrimSpace(string(alive)), 10, 64); err != nil || time.Since(time.UnixMilli(ms)) > 10*time.Second {
		t.Errorf("last alive %s, %v", alive, err)
	}
	time.Sleep(2500 * time.Millisecond)
	h = begin(t, unlimited(data))
	c.base = h.http.URL
	table := c.table(id)
	if left := table.Status.Clock.Left[1]; left < 1000 || table.Status.State != "playing" {
		t.Errorf("after the restart %d ms are left, %s", left, table.Status.State)
	}
	var events []*TableEvent
	c.must("GET", "/api/tables/"+id+"/events", nil, &events)
	if events[len(events)-1].Kind != Restart {
		t.Errorf("events %+v", events)
	}
	eventually(t, "the flag falls", func() bool { return c.table(id).View.Outcome == "first" })
	h.stop(t)
	h = begin(t, unlimited(data))
	c.base = h.http.URL
	if table := c.table(id); table.View.Outcome != "first" {
		t.Errorf("after another restart %+v", table.View.Outcome)
	}
}

// TestSleep: a table that nobody uses sleeps, and wakes when it is asked for or
// before its flag falls.
func TestSleep(t *testing.T) {
	t.Parallel()
	o := unlimited(t.TempDir())
	o.Limits.Awake = 8
	h := begin(t, o)
	c := h.client(t)
	var ids []string
	for range 40 {
		ids = append(ids, c.create(NewTable{Game: "draughts", Seat: "both"}).ID)
	}
	for _, id := range ids {
		c.move(id, "11-15")
	}
	h.hall.mu.Lock()
	awake := len(h.hall.awake)
	h.hall.mu.Unlock()
	if awake > 8 {
		t.Errorf("%d tables are awake", awake)
	}
	s := c.watch(ids[0], -1)
	s.next()
	for _, id := range ids[1:] {
		if got := len(c.table(id).Turns); got != 1 {
			t.Errorf("table %s has %d turns", id, got)
		}
	}
	c.move(ids[0], "22-18")
	if m := s.event(); m.Event.Seq != 2 {
		t.Errorf("a watched table must not sleep: %+v", m)
	}

	id := c.create(NewTable{Game: "draughts", Seat: "both", Control: "0+4"}).ID
	c.move(id, "11-15")
	l, err := h.hall.find(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	if !l.sleep(0) {
		t.Fatal("it does not sleep")
	}
	h.hall.mu.Lock()
	_, alarm := h.hall.alarms[id]
	h.hall.mu.Unlock()
	if !alarm {
		t.Error("nothing would wake it before its flag falls")
	}
	eventually(t, "it wakes by itself", func() bool {
		h.hall.mu.Lock()
		defer h.hall.mu.Unlock()
		return h.hall.awake[id] != nil
	})
}

// TestEngine plays against each level until the game is over or long enough.
func TestEngine(t *testing.T) {
	h := begin(t, unlimited(t.TempDir()))
	c := h.client(t)
	for _, g := range games.All {
		for _, level := range []int{1, Levels} {
			game := g.Facts().Name
			table := c.create(NewTable{Game: game, Level: level, Seat: "second"})
			s := c.watch(table.ID, -1)
			view := s.next().Table.View
			await := func(done func(Message) bool) {
				for ok := view.Outcome != ""; !ok; {
					m := s.event()
					if m.View != nil {
						view = m.View
					}
					ok = done(m) || view.Outcome != ""
				}
			}
			for n := range 30 {
				if view.Turn == 0 { // the engine's turn; in Igisoro it may be several events
					await(func(Message) bool { return view.Turn == 1 })
				}
				if view.Outcome != "" {
					break
				}
				c.move(table.ID, view.Moves[n%len(view.Moves)].Text)
				await(func(m Message) bool { return m.Event.Side == 1 })
			}
			if view.Turn == 0 {
				await(func(Message) bool { return view.Turn == 1 })
			}
			got := c.table(table.ID)
			if len(got.Turns) < 4 || got.Seats[0].Level != level {
				t.Errorf("%s, level %d: %d turns, %+v", game, level, len(got.Turns), got.Seats)
			}
			if got.View.Outcome == "" {
				c.do(table.ID, CommandBody{Kind: "ask-takeback"}) // granted at once
				c.do(table.ID, CommandBody{Kind: "resign"})
			}
			c.do(table.ID, CommandBody{Kind: "ready"})
			eventually(t, "the next game begins", func() bool { return c.table(table.ID).Status.Next != "" })
			next := c.table(c.table(table.ID).Status.Next)
			if next.Series.Number != 2 || next.Status.State != "playing" || len(next.You) != 1 {
				t.Errorf("%s: next game %+v", game, next.Series)
			}
		}
	}
}

// TestNextGame: when both are ready the next game of the series begins (M1), and
// a drawn opening is on the board (DR9, DR10).
func TestNextGame(t *testing.T) {
	h := begin(t, unlimited(t.TempDir()))
	anna, ben := h.client(t), h.client(t)
	table := anna.create(NewTable{Game: "draughts", Set: []string{"openings=two-move"}, Games: 4})
	if len(table.Turns) != 0 {
		t.Errorf("an opening before there is a pair: %v", table.Turns)
	}
	ben.do(table.ID, CommandBody{Kind: "join"})
	table = ben.table(table.ID)
	if len(table.Turns) != 2 || table.Opening != 2 || len(table.You) != 1 || table.You[0] != 1 {
		t.Fatalf("opening %v, you %v", table.Turns, table.You)
	}
	anna.refused(http.StatusConflict, "POST", "/api/tables/"+table.ID+"/commands", CommandBody{Kind: "ready"})
	anna.do(table.ID, CommandBody{Kind: "resign"})
	anna.do(table.ID, CommandBody{Kind: "ready"})
	if anna.table(table.ID).Status.Next != "" {
		t.Error("Ben is not ready yet")
	}
	ben.do(table.ID, CommandBody{Kind: "ready"})
	id := ben.table(table.ID).Status.Next
	next := ben.table(id)
	if next.Series.Number != 2 || next.Series.Score != [2]float64{1, 0} || len(next.You) != 1 || next.You[0] != 0 {
		t.Errorf("next game %+v, you %v", next.Series, next.You)
	}
	if fmt.Sprint(next.Turns) != fmt.Sprint(table.Turns) {
		t.Errorf("opening %v, want the same as %v", next.Turns, table.Turns)
	}
	// In another match the pair draws another opening.
	again := ben.create(NewTable{Game: "draughts", Set: []string{"openings=two-move"}})
	anna.do(again.ID, CommandBody{Kind: "join"})
	if got := anna.table(again.ID); fmt.Sprint(got.Turns) == fmt.Sprint(table.Turns) {
		t.Errorf("opening %v comes again", got.Turns)
	}
	used, err := h.store.Notes(context.Background(), subject("draughts", identity(anna.token), identity(ben.token)))
	if err != nil || len(used) != 2 {
		t.Errorf("noted %v, %v", used, err)
	}
}

// TestAnalysis: questions over HTTP and over the socket.
func TestAnalysis(t *testing.T) {
	h := begin(t, unlimited(t.TempDir()))
	c := h.client(t)
	var v AnalysisView
	// A jump that wins at once.
	c.must("POST", "/api/analysis", AnalysisBody{PositionBody: PositionBody{Game: "draughts", Position: "B:W18:B15"}}, &v)
	if len(v.Lines) != 1 || v.Lines[0].Ends != 1 || v.Lines[0].Turns[0] != "15x22" || len(v.Lines[0].Moves[0].Path) == 0 {
		t.Errorf("analysis %+v", v)
	}
	c.refused(http.StatusUnprocessableEntity, "POST", "/api/analysis", AnalysisBody{PositionBody: PositionBody{Game: "draughts", Position: "?"}})
	conn, _, err := c.dial("/api/analysis")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.CloseNow() }()
	s := newSocket(t, conn)
	ask := func(kind, id string, b AnalysisBody) {
		s.send(struct {
			Type string `json:"type"`
			ID   string `json:"id"`
			AnalysisBody
		}{kind, id, b})
	}
	read := func() (m AnalysisMessage) {
		t.Helper()
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		_, b, err := conn.Read(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(b, &m); err != nil {
			t.Fatal(err)
		}
		return m
	}
	ask("go", "one", AnalysisBody{PositionBody: PositionBody{Game: "fanorona"}, Lines: 2})
	depth := 0
	for depth < 3 {
		m := read()
		if m.Type != "info" || m.ID != "one" || m.Analysis.Turn != int(kibaho.First) {
			t.Fatalf("%+v", m)
		}
		depth = m.Analysis.Depth
	}
	// Another question takes the place of the first.
	ask("review", "two", AnalysisBody{PositionBody: PositionBody{Game: "draughts", Moves: []string{"11-15", "22-18", "15x22"}}, Nodes: 1000})
	at := 0
	for {
		m := read()
		if m.ID == "one" {
			continue
		}
		if m.Type == "done" {
			break
		}
		if m.Type != "review" || m.At != at || len(m.Analysis.Lines) == 0 {
			t.Fatalf("%+v, want review of %d", m, at)
		}
		at++
	}
	if at != 4 {
		t.Errorf("%d positions, want 4", at)
	}
	ask("go", "three", AnalysisBody{PositionBody: PositionBody{Game: "chess"}})
	if m := read(); m.Type != "refused" || m.Problem.Status != http.StatusUnprocessableEntity {
		t.Errorf("%+v", m)
	}
	ask("go", "four", AnalysisBody{PositionBody: PositionBody{Game: "chuba"}})
	read()
	s.send(map[string]string{"type": "stop"})
	eventually(t, "the engine rests", func() bool { return h.engines.studies.works.Load() == 0 })
	ask("go", "five", AnalysisBody{PositionBody: PositionBody{Game: "chuba"}})
	read()
	_ = conn.CloseNow()
	eventually(t, "the engine rests when nobody waits", func() bool { return h.engines.studies.works.Load() == 0 })
}

// TestShare: when others wait, an analysis ends after its share.
func TestShare(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it takes some seconds")
	}
	h := begin(t, unlimited(t.TempDir()))
	var long []*socket
	for range cap(h.engines.studies.free) {
		conn, _, err := h.client(t).dial("/api/analysis")
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = conn.CloseNow() }()
		s := newSocket(t, conn)
		s.send(map[string]string{"type": "go", "game": "chuba"})
		long = append(long, s)
	}
	eventually(t, "all work", func() bool { return int(h.engines.studies.works.Load()) == len(long) })
	start := time.Now()
	h.client(t).must("POST", "/api/analysis", AnalysisBody{PositionBody: PositionBody{Game: "chuba"}, Nodes: 1000}, nil)
	if took := time.Since(start); took > studyShare+5*time.Second {
		t.Errorf("waited %v", took)
	}
}
