package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"kibaho"
	"kibaho/endgame"
	"kibaho/games"
	"kibaho/work"
)

// tablesHelp says where tables are kept.
const tablesHelp = "keep endgame tables in this folder"

func newTables() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "tables",
		Short: "Endgame tables: build, verify, probe, list",
		Long: `Endgame tables hold the value of every position with few pieces, and its distance:
the plies to the end of the game when the winner hurries and the loser delays. The
engine, 'kibaho play' and 'kibaho analyze' look them up wherever they are (--tables).
Small ones are built by themselves on first use: draughts up to three pieces,
Fanorona up to four, on small boards five.

Tables are made for some rules and not believed under others. They know nothing of
draws by repetition or by the quiet limit.`,
		Example: `  kibaho tables build draughts --pieces 5
  kibaho tables list draughts
  kibaho tables probe draughts --position 'B:W29,30:B2,15'
  kibaho tables verify draughts --threads 0`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	cmd.AddCommand(newTablesBuild(), newTablesVerify(), newTablesProbe(), newTablesList())
	return cmd
}

// addTables adds the flag that says where tables are.
func addTables(cmd *cobra.Command, dir *string) {
	cmd.Flags().StringVar(dir, "tables", own("tables"), tablesHelp+"; empty: none")
}

// useTables makes the engines look positions up. What goes wrong with tables is
// told on standard error, where nothing else depends on it.
func useTables(cmd *cobra.Command, dir string) {
	games.UseTables(dir, func(err error) {
		fmt.Fprintf(cmd.ErrOrStderr(), "kibaho: %s; playing on without it\n", oneLine(err.Error()))
	})
}

type tablesFlags struct {
	choose choice
	dir    string
	pieces int
	memory string
}

func (f *tablesFlags) add(cmd *cobra.Command) {
	f.choose.addSettings(cmd)
	cmd.Flags().StringVar(&f.dir, "tables", own("tables"), tablesHelp)
}

// threads returns how many threads are asked for.
func (f *tablesFlags) threads() (int, error) {
	return cores(f.choose.threads), inRange("threads", f.choose.threads, 0, 1024)
}

// open opens the tables that the flags choose.
func (f *tablesFlags) open(name string) (games.Tables, error) {
	g, s, err := f.choose.settings(name)
	if err != nil {
		return nil, err
	}
	if f.dir == "" {
		return nil, &kibaho.InputError{What: "tables", Text: "", At: -1, Want: "expected a folder: --tables DIR"}
	}
	return g.Tables(s, f.dir)
}

func newTablesBuild() *cobra.Command {
	var f tablesFlags
	var away queueFlags
	var save time.Duration
	cmd := &cobra.Command{
		Use:   "build GAME",
		Short: "Build the tables that are missing",
		Long: `Build the tables with up to so many pieces that the folder lacks, those with fewer
first. A build may be stopped or killed at any moment: the same command goes on from
where it was, and the tables come out the same.

With --queue each slice is a job for the workers of this machine or of many ('kibaho
work'). What they build is put into the folder, the same bytes as without.`,
		Example: `  kibaho tables build draughts --pieces 4
  kibaho tables build draughts --pieces 5 --queue
  kibaho tables build draughts --pieces 6 --threads 2 --memory 4GiB`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			g, s, err := f.choose.settings(args[0])
			if err != nil {
				return err
			}
			if f.dir == "" {
				return &kibaho.InputError{What: "tables", Text: "", At: -1, Want: "expected a folder: --tables DIR"}
			}
			if err := away.alone(c, "threads", "memory", "save"); err != nil {
				return err
			}
			if away.on {
				return f.buildAway(c, g, s, &away)
			}
			o := endgame.Options{Dir: f.dir, Save: save}
			if o.Threads, err = f.threads(); err != nil {
				return err
			}
			if o.Memory, err = readMemory(f.memory); err != nil {
				return err
			}
			show := newTicker(c.ErrOrStderr())
			var last endgame.Progress
			o.Report = func(p endgame.Progress) {
				last = p
				if p.Elapsed >= time.Second {
					show.tell(progressLine(g.Facts().Name, p))
				}
			}
			built, err := g.BuildTables(c.Context(), s, f.pieces, o)
			show.end()
			var low *endgame.MemoryError
			if errors.As(err, &low) {
				return &kibaho.InputError{What: "memory", Text: f.memory, At: -1, Want: low.Error()}
			}
			if err != nil {
				return err
			}
			var positions uint64
			for _, h := range built {
				positions += h.All.Positions
			}
			return f.printBuilt(c, len(built), positions, last.Elapsed)
		},
	}
	away.add(cmd)
	f.add(cmd)
	f.choose.addThreads(cmd)
	cmd.Flags().IntVar(&f.pieces, "pieces", 4, "build the tables with up to so many pieces on the board")
	cmd.Flags().StringVar(&f.memory, "memory", "", "hold at most so much in memory, as in 4GiB (default: as much as is needed)")
	cmd.Flags().DurationVar(&save, "save", 30*time.Second, "write the state of the table under work so often")
	return cmd
}

func (f *tablesFlags) printBuilt(c *cobra.Command, tables int, positions uint64, took time.Duration) error {
	if f.choose.json {
		return writeJSON(c.OutOrStdout(), struct {
			Tables    int     `json:"tables"`
			Positions uint64  `json:"positions"`
			Seconds   float64 `json:"seconds"`
		}{tables, positions, took.Seconds()})
	}
	_, err := fmt.Fprintf(c.OutOrStdout(), "%d tables built, %d positions, %.1f s\n", tables, positions, took.Seconds())
	return err
}

// buildAway leaves the slices to workers and fetches what they have built. The positions
// told are those of all tables that were asked for.
func (f *tablesFlags) buildAway(c *cobra.Command, g games.Game, s kibaho.Settings, away *queueFlags) error {
	began := time.Now()
	list, err := work.Tables(g, s, f.pieces)
	if err != nil {
		return err
	}
	h, err := away.open(c)
	if err != nil {
		return err
	}
	defer h.close()
	done, err := h.do(c.Context(), fmt.Sprintf("tables of %s, %d pieces", g.Facts().Name, f.pieces), list)
	if err != nil {
		return err
	}
	n, positions, err := work.FetchTables(c.Context(), g, s, f.dir, h.cache, done)
	if err != nil {
		return err
	}
	return f.printBuilt(c, n, positions, time.Since(began))
}

// progressLine is one line on how far the work is.
func progressLine(what string, p endgame.Progress) string {
	return fmt.Sprintf("%s, %d pieces, slice %s: %.1f %% of %s positions, %s/s, %v left", what, p.Pieces, p.Slice,
		100*float64(p.Done)/float64(max(p.Total, 1)), short(float64(p.Total)), short(p.Rate()), p.Left().Round(time.Second))
}

// readMemory reads a number of bytes: "512MiB", "4GiB", "8GB".
func readMemory(text string) (uint64, error) {
	if text == "" {
		return 0, nil
	}
	wrong := &kibaho.InputError{What: "memory", Text: text, At: -1, Want: "expected a number of bytes from 1MiB on, as in 512MiB or 4GiB"}
	var n float64
	var unit string
	if _, err := fmt.Sscanf(text+" ", "%g%s ", &n, &unit); err != nil {
		return 0, wrong
	}
	units := map[string]float64{"kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30, "tib": 1 << 40, "kb": 1e3, "mb": 1e6, "gb": 1e9, "tb": 1e12, "m": 1 << 20, "g": 1 << 30}
	by, ok := units[strings.ToLower(unit)]
	if bytes := n * by; ok && bytes >= 1<<20 && bytes < 1<<50 {
		return uint64(bytes), nil
	}
	return 0, wrong
}

func newTablesVerify() *cobra.Command {
	var f tablesFlags
	var every int
	cmd := &cobra.Command{
		Use:   "verify GAME",
		Short: "Derive every value anew and compare",
		Long: `Derive the value and the distance of every position anew from those of the positions
after each of its moves, by the rules of the game alone, and compare with the tables.
A damaged or foreign file, or one wrong value, is told with its place. With --every N
one run of 4,096 positions in N is gone through, and the checksums of all.`,
		Example: `  kibaho tables verify draughts
  kibaho tables verify draughts --pieces 4 --threads 0 --tables /data/tables
  kibaho tables verify draughts --pieces 6 --every 50`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			threads, err := f.threads()
			if err != nil {
				return err
			}
			t, err := f.open(args[0])
			if err != nil {
				return err
			}
			defer t.Close()
			if every, err = number(fmt.Sprint(every), "every", 1, 1<<20); err != nil {
				return err
			}
			pieces := t.Most()
			if f.pieces > 0 {
				pieces = min(pieces, f.pieces)
			}
			show := newTicker(c.ErrOrStderr())
			begun := time.Now()
			n, err := t.Verify(c.Context(), endgame.Verifying{Pieces: pieces, Threads: threads, Every: every, Report: func(p endgame.Progress) {
				if p.Elapsed >= time.Second {
					show.tell(progressLine("verify "+args[0], p))
				}
			}})
			show.end()
			if err != nil {
				return err
			}
			if n == 0 {
				return fmt.Errorf("there are no tables of %s in %s: expected 'kibaho tables build' before", args[0], f.dir)
			}
			seconds := time.Since(begun).Seconds()
			if f.choose.json {
				return writeJSON(c.OutOrStdout(), struct {
					Pieces    int     `json:"pieces"`
					Positions uint64  `json:"positions"`
					Seconds   float64 `json:"seconds"`
				}{pieces, n, seconds})
			}
			_, err = fmt.Fprintf(c.OutOrStdout(), "%d positions with up to %d pieces: all values agree, %.1f s\n", n, pieces, seconds)
			return err
		},
	}
	f.add(cmd)
	f.choose.addThreads(cmd)
	cmd.Flags().IntVar(&f.pieces, "pieces", 0, "only the tables with up to so many pieces (0: all)")
	cmd.Flags().IntVar(&every, "every", 1, "go through one run of 4,096 positions in so many")
	return cmd
}

type truthJSON struct {
	Value    string          `json:"value"`
	Distance int             `json:"distance"` // plies; 0 for a draw
	Moves    []turnTruthJSON `json:"moves"`
}

type turnTruthJSON struct {
	Move     string `json:"move"`
	Value    string `json:"value"` // for the side that makes the move
	Distance int    `json:"distance"`
}

func newTablesProbe() *cobra.Command {
	var f tablesFlags
	cmd := &cobra.Command{
		Use:   "probe GAME",
		Short: "The value of a position and of each of its turns",
		Long: `Print the value of a position for the side to move, the plies to the end with best
play, and the same for each turn, the best first. All distances are counted from the
position, so that a best turn has the distance of the position itself.`,
		Example: `  kibaho tables probe draughts --position 'B:W29,30:B2,15'
  kibaho tables probe draughts --position 'W:WK31:BK5' --json`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			p, err := f.choose.start(args[0])
			if err != nil {
				return err
			}
			f.choose.variant, f.choose.set = "", nil
			t, err := p.Game().Tables(p.Settings(), f.dir)
			if err != nil {
				return err
			}
			defer t.Close()
			here, ok, err := t.Look(p)
			if err != nil {
				return err
			}
			turns, all, err := t.LookTurns(p)
			if err != nil {
				return err
			}
			if !ok || !all {
				if refused := t.Refused(); len(refused) > 0 {
					return refused[0]
				}
				return fmt.Errorf("no table in %s holds %s: 'kibaho tables build %s --pieces N' makes those with up to N pieces", f.dir, p, args[0])
			}
			out := c.OutOrStdout()
			if f.choose.json {
				j := truthJSON{Value: here.Value.String(), Distance: here.Plies, Moves: []turnTruthJSON{}}
				for _, turn := range turns {
					j.Moves = append(j.Moves, turnTruthJSON{turn.Move.Text, turn.Value.String(), turn.Plies})
				}
				return writeJSON(out, j)
			}
			fmt.Fprintf(out, "%s\n", here.Says(p))
			for _, turn := range turns {
				fmt.Fprintf(out, "%s\t%v\n", turn.Move.Text, turn.Truth)
			}
			return nil
		},
	}
	f.choose.add(cmd)
	cmd.Flags().StringVar(&f.dir, "tables", own("tables"), tablesHelp)
	return cmd
}

type tableJSON struct {
	Slice       string `json:"slice"`
	Side        string `json:"side"`
	Positions   uint64 `json:"positions"`
	Win         uint64 `json:"win"`
	Loss        uint64 `json:"loss"`
	Draw        uint64 `json:"draw"`
	Longest     int    `json:"longest"`      // plies of the longest win; -1: there is none
	LongestLoss int    `json:"longest_loss"` // of the longest loss
	LongestWin  string `json:"longest_win_position"`
	ValueBytes  uint64 `json:"value_bytes"`
	PlyBytes    uint64 `json:"distance_bytes"`
	Hash        string `json:"sha256"`
}

func newTablesList() *cobra.Command {
	var f tablesFlags
	cmd := &cobra.Command{
		Use:   "list GAME",
		Short: "What the tables hold",
		Long: `Print a line for each slice and side to move: positions, how many of them the side to
move wins, loses and draws, and the plies of the longest win (-1: there is none). A
slice of draughts is the numbers of black men, black kings, white men and white kings.
The position of a longest win is written with the first side to move, and may be that
of the other one with the board turned and the colours changed.`,
		Example: `  kibaho tables list draughts
  kibaho tables list draughts --json --tables /data/tables`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			t, err := f.open(args[0])
			if err != nil {
				return err
			}
			defer t.Close()
			if refused := t.Refused(); len(refused) > 0 {
				return refused[0]
			}
			out := c.OutOrStdout()
			if f.choose.json {
				list := []tableJSON{}
				for _, r := range t.Rows() {
					list = append(list, tableJSON{
						Slice: r.Slice, Side: r.Side, Positions: r.All.Positions, Win: r.All.Win, Loss: r.All.Loss, Draw: r.All.Draw,
						Longest: r.LongestWin.Plies, LongestLoss: r.LongestLoss.Plies, LongestWin: r.Win,
						ValueBytes: r.Values, PlyBytes: r.Codes, Hash: r.Hash,
					})
				}
				// One object a line: a list of thousands can be read and compared.
				fmt.Fprint(out, "[")
				for i, row := range list {
					text, err := json.Marshal(row)
					if err != nil {
						return err
					}
					fmt.Fprintf(out, "%s\n%s", strings.Repeat(",", min(i, 1)), text)
				}
				_, err := fmt.Fprintln(out, "\n]")
				return err
			}
			fmt.Fprintf(out, "%-12s %-8s %13s %12s %12s %12s %8s  %s\n", "slice", "to move", "positions", "win", "loss", "draw", "longest", "which is")
			line := func(slice, side string, n endgame.Counts, longest int, which string) {
				fmt.Fprintf(out, "%-12s %-8s %13d %12d %12d %12d %8d  %s\n", slice, side, n.Positions, n.Win, n.Loss, n.Draw, longest, which)
			}
			rows := t.Rows()
			var total games.TableRow
			for i, r := range rows {
				line(r.Slice, r.Side, r.All, r.LongestWin.Plies, r.Win)
				if i == 0 || rows[i-1].Pieces != r.Pieces {
					total = games.TableRow{Pieces: r.Pieces}
					total.LongestWin.Plies = -1
				}
				total.All = total.All.Plus(r.All)
				if r.LongestWin.Plies > total.LongestWin.Plies {
					total.LongestWin, total.Win = r.LongestWin, r.Win
				}
				if i == len(rows)-1 || rows[i+1].Pieces != r.Pieces {
					line(fmt.Sprintf("all of %d", r.Pieces), "", total.All, total.LongestWin.Plies, total.Win)
				}
			}
			return nil
		},
	}
	f.add(cmd)
	return cmd
}
