package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"kibaho"
	"kibaho/games"
	"kibaho/search"
)

// maxDepth bounds the depths that are read; the counts would not fit long before.
const maxDepth = 100

func newPerft() *cobra.Command {
	var choose choice
	var divide, distinct, merge bool
	cmd := &cobra.Command{
		Use:   "perft GAME DEPTH",
		Short: "Count the turns below a position",
		Long: `Count the complete turns to each depth from 1, a line for each:
DEPTH COUNT SECONDS NODES/S. Turns that lead to the same position count each,
unless --merge or --distinct is given.`,
		Example: `  kibaho perft draughts 9
  kibaho perft fanorona 5 --threads 0
  kibaho perft chuba 3 --divide
  kibaho perft fanorona 5 --distinct --set size=5x5`,
		Args: cobra.ExactArgs(2),
		RunE: func(c *cobra.Command, args []string) error {
			p, err := choose.start(args[0])
			if err != nil {
				return err
			}
			depth, err := number(args[1], "depth", 1, maxDepth)
			if err != nil {
				return err
			}
			if _, err := number(fmt.Sprint(choose.threads), "threads", 0, 1024); err != nil {
				return err
			}
			if divide && (distinct || merge) || distinct && merge {
				return &kibaho.InputError{What: "perft", Text: "--divide --distinct --merge", At: -1, Want: "expected at most one of the three"}
			}
			count := counter{p: p, threads: choose.threads, out: c.OutOrStdout(), errs: c.ErrOrStderr(), json: choose.json, cmd: c}
			switch {
			case divide:
				return count.divide(depth)
			case distinct:
				return count.distinct(depth)
			case merge:
				return count.each(depth, p.Merge)
			}
			return count.each(depth, p.Perft)
		},
	}
	choose.add(cmd)
	choose.addThreads(cmd)
	cmd.Flags().BoolVar(&divide, "divide", false, "print the count below each turn instead: TURN COUNT")
	cmd.Flags().BoolVar(&distinct, "distinct", false, "count different positions after exactly so many turns")
	cmd.Flags().BoolVar(&merge, "merge", false, "count equal results of one position's turns once")
	return cmd
}

// counter prints counts.
type counter struct {
	p       games.Position
	threads int
	cmd     *cobra.Command
	out     io.Writer
	errs    io.Writer
	json    bool
}

type perftJSON struct {
	Depth   int     `json:"depth"`
	Count   uint64  `json:"count"`
	Seconds float64 `json:"seconds"`
	NPS     uint64  `json:"nps"`
}

type divideJSON struct {
	Turn  string `json:"turn"`
	Count uint64 `json:"count"`
}

func (c counter) line(j perftJSON) {
	fmt.Fprintf(c.out, "%d %d %.3f %d\n", j.Depth, j.Count, j.Seconds, j.NPS)
}

func timed(depth int, count uint64, since time.Time) perftJSON {
	s := time.Since(since).Seconds()
	return perftJSON{depth, count, s, uint64(float64(count) / max(s, 1e-9))}
}

type countFunc func(ctx ctx, depth, threads int, progress games.Progress) (uint64, error)

func (c counter) each(depth int, count countFunc) error {
	list := []perftJSON{}
	for d := 1; d <= depth; d++ {
		began := time.Now()
		show := newMeter(c.errs, fmt.Sprintf("depth %d", d))
		n, err := count(c.cmd.Context(), d, c.threads, show.tell)
		show.end()
		if err != nil {
			return bounded(err)
		}
		j := timed(d, n, began)
		if c.json {
			list = append(list, j)
		} else {
			c.line(j)
		}
	}
	if c.json {
		return writeJSON(c.out, list)
	}
	return nil
}

func (c counter) distinct(depth int) error {
	began := time.Now()
	show := newMeter(c.errs, "distinct positions")
	counts, err := c.p.Distinct(c.cmd.Context(), depth, c.threads, show.tell)
	show.end()
	if err != nil {
		return bounded(err)
	}
	list := []perftJSON{}
	for i, n := range counts {
		// The layers are counted in one go, so each line gives the time of all.
		list = append(list, timed(i+1, n, began))
	}
	if c.json {
		return writeJSON(c.out, list)
	}
	for _, j := range list {
		c.line(j)
	}
	return nil
}

func (c counter) divide(depth int) error {
	show := newMeter(c.errs, fmt.Sprintf("depth %d", depth))
	shares, err := c.p.Divide(c.cmd.Context(), depth, c.threads, show.tell)
	show.end()
	if err != nil {
		return bounded(err)
	}
	list := []divideJSON{}
	for _, s := range shares {
		if c.json {
			list = append(list, divideJSON{s.Turn, s.Count})
		} else {
			fmt.Fprintf(c.out, "%s\t%d\n", s.Turn, s.Count)
		}
	}
	if c.json {
		return writeJSON(c.out, list)
	}
	return nil
}

// bounded says what a person may do about a bound that was reached.
func bounded(err error) error {
	switch {
	case errors.Is(err, search.ErrTooMany):
		return fmt.Errorf("%w: a position has more than %d turns, or listing them took over %v", err, search.DefaultTurns, search.DefaultTurnTime)
	case errors.Is(err, search.ErrMemory):
		return fmt.Errorf("%w (%d MB): count to a smaller depth", err, search.DefaultMemory>>20)
	}
	return err
}

// meter shows on a terminal how far something is, once it takes over a second.
type meter struct {
	w     io.Writer
	what  string
	began time.Time
	shown bool
}

func newMeter(w io.Writer, what string) *meter {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		w = nil
	}
	return &meter{w: w, what: what, began: time.Now()}
}

func (m *meter) tell(p search.Progress) {
	if m.w == nil || time.Since(m.began) < time.Second {
		return
	}
	m.shown = true
	fmt.Fprintf(m.w, "\r\x1b[K%s: %d of %d parts, %d so far, %.0f s", m.what, p.Done, p.Total, p.Count, time.Since(m.began).Seconds())
}

func (m *meter) end() {
	if m.shown {
		fmt.Fprint(m.w, "\r\x1b[K")
	}
}
