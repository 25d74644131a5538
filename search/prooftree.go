package search

import (
	"slices"
	"unsafe"

	"kibaho"
)

// proofTree is a tree of positions with proof and disproof numbers for one
// question: can a side, the goal, force a win? The proof number of a node is how
// many open positions must be answered with yes, at the least, to answer it so;
// the disproof number likewise for no.
//
// # Cycles
//
// A win must be reached, so a game that goes on for ever is none: the answer is
// yes exactly if the goal can force a position that is won. Hence a position that
// stands on the way from the root to itself is answered with no where it comes
// back. Such a no rests on the earlier position: it is true if that one's answer
// is no. Each no therefore carries low, the depth of the shallowest node of the
// way that it rests on:
//
//   - a no by the rules or the tables rests on nothing (free);
//   - that of a repetition on the node that is repeated;
//   - where the goal chooses, a no rests on what all its children rest on;
//   - where the enemy chooses, on what the one child rests on that he chooses: the
//     one with the greatest low is taken.
//
// If low is not less than the depth of the node itself, all that the no rests on
// lies between the node and the leaves. Then the enemy's choices below the node
// lead from each of its positions only to others of them or to positions that are
// not won, so that no win is ever reached: the no holds on any path, its low
// becomes free, and it may enter the table. A no that rests on less stays in the
// tree, where the way to it is the one it was found on. A yes rests on wins alone,
// since a position that comes back is never taken for one; it holds on any path.
type proofTree[P comparable, M comparable, R kibaho.Rules[P, M]] struct {
	goal  kibaho.Side
	mask  uint64 // of the keys: see ask
	known *knowledge[P, M]
	nodes []proofNode
	pos   []P // by node
	from  P   // whose decisions are listed
	made  sprouter[P, M, R]
	// created counts the positions made.
	created uint64
	bounds  []bounds // by depth of the tree, while it is searched
	// answered is told of each node to which update carries an answer that holds on any path.
	answered func(node int32)
}

// knowledge is what all trees of a Prover share.
type knowledge[P comparable, M comparable] struct {
	ProofSpec[P, M]
	table  *proofTable
	stakes stakes
	// term counts how often the answers but for those of the books have been forgotten.
	term uint64
}

// proofNode is a node of a proofTree. Children lie one after another.
type proofNode struct {
	pn, dn uint32
	child  int32 // the first child; 0: there are none
	parent int32 // -1 at the root
	count  int32 // children
	depth  uint16
	low    uint16 // what a no rests on: a depth, or free
}

const (
	goalMoves = 1 << 15   // the bit in depth that says so
	free      = 1<<15 - 1 // low of a no that rests on nothing
	deepest   = free - 1
	nodeBytes = int64(unsafe.Sizeof(proofNode{}))
	never     = 1<<30 - 1 // the number of what cannot be any more
	mostWidth = 1 << 16
	mostGuess = 1 << 20 // the greatest number of a new leaf
)

func (n *proofNode) at() int     { return int(n.depth &^ goalMoves) }
func (n *proofNode) goal() bool  { return n.depth&goalMoves != 0 }
func (n *proofNode) open() bool  { return n.pn != 0 && n.dn != 0 }
func (n *proofNode) loose() bool { return n.dn == 0 && n.low != free }

// ask sets the question: can a side force a win? The answers of one term are not found in another.
func (t *proofTree[P, M, R]) ask(goal kibaho.Side, term uint64) {
	t.goal, t.mask = goal, kibaho.Mix(0, term)
	if goal == kibaho.Second {
		t.mask = ^t.mask
	}
}

// key is the hash of a question about a position; it is the hash again of the key.
func (t *proofTree[P, M, R]) key(hash uint64) uint64 { return hash ^ t.mask }

// plant makes the tree of one open node, which stands at a depth of a trail.
func (t *proofTree[P, M, R]) plant(p *P, depth int) {
	t.nodes, t.pos = append(t.nodes[:0], proofNode{pn: 1, dn: 1, parent: -1, depth: uint16(depth), low: free}), append(t.pos[:0], *p)
	if R(p).Turn() == t.goal {
		t.nodes[0].depth |= goalMoves
	}
}

// answer sets a node's answer.
func (n *proofNode) answer(yes bool, low int) {
	n.low = uint16(low)
	if yes {
		n.pn, n.dn, n.low = 0, never, free
	} else {
		n.pn, n.dn = never, 0
	}
}

// descend goes from a node, the last of the trail, to the open leaf that most
// promises an answer, and puts the nodes on the way on the trail.
func (t *proofTree[P, M, R]) descend(node int32, way *trail[P]) int32 {
	for {
		n := &t.nodes[node]
		if n.child == 0 {
			return node
		}
		next := n.child
		if n.goal() {
			for t.nodes[next].pn != n.pn {
				next++
			}
		} else {
			for t.nodes[next].dn != n.dn {
				next++
			}
		}
		node = next
		way.push(&t.pos[node], R(&t.pos[node]).Hash())
	}
}

// expand gives a leaf, the last of the trail, its children, and sets its own
// numbers and theirs. A leaf that is answered at once gets none.
func (t *proofTree[P, M, R]) expand(leaf int32, way *trail[P]) {
	first := len(t.nodes)
	t.from = t.pos[leaf]
	s := &t.made.Sprouts
	s.After, s.Hash, s.Width, s.Score = t.pos, s.Hash[:0], s.Width[:0], s.Score[:0]
	t.made.sprout(t.known, &t.from)
	t.pos = s.After
	n := len(t.pos) - first
	if n == 0 {
		t.nodes[leaf].answer(R(&t.from).Outcome() == kibaho.Wins(t.goal), free)
		return
	}
	t.created += uint64(n)
	for i, hash := range s.Hash {
		s.Hash[i] = t.key(hash)
		t.known.table.fetch(s.Hash[i])
	}
	goal, depth := t.nodes[leaf].goal(), uint16(t.nodes[leaf].at()+1)
	t.nodes = slices.Grow(t.nodes, n)[:first+n]
	children, pos := t.nodes[first:], t.pos[first:]
	for i := range children {
		c, p := &children[i], &pos[i]
		*c = proofNode{parent: leaf, depth: depth, low: free}
		if R(p).Turn() == t.goal {
			c.depth |= goalMoves
		}
		t.judge(c, p, i, way)
		// One child may answer the leaf.
		if goal && c.pn == 0 || !goal && c.dn == 0 && c.low == free {
			t.nodes[leaf].answer(goal, free)
			t.drop(first)
			return
		}
	}
	t.nodes[leaf].child, t.nodes[leaf].count = int32(first), int32(n)
	t.sum(&t.nodes[leaf])
	if t.nodes[leaf].dn == 0 && t.nodes[leaf].low == free {
		t.nodes[leaf].child, t.nodes[leaf].count = 0, 0
		t.drop(first)
	}
}

func (t *proofTree[P, M, R]) drop(first int) { t.nodes, t.pos = t.nodes[:first], t.pos[:first] }

// judge sets the numbers of a new node, the i-th child of the last of the trail.
func (t *proofTree[P, M, R]) judge(n *proofNode, p *P, i int, way *trail[P]) {
	if t.known.Probe != nil {
		if o, ok := t.known.Probe(p); ok {
			n.answer(o == kibaho.Wins(t.goal), free)
			return
		}
	}
	width := uint64(t.made.Width[i])
	if width == 0 {
		n.answer(R(p).Outcome() == kibaho.Wins(t.goal), free)
		return
	}
	if t.recall(n, p, t.made.Hash[i], way) {
		return
	}
	o := t.known.stakes.of(int(t.made.Score[i]), n.goal())
	yes, no := o.yes, o.no
	if width = min(width, mostWidth); n.goal() {
		no *= width
	} else {
		yes *= width
	}
	n.pn, n.dn = uint32(min(max(1, yes/fair), mostGuess)), uint32(min(max(1, no/fair), mostGuess))
}

// recall answers a node whose position has come up before on the trail or has an answer in the
// table.
func (t *proofTree[P, M, R]) recall(n *proofNode, p *P, key uint64, way *trail[P]) bool {
	if d := way.find(p, t.key(key)); d >= 0 {
		n.answer(false, d)
		return true
	}
	yes, ok := t.known.table.probe(key)
	if ok {
		n.answer(yes, free)
	}
	return ok
}

// sum sets a node's numbers from its children's, and what a no rests on.
func (t *proofTree[P, M, R]) sum(n *proofNode) {
	children := t.nodes[n.child : n.child+n.count]
	least, total := uint32(never), uint64(0)
	if n.goal() {
		for i := range children {
			least = min(least, children[i].pn)
			total += uint64(children[i].dn)
		}
		n.pn, n.dn = least, uint32(min(total, never-1))
		switch {
		case n.pn == 0:
			n.dn = never
		case total == 0:
			n.pn, n.dn = never, 0
			n.low = free
			for i := range children {
				n.low = min(n.low, children[i].low)
			}
		}
	} else {
		for i := range children {
			least = min(least, children[i].dn)
			total += uint64(children[i].pn)
		}
		n.dn, n.pn = least, uint32(min(total, never-1))
		switch {
		case n.dn == 0:
			n.pn, n.low = never, 0
			for i := range children {
				if children[i].dn == 0 {
					n.low = max(n.low, children[i].low)
				}
			}
		case total == 0:
			n.pn, n.dn = 0, never
		}
	}
	if n.dn == 0 && int(n.low) >= n.at() {
		n.low = free
	}
}

// update carries a change of a node's numbers towards the root, as far as it
// changes anything, and returns the node that it stopped at: the last one whose
// numbers stayed, or the root.
func (t *proofTree[P, M, R]) update(node int32) int32 {
	for {
		n := &t.nodes[node]
		if !n.open() && !n.loose() {
			t.answered(node)
		}
		if n.parent < 0 {
			return node
		}
		node = n.parent
		up := &t.nodes[node]
		pn, dn := up.pn, up.dn
		t.sum(up)
		if up.pn == pn && up.dn == dn {
			return node
		}
	}
}
