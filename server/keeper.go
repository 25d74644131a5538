package server

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"path/filepath"
	"sync"
	"time"

	"kibaho"
	"kibaho/archive"
	"kibaho/record"
	"kibaho/store"
)

// RecordsFile is the name of the database of games of record in the data folder.
const RecordsFile = "records.db"

// keeper puts public games that are over into the database of records, where
// they can be searched and what was played in a position is told. The store of
// tables stays the truth: the keeper never holds a game up.
type keeper struct {
	name  string
	log   *slog.Logger
	queue chan *record.Record
	done  chan struct{}

	mu      sync.Mutex
	archive *store.Archive // opened when it is first needed

	putting sync.Mutex // one writes at a time
}

// keptBehind bounds the games that wait to be put in.
const keptBehind = 1000

func newKeeper(o Options) *keeper {
	name := o.Records
	if name == "" {
		name = o.Database
	}
	if name == "" {
		name = filepath.Join(o.Data, RecordsFile)
	}
	k := &keeper{name: name, log: o.Log, queue: make(chan *record.Record, keptBehind), done: make(chan struct{})}
	go k.run()
	return k
}

// open returns the database of records. If it is not there, it is made if create
// is set, otherwise nil is returned.
func (k *keeper) open(ctx context.Context, create bool) (*store.Archive, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.archive != nil {
		return k.archive, nil
	}
	a, err := store.OpenArchive(ctx, k.name, create)
	if !create && errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	k.archive = a
	return a, err
}

// keep puts a game in before long. It never waits.
func (k *keeper) keep(r *record.Record) {
	select {
	case k.queue <- r:
	default:
		k.log.Warn("records: too many games at once; one is not in the database of records")
	}
}

// keepRetry is how long the keeper waits where another program writes.
const keepRetry = 2 * time.Second

func (k *keeper) run() {
	defer close(k.done)
	for r := range k.queue {
		batch := []*record.Record{r}
		for more := true; more && len(batch) < keptBehind; {
			select {
			case r, ok := <-k.queue:
				if more = ok; ok {
					batch = append(batch, r)
				}
			default:
				more = false
			}
		}
		_, err := k.put(batch)
		if err != nil {
			time.Sleep(keepRetry)
			_, err = k.put(batch)
		}
		if err != nil {
			k.log.Error("records", "error", err, "games", len(batch))
		}
	}
}

// put puts games in that are not in yet, and returns how many.
func (k *keeper) put(batch []*record.Record) (added int, err error) {
	if len(batch) == 0 {
		return 0, nil
	}
	k.putting.Lock()
	defer k.putting.Unlock()
	// Not the server's context: what was played is put in while it goes down.
	ctx := context.Background()
	a, err := k.open(ctx, true)
	if err != nil {
		return 0, err
	}
	b := a.Bulk(ctx)
	defer b.Close()
	for _, r := range batch {
		row, entries := archive.Pack(r, "tables")
		switch err := b.Add(row, entries); {
		case err == nil:
			added++
		case !errors.Is(err, store.ErrExists):
			return 0, err
		}
	}
	return added, b.Flush()
}

// close puts in what waits.
func (k *keeper) close() error {
	close(k.queue)
	<-k.done
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.archive == nil {
		return nil
	}
	return k.archive.Close()
}

// over is told of a table whose game is over, under its lock.
func (h *hall) over(l *live) {
	if h.keeper == nil {
		return
	}
	if r := recordOf(l.id, l.state); r != nil {
		h.keeper.keep(r)
	}
}

// recordOf returns the record of a table, or nil if it is not one to keep: because
// it is private, goes on, or nothing was played.
func recordOf(id string, s *State) *record.Record {
	outcome, _ := s.game.Outcome()
	if s.Setup.Visibility != Public || s.Aborted || outcome == kibaho.Ongoing || len(s.game.Turns()) <= s.opening {
		return nil
	}
	r := s.Record().Tree()
	r.SetTag("Site", "table "+id)
	for side, seat := range s.Seats {
		if seat.Level > 0 {
			r.SetTag([2]string{"FirstEngine", "SecondEngine"}[side], fmt.Sprintf("level %d", seat.Level))
		}
	}
	return r
}

// catchUp puts in the games that ended shortly before the program was killed: from
// the latest back to where a whole page is in the database already.
func (h *hall) catchUp(ctx context.Context) {
	var last store.Game
	for ctx.Err() == nil {
		list, err := h.store.Finished(ctx, "", last, finishedPage)
		if err != nil || len(list) == 0 {
			return
		}
		last = list[len(list)-1]
		var batch []*record.Record
		for _, g := range list {
			kept, events, err := h.store.Game(ctx, g.ID)
			if err != nil {
				return
			}
			s, err := restore(kept, events)
			if err != nil {
				h.log.Error("records", "table", g.ID, "error", err)
				continue
			}
			if r := recordOf(g.ID, s); r != nil {
				batch = append(batch, r)
			}
		}
		added, err := h.keeper.put(batch)
		if err != nil {
			h.log.Error("records", "error", err, "games", len(batch))
		}
		if added == 0 {
			return
		}
		h.log.Info("records: games that were not in the database of records are now", "games", added)
	}
}
