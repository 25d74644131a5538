package draughts

import (
	"testing"

	"kibaho"
)

// Nodes a second of the bulk count.
func BenchmarkPerft(b *testing.B) {
	const depth, want = 9, 3963680
	p, err := Start(english)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if got := Perft(&p, depth); got != want {
			b.Fatalf("%d, want %d", got, want)
		}
	}
	b.ReportMetric(want*float64(b.N)/b.Elapsed().Seconds(), "leaves/s")
}

// The same with claims, by lists of moves.
func BenchmarkPerftHuffing(b *testing.B) {
	p, err := Start(huffing)
	if err != nil {
		b.Fatal(err)
	}
	const depth = 6
	b.ReportAllocs()
	var n uint64
	for b.Loop() {
		n = Perft(&p, depth)
	}
	b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "leaves/s")
	if want := walk(&p, depth, false); n != want {
		b.Errorf("%d, want %d", n, want)
	}
}

// Random games from the start, draws taken. The first thousand are the games of
// the plain twin.
func BenchmarkPlayout(b *testing.B) {
	p, err := Start(english)
	if err != nil {
		b.Fatal(err)
	}
	l := english.Limits()
	fast, plain := kibaho.NewRand(1), kibaho.NewRand(1)
	for range 1000 {
		if got, want := Playout(&p, fast, l), plainPlayout(p, plain, l); got != want {
			b.Fatalf("%+v, want %+v", got, want)
		}
	}
	plies := 0
	b.ReportAllocs()
	for b.Loop() {
		plies += Playout(&p, fast, l).Plies
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
	b.ReportMetric(float64(plies)/float64(b.N), "plies/game")
}

// Lists of moves and the moves themselves, as a search makes them.
func BenchmarkMoves(b *testing.B) {
	p := read(b, english, "B:W18,19,21,23,24,26,29,30,31,32:B1,2,3,4,6,7,9,10,11,12")
	list := make([]Move, 0, 64)
	b.ReportAllocs()
	for b.Loop() {
		if list = p.Moves(list[:0]); len(list) != 10 {
			b.Fatalf("%d moves, want 10", len(list))
		}
		for _, m := range list {
			q := p
			q.Play(m)
		}
	}
}

// The estimate of a position with men and kings.
func BenchmarkEval(b *testing.B) {
	p := read(b, english, "W:WK3,5,11,21,22,25,26,29,30,32:B1,2,4,10,12,16,19,20,23,28")
	q := turned(&p)
	want := Eval(&q)
	for b.Loop() {
		if got := Eval(&p); got != want {
			b.Fatalf("%d, want %d", got, want)
		}
	}
}
