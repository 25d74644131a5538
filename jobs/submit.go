package jobs

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"kibaho"
)

// Batch is what one command has asked for.
type Batch struct {
	ID      string    `json:"id"`
	Title   string    `json:"title"`
	Command string    `json:"command,omitempty"` // that asks for it again
	Made    time.Time `json:"made"`
	By      string    `json:"by,omitempty"` // the machine
	// Whole says that all jobs were put in. A batch whose command was stopped before is
	// not: the same command goes on.
	Whole bool     `json:"whole"`
	Jobs  []Listed `json:"jobs"`
}

// Listed is a job of a batch in short.
type Listed struct {
	ID     ID      `json:"id"`
	Kind   string  `json:"kind"`
	Format int     `json:"format"`
	Title  string  `json:"title"`
	Weight float64 `json:"weight"`
	Count  int     `json:"count"` // the jobs it stands for
}

// MostJobs is how many jobs a batch may have, light ones packed.
const MostJobs = 20_000

// How many light jobs are packed into one.
const packed = 64

// pack packs light jobs of one kind that stand side by side and need nothing.
func pack(list []Job) []Job {
	var out []Job
	for _, j := range list {
		if j.Light && len(out) > 0 {
			last := &out[len(out)-1]
			if len(last.Many) > 0 && len(last.Many) < packed && last.Kind == j.Kind && last.Format == j.Format && last.Game == j.Game && last.Rules == j.Rules && last.Loose == j.Loose {
				last.Many = append(last.Many, j)
				last.Title = fmt.Sprintf("%s and %d more", last.Many[0].Title, len(last.Many)-1)
				continue
			}
		}
		if j.Light && len(j.Inputs) == 0 {
			j = Job{Kind: j.Kind, Format: j.Format, Game: j.Game, Rules: j.Rules, Loose: j.Loose, Many: []Job{j}, Title: j.Title}
		}
		out = append(out, j)
	}
	return out
}

// Submit puts jobs into the queue, those first that others need, and returns the
// batch and the jobs as they are handed out. Jobs that are done, or wait already, are
// not put in again; those that had failed or were cancelled are.
func (q *Queue) Submit(ctx context.Context, title, command string, list []Job) (*Batch, []Job, error) {
	list = pack(list)
	if len(list) > MostJobs {
		return nil, nil, &kibaho.InputError{What: "jobs", Text: fmt.Sprint(len(list)), At: -1, Want: fmt.Sprintf("expected at most %d in one batch", MostJobs)}
	}
	b := &Batch{Title: title, Command: command, Made: time.Now().UTC().Truncate(time.Millisecond)}
	b.By, _ = os.Hostname()
	name := sha256.New()
	for i := range list {
		j := &list[i]
		id := j.ID()
		put(name, string(id))
		b.Jobs = append(b.Jobs, Listed{id, j.Kind, j.Format, j.Title, j.weight(), j.count()})
	}
	b.ID = hex.EncodeToString(name.Sum(nil)[:6])
	if old, err := q.Batch(ctx, b.ID); err != nil {
		return nil, nil, err
	} else if old != nil {
		b.Made, b.Whole = old.Made, old.Whole
	}
	if !b.Whole {
		if err := q.keep(ctx, b); err != nil {
			return nil, nil, err
		}
	}
	view := NewView(q)
	if err := view.Update(ctx); err != nil {
		return nil, nil, err
	}
	var again, fresh []Job
	for i, j := range list {
		switch r := view.records[b.Jobs[i].ID]; {
		case r == nil || r.State == Waiting || r.State == Failing:
			fresh = append(fresh, j)
		case r.State == Failed || r.State == Cancelled:
			again = append(again, j)
		}
	}
	if _, err := q.Retry(ctx, again); err != nil {
		return nil, nil, err
	}
	if err := q.publish(ctx, fresh); err != nil {
		return nil, nil, err
	}
	if !b.Whole {
		b.Whole = true
		if err := q.keep(ctx, b); err != nil {
			return nil, nil, err
		}
	}
	return b, list, nil
}

// publish puts jobs into the stream.
func (q *Queue) publish(ctx context.Context, list []Job) error {
	js := q.bus.Stream()
	const window = 128 // unanswered at a time
	for at := 0; at < len(list); at += window {
		part := list[at:min(at+window, len(list))]
		sent := make([]jetstream.PubAckFuture, len(part))
		for i := range part {
			b, err := json.Marshal(&part[i])
			if err != nil {
				return err
			}
			if len(b) > maxMessage {
				return &kibaho.InputError{What: "job", Text: part[i].Title, At: -1, Want: fmt.Sprintf("expected at most %d bytes, not %d: larger things are files", maxMessage, len(b))}
			}
			m := &nats.Msg{Subject: q.jobSubject(&part[i], part[i].ID()), Data: b}
			if sent[i], err = js.PublishMsgAsync(m); err != nil && !passing(err) {
				return err
			}
		}
		deadline := time.After(oneTry)
		for i := range part {
			err := error(nats.ErrTimeout)
			if sent[i] != nil {
				select {
				case <-sent[i].Ok():
					err = nil
				case err = <-sent[i].Err():
				case <-deadline:
				case <-ctx.Done():
					return context.Cause(ctx)
				}
			}
			// The answer may be lost: one by one, until each is known to wait.
			if err != nil && passing(err) {
				err = q.try(ctx, func(ctx context.Context) error {
					b, err := json.Marshal(&part[i])
					if err == nil {
						_, err = js.Publish(ctx, q.jobSubject(&part[i], part[i].ID()), b)
					}
					return err
				})
			}
			if err != nil && !waitsAlready(err) {
				return fmt.Errorf("jobs: %s was not put into the queue: %w", part[i].Title, err)
			}
		}
	}
	// Idle workers look up.
	_ = q.bus.Conn().Publish(q.subject("new"), nil)
	return nil
}

func batchKey(id string) string { return "batch." + id }

// squeezers are made when they are first wanted.
var squeezers = sync.OnceValues(func() (*zstd.Encoder, *zstd.Decoder) {
	in, _ := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	out, _ := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(64<<20))
	return in, out
})

func (q *Queue) keep(ctx context.Context, b *Batch) error {
	text, err := json.Marshal(b)
	if err != nil {
		return err
	}
	squeeze, _ := squeezers()
	text = squeeze.EncodeAll(text, nil)
	if len(text) > maxMessage {
		return &kibaho.InputError{What: "jobs", Text: fmt.Sprint(len(b.Jobs)), At: -1, Want: "expected fewer in one batch"}
	}
	return q.try(ctx, func(ctx context.Context) error {
		_, err := q.records.Put(ctx, batchKey(b.ID), text)
		return err
	})
}

// Batch returns a batch, nil if there is none of that name.
func (q *Queue) Batch(ctx context.Context, id string) (b *Batch, err error) {
	err = q.try(ctx, func(ctx context.Context) error {
		e, err := q.records.Get(ctx, batchKey(id))
		if errors.Is(err, jetstream.ErrKeyNotFound) || errors.Is(err, jetstream.ErrInvalidKey) {
			b = nil
			return nil
		}
		if err != nil {
			return err
		}
		b, err = readBatch(e.Value())
		return err
	})
	return b, err
}

func readBatch(text []byte) (*Batch, error) {
	_, expand := squeezers()
	text, err := expand.DecodeAll(text, nil)
	if err != nil {
		return nil, fmt.Errorf("jobs: a batch that cannot be read: %w", err)
	}
	var b Batch
	if err := json.NewDecoder(bytes.NewReader(text)).Decode(&b); err != nil {
		return nil, fmt.Errorf("jobs: a batch that cannot be read: %w", err)
	}
	return &b, nil
}
