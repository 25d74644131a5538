package server

import (
	"database/sql"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kibaho/archive"
	"kibaho/record"
	"kibaho/store"
)

// TestExplore: public games that are over can be explored, with what the clocks
// showed; others cannot.
func TestExplore(t *testing.T) {
	h := begin(t, unlimited(t.TempDir()))
	c := h.client(t)
	play := func(visibility string, turns ...string) {
		id := c.create(NewTable{Game: "draughts", Visibility: visibility, Seat: "both", Name: "Ada", Control: "5+3"}).ID
		for _, turn := range turns {
			c.move(id, turn)
		}
		c.do(id, CommandBody{Kind: "resign"})
	}
	play(Public, "11-15", "23-19", "8-11")
	play(Public, "11-15", "22-17")
	play(Private, "11-15", "24-20")
	play(Public)
	var v archive.ViewJSON
	eventually(t, "games that are over are put in", func() bool {
		c.must("POST", "/api/explore", ExploreBody{PositionBody: PositionBody{Game: "draughts"}}, &v)
		return v.Games == 2
	})
	if len(v.Choices) != 1 || v.Choices[0].Turns[0] != "11-15" || v.Choices[0].Name != "Old Faithful" || v.Choices[0].Engine != "" {
		t.Errorf("first position: %+v", v)
	}
	c.must("POST", "/api/explore", ExploreBody{PositionBody: PositionBody{Game: "draughts", Moves: []string{"11-15"}}, Nodes: 2000}, &v)
	if len(v.Choices) != 2 {
		t.Fatalf("after 11-15: %+v", v)
	}
	for _, choice := range v.Choices {
		if choice.Turns[0] == "24-20" || choice.Games != 1 || choice.Engine == "" || len(choice.Samples) != 1 {
			t.Errorf("after 11-15: %+v", choice)
		}
		resp, err := http.Get(h.http.URL + "/api/records/" + string(rune('0'+choice.Samples[0])))
		if err != nil {
			t.Fatal(err)
		}
		text, _ := io.ReadAll(resp.Body)
		_ = resp.Body.Close()
		r, err := record.Read(string(text))
		if err != nil {
			t.Fatalf("%v:\n%s", err, text)
		}
		line := r.Main()
		if len(line) < 2 || line[1].Text != choice.Turns[0] || !strings.HasPrefix(r.Tag("Site"), "table ") || r.Tag("First") != "Ada" {
			t.Errorf("the game of the sample:\n%s", text)
		}
		// The clock runs from First's first turn on.
		if left, ok := line[1].Clock(); !ok || left.Seconds() < 300 || left.Seconds() > 303 {
			t.Errorf("the clock after the second turn shows %v:\n%s", left, text)
		}
	}
	c.refused(http.StatusNotFound, "GET", "/api/records/12345", nil)
	c.refused(http.StatusUnprocessableEntity, "POST", "/api/explore", ExploreBody{PositionBody: PositionBody{Game: "draughts", Moves: []string{"11-14"}}})
	c.must("POST", "/api/explore", ExploreBody{PositionBody: PositionBody{Game: "igisoro"}, Nodes: 1000}, &v)
	if v.Games != 0 || len(v.Choices) != 0 {
		t.Errorf("igisoro: %+v", v)
	}
}

// loseRecords takes away the database of records of a server that has ended.
func loseRecords(t *testing.T, o Options) {
	t.Helper()
	if o.Database != "" {
		db, err := sql.Open("postgres", o.Database)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		_, schema, _ := strings.Cut(o.Database, "search_path=")
		if _, err := db.ExecContext(t.Context(), "DROP SCHEMA "+schema+"_records CASCADE"); err != nil {
			t.Fatal(err)
		}
		return
	}
	kept, err := filepath.Glob(filepath.Join(o.Data, RecordsFile+"*"))
	if err != nil || len(kept) == 0 {
		t.Fatal(kept, err)
	}
	for _, name := range kept {
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
}

// TestCaughtUp: games that the database of records has missed, because the program
// was killed when they ended, are put in when the next one starts; a copy of the
// database holds them.
func TestCaughtUp(t *testing.T) {
	data := t.TempDir()
	o := unlimited(data)
	h := begin(t, o)
	c := h.client(t)
	for _, turn := range []string{"11-15", "10-15"} {
		id := c.create(NewTable{Game: "draughts", Visibility: Public, Seat: "both", Name: "Ada"}).ID
		c.move(id, turn)
		c.do(id, CommandBody{Kind: "resign"})
	}
	h.stop(t)
	loseRecords(t, o)
	h = begin(t, o)
	c = h.client(t)
	var v archive.ViewJSON
	eventually(t, "the games are in again", func() bool {
		c.must("POST", "/api/explore", ExploreBody{PositionBody: PositionBody{Game: "draughts"}}, &v)
		return v.Games == 2
	})
	a, err := h.keeper.open(t.Context(), false)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := a.Count(t.Context()); n != 2 || err != nil {
		t.Errorf("the database of records holds %d games, %v", n, err)
	}
	if o.Database != "" {
		return // copied by the tools of PostgreSQL
	}
	name := filepath.Join(t.TempDir(), "copy.db")
	if err := a.Backup(t.Context(), name); err != nil {
		t.Fatal(err)
	}
	copied, err := store.OpenArchive(t.Context(), name, false)
	if err != nil {
		t.Fatal(err)
	}
	defer copied.Close()
	if n, err := copied.Count(t.Context()); n != 2 || err != nil {
		t.Errorf("the copy holds %d games, %v", n, err)
	}
	if err := a.Backup(t.Context(), name); err == nil {
		t.Error("a copy was written over")
	}
}
