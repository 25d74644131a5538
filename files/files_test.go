package files_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"

	"kibaho"
	"kibaho/files"
)

// s3 runs an S3 server within the test and returns the name of a store in it.
func s3(t *testing.T) string {
	t.Helper()
	backend := s3mem.New()
	if err := backend.CreateBucket("tables"); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(gofakes3.New(backend, gofakes3.WithLogger(gofakes3.DiscardLog())).Server())
	t.Cleanup(server.Close)
	t.Setenv("AWS_ACCESS_KEY_ID", "key")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "secret")
	return "s3://tables/of/draughts?endpoint=" + url.QueryEscape(server.URL) + "&region=eu-west-1"
}

func stores(t *testing.T) map[string]string {
	return map[string]string{"folder": t.TempDir(), "url": "file://" + t.TempDir(), "s3": s3(t)}
}

func nameOf(b []byte) files.Hash {
	sum := sha256.Sum256(b)
	return files.Hash(hex.EncodeToString(sum[:]))
}

func open(t *testing.T, where string) files.Store {
	t.Helper()
	s, err := files.Open(where)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func put(t *testing.T, c *files.Cache, text string) files.Hash {
	t.Helper()
	path := filepath.Join(t.TempDir(), "made")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	h, n, err := c.Put(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if want := nameOf([]byte(text)); h != want || n != int64(len(text)) {
		t.Errorf("put: name %s, %d bytes; want %s, %d", h, n, want, len(text))
	}
	return h
}

func get(t *testing.T, c *files.Cache, h files.Hash) (string, error) {
	t.Helper()
	path, release, err := c.Get(t.Context(), h)
	if err != nil {
		return "", err
	}
	defer release()
	b, err := os.ReadFile(path)
	return string(b), err
}

func TestStores(t *testing.T) {
	for name, where := range stores(t) {
		t.Run(name, func(t *testing.T) {
			c := files.NewCache(open(t, where), t.TempDir(), 1<<20)
			for _, text := range []string{"", "x", strings.Repeat("table", 100_000)} {
				h := put(t, c, text)
				put(t, c, text) // a second time does no harm
				if got, err := get(t, c, h); err != nil || got != text {
					t.Errorf("got %d bytes, %v; want %d", len(got), err, len(text))
				}
				r, err := open(t, where).Open(t.Context(), h)
				if err != nil {
					t.Fatal(err)
				}
				b, err := io.ReadAll(r)
				if err := errors.Join(err, r.Close()); err != nil || string(b) != text {
					t.Errorf("in the store %d bytes, %v; want %d", len(b), err, len(text))
				}
			}
			if _, err := get(t, c, nameOf([]byte("nobody made this"))); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("a file that is not there: %v, want fs.ErrNotExist", err)
			}
			if _, err := get(t, c, "../../etc/passwd"); err == nil {
				t.Error("a name that is none was taken")
			}
		})
	}
}

// paths returns the files below a folder by their hashes.
func paths(t *testing.T, dir string) map[files.Hash]string {
	t.Helper()
	all := map[files.Hash]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			all[files.Hash(d.Name())] = path
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestDamage: what is damaged in the cache is fetched anew; what is damaged in the
// store is refused, and put right when the file is made again.
func TestDamage(t *testing.T) {
	damage := map[string]func([]byte) []byte{
		"a bit":   func(b []byte) []byte { b = bytes.Clone(b); b[len(b)/2] ^= 1; return b },
		"short":   func(b []byte) []byte { return b[:len(b)/2] },
		"longer":  func(b []byte) []byte { return append(bytes.Clone(b), 0) },
		"nothing": func([]byte) []byte { return nil },
	}
	const text = "what has been found out with much work"
	for name, change := range damage {
		t.Run("cache, "+name, func(t *testing.T) {
			dir := t.TempDir()
			c := files.NewCache(open(t, s3(t)), dir, 1<<20)
			h := put(t, c, text)
			if _, err := get(t, c, h); err != nil {
				t.Fatal(err)
			}
			path := paths(t, dir)[h]
			if err := os.WriteFile(path, change([]byte(text)), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.Chtimes(path, time.Time{}, time.Now().Add(time.Second)); err != nil {
				t.Fatal(err)
			}
			if got, err := get(t, c, h); err != nil || got != text {
				t.Errorf("got %q, %v; want %q", got, err, text)
			}
			// A process that comes later knows nothing and checks.
			if err := os.WriteFile(path, change([]byte(text)), 0o600); err != nil {
				t.Fatal(err)
			}
			if got, err := get(t, files.NewCache(c.Store(), dir, 1<<20), h); err != nil || got != text {
				t.Errorf("in a new process got %q, %v; want %q", got, err, text)
			}
		})
		t.Run("store, "+name, func(t *testing.T) {
			dir := t.TempDir()
			c := files.NewCache(open(t, dir), t.TempDir(), 1<<20)
			h := put(t, c, text)
			if err := os.WriteFile(paths(t, dir)[h], change([]byte(text)), 0o600); err != nil {
				t.Fatal(err)
			}
			var damaged *files.DamagedError
			if _, err := get(t, c, h); !errors.As(err, &damaged) || damaged.Hash != h {
				t.Errorf("got %v, want a *DamagedError of %s", err, h)
			}
			put(t, c, text)
			if got, err := get(t, c, h); err != nil || got != text {
				t.Errorf("after it was made again: %q, %v", got, err)
			}
		})
	}
}

// liar is a store that gives out something else.
type liar struct{ files.Store }

func (l liar) Open(context.Context, files.Hash) (io.ReadCloser, error) {
	return io.NopCloser(strings.NewReader("a lie")), nil
}

func TestLie(t *testing.T) {
	dir := t.TempDir()
	c := files.NewCache(liar{open(t, t.TempDir())}, dir, 1<<20)
	var damaged *files.DamagedError
	if _, err := get(t, c, nameOf([]byte("the truth"))); !errors.As(err, &damaged) {
		t.Errorf("got %v, want a *DamagedError", err)
	}
	if left := paths(t, dir); len(left) > 0 {
		t.Errorf("left in the cache: %v", left)
	}
}

// TestLimit: what has not been used for longest goes, what is in use stays.
func TestLimit(t *testing.T) {
	dir := t.TempDir()
	c := files.NewCache(open(t, s3(t)), dir, 25_000)
	var all []files.Hash
	for i := range 5 {
		all = append(all, put(t, c, strings.Repeat(string(rune('a'+i)), 10_000)))
	}
	_, release, err := c.Get(t.Context(), all[0])
	if err != nil {
		t.Fatal(err)
	}
	age := func(h files.Hash, by time.Duration) {
		if path := paths(t, dir)[h]; path != "" {
			if err := os.Chtimes(path, time.Now().Add(-by), time.Time{}); err != nil {
				t.Fatal(err)
			}
		}
	}
	for i, h := range all[1:] {
		if _, err := get(t, c, h); err != nil {
			t.Fatal(err)
		}
		age(h, time.Hour*time.Duration(10-i))
	}
	left := paths(t, dir)
	if len(left) != 2 || left[all[0]] == "" || left[all[4]] == "" {
		t.Errorf("left %v; want the one in use and the last", left)
	}
	release()
	age(all[0], 100*time.Hour)
	if _, err := get(t, c, all[1]); err != nil {
		t.Fatal(err)
	}
	if left := paths(t, dir); len(left) != 2 || left[all[0]] != "" {
		t.Errorf("after it was let go, left %v; want the last two", left)
	}
}

// TestTogether: many who want a file get it, and it is brought once.
func TestTogether(t *testing.T) {
	store := &counter{Store: open(t, s3(t))}
	c := files.NewCache(store, t.TempDir(), 1<<20)
	h := put(t, c, strings.Repeat("x", 200_000))
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			_, release, err := c.Get(t.Context(), h)
			if err != nil {
				t.Error(err)
				return
			}
			release()
		})
	}
	wg.Wait()
	if store.opened < 1 || store.opened > 2 {
		t.Errorf("brought %d times", store.opened)
	}
}

type counter struct {
	files.Store
	mu     sync.Mutex
	opened int
}

func (c *counter) Open(ctx context.Context, h files.Hash) (io.ReadCloser, error) {
	c.mu.Lock()
	c.opened++
	c.mu.Unlock()
	time.Sleep(20 * time.Millisecond)
	return c.Store.Open(ctx, h)
}

func TestOpen(t *testing.T) {
	t.Setenv("AWS_ACCESS_KEY_ID", "")
	for where, want := range map[string]string{
		"":                              "--files",
		"ftp://host":                    "s3://",
		"file://relative":               "file:///",
		"s3://":                         "s3://BUCKET",
		"s3://b?colour=red":             "endpoint",
		"s3://b?endpoint=ftp://x":       "https://",
		"s3://b?endpoint=http://host:1": "AWS_ACCESS_KEY_ID",
	} {
		var input *kibaho.InputError
		if _, err := files.Open(where); !errors.As(err, &input) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want an input error with %q", where, err, want)
		}
	}
}

// TestAway: a store out of reach is an error that says so.
func TestAway(t *testing.T) {
	t.Setenv("AWS_ACCESS_KEY_ID", "key")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "secret")
	server := httptest.NewServer(nil)
	server.Close()
	c := files.NewCache(open(t, "s3://tables?endpoint="+url.QueryEscape(server.URL)), t.TempDir(), 1<<20)
	ctx, stop := context.WithTimeout(t.Context(), time.Second)
	defer stop()
	_, _, err := c.Get(ctx, nameOf(nil))
	if err == nil || errors.Is(err, fs.ErrNotExist) || strings.Contains(err.Error(), "secret") {
		t.Errorf("got %v, want an error about the connection", err)
	}
}
