package storetest

import (
	"database/sql"
	"fmt"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/lib/pq"
)

var schemas atomic.Int64

// Fresh returns an address of a server with a schema that no other test has. It
// is dropped when the test ends.
func Fresh(t testing.TB, where string) string {
	t.Helper()
	schema := fmt.Sprintf("test_%d_%d_%d", os.Getpid(), time.Now().UnixNano()%1e9, schemas.Add(1))
	t.Cleanup(func() {
		db, err := sql.Open("postgres", where)
		if err != nil {
			return
		}
		defer db.Close()
		for _, s := range []string{schema, schema + "_records"} {
			_, _ = db.Exec("DROP SCHEMA IF EXISTS " + pq.QuoteIdentifier(s) + " CASCADE") // the server may be gone
		}
	})
	if strings.Contains(where, "?") {
		return where + "&search_path=" + schema
	}
	return where + "?search_path=" + schema
}
