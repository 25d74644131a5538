package train

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kibaho"
	"kibaho/draughts"
	"kibaho/search"
)

// small is a plan that is carried out in a second or two.
func small(dir string) Plan {
	p := Default()
	p.Dir, p.Rounds, p.Games, p.Nodes, p.Tables, p.Pairs, p.MatchNodes, p.Epochs = dir, 2, 2*batch, 12, 3, 4, 30, 2
	return p
}

// What is learned depends on the seed, not on the number of threads, nor on whether
// the plan was interrupted.
func TestRepeatable(t *testing.T) {
	ctx := t.Context()
	var told [][]string
	var weights []draughts.Weights
	for i, threads := range []int{1, 3} {
		p := small(filepath.Join(t.TempDir(), "learning"))
		p.Threads = threads
		var lines []string
		p.Say = func(s string) { lines = append(lines, s) }
		if i == 1 {
			// Interrupted at each kind of work, and gone on with.
			for _, at := range []string{"round 1: 100", "epoch 1", "match", "round 2: 200", "round 2: match"} {
				interrupted, stop := context.WithCancel(ctx)
				q := p
				q.Say = nil
				q.Progress = func(s string) {
					if strings.Contains(s, at) {
						stop()
					}
				}
				if _, err := q.Run(interrupted); !errors.Is(err, context.Canceled) {
					t.Fatalf("interrupted at %q: %v", at, err)
				}
				stop()
			}
		}
		w, err := p.Run(ctx)
		if err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(filepath.Join(p.Dir, "weights.bin"))
		if err != nil || !slices.Equal(b, w.Bytes()) {
			t.Errorf("weights.bin holds others (%v)", err)
		}
		told, weights = append(told, lines), append(weights, w)

		// Rounds that were begun stay as they are; the next one may play more games.
		p.Rounds, p.Games, p.Last, p.Seed = 3, 3*batch, 2, p.Seed+1
		lines = nil
		if w, err = p.Run(ctx); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(lines[:2], told[i]) || len(lines) != 3 {
			t.Errorf("told %q after %q", lines, told[i])
		}
		counts := make([]int, 4)
		for round := 1; round <= 3; round++ {
			files, err := filepath.Glob(filepath.Join(p.dir(round), "games-*.bin"))
			if err != nil {
				t.Fatal(err)
			}
			var samples []Sample
			for _, f := range files {
				if samples, err = read(f, samples); err != nil {
					t.Fatal(err)
				}
			}
			counts[round] = len(samples)
		}
		if want := fmt.Sprintf("round 3: %d samples", counts[2]+counts[3]); !strings.HasPrefix(lines[2], want) || 2*counts[3] < 2*counts[2]+counts[2]/2 {
			t.Errorf("told %q, expected %q of %v", lines[2], want, counts)
		}
		weights = append(weights, w)
	}
	if len(told[0]) != 2 || !slices.Equal(told[0], told[1]) {
		t.Errorf("told\n%s\nand then\n%s", strings.Join(told[0], "\n"), strings.Join(told[1], "\n"))
	}
	if !slices.Equal(weights[0].Bytes(), weights[2].Bytes()) || !slices.Equal(weights[1].Bytes(), weights[3].Bytes()) {
		t.Error("other weights the second time")
	}
}

// Learning goes on from other weights than material, and from the same ones when it is
// gone on with.
func TestStart(t *testing.T) {
	learned := draughts.Learned()
	p := small(t.TempDir())
	p.Rounds, p.Prior, p.Start = 1, 1e15, learned.Bytes()
	first, err := p.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	p.Start, p.Rounds = nil, 2
	if _, err = p.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(filepath.Join(p.Dir, "start.bin"))
	if err != nil || !slices.Equal(b, learned.Bytes()) {
		t.Errorf("start.bin holds others (%v)", err)
	}
	got, _ := first.Logits()
	want, _ := learned.Logits()
	if !slices.Equal(got, want) {
		t.Error("weights that are held firmly have changed")
	}
	// What is no weights is refused, and nothing of it is kept.
	bad := small(t.TempDir())
	bad.Start = []byte("kibaho net 1\n")
	if _, err := bad.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "to begin with: weights of draughts: 13 bytes") {
		t.Errorf("error %v", err)
	}
	if _, err := os.Stat(filepath.Join(bad.Dir, "start.bin")); err == nil {
		t.Error("bad weights were kept")
	}
	// What was begun with material is not gone on with from something else.
	q := small(t.TempDir())
	q.Rounds = 1
	if _, err := q.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	q.Start = learned.Bytes()
	if _, err := q.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "not begun with other weights") {
		t.Errorf("error %v", err)
	}
}

// Fit finds the weights by which its samples were made, as far as they show in
// positions that were held out.
func TestFit(t *testing.T) {
	r := kibaho.NewRand(5)
	var l line
	logits := draughts.MaterialLogits()
	for i := range logits[:300_000] {
		logits[i] = [2]float32{float32(i%7-3) / 10, float32(i%5-2) / 10}
	}
	secret := draughts.NewWeights(logits, nil)
	sample := func(n int) (list []Sample) {
		for len(list) < n {
			if l.begin(r, 6, 40) {
				list = append(list, Sample{Position: l.pos, Score: int16(secret.Eval(&l.pos)), Result: 1})
			}
		}
		return list
	}
	learn, held := sample(50_000), sample(2000)
	off := func(w draughts.Weights) (mean float64) {
		for i := range held {
			mean += math.Abs(float64(w.Eval(&held[i].Position) - int(held[i].Score)))
		}
		return mean / float64(len(held))
	}
	var losses []float64
	w, err := Fit(t.Context(), learn, held, Fitting{Epochs: 6, Rate: 0.1, Progress: func(_ int, loss float64) { losses = append(losses, loss) }})
	if err != nil {
		t.Fatal(err)
	}
	before, after := off(draughts.NewWeights(draughts.MaterialLogits(), nil)), off(w)
	if after > before/2 {
		t.Errorf("off by %.1f on average before and %.1f after", before, after)
	}
	if len(losses) != 6 || losses[5] >= losses[0] {
		t.Errorf("losses %v", losses)
	}
	// Weights that are held firmly stay what they are; those that are not become better.
	for _, test := range []struct{ prior, least, most float64 }{{1e15, after - 0.5, after + 0.5}, {1, 0, 0.99 * after}} {
		again, err := Fit(t.Context(), learn, held, Fitting{Epochs: 6, Rate: 0.1, From: &w, Prior: test.prior})
		if err != nil {
			t.Fatal(err)
		}
		if is := off(again); is < test.least || is > test.most {
			t.Errorf("held by %g: off by %.2f, expected %.2f to %.2f", test.prior, is, test.least, test.most)
		}
	}
	// The outcome counts as much as it is said to.
	m := model{outcome: 0.25}
	if got, want := m.target(&Sample{Score: 0, Result: 1}), 0.25+0.75*0.5; math.Abs(got-want) > 1e-12 {
		t.Errorf("target %v, want %v", got, want)
	}
}

// Tables tell who wins where few pieces are left; a game that comes there is over.
func TestTables(t *testing.T) {
	p := small(t.TempDir())
	k, err := p.tables(t.Context(), 3)
	if err != nil {
		t.Fatal(err)
	}
	defer k.close()
	set, err := draughts.Game.Settings("")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]kibaho.Outcome{
		"B:WK32:BK1":        kibaho.Draw, // both go to and fro in their double corners
		"B:WK31:BK22,K23":   kibaho.FirstWins,
		"W:W9:B1,2":         kibaho.FirstWins, // 9 must step to 5 or 6 and is taken
		"B:WK31,K32:BK1,K2": kibaho.Ongoing,   // four pieces
	} {
		pos, _, err := draughts.Read(set, text)
		if err != nil {
			t.Fatal(err)
		}
		if got := k.outcome(&pos); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
		l := line{pos: pos, known: k, limits: set.Limits()}
		if got := l.over(); got != want {
			t.Errorf("%s is over: %q, want %q", text, got, want)
		}
	}
	var none *knower
	pos, _, err := draughts.Read(set, "B:WK31:BK22,K23")
	if got := none.outcome(&pos); got != kibaho.Ongoing || err != nil {
		t.Errorf("without tables: %q, %v", got, err)
	}
}

// A game that begins with an opening of three moves has at most a few random plies
// after it.
func TestBallots(t *testing.T) {
	set, err := draughts.Game.Settings("")
	if err != nil {
		t.Fatal(err)
	}
	at := map[draughts.Position]bool{}
	for _, o := range draughts.Openings("three-move") {
		p, err := o.Position(set)
		if err != nil {
			t.Fatal(err)
		}
		at[p] = true
	}
	for i := range uint64(40) {
		var l line
		if o := ballots()[i]; !l.beginAt(o, kibaho.NewRand(i), 0, 0) || !at[l.pos] || l.plies != 3 {
			t.Errorf("%v leads to %s after %d plies", o.Moves, draughts.Write(&l.pos), l.plies)
		}
		if !l.beginAt(ballots()[i], kibaho.NewRand(i), 2, 2) || at[l.pos] || l.plies != 5 {
			t.Errorf("%v and two plies lead to %s after %d", ballots()[i].Moves, draughts.Write(&l.pos), l.plies)
		}
	}
}

// Samples are read as they were written; what is no file of samples is refused.
func TestSamples(t *testing.T) {
	name := filepath.Join(t.TempDir(), "games.bin")
	e := newEngine(draughts.NewWeights(draughts.MaterialLogits(), nil), nil)
	want := selfPlay(t.Context(), e, nil, &Settings{Nodes: 20}, kibaho.NewRand(7), nil)
	if len(want) < 10 {
		t.Fatalf("%d samples", len(want))
	}
	for i := range want {
		s := &want[i]
		if draughts.Tactics(&s.Position) != kibaho.Calm {
			t.Errorf("sample %d: a capture is due", i)
		}
		// Both sides of a game have made one point together.
		if s.Result*sign(s.Position.Turn()) != want[0].Result*sign(want[0].Position.Turn()) {
			t.Errorf("sample %d: result %d", i, s.Result)
		}
	}
	if err := write(name, want); err != nil {
		t.Fatal(err)
	}
	got, err := read(name, nil)
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%d samples, want %d (%v)", len(got), len(want), err)
	}
	b, _ := os.ReadFile(name)
	for what, b := range map[string][]byte{"cut": b[:len(b)-1], "result": append(slices.Clone(b[:14]), 5, 0), "position": append(make([]byte, 8), []byte{1, 0, 0, 0, 0, 0, 0, 0}...)} {
		if err := os.WriteFile(name, b, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := read(name, nil); err == nil {
			t.Errorf("%s: read", what)
		}
	}
}

// A game whose moves stray leaves the one that it would have been, and is the same each time.
func TestStrays(t *testing.T) {
	e := newEngine(draughts.NewWeights(draughts.MaterialLogits(), nil), nil)
	play := func(strays int) []Sample {
		return selfPlay(t.Context(), e, nil, &Settings{Nodes: 20, Strays: strays}, kibaho.NewRand(7), nil)
	}
	straight, straying := play(0), play(200)
	if slices.Equal(straight, straying) || straight[0] != straying[0] {
		t.Errorf("%d samples, with strays %d, that begin %v and %v", len(straight), len(straying), straight[0], straying[0])
	}
	if !slices.Equal(straying, play(200)) {
		t.Error("not the same again")
	}
}

// Positions within the searches are samples of no game; the score is their own, and the target knows of
// no outcome.
func TestInner(t *testing.T) {
	e := newEngine(draughts.NewWeights(draughts.MaterialLogits(), nil), nil)
	play := func() []Sample {
		return selfPlay(t.Context(), e, nil, &Settings{Nodes: 40, Inner: 3}, kibaho.NewRand(7), nil)
	}
	list := play()
	set, err := draughts.Game.Settings("")
	if err != nil {
		t.Fatal(err)
	}
	limits := set.Limits()
	var within, sides int
	for i := range list {
		s := &list[i]
		if s.Result != noGame {
			continue
		}
		within++
		sides += int(s.Position.Turn())
		e.Reset()
		score := e.Search(t.Context(), s.Position, search.History{Limits: limits}, search.Limits{Nodes: 40}, nil).Lines[0].Score
		if int16(score) != s.Score {
			t.Fatalf("%s: %d, want %d", draughts.Write(&s.Position), s.Score, score)
		}
		m := model{outcome: 1}
		if got, want := m.target(s), sigmoid(float64(s.Score)/draughts.Logit); got != want {
			t.Fatalf("target %v, want %v", got, want)
		}
	}
	if others := len(list) - within; within < others || within > 6*others || sides == 0 || sides == within {
		t.Errorf("%d samples within searches, %d of White, and %d others", within, sides, others)
	}
	if !slices.Equal(list, play()) {
		t.Error("not the same again")
	}
	name := filepath.Join(t.TempDir(), "samples")
	if err := write(name, list); err != nil {
		t.Fatal(err)
	}
	if back, err := read(name, nil); err != nil || !slices.Equal(back, list) {
		t.Errorf("%d samples read of %d, %v", len(back), len(list), err)
	}
}

// A watch draws each position that it sees as often as any other.
func TestWatch(t *testing.T) {
	var w watch[draughts.Position]
	r := kibaho.NewRand(3)
	var first draughts.Position
	var l line
	for !l.begin(r, 4, 4) {
		continue
	}
	second := l.pos
	count := 0
	for range 4000 {
		w.begin(2, r)
		for i := range 8 {
			if i == 5 {
				w.see(&second)
			} else {
				w.see(&first)
			}
		}
		if drawn := w.end(); len(drawn) != 2 {
			t.Fatalf("%d drawn", len(w.drawn))
		}
		for i := range w.drawn {
			if w.drawn[i] == second {
				count++
			}
		}
	}
	if count < 900 || count > 1100 { // 1000, with a standard deviation of 27
		t.Errorf("drawn %d times of 4000, want 1000", count)
	}
}

// A game that is cut short has no more samples with kings than it may, and is the other one up to there.
func TestCrowned(t *testing.T) {
	e := newEngine(draughts.NewWeights(draughts.MaterialLogits(), nil), nil)
	play := func(crowned int) (samples []Sample, kings int) {
		samples = selfPlay(t.Context(), e, nil, &Settings{Nodes: 20, Crowned: crowned}, kibaho.NewRand(7), nil)
		for i := range samples {
			if samples[i].Position.Sets()[2] != 0 {
				kings++
			}
		}
		return samples, kings
	}
	whole, kings := play(0)
	short, fewer := play(3)
	if kings <= 3 || fewer > 3 || len(short) >= len(whole) {
		t.Fatalf("%d samples, %d with kings; cut short %d, %d", len(whole), kings, len(short), fewer)
	}
	for i := range short {
		if short[i].Position != whole[i].Position || short[i].Score != whole[i].Score {
			t.Errorf("sample %d: %v, want %v", i, short[i], whole[i])
		}
	}
}

// What a game that is cut short counts as depends on the score alone, for either side.
func TestCut(t *testing.T) {
	for _, c := range []struct {
		score search.Score
		turn  kibaho.Side
		want  kibaho.Outcome
	}{
		{99, kibaho.First, kibaho.Draw},
		{-99, kibaho.Second, kibaho.Draw},
		{100, kibaho.First, kibaho.Wins(kibaho.First)},
		{-100, kibaho.First, kibaho.Wins(kibaho.Second)},
		{100, kibaho.Second, kibaho.Wins(kibaho.Second)},
		{-100, kibaho.Second, kibaho.Wins(kibaho.First)},
	} {
		if got := cut(c.score, c.turn); got != c.want {
			t.Errorf("%d for %v: %v, want %v", c.score, c.turn, got, c.want)
		}
	}
}

func sign(s kibaho.Side) int8 { return 1 - 2*int8(s) }
