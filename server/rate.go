package server

import (
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Rate is how often something may be done: so many at once, then so many a second.
type Rate struct {
	PerSecond float64
	Burst     int
}

// gate holds one limiter for each address or identity that was seen of late.
type gate struct {
	rate Rate
	mu   sync.Mutex
	of   map[string]*limiter
	last time.Time // of the last sweep
}

type limiter struct {
	*rate.Limiter
	used time.Time
}

// gateSize bounds how many addresses are remembered.
const gateSize = 100_000

func newGate(r Rate) *gate { return &gate{rate: r, of: map[string]*limiter{}} }

// pass reports that one of a name may do it once more.
func (g *gate) pass(name string) bool {
	if g.rate.PerSecond <= 0 {
		return true
	}
	now := time.Now()
	g.mu.Lock()
	defer g.mu.Unlock()
	l := g.of[name]
	if l == nil {
		g.sweep(now)
		l = &limiter{Limiter: rate.NewLimiter(rate.Limit(g.rate.PerSecond), g.rate.Burst)}
		g.of[name] = l
	}
	l.used = now
	return l.AllowN(now, 1)
}

// sweep forgets those whose allowance is full again.
func (g *gate) sweep(now time.Time) {
	full := time.Duration(float64(g.rate.Burst)/g.rate.PerSecond*float64(time.Second)) + time.Second
	if len(g.of) < gateSize && now.Sub(g.last) < full {
		return
	}
	g.last = now
	for name, l := range g.of {
		if now.Sub(l.used) > full || len(g.of) >= gateSize {
			delete(g.of, name)
		}
	}
}

// count bounds how many there are of each name at once.
type count struct {
	most int
	mu   sync.Mutex
	of   map[string]int
}

func newCount(most int) *count { return &count{most: most, of: map[string]int{}} }

// enter reports that there is room for one more of a name; leave must follow.
func (c *count) enter(name string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.of[name] >= c.most {
		return false
	}
	c.of[name]++
	return true
}

func (c *count) leave(name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.of[name]--; c.of[name] <= 0 {
		delete(c.of, name)
	}
}
