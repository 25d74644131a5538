package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"kibaho"
	"kibaho/bus"
	"kibaho/files"
	"kibaho/jobs"
)

// busFlags say how the processes of a house meet.
type busFlags struct {
	o    bus.Options
	data string
}

// add adds the flags. With withData it adds --data too, where a command has none of
// its own.
func (f *busFlags) add(cmd *cobra.Command, withData bool) {
	addBus(cmd.Flags(), &f.o)
	if withData {
		cmd.Flags().StringVar(&f.data, "data", own("data"), "the data folder: processes of this machine with the same one share their work")
	}
}

// addListen adds the flags of those who may run the server for other machines.
func (f *busFlags) addListen(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.o.Listen, "nats-listen", "", "let programs on other machines reach the server within, at HOST:PORT")
	cmd.Flags().StringVar(&f.o.Token, "nats-token", "", "what they must bring: --nats nats://TOKEN@HOST:PORT")
}

// open opens the bus. Where a server does not answer, wait is how long it is tried; 0:
// for ever, in the background.
func (f *busFlags) open(ctx context.Context, name string, wait time.Duration, log *slog.Logger) (*bus.Bus, error) {
	o := f.o
	o.Name, o.Wait, o.Log = name, wait, log
	if f.data != "" {
		o.Dir = filepath.Join(f.data, "bus")
	}
	return bus.Open(ctx, o)
}

// lazyBus is met when it is first wanted, and again if that failed.
type lazyBus struct {
	open func(context.Context) (*bus.Bus, error)
	mu   sync.Mutex
	bus  *bus.Bus
}

func (l *lazyBus) meet(ctx context.Context) (*bus.Bus, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.bus == nil {
		b, err := l.open(ctx)
		if err != nil {
			return nil, err
		}
		l.bus = b
	}
	return l.bus, nil
}

func (l *lazyBus) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.bus != nil {
		_ = l.bus.Close()
	}
}

// fileFlags say where the results of jobs are.
type fileFlags struct {
	where string
	cache string // bytes
}

func (f *fileFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.where, "files", "", "where results are kept: a folder, or s3://BUCKET/PREFIX?endpoint=URL&region=NAME (default: files in the data folder)")
	cmd.Flags().StringVar(&f.cache, "cache", "20GiB", "keep at most so much of them on this machine, where they come from S3")
}

func (f *fileFlags) open(data string) (*files.Cache, error) {
	where := f.where
	if where == "" && data != "" {
		where = filepath.Join(data, "files")
	}
	store, err := files.Open(where)
	if err != nil {
		return nil, err
	}
	limit, err := readMemory(f.cache)
	if err != nil {
		return nil, err
	}
	return files.NewCache(store, filepath.Join(data, "cache"), int64(limit)), nil
}

// queueFlags are the flags of commands whose work may be done by others.
type queueFlags struct {
	bus     busFlags
	files   fileFlags
	on      bool
	project string
}

func (f *queueFlags) add(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.on, "queue", false, "leave the work to workers ('kibaho work') and wait; stopped and given again, the command goes on waiting for the same work")
	f.bus.add(cmd, true)
	f.files.add(cmd)
	addProject(cmd, &f.project)
}

func addProject(cmd *cobra.Command, project *string) {
	cmd.Flags().StringVar(project, "project", jobs.DefaultProject, "the queue, if there are several")
}

// askFor is how long commands that ask wait for a server.
const askFor = 15 * time.Second

// handed is work that was left to workers.
type handed struct {
	bus   *bus.Bus
	queue *jobs.Queue
	cache *files.Cache
	cmd   *cobra.Command
}

// open meets the queue.
func (f *queueFlags) open(c *cobra.Command) (*handed, error) {
	cache, err := f.files.open(f.bus.data)
	if err != nil {
		return nil, err
	}
	b, err := f.bus.open(c.Context(), "command", askFor, nil)
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithTimeout(c.Context(), askFor)
	defer stop()
	q, err := jobs.Open(ctx, b, f.project)
	if err != nil {
		return nil, errors.Join(err, b.Close())
	}
	return &handed{b, q, cache, c}, nil
}

func (h *handed) close() { _ = h.bus.Close() }

// do leaves jobs to the workers, shows how they get on and returns their records.
func (h *handed) do(ctx context.Context, title string, list []jobs.Job) ([]*jobs.Record, error) {
	errs := h.cmd.ErrOrStderr()
	b, _, err := h.queue.Submit(ctx, title, "kibaho "+strings.Join(os.Args[1:], " "), list)
	if err != nil {
		return nil, err
	}
	show := newTicker(errs)
	blocked, begun := "", time.Now()
	done, err := h.queue.Wait(ctx, b, func(_ *jobs.View, s jobs.Sum) {
		// What a worker that is just starting mends is not worth a word.
		if s.Blocked == "" {
			blocked = ""
		} else if s.Blocked != blocked && time.Since(begun) > 2*time.Second {
			blocked = s.Blocked
			show.say("kibaho: " + blocked)
		}
		show.tell(title + ": " + sumLine(s))
	})
	show.end()
	if ctx.Err() != nil && err != nil {
		return nil, fmt.Errorf("the jobs of %s go on without this command; the same command waits for them again: %w", b.ID, err)
	}
	return done, err
}

// sumLine is one line on how a batch stands.
func sumLine(s jobs.Sum) string {
	line := fmt.Sprintf("%d of %d jobs done", s.Done, s.Total)
	for _, part := range []struct {
		n    int
		what string
	}{{s.Running, "running"}, {s.Failing, "failing"}, {s.Failed, "failed"}, {s.Cancelled, "cancelled"}, {s.Disputed, "in dispute"}} {
		if part.n > 0 {
			line += fmt.Sprintf(", %d %s", part.n, part.what)
		}
	}
	if s.Done < s.Total {
		line += fmt.Sprintf(", %.1f %%", 100*s.Share)
	}
	if s.Left > 0 {
		line += fmt.Sprintf(", %v left", s.Left.Round(time.Second))
	}
	return line
}

// alone refuses flags that jobs do not have.
func (f *queueFlags) alone(c *cobra.Command, names ...string) error {
	for _, name := range names {
		if f.on && c.Flags().Changed(name) {
			return &kibaho.InputError{What: name, Text: c.Flags().Lookup(name).Value.String(), At: -1, Want: "expected without --queue: the workers have theirs"}
		}
	}
	return nil
}
