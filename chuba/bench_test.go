package chuba

import (
	"testing"

	"kibaho"
)

func BenchmarkPerft(b *testing.B) {
	p, _ := Game.Start(settings(b, "chuba"))
	for b.Loop() {
		if got, want := Game.Perft(&p, 3), uint64(114067); got != want {
			b.Fatalf("perft 3 = %d, want %d", got, want)
		}
	}
	b.ReportMetric(114067*float64(b.N)/b.Elapsed().Seconds(), "leaves/s")
}

func BenchmarkMoves(b *testing.B) {
	p, _ := Game.Start(settings(b, "chuba"))
	var moves []Move
	for b.Loop() {
		if moves = p.Moves(moves[:0]); len(moves) != 81 {
			b.Fatalf("%d moves, want 81", len(moves))
		}
	}
}

func BenchmarkPlay(b *testing.B) {
	start := position(b, settings(b, "chuba"), chubaStart)
	m, _ := find(&start, "e+A") // ten laps
	var p Position
	for b.Loop() {
		p = start
		p.Play(m)
	}
	if got, want := Game.Write(&p), "0,1,1,1,1,1,0,1,1,1,1/0,2,2,2,2,2,0,2,2,1,0/1,0,3,3,0,3,1,3,3,0,3/0,2,0,2,0,2,0,2,0,2,0 N LMNOQRSTU -"; got != want {
		b.Errorf("got %s, want %s", got, want)
	}
}

func BenchmarkPlayout(b *testing.B) {
	for _, variant := range []string{"chuba", "tschuba"} {
		b.Run(variant, func(b *testing.B) {
			s := settings(b, variant)
			p, _ := Game.Start(s)
			first := Game.Playout(&p, kibaho.NewRand(1), s.Limits())
			if want := wander(s, Game.Write(&p), kibaho.NewRand(1), s.Limits()); first != want {
				b.Fatalf("%+v, plainly %+v", first, want)
			}
			r, plies := kibaho.NewRand(2), 0
			for b.Loop() {
				plies += Game.Playout(&p, r, s.Limits()).Plies
			}
			b.ReportMetric(float64(plies)/float64(b.N), "plies/game")
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
		})
	}
}
