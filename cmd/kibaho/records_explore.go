package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"kibaho"
	"kibaho/archive"
	"kibaho/games"
	"kibaho/store"
)

func newRecordsExplore() *cobra.Command {
	var choose choice
	var db, tables string
	var nodes uint64
	var spent time.Duration
	cmd := &cobra.Command{
		Use:   "explore GAME [TURN…] --db DB",
		Short: "What was played in a position, and how it went",
		Long: `What was played in a position of a database: each turn with the games, their
results, the points of the first player, the average rating of those who made it, when it
was played last and the opening that it leads to. A position is the same however it came
about. Games that engines played against themselves are counted apart. Beside it stands
the engine's word for each turn, by a search of so many nodes, or what endgame tables
know; --nodes 0 leaves it out.

A game without an archive can be fed by self-play:
  kibaho match GAME --records games.txt && kibaho records import games.txt --db games.db`,
		Example: `  kibaho records explore draughts --db games.db
  kibaho records explore draughts 11-15 23-19 8-11 --db games.db --json
  kibaho records explore fanorona --db games.db --nodes 0`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			p, err := choose.start(args[0])
			if err != nil {
				return err
			}
			if p, err = after(p, args[1:]); err != nil {
				return err
			}
			if spent < 0 || spent > longestThink {
				return &kibaho.InputError{What: "time", Text: spent.String(), At: -1, Want: "expected a time up to 24h"}
			}
			if tables != "" {
				useTables(c, tables)
			}
			a, err := store.OpenArchive(c.Context(), db, false)
			if err != nil {
				return err
			}
			defer a.Close()
			v, err := archive.Explore(c.Context(), a, p)
			if err != nil {
				return err
			}
			var words archive.Words
			if nodes > 0 || spent > 0 {
				words = archive.Think(c.Context(), p, games.Budget{Nodes: nodes, Time: spent})
			}
			if choose.json {
				return writeJSON(c.OutOrStdout(), archive.JSON(v, words))
			}
			return printView(c.OutOrStdout(), v, words)
		},
	}
	choose.add(cmd)
	addDB(cmd, &db)
	addTables(cmd, &tables)
	cmd.Flags().Uint64Var(&nodes, "nodes", 100_000, "the engine looks at so many nodes (0: not at all)")
	cmd.Flags().DurationVar(&spent, "time", 0, "the engine thinks for so long")
	return cmd
}

// printView writes a table of the turns.
func printView(w io.Writer, v *archive.View, words archive.Words) error {
	name := ""
	if v.Name != "" {
		name = ", " + v.Name
	}
	if _, err := fmt.Fprintf(w, "%s: %d games%s\n", v.Position, v.Games, name); err != nil {
		return err
	}
	if len(v.Choices) == 0 {
		return nil
	}
	fmt.Fprintf(w, "%-14s %8s %7s %7s %7s %7s %9s %7s %-10s  %-14s %s\n", "turn", "games", "first", "drawn", "second", "points", "self-play", "rating", "last", "engine", "opening")
	for i := range v.Choices {
		c := &v.Choices[i]
		points, n := c.Score()
		score := ""
		if n > 0 {
			score = fmt.Sprintf("%.3f", points)
		}
		rating := ""
		if c.Rating > 0 {
			rating = fmt.Sprint(c.Rating)
		}
		_, err := fmt.Fprintf(w, "%s\n", strings.TrimRight(fmt.Sprintf("%-14s %8d %7d %7d %7d %7s %9d %7s %-10s  %-14s %s",
			strings.Join(c.Turns, " "), c.Games, c.First, c.Drawn, c.Second, score, c.Made, rating, c.Last, words.Of(c.Turns...).Text(v.Position), c.Name), " "))
		if err != nil {
			return err
		}
	}
	if v.Ended > 0 {
		fmt.Fprintf(w, "%d games ended here\n", v.Ended)
	}
	return nil
}
