package jobs_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"kibaho"
	"kibaho/bus"
	"kibaho/files"
	"kibaho/jobs"
)

// A fetch that nobody waits for any more ends by itself within a second.
func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreTopFunction("github.com/nats-io/nats.go/jetstream.(*pullConsumer).fetch.func1"))
}

// adder is a kind for tests: it adds the number of Part to those of its inputs, and
// writes the sum into a file.
type adder struct {
	name   string
	format int
	before func(context.Context, *jobs.Task) error // nil: nothing
	times  *sync.Map                               // how often each part was done
}

func (a adder) Name() string { return a.name }
func (a adder) Format() int  { return a.format }

func (a adder) Do(ctx context.Context, t *jobs.Task) (jobs.Result, error) {
	if a.before != nil {
		if err := a.before(ctx, t); err != nil {
			return jobs.Result{}, err
		}
	}
	sum, err := strconv.Atoi(t.Part)
	if err != nil {
		return jobs.Result{}, &kibaho.InputError{What: "part", Text: t.Part, At: -1, Want: "expected a number"}
	}
	for _, in := range t.Inputs {
		path, err := t.File(ctx, in.Files[0])
		if err != nil {
			return jobs.Result{}, err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return jobs.Result{}, err
		}
		n, err := strconv.Atoi(string(text))
		if err != nil {
			return jobs.Result{}, err
		}
		sum += n
	}
	path := filepath.Join(t.Dir, "sum")
	if err := os.WriteFile(path, []byte(strconv.Itoa(sum)), 0o600); err != nil {
		return jobs.Result{}, err
	}
	f, err := t.Keep(ctx, "sum", path)
	if a.times != nil {
		n, _ := a.times.LoadOrStore(t.Part, new(atomic.Int64))
		n.(*atomic.Int64).Add(1)
	}
	return jobs.Result{Files: []jobs.File{f}, Data: json.RawMessage(strconv.Itoa(sum))}, err
}

// place is a queue in a folder of its own, with a store of files.
type place struct {
	t     *testing.T
	dir   string
	queue *jobs.Queue
	files *files.Cache
}

func newPlace(t *testing.T) *place { return newPlaceAt(t, bus.Options{}) }

func newPlaceAt(t *testing.T, o bus.Options) *place {
	t.Helper()
	t.Parallel()
	dir := t.TempDir()
	o.Dir = filepath.Join(dir, "bus")
	b, err := bus.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = b.Close() })
	q, err := jobs.Open(t.Context(), b, "main")
	if err != nil {
		t.Fatal(err)
	}
	s, err := files.Open(filepath.Join(dir, "files"))
	if err != nil {
		t.Fatal(err)
	}
	return &place{t, dir, q, files.NewCache(s, filepath.Join(dir, "cache"), 1<<30)}
}

// work starts a worker; it ends with the test, or when stop is called.
func (p *place) work(name string, kinds ...jobs.Kind) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	w := &jobs.Worker{Queue: p.queue, Kinds: kinds, Files: p.files, Dir: filepath.Join(p.dir, name), Threads: 1}
	if testing.Verbose() {
		w.Log = slog.New(slog.NewTextHandler(os.Stderr, nil)).With("who", name)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := w.Run(ctx); err != nil {
			p.t.Errorf("worker %s: %v", name, err)
		}
	}()
	stop = sync.OnceFunc(func() { cancel(); <-done })
	p.t.Cleanup(stop)
	return stop
}

func (p *place) submit(list []jobs.Job) *jobs.Batch {
	p.t.Helper()
	b, _, err := p.queue.Submit(p.t.Context(), "a test", "", list)
	if err != nil {
		p.t.Fatal(err)
	}
	return b
}

func (p *place) wait(b *jobs.Batch) ([]*jobs.Record, error) {
	p.t.Helper()
	ctx, stop := context.WithTimeout(p.t.Context(), 60*time.Second)
	defer stop()
	return p.queue.Wait(ctx, b, nil)
}

func (p *place) view() *jobs.View {
	p.t.Helper()
	v := jobs.NewView(p.queue)
	if err := v.Update(p.t.Context()); err != nil {
		p.t.Fatal(err)
	}
	return v
}

func (p *place) sum(b *jobs.Batch) jobs.Sum { return p.view().Sum(b) }

// until waits for something to become so.
func (p *place) until(what string, so func() bool) {
	p.t.Helper()
	for range 600 {
		if so() {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	p.t.Fatalf("waited half a minute for this: %s", what)
}

// chain returns n jobs that each need the two before, like the numbers of Fibonacci,
// all starting from 1.
func chain(kind string, n int) (list []jobs.Job, want []int) {
	for i := range n {
		j := jobs.Job{Kind: kind, Format: 1, Part: "0", Params: json.RawMessage(strconv.Itoa(i)), Title: fmt.Sprint("number ", i)}
		if i < 2 {
			j.Part = "1"
			want = append(want, 1)
		} else {
			j.Inputs = []jobs.ID{list[i-1].ID(), list[i-2].ID()}
			want = append(want, want[i-1]+want[i-2])
		}
		list = append(list, j)
	}
	return list, want
}

func check(t *testing.T, records []*jobs.Record, want []int) {
	t.Helper()
	for i, r := range records {
		if got := string(r.Result.Data); got != strconv.Itoa(want[i]) {
			t.Errorf("%s: %s, want %d", r.Job.Title, got, want[i])
		}
	}
}

func TestChain(t *testing.T) {
	p := newPlace(t)
	list, want := chain("add", 12)
	b := p.submit(list)
	if s := p.sum(b); s.Total != 12 || s.Waiting != 12 || !strings.Contains(s.Blocked, "no worker") {
		t.Errorf("before there is a worker: %+v", s)
	}
	// The last first: whoever meets it puts it back.
	for _, name := range []string{"a", "b", "c"} {
		p.work(name, adder{name: "add", format: 1})
	}
	records, err := p.wait(b)
	if err != nil {
		t.Fatal(err)
	}
	check(t, records, want)
	if s := p.sum(b); s.Done != 12 || s.Share != 1 || s.Ended.IsZero() || !s.Over() {
		t.Errorf("in the end: %+v", s)
	}
	// The same again is there already, and so is a part of it.
	again := p.submit(list)
	if again.ID != b.ID {
		t.Errorf("the same jobs have another batch: %s, %s", again.ID, b.ID)
	}
	part := p.submit(list[:5])
	if s := p.sum(part); s.Done != 5 {
		t.Errorf("a part of what is done: %+v", s)
	}
}

// TestBackwards: jobs that come before what they need wait for it.
func TestBackwards(t *testing.T) {
	p := newPlace(t)
	list, want := chain("add", 6)
	var turned []jobs.Job
	var expect []int
	for i := range list {
		turned = append(turned, list[len(list)-1-i])
		expect = append(expect, want[len(list)-1-i])
	}
	b := p.submit(turned)
	p.work("a", adder{name: "add", format: 1})
	records, err := p.wait(b)
	if err != nil {
		t.Fatal(err)
	}
	check(t, records, expect)
}

// TestFails: a job that fails is tried again and its failures are kept; one that
// cannot be done is given up, and what needs it does not begin.
func TestFails(t *testing.T) {
	p := newPlace(t)
	var tries atomic.Int64
	kind := adder{name: "add", format: 1, before: func(_ context.Context, t *jobs.Task) error {
		if t.Title == "shaky" && tries.Add(1) < 3 {
			return errors.New("not yet")
		}
		return nil
	}}
	shaky := jobs.Job{Kind: "add", Format: 1, Part: "5", Title: "shaky"}
	wrong := jobs.Job{Kind: "add", Format: 1, Part: "x", Title: "wrong"}
	after := jobs.Job{Kind: "add", Format: 1, Part: "1", Title: "after", Inputs: []jobs.ID{wrong.ID()}}
	b := p.submit([]jobs.Job{shaky, wrong, after})
	p.work("a", kind)
	_, err := p.wait(b)
	var failed *jobs.FailedError
	if !errors.As(err, &failed) || failed.State != jobs.Failed || !strings.Contains(err.Error(), "expected a number") {
		t.Errorf("wait: %v, want that a number was expected", err)
	}
	p.until("the shaky one is done", func() bool { return p.sum(b).Done == 1 })
	v := p.view()
	if r := v.Record(shaky.ID()); r.State != jobs.Done || r.Tries != 3 || len(r.Failures) != 2 || r.Failures[0].Reason != "not yet" {
		t.Errorf("the shaky one: %+v", r)
	}
	if s := v.Sum(b); s.Failed != 1 || s.Waiting != 1 || s.Done != 1 || s.Blocked == "" {
		t.Errorf("in the end: %+v", s)
	}
}

func TestCancel(t *testing.T) {
	p := newPlace(t)
	begun := make(chan string, 10)
	kind := adder{name: "add", format: 1, before: func(ctx context.Context, t *jobs.Task) error {
		begun <- t.Title
		if t.Title == "long" {
			<-ctx.Done()
			return ctx.Err()
		}
		return nil
	}}
	long := jobs.Job{Kind: "add", Format: 1, Part: "5", Title: "long"}
	waits := jobs.Job{Kind: "add", Format: 1, Part: "6", Title: "waits"}
	b := p.submit([]jobs.Job{long})
	p.work("a", kind)
	<-begun
	c := p.submit([]jobs.Job{waits})
	p.until("it shows as running", func() bool { return p.sum(b).Running == 1 })
	// First the one that waits: a free worker would have done it.
	for _, list := range [][]jobs.Job{{waits}, {long}} {
		if n, err := p.queue.Cancel(t.Context(), list); n != 1 || err != nil {
			t.Fatalf("cancelled %d, %v", n, err)
		}
	}
	p.until("the worker is free", func() bool {
		w := p.view().Workers()
		return len(w) == 1 && len(w[0].Active) == 0
	})
	if s := p.sum(c); s.Cancelled != 1 {
		t.Errorf("the one that waited: %+v", s)
	}
	// To ask for it again is to try it again.
	if _, err := p.wait(p.submit([]jobs.Job{waits})); err != nil {
		t.Error(err)
	}
	if s := p.sum(b); s.Cancelled != 1 || s.Running != 0 {
		t.Errorf("the one that ran: %+v", s)
	}
	if n, err := p.queue.Cancel(t.Context(), []jobs.Job{waits}); n != 0 || err != nil {
		t.Errorf("cancelled %d done jobs, %v", n, err)
	}
}

// TestDispute: two results that differ are both kept, nothing goes on from them,
// and a person can have the job done anew.
func TestDispute(t *testing.T) {
	p := newPlace(t)
	var liar atomic.Bool
	reached, go1 := make(chan string, 10), make(chan bool)
	kind := func(name string) adder {
		return adder{name: "add", format: 1, before: func(ctx context.Context, t *jobs.Task) error {
			if t.Title != "told twice" || !liar.Load() {
				return nil
			}
			reached <- name
			<-go1
			t.Part = map[string]string{"honest": "5", "lies": "6"}[name]
			return nil
		}}
	}
	liar.Store(true)
	j := jobs.Job{Kind: "add", Format: 1, Part: "5", Title: "told twice"}
	b := p.submit([]jobs.Job{j})
	p.work("honest", kind("honest"))
	<-reached
	// As if the first worker had been cut off: its message is handed out again.
	jobs.Requeue(t, p.queue, j)
	p.work("lies", kind("lies"))
	<-reached
	close(go1)
	p.until("the dispute is seen", func() bool { return len(p.view().Disputes()) == 1 })
	r := p.view().Disputes()[0]
	if r.Result == nil || r.Other == nil || r.Result.Digest() == r.Other.Digest() || r.Worker == r.OtherWorker {
		t.Errorf("in dispute: %+v", r)
	}
	after := jobs.Job{Kind: "add", Format: 1, Part: "1", Title: "after", Inputs: []jobs.ID{j.ID()}}
	c := p.submit([]jobs.Job{after})
	if _, err := p.wait(b); err == nil || !strings.Contains(err.Error(), "disputed") {
		t.Errorf("wait: %v, want that it is disputed", err)
	}
	time.Sleep(time.Second)
	if s := p.sum(c); s.Done != 0 {
		t.Errorf("something went on from a result in dispute: %+v", s)
	}
	liar.Store(false)
	if n, err := p.queue.Retry(t.Context(), []jobs.Job{j}); n != 1 || err != nil {
		t.Fatalf("retried %d, %v", n, err)
	}
	records, err := p.wait(c)
	if err != nil {
		t.Fatal(err)
	}
	check(t, records, []int{6})
}

// TestTwice: the same result twice counts once.
func TestTwice(t *testing.T) {
	p := newPlace(t)
	reached, go1 := make(chan bool, 10), make(chan bool)
	kind := adder{name: "add", format: 1, times: new(sync.Map), before: func(context.Context, *jobs.Task) error {
		reached <- true
		<-go1
		return nil
	}}
	j := jobs.Job{Kind: "add", Format: 1, Part: "5", Title: "done twice"}
	b := p.submit([]jobs.Job{j})
	p.work("a", kind)
	<-reached
	jobs.Requeue(t, p.queue, j)
	p.work("b", kind)
	<-reached
	close(go1)
	if _, err := p.wait(b); err != nil {
		t.Fatal(err)
	}
	count := func() (done int) {
		for _, w := range p.view().Workers() {
			done += w.Done
		}
		return done
	}
	p.until("both are done with it", func() bool {
		n, ok := kind.times.Load("5")
		return ok && n.(*atomic.Int64).Load() == 2 && count() > 0
	})
	time.Sleep(1500 * time.Millisecond) // workers tell every second
	done := count()
	v := p.view()
	if s := v.Sum(b); s.Done != 1 || done != 1 || len(v.Disputes()) != 0 || v.Record(j.ID()).Tries != 1 {
		t.Errorf("done twice: %+v, counted by workers %d, record %+v", s, done, v.Record(j.ID()))
	}
}

// TestFormats: a worker of another format leaves a job alone, and the state says so.
func TestFormats(t *testing.T) {
	p := newPlace(t)
	p.work("old", adder{name: "add", format: 1})
	b := p.submit([]jobs.Job{{Kind: "add", Format: 2, Part: "5", Title: "new"}})
	p.until("the worker is seen", func() bool { return len(p.view().Workers()) == 1 })
	time.Sleep(500 * time.Millisecond)
	if s := p.sum(b); s.Waiting != 1 || s.Blocked != "no worker here does add, format 2" {
		t.Errorf("with an old worker: %+v", s)
	}
	p.work("new", adder{name: "add", format: 2})
	if _, err := p.wait(b); err != nil {
		t.Fatal(err)
	}
}

// TestGoesOn: what an interrupted job has left in its folder is there for the next try.
func TestGoesOn(t *testing.T) {
	p := newPlace(t)
	began := make(chan bool, 10)
	var from atomic.Value
	kind := adder{name: "add", format: 1, before: func(ctx context.Context, t *jobs.Task) error {
		text, err := os.ReadFile(filepath.Join(t.Dir, "so far"))
		if err == nil {
			from.Store(string(text))
			return nil
		}
		if err := os.WriteFile(filepath.Join(t.Dir, "so far"), []byte("half"), 0o600); err != nil {
			return err
		}
		began <- true
		<-ctx.Done()
		return context.Cause(ctx)
	}}
	b := p.submit([]jobs.Job{{Kind: "add", Format: 1, Part: "5", Title: "long"}})
	stop := p.work("a", kind)
	<-began
	stop()
	if r := p.view().Record(b.Jobs[0].ID); r != nil {
		t.Errorf("an interruption is no failure: %+v", r)
	}
	p.work("a", kind)
	if _, err := p.wait(b); err != nil {
		t.Fatal(err)
	}
	if got := from.Load(); got != "half" {
		t.Errorf("went on from %v, want what was there", got)
	}
	p.until("the folder of the job is gone", func() bool {
		left, err := os.ReadDir(filepath.Join(p.dir, "a"))
		return err == nil && len(left) == 0
	})
}

// TestPanic: a fault of ours in one job does not end the worker.
func TestPanic(t *testing.T) {
	p := newPlace(t)
	var n atomic.Int64
	b := p.submit([]jobs.Job{{Kind: "add", Format: 1, Part: "5", Title: "bad luck"}})
	p.work("a", adder{name: "add", format: 1, before: func(context.Context, *jobs.Task) error {
		if n.Add(1) == 1 {
			panic("a fault of ours")
		}
		return nil
	}})
	if _, err := p.wait(b); err != nil {
		t.Fatal(err)
	}
	if r := p.view().Record(b.Jobs[0].ID); len(r.Failures) != 1 || !strings.Contains(r.Failures[0].Reason, "a fault of ours") {
		t.Errorf("record: %+v", r)
	}
}

// TestLight: light jobs are packed, and each of them is done.
func TestLight(t *testing.T) {
	p := newPlace(t)
	kind := adder{name: "add", format: 1, times: new(sync.Map)}
	var list []jobs.Job
	for i := range 200 {
		list = append(list, jobs.Job{Kind: "add", Format: 1, Part: strconv.Itoa(i), Title: fmt.Sprint("light ", i), Light: true})
	}
	b := p.submit(list)
	if len(b.Jobs) > 10 {
		t.Errorf("%d jobs were packed into %d", len(list), len(b.Jobs))
	}
	p.work("a", kind)
	p.work("b", kind)
	records, err := p.wait(b)
	if err != nil {
		t.Fatal(err)
	}
	at := 0
	for _, r := range records {
		for _, one := range r.Result.Many {
			if string(one.Data) != strconv.Itoa(at) {
				t.Errorf("job %d: %s", at, one.Data)
			}
			at++
		}
	}
	if s := p.sum(b); at != 200 || s.Done != 200 || s.Total != 200 {
		t.Errorf("%d results, %+v", at, s)
	}
}

func TestID(t *testing.T) {
	one := jobs.Job{Kind: "a", Format: 1, Game: "b", Rules: "c", Part: "d", Params: json.RawMessage("1"), Inputs: []jobs.ID{"x"}, Title: "t"}
	seen := map[jobs.ID]string{one.ID(): "itself"}
	for what, change := range map[string]func(*jobs.Job){
		"kind":    func(j *jobs.Job) { j.Kind = "ab" },
		"format":  func(j *jobs.Job) { j.Format = 2 },
		"game":    func(j *jobs.Job) { j.Game, j.Rules = "bc", "" },
		"rules":   func(j *jobs.Job) { j.Rules = "cd" },
		"part":    func(j *jobs.Job) { j.Part = "" },
		"params":  func(j *jobs.Job) { j.Params = json.RawMessage("2") },
		"inputs":  func(j *jobs.Job) { j.Inputs = nil },
		"another": func(j *jobs.Job) { j.Inputs = []jobs.ID{"x", "y"} },
		"loose":   func(j *jobs.Job) { j.Loose = true },
		"many":    func(j *jobs.Job) { j.Many = []jobs.Job{{Kind: "a"}} },
	} {
		j := one
		change(&j)
		if other, ok := seen[j.ID()]; ok {
			t.Errorf("%s: the same name as %s", what, other)
		}
		seen[j.ID()] = what
	}
	other := one
	other.Title, other.Weight, other.Light = "for people", 7, true
	if other.ID() != one.ID() {
		t.Error("the title is part of the name")
	}
}

func TestProject(t *testing.T) {
	p := newPlace(t)
	for _, name := range []string{"", "A", "a.b", "a b", "*", strings.Repeat("x", 41)} {
		var input *kibaho.InputError
		if _, err := jobs.Open(t.Context(), p.queue.Bus(), name); !errors.As(err, &input) {
			t.Errorf("%q: %v, want an input error", name, err)
		}
	}
	other, err := jobs.Open(t.Context(), p.queue.Bus(), "other")
	if err != nil {
		t.Fatal(err)
	}
	p.submit([]jobs.Job{{Kind: "add", Format: 1, Part: "5", Title: "ours"}})
	v := jobs.NewView(other)
	if err := v.Update(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := len(v.Batches()); n != 0 {
		t.Errorf("another project sees %d batches", n)
	}
}
