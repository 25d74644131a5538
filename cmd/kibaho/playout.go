package main

import (
	"context"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"kibaho"
)

type ctx = context.Context

// maxGames bounds the random games of one command.
const maxGames = 1_000_000_000

func newPlayout() *cobra.Command {
	var choose choice
	var n int
	var seed uint64
	cmd := &cobra.Command{
		Use:   "playout GAME",
		Short: "Play random games",
		Long: `Play random games and sum them up: games, plies, seconds, results, the longest
game and the longest turn. The same seed gives the same games on any number of
threads. Draws by repetition and by the quiet limit are taken (M4).`,
		Example: `  kibaho playout igisoro -n 10000 --seed 7
  kibaho playout draughts -n 1000000 --threads 0 --json`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			p, err := choose.start(args[0])
			if err != nil {
				return err
			}
			if _, err := number(strconv.Itoa(n), "games", 1, maxGames); err != nil {
				return err
			}
			if _, err := number(strconv.Itoa(choose.threads), "threads", 0, 1024); err != nil {
				return err
			}
			show := newMeter(c.ErrOrStderr(), "random games")
			sum, err := p.Playouts(c.Context(), n, seed, choose.threads, show.tell)
			show.end()
			if err != nil {
				return err
			}
			j := playoutJSON{
				Games: sum.Games, Plies: sum.Plies, Seconds: sum.Elapsed.Seconds(),
				First: sum.Outcomes[kibaho.FirstWins], Second: sum.Outcomes[kibaho.SecondWins],
				Draw: sum.Outcomes[kibaho.Draw], Unfinished: sum.Outcomes[kibaho.Ongoing],
				LongestGame: sum.LongestGame, LongestTurn: sum.LongestTurn,
				Uniform: p.Game().Uniform(), Seed: seed,
			}
			if choose.json {
				return writeJSON(c.OutOrStdout(), j)
			}
			f := p.Game().Facts()
			w := c.OutOrStdout()
			games := float64(j.Games)
			fmt.Fprintf(w, "games         %d, %s chosen uniformly, seed %d\n", j.Games, j.Uniform, j.Seed)
			fmt.Fprintf(w, "plies         %d, %.1f a game\n", j.Plies, float64(j.Plies)/games)
			fmt.Fprintf(w, "seconds       %.3f, %.0f games/s\n", j.Seconds, games/max(j.Seconds, 1e-9))
			fmt.Fprintf(w, "results       %s %d (%.1f %%), %s %d (%.1f %%), drawn %d (%.1f %%)\n",
				f.Sides[0], j.First, 100*float64(j.First)/games, f.Sides[1], j.Second, 100*float64(j.Second)/games, j.Draw, 100*float64(j.Draw)/games)
			if j.Unfinished > 0 {
				fmt.Fprintf(w, "unfinished    %d\n", j.Unfinished)
			}
			fmt.Fprintf(w, "longest game  %d plies\n", j.LongestGame)
			fmt.Fprintf(w, "longest turn  %d %s\n", j.LongestTurn, p.Game().Longest())
			return nil
		},
	}
	choose.add(cmd)
	choose.addThreads(cmd)
	cmd.Flags().IntVarP(&n, "games", "n", 1000, "how many games")
	cmd.Flags().Uint64Var(&seed, "seed", 1, "where the random numbers start")
	return cmd
}

type playoutJSON struct {
	Games       int     `json:"games"`
	Plies       uint64  `json:"plies"`
	Seconds     float64 `json:"seconds"`
	First       int     `json:"first"`
	Second      int     `json:"second"`
	Draw        int     `json:"draw"`
	Unfinished  int     `json:"unfinished"`
	LongestGame int     `json:"longest_game"`
	LongestTurn int     `json:"longest_turn"`
	Uniform     string  `json:"uniform"`
	Seed        uint64  `json:"seed"`
}

// number reads a whole number in a range.
func number(text, what string, low, high int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < low || n > high {
		return 0, &kibaho.InputError{What: what, Text: text, At: -1, Want: fmt.Sprintf("expected a whole number %d to %d", low, high)}
	}
	return n, nil
}
