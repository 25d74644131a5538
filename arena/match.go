package arena

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	"kibaho"
	"kibaho/games"
	"kibaho/play"
	"kibaho/record"
	"kibaho/search"
)

// Match is a match between two engines.
type Match struct {
	Start    games.Position
	Engines  [2]Spec
	Games    int // rounded up to pairs
	From     int // the first game that is played; those before are left to others
	Openings *Openings
	Seed     uint64
	Threads  int // games at a time; 0: one

	// Test ends the match when it has decided. Nil: all games are played.
	Test *SPRT
	// Adjudicate ends games that are as good as over. MaxPlies is the longest
	// game; a longer one is drawn. 0: DefaultMaxPlies.
	Adjudicate Adjudication
	MaxPlies   int
	// Margin is how much later than its time another program may answer, and
	// Patience how long it may think where only nodes or depth bound it.
	// 0: DefaultMargin, DefaultPatience.
	Margin, Patience time.Duration

	// Done are games that were played before: they count and are not repeated.
	Done []Result
	// Each is called after each game, one at a time. Nil: not.
	Each func(Result, Summary)
}

// The bounds that a zero of a Match stands for.
const (
	DefaultMaxPlies = 1000
	DefaultMargin   = 500 * time.Millisecond
	DefaultPatience = time.Minute
)

// Adjudication ends games early: as a draw if for DrawTurns turns in a row both
// engines' scores stayed within DrawScore hundredths of even, after DrawAfter
// plies; as a win if for WinTurns turns in a row both agreed that one side is
// better by WinScore or more. Zero turns: not.
type Adjudication struct {
	DrawTurns, DrawScore, DrawAfter int
	WinTurns, WinScore              int
}

// Result is a game of a match.
type Result struct {
	Number  int            // from 0; the pair is Number/2
	Leader  int            // the engine that plays First: 0 in even games, 1 in odd ones
	Outcome kibaho.Outcome // for First
	Why     string
	Plies   int
	Opening []string
	// Fault is what an engine did wrong, which lost it the game; Culprit is that
	// engine. Empty: nothing.
	Fault   Kind
	Culprit int
	Game    *play.Game  // nil for games of Match.Done
	Names   [2]string   // of First and Second
	notes   play.Record // what the engines thought of their turns
	samples []sample
	spent   [2]effort // by engine
}

// effort is what an engine has looked at.
type effort struct {
	moves        int
	nodes, depth uint64
	time         time.Duration
}

// Points returns the points of the first engine.
func (r Result) Points() float64 { return r.Outcome.Score(kibaho.Side(r.Leader)) }

// Record returns the game as it is kept in a file.
func (r Result) Record(seed uint64) *play.Record {
	return &play.Record{Game: r.Game, Facts: r.notes.Facts, Tags: []play.Tag{
		{Name: "Event", Value: "match of engines"},
		{Name: "Round", Value: strconv.Itoa(r.Number + 1)},
		{Name: "Seed", Value: strconv.FormatUint(seed, 10)},
		{Name: "First", Value: r.Names[0]},
		{Name: "Second", Value: r.Names[1]},
		{Name: "Leader", Value: strconv.Itoa(r.Leader + 1)},
		{Name: "OpeningPlies", Value: strconv.Itoa(len(r.Opening))},
	}}
}

// Summary is how a match stands.
type Summary struct {
	Tally   Tally
	Total   int     // games that are to be played
	Faults  [2]int  // by engine
	LLR     float64 // of the test
	Verdict int     // of the test
	Plies   int
	// Steepness is the constant of the logistic curve that ties the engines'
	// scores to the points made: games.Chance. 0 without scores.
	Steepness float64
	Samples   int
	Spent     [2]Effort
}

// Effort is what an engine looked at on average.
type Effort struct {
	Nodes, Depth, Seconds float64 // for each move
	NPS                   float64
}

// errDecided ends a match whose test has decided.
var errDecided = errors.New("arena: the test has decided")

// Run plays the match. When ctx ends it returns what was played with its cause.
// An engine that cannot even be started is an error.
func (m *Match) Run(ctx context.Context) (Summary, error) {
	if m.MaxPlies <= 0 {
		m.MaxPlies = DefaultMaxPlies
	}
	if m.Margin <= 0 {
		m.Margin = DefaultMargin
	}
	if m.Patience <= 0 {
		m.Patience = DefaultPatience
	}
	total := (m.Games + 1) / 2 * 2
	b := board{match: m, total: total, results: make([]*Result, total)}
	for _, r := range m.Done {
		if r.Number < 0 || r.Number >= total || b.results[r.Number] != nil {
			continue
		}
		b.add(r)
	}
	work, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	for i := range m.Engines {
		p, err := m.player(work, i)
		if err != nil {
			return b.summary(), err
		}
		p.close()
	}

	results := make(chan Result)
	next := m.From
	var mu sync.Mutex
	take := func() (int, []string, error) {
		mu.Lock()
		defer mu.Unlock()
		for next < total && b.played(next) {
			next++
		}
		if next >= total {
			return -1, nil, nil
		}
		opening, err := m.Openings.At(work, next/2)
		next++
		return next - 1, opening, err
	}
	var wg sync.WaitGroup
	for range min(max(1, m.Threads), total) {
		wg.Go(func() {
			t := table{match: m}
			defer t.leave()
			for work.Err() == nil {
				n, opening, err := take()
				if err != nil {
					stop(err)
				}
				if n < 0 || err != nil {
					return
				}
				r, err := t.game(work, n, opening)
				if err != nil {
					if work.Err() == nil {
						stop(err)
					}
					return
				}
				select {
				case results <- r:
				case <-work.Done():
				}
			}
		})
	}
	go func() {
		wg.Wait()
		close(results)
	}()
	for r := range results {
		b.add(r)
		s := b.summary()
		if m.Each != nil {
			m.Each(r, s)
		}
		if s.Verdict != 0 {
			stop(errDecided)
		}
	}
	err := context.Cause(work)
	if errors.Is(err, errDecided) {
		err = nil
	}
	return b.summary(), err
}

func (m *Match) player(ctx context.Context, i int) (player, error) {
	return newPlayer(ctx, m.Engines[i], m.Start.Game(), m.Margin, m.Patience)
}

// board keeps the score of a match.
type board struct {
	match   *Match
	mu      sync.Mutex
	total   int
	results []*Result // by number
	tally   Tally
	faults  [2]int
	plies   int
	samples []sample
	spent   [2]effort
}

func (b *board) played(n int) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.results[n] != nil
}

func (b *board) add(r Result) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.results[r.Number] = &r
	switch points := r.Points(); points {
	case 1:
		b.tally.Wins++
	case 0:
		b.tally.Losses++
	default:
		b.tally.Draws++
	}
	if other := b.results[r.Number^1]; other != nil {
		b.tally.Pairs[int(2*(r.Points()+other.Points()))]++
	}
	if r.Fault != "" {
		b.faults[r.Culprit]++
	}
	b.plies += r.Plies
	b.samples = append(b.samples, r.samples...)
	for i := range b.spent {
		b.spent[i].add(r.spent[i])
	}
}

func (e *effort) add(o effort) {
	e.moves += o.moves
	e.nodes += o.nodes
	e.depth += o.depth
	e.time += o.time
}

func (b *board) summary() Summary {
	b.mu.Lock()
	defer b.mu.Unlock()
	s := Summary{Tally: b.tally, Total: b.total, Faults: b.faults, Plies: b.plies, Samples: len(b.samples)}
	if t := b.match.Test; t != nil {
		s.LLR = t.LLR(b.tally)
		s.Verdict = t.Verdict(s.LLR)
	}
	if b.tally.Games() == b.total || s.Verdict != 0 {
		s.Steepness = steepness(b.samples)
	}
	for i, e := range b.spent {
		if e.moves > 0 {
			n := float64(e.moves)
			s.Spent[i] = Effort{
				Nodes: float64(e.nodes) / n, Depth: float64(e.depth) / n, Seconds: e.time.Seconds() / n,
				NPS: float64(e.nodes) / max(e.time.Seconds(), 1e-9),
			}
		}
	}
	return s
}

// table is where one game after another is played.
type table struct {
	match   *Match
	players [2]player
}

func (t *table) leave() {
	for i := range t.players {
		t.dismiss(i)
	}
}

func (t *table) dismiss(i int) {
	if t.players[i] != nil {
		t.players[i].close()
		t.players[i] = nil
	}
}

// game plays game n. An error is none of the engines'.
func (t *table) game(ctx context.Context, n int, opening []string) (Result, error) {
	m := t.match
	g := play.NewGame(m.Start)
	for _, turn := range opening {
		if err := g.PlayText(turn); err != nil {
			return Result{}, fmt.Errorf("opening %v: %w", opening, err)
		}
	}
	r := Result{Number: n, Leader: n & 1, Opening: opening, Game: g}
	for side := range r.Names {
		r.Names[side] = m.Engines[side^r.Leader].Name
	}
	if err := t.play(ctx, g, &r); err != nil {
		var f *fault
		if !errors.As(err, &f) {
			return r, err
		}
		// The engine is not trusted with another game as it is.
		t.dismiss(r.Culprit)
		r.Fault = f.kind
		g.End(kibaho.Wins(kibaho.Side(r.Culprit^r.Leader).Other()), fmt.Sprintf("%s: %v", r.Fault, f.err))
	}
	r.Outcome, r.Why = g.Outcome()
	r.Plies = len(g.Turns()) - len(opening)
	for i := range r.samples {
		r.samples[i].points = r.Outcome.Score(kibaho.First)
	}
	if r.Fault != "" {
		r.samples = nil
	}
	return r, nil
}

// play plays a game to its end. r.Culprit is the engine at work when it fails.
func (t *table) play(ctx context.Context, g *play.Game, r *Result) error {
	m := t.match
	for i := range t.players {
		r.Culprit = i
		if t.players[i] == nil {
			p, err := m.player(ctx, i)
			if err != nil {
				if ctx.Err() != nil {
					return context.Cause(ctx)
				}
				return &fault{Crash, err}
			}
			t.players[i] = p
		}
		if err := t.players[i].begin(ctx, g); err != nil {
			return err
		}
	}
	j := judge{rules: m.Adjudicate}
	clocks := [2]games.Budget{m.Engines[0].Budget, m.Engines[1].Budget}
	for {
		if g.Claim() != play.NoClaim {
			return g.ClaimDraw() // taken at once, as in search (M4)
		}
		if g.Over() {
			return nil
		}
		if len(g.Turns()) >= m.MaxPlies {
			g.End(kibaho.Draw, fmt.Sprintf("adjudicated: longer than %d plies", m.MaxPlies))
			return nil
		}
		p := g.Position()
		who := int(p.Turn()) ^ r.Leader
		r.Culprit = who
		b := &clocks[who]
		b.Seed = search.GameSeed(m.Seed, r.Number*2+who)
		began := time.Now()
		th, err := t.players[who].move(ctx, g, *b)
		took := time.Since(began)
		if err != nil {
			return err
		}
		e := &r.spent[who]
		e.moves++
		e.nodes += th.nodes
		e.depth += uint64(th.depth)
		e.time += took
		if b.Clock.Left > 0 {
			if !m.pay(b, m.Engines[who].Budget, took) {
				return &fault{Timeout, fmt.Errorf("%s: its clock has run out", m.Engines[who].Name)}
			}
		}
		if th.known && !p.MidTurn() {
			r.notes.Note(len(g.Turns()), func(n *record.Node) { n.SetEval(play.Eval(p.Turn(), games.Line{Score: th.score}, th.depth)) })
		}
		for _, d := range th.moves {
			g.Play(d)
		}
		if th.known && !th.proven {
			score := float64(th.score)
			if p.Turn() == kibaho.Second {
				score = -score
			}
			r.samples = append(r.samples, sample{score: score})
		}
		if outcome, why := j.see(p.Turn(), th, len(g.Turns())); outcome != kibaho.Ongoing && !g.Over() {
			g.End(outcome, why)
			return nil
		}
	}
}

// pay takes the time of a move off a clock, and reports that some is left, within
// the margin.
func (m *Match) pay(b *games.Budget, full games.Budget, took time.Duration) bool {
	c := &b.Clock
	c.Left += c.Increment - took
	if c.Turns > 0 {
		if c.Turns--; c.Turns == 0 {
			c.Turns = full.Clock.Turns
			c.Left += full.Clock.Left
		}
	}
	if c.Left < -m.Margin {
		return false
	}
	c.Left = max(c.Left, time.Millisecond)
	return true
}

// judge ends games early.
type judge struct {
	rules Adjudication
	even  int            // turns in a row with an even score
	ahead int            // turns in a row with one side far ahead
	whose kibaho.Outcome // who wins them
}

// see takes the thought behind a turn; plies is the number of turns played.
func (j *judge) see(side kibaho.Side, th thought, plies int) (kibaho.Outcome, string) {
	if !th.known {
		j.even, j.ahead = 0, 0
		return kibaho.Ongoing, ""
	}
	abs := max(th.score, -th.score)
	j.even++
	if abs > j.rules.DrawScore || plies < j.rules.DrawAfter {
		j.even = 0
	}
	if j.rules.DrawTurns > 0 && j.even >= j.rules.DrawTurns {
		return kibaho.Draw, fmt.Sprintf("adjudicated: even for %d turns", j.even)
	}
	whose := kibaho.Wins(side)
	if th.score < 0 {
		whose = kibaho.Wins(side.Other())
	}
	if whose != j.whose {
		j.ahead = 0
	}
	j.ahead, j.whose = j.ahead+1, whose
	if abs < j.rules.WinScore {
		j.ahead = 0
	}
	if j.rules.WinTurns > 0 && j.ahead >= j.rules.WinTurns {
		return whose, fmt.Sprintf("adjudicated: won by the scores of %d turns", j.ahead)
	}
	return kibaho.Ongoing, ""
}
