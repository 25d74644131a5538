package server

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"kibaho"
	"kibaho/play"
	"kibaho/record"
)

// RecordBody is a game to write down: its moves, or a tree of them.
type RecordBody struct {
	PositionBody
	Tags    map[string]string `json:"tags,omitempty" maxProperties:"40" doc:"First and Second are the names of the players; Result is taken where the board does not show it."`
	Comment string            `json:"comment,omitempty" maxLength:"20000" doc:"Before the first turn."`
	Tree    []RecordNode      `json:"tree,omitempty" maxItems:"5000" doc:"In place of moves: turns with variations and what is said of them."`
}

// RecordNode is a turn in a tree. Of the nodes that follow the same one the first
// is the main line.
type RecordNode struct {
	Parent  int       `json:"parent" minimum:"-1" doc:"The number of the node that it follows, from 0, which comes before it in the list; -1: it is a first turn."`
	Text    string    `json:"text" maxLength:"4096"`
	Side    int       `json:"side,omitempty" doc:"Told when a record is read."`
	Comment string    `json:"comment,omitempty" maxLength:"20000"`
	Mark    string    `json:"mark,omitempty" maxLength:"8" doc:"!, ?, !!, ??, !? or ?!"`
	NAGs    []int     `json:"nags,omitempty" maxItems:"20" doc:"Other annotations by their numbers in PDN."`
	Clock   *int64    `json:"clock,omitempty" minimum:"0" doc:"Milliseconds left to the side that has moved."`
	Eval    *EvalView `json:"eval,omitempty" doc:"What the position after it is worth."`
}

// EvalView is what a position is worth.
type EvalView struct {
	Score int    `json:"score" doc:"For the first side, in hundredths of a man or seed."`
	Value string `json:"value,omitempty" enum:"first,second,draw" doc:"If it is proven."`
	Plies int    `json:"plies,omitempty" minimum:"0" doc:"To a proven end; 0: not known."`
	Depth int    `json:"depth,omitempty" minimum:"0"`
}

// RecordText is a record to read.
type RecordText struct {
	Text string `json:"text" maxLength:"1000000"`
}

// RecordView is a record that was read.
type RecordView struct {
	Tags     []TagView     `json:"tags"`
	Position *PositionView `json:"position" doc:"The end of the main line."`
	Comment  string        `json:"comment,omitempty" doc:"Before the first turn."`
	Tree     []RecordNode  `json:"tree" doc:"All turns, as they can be written again."`
	Notes    []string      `json:"notes" doc:"What was put right or left out while it was read."`
}

// TagView is a line [Name "Value"] of a record.
type TagView struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// write writes the game as a record.
func (b *RecordBody) write() (string, error) {
	moves := b.Moves
	if len(b.Tree) > 0 {
		if len(moves) > 0 {
			return "", &kibaho.InputError{What: "record", Text: "moves", At: -1, Want: "expected moves or a tree, not both"}
		}
		b.Moves = nil
	}
	game, err := b.play()
	if err != nil {
		return "", err
	}
	tree := (&play.Record{Game: game}).Tree()
	if b.Comment != "" {
		tree.Root.Comments = []string{b.Comment}
	}
	if err := plant(tree, b.Tree); err != nil {
		return "", err
	}
	if err := b.tag(tree); err != nil {
		return "", err
	}
	return tree.String(), nil
}

// tag sets the tags of a record, sorted, and its result.
func (b *RecordBody) tag(r *record.Record) error {
	names := make([]string, 0, len(b.Tags))
	for name := range b.Tags {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		value := b.Tags[name]
		switch {
		case name == "" || len(name) > 40 || strings.ContainsFunc(name, func(r rune) bool { return r < '0' || r > 'z' || r == '[' || r == ']' || r == '"' }):
			return &kibaho.InputError{What: "tag", Text: name, At: -1, Want: "expected a name of letters"}
		case name == "Result":
			outcome, ok := record.ReadResult(value)
			if !ok && value != "*" {
				return &kibaho.InputError{What: "tag Result", Text: value, At: -1, Want: "expected 1-0, 0-1, 1/2-1/2 or *"}
			}
			if r.Outcome == kibaho.Ongoing {
				r.Outcome = outcome
			}
		case setsUp(name): // written from the game itself
		default:
			r.SetTag(name, value)
		}
	}
	if end := r.Last().Position.Outcome(); end != kibaho.Ongoing {
		r.Outcome = end
	}
	return nil
}

// setsUp reports that a tag says how a game is set up.
func setsUp(name string) bool {
	return slices.Contains([]string{"Game", "Variant", "Set", "Position", "FEN", "SetUp", "Setup", "GameType"}, name)
}

// plant plays the turns of a tree into a record. A turn that is not legal is told
// with its number.
func plant(r *record.Record, list []RecordNode) error {
	nodes := make([]*record.Node, len(list))
	for i, w := range list {
		parent := r.Root
		switch {
		case w.Parent >= i || w.Parent < -1:
			return &kibaho.InputError{What: "record", Text: w.Text, At: -1, Want: fmt.Sprintf("node %d follows node %d, which does not come before it", i, w.Parent)}
		case w.Parent >= 0:
			parent = nodes[w.Parent]
		}
		n, err := parent.Play(w.Text)
		if err != nil {
			return &moveError{i, err}
		}
		nodes[i] = n
		if w.Comment != "" {
			n.Comments = append(n.Comments, w.Comment)
		}
		if strings.Trim(w.Mark, "!?") != "" {
			return &kibaho.InputError{What: "mark", Text: w.Mark, At: -1, Want: "expected !, ?, !!, ??, !? or ?!"}
		}
		n.Strength, n.NAGs = w.Mark, w.NAGs
		if w.Clock != nil {
			n.SetClock(time.Duration(*w.Clock) * time.Millisecond)
		}
		if e := w.Eval; e != nil {
			n.SetEval(record.Eval{Score: e.Score, Value: outcome(e.Value), Plies: e.Plies, Depth: e.Depth})
		}
	}
	return nil
}

// maxTree bounds the turns of a tree.
const maxTree = 5000

// marks are the annotations that have a sign of their own, by their numbers.
var marks = [...]string{1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}

// wireRecord puts the tree of a record on the wire. A position that is set up in
// the midst of a game begins another one: it is left out, and told.
func wireRecord(r *record.Record) *RecordView {
	v := &RecordView{Tags: []TagView{}, Tree: []RecordNode{}, Notes: []string{}, Comment: strings.Join(r.Root.Comments, " ")}
	for _, t := range r.Tags {
		v.Tags = append(v.Tags, TagView(t))
	}
	for i := range r.Mended {
		v.Notes = append(v.Notes, r.Mended[i].Error())
	}
	type place struct {
		node   *record.Node
		parent int
	}
	// Depth first, without recursion: a record may be as deep as it is long.
	var stack []place
	push := func(n *record.Node, parent int) {
		for _, next := range slices.Backward(n.Next) {
			stack = append(stack, place{next, parent})
		}
	}
	push(r.Root, -1)
	for len(stack) > 0 {
		if len(v.Tree) == maxTree {
			v.Notes = append(v.Notes, fmt.Sprintf("the record has more than %d turns, variations included; the rest is left out", maxTree))
			break
		}
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if at.node.Setup {
			v.Notes = append(v.Notes, "another position was set up within the game; what follows it is left out: "+at.node.Position.String())
			continue
		}
		push(at.node, len(v.Tree))
		v.Tree = append(v.Tree, wireNode(at.node, at.parent))
	}
	return v
}

func wireNode(n *record.Node, parent int) RecordNode {
	w := RecordNode{
		Parent: parent, Text: n.Text, Side: int(n.Side()), Mark: strings.Trim(n.Strength, "()"),
		Comment: strings.Join(append(slices.Clip(n.Intro), n.Comments...), " "),
	}
	for _, nag := range n.NAGs {
		if w.Mark == "" && nag > 0 && nag < len(marks) {
			w.Mark = marks[nag]
			continue
		}
		w.NAGs = append(w.NAGs, nag)
	}
	if left, ok := n.Clock(); ok {
		ms := left.Milliseconds()
		w.Clock = &ms
	}
	if e, ok := n.Eval(); ok {
		w.Eval = &EvalView{Score: e.Score, Value: e.Value.String(), Plies: e.Plies, Depth: e.Depth}
	}
	return w
}

// readRecord reads a record as it is sent.
func readRecord(text string) (*RecordView, error) {
	tree, err := record.Read(text)
	if err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	main, err := play.FromTree(tree)
	if err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	v := wireRecord(tree)
	v.Position = describeGame(main.Game, false, true)
	return v, nil
}

type recordAnswer struct{ Body *RecordView }

// describeRecords registers reading and writing.
func (s *Server) describeRecords(api huma.API) {
	write := operation("POST", "/api/records/write", "positions", "write-record", "Write a game down as a record, with its variations")
	write.MaxBodyBytes = maxRecordBody
	huma.Register(api, write, func(_ context.Context, in *struct{ Body RecordBody }) (*textAnswer, error) {
		text, err := in.Body.write()
		if err != nil {
			return nil, s.problem(err, in.Body.book())
		}
		return &textAnswer{"text/plain; charset=utf-8", []byte(text)}, nil
	})
	read := operation("POST", "/api/records/read", "positions", "read-record", "Read a record, with its variations")
	read.MaxBodyBytes = maxRecordBody
	huma.Register(api, read, func(_ context.Context, in *struct{ Body RecordText }) (*recordAnswer, error) {
		v, err := readRecord(in.Body.Text)
		if err != nil {
			return nil, &Problem{Status: 422, Title: "Unprocessable Entity", Detail: err.Error()}
		}
		return &recordAnswer{v}, nil
	})
}
