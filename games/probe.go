package games

import (
	"context"
	"runtime"
	"sync"

	"kibaho"
	"kibaho/endgame"
	"kibaho/search"
)

// library is where the engines of this process find endgame tables.
var library struct {
	mu   sync.Mutex
	dir  string
	open map[string]any // *tables by game and rules; a nil one: there is none
	tell func(error)
}

// UseTables makes the engines of this process look positions up in the tables of
// a directory. Small tables that it lacks are built when a game comes near them.
// tell, if not nil, hears of files that are not believed and of what could not be
// built; engines play on without. An empty directory is none.
func UseTables(dir string, tell func(error)) {
	library.mu.Lock()
	defer library.mu.Unlock()
	library.dir, library.open, library.tell = dir, map[string]any{}, tell
}

// nearTables is how many pieces more than the tables hold a position may have at
// most for the tables to be opened: others do not come to them in a search.
const nearTables = 6

// hotBytes bounds the memory of the codes that are kept decompressed, for each
// game: up to four pieces in draughts. Larger tables are read where they lie.
const hotBytes = 64 << 20

// tablesFor returns the tables of a position's game and settings, opened, or built
// if they are small, on first use. Nil: there are none, or the position is far
// from them.
func (g game[P, M, R]) tablesFor(p Position) *tables[P, M, R] {
	index, err := g.index(p.Settings())
	if err != nil || men(p.Board()) > index.Most()+nearTables {
		return nil
	}
	return g.tablesOf(p, index)
}

// tablesOf is tablesFor for a position however far from the tables.
func (g game[P, M, R]) tablesOf(p Position, index kibaho.Index[P]) *tables[P, M, R] {
	library.mu.Lock()
	defer library.mu.Unlock()
	if library.dir == "" {
		return nil
	}
	key := g.entry.Name + " " + index.Rules()
	if t, ok := library.open[key]; ok {
		return t.(*tables[P, M, R])
	}
	tell := func(err error) {
		if library.tell != nil && err != nil {
			library.tell(err)
		}
	}
	t, err := g.open(p.Settings(), library.dir)
	if err == nil && len(t.set.Refused) == 0 && !t.set.CompleteTo(index.Small()) {
		t.Close()
		if _, err := endgame.Build(context.Background(), index, index.Small(), endgame.Options{
			Game: g.entry.Name, Dir: library.dir, Threads: runtime.GOMAXPROCS(0),
		}); err != nil {
			tell(err)
		}
		t, err = g.open(p.Settings(), library.dir)
	}
	if err != nil {
		tell(err)
		library.open[key] = (*tables[P, M, R])(nil)
		return nil
	}
	for _, err := range t.set.Refused {
		tell(err)
	}
	t.set.Warm(index.Most(), hotBytes)
	library.open[key] = t
	return t
}

// men counts what stands on a board.
func men(b kibaho.Board) (n int) {
	for _, x := range b.At {
		switch {
		case b.Shape == kibaho.Pits:
			n += int(x)
		case x != kibaho.NoPiece:
			n++
		}
	}
	return n
}

// probe looks a position up for the search. It allocates nothing.
func (t *tables[P, M, R]) probe(p *P) (search.Score, bool) {
	at, ok := t.index.Place(p)
	if !ok {
		return 0, false
	}
	if c, ok := t.set.Hot(at); ok {
		switch c.Value() {
		case endgame.Win:
			return search.WinIn(c.Plies()), true
		case endgame.Loss:
			return search.LossIn(c.Plies()), true
		}
		return 0, true
	}
	if t.index.Pending(p) {
		return 0, false
	}
	v, ok := t.set.Value(at)
	return search.Score(v) * search.TableWin, ok
}

// known returns an analysis by the tables alone of a position that they know to
// be won or lost. A drawn one is left to the search, which chooses among the
// drawn turns.
func (t *tables[P, M, R]) known(p *position[P, M, R], lines int) (Analysis, bool) {
	here, ok, err := t.Look(p)
	if err != nil || !ok || here.Value == endgame.Drawn {
		return Analysis{}, false
	}
	turns, ok, err := t.LookTurns(p)
	if err != nil || !ok {
		return Analysis{}, false
	}
	var a Analysis
	for _, turn := range turns[:min(len(turns), max(1, lines))] {
		l := Line{Moves: []Move{turn.Move}, Turns: []string{turn.Move.Text}}
		switch turn.Value {
		case endgame.Win:
			l.Score, l.Ends = int(search.WinIn(turn.Plies)), turn.Plies
		case endgame.Loss:
			l.Score, l.Ends = int(search.LossIn(turn.Plies)), -turn.Plies
		}
		l.Turns = append(l.Turns, t.line(p.Play(turn.Move), turn.Plies-1)...)
		a.Lines = append(a.Lines, l)
	}
	a.Depth = here.Plies
	return a, true
}

// line returns the turns of best play from a position, at most so many.
func (t *tables[P, M, R]) line(p Position, plies int) (line []string) {
	for range plies {
		turns, ok, err := t.LookTurns(p)
		if err != nil || !ok || len(turns) == 0 {
			return line
		}
		line = append(line, turns[0].Move.Text)
		p = p.Play(turns[0].Move)
	}
	return line
}

// Known returns what the endgame tables in use, see UseTables, know of a position
// and of each of its turns, the best first. It is false if they do not know all.
func Known(p Position) (here Truth, turns []TurnTruth, ok bool, err error) {
	q, ok := p.(interface {
		truths() (Truth, []TurnTruth, bool, error)
	})
	if !ok {
		return here, nil, false, nil
	}
	return q.truths()
}

func (p *position[P, M, R]) truths() (here Truth, turns []TurnTruth, ok bool, err error) {
	t := p.game.tablesFor(p)
	if t == nil {
		return here, nil, false, nil
	}
	if here, ok, err = t.Look(p); err != nil || !ok {
		return here, nil, false, err
	}
	turns, ok, err = t.LookTurns(p)
	return here, turns, ok, err
}
