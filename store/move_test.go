package store

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"kibaho"
	"kibaho/store/storetest"
)

// fillClub makes a club in SQLite with so many games played and of record.
func fillClub(t *testing.T, games int) Club {
	t.Helper()
	dir := t.TempDir()
	c := Club{Games: filepath.Join(dir, "games.db"), Records: filepath.Join(dir, "records.db"), Alive: noon.Add(time.Hour)}
	s, err := Open(t.Context(), c.Games)
	if err != nil {
		t.Fatal(err)
	}
	for g := range games {
		id := fmt.Sprintf("g%03d", g)
		if err := s.Create(t.Context(), Game{ID: id, Kind: "chuba", Private: g%3 == 0, Created: noon.Add(time.Duration(g)), Setup: fmt.Appendf(nil, `{"n":%d}`, g)}); err != nil {
			t.Fatal(err)
		}
		for seq := 1; seq <= g%4; seq++ {
			if err := s.Append(t.Context(), id, Event{Seq: seq, At: noon.Add(time.Duration(seq) * time.Second), Data: []byte{byte(g), 0, 255, byte(seq)}, Done: seq == 3, Result: seq == 3}); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Note(t.Context(), "openings\na\nÉ"+id, fmt.Sprint(g)); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	a, err := OpenArchive(t.Context(), c.Records, true)
	if err != nil {
		t.Fatal(err)
	}
	b := a.Bulk(t.Context())
	r := kibaho.NewRand(5)
	for g := range games {
		row := Row{Kind: "x", First: "Jos\xe9", Second: "ann\x00", Made: g%2 == 0, Result: uint8(g % 4), Moves: int64(r.Uint64()), Digest: int64(r.Uint64()), Line: "a b", Text: "text \xff"}
		entries := []Entry{{Key: 7, Next: 1}, {Key: r.Uint64(), Next: 2, Ply: 1}}
		if err := b.Add(&row, entries); err != nil {
			t.Fatal(err)
		}
		if g%20 == 19 {
			if err := b.Flush(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := errors.Join(b.Flush(), a.Close()); err != nil {
		t.Fatal(err)
	}
	return c
}

func quiet(string, int64, int64) {}

// contents reads all of a club by the questions that the server asks.
func contents(t *testing.T, c Club) map[string]any {
	t.Helper()
	all := map[string]any{}
	s, err := OpenExisting(t.Context(), c.Games)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, done := range []bool{false, true} {
		list, err := s.List(t.Context(), done, true, 1<<30)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range list {
			kept, events, err := s.Game(t.Context(), g.ID)
			if err != nil {
				t.Fatal(err)
			}
			notes, err := s.Notes(t.Context(), "openings\na\nÉ"+g.ID)
			if err != nil {
				t.Fatal(err)
			}
			all[g.ID] = []any{kept, events, notes}
		}
	}
	a, err := OpenArchive(t.Context(), c.Records, false)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	err = a.Each(t.Context(), Query{Texts: true}, func(r Row) bool {
		all[fmt.Sprint("record ", r.ID)] = r
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	if all["branches"], err = a.Branches(t.Context(), 7); err != nil {
		t.Fatal(err)
	}
	return all
}

// TestMove moves a club into PostgreSQL and back. A move that was interrupted is
// gone on with, and until then nobody opens what is not whole.
func TestMove(t *testing.T) {
	const games = 40
	from := fillClub(t, games)
	where := storetest.URL(t)
	to := Club{Games: where, Records: where}
	want := contents(t, from)
	if len(want) != 2*games+1 {
		t.Fatalf("%d things in the source", len(want))
	}
	for _, stop := range []string{"games", "notes", "records texts"} {
		ctx, cancel := context.WithCancel(t.Context())
		_, err := Move(ctx, from, to, func(table string, rows, of int64) {
			if table == stop && rows == of {
				cancel()
			}
		})
		if err == nil {
			t.Fatalf("a move that was interrupted at %s ended well", stop)
		}
		if s, err := Open(t.Context(), where); err == nil || !strings.Contains(err.Error(), "migrate") {
			if err == nil {
				_ = s.Close()
			}
			t.Errorf("half of a club was opened: %v", err)
		}
	}
	moved, err := Move(t.Context(), from, to, quiet)
	if err != nil {
		t.Fatal(err)
	}
	counts := map[string]int64{}
	for _, m := range moved {
		counts[m.Table] = m.Rows
	}
	// Events: 0, 1, 2, 3 in turn.
	if counts["games"] != games || counts["events"] != 10*6 || counts["notes"] != games || counts["records games"] != games {
		t.Errorf("counts %v", counts)
	}
	if got := contents(t, to); !reflect.DeepEqual(got, want) {
		t.Error("what is in PostgreSQL differs from the source")
	}
	again, err := Move(t.Context(), from, to, quiet)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	back := Club{Games: filepath.Join(dir, "games.db"), Records: filepath.Join(dir, "records.db")}
	home, err := Move(t.Context(), to, back, quiet)
	if err != nil {
		t.Fatal(err)
	}
	if got := contents(t, back); !reflect.DeepEqual(got, want) {
		t.Error("what came back differs")
	}
	for i, m := range moved {
		if again[i].New != 0 || again[i].Hash != m.Hash || home[i].Hash != m.Hash || home[i].New != m.Rows {
			t.Errorf("%+v, again %+v, back %+v", m, again[i], home[i])
		}
	}
	if _, err := Move(t.Context(), to, back, quiet); !errors.Is(err, ErrOther) {
		t.Errorf("over a file: %v", err)
	}
}

// TestMoveRefused: what is in the target and not in the source is not touched.
func TestMoveRefused(t *testing.T) {
	from := fillClub(t, 10)
	for _, tt := range []struct {
		name   string
		change func(s *Store) error
		want   error
	}{
		{"another game", func(s *Store) error { return s.Create(t.Context(), Game{ID: "g005x", Created: noon}) }, ErrOther},
		{"a note", func(s *Store) error { return s.Note(t.Context(), "a", "b") }, ErrOther},
		{"served", func(s *Store) error { _, err := s.Beat(t.Context(), "other"); return err }, ErrServed},
	} {
		where := storetest.URL(t)
		s := open(t, where)
		if err := tt.change(s); err != nil {
			t.Fatal(err)
		}
		if _, err := Move(t.Context(), from, Club{Games: where, Records: where}, quiet); !errors.Is(err, tt.want) {
			t.Errorf("%s: %v", tt.name, err)
		}
		var n int
		if err := s.db.QueryRow("SELECT count(*) FROM games WHERE id < 'g005x'").Scan(&n); err != nil || n != 0 {
			t.Errorf("%s: %d games were copied, %v", tt.name, n, err)
		}
	}
}
