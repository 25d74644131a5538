package fanorona

import "math/bits"

// mirrors are the reflections of a board in one word that no rule tells apart: 0
// is none, 1 exchanges the ends of columns, 2 those of rows, 3 both. Here and in
// what is built on it a set is packed: the points of the board row after row, without
// the bits between rows.
type mirrors struct {
	points     uint
	fold       [2]uint64 // the first row, and the second if it changes places too
	by         [2]uint   // how far up they go
	middle     uint64    // the row that stays
	row        [5]uint64 // rows of a set that is not packed
	gap        [5]uint   // how far down each goes to be packed
	packedRows [5]uint64
}

const allMirrors = 4

func newMirrors(width, high uint) mirrors {
	m := mirrors{points: width * high}
	line := uint64(1)<<width - 1
	for r := range high {
		m.row[r], m.gap[r], m.packedRows[r] = line<<(stride*r), (stride-width)*r, line<<(width*r)
	}
	for r := range high / 2 {
		m.fold[r], m.by[r] = m.packedRows[r], width*(high-1-2*r)
	}
	m.middle = m.packedRows[high/2]
	return m
}

// of returns a set of points as a reflection shows it.
func (m *mirrors) of(way uint8, x uint64) uint64 {
	// Without branches, which nothing could guess.
	if both := m.reverse(x); way >= 2 {
		x = both
	}
	if turned := m.turn(x); (way+1)&2 != 0 {
		x = turned
	}
	return x
}

// reverse exchanges the ends of rows and of columns.
func (m *mirrors) reverse(x uint64) uint64 { return bits.Reverse64(x) >> ((64 - m.points) & 63) }

// turn exchanges the rows of the board: the first with the last and so on.
func (m *mirrors) turn(x uint64) uint64 {
	a, b := m.fold[0], m.fold[1]
	i, j := m.by[0]&63, m.by[1]&63
	return x&m.middle | x&a<<i | x>>i&a | x&b<<j | x>>j&b
}

// pack puts the rows of a board together.
func (m *mirrors) pack(set uint64) uint64 {
	return set&m.row[0] | set&m.row[1]>>(m.gap[1]&63) | set&m.row[2]>>(m.gap[2]&63) |
		set&m.row[3]>>(m.gap[3]&63) | set&m.row[4]>>(m.gap[4]&63)
}

// spread is the inverse of pack.
func (m *mirrors) spread(packed uint64) uint64 {
	r := &m.packedRows
	return packed&r[0] | packed&r[1]<<(m.gap[1]&63) | packed&r[2]<<(m.gap[2]&63) |
		packed&r[3]<<(m.gap[3]&63) | packed&r[4]<<(m.gap[4]&63)
}

// class is what is known of a set of a few points: the number of its class among
// the sets that are alike in a mirror, which reflection shows the set that stands
// for the class, and, for that one, which reflections leave it as it is.
type class struct {
	number uint16
	way    uint8
	keeps  uint8 // bit w: reflection w does; bit 0 is not set
}

// mostClassed is the greatest number of points of a set that has a class.
const mostClassed = mostTabled / 2

// classes are the sets of 1 to mostClassed points of a board.
type classes struct {
	mirrors
	term [mostClassed + 1][64]uint32   // what the k-th lowest point of a set adds to its rank, by bit, not packed
	of   [mostClassed + 1][]class      // by rank
	sets [mostClassed + 1][]classedSet // by the number of the class
}

// classedSet is the set that stands for a class.
type classedSet struct {
	points uint64 // packed
	gaps   gaps
	keeps  uint8
}

// gaps are what a set of three points at most leaves of the packed points: those with
// none, one, two and three of the set below them.
type gaps [mostClassed + 1]uint64

func newGaps(set uint64) (g gaps) {
	taken := uint64(0)
	for i := range g {
		upTo := set ^ (set - 1) // all if there are no more
		g[i] = upTo &^ taken &^ set
		taken |= upTo
		set &= set - 1
	}
	return g
}

// among spreads a set over the numbers in the gaps: its n-th number becomes the n-th
// number there.
func (g *gaps) among(set uint64) uint64 { return set&g[0] | set<<1&g[1] | set<<2&g[2] | set<<3&g[3] }

// squeeze is the inverse of among.
func (g *gaps) squeeze(set uint64) uint64 {
	return set&g[0] | set&g[1]>>1 | set&g[2]>>2 | set&g[3]>>3
}

func newClasses(width, high uint) *classes {
	c := &classes{mirrors: newMirrors(width, high)}
	for n := range c.points {
		at := bits.TrailingZeros64(c.spread(1 << n))
		for k := 1; k <= mostClassed; k++ {
			c.term[k][at] = uint32(sets[n][k])
		}
	}
	for k := 1; k <= mostClassed; k++ {
		c.of[k] = make([]class, sets[c.points][k])
		seen := make([]bool, sets[c.points][k])
		for r := range c.of[k] {
			if seen[r] {
				continue
			}
			set := unrank(uint64(r), k)
			number := uint16(len(c.sets[k]))
			keeps := uint8(0)
			for way := range uint8(allMirrors) {
				// A reflection takes back what it does.
				image := c.mirrors.of(way, set)
				if at := rank(image); !seen[at] {
					seen[at] = true
					c.of[k][at] = class{number: number, way: way}
				}
				if way > 0 && image == set {
					keeps |= 1 << way
				}
			}
			for way := range uint8(allMirrors) {
				c.of[k][rank(c.mirrors.of(way, set))].keeps = keeps
			}
			c.sets[k] = append(c.sets[k], classedSet{set, newGaps(set), keeps})
		}
	}
	return c
}

// classOf returns the class of a set of k points that is not packed, 3 at most.
func (c *classes) classOf(set uint64, k int) class {
	r := c.term[1][bits.TrailingZeros64(set)&63]
	if k > 1 {
		set &= set - 1
		r += c.term[2][bits.TrailingZeros64(set)&63]
	}
	if k > 2 {
		set &= set - 1
		r += c.term[3][bits.TrailingZeros64(set)&63]
	}
	return c.of[k&3][r]
}

// least returns the least image of a set under the reflections of a bit set, or
// the set itself, and how many of the reflections, none included, show that.
func (c *classes) least(set uint64, keeps uint8) (least uint64, same int) {
	least, same = set, 1
	for way := uint8(1); way < allMirrors; way++ {
		if keeps>>way&1 == 0 {
			continue
		}
		image := c.mirrors.of(way, set)
		least = min(least, image)
		if image == set {
			same++
		}
	}
	return least, same
}
