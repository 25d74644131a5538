package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"
)

// write is a game to create, an event to append or something to note. done is
// told once.
type write struct {
	ctx   context.Context
	game  *Game
	id    string
	event Event
	note  *note
	done  chan error
}

type note struct{ subject, text string }

// Create keeps a new game. It returns when the game is on disk; ErrExists if
// there is one of that ID.
func (s *Store) Create(ctx context.Context, g Game) error {
	return s.submit(ctx, &write{game: &g})
}

// Append keeps the next event of a game. It returns when the event is on disk.
// ErrExists: there is an event of that number; nothing was changed. ErrGap: the
// one before it is not there. If ctx ends first, or if the error is
// ErrUnavailable, the event may or may not be kept.
func (s *Store) Append(ctx context.Context, id string, e Event) error {
	return s.submit(ctx, &write{id: id, event: e})
}

// Note keeps a text on a subject, once.
func (s *Store) Note(ctx context.Context, subject, text string) error {
	return s.submit(ctx, &write{note: &note{subject, text}})
}

func (s *Store) submit(ctx context.Context, w *write) error {
	if s.shared != nil {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, submitTime, fmt.Errorf("store: %w", ErrUnavailable))
		defer cancel()
	}
	w.ctx, w.done = ctx, make(chan error, 1)
	select {
	case <-s.closed:
		return ErrClosed
	case <-ctx.Done():
		return context.Cause(ctx)
	case s.writes <- w:
	}
	select {
	case err := <-w.done:
		return err
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-s.idle:
		// Closed in between: the writer may have taken it all the same.
		select {
		case err := <-w.done:
			return err
		default:
			return ErrClosed
		}
	}
}

// maxBatch bounds the writes of one transaction.
const maxBatch = 512

// writer puts writes into transactions until the store is closed.
func (s *Store) writer() {
	defer close(s.idle)
	batch := make([]*write, 0, maxBatch)
	for {
		batch = batch[:0]
		select {
		case w := <-s.writes:
			batch = append(batch, w)
		case <-s.closed:
		}
		for more := true; more && len(batch) < maxBatch; {
			select {
			case w := <-s.writes:
				batch = append(batch, w)
			default:
				more = false
			}
		}
		if len(batch) == 0 {
			return // closed, and nothing is waiting
		}
		s.commit(batch)
	}
}

// commit writes a batch in one transaction and tells each write how it went.
func (s *Store) commit(batch []*write) {
	begun := time.Now()
	var results []error
	if s.shared != nil {
		results = s.shared.commit(batch)
	} else {
		results = s.alone(batch)
	}
	if s.watch != nil {
		s.watch(len(batch), time.Since(begun))
	}
	for i, w := range batch {
		w.done <- results[i]
	}
}

// alone writes a batch into SQLite.
func (s *Store) alone(batch []*write) []error {
	results := make([]error, len(batch))
	err := s.transact(func(tx *sql.Tx) error {
		for i, w := range batch {
			err := apply(tx, w)
			switch {
			case errors.Is(err, ErrExists), errors.Is(err, ErrNotFound):
				results[i] = err // this one alone: the statement changed nothing
			case err != nil:
				return err
			}
		}
		return nil
	})
	if err != nil {
		for i := range results {
			results[i] = fmt.Errorf("store: %w", err)
		}
	}
	return results
}

func (s *Store) transact(f func(*sql.Tx) error) error {
	tx, err := s.db.Begin()
	if err != nil {
		return err
	}
	if err := f(tx); err != nil {
		_ = tx.Rollback()
		return err
	}
	return tx.Commit()
}

func apply(tx *sql.Tx, w *write) error {
	if g := w.game; g != nil {
		_, err := tx.Exec("INSERT INTO games ("+gameColumns+") VALUES ($1, $2, $3, $4, $5, $6, $7)",
			g.ID, g.Kind, digit(g.Private), g.Created.UnixMilli(), notNil(g.Setup), digit(g.Done), millis(g.Ended))
		return constraint(err)
	}
	if n := w.note; n != nil {
		_, err := tx.Exec("INSERT INTO notes (subject, text) VALUES ($1, $2) ON CONFLICT DO NOTHING", n.subject, n.text)
		return err
	}
	e := w.event
	if _, err := tx.Exec("INSERT INTO events (game, seq, at, data) VALUES ($1, $2, $3, $4)", w.id, e.Seq, e.At.UnixMilli(), notNil(e.Data)); err != nil {
		return constraint(err)
	}
	_, err := tx.Exec("UPDATE games SET done = $1, ended = $3 WHERE id = $2 AND done <> $1", e.Done, w.id, e.ended())
	return err
}

// ended returns when the game came to its result by the event, 0 if it did not.
func (e *Event) ended() int64 {
	if !e.Result {
		return 0
	}
	return e.At.UnixMilli()
}

// digit returns 1 for true, as both databases keep it.
func digit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// millis returns a time in milliseconds since 1970, 0 for none.
func millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// notNil returns b, or no bytes for nil, which would be no value at all.
func notNil(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}

// constraint turns a broken constraint into the error that a caller branches on.
func constraint(err error) error {
	switch {
	case err == nil:
		return nil
	case strings.Contains(err.Error(), "UNIQUE constraint"):
		return ErrExists
	case strings.Contains(err.Error(), "FOREIGN KEY constraint"):
		return ErrNotFound
	}
	return err
}
