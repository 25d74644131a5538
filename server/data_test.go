package server

import (
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// TestBackup: a copy made while games go on is a whole data folder again.
func TestBackup(t *testing.T) {
	ofFiles(t)
	h := begin(t, unlimited(t.TempDir()))
	c := h.client(t)
	id := c.create(NewTable{Game: "draughts", Seat: "both"}).ID
	c.move(id, "11-15")
	restored := t.TempDir()
	if err := h.store.Backup(t.Context(), filepath.Join(restored, DatabaseFile)); err != nil {
		t.Fatal(err)
	}
	c.move(id, "22-18")
	other := begin(t, unlimited(restored))
	c.base = other.http.URL
	table := c.table(id)
	if len(table.Turns) != 1 || len(table.You) != 2 {
		t.Errorf("restored %d turns, you %v", len(table.Turns), table.You)
	}
	c.move(id, "23-19")
}

// TestBrokenDisk: when an event cannot be kept nobody sees it, and the table is
// read anew.
func TestBrokenDisk(t *testing.T) {
	ofFiles(t)
	h := begin(t, unlimited(t.TempDir()))
	c := h.client(t)
	id := c.create(NewTable{Game: "draughts", Seat: "both"}).ID
	c.move(id, "11-15")
	l, err := h.hall.find(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	// Another process has written the next event.
	l.mu.Lock()
	seq := l.state.Seq + 1
	l.mu.Unlock()
	event := []byte(`{"kind":"move","side":1,"text":"22-18"}`)
	if err := h.store.Append(t.Context(), id, storeEvent(seq, event)); err != nil {
		t.Fatal(err)
	}
	if status, _, err := c.ask("POST", "/api/tables/"+id+"/commands", CommandBody{Kind: "move", Text: "23-19"}, nil); err != nil || status != http.StatusInternalServerError {
		t.Errorf("status %d, %v", status, err)
	}
	if table := c.table(id); len(table.Turns) != 2 || table.Turns[1].Text != "22-18" {
		t.Errorf("turns %+v", table.Turns)
	}
	c.move(id, "15x22")
}

// TestNothingIsLeft: a server that is closed leaves no goroutine behind.
func TestNothingIsLeft(t *testing.T) {
	http.DefaultClient.CloseIdleConnections()
	before := goleak.IgnoreCurrent()
	h := begin(t, unlimited(t.TempDir()))
	c := h.client(t)
	id := c.create(NewTable{Game: "chuba", Level: 4, Seat: "second", Control: "5+3"}).ID
	s := c.watch(id, -1)
	eventually(t, "the engine moves", func() bool { return len(c.table(id).Turns) > 0 })
	conn, _, err := c.dial("/api/analysis")
	if err != nil {
		t.Fatal(err)
	}
	study := newSocket(t, conn)
	study.send(map[string]string{"type": "go", "game": "fanorona"})
	eventually(t, "the engine works", func() bool { return h.engines.studies.works.Load() == 1 })
	go func() {
		for {
			if _, err := s.read(time.Minute); err != nil {
				_ = s.conn.CloseNow()
				return
			}
		}
	}()
	go func() {
		for {
			if _, _, err := conn.Read(t.Context()); err != nil {
				_ = conn.CloseNow()
				return
			}
		}
	}()
	h.stop(t)
	http.DefaultClient.CloseIdleConnections()
	goleak.VerifyNone(t, before)
}

// TestReady: a server with many tables answers soon.
func TestReady(t *testing.T) {
	c := startChild(t)
	client := newClient(t, c.base())
	for range 200 {
		id := client.create(NewTable{Game: "draughts", Seat: "both", Control: "3d"}).ID
		client.move(id, "11-15")
	}
	c.kill()
	took := c.start()
	client.must("GET", "/healthz", nil, nil)
	t.Logf("answers after %v", took)
	// The promise is 100 ms; a busy machine gets some more.
	if took > 2*time.Second {
		t.Errorf("answers after %v", took)
	}
	if _, err := os.Stat(filepath.Join(c.data, DatabaseFile)); err != nil {
		t.Error(err)
	}
}

// TestEngineAnswers: the engine declines a draw in a game that has hardly begun.
func TestEngineAnswers(t *testing.T) {
	h := begin(t, unlimited(t.TempDir()))
	c := h.client(t)
	id := c.create(NewTable{Game: "draughts", Level: 2}).ID
	s := c.watch(id, -1)
	s.next() // the table; from here on every event comes
	c.do(id, CommandBody{Kind: "offer"})
	if m := s.event(); m.Event.Kind != Offer || m.Status.Offer == nil {
		t.Errorf("%+v", m.Event)
	}
	if m := s.event(); m.Event.Kind != Decline || m.Event.Side != 1 || m.Status.Offer != nil {
		t.Errorf("%+v", m.Event)
	}
	c.move(id, "11-15")
	for m := s.event(); m.Event.Side != 1; m = s.event() {
	}
	// A takeback is granted at once and the engine's search for another move too.
	c.do(id, CommandBody{Kind: "ask-takeback"})
	if m := s.event(); m.Event.Kind != Takeback || m.View.Turn != 0 || m.Status.Ply != 0 {
		t.Errorf("%+v", m.Event)
	}
	c.move(id, "12-16")
}
