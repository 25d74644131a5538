package server

import (
	"encoding/json"

	"github.com/nats-io/nats.go"
)

// word is what processes tell each other, as JSON.
type word struct {
	From  string `json:"from"`
	ID    string `json:"id,omitempty"`  // of a table
	Seq   int    `json:"seq,omitempty"` // of the event; 0: the table was made
	At    int64  `json:"at,omitempty"`
	Event *Event `json:"event,omitempty"`

	// What is told of the table in lists.
	Entry   *Entry    `json:"entry,omitempty"`
	Who     [2]string `json:"who,omitzero"`
	Private bool      `json:"private,omitempty"`
	Falls   int64     `json:"falls,omitempty"`
	Engine  bool      `json:"engine,omitempty"`

	// Who watches the table at the process.
	Ask      bool     `json:"ask,omitempty"` // the others shall say it too
	Here     *[2]bool `json:"here,omitempty"`
	Watching int      `json:"watching,omitempty"`
	Said     uint64   `json:"said,omitempty"` // the number of the word, later ones have greater
}

// say tells the others a word under a subject.
func (p *peers) say(subject string, w *word) {
	if p.conn == nil {
		return
	}
	if w == nil {
		w = &word{}
	}
	w.From = p.me
	b, err := json.Marshal(w)
	if err != nil {
		panic(err) // the types hold nothing that cannot be encoded
	}
	if err := p.conn.Publish(p.club+"."+subject, b); err != nil {
		p.hall.log.Warn("bus", "error", err)
	}
}

// listen hears what the others say until stop is called.
func (p *peers) listen() (stop func()) {
	if p.conn == nil {
		return func() {}
	}
	var subs []*nats.Subscription
	for subject, f := range map[string]func(word){"table.*": p.happened, "here.*": p.attended, "life": func(word) { p.soon() }} {
		sub, err := p.conn.Subscribe(p.club+"."+subject, func(m *nats.Msg) {
			var w word
			if err := json.Unmarshal(m.Data, &w); err != nil {
				p.hall.log.Warn("bus", "subject", m.Subject, "error", err)
				return
			}
			if w.From != p.me {
				f(w)
			}
		})
		if err != nil {
			p.hall.log.Error("bus", "error", err)
			continue
		}
		subs = append(subs, sub)
	}
	return func() {
		for _, sub := range subs {
			_ = sub.Unsubscribe()
		}
	}
}
