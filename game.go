package kibaho

// Game is a game's entry for the shelf: all that people, scripts and search need
// to know of it beside the [Rules] of its positions. The functions never keep or
// change the position they are given.
type Game[P any, M comparable] struct {
	Facts

	// Start returns the position that a game begins with.
	Start func(Settings) (P, error)
	// Read reads the text form of a position (see docs/notation.md). The size of
	// the board in the text sets the size option of the settings it returns; it
	// is an error if the option was given otherwise. Errors are *InputError.
	Read func(Settings, string) (P, Settings, error)
	// Write returns the text form: Read(Write(p)) == p.
	Write func(*P) string
	// Board returns the position as it is drawn.
	Board func(*P) Board

	// Text returns the text form of a legal decision. The text of a turn is the
	// texts of its decisions, one after another.
	Text func(*P, M) string
	// Fits reports that a text typed by a person means the legal decision m, in
	// any of the forms that are read. Nil: the text equals Text.
	Fits func(p *P, m M, text string) bool
	// Lookup finds the legal decision that a text means without going through all
	// of them, and tells whether the text is what Text returns. It may find
	// nothing where Fits would; it never finds what Fits does not. Optional; for
	// readers of many games.
	Lookup func(p *P, text string) (m M, exact, ok bool)
	// Path returns the choices that lead to the legal decision m.
	Path func(*P, M) []Step
	// Trace returns what is seen while the legal decision m is played. It is
	// written plainly, seed by seed, and independent of Play.
	Trace func(*P, M) []Event
	// Refuse says why a text that fits no legal decision is not one: a *Refusal
	// with the rule's number, or an *InputError if it cannot be a move at all.
	Refuse func(p *P, text string) error
	// Reason says in words, with the rule's number, why the game is over.
	Reason func(*P) string
	// Quiet reports that the legal decision m counts towards the quiet limit:
	// DR8 (no capture, no man advanced), FA17 and Chuba (no capture).
	Quiet func(*P, M) bool
	// Reversible reports that a position may come back after a decision that is
	// not quiet: in Igisoro captured cows stay in play and can be won back. In
	// the other games such a decision begins the history anew.
	Reversible bool

	// Openings returns the openings that a match with these settings draws from,
	// each a list of turns (DR9). Nil, the function or its result: they are free.
	Openings func(Settings) [][]string
	// Penalty returns the settings of the game that the loser of a game owes next
	// by a custom of these settings, and the side that its victor plays in it
	// (FA16). Nil, or false: there is no such custom.
	Penalty func(Settings) (Settings, Side, bool)

	// Perft counts the complete turns to the given depth (at least 1) without
	// move lists. Optional; search.Perft walks Moves and Play otherwise.
	Perft func(p *P, depth int) uint64
	// Playout plays a random game from p to its end, turns or decisions chosen
	// uniformly as Uniform says, draws by limits taken. Optional likewise.
	Playout func(p *P, r *Rand, l Limits) Result
	// Longest is what the longest turn of a random game is counted in (see
	// Result): "decisions" if it is empty.
	Longest string
	// Uniform is what a random game chooses among: "turns", or "decisions", the
	// choices on the way to a turn, one after another; they may be finer than the
	// moves of the contract.
	Uniform string
	// Eval estimates a position for the side to move, in hundredths of a man or
	// seed. It never reaches ±20,000.
	Eval func(*P) int
	// Weights are the numbers that Eval weighs a position with, for training; Weighed
	// returns an Eval with other ones in their place. Optional, both or none.
	Weights []Weight
	Weighed func(values []int) func(*P) int
	// Steepness is the constant k, in the unit of Eval, of the logistic curve
	// 1/(1+exp(-score/k)) that gives the points a side may expect, fitted to
	// games of the engine against itself (docs/engine.md). 0: 250.
	Steepness float64
	// Ends returns a function that appends the positions that the complete turns of
	// a position between turns end in, each once, without going through all turns. It
	// serves one goroutine at a time. Optional; for games of many decisions a turn.
	Ends func() func(p *P, dst []P) []P
	// Numbers numbers the positions of some settings; nil, or a nil result: there is
	// no numbering. Optional.
	Numbers func(Settings) Numbering[P]
	// Halves tells the halves that positions from one on are made of; nil: they are
	// not made of any. Optional.
	Halves func(*P) Halving[P]
	// Width estimates how many decisions a position has that was reached by moves:
	// at least 1 while the game goes on, 0 exactly if it is over. It guides
	// proofs and should be quick. Optional.
	Width func(*P) int
	// Sprout appends the positions after all decisions, each once but for a few, with hashes,
	// widths and scores, which may be cheaper than one by one. The scores need not be those
	// of Eval: they guide proofs only. It appends nothing exactly if the game is over. Optional.
	Sprout func(*P, *Sprouts[P, M])
	// Gain estimates what a legal decision wins at once, in the unit of Eval; it
	// orders moves in search. Optional.
	Gain func(*P, M) int
	// Expand appends the decisions that search looks at, each with the position
	// after it and what it gains: as Moves, Play and Gain do, but all together,
	// which is cheaper. It may leave out all positions: then Play makes them when they are
	// wanted. Equal positions have equal lists. It may leave out a decision
	// that leads to the same position as another, and it may list one within a turn
	// that no legal turn begins with: then the position after it, or after
	// all that follow it, is within a turn and has an empty list. With it, unless there
	// is Tactics, Eval is also asked about positions that are over, and is to judge who
	// has lost. Optional.
	Expand func(*P, *Children[P, M])
	// Finish plays what is left of a decision from Children.Shared. Needed by an
	// Expand that shares positions.
	Finish func(*P, M)
	// Tactics says, without listing moves, which decisions of a position gain, or that
	// the game is over. It spares the search most of its work at the horizon. Nil:
	// Free everywhere.
	Tactics func(*P) Tactics
	// Alternates reports that from a position on every decision is a whole turn after
	// which the other side is to move. It spares the search two questions a position. Optional.
	Alternates func(*P) bool
	// Threat reports that the other side could gain if it were to move. Optional.
	Threat func(*P) bool
	// Key returns a small number, 0 to 4095, that likens moves to each other for
	// what the search learns about moves, whatever the position: from and to, say.
	// Nil: made of all that a move holds.
	Key func(M) int

	// Index returns the index of the endgame tables of these settings. Nil, or a
	// nil result: the game, or the game under these settings, has none.
	Index func(Settings) Index[P]
}

// Numbering numbers all positions between turns of a game in which nothing leaves
// the board, as the side to move sees them: both sides have the same rules.
type Numbering[P any] interface {
	// Size is above all numbers.
	Size() uint64
	// Holds reports that a position is one of those numbered.
	Holds(*P) bool
	Number(*P) uint64
	// Position returns the position of a number with First to move.
	Position(number uint64) P
	// Reach returns a function that visits the numbers of the positions that the
	// complete turns of a numbered one end in, each once, as long as visit returns true.
	// It serves one goroutine at a time.
	Reach() func(number uint64, visit func(to uint64) bool)
	// MayWin reports that some turn of a numbered position may win the game; false
	// only if none does.
	MayWin(number uint64) bool
}

// Halving is a game in which a turn depends on what its side has on the board alone, its
// half, and does to the enemy's half what depends on that alone. Halves are
// numbered, as the side sees them that has them: both sides have the same rules.
type Halving[P any] interface {
	// Halves is above all numbers: all halves that come of those of a position.
	Halves() int
	// Of returns the halves of the side to move and of the other. ok is false if a
	// position has others than those numbered.
	Of(*P) (mover, other int, ok bool)
	// Position returns the position of two halves with First to move.
	Position(mover, other int) P
	// Turns returns the turns of a half of standing [HalfMoves]. Against each half that
	// is not [HalfGone] some of them are legal.
	Turns(half int) []HalfTurn
	// Effects returns what turns do to the enemy's half, by its number: what becomes of
	// it, or -1 where a turn is not legal.
	Effects() [][]int32
	Standing(half int) HalfStanding
}

// HalfTurn is a turn of a half.
type HalfTurn struct {
	To     int32 // what becomes of it, but for a turn that ends the game
	Effect int32 // the number of what it does to the enemy's half
}

// HalfStanding tells what can become of a half.
type HalfStanding uint8

// The standings.
const (
	HalfMoves HalfStanding = iota
	HalfGone               // the game is over, and this side has lost, or if both are gone the one to move
	HalfLost               // it has no turn, and has lost if it is to move
	HalfDrawn              // it has no turn, and the game is drawn if it is to move
)

// Weight is one number of an evaluation.
type Weight struct {
	Name  string
	Value int
	Step  int // how much of a change tells in play, at least 1
}

// Sprouts are the positions after the decisions of one, with what a proof begins to weigh
// them by. The lists end with the same position: After may begin with others.
type Sprouts[P, M any] struct {
	After []P
	Hash  []uint64 // as Rules.Hash tells
	Width []int32  // as Game.Width tells
	Score []int32  // how the position stands for its side to move, in the unit of Game.Eval
	Moves []M      // a list to work with
}

// Add appends a position.
func (s *Sprouts[P, M]) Add(after *P, hash uint64, width, score int) {
	s.After, s.Hash = append(s.After, *after), append(s.Hash, hash)
	s.Width, s.Score = append(s.Width, int32(width)), append(s.Score, int32(score))
}

// Tactics says which decisions of a position gain something at once, by
// [Game.Gain].
type Tactics uint8

// The kinds of positions.
const (
	Free  Tactics = iota // some decisions may gain
	Calm                 // none gains
	Bound                // all gain, say because captures are compulsory
	Over                 // the game is over
)

// Children are decisions and what comes of them, index by index.
type Children[P, M any] struct {
	Moves []M
	After []P
	// Shared are positions after what several decisions have in common, and From says
	// from which of them Game.Finish plays a decision to its end: for games in which
	// many decisions begin alike. Instead of After.
	Shared []P
	From   []uint16
	// Gains are what the decisions win at once, in the unit of Eval: more than 0
	// for a capture, 0 if Quiet holds, less than 0 for what is neither.
	Gains []int32
	Keys  []uint16 // what Key returns, or none
	// Gaining says that the decisions that do not gain are not wanted.
	Gaining bool
	// Known is what Tactics says of the position if it is Calm or Bound and the search has
	// asked; Free if it has not.
	Known Tactics
}

// Add appends a decision.
func (c *Children[P, M]) Add(m M, after *P, gain int) {
	c.Moves = append(c.Moves, m)
	c.After = append(c.After, *after)
	c.Gains = append(c.Gains, int32(gain))
}

// Complete makes After of what is shared.
func (c *Children[P, M]) Complete(finish func(*P, M)) {
	for i := len(c.After); i < len(c.From); i++ {
		c.After = append(c.After, c.Shared[c.From[i]])
		finish(&c.After[i], c.Moves[i])
	}
}

// Clear empties the lists and keeps their memory.
func (c *Children[P, M]) Clear() {
	c.Moves, c.After, c.Gains, c.Keys = c.Moves[:0], c.After[:0], c.Gains[:0], c.Keys[:0]
	c.Shared, c.From = c.Shared[:0], c.From[:0]
}
