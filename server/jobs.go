package server

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kibaho/jobs"
)

// QueueAnswer is the queue of work as a client is told of it.
type QueueAnswer struct {
	jobs.QueueView
	May bool `json:"may" doc:"You may cancel jobs and put them back."`
}

// JobsAnswer is a batch, or one job.
type JobsAnswer struct {
	Batch *jobs.BatchView `json:"batch,omitempty"`
	Jobs  []jobs.JobView  `json:"jobs"`
}

// The errors of the queue.
var (
	errNoQueue  = errors.New("this server has no queue of work")
	errNoJob    = errors.New("there is no batch or job of this name")
	errOverseer = errors.New("only programs on the server's own machine may do this")
)

// workshop looks into the queue for all who ask. It is met when somebody first does.
type workshop struct {
	open func(context.Context) (*jobs.Queue, error)

	mu    sync.Mutex
	queue *jobs.Queue
	view  *jobs.View
	at    time.Time // of the last look
}

// peekEvery bounds how often the queue is looked into, however many ask.
const peekEvery = time.Second

// look calls use with the queue as it stands.
func (w *workshop) look(ctx context.Context, use func(*jobs.View) error) error {
	if w.open == nil {
		return errNoQueue
	}
	// Nobody waits long for a queue whose server is away.
	ctx, stop := context.WithTimeout(ctx, 5*time.Second)
	defer stop()
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.queue == nil {
		q, err := w.open(ctx)
		if err != nil {
			return err
		}
		w.queue, w.view = q, jobs.NewView(q)
	}
	if time.Since(w.at) > peekEvery {
		if err := w.view.Update(ctx); err != nil {
			return err
		}
		w.at = time.Now()
	}
	return use(w.view)
}

// overseer reports that the caller may change the queue.
func (s *Server) overseer(ctx context.Context) bool {
	switch s.options.Overseers {
	case All:
		return true
	case Nobody:
		return false
	}
	return callerOf(ctx).local
}

func (s *Server) describeJobs(api huma.API) {
	type named struct {
		ID string `path:"id" minLength:"3" maxLength:"32" doc:"The name of a batch or a job, or its beginning."`
	}
	huma.Register(api, operation(http.MethodGet, "/api/jobs", "jobs", "get-queue", "The queue of work: batches, workers, results in dispute"),
		func(ctx context.Context, _ *struct{}) (*struct{ Body QueueAnswer }, error) {
			var out struct{ Body QueueAnswer }
			err := s.workshop.look(ctx, func(v *jobs.View) error {
				out.Body = QueueAnswer{jobs.Describe(v), s.overseer(ctx)}
				return nil
			})
			if err != nil {
				return nil, s.problem(err, "")
			}
			if !out.Body.May { // how this machine was asked is nobody else's business
				for i := range out.Body.Batches {
					out.Body.Batches[i].Command = ""
				}
			}
			return &out, nil
		})
	huma.Register(api, operation(http.MethodGet, "/api/jobs/{id}", "jobs", "get-jobs", "The jobs of a batch, or one job"),
		func(ctx context.Context, in *named) (*struct{ Body JobsAnswer }, error) {
			var out struct{ Body JobsAnswer }
			err := s.workshop.look(ctx, func(v *jobs.View) error {
				b, rows, ok := v.Find(in.ID)
				if !ok {
					return errNoJob
				}
				if b != nil {
					described := jobs.DescribeBatch(v, b)
					if !s.overseer(ctx) {
						described.Command = ""
					}
					out.Body.Batch = &described
				}
				for _, row := range rows {
					out.Body.Jobs = append(out.Body.Jobs, jobs.DescribeJob(row))
				}
				return nil
			})
			if err != nil {
				return nil, s.problem(err, "")
			}
			return &out, nil
		})
	for _, what := range []string{"cancel", "retry"} {
		summary := map[string]string{"cancel": "Take jobs out of the queue", "retry": "Put jobs back that failed, were cancelled or are in dispute"}[what]
		op := operation(http.MethodPost, "/api/jobs/{id}/"+what, "jobs", what+"-jobs", summary)
		op.Errors = append(op.Errors, http.StatusForbidden)
		huma.Register(api, op, func(ctx context.Context, in *named) (*struct {
			Body struct {
				Jobs int `json:"jobs" doc:"How many were changed."`
			}
		}, error,
		) {
			if !s.overseer(ctx) {
				return nil, s.problem(errOverseer, "")
			}
			var rows []jobs.Row
			var queue *jobs.Queue
			err := s.workshop.look(ctx, func(v *jobs.View) error {
				var ok bool
				if _, rows, ok = v.Find(in.ID); !ok {
					return errNoJob
				}
				queue = s.workshop.queue
				s.workshop.at = time.Time{} // who asks next sees it
				return nil
			})
			var out struct {
				Body struct {
					Jobs int `json:"jobs" doc:"How many were changed."`
				}
			}
			if err == nil {
				out.Body.Jobs, err = queue.Change(ctx, rows, what == "cancel")
			}
			if err != nil {
				return nil, s.problem(err, "")
			}
			return &out, nil
		})
	}
}
