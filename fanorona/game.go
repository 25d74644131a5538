package fanorona

import "kibaho"

// Game is Fanorona's entry for the shelf.
var Game = kibaho.Game[Position, Move]{
	Facts:     facts,
	Start:     Start,
	Read:      Read,
	Write:     Write,
	Board:     Board,
	Text:      Text,
	Fits:      Fits,
	Path:      Path,
	Trace:     Trace,
	Refuse:    Refuse,
	Reason:    Reason,
	Quiet:     Quiet,
	Penalty:   Penalty,
	Perft:     Perft,
	Playout:   Playout,
	Longest:   "steps",
	Uniform:   "decisions",
	Steepness: 517,
	Eval:      Eval,
	Weights:   tuned.list(),
	Weighed:   weighed,
	Expand:    Expand,
	Sprout:    Sprout,
	Key:       key,
	Gain:      Gain,
	Width:     Width,
	Index:     newIndex,

	Alternates: Alternates,
}
