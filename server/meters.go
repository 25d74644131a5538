package server

import (
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
)

// meters are what the server measures of itself.
type meters struct {
	registry *prometheus.Registry
	created  *prometheus.CounterVec
	events   *prometheus.CounterVec
	requests *prometheus.CounterVec
	commands prometheus.Histogram
	commits  prometheus.Histogram
	writes   prometheus.Counter
	watchers prometheus.Gauge
	slow     prometheus.Counter
}

func newMeters() *meters {
	m := &meters{
		registry: prometheus.NewRegistry(),
		created:  prometheus.NewCounterVec(prometheus.CounterOpts{Name: "kibaho_tables_created_total", Help: "Tables made."}, []string{"game"}),
		events:   prometheus.NewCounterVec(prometheus.CounterOpts{Name: "kibaho_events_total", Help: "Events at tables."}, []string{"kind"}),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "kibaho_requests_total", Help: "HTTP requests answered."}, []string{"status"}),
		commands: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "kibaho_command_seconds", Help: "From a command to its event on disk and sent.",
			Buckets: []float64{.0005, .001, .002, .005, .01, .02, .05, .1, .2, .5, 1},
		}),
		commits: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "kibaho_commit_seconds", Help: "A synced transaction of the database.",
			Buckets: []float64{.0002, .0005, .001, .002, .005, .01, .02, .05, .1, .2, .5, 1},
		}),
		writes:   prometheus.NewCounter(prometheus.CounterOpts{Name: "kibaho_writes_total", Help: "Events and tables written."}),
		watchers: prometheus.NewGauge(prometheus.GaugeOpts{Name: "kibaho_watchers", Help: "Connections that watch tables."}),
		slow:     prometheus.NewCounter(prometheus.CounterOpts{Name: "kibaho_watchers_slow_total", Help: "Connections let go because they were too slow."}),
	}
	m.registry.MustRegister(m.created, m.events, m.requests, m.commands, m.commits, m.writes, m.watchers, m.slow,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// watch measures what the hall and the engines hold.
func (m *meters) watch(h *hall) {
	gauge := func(name, help string, f func() float64) {
		m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, f))
	}
	held := func(f func() int) func() float64 {
		return func() float64 {
			h.mu.Lock()
			defer h.mu.Unlock()
			return float64(f())
		}
	}
	gauge("kibaho_tables_open", "Tables in play or waiting.", held(func() int { return len(h.open) }))
	gauge("kibaho_tables_awake", "Tables in memory.", held(func() int { return len(h.awake) }))
	gauge("kibaho_engine_moves_waiting", "Engine moves in the queue.", func() float64 { return float64(h.engines.moves.waits.Load()) })
	gauge("kibaho_engine_studies_waiting", "Analyses in the queue.", func() float64 { return float64(h.engines.studies.waits.Load()) })
	gauge("kibaho_engine_works", "Engines at work.", func() float64 {
		return float64(h.engines.moves.works.Load() + h.engines.studies.works.Load())
	})
}
