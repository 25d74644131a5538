package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"kibaho"
	"kibaho/games"
	"kibaho/search"
	"kibaho/work"
)

func newSolve() *cobra.Command {
	s := solving{}
	cmd := &cobra.Command{
		Use:   "solve GAME",
		Short: "Find out who wins with best play",
		Long: `Find out by proof-number search who wins from a position, by default the start,
if both sides play their best: first, second or draw. A game that goes on for ever
is a draw. What is not found out within the bounds is unknown, and the status 1.

With --book FILE the answers that the proof rests on are kept in a file, a line a
position; the same command goes on from there. --check confirms every line of
the file anew by the rules alone, and prints the value that follows. Endgame tables
are looked up, and believed, wherever they are; --tables '' does without.

With --queue the positions after each turn are left to the workers of this machine or of
many ('kibaho work'), with --nodes at most for each, and a last job goes on from what
they have found. --split 2 asks about the positions two turns on first, then about those
one turn on, and so on: more and smaller jobs. It uses no tables. What comes out does not
depend on the workers.

With --estimate the proof is not made but measured by walks: where all moves must be answered one
is drawn by lot and stands for all, and the walk ends at a position that --nodes (by default 16384) answer.

With --whole all positions that can come up are gone over instead, which is exact
for every one of them, but needs memory for all. In Chuba, where a sowing stays on its
own side, all pairs of what either side can have are gone over if the positions do
not fit, two bytes each. Where nothing leaves the board, in
Igisoro, these are all positions with as many cows, a byte each; with --book FILE these
bytes are kept, and the same command goes on after the last round that was finished.`,
		Example: `  kibaho solve fanorona --set size=3x5
  kibaho solve fanorona --set size=5x5 --book 5x5.book --time 1h --threads 0
  kibaho solve fanorona --set size=5x5 --book 5x5.book --check
  kibaho solve fanorona --set size=3x7 --queue --book 3x7.book
  kibaho solve fanorona --estimate 200 --assume draw --memory 4GiB
  kibaho solve igisoro --set columns=2 --whole
  kibaho solve igisoro --set columns=3 --whole --memory 6GiB --book 3.rounds`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			useTables(c, s.tables)
			s.out, s.errs = c.OutOrStdout(), c.ErrOrStderr()
			if s.away.on {
				return s.solveAway(c, args[0])
			}
			if c.Flags().Changed("split") {
				return &kibaho.InputError{What: "split", Text: strconv.Itoa(s.split), At: -1, Want: "expected with --queue"}
			}
			return s.run(c.Context(), args[0])
		},
	}
	s.choose.add(cmd)
	s.choose.addThreads(cmd)
	cmd.Flags().StringVar(&s.book, "book", "", "go on from the proof in this file and keep it there")
	cmd.Flags().BoolVar(&s.check, "check", false, "confirm every line of the book by the rules alone")
	cmd.Flags().BoolVar(&s.whole, "whole", false, "go over all positions that can come up")
	cmd.Flags().IntVar(&s.estimate, "estimate", 0, "make so many walks to estimate the positions and the time of a proof, without making it")
	cmd.Flags().StringVar(&s.assume, "assume", "draw", "the value that --estimate takes for right: first, second or draw")
	cmd.Flags().StringVar(&s.size, "memory", "1GiB", "use about so much memory, as in 4GiB, tables included")
	addTables(cmd, &s.tables)
	s.away.add(cmd)
	cmd.Flags().IntVar(&s.split, "split", 1, "with --queue: how many turns on the first jobs are, 1 to 8")
	cmd.Flags().DurationVar(&s.time, "time", 0, "stop after so long, as in 90s or 2h")
	cmd.Flags().Uint64Var(&s.nodes, "nodes", 0, "stop after about so many positions")
	return cmd
}

// solving is one run of the command.
type solving struct {
	choose       choice
	book         string
	check, whole bool
	estimate     int
	assume       string
	size         string // --memory
	memory       uint64 // bytes
	tables       string
	time         time.Duration
	nodes        uint64
	away         queueFlags
	split        int
	out, errs    io.Writer
	began        time.Time
}

// solveJSON is what is printed. First and Second answer the questions whether the
// side can force a win.
type solveJSON struct {
	Value   string  `json:"value"`
	Nodes   uint64  `json:"nodes"`
	Seconds float64 `json:"seconds"`
	First   string  `json:"first,omitempty"`
	Second  string  `json:"second,omitempty"`

	Plies     int    `json:"plies,omitempty"`
	Positions uint64 `json:"positions,omitempty"`
	Win       uint64 `json:"win,omitempty"`
	Loss      uint64 `json:"loss,omitempty"`
	Draw      uint64 `json:"draw,omitempty"`
	Longest   int    `json:"longest,omitempty"`
	Checked   int    `json:"checked,omitempty"`
	All       bool   `json:"all,omitempty"`
	Halves    int    `json:"halves,omitempty"`
}

func (s *solving) run(ctx context.Context, game string) error {
	s.began = time.Now()
	if s.check && s.whole {
		return &kibaho.InputError{What: "solve", Text: "--whole", At: -1, Want: "expected without --check"}
	}
	if s.check && s.book == "" {
		return &kibaho.InputError{What: "solve", Text: "--check", At: -1, Want: "expected with --book FILE"}
	}
	var err error
	if s.memory, err = readMemory(s.size); err != nil {
		return err
	}
	if _, err := number(strconv.Itoa(s.choose.threads), "threads", 0, 1024); err != nil {
		return err
	}
	var book *games.Book
	if !s.whole {
		if book, err = s.read(); err != nil {
			return err
		}
	}
	p, err := s.start(game, book)
	if err != nil {
		return err
	}
	if s.time > 0 && s.estimate == 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, s.time)
		defer stop()
	}
	switch {
	case s.estimate != 0:
		return s.guess(ctx, p)
	case s.whole:
		return s.goOver(ctx, p)
	case s.check:
		return s.confirm(ctx, p, book)
	}
	return s.prove(ctx, p, book)
}

// read reads the book; one that is not there yet is nil.
func (s *solving) read() (*games.Book, error) {
	if s.book == "" {
		return nil, nil
	}
	f, err := os.Open(s.book)
	if errors.Is(err, os.ErrNotExist) && !s.check {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	book, err := games.ReadBook(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.book, err)
	}
	return book, nil
}

// start returns the position to solve. A book brings its own settings and root,
// where the flags say nothing else.
func (s *solving) start(game string, book *games.Book) (games.Position, error) {
	if book == nil || s.choose.variant != "" || len(s.choose.set) > 0 || book.Game != game {
		return s.choose.start(game)
	}
	g, settings, err := book.Settings()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.book, err)
	}
	if s.choose.position != "" {
		return g.Read(settings, s.choose.position)
	}
	return g.Read(settings, book.Root)
}

func (s *solving) use() search.Proving {
	return search.Proving{Threads: s.choose.threads, Memory: int64(s.memory)}
}

// keepEvery is how often a book is written while the work goes on.
const keepEvery = 30 * time.Second

func (s *solving) prove(ctx context.Context, p games.Position, book *games.Book) error {
	pr, err := p.Prover(s.use(), book)
	if err != nil {
		return s.inBook(err)
	}
	show := newMeter(s.errs, "")
	kept := time.Now()
	var unkept error
	pr.Solve(ctx, s.nodes, func() {
		show.text(func() string { return proofLine(pr.Proofs()) })
		if s.book != "" && time.Since(kept) > keepEvery {
			unkept = s.keep(pr.Book())
			kept = time.Now()
		}
	})
	show.end()
	if s.book != "" {
		if unkept = s.keep(pr.Book()); unkept != nil {
			return unkept
		}
	}
	now := pr.Proofs()
	if err := s.print(now); err != nil {
		return err
	}
	if now.Value == kibaho.Ongoing {
		if s.book != "" {
			return fmt.Errorf("solve: a bound was reached before the value was found; the same command goes on from %s", s.book)
		}
		return errors.New("solve: a bound was reached before the value was found; with --book FILE the work can go on")
	}
	return nil
}

// mostSplit bounds how many turns on the questions of workers begin.
const mostSplit = 8

// awayNodes bounds each job of a proof by workers, if nothing is said.
const awayNodes = 1_000_000_000

// solveAway leaves the proof to workers.
func (s *solving) solveAway(c *cobra.Command, game string) error {
	s.began = time.Now()
	if err := s.away.alone(c, "threads", "memory", "tables", "check", "whole", "time", "estimate", "assume"); err != nil {
		return err
	}
	p, err := s.choose.start(game)
	if err != nil {
		return err
	}
	if _, err := number(strconv.Itoa(s.split), "split", 1, mostSplit); err != nil {
		return err
	}
	list, err := work.Proof(p, s.split, cmp.Or(s.nodes, awayNodes))
	if err != nil {
		return err
	}
	h, err := s.away.open(c)
	if err != nil {
		return err
	}
	defer h.close()
	done, err := h.do(c.Context(), "proof of "+game, list)
	if err != nil {
		return err
	}
	found, book, err := work.FetchProof(c.Context(), h.cache, done)
	if err != nil {
		return err
	}
	if s.book != "" {
		if err := s.keep(book); err != nil {
			return err
		}
	}
	if err := s.print(found.Proofs()); err != nil {
		return err
	}
	if found.Value == search.Unknown.String() {
		return errors.New("solve: a bound was reached before the value was found: expected a greater --nodes")
	}
	return nil
}

// inBook adds the name of the file to an error about the book.
func (s *solving) inBook(err error) error { return fmt.Errorf("%s: %w", s.book, err) }

// keep writes the book in the place of the old one, all of it or nothing.
func (s *solving) keep(b *games.Book) error {
	f, err := os.CreateTemp(filepath.Dir(s.book), filepath.Base(s.book)+".*.part")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // gone already if all goes well
	_, err = b.WriteTo(f)
	if err == nil {
		err = f.Chmod(0o644)
	}
	if err == nil {
		err = f.Sync()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(f.Name(), s.book)
	}
	if err != nil {
		return fmt.Errorf("the proof book could not be kept: %w", err)
	}
	return nil
}

func proofLine(p games.Proofs) string {
	line := ""
	for side, q := range p.Sides {
		line += fmt.Sprintf("%v wins: %v", kibaho.Wins(kibaho.Side(side)), q.Answer)
		if q.Answer == search.Unknown {
			line += fmt.Sprintf(" (%d against %d)", q.PN, q.DN)
		}
		line += fmt.Sprintf(", %d positions; ", q.Nodes)
	}
	return line
}

func (s *solving) print(p games.Proofs) error {
	value := p.Value.String()
	if p.Value == kibaho.Ongoing {
		value = search.Unknown.String()
	}
	j := solveJSON{
		Value: value, Nodes: p.Nodes(), Seconds: time.Since(s.began).Seconds(),
		First: p.Sides[0].Answer.String(), Second: p.Sides[1].Answer.String(),
	}
	if s.choose.json {
		return writeJSON(s.out, j)
	}
	fmt.Fprintf(s.out, "value    %s\n", j.Value)
	fmt.Fprintf(s.out, "first    %-8s can the first side force a win? %d positions\n", j.First, p.Sides[0].Nodes)
	fmt.Fprintf(s.out, "second   %-8s can the second side? %d positions\n", j.Second, p.Sides[1].Nodes)
	fmt.Fprintf(s.out, "nodes    %d\n", j.Nodes)
	fmt.Fprintf(s.out, "seconds  %.3f, %.0f nodes/s\n", j.Seconds, float64(j.Nodes)/max(j.Seconds, 1e-9))
	return nil
}

func (s *solving) confirm(ctx context.Context, p games.Position, book *games.Book) error {
	show := newMeter(s.errs, "")
	got, err := p.CheckBook(ctx, s.use(), book, func(done search.Progress) {
		show.text(func() string { return fmt.Sprintf("%d of %d lines confirmed", done.Done, done.Total) })
	})
	show.end()
	if err != nil {
		return s.inBook(err)
	}
	if err := s.print(got); err != nil {
		return err
	}
	if got.Value == kibaho.Ongoing {
		return fmt.Errorf("%s: every line is confirmed, but the value does not follow from them", s.book)
	}
	return nil
}

func (s *solving) goOver(ctx context.Context, p games.Position) error {
	show := newMeter(s.errs, "")
	c, err := p.Whole(ctx, s.use(), s.book, func(n search.Progress) {
		show.text(func() string {
			if n.Total > 0 {
				return fmt.Sprintf("round %d, %d positions left, ", n.Done, n.Count)
			}
			return fmt.Sprintf("%d positions found, %d looked at, ", n.Count, n.Done)
		})
	})
	show.end()
	switch {
	case errors.Is(err, search.ErrMemory):
		return fmt.Errorf("solve: the positions do not fit into %s: give more by --memory, or solve without --whole", s.size)
	case err != nil:
		return err
	}
	j := solveJSON{
		Value: c.Value.String(), Nodes: c.Positions, Seconds: time.Since(s.began).Seconds(),
		Plies: c.Plies, Positions: c.Positions, Win: c.Win, Loss: c.Loss, Draw: c.Draw, Longest: c.Longest, Checked: c.Checked, All: c.All, Halves: c.Halves,
	}
	if s.choose.json {
		return writeJSON(s.out, j)
	}
	share := func(n uint64) float64 { return 100 * float64(n) / float64(c.Positions) }
	fmt.Fprintf(s.out, "value      %s", j.Value)
	if c.Plies > 0 {
		fmt.Fprintf(s.out, " in %d plies", c.Plies)
	}
	switch {
	case c.Halves > 0:
		fmt.Fprintf(s.out, "\npositions  %d, all pairs of %d halves of the board, as the side to move sees them\n", c.Positions, c.Halves)
	case c.All:
		fmt.Fprintf(s.out, "\npositions  %d, all there are, as the side to move sees them\n", c.Positions)
	default:
		fmt.Fprintf(s.out, "\npositions  %d that can come up, %d turns between them\n", c.Positions, c.Turns)
	}
	fmt.Fprintf(s.out, "win        %d (%.2f %%) for the side to move\n", c.Win, share(c.Win))
	fmt.Fprintf(s.out, "loss       %d (%.2f %%)\n", c.Loss, share(c.Loss))
	fmt.Fprintf(s.out, "draw       %d (%.2f %%)\n", c.Draw, share(c.Draw))
	fmt.Fprintf(s.out, "longest    %d plies to the end of a win\n", c.Longest)
	if c.Checked > 0 {
		fmt.Fprintf(s.out, "checked    %d positions derived a second time, in another way\n", c.Checked)
	}
	if len(c.Line) > 1 {
		fmt.Fprintln(s.out, "line")
		for _, q := range c.Line {
			fmt.Fprintf(s.out, "  %s\n", q)
		}
	}
	fmt.Fprintf(s.out, "seconds    %.3f\n", j.Seconds)
	return nil
}

// text shows a line once the work takes over a second.
func (m *meter) text(line func() string) {
	if m.w == nil || time.Since(m.began) < time.Second {
		return
	}
	m.shown = true
	width := 200
	if f, ok := m.w.(*os.File); ok {
		if w, _, err := term.GetSize(int(f.Fd())); err == nil && w > 1 {
			width = w - 1
		}
	}
	fmt.Fprintf(m.w, "\r\x1b[K%.*s", width, line()+fmt.Sprintf("%.0f s", time.Since(m.began).Seconds()))
}
