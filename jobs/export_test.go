package jobs

import (
	"context"
	"testing"
)

// Requeue puts a job into the queue again, as the server does when a worker was silent.
func Requeue(t *testing.T, q *Queue, j Job) {
	t.Helper()
	s, err := q.jobs(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if err := q.remove(context.Background(), s, &j, j.ID()); err != nil {
		t.Fatal(err)
	}
	if err := q.publish(context.Background(), []Job{j}); err != nil {
		t.Fatal(err)
	}
}
