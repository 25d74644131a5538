package play

import (
	"testing"

	"kibaho"
	"kibaho/games"
)

// TestResume goes on with a match where another has stopped: the score, the
// leader of the next game (M1) and the second half of an opening (DR10).
func TestResume(t *testing.T) {
	g, err := games.Find("draughts")
	if err != nil {
		t.Fatal(err)
	}
	s, err := g.Facts().Settings("", "openings=two-move")
	if err != nil {
		t.Fatal(err)
	}
	players := [2]string{"Ada", "Ben"}
	first, err := NewMatch(g, s, players, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	r := kibaho.NewRand(4)
	begun, err := first.Next(r)
	if err != nil {
		t.Fatal(err)
	}

	second, err := NewMatch(g, s, players, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	second.Resume(nil, begun)
	if err := second.Record(kibaho.FirstWins); err != nil {
		t.Fatal(err)
	}
	if got, want := second.Score(), [2]float64{0, 1}; got != want {
		t.Errorf("score %v, want %v: Ben led and won", got, want)
	}
	next, err := second.Next(r)
	if err != nil {
		t.Fatal(err)
	}
	if next.Leader != 0 || len(next.Opening) != 2 || next.Opening[0] != begun.Opening[0] || next.Opening[1] != begun.Opening[1] {
		t.Errorf("next is %+v, want Ada to lead %v", next, begun.Opening)
	}

	third, err := NewMatch(g, s, players, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	third.Resume(second.Played(), next)
	if got, want := third.Score(), [2]float64{0, 1}; got != want {
		t.Errorf("resumed after a game: score %v, want %v", got, want)
	}
}
