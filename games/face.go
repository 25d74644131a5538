package games

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"strings"

	"kibaho"
	"kibaho/endgame"
)

// Game is one game with its types hidden: what the command line, the terminal
// and the web need, at the price of one dynamic call for each question.
type Game interface {
	// Facts returns the table of options, variants and rules.
	Facts() *kibaho.Facts
	// Start returns the position that a game begins with.
	Start(kibaho.Settings) (Position, error)
	// Read reads the text form of a position.
	Read(kibaho.Settings, string) (Position, error)
	// Openings returns the openings that a match draws from, each a list of
	// turns, or nil if they are free (DR9).
	Openings(kibaho.Settings) [][]string
	// Penalty returns the settings of the game that the loser of a game owes
	// next, and the side that the victor plays in it (FA16).
	Penalty(kibaho.Settings) (kibaho.Settings, kibaho.Side, bool)
	// Reversible reports that a position may come back after a move that is not
	// quiet.
	Reversible() bool
	// Steepness is the constant of the curve of Chance.
	Steepness() float64
	// Uniform says what a random game chooses among: "turns" or "decisions".
	Uniform() string
	// Longest says what the longest turn of a random game is counted in.
	Longest() string
	// Engine returns an engine for the game with a table of so many megabytes.
	Engine(megabytes int) Engine
	// Tables opens the endgame tables of some settings in a directory. It is a
	// *kibaho.InputError if these settings have none.
	Tables(s kibaho.Settings, dir string) (Tables, error)
	// BuildTables builds those with up to so many pieces that the directory lacks.
	BuildTables(ctx context.Context, s kibaho.Settings, pieces int, o endgame.Options) ([]endgame.Header, error)
	// TablePairs lists what tables with up to so many pieces are made of, those first
	// that others need.
	TablePairs(s kibaho.Settings, pieces int) ([]TablePair, error)
	// BuildTablePair builds the tables of the pair that a slice belongs to, in a
	// folder that holds those that it needs.
	BuildTablePair(ctx context.Context, s kibaho.Settings, slice string, o endgame.Options) ([]endgame.Header, error)
	// TablePath is where the table of a slice is in the folder of all tables.
	TablePath(s kibaho.Settings, dir, slice string) (string, error)
}

// Position is a position of some game. Positions do not change: playing a move
// returns a new one.
type Position interface {
	fmt.Stringer // the text form
	Game() Game
	Settings() kibaho.Settings
	Turn() kibaho.Side
	MidTurn() bool
	Outcome() kibaho.Outcome
	// Reason says in words why the game is over; empty while it goes on.
	Reason() string
	Board() kibaho.Board
	Hash() uint64
	// Same reports that the other position, of the same game, is equal.
	Same(Position) bool

	// Moves returns the legal decisions in a fixed order.
	Moves() []Move
	// Some returns the first of Moves, at most max, and whether these are all. A
	// position of Fanorona may have a hundred thousand.
	Some(max int) (moves []Move, all bool)
	// Find returns the decisions that a text means: one, or all those of a turn
	// made of several. The turn may be left unfinished. The error is a
	// *kibaho.Refusal with the reason, or a *kibaho.InputError.
	Find(text string) ([]Move, error)
	// Follow returns the position after the turn that a text means, as Find reads
	// it, and the text as the game writes it. It is meant for reading many games.
	Follow(text string) (after Position, written string, err error)
	// Play makes one of Moves.
	Play(Move) Position
	// Trace returns what is seen while m is played.
	Trace(m Move) []kibaho.Event
	// Quiet reports that m counts towards the quiet limit.
	Quiet(m Move) bool

	Counter
	Solvable
}

// Move is a legal decision of one position.
type Move struct {
	Text string
	Path []kibaho.Step
	move any // M
}

// Turn is a complete turn: one decision or several.
type Turn struct {
	Text  string
	After Position
}

// game is the face of a kibaho.Game.
type game[P comparable, M comparable, R kibaho.Rules[P, M]] struct {
	entry *kibaho.Game[P, M]
}

// position is the face of a position. It is never changed after it is made.
type position[P comparable, M comparable, R kibaho.Rules[P, M]] struct {
	game     game[P, M, R]
	settings kibaho.Settings
	p        P
}

// face wraps the entry of a game.
func face[P comparable, M comparable, R kibaho.Rules[P, M]](entry *kibaho.Game[P, M]) Game {
	return game[P, M, R]{entry}
}

func (g game[P, M, R]) Facts() *kibaho.Facts { return &g.entry.Facts }

func (g game[P, M, R]) Reversible() bool { return g.entry.Reversible }

func (g game[P, M, R]) Steepness() float64 { return cmp.Or(g.entry.Steepness, 250) }

func (g game[P, M, R]) Uniform() string { return g.entry.Uniform }

func (g game[P, M, R]) Longest() string { return cmp.Or(g.entry.Longest, "decisions") }

func (g game[P, M, R]) Openings(s kibaho.Settings) [][]string {
	if g.entry.Openings == nil {
		return nil
	}
	return g.entry.Openings(s)
}

func (g game[P, M, R]) Penalty(s kibaho.Settings) (kibaho.Settings, kibaho.Side, bool) {
	if g.entry.Penalty == nil {
		return s, kibaho.First, false
	}
	return g.entry.Penalty(s)
}

func (g game[P, M, R]) Start(s kibaho.Settings) (Position, error) {
	p, err := g.entry.Start(s)
	if err != nil {
		return nil, err
	}
	return &position[P, M, R]{g, s, p}, nil
}

// maxText bounds the texts that are read at all, in bytes.
const maxText = 1 << 16

func (g game[P, M, R]) Read(s kibaho.Settings, text string) (Position, error) {
	if len(text) > maxText {
		return nil, &kibaho.InputError{What: g.entry.Name + " position", Text: text, At: -1, Want: "longer than any position"}
	}
	p, s, err := g.entry.Read(s, text)
	if err != nil {
		return nil, err
	}
	return &position[P, M, R]{g, s, p}, nil
}

func (p *position[P, M, R]) rules() R { return R(&p.p) }

func (p *position[P, M, R]) Game() Game                { return p.game }
func (p *position[P, M, R]) Settings() kibaho.Settings { return p.settings }
func (p *position[P, M, R]) Turn() kibaho.Side         { return p.rules().Turn() }
func (p *position[P, M, R]) MidTurn() bool             { return p.rules().MidTurn() }
func (p *position[P, M, R]) Outcome() kibaho.Outcome   { return p.rules().Outcome() }
func (p *position[P, M, R]) Hash() uint64              { return p.rules().Hash() }
func (p *position[P, M, R]) String() string            { return p.game.entry.Write(&p.p) }
func (p *position[P, M, R]) Board() kibaho.Board       { return p.game.entry.Board(&p.p) }

func (p *position[P, M, R]) Reason() string {
	if p.Outcome() == kibaho.Ongoing {
		return ""
	}
	return p.game.entry.Reason(&p.p)
}

func (p *position[P, M, R]) Same(other Position) bool {
	o, ok := other.(*position[P, M, R])
	if !ok {
		return false
	}
	return p.p == o.p
}

func (p *position[P, M, R]) Moves() []Move {
	list, _ := p.Some(math.MaxInt)
	return list
}

func (p *position[P, M, R]) Some(max int) (list []Move, all bool) {
	moves := p.rules().Moves(nil)
	all = len(moves) <= max
	for _, m := range moves[:min(len(moves), max)] {
		list = append(list, p.move(m))
	}
	return list, all
}

func (p *position[P, M, R]) move(m M) Move {
	return Move{Text: p.game.entry.Text(&p.p, m), Path: p.game.entry.Path(&p.p, m), move: m}
}

func (p *position[P, M, R]) Play(m Move) Position { return p.play(m.move.(M)) }

func (p *position[P, M, R]) play(m M) *position[P, M, R] {
	after := *p
	after.rules().Play(m)
	return &after
}

func (p *position[P, M, R]) Trace(m Move) []kibaho.Event {
	return p.game.entry.Trace(&p.p, m.move.(M))
}

func (p *position[P, M, R]) Quiet(m Move) bool {
	return p.game.entry.Quiet(&p.p, m.move.(M))
}

func (p *position[P, M, R]) Find(text string) ([]Move, error) {
	if len(text) > maxText {
		return nil, &kibaho.InputError{What: p.game.entry.Name + " move", Text: text, At: -1, Want: "longer than any move"}
	}
	m, found, err := p.find(text)
	if err != nil {
		return nil, err
	}
	if found {
		return []Move{p.move(m)}, nil
	}
	return p.findChain(text)
}

// Follow is a Find that makes no list of moves where the game can do without.
func (p *position[P, M, R]) Follow(text string) (after Position, written string, err error) {
	entry := p.game.entry
	if entry.Lookup != nil {
		if m, exact, ok := entry.Lookup(&p.p, text); ok {
			if !exact {
				text = entry.Text(&p.p, m)
			}
			return p.play(m), text, nil
		}
	}
	moves, err := p.Find(text)
	if err != nil {
		return nil, "", err
	}
	at := p
	for _, m := range moves {
		at, written = at.play(m.move.(M)), written+m.Text
	}
	return at, written, nil
}

// find looks for the one legal decision that a text means. Several that lead to
// the same position count as one.
func (p *position[P, M, R]) find(text string) (m M, found bool, err error) {
	var fits []M
	for _, m := range p.rules().Moves(nil) {
		if p.fits(m, text) {
			fits = append(fits, m)
		}
	}
	if len(fits) == 0 {
		return m, false, nil
	}
	first := p.play(fits[0])
	for _, m := range fits[1:] {
		if !p.play(m).Same(first) {
			var names []string
			for _, m := range fits {
				names = append(names, p.game.entry.Text(&p.p, m))
			}
			return m, false, &kibaho.Refusal{Move: text, Reason: "fits several moves with different results", Candidates: names}
		}
	}
	return fits[0], true, nil
}

func (p *position[P, M, R]) fits(m M, text string) bool {
	if p.game.entry.Fits != nil {
		return p.game.entry.Fits(&p.p, m, text)
	}
	return p.game.entry.Text(&p.p, m) == text
}

// findChain reads a turn made of several decisions: each takes from the text
// what its own text is.
func (p *position[P, M, R]) findChain(text string) ([]Move, error) {
	var chain []Move
	at, rest := p, text
	for rest != "" {
		step, ok := at.beginning(rest)
		if !ok {
			return nil, at.refuse(text, text[:len(text)-len(rest)], rest)
		}
		chain = append(chain, step)
		at, rest = at.play(step.move.(M)), rest[len(step.Text):]
		if rest != "" && !at.MidTurn() {
			done := text[:len(text)-len(rest)]
			if len(chain) == 1 {
				return nil, p.refuse(text, "", text)
			}
			return nil, &kibaho.Refusal{Move: text, Reason: "the turn is over after " + done + "; nothing is left to choose"}
		}
	}
	if len(chain) == 0 {
		return nil, p.refuse(text, "", text)
	}
	return chain, nil
}

// beginning returns the legal decision whose text the given one begins with.
func (p *position[P, M, R]) beginning(text string) (Move, bool) {
	for _, m := range p.rules().Moves(nil) {
		if t := p.game.entry.Text(&p.p, m); strings.HasPrefix(text, t) {
			return p.move(m), true
		}
	}
	return Move{}, false
}

// refuse says why rest, what is left of text after done, is not legal here.
func (p *position[P, M, R]) refuse(text, done, rest string) error {
	if o := p.Outcome(); o != kibaho.Ongoing {
		return &kibaho.Refusal{Move: text, Reason: "the game is over: " + p.Reason()}
	}
	err := p.game.entry.Refuse(&p.p, rest)
	if r, ok := err.(*kibaho.Refusal); ok {
		c := *r
		c.Move = text
		if done != "" {
			c.Reason = "after " + done + ": " + c.Reason
		}
		return &c
	}
	if err == nil {
		return &kibaho.Refusal{Move: text, Reason: "not a legal move here"}
	}
	return err
}
