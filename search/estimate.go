package search

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync/atomic"
	"time"

	"kibaho"
)

// Sampling says how the size of a proof is estimated.
type Sampling struct {
	Walks int // how many at most; 0: no bound
	Nodes int // of the search that may end a walk
	Seed  uint64
}

// Estimated is what the walks of an estimate tell about one question.
type Estimated struct {
	Walks int
	// Nodes is the mean of what the walks tell of the positions that the proof makes, and
	// Error its standard error. Where a few walks weigh as much as all others together
	// both are too small more often than too great: Greatest is the share of the greatest.
	Nodes, Error, Greatest float64
	Median                 float64 // of what the walks tell
	// Against counts the walks that came to a position with the other answer than was assumed: the move
	// that led there was a wrong one, and the proof needs another.
	Against int
	// Lost counts the walks that were given up, as too deep.
	Lost    int
	Depth   float64       // decisions of a walk, on the average
	Made    uint64        // positions that the walks made
	Elapsed time.Duration // that they took, on one thread

	sum, squares, greatest float64
	values                 []float64
	decisions              int
}

// deepestWalk ends a walk where pieces go to and fro: what it stands for says nothing any more.
const deepestWalk = 40

// Estimate tells how many positions a proof would make that answers the question whether a
// side can force a win from the root, if the answer is the one that is assumed (Yes or No), without
// making it: by walks from the root. On each the positions are searched with so many nodes. Where that
// leaves one open and the answer needs all moves, one of those that are left open is drawn by lot and the walk stands for
// as many as there are; where one move is enough it takes the one that the search holds for the nearest to
// the answer. It ends at a position that is answered. What the searches took, each times the walks it stands for, is an
// estimate whose mean is right for a proof that searches and chooses as the walks do, and in which no position is
// reached on two ways (Knuth 1975). That positions are is why it tells too much; that it chooses wrongly at times, and that a proof
// looks again at what it has left open, is why it tells too little.
//
// It ends after the walks of the sampling, or when ctx ends. tell may be nil.
func Estimate[P comparable, M comparable, R kibaho.Rules[P, M]](ctx context.Context, root P, goal kibaho.Side, assumed Answer, spec ProofSpec[P, M], use Proving, s Sampling, tell func(Estimated)) Estimated {
	if use.Memory <= 0 {
		use.Memory = DefaultMemory
	}
	var stop atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	w := sampler[P, M, R]{assumed: assumed, r: kibaho.NewRand(s.Seed), nodes: cmp.Or(s.Nodes, leastLeaf)}
	w.known = knowledge[P, M]{ProofSpec: spec, table: newProofTable(use.Memory / 2), stakes: newStakes(1.5 * cmp.Or(spec.Steepness, 250))}
	w.tree.known = &w.known
	w.tree.ask(goal, 0)
	began := time.Now()
	var e Estimated
	for s.Walks == 0 || e.Walks < s.Walks {
		before := w.made
		value, against, lost, depth := w.walk(&root, &stop)
		if stop.Load() {
			break
		}
		e.Walks++
		e.Made += w.made - before
		e.decisions += depth
		if against {
			e.Against++
		}
		if lost {
			e.Lost++
		}
		e.sum += value
		e.squares += value * value
		e.greatest = max(e.greatest, value)
		at, _ := slices.BinarySearch(e.values, value)
		e.values = slices.Insert(e.values, at, value)
		e.Median = e.values[len(e.values)/2]
		e.Elapsed = time.Since(began)
		e.settle()
		w.known.table.grow()
		if tell != nil {
			tell(e)
		}
	}
	return e
}

// settle makes the means of the sums.
func (e *Estimated) settle() {
	n := float64(e.Walks)
	e.Nodes, e.Depth = e.sum/n, float64(e.decisions)/n
	if e.sum > 0 {
		e.Greatest = e.greatest / e.sum
	}
	if e.Walks > 1 {
		e.Error = math.Sqrt(max(0, e.squares/n-e.Nodes*e.Nodes) / (n - 1))
	}
}

// sampler makes walks.
type sampler[P comparable, M comparable, R kibaho.Rules[P, M]] struct {
	known   knowledge[P, M]
	tree    proofTree[P, M, R]
	way     trail[P]
	assumed Answer
	r       *kibaho.Rand
	nodes   int
	made    uint64
	open    []int32
}

// walk makes one walk and returns its estimate.
func (w *sampler[P, M, R]) walk(root *P, stop *atomic.Bool) (value float64, against, lost bool, depth int) {
	t := &w.tree
	w.way.cut(0)
	at, weight := *root, 1.0
	for ; depth < deepestWalk && !stop.Load(); depth++ {
		w.way.push(&at, R(&at).Hash())
		t.created = 0
		t.search(&w.way, w.nodes, stop)
		w.made += t.created
		value += weight * float64(t.created+1)
		n := &t.nodes[0]
		if !n.open() {
			return value, (n.pn == 0) != (w.assumed == Yes), false, depth
		}
		if n.child == 0 {
			break // too deep
		}
		children := t.nodes[n.child : n.child+n.count]
		w.open = w.open[:0]
		best, least := int32(0), uint32(never)
		for i := range children {
			c := &children[i]
			if !c.open() {
				continue
			}
			number := c.dn
			if w.assumed == Yes {
				number = c.pn
			}
			if w.open = append(w.open, n.child+int32(i)); number < least {
				best, least = n.child+int32(i), number
			}
		}
		next := best
		if n.goal() != (w.assumed == Yes) { // all moves are needed
			next = w.open[w.r.N(len(w.open))]
			weight *= float64(len(w.open))
		}
		at = t.pos[next]
	}
	return value, false, true, depth
}
