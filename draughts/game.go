package draughts

import "kibaho"

// Game is the entry of English draughts on the shelf.
var Game = kibaho.Game[Position, Move]{
	Facts:     facts,
	Start:     Start,
	Read:      Read,
	Write:     Write,
	Board:     View,
	Text:      Text,
	Fits:      Fits,
	Lookup:    Lookup,
	Path:      Path,
	Trace:     Trace,
	Refuse:    Refuse,
	Reason:    Reason,
	Quiet:     Quiet,
	Openings:  drawn,
	Perft:     Perft,
	Playout:   Playout,
	Uniform:   "turns",
	Longest:   "captures",
	Steepness: 36,
	Eval:      Eval,
	Gain:      Gain,
	Expand:    Expand,
	Tactics:   Tactics,
	Threat:    Threat,
	Key:       Key,
	Index:     newIndex,

	Alternates: Alternates,
}

// drawn returns the openings that the settings of a match draw from (DR9).
func drawn(s kibaho.Settings) [][]string {
	if rulesOf(s)&inner != 0 {
		return nil // the lists are of the whole board
	}
	var all [][]string
	for _, o := range Openings(s.Value("openings")) {
		all = append(all, o.Moves)
	}
	return all
}
