//go:build !linux

package storetest

import (
	"os"
	"testing"
)

// Postgres is a server in a process of its own; there is none but on Linux.
type Postgres struct{}

// URL returns the address of a server for tests, or skips the test.
func URL(t testing.TB) string {
	t.Helper()
	where := os.Getenv(Variable)
	if where == "" {
		t.Skip("a PostgreSQL of its own is started on Linux alone; " + Variable + " names another")
	}
	return Fresh(t, where)
}

// Start skips the test.
func Start(t testing.TB, _ ...string) *Postgres {
	t.Helper()
	t.Skip("a PostgreSQL of its own is started on Linux alone")
	return nil
}

// End does nothing.
func End() {}

// Begin, Kill, Restart, Port and URL are never called.
func (*Postgres) Begin() error   { return nil }
func (*Postgres) Kill()          {}
func (*Postgres) Restart() error { return nil }
func (*Postgres) Port() int      { return 0 }
func (*Postgres) URL() string    { return "" }
