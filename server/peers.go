package server

import (
	"context"
	"errors"
	"hash/fnv"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"

	"kibaho/store"
)

// peers are the processes that share a database with this one. All of them serve
// every table: an event is kept if none of its number is there, so that of two
// who write one is refused, reads what he missed and decides anew. The bus tells
// the others what has happened; what it loses is found by asking the database.
//
// What happens by itself (flags, engines) is the affair of one of the living,
// found by the name of the table. That two believe it is theirs for a moment, or
// none does, is harmless: the database decides.
type peers struct {
	hall  *hall
	store *store.Store
	conn  *nats.Conn // nil: the database alone is asked
	club  string     // before all subjects: several clubs may share a bus
	me    string

	offset atomic.Int64 // of the clock of the database, nanoseconds
	early  chan struct{}
	said   atomic.Uint64 // words about who watches

	mu     sync.Mutex
	life   store.Life
	heard  time.Time     // when the last sign of life was given
	failed time.Time     // when the last attempt failed …
	fault  error         // … and why
	asking chan struct{} // closed when the attempt under way ends
	work   background
}

// Times of peers.
const (
	freshFor    = time.Second            // so long a sign of life tells that the database has been there
	lifeWait    = time.Second            // that a command waits for one
	lookEvery   = 2 * time.Second        // the database is asked for news that the bus has lost
	lookAlone   = 500 * time.Millisecond // the same without a bus
	lookBack    = 15 * time.Second       // how far: longer than anybody waits for an event to be kept
	wakeRetry   = 2 * time.Second
	farewellMax = 2 * time.Second
)

func newPeers(ctx context.Context, h *hall, conn *nats.Conn) (*peers, error) {
	club, err := h.store.Club(ctx)
	if err != nil {
		return nil, err
	}
	return &peers{hall: h, store: h.store, conn: conn, club: "kibaho." + club, me: newID(), early: make(chan struct{}, 1)}, nil
}

// now returns the time by the clock of the database.
func (p *peers) now() time.Time { return time.Now().Add(time.Duration(p.offset.Load())) }

// epoch returns since when somebody was there without a break, and when somebody
// was last seen before that.
func (p *peers) epoch() (began, stopped time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.life.Began, p.life.Stopped
}

// beat gives a sign of life and learns who else does.
func (p *peers) beat(ctx context.Context) error {
	asked := time.Now()
	life, err := p.store.Beat(ctx, p.me)
	answered := time.Now()
	p.mu.Lock()
	if err != nil {
		p.failed, p.fault = answered, err
		p.mu.Unlock()
		return err
	}
	was := p.life
	p.life, p.heard, p.fault = life, asked, nil
	p.mu.Unlock()
	// The answer is from some moment in between.
	middle := asked.Add(answered.Sub(asked) / 2)
	if off := life.Now.Sub(middle); was.Now.IsZero() || (off-time.Duration(p.offset.Load())).Abs() > answered.Sub(asked)/2+time.Millisecond {
		p.offset.Store(int64(off))
	}
	if was.Now.IsZero() {
		return nil
	}
	if !life.Began.Equal(was.Began) {
		p.work.spawn(p.hall.resume)
	}
	if !slices.Equal(life.Living, was.Living) {
		p.hall.log.Info("processes that serve", "living", len(life.Living))
		p.work.spawn(func() { p.hall.takeOver(was.Living, life.Living) })
	}
	return nil
}

// ask lets an attempt begin if none is under way, and returns what is closed when
// it ends.
func (p *peers) ask() <-chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.asking == nil {
		c := make(chan struct{})
		begun := p.work.spawn(func() {
			_ = p.beat(p.hall.ctx) // noted in p.fault
			p.mu.Lock()
			p.asking = nil
			p.mu.Unlock()
			close(c)
		})
		if !begun {
			close(c)
			return c
		}
		p.asking = c
	}
	return p.asking
}

// fresh reports that a sign of life was given a moment ago.
func (p *peers) fresh() (yes bool, fault error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if time.Since(p.heard) < freshFor {
		return true, nil
	}
	if p.fault != nil && time.Since(p.failed) < freshFor {
		return false, p.fault
	}
	return false, nil
}

// sure sees to it that a sign of life was given a moment ago, so that a time in
// which the database was away is known before clocks are judged.
func (p *peers) sure() error {
	if yes, fault := p.fresh(); yes || fault != nil {
		return fault
	}
	select {
	case <-p.ask():
	case <-time.After(lifeWait):
	}
	yes, fault := p.fresh()
	if !yes && fault == nil {
		fault = store.ErrUnavailable
	}
	return fault
}

// owner returns the one of the living whose affair a table is: the one with the
// highest draw, so that hardly any table moves when another comes or goes.
func owner(living []string, id string) string {
	best, most := "", uint64(0)
	for _, who := range living {
		h := fnv.New64a()
		_, _ = h.Write([]byte(who + "\n" + id)) // it never fails
		// The sum of like texts is alike in its high bits: they are mixed.
		x := h.Sum64()
		x ^= x >> 33
		x *= 0xff51afd7ed558ccd
		x ^= x >> 33
		if best == "" || x > most {
			best, most = who, x
		}
	}
	return best
}

// owns reports that a table is the affair of this process. One that has given no
// sign of life for a while may be thought dead by the others: it owns nothing.
func (p *peers) owns(id string) bool {
	p.mu.Lock()
	living, heard := p.life.Living, p.heard
	p.mu.Unlock()
	return time.Since(heard) < store.DeadAfter && owner(living, id) == p.me
}

// owns reports that what happens at a table by itself is to be done here.
func (h *hall) owns(id string) bool { return h.peers == nil || h.peers.owns(id) }

// run gives signs of life and looks for news until the server goes down.
func (p *peers) run() {
	defer func() {
		p.work.end()
		ctx, cancel := context.WithTimeout(context.Background(), farewellMax)
		defer cancel()
		if err := p.store.Leave(ctx, p.me); err != nil {
			p.hall.log.Warn("farewell", "error", err)
		}
		p.say("life", nil)
		if p.conn != nil {
			_ = p.conn.FlushTimeout(farewellMax)
		}
	}()
	stop := p.listen()
	defer stop()
	p.say("life", nil)
	beat := time.NewTicker(store.BeatEvery)
	defer beat.Stop()
	looked := time.Now()
	for {
		select {
		case <-p.hall.ctx.Done():
			return
		case <-p.early:
		case <-beat.C:
		}
		<-p.ask()
		every := lookEvery
		if p.conn == nil || !p.conn.IsConnected() {
			every = lookAlone
		}
		if yes, _ := p.fresh(); yes && time.Since(looked) >= every-10*time.Millisecond {
			looked = time.Now()
			p.look()
		}
	}
}

// look asks the database for what has happened of late.
func (p *peers) look() {
	h := p.hall
	last, err := h.store.Recent(h.ctx, p.now().Add(-lookBack))
	if err != nil {
		if h.ctx.Err() == nil {
			h.log.Warn("news", "error", err)
		}
		return
	}
	for id, seq := range last {
		h.mu.Lock()
		l, n := h.awake[id], h.open[id]
		h.mu.Unlock()
		switch {
		case l != nil && int(l.last.Load()) < seq:
			p.work.spawn(l.catchUp)
		case l == nil && (n == nil || n.seq < seq):
			// Its list entry is read from it, unless it is over.
			if n != nil || seq == 0 || !h.known(id, seq) {
				if _, err := h.find(h.ctx, id); err != nil && h.ctx.Err() == nil && !errors.Is(err, store.ErrUnavailable) {
					h.log.Error("wake", "table", id, "error", err)
				}
			}
		}
	}
}

// soon lets the next sign of life be given at once.
func (p *peers) soon() {
	select {
	case p.early <- struct{}{}:
	default:
	}
}

// happened is told what has happened at a table elsewhere.
func (p *peers) happened(w word) {
	h := p.hall
	h.mu.Lock()
	l := h.awake[w.ID]
	if l == nil && w.Entry != nil {
		n := &notice{who: w.Who, private: w.Private, entry: *w.Entry, seq: w.Seq, falls: w.Falls, engine: w.Engine}
		switch old := h.open[w.ID]; {
		case old != nil && old.seq > w.Seq: // it came late
		case n.entry.State == "over":
			delete(h.open, w.ID)
			h.overAt(w.ID, w.Seq)
		default:
			h.open[w.ID] = n
		}
	}
	h.mu.Unlock()
	switch {
	case l == nil:
		h.tend(w.ID)
	case l.mu.TryLock():
		l.hear(w)
		l.mu.Unlock()
	default:
		p.work.spawn(func() {
			l.mu.Lock()
			defer l.mu.Unlock()
			l.hear(w)
		})
	}
}

// hear takes an event that was made elsewhere. The table's lock is held.
func (l *live) hear(w word) {
	if l.gone || l.broken != nil || w.Event == nil || w.Seq <= l.state.Seq {
		return
	}
	if w.Seq > l.state.Seq+1 {
		_, _ = l.refresh() // what failed is tried again by the next look
		return
	}
	e := *w.Event
	e.Seq, e.At = w.Seq, time.UnixMilli(w.At)
	l.adopt(e)
}

// catchUp reads what has happened elsewhere.
func (l *live) catchUp() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.gone && l.broken == nil {
		_, _ = l.refresh() // what failed is tried again by the next look
	}
}

// refresh reads the events that others have kept and takes them. It returns how
// many there were. The table's lock is held.
func (l *live) refresh() (int, error) {
	asked := time.Now()
	events, err := l.hall.store.Events(l.hall.ctx, l.id, l.state.Seq)
	if err != nil {
		return 0, err
	}
	for _, kept := range events {
		e, err := readEvent(kept)
		if err != nil {
			l.fail(err)
			return 0, err
		}
		if kept.Seq <= l.state.Seq {
			continue // it has led to what is known by now
		}
		if l.adopt(e); l.broken != nil {
			return 0, l.broken
		}
	}
	l.checked = asked
	return len(events), nil
}

// current sees to it that the table is at least as new as the database was at a
// moment: what was acknowledged by one process is seen at all others. The table's
// lock is held.
func (l *live) current(moment time.Time) error {
	if l.hall.peers == nil || !l.checked.Before(moment) {
		return nil
	}
	if err := l.hall.peers.sure(); err != nil {
		return err // nobody shall wait for each other's failure
	}
	_, err := l.refresh()
	return err
}

// adopt takes an event that another process has kept.
func (l *live) adopt(e Event) {
	before, decisions := l.state.game.Position(), len(l.state.game.Plies())
	if err := l.state.Apply(e); err != nil {
		l.fail(err)
		return
	}
	l.last.Store(int64(l.state.Seq))
	l.hall.note(l)
	l.tell(e, before, decisions)
	l.wind()
	l.follow()
}

// sure sees to it that the clocks of the table can be judged: time in which the
// database was away, or nobody served, does not count. The table's lock is held.
func (l *live) sure() error {
	p := l.hall.peers
	if p == nil {
		return nil
	}
	if err := p.sure(); err != nil {
		return err
	}
	began, stopped := p.epoch()
	if !l.state.Stood(began) {
		return nil
	}
	if err := l.restart(began, stopped); err != nil && !errors.Is(err, errBehind) {
		return err
	}
	return nil
}

// resume lets clocks go on after nobody served, or the database was away.
func (h *hall) resume() {
	for _, l := range h.tables() {
		if !h.owns(l.id) {
			continue
		}
		l.mu.Lock()
		if !l.gone && l.broken == nil {
			if err := l.sure(); err != nil && h.ctx.Err() == nil {
				h.log.Warn("clock", "table", l.id, "error", err)
			}
			l.wind()
		}
		l.mu.Unlock()
	}
}

// tables returns those that are awake.
func (h *hall) tables() []*live {
	h.mu.Lock()
	defer h.mu.Unlock()
	tables := make([]*live, 0, len(h.awake))
	for _, l := range h.awake {
		tables = append(tables, l)
	}
	return tables
}

// takeOver sees to the tables that have become the affair of this process, and
// puts the games in the database of records that a process which has died had
// not put in.
func (h *hall) takeOver(was, living []string) {
	h.mu.Lock()
	var changed []string
	for id := range h.open {
		if owner(was, id) != owner(living, id) {
			changed = append(changed, id)
		}
	}
	h.mu.Unlock()
	for _, id := range changed {
		h.tend(id)
	}
	// A process that was slow for a moment was taken for dead, and who is there forgotten.
	back := slices.ContainsFunc(living, func(who string) bool { return !slices.Contains(was, who) })
	for _, l := range h.tables() {
		l.mu.Lock()
		l.forgetAbsent(living)
		if back && !l.gone && l.broken == nil {
			l.sayHere(true)
		}
		l.mu.Unlock()
	}
	if slices.ContainsFunc(was, func(who string) bool { return !slices.Contains(living, who) }) && h.keeper != nil {
		h.catchUp(h.ctx)
	}
}

// tend sees to what happens by itself at a table that may have become the affair
// of this process, or has changed while it is.
func (h *hall) tend(id string) {
	h.mu.Lock()
	l, n := h.awake[id], h.open[id]
	if l == nil {
		if alarm := h.alarms[id]; alarm != nil {
			alarm.Stop()
			delete(h.alarms, id)
		}
		if n != nil && h.owns(id) {
			switch {
			case n.engine:
				h.wakeAfter(id, 0)
			case n.falls > 0:
				h.wakeAfter(id, time.UnixMilli(n.falls).Sub(h.now())-soonTime/2)
			}
		}
		h.mu.Unlock()
		return
	}
	h.mu.Unlock()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.gone || l.broken != nil {
		return
	}
	if !h.owns(id) && l.thinking != nil {
		l.thinking()
		l.thinking = nil
	}
	l.wind()
	l.follow()
}

// wakeAfter wakes a table after a while, again and again until it is awake. The
// hall's lock is held.
func (h *hall) wakeAfter(id string, wait time.Duration) {
	if h.ctx.Err() != nil {
		return
	}
	h.alarms[id] = time.AfterFunc(wait, func() {
		_, err := h.find(h.ctx, id)
		if err == nil || h.peers == nil || errors.Is(err, store.ErrNotFound) {
			return
		}
		h.mu.Lock()
		defer h.mu.Unlock()
		if h.awake[id] == nil {
			h.wakeAfter(id, wakeRetry)
		}
	})
}

// publish tells the other processes of an event, or of a new table. The table's
// lock is held.
func (h *hall) publish(l *live, e *Event) {
	if h.peers == nil || h.peers.conn == nil {
		return
	}
	n := l.state.notice(l.id, l.created)
	w := &word{ID: l.id, Event: e, Entry: &n.entry, Who: n.who, Private: n.private, Falls: n.falls, Engine: n.engine}
	if e != nil {
		w.Seq, w.At = e.Seq, e.At.UnixMilli()
	}
	h.peers.say("table."+l.id, w)
}
