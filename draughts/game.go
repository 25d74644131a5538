package draughts

import "kibaho"

// Game is the entry of English draughts on the shelf.
var Game = kibaho.Game[Position, Move]{
	Facts:   facts,
	Start:   Start,
	Read:    Read,
	Write:   Write,
	Board:   View,
	Text:    Text,
	Fits:    Fits,
	Path:    Path,
	Trace:   Trace,
	Refuse:  Refuse,
	Reason:  Reason,
	Quiet:   Quiet,
	Perft:   Perft,
	Playout: Playout,
	Uniform: "turns",
	Eval:    Eval,
	Gain:    Gain,
}
