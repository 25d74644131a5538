package store

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// Bulk puts many games into an archive. What it has written is in the archive
// after each Flush; nothing of what came after it, if the program ends before.
type Bulk struct {
	a       *Archive
	ctx     context.Context
	tx      *sql.Tx
	entries []Entry
	next    int64 // the number of the next game
	row     *sql.Stmt
	text    *sql.Stmt
	twin    *sql.Stmt
}

// flushEntries is how many entries are gathered before they are written.
const flushEntries = 4 << 20

// Bulk begins to put games in. The caller ends it with Flush and Close.
func (a *Archive) Bulk(ctx context.Context) *Bulk { return &Bulk{a: a, ctx: ctx} }

func (b *Bulk) fault(err error) error { return fmt.Errorf("store: import: %w", b.a.fault(err)) }

func (b *Bulk) begin() error {
	if b.tx != nil {
		return nil
	}
	tx, err := b.a.db.BeginTx(b.ctx, nil)
	if err != nil {
		return err
	}
	b.tx = tx
	if b.a.shared { // one writes at a time, as with a file
		if _, err := tx.Exec("SELECT pg_advisory_xact_lock(hashtext(current_schema() || ' is written'))"); err != nil {
			return err
		}
	}
	var last sql.NullInt64
	if err := tx.QueryRow("SELECT max(id) FROM games").Scan(&last); err != nil {
		return err
	}
	b.next = last.Int64 + 1
	for stmt, query := range map[**sql.Stmt]string{
		&b.row:  "INSERT INTO games (" + rowColumns + ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)",
		&b.text: "INSERT INTO texts (id, line, text) VALUES ($1, $2, $3)",
		&b.twin: "SELECT id, digest, twin FROM games WHERE moves = $1 ORDER BY id",
	} {
		if *stmt, err = tx.Prepare(query); err != nil {
			return err
		}
	}
	return nil
}

// Add puts a game in. Its number is filled in, in the row and in the entries.
// ErrExists: the same game is there already. A game whose turns are there, but
// which others played or elsewhere, is put in and given its Twin.
func (b *Bulk) Add(r *Row, entries []Entry) error {
	if err := b.begin(); err != nil {
		return b.fault(err)
	}
	if b.next > 1<<32-1 {
		return errors.New("store: import: the archive is full")
	}
	rows, err := b.twin.Query(r.Moves)
	if err != nil {
		return b.fault(err)
	}
	for rows.Next() {
		var id, digest, twin int64
		if err = rows.Scan(&id, &digest, &twin); err != nil {
			break
		}
		if digest == r.Digest {
			err = ErrExists
			break
		}
		if r.Twin == 0 {
			r.Twin = id
		}
	}
	_ = rows.Close()
	if err == ErrExists {
		return err
	}
	if err = errors.Join(err, rows.Err()); err != nil {
		return b.fault(err)
	}
	r.ID = b.next
	kept := *r
	if b.a.shared {
		for _, text := range kept.texts() {
			*text = fit(*text)
		}
	}
	_, err = b.row.Exec(r.ID, r.Kind, r.Variant, kept.First, kept.Second, kept.Event, kept.Site, kept.Date, kept.Round, r.Day, int(r.Result),
		r.FirstRating, r.SecondRating, r.Turns, kept.Opening, kept.Source, digit(r.Made), r.Twin, r.Moves, r.Digest)
	if err == nil {
		_, err = b.text.Exec(r.ID, kept.Line, kept.Text)
	}
	if err != nil {
		return b.fault(err)
	}
	b.next++
	for i := range entries {
		entries[i].Game = uint32(r.ID)
	}
	b.entries = append(b.entries, entries...)
	if len(b.entries) >= flushEntries {
		return b.Flush()
	}
	return nil
}

// Flush writes what has been added.
func (b *Bulk) Flush() error {
	if b.tx == nil {
		return nil
	}
	err := b.flush()
	if err != nil {
		_ = b.tx.Rollback()
	} else {
		err = b.tx.Commit()
	}
	b.tx, b.entries = nil, b.entries[:0]
	if err == nil {
		err = b.a.loadSegments(b.ctx)
	}
	if err != nil {
		return b.fault(err)
	}
	return nil
}

// Close gives up what was added since the last Flush.
func (b *Bulk) Close() {
	if b.tx != nil {
		_ = b.tx.Rollback()
		b.tx = nil
	}
}

func (b *Bulk) flush() error {
	if len(b.entries) > 0 {
		slices.SortFunc(b.entries, compareEntries)
		w, err := newRun(b.tx)
		if err != nil {
			return err
		}
		for i := range b.entries {
			if err := w.add(&b.entries[i]); err != nil {
				return err
			}
		}
		if err := w.end(); err != nil {
			return err
		}
	}
	return b.merge()
}

// merge makes one run of several of like size, so that there are few.
func (b *Bulk) merge() error {
	for {
		rows, err := b.tx.Query("SELECT id, entries FROM segments ORDER BY entries")
		if err != nil {
			return err
		}
		var segs []segment
		for rows.Next() {
			var s segment
			if err := rows.Scan(&s.id, &s.entries); err != nil {
				_ = rows.Close()
				return err
			}
			segs = append(segs, s)
		}
		if err := errors.Join(rows.Err(), rows.Close()); err != nil {
			return err
		}
		n := alike(segs)
		if n == 0 {
			return nil
		}
		if err := b.join(segs[:n]); err != nil {
			return err
		}
	}
}

// alike returns how many of the smallest runs are to be merged: as many as there
// are of a size within mergeRuns of each other, if there are mergeRuns of them.
func alike(segs []segment) int {
	for n := len(segs); n >= mergeRuns; n-- {
		total := int64(0)
		for _, s := range segs[:n] {
			total += s.entries
		}
		if segs[n-1].entries*mergeRuns <= total*2 {
			return n
		}
	}
	return 0
}

// join merges runs into one.
func (b *Bulk) join(segs []segment) error {
	w, err := newRun(b.tx)
	if err != nil {
		return err
	}
	heads := make([]*head, 0, len(segs))
	for _, s := range segs {
		h := &head{tx: b.tx, seg: s.id}
		if err := h.next(); err != nil {
			return err
		}
		if !h.done {
			heads = append(heads, h)
		}
	}
	for len(heads) > 0 {
		least := 0
		for i := 1; i < len(heads); i++ {
			if compareEntries(heads[i].entry, heads[least].entry) < 0 {
				least = i
			}
		}
		h := heads[least]
		if err := w.add(&h.entry); err != nil {
			return err
		}
		if err := h.next(); err != nil {
			return err
		}
		if h.done {
			heads = slices.Delete(heads, least, least+1)
		}
	}
	if err := w.end(); err != nil {
		return err
	}
	for _, s := range segs {
		if _, err := b.tx.Exec("DELETE FROM pages WHERE id >= $1 AND id < $2", s.id<<32, (s.id+1)<<32); err != nil {
			return err
		}
		for _, q := range []string{"DELETE FROM sums WHERE segment = $1", "DELETE FROM segments WHERE id = $1"} {
			if _, err := b.tx.Exec(q, s.id); err != nil {
				return err
			}
		}
	}
	return nil
}

// head reads a run from its beginning.
type head struct {
	tx    *sql.Tx
	seg   int64
	page  int64
	data  []byte
	entry Entry
	done  bool
}

func (h *head) next() error {
	if len(h.data) == 0 {
		err := h.tx.QueryRow("SELECT data FROM pages WHERE id = $1", h.seg<<32|h.page).Scan(&h.data)
		if errors.Is(err, sql.ErrNoRows) {
			h.done = true
			return nil
		}
		if err != nil {
			return err
		}
		h.page++
	}
	h.entry = readEntry(h.data)
	h.data = h.data[entrySize:]
	return nil
}

// run writes sorted entries as one segment.
type run struct {
	tx      *sql.Tx
	id      int64
	page    []byte
	dir     []byte
	pages   int64
	entries int64
	insert  *sql.Stmt

	same []Entry // those of one key
}

func newRun(tx *sql.Tx) (*run, error) {
	w := &run{tx: tx, page: make([]byte, 0, pageEntries*entrySize)}
	var last sql.NullInt64
	if err := tx.QueryRow("SELECT max(id) FROM segments").Scan(&last); err != nil {
		return nil, err
	}
	w.id = last.Int64 + 1
	var err error
	w.insert, err = tx.Prepare("INSERT INTO pages (id, data) VALUES ($1, $2)")
	return w, err
}

func (w *run) add(e *Entry) error {
	if len(w.page) == 0 {
		w.dir = binary.BigEndian.AppendUint64(w.dir, e.Key)
	}
	n := len(w.page)
	w.page = w.page[:n+entrySize]
	e.put(w.page[n:])
	w.entries++
	if len(w.same) > 0 && w.same[0].Key != e.Key {
		if err := w.endKey(); err != nil {
			return err
		}
	}
	w.same = append(w.same, *e)
	if len(w.page) == pageEntries*entrySize {
		return w.endPage()
	}
	return nil
}

func (w *run) endPage() error {
	if len(w.page) == 0 {
		return nil
	}
	_, err := w.insert.Exec(w.id<<32|w.pages, w.page)
	w.pages++
	w.page = w.page[:0]
	return err
}

// endKey keeps the sum of the entries of a key if there are many.
func (w *run) endKey() error {
	same := w.same
	w.same = w.same[:0]
	if len(same) < sumFrom {
		return nil
	}
	list := sum(same)
	_, err := w.tx.Exec("INSERT INTO sums (key, segment, data) VALUES ($1, $2, $3)", int64(same[0].Key), w.id, writeBranches(list))
	return err
}

// sum tells what was played next.
func sum(same []Entry) []Branch {
	sums := map[uint32]*Branch{}
	for i := range same {
		e := &same[i]
		b := sums[e.Next]
		if b == nil {
			b = &Branch{Next: e.Next}
			sums[e.Next] = b
		}
		b.add(e)
	}
	list := make([]Branch, 0, len(sums))
	for _, b := range sums {
		list = append(list, *b)
	}
	sortBranches(list)
	return list
}

func (w *run) end() error {
	if err := w.endKey(); err != nil {
		return err
	}
	if err := w.endPage(); err != nil {
		return err
	}
	_, err := w.tx.Exec("INSERT INTO segments (id, entries, dir) VALUES ($1, $2, $3)", w.id, w.entries, w.dir)
	return err
}
