package server

import (
	"context"
	"flag"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"testing"
	"time"

	"kibaho/bus"
	"kibaho/store/storetest"
)

// long runs the tests that take minutes.
var long = flag.Bool("long", false, "run the tests that take minutes")

// The environment of a child process that serves.
const (
	childData    = "KIBAHO_TEST_DATA"
	childAddress = "KIBAHO_TEST_ADDRESS"
	childDB      = "KIBAHO_TEST_DB"
	childBus     = "KIBAHO_TEST_BUS"
)

// TestMain serves if it is a child process, so that tests can kill a real server.
func TestMain(m *testing.M) {
	if data := os.Getenv(childData); data != "" {
		if err := serveChild(data, os.Getenv(childAddress)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	flag.Parse()
	if *onPostgres && os.Getenv(storetest.Variable) == "" {
		fmt.Fprintln(os.Stderr, "-postgres: expected the address of a server in "+storetest.Variable)
		os.Exit(2)
	}
	code := m.Run()
	storetest.End()
	os.Exit(code)
}

func serveChild(data, address string) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	l, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	o := unlimited(data)
	if where := os.Getenv(childDB); where != "" {
		o.Database = where
	}
	if where := os.Getenv(childBus); where != "" {
		if o.Bus, err = bus.Open(ctx, bus.Options{URLs: where, Name: "serve"}); err != nil {
			return err
		}
		defer o.Bus.Close()
	}
	s, err := Open(ctx, o)
	if err != nil {
		return err
	}
	if err := s.Serve(ctx, l, "", ""); err != nil {
		return err
	}
	return s.Close()
}

// interrupt asks a child to end by itself.
var interrupt = os.Interrupt

// child is a server in a process of its own.
type child struct {
	t       testing.TB
	data    string
	address string
	more    []string // of the environment
	cmd     *exec.Cmd
}

// startChild starts a server on a free port of this machine.
func startChild(t testing.TB, more ...string) *child {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := &child{t: t, data: t.TempDir(), address: l.Addr().String(), more: more}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	c.start()
	t.Cleanup(func() { c.kill() })
	return c
}

func (c *child) base() string { return "http://" + c.address }

// start starts the process and waits until it answers; it returns how long that took.
func (c *child) start() time.Duration {
	c.t.Helper()
	c.cmd = exec.Command(os.Args[0])
	c.cmd.Env = append(os.Environ(), childData+"="+c.data, childAddress+"="+c.address)
	c.cmd.Env = append(c.cmd.Env, c.more...)
	c.cmd.Stderr = os.Stderr
	begun := time.Now()
	if err := c.cmd.Start(); err != nil {
		c.t.Fatal(err)
	}
	eventually(c.t, "the server answers", func() bool {
		conn, err := net.DialTimeout("tcp", c.address, time.Second)
		if err == nil {
			_ = conn.Close()
		}
		return err == nil
	})
	return time.Since(begun)
}

// kill ends the process at once, as a crash would.
func (c *child) kill() {
	if c.cmd != nil {
		_ = c.cmd.Process.Signal(syscall.SIGKILL)
		_ = c.cmd.Wait()
		c.cmd = nil
	}
}
