package arena

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"kibaho"
	"kibaho/games"
	"kibaho/play"
	"kibaho/protocol"
)

// TestMain lets the test program be an engine: KIBAHO_ENGINE says which.
func TestMain(m *testing.M) {
	switch kind := os.Getenv("KIBAHO_ENGINE"); kind {
	case "":
		os.Exit(m.Run())
	case "own":
		if err := protocol.Serve(context.Background(), os.Stdin, os.Stdout, protocol.Options{Megabytes: 1}); err != nil {
			os.Exit(1)
		}
	default:
		fake(kind)
	}
}

// fake is an engine that goes wrong when it is first asked for a move.
func fake(kind string) {
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		switch word, _, _ := strings.Cut(in.Text(), " "); {
		case word == "isready":
			fmt.Println("readyok")
		case word == "go" && kind == "crash":
			os.Exit(3)
		case word == "go" && kind == "illegal":
			fmt.Println("bestmove 1-32")
		case word == "go" && kind == "silent":
			time.Sleep(time.Hour)
		}
	}
}

func start(t *testing.T, name string) games.Position {
	t.Helper()
	g, err := games.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	s, err := g.Facts().Settings("")
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Start(s)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func spec(t *testing.T, text string) Spec {
	t.Helper()
	s, err := ReadSpec(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// quick is a test of openings that takes no time.
var quick = Balance{Nodes: 500}

// played runs a match and returns its games by number.
func played(t *testing.T, m *Match) (Summary, []Result) {
	t.Helper()
	var list []Result
	m.Each = func(r Result, _ Summary) { list = append(list, r) }
	s, err := m.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(list, func(a, b Result) int { return a.Number - b.Number })
	return s, list
}

func texts(r Result) string {
	var b strings.Builder
	for _, turn := range r.Game.Turns() {
		b.WriteString(turn.Text + " ")
	}
	return b.String() + r.Why
}

// TestMatchRepeats plays the same match on one thread and on three.
func TestMatchRepeats(t *testing.T) {
	for _, name := range []string{"draughts", "igisoro"} {
		p := start(t, name)
		one := &Match{Start: p, Engines: [2]Spec{spec(t, "nodes=60 hash=1"), spec(t, "level=2 hash=1")}, Games: 6, Openings: Random(p, 4, 3, quick), Seed: 3}
		three := *one
		three.Threads, three.Openings = 3, Random(p, 4, 3, quick)
		s1, g1 := played(t, one)
		s3, g3 := played(t, &three)
		if s1.Tally != s3.Tally || s1.Tally.Games() != 6 || len(g1) != 6 || len(g3) != 6 {
			t.Fatalf("%s: %+v on one thread, %+v on three", name, s1.Tally, s3.Tally)
		}
		sum := 0
		for i := range g1 {
			if texts(g1[i]) != texts(g3[i]) {
				t.Errorf("%s, game %d: %s on one thread, %s on three", name, i, texts(g1[i]), texts(g3[i]))
			}
			if !slices.Equal(g1[i].Opening, g1[i^1].Opening) || g1[i].Leader != i&1 || len(g1[i].Opening) != 4 {
				t.Errorf("%s, game %d: leader %d, opening %v; its pair has %v", name, i, g1[i].Leader, g1[i].Opening, g1[i^1].Opening)
			}
			sum += g1[i].Plies
		}
		if s1.Plies != sum || s1.Spent[0].Nodes > 60 || s1.Spent[0].Nodes < 1 {
			t.Errorf("%s: %d plies, %d in the games; %.1f nodes a move", name, s1.Plies, sum, s1.Spent[0].Nodes)
		}
	}
}

// TestDeck plays every opening of a deck once for each side (DR10), shuffled by
// the seed.
func TestDeck(t *testing.T) {
	p := start(t, "draughts")
	s, err := p.Settings().With("openings", "two-move")
	if err != nil {
		t.Fatal(err)
	}
	list := p.Game().Openings(s)
	o := Deck(p, list, 1)
	other := Deck(p, list, 2)
	seen := map[string]int{}
	same := 0
	for i := range 2 * o.Size() {
		turns, err := o.At(t.Context(), i)
		if err != nil {
			t.Fatal(err)
		}
		seen[strings.Join(turns, " ")]++
		if there, _ := other.At(t.Context(), i); slices.Equal(there, turns) {
			same++
		}
	}
	if o.Size() != 43 || len(seen) != 43 {
		t.Errorf("%d openings, %d different, want 43", o.Size(), len(seen))
	}
	for opening, n := range seen {
		if n != 2 {
			t.Errorf("%s comes %d times in two rounds", opening, n)
		}
	}
	if same == 86 {
		t.Error("another seed gives the same order")
	}
}

// TestRandomOpenings are different, even, and the same again.
func TestRandomOpenings(t *testing.T) {
	p := start(t, "chuba")
	const nodes = 4000
	a, b := Random(p, 3, 9, Balance{Nodes: nodes}), Random(p, 3, 9, Balance{Nodes: nodes})
	seen := map[uint64]bool{}
	for i := range 8 {
		x, err := a.At(t.Context(), i)
		if err != nil {
			t.Fatal(err)
		}
		y, err := b.At(t.Context(), i)
		if err != nil || !slices.Equal(x, y) {
			t.Errorf("opening %d is %v, then %v (%v)", i, x, y, err)
		}
		g := opened(t, p, x)
		if seen[g.Position().Hash()] || len(g.Turns()) != 3 {
			t.Errorf("opening %d, %v, leads to a known position or has another length", i, x)
		}
		seen[g.Position().Hash()] = true
		// Judged by another search than the one that chose it.
		l := p.Game().Engine(1).Think(t.Context(), g.Position(), g.Past(), games.Budget{Nodes: 2 * nodes}, nil).Lines[0]
		if c := games.Chance(p.Game(), l); c < 0.2 || c > 0.8 {
			t.Errorf("opening %d, %v, is worth %.2f", i, x, c)
		}
	}
	if n, _ := a.Tried(); n < 8 {
		t.Errorf("%d positions were looked at for 8 openings", n)
	}
}

func opened(t *testing.T, p games.Position, turns []string) *play.Game {
	t.Helper()
	g := play.NewGame(p)
	for _, turn := range turns {
		if err := g.PlayText(turn); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

// TestTrials: a position is even by its trial games only if both sides win some, and
// one that is taken wins for both if the games are played anew.
func TestTrials(t *testing.T) {
	p := start(t, "igisoro")
	even := Balance{Nodes: 2000, Trials: 4}
	o := Random(p, 3, 2, even)
	for i := range 2 {
		turns, err := o.At(t.Context(), i)
		if err != nil {
			t.Fatal(err)
		}
		// Level 7 against itself, played by a match.
		m := &Match{Start: p, Engines: [2]Spec{spec(t, "level=7 nodes=125 name=a"), spec(t, "level=7 nodes=125 name=b")}, Games: 24, Openings: Fixed(p, 0, slices.Repeat([][]string{turns}, 12)), Seed: 8}
		_, list := played(t, m)
		wins := [3]int{}
		for _, r := range list {
			switch r.Outcome {
			case kibaho.FirstWins:
				wins[0]++
			case kibaho.SecondWins:
				wins[1]++
			}
		}
		if wins[0] == 0 || wins[1] == 0 {
			t.Errorf("opening %d, %v: the first player wins %d and the second %d of 24 games", i, turns, wins[0], wins[1])
		}
	}
	lost, even4 := 0, 0
	r := kibaho.NewRand(3)
	for range 20 {
		g := play.NewGame(p)
		if !stroll(g, 8, r) {
			continue
		}
		if o.trial(t.Context(), g) > 0 {
			lost++
		} else {
			even4++
		}
	}
	if lost <= even4 {
		t.Errorf("after eight random turns %d positions are decided by trial games, %d are not; want mostly decided ones", lost, even4)
	}
}

// TestLongerOpenings: there are no more than eight first turns, so that of ten openings of one turn some
// are longer, by three turns at most, and no two lead to the same position.
func TestLongerOpenings(t *testing.T) {
	p := start(t, "igisoro")
	o := Random(p, 1, 4, Balance{Nodes: 1000})
	seen := map[uint64]bool{}
	for i := range 10 {
		turns, err := o.At(t.Context(), i)
		if err != nil {
			t.Fatal(err)
		}
		hash := opened(t, p, turns).Position().Hash()
		if seen[hash] || len(turns) < 1 || len(turns) > 4 {
			t.Errorf("opening %d is %v", i, turns)
		}
		seen[hash] = true
	}
}

// TestBalanceNodes: the test of openings grows with what the engines look at.
func TestBalanceNodes(t *testing.T) {
	for _, tt := range []struct {
		first, second string
		want          uint64
	}{
		{"nodes=100", "level=1", 8_000},
		{"nodes=5000", "nodes=100", 20_000},
		{"nodes=5000", "", 32_000},
		{"depth=3", "level=2", 32_000},
		{"level=7", "level=8", 8_000},
		{"nodes=900000", "level=8", 32_000},
	} {
		if got := BalanceNodes([2]Spec{spec(t, tt.first), spec(t, tt.second)}); got != tt.want {
			t.Errorf("%s against %s: %d, want %d", tt.first, tt.second, got, tt.want)
		}
	}
}

// TestFaults: an engine that crashes, is silent or plays what is not legal loses
// that game, and the match goes on to its end.
func TestFaults(t *testing.T) {
	p := start(t, "draughts")
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for kind, want := range map[string]Kind{"crash": Crash, "illegal": Illegal, "silent": Timeout} {
		t.Run(kind, func(t *testing.T) {
			t.Setenv("KIBAHO_ENGINE", kind)
			bad := spec(t, "cmd=x time=5ms")
			bad.Command = []string{exe}
			m := &Match{Start: p, Engines: [2]Spec{spec(t, "nodes=20 hash=1"), bad}, Games: 4, Openings: Random(p, 2, 1, quick), Margin: 100 * time.Millisecond, Threads: 2}
			s, list := played(t, m)
			if s.Tally.Wins != 4 || s.Faults != [2]int{0, 4} {
				t.Errorf("%+v, faults %v; want four wins by faults of the second", s.Tally, s.Faults)
			}
			for _, r := range list {
				if r.Fault != want || r.Culprit != 1 || !strings.HasPrefix(r.Why, string(want)+": ") {
					t.Errorf("game %d: fault %q of engine %d, %s; want %q of 1", r.Number, r.Fault, r.Culprit, r.Why, want)
				}
			}
		})
	}
}

// TestNoEngine: one that cannot be started is an error at once.
func TestNoEngine(t *testing.T) {
	p := start(t, "chuba")
	m := &Match{Start: p, Engines: [2]Spec{spec(t, ""), spec(t, "cmd=/no/such/engine")}, Games: 2, Openings: Random(p, 0, 1, quick)}
	if s, err := m.Run(t.Context()); err == nil || s.Tally.Games() != 0 {
		t.Errorf("played %+v, error %v", s.Tally, err)
	}
}

// TestOutsider plays our engine against itself over a pipe: both find the same, so
// the match is that of our engine with itself.
func TestOutsider(t *testing.T) {
	t.Setenv("KIBAHO_ENGINE", "own")
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := start(t, "igisoro")
	inside, outside := spec(t, "nodes=80 hash=1 name=b"), spec(t, "cmd=x nodes=80 name=b")
	outside.Command = []string{exe}
	first := spec(t, "nodes=200 hash=1 name=a")
	_, want := played(t, &Match{Start: p, Engines: [2]Spec{first, inside}, Games: 4, Openings: Random(p, 2, 1, quick)})
	_, got := played(t, &Match{Start: p, Engines: [2]Spec{first, outside}, Games: 4, Openings: Random(p, 2, 1, quick)})
	for i := range want {
		if texts(got[i]) != texts(want[i]) {
			t.Errorf("game %d: %s over a pipe, %s inside", i, texts(got[i]), texts(want[i]))
		}
	}
}

// TestResume breaks a match off and goes on with what its records tell.
func TestResume(t *testing.T) {
	p := start(t, "fanorona")
	make := func() *Match {
		return &Match{Start: p, Engines: [2]Spec{spec(t, "nodes=50 hash=1 name=a"), spec(t, "nodes=30 hash=1 name=b")}, Games: 6, Openings: Random(p, 2, 5, quick), Seed: 5, MaxPlies: 60}
	}
	whole, all := played(t, make())

	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var file bytes.Buffer
	m := make()
	m.Each = func(r Result, _ Summary) {
		if err := r.Record(m.Seed).Write(&file); err != nil {
			t.Fatal(err)
		}
		if r.Number == 2 {
			cancel()
		}
	}
	if s, err := m.Run(ctx); !errors.Is(err, context.Canceled) || s.Tally.Games() != 3 {
		t.Fatalf("%d games before it was broken off, %v", s.Tally.Games(), err)
	}
	kept := file.Len()
	file.WriteString("[Game \"fanorona\"]\n[Round \"4\"]\n\n1. D6") // half a record
	done, length, err := ReadResults(bytes.NewReader(file.Bytes()), 5, [2]string{"a", "b"})
	if err != nil || len(done) != 3 || length != kept {
		t.Fatalf("read %d games in %d bytes, %v; want 3 in %d", len(done), length, err, kept)
	}
	m = make()
	m.Done = done
	s, rest := played(t, m)
	if s.Tally != whole.Tally || s.Plies != whole.Plies || len(rest) != 3 {
		t.Errorf("resumed: %+v and %d plies after %d games, want %+v and %d", s.Tally, s.Plies, len(rest), whole.Tally, whole.Plies)
	}
	for i, r := range rest {
		if texts(r) != texts(all[3+i]) {
			t.Errorf("game %d is another one after resuming", 3+i)
		}
	}
	for _, other := range []struct {
		seed  uint64
		names [2]string
	}{{6, [2]string{"a", "b"}}, {5, [2]string{"b", "a"}}} {
		if _, _, err := ReadResults(bytes.NewReader(file.Bytes()), other.seed, other.names); err == nil {
			t.Errorf("records of another match are taken for seed %d of %v", other.seed, other.names)
		}
	}
}

// TestSequential stops as soon as the test has decided.
func TestSequential(t *testing.T) {
	p := start(t, "draughts")
	m := &Match{Start: p, Engines: [2]Spec{spec(t, "depth=4 hash=1"), spec(t, "level=1")}, Games: 400, Openings: Random(p, 2, 1, quick), Test: &SPRT{0, 100}}
	s, list := played(t, m)
	if s.Verdict != 1 || len(list) >= 200 || s.LLR < Bound {
		t.Errorf("verdict %d after %d games, LLR %.2f", s.Verdict, len(list), s.LLR)
	}
}

// TestClock: an engine has its time for the game.
func TestClock(t *testing.T) {
	p := start(t, "chuba")
	m := &Match{Start: p, Engines: [2]Spec{spec(t, "clock=300ms+1ms hash=1"), spec(t, "clock=200ms turns=10 hash=1")}, Games: 2, Openings: Random(p, 2, 1, quick), MaxPlies: 30}
	s, list := played(t, m)
	if s.Tally.Games() != 2 || len(list) != 2 {
		t.Errorf("%+v", s.Tally)
	}
	b := games.Budget{}
	full := spec(t, "clock=1s+100ms turns=2").Budget
	b = full
	small := &Match{Margin: 50 * time.Millisecond}
	for i, step := range []struct {
		took, left time.Duration
		turns      int
		ok         bool
	}{
		{400 * time.Millisecond, 700 * time.Millisecond, 1, true},
		{600 * time.Millisecond, 1200 * time.Millisecond, 2, true}, // the next control
		{1200 * time.Millisecond, 100 * time.Millisecond, 1, true},
		{3 * time.Second, 0, 0, false},
	} {
		ok := small.pay(&b, full, step.took)
		if ok != step.ok || ok && (b.Clock.Left != step.left || b.Clock.Turns != step.turns) {
			t.Errorf("step %d: %t, %v left for %d turns; want %t, %v, %d", i, ok, b.Clock.Left, b.Clock.Turns, step.ok, step.left, step.turns)
		}
	}
}

func TestAdjudication(t *testing.T) {
	rules := Adjudication{DrawTurns: 3, DrawScore: 20, DrawAfter: 10, WinTurns: 4, WinScore: 500}
	type step struct {
		side  kibaho.Side
		score int
		plies int
	}
	a, b := kibaho.First, kibaho.Second
	for _, tt := range []struct {
		name  string
		steps []step
		want  kibaho.Outcome
	}{
		{"even", []step{{a, 10, 10}, {b, -20, 11}, {a, 0, 12}}, kibaho.Draw},
		{"even too early", []step{{a, 10, 8}, {b, -20, 9}, {a, 0, 10}}, kibaho.Ongoing},
		{"not even all the time", []step{{a, 10, 10}, {b, 21, 11}, {a, 0, 12}, {b, 0, 13}}, kibaho.Ongoing},
		{"won by the first", []step{{a, 600, 1}, {b, -700, 2}, {a, 500, 3}, {b, -500, 4}}, kibaho.FirstWins},
		{"won by the second", []step{{a, -600, 1}, {b, 700, 2}, {a, -500, 3}, {b, 500, 4}}, kibaho.SecondWins},
		{"they do not agree", []step{{a, 600, 1}, {b, 700, 2}, {a, 600, 3}, {b, 700, 4}}, kibaho.Ongoing},
		{"not far enough", []step{{a, 600, 1}, {b, -700, 2}, {a, 499, 3}, {b, -500, 4}}, kibaho.Ongoing},
	} {
		j := judge{rules: rules}
		got := kibaho.Ongoing
		for _, s := range tt.steps {
			if o, _ := j.see(s.side, thought{score: s.score, known: true}, s.plies); o != kibaho.Ongoing {
				got = o
			}
		}
		if got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
	quiet := judge{rules: rules}
	for plies := range 100 {
		if o, _ := quiet.see(kibaho.First, thought{}, plies); o != kibaho.Ongoing {
			t.Fatal("adjudicated without scores")
		}
	}
}

// TestCutOff: a file of records that was cut off anywhere gives the whole ones.
func TestCutOff(t *testing.T) {
	text := func(round int, first, second, result string) string {
		return fmt.Sprintf("[Game \"draughts\"]\n[Variant \"english\"]\n[Round \"%d\"]\n[Seed \"7\"]\n[First \"%s\"]\n[Second \"%s\"]\n[Result \"%s\"]\n\n1. 11-15 22-18 2. 15x22 %[4]s\n", round, first, second, result)
	}
	one, two := text(1, "a", "b", "1-0"), text(2, "b", "a", "1/2-1/2")
	for cut := range len(two) + 1 {
		done, whole, err := ReadResults(strings.NewReader(one+"\n"+two[:cut]), 7, [2]string{"a", "b"})
		want, size := 1, len(one)
		if cut >= len(two)-1 { // but for the end of its line it is whole
			want, size = 2, len(one)+1+cut
		}
		if err != nil || len(done) != want || whole != size {
			t.Fatalf("cut off after %d bytes: %d games, %d bytes, %v; want %d, %d", cut, len(done), whole, err, want, size)
		}
	}
}
