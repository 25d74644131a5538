package gametest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"kibaho"
	"kibaho/search"
)

// recorder takes failures down instead of failing.
type recorder struct {
	testing.TB
	told []string
}

func (r *recorder) Helper() {}
func (r *recorder) Errorf(format string, args ...any) {
	r.told = append(r.told, fmt.Sprintf(format, args...))
}

func record(g kibaho.Game[toy, toyMove], setting string) []string {
	r := new(recorder)
	checkFacts(r, &g.Facts)
	check[toy, toyMove, *toy](r, g, setting)
	return r.told
}

var t0 = context.Background()

// whole is the toy with all optional powers.
func whole() kibaho.Game[toy, toyMove] {
	g := toyGame
	g.Fits = func(p *toy, m toyMove, text string) bool { return strings.ToLower(text) == textToy(p, m) }
	g.Perft = func(p *toy, depth int) uint64 {
		n, _ := search.Merge[toy, toyMove, *toy](t0, *p, depth, search.Work[toy]{Threads: 1})
		return n // no two turns of the toy end alike
	}
	g.Playout = func(p *toy, r *kibaho.Rand, l kibaho.Limits) kibaho.Result {
		pl := search.NewPlayer[toy, toyMove, *toy](search.Games[toy, toyMove]{Limits: l, Quiet: g.Quiet})
		res, _ := pl.Play(t0, *p, r)
		return res
	}
	eval := g.Eval
	g.Eval = func(p *toy) int {
		if len(p.Moves(nil)) == 0 {
			return -1000
		}
		return eval(p)
	}
	g.Expand = expandToy
	g.Sprout = sproutToy
	return g
}

// sproutToy lists the positions after the moves by the toy's single functions.
func sproutToy(p *toy, s *kibaho.Sprouts[toy, toyMove]) {
	s.Moves = p.Moves(s.Moves[:0])
	for _, m := range s.Moves {
		after := *p
		after.Play(m)
		width := 1
		if after.Outcome() != kibaho.Ongoing {
			width = 0
		}
		s.Add(&after, after.Hash(), width, 0)
	}
}

// sproutWrong is sproutToy with its last position changed.
func sproutWrong(change func(s *kibaho.Sprouts[toy, toyMove], last int)) func(*toy, *kibaho.Sprouts[toy, toyMove]) {
	return func(p *toy, s *kibaho.Sprouts[toy, toyMove]) {
		had := len(s.After)
		sproutToy(p, s)
		if n := len(s.After); n > had {
			change(s, n-1)
		}
	}
}

// expandToy lists the moves by the toy's single functions.
func expandToy(p *toy, c *kibaho.Children[toy, toyMove]) {
	var room [64]toyMove
	for _, m := range p.Moves(room[:0]) {
		gain := toyGame.Gain(p, m)
		if gain <= 0 && c.Gaining {
			continue
		}
		if m.from == m.to {
			gain = -1 // to stop gains nothing and is not quiet
		}
		after := *p
		after.Play(m)
		c.Add(m, &after, gain)
	}
}

// expandWrong is expandToy with its last child changed.
func expandWrong(change func(c *kibaho.Children[toy, toyMove], last int)) func(*toy, *kibaho.Children[toy, toyMove]) {
	return func(p *toy, c *kibaho.Children[toy, toyMove]) {
		expandToy(p, c)
		if n := len(c.Moves); n > 0 {
			change(c, n-1)
		}
	}
}

func TestSound(t *testing.T) {
	Run(t, toyGame)
	Run(t, whole(), "toy", "long", "toy cells=7 quiet-limit=3")
}

// Each fault must be found, and named by its kind.
func TestBroken(t *testing.T) {
	start := toyGame.Start
	for _, f := range []struct {
		fault string // "KIND: what is wrong"
		with  func(*kibaho.Game[toy, toyMove])
	}{
		{fault: "hash: leaves out two cells"},
		{fault: "moves: one is listed twice"},
		{fault: "moves: not appended"},
		{fault: "allocations: in Moves"},
		{fault: "turn: changes within a turn"},
		{fault: "panic: in Play"},
		{fault: "panic: in Read"},
		{fault: "outcome: two men are not enough"},
		{fault: "read: forgets the man that leaps"},
		{"start: refused", func(g *kibaho.Game[toy, toyMove]) {
			g.Start = func(kibaho.Settings) (toy, error) { return toy{}, errors.New("no") }
		}},
		{"start: over", func(g *kibaho.Game[toy, toyMove]) {
			g.Start = func(s kibaho.Settings) (toy, error) { p, _ := start(s); p.men[0] = 0; return p, nil }
		}},
		{"start: another each time", func(g *kibaho.Game[toy, toyMove]) {
			n := uint16(0)
			g.Start = func(s kibaho.Settings) (toy, error) {
				p, _ := start(s)
				n = (n + 1) & 1
				p.men[0] = 0b1011 - n<<3
				return p, nil
			}
		}},
		{"read: other settings", func(g *kibaho.Game[toy, toyMove]) {
			g.Read = func(s kibaho.Settings, text string) (toy, kibaho.Settings, error) {
				p, s, err := readToy(s, text)
				if err == nil {
					s, _ = s.With("quiet-limit", "7")
				}
				return p, s, err
			}
		}},
		{"read: a plain error", func(g *kibaho.Game[toy, toyMove]) {
			g.Read = func(s kibaho.Settings, text string) (toy, kibaho.Settings, error) {
				p, s, err := readToy(s, text)
				if err != nil {
					err = errors.New("no")
				}
				return p, s, err
			}
		}},
		{"write: another text each time", func(g *kibaho.Game[toy, toyMove]) {
			n := 0
			g.Write = func(p *toy) string { n++; return writeToy(p) + strings.Repeat(" ", n%3) }
			g.Read = func(s kibaho.Settings, text string) (toy, kibaho.Settings, error) {
				return readToy(s, strings.TrimRight(text, " "))
			}
		}},
		{"board: a site without a name", func(g *kibaho.Game[toy, toyMove]) {
			board := g.Board
			g.Board = func(p *toy) kibaho.Board { b := board(p); b.Names[2] = ""; return b }
		}},
		{"board: too few contents", func(g *kibaho.Game[toy, toyMove]) {
			board := g.Board
			g.Board = func(p *toy) kibaho.Board { b := board(p); b.Marks = make([]kibaho.Mark, 2); return b }
		}},
		{"text: two moves share it", func(g *kibaho.Game[toy, toyMove]) {
			g.Text = func(p *toy, m toyMove) string { return textToy(p, m)[:1] }
		}},
		{"fits: too much", func(g *kibaho.Game[toy, toyMove]) {
			g.Fits = func(p *toy, m toyMove, text string) bool { return textToy(p, m)[:1] == text[:1] }
		}},
		{"fits: too little", func(g *kibaho.Game[toy, toyMove]) {
			g.Fits = func(p *toy, m toyMove, text string) bool { return m.from == m.to && text == "stop" }
		}},
		{"path: the same for two", func(g *kibaho.Game[toy, toyMove]) {
			path := g.Path
			g.Path = func(p *toy, m toyMove) []kibaho.Step { s := path(p, m); return s[len(s)-1:] }
		}},
		{"path: steps share a site", func(g *kibaho.Game[toy, toyMove]) {
			path := g.Path
			g.Path = func(p *toy, m toyMove) []kibaho.Step {
				steps := path(p, m)
				if leap(m) && len(steps) == 2 {
					steps[1].Sites = append(steps[1].Sites, steps[0].Sites...)
					steps[0].Sites = append(steps[0].Sites, kibaho.Site((m.from+m.to)/2))
				}
				return steps
			}
		}},
		{"path: empty", func(g *kibaho.Game[toy, toyMove]) {
			g.Path = func(*toy, toyMove) []kibaho.Step { return nil }
		}},
		{"path: off the board", func(g *kibaho.Game[toy, toyMove]) {
			g.Path = func(p *toy, m toyMove) []kibaho.Step {
				return []kibaho.Step{{Sites: []kibaho.Site{kibaho.Site(m.from*12 + m.to + 12)}}}
			}
		}},
		{"trace: the man taken stays", func(g *kibaho.Game[toy, toyMove]) {
			trace := g.Trace
			g.Trace = func(p *toy, m toyMove) []kibaho.Event { e := trace(p, m); return e[:min(1, len(e))] }
		}},
		{"trace: a man from nowhere", func(g *kibaho.Game[toy, toyMove]) {
			g.Trace = func(p *toy, m toyMove) []kibaho.Event {
				return []kibaho.Event{{Kind: kibaho.Move, Site: kibaho.Site(m.to), To: kibaho.Site(m.from)}}
			}
		}},
		{"refuse: nothing", func(g *kibaho.Game[toy, toyMove]) {
			g.Refuse = func(*toy, string) error { return nil }
		}},
		{"refuse: by no rule", func(g *kibaho.Game[toy, toyMove]) {
			g.Refuse = func(_ *toy, text string) error { return &kibaho.Refusal{Move: text, Rule: "T9", Reason: "no"} }
		}},
		{"refuse: with a candidate that is not legal", func(g *kibaho.Game[toy, toyMove]) {
			g.Refuse = func(_ *toy, text string) error {
				return &kibaho.Refusal{Move: text, Reason: "no", Candidates: []string{"aa"}}
			}
		}},
		{"refuse: a plain error", func(g *kibaho.Game[toy, toyMove]) {
			g.Refuse = func(*toy, string) error { return errors.New("no") }
		}},
		{"panic: in Refuse", func(g *kibaho.Game[toy, toyMove]) {
			g.Refuse = func(_ *toy, text string) error { return errors.New(text[3:]) }
		}},
		{"reason: none", func(g *kibaho.Game[toy, toyMove]) { g.Reason = func(*toy) string { return "" } }},
		{"eval: out of bounds", func(g *kibaho.Game[toy, toyMove]) {
			g.Eval = func(p *toy) int { return 20_000 * (1 - int(p.leaps&1)) }
		}},
		{"gain: out of bounds", func(g *kibaho.Game[toy, toyMove]) {
			g.Gain = func(*toy, toyMove) int { return 30_000 }
		}},
		{"tactics: calm with a gain", func(g *kibaho.Game[toy, toyMove]) {
			g.Tactics = func(*toy) kibaho.Tactics { return kibaho.Calm }
		}},
		{"tactics: bound without", func(g *kibaho.Game[toy, toyMove]) {
			g.Tactics = func(*toy) kibaho.Tactics { return kibaho.Bound }
		}},
		{"tactics: over before the end", func(g *kibaho.Game[toy, toyMove]) {
			g.Tactics = func(*toy) kibaho.Tactics { return kibaho.Over }
		}},
		{"turn: the sides do not alternate", func(g *kibaho.Game[toy, toyMove]) {
			g.Alternates = func(*toy) bool { return true }
		}},
		{"key: out of bounds", func(g *kibaho.Game[toy, toyMove]) {
			g.Key = func(toyMove) int { return 4096 }
		}},
		{"quiet: what can be undone", func(g *kibaho.Game[toy, toyMove]) {
			g.Quiet = func(*toy, toyMove) bool { return false }
		}},
		{"pure: Eval plays", func(g *kibaho.Game[toy, toyMove]) {
			g.Eval = func(p *toy) int { p.turn = p.turn.Other(); return 0 }
		}},
		{"perft: one too many", func(g *kibaho.Game[toy, toyMove]) {
			perft := g.Perft
			g.Perft = func(p *toy, depth int) uint64 { return perft(p, depth) + uint64(depth/2) }
		}},
		{"playout: without an end", func(g *kibaho.Game[toy, toyMove]) {
			g.Playout = func(*toy, *kibaho.Rand, kibaho.Limits) kibaho.Result { return kibaho.Result{Plies: 3} }
		}},
		{"playout: another each time", func(g *kibaho.Game[toy, toyMove]) {
			n := 0
			g.Playout = func(*toy, *kibaho.Rand, kibaho.Limits) kibaho.Result {
				n++
				return kibaho.Result{Plies: n, Outcome: kibaho.Draw}
			}
		}},
		{"playout: not uniform", func(g *kibaho.Game[toy, toyMove]) { g.Playout = always }},
		{"playout: knows no quiet limit", func(g *kibaho.Game[toy, toyMove]) {
			playout := g.Playout
			g.Playout = func(p *toy, r *kibaho.Rand, l kibaho.Limits) kibaho.Result {
				l.Quiet += 2
				return playout(p, r, l)
			}
		}},
		{"playout: Uniform is not said", func(g *kibaho.Game[toy, toyMove]) { g.Uniform = "" }},
		{"facts: no title", func(g *kibaho.Game[toy, toyMove]) { g.Title = "" }},
		{"facts: two rules of one number", func(g *kibaho.Game[toy, toyMove]) {
			g.Rules = []kibaho.Rule{g.Rules[0], g.Rules[1], g.Rules[0]}
		}},
		{"facts: an option that cites no rule", func(g *kibaho.Game[toy, toyMove]) {
			g.Options = slices.Clone(g.Options)
			g.Options[1].Rule = "T9"
		}},
		{"facts: a default that is no value", func(g *kibaho.Game[toy, toyMove]) {
			g.Options = slices.Clone(g.Options)
			g.Options[1].Default = "must"
		}},
		{"facts: a variant that sets no option", func(g *kibaho.Game[toy, toyMove]) {
			g.Variants = append(slices.Clone(g.Variants), kibaho.Variant{Name: "x", Title: "x", Text: "x", Set: map[string]string{"x": "1"}})
		}},
		{"facts: a reading of no option", func(g *kibaho.Game[toy, toyMove]) {
			g.Rules = slices.Clone(g.Rules)
			g.Rules[1].Readings = []kibaho.Reading{{When: "leaps=must", Text: "x"}}
		}},
		{"eval: finished games are even", func(g *kibaho.Game[toy, toyMove]) { g.Eval = func(*toy) int { return 0 } }},
		{"expand: leaves one out", func(g *kibaho.Game[toy, toyMove]) {
			g.Expand = expandWrong(func(c *kibaho.Children[toy, toyMove], last int) {
				c.Moves, c.After, c.Gains = c.Moves[:last], c.After[:last], c.Gains[:last]
			})
		}},
		{"expand: what is not legal", func(g *kibaho.Game[toy, toyMove]) {
			g.Expand = expandWrong(func(c *kibaho.Children[toy, toyMove], last int) { c.Moves[last].from += 20 })
		}},
		{"expand: another position", func(g *kibaho.Game[toy, toyMove]) {
			g.Expand = expandWrong(func(c *kibaho.Children[toy, toyMove], last int) { c.After[last].men[0] ^= 1 })
		}},
		{"expand: another gain", func(g *kibaho.Game[toy, toyMove]) {
			g.Expand = expandWrong(func(c *kibaho.Children[toy, toyMove], last int) { c.Gains[last] = 77 })
		}},
		{"expand: leaves out what gains", func(g *kibaho.Game[toy, toyMove]) {
			g.Expand = expandWrong(func(c *kibaho.Children[toy, toyMove], _ int) {
				if c.Gaining {
					c.Clear()
				}
			})
		}},
		{"expand: another key", func(g *kibaho.Game[toy, toyMove]) {
			g.Key = func(m toyMove) int { return int(m.from) }
			g.Expand = expandWrong(func(c *kibaho.Children[toy, toyMove], _ int) {
				for _, m := range c.Moves {
					c.Keys = append(c.Keys, uint16(m.from)+1)
				}
			})
		}},
		{"expand: without positions, what is not legal", func(g *kibaho.Game[toy, toyMove]) {
			g.Expand = expandWrong(func(c *kibaho.Children[toy, toyMove], last int) { c.Moves[last].from += 20; c.After = nil })
		}},
		{"expand: allocates", func(g *kibaho.Game[toy, toyMove]) {
			g.Expand = expandWrong(func(*kibaho.Children[toy, toyMove], int) { sink = make([]byte, 100) })
		}},
		{"sprout: leaves one out", func(g *kibaho.Game[toy, toyMove]) {
			g.Sprout = sproutWrong(func(s *kibaho.Sprouts[toy, toyMove], last int) {
				n := len(s.Hash) - 1
				s.After, s.Hash, s.Width, s.Score = s.After[:last], s.Hash[:n], s.Width[:n], s.Score[:n]
			})
		}},
		{"sprout: another position", func(g *kibaho.Game[toy, toyMove]) {
			g.Sprout = sproutWrong(func(s *kibaho.Sprouts[toy, toyMove], last int) { s.After[last].men[0] ^= 1 })
		}},
		{"sprout: changes what was there", func(g *kibaho.Game[toy, toyMove]) {
			g.Sprout = sproutWrong(func(s *kibaho.Sprouts[toy, toyMove], _ int) { s.After[0].men[0] ^= 1 })
		}},
		{"sprout: another hash", func(g *kibaho.Game[toy, toyMove]) {
			g.Sprout = sproutWrong(func(s *kibaho.Sprouts[toy, toyMove], _ int) { s.Hash[len(s.Hash)-1]++ })
		}},
		{"sprout: all games go on", func(g *kibaho.Game[toy, toyMove]) {
			g.Sprout = sproutWrong(func(s *kibaho.Sprouts[toy, toyMove], _ int) {
				for i := range s.Width {
					s.Width[i] = 1
				}
			})
		}},
		{"sprout: too great a score", func(g *kibaho.Game[toy, toyMove]) {
			g.Sprout = sproutWrong(func(s *kibaho.Sprouts[toy, toyMove], _ int) { s.Score[len(s.Score)-1] = mostScore })
		}},
		{"sprout: a width too many", func(g *kibaho.Game[toy, toyMove]) {
			g.Sprout = sproutWrong(func(s *kibaho.Sprouts[toy, toyMove], _ int) { s.Width = append(s.Width, 1) })
		}},
		{"sprout: allocates", func(g *kibaho.Game[toy, toyMove]) {
			g.Sprout = sproutWrong(func(*kibaho.Sprouts[toy, toyMove], int) { sink = make([]byte, 100) })
		}},
		{"width: all games go on", func(g *kibaho.Game[toy, toyMove]) {
			g.Width = func(*toy) int { return 1 }
		}},
		{"facts: a clash without a reason", func(g *kibaho.Game[toy, toyMove]) {
			g.Clashes = []kibaho.Clash{{Met: func(kibaho.Settings) bool { return false }}}
		}},
	} {
		t.Run(f.fault, func(t *testing.T) {
			g := whole()
			if f.with != nil {
				f.with(&g)
			}
			fault = f.fault
			told := record(g, "toy")
			fault = ""
			kind, _, _ := strings.Cut(f.fault, ":")
			if !slices.ContainsFunc(told, func(s string) bool { return strings.HasPrefix(s, kind+":") }) {
				t.Errorf("not found; told:\n%s", strings.Join(told, "\n"))
			}
		})
	}
}

// always plays the first decision of all.
func always(p *toy, _ *kibaho.Rand, l kibaho.Limits) (res kibaho.Result) {
	q := *p
	for q.Outcome() == kibaho.Ongoing {
		q.Play(q.Moves(nil)[0])
		res.Plies++
		if res.Plies == 60 || res.Plies == l.Quiet {
			return kibaho.Result{Outcome: kibaho.Draw, Plies: res.Plies}
		}
	}
	res.Outcome = q.Outcome()
	return res
}

// Random games are held against those by moves where both choose among the same
// things, and only there.
func TestSpreadWhere(t *testing.T) {
	start := toyGame.Start
	for _, c := range []struct {
		uniform string
		several bool // decisions in a turn
		found   bool // that the games are not uniform
	}{
		{"turns", false, true},
		{"turns", true, false},
		{"decisions", false, false},
		{"decisions", true, true},
	} {
		g := whole()
		g.Playout, g.Uniform = always, c.uniform
		if !c.several {
			g.Start = func(s kibaho.Settings) (toy, error) { // with one enemy nobody leaps on
				p, err := start(s)
				p.men = [2]uint16{1 << 2, 1 << 5}
				return p, err
			}
		}
		told := record(g, "toy")
		found := slices.ContainsFunc(told, func(s string) bool { return strings.HasPrefix(s, "playout: mean") })
		if found != c.found {
			t.Errorf("%s, several decisions in a turn %v: found %v, want %v; told:\n%s", c.uniform, c.several, found, c.found, strings.Join(told, "\n"))
		}
	}
}

// A failure says where: the position, the decision and the seed.
func TestMessage(t *testing.T) {
	g := whole()
	g.Gain = func(_ *toy, m toyMove) int { return 30_000 * int(m.from/3%2) }
	g.Expand = nil
	told := record(g, "toy")
	want := `gain: 30000 is out of bounds (toy in "xx.x..ooo x" move "dc", seed 0)`
	if len(told) != told3 || told[0] != want {
		t.Errorf("told:\n%s\nwant first of %d:\n%s", strings.Join(told, "\n"), told3, want)
	}
}

const told3 = told + 1 // as many failures of a kind are told, and how many more there were

func TestPlain(t *testing.T) {
	//lint:ignore U1000 the fields are looked at by reflection
	type inner struct{ names [2]string }
	//lint:ignore U1000 likewise
	type bad struct {
		n  int
		in inner
		p  *int
	}
	r := new(recorder)
	checkPlain[bad](r)
	want := []string{"plain: gametest.bad.in.names[] of a position is a string", "plain: gametest.bad.p of a position is a ptr"}
	if !slices.Equal(r.told, want) {
		t.Errorf("%q, want %q", r.told, want)
	}
	r = new(recorder)
	checkPlain[toy](r)
	if len(r.told) != 0 {
		t.Error(r.told)
	}
}

// How events act on rows of pits.
func TestTracePits(t *testing.T) {
	const lift, lap, sow, take, forfeit = kibaho.Lift, kibaho.Lap, kibaho.Sow, kibaho.Take, kibaho.Forfeit
	for _, c := range []struct {
		name   string
		before []int16
		hand   int // before
		events []kibaho.Event
		after  []int16
		left   int // in hand after
		ok     bool
	}{
		{"a sowing", []int16{2, 0, 1, 4}, 0, []kibaho.Event{{Kind: lift, N: 2}, {Kind: lap, N: 2}, {Kind: sow, Site: 1}, {Kind: sow, Site: 2}}, []int16{0, 1, 2, 4}, 0, true},
		{"captured seeds leave", []int16{1, 0, 1, 4}, 0, []kibaho.Event{{Kind: lift, N: 1}, {Kind: lap, N: 1}, {Kind: sow, Site: 1}, {Kind: take, Site: 3, N: 4}}, []int16{0, 1, 1, 0}, 0, true},
		{"captured seeds are sown", []int16{1, 0, 1, 2}, 0, []kibaho.Event{{Kind: lift, N: 1}, {Kind: lap, N: 1}, {Kind: sow, Site: 1}, {Kind: take, Site: 3, N: 2}, {Kind: lap, N: 2}, {Kind: sow, Site: 1}, {Kind: sow, Site: 2}}, []int16{0, 2, 2, 0}, 0, true},
		{"captured seeds stay in hand", []int16{1, 0, 1, 2}, 0, []kibaho.Event{{Kind: take, Site: 3, N: 2}}, []int16{1, 0, 1, 0}, 2, true},
		{"a hand from before", []int16{0, 0, 1, 2}, 2, []kibaho.Event{{Kind: lap, N: 2}, {Kind: sow}, {Kind: sow, Site: 1}}, []int16{1, 1, 1, 2}, 0, true},
		{"forfeited seeds leave", []int16{1, 0, 1, 2}, 0, []kibaho.Event{{Kind: forfeit, Site: 2, N: 1}}, []int16{1, 0, 0, 2}, 0, true},
		{"both leave and come", []int16{1, 0, 1, 2}, 0, []kibaho.Event{{Kind: take, Site: 3, N: 2}, {Kind: lap, N: 2}, {Kind: sow}, {Kind: sow}, {Kind: take, Site: 2, N: 1}}, []int16{3, 0, 0, 0}, 0, false},
		{"a lap of more than the hand", []int16{2, 0, 1, 4}, 0, []kibaho.Event{{Kind: lift, N: 2}, {Kind: lap, N: 3}, {Kind: sow, Site: 1}, {Kind: sow, Site: 2}}, []int16{0, 1, 2, 4}, 0, false},
		{"half a pit lifted", []int16{2, 0, 1, 4}, 0, []kibaho.Event{{Kind: lift, N: 1}, {Kind: lap, N: 1}, {Kind: sow, Site: 1}}, []int16{0, 1, 1, 4}, 0, false},
		{"a seed too many", []int16{1, 0, 1, 4}, 0, []kibaho.Event{{Kind: lift, N: 1}, {Kind: lap, N: 1}, {Kind: sow, Site: 1}, {Kind: sow, Site: 2}}, []int16{0, 1, 2, 4}, 0, false},
		{"a seed left", []int16{2, 0, 1, 4}, 0, []kibaho.Event{{Kind: lift, N: 2}, {Kind: lap, N: 2}, {Kind: sow, Site: 1}}, []int16{0, 1, 1, 4}, 0, false},
		{"another end", []int16{2, 0, 1, 4}, 0, []kibaho.Event{{Kind: lift, N: 2}, {Kind: lap, N: 2}, {Kind: sow, Site: 1}, {Kind: sow, Site: 1}}, []int16{0, 1, 2, 4}, 0, false},
		{"off the board", []int16{2, 0, 1, 4}, 0, []kibaho.Event{{Kind: take, Site: 7, N: 2}}, []int16{2, 0, 1, 4}, 0, false},
		{"a piece moves", []int16{2, 0, 1, 4}, 0, []kibaho.Event{{Kind: kibaho.Move, Site: 0, To: 1}}, []int16{0, 2, 1, 4}, 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := new(recorder)
			ch := &checker[toy, toyMove, *toy]{t: r, g: toyGame, count: map[string]int{}}
			ch.s, _ = toyGame.Settings("")
			ch.trace(kibaho.Board{Shape: kibaho.Pits, Rows: 4, Columns: 1, At: c.before, Hand: c.hand}, c.events,
				kibaho.Board{Shape: kibaho.Pits, Rows: 4, Columns: 1, At: c.after, Hand: c.left})
			if (len(r.told) == 0) != c.ok {
				t.Errorf("told %q, want a failure: %v", r.told, !c.ok)
			}
		})
	}
}

func TestSpoil(t *testing.T) {
	r := kibaho.NewRand(1)
	for range 2000 {
		for _, s := range []string{"", "a", "ab", "a-b:c"} {
			if got := spoil(r, s); len(got) > len(s)+1 {
				t.Errorf("%q became %q", s, got)
			}
		}
	}
}
