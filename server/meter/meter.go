// Package meter counts what a server does and tells it in the text form of
// Prometheus (version 0.0.4 of its exposition format).
package meter

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
)

// Set is a list of meters by name. A name may end with labels: a{b="c"}. The zero
// value is an empty set; any number of goroutines may use it.
type Set struct {
	mu  sync.Mutex
	all map[string]meter
}

type meter interface {
	kind() string
	tell(w io.Writer, name string)
}

// Counter is a number that only grows.
type Counter struct{ n atomic.Int64 }

// Add adds n, which is not below zero.
func (c *Counter) Add(n int) { c.n.Add(int64(n)) }

// Inc adds one.
func (c *Counter) Inc() { c.n.Add(1) }

func (c *Counter) kind() string                  { return "counter" }
func (c *Counter) tell(w io.Writer, name string) { fmt.Fprintln(w, name, c.n.Load()) }

// Gauge is a number that goes up and down.
type Gauge struct{ n atomic.Int64 }

// Inc adds one.
func (g *Gauge) Inc() { g.n.Add(1) }

// Dec takes one away.
func (g *Gauge) Dec() { g.n.Add(-1) }

func (g *Gauge) kind() string                  { return "gauge" }
func (g *Gauge) tell(w io.Writer, name string) { fmt.Fprintln(w, name, g.n.Load()) }

// asked is a meter whose value is asked for when it is told.
type asked struct {
	value func() float64
	total bool // it only grows
}

func (a *asked) tell(w io.Writer, name string) { fmt.Fprintln(w, name, number(a.value())) }

func (a *asked) kind() string {
	if a.total {
		return "counter"
	}
	return "gauge"
}

// Histogram counts values by bounds: how many are not above each.
type Histogram struct {
	bounds []float64
	counts []atomic.Int64 // the last: above all bounds
	sum    atomic.Uint64  // the bits of a float64
}

// Observe counts a value.
func (h *Histogram) Observe(x float64) {
	i, _ := slices.BinarySearch(h.bounds, x)
	h.counts[i].Add(1)
	for {
		old := h.sum.Load()
		if h.sum.CompareAndSwap(old, math.Float64bits(math.Float64frombits(old)+x)) {
			return
		}
	}
}

func (h *Histogram) kind() string { return "histogram" }

func (h *Histogram) tell(w io.Writer, name string) {
	n := int64(0)
	for i := range h.counts {
		n += h.counts[i].Load()
		bound := math.Inf(1)
		if i < len(h.bounds) {
			bound = h.bounds[i]
		}
		fmt.Fprintf(w, "%s_bucket{le=%q} %d\n", name, number(bound), n)
	}
	fmt.Fprintln(w, name+"_sum", number(math.Float64frombits(h.sum.Load())))
	fmt.Fprintln(w, name+"_count", n)
}

func number(x float64) string {
	if math.IsInf(x, 1) {
		return "+Inf"
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// Counter returns the counter of a name, a new one if there is none.
func (s *Set) Counter(name string) *Counter {
	return of(s, name, func() *Counter { return new(Counter) })
}

// Gauge returns the gauge of a name, a new one if there is none.
func (s *Set) Gauge(name string) *Gauge { return of(s, name, func() *Gauge { return new(Gauge) }) }

// Ask puts a meter in whose value is asked for each time that it is told. It only
// grows if its name ends with _total, as Prometheus has it.
func (s *Set) Ask(name string, value func() float64) {
	of(s, name, func() *asked { return &asked{value: value, total: strings.HasSuffix(family(name), "_total")} })
}

// Histogram returns the histogram of a name, without labels, a new one if there is
// none. The bounds ascend.
func (s *Set) Histogram(name string, bounds ...float64) *Histogram {
	return of(s, name, func() *Histogram {
		return &Histogram{bounds: bounds, counts: make([]atomic.Int64, len(bounds)+1)}
	})
}

// of returns the meter of a name. It panics if the name is one of another kind.
func of[M meter](s *Set, name string, make func() M) M {
	s.mu.Lock()
	defer s.mu.Unlock()
	if m, ok := s.all[name]; ok {
		return m.(M)
	}
	m := make()
	if s.all == nil {
		s.all = map[string]meter{}
	}
	s.all[name] = m
	return m
}

// Tell writes all meters, those of one name together, after a line that tells
// their kind. The error is of the writer.
func (s *Set) Tell(to io.Writer) error {
	s.mu.Lock()
	all := maps.Clone(s.all)
	s.mu.Unlock()
	w := bufio.NewWriter(to)
	last := ""
	byFamily := func(a, b string) int {
		if c := strings.Compare(family(a), family(b)); c != 0 {
			return c
		}
		return strings.Compare(a, b)
	}
	for _, name := range slices.SortedFunc(maps.Keys(all), byFamily) {
		if f := family(name); f != last {
			fmt.Fprintln(w, "# TYPE", f, all[name].kind())
			last = f
		}
		all[name].tell(w, name)
	}
	return w.Flush()
}

// family returns a name without its labels.
func family(name string) string {
	f, _, _ := strings.Cut(name, "{")
	return f
}
