package train

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"kibaho"
	"kibaho/arena"
)

// learner learns weights W: those of draughts, or a net.
type learner[W interface{ Bytes() []byte }] interface {
	// read reads what Bytes returns.
	read([]byte) (W, error)
	// play plays the games of a round that are not on disk, by the best weights so far.
	play(ctx context.Context, round int, s Settings, best W) error
	// fit fits weights to all that a round learns from. best are the best before.
	fit(ctx context.Context, round int, s Settings, best W, done *Round) (W, error)
	// match plays the weights of a round against the best before.
	match(ctx context.Context, round int, s Settings, fitted, best W) (arena.Tally, error)
}

// start returns the weights that a plan begins with: the plainest, or what Start holds, which is kept for
// when it is gone on with.
func start[W interface{ Bytes() []byte }](p *Plan, l learner[W], plainest W) (W, error) {
	name := filepath.Join(p.Dir, "start.bin")
	b, err := os.ReadFile(name)
	switch {
	case err == nil:
		w, err := l.read(b)
		if err != nil {
			err = fmt.Errorf("%s: %w", name, err)
		}
		return w, err
	case !errors.Is(err, fs.ErrNotExist):
		return plainest, err
	case p.Start == nil:
		return plainest, nil
	}
	w, err := l.read(p.Start)
	if err != nil {
		return plainest, fmt.Errorf("the weights to begin with: %w", err)
	}
	if _, err := os.Stat(p.dir(1)); err == nil {
		return plainest, fmt.Errorf("%s was not begun with other weights; choose another --dir to begin with them", p.Dir)
	}
	if err := os.MkdirAll(p.Dir, 0o755); err != nil {
		return plainest, err
	}
	return w, writeWhole(name, p.Start)
}

// rounds carries out a plan, or what is left of it, from the best weights so far, and returns the
// best and whether any were kept.
func rounds[W interface{ Bytes() []byte }](ctx context.Context, p *Plan, l learner[W], best W) (_ W, kept bool, err error) {
	for round := 1; round <= p.Rounds; round++ {
		s, err := p.settings(round)
		if err != nil {
			return best, kept, err
		}
		var done Round
		w, err := fitted(ctx, p, l, round, s, best, &done)
		if err != nil {
			return best, kept, err
		}
		name := filepath.Join(p.dir(round), "round.json")
		if b, err := os.ReadFile(name); err == nil {
			if err := json.Unmarshal(b, &done); err != nil {
				return best, kept, fmt.Errorf("%s: %w", name, err)
			}
		} else {
			if done.Match, err = l.match(ctx, round, s, w, best); err != nil {
				return best, kept, err
			}
			done.Kept = done.Match.Score() > 0.5
			b, err := json.MarshalIndent(done, "", "  ")
			if err == nil {
				err = writeWhole(name, b)
			}
			if err != nil {
				return best, kept, err
			}
		}
		if done.Kept {
			best, kept = w, true
		}
		p.tell(round, &done)
	}
	return best, kept, nil
}

// fitted returns the weights of a round, before its match.
func fitted[W interface{ Bytes() []byte }](ctx context.Context, p *Plan, l learner[W], round int, s Settings, best W, done *Round) (w W, err error) {
	name := filepath.Join(p.dir(round), "weights.bin")
	told := filepath.Join(p.dir(round), "fit.json")
	if b, err := os.ReadFile(name); err == nil {
		if b, err := os.ReadFile(told); err == nil {
			if err := json.Unmarshal(b, done); err != nil {
				return w, fmt.Errorf("%s: %w", told, err)
			}
		}
		return l.read(b)
	}
	if err := l.play(ctx, round, s, best); err != nil {
		return w, err
	}
	if w, err = l.fit(ctx, round, s, best, done); err != nil {
		return w, err
	}
	b, err := json.Marshal(done)
	if err == nil {
		err = writeWhole(told, b)
	}
	if err == nil {
		err = writeWhole(name, w.Bytes())
	}
	return w, err
}

// fitting returns how a round fits to so many samples, and has what it comes to told in done.
func (p *Plan) fitting(round int, s Settings, rate float64, learn, held int, done *Round) Fitting {
	done.Samples = learn + held
	return Fitting{
		Outcome: s.Outcome, Epochs: s.Epochs, Rate: rate, Seed: kibaho.Mix(s.Seed, uint64(round)),
		Progress: func(epoch int, loss float64) {
			done.Loss = loss
			p.progress("round %d: epoch %d of %d over %d samples, loss %.4f", round, epoch, s.Epochs, learn, loss)
		},
	}
}

// tell says how a round ended.
func (p *Plan) tell(round int, done *Round) {
	verdict := "not kept"
	if done.Kept {
		verdict = "kept"
	}
	m := done.Match
	low, high := m.Interval()
	p.say("round %d: %d samples, loss %.4f; +%d =%d -%d against the last, Elo %+.0f (%+.0f..%+.0f), %s", round, done.Samples, done.Loss,
		m.Wins, m.Draws, m.Losses, arena.Elo(m.Score()), arena.Elo(low), arena.Elo(high), verdict)
}
