package train

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"kibaho"
	"kibaho/arena"
	"kibaho/draughts"
)

// Plan is how an evaluation is learned.
type Plan struct {
	Dir     string // where everything is kept
	Rounds  int
	Threads int
	// Settings are those of the rounds that have not been begun. Each round keeps the
	// settings that it was begun with, so that later ones may play more games or
	// look at more positions.
	Settings

	// Start, if not nil, holds the weights or the net to begin with, as Bytes returns them, instead of material or
	// the named features, where nothing is on disk.
	Start []byte

	// Away, if not nil, has others play the batches of games of a round that are not on
	// disk: it puts each where file says.
	Away func(ctx context.Context, round int, s Settings, w draughts.Weights, batches []int, file func(batch int) string) error

	// Say is told what is done, Progress what is under way. Both may be nil.
	Say, Progress func(string)
}

// Settings are how a round is carried out.
type Settings struct {
	Games      int     `json:"games"`             // of self-play
	Nodes      uint64  `json:"nodes"`             // for each of their moves
	Last       int     `json:"last"`              // learn from the games of so many rounds; 0: all but the first
	Ballots    int     `json:"ballots"`           // of a hundred games so many begin with an opening of three moves
	Strays     int     `json:"strays,omitempty"`  // of a thousand moves so many are drawn by lot
	Inner      int     `json:"inner,omitempty"`   // so many positions of those that each search judges are samples too
	Crowned    int     `json:"crowned,omitempty"` // after so many plies with kings the score decides a game; 0: it is played out
	Tables     int     `json:"tables"`            // endgame tables with so many pieces are looked up; 0: none
	Pairs      int     `json:"pairs"`             // of games in the match
	MatchNodes uint64  `json:"match_nodes"`
	Outcome    float64 `json:"outcome"`
	Epochs     int     `json:"epochs"`
	Rate       float64 `json:"rate"`
	Prior      float64 `json:"prior,omitempty"` // how firmly the best weights of draughts so far are held; 0: learning begins with material
	Seed       uint64  `json:"seed"`
}

// Default returns the plan by which the weights of the program were learned.
func Default() Plan {
	return Plan{Rounds: 5, Threads: 1, Settings: Settings{
		Games: 10_000, Nodes: 1000, Ballots: 50, Tables: mostTables, Pairs: 200, MatchNodes: 3000, Outcome: 0.3, Epochs: 8, Rate: 0.1, Seed: 1,
	}}
}

// batch is how many games a file of samples holds.
const batch = 100

// Round is how a round ended.
type Round struct {
	Samples int
	Loss    float64 // on the samples held out
	Match   arena.Tally
	Kept    bool
}

func (p *Plan) say(format string, args ...any) {
	if p.Say != nil {
		p.Say(fmt.Sprintf(format, args...))
	}
}

func (p *Plan) progress(format string, args ...any) {
	if p.Progress != nil {
		p.Progress(fmt.Sprintf(format, args...))
	}
}

// Run carries the plan out, or what is left of it, and returns the best weights.
// If ctx ends it returns its cause; what was done so far is kept.
func (p *Plan) Run(ctx context.Context) (draughts.Weights, error) {
	best, err := start(p, p, draughts.NewWeights(draughts.MaterialLogits(), nil))
	if err != nil {
		return draughts.Weights{}, err
	}
	best, _, err = rounds(ctx, p, p, best)
	if err != nil {
		return draughts.Weights{}, err
	}
	return best, writeWhole(filepath.Join(p.Dir, "weights.bin"), best.Bytes())
}

func (p *Plan) dir(round int) string { return filepath.Join(p.Dir, fmt.Sprintf("round-%02d", round)) }

// settings returns those that a round was begun with, or writes those of the plan
// down and begins it.
func (p *Plan) settings(round int) (Settings, error) {
	name := filepath.Join(p.dir(round), "plan.json")
	b, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		b, err = json.MarshalIndent(p.Settings, "", "  ")
		if err == nil {
			err = os.MkdirAll(p.dir(round), 0o755)
		}
		if err == nil {
			err = writeWhole(name, b)
		}
		return p.Settings, err
	}
	if err != nil {
		return Settings{}, err
	}
	var s Settings
	if err := json.Unmarshal(b, &s); err != nil {
		return s, fmt.Errorf("%s: %w", name, err)
	}
	if s != p.Settings {
		p.progress("round %d: goes on as it was begun", round)
	}
	return s, nil
}

func (p *Plan) read(b []byte) (draughts.Weights, error) { return draughts.ReadWeights(b) }

func (p *Plan) fit(ctx context.Context, round int, s Settings, best draughts.Weights, done *Round) (draughts.Weights, error) {
	learn, held, err := p.samples(round, s.Last)
	if err != nil {
		return draughts.Weights{}, err
	}
	f := p.fitting(round, s, s.Rate, len(learn), len(held), done)
	if s.Prior > 0 {
		f.From, f.Prior = &best, s.Prior
	}
	return Fit(ctx, learn, held, f)
}

func (s *Settings) batches() int { return (s.Games + batch - 1) / batch }

func (p *Plan) file(round, i int) string {
	return filepath.Join(p.dir(round), fmt.Sprintf("games-%04d.bin", i))
}

// play plays the games of a round that are not on disk.
func (p *Plan) play(ctx context.Context, round int, s Settings, best draughts.Weights) error {
	if p.Away != nil {
		var missing []int
		for i := range s.batches() {
			if _, err := os.Stat(p.file(round, i)); err != nil {
				missing = append(missing, i)
			}
		}
		if len(missing) == 0 {
			return nil
		}
		return p.Away(ctx, round, s, best, missing, func(i int) string { return p.file(round, i) })
	}
	known, err := p.tables(ctx, s.Tables)
	if err != nil {
		return err
	}
	defer known.close()
	played := 0
	return p.share(ctx, s.batches(), func() func(int) error {
		e := newEngine(best, known)
		return func(i int) error {
			if _, err := os.Stat(p.file(round, i)); err == nil {
				return nil
			}
			return s.batch(ctx, e, known, round, i, p.file(round, i))
		}
	}, func(int) {
		played++
		p.progress("round %d: %d of %d games", round, min(played*batch, s.Games), s.Games)
	})
}

// batch plays a batch of games and writes what can be learned from them.
func (s Settings) batch(ctx context.Context, e *engine, known *knower, round, i int, file string) error {
	var samples []Sample
	for g := range min(batch, s.Games-i*batch) {
		r := kibaho.NewRand(kibaho.Mix(kibaho.Mix(kibaho.Mix(0x706c6179, s.Seed), uint64(round)), uint64(i*batch+g)))
		samples = selfPlay(ctx, e, known, &s, r, samples)
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return write(file, samples)
}

// Batch plays a batch of the games of a round of a plan that is carried out elsewhere, and
// writes them to a file. Tables that are needed are built in the plan's own folder.
func (p *Plan) Batch(ctx context.Context, round int, s Settings, i int, w draughts.Weights, file string) error {
	if i < 0 || i >= s.batches() || s.Games > 1_000_000 || s.Nodes == 0 {
		return &kibaho.InputError{What: "batch", Text: fmt.Sprint(i), At: -1, Want: fmt.Sprintf("expected 0 to %d", s.batches()-1)}
	}
	known, err := p.tables(ctx, s.Tables)
	if err != nil {
		return err
	}
	defer known.close()
	return s.batch(ctx, newEngine(w, known), known, round, i, file)
}

// firstRound is the first of the rounds that a round learns from.
func firstRound(round, last int) int {
	switch {
	case last > 0:
		return max(1, round-last+1)
	case round > 2:
		return 2
	}
	return 1
}

// samples reads what a round learns from: the games of the last rounds, or of all but
// the first, which knew nothing but material, once there are two more. One file in
// twenty is held out, with whole games.
func (p *Plan) samples(round, last int) (learn, held []Sample, err error) {
	for r := firstRound(round, last); r <= round; r++ {
		s, err := p.settings(r)
		if err != nil {
			return nil, nil, err
		}
		for i := range s.batches() {
			to := &learn
			if i%20 == 19 {
				to = &held
			}
			if *to, err = read(p.file(r, i), *to); err != nil {
				return nil, nil, err
			}
		}
	}
	return learn, held, nil
}

// match plays new weights against old ones.
func (p *Plan) match(ctx context.Context, round int, s Settings, fitted, best draughts.Weights) (arena.Tally, error) {
	var t arena.Tally
	known, err := p.tables(ctx, s.Tables)
	if err != nil {
		return t, err
	}
	defer known.close()
	pairs := make([][2]kibaho.Outcome, s.Pairs)
	played := 0
	err = p.share(ctx, s.Pairs, func() func(int) error {
		a, b := newEngine(fitted, known), newEngine(best, known)
		return func(i int) error {
			r := kibaho.NewRand(kibaho.Mix(kibaho.Mix(kibaho.Mix(0x6d61746368, s.Seed), uint64(round)), uint64(i)))
			pairs[i] = duel(ctx, a, b, known, s.MatchNodes, r)
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			return nil
		}
	}, func(int) {
		played++
		p.progress("round %d: match, %d of %d pairs", round, played, s.Pairs)
	})
	for _, pair := range pairs {
		points := pair[0].Score(kibaho.First) + pair[1].Score(kibaho.Second)
		t.Pairs[int(2*points)]++
		for g, outcome := range pair {
			switch outcome.Score(kibaho.Side(g)) {
			case 1:
				t.Wins++
			case 0:
				t.Losses++
			default:
				t.Draws++
			}
		}
	}
	return t, err
}

// share shares n tasks out among the threads. worker makes what does them; done is
// called after each, one at a time.
func (p *Plan) share(ctx context.Context, n int, worker func() func(int) error, done func(int)) error {
	var mu sync.Mutex
	var next int
	var failed error
	var wg sync.WaitGroup
	for range max(1, p.Threads) {
		wg.Go(func() {
			do := worker()
			for {
				mu.Lock()
				i := next
				next++
				stop := failed != nil || i >= n || ctx.Err() != nil
				mu.Unlock()
				if stop {
					return
				}
				err := do(i)
				mu.Lock()
				if err != nil && failed == nil {
					failed = err
				}
				if err == nil {
					done(i)
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if failed == nil {
		failed = context.Cause(ctx)
	}
	return failed
}
