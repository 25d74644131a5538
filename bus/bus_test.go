package bus_test

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"go.uber.org/goleak"

	"kibaho"
	"kibaho/bus"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func open(t *testing.T, o bus.Options) *bus.Bus {
	t.Helper()
	b, err := bus.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	return b
}

// keep puts a word into a stream on disk and fails if that is not acknowledged.
func keep(t *testing.T, b *bus.Bus, word string) {
	t.Helper()
	// An answer can be lost with the connection: each try has a time of its own.
	try := func() error {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err := b.Stream().CreateOrUpdateStream(ctx, jetstream.StreamConfig{Name: "words", Subjects: []string{"words.>"}})
		if err == nil {
			_, err = b.Stream().Publish(ctx, "words.x", []byte(word), jetstream.WithMsgID(word))
		}
		return err
	}
	var err error
	for range 20 {
		if err = try(); err == nil {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatalf("keep %q: %v", word, err)
}

// kept returns all words in the stream.
func kept(t *testing.T, b *bus.Bus) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	s, err := b.Stream().Stream(ctx, "words")
	if err != nil {
		t.Fatal(err)
	}
	info, err := s.Info(ctx)
	if err != nil {
		t.Fatal(err)
	}
	var words []string
	for n := info.State.FirstSeq; n <= info.State.LastSeq; n++ {
		m, err := s.GetMsg(ctx, n)
		if err != nil {
			t.Fatal(err)
		}
		words = append(words, string(m.Data))
	}
	return strings.Join(words, " ")
}

func TestWithin(t *testing.T) {
	dir := t.TempDir()
	b, err := bus.Open(t.Context(), bus.Options{Dir: dir, Name: "test"})
	if err != nil {
		t.Fatal(err)
	}
	keep(t, b, "one")
	if !b.Runs() || b.Address() != "" {
		t.Errorf("runs the server: %v, listens at %q; want true and nowhere", b.Runs(), b.Address())
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	again := open(t, bus.Options{Dir: dir, Name: "test"})
	keep(t, again, "two")
	if got, want := kept(t, again), "one two"; got != want {
		t.Errorf("after closing and opening %q, want %q", got, want)
	}
}

// TestFolder: who uses the same folder is on the same bus, and when the one that runs
// the server goes another goes on with what was kept.
func TestFolder(t *testing.T) {
	for _, name := range []string{"short", strings.Repeat("long", 50)} {
		t.Run(name[:4], func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), name)
			first, err := bus.Open(t.Context(), bus.Options{Dir: dir})
			if err != nil {
				t.Fatal(err)
			}
			second, third := open(t, bus.Options{Dir: dir}), open(t, bus.Options{Dir: dir})
			if !first.Runs() || second.Runs() || third.Runs() {
				t.Errorf("the server runs in first %v, second %v, third %v; want the first alone", first.Runs(), second.Runs(), third.Runs())
			}
			heard := make(chan string, 10)
			sub, err := third.Conn().Subscribe("live.x", func(m *nats.Msg) { heard <- string(m.Data) })
			if err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(third.Conn().Flush(), second.Conn().Publish("live.x", []byte("hello"))); err != nil {
				t.Fatal(err)
			}
			select {
			case got := <-heard:
				if got != "hello" {
					t.Errorf("heard %q", got)
				}
			case <-time.After(10 * time.Second):
				t.Fatal("nothing was heard from one process to another")
			}
			keep(t, second, "one")
			if err := first.Close(); err != nil {
				t.Fatal(err)
			}
			keep(t, third, "two")
			keep(t, second, "three")
			if second.Runs() == third.Runs() {
				t.Errorf("the server runs in second %v, third %v; want one of them", second.Runs(), third.Runs())
			}
			if got, want := kept(t, third), "one two three"; got != want {
				t.Errorf("kept %q, want %q", got, want)
			}
			// Subscriptions come back by themselves.
			for ctx, n := t.Context(), 0; n < 500 && len(heard) == 0 && ctx.Err() == nil; n++ {
				_ = second.Conn().Publish("live.x", []byte("again"))
				time.Sleep(20 * time.Millisecond)
			}
			if len(heard) == 0 {
				t.Error("nothing was heard after the server had moved")
			}
			_ = sub.Unsubscribe()
		})
	}
}

func TestListen(t *testing.T) {
	within := open(t, bus.Options{Dir: t.TempDir(), Listen: "127.0.0.1:0", Token: "secret"})
	keep(t, within, "one")
	other := open(t, bus.Options{URLs: "nats://secret@" + within.Address(), Wait: 20 * time.Second})
	keep(t, other, "two")
	if got, want := kept(t, within), "one two"; got != want {
		t.Errorf("kept %q, want %q", got, want)
	}
	if strings.Contains(other.Where(), "secret") {
		t.Errorf("%q tells the token", other.Where())
	}
	_, err := bus.Open(t.Context(), bus.Options{URLs: within.Address(), Wait: time.Second})
	if err == nil || !strings.Contains(err.Error(), "Authorization") {
		t.Errorf("without the token: %v, want a refusal", err)
	}
}

// TestLater: a server that is not there yet is waited for.
func TestLater(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	b := open(t, bus.Options{URLs: addr})
	if on, _ := b.Connected(); on {
		t.Error("connected to nothing")
	}
	open(t, bus.Options{Dir: t.TempDir(), Listen: addr})
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	if err := b.Ready(ctx); err != nil {
		t.Fatal(err)
	}
	keep(t, b, "one")
}

func TestOptions(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name string
		o    bus.Options
		want string
	}{
		{"nothing", bus.Options{}, "--data"},
		{"scheme", bus.Options{URLs: "http://host"}, "nats://"},
		{"empty part", bus.Options{URLs: "nats://a,,nats://b"}, "commas"},
		{"no host", bus.Options{URLs: "nats://:4222"}, "nats://host"},
		{"no authority", bus.Options{URLs: "a", CA: file + "x"}, "nats-ca"},
		{"half a pair", bus.Options{URLs: "a", Cert: file}, "together"},
		{"no certificate", bus.Options{URLs: "a", Cert: file, Key: file}, "nats-cert"},
		{"no credentials", bus.Options{URLs: "a", Creds: file + "x"}, "nats-creds"},
		{"both", bus.Options{URLs: "a", Listen: "127.0.0.1:0"}, "--nats"},
		{"no port", bus.Options{Dir: file, Listen: "127.0.0.1"}, "HOST:PORT"},
		{"open to all", bus.Options{Dir: file, Listen: ":4222"}, "token"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b, err := bus.Open(t.Context(), test.o)
			if err == nil {
				_ = b.Close()
			}
			var input *kibaho.InputError
			if !errors.As(err, &input) || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want an input error with %q", err, test.want)
			}
		})
	}
}

// TestFolderWrong: a folder that cannot be one is an error at once.
func TestFolderWrong(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	blocked := t.TempDir()
	if err := os.WriteFile(filepath.Join(blocked, "jetstream"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{file, blocked} {
		b, err := bus.Open(t.Context(), bus.Options{Dir: dir})
		if err == nil {
			_ = b.Close()
		}
		if err == nil || !strings.Contains(err.Error(), "directory") {
			t.Errorf("%s: %v, want an error that tells what is wrong with the folder", dir, err)
		}
	}
}

// BenchmarkWithin is the start of the server within and its end.
func BenchmarkWithin(b *testing.B) {
	for b.Loop() {
		dir := b.TempDir()
		o, err := bus.Open(b.Context(), bus.Options{Dir: dir})
		if err != nil {
			b.Fatal(err)
		}
		if on, _ := o.Connected(); !on {
			b.Fatal("not connected")
		}
		b.StopTimer()
		if err := o.Close(); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
}
