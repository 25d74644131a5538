package chuba

import (
	"strings"
	"testing"

	"kibaho"
)

// wander plays a random game by Moves and Play, keeping whole positions: the
// plain twin of playout.
func wander(p Position, r *kibaho.Rand, l kibaho.Limits) (res kibaho.Result) {
	past := map[Position]int{p: 1} // since the last capture
	quiet := 0
	var moves []Move
	for ; res.Plies < maxPlies; res.Plies++ {
		moves = p.Moves(moves[:0])
		if len(moves) == 0 {
			res.Outcome = p.Outcome()
			return res
		}
		if l.Quiet > 0 && quiet >= l.Quiet || res.Plies > 0 && l.Repetition > 0 && past[p] >= l.Repetition {
			res.Outcome = kibaho.Draw
			return res
		}
		m := moves[r.N(len(moves))]
		_, laps := seen(Game.Trace(&p, m))
		res.Longest = max(res.Longest, laps)
		quiet++
		if !Game.Quiet(&p, m) {
			quiet = 0
			clear(past)
		}
		p.Play(m)
		past[p]++
	}
	return res
}

// TestPlayout compares random games with those played by moves from the same
// random numbers: outcome, plies and laps are the same, under all options (M3,
// M4).
func TestPlayout(t *testing.T) {
	games := 4
	if *long {
		games = 300
	}
	var outcomes [4]int
	for _, setting := range everything() {
		words := strings.Fields(setting)
		s := settings(t, words[0], words[1:]...)
		p, err := Game.Start(s)
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(games) {
			l := s.Limits()
			switch seed % 4 {
			case 1:
				l.Quiet = 3
			case 2:
				l.Repetition, l.Quiet = 2, 0
			case 3:
				l.Quiet = 30
			}
			got, want := Game.Playout(&p, kibaho.NewRand(seed), l), wander(p, kibaho.NewRand(seed), l)
			if got != want {
				t.Fatalf("%s, seed %d: %+v, by moves %+v", setting, seed, got, want)
			}
			outcomes[got.Outcome]++
		}
	}
	if outcomes[kibaho.Ongoing] != 0 || outcomes[kibaho.FirstWins] == 0 || outcomes[kibaho.SecondWins] == 0 || outcomes[kibaho.Draw] == 0 {
		t.Errorf("outcomes %v", outcomes)
	}
}

func TestPlayoutAllocatesNothing(t *testing.T) {
	s := settings(t, "chuba")
	p, _ := Game.Start(s)
	r := kibaho.NewRand(1)
	if n := testing.AllocsPerRun(50, func() { Game.Playout(&p, r, s.Limits()) }); n != 0 {
		t.Errorf("playout allocates %g times", n)
	}
	if n := testing.AllocsPerRun(5, func() { Game.Perft(&p, 2) }); n != 0 {
		t.Errorf("perft allocates %g times", n)
	}
	if n := testing.AllocsPerRun(50, func() { Game.Eval(&p) }); n != 0 {
		t.Errorf("eval allocates %g times", n)
	}
}
