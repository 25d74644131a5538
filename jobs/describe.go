package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// QueueView is a queue as programs are told of it.
type QueueView struct {
	Project  string      `json:"project"`
	Server   string      `json:"server" doc:"where the queue is, in words"`
	Batches  []BatchView `json:"batches" doc:"the latest first"`
	Workers  []Status    `json:"workers"`
	Disputes []JobView   `json:"disputes" doc:"jobs for which two results differ"`
}

// BatchView is a batch as programs are told of it.
type BatchView struct {
	ID        string     `json:"id"`
	Title     string     `json:"title"`
	Command   string     `json:"command,omitempty"`
	Made      time.Time  `json:"made"`
	By        string     `json:"by,omitempty" doc:"the machine that asked"`
	Total     int        `json:"total" doc:"jobs"`
	Done      int        `json:"done"`
	Running   int        `json:"running"`
	Waiting   int        `json:"waiting"`
	Failing   int        `json:"failing" doc:"failed, and tried again"`
	Failed    int        `json:"failed" doc:"given up"`
	Cancelled int        `json:"cancelled"`
	Disputed  int        `json:"disputed" doc:"with two results that differ"`
	Share     float64    `json:"share" doc:"of the work that is done, 0 to 1"`
	Rate      float64    `json:"rate" doc:"jobs a second lately; 0: unknown"`
	Left      float64    `json:"left" doc:"seconds to the end at this rate; 0: unknown"`
	Ended     *time.Time `json:"ended,omitempty" doc:"when the last job was done, if all are"`
	Blocked   string     `json:"blocked,omitempty" doc:"why nothing goes on"`
}

// JobView is a job as programs are told of it.
type JobView struct {
	ID       ID         `json:"id"`
	Kind     string     `json:"kind"`
	Title    string     `json:"title"`
	Count    int        `json:"count" doc:"jobs that it stands for"`
	State    State      `json:"state" enum:"waiting,running,failing,done,failed,cancelled,disputed"`
	Worker   string     `json:"worker,omitempty"`
	Since    *time.Time `json:"since,omitempty" doc:"when it was begun"`
	Ended    *time.Time `json:"ended,omitempty"`
	Tries    int        `json:"tries,omitempty"`
	Share    float64    `json:"share,omitempty" doc:"of a running job that is done, 0 to 1"`
	Says     string     `json:"says,omitempty"`
	Failures []Failure  `json:"failures,omitempty" doc:"the last ones"`
	Files    []File     `json:"files,omitempty"`
	Other    []File     `json:"other_files,omitempty" doc:"of the other result, where they differ"`
	OtherBy  string     `json:"other_worker,omitempty"`
}

// Describe tells how a queue stands.
func Describe(v *View) QueueView {
	out := QueueView{Project: v.q.project, Server: v.q.bus.Where(), Batches: []BatchView{}, Workers: append([]Status{}, v.workers...), Disputes: []JobView{}}
	for _, b := range v.Batches() {
		out.Batches = append(out.Batches, DescribeBatch(v, b))
	}
	for _, r := range v.Disputes() {
		out.Disputes = append(out.Disputes, DescribeJob(Row{Listed: Listed{ID: r.Job.ID(), Kind: r.Job.Kind, Title: r.Job.Title, Count: r.Job.count()}, State: r.State, Record: r, Worker: r.Worker}))
	}
	return out
}

// DescribeBatch tells how a batch stands.
func DescribeBatch(v *View, b *Batch) BatchView {
	s := v.Sum(b)
	out := BatchView{
		ID: b.ID, Title: b.Title, Command: b.Command, Made: b.Made, By: b.By,
		Total: s.Total, Done: s.Done, Running: s.Running, Waiting: s.Waiting, Failing: s.Failing, Failed: s.Failed, Cancelled: s.Cancelled, Disputed: s.Disputed,
		Share: s.Share, Rate: s.Rate, Left: s.Left.Seconds(), Blocked: s.Blocked,
	}
	if !s.Ended.IsZero() {
		out.Ended = &s.Ended
	}
	return out
}

// DescribeJob tells how a job stands.
func DescribeJob(row Row) JobView {
	out := JobView{ID: row.ID, Kind: row.Kind, Title: row.Title, Count: row.Count, State: row.State, Worker: row.Worker}
	if a := row.Active; a != nil {
		out.Since, out.Share, out.Says = &a.Since, a.share(), a.Says
	}
	r := row.Record
	if r == nil {
		return out
	}
	out.Tries, out.Failures, out.OtherBy = r.Tries, r.Failures, r.OtherWorker
	if row.Active == nil && !r.Began.IsZero() {
		out.Since = &r.Began
	}
	if !r.Ended.IsZero() {
		out.Ended = &r.Ended
	}
	if r.Result != nil {
		out.Files, out.Says = r.Result.Files, r.Result.Says
	}
	if r.Other != nil {
		out.Other = r.Other.Files
	}
	return out
}

// Change cancels jobs that a view has shown, or puts them back, and returns how many it
// changed; see Cancel and Retry. A single job is put back even if it is done.
func (q *Queue) Change(ctx context.Context, rows []Row, cancel bool) (int, error) {
	s, err := q.jobs(ctx)
	if err != nil {
		return 0, err
	}
	var list []Job
	for i := range rows {
		if r := rows[i].Record; r != nil {
			list = append(list, r.Job)
			continue
		}
		// One that was not tried yet is in the queue alone.
		err := q.try(ctx, func(ctx context.Context) error {
			m, err := s.GetLastMsgForSubject(ctx, q.jobSubject(&Job{Kind: rows[i].Kind, Format: rows[i].Format}, rows[i].ID))
			if errors.Is(err, jetstream.ErrMsgNotFound) {
				return nil
			}
			if err != nil {
				return err
			}
			var j Job
			if err := json.Unmarshal(m.Data, &j); err != nil {
				return err
			}
			list = append(list, j)
			return nil
		})
		if err != nil {
			return 0, err
		}
	}
	if cancel {
		return q.Cancel(ctx, list)
	}
	if len(rows) == 1 {
		return q.Again(ctx, list)
	}
	return q.Retry(ctx, list)
}
