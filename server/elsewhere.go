package server

import (
	"slices"

	"kibaho"
)

// presence is who watches a table at another process.
type presence struct {
	here     [2]bool
	watching int
	said     uint64 // the number of the word that told it
}

// sayHere tells the other processes who watches the table here. With ask they
// shall say the same. The table's lock is held.
func (l *live) sayHere(ask bool) {
	p := l.hall.peers
	if p == nil || p.conn == nil {
		return
	}
	here := l.hereAlone()
	now := presence{here: here, watching: l.spectatorsAlone()}
	if !ask && now == l.said {
		return
	}
	l.said = now
	p.say("here."+l.id, &word{ID: l.id, Ask: ask, Here: &here, Watching: now.watching, Said: p.said.Add(1)})
}

// attended is told who watches a table at another process.
func (p *peers) attended(w word) {
	h := p.hall
	h.mu.Lock()
	l := h.awake[w.ID]
	h.mu.Unlock()
	if l == nil || w.Here == nil {
		return
	}
	p.work.spawn(func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.gone || l.broken != nil {
			return
		}
		// Words are taken up side by side: an older one may come last.
		if w.Said >= l.elsewhere[w.From].said {
			before := l.here()
			if l.elsewhere == nil {
				l.elsewhere = map[string]presence{}
			}
			l.elsewhere[w.From] = presence{*w.Here, w.Watching, w.Said}
			l.tellHere(before)
			l.count()
		}
		if w.Ask && len(l.watchers) > 0 {
			l.said = presence{}
			l.sayHere(false)
		}
	})
}

// forgetAbsent forgets who watched at processes that have ended.
func (l *live) forgetAbsent(living []string) {
	if l.gone || l.broken != nil {
		return
	}
	before := l.here()
	for who := range l.elsewhere {
		if !slices.Contains(living, who) {
			delete(l.elsewhere, who)
		}
	}
	l.tellHere(before)
	l.count()
}

// attends reports that who has a side is connected to this process.
func (l *live) attends(side kibaho.Side) bool {
	who := l.state.Seats[side].Who
	return who != "" && l.present[who] > 0
}
