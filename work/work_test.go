package work_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"kibaho"
	"kibaho/archive"
	"kibaho/arena"
	"kibaho/bus"
	"kibaho/draughts"
	"kibaho/endgame"
	"kibaho/files"
	"kibaho/games"
	"kibaho/jobs"
	"kibaho/play"
	"kibaho/record"
	"kibaho/search"
	"kibaho/store"
	"kibaho/study"
	"kibaho/train"
	"kibaho/work"
)

var long = flag.Bool("long", false, "also what takes minutes")

// A fetch that nobody waits for any more ends by itself within a second.
func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreTopFunction("github.com/nats-io/nats.go/jetstream.(*pullConsumer).fetch.func1"))
}

// house is a queue with some workers.
type house struct {
	queue *jobs.Queue
	cache *files.Cache
}

func newHouse(t *testing.T, workers int) *house {
	t.Helper()
	dir := t.TempDir()
	b, err := bus.Open(t.Context(), bus.Options{Dir: filepath.Join(dir, "bus")})
	if err != nil {
		t.Fatal(err)
	}
	q, err := jobs.Open(t.Context(), b, "main")
	if err != nil {
		t.Fatal(err)
	}
	s, err := files.Open(filepath.Join(dir, "files"))
	if err != nil {
		t.Fatal(err)
	}
	h := &house{q, files.NewCache(s, filepath.Join(dir, "cache"), 1<<30)}
	ctx, stop := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	for i := range workers {
		w := &jobs.Worker{Queue: q, Kinds: work.Kinds(work.Use{}), Files: h.cache, Dir: filepath.Join(dir, fmt.Sprint("worker", i)), Threads: 1}
		wg.Go(func() {
			if err := w.Run(ctx); err != nil {
				t.Error(err)
			}
		})
	}
	t.Cleanup(func() {
		stop()
		wg.Wait()
		_ = b.Close()
	})
	return h
}

// do has jobs done and returns their records.
func (h *house) do(t *testing.T, list []jobs.Job) []*jobs.Record {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), 5*time.Minute)
	defer stop()
	b, _, err := h.queue.Submit(ctx, "a test", "", list)
	if err != nil {
		t.Fatal(err)
	}
	done, err := h.queue.Wait(ctx, b, nil)
	if err != nil {
		t.Fatal(err)
	}
	return done
}

// sums returns the hashes of all files below a folder.
func sums(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		rel, _ := filepath.Rel(dir, path)
		all[rel] = fmt.Sprintf("%x", sha256.Sum256(text))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func find(t *testing.T, game string, set ...string) (games.Game, kibaho.Settings) {
	t.Helper()
	g, err := games.Find(game)
	if err != nil {
		t.Fatal(err)
	}
	s, err := g.Facts().Settings("", set...)
	if err != nil {
		t.Fatal(err)
	}
	return g, s
}

// TestTables: with one, two and four workers the tables are those of one process, to
// the byte.
func TestTables(t *testing.T) {
	tests := []struct {
		game   string
		set    []string
		pieces int
		long   bool
	}{
		{"draughts", nil, 3, false},
		{"fanorona", []string{"size=3x5"}, 4, false},
		{"chuba", []string{"columns=3"}, 4, false},
		{"draughts", nil, 4, true},
		{"fanorona", nil, 4, true},
	}
	for _, test := range tests {
		if test.long && !*long {
			continue
		}
		g, s := find(t, test.game, test.set...)
		alone := t.TempDir()
		if _, err := g.BuildTables(t.Context(), s, test.pieces, endgame.Options{Dir: alone, Threads: 1}); err != nil {
			t.Fatal(err)
		}
		want := sums(t, alone)
		if len(want) < 3 {
			t.Fatalf("%s: only %d tables", test.game, len(want))
		}
		for _, workers := range []int{1, 2, 4} {
			t.Run(fmt.Sprintf("%s-%d/%d", test.game, test.pieces, workers), func(t *testing.T) {
				h := newHouse(t, workers)
				list, err := work.Tables(g, s, test.pieces)
				if err != nil {
					t.Fatal(err)
				}
				done := h.do(t, list)
				dir := t.TempDir()
				n, positions, err := work.FetchTables(t.Context(), g, s, dir, h.cache, done)
				if err != nil {
					t.Fatal(err)
				}
				if got := sums(t, dir); !maps.Equal(got, want) {
					t.Errorf("the tables differ: %d here, %d alone", len(got), len(want))
				}
				tables, err := g.Tables(s, dir)
				if err != nil {
					t.Fatal(err)
				}
				defer tables.Close()
				count, err := tables.Verify(t.Context(), endgame.Verifying{Pieces: test.pieces})
				if err != nil || count != positions || n != len(want) {
					t.Errorf("%d tables with %d positions, of which %d were verified: %v", n, positions, count, err)
				}
				// What is there is left as it is.
				if n, _, err := work.FetchTables(t.Context(), g, s, dir, h.cache, done); n != 0 || err != nil {
					t.Errorf("a second time %d were fetched, %v", n, err)
				}
			})
		}
	}
}

// alone does jobs one after the other in this process, without a queue and without
// workers, and returns the bytes of the files of the last one.
func alone(t *testing.T, list []jobs.Job) []byte {
	t.Helper()
	s, err := files.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	c := files.NewCache(s, t.TempDir(), 1<<30)
	results := map[jobs.ID]jobs.Result{}
	var last jobs.Result
	for i := range list {
		k, err := work.Choose(work.Kinds(work.Use{}), []string{list[i].Kind})
		if err != nil {
			t.Fatal(err)
		}
		task := jobs.NewTask(list[i], t.TempDir(), 1, c)
		for _, in := range list[i].Inputs {
			task.Inputs = append(task.Inputs, results[in])
		}
		if last, err = k[0].Do(t.Context(), task); err != nil {
			t.Fatal(err)
		}
		results[list[i].ID()] = last
	}
	path, release, err := c.Get(t.Context(), last.Files[0].Hash)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestProof: with one, two and four workers the proof book is that of one process, to
// the byte; its value is the one that going over all positions gives, and every
// line is confirmed by the rules.
func TestProof(t *testing.T) {
	tests := []struct {
		game  string
		set   []string
		turns int
		jobs  int // as many as positions not over that so many turns or fewer lead to
		long  bool
	}{
		{"fanorona", []string{"size=3x5"}, 1, 4, false},
		{"fanorona", []string{"size=3x5"}, 2, 20, false},
		{"igisoro", []string{"columns=2"}, 1, 3, true},
		{"igisoro", []string{"columns=2"}, 3, 15, true},
	}
	for _, test := range tests {
		if test.long && !*long {
			continue
		}
		g, s := find(t, test.game, test.set...)
		p, err := g.Start(s)
		if err != nil {
			t.Fatal(err)
		}
		list, err := work.Proof(p, test.turns, 50_000_000)
		if err != nil {
			t.Fatal(err)
		}
		if len(list) != test.jobs {
			t.Errorf("%s, %d turns: %d jobs, want %d", test.game, test.turns, len(list), test.jobs)
		}
		whole, err := p.Whole(t.Context(), search.Proving{Memory: 1 << 28}, "", nil)
		if err != nil {
			t.Fatal(err)
		}
		want := alone(t, list)
		for _, workers := range []int{1, 2, 4} {
			t.Run(fmt.Sprintf("%s-%d/%d", test.game, test.turns, workers), func(t *testing.T) {
				h := newHouse(t, workers)
				found, book, err := work.FetchProof(t.Context(), h.cache, h.do(t, list))
				if err != nil {
					t.Fatal(err)
				}
				if found.Value != whole.Value.String() {
					t.Errorf("value %s, want %s", found.Value, whole.Value)
				}
				if !bytes.Equal(book.Text(), want) {
					t.Errorf("the book of %d lines differs from that of one process", len(book.Lines))
				}
				checked, err := p.CheckBook(t.Context(), search.Proving{Threads: 1}, book, nil)
				if err != nil || checked.Value != whole.Value {
					t.Errorf("checked: %v, %v", checked.Value, err)
				}
			})
		}
	}
}

func TestChoose(t *testing.T) {
	all := work.Kinds(work.Use{})
	if got, err := work.Choose(all, nil); err != nil || len(got) != len(all) {
		t.Errorf("all: %d, %v", len(got), err)
	}
	got, err := work.Choose(all, []string{"proof"})
	if err != nil || len(got) != 1 || got[0].Name() != "proof" {
		t.Errorf("proof: %v, %v", got, err)
	}
	var input *kibaho.InputError
	if _, err := work.Choose(all, []string{"proof", "poof"}); !errors.As(err, &input) || !strings.Contains(err.Error(), "table") {
		t.Errorf("poof: %v, want an error that lists the kinds", err)
	}
	var names []string
	for _, k := range all {
		names = append(names, k.Name())
	}
	if slices.Sort(names); len(slices.Compact(slices.Clone(names))) != len(names) {
		t.Errorf("two kinds of one name: %v", names)
	}
}

// format is that of a kind: a job of another would wait for workers who know it.
func format(t *testing.T, kind string) int {
	t.Helper()
	list, err := work.Choose(work.Kinds(work.Use{}), []string{kind})
	if err != nil {
		t.Fatal(err)
	}
	return list[0].Format()
}

// TestForeign: jobs that were made elsewhere and make no sense are given up.
func TestForeign(t *testing.T) {
	h := newHouse(t, 1)
	for _, j := range []jobs.Job{
		{Kind: "table", Format: format(t, "table"), Game: "chess", Params: []byte(`{"settings":"x"}`), Title: "no such game"},
		{Kind: "table", Format: format(t, "table"), Game: "draughts", Params: []byte(`{}`), Title: "no settings"},
		{Kind: "table", Format: format(t, "table"), Game: "draughts", Part: "9999", Params: []byte(`{"settings":"english"}`), Title: "no such slice"},
		{Kind: "proof", Format: format(t, "proof"), Game: "draughts", Params: []byte(`7`), Title: "no parameters"},
	} {
		b, _, err := h.queue.Submit(t.Context(), j.Title, "", []jobs.Job{j})
		if err != nil {
			t.Fatal(err)
		}
		var failed *jobs.FailedError
		if _, err := h.queue.Wait(t.Context(), b, nil); !errors.As(err, &failed) || failed.State != jobs.Failed {
			t.Errorf("%s: %v, want that it is given up", j.Title, err)
		}
	}
}

// TestMatch: the games of a match are those of one process, whoever plays them.
func TestMatch(t *testing.T) {
	g, s := find(t, "draughts")
	p, err := g.Start(s)
	if err != nil {
		t.Fatal(err)
	}
	match := func() *arena.Match {
		m := &arena.Match{Start: p, Games: 20, Seed: 7, Openings: arena.Random(p, 4, 7, arena.Balance{Nodes: 1000})}
		for i, text := range []string{"nodes=300", "nodes=100 name=weak"} {
			if m.Engines[i], err = arena.ReadSpec(text); err != nil {
				t.Fatal(err)
			}
		}
		return m
	}
	games := make([]string, 20)
	m := match()
	m.Each = func(r arena.Result, _ arena.Summary) {
		var text strings.Builder
		if err := r.Record(7).Write(&text); err != nil {
			t.Error(err)
		}
		games[r.Number] = text.String() + "\n"
	}
	want, err := m.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, workers := range []int{1, 2, 4} {
		h := newHouse(t, workers)
		list, err := work.Match(t.Context(), match())
		if err != nil {
			t.Fatal(err)
		}
		if len(list) < 3 || list[0].Loose {
			t.Errorf("%d jobs, loose %v", len(list), list[0].Loose)
		}
		var text bytes.Buffer
		if err := work.FetchMatch(t.Context(), h.cache, h.do(t, list), &text); err != nil {
			t.Fatal(err)
		}
		if text.String() != strings.Join(games, "") {
			t.Errorf("with %d workers other games were played", workers)
		}
		again := match()
		if again.Done, _, err = arena.ReadResults(&text, 7, [2]string{again.Engines[0].Name, "weak"}); err != nil {
			t.Fatal(err)
		}
		got, err := again.Run(t.Context())
		if err != nil || got.Tally != want.Tally {
			t.Errorf("tally %+v, %v; want %+v", got.Tally, err, want.Tally)
		}
	}
}

// TestAnalysis: a worker finds what this process finds.
func TestAnalysis(t *testing.T) {
	g, s := find(t, "draughts")
	p, err := g.Start(s)
	if err != nil {
		t.Fatal(err)
	}
	game := play.NewGame(p)
	for _, turn := range []string{"11-15", "23-18", "8-11", "18-14"} {
		if err := game.PlayText(turn); err != nil {
			t.Fatal(err)
		}
	}
	budget := games.Budget{Nodes: 5000, Threads: 1, Lines: 1}
	rec := &play.Record{Game: game}
	for _, workers := range []int{1, 2, 4} {
		t.Run(fmt.Sprint(workers), func(t *testing.T) { analyse(t, newHouse(t, workers), rec, budget) })
	}
}

func analyse(t *testing.T, h *house, rec *play.Record, budget games.Budget) {
	game := rec.Game
	g := game.Position().Game()
	list, err := work.Analysis(rec, false, budget, 2)
	if err != nil {
		t.Fatal(err)
	}
	got, err := work.FetchAnalysis(h.do(t, list)[0])
	if err != nil {
		t.Fatal(err)
	}
	want := g.Engine(2).Think(t.Context(), game.Position(), game.Past(), budget, nil)
	if got.Depth != want.Depth || got.Nodes != want.Nodes || !slices.Equal(got.Lines[0].Turns, want.Lines[0].Turns) || got.Lines[0].Score != want.Lines[0].Score {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if list, err = work.Analysis(rec, true, budget, 2); err != nil {
		t.Fatal(err)
	}
	report, err := work.FetchReport(h.do(t, list)[0], rec)
	if err != nil {
		t.Fatal(err)
	}
	alone, err := study.Annotate(t.Context(), g.Engine(2), game, budget, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Turns) != 4 || !slices.Equal(report.Chances, alone.Chances) || report.Turns[3].Grade != alone.Turns[3].Grade || report.Turns[3].Why.Says != alone.Turns[3].Why.Says {
		t.Errorf("got %+v, want %+v", report, alone)
	}
}

// TestTraining: the games to learn from are those of one process, to the byte.
func TestTraining(t *testing.T) {
	plan := func() *train.Plan {
		p := train.Default()
		p.Dir, p.Rounds, p.Games, p.Nodes, p.Pairs, p.MatchNodes, p.Epochs = t.TempDir(), 1, 300, 30, 1, 30, 1
		return &p
	}
	one := plan()
	want, err := one.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, workers := range []int{2, 1, 4} {
		if workers != 2 && !*long {
			break
		}
		h := newHouse(t, workers)
		two := plan()
		two.Away = func(ctx context.Context, round int, s train.Settings, w draughts.Weights, batches []int, file func(int) string) error {
			list, err := work.Training(ctx, h.cache, s, round, w, batches)
			if err != nil {
				return err
			}
			for i, r := range h.do(t, list) {
				if err := work.FetchTraining(ctx, h.cache, r, file(batches[i])); err != nil {
					return err
				}
			}
			return nil
		}
		got, err := two.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got.Bytes(), want.Bytes()) {
			t.Errorf("with %d workers other weights were learned", workers)
		}
		if a, b := sums(t, one.Dir), sums(t, two.Dir); !maps.Equal(a, b) || len(a) < 5 {
			t.Errorf("with %d workers the files differ: %v, %v", workers, a, b)
		}
	}
}

// TestRecords: the database is the one that this process makes of the same files.
func TestRecords(t *testing.T) {
	const text = `[Event "one"]
[GameType "21"]
1. 11-15 23-19 2. 8-11 22-17 1-0

[Event "two"]
[GameType "21"]
1. 11-15 11-15 1-0

[Event "three"]
[GameType "21"]
1. 9-13 22-18 2. 6-9 1/2-1/2
`
	file := filepath.Join(t.TempDir(), "games.pdn")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	open := func() *store.Archive {
		a, err := store.OpenArchive(t.Context(), filepath.Join(t.TempDir(), "games.db"), true)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = a.Close() })
		return a
	}
	here := open()
	r := record.NewReader(strings.NewReader(text))
	r.File = file
	want, err := archive.Import(t.Context(), here, r, nil)
	if err != nil {
		t.Fatal(err)
	}
	h := newHouse(t, 1)
	j, err := work.Records(t.Context(), h.cache, file, file, false)
	if err != nil {
		t.Fatal(err)
	}
	there := open()
	var faults []work.ImportFault
	got, err := work.FetchRecords(t.Context(), h.cache, h.do(t, []jobs.Job{j})[0], there, func(f work.ImportFault) { faults = append(faults, f) })
	if err != nil {
		t.Fatal(err)
	}
	if got.Games != want.Games || got.Added != want.Added || want.Added != 2 || len(faults) != len(want.Faults) || faults[0].Line != want.Faults[0].Line {
		t.Errorf("got %+v with %+v, want %+v", got, faults, want)
	}
	rows := func(a *store.Archive) (all []store.Row) {
		if err := a.Each(t.Context(), store.Query{}, func(r store.Row) bool { all = append(all, r); return true }); err != nil {
			t.Fatal(err)
		}
		return all
	}
	if a, b := rows(here), rows(there); !slices.Equal(a, b) || len(a) != 2 {
		t.Errorf("rows %+v, want %+v", b, a)
	}
	start, err := games.Find("draughts")
	if err != nil {
		t.Fatal(err)
	}
	s, err := start.Facts().Settings("")
	if err != nil {
		t.Fatal(err)
	}
	p, err := start.Start(s)
	if err != nil {
		t.Fatal(err)
	}
	a, err1 := here.Branches(t.Context(), archive.Key(p))
	b, err2 := there.Branches(t.Context(), archive.Key(p))
	if err1 != nil || err2 != nil || len(a) != 2 || !slices.Equal(a, b) {
		t.Errorf("played at the start: %+v, %v; want %+v, %v", b, err2, a, err1)
	}
}
