package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"kibaho"
	"kibaho/games"
)

// The fixed searches of bench: these positions of each game, found by random
// moves from the start, each searched to the depth of its game on one thread.
const (
	benchSeed      = 1
	benchPositions = 4
	benchPlies     = 7 // more for each further position
	benchMegabytes = 16
)

// benchDepths are deep enough to be steady in time and short enough to be run
// before every change: about half a second a game.
var benchDepths = map[string]int{"draughts": 14, "fanorona": 7, "chuba": 8, "igisoro": 8}

const benchDepth = 6 // of a game that is not listed

func newBench() *cobra.Command {
	var asJSON bool
	var less int
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Fixed searches: the node signature and nodes a second",
		Long: `Search fixed positions of every game to a fixed depth on one thread and print the
positions looked at and how many a second. Their sum is the signature: a change of
the engine that should not change what it finds must keep it.`,
		Example: `  kibaho bench
  kibaho bench --json`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := inRange("less", less, 0, 4); err != nil {
				return err
			}
			var all benchJSON
			for _, g := range games.All {
				b, err := bench(c.Context(), g, less)
				if err != nil {
					return err
				}
				all.Games = append(all.Games, b)
				all.Signature += b.Nodes
				if !asJSON {
					fmt.Fprintf(c.OutOrStdout(), "%-10s depth %2d %10d nodes %7.3f s %10.0f nodes/s\n", b.Game, b.Depth, b.Nodes, b.Seconds, b.NPS)
				}
			}
			if asJSON {
				return writeJSON(c.OutOrStdout(), all)
			}
			return signature(c.OutOrStdout(), all.Signature)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	cmd.Flags().IntVar(&less, "less", 0, "search so many plies less deep, for a quicker look")
	return cmd
}

func signature(w io.Writer, n uint64) error {
	_, err := fmt.Fprintf(w, "signature  %d\n", n)
	return err
}

type benchJSON struct {
	Games     []benchGameJSON `json:"games"`
	Signature uint64          `json:"signature"`
}

type benchGameJSON struct {
	Game    string  `json:"game"`
	Depth   int     `json:"depth"`
	Nodes   uint64  `json:"nodes"`
	Seconds float64 `json:"seconds"`
	NPS     float64 `json:"nps"`
}

// bench searches the positions of one game.
func bench(ctx context.Context, g games.Game, less int) (benchGameJSON, error) {
	b := benchGameJSON{Game: g.Facts().Name, Depth: benchDepths[g.Facts().Name]}
	if b.Depth == 0 {
		b.Depth = benchDepth
	}
	b.Depth = max(1, b.Depth-less)
	e := g.Engine(benchMegabytes)
	var took time.Duration
	for i := range benchPositions {
		p, err := benchPosition(g, i)
		if err != nil {
			return b, err
		}
		e.Forget()
		began := time.Now()
		a := e.Think(ctx, p, games.Past{Limits: p.Settings().Limits()}, games.Budget{Depth: b.Depth}, nil)
		took += time.Since(began)
		if err := context.Cause(ctx); err != nil {
			return b, err
		}
		b.Nodes += a.Nodes
	}
	b.Seconds = took.Seconds()
	b.NPS = float64(b.Nodes) / max(b.Seconds, 1e-9)
	return b, nil
}

// benchPosition returns the start, or a position after some random decisions.
func benchPosition(g games.Game, i int) (games.Position, error) {
	s, err := g.Facts().Settings("")
	if err != nil {
		return nil, err
	}
	p, err := g.Start(s)
	if err != nil || i == 0 {
		return p, err
	}
	r := kibaho.NewRand(benchSeed + uint64(i))
	for n := 0; n < i*benchPlies || p.MidTurn(); n++ {
		moves := p.Moves()
		next := p.Play(moves[r.N(len(moves))])
		if next.Outcome() != kibaho.Ongoing {
			break // the position before it will do
		}
		p = next
	}
	return p, nil
}
