package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kibaho/store/storetest"
)

// TestMain stops the PostgreSQL that tests have shared.
func TestMain(m *testing.M) {
	code := m.Run()
	storetest.End()
	os.Exit(code)
}

// both runs a test on each kind of database: where is the address of one that is
// not there yet.
func both(t *testing.T, f func(t *testing.T, where string)) {
	t.Run("SQLite", func(t *testing.T) { f(t, filepath.Join(t.TempDir(), "deep", "games.db")) })
	t.Run("PostgreSQL", func(t *testing.T) { f(t, storetest.URL(t)) })
}

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

func TestStore(t *testing.T) { both(t, testStore) }

func testStore(t *testing.T, file string) {
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
	if s.Shared() {
		if err := s.Backup(ctx, copied); err == nil || !strings.Contains(err.Error(), "pg_dump") {
			t.Errorf("backup: %v, want what to do instead", err)
		}
	} else {
		if err := s.Backup(ctx, copied); err != nil {
			t.Fatal(err)
		}
		if err := s.Backup(ctx, copied); err == nil {
			t.Error("a backup must not overwrite a file")
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := s.Append(ctx, "abc", Event{Seq: 4}); !errors.Is(err, ErrClosed) {
		t.Errorf("after Close: %v", err)
	}
	check(open(t, file))
	if !s.Shared() {
		check(open(t, copied))
	}
}

func TestList(t *testing.T) { both(t, testList) }

func testList(t *testing.T, where string) {
	s := open(t, where)
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

// TestFinished: games with a result, the latest first, page after page; neither
// private ones nor those that were broken off.
func TestFinished(t *testing.T) { both(t, testFinished) }

func testFinished(t *testing.T, where string) {
	s := open(t, where)
	for i := range 9 {
		id := fmt.Sprint(i)
		g := Game{ID: id, Kind: "draughts", Created: noon, Private: i == 2}
		if i == 5 {
			g.Kind = "chuba"
		}
		if err := s.Create(t.Context(), g); err != nil {
			t.Fatal(err)
		}
		// Games 6 and 7 end in the same millisecond; 3 is broken off, 4 goes on.
		at := noon.Add(time.Duration(min(i, 6)) * time.Second)
		if err := s.Append(t.Context(), id, Event{Seq: 1, At: at, Done: i != 4, Result: i != 3 && i != 4}); err != nil {
			t.Fatal(err)
		}
		// What is said afterwards changes nothing.
		if err := s.Append(t.Context(), id, Event{Seq: 2, At: at.Add(time.Hour), Done: i != 4, Result: i == 3}); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct{ kind, want string }{{"", "8 7 6 5 1 0"}, {"chuba", "5"}, {"igisoro", ""}} {
		for _, limit := range []int{1, 2, 10} {
			var got []string
			var last Game
			for {
				page, err := s.Finished(t.Context(), tt.kind, last, limit)
				if err != nil {
					t.Fatal(err)
				}
				if len(page) > limit {
					t.Fatalf("a page of %d games, at most %d were wanted", len(page), limit)
				}
				if len(page) == 0 {
					break
				}
				for _, g := range page {
					got = append(got, g.ID)
				}
				last = page[len(page)-1]
			}
			if got := strings.Join(got, " "); got != tt.want {
				t.Errorf("%q, %d at a time: %s, want %s", tt.kind, limit, got, tt.want)
			}
		}
	}
}

// TestMigrateEnded: a database that knew no ends of games learns them from the events.
func TestMigrateEnded(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games.db")
	db, err := sql.Open("sqlite", "file:"+file)
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range append(slices.Clone(schema[:2]), `
		INSERT INTO games VALUES ('over', 'chuba', 0, 1000, '', 1), ('open', 'chuba', 0, 1000, '', 0);
		INSERT INTO events VALUES ('over', 1, 2000, ''), ('over', 2, 3000, ''), ('open', 1, 4000, '');
		PRAGMA user_version = 2`) {
		if _, err := db.Exec(step); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	list, err := open(t, file).Finished(t.Context(), "", Game{}, 10)
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != 1 || list[0].ID != "over" || list[0].Ended.UnixMilli() != 3000 {
		t.Errorf("got %+v, want the game that is over, ended at its last event", list)
	}
}

func TestNotes(t *testing.T) { both(t, testNotes) }

func testNotes(t *testing.T, where string) {
	s := open(t, where)
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
func TestTogether(t *testing.T) { both(t, testTogether) }

func testTogether(t *testing.T, where string) {
	s := open(t, where)
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
	both(t, func(t *testing.T, where string) {
		s := open(t, where)
		newer := "PRAGMA user_version = 99"
		if s.Shared() {
			newer = "UPDATE version SET step = 99"
		}
		if _, err := s.db.Exec(newer); err != nil {
			t.Fatal(err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(context.Background(), where); err == nil || !strings.Contains(err.Error(), "newer version") {
			t.Errorf("opened: %v", err)
		}
	})
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
