package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kibaho/server"
	"kibaho/store/storetest"
)

// TestMigrate moves a club that was played in, with its games of record, into
// PostgreSQL: the same seat goes on there.
func TestMigrate(t *testing.T) {
	where := storetest.URL(t)
	data := t.TempDir()
	say := func(want int, args ...string) string {
		t.Helper()
		var said bytes.Buffer
		if status := run(t.Context(), args, nil, &said, &said); status != want {
			t.Fatalf("%v: status %d, want %d: %s", args, status, want, said.String())
		}
		return said.String()
	}
	s := startServe(t, "--data", data, "--log", "error")
	_, body := s.ask("POST", "/api/token", "", "")
	token := part(t, body, "token")
	_, body = s.ask("POST", "/api/tables", token, `{"game":"draughts","seat":"both","control":"10+5"}`)
	id := part(t, body, "id")
	s.ask("POST", "/api/tables/"+id+"/commands", token, `{"kind":"move","text":"11-15"}`)
	s.ask("POST", "/api/tables/"+id+"/commands", token, `{"kind":"move","text":"22-18"}`)
	_, before := s.ask("GET", "/api/tables/"+id+"/events", token, "")
	from := filepath.Join(data, server.DatabaseFile)
	if got := say(failed, "migrate", "--from", from, "--to", where); !strings.Contains(got, "stop it first") {
		t.Errorf("while it is served: %s", got)
	}
	game := filepath.Join(t.TempDir(), "game.pdn")
	if err := os.WriteFile(game, []byte("[Event \"Jos\xe9\"]\n1. 11-15 22-18 *\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	say(done, "records", "import", game, "--db", filepath.Join(data, server.RecordsFile))
	s.end()
	if got := say(done, "migrate", "--from", from, "--to", where); !strings.Contains(got, "events") || !strings.Contains(got, "records pages") {
		t.Errorf("said %s", got)
	}
	if got := say(done, "migrate", "--from", from, "--to", where, "--json"); !strings.Contains(got, `"new":0`) || strings.Contains(got, `"new":1`) {
		t.Errorf("again: %s", got)
	}
	search := []string{"records", "search", "--db"}
	if got, want := say(done, append(search, where)...), say(done, append(search, filepath.Join(data, server.RecordsFile))...); got != want {
		t.Errorf("games of record: %s, want %s", got, want)
	}
	again := startServe(t, "--data", t.TempDir(), "--db", where, "--log", "error")
	if _, after := again.ask("GET", "/api/tables/"+id+"/events", token, ""); !strings.HasPrefix(after, strings.TrimSuffix(strings.TrimSpace(before), "]")) {
		t.Errorf("events %s, before %s", after, before)
	}
	again.ask("POST", "/api/tables/"+id+"/commands", token, `{"kind":"move","text":"15x22"}`)
	if got := say(wrong, "backup", "a.db", "--db", where); !strings.Contains(got, "pg_dump") {
		t.Errorf("backup: %s", got)
	}
}
