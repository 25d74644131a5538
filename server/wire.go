package server

import (
	"errors"
	"strings"

	"kibaho"
	"kibaho/games"
)

// The JSON that the server and the pages share; web/src/wire.ts has the same
// names.

// Board is a position as it is drawn.
type Board struct {
	Shape   string       `json:"shape" enum:"pits,points,squares"`
	Rows    int          `json:"rows"`
	Columns int          `json:"columns"`
	Names   []string     `json:"names" doc:"By site: d, K, C5, 15."`
	At      []int        `json:"at" doc:"By site: seeds in a pit, or a piece: 0 none, 1 first man, 2 second man, 3 first king, 4 second king."`
	Marks   []int        `json:"marks,omitempty" doc:"By site, bits: 1 not yet played upon (CH8), 2 may turn back (IG9), 4 may be huffed (DR7)."`
	Hand    int          `json:"hand,omitempty" doc:"Seeds lifted and not yet sown while a choice within a turn is open."`
	HandAt  *kibaho.Site `json:"handAt,omitempty" doc:"The pit they were lifted from."`
	Stores  *[2]int      `json:"stores,omitempty" doc:"What each side has captured, on a board with stores."`
	Seeds   string       `json:"seeds,omitempty" enum:"beads,nuts"`
}

// Step is one choice on the way to a decision.
type Step struct {
	Sites []int  `json:"sites" doc:"Where a person points; any of them means this step."`
	Key   string `json:"key,omitempty" doc:"What may be pressed instead."`
	Says  string `json:"says,omitempty" doc:"The choice in words."`
}

// Seen is one thing seen while a decision is played.
type Seen struct {
	Kind string       `json:"kind" enum:"lift,lap,sow,take,move,crown,forfeit,huff,return"`
	Site kibaho.Site  `json:"site"`
	To   *kibaho.Site `json:"to,omitempty"`
	N    int          `json:"n,omitempty"`
}

// Move is a legal decision.
type Move struct {
	Text   string `json:"text"`
	Path   []Step `json:"path"`
	Events []Seen `json:"events,omitempty" doc:"What would be seen, where it was asked for."`
}

// Refusal says why something is not legal.
type Refusal struct {
	Text    string   `json:"text" doc:"The reason in words."`
	Rule    string   `json:"rule,omitempty" doc:"The number of the rule: CH7."`
	Instead string   `json:"instead,omitempty" doc:"What could be played, in words."`
	Legal   []string `json:"legal,omitempty" doc:"Legal moves that may be meant."`
	Link    string   `json:"link,omitempty" doc:"Where the rule is explained."`
}

// View is a position with all that a page needs to let somebody play in it.
type View struct {
	Position string `json:"position" doc:"The text form."`
	Turn     int    `json:"turn" doc:"The side that decides next: 0 or 1."`
	MidTurn  bool   `json:"midTurn,omitempty" doc:"The same side has another choice to make in its turn."`
	Board    Board  `json:"board"`
	Moves    []Move `json:"moves" doc:"The legal decisions."`
	Outcome  string `json:"outcome" enum:",first,second,draw"`
	Reason   string `json:"reason" doc:"Why the game is over, with the rule's number."`
	Claim    string `json:"claim" enum:",repetition,quiet" doc:"The draw that the side to move may claim."`
}

// Turn is a turn as it was played.
type Turn struct {
	Side int    `json:"side"`
	Text string `json:"text"`
	// The rest is given where it was asked for.
	Position string `json:"position,omitempty" doc:"The position after it."`
	Board    *Board `json:"board,omitempty" doc:"The board after it."`
	Seen     []Seen `json:"seen,omitempty" doc:"What was seen while it was played."`
}

var (
	seedNames  = [...]string{kibaho.Beads: "beads", kibaho.Nuts: "nuts"}
	shapeNames = [...]string{kibaho.Pits: "pits", kibaho.Points: "points", kibaho.Squares: "squares"}
	seenNames  = [...]string{
		kibaho.Lift: "lift", kibaho.Lap: "lap", kibaho.Sow: "sow", kibaho.Take: "take", kibaho.Move: "move",
		kibaho.Crown: "crown", kibaho.Forfeit: "forfeit", kibaho.Huff: "huff", kibaho.Return: "return",
	}
)

// wireBoard puts a position on the wire; taken is what each side has captured.
func wireBoard(p games.Position, taken [2]int) Board {
	b := p.Board()
	w := Board{Shape: shapeNames[b.Shape], Rows: b.Rows, Columns: b.Columns, Names: b.Names, Hand: b.Hand, At: make([]int, len(b.At))}
	for i, n := range b.At {
		w.At[i] = int(n)
	}
	if b.Marks != nil {
		w.Marks = make([]int, len(b.Marks))
		for i, m := range b.Marks {
			w.Marks[i] = int(m)
		}
	}
	if b.Hand > 0 {
		w.HandAt = &b.HandAt
	}
	if b.Shape == kibaho.Pits {
		w.Seeds = seedNames[b.Seeds]
	}
	if b.Stores {
		w.Stores = &taken
	}
	return w
}

func wireSeen(events []kibaho.Event) []Seen {
	seen := make([]Seen, len(events))
	for i, e := range events {
		seen[i] = Seen{Kind: seenNames[e.Kind], Site: e.Site, N: e.N}
		if e.Kind == kibaho.Move {
			seen[i].To = &e.To
		}
	}
	return seen
}

func wireMove(m games.Move) Move {
	w := Move{Text: m.Text, Path: make([]Step, len(m.Path))}
	for i, s := range m.Path {
		w.Path[i] = Step{Key: s.Key, Says: s.Says, Sites: make([]int, len(s.Sites))}
		for j, site := range s.Sites {
			w.Path[i].Sites[j] = int(site)
		}
	}
	return w
}

// wireMoves puts the legal decisions on the wire, with what would be seen if asked.
func wireMoves(p games.Position, seen bool) []Move {
	moves := []Move{}
	// Beyond the bound a move must be typed: the server judges it all the same.
	list, _ := p.Some(maxMoves)
	for _, m := range list {
		w := wireMove(m)
		if seen {
			w.Events = wireSeen(p.Trace(m))
		}
		moves = append(moves, w)
	}
	return moves
}

// maxMoves is how many legal decisions are sent with a position. Ordinary ones have
// some hundreds at the very most; positions can be made up that have a hundred
// thousand, and nobody points through those.
const maxMoves = 2000

// maxInstead is how many legal moves are named in words.
const maxInstead = 12

// wireRefusal puts an error that its asker can mend on the wire; false for others.
// game is the address of its rules below /rules/, see book.
func wireRefusal(err error, game string) (Refusal, bool) {
	var refusal *kibaho.Refusal
	var input *kibaho.InputError
	switch {
	case errors.As(err, &refusal):
		r := Refusal{Text: refusal.Reason, Rule: refusal.Rule, Legal: refusal.Candidates}
		if n := len(r.Legal); n > 0 && n <= maxInstead {
			r.Instead = "Legal: " + strings.Join(r.Legal, ", ") + "."
		}
		if refusal.Rule != "" && game != "" {
			r.Link = "/rules/" + game + "#" + refusal.Rule
		}
		return r, true
	case errors.As(err, &input):
		return Refusal{Text: input.Error()}, true
	}
	return Refusal{}, false
}
