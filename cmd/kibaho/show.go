package main

import (
	"bytes"
	"fmt"
	"os"

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
			scene := draw.Scene{Style: look, Dark: dark, Flipped: flip, Title: g.Caption()}
			scene.Marks.Last = g.LastPath()
			if legal {
				scene.Marks.Legal = play.NewNarrow(g.Position().Moves()).Lit()
			}
			board := g.Position().Board()
			captured := captured(g, board)
			scene.Captured, scene.Seeds = captured, draw.Seeds(board.Seeds)
			if file == "" {
				text := draw.TextScene{ASCII: ascii, Flipped: flip, Captured: captured, Marked: scene.Marks.Legal}
				fmt.Fprint(c.OutOrStdout(), draw.Text(board, text))
				fmt.Fprintln(c.OutOrStdout(), g.Caption())
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

// captured returns what lies in the stores of a board that has them.
func captured(g *play.Game, b kibaho.Board) *[2]int {
	if !b.Stores || len(g.Plies()) == 0 {
		return nil
	}
	taken := g.Taken()
	return &taken
}
