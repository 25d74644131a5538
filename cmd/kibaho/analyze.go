package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"kibaho"
	"kibaho/games"
	"kibaho/jobs"
	"kibaho/play"
	"kibaho/protocol"
	"kibaho/record"
	"kibaho/search"
	"kibaho/study"
	"kibaho/work"
)

// What an analysis is bounded by if nothing is said: a time for one position, and
// nodes for each position of a record, so that the same comes out everywhere.
const (
	analyzeTime  = 5 * time.Second
	recordNodes  = 100_000
	mostLines    = 100
	longestThink = 24 * time.Hour
)

type analyzeFlags struct {
	choose    choice
	budget    games.Budget
	hash      int
	record    string
	number    int
	plot      string
	annotated string
	why       bool
	tables    string
	away      queueFlags
}

func newAnalyze() *cobra.Command {
	var f analyzeFlags
	cmd := &cobra.Command{
		Use:   "analyze GAME [MOVE…]",
		Short: "Analyse a position or a whole game",
		Long: `Search a position, after the moves if some are given, and print what is found depth
by depth: the score for the side to move in men, cows or pieces, the points that it
may expect of the game (1 a win, 0.5 a draw), positions looked at and how many a
second, and the line of play. A proved end is told in turns.

With --why the last of the moves is explained instead: what it wins or loses beside
the best turn. Without moves the best turns of the position are explained.

With --record every turn of a kept game is graded by the points that it gives away:
?! an inaccuracy (0.04), ? a mistake (0.08), ?? a blunder (0.14), and wins that were
missed (0.95 or more before, 0.75 or less after); --plot draws the game as a curve.

With --queue a worker ('kibaho work') does it, without endgame tables.`,
		Example: `  kibaho analyze draughts
  kibaho analyze draughts 11-15 23-19 --time 10s --lines 3 --threads 2
  kibaho analyze draughts 11-15 23-18 8-11 18-14 --why
  kibaho analyze igisoro --depth 6 --json
  kibaho analyze --record sunday.game --plot sunday.svg --why`,
		Args: cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			if err := f.check(c); err != nil {
				return err
			}
			if err := f.away.alone(c, "tables", "why"); err != nil {
				return err
			}
			useTables(c, f.tables)
			if f.record != "" {
				return f.wholeGame(c, args)
			}
			if f.plot != "" {
				return &kibaho.InputError{What: "plot", Text: f.plot, At: -1, Want: "a plot needs a whole game: expected --record FILE beside it"}
			}
			if len(args) == 0 {
				return &kibaho.InputError{What: "game", Text: "", At: -1, Want: "expected kibaho analyze GAME [MOVE…], or --record FILE"}
			}
			p, err := f.choose.start(args[0])
			if err != nil {
				return err
			}
			g := play.NewGame(p)
			last := ""
			for i, text := range args[1:] {
				if f.why && i == len(args)-2 {
					last = text
					break
				}
				if err := g.PlayText(text); err != nil {
					return err
				}
			}
			if f.why {
				return f.explain(c, g, last)
			}
			return f.position(c, g)
		},
	}
	f.choose.add(cmd)
	f.choose.addThreads(cmd)
	addTables(cmd, &f.tables)
	f.away.add(cmd)
	fl := cmd.Flags()
	fl.DurationVar(&f.budget.Time, "time", 0, "search so long (default 5s if nothing else bounds it)")
	fl.IntVar(&f.budget.Depth, "depth", 0, "search so many turns deep")
	fl.Uint64Var(&f.budget.Nodes, "nodes", 0, "look at so many positions")
	fl.IntVar(&f.budget.Lines, "lines", 1, "how many of the best turns are wanted")
	fl.IntVar(&f.hash, "hash", protocol.DefaultMegabytes, "megabytes of the engine's table")
	fl.StringVar(&f.record, "record", "", "annotate the game in this file")
	fl.IntVar(&f.number, "number", 1, "with --record: which game of a file of several")
	fl.StringVar(&f.annotated, "annotate", "", "with --record: write the record to this file with evaluations, marks and better turns")
	fl.StringVar(&f.plot, "plot", "", "with --record: draw the game into this file, .svg or .png")
	fl.BoolVar(&f.why, "why", false, "say in words what is won or lost")
	return cmd
}

// check reads the bounds.
func (f *analyzeFlags) check(c *cobra.Command) error {
	b := &f.budget
	for _, bound := range []struct {
		what         string
		n, low, high int
	}{
		{"threads", f.choose.threads, 0, 1024},
		{"depth", b.Depth, 0, search.MaxDepth},
		{"lines", b.Lines, 1, mostLines},
		{"hash", f.hash, 1, protocol.MaxMegabytes()},
	} {
		if err := inRange(bound.what, bound.n, bound.low, bound.high); err != nil {
			return err
		}
	}
	if b.Time < 0 || b.Time > longestThink {
		return &kibaho.InputError{What: "time", Text: b.Time.String(), At: -1, Want: "expected a time up to 24h, as in 500ms or 10s"}
	}
	b.Threads = cores(f.choose.threads)
	if b.Time == 0 && b.Depth == 0 && b.Nodes == 0 {
		if f.record != "" {
			b.Nodes = recordNodes
		} else {
			b.Time = analyzeTime
		}
	}
	return nil
}

type lineJSON struct {
	Score  float64  `json:"score"` // men, cows or pieces, for the side to move
	Ends   int      `json:"ends"`  // turns to a proved end; negative: lost; 0: not proved
	Proven bool     `json:"proven"`
	Chance float64  `json:"chance"`
	Turns  []string `json:"turns"`
}

type analysisJSON struct {
	Game     string     `json:"game"`
	Position string     `json:"position"`
	Side     string     `json:"side"`
	Unit     string     `json:"unit"`
	Outcome  string     `json:"outcome"`
	Reason   string     `json:"reason"`
	Depth    int        `json:"depth"`
	Nodes    uint64     `json:"nodes"`
	Seconds  float64    `json:"seconds"`
	NPS      uint64     `json:"nps"`
	Lines    []lineJSON `json:"lines"`
}

// position analyses one position. When it is interrupted what was found stands.
func (f *analyzeFlags) position(c *cobra.Command, g *play.Game) error {
	p, out := g.Position(), c.OutOrStdout()
	facts := p.Game().Facts()
	if o, why := g.Outcome(); o != kibaho.Ongoing {
		if f.choose.json {
			return writeJSON(out, analysisJSON{
				Game: facts.Name, Position: p.String(), Side: facts.Sides[p.Turn()], Unit: facts.Seeds,
				Outcome: o.String(), Reason: why, Lines: []lineJSON{},
			})
		}
		_, err := fmt.Fprintf(out, "%s\n", g.Caption())
		return err
	}
	report := func(a games.Analysis) { printAnalysis(out, p.Game(), a) }
	if f.choose.json {
		report = nil
	}
	var a games.Analysis
	if f.away.on {
		done, err := f.leave(c, &play.Record{Game: g}, false)
		if err == nil {
			a, err = work.FetchAnalysis(done)
		}
		if err != nil {
			return err
		}
	} else {
		a = p.Game().Engine(f.hash).Think(c.Context(), p, g.Past(), f.budget, report)
	}
	if !f.choose.json {
		if report(a); len(a.Lines) > 0 {
			if says := a.Lines[0].Says(p); says != "" {
				fmt.Fprintln(out, says)
			}
			_, err := fmt.Fprintf(out, "best %s\n", a.Lines[0].Turns[0])
			return err
		}
		return nil
	}
	j := analysisJSON{
		Game: facts.Name, Position: p.String(), Side: facts.Sides[p.Turn()], Unit: facts.Seeds,
		Depth: a.Depth, Nodes: a.Nodes, Seconds: a.Elapsed.Seconds(), NPS: perSecond(a), Lines: []lineJSON{},
	}
	for _, l := range a.Lines {
		j.Lines = append(j.Lines, lineJSON{float64(l.Score) / 100, l.Ends, l.Proven(), games.Chance(p.Game(), l), l.Turns})
	}
	return writeJSON(out, j)
}

func perSecond(a games.Analysis) uint64 {
	return uint64(float64(a.Nodes) / max(a.Elapsed.Seconds(), 1e-6))
}

// printAnalysis writes a line for each line of play.
func printAnalysis(w io.Writer, g games.Game, a games.Analysis) {
	for i, l := range a.Lines {
		head := fmt.Sprintf("depth %2d", a.Depth)
		if len(a.Lines) > 1 {
			head += fmt.Sprintf(" line %d", i+1)
		}
		fmt.Fprintf(w, "%s  %s  %.2f  %s nodes  %s/s  %s\n", head, scoreText(g, l), games.Chance(g, l),
			short(float64(a.Nodes)), short(float64(perSecond(a))), strings.Join(l.Turns, " "))
	}
}

// scoreText writes a score in the game's unit, or the proved end.
func scoreText(g games.Game, l games.Line) string {
	switch {
	case l.Ends > 0:
		return fmt.Sprintf("wins in %d", l.Ends)
	case l.Ends < 0:
		return fmt.Sprintf("loses in %d", -l.Ends)
	case l.Proven() && l.Score > 0:
		return "wins"
	case l.Proven():
		return "loses"
	}
	return fmt.Sprintf("%+.2f %s", float64(l.Score)/100, g.Facts().Seeds)
}

// short writes a number in thousands or millions.
func short(n float64) string {
	for _, u := range []struct {
		by   float64
		name string
	}{{1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
		if n >= u.by {
			return fmt.Sprintf("%.3g %s", n/u.by, u.name)
		}
	}
	return fmt.Sprintf("%.0f", n)
}

type whyJSON struct {
	Turn         string   `json:"turn"`
	Best         string   `json:"best"`
	Says         string   `json:"says"`
	Line         []string `json:"line"`
	BestLine     []string `json:"best_line"`
	Chance       float64  `json:"chance"`
	BestChance   float64  `json:"best_chance"`
	Material     int      `json:"material"`
	BestMaterial int      `json:"best_material"`
}

func explained(e study.Explanation) whyJSON {
	return whyJSON{e.Turn, e.Best, e.Says, e.Line, e.BestLine, e.Chance, e.BestChance, e.Material, e.BestMaterial}
}

// explain explains a turn, or the best ones of the position.
func (f *analyzeFlags) explain(c *cobra.Command, g *play.Game, turn string) error {
	p := g.Position()
	engine := p.Game().Engine(f.hash)
	budget := f.budget
	budget.Time /= 2 // one search for the best turn, one for the reply
	var all []study.Explanation
	if o, _ := g.Outcome(); o != kibaho.Ongoing && turn == "" {
		return f.position(c, g)
	}
	if turn != "" || budget.Lines == 1 {
		budget.Lines = 1
		e, err := study.Why(c.Context(), engine, g, turn, budget)
		if err != nil {
			return err
		}
		all = append(all, e)
	} else {
		a := engine.Think(c.Context(), p, g.Past(), f.budget, nil)
		for _, l := range a.Lines {
			all = append(all, study.Compare(p, a.Lines[0], l))
		}
	}
	if f.choose.json {
		list := []whyJSON{}
		for _, e := range all {
			list = append(list, explained(e))
		}
		return writeJSON(c.OutOrStdout(), list)
	}
	for _, e := range all {
		fmt.Fprintln(c.OutOrStdout(), e.Says)
	}
	return nil
}

type turnJSON struct {
	Number int      `json:"number"`
	Side   string   `json:"side"`
	Turn   string   `json:"turn"`
	Score  float64  `json:"score"` // of the best turn, for the side that moves
	Chance float64  `json:"chance"`
	After  float64  `json:"after"`
	Lost   float64  `json:"lost"`
	Grade  string   `json:"grade"`
	Missed bool     `json:"missed_win"`
	Best   []string `json:"best"`
	Says   string   `json:"says,omitempty"`
}

type sumJSON struct {
	Side         string  `json:"side"`
	Turns        int     `json:"turns"`
	Blunders     int     `json:"blunders"`
	Mistakes     int     `json:"mistakes"`
	Inaccuracies int     `json:"inaccuracies"`
	Missed       int     `json:"missed_wins"`
	Lost         float64 `json:"lost"`
}

type reportJSON struct {
	Game    string     `json:"game"`
	Outcome string     `json:"outcome"`
	Reason  string     `json:"reason"`
	Turns   []turnJSON `json:"turns"`
	Chances []float64  `json:"chances"`
	Sides   []sumJSON  `json:"sides"`
}

// wholeGame annotates the game of a record.
func (f *analyzeFlags) wholeGame(c *cobra.Command, args []string) error {
	if len(args) > 1 || f.choose.position != "" || f.choose.variant != "" || len(f.choose.set) > 0 {
		return &kibaho.InputError{What: "record", Text: f.record, At: -1, Want: "the record has the variant, the position and the moves: expected none beside it"}
	}
	format := strings.TrimPrefix(filepath.Ext(f.plot), ".")
	if f.plot != "" && format != "svg" && format != "png" {
		return &kibaho.InputError{What: "plot", Text: f.plot, At: -1, Want: "expected a name that ends in .svg or .png"}
	}
	rec, err := f.read()
	if err != nil {
		return err
	}
	game := rec.Game.Start().Game()
	if len(args) == 1 && args[0] != game.Facts().Name {
		return &kibaho.InputError{What: "game", Text: args[0], At: -1, Want: "the record is of a game of " + game.Facts().Name}
	}
	show := newTicker(c.ErrOrStderr())
	f.budget.Lines = 1
	var r *study.Report
	if f.away.on {
		var done *jobs.Record
		if done, err = f.leave(c, rec, true); err == nil {
			r, err = work.FetchReport(done, rec)
		}
	} else {
		r, err = study.Annotate(c.Context(), game.Engine(f.hash), rec.Game, f.budget, func(done, total int) {
			show.tell(fmt.Sprintf("turn %d of %d", done, total))
		})
	}
	show.end()
	if err != nil {
		return err
	}
	r.Title = strings.TrimSpace(fmt.Sprintf("%s: %s – %s", game.Facts().Title, named(rec, 0), named(rec, 1)))
	if f.plot != "" {
		var b bytes.Buffer
		if err := r.Plot(&b, format); err != nil {
			return err
		}
		if err := os.WriteFile(f.plot, b.Bytes(), 0o644); err != nil {
			return err
		}
	}
	if f.annotated != "" {
		if err := os.WriteFile(f.annotated, annotated(rec, r).Append(nil, record.Layout{}), 0o644); err != nil {
			return err
		}
	}
	if f.choose.json {
		return writeJSON(c.OutOrStdout(), f.reportJSON(game, r))
	}
	f.printReport(c.OutOrStdout(), game, r)
	return nil
}

// leave leaves the analysis to a worker.
func (f *analyzeFlags) leave(c *cobra.Command, g *play.Record, whole bool) (*jobs.Record, error) {
	list, err := work.Analysis(g, whole, f.budget, f.hash)
	if err != nil {
		return nil, err
	}
	h, err := f.away.open(c)
	if err != nil {
		return nil, err
	}
	defer h.close()
	done, err := h.do(c.Context(), "analysis of "+list[0].Game, list)
	if err != nil {
		return nil, err
	}
	return done[0], nil
}

// annotated is the record with what the engine thought: the evaluation of each
// position behind the turn that leads to it, the mark of a turn that gave
// something away, and the better turn as a variation.
func annotated(rec *play.Record, r *study.Report) *record.Record {
	tree := rec.Tree()
	n := tree.Root
	for i := range r.Turns {
		t := &r.Turns[i]
		n.SetEval(play.Eval(t.Side, t.Best, t.Depth))
		if len(n.Next) == 0 || n.Next[0].Text != t.Text {
			break
		}
		next := n.Next[0]
		if t.Grade != study.Fine {
			next.Strength = t.Grade.Mark()
			if len(t.Best.Turns) > 0 {
				// A line that does not go on is left where it is.
				for v, turns := n, t.Best.Turns; len(turns) > 0; turns = turns[1:] {
					better, err := v.Play(turns[0])
					if err != nil {
						break
					}
					v = better
				}
			}
		}
		n = next
	}
	return tree
}

// read reads the game of the record, or one of several.
func (f *analyzeFlags) read() (*play.Record, error) {
	if err := inRange("number", f.number, 1, maxGames); err != nil {
		return nil, err
	}
	file, err := os.Open(f.record)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	all := record.NewReader(file)
	all.File = f.record
	for {
		tree, err := all.Next()
		var fault *record.Fault
		switch {
		case errors.Is(err, io.EOF):
			return nil, &kibaho.InputError{What: "number", Text: strconv.Itoa(f.number), At: -1, Want: fmt.Sprintf("%s has %d games", f.record, all.Games())}
		case errors.As(err, &fault) && all.Games() < f.number:
		case err != nil:
			return nil, err
		case all.Games() == f.number:
			return play.FromTree(tree)
		}
	}
}

// named returns the name of a player, or of the side.
func named(rec *play.Record, side int) string {
	if name := rec.Tag([2]string{"First", "Second"}[side]); name != "" {
		return name
	}
	return rec.Game.Start().Game().Facts().Sides[side]
}

func (f *analyzeFlags) reportJSON(g games.Game, r *study.Report) reportJSON {
	facts := g.Facts()
	j := reportJSON{Game: facts.Name, Outcome: r.Outcome.String(), Reason: r.Reason, Turns: []turnJSON{}, Chances: r.Chances}
	for _, t := range r.Turns {
		j.Turns = append(j.Turns, turnJSON{
			t.Number, facts.Sides[t.Side], t.Text, float64(t.Best.Score) / 100, t.Chance, t.After, t.Lost,
			string(t.Grade), t.Missed, t.Best.Turns, t.Why.Says,
		})
	}
	for side, name := range facts.Sides {
		s := r.Sum(kibaho.Side(side))
		j.Sides = append(j.Sides, sumJSON{name, s.Turns, s.Blunders, s.Mistakes, s.Inaccuracies, s.Missed, s.Lost})
	}
	return j
}

func (f *analyzeFlags) printReport(w io.Writer, g games.Game, r *study.Report) {
	facts := g.Facts()
	fmt.Fprintln(w, r.Title)
	for _, t := range r.Turns {
		text := t.Text + t.Grade.Mark()
		fmt.Fprintf(w, "%3d. %-6s %-16s %-14s %.2f", t.Number, facts.Sides[t.Side], text, scoreText(g, t.Best), t.Chance)
		if t.Grade != study.Fine {
			fmt.Fprintf(w, "  %s: -%.2f, best %s", t.Grade, t.Lost, t.Best.Turns[0])
			if t.Missed {
				fmt.Fprint(w, ", a missed win")
			}
		}
		fmt.Fprintln(w)
		if f.why && t.Why.Says != "" {
			wrap(w, "        ", t.Why.Says)
		}
	}
	if r.Outcome != kibaho.Ongoing {
		fmt.Fprintf(w, "%s: %s\n", map[kibaho.Outcome]string{
			kibaho.FirstWins: facts.Sides[0] + " has won", kibaho.SecondWins: facts.Sides[1] + " has won", kibaho.Draw: "drawn",
		}[r.Outcome], r.Reason)
	}
	for side, name := range facts.Sides {
		s := r.Sum(kibaho.Side(side))
		fmt.Fprintf(w, "%-6s %d turns: %d blunders, %d mistakes, %d inaccuracies, %d missed wins; %.3f points given away a turn\n",
			name, s.Turns, s.Blunders, s.Mistakes, s.Inaccuracies, s.Missed, s.Lost)
	}
}
