package search

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"kibaho"
)

// Claim is an answer in a Book: can the goal of the book force a win from a
// position?
type Claim[P comparable] struct {
	Position P
	Yes      bool
	// Nodes bounds the work: the positions made to find it and those made before on whose
	// answers it may rest, where these are not in the book.
	Nodes uint64
}

// Book holds what is known of the question whether one side can force a win: the
// answers that a long proof can go on from and be checked by.
//
// A yes rests on lines that stand before it and on a search; a no on any lines
// and a search (see Check).
type Book[P comparable] struct {
	Claims []Claim[P]
	// Opened are positions without an answer that have been looked into: from
	// them a proof that goes on finds its way back to where it stopped.
	Opened []P
	Nodes  uint64 // positions made in all

	at     map[P]int32 // index into Claims
	opened map[P]bool
}

// NewBook returns a book of these lines; of several about one position the first
// counts.
func NewBook[P comparable](claims []Claim[P], opened []P, nodes uint64) Book[P] {
	b := Book[P]{Opened: opened, Nodes: nodes, opened: make(map[P]bool, len(opened))}
	for _, c := range claims {
		b.add(c)
	}
	for _, p := range opened {
		b.opened[p] = true
	}
	return b
}

func (b *Book[P]) add(c Claim[P]) {
	if b.at == nil {
		b.at = map[P]int32{}
	}
	if _, ok := b.at[c.Position]; !ok {
		b.at[c.Position] = int32(len(b.Claims))
		b.Claims = append(b.Claims, c)
	}
}

// answer returns what the book says of a position.
func (b *Book[P]) answer(p *P) (yes, ok bool) {
	i, ok := b.at[*p]
	return ok && b.Claims[i].Yes, ok
}

// write returns the book of a question as it stands. A book whose root is
// answered keeps only what that answer needs.
func (q *question[P, M, R]) write() Book[P] {
	nodes := q.start + q.work[0].made
	root := &q.tree.pos[0]
	if !q.tree.nodes[0].open() {
		b := NewBook(q.book.Claims, nil, nodes)
		b.add(Claim[P]{Position: *root, Yes: q.tree.nodes[0].pn == 0, Nodes: nodes})
		return NewBook(needed[P, M, R](&b, q.tree.goal, root, min(q.every, termNodes)), nil, nodes)
	}
	opened := append([]P(nil), q.book.Opened...)
	for i := range q.tree.nodes {
		if n := &q.tree.nodes[i]; n.open() && n.count > 0 && !q.book.opened[q.tree.pos[i]] {
			opened = append(opened, q.tree.pos[i])
		}
	}
	return NewBook(q.book.Claims, opened, nodes)
}

// needed returns the lines that the answer for the root needs, in their order:
// where the side to move needs one move, that with the earliest line is taken,
// elsewhere all. Of the others, on whose answers the search may have leant, those that took least
// are left out as long as they took so many positions together.
func needed[P comparable, M comparable, R kibaho.Rules[P, M]](b *Book[P], goal kibaho.Side, root *P, spare uint64) []Claim[P] {
	keep := make([]bool, len(b.Claims))
	todo := []int32{b.at[*root]}
	keep[todo[0]] = true
	var moves []M
	var after P
	for len(todo) > 0 {
		i := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		c := &b.Claims[i]
		moves = R(&c.Position).Moves(moves[:0])
		one := int32(-1)
		any := (R(&c.Position).Turn() == goal) == c.Yes // one move is enough
		for _, m := range moves {
			after = c.Position
			R(&after).Play(m)
			j, ok := b.at[after]
			switch {
			case !ok || b.Claims[j].Yes != c.Yes || c.Yes && j >= i:
			case any && (one < 0 || j < one):
				one = j
			case !any && !keep[j]:
				keep[j] = true
				todo = append(todo, j)
			}
		}
		if one >= 0 && !keep[one] {
			keep[one] = true
			todo = append(todo, one)
		}
	}
	var others []int
	for i, k := range keep {
		if !k {
			others = append(others, i)
		}
	}
	slices.SortFunc(others, func(i, j int) int { return cmp.Compare(b.Claims[i].Nodes, b.Claims[j].Nodes) })
	for _, i := range others {
		n := b.Claims[i].Nodes
		keep[i] = n > spare
		spare -= min(n, spare)
	}
	var claims []Claim[P]
	for i, k := range keep {
		if k {
			claims = append(claims, b.Claims[i])
		}
	}
	return claims
}

// ErrClaim tells that a line of a book could not be confirmed.
var ErrClaim = errors.New("search: a line of the book could not be confirmed")

// leastCheck is how many positions the check of a line may take at least: one that
// was answered with little work may have leant on answers that are not in the book.
const leastCheck = 1 << 25

// Check confirms every line of the book of a goal by the rules alone (and by
// spec.Probe, if there is one). It believes no line before it is confirmed:
//
//   - the lines with yes are searched in their order, each with the help of those
//     before it. So none can rest on itself.
//   - the lines with no are searched with the help of all of them. From each one
//     the enemy can then avoid the win at least as far as another line, and again
//     from there: that may go in circles, since a win that is never reached is none.
//
// A search may take 64 times as many positions as the line says, and leastCheck at
// least. The error is an ErrClaim with the number of the line, from 0, the cause of
// ctx, or nil.
func Check[P comparable, M comparable, R kibaho.Rules[P, M]](ctx context.Context, goal kibaho.Side, book Book[P], spec ProofSpec[P, M], use Proving, tell func(done int)) (nodes uint64, at int, err error) {
	return check[P, M, R](ctx, goal, book, spec, use, leastCheck, tell)
}

// check is Check with another bound.
func check[P comparable, M comparable, R kibaho.Rules[P, M]](ctx context.Context, goal kibaho.Side, book Book[P], spec ProofSpec[P, M], use Proving, least uint64, tell func(done int)) (nodes uint64, at int, err error) {
	if len(book.Claims) == 0 {
		return 0, 0, nil
	}
	pr := NewProver[P, M, R](book.Claims[0].Position, spec, use, [2]Book[P]{})
	q := pr.sides[goal]
	q.tree.known.table.reserve(len(book.Claims))
	for i := range book.Claims {
		if c := &book.Claims[i]; !c.Yes {
			q.learn(&c.Position, false)
		}
	}
	for i := range book.Claims {
		c := &book.Claims[i]
		if tell != nil {
			tell(i)
		}
		pr.sides[goal] = q.again(&c.Position)
		got := pr.Prove(ctx, goal, c.Nodes*64+least, nil)
		nodes += got.Nodes
		if err := context.Cause(ctx); err != nil {
			return nodes, i, err
		}
		if got.Answer == Unknown || (got.Answer == Yes) != c.Yes {
			return nodes, i, fmt.Errorf("%w: a search of %d positions says %s", ErrClaim, got.Nodes, got.Answer)
		}
		if c.Yes {
			q.learn(&c.Position, true)
		}
	}
	return nodes, 0, nil
}

// again returns an empty question about another position.
func (q *question[P, M, R]) again(p *P) *question[P, M, R] {
	return newQuestion[P, M, R](q.tree.goal, q.tree.known, *p, Book[P]{})
}
