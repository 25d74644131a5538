package train

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"slices"
	"sync"

	"kibaho"
	"kibaho/arena"
	"kibaho/chuba"
	"kibaho/fanorona"
	"kibaho/games"
	"kibaho/igisoro"
	"kibaho/search"
)

// Tuning changes the named weights of an evaluation by play: simultaneous
// perturbation (SPSA). In each step every weight is moved up or down by lot; the
// weights so changed play a pair of games over one opening against those changed
// the other way; and all weights move a little towards the winner. What is tuned
// is the mean over the second half of the steps. In the end it plays a match against
// the weights that it began with, which decides.
//
// The result depends on the seed alone, whatever the number of threads, since the
// games of a step are shared among them and the step is taken when all are done.
type Tuning struct {
	File       string // where the state is kept after each step; it goes on from there
	Steps      int    // in all, those in the file included
	Pairs      int    // of games in each step
	Nodes      uint64 // decisions looked at for each move
	MatchPairs int    // of games in the match at the end
	MatchNodes uint64
	Seed       uint64
	Threads    int
	Rate       float64 // of the first step, in weights' steps for a pair that is won

	Progress func(line string) // may be nil
}

// Tuned is what came of a tuning.
type Tuned struct {
	Weights []kibaho.Weight // with the tuned values
	Before  []int
	Tally   arena.Tally // of the tuned weights against those before
}

// tuningState is what the file holds.
type tuningState struct {
	Game    string    `json:"game"`
	Variant string    `json:"variant"`
	Seed    uint64    `json:"seed"`
	Steps   int       `json:"steps"`
	Pairs   int       `json:"pairs"`
	Nodes   uint64    `json:"nodes"`
	Rate    float64   `json:"rate"`
	Start   []int     `json:"start"` // the weights at the beginning
	Done    int       `json:"done"`  // steps
	Now     []float64 `json:"now"`   // in units of a weight's step
	Sum     []float64 `json:"sum"`   // over the second half
}

// Tunable lists the games whose evaluations have named weights.
func Tunable() []string {
	return []string{chuba.Game.Name, igisoro.Game.Name, fanorona.Game.Name}
}

// Tune tunes the evaluation of a game, played with these settings.
func (t *Tuning) Tune(ctx context.Context, game string, s kibaho.Settings) (Tuned, error) {
	switch game {
	case chuba.Game.Name:
		return tune(ctx, t, &chuba.Game, s)
	case igisoro.Game.Name:
		return tune(ctx, t, &igisoro.Game, s)
	case fanorona.Game.Name:
		return tune(ctx, t, &fanorona.Game, s)
	}
	return Tuned{}, fmt.Errorf("%s has no named weights", game)
}

// tuner tunes one game.
type tuner[P comparable, M comparable, R kibaho.Rules[P, M]] struct {
	*Tuning
	g     *kibaho.Game[P, M]
	start P
	s     kibaho.Settings
	state tuningState
}

func tune[P comparable, M comparable, R kibaho.Rules[P, M]](ctx context.Context, t *Tuning, g *kibaho.Game[P, M], s kibaho.Settings) (out Tuned, err error) {
	u := tuner[P, M, R]{Tuning: t, g: g, s: s}
	if u.start, err = g.Start(s); err != nil {
		return out, err
	}
	if err := u.load(); err != nil {
		return out, err
	}
	for u.state.Done < u.state.Steps {
		if err := u.step(ctx); err != nil {
			return out, err
		}
		if err := u.save(); err != nil {
			return out, err
		}
		if t.Progress != nil {
			t.Progress(fmt.Sprintf("step %d of %d", u.state.Done, u.state.Steps))
		}
	}
	out.Before = u.state.Start
	out.Weights = slices.Clone(g.Weights)
	counted := float64(u.state.Steps - u.state.Steps/2)
	values := make([]int, len(out.Weights))
	for i := range out.Weights {
		values[i] = int(math.Round(u.state.Sum[i] / counted * float64(out.Weights[i].Step)))
		out.Weights[i].Value = values[i]
	}
	out.Tally, err = u.match(ctx, values, out.Before)
	return out, err
}

// load reads the state, or begins.
func (u *tuner[P, M, R]) load() error {
	want := tuningState{
		Game: u.g.Name, Variant: u.s.String(), Seed: u.Seed, Steps: u.Steps, Pairs: u.Pairs, Nodes: u.Nodes, Rate: u.Rate,
		Sum: make([]float64, len(u.g.Weights)),
	}
	for _, w := range u.g.Weights {
		want.Start = append(want.Start, w.Value)
		want.Now = append(want.Now, float64(w.Value)/float64(w.Step))
	}
	u.state = want
	if u.File == "" {
		return nil
	}
	b, err := os.ReadFile(u.File)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var got tuningState
	if err := json.Unmarshal(b, &got); err != nil {
		return &kibaho.InputError{What: "tuning", Text: u.File, At: -1, Want: "it is not the state of a tuning: " + err.Error()}
	}
	same := got
	same.Done, same.Now, same.Sum = 0, want.Now, want.Sum
	a, _ := json.Marshal(same) // neither can fail: plain numbers and texts
	c, _ := json.Marshal(want)
	if string(a) != string(c) || len(got.Now) != len(want.Now) || len(got.Sum) != len(want.Sum) || got.Done < 0 || got.Done > got.Steps {
		return &kibaho.InputError{What: "tuning", Text: u.File, At: -1, Want: "it was begun with other settings or weights; give another file"}
	}
	u.state = got
	return nil
}

// save writes the state, whole or not at all.
func (u *tuner[P, M, R]) save() error {
	if u.File == "" {
		return nil
	}
	b, err := json.MarshalIndent(&u.state, "", "\t")
	if err != nil {
		return err
	}
	part := u.File + ".part"
	if err := os.WriteFile(part, append(b, '\n'), 0o644); err != nil {
		return err
	}
	return os.Rename(part, u.File)
}

// step plays the games of a step and moves the weights.
func (u *tuner[P, M, R]) step(ctx context.Context) error {
	st := &u.state
	done := float64(st.Done) / float64(st.Steps)
	rate, reach := st.Rate*(1-0.85*done), 1-0.5*done
	n := len(st.Now)
	signs := make([][]float64, st.Pairs)
	points := make([]float64, st.Pairs)
	err := u.share(ctx, st.Pairs, func(d *dueller[P, M, R], i int) {
		r := kibaho.NewRand(kibaho.Mix(kibaho.Mix(kibaho.Mix(0x73707361, st.Seed), uint64(st.Done)), uint64(i)))
		sign := make([]float64, n)
		var values [2][]int
		for j := range sign {
			sign[j] = float64(2*r.N(2) - 1)
			unit := float64(u.g.Weights[j].Step)
			values[0] = append(values[0], int(math.Round((st.Now[j]+reach*sign[j])*unit)))
			values[1] = append(values[1], int(math.Round((st.Now[j]-reach*sign[j])*unit)))
		}
		signs[i] = sign
		points[i] = sum(d.duel(ctx, values, st.Nodes, r))
	})
	if err != nil {
		return err
	}
	for i, sign := range signs {
		for j := range sign {
			st.Now[j] += rate * (points[i] - 1) * sign[j]
		}
	}
	if st.Done >= st.Steps/2 {
		for j := range st.Sum {
			st.Sum[j] += st.Now[j]
		}
	}
	st.Done++
	return nil
}

func sum(points [2]float64) float64 { return points[0] + points[1] }

// match plays tuned weights against others.
func (u *tuner[P, M, R]) match(ctx context.Context, a, b []int) (arena.Tally, error) {
	points := make([][2]float64, u.MatchPairs)
	err := u.share(ctx, u.MatchPairs, func(d *dueller[P, M, R], i int) {
		r := kibaho.NewRand(kibaho.Mix(kibaho.Mix(0x6d61746368, u.Seed), uint64(i)))
		points[i] = d.duel(ctx, [2][]int{a, b}, u.MatchNodes, r)
	})
	if err != nil {
		return arena.Tally{}, err
	}
	return tally(points), nil
}

// tally counts pairs of games by the points of one side.
func tally(points [][2]float64) (t arena.Tally) {
	for _, p := range points {
		t.Pairs[int(2*sum(p))]++
		for _, x := range p {
			switch x {
			case 1:
				t.Wins++
			case 0:
				t.Losses++
			default:
				t.Draws++
			}
		}
	}
	return t
}

// share plays n duels on the threads.
func (u *tuner[P, M, R]) share(ctx context.Context, n int, do func(d *dueller[P, M, R], i int)) error {
	var mu sync.Mutex
	next := 0
	var wg sync.WaitGroup
	for range min(max(1, u.Threads), n) {
		wg.Go(func() {
			d := newDueller[P, M, R](u.g, u.start, u.s)
			for ctx.Err() == nil {
				mu.Lock()
				i := next
				next++
				mu.Unlock()
				if i >= n {
					return
				}
				do(d, i)
			}
		})
	}
	wg.Wait()
	return context.Cause(ctx)
}

// dueller plays pairs of games between two evaluations of a game.
type dueller[P comparable, M comparable, R kibaho.Rules[P, M]] struct {
	g      *kibaho.Game[P, M]
	start  P
	limits kibaho.Limits
	evals  [2]func(*P) int
	sides  [2]*search.Engine[P, M, R]
	judge  *search.Engine[P, M, R] // of openings
	moves  []M
	// note, if not nil, is told of each position between turns that is searched, and a
	// game ends when its outcome is proved.
	note func(p *P, score search.Score)
	// watch sees the positions that are judged; inner of each search are drawn, searched, and
	// noted by noteInner.
	watch     watch[P]
	inner     int
	r         *kibaho.Rand
	noteInner func(p *P, score search.Score)
}

// How the games of a tuning begin and end.
const (
	fewestTurns, mostTurns = 2, 9 // at random
	judgeNodes             = 2000
	evenLow, evenHigh      = 0.38, 0.62 // points to expect of an opening
	quietTurns             = 60
	longest                = 400 // turns
	duelMegabytes          = 1
)

func newDueller[P comparable, M comparable, R kibaho.Rules[P, M]](g *kibaho.Game[P, M], start P, s kibaho.Settings) *dueller[P, M, R] {
	d := &dueller[P, M, R]{g: g, start: start, limits: s.Limits()}
	spec := search.SpecOf(*g)
	games.Tune(g.Name, &spec.Params)
	d.judge = search.New[P, M, R](spec, duelMegabytes)
	for i := range d.sides {
		spec.Eval = func(p *P) int {
			d.watch.see(p)
			return d.evals[i](p)
		}
		d.sides[i] = search.New[P, M, R](spec, duelMegabytes)
	}
	return d
}

// judgeBy has openings judged by another evaluation than the game's.
func (d *dueller[P, M, R]) judgeBy(eval func(*P) int) {
	spec := search.SpecOf(*d.g)
	games.Tune(d.g.Name, &spec.Params)
	spec.Eval = eval
	d.judge = search.New[P, M, R](spec, duelMegabytes)
}

// opening plays random turns until there is a position from which so many points
// may be expected.
func (d *dueller[P, M, R]) opening(ctx context.Context, r *kibaho.Rand, low, high float64) P {
	for {
		p := d.start
		turns := fewestTurns + r.N(mostTurns-fewestTurns+1)
		for turns > 0 {
			if d.moves = R(&p).Moves(d.moves[:0]); len(d.moves) == 0 {
				break
			}
			R(&p).Play(d.moves[r.N(len(d.moves))])
			if !R(&p).MidTurn() {
				turns--
			}
		}
		if turns > 0 || R(&p).Outcome() != kibaho.Ongoing {
			continue
		}
		d.judge.Reset()
		score := d.judge.Search(ctx, p, search.History{Limits: d.limits}, search.Limits{Nodes: judgeNodes}, nil).Score
		k := d.g.Steepness
		if k == 0 {
			k = 250
		}
		if even := 1 / (1 + math.Exp(-float64(score)/k)); even > low && even < high || ctx.Err() != nil {
			return p
		}
	}
}

// duel plays a pair of games between two sets of weights.
func (d *dueller[P, M, R]) duel(ctx context.Context, values [2][]int, nodes uint64, r *kibaho.Rand) [2]float64 {
	for i := range d.evals {
		d.evals[i] = d.g.Weighed(values[i])
	}
	return d.pair(ctx, nodes, r)
}

// pair plays a pair of games over an opening, each evaluation having the first side
// once, and returns the points of the first evaluation.
func (d *dueller[P, M, R]) pair(ctx context.Context, nodes uint64, r *kibaho.Rand) (points [2]float64) {
	p := d.opening(ctx, r, evenLow, evenHigh)
	for i := range points {
		points[i] = d.play(ctx, p, kibaho.Side(i), nodes)
	}
	return points
}

// play plays a game in which the first evaluation has a side, and returns its
// points.
func (d *dueller[P, M, R]) play(ctx context.Context, p P, side kibaho.Side, nodes uint64) float64 {
	for _, e := range d.sides {
		e.Reset()
	}
	h := search.History{Limits: d.limits}
	now := R(&p)
	for turns := 0; ctx.Err() == nil; turns++ {
		if o := now.Outcome(); o != kibaho.Ongoing {
			return o.Score(side)
		}
		began, times := now.Hash(), 1
		for _, past := range h.Hashes {
			if past == began {
				times++
			}
		}
		if d.limits.Repetition > 0 && times >= d.limits.Repetition || h.Quiet >= quietTurns || turns >= longest {
			return 0.5
		}
		e := d.sides[(now.Turn()^side)&1]
		quiet := true
		for again := true; again; again = now.MidTurn() {
			within := h
			if now.MidTurn() {
				within.Hashes = append(slices.Clone(h.Hashes), began)
			}
			d.watch.begin(d.inner, d.r)
			info := e.Search(ctx, p, within, search.Limits{Nodes: nodes}, nil)
			d.within(ctx, e, d.watch.end(), nodes)
			if len(info.Lines) == 0 { // within a turn without a way on: the game is drawn
				return 0.5
			}
			if d.note != nil {
				if info.Score.Proven() {
					if (info.Score > 0) == (now.Turn() == side) {
						return 1
					}
					return 0
				}
				if !now.MidTurn() {
					d.note(&p, info.Score)
				}
			}
			for i, m := range info.Lines[0].Moves {
				if i > 0 && !now.MidTurn() {
					break
				}
				quiet = quiet && d.g.Quiet(&p, m)
				now.Play(m)
			}
		}
		switch {
		case quiet:
			h.Quiet++
		case d.g.Reversible:
			h.Quiet = 0
		default:
			h.Quiet, h.Hashes = 0, h.Hashes[:0]
			continue
		}
		h.Hashes = append(h.Hashes, began)
	}
	return 0.5
}

// within searches positions that were drawn from a search, but those within a turn.
func (d *dueller[P, M, R]) within(ctx context.Context, e *search.Engine[P, M, R], drawn []P, nodes uint64) {
	for i := range drawn {
		p := &drawn[i]
		if R(p).MidTurn() || R(p).Outcome() != kibaho.Ongoing {
			continue
		}
		e.Reset()
		score := e.Search(ctx, *p, search.History{Limits: d.limits}, search.Limits{Nodes: nodes}, nil).Score
		if ctx.Err() == nil && !score.Proven() {
			d.noteInner(p, score)
		}
	}
}
