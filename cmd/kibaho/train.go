package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"kibaho"
	"kibaho/draughts"
	"kibaho/games"
	"kibaho/train"
	"kibaho/work"
)

func newTrain() *cobra.Command {
	plan := train.Default()
	var out, start string
	var tuning tuneFlags
	var away queueFlags
	cmd := &cobra.Command{
		Use:   "train GAME",
		Short: "Learn an evaluation from games of the engine against itself",
		Long: `Learn the evaluation of a game from games of the engine against itself: in each
round the best weights so far play games at a fixed number of nodes, new weights are
fitted to them, and are kept only if they win a match against the old ones. The
first round of English draughts begins with material alone, that of Chuba, Igisoro and
Fanorona, which have small nets, with a few named features.

With --features the weights of those features, which judge where a net does not apply
(other sizes and options), are tuned by play itself (SPSA): in each step pairs of
games are played between weights changed by lot one way and the other, and the weights move
towards the winner. In the end they play a match against the old ones, and are printed.

All games, weights and results are kept in a directory. The same seed gives the same
weights with any number of threads, and with --queue, which leaves the games of draughts to
learn from to workers ('kibaho work'). A command that was interrupted goes on where
it stopped, and one with more rounds goes on after the last: a round that was begun
keeps its settings, those after it may play more games or look at more positions.`,
		Example: `  kibaho train draughts --dir learning
  kibaho train draughts --dir learning --rounds 8 --threads 4 --out weights.bin
  kibaho train draughts --dir learning --rounds 10 --games 20000 --nodes 2000 --last 6
  kibaho train draughts --dir further --start learned --prior 100 --rounds 1 --games 100000
  kibaho train chuba --dir nets --rounds 4 --games 6000 --nodes 300
  kibaho train chuba --features --dir tuning --steps 200 --nodes 500
  kibaho train draughts --dir try --rounds 2 --games 200 --pairs 10`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			name := args[0]
			other := slices.Contains(train.Nets(), name)
			switch {
			case name != "draughts" && !other:
				return &kibaho.InputError{What: "game", Text: name, At: -1, Want: "expected draughts, " + strings.Join(train.Nets(), ", ")}
			case other && away.on:
				return &kibaho.InputError{What: "queue", Text: name, At: -1, Want: "only the games of draughts are left to workers"}
			case !other && tuning.features:
				return &kibaho.InputError{What: "features", Text: name, At: -1, Want: "draughts have no named features"}
			case tuning.features:
				at := slices.IndexFunc(games.All, func(g games.Game) bool { return g.Facts().Name == name })
				return tuning.run(c, games.All[at], &plan, out)
			}
			for _, bound := range []struct {
				what         string
				n, low, high int
			}{
				{"rounds", plan.Rounds, 1, 99},
				{"games", plan.Games, 1, 1_000_000},
				{"last", plan.Last, 0, 99},
				{"ballots", plan.Ballots, 0, 100},
				{"strays", plan.Strays, 0, 1000},
				{"inner", plan.Inner, 0, 100},
				{"crowned", plan.Crowned, 0, 1000},
				{"tables", plan.Tables, 0, 4},
				{"pairs", plan.Pairs, 1, 100_000},
				{"epochs", plan.Epochs, 1, 1000},
				{"threads", plan.Threads, 1, 1024},
			} {
				if err := inRange(bound.what, bound.n, bound.low, bound.high); err != nil {
					return err
				}
			}
			for _, bound := range []struct {
				what      string
				x         float64
				low, high float64
			}{
				{"nodes", float64(plan.Nodes), 1, 1e9},
				{"match-nodes", float64(plan.MatchNodes), 1, 1e9},
				{"outcome", plan.Outcome, 0, 1},
				{"rate", plan.Rate, 1e-6, 10},
				{"prior", plan.Prior, 0, 1e9},
			} {
				if !(bound.x >= bound.low && bound.x <= bound.high) {
					return &kibaho.InputError{What: bound.what, Text: fmt.Sprint(bound.x), At: -1, Want: fmt.Sprintf("expected %g to %g", bound.low, bound.high)}
				}
			}
			if start != "" {
				b, err := startWeights(start, name)
				if err != nil {
					return err
				}
				plan.Start = b
			}
			show := newTicker(c.ErrOrStderr())
			plan.Progress = show.tell
			plan.Say = func(line string) {
				show.end()
				fmt.Fprintln(c.OutOrStdout(), line)
			}
			began := time.Now()
			if away.on {
				h, err := away.open(c)
				if err != nil {
					return err
				}
				defer h.close()
				plan.Away = h.train()
			}
			var w interface{ Bytes() []byte }
			var err error
			if other {
				w, err = plan.RunNet(c.Context(), name)
			} else {
				w, err = plan.Run(c.Context())
			}
			show.end()
			if err != nil {
				if _, at := os.Stat(plan.Dir); errors.Is(at, fs.ErrNotExist) {
					return err
				}
				return fmt.Errorf("%w; the same command goes on from %s", err, plan.Dir)
			}
			fmt.Fprintf(c.ErrOrStderr(), "done in %s\n", time.Since(began).Round(time.Second))
			if out == "" {
				return nil
			}
			return os.WriteFile(out, w.Bytes(), 0o644)
		},
	}
	tuning.add(cmd)
	away.add(cmd)
	fl := cmd.Flags()
	fl.StringVar(&plan.Dir, "dir", "training", "where games, weights and results are kept")
	fl.StringVar(&out, "out", "", "write the best weights to this file too")
	fl.StringVar(&start, "start", "", "weights or a net to begin with instead of the plainest: a file, or learned for those of this program")
	fl.Float64Var(&plan.Prior, "prior", plan.Prior, "draughts: fit from the best weights so far, held as firmly as if they had been learned from some hundred times so many positions each; 0: from material")
	fl.IntVar(&plan.Rounds, "rounds", plan.Rounds, "rounds in all, those on disk included")
	fl.IntVar(&plan.Games, "games", plan.Games, "games of each round")
	fl.Uint64Var(&plan.Nodes, "nodes", plan.Nodes, "positions looked at for each move of these games")
	fl.IntVar(&plan.Last, "last", plan.Last, "learn from the games of so many rounds, the new one included; 0: all but the first")
	fl.IntVar(&plan.Strays, "strays", plan.Strays, "of a thousand moves of a game of draughts so many are drawn by lot")
	fl.IntVar(&plan.Inner, "inner", plan.Inner, "so many of the positions that the search of each move judges are searched and learned from too")
	fl.IntVar(&plan.Crowned, "crowned", plan.Crowned, "after so many plies with kings on the board the score decides a game of draughts to learn from; 0: it is played out")
	fl.IntVar(&plan.Ballots, "ballots", plan.Ballots, "of a hundred games of draughts so many begin with an opening of three moves, the others at random")
	fl.IntVar(&plan.Tables, "tables", plan.Tables, "draughts: look up endgame tables with so many pieces, 2 to 4; 0: none")
	fl.IntVar(&plan.Pairs, "pairs", plan.Pairs, "pairs of games of each match")
	fl.Uint64Var(&plan.MatchNodes, "match-nodes", plan.MatchNodes, "positions looked at for each move of a match")
	fl.Float64Var(&plan.Outcome, "outcome", plan.Outcome, "share of the outcome in what is learned; the rest is the score of the search")
	fl.IntVar(&plan.Epochs, "epochs", plan.Epochs, "how often each sample is learned from")
	fl.Float64Var(&plan.Rate, "rate", plan.Rate, "how fast, in logits; a net by a hundredth of it")
	fl.Uint64Var(&plan.Seed, "seed", plan.Seed, "where the random numbers start")
	fl.IntVar(&plan.Threads, "threads", plan.Threads, "games at a time")
	return cmd
}

// startWeights returns the bytes of what a flag names.
func startWeights(name, game string) ([]byte, error) {
	if name == "learned" {
		return train.Learned(game), nil
	}
	return os.ReadFile(name)
}

// train has workers play the games of a round.
func (h *handed) train() func(context.Context, int, train.Settings, draughts.Weights, []int, func(int) string) error {
	return func(ctx context.Context, round int, s train.Settings, w draughts.Weights, batches []int, file func(int) string) error {
		list, err := work.Training(ctx, h.cache, s, round, w, batches)
		if err != nil {
			return err
		}
		done, err := h.do(ctx, fmt.Sprintf("games to learn from, round %d", round), list)
		if err != nil {
			return err
		}
		for i, r := range done {
			if err := work.FetchTraining(ctx, h.cache, r, file(batches[i])); err != nil {
				return err
			}
		}
		return nil
	}
}
