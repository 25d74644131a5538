package igisoro

import (
	"testing"

	"kibaho"
)

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
