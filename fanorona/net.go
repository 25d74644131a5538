package fanorona

import (
	"encoding/binary"

	_ "embed"

	"kibaho/nnet"
)

// standardPairs is how many pairs of neighbours in a row the board of 9x5 has in
// one word, the last point of each row with the margin.
const standardPairs = 25

// Sight is what a net sees: who stands on each two points next to each other in
// a row, own pieces as 1 and 2, the enemy's as 4 and 8, and then some counts, for the
// side to move and the other.
var Sight = nnet.Shape{Sites: standardPairs + 8, Classes: 16}

const (
	piecesInPhase = 6 // pieces on the board by which phases differ
	mostSeen      = 15
)

// standardRules are the options that nets are learned for, with White to move: those of
// the variant "fanorona", on the board of 9x5.
const standardRules rules = 13

// See tells what a net sees of a position on 9x5, and the phase.
func See(p *Position, sites *[nnet.MaxSites]uint8) (phase int) {
	var a, c tally
	own, opp := p.men[p.Turn()].lo, p.men[p.Turn().Other()].lo
	b := p.board()
	b.see(&a, own, opp)
	b.see(&c, opp, own)
	return show(own, opp, &a, &c, sites)
}

func show(own, opp uint64, a, c *tally, sites *[nnet.MaxSites]uint8) (phase int) {
	for i := 0; i < standardPairs; i += 4 { // four sites at a time
		binary.LittleEndian.PutUint32(sites[i:], pairs[own&0xff]|pairs[opp&0xff]<<2)
		own >>= 8
		opp >>= 8
	}
	counts := (*[8]uint8)(sites[standardPairs:])
	for i, n := range [8]int{a.takes, c.takes, a.steps / 3, c.steps / 3, a.men, c.men, a.links / 3, c.links / 3} {
		counts[i] = uint8(min(n, mostSeen))
	}
	return min((a.men+c.men)/piecesInPhase, nnet.Phases-1)
}

// pairs holds the bits of a byte as four bytes of two bits.
var pairs = func() (t [256]uint32) {
	for x := range t {
		v := uint32(x)
		t[x] = v&3 | v>>2&3<<8 | v>>4&3<<16 | v>>6<<24
	}
	return t
}()

// Mirrored returns the position as one of the four reflections that no rule tells
// apart shows it; way 0 is the position itself.
func Mirrored(p *Position, way uint8) Position {
	m, q := &standardMirrors, *p
	for i := range q.men {
		q.men[i].lo = m.spread(m.of(way, m.pack(q.men[i].lo)))
	}
	return q
}

// standardMirrors are the reflections of 5x9.
var standardMirrors = newMirrors(9, 5)

// judged returns what a position is worth by a net, or by the named features where nets
// do not apply.
func judged(n *nnet.Net, p *Position) int {
	if p.rules&^second != standardRules {
		return inUse.eval(p)
	}
	own, opp := p.men[p.Turn()].lo, p.men[p.Turn().Other()].lo
	var a, c tally
	b := p.board()
	b.see(&a, own, opp)
	b.see(&c, opp, own)
	switch {
	case a.men == 0 || a.steps == 0:
		return lost
	case c.men == 0:
		return -lost
	}
	var sites [nnet.MaxSites]uint8
	phase := show(own, opp, &a, &c, &sites)
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
