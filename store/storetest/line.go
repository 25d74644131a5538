package storetest

import (
	"net"
	"sync/atomic"
	"testing"
)

// Line passes bytes on until it is cut: then nothing comes through, and nobody
// is told.
type Line struct {
	listener net.Listener
	cut      atomic.Bool
}

// Addr returns where it listens, HOST:PORT.
func (n *Line) Addr() string { return n.listener.Addr().String() }

// Cut cuts the line, or joins it again.
func (n *Line) Cut(yes bool) { n.cut.Store(yes) }

// NewLine returns a line to an address, HOST:PORT.
func NewLine(t testing.TB, to string) *Line {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	n := &Line{listener: l}
	go func() {
		for {
			a, err := l.Accept()
			if err != nil {
				return
			}
			b, err := net.Dial("tcp", to)
			if err != nil {
				_ = a.Close()
				continue
			}
			t.Cleanup(func() { _, _ = a.Close(), b.Close() })
			go n.pass(a, b)
			go n.pass(b, a)
		}
	}()
	return n
}

func (n *Line) pass(from, to net.Conn) {
	b := make([]byte, 32<<10)
	for lost := false; ; {
		k, err := from.Read(b)
		if err != nil {
			if !lost {
				_ = to.Close()
			}
			return
		}
		// A connection that has lost bytes stays dead.
		if lost = lost || n.cut.Load(); !lost {
			if _, err := to.Write(b[:k]); err != nil {
				return
			}
		}
	}
}
