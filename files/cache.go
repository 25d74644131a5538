package files

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// Cache is a folder of this machine in front of a Store. Several processes may use
// the same folder. Where the store is itself a folder its files are used in place.
type Cache struct {
	store Store
	dir   string
	limit int64

	mu     sync.Mutex
	pinned map[Hash]int      // files in use here, and how often
	seen   map[string]stamp  // files that were checked, as they were then
	loads  map[Hash]*loading // under way
}

// stamp is what a file looked like when it was checked: one that looks the same is
// not read again.
type stamp struct {
	size int64
	made time.Time
}

type loading struct {
	done chan struct{}
	err  error
}

// NewCache returns a cache of at most about limit bytes in a folder, which is made when
// it is needed. The files in use may take more.
func NewCache(store Store, dir string, limit int64) *Cache {
	return &Cache{store: store, dir: dir, limit: limit, pinned: map[Hash]int{}, seen: map[string]stamp{}, loads: map[Hash]*loading{}}
}

// Store returns the store behind the cache.
func (c *Cache) Store() Store { return c.store }

// Get returns the path of a file whose bytes have been checked against its name. It
// stays until release is called. A file that is nowhere is fs.ErrNotExist, one that is
// damaged in the store a *DamagedError; one that is damaged in the cache is fetched
// anew.
func (c *Cache) Get(ctx context.Context, h Hash) (path string, release func(), err error) {
	if !h.Valid() {
		return "", nil, fmt.Errorf("files: %q is not the name of a file", h)
	}
	c.pin(h, 1)
	unpin := sync.OnceFunc(func() { c.pin(h, -1) })
	defer func() {
		if err != nil {
			unpin()
		}
	}()
	if f, ok := c.store.(*folder); ok {
		return f.path(h), unpin, c.check(ctx, h, f.path(h), f.dir)
	}
	path = filepath.Join(c.dir, filepath.FromSlash(h.key()))
	err = c.check(ctx, h, path, c.dir)
	var damaged *DamagedError
	if err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.As(err, &damaged) {
		return "", nil, err
	}
	if err != nil {
		if err := c.fetch(ctx, h, path); err != nil {
			return "", nil, err
		}
	}
	now := time.Now()
	_ = os.Chtimes(path, now, time.Time{}) // when it was used last
	return path, unpin, nil
}

func (c *Cache) pin(h Hash, by int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.pinned[h] += by; c.pinned[h] == 0 {
		delete(c.pinned, h)
	}
}

// check reads a file, unless it looks as it did when it was read before.
func (c *Cache) check(ctx context.Context, h Hash, path, where string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	now := stamp{info.Size(), info.ModTime()}
	c.mu.Lock()
	known := c.seen[path] == now
	c.mu.Unlock()
	if known {
		return nil
	}
	got, n, err := hashOf(ctx, path)
	if err != nil {
		return err
	}
	if got != h {
		return &DamagedError{Hash: h, Where: where, Got: got, Size: n}
	}
	c.mu.Lock()
	c.seen[path] = now
	c.mu.Unlock()
	return nil
}

// fetch brings a file from the store, once for all who wait for it.
func (c *Cache) fetch(ctx context.Context, h Hash, path string) error {
	c.mu.Lock()
	l := c.loads[h]
	if l == nil {
		l = &loading{done: make(chan struct{})}
		c.loads[h] = l
		go func() {
			l.err = c.bring(ctx, h, path)
			c.mu.Lock()
			delete(c.loads, h)
			c.mu.Unlock()
			close(l.done)
		}()
	}
	c.mu.Unlock()
	select {
	case <-l.done:
		return l.err
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func (c *Cache) bring(ctx context.Context, h Hash, path string) (err error) {
	from, err := c.store.Open(ctx, h)
	if err != nil {
		return err
	}
	defer from.Close()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), partPrefix+"*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = f.Close()
			_ = os.Remove(f.Name())
		}
	}()
	sum := sha256.New()
	n, err := io.Copy(io.MultiWriter(f, sum), &reader{ctx, from})
	if err != nil {
		return err
	}
	if got := Hash(hex.EncodeToString(sum.Sum(nil))); got != h {
		return &DamagedError{Hash: h, Where: c.store.Where(), Got: got, Size: n}
	}
	if err := errors.Join(f.Chmod(0o644), f.Close()); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	c.mu.Lock()
	c.seen[path] = stamp{info.Size(), info.ModTime()}
	c.mu.Unlock()
	return c.sweep()
}

// Put keeps a file of this machine in the store and returns its name and size.
func (c *Cache) Put(ctx context.Context, path string) (Hash, int64, error) {
	h, size, err := hashOf(ctx, path)
	if err != nil {
		return "", 0, err
	}
	f, err := os.Open(path)
	if err != nil {
		return "", 0, err
	}
	defer f.Close()
	return h, size, c.store.Put(ctx, h, size, f)
}

// staleAfter is how old a file must be that was left half written to be removed.
const staleAfter = time.Hour

// sweep removes the files that have not been used for longest, but none in use here,
// until the rest fits. Another process that maps a file goes on with it: on Unix its
// bytes stay until it lets go.
func (c *Cache) sweep() error {
	type entry struct {
		path string
		hash Hash
		size int64
		used time.Time
	}
	var all []entry
	var total int64
	err := filepath.WalkDir(c.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		h := Hash(d.Name())
		switch {
		case h.Valid():
			all = append(all, entry{path, h, info.Size(), accessed(info)})
			total += info.Size()
		case strings.HasPrefix(d.Name(), partPrefix) && time.Since(info.ModTime()) > staleAfter:
			return os.Remove(path)
		}
		return nil
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	slices.SortFunc(all, func(a, b entry) int { return a.used.Compare(b.used) })
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, e := range all {
		if total <= c.limit {
			return nil
		}
		if c.pinned[e.hash] > 0 {
			continue
		}
		if err := os.Remove(e.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		delete(c.seen, e.path)
		total -= e.size
	}
	return nil
}
