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
	"kibaho/bus"
	"kibaho/endgame"
	"kibaho/files"
	"kibaho/games"
	"kibaho/jobs"
	"kibaho/search"
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
		game string
		set  []string
		long bool
	}{
		{"fanorona", []string{"size=3x5"}, false},
		{"igisoro", []string{"columns=2"}, true},
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
		list, err := work.Proof(p, 50_000_000)
		if err != nil {
			t.Fatal(err)
		}
		whole, err := p.Whole(t.Context(), search.Proving{Memory: 1 << 28}, nil)
		if err != nil {
			t.Fatal(err)
		}
		want := alone(t, list)
		for _, workers := range []int{1, 2, 4} {
			t.Run(fmt.Sprintf("%s/%d", test.game, workers), func(t *testing.T) {
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

// TestForeign: jobs that were made elsewhere and make no sense are given up.
func TestForeign(t *testing.T) {
	h := newHouse(t, 1)
	for _, j := range []jobs.Job{
		{Kind: "table", Format: 1, Game: "chess", Params: []byte(`{"settings":"x"}`), Title: "no such game"},
		{Kind: "table", Format: 1, Game: "draughts", Params: []byte(`{}`), Title: "no settings"},
		{Kind: "table", Format: 1, Game: "draughts", Part: "9999", Params: []byte(`{"settings":"english"}`), Title: "no such slice"},
		{Kind: "proof", Format: 1, Game: "draughts", Params: []byte(`7`), Title: "no parameters"},
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
