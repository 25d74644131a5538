package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"github.com/lib/pq"
)

// gamesSchema holds the steps of the schema in PostgreSQL; see schema. Numbers
// stand where SQLite has them too, so that the questions are the same.
var gamesSchema = []string{`
	CREATE TABLE games (
		id      TEXT COLLATE "C" PRIMARY KEY,
		kind    TEXT NOT NULL,
		private SMALLINT NOT NULL,
		created BIGINT NOT NULL,
		setup   BYTEA NOT NULL,
		done    SMALLINT NOT NULL,
		ended   BIGINT NOT NULL DEFAULT 0
	);
	CREATE INDEX games_open ON games (done, created);
	CREATE INDEX games_ended ON games (private, ended, id) WHERE ended > 0;
	CREATE TABLE events (
		game TEXT COLLATE "C" NOT NULL REFERENCES games (id),
		seq  BIGINT NOT NULL,
		at   BIGINT NOT NULL,
		data BYTEA NOT NULL,
		PRIMARY KEY (game, seq)
	);
	CREATE INDEX events_at ON events USING brin (at) WITH (pages_per_range = 8, autosummarize = on);
	CREATE TABLE notes (
		subject TEXT COLLATE "C" NOT NULL,
		text    TEXT COLLATE "C" NOT NULL,
		PRIMARY KEY (subject, text)
	);
	-- The processes that serve, and when each was last alive.
	CREATE TABLE processes (
		id TEXT COLLATE "C" PRIMARY KEY,
		at BIGINT NOT NULL
	);
	-- When any of them was last alive; since when they are without a break, and
	-- when the last one was seen alive before that.
	CREATE TABLE life (
		one     SMALLINT PRIMARY KEY CHECK (one = 1),
		at      BIGINT NOT NULL,
		began   BIGINT NOT NULL,
		stopped BIGINT NOT NULL
	);
`, `
	-- The name of the club where several share a bus.
	CREATE TABLE club (id TEXT NOT NULL);
	INSERT INTO club SELECT replace(gen_random_uuid()::text, '-', '');
`}

// together writes batches into PostgreSQL: one statement for all events, which
// is one message there and back and one synced write. It keeps a connection to
// itself, so that a statement whose fate is unknown is never sent twice.
type together struct {
	db     *sql.DB
	conn   *sql.Conn
	events *sql.Stmt
}

// An event is put in if the one before it is there and none of its number: who
// is late with a number is refused, whatever he believes.
const putEvents = `
	WITH new AS MATERIALIZED (
		SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bytea[], $5::smallint[], $6::bigint[]) AS n (game, seq, at, data, done, ended)
	), known AS MATERIALIZED (
		SELECT n.*, n.seq = 1 OR EXISTS (SELECT 1 FROM events e WHERE e.game = n.game AND e.seq = n.seq - 1)
			OR EXISTS (SELECT 1 FROM new o WHERE o.game = n.game AND o.seq = n.seq - 1) AS follows
		FROM new n WHERE EXISTS (SELECT 1 FROM games g WHERE g.id = n.game)
	), put AS (
		INSERT INTO events (game, seq, at, data)
		SELECT game, seq, at, data FROM known WHERE follows ORDER BY game, seq
		ON CONFLICT DO NOTHING RETURNING game, seq
	), last AS (
		SELECT DISTINCT ON (k.game) k.* FROM known k JOIN put USING (game, seq) ORDER BY k.game, k.seq DESC
	), turned AS (
		UPDATE games g SET done = l.done, ended = l.ended FROM last l WHERE g.id = l.game AND g.done <> l.done
	)
	SELECT k.game, k.seq, k.follows, p.seq IS NOT NULL FROM known k LEFT JOIN put p USING (game, seq)`

func (t *together) close() {
	if t.conn != nil {
		_ = t.conn.Close()
		t.conn, t.events = nil, nil
	}
}

func (t *together) connect(ctx context.Context) (err error) {
	if t.conn != nil {
		return nil
	}
	if t.conn, err = t.db.Conn(ctx); err != nil {
		return err
	}
	t.events, err = t.conn.PrepareContext(ctx, putEvents)
	return err
}

// commit writes a batch and says of each write how it went.
func (t *together) commit(batch []*write) []error {
	ctx, cancel := context.WithTimeout(context.Background(), answerTime)
	defer cancel()
	results := make([]error, len(batch))
	err := t.connect(ctx)
	var told *pq.Error
	for tries := 0; err == nil; tries++ {
		err = t.put(ctx, batch, results)
		// Given up by the database, because of another one: nothing was kept.
		if tries < 3 && errors.As(err, &told) && told.Code.Class() == "40" {
			err = nil
			continue
		}
		break
	}
	if err != nil {
		t.close()
		for i := range results {
			results[i] = fmt.Errorf("store: %w", unavailable(err))
		}
	}
	return results
}

func (t *together) put(ctx context.Context, batch []*write, results []error) error {
	// In one order, so that two processes never wait for each other.
	order := make([]int, len(batch))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		x, y := batch[a], batch[b]
		return cmp.Or(cmp.Compare(x.id, y.id), cmp.Compare(x.event.Seq, y.event.Seq))
	})
	var put events
	for _, i := range order {
		w := batch[i]
		switch {
		case w.ctx.Err() != nil:
			results[i] = context.Cause(w.ctx) // nobody waits for it, and nobody knows of it
		case w.game != nil:
			g := w.game
			r, err := t.conn.ExecContext(ctx, "INSERT INTO games ("+gameColumns+") VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING",
				g.ID, g.Kind, digit(g.Private), g.Created.UnixMilli(), notNil(g.Setup), digit(g.Done), millis(g.Ended))
			if err != nil {
				return err
			}
			if n, err := r.RowsAffected(); err != nil || n == 0 {
				results[i] = cmp.Or(err, ErrExists)
			}
		case w.note != nil:
			if _, err := t.conn.ExecContext(ctx, "INSERT INTO notes (subject, text) VALUES ($1, $2) ON CONFLICT DO NOTHING", w.note.subject, w.note.text); err != nil {
				return err
			}
		default:
			put.add(i, w)
		}
	}
	if len(put.games) == 0 {
		return nil
	}
	rows, err := t.events.QueryContext(ctx, pq.StringArray(put.games), pq.Int64Array(put.seqs), pq.Int64Array(put.ats),
		pq.ByteaArray(put.datas), pq.Int64Array(put.dones), pq.Int64Array(put.endeds))
	if err != nil {
		return err
	}
	defer rows.Close()
	done := map[number]error{}
	for rows.Next() {
		var n number
		var follows, kept bool
		if err := rows.Scan(&n.game, &n.seq, &follows, &kept); err != nil {
			return err
		}
		switch {
		case kept:
			done[n] = nil
		case !follows:
			done[n] = ErrGap
		default:
			done[n] = ErrExists
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for i, n := range put.first {
		result, known := done[n]
		if !known {
			result = ErrNotFound
		}
		results[i] = result
	}
	for _, i := range put.again {
		results[i] = ErrExists
	}
	return nil
}

// number names an event among all.
type number struct {
	game string
	seq  int64
}

// events are those of a batch, column by column.
type events struct {
	games         []string
	seqs, ats     []int64
	datas         [][]byte
	dones, endeds []int64
	first         map[int]number // by their place in the batch
	seen          map[number]bool
	again         []int // of a number that is in the batch already
}

func (p *events) add(place int, w *write) {
	n := number{w.id, int64(w.event.Seq)}
	if p.seen[n] {
		p.again = append(p.again, place)
		return
	}
	if p.seen == nil {
		p.seen, p.first = map[number]bool{}, map[int]number{}
	}
	p.seen[n], p.first[place] = true, n
	p.games, p.seqs, p.ats = append(p.games, w.id), append(p.seqs, n.seq), append(p.ats, w.event.At.UnixMilli())
	p.datas, p.dones = append(p.datas, notNil(w.event.Data)), append(p.dones, int64(digit(w.event.Done)))
	p.endeds = append(p.endeds, w.event.ended())
}
