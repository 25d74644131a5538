package server

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// TestFinished: public games with a result are listed, page after page, the latest
// first; neither those by link nor private ones nor those that were broken off.
func TestFinished(t *testing.T) {
	h := begin(t, unlimited(t.TempDir()))
	c, other := h.client(t), h.client(t)
	play := func(n NewTable, end string) string {
		n.Seat, n.Name = "both", "Ada"
		id := c.create(n).ID
		if end != "" {
			c.do(id, CommandBody{Kind: end})
		}
		return id
	}
	first := play(NewTable{Game: "draughts", Visibility: Public}, "resign")
	play(NewTable{Game: "draughts", Visibility: Unlisted}, "resign")
	play(NewTable{Game: "draughts", Visibility: Private}, "resign")
	play(NewTable{Game: "draughts", Visibility: Public}, "abort")
	play(NewTable{Game: "draughts", Visibility: Public}, "")
	second := play(NewTable{Game: "chuba", Visibility: Public}, "resign")
	// A game that comes to its end on the board.
	won := play(NewTable{Game: "draughts", Visibility: Public, Position: "B:W18:B14"}, "")
	c.move(won, "14x23")
	all := []string{won, second, first}
	for _, tt := range []struct {
		query string
		want  []string
	}{{"", all}, {"&game=chuba", all[1:2]}, {"&game=draughts", []string{won, first}}, {"&game=igisoro", nil}} {
		for _, limit := range []string{"1", "2", "50"} {
			var got []string
			for after := ""; ; {
				var page FinishedPage
				other.must("GET", "/api/finished?limit="+limit+tt.query+"&after="+after, nil, &page)
				for _, e := range page.Games {
					got = append(got, e.ID)
					if e.State != "over" || e.Outcome == "" || e.Reason == "" || e.Ended == 0 || e.Board == nil || len(e.You) != 0 {
						t.Errorf("%+v", e)
					}
				}
				if after = page.Next; after == "" {
					break
				}
			}
			if strings.Join(got, " ") != strings.Join(tt.want, " ") {
				t.Errorf("%s, %s at a time: %v, want %v", tt.query, limit, got, tt.want)
			}
		}
	}
	var page FinishedPage
	c.must("GET", "/api/finished?limit=1", nil, &page)
	if e := page.Games[0]; e.Outcome != "first" || e.Turns != 1 || len(e.You) != 2 || e.Seats[0].Name != "Ada" {
		t.Errorf("the game that was won: %+v", e)
	}
	for _, query := range []string{"after=x", "after=1-", "after=x-y", "game=chess", "limit=0", "limit=51"} {
		c.refused(http.StatusUnprocessableEntity, "GET", "/api/finished?"+query, nil)
	}
}

// TestSpectators: how many watch is told to all, those with a seat left out.
func TestSpectators(t *testing.T) {
	h := begin(t, unlimited(t.TempDir()))
	c := h.client(t)
	id := c.create(NewTable{Game: "chuba", Seat: "both"}).ID
	s := c.watch(id, -1)
	if n := s.next().Table.Watching; n != 0 {
		t.Errorf("%d watch, nobody does", n)
	}
	watching := func(want int) {
		t.Helper()
		eventually(t, "the number of spectators is told", func() bool {
			m, err := s.read(20 * time.Second)
			if err != nil {
				t.Fatal(err)
			}
			return m.Type == "here" && m.Here != nil && m.Here[0] && m.Watching != nil && *m.Watching == want
		})
	}
	var crowd []*socket
	for range 3 {
		crowd = append(crowd, h.client(t).watch(id, -1))
	}
	watching(3)
	if n := h.client(t).table(id).Watching; n != 3 {
		t.Errorf("%d watch, want 3", n)
	}
	for _, w := range crowd[:2] {
		_ = w.conn.CloseNow()
	}
	watching(1)
}

// TestRefusalLink: over HTTP and over the socket a refused move comes with the
// address of the rule as the table plays it.
func TestRefusalLink(t *testing.T) {
	h := begin(t, unlimited(t.TempDir()))
	c := h.client(t)
	id := c.create(NewTable{Game: "fanorona", Variant: "1886", Set: []string{"size=5x5"}, Seat: "both"}).ID
	const want = "/rules/fanorona?set=size%3D5x5&variant=1886#"
	p := c.refused(http.StatusUnprocessableEntity, "POST", "/api/tables/"+id+"/commands", CommandBody{Kind: "move", Text: "A1-A2"})
	if p.Refusal == nil || p.Refusal.Rule == "" || p.Refusal.Link != want+p.Refusal.Rule {
		t.Errorf("over HTTP: %+v", p.Refusal)
	}
	s := c.watch(id, -1)
	s.send(tableAsk{Type: "command", CommandBody: CommandBody{Kind: "move", Text: "A1-A2", Key: "k"}})
	m := s.next()
	for m.Type != "refused" {
		m = s.next()
	}
	if m.Problem == nil || m.Problem.Refusal == nil || m.Problem.Refusal.Link != want+m.Problem.Refusal.Rule {
		t.Errorf("over the socket: %+v", m.Problem)
	}
	p = c.refused(http.StatusUnprocessableEntity, "POST", "/api/position", PositionBody{Game: "fanorona", Variant: "1886", Set: []string{"size=5x5"}, Moves: []string{"A1-A2"}})
	if p.Refusal == nil || p.Refusal.Link != want+p.Refusal.Rule {
		t.Errorf("of a position: %+v", p.Refusal)
	}
}

// TestFullStrength: the engine as it is plays within a second, and when others wait
// within a share of it; the levels do not wait for it.
func TestFullStrength(t *testing.T) {
	h := begin(t, unlimited(t.TempDir()))
	c := h.client(t)
	var ids []string
	for range 4 {
		id := c.create(NewTable{Game: "chuba", Level: FullStrength}).ID
		c.move(id, c.table(id).View.Moves[0].Text)
		ids = append(ids, id)
	}
	weak := c.create(NewTable{Game: "draughts", Level: 1}).ID
	c.move(weak, "11-15")
	eventually(t, "the level answers", func() bool { return len(c.table(weak).Turns) > 1 })
	for _, id := range ids {
		eventually(t, "the engine answers", func() bool { return len(c.table(id).Turns) > 1 })
	}
	if got := c.table(ids[0]).Seats[1]; got.Level != FullStrength {
		t.Errorf("seat %+v", got)
	}
	var record string
	c.must("GET", "/api/tables/"+ids[0]+"/record", nil, &record)
	if !strings.Contains(record, `[Second "Engine at full strength"]`) {
		t.Errorf("the record does not say who played:\n%s", record)
	}
	c.refused(http.StatusUnprocessableEntity, "POST", "/api/tables", NewTable{Game: "chuba", Level: FullStrength + 1})
}

// TestMetricsAudience: what is measured is told to programs on this machine alone,
// unless it is asked for.
func TestMetricsAudience(t *testing.T) {
	for _, tt := range []struct {
		audience Audience
		address  string
		header   string
		want     int
	}{
		{"", "127.0.0.1:9", "", http.StatusOK},
		{Local, "[::1]:9", "", http.StatusOK},
		{Local, "192.0.2.1:9", "", http.StatusForbidden},
		{Local, "127.0.0.1:9", "X-Forwarded-For", http.StatusForbidden},
		{Local, "127.0.0.1:9", "Forwarded", http.StatusForbidden},
		{All, "192.0.2.1:9", "X-Forwarded-For", http.StatusOK},
		{Nobody, "127.0.0.1:9", "", http.StatusNotFound},
	} {
		for _, proxy := range []bool{false, true} {
			o := unlimited(t.TempDir())
			o.Metrics, o.Proxy = tt.audience, proxy
			h := begin(t, o)
			r, err := http.NewRequest("GET", "/metrics", nil)
			if err != nil {
				t.Fatal(err)
			}
			r.RemoteAddr = tt.address
			if tt.header != "" {
				r.Header.Set(tt.header, "127.0.0.1")
			}
			w := httptest.NewRecorder()
			h.Handler().ServeHTTP(w, r)
			if w.Code != tt.want {
				t.Errorf("%q, from %s with %q, proxy %v: status %d, want %d", tt.audience, tt.address, tt.header, proxy, w.Code, tt.want)
			}
		}
	}
	if _, err := ReadAudience("everybody"); err == nil {
		t.Error("an audience that there is not is taken")
	}
}
