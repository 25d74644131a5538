package search

import (
	"cmp"
	"context"
	"math"
	"sync"
	"sync/atomic"
	"time"
	"unsafe"

	"kibaho"
)

// ProofSpec is what a Prover may know of a game beside the rules. Everything is
// optional.
type ProofSpec[P any, M any] struct {
	// Expand lists the decisions with the positions after them, as kibaho.Game.Expand
	// does, but none that no legal turn begins with. Nil: Moves and Play are used.
	Expand func(*P, *kibaho.Children[P, M])
	// Sprout lists the positions after all decisions with their widths and scores,
	// as kibaho.Game.Sprout does. Nil: Expand, Width and Eval are used.
	Sprout func(*P, *kibaho.Sprouts[P, M])
	// Width estimates how many decisions the side to move has, at least 1 while
	// the game goes on. It is 0 exactly if the game is over. It is asked for
	// positions that were reached by moves. Nil: all are 1 wide.
	Width func(*P) int
	// Eval estimates a position for the side to move, and Steepness is the scale
	// of it, as in kibaho.Game. Nil: all positions are even.
	Eval      func(*P) int
	Steepness float64
	// Probe looks up in endgame tables how the game ends with best play. It must
	// be exact; a position that it does not know is searched.
	Probe func(*P) (kibaho.Outcome, bool)
}

// Answer answers the question whether a side can force a win.
type Answer uint8

// The answers. No means that the other side can avoid it, be it by playing on for ever.
const (
	Unknown Answer = iota
	Yes
	No
)

// String returns "unknown", "yes" or "no".
func (a Answer) String() string { return [...]string{"unknown", "yes", "no"}[a] }

// Proof is how far the question about one side is.
type Proof struct {
	Answer Answer
	Nodes  uint64 // positions made, those of earlier runs included
	PN, DN uint32 // the numbers of the root
	Open   int    // positions in the upper tree
}

// Prover finds out by proof-number search whether a side can force a win from a
// position.
//
// There are two levels. The upper tree is kept as long as the Prover; each of its
// leaves is a question of its own, which a worker searches in a tree that is
// thrown away afterwards (all but the table), with so many nodes as fit the work
// done so far. What that leaves open gives the leaf its children. Answers of the
// upper tree go into the book: the positions with answers that the work can go on
// from, and that can be checked one by one.
//
// A Prover is not safe for concurrent use; it works on several threads by itself.
type Prover[P comparable, M comparable, R kibaho.Rules[P, M]] struct {
	root    P
	known   knowledge[P, M]
	sides   [2]*question[P, M, R]
	workers []*proofWorker[P, M, R]
	most    int // nodes of an upper tree
}

// question is the upper tree for one goal.
type question[P comparable, M comparable, R kibaho.Rules[P, M]] struct {
	tree  proofTree[P, M, R]
	work  []labour // by node
	busy  map[int32]*proofWorker[P, M, R]
	book  Book[P]
	mu    sync.Mutex
	ready *sync.Cond
	start uint64 // nodes of earlier runs
	term  uint64 // the one whose answers are used
	began uint64 // made before it
	every uint64 // the positions of a term
	stop  atomic.Bool
	full  bool
}

// labour is what an answer has cost.
type labour struct {
	made  uint64 // positions, below the node
	leant uint64 // positions made before in the term, on whose answers those may rest: the most of any search below
}

// proofWorker searches leaves of the upper tree.
type proofWorker[P comparable, M comparable, R kibaho.Rules[P, M]] struct {
	tree  proofTree[P, M, R]
	way   trail[P]
	leaf  int32 // of the upper tree, while it is searched
	saved proofNode
	most  int    // nodes
	began uint64 // made before the term of its search

	missed int // leaves in a row from which too many positions could come up
	rest   int // leaves that are not to be tried
}

// The least and the greatest share of the work that one leaf gets.
const (
	leastLeaf   = 1 << 14
	workPerLeaf = 8 // a leaf gets this part of the work done so far
	mostLeaf    = 1 << 21
)

// termNodes is how many positions are made at least until all answers are forgotten but those of the books, and
// termShare the part of the work done so far that it is later on. A line of a book could else rest on answers
// that took all the work done so far and are not in it.
const (
	termNodes = 1 << 25
	termShare = 4
)

// Proving says what a Prover may use.
type Proving struct {
	Threads int   // 0: one for each processor
	Memory  int64 // bytes; 0: DefaultMemory

	most int    // nodes of a worker's tree; 0: mostLeaf
	term uint64 // positions of a term; 0: termNodes
}

// NewProver returns a Prover for a position that knows what the books tell; they
// are believed. Half of the memory is for the table.
func NewProver[P comparable, M comparable, R kibaho.Rules[P, M]](root P, spec ProofSpec[P, M], use Proving, books [2]Book[P]) *Prover[P, M, R] {
	if use.Memory <= 0 {
		use.Memory = DefaultMemory
	}
	n := threads(use.Threads)
	each := nodeBytes + int64(unsafe.Sizeof(root))
	pr := &Prover[P, M, R]{
		root:  root,
		known: knowledge[P, M]{ProofSpec: spec, table: newProofTable(use.Memory / 2), stakes: newStakes(1.5 * cmp.Or(spec.Steepness, 250))},
		most:  int(use.Memory / 8 / (each + int64(unsafe.Sizeof(labour{})))),
	}
	for side := range pr.sides {
		pr.sides[side] = newQuestion[P, M, R](kibaho.Side(side), &pr.known, root, books[side])
		pr.sides[side].every = cmp.Or(use.term, termNodes)
	}
	for range n {
		w := &proofWorker[P, M, R]{leaf: -1}
		w.most = int(min(int64(cmp.Or(use.most, mostLeaf)), max(1<<10, use.Memory/4/int64(n)/each)))
		w.tree.known = &pr.known
		pr.workers = append(pr.workers, w)
	}
	return pr
}

func newQuestion[P comparable, M comparable, R kibaho.Rules[P, M]](goal kibaho.Side, known *knowledge[P, M], root P, book Book[P]) *question[P, M, R] {
	q := &question[P, M, R]{busy: map[int32]*proofWorker[P, M, R]{}, book: book, every: math.MaxUint64}
	q.ready = sync.NewCond(&q.mu)
	q.tree.known = known
	q.tree.answered = q.answered
	q.tree.ask(goal, known.term)
	q.tree.plant(&root, 0)
	q.work = append(q.work, labour{})
	q.begin()
	q.start = book.Nodes
	if yes, ok := book.answer(&root); ok {
		q.tree.nodes[0].answer(yes, free)
	}
	return q
}

// begin begins a term of which only the book is known.
func (q *question[P, M, R]) begin() {
	q.tree.ask(q.tree.goal, q.tree.known.term)
	q.term, q.began = q.tree.known.term, q.work[0].made
	q.tree.known.table.reserve(len(q.book.Claims))
	for i := range q.book.Claims {
		c := &q.book.Claims[i]
		q.learn(&c.Position, c.Yes)
	}
}

// learn puts an answer into the table.
func (q *question[P, M, R]) learn(p *P, yes bool) {
	q.tree.known.table.store(q.tree.key(R(p).Hash()), yes, sure)
}

// Proof returns how far the question is whether a side can force a win.
func (pr *Prover[P, M, R]) Proof(goal kibaho.Side) Proof {
	q := pr.sides[goal]
	q.mu.Lock()
	defer q.mu.Unlock()
	n := &q.tree.nodes[0]
	a := Unknown
	switch {
	case n.pn == 0:
		a = Yes
	case n.dn == 0:
		a = No
	}
	return Proof{Answer: a, Nodes: q.start + q.work[0].made, PN: n.pn, DN: n.dn, Open: len(q.tree.nodes)}
}

// Book returns what has been found about a goal: see Book.
func (pr *Prover[P, M, R]) Book(goal kibaho.Side) Book[P] {
	q := pr.sides[goal]
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.write()
}

// Full reports that the memory for a question is used up: it cannot go on.
func (pr *Prover[P, M, R]) Full(goal kibaho.Side) bool { return pr.sides[goal].full }

// Prove works on the question whether a side can force a win from the root until
// it is answered, about so many positions more have been made, the memory is used
// up or ctx ends. It may be called again to go on. While it works, tell is called
// now and then; it may be nil, and may call Proof and Book.
func (pr *Prover[P, M, R]) Prove(ctx context.Context, goal kibaho.Side, nodes uint64, tell func()) Proof {
	q := pr.sides[goal]
	q.stop.Store(false)
	defer context.AfterFunc(ctx, func() {
		q.stop.Store(true)
		q.mu.Lock()
		q.ready.Broadcast()
		q.mu.Unlock()
	})()
	until := q.work[0].made + nodes
	done := make(chan struct{})
	var told sync.WaitGroup
	if tell != nil {
		told.Go(func() {
			tick := time.NewTicker(200 * time.Millisecond)
			defer tick.Stop()
			for {
				select {
				case <-tick.C:
					tell()
				case <-done:
					return
				}
			}
		})
	}
	var wg sync.WaitGroup
	for _, w := range pr.workers {
		wg.Go(func() { q.serve(w, until, pr.most) })
	}
	wg.Wait()
	close(done)
	told.Wait()
	return pr.Proof(goal)
}

// serve has a worker search leaves of the upper tree.
func (q *question[P, M, R]) serve(w *proofWorker[P, M, R], until uint64, most int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	defer q.ready.Broadcast()
	t := &q.tree
	for t.nodes[0].open() && !q.full && !q.stop.Load() && q.work[0].made < until {
		if len(t.nodes) >= most {
			q.compact()
			if q.full = len(t.nodes) > most/8*7; q.full {
				return
			}
		}
		if made := q.work[0].made; made-q.began >= max(q.every, (q.start+made)/termShare) {
			t.known.term++
			t.known.table.forget()
		}
		if q.term != t.known.term { // or the other question has begun one
			q.begin()
		}
		// 1. The leaf that most promises an answer.
		w.way.cut(0)
		w.way.push(&t.pos[0], R(&t.pos[0]).Hash())
		leaf := t.descend(0, &w.way)
		if w.way.len() >= deepest {
			q.full = true
			return
		}
		if q.busy[leaf] != nil {
			q.ready.Wait()
			continue
		}
		if leaf != 0 && q.recall(leaf) {
			t.update(leaf)
			continue
		}
		// 2. What an earlier run has opened need not be searched again.
		if q.book.opened[t.pos[leaf]] && t.nodes[leaf].count == 0 {
			t.expand(leaf, &w.way)
			q.grow(leaf, uint64(t.nodes[leaf].count), q.began)
			t.update(leaf)
			continue
		}
		q.search(w, leaf, until)
	}
}

// recall answers a leaf if the same position has been answered meanwhile.
func (q *question[P, M, R]) recall(leaf int32) bool {
	yes, ok := q.tree.known.table.probe(q.tree.key(R(&q.tree.pos[leaf]).Hash()))
	if ok {
		q.tree.nodes[leaf].answer(yes, free)
		q.grow(leaf, 0, q.began)
		q.note(leaf)
	}
	return ok
}

// search has a worker search a leaf, and takes over what it finds.
func (q *question[P, M, R]) search(w *proofWorker[P, M, R], leaf int32, until uint64) {
	t := &q.tree
	// 1. Others see the leaf as less promising meanwhile.
	w.leaf, w.saved = leaf, t.nodes[leaf]
	q.busy[leaf] = w
	n := &t.nodes[leaf]
	n.pn, n.dn = min(never-1, n.pn*2+4), min(never-1, n.dn*2+4)
	t.update(leaf)
	nodes := int(min(uint64(w.most), max(leastLeaf, q.work[0].made/workPerLeaf)))
	if left := until - q.work[0].made; left < uint64(nodes) {
		nodes = int(max(left, min(uint64(nodes), leastLeaf)))
	}
	w.began = q.began
	w.tree.ask(t.goal, q.term)
	// 2. The search, while others may do the like.
	q.mu.Unlock()
	w.tree.created = 0
	w.tree.search(&w.way, nodes, &q.stop)
	if w.tree.nodes[0].open() && w.tree.created >= partWhole {
		w.exhaust(&q.stop)
	}
	q.mu.Lock()
	// 3. What came of it.
	t.known.table.grow()
	leaf = w.leaf
	w.leaf = -1
	if leaf < 0 { // dropped meanwhile: what it was for is answered
		q.grow(0, w.tree.created, w.began)
		return
	}
	delete(q.busy, leaf)
	root := w.tree.nodes[0]
	n = &t.nodes[leaf]
	n.pn, n.dn = w.saved.pn, w.saved.dn
	switch {
	case !root.open():
		n.pn, n.dn, n.low = root.pn, root.dn, root.low
	case root.child != 0:
		q.adopt(leaf, &w.tree)
	case !q.stop.Load():
		q.full = true // too deep to go on
	}
	q.grow(leaf, w.tree.created, w.began)
	t.update(leaf)
	q.ready.Broadcast()
}

// partWhole is how many positions are made in a tree for one that a worker may
// go over afterwards. After so many leaves from which too many could come up it does
// not try for as many, mostRest at most.
const (
	partWhole = 4
	mostRest  = 8
)

// exhaust goes over all positions that can come up from the leaf, if they are few
// compared with those of the tree that did not answer it: where pieces go to and
// fro a tree holds the same positions over and over.
func (w *proofWorker[P, M, R]) exhaust(stop *atomic.Bool) {
	t := &w.tree
	if w.rest > 0 {
		w.rest--
		return
	}
	whole, err := makeWhole[P, M, R](stop, &t.pos[0], nil, math.MaxInt64, int(t.created/partWhole), nil)
	if err != nil {
		w.missed = min(w.missed+1, mostRest)
		w.rest = w.missed
		return
	}
	w.missed = 0
	for i, value := range whole.value {
		t.known.table.store(t.key(R(whole.found.at(uint32(i))).Hash()), value == kibaho.Wins(t.goal), 0)
	}
	t.nodes[0].answer(whole.value[0] == kibaho.Wins(t.goal), free)
}

// adopt gives a leaf the children of the root of a worker's tree.
func (q *question[P, M, R]) adopt(leaf int32, from *proofTree[P, M, R]) {
	t := &q.tree
	first, root := len(t.nodes), &from.nodes[0]
	for i := root.child; i < root.child+root.count; i++ {
		n := from.nodes[i]
		n.child, n.count, n.parent = 0, 0, leaf
		if n.open() {
			if yes, ok := q.book.answer(&from.pos[i]); ok {
				n.answer(yes, free)
			}
		}
		t.nodes = append(t.nodes, n)
		t.pos = append(t.pos, from.pos[i])
	}
	t.nodes[leaf].child, t.nodes[leaf].count = int32(first), root.count
	t.sum(&t.nodes[leaf])
}

// grow adds work to a node and all above it, done in a term before which so many positions had been made.
func (q *question[P, M, R]) grow(node int32, created, began uint64) {
	for len(q.work) < len(q.tree.nodes) {
		q.work = append(q.work, labour{})
	}
	leant := q.work[0].made - began
	for ; node >= 0; node = q.tree.nodes[node].parent {
		q.work[node].made += created
		q.work[node].leant = max(q.work[node].leant, leant)
	}
}

// answered puts an answer into the table and the book, and with it those below
// that rested on this node.
func (q *question[P, M, R]) answered(node int32) {
	t := &q.tree
	n := &t.nodes[node]
	if int(node) < len(q.work) && q.work[node].made > 0 {
		if n.dn == 0 {
			q.settle(node, n.at())
		}
		q.note(node)
	}
}

// settle notes the answers below a node that rest on nothing above the given
// depth, where all nodes from that depth to this one have got a no that holds on
// any path: so do theirs.
func (q *question[P, M, R]) settle(node int32, depth int) {
	n := q.tree.nodes[node]
	for i := n.child; i < n.child+n.count; i++ {
		if c := &q.tree.nodes[i]; c.loose() && int(c.low) >= depth && int(i) < len(q.work) && q.work[i].made > 0 {
			q.settle(i, depth)
			q.note(i)
		}
	}
}

func (q *question[P, M, R]) note(node int32) {
	t := &q.tree
	yes := t.nodes[node].pn == 0
	q.learn(&t.pos[node], yes)
	q.book.add(Claim[P]{Position: t.pos[node], Yes: yes, Nodes: q.work[node].made + q.work[node].leant})
}

// compact drops what lies below answers, but for those that rest on nodes above.
func (q *question[P, M, R]) compact() {
	t := &q.tree
	to := make([]int32, len(t.nodes)) // where a node goes; -1: nowhere
	for i := range to {
		to[i] = -1
	}
	order := []int32{0}
	for at := 0; at < len(order); at++ {
		i := order[at]
		to[i] = int32(at)
		n := &t.nodes[i]
		if !n.open() && !n.loose() {
			n.child, n.count = 0, 0
		}
		for c := n.child; c < n.child+n.count; c++ {
			order = append(order, c)
		}
	}
	nodes, pos, work := make([]proofNode, len(order)), make([]P, len(order)), make([]labour, len(order))
	for at, i := range order {
		nodes[at], pos[at], work[at] = t.nodes[i], t.pos[i], q.work[i]
		if nodes[at].child != 0 {
			nodes[at].child = to[nodes[at].child]
		}
		if nodes[at].parent >= 0 {
			nodes[at].parent = to[nodes[at].parent]
		}
	}
	busy := map[int32]*proofWorker[P, M, R]{}
	for i, w := range q.busy {
		if w.leaf = to[i]; w.leaf >= 0 {
			busy[w.leaf] = w
		}
	}
	t.nodes, t.pos, q.work, q.busy = nodes, pos, work, busy
}

// Solve returns the value of the root: who wins with best play, or a draw; Ongoing
// if it does not find out. It works on both questions, can First force a win and
// can Second, in turns that grow longer, until the value follows, so many positions
// have been made (0: no bound), the memory is used up or ctx ends.
func (pr *Prover[P, M, R]) Solve(ctx context.Context, nodes uint64, tell func()) kibaho.Outcome {
	var spent uint64
	for slice := uint64(leastSlice); ; slice *= 2 {
		idle := true
		for goal, q := range pr.sides {
			before := q.work[0].made
			if pr.Value() != kibaho.Ongoing || ctx.Err() != nil || nodes > 0 && spent >= nodes {
				return pr.Value()
			}
			if !q.tree.nodes[0].open() || q.full {
				continue
			}
			idle = false
			n := slice
			if nodes > 0 {
				n = min(n, nodes-spent)
			}
			pr.Prove(ctx, kibaho.Side(goal), n, tell)
			spent += q.work[0].made - before
		}
		if idle {
			return pr.Value()
		}
	}
}

// leastSlice is how many positions the first turn of a question may make.
const leastSlice = 1 << 16

// Value returns the value of the root as far as it is known; see Solve.
func (pr *Prover[P, M, R]) Value() kibaho.Outcome {
	return ValueOf(pr.Proof(kibaho.First).Answer, pr.Proof(kibaho.Second).Answer)
}

// ValueOf returns the value that follows from the answers to the questions whether
// First and whether Second can force a win; Ongoing if none does.
func ValueOf(first, second Answer) kibaho.Outcome {
	switch {
	case first == Yes:
		return kibaho.FirstWins
	case second == Yes:
		return kibaho.SecondWins
	case first == No && second == No:
		return kibaho.Draw
	}
	return kibaho.Ongoing
}
