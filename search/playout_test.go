package search

import (
	"math"
	"testing"

	"kibaho"
)

func TestPlayoutsThreads(t *testing.T) {
	g := Games[grab, grabMove]{Seed: 3, Limits: kibaho.Limits{Repetition: 3, Quiet: 40}, Quiet: grabQuiet}
	var want Summary
	for _, n := range []int{1, 2, 7} {
		g.Threads = n
		got, err := Playouts(ctx, grabs[2], 500, g)
		if err != nil || got.Elapsed <= 0 {
			t.Fatal(got, err)
		}
		got.Elapsed = 0
		if n == 1 {
			want = got
		}
		if got != want {
			t.Errorf("%d threads: %+v, want %+v", n, got, want)
		}
	}
	if want.Games != 500 || want.Outcomes[kibaho.Ongoing] != 0 || want.LongestTurn < 2 {
		t.Errorf("%+v", want)
	}
}

// Random noughts and crosses: the first side wins 737/1260 of the games, the
// second 121/420, by counting all games by their probability.
func TestPlayoutsOxo(t *testing.T) {
	const n = 20_000
	got, err := Playouts(ctx, oxo{}, n, Games[oxo, uint8]{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for o, want := range map[kibaho.Outcome]float64{kibaho.FirstWins: 737. / 1260, kibaho.SecondWins: 121. / 420, kibaho.Draw: 8. / 63} {
		if f := float64(got.Outcomes[o]) / n; math.Abs(f-want) > 6*math.Sqrt(want*(1-want)/n) {
			t.Errorf("%v: %.4f, want about %.4f", o, f, want)
		}
	}
	if got.LongestGame != 9 || got.LongestTurn != 1 {
		t.Errorf("longest game %d, turn %d, want 9 and 1", got.LongestGame, got.LongestTurn)
	}
}

func TestPlayoutsSeed(t *testing.T) {
	a, _ := Playouts(ctx, grabs[2], 50, Games[grab, grabMove]{Seed: 1, Limits: kibaho.Limits{Repetition: 3}})
	b, _ := Playouts(ctx, grabs[2], 50, Games[grab, grabMove]{Seed: 2, Limits: kibaho.Limits{Repetition: 3}})
	a.Elapsed, b.Elapsed = 0, 0
	if a == b {
		t.Errorf("two seeds give the same games: %+v", a)
	}
}

// shuttle is a game without an end: a man goes to and fro between two cells for
// each side. Its positions come back every four plies.
type shuttle struct{ at uint8 }

func (p *shuttle) Turn() kibaho.Side         { return kibaho.Side(p.at & 1) }
func (p *shuttle) MidTurn() bool             { return false }
func (p *shuttle) Hash() uint64              { return kibaho.Mix(9, uint64(p.at)) }
func (p *shuttle) Play(uint8)                { p.at = (p.at + 1) & 3 }
func (p *shuttle) Outcome() kibaho.Outcome   { return kibaho.Ongoing }
func (p *shuttle) Moves(dst []uint8) []uint8 { return append(dst, 0) }

func TestPlayoutLimits(t *testing.T) {
	quiet := func(*shuttle, uint8) bool { return true }
	for _, c := range []struct {
		limits kibaho.Limits
		quiet  func(*shuttle, uint8) bool
		plies  int
		want   kibaho.Outcome

		reversible bool
	}{
		{kibaho.Limits{Repetition: 3}, quiet, 8, kibaho.Draw, false},
		{kibaho.Limits{Repetition: 2}, nil, 4, kibaho.Draw, false},
		{kibaho.Limits{Repetition: 3, Quiet: 7}, quiet, 7, kibaho.Draw, false},
		{kibaho.Limits{Quiet: 7}, quiet, 7, kibaho.Draw, false},
		{kibaho.Limits{Quiet: 7}, nil, 1000, kibaho.Ongoing, false},
		{kibaho.Limits{Repetition: 3}, func(p *shuttle, _ uint8) bool { return p.at != 3 }, 1000, kibaho.Ongoing, false},
		{kibaho.Limits{Repetition: 3}, func(p *shuttle, _ uint8) bool { return p.at != 3 }, 8, kibaho.Draw, true},
		{kibaho.Limits{}, quiet, 1000, kibaho.Ongoing, false},
	} {
		p := NewPlayer[shuttle, uint8](Games[shuttle, uint8]{Limits: c.limits, Quiet: c.quiet, Reversible: c.reversible, MaxPlies: 1000})
		got, ok := p.Play(ctx, shuttle{}, kibaho.NewRand(1))
		if !ok || got.Plies != c.plies || got.Outcome != c.want {
			t.Errorf("%+v: %+v, want %d plies, %q", c.limits, got, c.plies, c.want)
		}
	}
}

func TestPlayoutsOwn(t *testing.T) {
	got, err := Playouts(ctx, nim{left: 9}, 100, Games[nim, uint8]{
		Playout: func(p *nim, r *kibaho.Rand, l kibaho.Limits) kibaho.Result {
			return kibaho.Result{Outcome: kibaho.Draw, Plies: int(p.left), Longest: 5}
		},
	})
	if err != nil || got.Outcomes[kibaho.Draw] != 100 || got.Plies != 900 || got.LongestTurn != 5 {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestPlayerAllocations(t *testing.T) {
	p := NewPlayer[grab, grabMove](Games[grab, grabMove]{Limits: kibaho.Limits{Repetition: 3, Quiet: 60}, Quiet: grabQuiet})
	r := kibaho.NewRand(1)
	if n := testing.AllocsPerRun(50, func() { p.Play(ctx, grabs[2], r) }); n != 0 {
		t.Errorf("%g allocations a game", n)
	}
}
