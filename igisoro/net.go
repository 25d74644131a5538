package igisoro

import (
	"encoding/binary"

	_ "embed"

	"kibaho/nnet"
)

// standardColumns is the board that nets are learned for, with the options as they
// are unless something else is said.
const standardColumns = 8

// Sight is what a net sees: how many cows are in each pit of the side to move, then of
// the other side.
var Sight = nnet.Shape{Sites: 4 * standardColumns, Classes: 16}

// cowsInPhase is by how many cows of the side to move phases differ.
const cowsInPhase = 8

// See tells what a net sees of a position of eight columns between turns, and the phase.
func See(p *Position, sites *[nnet.MaxSites]uint8) (phase int) {
	const n = 2 * standardColumns
	seeLane((*[n]uint8)(sites[:n]), p.lanes[p.side][0], p.lanes[p.side][1])
	foe := &p.lanes[p.side^1]
	seeLane((*[n]uint8)(sites[n:]), foe[0], foe[1])
	return min(p.lanes[p.side].Sum()/cowsInPhase, nnet.Phases-1)
}

// seeLane writes the counts of sixteen pits, none above the last class.
func seeLane(dst *[2 * standardColumns]uint8, lo, hi uint64) {
	binary.LittleEndian.PutUint64(dst[:8], atMost15(lo))
	binary.LittleEndian.PutUint64(dst[8:], atMost15(hi))
}

// atMost15 cuts each byte to 15.
func atMost15(w uint64) uint64 {
	const ones = 0x0101010101010101
	over := (w&(0x7f*ones) + 0x70*ones | w) >> 7 & ones // the bytes of 16 or more
	return (w&^(over*0xff) | over*15) & (15 * ones)
}

// judged returns what a position is worth by a net, or by the named features where nets
// do not apply.
func judged(n *nnet.Net, p *Position) int {
	if p.columns != standardColumns || p.flags != 0 || p.reverse != secondAndEnds || p.choice != none {
		return tuned.eval(p)
	}
	if p.starts() == 0 {
		return lost
	}
	var sites [nnet.MaxSites]uint8
	phase := See(p, &sites)
	return max(min(n.Judge(&sites, phase, logit), -lost), lost)
}

// Judge returns the evaluation by a net.
func Judge(n *nnet.Net) func(*Position) int {
	return func(p *Position) int { return judged(n, p) }
}

//go:embed net.bin
var embedded []byte

// Learned returns the net that judges.
func Learned() *nnet.Net { return learned() }

// learned is the net of the evaluation; docs/engine.md tells how it was learned.
var learned = nnet.Once(embedded, Sight)
