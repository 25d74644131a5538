// Package store keeps games as they happen: what each was set up with, and its
// events in order. What it has acknowledged is on disk.
//
// It knows nothing of the games: set-ups and events are bytes to it. There is
// one type, [Store], over a database that is embedded (SQLite, the default) or
// shared (PostgreSQL).
//
// Events of many games are written by one goroutine that puts all that have come
// in while the last transaction was being written into the next one: a move
// waits for one synced write, however many games are played.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	_ "modernc.org/sqlite" // the embedded database
)

// Errors that a caller branches on.
var (
	// ErrNotFound: there is no such game.
	ErrNotFound = errors.New("store: no such game")
	// ErrExists: the game, or the event of that number, is there already.
	ErrExists = errors.New("store: exists already")
	// ErrGap: the event before that one is not there.
	ErrGap = errors.New("store: an event is missing before it")
	// ErrClosed: the store has been closed.
	ErrClosed = errors.New("store: closed")
)

// Game is a game as it was set up.
type Game struct {
	ID      string // unique, chosen by the caller
	Kind    string // the name of the game, for lists
	Private bool   // left out of lists
	Created time.Time
	Setup   []byte
	Done    bool      // nothing more will happen
	Ended   time.Time // when it came to its result; zero: it has none
}

// Event is one thing that happened in a game. Numbers count from 1 without gaps.
type Event struct {
	Seq    int
	At     time.Time
	Data   []byte
	Done   bool // the game is over with it; a later event may open it again
	Result bool // it has a result with it, rather than being broken off
}

// Store is a database of games. It is safe for concurrent use.
type Store struct {
	db     *sql.DB
	shared *together // the database is PostgreSQL; nil: SQLite
	writes chan *write
	closed chan struct{} // by Close
	idle   chan struct{} // the writer has gone home
	watch  func(writes int, took time.Duration)
}

// OpenExisting opens a database that must be there already.
func OpenExisting(ctx context.Context, where string) (*Store, error) {
	if IsShared(where) {
		return openShared(ctx, where, false)
	}
	name := strings.TrimPrefix(where, "file:")
	if _, err := os.Stat(name); err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	return Open(ctx, where)
}

// openShared opens a database in PostgreSQL.
func openShared(ctx context.Context, where string, create bool) (*Store, error) {
	a, err := readAddress(where, "")
	if err != nil {
		return nil, err
	}
	if err := a.migrate(ctx, "games", gamesSchema, create); err != nil {
		return nil, fmt.Errorf("store: %s: %w", a.shown, err)
	}
	db, err := a.open(a.pool, answerTime)
	if err != nil {
		return nil, fmt.Errorf("store: %s: %w", a.shown, err)
	}
	var half bool
	err = db.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM version WHERE what = $1)", unfinished).Scan(&half)
	if err == nil && half {
		err = errors.New("games are being moved into it, or the move was interrupted: 'kibaho migrate' goes on with it")
	}
	if err != nil {
		_ = db.Close()
		return nil, fmt.Errorf("store: %s: %w", a.shown, unavailable(err))
	}
	return begin(db, &together{db: db}), nil
}

func begin(db *sql.DB, shared *together) *Store {
	s := &Store{db: db, shared: shared, writes: make(chan *write, 1024), closed: make(chan struct{}), idle: make(chan struct{})}
	go s.writer()
	return s
}

// Open opens the database at a URL, and makes it if it is not there yet:
// a file name or file:NAME for SQLite, postgres://… for PostgreSQL; see
// readAddress for what may follow.
func Open(ctx context.Context, where string) (*Store, error) {
	if IsShared(where) {
		return openShared(ctx, where, true)
	}
	db, err := openFile(ctx, where)
	if err != nil {
		return nil, err
	}
	return begin(db, nil), nil
}

// openFile opens a database of games in SQLite, brought to the newest version.
func openFile(ctx context.Context, where string) (*sql.DB, error) {
	name := strings.TrimPrefix(where, "file:")
	if name == "" {
		return nil, errors.New("store: no file name")
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	q := url.Values{"_pragma": {
		"busy_timeout(5000)",
		"journal_mode(WAL)",
		"synchronous(FULL)", // an acknowledged move survives a crash of the machine too
		"foreign_keys(ON)",
	}, "_txlock": {"immediate"}}
	db, err := sql.Open("sqlite", "file:"+name+"?"+q.Encode())
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	if err := migrate(ctx, db); err != nil {
		_ = db.Close()
		return nil, fmt.Errorf("store: %s: %w", name, err)
	}
	return db, nil
}

// schema holds one step for each version of the database, the oldest first. A
// step is never changed once released; a new one is added.
var schema = []string{`
	CREATE TABLE games (
		id      TEXT PRIMARY KEY,
		kind    TEXT NOT NULL,
		private INTEGER NOT NULL,
		created INTEGER NOT NULL, -- milliseconds since 1970
		setup   BLOB NOT NULL,
		done    INTEGER NOT NULL
	) WITHOUT ROWID;
	CREATE INDEX games_open ON games (done, created);
	CREATE TABLE events (
		game TEXT NOT NULL REFERENCES games (id),
		seq  INTEGER NOT NULL,
		at   INTEGER NOT NULL,
		data BLOB NOT NULL,
		PRIMARY KEY (game, seq)
	) WITHOUT ROWID;
`, `
	CREATE TABLE notes (
		subject TEXT NOT NULL,
		text    TEXT NOT NULL,
		PRIMARY KEY (subject, text)
	) WITHOUT ROWID;
`, `
	-- Milliseconds since 1970 when the game came to its result; 0: it has none.
	ALTER TABLE games ADD COLUMN ended INTEGER NOT NULL DEFAULT 0;
	UPDATE games SET ended = coalesce((SELECT max(at) FROM events WHERE game = id), 0) WHERE done;
	CREATE INDEX games_ended ON games (private, ended, id) WHERE ended > 0;
`}

func migrate(ctx context.Context, db *sql.DB) error {
	var version int
	if err := db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return err
	}
	if version > len(schema) {
		return fmt.Errorf("made by a newer version of the program (schema %d, this one knows %d)", version, len(schema))
	}
	for ; version < len(schema); version++ {
		tx, err := db.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		if _, err = tx.ExecContext(ctx, schema[version]); err == nil {
			_, err = tx.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d", version+1))
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

// Close waits for the writes under way and closes the database.
func (s *Store) Close() error {
	select {
	case <-s.closed:
		return nil
	default:
	}
	close(s.closed)
	<-s.idle
	if s.shared != nil {
		s.shared.close()
	}
	return s.db.Close()
}

// Watch calls f after each transaction with the number of its writes and the time
// that it took. It must be called before the first write.
func (s *Store) Watch(f func(writes int, took time.Duration)) { s.watch = f }

// Ping reports whether the database answers.
func (s *Store) Ping(ctx context.Context) error { return s.db.PingContext(ctx) }

// Shared reports that other processes may write to the same database.
func (s *Store) Shared() bool { return s.shared != nil }

// bounded returns a context for a question to the database. A shared one that
// does not answer is not waited for; reads from a file always end.
func (s *Store) bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	if s.shared == nil {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, submitTime)
}

// fault names what failed.
func (s *Store) fault(what string, err error) error {
	if err == nil {
		return nil
	}
	if s.shared != nil {
		err = unavailable(err)
	}
	return fmt.Errorf("store: %s: %w", what, err)
}

// Game returns a game and its events, the first to the last.
func (s *Store) Game(ctx context.Context, id string) (Game, []Event, error) {
	ctx, cancel := s.bounded(ctx)
	defer cancel()
	g, err := scanGame(s.db.QueryRowContext(ctx, "SELECT "+gameColumns+" FROM games WHERE id = $1", id))
	if errors.Is(err, sql.ErrNoRows) {
		return Game{}, nil, ErrNotFound
	}
	if err != nil {
		return Game{}, nil, s.fault("game "+strconv.Quote(id), err)
	}
	events, err := s.Events(ctx, id, 0)
	return g, events, err
}

// Events returns the events of a game after one of a number.
func (s *Store) Events(ctx context.Context, id string, after int) ([]Event, error) {
	ctx, cancel := s.bounded(ctx)
	defer cancel()
	rows, err := s.db.QueryContext(ctx, "SELECT seq, at, data FROM events WHERE game = $1 AND seq > $2 ORDER BY seq", id, after)
	if err != nil {
		return nil, s.fault("game "+strconv.Quote(id), err)
	}
	defer rows.Close()
	var events []Event
	for rows.Next() {
		var e Event
		var at int64
		if err := rows.Scan(&e.Seq, &at, &e.Data); err != nil {
			return nil, s.fault("game "+strconv.Quote(id), err)
		}
		e.At = time.UnixMilli(at)
		events = append(events, e)
	}
	return events, s.fault("game "+strconv.Quote(id), rows.Err())
}

const gameColumns = "id, kind, private, created, setup, done, ended"

func scanGame(row interface{ Scan(...any) error }) (Game, error) {
	var g Game
	var created, ended int64
	err := row.Scan(&g.ID, &g.Kind, &g.Private, &created, &g.Setup, &g.Done, &ended)
	g.Created = time.UnixMilli(created)
	if ended > 0 {
		g.Ended = time.UnixMilli(ended)
	}
	return g, err
}

// List returns the newest games, at most limit, those in play or those that are
// over; private ones only if asked.
func (s *Store) List(ctx context.Context, done, private bool, limit int) ([]Game, error) {
	query := "SELECT " + gameColumns + " FROM games WHERE done = $1"
	if !private {
		query += " AND private = 0"
	}
	return s.games(ctx, query+" ORDER BY created DESC LIMIT $2", digit(done), limit)
}

// Finished returns the public games that have come to a result, the latest first,
// at most limit. Of a kind, if one is named; after the game last of the page before,
// if there was one.
func (s *Store) Finished(ctx context.Context, kind string, last Game, limit int) ([]Game, error) {
	query := "SELECT " + gameColumns + " FROM games WHERE private = 0 AND ended > 0 AND ($1 = '' OR kind = $1)"
	args := []any{kind, limit}
	if last.ID != "" {
		query += " AND (ended, id) < ($3, $4)"
		args = append(args, last.Ended.UnixMilli(), last.ID)
	}
	return s.games(ctx, query+" ORDER BY ended DESC, id DESC LIMIT $2", args...)
}

// games returns the games of a query.
func (s *Store) games(ctx context.Context, query string, args ...any) ([]Game, error) {
	rows, err := s.db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, s.fault("list", err)
	}
	defer rows.Close()
	var list []Game
	for rows.Next() {
		g, err := scanGame(rows)
		if err != nil {
			return nil, s.fault("list", err)
		}
		list = append(list, g)
	}
	return list, s.fault("list", rows.Err())
}

// Notes returns what was noted on a subject, sorted.
func (s *Store) Notes(ctx context.Context, subject string) ([]string, error) {
	ctx, cancel := s.bounded(ctx)
	defer cancel()
	rows, err := s.db.QueryContext(ctx, "SELECT text FROM notes WHERE subject = $1 ORDER BY text", subject)
	if err != nil {
		return nil, s.fault("notes", err)
	}
	defer rows.Close()
	var notes []string
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, s.fault("notes", err)
		}
		notes = append(notes, text)
	}
	return notes, s.fault("notes", rows.Err())
}

// Backup writes a copy of the database to a new file while games go on.
// The copy of a shared database is made by its own tools.
func (s *Store) Backup(ctx context.Context, file string) error {
	if s.shared != nil {
		return errDump
	}
	return backup(ctx, s.db, file)
}

var errDump = errors.New("store: PostgreSQL is copied by its own tools: pg_dump --format=custom --file=FILE ADDRESS")

func backup(ctx context.Context, db *sql.DB, file string) error {
	if _, err := os.Stat(file); err == nil {
		return fmt.Errorf("store: backup: %s exists already", file)
	}
	if _, err := db.ExecContext(ctx, "VACUUM INTO $1", file); err != nil {
		return fmt.Errorf("store: backup: %w", err)
	}
	return nil
}
