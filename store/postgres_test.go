package store

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kibaho"
	"kibaho/store/storetest"
)

// TestWinner: two processes write events of the same numbers; each number is
// kept once, and both know whose it is.
func TestWinner(t *testing.T) {
	where := storetest.URL(t)
	stores := []*Store{open(t, where), open(t, where)}
	const games, events = 5, 20
	for g := range games {
		if err := stores[0].Create(t.Context(), Game{ID: fmt.Sprint(g), Created: noon}); err != nil {
			t.Fatal(err)
		}
	}
	var mu sync.Mutex
	won := map[string][]string{}
	var all sync.WaitGroup
	for g := range games {
		for who, s := range stores {
			all.Go(func() {
				id := fmt.Sprint(g)
				for seq := 1; seq <= events; seq++ {
					data := fmt.Sprintf("%d by %d", seq, who)
					err := s.Append(t.Context(), id, Event{Seq: seq, At: noon, Data: []byte(data)})
					switch {
					case err == nil:
						mu.Lock()
						won[id] = append(won[id], data)
						mu.Unlock()
					case !errors.Is(err, ErrExists):
						t.Errorf("game %s, event %d: %v", id, seq, err)
					}
				}
			})
		}
	}
	all.Wait()
	for g := range games {
		id := fmt.Sprint(g)
		_, kept, err := stores[1].Game(t.Context(), id)
		if err != nil || len(kept) != events || len(won[id]) != events {
			t.Fatalf("game %s: %d events kept, %d acknowledged, %v; want %d", id, len(kept), len(won[id]), err, events)
		}
		mine := map[string]bool{}
		for _, data := range won[id] {
			mine[data] = true
		}
		for _, e := range kept {
			if !mine[string(e.Data)] {
				t.Errorf("game %s: %q is kept and was not acknowledged", id, e.Data)
			}
		}
	}
}

// TestGap: an event is not put in where the one before it is missing, and the
// rest of its batch is.
func TestGap(t *testing.T) {
	s := open(t, storetest.URL(t))
	for _, id := range []string{"a", "b"} {
		if err := s.Create(t.Context(), Game{ID: id, Created: noon}); err != nil {
			t.Fatal(err)
		}
	}
	batch := []*write{
		{id: "a", event: Event{Seq: 2, At: noon}},
		{id: "b", event: Event{Seq: 2, At: noon, Done: true}},
		{id: "b", event: Event{Seq: 1, At: noon, Done: true, Result: true}},
		{id: "b", event: Event{Seq: 1, At: noon, Data: []byte("again")}},
		{id: "c", event: Event{Seq: 1, At: noon}},
	}
	for _, w := range batch {
		w.ctx = t.Context()
	}
	other := &together{db: s.db}
	defer other.close()
	want := []error{ErrGap, nil, nil, ErrExists, ErrNotFound}
	for i, got := range other.commit(batch) {
		if !errors.Is(got, want[i]) || want[i] == nil && got != nil {
			t.Errorf("write %d: %v, want %v", i, got, want[i])
		}
	}
	g, events, err := s.Game(t.Context(), "b")
	if err != nil || len(events) != 2 || !g.Done {
		t.Errorf("%+v, %d events, %v", g, len(events), err)
	}
}

// TestKilled kills PostgreSQL while events are written. What was acknowledged is
// there afterwards, what was not is there once or not at all.
func TestKilled(t *testing.T) {
	kills := 2
	if testing.Short() {
		kills = 1
	}
	p := storetest.Start(t)
	s := open(t, p.URL())
	var stop atomic.Bool
	var acknowledged, unknown atomic.Int64
	var all sync.WaitGroup
	kept := make([]int, 8) // events that were acknowledged, by game
	for g := range kept {
		all.Go(func() {
			id := fmt.Sprint(g)
			for !stop.Load() {
				if err := s.Create(t.Context(), Game{ID: id, Created: noon}); err == nil || errors.Is(err, ErrExists) {
					break
				}
			}
			for seq := 1; !stop.Load(); {
				err := s.Append(t.Context(), id, Event{Seq: seq, At: noon, Data: fmt.Appendf(nil, "%s %d", id, seq)})
				switch {
				case err == nil, errors.Is(err, ErrExists):
					// That it exists is an answer too: it was kept, and the word of it lost.
					kept[g] = seq
					seq++
					acknowledged.Add(1)
				case errors.Is(err, ErrUnavailable):
					unknown.Add(1)
					time.Sleep(20 * time.Millisecond)
				default:
					t.Errorf("event %d: %v", seq, err)
					return
				}
			}
		})
	}
	for range kills {
		time.Sleep(300 * time.Millisecond)
		p.Kill()
		before := acknowledged.Load()
		if err := p.Begin(); err != nil {
			t.Fatal(err)
		}
		for until := time.Now().Add(20 * time.Second); acknowledged.Load() == before; time.Sleep(10 * time.Millisecond) {
			if time.Now().After(until) {
				t.Fatal("nothing is kept after a restart")
			}
		}
	}
	stop.Store(true)
	all.Wait()
	for g, n := range kept {
		_, events, err := s.Game(t.Context(), fmt.Sprint(g))
		if err != nil || len(events) < n || len(events) > n+1 {
			t.Errorf("game %d: %d events, %v; %d were acknowledged", g, len(events), err, n)
		}
		for i, e := range events {
			if e.Seq != i+1 || string(e.Data) != fmt.Sprintf("%d %d", g, i+1) {
				t.Errorf("game %d: event %d in place %d: %s", g, e.Seq, i+1, e.Data)
			}
		}
	}
	t.Logf("%d kills: %d events acknowledged, %d attempts without an answer", kills, acknowledged.Load(), unknown.Load())
}

// TestCut: a database that no word comes from any more is an error before long,
// and is used again when the line is there again.
func TestCut(t *testing.T) {
	was, wasSubmit := answerTime, submitTime
	t.Cleanup(func() { answerTime, submitTime = was, wasSubmit })
	answerTime, submitTime = 300*time.Millisecond, 600*time.Millisecond
	p := storetest.Start(t)
	line := storetest.NewLine(t, fmt.Sprint("127.0.0.1:", p.Port()))
	s := open(t, fmt.Sprintf("postgres://kibaho@%s/postgres?sslmode=disable", line.Addr()))
	if err := s.Create(t.Context(), Game{ID: "a", Created: noon}); err != nil {
		t.Fatal(err)
	}
	line.Cut(true)
	for i, ask := range []func() error{
		func() error { return s.Append(t.Context(), "a", Event{Seq: 1, At: noon}) },
		func() error { _, _, err := s.Game(t.Context(), "a"); return err },
		func() error { _, err := s.List(t.Context(), false, true, 10); return err },
	} {
		began := time.Now()
		if err := ask(); !errors.Is(err, ErrUnavailable) {
			t.Errorf("question %d: %v", i, err)
		}
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("question %d: the error came after %v", i, took)
		}
	}
	line.Cut(false)
	for until := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		err := s.Append(t.Context(), "a", Event{Seq: 1, At: noon})
		if err == nil || errors.Is(err, ErrExists) {
			break
		}
		if time.Now().After(until) {
			t.Fatal(err)
		}
	}
}

func TestAddress(t *testing.T) {
	for _, tt := range []struct{ where, schema, shown, fault string }{
		{"postgres://me:secret@db:5433/club", "kibaho", "postgres://me:xxxxx@db:5433/club", ""},
		{"postgresql://me@db/club?search_path=chess&pool=5&sslmode=disable", "chess", "postgresql://me@db/club", ""},
		{"postgres://me:secret@db/club?pool=1", "", "", "pool must be a number"},
		{"postgres://me:secret@db/club?sslmode=sometimes", "", "", "sslmode"},
		{"postgres://me:secret@db:port/club", "", "", "cannot be read"},
	} {
		a, err := readAddress(tt.where, "")
		if tt.fault != "" {
			var input *kibaho.InputError
			if !errors.As(err, &input) || !strings.Contains(err.Error(), tt.fault) || strings.Contains(err.Error(), "secret") {
				t.Errorf("%s: %v", tt.where, err)
			}
			continue
		}
		if err != nil || a.schema != tt.schema || a.shown != tt.shown {
			t.Errorf("%s: %+v, %v", tt.where, a, err)
		}
	}
}

// FuzzFit: whatever a text holds, PostgreSQL can keep it and it comes back.
func FuzzFit(f *testing.F) {
	for _, s := range []string{"", "Ann", "\x00", "\xff\xfe", odd, odd + "x", "é\x00"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		kept := fit(s)
		if strings.Contains(kept, "\x00") || strings.ToValidUTF8(kept, "") != kept {
			t.Errorf("%q is kept as %q", s, kept)
		}
		if got := unfit(kept); got != s {
			t.Errorf("%q came back as %q", s, got)
		}
	})
}
