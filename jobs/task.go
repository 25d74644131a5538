package jobs

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"kibaho/files"
)

// Task is a job as the one who does it sees it.
type Task struct {
	Job
	Inputs  []Result // of Job.Inputs, in their order
	Dir     string   // a folder of this job alone: what is there after an interruption is there again
	Threads int

	files  *files.Cache
	mu     sync.Mutex
	pins   []func()
	active Active
}

// File returns the path of a file, checked and on this machine until the task ends.
func (t *Task) File(ctx context.Context, f File) (string, error) {
	path, release, err := t.files.Get(ctx, f.Hash)
	if err != nil {
		return "", fmt.Errorf("input %s: %w", f.Name, err)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.pins = append(t.pins, release)
	return path, nil
}

// Place puts a file at a path, for those who want it under its own name.
func (t *Task) Place(ctx context.Context, f File, path string) error {
	from, err := t.File(ctx, f)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	if from, err = filepath.Abs(from); err != nil {
		return err
	}
	if os.Symlink(from, path) == nil {
		return nil
	}
	return copyFile(from, path) // where links are not allowed
}

func copyFile(from, to string) (err error) {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// Keep keeps a file as part of the result.
func (t *Task) Keep(ctx context.Context, name, path string) (File, error) {
	h, size, err := t.files.Put(ctx, path)
	if err != nil {
		return File{}, fmt.Errorf("result %s: %w", name, err)
	}
	return File{Name: name, Hash: h, Size: size}, nil
}

// Progress tells how far the job is: done of total, in any unit, and in words.
func (t *Task) Progress(done, total float64, says string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.active.Done, t.active.Total, t.active.Says = done, total, says
}

func (t *Task) progress() (done, total float64, says string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.active.Done, t.active.Total, t.active.Says
}

func (t *Task) release() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, r := range t.pins {
		r()
	}
	t.pins = nil
}

// NewTask returns a task for those who do a job themselves, without a queue.
func NewTask(j Job, dir string, threads int, c *files.Cache) *Task {
	return &Task{Job: j, Dir: dir, Threads: threads, files: c}
}
