package train

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"

	"kibaho"
	"kibaho/arena"
	"kibaho/chuba"
	"kibaho/draughts"
	"kibaho/fanorona"
	"kibaho/igisoro"
	"kibaho/nnet"
	"kibaho/search"
)

// RunNet learns the net of a game that has one as Run learns the weights of draughts,
// and returns the best. In the first round the named features judge; Ballots and Tables
// are not for these games, and a new net is fitted to a hundredth of Rate.
func (p *Plan) RunNet(ctx context.Context, game string) (*nnet.Net, error) {
	switch game {
	case chuba.Game.Name:
		return learnNet(ctx, p, &chuba.Game, chuba.Sight, chuba.See, chuba.Judge, nil)
	case igisoro.Game.Name:
		return learnNet(ctx, p, &igisoro.Game, igisoro.Sight, igisoro.See, igisoro.Judge, nil)
	case fanorona.Game.Name:
		return learnNet(ctx, p, &fanorona.Game, fanorona.Sight, fanorona.See, fanorona.Judge, fanorona.Mirrored)
	}
	return nil, fmt.Errorf("%s has no net", game)
}

// Learned returns the bytes of the weights or the net of a game that the program has, nil if there are none.
func Learned(game string) []byte {
	switch game {
	case draughts.Game.Name:
		return draughts.Learned().Bytes()
	case chuba.Game.Name:
		return chuba.Learned().Bytes()
	case igisoro.Game.Name:
		return igisoro.Learned().Bytes()
	case fanorona.Game.Name:
		return fanorona.Learned().Bytes()
	}
	return nil
}

// Nets lists the games that are judged by nets.
func Nets() []string {
	return []string{chuba.Game.Name, igisoro.Game.Name, fanorona.Game.Name}
}

// pupil learns the net of a game.
type pupil[P comparable, M comparable, R kibaho.Rules[P, M]] struct {
	*Plan
	g     *kibaho.Game[P, M]
	start P
	s     kibaho.Settings
	shape nnet.Shape
	see   func(p *P, sites *[nnet.MaxSites]uint8) (phase int)
	judge func(n *nnet.Net) func(*P) int
	// mirrored shows a position in one of four ways that are worth the same; nil: one.
	mirrored func(p *P, way uint8) P
}

func learnNet[P comparable, M comparable, R kibaho.Rules[P, M]](ctx context.Context, plan *Plan, g *kibaho.Game[P, M], shape nnet.Shape,
	see func(*P, *[nnet.MaxSites]uint8) int, judge func(*nnet.Net) func(*P) int, mirrored func(*P, uint8) P,
) (*nnet.Net, error) {
	u := pupil[P, M, R]{Plan: plan, g: g, shape: shape, see: see, judge: judge, mirrored: mirrored}
	var err error
	if u.s, err = g.Settings(""); err != nil {
		return nil, err
	}
	if u.start, err = g.Start(u.s); err != nil {
		return nil, err
	}
	first, err := start[*nnet.Net](plan, &u, nil)
	if err != nil {
		return nil, err
	}
	best, kept, err := rounds(ctx, plan, &u, first)
	switch {
	case err != nil:
		return nil, err
	case !kept && first == nil:
		return nil, fmt.Errorf("no net was better than the named features: give more rounds or games")
	}
	return best, writeWhole(filepath.Join(u.Dir, "weights.bin"), best.Bytes())
}

// eval returns the evaluation by a net, or by the named features if there is none.
func (u *pupil[P, M, R]) eval(n *nnet.Net) func(*P) int {
	if n != nil {
		return u.judge(n)
	}
	var values []int
	for _, w := range u.g.Weights {
		values = append(values, w.Value)
	}
	return u.g.Weighed(values)
}

// player returns what plays games by two evaluations, openings being judged by the first.
func (u *pupil[P, M, R]) player(a, b *nnet.Net) *dueller[P, M, R] {
	d := newDueller[P, M, R](u.g, u.start, u.s)
	d.evals = [2]func(*P) int{u.eval(a), u.eval(b)}
	d.judgeBy(d.evals[1])
	return d
}

func (u *pupil[P, M, R]) read(b []byte) (*nnet.Net, error) { return nnet.Read(b, u.shape) }

func (u *pupil[P, M, R]) fit(ctx context.Context, round int, s Settings, _ *nnet.Net, done *Round) (*nnet.Net, error) {
	learn, held, err := u.samples(round, s.Last)
	if err != nil {
		return nil, err
	}
	f, err := FitNet(ctx, u.shape, learn, held, u.fitting(round, s, s.Rate/100, len(learn), len(held), done))
	if err != nil {
		return nil, err
	}
	return nnet.New(u.shape, f), nil
}

// noPoints stands for the points made where no game was played. A game makes 0, 128 or 255.
const noPoints = 1

// Openings of games to learn from may be uneven.
const learnLow, learnHigh = 0.1, 0.9

// play plays the games of a round that are not on disk.
func (u *pupil[P, M, R]) play(ctx context.Context, round int, s Settings, best *nnet.Net) error {
	played := 0
	return u.share(ctx, s.batches(), func() func(int) error {
		d := u.player(best, best)
		return func(i int) error {
			name := u.file(round, i)
			if _, err := os.Stat(name); err == nil {
				return nil
			}
			var b []byte
			for g := range min(batch, s.Games-i*batch) {
				r := kibaho.NewRand(kibaho.Mix(kibaho.Mix(kibaho.Mix(0x6e657473, s.Seed), uint64(round)), uint64(i*batch+g)))
				b = u.game(ctx, d, &s, r, b)
			}
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			return writeWhole(name, b)
		}
	}, func(int) {
		played++
		u.progress("round %d: %d of %d games", round, min(played*batch, s.Games), s.Games)
	})
}

// A sample of a net is what is seen of a position, its phase, the points that the search
// expected and those that were made, in 255ths, for the side to move; noPoints for a position
// within a search (Inner), which no game went on from.
func (u *pupil[P, M, R]) sampleBytes() int { return u.shape.Sites + 3 }

// game plays a game and appends what can be learned from it.
func (u *pupil[P, M, R]) game(ctx context.Context, d *dueller[P, M, R], set *Settings, r *kibaho.Rand, dst []byte) []byte {
	type turn struct {
		at   int // of the points made
		side kibaho.Side
	}
	var turns []turn
	put := func(p *P, score search.Score) {
		var sites [nnet.MaxSites]uint8
		seen := p
		if u.mirrored != nil {
			q := u.mirrored(p, uint8(r.N(4)))
			seen = &q
		}
		phase := u.see(seen, &sites)
		dst = append(dst, sites[:u.shape.Sites]...)
		dst = append(dst, uint8(phase), uint8(math.Round(255*sigmoid(float64(score)/u.g.Steepness))), noPoints)
	}
	d.note = func(p *P, score search.Score) {
		put(p, score)
		turns = append(turns, turn{len(dst) - 1, R(p).Turn()})
	}
	d.inner, d.r, d.noteInner = set.Inner, r, put
	points := d.play(ctx, d.opening(ctx, r, learnLow, learnHigh), kibaho.First, set.Nodes)
	for _, t := range turns {
		made := points
		if t.side == kibaho.Second {
			made = 1 - points
		}
		dst[t.at] = uint8(math.Round(255 * made))
	}
	return dst
}

// samples reads what a round learns from, as [Plan.samples] does.
func (u *pupil[P, M, R]) samples(round, last int) (learn, held [][]byte, err error) {
	size := u.sampleBytes()
	for r := firstRound(round, last); r <= round; r++ {
		s, err := u.settings(r)
		if err != nil {
			return nil, nil, err
		}
		fromLearn, fromHeld := len(learn), len(held)
		for i := range s.batches() {
			name := u.file(r, i)
			b, err := os.ReadFile(name)
			if err != nil {
				return nil, nil, err
			}
			if len(b)%size != 0 {
				return nil, nil, fmt.Errorf("%s: %d bytes, expected a multiple of %d", name, len(b), size)
			}
			for ; len(b) > 0; b = b[size:] {
				one := b[:size:size]
				for _, c := range one[:u.shape.Sites] {
					if int(c) >= u.shape.Classes {
						return nil, nil, fmt.Errorf("%s: %w", name, errSample)
					}
				}
				if one[u.shape.Sites] >= nnet.Phases {
					return nil, nil, fmt.Errorf("%s: %w", name, errSample)
				}
				if i%20 == 19 {
					held = append(held, one)
				} else {
					learn = append(learn, one)
				}
			}
		}
		temper(learn[fromLearn:], held[fromHeld:])
	}
	return learn, held, nil
}

// match plays a new net against the old one.
func (u *pupil[P, M, R]) match(ctx context.Context, round int, s Settings, fitted, best *nnet.Net) (arena.Tally, error) {
	points := make([][2]float64, s.Pairs)
	played := 0
	err := u.share(ctx, s.Pairs, func() func(int) error {
		d := u.player(fitted, best)
		return func(i int) error {
			r := kibaho.NewRand(kibaho.Mix(kibaho.Mix(kibaho.Mix(0x6d61746368, s.Seed), uint64(round)), uint64(i)))
			points[i] = d.pair(ctx, s.MatchNodes, r)
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			return nil
		}
	}, func(int) {
		played++
		u.progress("round %d: match, %d of %d pairs", round, played, s.Pairs)
	})
	return tally(points), err
}
