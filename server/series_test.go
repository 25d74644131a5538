package server

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"kibaho"
)

// end lets a game end as if it had been played.
func (s *sitting) end(o kibaho.Outcome) {
	s.t.Helper()
	switch o {
	case kibaho.Draw:
		s.must(Command{Kind: Offer, Who: "a"})
		s.must(Command{Kind: Agree, Who: "b"})
	default:
		loser := s.Seats[kibaho.First].Who
		if o == kibaho.FirstWins {
			loser = s.Seats[kibaho.Second].Who
		}
		s.must(Command{Kind: Resign, Who: loser})
	}
}

// follow goes on to the next game of the series.
func (s *sitting) follow() *sitting {
	s.t.Helper()
	next, err := s.Follow(7)
	if err != nil {
		s.t.Fatal(err)
	}
	state, err := NewState(next)
	if err != nil {
		s.t.Fatal(err)
	}
	state.At = s.now
	return &sitting{state, s.t, s.now}
}

// TestLeads: who leads the next game, by the custom of the match (M1).
func TestLeads(t *testing.T) {
	for _, tt := range []struct {
		leads    string
		outcomes []kibaho.Outcome
		want     string // who leads each game
	}{
		{"winner", []kibaho.Outcome{kibaho.FirstWins, kibaho.SecondWins, kibaho.Draw, kibaho.SecondWins}, "a a b b a"},
		{"loser", []kibaho.Outcome{kibaho.FirstWins, kibaho.SecondWins, kibaho.Draw, kibaho.FirstWins}, "a b b b a"},
		{"alternate", []kibaho.Outcome{kibaho.FirstWins, kibaho.FirstWins, kibaho.Draw}, "a b a b"},
	} {
		s := sit(t, Setup{Game: "chuba", Set: []string{"leads=" + tt.leads}})
		got := []string{s.Seats[0].Who}
		for _, o := range tt.outcomes {
			s.end(o)
			s = s.follow()
			got = append(got, s.Seats[0].Who)
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s: %v, want %s", tt.leads, got, tt.want)
		}
		if n := len(s.Series.Outcomes); n != len(tt.outcomes) {
			t.Errorf("%s: %d games noted", tt.leads, n)
		}
	}
}

func TestScore(t *testing.T) {
	s := sit(t, Setup{Game: "chuba", Set: []string{"leads=alternate"}})
	s.end(kibaho.FirstWins) // a
	s = s.follow()          // b leads
	if got := s.Score(); got != [2]float64{0, 1} {
		t.Errorf("before game 2: %v", got)
	}
	s.end(kibaho.Draw)
	s = s.follow() // a leads
	if got := s.Score(); got != [2]float64{1.5, 0.5} {
		t.Errorf("before game 3: %v", got)
	}
}

// TestMatchLength: after the last game another match begins, led by the other.
func TestMatchLength(t *testing.T) {
	s := sit(t, Setup{Game: "chuba", Set: []string{"leads=alternate"}, Series: Series{Games: 2}})
	for range 2 {
		s.end(kibaho.FirstWins)
		s = s.follow()
	}
	if len(s.Series.Outcomes) != 0 || s.Seats[0].Who != "b" || s.Series.Games != 2 {
		t.Errorf("another match: %+v led by %s", s.Series, s.Seats[0].Who)
	}
}

// TestOpenings: each drawn opening is played twice, with sides changed, and none
// comes again for the same pair (DR9, DR10).
func TestOpenings(t *testing.T) {
	setup := Setup{Game: "draughts", Set: []string{"openings=two-move"}, Series: Series{Seed: 3, Used: []string{}}}
	s := sit(t, setup)
	opening, err := s.State.Opening()
	if err != nil {
		t.Fatal(err)
	}
	setup.Opening = opening
	s = sit(t, setup)
	var drawn []string
	for game := range 12 {
		name := strings.Join(s.Setup.Opening, " ")
		if len(s.Setup.Opening) != 2 || s.opening != 2 {
			t.Fatalf("game %d begins with %q", game+1, name)
		}
		if game%2 == 1 {
			if name != drawn[len(drawn)-1] || s.Seats[0].Who != "b" {
				t.Errorf("game %d: %q led by %s, want %q by b", game+1, name, s.Seats[0].Who, drawn[len(drawn)-1])
			}
		} else {
			if slices.Contains(drawn, name) {
				t.Errorf("game %d: %q comes again", game+1, name)
			}
			drawn = append(drawn, name)
		}
		if _, err := s.try(Command{Kind: Ask, Who: "a"}); err == nil {
			t.Error("an opening is not taken back")
		}
		s.end(kibaho.FirstWins)
		s = s.follow()
	}
	used, err := s.used()
	if err != nil || len(used) != 7 {
		t.Errorf("used %d openings, %v, want 7", len(used), err)
	}
	// Whoever has had all but one draws that one.
	g, settings, err := s.seriesSettings()
	if err != nil {
		t.Fatal(err)
	}
	all := g.Openings(settings)
	last := Series{Seed: 9}
	for _, o := range all[1:] {
		last.Used = append(last.Used, strings.Join(o, " "))
	}
	pairing, _, err := last.pairing(g, settings)
	if err != nil || fmt.Sprint(pairing.Opening) != fmt.Sprint(all[0]) {
		t.Errorf("drew %v, %v, want %v", pairing.Opening, err, all[0])
	}
}

// TestPenalty: the loser of a game owes a véla next, and again if he is beaten in
// it; then the ordinary games go on (FA16).
func TestPenalty(t *testing.T) {
	s := sit(t, Setup{Game: "fanorona", Set: []string{"penalty=vela"}})
	for n, tt := range []struct {
		winner  string
		penalty bool
	}{{"a", true}, {"a", true}, {"b", false}, {"b", true}} {
		o := kibaho.FirstWins
		if s.Seats[kibaho.Second].Who == tt.winner {
			o = kibaho.SecondWins
		}
		s.end(o)
		s.again()
		s = s.follow()
		if vela := strings.Contains(s.start.String(), "gives="); s.Series.Penalty != tt.penalty || vela != tt.penalty {
			t.Errorf("game %d: penalty %v from %s, want %v", n+2, s.Series.Penalty, s.start, tt.penalty)
		}
		if tt.penalty && s.Seats[0].Who != tt.winner {
			t.Errorf("game %d: the victor gives and plays White", n+2)
		}
		if _, settings, err := s.seriesSettings(); err != nil || settings.Value("penalty") != "vela" || settings.Value("vela") != "no" {
			t.Errorf("game %d: the settings of the match are %v, %v", n+2, settings, err)
		}
	}
}
