package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"kibaho"
	"kibaho/draw"
	"kibaho/play"
)

// styles are the looks of a picture by the name of the flag.
var styles = map[string]draw.Style{"wood": draw.Wood, "stone": draw.Stone, "plain": draw.Plain}

func newShow() *cobra.Command {
	var choose choice
	var file, style string
	var dark, flip, ascii, legal bool
	cmd := &cobra.Command{
		Use:   "show GAME [MOVE…]",
		Short: "Show a board as text or as a picture",
		Long: `Show the board as text or, with --svg, write it as a picture that stands by
itself. After moves the last one is marked, and the men or cows that each side has
captured are counted in the stores of a board that has them.`,
		Example: `  kibaho show chuba
  kibaho show draughts 11-15 23-19 --flip
  kibaho show fanorona D5-C5A --svg board.svg
  kibaho show igisoro --svg - --style stone --legal > board.svg`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			look, ok := styles[style]
			if !ok {
				return &kibaho.InputError{What: "style", Text: style, At: -1, Want: "expected wood, stone or plain"}
			}
			p, err := choose.start(args[0])
			if err != nil {
				return err
			}
			g := play.NewGame(p)
			for _, text := range args[1:] {
				if err := g.PlayText(text); err != nil {
					return err
				}
			}
			scene := draw.Scene{Style: look, Dark: dark, Flipped: flip, Title: title(g)}
			scene.Marks.Last = lastPath(g)
			if legal {
				scene.Marks.Legal = starts(g)
			}
			board := g.Position().Board()
			captured := captured(g, board)
			scene.Captured, scene.Seeds = captured, draw.Seeds(board.Seeds)
			if file == "" {
				text := draw.TextScene{ASCII: ascii, Flipped: flip, Captured: captured, Marked: scene.Marks.Legal}
				fmt.Fprint(c.OutOrStdout(), draw.Text(board, text))
				fmt.Fprintln(c.OutOrStdout(), title(g))
				return nil
			}
			var b bytes.Buffer
			if err := draw.SVG(&b, board, scene); err != nil {
				return err
			}
			if file == "-" {
				_, err = c.OutOrStdout().Write(b.Bytes())
				return err
			}
			return os.WriteFile(file, b.Bytes(), 0o644)
		},
	}
	choose.add(cmd)
	cmd.Flags().StringVar(&file, "svg", "", "write a picture to this file ('-': standard output)")
	cmd.Flags().StringVar(&style, "style", "wood", "the look of the picture: wood, stone or plain")
	cmd.Flags().BoolVar(&dark, "dark", false, "the plain look by night")
	cmd.Flags().BoolVar(&flip, "flip", false, "as the second player sees it")
	cmd.Flags().BoolVar(&ascii, "ascii", false, "text of ASCII characters only")
	cmd.Flags().BoolVar(&legal, "legal", false, "mark where the side to move may begin")
	return cmd
}

// title says whose move it is, or how the game ended.
func title(g *play.Game) string {
	f := g.Position().Game().Facts()
	o, why := g.Outcome()
	side := f.Sides[g.Position().Turn()]
	switch {
	case o == kibaho.Draw:
		return fmt.Sprintf("%s: drawn, %s", f.Title, why)
	case o != kibaho.Ongoing:
		return fmt.Sprintf("%s: %s has won, %s", f.Title, f.Sides[o-kibaho.FirstWins], why)
	case g.Position().MidTurn():
		var choices []string
		for _, m := range g.Position().Moves() {
			choices = append(choices, m.Text)
		}
		return fmt.Sprintf("%s: %s to choose %s", f.Title, side, strings.Join(choices, " or "))
	}
	return fmt.Sprintf("%s: %s to move", f.Title, side)
}

// lastPath returns the sites of the last turn.
func lastPath(g *play.Game) []kibaho.Site {
	turns := g.Turns()
	if len(turns) == 0 {
		return nil
	}
	var path []kibaho.Site
	for i := turns[len(turns)-1].First; i <= turns[len(turns)-1].Last; i++ {
		for _, e := range g.Before(i).Trace(g.Plies()[i].Move) {
			switch e.Kind {
			case kibaho.Lift:
				if path == nil {
					path = append(path, e.Site)
				}
			case kibaho.Sow:
				path = append(path[:min(len(path), 1)], e.Site)
			case kibaho.Move:
				if path == nil {
					path = append(path, e.Site)
				}
				path = append(path, e.To)
			}
		}
	}
	return path
}

// starts returns the sites where the side to move may begin.
func starts(g *play.Game) []kibaho.Site {
	var sites []kibaho.Site
	seen := map[kibaho.Site]bool{}
	for _, m := range g.Position().Moves() {
		if len(m.Path) > 0 {
			if s := m.Path[0].Sites[0]; !seen[s] {
				seen[s] = true
				sites = append(sites, s)
			}
		}
	}
	return sites
}

// captured returns what lies in the stores of a board that has them.
func captured(g *play.Game, b kibaho.Board) *[2]int {
	if !b.Stores || len(g.Plies()) == 0 {
		return nil
	}
	taken := g.Taken()
	return &taken
}
