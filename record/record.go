package record

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"kibaho"
	"kibaho/games"
)

// Form says how a record is set up in its tags.
type Form uint8

const (
	// Own is the form of the project: the tags Game, Variant, Set and Position.
	Own Form = iota
	// PDN is English draughts as other programs write it: no tag Game, and FEN
	// where the game does not begin with the first position.
	PDN
)

// Record is a game of record.
type Record struct {
	Form Form
	// Remarks are the lines that began with % before the tags, without it.
	Remarks []string
	// Tags are all tags in their order. Of those that say how the game is set up
	// and how it ended (Game, Variant, Set, Position, FEN, Result) the reader
	// keeps what it found; the writer writes what holds.
	Tags []Tag
	// Root stands for the first position; its comments come before the first turn.
	Root *Node
	// Outcome is how the game ended. Ongoing: it is not known, or not over.
	Outcome kibaho.Outcome
	// Open reports that the record was read and had no result behind its turns: it
	// may have been cut off.
	Open bool

	// Line is where the game begins in its file, and Number which one it is there,
	// both counted from 1. Zero if it was not read.
	Line, Number int
	// Mended tells what a forgiving reader has put right.
	Mended []Fault

	start games.Position // what tags set up; Root.Position
}

// Tag is a line [Name "Value"] of a record.
type Tag struct{ Name, Value string }

// Node is a turn and what may follow. The zero value is not usable.
type Node struct {
	// Text is the turn as the game writes it. At the root, and where a position
	// was set up within a game, it is empty.
	Text string
	// Position is what stands after the turn.
	Position games.Position
	// Setup reports that the position was set up here, by /FEN "…"/.
	Setup bool

	Strength string   // marks of a turn's strength: "!", "?!", "(!)"
	NAGs     []int    // numbers of annotations, $1 and so on
	Facts    []Fact   // clocks, evaluations and what other programs noted
	Intro    []string // comments before a turn that begins a variation
	Comments []string // comments after the turn, each of one line

	Parent *Node
	Next   []*Node // the main line first, then the variations
}

// Fact is a command within a comment, [%name value].
type Fact struct{ Name, Value string }

// The facts that the project itself notes.
const (
	factClock = "clk"  // what is left on the clock of the side that has moved, h:mm:ss
	factSpent = "emt"  // what the turn took, h:mm:ss
	factEval  = "eval" // what the position is worth to First, see Eval
)

// New returns a record that begins in a position.
func New(start games.Position) *Record {
	return &Record{Root: &Node{Position: start}, start: start}
}

// Start returns the position in which the game begins.
func (r *Record) Start() games.Position { return r.Root.Position }

// Game returns the game that is played.
func (r *Record) Game() games.Game { return r.Root.Position.Game() }

// Tag returns the value of a tag, or nothing.
func (r *Record) Tag(name string) string {
	for _, t := range r.Tags {
		if t.Name == name {
			return t.Value
		}
	}
	return ""
}

// SetTag sets a tag, in its place if it is there, otherwise at the end.
func (r *Record) SetTag(name, value string) {
	for i := range r.Tags {
		if r.Tags[i].Name == name {
			r.Tags[i].Value = value
			return
		}
	}
	r.Tags = append(r.Tags, Tag{name, value})
}

// Player returns the name of a player: the tag First or Second, or that of the
// side's colour, as PDN has it: Black is First in draughts.
func (r *Record) Player(side kibaho.Side) string {
	if name := r.Tag([2]string{"First", "Second"}[side&1]); name != "" {
		return name
	}
	return r.Tag(r.Game().Facts().Sides[side&1])
}

// Main returns the turns of the main line, the first one first.
func (r *Record) Main() []*Node {
	var line []*Node
	for n := r.Root; len(n.Next) > 0; {
		n = n.Next[0]
		line = append(line, n)
	}
	return line
}

// Turns returns how many turns the main line has.
func (r *Record) Turns() int {
	turns := 0
	for n := r.Root; len(n.Next) > 0; n = n.Next[0] {
		if !n.Next[0].Setup {
			turns++
		}
	}
	return turns
}

// Last returns the end of the main line.
func (r *Record) Last() *Node {
	n := r.Root
	for len(n.Next) > 0 {
		n = n.Next[0]
	}
	return n
}

// Side returns the side that makes the turn. Asked at the root it is First.
func (n *Node) Side() kibaho.Side {
	if n.Parent == nil {
		return kibaho.First
	}
	return n.Parent.Position.Turn()
}

// Play plays a turn after n, in any form that the game reads. A turn that is
// there already is returned as it is; another one becomes the main line if there
// is none yet, else a variation. The error is a *kibaho.Refusal or a
// *kibaho.InputError.
func (n *Node) Play(text string) (*Node, error) {
	after, written, err := n.Position.Follow(text)
	if err != nil {
		return nil, err
	}
	for _, next := range n.Next {
		if next.Text == written && !next.Setup {
			return next, nil
		}
	}
	next := &Node{Text: written, Position: after, Parent: n}
	n.Next = append(n.Next, next)
	return next, nil
}

// Fact returns the value of a fact, and whether there is one of that name.
func (n *Node) Fact(name string) (string, bool) {
	for _, f := range n.Facts {
		if f.Name == name {
			return f.Value, true
		}
	}
	return "", false
}

// SetFact notes a fact, in place of an earlier one of that name.
func (n *Node) SetFact(name, value string) {
	for i := range n.Facts {
		if n.Facts[i].Name == name {
			n.Facts[i].Value = value
			return
		}
	}
	n.Facts = append(n.Facts, Fact{name, value})
}

// Clock returns what was left on the clock of the side that moved, if it is known.
func (n *Node) Clock() (time.Duration, bool) { return n.duration(factClock) }

// SetClock notes what is left on the clock of the side that moved.
func (n *Node) SetClock(left time.Duration) { n.SetFact(factClock, writeDuration(left)) }

// Spent returns what the turn took, if it is known.
func (n *Node) Spent() (time.Duration, bool) { return n.duration(factSpent) }

// SetSpent notes what the turn took.
func (n *Node) SetSpent(took time.Duration) { n.SetFact(factSpent, writeDuration(took)) }

func (n *Node) duration(name string) (time.Duration, bool) {
	text, ok := n.Fact(name)
	if !ok {
		return 0, false
	}
	return readDuration(text)
}

// writeDuration writes h:mm:ss, with tenths if there are any.
func writeDuration(d time.Duration) string {
	tenths := max(0, d.Round(100*time.Millisecond)/(100*time.Millisecond))
	text := fmt.Sprintf("%d:%02d:%02d", tenths/36000, tenths/600%60, tenths/10%60)
	if tenths%10 != 0 {
		text += fmt.Sprintf(".%d", tenths%10)
	}
	return text
}

func readDuration(text string) (time.Duration, bool) {
	var total float64
	for part := range strings.SplitSeq(text, ":") {
		f, err := strconv.ParseFloat(part, 64)
		if err != nil || !(f >= 0 && f < 1e6) {
			return 0, false
		}
		total = total*60 + f
	}
	if total > 1e8 {
		return 0, false
	}
	return time.Duration(total*10+0.5) * (time.Second / 10), true
}

// Eval is what a position is worth to First: hundredths of a man or seed, or a
// proven value with the number of plies to the end.
type Eval struct {
	Score int            // hundredths for First, if Proven is Ongoing
	Value kibaho.Outcome // FirstWins, SecondWins or Draw if that is proven
	Plies int            // to the end, if a win is proven; 0: not known
	Depth int            // how deep the engine looked; 0: not known
}

// Eval returns the evaluation, if one was noted in the form that SetEval writes.
func (n *Node) Eval() (Eval, bool) {
	text, ok := n.Fact(factEval)
	if !ok {
		return Eval{}, false
	}
	var e Eval
	text, depth, _ := strings.Cut(text, "/")
	if depth != "" {
		d, err := strconv.Atoi(depth)
		if err != nil || d < 0 || d > 10000 {
			return Eval{}, false
		}
		e.Depth = d
	}
	word, plies, _ := strings.Cut(text, ":")
	for _, o := range []kibaho.Outcome{kibaho.FirstWins, kibaho.SecondWins, kibaho.Draw} {
		if o.String() != word {
			continue
		}
		e.Value = o
		if plies != "" {
			n, err := strconv.Atoi(plies)
			if err != nil || n < 0 {
				return Eval{}, false
			}
			e.Plies = n
		}
		return e, true
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || !(f > -1e6 && f < 1e6) {
		return Eval{}, false
	}
	e.Score = int(math.Round(f * 100))
	return e, true
}

// SetEval notes an evaluation: "+0.12", "-1.00/15" with the depth, "first:23" for
// a win of First proven in 23 plies, "draw" for a proven draw.
func (n *Node) SetEval(e Eval) {
	text := fmt.Sprintf("%+.2f", float64(e.Score)/100)
	if e.Value != kibaho.Ongoing {
		text = e.Value.String()
		if e.Plies > 0 {
			text += ":" + strconv.Itoa(e.Plies)
		}
	}
	if e.Depth > 0 {
		text += "/" + strconv.Itoa(e.Depth)
	}
	n.SetFact(factEval, text)
}

// results are the terminators of a record, by outcome: 1-0 means that First won.
var results = [...]string{kibaho.Ongoing: "*", kibaho.FirstWins: "1-0", kibaho.SecondWins: "0-1", kibaho.Draw: "1/2-1/2"}

// Result writes an outcome as records have it: 1-0, 0-1, 1/2-1/2 or *.
func Result(o kibaho.Outcome) string { return results[o] }

// ReadResult reads a result in either style: 1-0 or 2-0, 1/2-1/2 or 1-1, 0-1 or
// 0-2. * and the double loss 0-0 are Ongoing: nobody has won, nor is it drawn.
func ReadResult(text string) (kibaho.Outcome, bool) {
	switch text {
	case "*", "0-0":
		return kibaho.Ongoing, true
	case "1-0", "2-0":
		return kibaho.FirstWins, true
	case "0-1", "0-2":
		return kibaho.SecondWins, true
	case "1/2-1/2", "1-1":
		return kibaho.Draw, true
	}
	return kibaho.Ongoing, false
}

// Fault is something in a file that could not be read, or that a forgiving
// reader has put right.
type Fault struct {
	File   string // may be empty
	Line   int    // from 1
	Game   int    // from 1, within the file
	Ply    int    // the turn at fault, from 1; 0: none, as in a tag
	Mended bool   // the game was read all the same
	// Also is what was put right in the same game before the fault was met.
	Also []Fault
	Err  error // the reason
}

func (f *Fault) Error() string {
	var b strings.Builder
	if f.File != "" {
		b.WriteString(f.File + ", ")
	}
	fmt.Fprintf(&b, "line %d", f.Line)
	if f.Game > 0 {
		fmt.Fprintf(&b, ", game %d", f.Game)
	}
	if f.Ply > 0 {
		fmt.Fprintf(&b, ", ply %d", f.Ply)
	}
	return b.String() + ": " + f.Reason()
}

// Reason says in words what is wrong.
func (f *Fault) Reason() string { return f.Err.Error() }

// Unwrap returns the reason.
func (f *Fault) Unwrap() error { return f.Err }
