package fanorona

import "math/bits"

// mirrors are the reflections of a board in one word that no rule tells apart: 0
// is none, 1 exchanges the ends of columns, 2 those of rows, 3 both.
type mirrors struct {
	high uint // rows
	last uint // the last bit
}

const allMirrors = 4

// of returns a set of points as a reflection shows it.
func (m *mirrors) of(way uint8, x uint64) uint64 {
	if way >= 2 {
		x = bits.Reverse64(x) >> (63 - m.last) // both
		way ^= 3
	}
	if way == 1 {
		x = m.turn(x)
	}
	return x
}

// turn exchanges the rows of the board: the first with the last and so on.
func (m *mirrors) turn(x uint64) uint64 {
	const row = 1<<stride - 1
	if m.high == 3 {
		return x&(row<<stride) | x<<(2*stride)&(row<<(2*stride)) | x>>(2*stride)&row
	}
	return x&(row<<(2*stride)) |
		x<<(4*stride)&(row<<(4*stride)) | x<<(2*stride)&(row<<(3*stride)) |
		x>>(2*stride)&(row<<stride) | x>>(4*stride)&row
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
	term [mostClassed + 1][64]uint32   // what the k-th lowest point of a set adds to its rank, by bit
	of   [mostClassed + 1][]class      // by rank
	sets [mostClassed + 1][]classedSet // by the number of the class
}

// classedSet is the set that stands for a class.
type classedSet struct {
	points uint64
	keeps  uint8
}

func newClasses(x *index) *classes {
	c := &classes{mirrors: mirrors{x.high, stride*(x.high-1) + x.width - 1}}
	n := 0
	for s := x.board.points.lo; s != 0; s &= s - 1 {
		for k := 1; k <= mostClassed; k++ {
			c.term[k][bits.TrailingZeros64(s)] = uint32(sets[n][k])
		}
		n++
	}
	for k := 1; k <= mostClassed; k++ {
		c.of[k] = make([]class, sets[n][k])
		seen := make([]bool, sets[n][k])
		for r := range c.of[k] {
			if seen[r] {
				continue
			}
			set := x.spread(unrank(uint64(r), k))
			number := uint16(len(c.sets[k]))
			keeps := uint8(0)
			for way := range uint8(allMirrors) {
				// A reflection takes back what it does.
				image := c.mirrors.of(way, set)
				if at := c.rank(image, k); !seen[at] {
					seen[at] = true
					c.of[k][at] = class{number: number, way: way}
				}
				if way > 0 && image == set {
					keeps |= 1 << way
				}
			}
			for way := range uint8(allMirrors) {
				c.of[k][c.rank(c.mirrors.of(way, set), k)].keeps = keeps
			}
			c.sets[k] = append(c.sets[k], classedSet{set, keeps})
		}
	}
	return c
}

// rank returns the rank of a set of k points.
func (c *classes) rank(set uint64, k int) (r uint32) {
	for i := 1; i <= k; i++ {
		r += c.term[i&3][bits.TrailingZeros64(set)&63]
		set &= set - 1
	}
	return r
}

// least returns the least image of a set under the reflections of a bit set, or
// the set itself.
func (c *classes) least(set uint64, keeps uint8) uint64 {
	least := set
	for way := uint8(1); way < allMirrors; way++ {
		if keeps>>way&1 != 0 {
			least = min(least, c.mirrors.of(way, set))
		}
	}
	return least
}

// images returns how many positions are alike in a mirror, of one whose one side
// stands for its class and keeps so many reflections, and has the other side there.
func (c *classes) images(other uint64, keeps uint8) int {
	same := 1
	for way := uint8(1); way < allMirrors; way++ {
		if keeps>>way&1 != 0 && c.mirrors.of(way, other) == other {
			same++
		}
	}
	return allMirrors / same
}
