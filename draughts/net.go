package draughts

import (
	"math/bits"

	"kibaho/nnet"
)

// To the sum over patterns a small net adds what they cannot tell together. It sees the
// board as the side to move does: on each of four parts of eight squares how the
// men stand, a number in base 3 (none, own, enemy's), and on each of eight parts of
// four squares how the kings stand, if there are any. Its rows are numbered by these.
const (
	eight     = 6561 // 3^8
	four      = 81   // 3^4
	atCrowned = 4 * eight
	netRows   = atCrowned + 8*four
)

// NetShape is the shape of the net.
var NetShape = nnet.Shape{Sites: 1, Classes: netRows}

// mostSeen is how many rows a position shows at the most: one each part.
const mostSeen = 4 + 8

var _ [nnet.MaxSeen - mostSeen]struct{} // there must be room

// sight tells a side the numbers of what it sees. Parts are bytes and halves of bytes of a set;
// White's board turned round has the bits of each byte, and the bytes but the first, the other way round.
type sight struct {
	men     [256]uint32 // by eight squares: its number if these are own men; enemy's count twice
	kings   [16]uint32  // the same of kings, by four
	part    [4]uint32   // where the rows of a part begin
	crowned [8]uint32
}

var sights = func() (both [2]sight) {
	number := func(set, squares uint) (n uint32) {
		for b := range squares {
			n = 3*n + uint32(set>>(squares-1-b)&1)
		}
		return n
	}
	for v := range uint(256) {
		both[0].men[v], both[1].men[bits.Reverse8(uint8(v))] = number(v, 8), number(v, 8)
	}
	for v := range uint(16) {
		both[0].kings[v], both[1].kings[bits.Reverse8(uint8(v))>>4] = number(v, 4), number(v, 4)
	}
	for i := range uint32(4) {
		both[0].part[i], both[1].part[-i&3] = i*eight, i*eight
	}
	for i := range uint32(8) {
		both[0].crowned[i], both[1].crowned[(1-i)&7] = atCrowned+i*four, atCrowned+i*four
	}
	return both
}()

// NetRows puts the numbers of the rows of the net that a position shows in seen, and
// returns how many there are, 4 to 12, and the phase: three pieces each.
func NetRows(p *Position, seen *[nnet.MaxSeen]uint32) (count, phase int) {
	s := &sights[p.turn&1]
	own, enemy, kings := p.side[p.turn&1], p.side[p.turn&1^1], p.kings
	men, enemyMen := own&^kings, enemy&^kings
	seen[0] = s.part[0] + s.men[men&255] + 2*s.men[enemyMen&255]
	seen[1] = s.part[1] + s.men[men>>8&255] + 2*s.men[enemyMen>>8&255]
	seen[2] = s.part[2] + s.men[men>>16&255] + 2*s.men[enemyMen>>16&255]
	seen[3] = s.part[3] + s.men[men>>24] + 2*s.men[enemyMen>>24]
	count = 4
	for left := kings; left != 0; count++ {
		i := uint(bits.TrailingZeros32(left)) / 4
		seen[count%nnet.MaxSeen] = s.crowned[i&7] + s.kings[own&kings>>(4*i)&15] + 2*s.kings[enemy&kings>>(4*i)&15]
		left &^= 15 << (4 * i)
	}
	return count, min(max(bits.OnesCount32(own|enemy)-1, 0)/3, nnet.Phases-1)
}

// NetSeen tells of each row of the net which pieces it stands for: the square, of 32 in an order of
// its own, 0 for a man and 1 for a king, 0 for an own piece and 1 for an enemy's.
func NetSeen(tell func(row, square, kind, side int)) {
	for kind, k := range [2]struct{ at, parts, squares, ways int }{{0, 4, 8, eight}, {atCrowned, 8, 4, four}} {
		for row := range k.parts * k.ways {
			n := row % k.ways
			for i := range k.squares {
				if d := n % 3; d != 0 {
					tell(k.at+row, row/k.ways*k.squares+i, kind, d-1)
				}
				n /= 3
			}
		}
	}
}

// judge is what the net adds to the estimate of p, in hundredths of a man.
func judge(n *nnet.Net, p *Position) int {
	var seen [nnet.MaxSeen]uint32
	count, phase := NetRows(p, &seen)
	return n.JudgeRows(&seen, count, phase, Logit)
}
