package server

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kibaho/games"
)

// TestCrashes kills the server at random moments under load: no move that was
// acknowledged is lost, and none is doubled though each is sent until it is
// acknowledged. A watcher that comes back after each crash sees each event once.
func TestCrashes(t *testing.T) {
	t.Parallel()
	kills, players := 6, 8
	if *long {
		kills, players = 100, 20
	}
	if testing.Short() {
		kills, players = 2, 4
	}
	c := startChild(t)
	var stop atomic.Bool
	var moves atomic.Int64
	var all sync.WaitGroup
	var tables atomic.Int64
	for i := range players {
		all.Go(func() {
			r := rand.New(rand.NewPCG(uint64(i), 1))
			client := newClient(t, c.base())
			client.http = &http.Client{Timeout: 10 * time.Second, Transport: &http.Transport{}}
			for n := i; !stop.Load() && !t.Failed(); n++ {
				tables.Add(1)
				g := &crashGame{t: t, client: client, moves: &moves, stop: &stop, r: r}
				g.run(games.All[n%len(games.All)].Facts().Name)
			}
		})
	}
	r := rand.New(rand.NewPCG(3, 4))
	for range kills {
		time.Sleep(time.Duration(20+r.IntN(300)) * time.Millisecond)
		c.kill()
		c.start()
	}
	time.Sleep(200 * time.Millisecond)
	stop.Store(true)
	all.Wait()
	t.Logf("%d kills, %d moves acknowledged at %d tables", kills, moves.Load(), tables.Load())
	if moves.Load() < int64(kills) {
		t.Errorf("only %d moves between %d kills", moves.Load(), kills)
	}
}

// crashGame is one table under load, played by one client for both sides.
type crashGame struct {
	t       testing.TB
	client  *client
	id      string
	moves   *atomic.Int64
	slowest *atomic.Int64 // time to an acknowledgement; nil: not asked for
	stop    *atomic.Bool
	r       *rand.Rand

	acknowledged []string // events in order: kind and text
	seen         []int    // numbers of the events that the watcher saw
	over         atomic.Bool
}

// run plays a game from its table being made to its end and checks what is kept.
func (g *crashGame) run(game string) {
	// A table that was made but not acknowledged is made again: nobody misses it.
	var table Table
	if _, ok := g.insist("POST", "/api/tables", NewTable{Game: game, Seat: "both", Control: "3d"}, &table); !ok {
		return
	}
	g.id = table.ID
	var watching sync.WaitGroup
	watching.Go(g.watch)
	g.play()
	g.over.Store(true)
	watching.Wait()
	g.check()
}

// insist sends a request until it is answered.
func (g *crashGame) insist(method, path string, in, out any) (int, bool) {
	for range 2000 {
		status, p, err := g.client.ask(method, path, in, out)
		if err == nil && status < 500 {
			if p != nil {
				g.t.Errorf("%s %s %+v: %+v", method, path, in, p)
				return status, false
			}
			return status, true
		}
		time.Sleep(10 * time.Millisecond)
	}
	g.t.Errorf("%s %s: never answered", method, path)
	return 0, false
}

func (g *crashGame) play() {
	path := "/api/tables/" + g.id
	for n := 0; !g.stop.Load(); n++ {
		var table Table
		if _, ok := g.insist("GET", path, nil, &table); !ok {
			return
		}
		b := CommandBody{Kind: "move", Key: fmt.Sprint("key ", n)}
		switch {
		case table.View.Outcome != "":
			return
		case n%7 == 5 && table.Status.Turns > 1:
			b.Kind = "ask-takeback" // done at once, for nobody is to be asked
		default:
			b.Text = table.View.Moves[g.r.IntN(len(table.View.Moves))].Text
			b.Ply = &table.Status.Ply
		}
		var done struct{ Seq int }
		begun := time.Now()
		if _, ok := g.insist("POST", path+"/commands", b, &done); !ok {
			return
		}
		if took := int64(time.Since(begun)); g.slowest != nil {
			for was := g.slowest.Load(); took > was && !g.slowest.CompareAndSwap(was, took); was = g.slowest.Load() {
			}
		}
		g.moves.Add(1)
		g.acknowledged = append(g.acknowledged, b.Kind+" "+b.Text)
	}
}

// watch follows the table over a WebSocket and comes back after each crash.
func (g *crashGame) watch() {
	last := 0
	for !g.over.Load() {
		conn, _, err := g.client.dial(fmt.Sprintf("/api/tables/%s/live?since=%d", g.id, last))
		if err != nil {
			time.Sleep(10 * time.Millisecond)
			continue
		}
		s := newSocket(g.t, conn)
		for !g.over.Load() {
			m, err := s.read(300 * time.Millisecond)
			if err != nil {
				break
			}
			switch {
			case m.Type == "event" && m.Event.Seq == last+1:
				last = m.Event.Seq
				g.seen = append(g.seen, last)
			case m.Type == "event":
				g.t.Errorf("table %s: event %d after %d", g.id, m.Event.Seq, last)
				return
			case m.Type == "table" && m.Table.Seq > last:
				// Too much was missed to be sent one by one.
				last = m.Table.Seq
			}
		}
		_ = conn.CloseNow()
	}
}

// check compares what was acknowledged with what is kept.
func (g *crashGame) check() {
	var events []*TableEvent
	if _, ok := g.insist("GET", "/api/tables/"+g.id+"/events", nil, &events); !ok {
		return
	}
	var kept []string
	for n, e := range events {
		if e.Seq != n+1 {
			g.t.Errorf("table %s: event %d is in place %d", g.id, e.Seq, n+1)
		}
		switch e.Kind {
		case Play:
			kept = append(kept, "move "+e.Text)
		case Takeback:
			kept = append(kept, "ask-takeback ")
		case Restart:
		default:
			g.t.Errorf("table %s: an event %s that nobody made", g.id, e.Kind)
		}
	}
	if len(kept) != len(g.acknowledged) {
		g.t.Errorf("table %s: %d events kept, %d acknowledged", g.id, len(kept), len(g.acknowledged))
	}
	for n := range min(len(kept), len(g.acknowledged)) {
		if kept[n] != g.acknowledged[n] {
			g.t.Errorf("table %s: event %d is %q, acknowledged %q", g.id, n+1, kept[n], g.acknowledged[n])
			break
		}
	}
	for n := 1; n < len(g.seen); n++ {
		if g.seen[n] <= g.seen[n-1] {
			g.t.Errorf("table %s: event %d was seen twice", g.id, g.seen[n])
		}
	}
}

// TestGraceful: a server that is told to stop ends by itself, and soon.
func TestGraceful(t *testing.T) {
	c := startChild(t)
	client := newClient(t, c.base())
	id := client.create(NewTable{Game: "draughts", Seat: "both"}).ID
	s := client.watch(id, -1)
	s.next()
	client.move(id, "11-15")
	begun := time.Now()
	if err := c.cmd.Process.Signal(interrupt); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- c.cmd.Wait() }()
	go func() {
		for {
			if _, err := s.read(time.Minute); err != nil {
				return
			}
		}
	}()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	select {
	case err := <-done:
		if err != nil {
			t.Error(err)
		}
	case <-ctx.Done():
		t.Fatal("it does not end")
	}
	if took := time.Since(begun); took > 3*time.Second {
		t.Errorf("it took %v", took)
	}
	c.cmd = nil
	c.start()
	if got := len(client.table(id).Turns); got != 1 {
		t.Errorf("%d turns", got)
	}
}
