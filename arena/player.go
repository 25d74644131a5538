package arena

import (
	"context"
	"errors"
	"fmt"
	"time"

	"kibaho/games"
	"kibaho/play"
	"kibaho/protocol"
)

// player plays the moves of one engine.
type player interface {
	// begin prepares for a new game.
	begin(ctx context.Context, g *play.Game) error
	// move returns the decisions of a turn, or the beginning of it.
	move(ctx context.Context, g *play.Game, b games.Budget) (thought, error)
	close()
}

// thought is what a player answers.
type thought struct {
	moves  []games.Move
	score  int // hundredths, for the side to move
	known  bool
	proven bool
	depth  int
	nodes  uint64
}

// fault is what an engine has done that loses it the game.
type fault struct {
	kind Kind
	err  error
}

// Kind is the kind of a fault.
type Kind string

// The kinds of faults.
const (
	Crash   Kind = "crash"
	Timeout Kind = "time"
	Illegal Kind = "illegal"
)

func (f *fault) Error() string { return f.err.Error() }

// newPlayer starts the engine of a spec.
func newPlayer(ctx context.Context, s Spec, g games.Game, margin, patience time.Duration) (player, error) {
	if len(s.Command) == 0 {
		return &insider{g.Engine(s.Megabytes)}, nil
	}
	c, err := protocol.Start(ctx, s.Command, s.Hub, s.Params)
	if err != nil {
		return nil, err
	}
	return &outsider{c, margin, patience}, nil
}

// insider is our own engine.
type insider struct{ engine games.Engine }

func (p *insider) begin(context.Context, *play.Game) error {
	p.engine.Forget()
	return nil
}

func (p *insider) move(ctx context.Context, g *play.Game, b games.Budget) (thought, error) {
	a := p.engine.Think(ctx, g.Position(), g.Past(), b, nil)
	if err := context.Cause(ctx); err != nil {
		return thought{}, err
	}
	if len(a.Lines) == 0 || len(a.Lines[0].Moves) == 0 {
		return thought{}, &fault{Illegal, errors.New("gave no move")}
	}
	l := a.Lines[0]
	return thought{moves: l.Moves, score: l.Score, known: true, proven: l.Proven(), depth: a.Depth, nodes: a.Nodes}, nil
}

func (p *insider) close() {}

// outsider is another program.
type outsider struct {
	client           *protocol.Client
	margin, patience time.Duration
}

func (p *outsider) begin(ctx context.Context, g *play.Game) error {
	return blame(p.client.NewGame(ctx, g))
}

func (p *outsider) move(ctx context.Context, g *play.Game, b games.Budget) (thought, error) {
	within := p.patience
	switch {
	case b.Clock.Left > 0:
		within = b.Clock.Left + p.margin
	case b.Time > 0:
		within = b.Time + p.margin
	}
	a, err := p.client.Move(ctx, g, b, within)
	if err != nil {
		return thought{}, blame(err)
	}
	moves, err := g.Position().Find(a.Turn)
	if err != nil {
		return thought{}, &fault{Illegal, err}
	}
	return thought{moves: moves, score: a.Score, known: a.Known, depth: a.Depth, nodes: a.Nodes}, nil
}

// blame turns an error of a client into a fault, unless the match was stopped.
func blame(err error) error {
	switch {
	case err == nil, errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case errors.Is(err, protocol.ErrTime):
		return &fault{Timeout, err}
	case errors.Is(err, protocol.ErrEnded):
		return &fault{Crash, err}
	}
	return &fault{Illegal, fmt.Errorf("broke the protocol: %w", err)}
}

func (p *outsider) close() { p.client.Close() }
