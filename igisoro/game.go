package igisoro

import (
	"strconv"

	"kibaho"
	"kibaho/mancala"
)

// Game is Igisoro's entry for the shelf.
var Game = kibaho.Game[Position, Move]{
	Facts:      facts,
	Start:      start,
	Read:       read,
	Write:      write,
	Board:      board,
	Text:       text,
	Path:       path,
	Trace:      trace,
	Refuse:     refuse,
	Reason:     reason,
	Reversible: true,
	Longest:    "laps",
	Quiet:      func(p *Position, m Move) bool { return gain(p, m) == 0 },
	Perft:      perft,
	Playout:    playout,
	Uniform:    "decisions",
	Steepness:  280,
	Eval:       eval,
	Weights:    tuned.list(),
	Weighed:    weighed,
	Expand:     expand,
	Width:      width,
	Key:        key,
	Gain:       gain,
	Ends:       newEnds,
	Numbers:    newNumbering,
}

// board returns the position as it is drawn; the pits that the options let turn
// back from are marked (IG9).
func board(p *Position) kibaho.Board {
	n := int(p.columns)
	rows := mancala.RowsOf(&p.lanes[0], &p.lanes[1])
	b := mancala.Board(&rows, n)
	b.Seeds = kibaho.Nuts
	if reverse := p.reversePits(); reverse != 0 {
		b.Marks = make([]kibaho.Mark, len(b.At))
		for s := range kibaho.Side(2) {
			for pit := range 2 * n {
				if reverse>>pit&1 != 0 {
					b.Marks[mancala.Site(s, pit, n)] = kibaho.TurnBack
				}
			}
		}
	}
	if p.choice == turning {
		b.Hand, b.HandAt = int(p.hand), p.site(int(p.at))
	}
	return b
}

// site returns the place of a pit of the mover's.
func (p *Position) site(pit int) kibaho.Site { return mancala.Site(p.side, pit, int(p.columns)) }

// path returns the step that means the legal decision m.
func path(p *Position, m Move) []kibaho.Step {
	at, pits := int(p.at), p.pits()
	switch m {
	case TurnBack:
		last := mancala.Sowing(pits).LastBack(at, int(p.hand))
		return []kibaho.Step{{Sites: []kibaho.Site{p.site((at + pits - 1) % pits)}, Key: "<", Says: "turn back, take " + strconv.Itoa(p.prey(last))}}
	case GoOn:
		return []kibaho.Step{{Sites: []kibaho.Site{p.site((at + 1) % pits)}, Key: ">", Says: "go on"}}
	case Take:
		return []kibaho.Step{{Sites: p.preySites(at), Key: "+", Says: "take " + strconv.Itoa(p.prey(at))}}
	case Leave:
		return []kibaho.Step{{Sites: []kibaho.Site{p.site(at)}, Key: "-", Says: "leave them, sow on"}}
	}
	return []kibaho.Step{{Sites: []kibaho.Site{p.site(int(m))}}}
}

// preySites returns the places of the enemy's two pits opposite an inner pit.
func (p *Position) preySites(pit int) []kibaho.Site {
	inner, outer := p.facing(pit)
	foe, n := p.side.Other(), int(p.columns)
	return []kibaho.Site{mancala.Site(foe, inner, n), mancala.Site(foe, outer, n)}
}

// prey returns how many cows the enemy has in the two pits opposite an inner pit.
func (p *Position) prey(pit int) int {
	inner, outer := p.facing(pit)
	foe := &p.lanes[p.side^1]
	return foe.At(inner) + foe.At(outer)
}

// reason says why the game is over.
func reason(p *Position) string {
	who := facts.Sides[p.side]
	switch {
	case p.Outcome() == kibaho.Ongoing:
		return ""
	case p.choice != none:
		return "whatever " + who + " chooses, the sowing never ends (IG13)"
	case p.starts() != 0:
		return "every sowing that " + who + " could start never ends (IG13)"
	case p.flags&startFromOne != 0:
		return who + " has no cow left to start from (IG12)"
	}
	return who + " has no pit of two cows or more to start from (IG12)"
}
