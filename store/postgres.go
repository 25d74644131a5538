package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/lib/pq"

	"kibaho"
)

// ErrUnavailable tells that the database does not answer. What was to be written
// may have been kept or not.
var ErrUnavailable = errors.New("the database does not answer; try again later")

// Bounds of a shared database.
const (
	defaultPool    = 16               // connections of one process
	archivePool    = 4                // the same, to the archive
	archiveTime    = 5 * time.Minute  // that an answer is waited for where millions of games are searched
	idleConnection = 10 * time.Minute // and then it is let go
)

// How long a shared database is waited for; tests have less patience.
var (
	answerTime = 4 * time.Second // a word of its
	submitTime = 6 * time.Second // a whole answer, with the wait for a connection
)

// IsShared reports that the name of a database is the address of PostgreSQL
// rather than a file.
func IsShared(where string) bool {
	return strings.HasPrefix(where, "postgres://") || strings.HasPrefix(where, "postgresql://")
}

// address is where a shared database is.
type address struct {
	config pq.Config
	schema string // what is kept is in a schema of its own
	shown  string // without the password
	pool   int
}

// readAddress reads postgres://USER@HOST/DATABASE?PARAMETER=VALUE. Beside the
// parameters of libpq there are search_path, the schema (default kibaho), and
// pool, the most connections of this process. The archive has a schema beside
// that of the games: suffix is added to the name.
func readAddress(where, suffix string) (*address, error) {
	wrong := func(why string) error {
		return &kibaho.InputError{What: "database", Text: "postgres://…", At: -1, Want: "expected postgres://USER@HOST/DATABASE: " + why}
	}
	u, err := url.Parse(where)
	if err != nil {
		return nil, wrong("the address cannot be read") // its text may hold a password
	}
	a := &address{schema: "kibaho", pool: defaultPool}
	q := u.Query()
	if s := q.Get("search_path"); s != "" {
		a.schema = s
	}
	a.schema += suffix
	if s := q.Get("pool"); s != "" {
		if a.pool, err = strconv.Atoi(s); err != nil || a.pool < 2 || a.pool > 1000 {
			return nil, wrong("pool must be a number from 2 to 1000")
		}
	}
	q.Del("search_path")
	q.Del("pool")
	u.RawQuery = q.Encode()
	if a.config, err = pq.NewConfig(u.String()); err != nil {
		return nil, wrong(strings.TrimPrefix(err.Error(), "pq: "))
	}
	if a.config.ConnectTimeout == 0 {
		a.config.ConnectTimeout = answerTime
	}
	if a.config.FallbackApplicationName == "" {
		a.config.FallbackApplicationName = "kibaho"
	}
	a.config.BinaryParameters = true // one message there and back for a question
	if a.config.Runtime == nil {
		a.config.Runtime = map[string]string{}
	}
	a.config.Runtime["search_path"] = pq.QuoteIdentifier(a.schema)
	if a.config.Runtime["synchronous_commit"] == "" {
		a.config.Runtime["synchronous_commit"] = "on" // an acknowledged move is on disk
	}
	u.RawQuery = ""
	a.shown = u.Redacted()
	return a, nil
}

// open returns a pool of connections. Whoever waits longer than patience for an
// answer has lost his connection; 0: for ever.
func (a *address) open(pool int, patience time.Duration) (*sql.DB, error) {
	c, err := pq.NewConnectorConfig(a.config)
	if err != nil {
		return nil, err
	}
	if patience > 0 {
		c.Dialer(patient(patience))
	}
	db := sql.OpenDB(c)
	db.SetMaxOpenConns(pool)
	db.SetMaxIdleConns(pool)
	db.SetConnMaxIdleTime(idleConnection)
	return db, nil
}

// patient dials connections that wait so long for a word, and no longer: a
// cable that was cut is an error, not a wait without end.
type patient time.Duration

func (p patient) Dial(network, address string) (net.Conn, error) {
	return p.DialTimeout(network, address, answerTime)
}

func (p patient) DialTimeout(network, address string, timeout time.Duration) (net.Conn, error) {
	c, err := net.DialTimeout(network, address, timeout)
	if err != nil {
		return nil, err
	}
	return &patientConn{c, time.Duration(p)}, nil
}

type patientConn struct {
	net.Conn
	patience time.Duration
}

func (c *patientConn) Read(b []byte) (int, error) {
	_ = c.SetReadDeadline(time.Now().Add(c.patience))
	return c.Conn.Read(b)
}

func (c *patientConn) Write(b []byte) (int, error) {
	_ = c.SetWriteDeadline(time.Now().Add(c.patience))
	return c.Conn.Write(b)
}

// migrate brings a schema to the newest version, and makes it if create is set.
// Several programs may do so at once. what names the kind of its content.
func (a *address) migrate(ctx context.Context, what string, steps []string, create bool) error {
	db, err := a.open(1, 0)
	if err != nil {
		return err
	}
	defer db.Close()
	conn, err := db.Conn(ctx) // the lock is the connection's
	if err != nil {
		return unavailable(err)
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock(hashtext($1))", a.schema); err != nil {
		return unavailable(err)
	}
	defer conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock_all()") //nolint:errcheck // closing lets go too
	var there, ours bool
	var tables int
	err = conn.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM pg_namespace WHERE nspname = $1),
		EXISTS (SELECT 1 FROM pg_tables WHERE schemaname = $1 AND tablename = 'version'),
		(SELECT count(*) FROM pg_tables WHERE schemaname = $1)`, a.schema).Scan(&there, &ours, &tables)
	switch {
	case err != nil:
		return unavailable(err)
	case !ours && tables > 0:
		return fmt.Errorf("the schema %s holds tables of something else; search_path=NAME in the address chooses another one", a.schema)
	case !ours && !create:
		return fmt.Errorf("there is no schema %s: %w", a.schema, fs.ErrNotExist)
	}
	if !there {
		if _, err := conn.ExecContext(ctx, "CREATE SCHEMA "+pq.QuoteIdentifier(a.schema)); err != nil {
			return err
		}
	}
	if !ours {
		if _, err := conn.ExecContext(ctx, "CREATE TABLE version (what TEXT PRIMARY KEY, step BIGINT NOT NULL)"); err != nil {
			return err
		}
	}
	var version int
	err = conn.QueryRowContext(ctx, "SELECT step FROM version WHERE what = $1", what).Scan(&version)
	switch {
	case errors.Is(err, sql.ErrNoRows) && ours && tables > 1:
		return fmt.Errorf("the schema %s holds no %s", a.schema, what)
	case err != nil && !errors.Is(err, sql.ErrNoRows):
		return unavailable(err)
	case version > len(steps):
		return fmt.Errorf("made by a newer version of the program (schema %d, this one knows %d)", version, len(steps))
	}
	for ; version < len(steps); version++ {
		tx, err := conn.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		if _, err = tx.ExecContext(ctx, steps[version]); err == nil {
			_, err = tx.ExecContext(ctx, "INSERT INTO version VALUES ($1, $2) ON CONFLICT (what) DO UPDATE SET step = $2", what, version+1)
		}
		if err != nil {
			_ = tx.Rollback()
			return err
		}
		if err := tx.Commit(); err != nil {
			return err
		}
	}
	return nil
}

// unavailable marks an error that says nothing of what was asked: the
// connection is lost, the database starts, stops or stands by.
func unavailable(err error) error {
	if err == nil || errors.Is(err, sql.ErrNoRows) || errors.Is(err, context.Canceled) || errors.Is(err, ErrUnavailable) {
		return err
	}
	var told *pq.Error
	if !errors.As(err, &told) {
		var network net.Error
		if errors.As(err, &network) || errors.Is(err, driver.ErrBadConn) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, sql.ErrConnDone) ||
			strings.HasPrefix(err.Error(), "pq: ") || strings.Contains(err.Error(), "EOF") {
			return fmt.Errorf("%w (%v)", ErrUnavailable, err)
		}
		return err
	}
	switch told.Code.Class() {
	case "08", "40", "53", "57", "58", "XX": // connection, given up, no room, stopped, system
		return fmt.Errorf("%w (%v)", ErrUnavailable, err)
	}
	if told.Code == "25006" { // a stand-by that may be read alone
		return fmt.Errorf("%w (%v)", ErrUnavailable, err)
	}
	return err
}

// odd marks a text that was not fit for PostgreSQL, which keeps neither zeros
// nor what is not UTF-8: its bytes follow as the characters of those numbers.
const odd = "\U0010FFFD"

// fit returns a text as PostgreSQL can keep it; see unfit.
func fit(s string) string {
	if utf8.ValidString(s) && !strings.Contains(s, "\x00") && !strings.HasPrefix(s, odd) {
		return s
	}
	runes := []rune(odd)
	for i := range len(s) {
		r := rune(s[i])
		if r == 0 {
			r = 256
		}
		runes = append(runes, r)
	}
	return string(runes)
}

// unfit returns the text that fit was given.
func unfit(s string) string {
	rest, ok := strings.CutPrefix(s, odd)
	if !ok {
		return s
	}
	b := make([]byte, 0, len(rest))
	for _, r := range rest {
		b = append(b, byte(r)) // 256 becomes 0
	}
	return string(b)
}
