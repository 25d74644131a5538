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
	"sync"
)

// Archive is a database of games of record, in a file of its own or in a schema
// of its own in PostgreSQL, beside that of the games played. It knows no
// game: what it keeps of each is a [Row] and, for every position that came up,
// an [Entry]; what the keys of entries mean is the caller's affair.
//
// Entries are kept in sorted runs, as blobs, rather than as rows of a table: a
// position is found by two binary searches, takes 24 bytes, and half a million
// are written in the time that an index of the database needs for some thousands.
// Runs of like size are merged, so that there are few.
type Archive struct {
	db     *sql.DB
	shared bool // the database is PostgreSQL

	mu   sync.Mutex
	dirs map[int64][]uint64 // the first key of each page, by segment
	segs []segment
}

// segment is one sorted run.
type segment struct {
	id      int64
	entries int64
}

// Row is a game of record.
type Row struct {
	ID                        int64 // given by the archive, from 1
	Kind, Variant             string
	First, Second             string
	Event, Site               string
	Date, Round               string // as the record has them
	Day                       int    // the date as a number that sorts, 0: unknown
	Result                    uint8  // 0 not known, 1 First has won, 2 Second, 3 drawn
	FirstRating, SecondRating int    // 0: unknown
	Turns                     int
	Opening                   string
	Source                    string // where it came from: a file, or how it was made
	Made                      bool   // engines played it against themselves
	Line                      string // the turns, with spaces between
	Text                      string // the whole record
	Twin                      int64  // the first game in the archive of the same turns, 0: none

	Moves  int64 // a hash of how the game began and of its turns
	Digest int64 // the same with who played, when and where: equal for equal games
}

// archiveID marks the files of archives, so that none is taken for a store.
const archiveID = 0x6b696241

var archiveSchema = []string{`
	CREATE TABLE games (
		id      INTEGER PRIMARY KEY,
		kind    TEXT NOT NULL,
		variant TEXT NOT NULL,
		first   TEXT NOT NULL,
		second  TEXT NOT NULL,
		event   TEXT NOT NULL,
		site    TEXT NOT NULL,
		date    TEXT NOT NULL,
		round   TEXT NOT NULL,
		day     INTEGER NOT NULL,
		result  INTEGER NOT NULL,
		rating1 INTEGER NOT NULL,
		rating2 INTEGER NOT NULL,
		turns   INTEGER NOT NULL,
		opening TEXT NOT NULL,
		source  TEXT NOT NULL,
		made    INTEGER NOT NULL,
		twin    INTEGER NOT NULL,
		moves   INTEGER NOT NULL,
		digest  INTEGER NOT NULL
	);
	CREATE INDEX games_moves ON games (moves);
	CREATE INDEX games_first ON games (first);
	CREATE INDEX games_second ON games (second);
	CREATE INDEX games_event ON games (event);
	CREATE INDEX games_day ON games (day);
	CREATE INDEX games_opening ON games (opening);
	CREATE TABLE texts (
		id   INTEGER PRIMARY KEY,
		line TEXT NOT NULL,
		text TEXT NOT NULL
	);
	CREATE TABLE segments (
		id      INTEGER PRIMARY KEY,
		entries INTEGER NOT NULL,
		dir     BLOB NOT NULL
	);
	CREATE TABLE pages (
		id   INTEGER PRIMARY KEY, -- segment * 2^32 + number
		data BLOB NOT NULL
	);
	CREATE TABLE sums (
		key     INTEGER NOT NULL,
		segment INTEGER NOT NULL,
		data    BLOB NOT NULL,
		PRIMARY KEY (key, segment)
	) WITHOUT ROWID;
`}

// OpenArchive opens an archive, and makes it if it is not there yet and create is
// set: a file, or the one that belongs to a database in PostgreSQL. If it is not
// there the error is fs.ErrNotExist.
func OpenArchive(ctx context.Context, name string, create bool) (*Archive, error) {
	if IsShared(name) {
		return openSharedArchive(ctx, name, create)
	}
	name = strings.TrimPrefix(name, "file:")
	if name == "" {
		return nil, errors.New("store: no file name")
	}
	if _, err := os.Stat(name); err != nil && !create {
		return nil, fmt.Errorf("store: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	q := url.Values{"_pragma": {
		"page_size(8192)", "busy_timeout(5000)", "journal_mode(WAL)", "synchronous(NORMAL)", "cache_size(-32000)", "temp_store(2)",
	}, "_txlock": {"immediate"}}
	db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: name}).EscapedPath()+"?"+q.Encode())
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	a := &Archive{db: db, dirs: map[int64][]uint64{}}
	if err := a.prepare(ctx); err != nil {
		_ = db.Close()
		return nil, fmt.Errorf("store: %s: %w", name, err)
	}
	return a, nil
}

func (a *Archive) prepare(ctx context.Context) error {
	var app, version, tables int
	if err := a.db.QueryRowContext(ctx, "PRAGMA application_id").Scan(&app); err != nil {
		return err
	}
	if err := a.db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&version); err != nil {
		return err
	}
	if err := a.db.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_master").Scan(&tables); err != nil {
		return err
	}
	switch {
	case app != archiveID && (tables > 0 || version > 0):
		return errors.New("not an archive of games; expected a file that 'records import' made")
	case version > len(archiveSchema):
		return fmt.Errorf("made by a newer version of the program (schema %d, this one knows %d)", version, len(archiveSchema))
	}
	for ; version < len(archiveSchema); version++ {
		tx, err := a.db.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		for _, s := range []string{archiveSchema[version], fmt.Sprintf("PRAGMA application_id = %d", archiveID), fmt.Sprintf("PRAGMA user_version = %d", version+1)} {
			if _, err := tx.ExecContext(ctx, s); err != nil {
				_ = tx.Rollback()
				return err
			}
		}
		if err := tx.Commit(); err != nil {
			return err
		}
	}
	return a.loadSegments(ctx)
}

// Backup writes a copy of the archive to a new file while others read and write.
func (a *Archive) Backup(ctx context.Context, file string) error {
	if a.shared {
		return errDump
	}
	return backup(ctx, a.db, file)
}

// Close closes the archive.
func (a *Archive) Close() error { return a.db.Close() }

// Size returns the size of the file, or of the tables, in bytes.
func (a *Archive) Size(ctx context.Context) (int64, error) {
	var pages, size int64
	if a.shared {
		err := a.db.QueryRowContext(ctx, "SELECT sum(pg_total_relation_size(c.oid)) FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace").Scan(&size)
		return size, unavailable(err)
	}
	if err := a.db.QueryRowContext(ctx, "PRAGMA page_count").Scan(&pages); err != nil {
		return 0, err
	}
	err := a.db.QueryRowContext(ctx, "PRAGMA page_size").Scan(&size)
	return pages * size, err
}

const rowColumns = "id, kind, variant, first, second, event, site, date, round, day, result, rating1, rating2, turns, opening, source, made, twin, moves, digest"

func scanRow(row interface{ Scan(...any) error }, extra ...any) (Row, error) {
	var r Row
	err := row.Scan(append([]any{
		&r.ID, &r.Kind, &r.Variant, &r.First, &r.Second, &r.Event, &r.Site, &r.Date, &r.Round, &r.Day, &r.Result,
		&r.FirstRating, &r.SecondRating, &r.Turns, &r.Opening, &r.Source, &r.Made, &r.Twin, &r.Moves, &r.Digest,
	}, extra...)...)
	for _, text := range r.texts() {
		*text = unfit(*text)
	}
	return r, err
}

// texts returns the texts of the row that PostgreSQL keeps by fit.
func (r *Row) texts() []*string {
	return []*string{&r.First, &r.Second, &r.Event, &r.Site, &r.Date, &r.Round, &r.Opening, &r.Source, &r.Line, &r.Text}
}

// Query says which games are wanted. Zero fields ask for nothing.
type Query struct {
	Kind, Variant string
	Player        string // part of the name of either player
	First, Second string // part of the name of one
	Event, Site   string // part of it
	Opening       string // part of it
	Round         string
	Results       []uint8 // any of them
	From, To      int     // days, both included
	MinTurns      int
	MaxTurns      int
	MinRating     int   // of both players
	Made          *bool // engines played it
	Twins         bool  // only games whose turns came up before
	IDs           []int64
	// Keep is asked last, for each game that the rest fits; nil keeps all.
	Keep func(id int64, line string) bool

	Texts bool // Line and Text are wanted too
}

// part makes a pattern that finds a part of a text.
func part(part string) string {
	return "%" + strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`).Replace(part) + "%"
}

func (q *Query) where(like string) (string, []any) {
	var conds []string
	var args []any
	add := func(cond string, values ...any) {
		conds = append(conds, cond)
		args = append(args, values...)
	}
	for _, c := range []struct{ column, value string }{{"kind", q.Kind}, {"variant", q.Variant}, {"round", q.Round}} {
		if c.value != "" {
			add(c.column+" = ?", c.value)
		}
	}
	for _, c := range []struct{ column, part string }{{"first", q.First}, {"second", q.Second}, {"event", q.Event}, {"site", q.Site}, {"opening", q.Opening}} {
		if c.part != "" {
			add(c.column+" "+like+` ? ESCAPE '\'`, part(c.part))
		}
	}
	if q.Player != "" {
		add("(first "+like+` ? ESCAPE '\' OR second `+like+` ? ESCAPE '\')`, part(q.Player), part(q.Player))
	}
	if len(q.Results) > 0 {
		marks := strings.Repeat(", ?", len(q.Results))[2:]
		conds = append(conds, "result IN ("+marks+")")
		for _, r := range q.Results {
			args = append(args, int(r))
		}
	}
	for _, c := range []struct {
		cond  string
		value int
	}{{"day >= ?", q.From}, {"day > 0 AND day <= ?", q.To}, {"turns >= ?", q.MinTurns}, {"turns <= ?", q.MaxTurns}, {"rating1 >= ?", q.MinRating}, {"rating2 >= ?", q.MinRating}} {
		if c.value > 0 {
			add(c.cond, c.value)
		}
	}
	if q.Made != nil {
		add("made = ?", digit(*q.Made))
	}
	if q.Twins {
		add("twin > 0")
	}
	if q.IDs != nil && len(q.IDs) == 0 {
		conds = append(conds, "1 = 0")
	} else if q.IDs != nil && len(q.IDs) <= maxIn {
		marks := strings.Repeat(", ?", len(q.IDs))[2:]
		conds = append(conds, "games.id IN ("+marks+")")
		for _, id := range q.IDs {
			args = append(args, id)
		}
	}
	if len(conds) == 0 {
		return "", nil
	}
	where := " WHERE "
	for n, text := range strings.Split(strings.Join(conds, " AND "), "?") {
		if n > 0 {
			where += "$" + strconv.Itoa(n)
		}
		where += text
	}
	return where, args
}

// maxIn bounds the numbers that are given to the database as a list.
const maxIn = 500

// Each calls f with the games that a query asks for, in the order in which they
// came in, until f returns false.
func (a *Archive) Each(ctx context.Context, q Query, f func(Row) bool) error {
	like := "LIKE" // in any case, where SQLite is asked
	if a.shared {
		like = "ILIKE"
	}
	where, args := q.where(like)
	texts := q.Texts || q.Keep != nil
	query := "SELECT " + rowColumns + " FROM games"
	if texts {
		query = "SELECT " + strings.Replace(rowColumns, "id,", "games.id,", 1) + ", line, text FROM games JOIN texts ON texts.id = games.id"
	}
	var in map[int64]bool
	if len(q.IDs) > maxIn {
		in = make(map[int64]bool, len(q.IDs))
		for _, id := range q.IDs {
			in[id] = true
		}
	}
	rows, err := a.db.QueryContext(ctx, query+where+" ORDER BY games.id", args...)
	if err != nil {
		return fmt.Errorf("store: search: %w", a.fault(err))
	}
	defer rows.Close()
	for rows.Next() {
		var line, text string
		var extra []any
		if texts {
			extra = []any{&line, &text}
		}
		r, err := scanRow(rows, extra...)
		if err != nil {
			return fmt.Errorf("store: search: %w", a.fault(err))
		}
		line, text = unfit(line), unfit(text)
		if in != nil && !in[r.ID] || q.Keep != nil && !q.Keep(r.ID, line) {
			continue
		}
		r.Line, r.Text = line, text
		if !f(r) {
			break
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("store: search: %w", a.fault(err))
	}
	return nil
}

// Count returns how many games there are.
func (a *Archive) Count(ctx context.Context) (games int64, err error) {
	err = a.db.QueryRowContext(ctx, "SELECT count(*) FROM games").Scan(&games)
	return games, a.fault(err)
}
