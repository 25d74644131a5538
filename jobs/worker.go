package jobs

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"
	"syscall"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"kibaho"
	"kibaho/files"
	"kibaho/store"
)

// aliveFor is how long a worker counts as there after it was heard last.
const aliveFor = 10 * time.Second

// Worker does the jobs of a queue, one after the other.
type Worker struct {
	Queue   *Queue
	Kinds   []Kind
	Files   *files.Cache
	Dir     string // where jobs keep what they go on from after an interruption
	Threads int    // for each job; 0: all processors
	Version string // of the program, shown
	Log     *slog.Logger

	name  string
	kinds map[string]Kind
	pulls []pull

	mu      sync.Mutex
	status  Status
	current *Task
	stop    map[ID]context.CancelCauseFunc
	wake    chan struct{}
	came    map[ID]bool   // jobs that were done while some were set aside for them
	rest    time.Duration // after a full disk; 0: none

	aside []aside // of the goroutine of Run alone
}

// pull is where jobs of a kind come from.
type pull struct {
	kind     Kind
	consumer jetstream.Consumer
}

// WorkerState is what a worker is doing.
type WorkerState string

// The states of a worker.
const (
	Idle    WorkerState = "idle"
	Busy    WorkerState = "busy"
	Resting WorkerState = "resting" // it cannot work just now: Status.Reason says why
)

// Status is what a worker tells of itself every second.
type Status struct {
	Name    string         `json:"name"` // host, process and a random part
	Host    string         `json:"host"`
	Version string         `json:"version"`
	Threads int            `json:"threads"`
	Kinds   map[string]int `json:"kinds"` // kind: format
	State   WorkerState    `json:"state"`
	Reason  string         `json:"reason,omitempty"`
	Since   time.Time      `json:"since"`
	Active  []Active       `json:"active,omitempty"`
	Done    int            `json:"done"` // jobs since it started
	Failed  int            `json:"failed"`
}

// Active is a job under work.
type Active struct {
	ID    ID        `json:"id"`
	Kind  string    `json:"kind"`
	Title string    `json:"title"`
	Since time.Time `json:"since"`
	Done  float64   `json:"done,omitempty"` // of Total, in any unit; 0 of 0: unknown
	Total float64   `json:"total,omitempty"`
	Says  string    `json:"says,omitempty"`
}

func (a Active) share() float64 {
	if a.Total <= 0 {
		return 0
	}
	return min(a.Done/a.Total, 1)
}

// errCancelled ends a job that a person has cancelled.
var errCancelled = errors.New("cancelled")

// errStopped ends a job because the worker ends.
var errStopped = errors.New("the worker ends")

// Run does jobs until ctx ends; then the job under work is given back at once.
func (w *Worker) Run(ctx context.Context) error {
	host, _ := os.Hostname()
	w.name = fmt.Sprintf("%s-%d-%04x", cmp.Or(keyWord(host), "host"), os.Getpid(), rand.N(1<<16))
	if w.Log == nil {
		w.Log = slog.New(slog.DiscardHandler)
	}
	if w.Threads <= 0 {
		w.Threads = runtime.NumCPU()
	}
	w.kinds, w.stop, w.wake, w.came = map[string]Kind{}, map[ID]context.CancelCauseFunc{}, make(chan struct{}, 1), map[ID]bool{}
	w.status = Status{
		Name: w.name, Host: host, Version: w.Version, Threads: w.Threads, Kinds: map[string]int{}, State: Idle, Since: now(),
	}
	if err := os.MkdirAll(w.Dir, 0o755); err != nil {
		return err
	}
	for _, k := range w.Kinds {
		c, err := w.consumer(ctx, k)
		if err != nil {
			return fmt.Errorf("jobs: %s: %w", k.Name(), err)
		}
		w.kinds[k.Name()] = k
		w.status.Kinds[k.Name()] = k.Format()
		w.pulls = append(w.pulls, pull{k, c})
	}
	conn := w.Queue.bus.Conn()
	subs := map[string]nats.MsgHandler{
		w.Queue.subject("new"): func(*nats.Msg) { w.look() },
		w.Queue.subject("done", "*"): func(m *nats.Msg) {
			w.mu.Lock()
			w.came[ID(m.Subject[len(w.Queue.subject("done", "")):])] = true
			w.mu.Unlock()
			w.look()
		},
		w.Queue.subject("stop", "*"): func(m *nats.Msg) { w.drop(ID(m.Subject[len(w.Queue.subject("stop", "")):])) },
	}
	for subject, do := range subs {
		s, err := conn.Subscribe(subject, do)
		if err != nil {
			return err
		}
		defer func() { _ = s.Unsubscribe() }()
	}
	var telling sync.WaitGroup
	tellCtx, quiet := context.WithCancel(context.WithoutCancel(ctx))
	telling.Go(func() { w.tell(tellCtx) })
	defer func() {
		quiet()
		telling.Wait()
	}()
	w.sweep(ctx)
	w.Log.Info("at work", "worker", w.name, "project", w.Queue.project, "queue", w.Queue.bus.Where(), "files", w.Files.Store().Where(), "threads", w.Threads)
	idle := 0
	for ctx.Err() == nil {
		if w.rest > 0 {
			select { // a job that comes makes no room on the disk
			case <-ctx.Done():
			case <-time.After(w.rest):
			}
			w.rest = 0
			w.set(Idle, "")
		}
		did := w.again(ctx)
		for _, i := range rand.Perm(len(w.pulls)) {
			did = w.take(ctx, &w.pulls[i]) || did
		}
		if did {
			idle = 0
			continue
		}
		idle = min(idle+1, 6)
		w.wait(ctx, time.Duration(float64(min(20<<idle, 1000))*(0.75+rand.Float64()/2))*time.Millisecond)
	}
	w.back()
	return nil
}

// look wakes the worker up.
func (w *Worker) look() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// keyWord leaves of a text what a key of the store may have.
func keyWord(text string) string {
	b := []byte(text)
	for i, c := range b {
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '-' {
			b[i] = '-'
		}
	}
	return string(b)
}

func now() time.Time { return time.Now().UTC().Truncate(time.Millisecond) }

func (w *Worker) wait(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-w.wake:
	case <-time.After(d):
	}
}

// consumer returns where jobs of a kind and format come from: one for all workers.
func (w *Worker) consumer(ctx context.Context, k Kind) (c jetstream.Consumer, err error) {
	err = w.Queue.try(ctx, func(ctx context.Context) error {
		c, err = w.Queue.bus.Stream().CreateOrUpdateConsumer(ctx, w.Queue.stream(), jetstream.ConsumerConfig{
			Durable:       k.Name() + "_" + strconv.Itoa(k.Format()),
			FilterSubject: w.Queue.subject("do", k.Name(), strconv.Itoa(k.Format()), "*"),
			AckPolicy:     jetstream.AckExplicitPolicy,
			AckWait:       ackWait,
			MaxDeliver:    -1, // failures are counted in the record, and no job is dropped
			MaxAckPending: MostJobs * 10,
		})
		return err
	})
	return c, err
}

// take does a job of a kind if there is one.
func (w *Worker) take(ctx context.Context, p *pull) bool {
	if ctx.Err() != nil || w.rest > 0 {
		return false
	}
	list, err := p.consumer.FetchNoWait(1)
	if err != nil {
		return false
	}
	did := false
	for m := range list.Messages() {
		did = true
		w.handle(ctx, p.kind, m)
	}
	return did
}

// handle does the job of a message, and says to the queue what became of it. It reports
// that the job was begun.
func (w *Worker) handle(ctx context.Context, k Kind, m jetstream.Msg) bool {
	stop := beat(m)
	defer stop()
	var j Job
	if err := json.Unmarshal(m.Data(), &j); err != nil || j.Kind != k.Name() || j.Format != k.Format() || w.Queue.jobSubject(&j, j.ID()) != m.Subject() {
		w.Log.Error("a message that is no job", "subject", m.Subject(), "error", err)
		_ = m.TermWithReason("no job")
		return false
	}
	id := j.ID()
	rec, err := w.Queue.Record(ctx, id)
	if err != nil {
		_ = m.Nak()
		return false
	}
	if rec != nil && rec.State.ended() { // its message was handed out again
		_ = m.Ack()
		return false
	}
	inputs, missing, err := w.inputs(ctx, &j)
	if err != nil {
		_ = m.Nak()
		return false
	}
	if missing != "" {
		w.setAside(k, m, missing)
		return false
	}
	w.back()
	began := now()
	r, err := w.do(ctx, k, &j, id, inputs)
	if err == nil {
		var first bool
		first, err = w.Queue.finish(ctx, &j, id, &r, w.name, began)
		if err == nil {
			w.count(first)
			w.Log.Info("done", "job", j.Title, "id", id, "seconds", time.Since(began).Seconds(), "counts", first)
			_ = m.Ack()
			_ = w.Queue.bus.Conn().Publish(w.Queue.subject("done", string(id)), nil)
			return true
		}
	}
	w.failed(ctx, &j, id, m, err, rec)
	return true
}

// failed says what became of a job that was not done.
func (w *Worker) failed(ctx context.Context, j *Job, id ID, m jetstream.Msg, err error, rec *Record) {
	var input *kibaho.InputError
	final := errors.As(err, &input)
	switch {
	case errors.Is(err, errCancelled):
		_ = m.Ack()
		return
	case ctx.Err() != nil || errors.Is(err, errStopped):
		// Another worker takes it at once.
		_ = m.Nak()
		_ = w.Queue.bus.Conn().FlushTimeout(time.Second)
		return
	}
	w.mu.Lock()
	w.status.Failed++
	w.mu.Unlock()
	w.Log.Warn("failed", "job", j.Title, "id", id, "error", err, "again", !final)
	if full(err) {
		w.rest = time.Minute
		w.set(Resting, "the disk is full: "+err.Error())
	}
	if e := w.Queue.fail(ctx, j, id, w.name, err.Error(), final); e != nil {
		w.Log.Error("the failure was not kept", "job", j.Title, "id", id, "error", e)
	} else if final {
		_ = m.TermWithReason("given up")
		return
	}
	tries := 0
	if rec != nil {
		tries = min(rec.Tries, 6)
	}
	_ = m.NakWithDelay(jitter(time.Second << tries))
}

// full reports that a disk is full, or a file or the user's share of the disk too large.
func full(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.Is(err, syscall.EFBIG)
}

func jitter(d time.Duration) time.Duration {
	return time.Duration(float64(d) * (0.75 + rand.Float64()/2))
}

// beat tells the server that a message is under work, until stop is called.
func beat(m jetstream.Msg) (stop func()) {
	quit := make(chan struct{})
	go func() {
		tick := time.NewTicker(heartbeat)
		defer tick.Stop()
		for {
			select {
			case <-quit:
				return
			case <-tick.C:
				_ = m.InProgress() // if it cannot be said, somebody else may begin too: that is harmless
			}
		}
	}()
	return sync.OnceFunc(func() { close(quit) })
}

// inputs returns the results that a job needs, or says what is missing.
func (w *Worker) inputs(ctx context.Context, j *Job) (all []Result, missing ID, err error) {
	for _, id := range j.Inputs {
		r, err := w.Queue.Record(ctx, id)
		if err != nil {
			return nil, "", err
		}
		if r == nil || r.State != Done {
			return nil, id, nil
		}
		all = append(all, *r.Result)
	}
	return all, "", nil
}

// do has a kind do a job in a folder of its own.
func (w *Worker) do(ctx context.Context, k Kind, j *Job, id ID, inputs []Result) (r Result, err error) {
	dir, held, err := w.folder(id)
	if err != nil {
		return r, err
	}
	defer func() {
		if err == nil || errors.Is(err, errCancelled) {
			_ = os.RemoveAll(dir)
		}
		_ = held.Unlock()
	}()
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	t := NewTask(*j, dir, w.Threads, w.Files)
	t.Inputs = inputs
	defer t.release()
	w.mu.Lock()
	w.stop[id] = stop
	w.current = t
	w.status.State, w.status.Reason = Busy, ""
	w.status.Active = []Active{{ID: id, Kind: j.Kind, Title: j.Title, Since: now()}}
	w.mu.Unlock()
	defer func() {
		w.mu.Lock()
		delete(w.stop, id)
		w.current = nil
		w.status.State, w.status.Active = Idle, nil
		w.mu.Unlock()
	}()
	defer func() {
		if p := recover(); p != nil { // one job that meets a fault of ours must not end the worker
			buf := make([]byte, 4096)
			w.Log.Error("panic", "job", j.Title, "id", id, "panic", p, "stack", string(buf[:runtime.Stack(buf, false)]))
			err = fmt.Errorf("the program has a fault: %v", p)
		}
	}()
	if len(j.Many) == 0 {
		r, err = k.Do(ctx, t)
	}
	for i := range j.Many {
		one := NewTask(j.Many[i], dir, w.Threads, w.Files)
		var part Result
		part, err = k.Do(ctx, one)
		one.release()
		if err != nil {
			err = fmt.Errorf("%s: %w", j.Many[i].Title, err)
			break
		}
		r.Many = append(r.Many, part)
		t.Progress(float64(i+1), float64(len(j.Many)), "")
	}
	if cause := context.Cause(ctx); cause != nil && err != nil {
		err = cause
		if !errors.Is(cause, errCancelled) {
			err = errStopped
		}
	}
	return r, err
}

// folder returns the folder of a job, held. What an earlier try has left is there;
// if another process of this machine is at the same job, a fresh one is taken.
func (w *Worker) folder(id ID) (string, *store.Lock, error) {
	for n := 0; ; n++ {
		dir := filepath.Join(w.Dir, string(id))
		if n > 0 {
			dir += "." + strconv.Itoa(n)
		}
		held, _, err := store.LockFolder(dir, w.name)
		if errors.Is(err, store.ErrLocked) && n < 100 {
			continue
		}
		return dir, held, err
	}
}

// keepFor is how long what an unfinished job has left is kept.
const keepFor = 14 * 24 * time.Hour

// sweep removes what is left of jobs that nobody goes on with.
func (w *Worker) sweep(ctx context.Context) {
	list, err := os.ReadDir(w.Dir)
	if err != nil {
		return
	}
	for _, e := range list {
		id := ID(e.Name())
		if len(id) > 32 {
			id = id[:32]
		}
		info, err := e.Info()
		if err != nil || !e.IsDir() {
			continue
		}
		dir := filepath.Join(w.Dir, e.Name())
		held, _, err := store.LockFolder(dir, w.name)
		if err != nil {
			continue
		}
		r, err := w.Queue.Record(ctx, id)
		if err == nil && r != nil && r.State.ended() || time.Since(info.ModTime()) > keepFor {
			_ = os.RemoveAll(dir)
		}
		_ = held.Unlock()
	}
}

// drop ends a job that was cancelled.
func (w *Worker) drop(id ID) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if stop := w.stop[id]; stop != nil {
		stop(errCancelled)
	}
}

func (w *Worker) set(s WorkerState, reason string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.status.State, w.status.Reason = s, reason
}

func (w *Worker) count(first bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if first {
		w.status.Done++
	}
}

// tell tells the others every second how the worker stands, and takes leave in the end.
func (w *Worker) tell(ctx context.Context) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		w.mu.Lock()
		s := w.status
		if t := w.current; t != nil && len(s.Active) == 1 {
			a := s.Active[0]
			a.Done, a.Total, a.Says = t.progress()
			s.Active = []Active{a}
		}
		b, err := json.Marshal(s)
		w.mu.Unlock()
		if err == nil && w.Queue.bus.Conn().IsConnected() {
			put, stop := context.WithTimeout(ctx, oneTry)
			if _, err := w.Queue.workers.Put(put, w.name, b); unmade(err) {
				_ = w.Queue.meetWorkers(put) // it is told in a second
			}
			stop()
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			last, stop := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
			_ = w.Queue.workers.Delete(last, w.name)
			stop()
			return
		}
	}
}
