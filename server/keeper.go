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
}

// keptBehind bounds the games that wait to be put in.
const keptBehind = 1000

func newKeeper(o Options) *keeper {
	name := o.Records
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
		err := k.put(batch)
		if err != nil {
			time.Sleep(keepRetry)
			err = k.put(batch)
		}
		if err != nil {
			k.log.Error("records", "error", err, "games", len(batch))
		}
	}
}

func (k *keeper) put(batch []*record.Record) error {
	// Not the server's context: what was played is put in while it goes down.
	ctx := context.Background()
	a, err := k.open(ctx, true)
	if err != nil {
		return err
	}
	b := a.Bulk(ctx)
	defer b.Close()
	for _, r := range batch {
		row, entries := archive.Pack(r, "tables")
		if err := b.Add(row, entries); err != nil && !errors.Is(err, store.ErrExists) {
			return err
		}
	}
	return b.Flush()
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
	s := l.state
	outcome, _ := s.game.Outcome()
	if h.keeper == nil || s.Setup.Visibility != Public || s.Aborted || outcome == kibaho.Ongoing || len(s.game.Turns()) <= s.opening {
		return
	}
	r := s.Record().Tree()
	r.SetTag("Site", "table "+l.id)
	for side, seat := range s.Seats {
		if seat.Level > 0 {
			r.SetTag([2]string{"FirstEngine", "SecondEngine"}[side], fmt.Sprintf("level %d", seat.Level))
		}
	}
	h.keeper.keep(r)
}
