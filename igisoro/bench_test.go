package igisoro

import (
	"testing"

	"kibaho"
)

// benchPlies plays 200 games from one seed and adds up their plies. Stroll, which
// shares no loop with rush, must come to the same.
func benchPlies(p *Position, play func(*Position, *kibaho.Rand, kibaho.Limits) kibaho.Result) (plies int) {
	r := kibaho.NewRand(1)
	for range 200 {
		plies += play(p, r, kibaho.Limits{Repetition: 3}).Plies
	}
	return plies
}

func BenchmarkPlayout(b *testing.B) {
	for _, v := range Game.Variants {
		b.Run(v.Name, func(b *testing.B) {
			p := position(b, v.Name, "")
			want, got := benchPlies(&p, stroll), 0
			for b.Loop() {
				got = benchPlies(&p, playout)
			}
			if got != want {
				b.Fatalf("200 games of %d plies in all, want %d", got, want)
			}
			b.ReportMetric(200*float64(b.N)/b.Elapsed().Seconds(), "games/s")
		})
	}
}

func BenchmarkPerft(b *testing.B) {
	for _, x := range []struct {
		variant string
		depth   int
		want    uint64 // from testdata/perft.json
	}{{"igisoro", 5, 34236}, {"compulsory", 6, 224002}, {"one-way-compulsory", 6, 137779}} {
		b.Run(x.variant, func(b *testing.B) {
			p := position(b, x.variant, "")
			for b.Loop() {
				if got := perft(&p, x.depth); got != x.want {
					b.Fatalf("perft %d = %d, want %d", x.depth, got, x.want)
				}
			}
			b.ReportMetric(float64(x.want)*float64(b.N)/b.Elapsed().Seconds(), "turns/s")
		})
	}
}

// BenchmarkWalk is what a search does: list the decisions and make each.
func BenchmarkWalk(b *testing.B) {
	var walk func(p *Position, depth int) int
	walk = func(p *Position, depth int) int {
		if depth == 0 {
			return 1
		}
		var room [32]Move
		n := 0
		for _, m := range p.Moves(room[:0]) {
			q := *p
			q.Play(m)
			n += walk(&q, depth-1)
		}
		return n
	}
	for _, variant := range []string{"igisoro", "compulsory"} {
		b.Run(variant, func(b *testing.B) {
			p := position(b, variant, "")
			n := 0
			for b.Loop() {
				n += walk(&p, 5)
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "leaves/s")
		})
	}
}
