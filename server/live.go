package server

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"kibaho"
	"kibaho/store"
)

// live is a table that is awake: its state, those who watch, and its timer. All
// is guarded by mu; the store is written under it, so that events have one order.
type live struct {
	id      string
	hall    *hall
	created time.Time

	mu       sync.Mutex
	state    *State
	watchers map[*watcher]struct{}
	present  map[string]int // watchers by identity
	more     chan struct{}  // closed at the next event
	timer    *time.Timer    // for the flag
	lags     [2]time.Duration
	thinking context.CancelFunc // of the engine's move, if it thinks
	score    int                // what the engine thought of its last move
	used     time.Time          // when somebody last asked for it
	crowd    *time.Timer        // until the number of spectators is told
	told     int                // spectators, as told last
	broken   error              // the state may differ from the store: wake it anew

	// Where processes share the store:
	last      atomic.Int64        // the number of the last event, without the lock
	checked   time.Time           // when the store was last asked for events of others
	elsewhere map[string]presence // who watches at other processes
	said      presence            // what they were told of those who watch here

	gone bool // asleep: wake it anew
}

// maxLag bounds what is given back of the time that a move was on its way.
const maxLag = 500 * time.Millisecond

// errAsleep: the table has been put to sleep since it was found.
var errAsleep = errors.New("the table sleeps")

// do gives a command and returns the number of the event that it made. The same
// command again, known by its key, returns the same number.
func (l *live) do(c Command) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.gone || l.broken != nil {
		return 0, errAsleep
	}
	if err := l.sure(); err != nil {
		return 0, err
	}
	for tries := 0; ; tries++ {
		seq, err := l.try(c)
		if err == nil || l.hall.peers == nil || l.broken != nil || tries == maxTries {
			return seq, err
		}
		// What is refused here may be right after what has happened elsewhere.
		news := 1
		if !errors.Is(err, errBehind) {
			var fault error
			if news, fault = l.refresh(); fault != nil {
				return 0, fault
			}
		}
		if news == 0 {
			return seq, err
		}
	}
}

// maxTries is how often a command is tried again when another process was faster.
const maxTries = 8

// errBehind: another process has made an event of that number; it has been taken
// over, and what was to happen must be decided anew.
var errBehind = fmt.Errorf("another process was faster: %w", errBusy)

// try gives a command to the table as it is known here.
func (l *live) try(c Command) (int, error) {
	now := l.hall.now()
	l.used = now
	if c.Kind == Play {
		c.Lag = min(l.lags[l.state.Turn()], maxLag)
	}
	if !l.state.Visible(c.Who) {
		return 0, errMissing
	}
	e, old, err := l.state.Decide(c, now)
	switch {
	case old:
		return e.Seq, nil
	case errors.Is(err, errFlag):
		if fault := l.flag(now); fault != nil {
			return 0, fault
		}
		return 0, err
	case err != nil:
		return 0, err
	}
	if e.Kind == Join {
		if err := l.drawOpening(&e); err != nil {
			return 0, err
		}
	}
	if err := l.happen(e); err != nil {
		return 0, err
	}
	l.follow()
	return e.Seq, nil
}

// drawOpening draws the opening of a table that this event fills.
func (l *live) drawOpening(e *Event) error {
	if l.state.Seats[e.Side.Other()].open() {
		return nil
	}
	trial := *l.state
	var err error
	if trial.Series.Used, err = l.hall.usedOpenings(l.state, e.Who); err != nil {
		return err
	}
	opening, err := trial.Opening()
	if err != nil {
		return wrongTime(err.Error())
	}
	e.Opening, e.Used = opening, trial.Series.Used
	return nil
}

// happen puts an event on disk, applies it and tells all who watch. If the disk
// fails the table is put to sleep: nobody knows whether the event was kept.
func (l *live) happen(e Event) error {
	data, err := json.Marshal(e)
	if err != nil {
		return err
	}
	done := l.state.Over() || ends(l.state, e)
	if err := l.hall.store.Append(l.hall.ctx, l.id, store.Event{Seq: e.Seq, At: e.At, Data: data, Done: done, Result: done && e.Kind != Abort}); err != nil {
		if l.hall.peers != nil && errors.Is(err, store.ErrExists) {
			if _, err := l.refresh(); err != nil {
				return err
			}
			return errBehind
		}
		l.fail(err)
		if l.hall.ctx.Err() != nil {
			return errClosing // kept or not: the same key will tell
		}
		return fmt.Errorf("table %s: %w", l.id, err)
	}
	before, over := l.state.game.Position(), l.state.Over()
	decisions := len(l.state.game.Plies())
	if err := l.state.Apply(e); err != nil {
		l.fail(err)
		return fmt.Errorf("table %s: %w", l.id, err)
	}
	l.last.Store(int64(l.state.Seq))
	l.hall.happened(l, e)
	l.hall.publish(l, &e)
	if !over && l.state.Over() {
		l.hall.over(l)
	}
	l.tell(e, before, decisions)
	l.wind()
	return nil
}

// ends reports that an event ends the game.
func ends(s *State, e Event) bool {
	switch e.Kind {
	case Agree, Resign, Claim, Abort, Flag:
		return true
	case Play:
		p := s.game.Position()
		moves, err := p.Find(e.Text)
		if err != nil {
			return false
		}
		for _, m := range moves {
			p = p.Play(m)
		}
		return p.Outcome() != kibaho.Ongoing
	}
	return false
}

// fail marks the table as one that must be woken anew.
func (l *live) fail(err error) {
	l.broken = err
	if l.hall.ctx.Err() == nil {
		l.hall.log.Error("table", "table", l.id, "error", err)
	}
	l.rest()
	l.hall.forget(l)
	if h := l.hall; h.peers != nil && !l.state.Over() && h.owns(l.id) {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.wakeAfter(l.id, wakeRetry)
	}
}

// rest stops all that goes on by itself and sends the watchers away; they come
// back by themselves.
func (l *live) rest() {
	if l.timer != nil {
		l.timer.Stop()
	}
	if l.thinking != nil {
		l.thinking()
	}
	if l.crowd != nil {
		l.crowd.Stop()
		l.crowd = nil
	}
	for w := range l.watchers {
		w.drop()
	}
	l.watchers, l.present = nil, nil
}

// wind sets the timer to the moment when the flag falls. A move that is on its
// way is waited for as long as it could be given back.
func (l *live) wind() {
	if l.timer != nil {
		l.timer.Stop()
	}
	side, at, ok := l.state.Falls()
	if !ok {
		return
	}
	at = at.Add(l.patience(side))
	if l.hall.peers != nil && !l.attends(side) && !l.hall.owns(l.id) {
		return // others see to it
	}
	l.timer = time.AfterFunc(at.Sub(l.hall.now()), func() { l.ring(side) })
}

// patience is how long a flag that falls waits for a move on its way. Of a player
// who is connected to another process it is not known how long messages take.
func (l *live) patience(side kibaho.Side) time.Duration {
	if l.hall.peers != nil && !l.attends(side) {
		return maxLag
	}
	return min(l.lags[side], maxLag)
}

// ring is called when a flag should have fallen.
func (l *live) ring(kibaho.Side) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.gone || l.broken != nil {
		return
	}
	if err := l.sure(); err != nil {
		l.timer = time.AfterFunc(wakeRetry, func() { l.ring(0) })
		return
	}
	now := l.hall.now()
	side, at, ok := l.state.Falls()
	if !ok || now.Before(at.Add(l.patience(side))) {
		l.wind()
		return
	}
	if err := l.flag(now); err != nil && !errors.Is(err, errBehind) {
		l.hall.log.Error("flag", "table", l.id, "error", err)
	}
}

// flag lets the flag of the running side fall.
func (l *live) flag(now time.Time) error {
	side, _, ok := l.state.Falls()
	if !ok {
		return nil
	}
	return l.happen(Event{Seq: l.state.Seq + 1, At: l.state.moment(now), Kind: Flag, Side: side})
}

// follow does what follows by itself: the answer of an engine, the next game of
// the series.
func (l *live) follow() {
	if l.broken != nil {
		return
	}
	if l.state.Over() {
		l.next()
		return
	}
	if !l.hall.owns(l.id) {
		return
	}
	l.answer()
	l.think()
}

// next begins the next game if both sides are ready for it.
func (l *live) next() {
	s := l.state
	ready := s.Ready
	for side, seat := range s.Seats {
		if seat.Level > 0 {
			ready[side] = ready[1-side]
		}
		if seat.Who != "" && seat.Who == s.Seats[1-side].Who {
			ready[side] = ready[side] || ready[1-side]
		}
	}
	if !ready[0] || !ready[1] || s.Next != "" || !s.Full() {
		return
	}
	setup, err := s.Follow(l.hall.seed())
	if err != nil {
		l.hall.log.Warn("next game", "table", l.id, "error", err)
		return
	}
	id := nextID(l.id)
	// It may have been made by another process, or before a crash.
	if err := l.hall.createAs(id, setup); err != nil && !errors.Is(err, store.ErrExists) {
		l.hall.log.Error("next game", "table", l.id, "error", err)
		return
	}
	if err := l.happen(Event{Seq: s.Seq + 1, At: s.moment(l.hall.now()), Kind: Next, Table: id}); err != nil && !errors.Is(err, errBehind) {
		l.hall.log.Error("next game", "table", l.id, "error", err)
	}
}

// The engine agrees to a draw when so many turns have been played and it stands
// worse by so much, in hundredths of a man or seed.
const (
	agreeTurns = 12
	agreeScore = -30
)

// answer lets an engine answer offers.
func (l *live) answer() {
	by, offered := l.state.game.Offered()
	if !offered || l.state.Seats[by.Other()].Level == 0 {
		return
	}
	kind := Decline
	if len(l.state.game.Turns()) >= agreeTurns && l.score <= agreeScore {
		kind = Agree
	}
	e := Event{Seq: l.state.Seq + 1, At: l.state.moment(l.hall.now()), Kind: kind, Side: by.Other()}
	if err := l.happen(e); err != nil && !errors.Is(err, errBehind) {
		l.hall.log.Error("answer", "table", l.id, "error", err)
	}
}

// busyWait is how long a move waits for a place in the queue of engines.
const busyWait = 200 * time.Millisecond

// think lets the engine find its move, if it is to move.
func (l *live) think() {
	if l.thinking != nil {
		l.thinking()
		l.thinking = nil
	}
	s := l.state
	level := s.Seats[s.Turn()].Level
	if level == 0 || !s.Full() || s.Over() {
		return
	}
	ctx, cancel := context.WithCancel(l.hall.ctx)
	l.thinking = cancel
	seq := s.Seq
	ask := question{position: s.game.Position(), past: s.game.Past(), time: s.allowance(l.hall.now())}
	seed := seedOf(l.id)
	begun := l.hall.running.spawn(func() {
		defer cancel()
		text, score, err := l.hall.engines.move(ctx, ask, level, seed)
		for errors.Is(err, errBusy) {
			select {
			case <-ctx.Done():
			case <-time.After(busyWait):
			}
			text, score, err = l.hall.engines.move(ctx, ask, level, seed)
		}
		if err != nil {
			return // nobody waits for it any more
		}
		l.mu.Lock()
		defer l.mu.Unlock()
		if ctx.Err() != nil || l.gone || l.broken != nil || l.state.Over() {
			return
		}
		// A resignation or an offer may have come in between; only what changed
		// the position matters, and that has cancelled this search.
		side := l.state.Turn()
		e := Event{Seq: l.state.Seq + 1, At: l.state.moment(l.hall.now()), Kind: Play, Side: side}
		if err := l.state.decideMove(&e, Command{Kind: Play, Text: text}); err != nil {
			if errors.Is(err, errFlag) {
				err = l.flag(l.hall.now())
			}
			if err != nil && !errors.Is(err, errBehind) {
				l.hall.log.Error("engine", "table", l.id, "seq", seq, "text", text, "error", err)
			}
			return
		}
		l.thinking, l.score = nil, score
		if err := l.happen(e); err != nil {
			if !errors.Is(err, errBehind) {
				l.hall.log.Error("engine", "table", l.id, "error", err)
			}
			return
		}
		l.follow()
	})
	if !begun {
		cancel() // the process that serves the table next asks again
	}
}

// engineDue reports that an engine is to move or to answer an offer.
func (s *State) engineDue() bool {
	if s.Over() || !s.Full() {
		return false
	}
	by, offered := s.game.Offered()
	return s.Seats[s.Turn()].Level > 0 || offered && s.Seats[by.Other()].Level > 0
}
