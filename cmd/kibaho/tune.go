package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"kibaho/games"
	"kibaho/train"
)

// tuneFlags are the flags of train for the games with named weights, beside those
// that it shares with draughts.
type tuneFlags struct {
	steps, pairs int
	rate         float64
	features     bool
}

func (f *tuneFlags) add(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.BoolVar(&f.features, "features", false, "tune the named features that judge where a net does not apply")
	fl.IntVar(&f.steps, "steps", 300, "steps of a tuning in all, those on disk included")
	fl.IntVar(&f.pairs, "step-pairs", 8, "pairs of games of each step of a tuning")
	fl.Float64Var(&f.rate, "step-rate", 0.06, "how far a pair that is won moves the weights, in their own steps")
}

// run tunes the weights of a game by play and prints them.
func (f *tuneFlags) run(c *cobra.Command, g games.Game, plan *train.Plan, out string) error {
	for _, bound := range []struct {
		what         string
		n, low, high int
	}{
		{"steps", f.steps, 1, 1_000_000},
		{"step-pairs", f.pairs, 1, 10_000},
		{"pairs", plan.Pairs, 1, 100_000},
		{"threads", plan.Threads, 1, 1024},
	} {
		if err := inRange(bound.what, bound.n, bound.low, bound.high); err != nil {
			return err
		}
	}
	s, err := g.Facts().Settings("")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(plan.Dir, 0o755); err != nil {
		return err
	}
	show := newTicker(c.ErrOrStderr())
	t := train.Tuning{
		File:  filepath.Join(plan.Dir, g.Facts().Name+".json"),
		Steps: f.steps, Pairs: f.pairs, Nodes: plan.Nodes, MatchPairs: plan.Pairs, MatchNodes: plan.MatchNodes,
		Seed: plan.Seed, Threads: plan.Threads, Rate: f.rate, Progress: show.tell,
	}
	began := time.Now()
	tuned, err := t.Tune(c.Context(), g.Facts().Name, s)
	show.end()
	if err != nil {
		if _, at := os.Stat(t.File); errors.Is(at, fs.ErrNotExist) {
			return err
		}
		return fmt.Errorf("%w; the same command goes on from %s", err, t.File)
	}
	text := ""
	for i, w := range tuned.Weights {
		text += fmt.Sprintf("%-16s %6d before %6d\n", w.Name, w.Value, tuned.Before[i])
	}
	fmt.Fprint(c.OutOrStdout(), text)
	fmt.Fprintf(c.OutOrStdout(), "match            %+d =%d -%d against those before, Elo %s\n", tuned.Tally.Wins, tuned.Tally.Draws, tuned.Tally.Losses, eloText(tuned.Tally))
	fmt.Fprintf(c.ErrOrStderr(), "done in %s\n", time.Since(began).Round(time.Second))
	if out == "" {
		return nil
	}
	return os.WriteFile(out, []byte(text), 0o644)
}
