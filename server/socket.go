package server

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/coder/websocket"
	"golang.org/x/time/rate"

	"kibaho"
	"kibaho/store"
)

// Times and sizes of sockets.
const (
	pingPlayers = 15 * time.Second // it measures how long messages take
	pingOthers  = time.Minute
	pongTimeout = 20 * time.Second
	socketWrite = 10 * time.Second
	maxMessage  = 64 << 10
	socketRate  = 20 // messages a second
	socketBurst = 60
	goingDown   = "the server is going down"
	comeBack    = "come back with since"
)

// tableAsk is what a client sends over a table's WebSocket.
type tableAsk struct {
	Type  string `json:"type"` // command, since
	Since int    `json:"since"`
	CommandBody
}

// enter counts a connection; leave must be called if it reports true.
func (s *Server) enter(w http.ResponseWriter, c caller) (leave func(), ok bool) {
	if !s.all.enter("") {
		writeProblem(w, problem(errBusy, ""))
		return nil, false
	}
	if !s.connections.enter(c.address) {
		s.all.leave("")
		writeProblem(w, problem(errOften, ""))
		return nil, false
	}
	return func() {
		s.connections.leave(c.address)
		s.all.leave("")
	}, true
}

// liveSocket tells what happens at a table and takes commands.
func (s *Server) liveSocket(w http.ResponseWriter, r *http.Request) {
	c := callerOf(r.Context())
	since := -1
	if text := r.URL.Query().Get("since"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 {
			writeProblem(w, problem(&kibaho.InputError{What: "since", Text: text, At: -1, Want: "expected the number of an event"}, ""))
			return
		}
		since = n
	}
	id := r.PathValue("id")
	if err := s.see(r.Context(), id, func(*State) {}); err != nil {
		writeProblem(w, s.problem(err, ""))
		return
	}
	leave, ok := s.enter(w, c)
	if !ok {
		return
	}
	conn, err := websocket.Accept(w, r, nil) // refuses other origins
	if err != nil {
		leave()
		return
	}
	// The connection goes on without this goroutine, whose stack and request
	// would be kept for each of thousands of spectators.
	begun := s.hall.running.spawn(func() {
		defer leave()
		defer func() { _ = conn.CloseNow() }()
		s.attend(conn, c, id, since)
	})
	if !begun {
		leave()
		_ = conn.Close(websocket.StatusGoingAway, goingDown)
	}
}

// attend tells a connection what happens at a table until it ends.
func (s *Server) attend(conn *websocket.Conn, c caller, id string, since int) {
	conn.SetReadLimit(maxMessage)
	ctx, cancel := context.WithCancel(s.ctx)
	defer cancel()
	watch := newWatcher(c.who)
	l, err := s.watch(ctx, id, watch, since)
	if err != nil {
		_ = conn.Close(websocket.StatusTryAgainLater, comeBack)
		return
	}
	defer l.unwatch(watch)
	go func() {
		defer cancel()
		s.readTable(ctx, conn, id, watch)
	}()
	every := pingOthers
	if l.seated(c.who) {
		every = pingPlayers
	}
	ping := time.NewTicker(every)
	defer ping.Stop()
	s.ping(ctx, cancel, conn, l, c.who)
	for {
		select {
		case b := <-watch.out:
			if err := write(ctx, conn, b); err != nil {
				return
			}
		case <-watch.gone:
			_ = conn.Close(websocket.StatusTryAgainLater, comeBack)
			return
		case <-ping.C:
			s.ping(ctx, cancel, conn, l, c.who)
		case <-ctx.Done():
			if s.ctx.Err() != nil {
				_ = conn.Close(websocket.StatusGoingAway, goingDown)
			}
			return
		}
	}
}

// ping measures how long a message takes there and back, in the background.
func (s *Server) ping(ctx context.Context, cancel context.CancelFunc, conn *websocket.Conn, l *live, who string) {
	go func() {
		wait, done := context.WithTimeout(ctx, pongTimeout)
		defer done()
		start := time.Now()
		if err := conn.Ping(wait); err != nil {
			cancel()
			return
		}
		l.lag(who, time.Since(start))
	}()
}

func write(ctx context.Context, conn *websocket.Conn, b []byte) error {
	ctx, cancel := context.WithTimeout(ctx, socketWrite)
	defer cancel()
	return conn.Write(ctx, websocket.MessageText, b)
}

// readTable takes commands until the connection ends.
func (s *Server) readTable(ctx context.Context, conn *websocket.Conn, id string, watch *watcher) {
	gate := rate.NewLimiter(socketRate, socketBurst)
	for {
		_, b, err := conn.Read(ctx)
		if err != nil {
			return
		}
		if !gate.Allow() {
			_ = conn.Close(websocket.StatusPolicyViolation, "too many messages")
			return
		}
		var ask tableAsk
		if err := json.Unmarshal(b, &ask); err != nil {
			_ = conn.Close(websocket.StatusInvalidFramePayloadData, "expected JSON")
			return
		}
		answer := Message{Type: "done", Key: ask.Key}
		switch ask.Type {
		case "command":
			seq, err := s.command(ctx, id, watch.who, ask.CommandBody)
			answer.Seq = seq
			if err != nil {
				answer.Type, answer.Problem = "refused", s.problem(err, s.bookFor(ctx, err, id, watch.who))
			}
		case "since":
			events, _, err := s.since(ctx, id, watch.who, ask.Since)
			if err != nil {
				return
			}
			for _, e := range events {
				if !watch.send(encode(Message{Type: "event", Event: e})) {
					return
				}
			}
			t, err := s.look(ctx, id, watch.who)
			if err != nil {
				return
			}
			answer = Message{Type: "table", Table: t}
		default:
			answer.Type, answer.Problem = "refused", problem(&kibaho.InputError{What: "type", Text: ask.Type, At: -1, Want: "expected command or since"}, "")
		}
		watch.send(encode(answer))
	}
}

// seated reports that an identity has a seat.
func (l *live) seated(who string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.state.Holds(who, kibaho.First) || l.state.Holds(who, kibaho.Second)
}

// at calls f with a table, again if it fell asleep in between.
func (s *Server) at(ctx context.Context, id string, f func(*live) error) error {
	for range 100 {
		l, err := s.hall.find(ctx, id)
		if err != nil {
			return err
		}
		if err := f(l); !errors.Is(err, errAsleep) {
			return err
		}
		time.Sleep(time.Millisecond)
	}
	return errBusy
}

func (s *Server) look(ctx context.Context, id, who string) (t *Table, err error) {
	err = s.at(ctx, id, func(l *live) (err error) {
		t, err = l.look(who)
		return err
	})
	return t, err
}

func (s *Server) watch(ctx context.Context, id string, w *watcher, since int) (at *live, err error) {
	err = s.at(ctx, id, func(l *live) error {
		at = l
		return l.watch(w, since)
	})
	return at, err
}

func (s *Server) since(ctx context.Context, id, who string, n int) (events []*TableEvent, more <-chan struct{}, err error) {
	err = s.at(ctx, id, func(l *live) (err error) {
		events, more, err = l.since(who, n)
		return err
	})
	return events, more, err
}

// command gives a command to a table and returns the number of its event.
func (s *Server) command(ctx context.Context, id, who string, body CommandBody) (seq int, err error) {
	if who == "" {
		return 0, errSeat
	}
	c, err := body.command(who)
	if err != nil {
		return 0, err
	}
	start := time.Now()
	err = s.at(ctx, id, func(l *live) (err error) {
		seq, err = l.do(c)
		return err
	})
	s.meters.commands.Observe(time.Since(start).Seconds())
	return seq, err
}

// problem turns an error into what is sent, and logs what is our own fault.
func (s *Server) problem(err error, game string) *Problem {
	p := problem(err, game)
	if p.Status == http.StatusInternalServerError || errors.Is(err, store.ErrUnavailable) {
		s.options.Log.Error("request", "error", err)
	}
	return p
}
