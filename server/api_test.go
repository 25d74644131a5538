package server

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/coder/websocket"

	"kibaho/games"
)

func TestQuestions(t *testing.T) {
	h := begin(t, unlimited(t.TempDir()))
	c := h.client(t)
	var list []GameFacts
	c.must("GET", "/api/games", nil, &list)
	if len(list) != len(games.All) {
		t.Errorf("%d games", len(list))
	}
	for _, g := range list {
		if len(g.Variants) == 0 || len(g.Options) == 0 || len(g.Board.At) != len(g.Board.Names) || len(g.Board.At) == 0 {
			t.Errorf("%s: %+v", g.Name, g)
		}
		var book RuleBook
		c.must("GET", "/api/rules/"+g.Name, nil, &book)
		if len(book.Rules) < 10 || len(book.Customs) != 4 || book.Variant != g.Variants[0].Name {
			t.Errorf("%s: rules %+v", g.Name, book)
		}
	}
	// DR7: the reading that a variant plays.
	played := func(query string) string {
		var book RuleBook
		c.must("GET", "/api/rules/draughts?"+query, nil, &book)
		for _, r := range book.Rules {
			for _, reading := range r.Readings {
				if r.No == "DR7" && reading.Played {
					return reading.When
				}
			}
		}
		return ""
	}
	if a, b := played("variant=english"), played("variant=huffing"); a == b {
		t.Errorf("DR7 is read the same, %q, with and without huffing", a)
	}
	c.refused(http.StatusUnprocessableEntity, "GET", "/api/rules/chess", nil)
	c.refused(http.StatusUnprocessableEntity, "GET", "/api/rules/chuba?set=size=99", nil)

	var p PositionView
	c.must("POST", "/api/position", PositionBody{Game: "draughts", Moves: []string{"11-15", "22-18"}, History: true, Seen: true}, &p)
	if len(p.View.Moves) != 1 || p.View.Moves[0].Text != "15x22" || len(p.View.Moves[0].Events) == 0 || len(p.Turns) != 2 || p.Turns[1].Board == nil || p.View.Turn != 0 {
		t.Errorf("position %+v", p)
	}
	problem := c.refused(http.StatusUnprocessableEntity, "POST", "/api/position", PositionBody{Game: "draughts", Moves: []string{"11-15", "22-18", "12-16"}})
	if problem.Refusal == nil || problem.Refusal.Rule != "DR3" || problem.Move == nil || *problem.Move != 2 || problem.Refusal.Link != "/rules/draughts#DR3" {
		t.Errorf("refusal %+v", problem)
	}
	for _, body := range []any{
		PositionBody{Game: "chess"},
		PositionBody{Game: "draughts", Position: "X"},
		PositionBody{Game: "draughts", Set: []string{"capture"}},
		PositionBody{Game: "draughts", Position: strings.Repeat("W", 5000)},
		map[string]any{"game": 7},
		[]string{"game"},
	} {
		c.refused(http.StatusUnprocessableEntity, "POST", "/api/position", body)
	}
	if status, _, _ := c.ask("POST", "/api/position", map[string]any{"game": strings.Repeat("x", maxBody+1)}, nil); status != http.StatusRequestEntityTooLarge {
		t.Errorf("a large body: status %d", status)
	}
}

func TestPictures(t *testing.T) {
	h := begin(t, unlimited(t.TempDir()))
	c := h.client(t)
	for _, g := range games.All {
		var svg, again string
		c.must("POST", "/api/picture", PictureBody{PositionBody: PositionBody{Game: g.Facts().Name}, Legal: true, Arrows: []ArrowBody{{From: 3, To: 9, Rank: 1}}}, &svg)
		c.must("GET", "/api/picture?game="+g.Facts().Name+"&style=plain&dark=true", nil, &again)
		for _, text := range []string{svg, again} {
			if err := xml.Unmarshal([]byte(text), new(struct {
				XMLName xml.Name `xml:"svg"`
			})); err != nil {
				t.Errorf("%s: %v", g.Facts().Name, err)
			}
		}
		if svg == again || !strings.Contains(svg, "to move") {
			t.Errorf("%s: pictures do not differ, or have no title", g.Facts().Name)
		}
	}
	c.refused(http.StatusUnprocessableEntity, "POST", "/api/picture", PictureBody{PositionBody: PositionBody{Game: "draughts"}, Arrows: []ArrowBody{{From: 200, To: 1}}})
	c.refused(http.StatusUnprocessableEntity, "GET", "/api/picture?game=draughts&style=gold", nil)
}

func TestRecords(t *testing.T) {
	h := begin(t, unlimited(t.TempDir()))
	c := h.client(t)
	var text string
	c.must("POST", "/api/records/write", RecordBody{PositionBody: PositionBody{Game: "igisoro", Moves: []string{"c", "D"}}, Tags: map[string]string{"First": "Anna"}}, &text)
	if !strings.Contains(text, `[First "Anna"]`) || !strings.Contains(text, "1. c D") {
		t.Errorf("record\n%s", text)
	}
	var r RecordView
	c.must("POST", "/api/records/read", RecordText{text}, &r)
	if len(r.Position.Turns) != 2 || r.Position.Turns[1].Text != "D" || r.Position.Game != "igisoro" {
		t.Errorf("read back %+v", r.Position)
	}
	p := c.refused(http.StatusUnprocessableEntity, "POST", "/api/records/read", RecordText{"[Game \"draughts\"]\n\n1. 11-16 1-2 *\n"})
	if !strings.Contains(p.Detail, "line 3") {
		t.Errorf("problem %+v", p)
	}
	c.refused(http.StatusUnprocessableEntity, "POST", "/api/records/write", RecordBody{PositionBody: PositionBody{Game: "igisoro"}, Tags: map[string]string{"a]b": ""}})

	table := c.create(NewTable{Game: "draughts", Seat: "both", Name: "Anna"})
	c.move(table.ID, "11-15")
	c.must("GET", "/api/tables/"+table.ID+"/record", nil, &text)
	if !strings.Contains(text, "1. 11-15 *") {
		t.Errorf("record of a table\n%s", text)
	}
	var turns []Turn
	c.must("GET", "/api/tables/"+table.ID+"/history", nil, &turns)
	if len(turns) != 1 || turns[0].Board == nil || len(turns[0].Seen) != 1 {
		t.Errorf("history %+v", turns)
	}
}

// TestRecordTree: what was written with variations, comments, marks, clocks and
// evaluations is read back, and written the same again.
func TestRecordTree(t *testing.T) {
	h := begin(t, unlimited(t.TempDir()))
	c := h.client(t)
	clock := int64(299_500)
	body := RecordBody{
		PositionBody: PositionBody{Game: "draughts"}, Tags: map[string]string{"First": "Anna", "Result": "0-1"}, Comment: "a study",
		Tree: []RecordNode{
			{Parent: -1, Text: "11-15", Clock: &clock, Eval: &EvalView{Score: 12, Depth: 9}},
			{Parent: 0, Text: "22-18", Mark: "?!", Comment: "the Double Corner Dyke"},
			{Parent: 1, Text: "15x22", Eval: &EvalView{Value: "first", Plies: 31}},
			{Parent: 2, Text: "25x18"},
			{Parent: 2, Text: "26x17", Comment: "the other way"},
			{Parent: 4, Text: "8-11", NAGs: []int{14}},
			{Parent: 0, Text: "23-19", Comment: "the usual one"},
			{Parent: -1, Text: "9-14"},
		},
	}
	var text string
	c.must("POST", "/api/records/write", body, &text)
	want := `[Game "draughts"]
[Variant "english"]
[First "Anna"]
[Result "0-1"]

{a study} 1. 11-15 {[%clk 0:04:59.5] [%eval +0.12/9]} (1. 9-14) 1... 22-18?!
{the Double Corner Dyke} (1... 23-19 {the usual one}) 2. 15x22
{[%eval first:31]} 2... 25x18 (2... 26x17 {the other way} 3. 8-11 $14) 0-1
`
	if text != want {
		t.Errorf("wrote\n%s\nwant\n%s", text, want)
	}
	var v RecordView
	c.must("POST", "/api/records/read", RecordText{text}, &v)
	again := RecordBody{PositionBody: PositionBody{Game: "draughts"}, Comment: v.Comment, Tree: v.Tree, Tags: map[string]string{}}
	for _, tag := range v.Tags {
		again.Tags[tag.Name] = tag.Value
	}
	var second string
	c.must("POST", "/api/records/write", again, &second)
	if second != text {
		t.Errorf("written again\n%s\nwant\n%s", second, text)
	}
	if len(v.Tree) != len(body.Tree) || len(v.Position.Turns) != 4 || v.Position.View.Outcome != "second" || len(v.Notes) != 0 {
		t.Errorf("read %d turns, main line %v, outcome %q, notes %q", len(v.Tree), v.Position.Turns, v.Position.View.Outcome, v.Notes)
	}
	// PDN of other programs is read too; what was put right is told.
	c.must("POST", "/api/records/read", RecordText{`[GameType "21"] 1. 11-15 $2 23-19 2. 8-11 /FEN "W:W32:B1"/ 32-28 *`}, &v)
	if len(v.Tree) != 3 || v.Tree[0].Mark != "?" || len(v.Notes) != 1 || !strings.Contains(v.Notes[0], "W:W32:B1") {
		t.Errorf("PDN: %+v, notes %q", v.Tree, v.Notes)
	}
	for _, bad := range []RecordBody{
		{Tree: []RecordNode{{Parent: 0, Text: "11-15"}}},
		{Tree: []RecordNode{{Parent: -1, Text: "11-15"}, {Parent: 1, Text: "22-18"}}},
		{Tree: []RecordNode{{Parent: -1, Text: "11-16"}, {Parent: 0, Text: "11-15"}}},
		{Tree: []RecordNode{{Parent: -1, Text: "11-15", Mark: "{"}}},
		{Tree: []RecordNode{{Parent: -1, Text: "11-15"}}, PositionBody: PositionBody{Moves: []string{"11-15"}}},
		{Tags: map[string]string{"Result": "2-2"}},
	} {
		bad.Game = "draughts"
		c.refused(http.StatusUnprocessableEntity, "POST", "/api/records/write", bad)
	}
}

// TestRecordClocks: the record of a table tells what was left after each turn that
// took time of a clock.
func TestRecordClocks(t *testing.T) {
	h := begin(t, unlimited(t.TempDir()))
	c := h.client(t)
	id := c.create(NewTable{Game: "draughts", Seat: "both", Control: "5+3"}).ID
	for _, text := range []string{"11-15", "22-18", "15x22"} {
		c.move(id, text)
	}
	black := 0
	c.do(id, CommandBody{Kind: "ask-takeback", Side: &black})
	c.move(id, "15x22")
	var text string
	c.must("GET", "/api/tables/"+id+"/record", nil, &text)
	if !regexp.MustCompile(`1\. 11-15 22-18 \{\[%clk 0:05:0\d(\.\d+)?\]\} 2\. 15x22 \{\[%clk 0:05:0\d(\.\d+)?\]\}`).MatchString(text) {
		t.Errorf("record\n%s", text)
	}
}

func TestNewTables(t *testing.T) {
	h := begin(t, unlimited(t.TempDir()))
	c := h.client(t)
	for _, n := range []NewTable{
		{Game: "chess"},
		{Game: "chuba", Variant: "huffing"},
		{Game: "chuba", Control: "soon"},
		{Game: "chuba", Seat: "third"},
		{Game: "chuba", Seat: "both", Level: 3},
		{Game: "chuba", Level: 10},
		{Game: "chuba", Visibility: "secret"},
		{Game: "draughts", Position: "W:W:B1"}, // over already
	} {
		c.refused(http.StatusUnprocessableEntity, "POST", "/api/tables", n)
	}
	open := c.create(NewTable{Game: "chuba", Visibility: Public, Name: "  Anna\n\u202e Maria " + strings.Repeat("x", 50), Seat: "second"})
	if open.Seats[1].Name != "Anna Maria "+strings.Repeat("x", maxName-11) || open.You[0] != 1 || open.Seats[0].Kind != "open" {
		t.Errorf("seats %+v, you %v", open.Seats, open.You)
	}
	c.create(NewTable{Game: "chuba"})
	var list []Entry
	c.must("GET", "/api/tables", nil, &list)
	if len(list) != 1 || list[0].ID != open.ID || list[0].State != "waiting" {
		t.Errorf("public tables %+v", list)
	}
	c.must("GET", "/api/tables?mine=true", nil, &list)
	if len(list) != 2 || list[0].You[0] != 0 {
		t.Errorf("my tables %+v", list)
	}
	h.client(t).must("GET", "/api/tables?mine=true", nil, &list)
	if len(list) != 0 {
		t.Errorf("another's tables %+v", list)
	}
	c.do(open.ID, CommandBody{Kind: "abort"})
	c.must("GET", "/api/tables", nil, &list)
	if len(list) != 0 {
		t.Errorf("after the table was given up %+v", list)
	}
}

// TestSeatsAreHeld: no move for another's seat, no peeking at private tables, by
// any of the doors.
func TestSeatsAreHeld(t *testing.T) {
	h := begin(t, unlimited(t.TempDir()))
	anna, ben, eve := h.client(t), h.client(t), h.client(t)
	table := anna.create(NewTable{Game: "draughts", Visibility: Private})
	path := "/api/tables/" + table.ID
	eve.table(table.ID) // the link is an invitation as long as a seat is open
	peek := eve.watch(table.ID, -1)
	peek.next()
	ben.do(table.ID, CommandBody{Kind: "join"})
	for m := (Message{}); ; {
		var err error
		if m, err = peek.read(20 * time.Second); err != nil {
			break // sent away when the table filled
		}
		if m.Type == "event" || m.Type == "table" && m.Table.Status.State != "waiting" {
			t.Fatalf("a stranger was told %+v", m)
		}
	}
	for _, door := range []string{"", "/events", "/history", "/record"} {
		eve.refused(http.StatusNotFound, "GET", path+door, nil)
		ben.must("GET", path+door, nil, nil)
	}
	eve.refused(http.StatusNotFound, "POST", path+"/commands", CommandBody{Kind: "move", Text: "11-15"})
	if _, answer, err := eve.dial(path + "/live"); err == nil || answer == nil || answer.StatusCode != http.StatusNotFound {
		t.Errorf("a stranger's socket: %v", err)
	}
	nobody := &client{t: t, base: h.http.URL, http: http.DefaultClient}
	nobody.refused(http.StatusNotFound, "GET", path, nil)

	open := anna.create(NewTable{Game: "draughts"})
	ben.do(open.ID, CommandBody{Kind: "join"})
	eve.refused(http.StatusForbidden, "POST", "/api/tables/"+open.ID+"/commands", CommandBody{Kind: "move", Text: "11-15"})
	ben.refused(http.StatusConflict, "POST", "/api/tables/"+open.ID+"/commands", CommandBody{Kind: "move", Text: "11-15"})
	for _, kind := range []string{"flag", "restart", "next"} {
		anna.refused(http.StatusUnprocessableEntity, "POST", "/api/tables/"+open.ID+"/commands", CommandBody{Kind: kind})
	}
	anna.move(open.ID, "11-15")
	for _, text := range []string{toJSON(t, anna.table(open.ID)), toJSON(t, eve.table(open.ID))} {
		for _, c := range []*client{anna, ben} {
			if strings.Contains(text, identity(c.token)) || strings.Contains(text, c.token) {
				t.Error("a table tells who its players are")
			}
		}
	}
	bad := &client{t: t, base: h.http.URL, http: http.DefaultClient, token: "guess"}
	bad.refused(http.StatusUnauthorized, "GET", "/api/tables/"+open.ID, nil)
}

// TestBrowser: the cookie and the checks of where a request comes from.
func TestBrowser(t *testing.T) {
	o := unlimited(t.TempDir())
	o.Pages = fstest.MapFS{
		"index.html": {Data: []byte("<!doctype html>start")}, "table.html": {Data: []byte("<!doctype html>table")},
		"embed.html": {Data: []byte("<!doctype html>embed")}, "page.css": {Data: []byte(strings.Repeat("a{}", 100))}, "chunk-ABCDEFGH.js": {Data: []byte("1")},
	}
	h := begin(t, o)
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	browser := &http.Client{Jar: jar}
	get := func(path string, header ...string) (*http.Response, string) {
		t.Helper()
		r, err := http.NewRequest("GET", h.http.URL+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
		}
		answer, err := browser.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		b, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return answer, string(b)
	}
	answer, body := get("/", "Accept", "text/html")
	cookie := answer.Header.Get("Set-Cookie")
	if !strings.HasSuffix(body, "start") || !strings.Contains(cookie, "HttpOnly") || !strings.Contains(cookie, "SameSite=Lax") || strings.Contains(cookie, "Secure") {
		t.Errorf("%q with cookie %q", body, cookie)
	}
	if p := answer.Header.Get("Content-Security-Policy"); !strings.Contains(p, "default-src 'self'") || !strings.Contains(p, "frame-ancestors 'none'") || strings.Contains(p, "unsafe") {
		t.Errorf("policy %q", p)
	}
	if answer, _ := get("/", "Accept", "text/html"); !strings.Contains(answer.Header.Get("Set-Cookie"), cookie[:40]) {
		t.Error("another identity at the second visit")
	}
	if _, body := get("/table/abc"); !strings.HasSuffix(body, "table") {
		t.Errorf("/table/abc: %q", body)
	}
	if answer, _ := get("/embed/abc"); !strings.Contains(answer.Header.Get("Content-Security-Policy"), "frame-ancestors *") || answer.Header.Get("X-Frame-Options") != "" {
		t.Error("an embedded board must be embeddable")
	}
	if answer, _ := get("/nothing"); answer.StatusCode != http.StatusNotFound {
		t.Errorf("/nothing: %d", answer.StatusCode)
	}
	for _, up := range []string{"/../server.go", "/..%2fserver.go", "/.git/config"} {
		if answer, _ := get(up); answer.StatusCode != http.StatusNotFound {
			t.Errorf("%s: %d", up, answer.StatusCode)
		}
	}
	answer, _ = get("/page.css")
	if again, _ := get("/page.css", "If-None-Match", answer.Header.Get("ETag")); again.StatusCode != http.StatusNotModified {
		t.Errorf("unchanged file: %d", again.StatusCode)
	}
	if answer, _ := get("/page.css", "Accept-Encoding", "gzip"); answer.Header.Get("Content-Encoding") != "gzip" {
		t.Error("not compressed")
	}
	if answer, _ := get("/chunk-ABCDEFGH.js"); !strings.Contains(answer.Header.Get("Cache-Control"), "immutable") {
		t.Error("a hashed file is kept for ever")
	}

	post := func(header ...string) (int, string) {
		t.Helper()
		r, err := http.NewRequest("POST", h.http.URL+"/api/tables", strings.NewReader(`{"game":"chuba"}`))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		for i := 0; i < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
		}
		answer, err := browser.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		b, _ := io.ReadAll(answer.Body)
		var table Table
		_ = json.Unmarshal(b, &table)
		return answer.StatusCode, table.ID
	}
	status, id := post("Origin", h.http.URL, "Sec-Fetch-Site", "same-origin")
	if status != http.StatusOK {
		t.Errorf("own origin: %d", status)
	}
	for _, header := range [][]string{{"Origin", "https://evil.example"}, {"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Site", "same-site"}, {"Origin", "null"}} {
		if status, _ := post(header...); status != http.StatusForbidden {
			t.Errorf("%v: %d", header, status)
		}
	}
	for origin, want := range map[string]int{"https://evil.example": http.StatusForbidden, h.http.URL: http.StatusSwitchingProtocols} {
		for _, door := range []string{"/api/tables/" + id + "/live", "/api/analysis"} {
			conn, answer, err := websocket.Dial(t.Context(), strings.Replace(h.http.URL, "http", "ws", 1)+door, &websocket.DialOptions{HTTPClient: browser, HTTPHeader: http.Header{"Origin": {origin}}})
			if answer == nil || answer.StatusCode != want {
				t.Errorf("socket %s from %s: %v, %v", door, origin, answer, err)
			}
			if err == nil {
				_ = conn.CloseNow()
			}
		}
	}
	for _, path := range []string{"/healthz", "/metrics", "/api", "/api/openapi.json", "/api/openapi.yaml"} {
		if answer, body := get(path); answer.StatusCode != http.StatusOK || body == "" {
			t.Errorf("%s: %d", path, answer.StatusCode)
		}
	}
	if _, body := get("/metrics"); !strings.Contains(body, `kibaho_tables_created_total{game="chuba"} 1`) {
		t.Error("the table is not counted")
	}
	if _, body := get("/api"); !strings.Contains(body, "/api/tables/{id}/live") || !strings.Contains(body, "type-Message") || strings.Contains(body, "http://") || strings.Contains(body, "https://") {
		t.Error("the page of the API lacks something, or loads from elsewhere")
	}
}

// TestProxy: what a proxy says is believed only if there is one.
func TestProxy(t *testing.T) {
	for _, proxy := range []bool{false, true} {
		o := unlimited(t.TempDir())
		o.Proxy = proxy
		h := begin(t, o)
		r, err := http.NewRequest("POST", h.http.URL+"/api/tables", strings.NewReader(`{"game":"chuba"}`))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Origin", "https://games.example")
		r.Header.Set("X-Forwarded-Host", "games.example")
		r.Header.Set("X-Forwarded-Proto", "https")
		r.Header.Set("X-Forwarded-For", "1.2.3.4, 5.6.7.8")
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		want, address := http.StatusForbidden, "127.0.0.1"
		if proxy {
			want, address = http.StatusOK, "5.6.7.8"
			if !strings.Contains(answer.Header.Get("Set-Cookie"), "Secure") {
				t.Error("over TLS the cookie must be secure")
			}
		}
		r.RemoteAddr = "127.0.0.1:1234"
		if got := h.address(r); answer.StatusCode != want || got != address {
			t.Errorf("proxy %v: status %d from %s, want %d from %s", proxy, answer.StatusCode, got, want, address)
		}
	}
}

// TestBounds: rates, connections and numbers of tables are bounded.
func TestBounds(t *testing.T) {
	t.Run("requests", func(t *testing.T) {
		o := unlimited(t.TempDir())
		o.Requests = Rate{PerSecond: 0.1, Burst: 5}
		h := begin(t, o)
		c := h.client(t)
		for range 4 {
			c.must("GET", "/api/tables", nil, nil)
		}
		c.refused(http.StatusTooManyRequests, "GET", "/api/tables", nil)
	})
	t.Run("tables", func(t *testing.T) {
		o := unlimited(t.TempDir())
		o.Tables = Rate{PerSecond: 0.001, Burst: 2}
		h := begin(t, o)
		c := h.client(t)
		c.create(NewTable{Game: "chuba"})
		c.create(NewTable{Game: "chuba"})
		c.refused(http.StatusTooManyRequests, "POST", "/api/tables", NewTable{Game: "chuba"})
	})
	t.Run("own", func(t *testing.T) {
		o := unlimited(t.TempDir())
		o.Limits.Own, o.Limits.Tables = 2, 3
		h := begin(t, o)
		c, d := h.client(t), h.client(t)
		c.create(NewTable{Game: "chuba"})
		c.create(NewTable{Game: "chuba"})
		c.refused(http.StatusConflict, "POST", "/api/tables", NewTable{Game: "chuba"})
		d.create(NewTable{Game: "chuba"})
		d.refused(http.StatusServiceUnavailable, "POST", "/api/tables", NewTable{Game: "chuba"})
	})
	t.Run("connections", func(t *testing.T) {
		o := unlimited(t.TempDir())
		o.PerAddress = 2
		h := begin(t, o)
		c := h.client(t)
		id := c.create(NewTable{Game: "chuba"}).ID
		first := c.watch(id, -1)
		c.watch(id, -1)
		if _, answer, err := c.dial("/api/tables/" + id + "/live"); err == nil || answer.StatusCode != http.StatusTooManyRequests {
			t.Errorf("a third connection: %v", err)
		}
		_ = first.conn.Close(websocket.StatusNormalClosure, "")
		eventually(t, "a place becomes free", func() bool {
			conn, _, err := c.dial("/api/tables/" + id + "/live")
			if err == nil {
				_ = conn.CloseNow()
			}
			return err == nil
		})
	})
	t.Run("messages", func(t *testing.T) {
		h := begin(t, unlimited(t.TempDir()))
		c := h.client(t)
		s := c.watch(c.create(NewTable{Game: "chuba"}).ID, -1)
		for range socketBurst + 20 {
			if err := s.conn.Write(t.Context(), websocket.MessageText, []byte(`{"type":"command","kind":"dance"}`)); err != nil {
				break
			}
		}
		for {
			if _, err := s.read(20 * time.Second); err != nil {
				if websocket.CloseStatus(err) == -1 && !strings.Contains(fmt.Sprint(err), "EOF") && !strings.Contains(fmt.Sprint(err), "reset") {
					t.Errorf("ended by %v", err)
				}
				return
			}
		}
	})
}

// eventually waits until something holds.
func eventually(t testing.TB, what string, holds func() bool) {
	t.Helper()
	for range 2000 {
		if holds() {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatalf("%s: it did not happen", what)
}
