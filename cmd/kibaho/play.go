package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"kibaho"
	"kibaho/games"
	"kibaho/play"
	"kibaho/tui"
)

// seatHelp says how a player is named: a person, or the engine with its time.
const seatHelp = "a name, or engine, engine:TIME as in engine:2s, or engine:LEVEL as in engine:3"

func newPlay() *cobra.Command {
	var choose choice
	var o tui.Options
	var first, second, speed, leader, tables string
	var seed uint64
	cmd := &cobra.Command{
		Use:   "play [GAME]",
		Short: "Play in the terminal",
		Long: `Play in the terminal: against the engine, or two people at one keyboard. Point
with the cursor keys or type a move; '?' shows all keys. The game is kept when
the program ends and goes on with 'kibaho resume'. Without a game the menu opens.`,
		Example: `  kibaho play
  kibaho play igisoro --variant compulsory
  kibaho play draughts --first engine:3s --second Anna
  kibaho play chuba --second engine:2
  kibaho play draughts --first Anna --second Ben --match 4 --set openings=two-move
  kibaho play fanorona --set size=5x5 --position 'bbbbb/bbbbb/bw1bw/wwwww/wwwww w'
  kibaho play chuba --speed slow --save sunday.game`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := onTerminal(); err != nil {
				return err
			}
			games.UseTables(tables, nil) // the screen belongs to the game
			if len(args) == 0 {
				if choose.variant != "" || len(choose.set) > 0 || choose.position != "" {
					return &kibaho.InputError{What: "game", Text: "", At: -1, Want: "--variant, --set and --position need a game: kibaho play GAME"}
				}
				return playMenu(c)
			}
			p, err := choose.start(args[0])
			if err != nil {
				return err
			}
			o.Game, o.Settings = p.Game(), p.Settings()
			if choose.position != "" {
				o.Start = p
			}
			for side, text := range []string{first, second} {
				if o.Players[side], err = readSeat(text); err != nil {
					return err
				}
			}
			if o.Speed, err = tui.ReadSpeed(speed); err != nil {
				return err
			}
			switch leader {
			case "first":
				o.Leader = tui.ByPlayers
			case "second":
				o.Leader = tui.Reversed
			case "draw":
				o.Leader = tui.ByDraw
			default:
				return &kibaho.InputError{What: "leader", Text: leader, At: -1, Want: "expected first, second or draw"}
			}
			if o.Match < 0 || o.Match > 1000 {
				return &kibaho.InputError{What: "match", Text: fmt.Sprint(o.Match), At: -1, Want: "expected 1 to 1000 games"}
			}
			o.Seed = seed
			if !c.Flags().Changed("seed") {
				o.Seed = uint64(time.Now().UnixNano())
			}
			if o.Ledger == "" {
				o.Ledger = own("openings.json")
			}
			return runTerminal(c, o)
		},
	}
	choose.add(cmd)
	_ = cmd.Flags().MarkHidden("json")
	addTables(cmd, &tables)
	f := cmd.Flags()
	f.StringVar(&first, "first", "You", "who plays first: "+seatHelp)
	f.StringVar(&second, "second", "engine:1s", "who plays second: "+seatHelp)
	f.StringVar(&leader, "leader", "first", "who leads the first game: first, second, or draw (a man hidden in either hand, DR11)")
	f.IntVar(&o.Match, "match", 1, "play a match of so many games (M1)")
	f.StringVar(&speed, "speed", "normal", "how fast seeds are sown: slow, normal, quick or off")
	f.BoolVar(&o.Flip, "flip", false, "see the board from the second player's side")
	f.BoolVar(&o.Hints, "hints", false, "show the engine's advice from the start")
	f.BoolVar(&o.Confirm, "confirm", false, "a chosen move waits for Enter")
	f.BoolVar(&o.ASCII, "ascii", tui.Plain(os.Getenv), "use ASCII characters only")
	f.StringVar(&o.SaveFile, "save", "", "keep the game in this file")
	f.StringVar(&o.Played, "played", own("games.txt"), "add games that are over to this file of records; empty: to none")
	f.StringVar(&o.Ledger, "ledger", "", "the file of the openings that pairs of players have used (DR10)")
	f.Uint64Var(&seed, "seed", 0, "draw lots and openings from this number")
	return cmd
}

func newResume() *cobra.Command {
	var tables string
	cmd := &cobra.Command{
		Use:   "resume [FILE]",
		Short: "Go on with a game that was kept",
		Long:  "Go on with the game in a file, or with the last one that was played.",
		Example: `  kibaho resume
  kibaho resume sunday.game`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := onTerminal(); err != nil {
				return err
			}
			games.UseTables(tables, nil)
			o := tui.Options{ASCII: tui.Plain(os.Getenv), Played: own("games.txt")}
			file := ""
			if len(args) > 0 {
				file, o.SaveFile = args[0], args[0]
			} else {
				var err error
				if file, err = tui.LastGame(); err != nil {
					return err
				}
			}
			r, err := os.Open(file)
			if errors.Is(err, fs.ErrNotExist) && len(args) == 0 {
				return fmt.Errorf("no game has been kept yet; begin one with 'kibaho play'")
			}
			if err != nil {
				return err
			}
			defer r.Close()
			if o.Record, err = play.ReadRecord(r, games.Find); err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
			return runTerminal(c, o)
		},
	}
	addTables(cmd, &tables)
	return cmd
}

// playMenu opens the menu of games.
func playMenu(c *cobra.Command) error {
	if err := onTerminal(); err != nil {
		return err
	}
	return runTerminal(c, tui.Options{ASCII: tui.Plain(os.Getenv), Ledger: own("openings.json"), Seed: uint64(time.Now().UnixNano())})
}

func runTerminal(c *cobra.Command, o tui.Options) error { return tui.Run(c.Context(), o) }

// onTerminal refuses to play where there is no terminal.
func onTerminal() error {
	if !term.IsTerminal(int(os.Stdin.Fd())) || !term.IsTerminal(int(os.Stdout.Fd())) {
		return errors.New("playing needs a terminal; scripts use 'kibaho apply' and 'kibaho moves'")
	}
	return nil
}

// own returns the path of a file in the person's own folder, or nothing if there
// is none.
func own(name string) string {
	dir, err := os.UserConfigDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "kibaho", name)
}

// maxThink bounds the time an engine may be given for a move.
const maxThink = time.Hour

func readSeat(text string) (tui.Player, error) {
	name, budget, timed := strings.Cut(text, ":")
	if name != "engine" {
		if strings.TrimSpace(text) == "" {
			return tui.Player{}, &kibaho.InputError{What: "player", Text: text, At: -1, Want: "expected " + seatHelp}
		}
		return tui.Player{Name: text}, nil
	}
	p := tui.Player{Name: "engine", Engine: true, Budget: games.Budget{Time: time.Second}}
	if timed {
		if level, err := games.ReadLevel(budget); err == nil && level != games.Full {
			p.Budget = games.Budget{Level: level}
			return p, nil
		}
		d, err := time.ParseDuration(budget)
		if err != nil || d < time.Millisecond || d > maxThink {
			return tui.Player{}, &kibaho.InputError{What: "player", Text: text, At: -1, Want: "expected engine:TIME with a time from 1ms to 1h, as in engine:2s, or engine:LEVEL with a level 1 to 8"}
		}
		p.Budget.Time = d
	}
	return p, nil
}
