package server

import (
	"fmt"
	"net/http"

	"github.com/VictoriaMetrics/metrics"
)

// meters are what the server measures of itself, told in the text form of
// Prometheus.
type meters struct {
	set      *metrics.Set
	commands *metrics.PrometheusHistogram // seconds from a command to its event on disk and sent
	commits  *metrics.PrometheusHistogram // seconds of a synced transaction of the database
	writes   *metrics.Counter             // events and tables written
	watchers *metrics.Gauge               // connections that watch tables
	slow     *metrics.Counter             // connections let go because they were too slow
}

func newMeters() *meters {
	s := metrics.NewSet()
	return &meters{
		set:      s,
		commands: s.NewPrometheusHistogramExt("kibaho_command_seconds", []float64{.0005, .001, .002, .005, .01, .02, .05, .1, .2, .5, 1}),
		commits:  s.NewPrometheusHistogramExt("kibaho_commit_seconds", []float64{.0002, .0005, .001, .002, .005, .01, .02, .05, .1, .2, .5, 1}),
		writes:   s.NewCounter("kibaho_writes_total"),
		watchers: s.NewGauge("kibaho_watchers", nil),
		slow:     s.NewCounter("kibaho_watchers_slow_total"),
	}
}

// count counts one more of a kind: a table made, an event, an answer. Kinds are
// words of ours, never of a client's.
func (m *meters) count(name, label, kind string) {
	m.set.GetOrCreateCounter(fmt.Sprintf("%s{%s=%q}", name, label, kind)).Inc()
}

// ServeHTTP tells what was measured, of the server, of the process and of Go.
func (m *meters) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	m.set.WritePrometheus(w)
	metrics.WriteProcessMetrics(w)
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
	m.set.NewGauge("kibaho_tables_open", held(func() int { return len(h.open) }))
	m.set.NewGauge("kibaho_tables_awake", held(func() int { return len(h.awake) }))
	m.set.NewGauge("kibaho_engine_moves_waiting", func() float64 { return float64(h.engines.moves.waits.Load()) })
	m.set.NewGauge("kibaho_engine_studies_waiting", func() float64 { return float64(h.engines.studies.waits.Load()) })
	m.set.NewGauge("kibaho_engine_works", func() float64 {
		return float64(h.engines.moves.works.Load() + h.engines.studies.works.Load())
	})
}
