package chuba

import (
	"encoding/binary"

	_ "embed"

	"kibaho"
	"kibaho/mancala"
	"kibaho/nnet"
)

// standard is the reading that nets are learned for, with standardColumns.
const (
	standard        = fixed | must | loseUnplayed
	standardColumns = 11
)

// Sight is what a net sees: how many men are in each pit of the side to move, then
// of the other side, an outer pit that nobody has played upon being a class of its own.
var Sight = nnet.Shape{Sites: 4 * standardColumns, Classes: 12}

const (
	unplayedClass = 11
	menInPhase    = 8 // men on the board by which phases differ
)

// See tells what a net sees of a position of eleven columns, and the phase.
func See(p *Position, sites *[nnet.MaxSites]uint8) (phase int) {
	men := 0
	for i, side := range [2]kibaho.Side{p.side, p.side.Other()} {
		lane := &p.men[side]
		men += mancala.Sum(lane[0]) + mancala.Sum(lane[1]) + mancala.Sum(lane[2])
		a, b, c := atMost(lane[0], caps[0]), atMost(lane[1], caps[1]), atMost(lane[2], caps[2])
		if u := p.unplayed[side]; u != 0 { // each of these pits has one man
			b += marks[u>>8&0xff]
			c += marks[u>>16&0xff]
		}
		part := sites[2*standardColumns*i:][:24] // the second side begins where the last two bytes are
		binary.LittleEndian.PutUint64(part[:8], a)
		binary.LittleEndian.PutUint64(part[8:], b)
		binary.LittleEndian.PutUint64(part[16:], c)
	}
	return min(men/menInPhase, nnet.Phases-1)
}

// caps are the greatest classes of counts: of an inner pit the last one, of an outer pit
// the one before.
var caps = [3]uint64{0x0b0b0b0b0b0b0b0b, 0x0a0a0a0a0a0b0b0b, 0x00000a0a0a0a0a0a}

// atMost cuts each byte, of at most 127, to that of most.
func atMost(w, most uint64) uint64 {
	over := mancala.Whole((w + 0x7f7f7f7f7f7f7f7f - most) & 0x8080808080808080)
	return w&^over | most&over
}

// marks make unplayedClass of the one man in each pit of a set of eight.
var marks = func() (m [256]uint64) {
	for set := range m {
		for i := range 8 {
			if set>>i&1 != 0 {
				m[set] |= (unplayedClass - 1) << (8 * i)
			}
		}
	}
	return m
}()

// judged returns what a position is worth by a net, or by the named features where nets
// do not apply.
func judged(n *nnet.Net, p *Position) int {
	if p.columns != standardColumns || p.reading != standard {
		return tuned.eval(p)
	}
	own := &p.men[p.side]
	if mancala.Many(own[0])|mancala.Many(own[1])|mancala.Many(own[2]) == 0 && p.starts() == 0 {
		return lost // who has two men in a pit can start: they have been played upon
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
