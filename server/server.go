package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"kibaho/bus"
	"kibaho/jobs"
	"kibaho/store"
)

// Options say how a server is run. The zero value of a field means its default.
type Options struct {
	Data     string   // the folder of the databases and of the sign of life
	Database string   // postgres://…, shared by several processes; empty: DatabaseFile in Data
	Records  string   // the database of games of record; empty: RecordsFile in Data, or with the games in Database
	Bus      *bus.Bus // to the processes that share Database; nil: they ask it for news
	Pages    fs.FS    // the bundle of the web application; nil: no pages
	Log      *slog.Logger
	Proxy    bool   // believe X-Forwarded-For, -Host and -Proto
	Version  string // of the program
	Metrics  Audience
	// Jobs meets the queue of work when somebody first asks for it, and Overseers may
	// change what is in it. Jobs may be nil: there is none.
	Jobs      func(context.Context) (*jobs.Queue, error)
	Overseers Audience

	Limits Limits
	// Requests and Tables are how often one address may ask, and one address or
	// identity may make a table. PerAddress bounds the connections of one.
	Requests, Tables Rate
	PerAddress       int
	Connections      int // in all
}

// withDefaults fills in what is not given.
func (o Options) withDefaults() Options {
	def := func(n *int, value int) {
		if *n == 0 {
			*n = value
		}
	}
	def(&o.Limits.Tables, 100_000)
	def(&o.Limits.Awake, 20_000)
	def(&o.Limits.Watchers, 20_000)
	def(&o.Limits.Own, 50)
	def(&o.PerAddress, 200)
	def(&o.Connections, 50_000)
	if o.Requests == (Rate{}) {
		o.Requests = Rate{PerSecond: 50, Burst: 300}
	}
	if o.Tables == (Rate{}) {
		o.Tables = Rate{PerSecond: 0.2, Burst: 30}
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return o
}

// Server is the web application: tables, questions and pages.
type Server struct {
	options     Options
	store       *store.Store
	keeper      *keeper
	hall        *hall
	engines     *engines
	meters      *meters
	handler     http.Handler
	requests    *gate
	making      *gate
	connections *count
	all         *count
	studying    *count
	workshop    workshop
	ctx         context.Context // until the server goes down
	stop        context.CancelFunc
	background  sync.WaitGroup
	woken       chan struct{} // all tables in play are awake
}

// aliveFile holds the time when the server was last alive.
const aliveFile = "alive"

// Open opens the data and begins: tables in play are woken, clocks go on.
func Open(ctx context.Context, o Options) (*Server, error) {
	o = o.withDefaults()
	where := o.Database
	if where == "" {
		where = filepath.Join(o.Data, DatabaseFile)
	}
	db, err := store.Open(ctx, where)
	if err != nil {
		return nil, err
	}
	k := newKeeper(o)
	s := &Server{
		options: o, store: db, keeper: k, engines: newEngines(), meters: newMeters(), woken: make(chan struct{}),
		requests: newGate(o.Requests), making: newGate(o.Tables),
		connections: newCount(o.PerAddress), all: newCount(o.Connections), studying: newCount(studyOwn),
	}
	s.workshop.open = o.Jobs
	s.ctx, s.stop = context.WithCancel(context.WithoutCancel(ctx))
	s.hall = newHall(s.ctx, db, o.Log, s.engines, s.meters, o.Limits, LastAlive(o.Data))
	s.hall.keeper = k
	if db.Shared() {
		if err := s.meet(ctx); err != nil {
			s.stop()
			return nil, errors.Join(err, k.close(), db.Close())
		}
	}
	s.meters.watch(s.hall)
	db.Watch(func(writes int, took time.Duration) {
		s.meters.commits.Observe(took.Seconds())
		s.meters.writes.Add(writes)
	})
	if s.handler, err = s.routes(); err != nil {
		s.stop()
		return nil, errors.Join(err, k.close(), db.Close())
	}
	s.background.Go(func() { s.hall.begin(func() { close(s.woken) }) })
	if s.hall.peers == nil {
		s.background.Go(s.beat)
	}
	s.background.Go(func() {
		select {
		case <-s.woken:
			s.hall.catchUp(s.ctx)
		case <-s.ctx.Done():
		}
	})
	return s, nil
}

// meet makes the acquaintance of the processes that share the database.
func (s *Server) meet(ctx context.Context) error {
	var conn *nats.Conn
	if s.options.Bus != nil {
		conn = s.options.Bus.Conn()
	}
	p, err := newPeers(ctx, s.hall, conn)
	if err != nil {
		return err
	}
	if err := p.beat(ctx); err != nil {
		return err
	}
	s.hall.peers = p
	s.meters.set.Ask("kibaho_processes", func() float64 {
		p.mu.Lock()
		defer p.mu.Unlock()
		return float64(len(p.life.Living))
	})
	s.background.Go(p.run)
	return nil
}

// DatabaseFile is the name of the database in the data folder.
const DatabaseFile = "games.db"

// LastAlive returns when a server of this data folder was last alive; zero: never.
func LastAlive(data string) time.Time {
	text, err := os.ReadFile(filepath.Join(data, aliveFile))
	if err != nil {
		return time.Time{}
	}
	ms, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	if err != nil {
		return time.Time{}
	}
	return time.UnixMilli(ms)
}

// beat writes down each second that the server is alive, so that the next one
// knows how long it was down. It begins when all clocks go on.
func (s *Server) beat() {
	select {
	case <-s.woken:
	case <-s.ctx.Done():
		return
	}
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		s.writeAlive()
		select {
		case <-s.ctx.Done():
			return
		case <-tick.C:
		}
	}
}

func (s *Server) writeAlive() {
	name := filepath.Join(s.options.Data, aliveFile)
	text := strconv.FormatInt(time.Now().UnixMilli(), 10) + "\n"
	if err := os.WriteFile(name+".new", []byte(text), 0o600); err == nil {
		err = os.Rename(name+".new", name)
		if err != nil {
			s.options.Log.Error("sign of life", "error", err)
		}
	}
}

// Handler answers requests.
func (s *Server) Handler() http.Handler { return s.handler }

// Woken is closed when all tables in play are awake.
func (s *Server) Woken() <-chan struct{} { return s.woken }

// Close lets all connections go, stops the clocks and closes the data.
func (s *Server) Close() error {
	s.stop()
	s.hall.close()
	s.background.Wait()
	select {
	case <-s.woken:
		if s.hall.peers == nil {
			s.writeAlive()
		}
	default: // some clocks have not gone on yet: for them nothing has changed
	}
	return errors.Join(s.keeper.close(), s.store.Close())
}

// Timeouts of connections. A request for coming events waits longest.
const (
	headerTimeout = 5 * time.Second
	readTimeout   = 15 * time.Second
	writeTimeout  = 60 * time.Second
	idleTimeout   = 2 * time.Minute
	closeTimeout  = 5 * time.Second
)

// Serve answers requests on a listener until ctx ends, then lets those under way
// finish. cert and key are the files of a TLS certificate; empty: no TLS.
func (s *Server) Serve(ctx context.Context, l net.Listener, cert, key string) error {
	web := &http.Server{
		Handler: s.handler, ReadHeaderTimeout: headerTimeout, ReadTimeout: readTimeout, WriteTimeout: writeTimeout,
		IdleTimeout: idleTimeout, MaxHeaderBytes: 16 << 10,
		ErrorLog: slog.NewLogLogger(s.options.Log.Handler(), slog.LevelDebug),
	}
	failed := make(chan error, 1)
	go func() {
		if cert != "" {
			failed <- web.ServeTLS(l, cert, key)
		} else {
			failed <- web.Serve(l)
		}
	}()
	select {
	case err := <-failed:
		return fmt.Errorf("serve: %w", err)
	case <-ctx.Done():
	}
	s.stop() // sockets and waiting requests end
	down, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeTimeout)
	defer cancel()
	if err := web.Shutdown(down); err != nil {
		_ = web.Close()
	}
	<-failed
	return nil
}

// routes puts the doors together.
func (s *Server) routes() (http.Handler, error) {
	mux := http.NewServeMux()
	s.describe(mux)
	mux.HandleFunc("GET /api/tables/{id}/live", s.liveSocket)
	mux.HandleFunc("GET /api/analysis", s.analysisSocket)
	mux.HandleFunc("GET /healthz", s.health)
	mux.Handle("GET /metrics", s.measured())
	if s.options.Pages != nil {
		pages, err := newPages(s.options.Pages)
		if err != nil {
			return nil, err
		}
		mux.Handle("GET /", pages)
	}
	var h http.Handler = mux
	h = s.known(h)
	h = http.NewCrossOriginProtection().Handler(h)
	h = s.limited(h)
	h = s.proxied(h)
	h = s.guarded(h)
	return h, nil
}

// health answers 200 when the database answers.
func (s *Server) health(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
	defer cancel()
	check := func() error { return s.store.Ping(ctx) }
	if s.hall.peers != nil {
		check = s.hall.peers.sure // a sign of life is asked for all the time
	}
	if err := check(); err != nil || s.ctx.Err() != nil {
		http.Error(w, "not ready", http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write([]byte("ok\n"))
}

// limited refuses those who ask too often.
func (s *Server) limited(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/api") && !s.requests.pass(s.address(r)) {
			w.Header().Set("Retry-After", "1")
			writeProblem(w, problem(errOften, ""))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// proxied takes the host that the browser asked for from the proxy.
func (s *Server) proxied(next http.Handler) http.Handler {
	if !s.options.Proxy {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if host := r.Header.Get("X-Forwarded-Host"); host != "" {
			r.Host = host
		}
		next.ServeHTTP(w, r)
	})
}

// policy is what a page may load: nothing from elsewhere, no inline code.
const policy = "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors "

// guarded sets the headers that keep pages safe, counts answers and survives panics.
func (s *Server) guarded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		ancestors := "'none'"
		if strings.HasPrefix(r.URL.Path, "/embed") {
			ancestors = "*"
		} else {
			h.Set("X-Frame-Options", "DENY")
		}
		h.Set("Content-Security-Policy", policy+ancestors)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		if s.secure(r) {
			h.Set("Strict-Transport-Security", "max-age=31536000")
		}
		answer := &answer{ResponseWriter: w, status: http.StatusOK}
		start := time.Now()
		defer func() {
			if fault := recover(); fault != nil {
				if err, ok := fault.(error); ok && errors.Is(err, http.ErrAbortHandler) {
					panic(fault)
				}
				s.options.Log.Error("panic", "path", r.URL.Path, "fault", fmt.Sprint(fault))
				if !answer.begun {
					writeProblem(answer, problem(errors.New("panic"), ""))
				}
			}
			s.meters.count("kibaho_requests_total", "status", strconv.Itoa(answer.status))
			s.options.Log.Debug("request", "method", r.Method, "path", r.URL.Path, "status", answer.status, "took", time.Since(start), "address", s.address(r))
		}()
		next.ServeHTTP(answer, r)
	})
}

// answer notes the status of an answer.
type answer struct {
	http.ResponseWriter
	status int
	begun  bool
}

func (a *answer) WriteHeader(status int) {
	if !a.begun {
		a.status, a.begun = status, true
		if status == http.StatusServiceUnavailable && a.Header().Get("Retry-After") == "" {
			a.Header().Set("Retry-After", "1")
		}
	}
	a.ResponseWriter.WriteHeader(status)
}

func (a *answer) Write(b []byte) (int, error) {
	a.begun = true
	return a.ResponseWriter.Write(b)
}

// Unwrap gives access to what the connection can do besides.
func (a *answer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

func writeProblem(w http.ResponseWriter, p *Problem) {
	if p.Title == "" {
		p.Title = http.StatusText(p.Status)
	}
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(p.Status)
	_ = json.NewEncoder(w).Encode(p)
}
