package games

import (
	"context"
	"fmt"
	"slices"

	"kibaho"
	"kibaho/endgame"
)

// Tables are the endgame tables of a game under some settings, open for looking up.
type Tables interface {
	// Most is the greatest number of pieces that there are tables for.
	Most() int
	// Refused are the reasons why files are not believed.
	Refused() []error
	// Rows lists what the tables hold, those with fewer pieces first.
	Rows() []TableRow
	// Look returns what the tables know of a position. It is false if they do not.
	Look(Position) (Truth, bool, error)
	// LookTurns returns what they know of each turn of a position, the best first.
	// It is false if they do not know all.
	LookTurns(Position) ([]TurnTruth, bool, error)
	// Verify derives every value of the tables with up to so many pieces anew and
	// returns the number of positions.
	Verify(context.Context, endgame.Verifying) (uint64, error)
	// Close lets go of the files.
	Close()
}

// Truth is what is certain of a position.
type Truth struct {
	Value endgame.Value // for the side to move
	Plies int           // to the end of the game with best play; 0 for a draw
}

// TurnTruth is what is certain of a turn: the value for the side that makes it,
// and the plies to the end, this one included.
type TurnTruth struct {
	Move Move
	Truth
}

// TableRow is a slice with a side to move.
type TableRow struct {
	Slice  string // the material
	Side   string // whose move it is; "either" if that makes no difference
	Pieces int
	endgame.Header
	// Win and Loss are positions with the longest win and the longest loss, with
	// the first side to move; empty if there is none.
	Win, Loss string
}

// tables is the face of an endgame.Set.
type tables[P comparable, M comparable, R kibaho.Rules[P, M]] struct {
	game  game[P, M, R]
	s     kibaho.Settings
	index kibaho.Index[P]
	set   *endgame.Set
}

// index returns the index of some settings, or an error that says that there is none.
func (g game[P, M, R]) index(s kibaho.Settings) (kibaho.Index[P], error) {
	if g.entry.Index != nil {
		if index := g.entry.Index(s); index != nil {
			return index, nil
		}
	}
	return nil, &kibaho.InputError{
		What: g.entry.Name + " settings", Text: s.String(), At: -1,
		Want: "there are no endgame tables for these: their positions are not numbered",
	}
}

func (g game[P, M, R]) BuildTables(ctx context.Context, s kibaho.Settings, pieces int, o endgame.Options) ([]endgame.Header, error) {
	index, err := g.index(s)
	if err != nil {
		return nil, err
	}
	o.Game = g.entry.Name
	return endgame.Build(ctx, index, pieces, o)
}

// TablePair is what is built in one go: the tables of a slice and its twin.
type TablePair struct {
	Slices []string // one or two
	Needs  []string // slices whose tables must be there
	Rules  string   // that the values depend on
	Pieces int
	Places uint64
}

func (g game[P, M, R]) TablePairs(s kibaho.Settings, pieces int) ([]TablePair, error) {
	index, err := g.index(s)
	if err != nil {
		return nil, err
	}
	pairs, err := endgame.Pairs(index, pieces)
	if err != nil {
		return nil, err
	}
	all := make([]TablePair, len(pairs))
	for i, p := range pairs {
		all[i] = TablePair{Rules: index.Rules(), Pieces: p.Pieces, Places: p.Size}
		for _, s := range p.Slices {
			all[i].Slices = append(all[i].Slices, index.Name(s))
		}
		for _, s := range p.Needs {
			all[i].Needs = append(all[i].Needs, index.Name(s))
		}
	}
	return all, nil
}

// slice finds a slice by its name.
func (g game[P, M, R]) slice(s kibaho.Settings, name string) (kibaho.Index[P], kibaho.Slice, error) {
	index, err := g.index(s)
	if err != nil {
		return nil, 0, err
	}
	for n := 2; n <= index.Most(); n++ {
		for _, slice := range index.Slices(n) {
			if index.Name(slice) == name {
				return index, slice, nil
			}
		}
	}
	return nil, 0, &kibaho.InputError{What: "slice", Text: name, At: -1, Want: g.entry.Name + " has no such slice"}
}

func (g game[P, M, R]) BuildTablePair(ctx context.Context, s kibaho.Settings, slice string, o endgame.Options) ([]endgame.Header, error) {
	index, at, err := g.slice(s, slice)
	if err != nil {
		return nil, err
	}
	o.Game = g.entry.Name
	return endgame.BuildPair(ctx, index, at, o)
}

func (g game[P, M, R]) TablePath(s kibaho.Settings, dir, slice string) (string, error) {
	index, at, err := g.slice(s, slice)
	if err != nil {
		return "", err
	}
	return endgame.Path(dir, g.entry.Name, index, at), nil
}

func (g game[P, M, R]) Tables(s kibaho.Settings, dir string) (Tables, error) {
	t, err := g.open(s, dir)
	if err != nil {
		return nil, err
	}
	return t, nil
}

func (g game[P, M, R]) open(s kibaho.Settings, dir string) (*tables[P, M, R], error) {
	index, err := g.index(s)
	if err != nil {
		return nil, err
	}
	set, err := endgame.Open(dir, g.entry.Name, index)
	if err != nil {
		return nil, err
	}
	return &tables[P, M, R]{g, s, index, set}, nil
}

func (t *tables[P, M, R]) Most() int        { return t.set.Most() }
func (t *tables[P, M, R]) Refused() []error { return t.set.Refused }
func (t *tables[P, M, R]) Close()           { t.set.Close() }

func (t *tables[P, M, R]) Verify(ctx context.Context, o endgame.Verifying) (uint64, error) {
	return endgame.Verify[P, M, R](ctx, t.index, t.set, o)
}

func (t *tables[P, M, R]) Rows() (rows []TableRow) {
	for _, h := range t.set.Headers() {
		for _, v := range t.index.Views(h.ID()) {
			side := "either"
			if !v.Either {
				side = t.game.entry.Sides[v.Side]
			}
			rows = append(rows, TableRow{
				Slice: v.Material, Side: side, Pieces: t.index.Pieces(h.ID()), Header: h,
				Win: t.text(h, h.LongestWin), Loss: t.text(h, h.LongestLoss),
			})
		}
	}
	return rows
}

func (t *tables[P, M, R]) text(h endgame.Header, f endgame.Farthest) string {
	if f.Plies < 0 {
		return ""
	}
	p, ok := t.index.Position(kibaho.Place{Slice: h.ID(), At: f.At})
	if !ok {
		return ""
	}
	return t.game.entry.Write(&p)
}

func (t *tables[P, M, R]) Look(pos Position) (Truth, bool, error) {
	p, ok := pos.(*position[P, M, R])
	if !ok {
		return Truth{}, false, fmt.Errorf("a position of %s looked up in tables of %s", pos.Game().Facts().Name, t.game.entry.Name)
	}
	c, ok, err := t.code(&p.p)
	return truth(c), ok, err
}

// code returns the code of a position, also of one in which the game is over.
func (t *tables[P, M, R]) code(p *P) (endgame.Code, bool, error) {
	r := R(p)
	switch r.Outcome() {
	case kibaho.Draw:
		return endgame.Draw, true, nil
	case kibaho.Wins(r.Turn().Other()):
		return endgame.Over, true, nil
	case kibaho.Wins(r.Turn()):
		return 0, false, nil
	}
	at, ok := t.index.Place(p)
	if !ok {
		return 0, false, nil
	}
	return t.set.Code(at)
}

func truth(c endgame.Code) Truth {
	if c == endgame.Draw {
		return Truth{Value: endgame.Drawn}
	}
	return Truth{c.Value(), c.Plies()}
}

func (t *tables[P, M, R]) LookTurns(pos Position) ([]TurnTruth, bool, error) {
	p, ok := pos.(*position[P, M, R])
	if !ok {
		return nil, false, nil
	}
	var all []TurnTruth
	for _, m := range p.rules().Moves(nil) {
		c, ok, err := t.code(&p.play(m).p)
		if !ok || err != nil {
			return nil, false, err
		}
		after := truth(c)
		mine := Truth{Value: -after.Value}
		if mine.Value != endgame.Drawn {
			mine.Plies = after.Plies + 1
		}
		all = append(all, TurnTruth{p.move(m), mine})
	}
	slices.SortStableFunc(all, func(a, b TurnTruth) int { return b.rank() - a.rank() })
	return all, true, nil
}

// rank orders values: quick wins first, quick losses last.
func (t Truth) rank() int {
	switch t.Value {
	case endgame.Win:
		return 1000 - t.Plies
	case endgame.Loss:
		return t.Plies - 1000
	}
	return 0
}

// String says the value in words, "win in 23".
func (t Truth) String() string {
	if t.Value == endgame.Drawn {
		return "draw"
	}
	return fmt.Sprintf("%v in %d", t.Value, t.Plies)
}

// Says says the value of a position with a side to move: "White wins in 23".
func (t Truth) Says(p Position) string {
	side := p.Turn()
	switch t.Value {
	case endgame.Drawn:
		return "drawn"
	case endgame.Loss:
		side = side.Other()
	}
	return fmt.Sprintf("%s wins in %d", p.Game().Facts().Sides[side], t.Plies)
}
