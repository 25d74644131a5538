package main

import (
	"fmt"
	"slices"
)

// maxPieces bounds what is simulated: beyond it there are too many positions for
// anybody.
const maxPieces = 10

// material is what a slice holds, as the side to move sees it.
type material struct{ men, kings, enemyMen, enemyKings int }

func (m material) pieces() int    { return m.men + m.kings + m.enemyMen + m.enemyKings }
func (m material) twin() material { return material{m.enemyMen, m.enemyKings, m.men, m.kings} }
func (m material) less(o material) bool {
	return slices.Compare([]int{m.men, m.kings, m.enemyMen, m.enemyKings}, []int{o.men, o.kings, o.enemyMen, o.enemyKings}) < 0
}

// positions returns how many positions a slice has: the ways to put the pieces on
// 32 squares, men on none of the four where they would be kings.
func (m material) positions() uint64 {
	// 24 squares are open to the men of both sides, four more to those of each.
	var men uint64
	for a := range min(m.men, 4) + 1 {
		for b := range min(m.enemyMen, 4) + 1 {
			if own, others := m.men-a, m.enemyMen-b; own+others <= 24 {
				men += choose(4, a) * choose(4, b) * choose(24, own) * choose(24-own, others)
			}
		}
	}
	free := 32 - m.men - m.enemyMen
	return men * choose(free, m.kings) * choose(free-m.kings, m.enemyKings)
}

func choose(n, k int) uint64 {
	if k < 0 || k > n {
		return 0
	}
	c := uint64(1)
	for i := range k {
		c = c * uint64(n-i) / uint64(i+1)
	}
	return c
}

// leads returns the slices that the moves of a slice lead to, its twin aside: by
// captures, crownings or both. Slices where a side has nothing are none.
func (m material) leads() []material {
	var all []material
	for crowned := range min(m.men, 1) + 1 {
		for men := range m.enemyMen + 1 {
			for kings := range m.enemyKings + 1 {
				if men+kings > 0 && (crowned > 0 || men < m.enemyMen || kings < m.enemyKings) {
					all = append(all, material{men, kings, m.men - crowned, m.kings + crowned})
				}
			}
		}
	}
	return all
}

// job is a slice and its twin, which are built together.
type job struct {
	name      string
	pieces    int
	positions uint64
	needs     []int // the numbers of the jobs whose tables it reads
	needed    []int // of the jobs that read its tables
}

// graph returns the jobs of a build up to so many pieces, in the order in which
// they are queued: fewer pieces first, then fewer men.
func graph(pieces int) []*job {
	var all []material
	for n := 2; n <= pieces; n++ {
		for men := range n + 1 {
			for own := range n + 1 {
				for ownMen := range own + 1 {
					m := material{ownMen, own - ownMen, men - ownMen, n - own - (men - ownMen)}
					if own > 0 && own < n && m.enemyMen >= 0 && m.enemyKings >= 0 && !m.twin().less(m) {
						all = append(all, m)
					}
				}
			}
		}
	}
	number := map[material]int{}
	for i, m := range all {
		number[m], number[m.twin()] = i, i
	}
	jobs := make([]*job, len(all))
	for i, m := range all {
		j := &job{name: fmt.Sprintf("%d%d%d%d", m.men, m.kings, m.enemyMen, m.enemyKings), pieces: m.pieces(), positions: m.positions()}
		reads := m.leads()
		if t := m.twin(); t != m {
			j.positions += t.positions()
			reads = append(reads, t.leads()...)
		}
		for _, r := range reads {
			if n := number[r]; n != i {
				j.needs = append(j.needs, n)
			}
		}
		slices.Sort(j.needs)
		j.needs = slices.Compact(j.needs)
		jobs[i] = j
	}
	for i, j := range jobs {
		for _, n := range j.needs {
			jobs[n].needed = append(jobs[n].needed, i)
		}
	}
	return jobs
}
