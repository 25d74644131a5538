package train

import (
	"context"
	"math/bits"
	"path/filepath"

	"kibaho"
	"kibaho/draughts"
	"kibaho/endgame"
	"kibaho/search"
)

// mostTables is the greatest number of pieces that games may look up: seven million
// positions, built in seconds and kept in memory.
const mostTables = 4

// knower knows the positions with few pieces.
type knower struct {
	set    *endgame.Set
	index  kibaho.Index[draughts.Position]
	pieces int
}

// tables builds the endgame tables of the plan, if they are not there, and opens
// them. With fewer than two pieces there are none: nil.
func (p *Plan) tables(ctx context.Context, pieces int) (*knower, error) {
	if pieces < 2 {
		return nil, nil
	}
	s, err := draughts.Game.Settings("")
	if err != nil {
		return nil, err
	}
	index := draughts.Game.Index(s)
	dir := filepath.Join(p.Dir, "tables")
	if _, err := endgame.Build(ctx, index, pieces, endgame.Options{Game: draughts.Game.Name, Dir: dir, Threads: p.Threads}); err != nil {
		return nil, err
	}
	set, err := endgame.Open(dir, draughts.Game.Name, index)
	if err != nil {
		return nil, err
	}
	set.Warm(pieces, 1<<30)
	return &knower{set: set, index: index, pieces: pieces}, nil
}

// close lets go of the tables.
func (k *knower) close() {
	if k != nil {
		k.set.Close()
	}
}

// probe looks a position up for the search.
func (k *knower) probe(p *draughts.Position) (search.Score, bool) {
	if sets := p.Sets(); bits.OnesCount32(sets[0]|sets[1]) > k.pieces {
		return 0, false
	}
	at, ok := k.index.Place(p)
	if !ok {
		return 0, false
	}
	c, ok := k.set.Hot(at)
	switch {
	case !ok:
		return 0, false
	case c.Value() == endgame.Win:
		return search.WinIn(c.Plies()), true
	case c.Value() == endgame.Loss:
		return search.LossIn(c.Plies()), true
	}
	return 0, true
}

// outcome is who wins a position by the tables; Ongoing if they do not know.
func (k *knower) outcome(p *draughts.Position) kibaho.Outcome {
	if k == nil {
		return kibaho.Ongoing
	}
	switch v, ok := k.probe(p); {
	case !ok:
		return kibaho.Ongoing
	case v > 0:
		return kibaho.Wins(p.Turn())
	case v < 0:
		return kibaho.Wins(p.Turn().Other())
	}
	return kibaho.Draw
}
