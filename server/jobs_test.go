package server

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"kibaho/bus"
	"kibaho/jobs"
)

// TestJobs: everybody may look into the queue; who is on this machine, or whom the
// settings name, may change it.
func TestJobs(t *testing.T) {
	b, err := bus.Open(t.Context(), bus.Options{Dir: filepath.Join(t.TempDir(), "bus")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = b.Close() })
	q, err := jobs.Open(t.Context(), b, "main")
	if err != nil {
		t.Fatal(err)
	}
	batch, _, err := q.Submit(t.Context(), "two things", "kibaho secret", []jobs.Job{
		{Kind: "thing", Format: 1, Part: "1", Title: "the first thing"},
		{Kind: "thing", Format: 1, Part: "2", Title: "the second thing"},
	})
	if err != nil {
		t.Fatal(err)
	}
	met := 0
	ask := func(s *house, method, path, from, header string) (int, string) {
		t.Helper()
		r := httptest.NewRequest(method, path, nil)
		r.RemoteAddr = from
		if header != "" {
			r.Header.Set(header, "127.0.0.1")
		}
		w := httptest.NewRecorder()
		s.Handler().ServeHTTP(w, r)
		return w.Code, w.Body.String()
	}
	const here, away = "127.0.0.1:9", "192.0.2.1:9"
	o := unlimited(t.TempDir())
	o.Jobs = func(context.Context) (*jobs.Queue, error) { met++; return q, nil }
	s := begin(t, o)
	if met != 0 {
		t.Error("the queue was met before anybody asked")
	}
	for _, tt := range []struct {
		from, header string
		may          bool
	}{{here, "", true}, {away, "", false}, {here, "X-Forwarded-For", false}} {
		code, text := ask(s, "GET", "/api/jobs", tt.from, tt.header)
		var got QueueAnswer
		if err := json.Unmarshal([]byte(text), &got); err != nil || code != http.StatusOK {
			t.Fatalf("status %d, %v: %s", code, err, text)
		}
		if len(got.Batches) != 1 || got.Batches[0].Total != 2 || got.Batches[0].Waiting != 2 || got.May != tt.may {
			t.Errorf("from %s with %q: %s", tt.from, tt.header, text)
		}
		if tells := strings.Contains(text, "secret"); tells != tt.may {
			t.Errorf("from %s with %q: the command is told: %v", tt.from, tt.header, tells)
		}
		code, text = ask(s, "GET", "/api/jobs/"+batch.ID[:6], tt.from, tt.header)
		if code != http.StatusOK || !strings.Contains(text, "the second thing") || strings.Contains(text, "secret") != tt.may {
			t.Errorf("the jobs: status %d, %s", code, text)
		}
	}
	for _, tt := range []struct {
		audience           Audience
		path, from, header string
		want               int
		jobs               string
	}{
		{Local, "/cancel", away, "", http.StatusForbidden, ""},
		{Local, "/retry", here, "X-Forwarded-For", http.StatusForbidden, ""},
		{Nobody, "/cancel", here, "", http.StatusForbidden, ""},
		{Local, "/cancel", here, "", http.StatusOK, `"jobs":2`},
		{All, "/retry", away, "", http.StatusOK, `"jobs":2`},
	} {
		o := unlimited(t.TempDir())
		o.Jobs, o.Overseers = func(context.Context) (*jobs.Queue, error) { return q, nil }, tt.audience
		code, text := ask(begin(t, o), "POST", "/api/jobs/"+batch.ID+tt.path, tt.from, tt.header)
		if code != tt.want || !strings.Contains(text, tt.jobs) {
			t.Errorf("%s %s from %s: status %d, %s; want %d, %s", tt.audience, tt.path, tt.from, code, text, tt.want, tt.jobs)
		}
	}
	if code, _ := ask(s, "GET", "/api/jobs/nothing", here, ""); code != http.StatusNotFound {
		t.Errorf("a job that there is not: status %d", code)
	}
	if code, _ := ask(begin(t, unlimited(t.TempDir())), "GET", "/api/jobs", here, ""); code != http.StatusNotFound {
		t.Errorf("a server without a queue: status %d", code)
	}
}
