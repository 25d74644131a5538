package server

import (
	"fmt"
	"net"
	"net/http"

	"kibaho"
	"kibaho/server/meter"
)

// Audience is who may read /metrics.
type Audience string

// The audiences. The zero value is Local.
const (
	Local  Audience = "local" // programs on this machine that do not come through a proxy
	All    Audience = "all"
	Nobody Audience = "nobody"
)

// ReadAudience reads the name of an audience. The error is a *kibaho.InputError.
func ReadAudience(text string) (Audience, error) {
	switch a := Audience(text); a {
	case Local, All, Nobody:
		return a, nil
	}
	return "", &kibaho.InputError{What: "metrics", Text: text, At: -1, Want: "expected local, all or nobody"}
}

// measured answers /metrics to those who may read it.
func (s *Server) measured() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch s.options.Metrics {
		case All:
		case Nobody:
			http.NotFound(w, r)
			return
		default:
			if !local(r) {
				http.Error(w, "metrics are told to this machine alone; serve --metrics all tells everybody", http.StatusForbidden)
				return
			}
		}
		s.meters.ServeHTTP(w, r)
	})
}

// local reports that a request comes from a program on this machine. One that a
// proxy has passed on is somebody else's, whatever the proxy says of him.
func local(r *http.Request) bool {
	for _, name := range []string{"X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-Ip", "Forwarded", "Via"} {
		if len(r.Header.Values(name)) > 0 {
			return false
		}
	}
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	ip := net.ParseIP(host)
	return err == nil && ip != nil && ip.IsLoopback()
}

// meters are what the server measures of itself, told in the text form of
// Prometheus.
type meters struct {
	set      meter.Set
	commands *meter.Histogram // seconds from a command to its event on disk and sent
	commits  *meter.Histogram // seconds of a synced transaction of the database
	writes   *meter.Counter   // events and tables written
	watchers *meter.Gauge     // connections that watch tables
	slow     *meter.Counter   // connections let go because they were too slow
}

func newMeters() *meters {
	m := new(meters)
	m.commands = m.set.Histogram("kibaho_command_seconds", .0005, .001, .002, .005, .01, .02, .05, .1, .2, .5, 1)
	m.commits = m.set.Histogram("kibaho_commit_seconds", .0002, .0005, .001, .002, .005, .01, .02, .05, .1, .2, .5, 1)
	m.writes = m.set.Counter("kibaho_writes_total")
	m.watchers = m.set.Gauge("kibaho_watchers")
	m.slow = m.set.Counter("kibaho_watchers_slow_total")
	m.set.Process()
	return m
}

// count counts one more of a kind: a table made, an event, an answer. Kinds are
// words of ours, never of a client's.
func (m *meters) count(name, label, kind string) {
	m.set.Counter(fmt.Sprintf("%s{%s=%q}", name, label, kind)).Inc()
}

// ServeHTTP tells what was measured, of the server, of the process and of Go.
func (m *meters) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	_ = m.set.Tell(w) // who asked is gone: nobody is left to tell of it
}

// watch measures what the hall and the engines hold.
func (m *meters) watch(h *hall) {
	held := func(f func() int) func() float64 {
		return func() float64 {
			h.mu.Lock()
			defer h.mu.Unlock()
			return float64(f())
		}
	}
	m.set.Ask("kibaho_tables_open", held(func() int { return len(h.open) }))
	m.set.Ask("kibaho_tables_awake", held(func() int { return len(h.awake) }))
	m.set.Ask("kibaho_engine_moves_waiting", func() float64 { return float64(h.engines.moves.waits.Load() + h.engines.strong.waits.Load()) })
	m.set.Ask("kibaho_engine_studies_waiting", func() float64 { return float64(h.engines.studies.waits.Load()) })
	m.set.Ask("kibaho_engine_works", func() float64 {
		return float64(h.engines.moves.works.Load() + h.engines.strong.works.Load() + h.engines.studies.works.Load())
	})
}
