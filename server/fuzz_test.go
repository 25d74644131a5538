package server

import (
	"encoding/json"
	"testing"
	"time"

	"kibaho"
	"kibaho/store"
)

// FuzzCommands: whatever is commanded, what is decided can be applied, and the
// events fold to the same table again.
func FuzzCommands(f *testing.F) {
	f.Add(uint8(0), []byte{1, 1, 1, 1, 2, 9, 1, 5, 1, 1, 10, 12, 1, 3, 3})
	f.Add(uint8(1), []byte{1, 1, 1, 8, 10, 1, 1, 1, 8, 11})
	f.Add(uint8(2), []byte{0, 6, 13, 13})
	f.Add(uint8(3), []byte{1, 1, 2, 2, 14})
	kinds := []Kind{Join, Play, Offer, Decline, Agree, Resign, Claim, Abort, Ask, Refuse, Takeback, Ready, Play, Play, Play, "dance"}
	names := []string{"chuba", "igisoro", "fanorona", "draughts"}
	f.Fuzz(func(t *testing.T, game uint8, data []byte) {
		if len(data) > 200 {
			return
		}
		setup := Setup{Game: names[game%4], Control: []string{"", "1+2", "0+3", "1d", "1+2x5"}[game/4%5], Visibility: Public}
		s := sit(t, setup)
		for i, b := range data {
			s.now = s.now.Add(time.Duration(b) * 37 * time.Millisecond)
			c := Command{Kind: kinds[b%16], Who: []string{"a", "b", "a", "c"}[b>>4&3], Key: []string{"", "k"}[b>>6&1], Lag: time.Duration(b) * time.Millisecond}
			if c.Kind == Play {
				if moves := s.game.Position().Moves(); len(moves) > 0 && b < 250 {
					c.Text = moves[i*int(b)%len(moves)].Text
				} else {
					c.Text = string(data[:i])
				}
				if b < 128 {
					c.Who = s.Seats[s.Turn()].Who
				}
			}
			if s.Asked != nil {
				c.Turn = s.Asked.Turn
			}
			if b == 255 {
				second := kibaho.Second
				c.Side = &second
			}
			_, _ = s.try(c)
		}
		s.again()
		if !s.Over() {
			return
		}
		if _, err := s.Follow(1); err != nil {
			t.Errorf("no next game: %v", err)
		}
	})
}

// FuzzKept: whatever stands in the database, reading it is an error or a table,
// and no panic.
func FuzzKept(f *testing.F) {
	f.Add(`{"game":"draughts","seats":[{"who":"a"},{"who":"b"}]}`, `{"kind":"move","text":"11-15"}`, `{"kind":"takeback","side":1}`)
	f.Add(`{"game":"chuba","control":"5+3"}`, `{"kind":"join","opening":["d"]}`, `{"kind":"restart","stopped":-5}`)
	f.Fuzz(func(t *testing.T, setup, first, second string) {
		kept := store.Game{Setup: []byte(setup), Created: noon}
		events := []store.Event{{Seq: 1, At: noon, Data: []byte(first)}, {Seq: 2, At: noon.Add(time.Second), Data: []byte(second)}}
		s, err := restore(kept, events)
		if err != nil {
			return
		}
		if _, err := json.Marshal(s.Wire(noon)); err != nil {
			t.Error(err)
		}
	})
}
