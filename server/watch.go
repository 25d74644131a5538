package server

import (
	"encoding/json"
	"sync"
	"time"

	"kibaho"
	"kibaho/games"
)

// watcher is somebody who is told what happens at a table.
type watcher struct {
	who  string
	out  chan []byte
	gone chan struct{} // the table has let go of him: he was too slow, or it sleeps
	once sync.Once
}

// watcherQueue is how many messages may wait for a watcher. One who falls back
// further is sent away and comes back with the number of the last event he has.
const watcherQueue = 32

func newWatcher(who string) *watcher {
	return &watcher{who: who, out: make(chan []byte, watcherQueue), gone: make(chan struct{})}
}

// drop sends the watcher away.
func (w *watcher) drop() { w.once.Do(func() { close(w.gone) }) }

// send queues a message; false if there is no room.
func (w *watcher) send(b []byte) bool {
	select {
	case w.out <- b:
		return true
	default:
		w.drop()
		return false
	}
}

// watch adds a watcher. What he missed since event number since comes first,
// then the table as it is; a negative since asks for the table alone.
func (l *live) watch(w *watcher, since int) error {
	asked := time.Now()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.gone || l.broken != nil {
		return errAsleep
	}
	if err := l.current(asked); err != nil {
		return err
	}
	if !l.state.Visible(w.who) {
		return errMissing
	}
	if len(l.watchers) >= l.hall.limits.Watchers {
		return errBusy
	}
	l.used = l.hall.now()
	if missed := l.state.Events[min(max(since, 0), len(l.state.Events)):]; since >= 0 && len(missed) > 0 && len(missed) < watcherQueue-2 {
		for _, e := range missed {
			w.send(encode(Message{Type: "event", Event: wireEvent(e)}))
		}
	}
	here := l.here()
	if l.watchers == nil {
		l.watchers, l.present = map[*watcher]struct{}{}, map[string]int{}
	}
	l.watchers[w] = struct{}{}
	l.present[w.who]++
	l.hall.meters.watchers.Inc()
	w.send(encode(Message{Type: "table", Table: l.table(w.who)}))
	l.tellHere(here)
	l.count()
	l.sayHere(false)
	l.wind()
	return nil
}

// unwatch lets a watcher go.
func (l *live) unwatch(w *watcher) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.hall.meters.watchers.Dec()
	here := l.here()
	l.leave(w)
	l.used = l.hall.now()
	l.tellHere(here)
	l.count()
	l.sayHere(false)
}

// leave forgets a watcher.
func (l *live) leave(w *watcher) {
	if _, ok := l.watchers[w]; !ok {
		return
	}
	delete(l.watchers, w)
	if l.present[w.who]--; l.present[w.who] == 0 {
		delete(l.present, w.who)
	}
}

// here reports which seats are connected, to whatever process.
func (l *live) here() [2]bool {
	here := l.hereAlone()
	for _, p := range l.elsewhere {
		here[0], here[1] = here[0] || p.here[0], here[1] || p.here[1]
	}
	return here
}

// hereAlone reports which seats are connected to this process.
func (l *live) hereAlone() [2]bool {
	var here [2]bool
	for side, seat := range l.state.Seats {
		here[side] = seat.Level > 0 || seat.Who != "" && l.present[seat.Who] > 0
	}
	return here
}

// tellHere tells all who watch if a seat has come or gone since before.
func (l *live) tellHere(before [2]bool) {
	if here := l.here(); here != before && !l.gone && l.broken == nil {
		l.tellPresence(here)
	}
}

func (l *live) tellPresence(here [2]bool) {
	l.told = l.spectators()
	l.broadcast(encode(Message{Type: "here", Here: &here, Watching: &l.told}))
}

// spectators returns the number of connections without a seat.
func (l *live) spectators() int {
	n := l.spectatorsAlone()
	for _, p := range l.elsewhere {
		n += p.watching
	}
	return n
}

// spectatorsAlone returns how many of them this process has.
func (l *live) spectatorsAlone() int {
	n := len(l.watchers)
	first, second := l.state.Seats[0].Who, l.state.Seats[1].Who
	if first != "" {
		n -= l.present[first]
	}
	if second != "" && second != first {
		n -= l.present[second]
	}
	return n
}

// crowdTime is how often the number of spectators is told at most: were it told at
// once, a crowd that comes would cost each of its members a message for each other.
const crowdTime = time.Second

// count sees to it that the number of spectators is told before long.
func (l *live) count() {
	if l.gone || l.broken != nil || l.crowd != nil || l.spectators() == l.told {
		return
	}
	l.crowd = time.AfterFunc(crowdTime, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.crowd == nil || l.gone || l.broken != nil {
			return // put to sleep in between
		}
		l.crowd = nil
		if l.spectators() != l.told {
			l.tellPresence(l.here())
		}
	})
}

// table returns the table as an identity sees it.
func (l *live) table(who string) *Table {
	t := l.state.Wire(l.hall.now())
	t.ID, t.Created, t.Watching = l.id, l.created.UnixMilli(), l.spectators()
	here := l.here()
	for side := range t.Seats {
		t.Seats[side].Here = here[side]
		if l.state.Holds(who, kibaho.Side(side)) {
			t.You = append(t.You, side)
		}
	}
	return t
}

// look returns the table as an identity sees it, if it may.
func (l *live) look(who string) (*Table, error) {
	asked := time.Now()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.gone || l.broken != nil {
		return nil, errAsleep
	}
	if err := l.current(asked); err != nil {
		return nil, err
	}
	switch {
	case !l.state.Visible(who):
		return nil, errMissing
	}
	l.used = l.hall.now()
	return l.table(who), nil
}

// tell sends an event to all who watch, with what was seen from the position
// before and the number of decisions that had been made.
func (l *live) tell(e Event, before games.Position, decisions int) {
	if l.more != nil {
		close(l.more)
		l.more = nil
	}
	if len(l.watchers) == 0 {
		return
	}
	if e.Kind == Join { // somebody sits down: he sees another table than before
		for w := range l.watchers {
			if !l.state.Visible(w.who) { // a private table closes its door
				w.drop()
				l.leave(w)
			}
		}
		spectators := encode(Message{Type: "table", Table: l.table("")})
		for w := range l.watchers {
			if l.state.Holds(w.who, kibaho.First) || l.state.Holds(w.who, kibaho.Second) {
				w.send(encode(Message{Type: "table", Table: l.table(w.who)}))
			} else {
				w.send(spectators)
			}
		}
		return
	}
	m := Message{Type: "event", Event: wireEvent(e), Status: l.state.status(l.hall.now())}
	switch e.Kind {
	case Play:
		for i, ply := range l.state.game.Plies()[decisions:] {
			if i > 0 {
				before = l.state.game.Before(decisions + i)
			}
			m.Seen = append(m.Seen, wireSeen(before.Trace(ply.Move))...)
		}
		m.View = l.state.view()
	case Takeback, Agree, Resign, Claim, Flag, Abort:
		m.View = l.state.view()
	}
	l.broadcast(encode(m))
}

// broadcast sends a message to all who watch. Those who are too slow are let go.
func (l *live) broadcast(b []byte) {
	for w := range l.watchers {
		if !w.send(b) {
			l.hall.meters.slow.Inc()
		}
	}
}

// lag notes how long a message to a player and back takes.
func (l *live) lag(who string, rtt time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for side := range l.lags {
		if l.state.Holds(who, kibaho.Side(side)) {
			if l.lags[side] == 0 {
				l.lags[side] = rtt
			}
			l.lags[side] = (3*l.lags[side] + rtt) / 4
		}
	}
}

// since returns the events after number n. If there are none it returns a
// channel that is closed when there are more.
func (l *live) since(who string, n int) ([]*TableEvent, <-chan struct{}, error) {
	asked := time.Now()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.gone || l.broken != nil {
		return nil, nil, errAsleep
	}
	if err := l.current(asked); err != nil {
		return nil, nil, err
	}
	switch {
	case !l.state.Visible(who):
		return nil, nil, errMissing
	}
	l.used = l.hall.now()
	events := []*TableEvent{}
	for _, e := range l.state.Events[min(max(n, 0), len(l.state.Events)):] {
		events = append(events, wireEvent(e))
	}
	if l.more == nil {
		l.more = make(chan struct{})
	}
	return events, l.more, nil
}

func encode(m Message) []byte {
	b, err := json.Marshal(m)
	if err != nil {
		panic(err) // the types hold nothing that cannot be encoded
	}
	return b
}
