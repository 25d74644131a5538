package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"kibaho/play"
)

func newMoves() *cobra.Command {
	var choose choice
	cmd := &cobra.Command{
		Use:   "moves GAME",
		Short: "List the legal turns of a position",
		Long: `List each legal complete turn and the position after it, a tab between them,
sorted by bytes. A huff or a compel is listed by itself. A position with more
than 100,000 turns, or one that takes over two seconds, fails with status 1.`,
		Example: `  kibaho moves draughts
  kibaho moves fanorona --variant 1886-free
  kibaho moves draughts --position 'W:WK29,K30:BK1' --json`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			p, err := choose.start(args[0])
			if err != nil {
				return err
			}
			turns, err := p.Turns(c.Context())
			if err != nil {
				return err
			}
			if choose.json {
				list := []moveJSON{}
				for _, t := range turns {
					list = append(list, moveJSON{t.Text, t.After.String()})
				}
				return writeJSON(c.OutOrStdout(), list)
			}
			for _, t := range turns {
				fmt.Fprintf(c.OutOrStdout(), "%s\t%s\n", t.Text, t.After)
			}
			return nil
		},
	}
	choose.add(cmd)
	return cmd
}

type moveJSON struct {
	Move     string `json:"move"`
	Position string `json:"position"`
}

func newApply() *cobra.Command {
	var choose choice
	cmd := &cobra.Command{
		Use:   "apply GAME [MOVE…]",
		Short: "Print the position after some moves",
		Long: `Print the position after the moves, one line; without moves, the position
itself. A turn of Igisoro may be left unfinished: the position then holds the
choice that is open. Moves that begin with '-' follow after '--'.`,
		Example: `  kibaho apply draughts 11-15 22-18
  kibaho apply igisoro c 'd' --json
  kibaho apply draughts --variant huffing --position 'B:W18,22:B15' -- 'huff 15'`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			p, err := choose.start(args[0])
			if err != nil {
				return err
			}
			g := play.NewGame(p)
			for i, text := range args[1:] {
				if err := g.PlayText(text); err != nil {
					if len(args) > 2 {
						err = fmt.Errorf("move %d: %w", i+1, err)
					}
					return err
				}
			}
			if !choose.json {
				fmt.Fprintln(c.OutOrStdout(), g.Position())
				return nil
			}
			return writeJSON(c.OutOrStdout(), applied(g))
		},
	}
	choose.add(cmd)
	return cmd
}

type applyJSON struct {
	Position string `json:"position"`
	Outcome  string `json:"outcome"`
	Reason   string `json:"reason"`
	Claim    string `json:"claim"`
	Captured int    `json:"captured"`
	Laps     int    `json:"laps"`
}

func applied(g *play.Game) applyJSON {
	o, why := g.Outcome()
	j := applyJSON{Position: g.Position().String(), Outcome: o.String(), Reason: why, Claim: string(g.Claim())}
	if turns := g.Turns(); len(turns) > 0 {
		t := g.Tally(turns[len(turns)-1])
		j.Captured, j.Laps = t.Captured, t.Laps
	}
	return j
}
