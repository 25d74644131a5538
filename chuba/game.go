package chuba

import "kibaho"

// Game is Chuba on the shelf.
var Game = kibaho.Game[Position, Move]{
	Facts: facts,

	Start: start,
	Read:  read,
	Write: write,
	Board: board,

	Text:   text,
	Fits:   fits,
	Path:   path,
	Trace:  trace,
	Refuse: refuse,
	Reason: reason,
	Quiet:  func(_ *Position, m Move) bool { return m.Second == NoCapture },

	Perft:     perft,
	Playout:   playout,
	Longest:   "laps",
	Uniform:   "decisions",
	Steepness: 290,
	Eval:      eval,
	Weights:   tuned.list(),
	Weighed:   weighed,
	Expand:    expand,
	Finish:    finish,
	Width:     width,
	Key:       key,
	Index:     newIndex,
	Halves:    newHalving,
	Gain:      func(p *Position, m Move) int { return manWorth * p.takes(m) },

	Alternates: Alternates,
}
