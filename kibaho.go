// Package kibaho holds the words that all parts of the program share and the
// contract that a game keeps. Read it first; it imports nothing of ours.
//
// There are few types:
//
//   - [Rules] is what a position of a game can do: say who is to move, list the
//     moves, play one, tell the outcome. Search, tables and tests need no more.
//   - [Game] is a game's entry for the shelf: its [Facts] (options, variants and
//     numbered rules) and the functions that turn positions and moves into text,
//     pictures and paths of sites.
//   - [Settings] are the options in force, [Board] is a position as it is drawn,
//     [Step] a choice on the way to a move and [Event] a thing seen while it is played.
//
// A move is one decision. In draughts, Fanorona and Chuba a decision is the whole
// turn; in Igisoro every fork within a turn is a decision of its own (IG14), and
// the same side moves again until [Rules.MidTurn] is false.
package kibaho

// Side is one of the two players. First leads the game: South, White in
// Fanorona, Black in draughts. Second is the other one.
type Side uint8

// The two players.
const (
	First Side = iota
	Second
)

// Other returns the opponent of s.
func (s Side) Other() Side { return s ^ 1 }

// Outcome tells how a game stands by the rules of its position alone. Draws by
// repetition, by a quiet limit or by agreement depend on the history of a game
// and are not seen here (M4).
type Outcome uint8

// The outcomes.
const (
	Ongoing Outcome = iota
	FirstWins
	SecondWins
	Draw
)

// String returns the outcome as the commands write it: "first", "second",
// "draw", or nothing while the game goes on.
func (o Outcome) String() string { return [...]string{"", "first", "second", "draw"}[o] }

// Wins returns the outcome that s has won.
func Wins(s Side) Outcome { return FirstWins + Outcome(s) }

// Score returns the outcome as points for s: 1 for a win, 0 for a loss and a
// half for a draw. An ongoing game scores a half too.
func (o Outcome) Score(s Side) float64 {
	switch o {
	case Wins(s):
		return 1
	case Wins(s.Other()):
		return 0
	}
	return 0.5
}

// Rules is the contract of a position type P with moves of type M. The methods
// are those of *P.
//
// Invariants, checked by package gametest:
//
//   - A position is a plain value without pointers: a copy is independent, and ==
//     holds exactly if the two positions are the same in every respect that can
//     matter to the rest of the game. The options are part of it.
//   - Moves lists each legal decision once, in a fixed order. It is empty exactly
//     if Outcome is not Ongoing.
//   - Play makes one of these moves. Anything else is a bug of the caller's;
//     Play may panic or leave nonsense.
//   - Equal positions have equal hashes, and the hash is the same in every run.
//   - None of the methods allocates, but for the growth of dst.
type Rules[P any, M comparable] interface {
	*P
	// Turn returns the side that decides next.
	Turn() Side
	// MidTurn reports that the last decision did not complete a turn: the same
	// side has another choice to make. A ply is a complete turn.
	MidTurn() bool
	// Moves appends the legal decisions to dst.
	Moves(dst []M) []M
	// Play makes the decision m.
	Play(m M)
	// Outcome returns the outcome by the position alone.
	Outcome() Outcome
	// Hash returns 64 well-mixed bits.
	Hash() uint64
}

// Limits are the draw rules that look at the history of a game (M3, M4): a draw
// when a position comes up for the Repetition-th time with the same side to
// move, or after Quiet quiet plies in a row. Zero turns a rule off.
type Limits struct {
	Repetition int
	Quiet      int
}

// Result is a finished random game.
type Result struct {
	Outcome Outcome
	Plies   int // complete turns played
	Longest int // decisions, laps or captures of the longest turn, as the game counts them
}

// Mix folds x into the hash h. Start with any constant; the order matters.
func Mix(h, x uint64) uint64 {
	h ^= x
	h *= 0x9fb21c651e98df25
	h ^= h >> 32
	h *= 0xd6e8feb86659fd93
	h ^= h >> 29
	return h
}
