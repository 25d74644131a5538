package play

import (
	"slices"
	"strings"

	"kibaho"
	"kibaho/games"
)

// Stage is how far a person has come on the way to a move.
type Stage uint8

// The stages.
const (
	// Idle: nothing has been chosen yet.
	Idle Stage = iota
	// Partial: something has been chosen, and the next site is wanted.
	Partial
	// Asking: the next choice is a question, answered by a key or by one of the
	// sites that stand for an answer.
	Asking
	// Ready: one decision is left.
	Ready
)

// Narrow is a choice in progress among the legal decisions of a position. It
// compares their paths step by step and knows no rule. It is a value: each
// choice returns a new one and leaves the old one as it was.
type Narrow struct {
	fits  []games.Move  // the decisions whose paths begin with taken
	taken []kibaho.Step // the steps chosen
	among []kibaho.Step // the next steps that the last choice left open; nil: all
	ended bool          // the person has stopped where a path may end
	last  *Narrow       // the state before the last choice
}

// NewNarrow returns the state in which any of the decisions can be chosen.
func NewNarrow(moves []games.Move) Narrow { return Narrow{fits: moves} }

// Moves returns the decisions that are still possible. The caller must not
// change them.
func (n Narrow) Moves() []games.Move { return n.fits }

// Taken returns the steps chosen so far. The caller must not change them.
func (n Narrow) Taken() []kibaho.Step { return n.taken }

// Begun reports that something has been chosen.
func (n Narrow) Begun() bool { return n.last != nil }

// Back returns the state before the last choice, and false if there was none.
func (n Narrow) Back() (Narrow, bool) {
	if n.last == nil {
		return n, false
	}
	return *n.last, true
}

// Stage tells what is wanted next.
func (n Narrow) Stage() Stage {
	switch {
	case n.Begun() && (n.ended || len(n.fits) == 1):
		return Ready
	case n.among != nil:
		return Asking
	}
	next := n.Next()
	switch {
	case len(next) > 0 && !slices.ContainsFunc(next, func(s kibaho.Step) bool { return s.Key == "" }):
		return Asking
	case n.Begun():
		return Partial
	}
	return Idle
}

// Ready returns the one decision that is left, and the steps of its path that
// were not chosen because nothing else was possible.
func (n Narrow) Ready() (m games.Move, rest []kibaho.Step, ok bool) {
	if n.Stage() != Ready {
		return m, nil, false
	}
	m = n.fits[0]
	return m, m.Path[len(n.taken):], true
}

// Next returns the steps that can be chosen next, each once, in the order of the
// decisions.
func (n Narrow) Next() []kibaho.Step {
	if n.among != nil {
		return n.among
	}
	var next []kibaho.Step
	for _, m := range n.fits {
		if len(m.Path) > len(n.taken) && !slices.ContainsFunc(next, same(m.Path[len(n.taken)])) {
			next = append(next, m.Path[len(n.taken)])
		}
	}
	return next
}

// Lit returns the sites that can be pointed at next, each once.
func (n Narrow) Lit() []kibaho.Site {
	var lit []kibaho.Site
	for _, s := range n.Next() {
		for _, site := range s.Sites {
			if !slices.Contains(lit, site) {
				lit = append(lit, site)
			}
		}
	}
	return lit
}

// Stop returns the decision that is complete with the steps chosen so far while
// others would go on.
func (n Narrow) Stop() (games.Move, bool) {
	if n.ended || n.among != nil {
		return games.Move{}, false
	}
	for _, m := range n.fits {
		if len(m.Path) == len(n.taken) {
			return m, len(n.fits) > 1 || !n.Begun()
		}
	}
	return games.Move{}, false
}

// End stops here, where Stop has a decision.
func (n Narrow) End() (Narrow, bool) {
	m, ok := n.Stop()
	if !ok {
		return n, false
	}
	return Narrow{fits: []games.Move{m}, taken: n.taken, ended: true, last: &n}, true
}

// Point chooses the step that a site means. If it means several, they are what
// is asked next. The site where the last step led stops there, if that is
// possible and means nothing else. It reports false, and changes nothing, if
// the site means nothing.
func (n Narrow) Point(site kibaho.Site) (Narrow, bool) {
	meant := n.meaning(func(s kibaho.Step) bool { return slices.Contains(s.Sites, site) })
	if len(meant) == 0 {
		if at, ok := n.At(); ok && at == site {
			return n.End()
		}
	}
	return n.choose(meant)
}

// Press chooses the step that a key means, as Point does. An exact match comes
// before one that differs in case or gives only the first letter of a longer key.
func (n Narrow) Press(key string) (Narrow, bool) {
	if key == "" {
		return n, false
	}
	for _, fits := range []func(string) bool{
		func(k string) bool { return k == key },
		func(k string) bool { return strings.EqualFold(k, key) },
		func(k string) bool { return len(k) > len(key) && strings.EqualFold(k[:len(key)], key) },
	} {
		if meant := n.meaning(func(s kibaho.Step) bool { return s.Key != "" && fits(s.Key) }); len(meant) > 0 {
			return n.choose(meant)
		}
	}
	return n, false
}

// Take chooses one of Next.
func (n Narrow) Take(step kibaho.Step) (Narrow, bool) {
	return n.choose(n.meaning(same(step)))
}

// At returns the site where the last step led: the first of its sites that was
// chosen by pointing at a plain site.
func (n Narrow) At() (kibaho.Site, bool) {
	for _, s := range slices.Backward(n.taken) {
		if s.Key == "" && len(s.Sites) > 0 {
			return s.Sites[0], true
		}
	}
	return 0, false
}

func (n Narrow) meaning(fits func(kibaho.Step) bool) []kibaho.Step {
	var meant []kibaho.Step
	for _, s := range n.Next() {
		if fits(s) {
			meant = append(meant, s)
		}
	}
	return meant
}

// choose goes on with the steps meant: one is chosen, several are asked.
func (n Narrow) choose(meant []kibaho.Step) (Narrow, bool) {
	if len(meant) == 0 || n.Stage() == Ready && len(n.Next()) == 0 {
		return n, false
	}
	if len(meant) > 1 {
		if len(meant) == len(n.among) {
			return n, false
		}
		return Narrow{fits: n.with(meant), taken: n.taken, among: meant, last: &n}, true
	}
	taken := append(slices.Clip(n.taken), meant[0])
	return Narrow{fits: n.with(meant), taken: taken, last: &n}, true
}

// with returns the decisions that go on with one of the steps.
func (n Narrow) with(steps []kibaho.Step) []games.Move {
	var fits []games.Move
	for _, m := range n.fits {
		if len(m.Path) > len(n.taken) && slices.ContainsFunc(steps, same(m.Path[len(n.taken)])) {
			fits = append(fits, m)
		}
	}
	return fits
}

// same returns the test whether a step is the given one.
func same(a kibaho.Step) func(kibaho.Step) bool {
	return func(b kibaho.Step) bool {
		return a.Key == b.Key && a.Says == b.Says && slices.Equal(a.Sites, b.Sites)
	}
}
