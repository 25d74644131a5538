package train

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"kibaho"
	"kibaho/games"
)

// picks is a game to learn: the sides pick 0 or 1 in turn, and who
// picked more in the end wins.
type picks struct {
	sum  [2]int8
	left int8
	side kibaho.Side
}

func (p *picks) Turn() kibaho.Side { return p.side }
func (p *picks) MidTurn() bool     { return false }
func (p *picks) Hash() uint64 {
	return kibaho.Mix(1, uint64(p.sum[0])|uint64(p.sum[1])<<8|uint64(p.left)<<16|uint64(p.side)<<24)
}

func (p *picks) Play(m int8) {
	p.sum[p.side] += m
	p.left--
	p.side ^= 1
}

func (p *picks) Moves(dst []int8) []int8 {
	if p.left == 0 {
		return dst
	}
	return append(dst, 0, 1)
}

func (p *picks) Outcome() kibaho.Outcome {
	switch d := p.sum[0] - p.sum[1]; {
	case p.left > 0:
		return kibaho.Ongoing
	case d > 0:
		return kibaho.FirstWins
	case d < 0:
		return kibaho.SecondWins
	}
	return kibaho.Draw
}

func picksGame() *kibaho.Game[picks, int8] {
	return &kibaho.Game[picks, int8]{
		Facts: kibaho.Facts{
			Name:     "picks",
			Variants: []kibaho.Variant{{Name: "picks"}},
			Options:  []kibaho.Option{kibaho.RepetitionOption(), kibaho.QuietOption(0, "", "")},
		},
		Start:   func(kibaho.Settings) (picks, error) { return picks{left: 12}, nil },
		Quiet:   func(*picks, int8) bool { return false },
		Weights: []kibaho.Weight{{Name: "more", Value: -10, Step: 20}, {Name: "nothing", Value: 5, Step: 20}},
		Weighed: func(v []int) func(*picks) int {
			return func(p *picks) int { return v[0] * int(p.sum[p.side]-p.sum[p.side.Other()]) }
		},
	}
}

// A weight of the wrong sign is found to be wrong, whatever the number of threads,
// and in one go or after an interruption.
func TestTuneLearns(t *testing.T) {
	g := picksGame()
	s, err := g.Settings("")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "state")
	plan := Tuning{Steps: 30, Pairs: 3, Nodes: 12, MatchPairs: 10, MatchNodes: 12, Seed: 1, Threads: 1, Rate: 0.15}
	want, err := tune(t.Context(), &plan, g, s)
	if err != nil {
		t.Fatal(err)
	}
	if want.Weights[0].Value <= 0 || want.Tally.Score() <= 0.6 {
		t.Errorf("%+v", want)
	}

	// Stopped after some steps, and gone on with on three threads.
	ctx, cancel := context.WithCancel(t.Context())
	plan.File, plan.Threads = file, 3
	steps := 0
	plan.Progress = func(string) {
		if steps++; steps == 11 {
			cancel()
		}
	}
	if _, err := tune(ctx, &plan, g, s); !errors.Is(err, context.Canceled) {
		t.Fatalf("stopped with %v", err)
	}
	steps = -100
	got, err := tune(t.Context(), &plan, g, s)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("gone on: %+v, %v\nwant %+v", got, err, want)
	}
	if steps != -100+19 {
		t.Errorf("%d steps after the interruption, want 19", steps+100)
	}

	// Another plan does not go on from there, nor does one from rubbish.
	var refused *kibaho.InputError
	other := plan
	other.Seed = 2
	if _, err := tune(t.Context(), &other, g, s); !errors.As(err, &refused) {
		t.Errorf("another seed: %v", err)
	}
	if err := os.WriteFile(file, []byte(`{"now": [1]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := tune(t.Context(), &plan, g, s); !errors.As(err, &refused) {
		t.Errorf("rubbish: %v", err)
	}
}

// The games themselves can be tuned, with turns of several decisions too.
func TestTuneGames(t *testing.T) {
	plan := Tuning{Steps: 1, Pairs: 1, Nodes: 20, MatchPairs: 1, MatchNodes: 20, Threads: 1, Rate: 0.05}
	for _, name := range Tunable() {
		at := slices.IndexFunc(games.All, func(g games.Game) bool { return g.Facts().Name == name })
		s, err := games.All[at].Facts().Settings("")
		if err != nil {
			t.Fatal(err)
		}
		got, err := plan.Tune(t.Context(), name, s)
		if err != nil || got.Tally.Games() != 2 || len(got.Weights) != len(got.Before) || len(got.Before) < 5 {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	if _, err := plan.Tune(t.Context(), "draughts", kibaho.Settings{}); err == nil {
		t.Error("draughts have no named weights")
	}
}
