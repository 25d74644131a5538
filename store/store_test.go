package store

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

func open(t *testing.T, file string) *Store {
	t.Helper()
	s, err := Open(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

var noon = time.UnixMilli(1_700_000_000_123)

func TestStore(t *testing.T) {
	file := filepath.Join(t.TempDir(), "deep", "games.db")
	s := open(t, file)
	ctx := t.Context()
	g := Game{ID: "abc", Kind: "chuba", Created: noon, Setup: []byte(`{"variant":"chuba"}`)}
	if err := s.Create(ctx, g); err != nil {
		t.Fatal(err)
	}
	if err := s.Create(ctx, g); !errors.Is(err, ErrExists) {
		t.Errorf("created twice: %v", err)
	}
	if err := s.Append(ctx, "nobody", Event{Seq: 1, At: noon}); !errors.Is(err, ErrNotFound) {
		t.Errorf("event of no game: %v", err)
	}
	for i := 1; i <= 3; i++ {
		if err := s.Append(ctx, "abc", Event{Seq: i, At: noon, Data: fmt.Appendf(nil, "move %d", i), Done: i == 3}); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Append(ctx, "abc", Event{Seq: 2, At: noon, Data: []byte("again")}); !errors.Is(err, ErrExists) {
		t.Errorf("event 2 twice: %v", err)
	}
	check := func(s *Store) {
		t.Helper()
		got, events, err := s.Game(ctx, "abc")
		if err != nil {
			t.Fatal(err)
		}
		if got.Kind != "chuba" || !got.Created.Equal(noon) || string(got.Setup) != string(g.Setup) || !got.Done {
			t.Errorf("got %+v", got)
		}
		if len(events) != 3 || string(events[1].Data) != "move 2" || events[2].Seq != 3 || !events[0].At.Equal(noon) {
			t.Errorf("events %+v", events)
		}
	}
	check(s)
	if _, _, err := s.Game(ctx, "xyz"); !errors.Is(err, ErrNotFound) {
		t.Errorf("no such game: %v", err)
	}
	copied := filepath.Join(t.TempDir(), "copy.db")
	if err := s.Backup(ctx, copied); err != nil {
		t.Fatal(err)
	}
	if err := s.Backup(ctx, copied); err == nil {
		t.Error("a backup must not overwrite a file")
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := s.Append(ctx, "abc", Event{Seq: 4}); !errors.Is(err, ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
	check(open(t, file))
	check(open(t, copied))
}

func TestList(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "games.db"))
	for i := range 6 {
		g := Game{ID: fmt.Sprint(i), Kind: "draughts", Created: noon.Add(time.Duration(i) * time.Second), Done: i >= 4, Private: i == 1}
		if err := s.Create(t.Context(), g); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		done, private bool
		limit         int
		want          string
	}{{false, false, 10, "320"}, {false, true, 10, "3210"}, {true, false, 10, "54"}, {false, true, 2, "32"}} {
		list, err := s.List(t.Context(), tt.done, tt.private, tt.limit)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, g := range list {
			got += g.ID
		}
		if got != tt.want {
			t.Errorf("List(%v, %v, %d): %s, want %s", tt.done, tt.private, tt.limit, got, tt.want)
		}
	}
}

func TestNotes(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "games.db"))
	for _, n := range [][2]string{{"a", "2"}, {"a", "1"}, {"b", "3"}, {"a", "2"}} {
		if err := s.Note(t.Context(), n[0], n[1]); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct{ subject, want string }{{"a", "[1 2]"}, {"b", "[3]"}, {"c", "[]"}} {
		got, err := s.Notes(t.Context(), tt.subject)
		if err != nil || fmt.Sprint(got) != tt.want {
			t.Errorf("Notes(%q): %v, %v, want %s", tt.subject, got, err, tt.want)
		}
	}
}

// TestTogether: many games at once share the transactions; each event is kept once.
func TestTogether(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "games.db"))
	const games, events = 20, 25
	var wg sync.WaitGroup
	for g := range games {
		wg.Go(func() {
			id := fmt.Sprint("game", g)
			if err := s.Create(t.Context(), Game{ID: id, Created: noon}); err != nil {
				t.Error(err)
			}
			for i := 1; i <= events; i++ {
				if err := s.Append(t.Context(), id, Event{Seq: i, At: noon, Data: []byte(id)}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	for g := range games {
		_, got, err := s.Game(t.Context(), fmt.Sprint("game", g))
		if err != nil || len(got) != events {
			t.Errorf("game %d: %d events, %v", g, len(got), err)
		}
	}
}

// TestNewer: a database of a newer version is refused, not changed.
func TestNewer(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games.db")
	s := open(t, file)
	if _, err := s.db.Exec("PRAGMA user_version = 99"); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(context.Background(), file); err == nil {
		t.Error("opened")
	}
}

// TestLock: a folder is held once, and who comes second reads by whom.
func TestLock(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "data")
	first, _, err := LockFolder(folder, "http://127.0.0.1:8080")
	if err != nil {
		t.Fatal(err)
	}
	if _, note, err := LockFolder(folder, "second"); !errors.Is(err, ErrLocked) || note != "http://127.0.0.1:8080" {
		t.Errorf("held twice: %q, %v", note, err)
	}
	if err := first.Unlock(); err != nil {
		t.Fatal(err)
	}
	again, _, err := LockFolder(folder, "x")
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Unlock(); err != nil {
		t.Error(err)
	}
}
