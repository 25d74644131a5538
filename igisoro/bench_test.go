package igisoro

import (
	"testing"

	"kibaho"
)

func position(t testing.TB, variant, text string, set ...string) Position {
	t.Helper()
	s, err := Game.Settings(variant, set...)
	if err != nil {
		t.Fatal(err)
	}
	if text == "" {
		p, err := Game.Start(s)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	p, _, err := Game.Read(s, text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func BenchmarkPlayout(b *testing.B) {
	for _, v := range Game.Variants {
		b.Run(v.Name, func(b *testing.B) {
			p := position(b, v.Name, "")
			r := kibaho.NewRand(1)
			plies, games := 0, 0
			for b.Loop() {
				res := playout(&p, r, kibaho.Limits{Repetition: 3})
				plies += res.Plies
				games++
			}
			b.ReportMetric(float64(games)/b.Elapsed().Seconds(), "games/s")
			b.ReportMetric(float64(plies)/float64(games), "plies/game")
		})
	}
}
