package jobs_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"kibaho/bus"
	"kibaho/files"
	"kibaho/jobs"
)

var long = flag.Bool("long", false, "also what takes minutes")

// wire is a connection between programs that can be cut: what is sent then is lost.
type wire struct {
	net.Listener
	to  string
	cut atomic.Bool
	wg  sync.WaitGroup
	end context.Context // ends with the test, and the connections with it
}

func newWire(t *testing.T, to string) *wire {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	end, stop := context.WithCancel(context.Background())
	w := &wire{Listener: l, to: to, end: end}
	w.wg.Go(w.accept)
	t.Cleanup(func() { stop(); _ = l.Close(); w.wg.Wait() })
	return w
}

func (w *wire) accept() {
	for {
		c, err := w.Accept()
		if err != nil {
			return
		}
		d, err := net.Dial("tcp", w.to)
		if err != nil {
			_ = c.Close()
			continue
		}
		context.AfterFunc(w.end, func() { _, _ = c.Close(), d.Close() })
		for _, way := range [][2]net.Conn{{c, d}, {d, c}} {
			w.wg.Go(func() {
				defer way[0].Close()
				defer way[1].Close()
				buf := make([]byte, 1<<15)
				for {
					n, err := way[0].Read(buf)
					if err != nil {
						return
					}
					if w.cut.Load() {
						continue // nobody is told
					}
					if _, err := way[1].Write(buf[:n]); err != nil {
						return
					}
				}
			})
		}
	}
}

// TestCut: a worker whose connection is cut goes on with its job and delivers it when the
// connection is back; it does not begin again.
func TestCut(t *testing.T) {
	p := newPlaceAt(t, bus.Options{Listen: "127.0.0.1:0"})
	w := newWire(t, p.queue.Bus().Address())
	cut := 3 * time.Second
	if *long {
		cut = 30 * time.Second // longer than the server waits for a worker
	}
	far, err := bus.Open(t.Context(), bus.Options{URLs: w.Addr().String(), Wait: 20 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = far.Close() })
	q, err := jobs.Open(t.Context(), far, "main")
	if err != nil {
		t.Fatal(err)
	}
	begun := make(chan bool, 10)
	var times atomic.Int64
	kind := adder{name: "add", format: 1, before: func(ctx context.Context, t *jobs.Task) error {
		if t.Part != "5" {
			return nil
		}
		times.Add(1)
		begun <- true
		// It works all the while, and a little longer.
		for range 10 {
			select {
			case <-time.After((cut + time.Second) / 10):
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	}}
	here := &place{t, p.dir, q, p.files}
	here.work("far", kind)
	b := p.submit([]jobs.Job{
		{Kind: "add", Format: 1, Part: "5", Title: "long"},
		{Kind: "add", Format: 1, Part: "6", Title: "after it"},
	})
	<-begun
	w.cut.Store(true)
	time.Sleep(cut)
	w.cut.Store(false)
	records, err := p.wait(b)
	if err != nil {
		t.Fatal(err)
	}
	check(t, records, []int{5, 6})
	if n := times.Load(); n != 1 || records[0].Tries != 1 || len(records[0].Failures) != 0 {
		t.Errorf("the long job was begun %d times; its record: %+v", n, records[0])
	}
}

// TestCluster: on three servers everything is kept three times, and goes on when one is
// lost, whichever it is.
func TestCluster(t *testing.T) {
	t.Parallel()
	var routes []*url.URL
	var ports []int
	for range 3 {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		ports = append(ports, l.Addr().(*net.TCPAddr).Port)
		routes = append(routes, &url.URL{Scheme: "nats", Host: l.Addr().String()})
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
	}
	var nodes []*server.Server
	var urls []string
	for i := range 3 {
		s, err := server.NewServer(&server.Options{
			ServerName: fmt.Sprint("node", i), Host: "127.0.0.1", Port: -1, NoSigs: true, NoLog: true, JetStream: true, StoreDir: t.TempDir(), SyncAlways: true,
			Cluster: server.ClusterOpts{Name: "test", Host: "127.0.0.1", Port: ports[i]}, Routes: routes,
		})
		if err != nil {
			t.Fatal(err)
		}
		s.Start()
		t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
		nodes = append(nodes, s)
	}
	for _, s := range nodes {
		if !s.ReadyForConnections(20 * time.Second) {
			t.Fatal("a server does not start")
		}
		urls = append(urls, s.ClientURL())
	}
	dir := t.TempDir()
	b, err := bus.Open(t.Context(), bus.Options{URLs: strings.Join(urls, ","), Wait: 20 * time.Second})
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
	info, err := b.Stream().Stream(t.Context(), "JOBS_main")
	if err != nil {
		t.Fatal(err)
	}
	if n := info.CachedInfo().Config.Replicas; n != 3 {
		t.Fatalf("jobs are kept %d times, want 3", n)
	}
	p := &place{t, dir, q, files.NewCache(s, filepath.Join(dir, "cache"), 1<<30)}
	var done atomic.Int64
	kind := adder{name: "add", format: 1, before: func(context.Context, *jobs.Task) error {
		done.Add(1)
		time.Sleep(50 * time.Millisecond)
		return nil
	}}
	list, want := chain("add", 40)
	batch := p.submit(list)
	p.work("a", kind)
	p.work("b", kind)
	p.until("some are done", func() bool { return done.Load() > 5 })
	// The one that is lost is the one the clients are at.
	lost := 0
	for i, u := range urls {
		if b.Conn().ConnectedUrl() == u {
			lost = i
		}
	}
	nodes[lost].Shutdown()
	nodes[lost].WaitForShutdown()
	records, err := p.wait(batch)
	if err != nil {
		t.Fatal(err)
	}
	check(t, records, want)
	if v := p.view(); len(v.Disputes()) != 0 || v.Sum(batch).Done != 40 {
		t.Errorf("in the end: %+v, %d disputes", v.Sum(batch), len(v.Disputes()))
	}
}

// fullStore is a store whose disk is full until it is not.
type fullStore struct {
	files.Store
	full atomic.Bool
}

func (f *fullStore) Put(ctx context.Context, h files.Hash, size int64, r io.ReadSeeker) error {
	if f.full.Load() {
		return &os.PathError{Op: "write", Path: "/store", Err: syscall.ENOSPC}
	}
	return f.Store.Put(ctx, h, size, r)
}

// TestFullDisk: a worker whose disk is full says so and rests; nothing is taken for done,
// and a worker with room does the job.
func TestFullDisk(t *testing.T) {
	p := newPlace(t)
	store := &fullStore{Store: p.files.Store()}
	store.full.Store(true)
	full := &place{t, p.dir, p.queue, files.NewCache(store, filepath.Join(p.dir, "full"), 1<<30)}
	full.work("full", adder{name: "add", format: 1})
	b := p.submit([]jobs.Job{{Kind: "add", Format: 1, Part: "5", Title: "large"}})
	p.until("the worker rests and says why", func() bool {
		w := p.view().Workers()
		return len(w) == 1 && w[0].State == jobs.Resting && strings.Contains(w[0].Reason, "no space left on device")
	})
	s := p.sum(b)
	if s.Done != 0 || s.Failing != 1 {
		t.Errorf("with a full disk: %+v", s)
	}
	p.work("room", adder{name: "add", format: 1})
	records, err := p.wait(b)
	if err != nil {
		t.Fatal(err)
	}
	check(t, records, []int{5})
	if f := records[0].Failures; len(f) != 1 || !strings.Contains(f[0].Reason, "no space left") {
		t.Errorf("failures: %+v", f)
	}
}

// TestDamagedInput: a file that is damaged in the store is never worked from; the reason
// is told, and doing the job that made it anew puts it right.
func TestDamagedInput(t *testing.T) {
	p := newPlace(t)
	stop := p.work("a", adder{name: "add", format: 1})
	first := jobs.Job{Kind: "add", Format: 1, Part: "5", Title: "first"}
	records, err := p.wait(p.submit([]jobs.Job{first}))
	if err != nil {
		t.Fatal(err)
	}
	stop()
	h := records[0].Result.Files[0].Hash
	path := filepath.Join(p.dir, "files", string(h[:2]), string(h))
	if err := os.WriteFile(path, []byte("7"), 0o600); err != nil {
		t.Fatal(err)
	}
	// A process that comes later has not seen the file before.
	fresh := &place{t, p.dir, p.queue, files.NewCache(p.files.Store(), filepath.Join(p.dir, "fresh"), 1<<30)}
	fresh.work("b", adder{name: "add", format: 1})
	second := jobs.Job{Kind: "add", Format: 1, Part: "1", Title: "second", Inputs: []jobs.ID{first.ID()}}
	b := p.submit([]jobs.Job{second})
	p.until("the damage is told", func() bool {
		r := p.view().Record(second.ID())
		return r != nil && r.State == jobs.Failing && strings.Contains(r.Failures[0].Reason, "is damaged")
	})
	if n, err := p.queue.Again(t.Context(), []jobs.Job{first}); n != 1 || err != nil {
		t.Fatalf("put back %d, %v", n, err)
	}
	if records, err = p.wait(b); err != nil {
		t.Fatal(err)
	}
	check(t, records, []int{6})
}

// napper is a kind that takes a millisecond.
type napper struct{}

func (napper) Name() string { return "nap" }
func (napper) Format() int  { return 1 }
func (napper) Do(_ context.Context, t *jobs.Task) (jobs.Result, error) {
	time.Sleep(time.Millisecond)
	return jobs.Result{Data: []byte(t.Part)}, nil
}

// TestMany: ten thousand jobs of a millisecond are all done, each once. How long it took
// is told.
func TestMany(t *testing.T) {
	if !*long {
		t.Skip("only with -long")
	}
	p := newPlace(t)
	var list []jobs.Job
	for i := range 10_000 {
		list = append(list, jobs.Job{Kind: "nap", Format: 1, Part: strconv.Itoa(i), Title: fmt.Sprint("nap ", i), Light: true})
	}
	p.work("a", napper{})
	p.work("b", napper{})
	began := time.Now()
	records, err := p.wait(p.submit(list))
	if err != nil {
		t.Fatal(err)
	}
	took := time.Since(began)
	n := 0
	for _, r := range records {
		for _, one := range r.Result.Many {
			if string(one.Data) != strconv.Itoa(n) {
				t.Fatalf("job %d: %s", n, one.Data)
			}
			n++
		}
	}
	if n != 10_000 {
		t.Errorf("%d results", n)
	}
	t.Logf("10,000 jobs of a millisecond on two workers: %v", took)
}

// TestServerGone: what is asked while the server is away is an error in time, not
// a wait for ever.
func TestServerGone(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	b, err := bus.Open(t.Context(), bus.Options{URLs: l.Addr().String()})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	ctx, stop := context.WithTimeout(t.Context(), 2*time.Second)
	defer stop()
	if _, err := jobs.Open(ctx, b, "main"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v, want that the time is up", err)
	}
}
