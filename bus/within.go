package bus

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"kibaho"
	"kibaho/store"
)

// within is the server within, or the way to the process that runs it. The client
// dials through it: each attempt to connect finds the server where it then is, in
// this process, in another one, or nowhere, and then this process starts it.
type within struct {
	o Options

	mu     sync.Mutex
	closed bool
	server *server.Server // nil: another process runs it, or none
	held   *store.Lock
	socket net.Listener
	folder *os.File // what the short name of the socket goes through
	conns  sync.WaitGroup
}

// startTime bounds the start of the server within; on an idle disk it takes tens
// of milliseconds, with much to recover seconds.
const startTime = 30 * time.Second

func openWithin(ctx context.Context, o Options) (*Bus, error) {
	if o.Dir == "" {
		return nil, &kibaho.InputError{What: "data", Text: "", At: -1, Want: "expected a folder: --data DIR"}
	}
	if o.Listen != "" {
		host, port, err := net.SplitHostPort(o.Listen)
		if n, bad := strconv.Atoi(port); err != nil || bad != nil || n < 0 || n > 65535 {
			return nil, &kibaho.InputError{What: "nats-listen", Text: o.Listen, At: -1, Want: "expected HOST:PORT"}
		}
		if ip := net.ParseIP(host); o.Token == "" && host != "localhost" && (ip == nil || !ip.IsLoopback()) {
			return nil, &kibaho.InputError{What: "nats-listen", Text: o.Listen, At: -1, Want: "expected a token that other machines bring: --nats-token"}
		}
	}
	if o.Store == 0 {
		o.Store = 16 << 30
	}
	if o.Memory == 0 {
		o.Memory = 64 << 20
	}
	w := &within{o: o}
	where := "the server within, " + o.Dir
	options := o.common(where)
	options = append(options, nats.SetCustomDialer(w), nats.SkipHostLookup(), nats.ReconnectWait(50*time.Millisecond))
	if o.Token != "" {
		options = append(options, nats.Token(o.Token))
	}
	until := time.Now().Add(startTime)
	for {
		// The name stands for whatever Dial finds; it is never looked up.
		conn, err := nats.Connect("nats://within:4222", options...)
		if err == nil {
			return newBus(conn, w, where)
		}
		// Another process holds the folder and is not there yet, or has just gone.
		if !errors.Is(err, errStarting) || time.Now().After(until) || ctx.Err() != nil {
			return nil, errors.Join(fmt.Errorf("bus: %s: %w", where, err), ctx.Err(), w.close())
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// errStarting tells that another process holds the folder and does not answer yet.
var errStarting = errors.New("another process holds the folder and does not answer yet")

// Dial finds the server. It is the client's dialer.
func (w *within) Dial(_, _ string) (net.Conn, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return nil, net.ErrClosed
	}
	if w.server != nil {
		return w.server.InProcessConn()
	}
	if c, err := w.dialSocket(); err == nil {
		return c, nil
	}
	held, _, err := store.LockFolder(w.o.Dir, strconv.Itoa(os.Getpid()))
	if errors.Is(err, store.ErrLocked) {
		return nil, errStarting
	}
	if err != nil {
		return nil, err
	}
	if err := w.start(); err != nil {
		return nil, errors.Join(err, held.Unlock())
	}
	w.held = held
	return w.server.InProcessConn()
}

// start runs the server. The folder is held and w.mu too.
func (w *within) start() error {
	o := &server.Options{
		ServerName: "kibaho-" + strconv.Itoa(os.Getpid()),
		DontListen: w.o.Listen == "",
		NoSigs:     true,
		MaxPayload: MaxPayload,
		MaxPending: 64 << 20,
		JetStream:  true,
		StoreDir:   w.o.Dir,
		// What JetStream acknowledges is on disk: the default syncs every two minutes.
		SyncAlways:         true,
		JetStreamMaxMemory: w.o.Memory,
		JetStreamMaxStore:  w.o.Store,
		Authorization:      w.o.Token,
	}
	if w.o.Listen != "" {
		host, port, _ := net.SplitHostPort(w.o.Listen)
		o.Host = host
		if host == "" {
			o.Host = "0.0.0.0"
		}
		if o.Port, _ = strconv.Atoi(port); o.Port == 0 {
			o.Port = server.RANDOM_PORT
		}
	}
	s, err := server.NewServer(o)
	if err != nil {
		return err
	}
	tells := &teller{log: w.o.Log}
	s.SetLoggerV2(tells, false, false, false)
	// Start returns when the server runs, or when it could not: then it only logs.
	s.Start()
	if tells.fatal.Load() || !s.ReadyForConnections(startTime) || !s.JetStreamEnabled() {
		s.Shutdown()
		s.WaitForShutdown()
		return fmt.Errorf("the server did not start: %s", tells.last())
	}
	if err := w.listenSocket(); err != nil {
		s.Shutdown()
		s.WaitForShutdown()
		return err
	}
	w.server = s
	w.conns.Add(1)
	go w.accept(s, w.socket)
	return nil
}

// Address is where the server within listens for other machines; empty: it does
// not, or another process runs it.
func (b *Bus) Address() string {
	if b.within == nil {
		return ""
	}
	b.within.mu.Lock()
	defer b.within.mu.Unlock()
	if b.within.server == nil || b.within.o.Listen == "" {
		return ""
	}
	return b.within.server.Addr().String()
}

// Runs tells whether this process runs the server.
func (b *Bus) Runs() bool {
	if b.within == nil {
		return false
	}
	b.within.mu.Lock()
	defer b.within.mu.Unlock()
	return b.within.server != nil
}

// accept hands the connections of other processes to the server.
func (w *within) accept(s *server.Server, l net.Listener) {
	defer w.conns.Done()
	for {
		c, err := l.Accept()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil { // too many open files, say
			w.o.Log.Warn("bus: socket", "error", err)
			time.Sleep(50 * time.Millisecond)
			continue
		}
		inner, err := s.InProcessConn()
		if err != nil {
			_ = c.Close()
			continue
		}
		w.conns.Add(2)
		pass := func(to, from net.Conn) {
			defer w.conns.Done()
			_, _ = io.Copy(to, from)
			_ = to.Close()
			_ = from.Close()
		}
		go pass(inner, c)
		go pass(c, inner)
	}
}

// close ends the server, if this process runs it, and lets go of the folder.
func (w *within) close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closed = true
	if w.server == nil {
		return nil
	}
	err := w.socket.Close()
	w.server.Shutdown()
	w.server.WaitForShutdown()
	w.conns.Wait()
	w.server = nil
	return errors.Join(err, w.folder.Close(), w.held.Unlock())
}

const socketName = "socket"

// socketPath is a name of the socket that is short enough: the system allows some
// hundred bytes, and folders can have longer names. On Linux the open folder has a
// short one.
func socketPath(dir string, folder *os.File) string {
	full := filepath.Join(dir, socketName)
	short := fmt.Sprintf("/proc/self/fd/%d/%s", folder.Fd(), socketName)
	if _, err := os.Stat(filepath.Dir(short)); len(full) > 90 && err == nil {
		return short
	}
	return full
}

func (w *within) dialSocket() (net.Conn, error) {
	folder, err := os.Open(w.o.Dir)
	if err != nil {
		return nil, err
	}
	defer folder.Close()
	return net.DialTimeout("unix", socketPath(w.o.Dir, folder), 2*time.Second)
}

func (w *within) listenSocket() error {
	folder, err := os.Open(w.o.Dir)
	if err != nil {
		return err
	}
	path := socketPath(w.o.Dir, folder)
	// What a killed process left is no socket of anybody: the folder is held.
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return errors.Join(err, folder.Close())
	}
	l, err := net.Listen("unix", path)
	if err != nil {
		return errors.Join(err, folder.Close())
	}
	if err := os.Chmod(path, 0o600); err != nil {
		return errors.Join(err, l.Close(), folder.Close())
	}
	w.socket, w.folder = l, folder
	return nil
}

// teller is the server's log: its warnings and errors go to ours, the rest nowhere.
type teller struct {
	log   *slog.Logger
	fatal atomic.Bool // the server could not start

	mu   sync.Mutex
	said string
}

func (t *teller) last() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.said == "" {
		return "it gave no reason"
	}
	return t.said
}

func (t *teller) keep(format string, v []any) string {
	text := fmt.Sprintf(format, v...)
	t.mu.Lock()
	t.said = text
	t.mu.Unlock()
	return text
}

// Noticef is for what the server tells as it goes about its work.
func (t *teller) Noticef(format string, v ...any) { t.log.Debug("bus: " + fmt.Sprintf(format, v...)) }

// Warnf is for warnings.
func (t *teller) Warnf(format string, v ...any) { t.log.Warn("bus: " + t.keep(format, v)) }

// Errorf is for errors.
func (t *teller) Errorf(format string, v ...any) { t.log.Error("bus: " + t.keep(format, v)) }

// Fatalf is for errors that end the server, but not this process.
func (t *teller) Fatalf(format string, v ...any) {
	t.fatal.Store(true)
	t.log.Error("bus: " + t.keep(format, v))
}

// Debugf is not asked for.
func (t *teller) Debugf(string, ...any) {}

// Tracef is not asked for.
func (t *teller) Tracef(string, ...any) {}
