package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"kibaho"
	"kibaho/arena"
	"kibaho/games"
	"kibaho/work"
)

// The openings of a match about which nothing is said.
const (
	defaultPlies = 6
	mostPlies    = 100
	mostTrials   = 100
	tellTried    = 16 // positions
	mostBalance  = 1_000_000_000
)

// defaultPliesOf are the random turns of an opening in games that differ. Igisoro
// lasts some 22 turns: after six at random nearly all positions are decided, and the
// engines win one game of each pair whoever is better.
var defaultPliesOf = map[string]int{"igisoro": 3}

// defaultTrialsOf are the trial games by game: few openings of Igisoro that a search calls
// even are.
var defaultTrialsOf = map[string]int{"igisoro": 8}

func newMatch() *cobra.Command {
	var choose choice
	var f matchFlags
	var tables string
	cmd := &cobra.Command{
		Use:   "match GAME",
		Short: "Play a match between two engines",
		Long: `Play a match between two engines: ours at different limits or levels, or another
program that speaks our protocol or Hub. Every opening is played twice, each engine
leading once. Draughts draws from the two-move deck (43 openings), other games have
random openings that are tested for being even (--balance). An engine that crashes, oversteps
its time or plays what is not legal loses the game, and the match goes on.

An engine is written as words NAME=VALUE:
  time=100ms nodes=5000 depth=8 level=3   what bounds a move; several may be given
  clock=60s+1s turns=40                   time for a game, with increment, for so many turns
  hash=16 threads=1 name=NAME
  cmd="PROGRAM ARGUMENTS"                 another program that speaks our protocol
  hub="PROGRAM ARGUMENTS"                 another program that speaks Hub
  param=NAME:VALUE                        set in it before the match

A random opening is taken if a search of this program calls it even at all depths but the
first few, and if each side makes three eighths of the points in trial games of level 7
(--trials). Where few are even an opening has up to three turns more than --plies.

The same seed and test give the same openings; with --records and --resume a match that was
interrupted goes on where it stopped.

With --queue the games are left to workers ('kibaho work'), without endgame tables and
other programs. Bounded by nodes, depth or levels they are the same games.`,
		Example: `  kibaho match draughts --first time=100ms --second time=50ms
  kibaho match igisoro --first level=3 --second level=2 -n 100 --concurrency 2
  kibaho match igisoro --first time=100ms --second time=50ms --plies 4 --balance 200000 --trials 16
  kibaho match fanorona --first nodes=8000 --second nodes=2000 --sprt 0,50 --records games.txt
  kibaho match draughts --first time=100ms --second 'hub="./rival hub" time=100ms' --openings three-move`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			p, err := choose.start(args[0])
			if err != nil {
				return err
			}
			if n, ok := defaultPliesOf[p.Game().Facts().Name]; ok && !c.Flags().Changed("plies") {
				f.plies = n
			}
			if n, ok := defaultTrialsOf[p.Game().Facts().Name]; ok && !c.Flags().Changed("trials") {
				f.trials = n
			}
			useTables(c, tables)
			return f.run(c, p, choose.json)
		},
	}
	choose.add(cmd)
	f.away.add(cmd)
	fl := cmd.Flags()
	fl.StringVar(&tables, "tables", "", "engines of this program look up endgame tables in this folder (default: none)")
	fl.StringVar(&f.first, "first", "", "the first engine (default time=100ms)")
	fl.StringVar(&f.second, "second", "", "the second engine (default time=100ms)")
	fl.IntVarP(&f.games, "games", "n", 0, "how many games, an even number (default: each opening of a deck once for each side, else 100)")
	fl.StringVar(&f.openings, "openings", "", "a deck of the game, such as two-move or three-move, random, or none (default: the first deck, else random)")
	fl.IntVar(&f.plies, "plies", defaultPlies, "random turns of an opening; of Igisoro 3 if nothing is said")
	fl.Int64Var(&f.balance, "balance", -1, "nodes of the search that must call a random opening even; 0: every opening is taken (default: four times those of a move, 8000 to 32000)")
	fl.IntVar(&f.trials, "trials", 0, "trial games of level 7 against itself that test a random opening; of Igisoro 8 if nothing is said")
	fl.Uint64Var(&f.seed, "seed", 1, "where the random numbers start")
	fl.IntVar(&f.concurrency, "concurrency", 1, "games at a time")
	fl.StringVar(&f.records, "records", "", "append the games to this file")
	fl.BoolVar(&f.resume, "resume", false, "go on after the games of this match in the file of --records")
	fl.StringVar(&f.sprt, "sprt", "", "stop when it is decided whether the first engine is better by ELO1 rather than ELO0: ELO0,ELO1")
	fl.StringVar(&f.drawn, "draw", "", "adjudicate a draw: TURNS,SCORE,AFTER (both within SCORE hundredths for TURNS turns, after ply AFTER)")
	fl.StringVar(&f.won, "win", "", "adjudicate a win: TURNS,SCORE (both agree on SCORE hundredths for TURNS turns)")
	fl.IntVar(&f.longest, "max-plies", arena.DefaultMaxPlies, "a longer game is drawn")
	fl.DurationVar(&f.margin, "margin", arena.DefaultMargin, "how much later than its time an engine may answer")
	fl.BoolVar(&f.curve, "curve", false, "fit the curve that ties scores to points")
	return cmd
}

type matchFlags struct {
	first, second, openings   string
	records, sprt, drawn, won string
	games, plies, concurrency int
	longest, trials           int
	balance                   int64
	seed                      uint64
	resume, curve             bool
	margin                    time.Duration
	test                      *arena.SPRT
	names                     [2]string
	looked                    int // positions, for random openings
	looking                   time.Duration
	away                      queueFlags
}

// match makes the match that the flags describe.
func (f *matchFlags) match(p games.Position) (*arena.Match, error) {
	m := &arena.Match{Start: p, Seed: f.seed, Threads: f.concurrency, MaxPlies: f.longest, Margin: f.margin}
	for i, text := range []string{f.first, f.second} {
		var err error
		if m.Engines[i], err = arena.ReadSpec(text); err != nil {
			return nil, err
		}
	}
	if m.Engines[0].Name == m.Engines[1].Name {
		for i := range m.Engines {
			m.Engines[i].Name += fmt.Sprintf(" (%d)", i+1)
		}
	}
	f.names = [2]string{m.Engines[0].Name, m.Engines[1].Name}
	for _, bound := range []struct {
		what         string
		n, low, high int
	}{
		{"games", f.games, 0, maxGames},
		{"plies", f.plies, 0, mostPlies},
		{"concurrency", f.concurrency, 1, 1024},
		{"max-plies", f.longest, 1, 1_000_000},
		{"trials", f.trials, 0, mostTrials},
	} {
		if err := inRange(bound.what, bound.n, bound.low, bound.high); err != nil {
			return nil, err
		}
	}
	if f.margin < 0 {
		return nil, &kibaho.InputError{What: "margin", Text: f.margin.String(), At: -1, Want: "expected a time"}
	}
	if f.trials == 1 {
		return nil, &kibaho.InputError{What: "trials", Text: "1", At: -1, Want: "expected 0 or at least 2: each side must make points"}
	}
	if f.balance < -1 || f.balance > mostBalance {
		return nil, &kibaho.InputError{What: "balance", Text: strconv.FormatInt(f.balance, 10), At: -1, Want: fmt.Sprintf("expected 0 to %d", mostBalance)}
	}
	even := arena.Balance{Nodes: arena.BalanceNodes(m.Engines), Trials: f.trials}
	if f.balance >= 0 {
		even.Nodes = uint64(f.balance)
	}
	var err error
	if m.Openings, err = f.draws(p, even); err != nil {
		return nil, err
	}
	m.Games = f.games
	if m.Games == 0 {
		m.Games = 100
		if n := m.Openings.Size(); n > 0 {
			m.Games = 2 * n
		}
	}
	return m, f.rules(m)
}

// draws returns the openings that the flags ask for.
func (f *matchFlags) draws(p games.Position, even arena.Balance) (*arena.Openings, error) {
	g, s := p.Game(), p.Settings()
	start, err := g.Start(s)
	if err != nil {
		return nil, err
	}
	atStart := start.Same(p)
	deck := f.openings
	if deck == "" {
		deck = "random"
		if list := g.Openings(s); list != nil && atStart {
			return arena.Deck(p, list, f.seed), nil
		}
		if names := decks(g); len(names) > 0 && atStart {
			deck = names[0]
		}
	}
	switch deck {
	case "random":
		return arena.Random(p, f.plies, f.seed, even), nil
	case "none":
		return arena.Random(p, 0, f.seed, even), nil
	}
	for _, name := range decks(g) {
		if name != deck {
			continue
		}
		if !atStart {
			return nil, &kibaho.InputError{What: "openings", Text: deck, At: -1, Want: "a deck is played from the first position only"}
		}
		drawn, err := s.With("openings", deck)
		if err != nil {
			return nil, err
		}
		return arena.Deck(p, g.Openings(drawn), f.seed), nil
	}
	return nil, &kibaho.InputError{What: "openings", Text: deck, At: -1, Want: "expected " + strings.Join(append(decks(g), "random", "none"), ", ")}
}

// decks lists the decks of a game by the values of its option.
func decks(g games.Game) []string {
	var names []string
	for _, o := range g.Facts().Options {
		if o.Name != "openings" {
			continue
		}
		for _, v := range o.Values {
			if v.Name != o.Default {
				names = append(names, v.Name)
			}
		}
	}
	return names
}

// rules reads the test and the rules of adjudication.
func (f *matchFlags) rules(m *arena.Match) error {
	if f.sprt != "" {
		a, b, ok := strings.Cut(f.sprt, ",")
		e0, err0 := strconv.ParseFloat(a, 64)
		e1, err1 := strconv.ParseFloat(b, 64)
		if !ok || err0 != nil || err1 != nil || !(e0 < e1) || math.Abs(e0) > 1000 || math.Abs(e1) > 1000 {
			return &kibaho.InputError{What: "sprt", Text: f.sprt, At: -1, Want: "expected ELO0,ELO1, the first one smaller, as in 0,20"}
		}
		m.Test = &arena.SPRT{Elo0: e0, Elo1: e1}
		f.test = m.Test
	}
	a := &m.Adjudicate
	if err := numbers("draw", f.drawn, &a.DrawTurns, &a.DrawScore, &a.DrawAfter); err != nil {
		return err
	}
	return numbers("win", f.won, &a.WinTurns, &a.WinScore)
}

// numbers reads whole numbers with commas between them.
func numbers(what, text string, into ...*int) error {
	if text == "" {
		return nil
	}
	parts := strings.Split(text, ",")
	if len(parts) != len(into) {
		return &kibaho.InputError{What: what, Text: text, At: -1, Want: fmt.Sprintf("expected %d numbers with commas between them", len(into))}
	}
	for i, part := range parts {
		n, err := strconv.Atoi(part)
		if err != nil || n < 0 || n > 1_000_000 {
			return &kibaho.InputError{What: what, Text: text, At: -1, Got: part, Want: "expected a whole number 0 to 1000000"}
		}
		*into[i] = n
	}
	return nil
}

func (f *matchFlags) run(c *cobra.Command, p games.Position, asJSON bool) error {
	m, err := f.match(p)
	if err != nil {
		return err
	}
	show := newTicker(c.ErrOrStderr())
	m.Openings.Tell = func(number, tried int) {
		if tried%tellTried == 0 {
			show.tell(fmt.Sprintf("opening %d: %d positions looked at", number+1, tried))
		}
	}
	if f.away.on {
		err := f.leave(c, m)
		show.end()
		if err != nil {
			return err
		}
	}
	if f.resume && f.records == "" {
		return &kibaho.InputError{What: "resume", Text: "", At: -1, Want: "expected --records FILE beside it"}
	}
	var file *os.File
	if f.records != "" {
		if file, err = f.open(m); err != nil {
			return err
		}
		defer file.Close()
	}
	var lost error
	m.Each = func(r arena.Result, s arena.Summary) {
		if file != nil && lost == nil {
			rec := r.Record(f.seed)
			if lost = rec.Write(file); lost == nil {
				_, lost = fmt.Fprintln(file)
			}
		}
		if r.Fault != "" {
			show.say(fmt.Sprintf("game %d: %s loses: %s", r.Number+1, f.names[r.Culprit], r.Why))
		}
		show.tell(f.progress(s))
	}
	s, err := m.Run(c.Context())
	show.end()
	f.looked, f.looking = m.Openings.Tried()
	if err == nil {
		err = lost
	}
	if s.Tally.Games() > 0 || err == nil {
		if asJSON {
			if e := writeJSON(c.OutOrStdout(), f.json(s)); e != nil {
				return e
			}
		} else {
			f.print(c.OutOrStdout(), s)
		}
	}
	return err
}

// leave has workers play the games. They count as if they had been played before.
func (f *matchFlags) leave(c *cobra.Command, m *arena.Match) error {
	if err := f.away.alone(c, "tables", "resume", "sprt", "concurrency", "curve", "margin"); err != nil {
		return err
	}
	for _, e := range m.Engines {
		if len(e.Command) > 0 {
			return &kibaho.InputError{What: "engine", Text: e.Name, At: -1, Want: "workers run no other programs: expected engines of this one with --queue"}
		}
	}
	list, err := work.Match(c.Context(), m)
	if err != nil {
		return err
	}
	h, err := f.away.open(c)
	if err != nil {
		return err
	}
	defer h.close()
	done, err := h.do(c.Context(), "match of "+m.Start.Game().Facts().Name, list)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if err := work.FetchMatch(c.Context(), h.cache, done, &text); err != nil {
		return err
	}
	if f.records != "" {
		file, err := os.OpenFile(f.records, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
		if err != nil {
			return err
		}
		_, err = file.Write(text.Bytes())
		if err = errors.Join(err, file.Close()); err != nil {
			return err
		}
	}
	m.Done, _, err = arena.ReadResults(&text, f.seed, f.names)
	return err
}

// open opens the file of records, behind the games of this match if it is resumed.
func (f *matchFlags) open(m *arena.Match) (*os.File, error) {
	if !f.resume {
		return os.OpenFile(f.records, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
	}
	file, err := os.OpenFile(f.records, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	done, whole, err := arena.ReadResults(file, f.seed, f.names)
	if err == nil {
		err = file.Truncate(int64(whole))
	}
	if err == nil {
		_, err = file.Seek(int64(whole), io.SeekStart)
	}
	if err == nil && whole > 0 {
		_, err = fmt.Fprintln(file)
	}
	if err != nil {
		file.Close()
		return nil, fmt.Errorf("%s: %w", f.records, err)
	}
	m.Done = done
	return file, nil
}

// progress is one line on how the match stands.
func (f *matchFlags) progress(s arena.Summary) string {
	t := s.Tally
	line := fmt.Sprintf("%d of %d games: +%d =%d -%d, %.1f %%, Elo %s", t.Games(), s.Total, t.Wins, t.Draws, t.Losses, 100*t.Score(), eloText(t))
	if f.test != nil {
		line += fmt.Sprintf(", LLR %+.2f (±%.2f)", s.LLR, arena.Bound)
	}
	return line
}

// eloText writes a difference in Elo with its 95 % interval.
func eloText(t arena.Tally) string {
	low, high := t.Interval()
	return fmt.Sprintf("%s (%s..%s)", signed(arena.Elo(t.Score())), signed(arena.Elo(low)), signed(arena.Elo(high)))
}

func signed(elo float64) string {
	if math.IsInf(elo, 0) {
		return map[bool]string{true: "+inf", false: "-inf"}[elo > 0]
	}
	return fmt.Sprintf("%+.0f", elo)
}

func (f *matchFlags) print(w io.Writer, s arena.Summary) {
	t := s.Tally
	low, high := t.Interval()
	n := float64(max(1, t.Games()))
	fmt.Fprintf(w, "first     %s\n", f.names[0])
	fmt.Fprintf(w, "second    %s\n", f.names[1])
	fmt.Fprintf(w, "games     %d of %d, seed %d, %.0f plies a game\n", t.Games(), s.Total, f.seed, float64(s.Plies)/n)
	fmt.Fprintf(w, "result    +%d =%d -%d, pairs by points of the first %v\n", t.Wins, t.Draws, t.Losses, t.Pairs)
	fmt.Fprintf(w, "score     %.1f %% (%.1f..%.1f at 95 %%)\n", 100*t.Score(), 100*low, 100*high)
	fmt.Fprintf(w, "Elo       %s\n", eloText(t))
	if f.test != nil {
		verdict := map[int]string{1: "better by Elo1", -1: "not better than Elo0", 0: "undecided"}[s.Verdict]
		fmt.Fprintf(w, "SPRT      LLR %+.2f of ±%.2f for Elo %g against %g: %s\n", s.LLR, arena.Bound, f.test.Elo1, f.test.Elo0, verdict)
	}
	if f.looked > 0 {
		fmt.Fprintf(w, "openings  %d positions looked at in %.1f s\n", f.looked, f.looking.Seconds())
	}
	for i, e := range s.Spent {
		fmt.Fprintf(w, "engine %d  %.0f nodes, depth %.1f, %.1f ms a move, %.0f nodes/s", i+1, e.Nodes, e.Depth, 1000*e.Seconds, e.NPS)
		if s.Faults[i] > 0 {
			fmt.Fprintf(w, "; %d games lost by crash, time or illegal moves", s.Faults[i])
		}
		fmt.Fprintln(w)
	}
	if f.curve {
		fmt.Fprintf(w, "curve     points = 1/(1+exp(-score/%.0f)), %d scores\n", s.Steepness, s.Samples)
	}
}

type matchJSON struct {
	First    string     `json:"first"`
	Second   string     `json:"second"`
	Games    int        `json:"games"`
	Total    int        `json:"total"`
	Seed     uint64     `json:"seed"`
	Wins     int        `json:"wins"`
	Draws    int        `json:"draws"`
	Losses   int        `json:"losses"`
	Pairs    [5]int     `json:"pairs"`
	Score    float64    `json:"score"`
	Interval [2]float64 `json:"score_interval"`
	Elo      *float64   `json:"elo"` // null: without bounds
	EloLow   *float64   `json:"elo_low"`
	EloHigh  *float64   `json:"elo_high"`
	LLR      *float64   `json:"llr,omitempty"`
	Verdict  *int       `json:"verdict,omitempty"`
	Faults   [2]int     `json:"faults"`
	Plies    int        `json:"plies"`
	NPS      [2]float64 `json:"nps"`
	Depth    [2]float64 `json:"depth"`
	Curve    *float64   `json:"curve,omitempty"`
}

func (f *matchFlags) json(s arena.Summary) matchJSON {
	t := s.Tally
	low, high := t.Interval()
	finite := func(e float64) *float64 {
		if math.IsInf(e, 0) || math.IsNaN(e) {
			return nil
		}
		return &e
	}
	j := matchJSON{
		First: f.names[0], Second: f.names[1], Games: t.Games(), Total: s.Total, Seed: f.seed,
		Wins: t.Wins, Draws: t.Draws, Losses: t.Losses, Pairs: t.Pairs,
		Score: t.Score(), Interval: [2]float64{low, high},
		Elo: finite(arena.Elo(t.Score())), EloLow: finite(arena.Elo(low)), EloHigh: finite(arena.Elo(high)),
		Faults: s.Faults, Plies: s.Plies,
	}
	for i, e := range s.Spent {
		j.NPS[i], j.Depth[i] = e.NPS, e.Depth
	}
	if f.test != nil {
		j.LLR, j.Verdict = &s.LLR, &s.Verdict
	}
	if f.curve {
		j.Curve = &s.Steepness
	}
	return j
}

// ticker shows one line that changes, on a terminal; elsewhere a line now and then.
// Any goroutine may call it.
type ticker struct {
	w        io.Writer
	terminal bool

	mu    sync.Mutex
	shown bool
	told  time.Time
}

// tickerEvery is how often a line is written where it cannot be overwritten.
const tickerEvery = 10 * time.Second

func newTicker(w io.Writer) *ticker {
	f, ok := w.(*os.File)
	return &ticker{w: w, terminal: ok && term.IsTerminal(int(f.Fd())), told: time.Now()}
}

func (t *ticker) tell(line string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case t.terminal:
		fmt.Fprintf(t.w, "\r\x1b[K%s", line)
		t.shown = true
	case time.Since(t.told) >= tickerEvery:
		fmt.Fprintln(t.w, line)
		t.told = time.Now()
	}
}

// say writes a line that stays.
func (t *ticker) say(line string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.clear()
	fmt.Fprintln(t.w, oneLine(line))
}

func (t *ticker) end() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.clear()
}

func (t *ticker) clear() {
	if t.shown {
		fmt.Fprint(t.w, "\r\x1b[K")
		t.shown = false
	}
}
