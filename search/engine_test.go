package search

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"kibaho"
)

// minimax is the value of a position by plain recursion: no windows, no table, no
// order. quiet and past are the history, as the engine sees it.
type minimax[P any, M comparable, R kibaho.Rules[P, M]] struct {
	eval   func(*P) int
	quiet  func(*P, M) bool
	limits kibaho.Limits

	reversible bool
}

// node is a position with what led to it.
type node struct {
	turn, quiet int
	allQuiet    bool
	line        []uint64 // hashes between turns, on the line
	before      []uint64 // and before it
}

func (x *minimax[P, M, R]) value(p P, depth int, n node) int {
	r := R(&p)
	if !r.MidTurn() {
		over := r.Outcome()
		if over == kibaho.Ongoing {
			times := 1
			for _, h := range n.before {
				if h == r.Hash() {
					times++
				}
			}
			switch {
			case x.limits.Quiet > 0 && n.quiet >= x.limits.Quiet,
				n.turn > 0 && x.limits.Repetition > 0 && (times >= x.limits.Repetition || slices.Contains(n.line, r.Hash())):
				return 0
			}
		}
		switch {
		case over == kibaho.Draw:
			return 0
		case over == kibaho.Wins(r.Turn()):
			return int(WinIn(n.turn))
		case over != kibaho.Ongoing:
			return int(LossIn(n.turn))
		case depth == 0:
			return x.eval(&p)
		}
		n.line = append(n.line[:len(n.line):len(n.line)], r.Hash())
		n.allQuiet = true
	}
	best := -infinite
	for _, m := range r.Moves(nil) {
		q, below := p, n
		if x.quiet != nil && !x.quiet(&q, m) {
			below.allQuiet = false
			if !x.reversible {
				below.line, below.before = nil, nil
			}
		}
		R(&q).Play(m)
		next := depth
		if !R(&q).MidTurn() {
			next--
			below.turn++
			below.quiet++
			if !below.allQuiet || x.quiet == nil {
				below.quiet = 0
			}
		}
		v := x.value(q, next, below)
		if R(&q).Turn() != r.Turn() {
			v = -v
		}
		best = max(best, v)
	}
	return best
}

func grabSpec(p Params) Spec[grab, grabMove] {
	return Spec[grab, grabMove]{Eval: grabEval, Gain: grabGain, Quiet: grabQuiet, Params: p}
}

// eager is everything that does not change the value at a fixed depth.
var eager = Params{Aspiration: 15}

// Alpha-beta without a table has the value of minimax at every depth, also where
// the history draws.
func TestMinimax(t *testing.T) {
	for _, limits := range []kibaho.Limits{{}, {Repetition: 3}, {Quiet: 4}, {Repetition: 2, Quiet: 5}} {
		x := minimax[grab, grabMove, *grab]{eval: grabEval, quiet: grabQuiet, limits: limits}
		e := New[grab, grabMove](grabSpec(eager), -1)
		for _, p := range grabs {
			for depth := 1; depth <= 7; depth++ {
				want := Score(x.value(p, depth, node{allQuiet: true}))
				got := e.Search(ctx, p, History{Limits: limits}, Limits{Depth: depth}, nil)
				if got.Score != want || got.Lines[0].Score != want {
					t.Errorf("%+v: %v depth %d: %v, line %v, want %v", limits, &p, depth, got.Score, got.Lines[0].Score, want)
				}
			}
		}
	}
}

// The history before the root counts.
func TestHistory(t *testing.T) {
	limits := kibaho.Limits{Repetition: 3, Quiet: 6}
	x := minimax[grab, grabMove, *grab]{eval: grabEval, quiet: grabQuiet, limits: limits}
	e := New[grab, grabMove](grabSpec(eager), -1)
	differ := 0
	for _, p := range grabs[:4] {
		// To and fro: each of the four positions was met twice, the present one
		// for the second time.
		var hashes []uint64
		q := p
		for range 2 {
			for _, m := range toAndFro(q) {
				hashes = append(hashes, q.Hash())
				q.Play(m)
			}
		}
		if q != p {
			t.Fatalf("%v became %v", &p, &q)
		}
		for depth := 1; depth <= 6; depth++ {
			for quiet := range 6 {
				want := Score(x.value(p, depth, node{before: hashes, quiet: quiet, allQuiet: true}))
				got := e.Search(ctx, p, History{Hashes: hashes, Quiet: quiet, Limits: limits}, Limits{Depth: depth}, nil)
				if got.Score != want {
					t.Errorf("%v depth %d quiet %d: %v, want %v", &p, depth, quiet, got.Score, want)
				}
				if got.Score != Score(x.value(p, depth, node{allQuiet: true})) {
					differ++
				}
			}
		}
	}
	if differ == 0 {
		t.Error("the history never mattered")
	}
}

// In a reversible game the history goes on over what is not quiet. Here steps to
// the left are not, and still can be taken back.
func TestReversible(t *testing.T) {
	left := func(p *grab, m grabMove) bool { return m.to > m.from }
	limits := kibaho.Limits{Repetition: 3, Quiet: 5}
	p := grabs[0]
	var hashes []uint64
	for range 2 {
		for _, m := range toAndFro(p) {
			hashes = append(hashes, p.Hash())
			p.Play(m)
		}
	}
	var differ bool
	for depth := 1; depth <= 6; depth++ {
		var got [2]Score
		for i, reversible := range []bool{false, true} {
			spec := grabSpec(eager)
			spec.Quiet, spec.Reversible = left, reversible
			x := minimax[grab, grabMove, *grab]{grabEval, left, limits, reversible}
			want := Score(x.value(p, depth, node{before: hashes, allQuiet: true}))
			e := New[grab, grabMove](spec, -1)
			got[i] = e.Search(ctx, p, History{Hashes: hashes, Limits: limits}, Limits{Depth: depth}, nil).Score
			if got[i] != want {
				t.Errorf("depth %d, reversible %v: %v, want %v", depth, reversible, got[i], want)
			}
		}
		differ = differ || got[0] != got[1]
	}
	if !differ {
		t.Error("it made no difference")
	}
}

// toAndFro returns four steps that lead back to p.
func toAndFro(p grab) []grabMove {
	var out, back []grabMove
	for range 2 {
		for _, m := range p.Moves(nil) {
			if d := m.to - m.from; d == 1 || d == -1 {
				out, back = append(out, m), append(back, grabMove{m.to, m.from})
				p.Play(m)
				break
			}
		}
	}
	return append(out, back...)
}

// Nim is solved with and without a table, on one and on several workers: a
// multiple of four is lost.
func TestNim(t *testing.T) {
	for _, mb := range []int{-1, 1} {
		for _, n := range []int{1, 3} {
			e := New[nim, uint8](Spec[nim, uint8]{Params: DefaultParams()}, mb)
			for left := uint8(1); left <= 18; left++ {
				got := e.Search(ctx, nim{left: left}, History{}, Limits{Threads: n}, nil)
				won := left%4 != 0
				if (got.Score >= WinFloor) != won || (got.Score <= -WinFloor) == won {
					t.Errorf("table %d, %d workers: %d left: %v, want won: %v", mb, n, left, got.Score, won)
				}
				if m := got.Lines[0].Moves[0]; won && m != left%4 {
					t.Errorf("%d left: takes %d, want %d", left, m, left%4)
				}
			}
		}
	}
}

// Noughts and crosses is a draw; every position after one move too. Tables, workers
// and parameters make no difference to the value of a game searched to its end.
func TestOxo(t *testing.T) {
	x := minimax[oxo, uint8, *oxo]{eval: func(*oxo) int { return 0 }}
	starts := []oxo{{}, {men: [2]uint16{0o1, 0o20}}, {men: [2]uint16{0o1, 0o2}}, {men: [2]uint16{0o21, 0o2}, turn: 1}, {men: [2]uint16{0o401, 0o20}, turn: 1}}
	for _, p := range starts {
		want := Score(x.value(p, 9, node{}))
		for _, mb := range []int{-1, 1} {
			for _, n := range []int{1, 3} {
				for _, par := range []Params{{}, DefaultParams()} {
					e := New[oxo, uint8](Spec[oxo, uint8]{Params: par}, mb)
					got := e.Search(ctx, p, History{}, Limits{Depth: 12, Threads: n}, nil)
					if got.Score != want && (!want.Proven() || got.Score*want <= 0) {
						t.Errorf("%o table %d workers %d: %v, want %v", p.men, mb, n, got.Score, want)
					}
				}
			}
		}
	}
}

// With all its tricks the engine still finds who wins where minimax does.
func TestTricksKeepWins(t *testing.T) {
	par := DefaultParams()
	par.ReverseDepth, par.ReverseMargin = 2, 60
	par.HopelessDepth, par.HopelessMargin = 2, 90
	par.ProbDepth, par.ProbReduction, par.ProbHigh, par.ProbLow = 5, 3, 80, 80
	par.Restless = 1
	par.SkipDepth, par.SkipFrom = 2, 0
	spec := grabSpec(par)
	spec.Threat = func(p *grab) bool {
		q := *p
		q.turn = q.turn.Other()
		q.leaps = 0
		return slices.ContainsFunc(q.Moves(nil), func(m grabMove) bool { return grabGain(&q, m) > 0 })
	}
	x := minimax[grab, grabMove, *grab]{eval: grabEval, quiet: grabQuiet}
	decided := 0
	for _, p := range grabs {
		for _, n := range []int{1, 2} {
			for i, tactics := range []func(*grab) kibaho.Tactics{nil, grabTactics, nil, grabTactics} {
				spec.Tactics, spec.Eval, spec.Expand = tactics, grabEval, nil
				if i >= 2 {
					spec.Eval, spec.Expand = grabJudge, grabExpand
				}
				e := New[grab, grabMove](spec, 1)
				got := e.Search(ctx, p, History{}, Limits{Depth: 14, Threads: n}, nil)
				want := Score(x.value(p, 7, node{allQuiet: true}))
				if want.Proven() {
					decided++
					if got.Score*want <= 0 || !got.Score.Proven() {
						t.Errorf("%v: %v, want %v", &p, got.Score, want)
					}
				}
				checkLine(t, p, got)
			}
		}
	}
	if decided == 0 {
		t.Error("no position is decided")
	}
}

// Moves that come late near the horizon are left out, but not while all that was
// searched loses.
func TestSkip(t *testing.T) {
	for _, p := range grabs {
		var nodes [2]uint64
		for i, par := range []Params{{}, {SkipDepth: 2}} {
			e := New[grab, grabMove](grabSpec(par), -1)
			nodes[i] = e.Search(ctx, p, History{}, Limits{Depth: 4}, nil).Nodes
		}
		if nodes[1] > nodes[0] || nodes[0] > 200 && nodes[1] == nodes[0] {
			t.Errorf("%v: %d positions, without late moves %d", &p, nodes[0], nodes[1])
		}
	}
	// A centre is the only move that does not lose, whatever comes before it.
	x := minimax[oxo, uint8, *oxo]{eval: func(*oxo) int { return 0 }}
	for _, p := range []oxo{{men: [2]uint16{0o1, 0}, turn: 1}, {men: [2]uint16{0o4, 0}, turn: 1}, {men: [2]uint16{0o100, 0}, turn: 1}, {men: [2]uint16{0o400, 0}, turn: 1}} {
		e := New[oxo, uint8](Spec[oxo, uint8]{Params: Params{SkipDepth: 9, SkipFrom: -81}}, -1)
		got := e.Search(ctx, p, History{}, Limits{Depth: 9}, nil)
		if want := Score(x.value(p, 9, node{})); got.Score != want || got.Lines[0].Moves[0] != 4 {
			t.Errorf("%o: %v with %v, want %v with the centre", p.men, got.Score, got.Lines[0].Moves, want)
		}
	}
}

// checkLine checks that the lines can be played.
func checkLine(t *testing.T, p grab, got Info[grabMove]) {
	t.Helper()
	if len(got.Lines) == 0 {
		t.Errorf("%v: no line", &p)
	}
	for _, l := range got.Lines {
		q := p
		for i, m := range l.Moves {
			if !slices.Contains(q.Moves(nil), m) {
				t.Errorf("%v: move %d of the line %v is not legal", &p, i+1, l.Moves)
				break
			}
			q.Play(m)
		}
	}
}

// One worker with a limit of nodes does the same in every run, and keeps the limit
// to the node.
func TestDeterministic(t *testing.T) {
	for _, nodes := range []uint64{1, 100, 513, 20_000} {
		var want Info[grabMove]
		for run := range 3 {
			e := New[grab, grabMove](grabSpec(DefaultParams()), 1)
			got := e.Search(ctx, grabs[2], History{Limits: kibaho.Limits{Repetition: 3}}, Limits{Nodes: nodes}, nil)
			got.Elapsed = 0
			if run == 0 {
				want = got
			}
			if fmt.Sprint(got) != fmt.Sprint(want) || got.Nodes != nodes {
				t.Errorf("%d nodes, run %d: %v, want %v", nodes, run, got, want)
			}
			checkLine(t, grabs[2], got)
		}
	}
	// After Reset the engine is as new.
	e := New[grab, grabMove](grabSpec(DefaultParams()), 1)
	first := e.Search(ctx, grabs[2], History{}, Limits{Depth: 9}, nil)
	second := e.Search(ctx, grabs[2], History{}, Limits{Depth: 9}, nil)
	e.Reset()
	third := e.Search(ctx, grabs[2], History{}, Limits{Depth: 9}, nil)
	if first.Nodes != third.Nodes || second.Nodes >= first.Nodes {
		t.Errorf("nodes %d, again %d, after Reset %d", first.Nodes, second.Nodes, third.Nodes)
	}
}

// inTime checks that something takes a time between two bounds. A busy machine can
// make it late, but not five times running.
func inTime(t *testing.T, name string, from, to time.Duration, f func() time.Duration) {
	t.Helper()
	var took []time.Duration
	for range 5 {
		d := f()
		if took = append(took, d); d >= from && d <= to {
			return
		}
	}
	t.Errorf("%s: took %v, want %v to %v", name, took, from, to)
}

func TestCancelled(t *testing.T) {
	for _, n := range []int{1, 2} {
		e := New[grab, grabMove](grabSpec(Params{}), 1)
		cancelled, cancel := context.WithCancel(ctx)
		cancel()
		got := e.Search(cancelled, grabs[2], History{}, Limits{Threads: n}, nil)
		checkLine(t, grabs[2], got)

		inTime(t, fmt.Sprint(n, " workers, after the context"), 0, 50*time.Millisecond, func() time.Duration {
			soon, cancel := context.WithCancel(ctx)
			var at time.Time
			time.AfterFunc(30*time.Millisecond, func() { at = time.Now(); cancel() })
			got := e.Search(soon, grabs[2], History{}, Limits{Threads: n}, nil)
			checkLine(t, grabs[2], got)
			if soon.Err() == nil {
				t.Fatalf("ended by itself at depth %d", got.Depth)
			}
			return time.Since(at)
		})
	}
}

func TestTime(t *testing.T) {
	e := New[grab, grabMove](grabSpec(Params{}), 1)
	for _, c := range []struct {
		limits   Limits
		from, to time.Duration
	}{
		{Limits{Time: 40 * time.Millisecond}, 40 * time.Millisecond, 90 * time.Millisecond},
		{Limits{Clock: Clock{Left: 3 * time.Second}}, 20 * time.Millisecond, 600 * time.Millisecond},
		{Limits{Clock: Clock{Left: 100 * time.Millisecond, Turns: 1}}, 10 * time.Millisecond, 100 * time.Millisecond},
		{Limits{Clock: Clock{Left: 10 * time.Millisecond}}, 0, 60 * time.Millisecond},
		{Limits{Clock: Clock{Left: time.Hour}, Time: 20 * time.Millisecond}, 20 * time.Millisecond, 70 * time.Millisecond},
	} {
		inTime(t, fmt.Sprintf("%+v", c.limits), c.from, c.to, func() time.Duration {
			start := time.Now()
			checkLine(t, grabs[2], e.Search(ctx, grabs[2], History{}, c.limits, nil))
			return time.Since(start)
		})
	}
}

// Several lines are the best decisions, each with the value it has by itself.
func TestLines(t *testing.T) {
	x := minimax[grab, grabMove, *grab]{eval: grabEval, quiet: grabQuiet}
	const depth = 5
	for _, p := range grabs {
		var want []int
		for _, m := range p.Moves(nil) {
			q := p
			q.Play(m)
			n := node{turn: 1, allQuiet: true}
			d := depth - 1
			if q.MidTurn() {
				n.turn, d = 0, depth
			}
			v := x.value(q, d, n)
			if q.turn != p.turn {
				v = -v
			}
			want = append(want, v)
		}
		slices.Sort(want)
		slices.Reverse(want)
		e := New[grab, grabMove](grabSpec(eager), -1)
		got := e.Search(ctx, p, History{}, Limits{Depth: depth, Lines: 3}, nil)
		if len(got.Lines) != min(3, len(want)) {
			t.Fatalf("%v: %d lines", &p, len(got.Lines))
		}
		for i, l := range got.Lines {
			if int(l.Score) != want[i] {
				t.Errorf("%v: line %d is worth %v, want %v", &p, i+1, l.Score, Score(want[i]))
			}
		}
		checkLine(t, p, got)
	}
}

func TestReports(t *testing.T) {
	e := New[grab, grabMove](grabSpec(DefaultParams()), 1)
	last := 0
	got := e.Search(ctx, grabs[2], History{}, Limits{Depth: 8}, func(i Info[grabMove]) {
		if i.Depth != last+1 || len(i.Lines) != 1 {
			t.Errorf("%+v after depth %d", i, last)
		}
		checkLine(t, grabs[2], i)
		last = i.Depth
	})
	if last != 8 || got.Depth != 8 || got.SelDepth < 8 {
		t.Errorf("reports to depth %d, in the end %+v", last, got.Stats)
	}
}

func TestOver(t *testing.T) {
	e := New[nim, uint8](Spec[nim, uint8]{}, -1)
	got := e.Search(ctx, nim{}, History{}, Limits{}, nil)
	if len(got.Lines) != 0 || got.Score != LossIn(0) {
		t.Errorf("%+v", got)
	}
}

// Tables replace the search below a position.
func TestProbe(t *testing.T) {
	e := New[nim, uint8](Spec[nim, uint8]{Probe: func(p *nim) (Score, bool) {
		if p.left > 8 {
			return 0, false
		}
		if p.left%4 == 0 {
			return -TableWin + Score(p.left), true
		}
		return TableWin - Score(p.left), true
	}}, 1)
	got := e.Search(ctx, nim{left: 11}, History{}, Limits{Depth: 3}, nil)
	if want := TableWin - 9; got.Score != want || got.Lines[0].Moves[0] != 3 {
		t.Errorf("%+v, want %v", got, want)
	}
}

// A search allocates for what it returns, not for nodes.
func TestSearchAllocations(t *testing.T) {
	e := New[grab, grabMove](grabSpec(DefaultParams()), 1)
	run := func(nodes uint64) float64 {
		return testing.AllocsPerRun(1, func() {
			e.Reset()
			e.Search(ctx, grabs[2], History{Limits: kibaho.Limits{Repetition: 3, Quiet: 50}}, Limits{Nodes: nodes}, nil)
		})
	}
	run(30_000)
	if few, many := run(2_000), run(30_000); many > few+2 {
		t.Errorf("%g allocations for many nodes, %g for few", many, few)
	}
}

func TestScores(t *testing.T) {
	for _, c := range []struct {
		s    Score
		text string
		ends int
	}{
		{0, "+0.00", 0},
		{-135, "-1.35", 0},
		{WinIn(7), "win in 7", 7},
		{LossIn(6), "loss in 6", -6},
		{TableWin - 30, "table win", 0},
		{30 - TableWin, "table loss", 0},
	} {
		if c.s.String() != c.text || c.s.Ends() != c.ends {
			t.Errorf("%d: %q ends %d, want %q, %d", c.s, c.s, c.s.Ends(), c.text, c.ends)
		}
		if v := atRoot(atNode(int(c.s), 3), 3); v != int(c.s) {
			t.Errorf("%d comes back from the table as %d", c.s, v)
		}
	}
}

// Alpha-beta and minimax agree on any position of grab.
func FuzzMinimax(f *testing.F) {
	f.Add(uint16(0b10111), uint16(0b111000000), uint8(9), false, uint8(4))
	f.Add(uint16(0b101), uint16(0b1010010), uint8(8), true, uint8(5))
	f.Add(uint16(0), uint16(1), uint8(3), true, uint8(1))
	f.Fuzz(func(t *testing.T, men, enemies uint16, cells uint8, second bool, depth uint8) {
		cells, depth = cells%10+2, depth%6+1
		all := uint16(1)<<cells - 1
		p := grab{men: [2]uint16{men & all &^ enemies, enemies & all}, cells: int8(cells)}
		if second {
			p.turn = kibaho.Second
		}
		limits := kibaho.Limits{Repetition: 3, Quiet: 8}
		x := minimax[grab, grabMove, *grab]{eval: grabEval, quiet: grabQuiet, limits: limits}
		want := Score(x.value(p, int(depth), node{allQuiet: true}))
		got := New[grab, grabMove](grabSpec(eager), -1).Search(ctx, p, History{Limits: limits}, Limits{Depth: int(depth)}, nil)
		if got.Score != want {
			t.Errorf("%v depth %d: %v, want %v", &p, depth, got.Score, want)
		}
	})
}

func BenchmarkSearch(b *testing.B) {
	e := New[grab, grabMove](grabSpec(DefaultParams()), 1)
	const nodes = 100_000
	for b.Loop() {
		e.Reset()
		got := e.Search(ctx, grabs[2], History{}, Limits{Nodes: nodes}, nil)
		if got.Nodes != nodes || len(got.Lines[0].Moves) == 0 {
			b.Fatal(got)
		}
	}
	b.ReportMetric(nodes*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
}
