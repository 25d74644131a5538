package main

import (
	"context"
	"crypto/sha256"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"kibaho/bus"
	"kibaho/endgame"
	"kibaho/files"
	"kibaho/games"
	"kibaho/jobs"
	"kibaho/work"
)

var (
	longKills = flag.Bool("long", false, "fifty kills during a build of five pieces")
	killCount = flag.Int("kills", 0, "so many kills")
)

// process is the program, started as another process, again whenever it is killed.
type process struct {
	t    *testing.T
	args []string
	log  *os.File
	cmd  *exec.Cmd
}

func startProcess(t *testing.T, log string, args ...string) *process {
	t.Helper()
	f, err := os.OpenFile(log, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	p := &process{t: t, args: args, log: f}
	p.start()
	t.Cleanup(func() {
		p.kill()
		_ = f.Close()
		if t.Failed() {
			text, _ := os.ReadFile(log)
			t.Logf("kibaho %v\n%s", args, text[max(0, len(text)-3000):])
		}
	})
	return p
}

func (p *process) start() {
	p.cmd = exec.Command("kibaho", p.args...)
	p.cmd.Stdout, p.cmd.Stderr = p.log, p.log
	if err := p.cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
}

// kill kills it as kill -9 does.
func (p *process) kill() {
	_ = p.cmd.Process.Kill()
	_ = p.cmd.Wait()
}

func hashes(t *testing.T, dir string) map[string]string {
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

// TestKills: a server and three workers, each a process with a folder of its own, are killed
// in turn at random moments while they build tables. The build ends, the tables are
// those of one process, no job is lost and none is counted twice.
//
//	go test ./cmd/kibaho -run TestKills -v -args -long
func TestKills(t *testing.T) {
	pieces, kills, pause := 4, 5, 600*time.Millisecond
	if *longKills {
		pieces, kills, pause = 5, 50, 4*time.Second
	}
	if *killCount > 0 {
		kills = *killCount
	}
	dir := t.TempDir()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	at := l.Addr().String()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	in := func(name string) string { return filepath.Join(dir, name) }
	var all []*process
	all = append(all, startProcess(t, in("serve.log"), "serve", "--addr", "127.0.0.1:0", "--data", in("serve"), "--tables", "", "--nats-listen", at))
	for i := range 3 {
		name := fmt.Sprint("worker", i)
		all = append(all, startProcess(t, in(name+".log"), "work", "--nats", at, "--files", in("files"), "--data", in(name), "--log", "warn"))
	}
	ctx, stop := context.WithTimeout(t.Context(), 4*time.Minute)
	if *longKills {
		ctx, stop = context.WithTimeout(t.Context(), 40*time.Minute)
	}
	defer stop()
	b, err := bus.Open(ctx, bus.Options{URLs: at, Wait: 30 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	q, err := jobs.Open(ctx, b, jobs.DefaultProject)
	if err != nil {
		t.Fatal(err)
	}
	g, err := games.Find("draughts")
	if err != nil {
		t.Fatal(err)
	}
	s, err := g.Facts().Settings("")
	if err != nil {
		t.Fatal(err)
	}
	list, err := work.Tables(g, s, pieces)
	if err != nil {
		t.Fatal(err)
	}
	batch, _, err := q.Submit(ctx, "tables under fire", "", list)
	if err != nil {
		t.Fatal(err)
	}
	// The killing goes on until the end of the build, or until there were enough.
	killed, building := 0, make(chan bool)
	murder := make(chan bool)
	go func() {
		defer close(murder)
		for killed < kills {
			select {
			case <-building:
				return
			case <-time.After(time.Duration(float64(pause) * (0.2 + rand.Float64()))):
			}
			p := all[killed%len(all)]
			p.kill()
			p.start()
			killed++
		}
	}()
	// A stall is a time in which nothing is done and no job is further than before.
	var stall time.Duration
	moved, before := time.Now(), 0.0
	done, err := q.Wait(ctx, batch, func(v *jobs.View, sum jobs.Sum) {
		now := float64(sum.Done)
		for _, w := range v.Workers() {
			for _, a := range w.Active {
				now += float64(a.Since.UnixMilli()%100_000)/1e9 + a.Done/1e15
			}
		}
		if now != before {
			moved, before = time.Now(), now
		}
		stall = max(stall, time.Since(moved))
	})
	close(building)
	<-murder
	if err != nil {
		t.Fatal(err)
	}
	store, err := files.Open(in("files"))
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := work.FetchTables(ctx, g, s, in("tables"), files.NewCache(store, in("cache"), 1<<30), done); err != nil {
		t.Fatal(err)
	}
	if _, err := g.BuildTables(ctx, s, pieces, endgame.Options{Dir: in("alone"), Threads: 1}); err != nil {
		t.Fatal(err)
	}
	if got, want := hashes(t, in("tables")), hashes(t, in("alone")); !maps.Equal(got, want) || len(got) < 10 {
		t.Errorf("%d tables here, %d of one process, and they differ", len(got), len(want))
	}
	v := jobs.NewView(q)
	if err := v.Update(ctx); err != nil {
		t.Fatal(err)
	}
	sum := v.Sum(batch)
	if sum.Done != len(list) || sum.Total != len(list) || len(v.Disputes()) > 0 {
		t.Errorf("%d of %d jobs done, %d disputes", sum.Done, len(list), len(v.Disputes()))
	}
	for _, r := range done {
		if r.State != jobs.Done || r.Tries != 1+len(r.Failures) {
			t.Errorf("%s was counted %d times with %d failures", r.Job.Title, r.Tries, len(r.Failures))
		}
	}
	t.Logf("%d jobs, %d kills, the longest stall %v", len(list), killed, stall.Round(100*time.Millisecond))
}
