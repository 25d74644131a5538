package search

import (
	"sync/atomic"

	"kibaho/pages"
)

// bounds are the numbers from which on a node need not be the one that most promises an answer to the
// node above it any more: until one is reached, the numbers of what lies above can wait.
type bounds struct{ pn, dn uint32 }

// slack: a node is left only for one that promises more by so much, a part of its number. So the search
// stays in one part of the tree for longer.
const slack = 4

// search looks for the answer to the question about the last position of the trail until it has it, the
// tree has so many nodes, or it is told to stop. The root of the tree is node 0 then. It has no children
// if it stands too deep or is answered at once.
//
// It goes on below a node as long as the numbers of that one stay within its bounds, and makes up
// the numbers of the nodes above only when it leaves it (Nagai's df-pn): but for the slack it
// goes where it would go if all numbers were made up after each leaf.
func (t *proofTree[P, M, R]) search(way *trail[P], nodes int, stop *atomic.Bool) {
	t.make(nodes)
	root := way.len() - 1
	t.plant(&way.pos[root], root)
	t.bounds = append(t.bounds[:0], bounds{never, never})
	if way.len() >= deepest {
		return
	}
	t.expand(0, way)
	at := int32(0)
	for t.nodes[0].open() && len(t.nodes) < nodes && way.len() < deepest && !stop.Load() {
		at = t.climb(t.grow(at, way), root)
		way.cut(t.nodes[at].at() + 1)
	}
	for at != 0 {
		at = t.nodes[at].parent
		t.sum(&t.nodes[at])
	}
	way.cut(root + 1)
	t.keep(0)
}

// arenaRoom is how many nodes more than were asked for a tree has room for at first: the children of the last leaf.
const arenaRoom = 1 << 10

// make makes room for so many nodes, at least twice as many as there was room for: what is never used takes no memory.
func (t *proofTree[P, M, R]) make(nodes int) {
	if cap(t.nodes) >= nodes && cap(t.pos) >= nodes {
		return
	}
	n := max(nodes, 2*cap(t.nodes)) + arenaRoom
	t.nodes, t.pos = make([]proofNode, n), make([]P, n)
	pages.Large(t.nodes)
	pages.Large(t.pos)
}

// grow goes from a node, the last of the trail, to the leaf that most promises an answer, gives
// it children and returns it. The last of the trail is the leaf then.
func (t *proofTree[P, M, R]) grow(node int32, way *trail[P]) int32 {
	for {
		node = t.next(node)
		n, p := &t.nodes[node], &t.pos[node]
		hash := R(p).Hash()
		switch {
		case n.child != 0:
			way.push(p, hash)
		default:
			if yes, ok := t.known.table.probe(t.key(hash)); ok {
				n.answer(yes, free)
				return node
			}
			way.push(p, hash)
			if way.len() < deepest {
				t.expand(node, way)
			}
			return node
		}
		if way.len() >= deepest {
			return node
		}
	}
}

// next returns the child of a node that most promises an answer, and sets its bounds.
func (t *proofTree[P, M, R]) next(node int32) int32 {
	n := &t.nodes[node]
	children := t.nodes[n.child : n.child+n.count]
	depth := n.at() - t.nodes[0].at()
	b := t.bounds[depth]
	best, least, second, total := 0, uint32(never), uint32(never), uint64(0)
	if n.goal() {
		for i := range children {
			c := &children[i]
			total += uint64(c.dn)
			switch {
			case c.pn < least:
				best, least, second = i, c.pn, least
			case c.pn < second:
				second = c.pn
			}
		}
		b.pn = min(b.pn, second+second/slack+1)
		b.dn = rest(b.dn, total-uint64(children[best].dn))
	} else {
		for i := range children {
			c := &children[i]
			total += uint64(c.pn)
			switch {
			case c.dn < least:
				best, least, second = i, c.dn, least
			case c.dn < second:
				second = c.dn
			}
		}
		b.dn = min(b.dn, second+second/slack+1)
		b.pn = rest(b.pn, total-uint64(children[best].pn))
	}
	t.bounds = append(t.bounds[:depth+1], b)
	return n.child + int32(best)
}

// rest returns what a bound of a sum leaves for one of its terms.
func rest(bound uint32, others uint64) uint32 {
	if others >= uint64(bound) {
		return 0
	}
	return bound - uint32(others)
}

// climb goes up from a node whose numbers have changed to the first one that is within its bounds, or to the root, and
// makes up the numbers of those that it comes to.
func (t *proofTree[P, M, R]) climb(node int32, root int) int32 {
	for {
		n := &t.nodes[node]
		if b := t.bounds[n.at()-root]; n.pn < b.pn && n.dn < b.dn {
			return node
		}
		if node == 0 {
			return 0
		}
		t.keep(node)
		node = n.parent
		t.sum(&t.nodes[node])
	}
}

// keep puts the answer of a node into the table if it has one that holds on any path.
func (t *proofTree[P, M, R]) keep(node int32) {
	if n := &t.nodes[node]; !n.open() && !n.loose() {
		t.known.table.store(t.key(R(&t.pos[node]).Hash()), n.pn == 0, 0)
	}
}
