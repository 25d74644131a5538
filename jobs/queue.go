package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"kibaho"
	"kibaho/bus"
)

// DefaultProject is the project of those who name none.
const DefaultProject = "main"

// How long a worker may be silent before its job is given to another one, and how
// often it says that it is at work.
const (
	ackWait   = 6 * time.Second
	heartbeat = ackWait / 4
)

// oneTry is how long one question to the server may take before it is asked again.
const oneTry = 3 * time.Second

// findingFor is how long a server that was started again may take to find its streams.
const findingFor = 15 * time.Second

// maxMessage bounds what is stored as one message.
const maxMessage = bus.MaxPayload - 1<<12

// Queue is the work of one project. It may be used by several goroutines.
type Queue struct {
	bus     *bus.Bus
	project string
	records jetstream.KeyValue
	workers jetstream.KeyValue

	replicas int
}

// Open returns the queue of a project, made if it is not there. A project is a queue
// of its own; its name is of small letters, digits and dashes.
func Open(ctx context.Context, b *bus.Bus, project string) (*Queue, error) {
	if project == "" || len(project) > 40 || strings.Trim(project, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
		return nil, &kibaho.InputError{What: "project", Text: project, At: -1, Want: "expected small letters, digits and dashes"}
	}
	q := &Queue{bus: b, project: project}
	err := q.try(ctx, func(ctx context.Context) error {
		// On a cluster everything is kept three times, and goes on when one server is lost.
		replicas := 1
		if len(b.Conn().Servers()) >= 3 {
			replicas = 3
		}
		js := b.Stream()
		// A stream that is there is left as it is: nobody makes it smaller by passing by.
		_, err := js.CreateStream(ctx, jetstream.StreamConfig{
			Name: q.stream(), Subjects: []string{q.subject("do", ">")}, Replicas: replicas,
			// What is acknowledged is gone; a job that waits is not put in again.
			Retention: jetstream.WorkQueuePolicy, MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true,
			AllowDirect: true,
		})
		if err != nil && !errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) {
			return err
		}
		q.records, err = keyValue(ctx, js, jetstream.KeyValueConfig{Bucket: "jobs_" + project, Replicas: replicas})
		if err != nil {
			return err
		}
		q.replicas = replicas
		return q.meetWorkers(ctx)
	})
	if err != nil {
		return nil, fmt.Errorf("jobs: project %s on %s: %w", project, b.Where(), err)
	}
	return q, nil
}

// meetWorkers makes the place where workers tell of themselves. It is in memory: a server
// that was started again has lost it, and whoever finds that out makes it anew.
func (q *Queue) meetWorkers(ctx context.Context) (err error) {
	kv, err := keyValue(ctx, q.bus.Stream(), jetstream.KeyValueConfig{
		Bucket: "workers_" + q.project, Replicas: q.replicas, Storage: jetstream.MemoryStorage, TTL: aliveFor,
	})
	if err == nil && q.workers == nil {
		q.workers = kv
	}
	return err
}

// unmade reports that a bucket is not there.
func unmade(err error) bool {
	// Some calls of the library still answer with the errors of its older half.
	return errors.Is(err, jetstream.ErrStreamNotFound) || errors.Is(err, nats.ErrStreamNotFound) ||
		errors.Is(err, jetstream.ErrBucketNotFound) || errors.Is(err, jetstream.ErrNoStreamResponse)
}

func keyValue(ctx context.Context, js jetstream.JetStream, c jetstream.KeyValueConfig) (jetstream.KeyValue, error) {
	kv, err := js.KeyValue(ctx, c.Bucket)
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		kv, err = js.CreateKeyValue(ctx, c)
		if errors.Is(err, jetstream.ErrBucketExists) { // somebody else has just made it
			kv, err = js.KeyValue(ctx, c.Bucket)
		}
	}
	return kv, err
}

// Project returns the name of the project.
func (q *Queue) Project() string { return q.project }

// Bus returns the bus that the queue is on.
func (q *Queue) Bus() *bus.Bus { return q.bus }

func (q *Queue) stream() string { return "JOBS_" + q.project }

// subject returns a subject of the project. Jobs that wait are do.KIND.FORMAT.ID.
func (q *Queue) subject(parts ...string) string {
	return "jobs." + q.project + "." + strings.Join(parts, ".")
}

func (q *Queue) jobSubject(j *Job, id ID) string {
	return q.subject("do", j.Kind, strconv.Itoa(j.Format), string(id))
}

func recordKey(id ID) string { return "job." + string(id) }

// try asks the server until it answers. A question may get no answer because the
// connection was lost, the server is starting or a cluster has no leader; then it is
// asked again, until ctx ends. Questions must be such that asking twice is harmless.
func (q *Queue) try(ctx context.Context, ask func(context.Context) error) error {
	began := time.Now()
	for n := 0; ; n++ {
		one, stop := context.WithTimeout(ctx, oneTry)
		err := ask(one)
		stop()
		// A server that has just been started may not have found its streams yet.
		finding := unmade(err) && time.Since(began) < findingFor
		if err == nil || !passing(err) && !finding {
			return err
		}
		wait := time.Duration(float64(min(50<<min(n, 5), 1000)) * (0.5 + rand.Float64()) * float64(time.Millisecond))
		select {
		case <-ctx.Done():
			if on, why := q.bus.Connected(); !on && why != nil {
				err = why
			}
			return errors.Join(context.Cause(ctx), err)
		case <-time.After(wait):
		}
	}
}

// passing reports that an error may go away by itself.
func passing(err error) bool {
	var api *jetstream.APIError
	if errors.As(err, &api) {
		// 503: no leader, not enough resources just now; but one of them is that the
		// disk is full or that the job waits already, which have a code of their own.
		return api.Code == 503 && api.ErrorCode != storeFailed || api.Code == 500
	}
	for _, e := range []error{
		context.DeadlineExceeded, nats.ErrTimeout, nats.ErrNoResponders, jetstream.ErrNoStreamResponse, nats.ErrConnectionReconnecting,
		nats.ErrDisconnected, nats.ErrReconnectBufExceeded, jetstream.ErrNoHeartbeat, jetstream.ErrTooManyStalledMsgs, jetstream.ErrAsyncPublishTimeout,
		nats.ErrStaleConnection,
	} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

// storeFailed is the code of a message that was not stored.
const storeFailed = 10077

// waitsAlready reports that a job was not put in because it is in the queue.
func waitsAlready(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.ErrorCode == storeFailed && strings.Contains(api.Description, "per subject")
}

// Record returns the record of a job, nil if it has none.
func (q *Queue) Record(ctx context.Context, id ID) (r *Record, err error) {
	err = q.try(ctx, func(ctx context.Context) error {
		e, err := q.records.Get(ctx, recordKey(id))
		if errors.Is(err, jetstream.ErrKeyNotFound) {
			r = nil
			return nil
		}
		if err != nil {
			return err
		}
		r, err = readRecord(e.Value(), e.Revision())
		return err
	})
	return r, err
}

func readRecord(b []byte, rev uint64) (*Record, error) {
	var r Record
	if err := json.Unmarshal(b, &r); err != nil {
		return nil, fmt.Errorf("jobs: a record that cannot be read: %w", err)
	}
	r.rev = rev
	return &r, nil
}

// errSame tells that a change has nothing to change.
var errSame = errors.New("jobs: nothing to change")

// change changes the record of a job by compare and set: change is called with the record
// as it is, a new one if there is none, until nobody else has changed it meanwhile.
func (q *Queue) change(ctx context.Context, j *Job, id ID, change func(*Record) error) error {
	for {
		r, err := q.Record(ctx, id)
		if err != nil {
			return err
		}
		if r == nil {
			r = &Record{Job: *j}
		}
		rev := r.rev
		if err := change(r); errors.Is(err, errSame) {
			return nil
		} else if err != nil {
			return err
		}
		b, err := json.Marshal(r)
		if err != nil {
			return err
		}
		if len(b) > maxMessage {
			return fmt.Errorf("jobs: the record of %s has %d bytes, at most %d can be kept: a result this large must be a file", id, len(b), maxMessage)
		}
		err = q.try(ctx, func(ctx context.Context) error {
			var err error
			if rev == 0 {
				_, err = q.records.Create(ctx, recordKey(id), b)
			} else {
				_, err = q.records.Update(ctx, recordKey(id), b, rev)
			}
			return err
		})
		if !outrun(err) {
			return err
		}
		// Somebody was faster, or the answer to our own try was lost: look again.
	}
}

// outrun reports that a compare and set found another value.
func outrun(err error) bool {
	var api *jetstream.APIError
	return errors.Is(err, jetstream.ErrKeyExists) || errors.As(err, &api) && api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence
}

// finish puts the result of a job down. It reports whether it counts: it does not if
// another one was first.
func (q *Queue) finish(ctx context.Context, j *Job, id ID, r *Result, worker string, began time.Time) (first bool, err error) {
	err = q.change(ctx, j, id, func(rec *Record) error {
		first = false
		switch {
		case rec.State == Disputed:
			return errSame
		case rec.State == Done && (rec.Job.Loose || rec.Result.Digest() == r.Digest()):
			// Done twice. If the answer to our own record was lost it is ours.
			first = rec.Worker == worker && rec.Began.Equal(began)
			return errSame
		case rec.State == Done:
			rec.State, rec.Other, rec.OtherWorker = Disputed, r, worker
			return nil
		}
		first = true
		rec.State, rec.Result, rec.Worker = Done, r, worker
		rec.Began, rec.Ended = began, time.Now().UTC().Truncate(time.Millisecond)
		rec.Tries++
		return nil
	})
	return first, err
}

// fail puts a failure down.
func (q *Queue) fail(ctx context.Context, j *Job, id ID, worker, reason string, final bool) error {
	const longest = 1000
	if len(reason) > longest {
		reason = reason[:longest] + "…"
	}
	return q.change(ctx, j, id, func(rec *Record) error {
		if rec.State.ended() {
			return errSame
		}
		rec.State = Failing
		if final {
			rec.State, rec.Ended = Failed, time.Now().UTC().Truncate(time.Millisecond)
		}
		rec.Tries++
		rec.Failures = append(rec.Failures, Failure{time.Now().UTC().Truncate(time.Millisecond), worker, reason})
		rec.Failures = slices.Delete(rec.Failures, 0, max(0, len(rec.Failures)-mostFailures))
		return nil
	})
}

// Cancel takes jobs out of the queue. A worker that has one drops it. Done jobs stay
// done. It returns how many were taken out.
func (q *Queue) Cancel(ctx context.Context, list []Job) (n int, err error) {
	s, err := q.jobs(ctx)
	if err != nil {
		return 0, err
	}
	for i := range list {
		j, id := &list[i], list[i].ID()
		changed := false
		err := q.change(ctx, j, id, func(rec *Record) error {
			if changed = !rec.State.ended(); !changed {
				return errSame
			}
			rec.State, rec.Ended = Cancelled, time.Now().UTC().Truncate(time.Millisecond)
			return nil
		})
		if err != nil {
			return n, err
		}
		if !changed {
			continue
		}
		n++
		// The record is what counts; this only saves the work.
		if err := q.remove(ctx, s, j, id); err != nil {
			return n, err
		}
		_ = q.bus.Conn().Publish(q.subject("stop", string(id)), nil)
	}
	return n, nil
}

func (q *Queue) jobs(ctx context.Context) (s jetstream.Stream, err error) {
	err = q.try(ctx, func(ctx context.Context) error {
		s, err = q.bus.Stream().Stream(ctx, q.stream())
		return err
	})
	return s, err
}

// remove takes a job's message out of the stream.
func (q *Queue) remove(ctx context.Context, s jetstream.Stream, j *Job, id ID) error {
	return q.try(ctx, func(ctx context.Context) error {
		m, err := s.GetLastMsgForSubject(ctx, q.jobSubject(j, id))
		if err == nil {
			err = s.DeleteMsg(ctx, m.Sequence)
		}
		if errors.Is(err, jetstream.ErrMsgNotFound) || errors.Is(err, jetstream.ErrMsgDeleteUnsuccessful) {
			return nil
		}
		return err
	})
}

// Retry puts jobs that failed, were cancelled or are in dispute into the queue again;
// one that is failing is tried at once. It returns how many were put back.
func (q *Queue) Retry(ctx context.Context, list []Job) (n int, err error) {
	return q.putBack(ctx, list, Failed, Cancelled, Disputed, Failing)
}

// Again is Retry for jobs that are done too, as where their files have been lost.
func (q *Queue) Again(ctx context.Context, list []Job) (n int, err error) {
	return q.putBack(ctx, list, Failed, Cancelled, Disputed, Failing, Done)
}

func (q *Queue) putBack(ctx context.Context, list []Job, from ...State) (n int, err error) {
	s, err := q.jobs(ctx)
	if err != nil {
		return 0, err
	}
	for i := range list {
		j, id := &list[i], list[i].ID()
		changed := false
		err := q.change(ctx, j, id, func(rec *Record) error {
			if changed = slices.Contains(from, rec.State); !changed {
				return errSame
			}
			*rec = Record{Job: rec.Job, State: Waiting, Tries: rec.Tries, Failures: rec.Failures}
			return nil
		})
		if err != nil {
			return n, err
		}
		if !changed {
			continue
		}
		n++
		// One that waits for its next try is taken out: a new one is handed out at once.
		if err := q.remove(ctx, s, j, id); err != nil {
			return n, err
		}
		if err := q.publish(ctx, list[i:i+1]); err != nil {
			return n, err
		}
	}
	return n, nil
}
