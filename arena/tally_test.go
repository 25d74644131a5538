package arena

import (
	"math"
	"testing"

	"kibaho"
)

// TestElo checks against values worked out by hand: 400·log10 of the odds.
func TestElo(t *testing.T) {
	for _, tt := range []struct{ score, want float64 }{
		{0.5, 0},
		{0.75, 190.848501887865}, // 400·log10(3)
		{0.25, -190.848501887865},
		{10.0 / 11, 400},
	} {
		if got := Elo(tt.score); math.Abs(got-tt.want) > 1e-9 {
			t.Errorf("Elo(%g) = %g, want %g", tt.score, got, tt.want)
		}
		if got := expected(tt.want); math.Abs(got-tt.score) > 1e-12 {
			t.Errorf("expected(%g) = %g, want %g", tt.want, got, tt.score)
		}
	}
}

func TestInterval(t *testing.T) {
	for _, tt := range []struct {
		name      string
		t         Tally
		low, high float64
	}{
		{"nothing played", Tally{}, 0, 1},
		// Wilson's interval for 10 of 10 at z = 1.959964: from n/(n+z²).
		{"all won", Tally{Wins: 10, Pairs: [5]int{4: 5}}, 10 / (10 + 3.841459), 1},
		{"all lost", Tally{Losses: 10, Pairs: [5]int{0: 5}}, 0, 3.841459 / (10 + 3.841459)},
		// Two pairs of 1 and 0 points: mean 0.5, variance 0.5, error 1.96·√(0.5/2) = 0.98.
		{"two pairs", Tally{Wins: 2, Losses: 2, Pairs: [5]int{0: 1, 4: 1}}, 0, 1},
		// 100 pairs, half of them 1½ points, half ½: mean 0.5, variance 100/99·(1/4)².
		{"many pairs", Tally{Wins: 50, Draws: 100, Losses: 50, Pairs: [5]int{1: 50, 3: 50}}, 0.5 - 1.959964*0.25/math.Sqrt(99), 0.5 + 1.959964*0.25/math.Sqrt(99)},
	} {
		low, high := tt.t.Interval()
		if math.Abs(low-tt.low) > 1e-6 || math.Abs(high-tt.high) > 1e-6 {
			t.Errorf("%s: %.6f..%.6f, want %.6f..%.6f", tt.name, low, high, tt.low, tt.high)
		}
	}
}

// TestLLR compares the ratio with the normal approximation, which holds for many
// games and hypotheses close to each other: n·(s1-s0)·(2·mean-s0-s1)/(2·variance).
func TestLLR(t *testing.T) {
	for _, pairs := range [][5]int{
		{100, 400, 1000, 450, 110}, {10, 80, 300, 70, 12}, {200, 10, 300, 10, 260},
	} {
		test := SPRT{Elo0: -2, Elo1: 3}
		var n, mean, variance float64
		for i, c := range pairs {
			n += float64(c)
			mean += float64(c) * float64(i) / 4
		}
		mean /= n
		for i, c := range pairs {
			d := float64(i)/4 - mean
			variance += float64(c) * d * d / n
		}
		s0, s1 := expected(-2), expected(3)
		want := n * (s1 - s0) * (2*mean - s0 - s1) / (2 * variance)
		got := test.LLR(Tally{Pairs: pairs})
		if math.Abs(got-want) > 0.03*math.Abs(want)+0.01 {
			t.Errorf("%v: LLR %.4f, about %.4f expected", pairs, got, want)
		}
		// The same seen from the other side.
		mirror := [5]int{pairs[4], pairs[3], pairs[2], pairs[1], pairs[0]}
		if back := (SPRT{Elo0: -3, Elo1: 2}).LLR(Tally{Pairs: mirror}); math.Abs(back+got) > 1e-6 {
			t.Errorf("%v: LLR %.6f, mirrored %.6f", pairs, got, back)
		}
	}
}

func TestVerdict(t *testing.T) {
	s := SPRT{0, 50}
	if got := s.Verdict(s.LLR(Tally{})); got != 0 {
		t.Errorf("nothing played decides %d", got)
	}
	if got := s.Verdict(s.LLR(Tally{Pairs: [5]int{4: 3}})); got != 0 {
		t.Errorf("three won pairs decide %d", got)
	}
	if got := s.Verdict(s.LLR(Tally{Pairs: [5]int{10, 40, 100, 90, 60}})); got != 1 {
		t.Errorf("a match clearly won decides %d", got)
	}
	if got := s.Verdict(s.LLR(Tally{Pairs: [5]int{60, 90, 100, 40, 10}})); got != -1 {
		t.Errorf("a match clearly lost decides %d", got)
	}
}

// TestSteepness finds the constant that scores were made with.
func TestSteepness(t *testing.T) {
	const k = 150.0
	r := kibaho.NewRand(1)
	var samples []sample
	for range 20_000 {
		score := float64(r.N(1200) - 600)
		points := 0.0
		if float64(r.N(1_000_000))/1_000_000 < 1/(1+math.Exp(-score/k)) {
			points = 1
		}
		samples = append(samples, sample{score, points})
	}
	if got := steepness(samples); math.Abs(got-k) > 6 {
		t.Errorf("got %.1f, want about %.0f", got, k)
	}
	if got := steepness(nil); got != 0 {
		t.Errorf("nothing to fit gives %g", got)
	}
}
