package jobs

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// View is what is known of all jobs of a queue, at the time of its last Update. It
// serves one goroutine at a time.
type View struct {
	q       *Queue
	stream  jetstream.Stream
	seq     uint64 // of the last change that was seen
	records map[ID]*Record
	batches map[string]*Batch
	workers []Status
	// Since is how far back the rate of a batch looks; 0: ten minutes.
	Since time.Duration
}

// NewView returns a view that knows nothing yet.
func NewView(q *Queue) *View {
	return &View{q: q, records: map[ID]*Record{}, batches: map[string]*Batch{}}
}

// fewChanges are read one by one; more are fetched together.
const fewChanges = 20

// Update takes in what has changed.
func (v *View) Update(ctx context.Context) error {
	if v.stream == nil {
		err := v.q.try(ctx, func(ctx context.Context) (err error) {
			v.stream, err = v.q.bus.Stream().Stream(ctx, "KV_jobs_"+v.q.project)
			return err
		})
		if err != nil {
			return err
		}
	}
	var info *jetstream.StreamInfo
	err := v.q.try(ctx, func(ctx context.Context) (err error) {
		info, err = v.stream.Info(ctx)
		return err
	})
	if err != nil {
		return fmt.Errorf("jobs: the records of %s: %w", v.q.project, err)
	}
	last := info.State.LastSeq
	if last < v.seq { // a store that was lost and begun anew
		*v = View{q: v.q, stream: v.stream, records: map[ID]*Record{}, batches: map[string]*Batch{}, Since: v.Since}
	}
	for v.seq < last {
		if last-v.seq <= fewChanges {
			err = v.next(ctx, last)
		} else {
			err = v.fetch(ctx, last)
		}
		if err != nil {
			return err
		}
	}
	return v.look(ctx)
}

// next takes in the next change.
func (v *View) next(ctx context.Context, last uint64) error {
	return v.q.try(ctx, func(ctx context.Context) error {
		m, err := v.stream.GetMsg(ctx, v.seq+1, jetstream.WithGetMsgSubject("$KV.jobs_"+v.q.project+".>"))
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			v.seq = last
			return nil
		}
		if err != nil {
			return err
		}
		v.take(m.Subject, m.Data, m.Sequence)
		return nil
	})
}

// fetch takes in many changes.
func (v *View) fetch(ctx context.Context, last uint64) error {
	return v.q.try(ctx, func(ctx context.Context) error {
		c, err := v.stream.OrderedConsumer(ctx, jetstream.OrderedConsumerConfig{
			DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: v.seq + 1,
		})
		if err != nil {
			return err
		}
		for v.seq < last {
			list, err := c.Fetch(500, jetstream.FetchMaxWait(time.Second))
			if err != nil {
				return err
			}
			n := 0
			for m := range list.Messages() {
				meta, err := m.Metadata()
				if err != nil {
					return err
				}
				v.take(m.Subject(), m.Data(), meta.Sequence.Stream)
				n++
				if meta.NumPending == 0 { // what came last may have replaced what was last
					v.seq = max(v.seq, last)
				}
				if v.seq >= last {
					break
				}
			}
			if err := list.Error(); err != nil {
				return err
			}
			if n == 0 {
				return context.DeadlineExceeded // asked again
			}
		}
		return nil
	})
}

// take takes in one value. What cannot be read, because a later program has written
// it, is left out.
func (v *View) take(subject string, data []byte, seq uint64) {
	if seq <= v.seq {
		return
	}
	v.seq = seq
	key := strings.TrimPrefix(subject, "$KV.jobs_"+v.q.project+".")
	if id, ok := strings.CutPrefix(key, "job."); ok {
		if r, err := readRecord(data, seq); err == nil {
			v.records[ID(id)] = r
		}
	}
	if id, ok := strings.CutPrefix(key, "batch."); ok {
		if b, err := readBatch(data); err == nil {
			v.batches[id] = b
		}
	}
}

// look asks which workers are there.
func (v *View) look(ctx context.Context) error {
	v.workers = nil
	return v.q.try(ctx, func(ctx context.Context) error {
		v.workers = nil
		list, err := v.q.workers.ListKeys(ctx)
		if errors.Is(err, jetstream.ErrNoKeysFound) || unmade(err) {
			return nil
		}
		if err != nil {
			return err
		}
		for key := range list.Keys() {
			e, err := v.q.workers.Get(ctx, key)
			if errors.Is(err, jetstream.ErrKeyNotFound) || unmade(err) {
				continue
			}
			if err != nil {
				return err
			}
			var s Status
			if json.Unmarshal(e.Value(), &s) == nil && time.Since(e.Created()) < aliveFor {
				v.workers = append(v.workers, s)
			}
		}
		slices.SortFunc(v.workers, func(a, b Status) int { return strings.Compare(a.Name, b.Name) })
		return nil
	})
}

// Workers returns the workers that are there.
func (v *View) Workers() []Status { return v.workers }

// Record returns what is known of a job that was tried; nil: nothing.
func (v *View) Record(id ID) *Record { return v.records[id] }

// Disputes returns the jobs with two results that differ.
func (v *View) Disputes() (all []*Record) {
	for _, id := range slices.Sorted(maps.Keys(v.records)) {
		if r := v.records[id]; r.State == Disputed {
			all = append(all, r)
		}
	}
	return all
}

// Batches returns all batches, the latest first.
func (v *View) Batches() []*Batch {
	return slices.SortedFunc(maps.Values(v.batches), func(a, b *Batch) int {
		return cmp.Or(b.Made.Compare(a.Made), strings.Compare(a.ID, b.ID))
	})
}

// Sum is how a batch stands.
type Sum struct {
	Total, Done, Running, Waiting, Failing, Failed, Cancelled, Disputed int // jobs

	Share   float64       // of the work that is done, 0 to 1, running jobs by their progress
	Rate    float64       // jobs a second over the last minutes; 0: unknown
	Left    time.Duration // to the end at this rate; 0: unknown
	Ended   time.Time     // when the last job was done, if all are
	Blocked string        // why what waits cannot be done just now; empty: it can
}

// Over reports that nothing of the batch will go on by itself.
func (s *Sum) Over() bool { return s.Running+s.Waiting+s.Failing == 0 }

// Sum counts a batch.
func (v *View) Sum(b *Batch) (s Sum) {
	running := map[ID]Active{}
	for i := range v.workers {
		for _, a := range v.workers[i].Active {
			running[a.ID] = a
		}
	}
	since := cmp.Or(v.Since, 10*time.Minute)
	now := time.Now()
	var weight, done, recent float64
	first := now // the start of what was done lately
	counted := 0
	lacking := map[string]bool{}
	for i := range b.Jobs {
		l := &b.Jobs[i]
		s.Total += l.Count
		weight += l.Weight
		state, r := Waiting, v.records[l.ID]
		if r != nil {
			state = r.State
		}
		a, runs := running[l.ID]
		switch {
		case state == Done:
			s.Done += l.Count
			done += l.Weight
			if r.Ended.After(s.Ended) {
				s.Ended = r.Ended
			}
			if now.Sub(r.Ended) < since {
				recent += l.Weight
				counted += l.Count
				if begun := later(r.Began, now.Add(-since)); begun.Before(first) {
					first = begun
				}
			}
		case state == Disputed:
			s.Disputed += l.Count
		case state == Failed:
			s.Failed += l.Count
		case state == Cancelled:
			s.Cancelled += l.Count
		case runs:
			s.Running += l.Count
			done += l.Weight * a.share()
			recent += l.Weight * a.share()
			if begun := later(a.Since, now.Add(-since)); begun.Before(first) {
				first = begun
			}
		case state == Failing:
			s.Failing += l.Count
		default:
			s.Waiting += l.Count
			if !v.canDo(l.Kind, l.Format) {
				lacking[fmt.Sprintf("%s, format %d", l.Kind, l.Format)] = true
			}
		}
	}
	if weight > 0 {
		s.Share = done / weight
	}
	if span := now.Sub(first).Seconds(); span > 0.5 && recent > 0 && !s.Over() {
		s.Rate = float64(counted) / span
		s.Left = time.Duration((weight - done) / (recent / span) * float64(time.Second))
	}
	if s.Done < s.Total {
		s.Ended = time.Time{}
	}
	s.Blocked = v.blocked(b, &s, slices.Sorted(maps.Keys(lacking)))
	return s
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// canDo reports that some worker does jobs of a kind and format.
func (v *View) canDo(kind string, format int) bool {
	for i := range v.workers {
		if v.workers[i].Kinds[kind] == format {
			return true
		}
	}
	return false
}

// blocked says why jobs that wait cannot be done.
func (v *View) blocked(b *Batch, s *Sum, lacking []string) string {
	switch {
	case s.Waiting+s.Failing > 0 && s.Running == 0 && !b.Whole:
		return "not all jobs were put into the queue: give the command again"
	case s.Waiting == 0:
	case len(v.workers) == 0:
		return "no worker is here: 'kibaho work' starts one"
	case len(lacking) > 0:
		return "no worker here does " + strings.Join(lacking, "; ")
	case s.Disputed+s.Failed+s.Cancelled > 0:
		return "what is needed may have failed, been cancelled or be in dispute: see the jobs"
	}
	for i := range v.workers {
		if v.workers[i].State != Resting {
			return ""
		}
	}
	if len(v.workers) > 0 && s.Waiting+s.Failing > 0 {
		return "all workers rest: " + v.workers[0].Reason
	}
	return ""
}

// Row is a job of a batch and how it stands.
type Row struct {
	Listed
	State  State
	Record *Record // nil: not tried yet
	Active *Active // if it runs
	Worker string  // that runs it, or has done it
}

// Rows lists the jobs of a batch.
func (v *View) Rows(b *Batch) []Row {
	rows := make([]Row, 0, len(b.Jobs))
	running := map[ID]int{}
	for i := range v.workers {
		for j := range v.workers[i].Active {
			running[v.workers[i].Active[j].ID] = i<<16 | j
		}
	}
	for i := range b.Jobs {
		row := Row{Listed: b.Jobs[i], State: Waiting, Record: v.records[b.Jobs[i].ID]}
		if row.Record != nil {
			row.State, row.Worker = row.Record.State, row.Record.Worker
		}
		if at, ok := running[row.ID]; ok && !row.State.ended() {
			w := &v.workers[at>>16]
			row.State, row.Worker, row.Active = Running, w.Name, &w.Active[at&0xffff]
		}
		rows = append(rows, row)
	}
	return rows
}

// Find returns the jobs that a name means: a batch or a job, or the beginning of
// one that means no other.
func (v *View) Find(name string) (b *Batch, rows []Row, ok bool) {
	if len(name) < 3 {
		return nil, nil, false
	}
	var batches []*Batch
	for id, b := range v.batches {
		if strings.HasPrefix(id, name) {
			batches = append(batches, b)
		}
	}
	found := map[ID]Row{}
	for _, b := range v.batches {
		for i := range b.Jobs {
			if strings.HasPrefix(string(b.Jobs[i].ID), name) && len(batches) == 0 {
				one := *b
				one.Jobs = b.Jobs[i : i+1]
				found[b.Jobs[i].ID] = v.Rows(&one)[0]
			}
		}
	}
	switch {
	case len(batches) == 1 && len(found) == 0:
		return batches[0], v.Rows(batches[0]), true
	case len(batches) == 0 && len(found) == 1:
		return nil, slices.Collect(maps.Values(found)), true
	}
	return nil, nil, false
}

// FailedError tells that jobs of a batch will not be done.
type FailedError struct {
	Title  string // of the first of them
	State  State
	Reason string
	ID     ID
	Count  int
}

func (e *FailedError) Error() string {
	text := fmt.Sprintf("job %s (%s) is %s", e.Title, e.ID, e.State)
	if e.Reason != "" {
		text += ": " + e.Reason
	}
	if e.Count > 1 {
		text += fmt.Sprintf(", and %d more", e.Count-1)
	}
	return text + "; 'kibaho jobs retry' tries it again"
}

// Wait waits until all jobs of a batch are done and returns their records in order.
// tell, if not nil, is called now and then. If some will not be done it returns a
// *FailedError when nothing else goes on.
func (q *Queue) Wait(ctx context.Context, b *Batch, tell func(*View, Sum)) ([]*Record, error) {
	v := NewView(q)
	for {
		if err := v.Update(ctx); err != nil {
			return nil, err
		}
		s := v.Sum(b)
		if tell != nil {
			tell(v, s)
		}
		if s.Done == s.Total {
			all := make([]*Record, len(b.Jobs))
			for i := range b.Jobs {
				all[i] = v.records[b.Jobs[i].ID]
			}
			return all, nil
		}
		if err := v.hopeless(b, &s); err != nil {
			return nil, err
		}
		select {
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case <-time.After(300 * time.Millisecond):
		}
	}
}

// hopeless returns an error if the rest of a batch cannot be done.
func (v *View) hopeless(b *Batch, s *Sum) error {
	lost := s.Failed + s.Cancelled + s.Disputed
	if lost == 0 || s.Running > 0 {
		return nil
	}
	for _, row := range v.Rows(b) {
		if r := row.Record; r != nil && r.State.ended() && r.State != Done {
			e := &FailedError{Title: row.Title, State: r.State, ID: row.ID, Count: lost}
			if n := len(r.Failures); n > 0 {
				e.Reason = r.Failures[n-1].Reason
			}
			return e
		}
	}
	return nil
}
