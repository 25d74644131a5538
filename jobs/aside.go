package jobs

import (
	"context"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// aside is a job whose inputs are missing. It goes back with a delay; while the
// worker has nothing to do it keeps a few for some seconds, and begins at once when
// what is missing comes.
type aside struct {
	kind    Kind
	msg     jetstream.Msg
	missing ID
	until   time.Time
}

// How many jobs are set aside, how long, and for how long they then go back. The
// server must not take the worker for dead meanwhile: asideFor is below ackWait.
const (
	mostAside = 256
	asideFor  = ackWait / 2
	backFor   = 300 * time.Millisecond
)

// setAside takes a job whose inputs are missing.
func (w *Worker) setAside(k Kind, m jetstream.Msg, missing ID) {
	if len(w.aside) >= mostAside {
		_ = m.NakWithDelay(jitter(2 * time.Second))
		return
	}
	w.aside = append(w.aside, aside{k, m, missing, time.Now().Add(jitter(asideFor))})
}

// again takes up what was set aside, if its inputs have come or its time is up. It
// reports that it did a job.
func (w *Worker) again(ctx context.Context) bool {
	w.mu.Lock()
	came := w.came
	w.came = map[ID]bool{}
	w.mu.Unlock()
	var ready []aside
	kept := w.aside[:0]
	for _, a := range w.aside {
		switch {
		case came[a.missing]:
			ready = append(ready, a)
		case time.Now().After(a.until):
			_ = a.msg.NakWithDelay(jitter(backFor))
		default:
			kept = append(kept, a)
		}
	}
	w.aside = kept
	for i, a := range ready {
		if w.handle(ctx, a.kind, a.msg) { // the others are for other workers
			for _, a := range ready[i+1:] {
				_ = a.msg.Nak()
			}
			return true
		}
	}
	return false
}

// back gives back what was set aside, because the worker has something to do.
func (w *Worker) back() {
	for _, a := range w.aside {
		_ = a.msg.NakWithDelay(jitter(backFor))
	}
	w.aside = w.aside[:0]
}
