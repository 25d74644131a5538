package server

import (
	"cmp"
	"context"
	crand "crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"kibaho"
	"kibaho/store"
)

// Limits bound what the server holds.
type Limits struct {
	Tables   int // in play or waiting
	Awake    int // tables in memory
	Watchers int // of one table
	Own      int // open tables of one identity
}

// hall holds the tables that are awake and wakes others on demand.
//
// A table's lock is taken before the hall's, never the other way round.
type hall struct {
	store   *store.Store
	peers   *peers  // the processes that share the store; nil: there are none
	keeper  *keeper // nil: games are not put into the database of records
	log     *slog.Logger
	engines *engines
	meters  *meters
	limits  Limits
	ctx     context.Context // until the server goes down
	running background
	boot    time.Time // when this server began
	alive   time.Time // when the one before it was last seen alive; zero: never

	mu      sync.Mutex
	awake   map[string]*live
	waking  map[string]chan struct{}
	open    map[string]*notice // tables that are not over, awake or not
	alarms  map[string]*time.Timer
	past    map[string]*notice // some that are over, for the list of finished games
	settled map[string]int     // some that are over and asleep, with their last event: see peers.look
}

// notice is what the hall knows of an open table without waking it.
type notice struct {
	who     [2]string
	private bool
	entry   Entry
	seq     int   // of the last event
	falls   int64 // when a flag falls; 0: no clock runs
	engine  bool  // an engine is to move or to answer
}

// Entry is a table in a list.
type Entry struct {
	ID      string      `json:"id"`
	Game    string      `json:"game"`
	Title   string      `json:"title"`
	Variant string      `json:"variant"`
	Set     []string    `json:"set"`
	Control string      `json:"control"`
	Seats   [2]SeatView `json:"seats"`
	Sides   [2]string   `json:"sides"`
	Turns   int         `json:"turns" doc:"Turns played."`
	State   string      `json:"state" enum:"waiting,playing,over"`
	Turn    int         `json:"turn" doc:"The side to move."`
	Created int64       `json:"created"`
	Changed int64       `json:"changed"`
	You     []int       `json:"you" doc:"The sides that you hold."`
	Outcome string      `json:"outcome,omitempty" enum:"first,second,draw" doc:"Of a game that is over."`
	Reason  string      `json:"reason,omitempty" doc:"Why it is over."`
	Ended   int64       `json:"ended,omitempty" doc:"When it ended."`
	Board   *Board      `json:"board,omitempty" doc:"The last position of a game that is over."`
}

func newHall(ctx context.Context, s *store.Store, log *slog.Logger, e *engines, m *meters, l Limits, alive time.Time) *hall {
	return &hall{
		store: s, log: log, engines: e, meters: m, limits: l, ctx: ctx, boot: time.UnixMilli(time.Now().UnixMilli()), alive: alive,
		awake: map[string]*live{}, waking: map[string]chan struct{}{}, open: map[string]*notice{}, alarms: map[string]*time.Timer{},
		past: map[string]*notice{}, settled: map[string]int{},
	}
}

func (h *hall) now() time.Time {
	if h.peers != nil {
		return h.peers.now()
	}
	return time.Now()
}

// epoch returns since when games are served without a break, and when that was
// last done before; zero: never.
func (h *hall) epoch() (began, stopped time.Time) {
	if h.peers != nil {
		return h.peers.epoch()
	}
	return h.boot, h.alive
}

// seed returns a number that nobody can foresee.
func (h *hall) seed() uint64 {
	var b [8]byte
	_, _ = crand.Read(b[:]) // it never fails
	return binary.LittleEndian.Uint64(b[:])
}

// letters of table names: no two look alike.
const letters = "abcdefghijkmnpqrstuvwxyz23456789"

// newID returns an unguessable name for a table: 80 bits.
func newID() string {
	var b [16]byte
	_, _ = crand.Read(b[:])
	for i := range b {
		b[i] = letters[b[i]%32]
	}
	return string(b[:])
}

// create makes a table and wakes it.
func (h *hall) create(setup Setup) (string, error) {
	id := newID()
	return id, h.createAs(id, setup)
}

// nextID returns the name of the table that follows another in its series: two
// processes that make it at once make one.
func nextID(id string) string {
	sum := sha256.Sum256([]byte("next\n" + id))
	for i := range 16 {
		sum[i] = letters[sum[i]%32]
	}
	return string(sum[:16])
}

// createAs makes a table of a name. store.ErrExists: there is one already.
func (h *hall) createAs(id string, setup Setup) error {
	state, err := NewState(setup)
	if err != nil {
		return err
	}
	if state.game.Over() {
		return &kibaho.InputError{What: "position", Text: setup.Position, At: -1, Want: "the game is over in it"}
	}
	h.mu.Lock()
	open, own := len(h.open), h.owned(setup)
	h.mu.Unlock()
	if open >= h.limits.Tables {
		return errFull
	}
	if own >= h.limits.Own {
		return wrongTime(fmt.Sprintf("you have %d open tables; finish one of them first", own))
	}
	if err := h.room(); err != nil {
		return err
	}
	data, err := json.Marshal(setup)
	if err != nil {
		return err
	}
	l := &live{id: id, hall: h, state: state, created: time.UnixMilli(h.now().UnixMilli())}
	l.used = h.now()
	state.At = l.created
	game := store.Game{ID: l.id, Kind: setup.Game, Private: setup.Visibility != Public, Created: l.created, Setup: data}
	if err := h.store.Create(h.ctx, game); err != nil {
		return err
	}
	if err := h.noteOpening(state, setup.Opening); err != nil {
		return err
	}
	h.meters.count("kibaho_tables_created_total", "game", setup.Game)
	h.mu.Lock()
	h.awake[l.id] = l
	h.mu.Unlock()
	l.mu.Lock()
	defer l.mu.Unlock()
	h.note(l)
	h.publish(l, nil)
	l.follow()
	return nil
}

// owned returns the most open tables that one of the persons at a new one has.
func (h *hall) owned(setup Setup) int {
	most := 0
	for _, seat := range setup.Seats {
		n := 0
		for _, o := range h.open {
			if seat.Who != "" && (o.who[0] == seat.Who || o.who[1] == seat.Who) {
				n++
			}
		}
		most = max(most, n)
	}
	return most
}

// find returns a table, waking it if it sleeps.
func (h *hall) find(ctx context.Context, id string) (*live, error) {
	for {
		h.mu.Lock()
		if l := h.awake[id]; l != nil {
			h.mu.Unlock()
			return l, nil
		}
		wait := h.waking[id]
		if wait == nil {
			wait = make(chan struct{})
			h.waking[id] = wait
			h.mu.Unlock()
			l, err := h.wake(id)
			h.mu.Lock()
			delete(h.waking, id)
			h.mu.Unlock()
			close(wait)
			return l, err
		}
		h.mu.Unlock()
		select {
		case <-wait:
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

// wake loads a table from the store.
func (h *hall) wake(id string) (*live, error) {
	if h.ctx.Err() != nil {
		return nil, errClosing
	}
	if err := h.room(); err != nil {
		return nil, err
	}
	if h.peers != nil {
		if err := h.peers.sure(); err != nil {
			return nil, err // at once, rather than after a long wait
		}
	}
	asked := time.Now()
	kept, events, err := h.store.Game(h.ctx, id)
	if err != nil {
		return nil, err
	}
	state, err := restore(kept, events)
	if err != nil {
		return nil, fmt.Errorf("table %s: %w", id, err)
	}
	l := &live{id: id, hall: h, state: state, created: kept.Created, used: h.now(), checked: asked}
	l.last.Store(int64(state.Seq))
	l.mu.Lock()
	defer l.mu.Unlock()
	h.mu.Lock()
	h.awake[id] = l
	if alarm := h.alarms[id]; alarm != nil {
		alarm.Stop()
		delete(h.alarms, id)
	}
	h.mu.Unlock()
	if began, stopped := h.epoch(); state.Stood(began) {
		if err := l.restart(began, stopped); err != nil && !errors.Is(err, errBehind) {
			return nil, err
		}
	}
	h.note(l)
	l.wind()
	l.sayHere(true)
	l.follow()
	return l, nil
}

// restore folds what the store has kept.
func restore(kept store.Game, events []store.Event) (*State, error) {
	var setup Setup
	if err := json.Unmarshal(kept.Setup, &setup); err != nil {
		return nil, fmt.Errorf("setup: %w", err)
	}
	state, err := NewState(setup)
	if err != nil {
		return nil, err
	}
	state.At = kept.Created
	for _, kept := range events {
		e, err := readEvent(kept)
		if err != nil {
			return nil, err
		}
		if err := state.Apply(e); err != nil {
			return nil, err
		}
	}
	return state, nil
}

// readEvent reads what the store has kept of an event.
func readEvent(kept store.Event) (e Event, err error) {
	if err := json.Unmarshal(kept.Data, &e); err != nil {
		return e, fmt.Errorf("event %d: %w", kept.Seq, err)
	}
	e.Seq, e.At = kept.Seq, kept.At
	return e, nil
}

// restart lets the clocks go on after the server was down: the time from when
// it was last alive until it began again does not count.
func (l *live) restart(began, alive time.Time) error {
	stopped := l.state.At
	if alive.After(stopped) {
		stopped = alive
	}
	if stopped.After(began) {
		stopped = began
	}
	now := l.hall.now()
	if now.Before(began) {
		now = began
	}
	at := l.state.moment(now)
	return l.happen(Event{Seq: l.state.Seq + 1, At: at, Kind: Restart, Stopped: stopped.UnixMilli()})
}

// note keeps the hall's list up to date. The table's lock is held.
func (h *hall) note(l *live) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if l.state.Over() {
		delete(h.open, l.id)
		if h.peers != nil {
			h.overAt(l.id, l.state.Seq)
		}
		return
	}
	h.open[l.id] = l.state.notice(l.id, l.created)
}

// overKept bounds the tables that are over whose last event is remembered.
const overKept = 10_000

// overAt remembers how far a table that is over is known. The hall's lock is held.
func (h *hall) overAt(id string, seq int) {
	if len(h.settled) >= overKept {
		clear(h.settled)
	}
	h.settled[id] = max(h.settled[id], seq)
}

// known reports that a table is over, and known to this event.
func (h *hall) known(id string, seq int) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	last, ok := h.settled[id]
	return ok && last >= seq
}

// notice returns what is told of the table in lists.
func (s *State) notice(id string, created time.Time) *notice {
	facts := s.start.Game().Facts()
	n := &notice{private: s.Setup.Visibility != Public, who: [2]string{s.Seats[0].Who, s.Seats[1].Who}}
	n.entry = Entry{
		ID: id, Game: facts.Name, Title: facts.Title, Variant: s.Setup.Variant, Set: s.Setup.Set, Control: s.clock.Control().String(),
		Seats: [2]SeatView{s.Seats[0].wire(), s.Seats[1].wire()}, Sides: facts.Sides, Turns: len(s.game.Turns()), State: "playing",
		Turn: int(s.Turn()), Created: created.UnixMilli(), Changed: s.At.UnixMilli(),
	}
	n.seq = s.Seq
	if _, at, ok := s.Falls(); ok {
		n.falls = at.UnixMilli()
	}
	n.engine = s.engineDue()
	switch {
	case s.Over():
		n.entry.State = "over"
		outcome, why := s.game.Outcome()
		n.entry.Outcome, n.entry.Reason = outcome.String(), why
	case !s.Full():
		n.entry.State = "waiting"
	}
	return n
}

// happened is told of each event, under the table's lock.
func (h *hall) happened(l *live, e Event) {
	h.meters.count("kibaho_events_total", "kind", string(e.Kind))
	h.note(l)
	if e.Kind == Join {
		if err := h.noteOpening(l.state, e.Opening); err != nil {
			h.log.Error("note the opening", "table", l.id, "error", err)
		}
	}
}

// list returns the newest open tables: those of an identity, or the public ones.
func (h *hall) list(who string, mine bool, limit int) []Entry {
	h.mu.Lock()
	list := []Entry{}
	for _, n := range h.open {
		own := who != "" && (n.who[0] == who || n.who[1] == who)
		if mine && !own || !mine && n.private {
			continue
		}
		list = append(list, n.seen(who))
	}
	h.mu.Unlock()
	slices.SortFunc(list, func(a, b Entry) int {
		return cmp.Or(cmp.Compare(b.Created, a.Created), strings.Compare(a.ID, b.ID))
	})
	return list[:min(limit, len(list))]
}

// forget takes a table out of memory; the next one who asks wakes it anew. The
// table's lock is held.
func (h *hall) forget(l *live) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.awake[l.id] == l {
		delete(h.awake, l.id)
	}
}

// room sees to it that one more table may be awake.
func (h *hall) room() error {
	h.mu.Lock()
	n := len(h.awake)
	h.mu.Unlock()
	if n < h.limits.Awake {
		return nil
	}
	if h.tidy(0, n/8+1) == 0 {
		return errFull
	}
	return nil
}

// Times of the hall's housekeeping.
const (
	idleTime  = 5 * time.Minute // a table that nobody uses sleeps
	tidyEvery = time.Minute
	waitTime  = 48 * time.Hour // a table that nobody joins is given up
	soonTime  = 2 * time.Second
)

// tidy puts tables to sleep that nobody has used for a while, at most so many,
// and returns how many.
func (h *hall) tidy(idle time.Duration, most int) int {
	slept := 0
	for _, l := range h.tables() {
		if slept < most && l.sleep(idle) {
			slept++
		}
	}
	return slept
}

// sleep puts the table to sleep if nobody needs it: nobody watches, no engine
// thinks, no flag falls soon. An alarm wakes it before the flag falls.
func (l *live) sleep(idle time.Duration) bool {
	if !l.mu.TryLock() {
		return false // in use
	}
	defer l.mu.Unlock()
	now := l.hall.now()
	_, falls, ticking := l.state.Falls()
	if l.gone || l.broken != nil || len(l.watchers) > 0 || l.thinking != nil || l.more != nil || now.Sub(l.used) < idle || ticking && falls.Sub(now) < soonTime {
		return false
	}
	l.gone = true
	l.rest()
	h := l.hall
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.awake, l.id)
	if ticking && h.owns(l.id) {
		h.wakeAfter(l.id, falls.Sub(now)-soonTime/2)
	}
	return true
}

// giveUp ends tables that nobody has joined for a long time.
func (h *hall) giveUp() {
	var stale []string
	h.mu.Lock()
	for id, n := range h.open {
		if n.entry.State == "waiting" && h.now().UnixMilli()-n.entry.Changed > waitTime.Milliseconds() {
			stale = append(stale, id)
		}
	}
	h.mu.Unlock()
	for _, id := range stale {
		if !h.owns(id) {
			continue
		}
		l, err := h.find(h.ctx, id)
		if err != nil {
			continue
		}
		l.mu.Lock()
		if !l.gone && l.broken == nil && !l.state.Full() && !l.state.Over() {
			if err := l.happen(Event{Seq: l.state.Seq + 1, At: l.state.moment(h.now()), Kind: Abort}); err != nil && !errors.Is(err, errBehind) {
				h.log.Error("give up", "table", id, "error", err)
			}
		}
		l.mu.Unlock()
	}
}

// begin wakes the tables that are in play, so that flags fall though nobody is
// connected, and keeps house until the server goes down.
func (h *hall) begin(ready func()) {
	kept, err := h.store.List(h.ctx, false, true, 1<<30)
	if err != nil {
		h.log.Error("tables in play", "error", err)
	}
	for _, g := range kept {
		if _, err := h.find(h.ctx, g.ID); err != nil && !errors.Is(err, context.Canceled) {
			h.log.Error("wake", "table", g.ID, "error", err)
		}
		if h.ctx.Err() != nil {
			return
		}
	}
	ready()
	tick := time.NewTicker(tidyEvery)
	defer tick.Stop()
	for {
		select {
		case <-h.ctx.Done():
			return
		case <-tick.C:
			h.tidy(idleTime, 1<<30)
			h.giveUp()
		}
	}
}

// close puts all tables to sleep: watchers are let go, timers stopped.
func (h *hall) close() {
	tables := h.tables()
	h.mu.Lock()
	for _, alarm := range h.alarms {
		alarm.Stop()
	}
	h.mu.Unlock()
	for _, l := range tables {
		l.mu.Lock()
		l.gone = true
		l.rest()
		l.mu.Unlock()
	}
	h.running.end()
}

// subject is what the openings of a pair are noted under.
func subject(game, a, b string) string {
	if a > b {
		a, b = b, a
	}
	return "openings\n" + game + "\n" + a + "\n" + b
}

// usedOpenings returns the openings that the persons of a table have had, once
// an identity has taken the open seat (DR10). Games against the engine or
// oneself do not count.
func (h *hall) usedOpenings(s *State, who string) ([]string, error) {
	a, b := s.Seats[0].Who, s.Seats[1].Who
	if a == "" {
		a = who
	} else if b == "" {
		b = who
	}
	if a == "" || b == "" || a == b {
		return nil, nil
	}
	return h.store.Notes(h.ctx, subject(s.Setup.Game, a, b))
}

// noteOpening notes the opening of a game that two persons begin (DR10).
func (h *hall) noteOpening(s *State, opening []string) error {
	a, b := s.Seats[0].Who, s.Seats[1].Who
	if len(opening) == 0 || a == "" || b == "" || a == b {
		return nil
	}
	return h.store.Note(h.ctx, subject(s.Setup.Game, a, b), strings.Join(opening, " "))
}
