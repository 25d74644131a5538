package server

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"kibaho/games"
)

// What the load is made of; see docs/server.md.
var (
	loadGames      = flag.Int("load-games", 1000, "games played at once in TestLoad -long")
	loadSpectators = flag.Int("load-spectators", 10_000, "idle spectators")
	loadTime       = flag.Duration("load-time", 30*time.Second, "how long")
	loadAnalyses   = flag.Int("load-analyses", 1, "analyses that go on beside")
)

// TestLoad plays many games at once against a server in a process of its own, a
// move every two seconds in each, before many spectators and beside an analysis,
// and measures the time from a move sent to the opponent's event received.
func TestLoad(t *testing.T) {
	t.Parallel()
	count, spectators, lasts := 30, 100, 3*time.Second
	if *long {
		count, spectators, lasts = *loadGames, *loadSpectators, *loadTime
	} else if testing.Short() {
		t.Skip("it takes some seconds")
	}
	c := startChild(t)
	var stop atomic.Bool
	var all sync.WaitGroup

	// Spectators sit at tables where nothing happens.
	idle := newClient(t, c.base())
	var quiet []string
	for range min(spectators, 50) {
		quiet = append(quiet, idle.create(NewTable{Game: "chuba"}).ID)
	}
	watching := dialMany(t, c.base(), quiet, spectators)

	var studies []*websocket.Conn
	for range *loadAnalyses {
		conn, _, err := idle.dial("/api/analysis")
		if err != nil {
			t.Fatal(err)
		}
		studies = append(studies, conn)
		all.Go(func() {
			for !stop.Load() {
				_ = conn.Write(t.Context(), websocket.MessageText, []byte(`{"type":"go","game":"draughts"}`))
				for until := time.Now().Add(20 * time.Second); time.Now().Before(until) && !stop.Load(); {
					if _, _, err := conn.Read(t.Context()); err != nil {
						return
					}
				}
			}
		})
	}

	started := time.Now()
	pairs := make([]*pair, count)
	for i := range pairs {
		pairs[i] = newPair(t, c.base(), i)
	}
	t.Logf("%d games and %d spectators connected, %.1f s", count, len(watching), time.Since(started).Seconds())
	before := c.memory()
	cpu := c.cpu()
	begun := time.Now()
	for i, p := range pairs {
		all.Go(func() {
			time.Sleep(time.Duration(i) * 2 * time.Second / time.Duration(count)) // not all at once
			p.play(&stop)
		})
	}
	time.Sleep(lasts)
	used := c.cpu() - cpu
	took := time.Since(begun)
	after := c.memory()
	stop.Store(true)
	for _, conn := range studies {
		_ = conn.CloseNow()
	}
	all.Wait()
	var metrics string
	idle.must("GET", "/metrics", nil, &metrics)
	var times []time.Duration
	for _, p := range pairs {
		times = append(times, p.times...)
	}
	slices.Sort(times)
	if len(times) == 0 {
		t.Fatal("no moves")
	}
	at := func(q float64) time.Duration { return times[int(q*float64(len(times)-1))] }
	t.Logf("%d moves in %.0f s: median %v, p90 %v, p99 %v, p99.9 %v, worst %v", len(times), took.Seconds(), at(.5), at(.9), at(.99), at(.999), times[len(times)-1])
	t.Logf("server: %.0f %% of one core, memory %d MB before, %d MB after; %d processors", 100*used.Seconds()/took.Seconds(), before>>20, after>>20, runtime.NumCPU())
	for line := range strings.Lines(metrics) {
		if strings.HasPrefix(line, "kibaho_command_seconds") || strings.HasPrefix(line, "kibaho_commit_seconds") || strings.HasPrefix(line, "kibaho_watchers_slow") {
			t.Log(strings.TrimSpace(line))
		}
	}
	if want := int(float64(count) * lasts.Seconds() / 2 * 0.8); len(times) < want {
		t.Errorf("%d moves, want at least %d", len(times), want)
	}
	if *long && at(.99) > 50*time.Millisecond {
		t.Errorf("p99 is %v, want 50 ms", at(.99))
	}
	lost := 0
	for _, conn := range watching {
		if conn == nil {
			lost++
		}
	}
	if lost > 0 {
		t.Errorf("%d spectators were lost", lost)
	}
	for _, conn := range watching {
		_ = conn.CloseNow()
	}
}

// dialMany connects spectators to tables and keeps reading what they are told.
func dialMany(t *testing.T, base string, ids []string, n int) []*websocket.Conn {
	t.Helper()
	conns := make([]*websocket.Conn, n)
	var dialling sync.WaitGroup
	gate := make(chan struct{}, 32)
	for i := range conns {
		dialling.Go(func() {
			gate <- struct{}{}
			defer func() { <-gate }()
			c := &client{t: t, base: base}
			conn, _, err := c.dial("/api/tables/" + ids[i%len(ids)] + "/live")
			if err != nil {
				t.Error(err)
				return
			}
			conns[i] = conn
			go func() {
				for {
					if _, _, err := conn.Read(context.Background()); err != nil {
						return
					}
				}
			}()
		})
	}
	dialling.Wait()
	return conns
}

// idleClient keeps enough connections for all pairs.
var idleClient = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64, MaxConnsPerHost: 64}}

// pair is two clients that play one game after another with each other.
type pair struct {
	t       *testing.T
	clients [2]*client
	sockets [2]*websocket.Conn
	game    string
	id      string
	r       *rand.Rand
	times   []time.Duration
}

func newPair(t *testing.T, base string, i int) *pair {
	p := &pair{t: t, game: games.All[i%len(games.All)].Facts().Name, r: rand.New(rand.NewPCG(uint64(i), 5))}
	p.clients = [2]*client{{t: t, base: base, token: newToken(), http: idleClient}, {t: t, base: base, token: newToken(), http: idleClient}}
	p.sit()
	return p
}

// sit begins a game.
func (p *pair) sit() {
	for _, s := range p.sockets {
		if s != nil {
			_ = s.CloseNow()
		}
	}
	p.id = p.clients[0].create(NewTable{Game: p.game, Control: "60+10"}).ID
	p.clients[1].do(p.id, CommandBody{Kind: "join"})
	for side, c := range p.clients {
		conn, _, err := c.dial("/api/tables/" + p.id + "/live")
		if err != nil {
			p.t.Error(err)
			return
		}
		p.sockets[side] = conn
	}
}

// play plays until it is told to stop, a move every two seconds.
func (p *pair) play(stop *atomic.Bool) {
	for !stop.Load() {
		if !p.playGame(stop) {
			return
		}
		if !stop.Load() {
			p.sit()
		}
	}
}

// playGame plays one game; false if something went wrong.
func (p *pair) playGame(stop *atomic.Bool) bool {
	view := p.clients[0].table(p.id).View
	for n := 0; view.Outcome == "" && !stop.Load(); n++ {
		next := time.Now().Add(2 * time.Second)
		mover := p.sockets[view.Turn]
		other := p.sockets[1-view.Turn]
		move := view.Moves[p.r.IntN(len(view.Moves))].Text
		b, err := json.Marshal(map[string]any{"type": "command", "kind": "move", "text": move, "key": fmt.Sprint(n)})
		if err != nil {
			p.t.Error(err)
			return false
		}
		sent := time.Now()
		if err := mover.Write(context.Background(), websocket.MessageText, b); err != nil {
			p.t.Error(err)
			return false
		}
		m, at, ok := p.await(other, move)
		if !ok {
			return false
		}
		p.times = append(p.times, at.Sub(sent))
		if _, _, ok := p.await(mover, move); !ok {
			return false
		}
		view = m.View
		time.Sleep(time.Until(next))
	}
	return true
}

// await reads until the event of a move and says when it came.
func (p *pair) await(conn *websocket.Conn, move string) (m Message, at time.Time, ok bool) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	for {
		_, b, err := conn.Read(ctx)
		at = time.Now()
		if err != nil {
			p.t.Error(err)
			return m, at, false
		}
		if !bytes.HasPrefix(b, []byte(`{"type":"event"`)) {
			continue
		}
		m = Message{}
		if err := json.Unmarshal(b, &m); err != nil {
			p.t.Error(err)
			return m, at, false
		}
		if m.Event.Text == move && m.View != nil {
			return m, at, true
		}
	}
}

// memory returns the resident bytes of the child, cpu the time it has used.
func (c *child) memory() (bytes int64) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", c.cmd.Process.Pid))
	if err != nil {
		return 0
	}
	var size, resident int64
	_, _ = fmt.Sscan(string(text), &size, &resident)
	return resident * int64(os.Getpagesize())
}

func (c *child) cpu() time.Duration {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", c.cmd.Process.Pid))
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	var user, system int64
	_, _ = fmt.Sscan(fields[11], &user)
	_, _ = fmt.Sscan(fields[12], &system)
	return time.Duration(user+system) * time.Second / 100
}
