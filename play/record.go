package play

import (
	"errors"
	"fmt"
	"io"

	"kibaho"
	"kibaho/games"
	"kibaho/record"
)

// Record is a game in progress with what is known of it, as it is kept in a
// file: see package record, which reads and writes it. Of the tags, those that
// say how to set up the game (Game, Variant, Set, Position) and how it ended
// (Result, Reason) are written from the game itself; others, such as First and
// Second for the names of the players, are kept in their order.
type Record struct {
	Tags []Tag
	Game *Game
	// Facts are clocks and evaluations to note behind turns, by the number of the
	// turn from 0.
	Facts map[int][]record.Fact

	read *record.Record // what the game was read from, with its variations and comments
}

// Tag is a line [Name "Value"] of a record.
type Tag = record.Tag

// Tag returns the value of a tag, or nothing.
func (r *Record) Tag(name string) string {
	for _, t := range r.Tags {
		if t.Name == name {
			return t.Value
		}
	}
	return ""
}

// setup are the tags that are written from the game itself.
func setup(name string) bool {
	switch name {
	case "Game", "Variant", "Set", "Position", "FEN", "SetUp", "Setup", "Result", "Reason":
		return true
	}
	return false
}

// Write writes the record.
func (r *Record) Write(w io.Writer) error { return r.Tree().Write(w) }

// Tree returns the record as a tree. Variations and comments of the record that
// the game was read from stand where they stood, as far as its turns were kept.
func (r *Record) Tree() *record.Record {
	tree := record.New(r.Game.Start())
	for _, t := range r.Tags {
		if !setup(t.Name) {
			tree.Tags = append(tree.Tags, t)
		}
	}
	tree.Outcome, _ = r.Game.Outcome()
	if r.Game.ended != kibaho.Ongoing {
		tree.SetTag("Reason", r.Game.how)
	}
	var old *record.Node
	if r.read != nil {
		tree.Remarks = r.read.Remarks
		old = r.read.Root
		tree.Root.Comments, tree.Root.Facts = old.Comments, old.Facts
	}
	n := tree.Root
	for i, t := range r.Game.Turns() {
		next := &record.Node{Text: t.Text}
		var others []*record.Node
		if old != nil && len(old.Next) > 0 {
			others = old.Next[1:]
			if old = old.Next[0]; old.Text == t.Text && !old.Setup {
				*next = *old
				next.Next = nil
			} else {
				old = nil
			}
		}
		next.Position, next.Parent = r.Game.plies[t.Last].After, n
		for _, f := range r.Facts[i] {
			next.SetFact(f.Name, f.Value)
		}
		n.Next = append([]*record.Node{next}, others...)
		n = next
	}
	return tree
}

// FromTree returns the main line of a record as a game that can go on. It ends
// before a position that was set up within it.
func FromTree(tree *record.Record) (*Record, error) {
	r := &Record{Tags: tree.Tags, Game: NewGame(tree.Start()), read: tree}
	for _, n := range tree.Main() {
		if n.Setup {
			break
		}
		if err := r.Game.PlayText(n.Text); err != nil {
			return nil, err
		}
	}
	if tree.Outcome != kibaho.Ongoing && !r.Game.Over() {
		why := r.Tag("Reason")
		if why == "" {
			why = "as recorded"
		}
		r.Game.end(tree.Outcome, why)
	}
	return r, nil
}

// ReadRecord reads one game. find names the games of the shelf. Errors say what
// was read, in which line, and what was expected.
func ReadRecord(in io.Reader, find func(string) (games.Game, error)) (*Record, error) {
	r := record.NewReader(in)
	r.Find = find
	tree, err := r.Next()
	if errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("record: %w", &kibaho.InputError{What: "tags", Text: "", At: -1, Want: `expected a tag [Game "…"] at the top, or a game of draughts in PDN`})
	}
	if err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	return FromTree(tree)
}

// Eval returns what an engine thinks of a position as a record notes it: for
// First. l is its line, for the side that is to move, and depth how deep it looked.
func Eval(side kibaho.Side, l games.Line, depth int) record.Eval {
	score := l.Score
	e := record.Eval{Depth: depth}
	switch {
	case l.Proven() && score > 0:
		e.Value, e.Plies = kibaho.Wins(side), max(l.Ends, 0)
	case l.Proven():
		e.Value, e.Plies = kibaho.Wins(side.Other()), max(-l.Ends, 0)
	case side == kibaho.Second:
		e.Score = -score
	default:
		e.Score = score
	}
	return e
}

// Note notes facts behind a turn, by its number from 0, in place of earlier ones
// of the same names.
func (r *Record) Note(turn int, f func(*record.Node)) {
	if r.Facts == nil {
		r.Facts = map[int][]record.Fact{}
	}
	n := record.Node{Facts: r.Facts[turn]}
	f(&n)
	r.Facts[turn] = n.Facts
}

// With returns a record of another game that begins as r does: a game that goes
// on from what r was read from, with the same variations and comments.
func (r *Record) With(g *Game) *Record {
	return &Record{Game: g, Facts: r.Facts, read: r.read}
}
