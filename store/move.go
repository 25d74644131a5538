package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io/fs"
	"os"
	"strings"
	"time"
)

// Moved says how much of a table was moved, and that it was found the same on
// both sides afterwards.
type Moved struct {
	Table string // "games", "events", "notes"; those of the archive begin with "records "
	Rows  int64
	New   int64  // rows that an earlier attempt had not copied
	Hash  string // SHA-256 of the content, the same for both databases
}

// Club names the databases of a club: its games, and its archive if it has one.
// In PostgreSQL both are at one address.
type Club struct {
	Games   string
	Records string    // empty, or not there: no archive
	Alive   time.Time // when the games were last served; zero: not known
}

// ErrOther tells that the target of a move holds something that the source does
// not.
var ErrOther = errors.New("the target holds other data; expected an empty one, or one that an interrupted move of the same games has begun to fill")

// ErrServed tells that a database is being served.
var ErrServed = errors.New("it is being served; stop the servers first")

// table is what is copied, row by row in the order of its key.
type table struct {
	name    string
	key     string
	columns string
	kinds   string // of each column: n number, t text, o text that may be odd, b bytes
}

var gamesTables = []table{
	{"games", "id", gameColumns, "ttnnbnn"},
	{"events", "game, seq", "game, seq, at, data", "tnnb"},
	{"notes", "subject, text", "subject, text", "tt"},
}

var recordsTables = []table{
	{"games", "id", rowColumns, "nttoooooonnnnnoonnnn"},
	{"texts", "id", "id, line, text", "noo"},
	{"segments", "id", "id, entries, dir", "nnb"},
	{"pages", "id", "id, data", "nb"},
	{"sums", "key, segment", "key, segment, data", "nnb"},
}

// side is one of the two databases of a move.
type side struct {
	db     *sql.DB
	shared bool
}

// Move copies all games from one club to another, which is made if it is not
// there yet: from SQLite into PostgreSQL or the other way. Before anything is
// written the target is compared with the source: it may hold the beginning of
// an interrupted move, which is gone on with, and nothing else (ErrOther).
// Afterwards all is read from both and compared. Neither may be served
// meanwhile; of PostgreSQL that is checked (ErrServed), of a file the caller
// holds the lock. tell is called now and then.
func Move(ctx context.Context, from, to Club, tell func(table string, rows, of int64)) ([]Moved, error) {
	var pairs []*pair
	defer func() {
		for _, p := range pairs {
			p.close()
		}
	}()
	games, err := openPair(ctx, from.Games, to.Games, false, gamesTables)
	if err != nil {
		return nil, err
	}
	pairs = append(pairs, games)
	if from.Records != "" {
		records, err := openPair(ctx, from.Records, to.Records, true, recordsTables)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return nil, err
		default:
			pairs = append(pairs, records)
		}
	}
	// All is looked at before anything is written.
	for _, p := range pairs {
		if err := p.look(ctx); err != nil {
			return nil, err
		}
	}
	if games.to.shared {
		if _, err := games.to.db.ExecContext(ctx, "INSERT INTO version VALUES ($1, 1) ON CONFLICT DO NOTHING", unfinished); err != nil {
			return nil, err
		}
	}
	var all []Moved
	for _, p := range pairs {
		for i := range p.tables {
			m, err := p.copy(ctx, i, tell)
			if err != nil {
				return nil, fmt.Errorf("store: %s: %w", m.Table, unavailable(err))
			}
			all = append(all, m)
		}
	}
	if games.to.shared {
		if err := games.finish(ctx, from.Alive); err != nil {
			return nil, err
		}
	}
	for _, p := range pairs {
		if err := p.rename(); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// unfinished is the row of the table of versions that says that a move has begun
// and not ended.
const unfinished = "unfinished move"

// pair is a database and the one that becomes its copy.
type pair struct {
	from, to *side
	prefix   string
	tables   []table
	same     []int64 // rows of each table that are there already
	final    string  // the name of the file that is written under another one
}

// partSuffix is added to the name of a file that is not whole yet.
const partSuffix = ".part"

func openPair(ctx context.Context, from, to string, records bool, tables []table) (*pair, error) {
	p := &pair{tables: tables, same: make([]int64, len(tables))}
	if records {
		p.prefix = "records "
	}
	var err error
	if p.from, err = openSide(ctx, from, records, false); err != nil {
		return nil, err
	}
	if !IsShared(to) {
		if _, err := os.Stat(to); err == nil {
			p.close()
			return nil, fmt.Errorf("store: %s exists already: %w", to, ErrOther)
		}
		p.final = to
		to += partSuffix
	}
	if p.to, err = openSide(ctx, to, records, true); err != nil {
		p.close()
		return nil, err
	}
	return p, nil
}

func openSide(ctx context.Context, where string, records, create bool) (*side, error) {
	if !IsShared(where) {
		if records {
			a, err := OpenArchive(ctx, where, create)
			if err != nil {
				return nil, err
			}
			return &side{db: a.db}, nil
		}
		if _, err := os.Stat(where); err != nil && !create {
			return nil, fmt.Errorf("store: %w", err)
		}
		db, err := openFile(ctx, where)
		if err != nil {
			return nil, err
		}
		return &side{db: db}, nil
	}
	what, steps, suffix := "games", gamesSchema, ""
	if records {
		what, steps, suffix = "records", recordsSchema, recordsSuffix
	}
	a, err := readAddress(where, suffix)
	if err != nil {
		return nil, err
	}
	if err := a.migrate(ctx, what, steps, create); err != nil {
		return nil, fmt.Errorf("store: %s: %w", a.shown, err)
	}
	db, err := a.open(2, 0)
	if err != nil {
		return nil, fmt.Errorf("store: %s: %w", a.shown, err)
	}
	if !records {
		var living int
		if err := db.QueryRowContext(ctx, "SELECT count(*) FROM processes WHERE at > "+databaseTime+" - 5000").Scan(&living); err != nil || living > 0 {
			_ = db.Close()
			if err == nil {
				err = ErrServed
			}
			return nil, fmt.Errorf("store: %s: %w", a.shown, err)
		}
	}
	return &side{db, true}, nil
}

// databaseTime is the clock of PostgreSQL, in milliseconds since 1970.
const databaseTime = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"

func (p *pair) close() {
	for _, s := range []*side{p.from, p.to} {
		if s != nil && s.db != nil {
			_ = s.db.Close()
			s.db = nil
		}
	}
}

// rename gives a file that is whole its name.
func (p *pair) rename() error {
	if p.final == "" {
		return nil
	}
	db := p.to.db
	p.to.db = nil
	if err := db.Close(); err != nil {
		return err
	}
	return os.Rename(p.final+partSuffix, p.final)
}

// finish says that the move has ended, and since when the clocks have stood.
func (p *pair) finish(ctx context.Context, alive time.Time) error {
	if !alive.IsZero() {
		_, err := p.to.db.ExecContext(ctx, "INSERT INTO life (one, at, began, stopped) VALUES (1, $1, $1, $1) ON CONFLICT DO NOTHING", alive.UnixMilli())
		if err != nil {
			return err
		}
	}
	_, err := p.to.db.ExecContext(ctx, "DELETE FROM version WHERE what = $1", unfinished)
	return err
}

// cursor reads the rows of a table in the order of its key.
type cursor struct {
	rows   *sql.Rows
	kinds  string
	shared bool
	ptrs   []any
	nums   []int64
	texts  []string
	blobs  []sql.RawBytes
}

func (s *side) read(ctx context.Context, t *table, skip int64) (*cursor, error) {
	query := fmt.Sprintf("SELECT %s FROM %s ORDER BY %s", t.columns, t.name, t.key)
	if skip > 0 {
		query += fmt.Sprintf(" LIMIT %d OFFSET %d", int64(1)<<60, skip)
	}
	rows, err := s.db.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	n := len(t.kinds)
	c := &cursor{rows: rows, kinds: t.kinds, shared: s.shared, ptrs: make([]any, n), nums: make([]int64, n), texts: make([]string, n), blobs: make([]sql.RawBytes, n)}
	for i := range n {
		switch t.kinds[i] {
		case 'n':
			c.ptrs[i] = &c.nums[i]
		case 'b':
			c.ptrs[i] = &c.blobs[i]
		default:
			c.ptrs[i] = &c.texts[i]
		}
	}
	return c, nil
}

// next reads a row into row, one value a column: int64, string or []byte.
func (c *cursor) next(row []any) (bool, error) {
	if !c.rows.Next() {
		return false, c.rows.Err()
	}
	if err := c.rows.Scan(c.ptrs...); err != nil {
		return false, err
	}
	for i := range row {
		switch c.kinds[i] {
		case 'n':
			row[i] = c.nums[i]
		case 'b':
			row[i] = bytes.Clone(notNil(c.blobs[i]))
		case 'o':
			row[i] = c.texts[i]
			if c.shared {
				row[i] = unfit(c.texts[i])
			}
		default:
			row[i] = c.texts[i]
		}
	}
	return true, nil
}

func equal(a, b []any) bool {
	for i := range a {
		if x, ok := a[i].([]byte); ok {
			if !bytes.Equal(x, b[i].([]byte)) {
				return false
			}
		} else if a[i] != b[i] {
			return false
		}
	}
	return true
}

// look compares what the target holds with the beginning of the source.
func (p *pair) look(ctx context.Context) error {
	for i := range p.tables {
		n, err := p.compare(ctx, i, false, nil)
		if err != nil {
			return fmt.Errorf("store: %s%s: %w", p.prefix, p.tables[i].name, err)
		}
		p.same[i] = n
	}
	return nil
}

// compare reads a table of both and returns how many rows the target has. All of
// them must be the first of the source; if whole is set, there must be no other.
func (p *pair) compare(ctx context.Context, i int, whole bool, sum hash.Hash) (rows int64, err error) {
	t := &p.tables[i]
	to, err := p.to.read(ctx, t, 0)
	if err != nil {
		return 0, err
	}
	defer to.rows.Close()
	from, err := p.from.read(ctx, t, 0)
	if err != nil {
		return 0, err
	}
	defer from.rows.Close()
	a, b := make([]any, len(t.kinds)), make([]any, len(t.kinds))
	for {
		more, err := to.next(b)
		if err != nil || !more && !whole {
			return rows, err
		}
		there, err := from.next(a)
		if err != nil {
			return rows, err
		}
		switch {
		case !more && !there:
			return rows, nil
		case !more || !there || !equal(a, b):
			return rows, fmt.Errorf("row %d: %w", rows+1, ErrOther)
		}
		rows++
		if sum != nil {
			writeRow(sum, a)
		}
	}
}

// writeValue puts a value into a sum, with its kind and length.
func writeValue(sum hash.Hash, kind byte, b []byte) {
	var head [9]byte
	head[0] = kind
	binary.BigEndian.PutUint64(head[1:], uint64(len(b)))
	sum.Write(head[:])
	sum.Write(b)
}

// writeRow puts a row into a sum.
func writeRow(sum hash.Hash, row []any) {
	for _, v := range row {
		switch v := v.(type) {
		case int64:
			writeValue(sum, 'n', binary.BigEndian.AppendUint64(nil, uint64(v)))
		case string:
			writeValue(sum, 't', []byte(v))
		case []byte:
			writeValue(sum, 'b', v)
		}
	}
}

// Rows are written so many, or so many bytes, in one transaction.
const (
	moveRows  = 2000
	moveBytes = 4 << 20
)

// copy copies the rest of a table and compares all of it.
func (p *pair) copy(ctx context.Context, i int, tell func(string, int64, int64)) (m Moved, err error) {
	t := &p.tables[i]
	m.Table = p.prefix + t.name
	var of int64
	if err := p.from.db.QueryRowContext(ctx, "SELECT count(*) FROM "+t.name).Scan(&of); err != nil {
		return m, err
	}
	if of > p.same[i] {
		if m.New, err = p.fill(ctx, i, func(n int64) { tell(m.Table, p.same[i]+n, of) }); err != nil {
			return m, err
		}
	}
	sum := sha256.New()
	if m.Rows, err = p.compare(ctx, i, true, sum); err != nil {
		return m, fmt.Errorf("after copying: %w", err)
	}
	if m.Rows != of {
		return m, fmt.Errorf("after copying: %d rows, expected %d: the source has changed meanwhile", m.Rows, of)
	}
	m.Hash = hex.EncodeToString(sum.Sum(nil))
	tell(m.Table, m.Rows, of)
	return m, nil
}

// fill copies the rows that the target does not have.
func (p *pair) fill(ctx context.Context, i int, tell func(int64)) (rows int64, err error) {
	t := &p.tables[i]
	from, err := p.from.read(ctx, t, p.same[i])
	if err != nil {
		return 0, err
	}
	defer from.rows.Close()
	for more := true; more; {
		n, err := p.batch(ctx, t, from, &more)
		rows += n
		if err != nil {
			return rows, err
		}
		tell(rows)
	}
	return rows, nil
}

// batch copies some rows in a transaction.
func (p *pair) batch(ctx context.Context, t *table, from *cursor, more *bool) (rows int64, err error) {
	tx, err := p.to.db.BeginTx(ctx, nil)
	if err != nil {
		return 0, err
	}
	defer func() {
		if err != nil {
			_ = tx.Rollback()
		}
	}()
	query := fmt.Sprintf("COPY %s (%s) FROM STDIN", t.name, t.columns)
	if !p.to.shared {
		marks := make([]string, len(t.kinds))
		for i := range marks {
			marks[i] = fmt.Sprint("$", i+1)
		}
		query = fmt.Sprintf("INSERT INTO %s (%s) VALUES (%s)", t.name, t.columns, strings.Join(marks, ", "))
	}
	put, err := tx.PrepareContext(ctx, query)
	if err != nil {
		return 0, err
	}
	defer put.Close()
	row := make([]any, len(t.kinds))
	for size := 0; rows < moveRows && size < moveBytes; rows++ {
		if *more, err = from.next(row); err != nil {
			return rows, err
		}
		if !*more {
			break
		}
		for i, v := range row {
			switch v := v.(type) {
			case string:
				size += len(v)
				if t.kinds[i] == 'o' && p.to.shared {
					row[i] = fit(v)
				}
			case []byte:
				size += len(v)
			}
		}
		if _, err := put.ExecContext(ctx, row...); err != nil {
			return rows, err
		}
	}
	if p.to.shared {
		if _, err := put.ExecContext(ctx); err != nil { // the end of the copy
			return rows, err
		}
	}
	return rows, tx.Commit()
}
