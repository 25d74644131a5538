package store

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/lib/pq"
)

// Life is what the processes that share a database know of each other.
type Life struct {
	Now     time.Time // by the clock of the database
	Began   time.Time // since when one of them at least was alive without a break
	Stopped time.Time // when one was seen alive for the last time before that; zero: never
	Living  []string  // the processes that are alive, sorted
}

// How soon a process that gives no sign counts as dead, and all of them as
// having been away.
const (
	BeatEvery = 400 * time.Millisecond
	DeadAfter = 1200 * time.Millisecond
)

// Beat gives a sign of life of a process and returns what is known of all. Time
// is that of the database, so that the clocks of machines need not agree.
func (s *Store) Beat(ctx context.Context, process string) (Life, error) {
	if s.shared == nil {
		return Life{}, errors.New("store: only a shared database knows processes")
	}
	ctx, cancel := s.bounded(ctx)
	defer cancel()
	var l Life
	var now, began, stopped int64
	var living []string
	err := s.db.QueryRowContext(ctx, `
		WITH now AS MATERIALIZED (SELECT `+databaseTime+` AS ms),
		me AS (
			INSERT INTO processes (id, at) SELECT $1, ms FROM now
			ON CONFLICT (id) DO UPDATE SET at = excluded.at
		), life AS (
			INSERT INTO life AS l (one, at, began, stopped) SELECT 1, ms, ms, 0 FROM now
			ON CONFLICT (one) DO UPDATE SET
				began   = CASE WHEN excluded.at - l.at > $2 THEN excluded.at ELSE l.began END,
				stopped = CASE WHEN excluded.at - l.at > $2 THEN l.at ELSE l.stopped END,
				at      = greatest(l.at, excluded.at)
			RETURNING began, stopped
		), gone AS (
			DELETE FROM processes WHERE id <> $1 AND at < (SELECT ms FROM now) - 3600000
		)
		SELECT ms, began, stopped, ARRAY(SELECT id FROM processes WHERE at > ms - $2 AND id <> $1 ORDER BY id)
		FROM now, life`, process, DeadAfter.Milliseconds()).Scan(&now, &began, &stopped, (*pq.StringArray)(&living))
	if err != nil {
		return l, s.fault("sign of life", err)
	}
	l = Life{Now: time.UnixMilli(now), Began: time.UnixMilli(began), Living: append(living, process)}
	slices.Sort(l.Living)
	if stopped > 0 {
		l.Stopped = time.UnixMilli(stopped)
	}
	return l, nil
}

// Club returns a name that no other database has.
func (s *Store) Club(ctx context.Context) (id string, err error) {
	ctx, cancel := s.bounded(ctx)
	defer cancel()
	err = s.db.QueryRowContext(ctx, "SELECT id FROM club").Scan(&id)
	return id, s.fault("club", err)
}

// Leave says that a process has ended.
func (s *Store) Leave(ctx context.Context, process string) error {
	ctx, cancel := s.bounded(ctx)
	defer cancel()
	_, err := s.db.ExecContext(ctx, "DELETE FROM processes WHERE id = $1", process)
	return s.fault("farewell", err)
}

// Recent returns the games in which something has happened since a moment, or
// that are in play and were made since, with the number of the last event.
func (s *Store) Recent(ctx context.Context, since time.Time) (map[string]int, error) {
	ctx, cancel := s.bounded(ctx)
	defer cancel()
	rows, err := s.db.QueryContext(ctx, `SELECT game, max(seq) FROM events WHERE at >= $1 GROUP BY game
		UNION ALL SELECT id, 0 FROM games WHERE done = 0 AND created >= $1`, since.UnixMilli())
	if err != nil {
		return nil, s.fault("recent events", err)
	}
	defer rows.Close()
	last := map[string]int{}
	for rows.Next() {
		var id string
		var seq int
		if err := rows.Scan(&id, &seq); err != nil {
			return nil, s.fault("recent events", err)
		}
		last[id] = max(last[id], seq)
	}
	return last, s.fault("recent events", rows.Err())
}
