package meter_test

import (
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"kibaho/server/meter"
)

func Example() {
	var s meter.Set
	s.Counter(`games_total{game="chuba"}`).Inc()
	s.Counter(`games_total{game="igisoro"}`).Add(2)
	s.Gauge("games_open").Inc()
	h := s.Histogram("wait_seconds", 0.1, 1)
	for _, seconds := range []float64{0.05, 0.1, 0.5, 3} {
		h.Observe(seconds)
	}
	_ = s.Tell(os.Stdout)
	// Output:
	// # TYPE games_open gauge
	// games_open 1
	// # TYPE games_total counter
	// games_total{game="chuba"} 1
	// games_total{game="igisoro"} 2
	// # TYPE wait_seconds histogram
	// wait_seconds_bucket{le="0.1"} 2
	// wait_seconds_bucket{le="1"} 3
	// wait_seconds_bucket{le="+Inf"} 4
	// wait_seconds_sum 3.65
	// wait_seconds_count 4
}

// TestForm reads what a process tells by the grammar of the exposition format.
func TestForm(t *testing.T) {
	var s meter.Set
	s.Process()
	s.Counter(`a_total{b="c\"d"}`).Inc()
	s.Histogram("h", 1).Observe(2)
	var text strings.Builder
	if err := s.Tell(&text); err != nil {
		t.Fatal(err)
	}
	kind := regexp.MustCompile(`^# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge|histogram)$`)
	value := regexp.MustCompile(`^([a-zA-Z_:][a-zA-Z0-9_:]*)(\{[a-z]+="(?:[^"\\]|\\["\\n])*"\})? (\S+)$`)
	told := map[string]float64{}
	kinds := map[string]string{}
	for line := range strings.Lines(text.String()) {
		line = strings.TrimSuffix(line, "\n")
		if m := kind.FindStringSubmatch(line); m != nil {
			if kinds[m[1]] != "" {
				t.Errorf("the kind of %s is told twice", m[1])
			}
			kinds[m[1]] = m[2]
			continue
		}
		m := value.FindStringSubmatch(line)
		if m == nil {
			t.Errorf("line %q is not of the form", line)
			continue
		}
		x, err := strconv.ParseFloat(m[3], 64)
		if err != nil {
			t.Errorf("line %q: %v", line, err)
		}
		told[m[1]+m[2]] = x
	}
	for name, kind := range kinds {
		if grows := strings.HasSuffix(name, "_total"); grows != (kind == "counter") {
			t.Errorf("%s is a %s", name, kind)
		}
	}
	for _, name := range []string{"process_start_time_seconds", "go_goroutines", "go_memstats_heap_alloc_bytes", "go_memstats_sys_bytes"} {
		if told[name] <= 0 {
			t.Errorf("%s = %v, want more than 0", name, told[name])
		}
	}
	if _, err := os.Stat("/proc/self/stat"); err == nil {
		// A test program is bigger than a megabyte and has its three files open.
		if told["process_resident_memory_bytes"] < 1<<20 || told["process_open_fds"] < 3 || told["process_num_threads"] < 1 {
			t.Errorf("of the process: %v", told)
		}
	}
}

func TestMany(t *testing.T) {
	var s meter.Set
	var all sync.WaitGroup
	const each, many = 1000, 8
	for range many {
		all.Go(func() {
			for range each {
				s.Counter("n_total").Inc()
				s.Histogram("h", 1, 2).Observe(1.5)
				g := s.Gauge("g")
				g.Inc()
				g.Dec()
			}
		})
	}
	all.Wait()
	var text strings.Builder
	if err := s.Tell(&text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"n_total 8000\n", `h_bucket{le="1"} 0`, `h_bucket{le="2"} 8000`, "h_sum 12000\n", "h_count 8000\n", "g 0\n"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("%q is not in\n%s", want, text.String())
		}
	}
}
