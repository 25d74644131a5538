package server

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"hash/fnv"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"
	"golang.org/x/time/rate"

	"kibaho/store"
	"kibaho/store/storetest"
)

// onPostgres runs the tests of the package on PostgreSQL in place of SQLite.
var onPostgres = flag.Bool("postgres", false, "run all tests on PostgreSQL, one process each")

// databaseOf returns the database of a data folder: none of its own with SQLite.
func databaseOf(data string) string {
	where := os.Getenv(storetest.Variable)
	if !*onPostgres || where == "" {
		return ""
	}
	sum := fnv.New64a()
	_, _ = sum.Write([]byte(data)) // it never fails
	return fmt.Sprintf("%s&search_path=test_of_%x", where, sum.Sum64())
}

// ofFiles skips a test of what only a data folder does: with PostgreSQL a copy is
// made by its own tools, an event of another process is taken rather than a fault, and
// the database itself tells when anybody was last there. TestPeers, TestAway and the
// tests of the store hold the last two.
func ofFiles(t *testing.T) {
	t.Helper()
	if *onPostgres {
		t.Skip("of a data folder alone")
	}
}

// unlimited is how a test server is run that is asked a lot.
func unlimited(data string) Options {
	return Options{
		Database: databaseOf(data),
		Data:     data, Requests: Rate{PerSecond: -1}, Tables: Rate{PerSecond: -1}, PerAddress: 100_000, Connections: 100_000,
		Limits: Limits{Own: 100_000},
	}
}

// house is a server under test.
type house struct {
	*Server
	http *httptest.Server
}

// begin starts a server; stop ends it, as the end of the test does.
func begin(t testing.TB, o Options) *house {
	t.Helper()
	s, err := Open(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	h := &house{Server: s, http: httptest.NewServer(s.Handler())}
	t.Cleanup(func() { h.stop(t) })
	<-s.Woken()
	return h
}

func (h *house) stop(t testing.TB) {
	if h.http == nil {
		return
	}
	h.Server.stop()
	h.http.Close()
	if err := h.Close(); err != nil {
		t.Error(err)
	}
	h.http = nil
}

// client is a program that plays through the API.
type client struct {
	t     testing.TB
	base  string
	bases []string // in place of base, each in its turn
	turn  atomic.Int64
	token string
	http  *http.Client
}

func (h *house) client(t testing.TB) *client { return newClient(t, h.http.URL) }

func newClient(t testing.TB, base string) *client {
	c := &client{t: t, base: base, http: http.DefaultClient}
	var answer struct{ Token string }
	c.must("POST", "/api/token", nil, &answer)
	c.token = answer.Token
	return c
}

// at returns where the next request goes.
func (c *client) at() string {
	if len(c.bases) == 0 {
		return c.base
	}
	return c.bases[int(c.turn.Add(1))%len(c.bases)]
}

// ask sends a request and returns the status; a good answer is read into out,
// another one as a problem.
func (c *client) ask(method, path string, in, out any) (int, *Problem, error) {
	var body io.Reader
	if in != nil {
		b, err := json.Marshal(in)
		if err != nil {
			return 0, nil, err
		}
		body = bytes.NewReader(b)
	}
	r, err := http.NewRequest(method, c.at()+path, body)
	if err != nil {
		return 0, nil, err
	}
	if in != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if c.token != "" {
		r.Header.Set("Authorization", "Bearer "+c.token)
	}
	answer, err := c.http.Do(r)
	if err != nil {
		return 0, nil, err
	}
	defer answer.Body.Close()
	b, err := io.ReadAll(answer.Body)
	if err != nil {
		return 0, nil, err
	}
	if answer.StatusCode >= 300 {
		p := new(Problem)
		_ = json.Unmarshal(b, p)
		return answer.StatusCode, p, nil
	}
	switch out := out.(type) {
	case nil:
	case *string:
		*out = string(b)
	default:
		if err := json.Unmarshal(b, out); err != nil {
			return 0, nil, fmt.Errorf("%s %s: %w: %s", method, path, err, b)
		}
	}
	return answer.StatusCode, nil, nil
}

// must sends a request that must succeed.
func (c *client) must(method, path string, in, out any) {
	c.t.Helper()
	status, p, err := c.ask(method, path, in, out)
	if err != nil {
		c.t.Fatalf("%s %s: %v", method, path, err)
	}
	if status >= 300 {
		c.t.Fatalf("%s %s: status %d, %+v", method, path, status, p)
	}
}

// refused sends a request that must fail with a status.
func (c *client) refused(want int, method, path string, in any) *Problem {
	c.t.Helper()
	status, p, err := c.ask(method, path, in, nil)
	if err != nil {
		c.t.Fatalf("%s %s: %v", method, path, err)
	}
	if status != want {
		c.t.Fatalf("%s %s: status %d, want %d: %+v", method, path, status, want, p)
	}
	return p
}

func (c *client) create(n NewTable) *Table {
	c.t.Helper()
	t := new(Table)
	c.must("POST", "/api/tables", n, t)
	return t
}

func (c *client) table(id string) *Table {
	c.t.Helper()
	t := new(Table)
	c.must("GET", "/api/tables/"+id, nil, t)
	return t
}

// do gives a command that must succeed and returns the number of its event.
func (c *client) do(id string, b CommandBody) int {
	c.t.Helper()
	var answer struct{ Seq int }
	c.must("POST", "/api/tables/"+id+"/commands", b, &answer)
	return answer.Seq
}

func (c *client) move(id, text string) int {
	c.t.Helper()
	return c.do(id, CommandBody{Kind: "move", Text: text})
}

// socket is a connection that watches a table.
type socket struct {
	t    testing.TB
	conn *websocket.Conn
	gate *rate.Limiter // what a client that means well keeps to
}

func newSocket(t testing.TB, conn *websocket.Conn) *socket {
	return &socket{t, conn, rate.NewLimiter(socketRate, socketBurst-1)}
}

// dial connects to a path of the server.
func (c *client) dial(path string) (*websocket.Conn, *http.Response, error) {
	header := http.Header{}
	if c.token != "" {
		header.Set("Authorization", "Bearer "+c.token)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	conn, answer, err := websocket.Dial(ctx, strings.Replace(c.at(), "http", "ws", 1)+path, &websocket.DialOptions{HTTPHeader: header})
	if err == nil {
		conn.SetReadLimit(1 << 20)
	}
	return conn, answer, err
}

// watch connects to a table; a negative since asks for all of it.
func (c *client) watch(id string, since int) *socket {
	c.t.Helper()
	path := "/api/tables/" + id + "/live"
	if since >= 0 {
		path += fmt.Sprint("?since=", since)
	}
	conn, _, err := c.dial(path)
	if err != nil {
		c.t.Fatal(err)
	}
	c.t.Cleanup(func() { _ = conn.CloseNow() })
	return newSocket(c.t, conn)
}

// next returns the next message that is not about who is here.
func (s *socket) next() Message {
	s.t.Helper()
	for {
		m, err := s.read(20 * time.Second)
		if err != nil {
			s.t.Fatal(err)
		}
		if m.Type != "here" {
			return m
		}
	}
}

func (s *socket) read(wait time.Duration) (m Message, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), wait)
	defer cancel()
	_, b, err := s.conn.Read(ctx)
	if err != nil {
		return m, err
	}
	return m, json.Unmarshal(b, &m)
}

// event returns the next event.
func (s *socket) event() Message {
	s.t.Helper()
	for {
		if m := s.next(); m.Type == "event" {
			return m
		}
	}
}

func (s *socket) send(v any) {
	s.t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		s.t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if err := s.gate.Wait(ctx); err != nil {
		s.t.Fatal(err)
	}
	if err := s.conn.Write(ctx, websocket.MessageText, b); err != nil {
		s.t.Fatal(err)
	}
}

// storeEvent is an event as the store keeps it.
func storeEvent(seq int, data []byte) store.Event {
	return store.Event{Seq: seq, At: time.UnixMilli(time.Now().UnixMilli()), Data: data}
}
