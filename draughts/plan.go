package draughts

import (
	"math/bits"
	"sync"

	"kibaho"
)

// A slice and its twin are decided in parts: a part holds the positions that have the
// men of both sides on the same squares, with either side to move. Kings leave the men
// where they are, and a man that steps leads to a part in which a man is a row farther,
// so that the parts are decided in stages by how far all men have come, the farthest
// first. What belongs to a part is small, and stays near the processor.

// plan is the parts of a slice and its twin.
type plan struct {
	slices [2]kibaho.Slice // seen by side 0, whose men go north, and by side 1
	list   sync.Once
	stages [][]uint32 // the numbers of the men in slices[0]

	// One king of the runner's side runs: 32 positions, which differ by the square he
	// stands on, are a row (rows.go). rest are the other kings of his side. The runner
	// is a king of the side with fewer, since each of its kings can be the one.
	// Without kings there are no rows.
	runner       int // his side, or -1
	others, rest int // kings of the other side, and of the runner's without him
}

// Plan cuts a slice and its twin into parts.
func (x index) Plan(s kibaho.Slice) kibaho.Plan {
	p := &plan{slices: [2]kibaho.Slice{s, x.Twin(s)}, runner: -1}
	shape := &shapes[s]
	switch kings, enemyKings := shape.kings, shape.enemyKings; {
	case enemyKings > 0 && (kings == 0 || enemyKings <= kings):
		p.runner, p.others, p.rest = 1, kings, enemyKings-1
	case kings > 0:
		p.runner, p.others, p.rest = 0, enemyKings, kings-1
	}
	return p
}

// listed lists the parts.
func (p *plan) listed() [][]uint32 {
	p.list.Do(func() {
		s := &shapes[p.slices[0]]
		p.stages = make([][]uint32, 6*(s.men+s.enemyMen)+1)
		for n := range uint32(s.menNumbers()) {
			men, enemyMen, ok := s.menOf(n)
			if !ok || p.slices[0] == p.slices[1] && s.menNumber(halfTurn(enemyMen), halfTurn(men)) < uint64(n) {
				continue // the part of the other number holds both
			}
			left := 0 // rows that the men have before them
			for x := men; x != 0; x &= x - 1 {
				left += 6 - rowOf(x)
			}
			for x := enemyMen; x != 0; x &= x - 1 {
				left += rowOf(x) - 1
			}
			p.stages[left] = append(p.stages[left], n)
		}
	})
	return p.stages
}

// menNumbers returns the number of sets of men, holes included.
func (s *shape) menNumbers() uint64 { return uint64(choose[28][s.men]) * s.enemyMenSets }

// rowOf returns the row of the lowest square of a set, 0 to 7 from the south.
func rowOf(x uint32) int { return int(siteAt[bits.TrailingZeros32(x)&31] / 4) }

// Stages returns the number of parts of each stage.
func (p *plan) Stages() []int {
	all := make([]int, len(p.listed()))
	for i, s := range p.stages {
		all[i] = len(s)
	}
	return all
}

// Memory returns the bytes of the list of parts, of the rows, and of what waits for its
// layer. If there are no men there is one part, and one solver works.
func (p *plan) Memory(solvers int) uint64 {
	parts := shapes[p.slices[0]].menNumbers()
	if p.runner < 0 {
		return 4 * parts
	}
	return 4*parts + min(uint64(solvers), parts)*2*p.rows()*rowMemory
}

func (p *plan) rows() uint64 { return uint64(choose[32][p.others]) * uint64(choose[32][p.rest]) }

// kingSets are the sets of so many squares by their rank among all, and the steps of
// kings from each.
type kingSets struct {
	make sync.Once
	list []uint32
	// near are the ranks of the sets that one step of one king leads to: those of set
	// i are near[start[i]:start[i+1]].
	start, near []uint32
}

// sets are the sets of up to six kings.
var sets [mostTabled]kingSets

// ready makes the lists of sets of k squares, when they are first needed.
func (s *kingSets) ready(k int) *kingSets {
	s.make.Do(func() {
		s.list = make([]uint32, choose[32][k])
		s.start = make([]uint32, len(s.list)+1)
		for i := range s.list {
			set := unrank(uint32(i), k)
			s.list[i] = set
			for x := set; x != 0; x &= x - 1 {
				for y := around[bits.TrailingZeros32(x)&31] &^ set; y != 0; y &= y - 1 {
					s.near = append(s.near, rankMany(set^x&-x^y&-y, ^uint32(0)))
				}
			}
			s.start[i+1] = uint32(len(s.near))
		}
	})
	return s
}
