package search

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"kibaho"
)

// little is what the tests give a Prover: so few positions a tree that the levels
// of it work together even on small games.
func little(threads int) Proving { return Proving{Threads: threads, Memory: 1 << 18} }

type mazeProver = Prover[maze, uint16, *maze]

func proveMaze(p maze, use Proving, books [2]Book[maze]) *mazeProver {
	return NewProver[maze, uint16](p, ProofSpec[maze, uint16]{}, use, books)
}

// Thousands of graphs with cycles, each answer compared with the exact one.
func TestProofsOfMazes(t *testing.T) {
	n := 1000
	if *long {
		n = 60_000
	}
	r := rand.New(rand.NewPCG(1, 2))
	var seen [4]int
	for i := range n {
		mazes = mazes[:0]
		p := newMaze(r, 2+r.IntN(14), 1+r.IntN(3))
		want := p.value()
		seen[want]++
		pr := proveMaze(p, little(1+i%3), [2]Book[maze]{})
		if got := pr.Solve(t.Context(), 0, nil); got != want {
			t.Fatalf("maze %d: got %v, want %v: %+v", i, got, want, mazes[0])
		}
		for goal := range kibaho.Side(2) {
			checkBook(t, p, goal, pr.Book(goal))
		}
	}
	for o, n := range seen[1:] {
		if n < 100 {
			t.Errorf("only %d mazes have the value %v", n, kibaho.Outcome(o+1))
		}
	}
}

// checkBook compares the claims of a book with the exact answers and has Check
// confirm them.
func checkBook(t *testing.T, p maze, goal kibaho.Side, b Book[maze]) {
	t.Helper()
	won := p.g().wins(goal)
	for _, c := range b.Claims {
		if c.Yes != won[c.Position.at] {
			t.Fatalf("the book claims %v for node %d, goal %d: %+v", c.Yes, c.Position.at, goal, mazes[0])
		}
	}
	if _, _, err := Check[maze, uint16](t.Context(), goal, b, ProofSpec[maze, uint16]{}, little(1), nil); err != nil {
		t.Fatalf("check: %v: %+v", err, mazes[0])
	}
}

// A book with one answer turned round is not confirmed, whatever else it says.
func TestCheckRefusesFalseClaims(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	tried := 0
	for range 600 {
		mazes = mazes[:0]
		p := newMaze(r, 2+r.IntN(14), 1+r.IntN(3))
		goal := kibaho.Side(r.IntN(2))
		won := p.g().wins(goal)
		// All that is true, in an order that proves it, and one lie.
		var claims []Claim[maze]
		for i := range won {
			claims = append(claims, Claim[maze]{Position: maze{p.graph, uint16(i)}, Yes: won[i], Nodes: 10})
		}
		at := r.IntN(len(claims))
		claims[at].Yes = !claims[at].Yes
		_, _, err := Check[maze, uint16](t.Context(), goal, NewBook(claims, nil, 0), ProofSpec[maze, uint16]{}, little(1), nil)
		if !errors.Is(err, ErrClaim) {
			t.Fatalf("node %d said %v: got %v: %+v", at, claims[at].Yes, err, mazes[0])
		}
		tried++
	}
	if tried == 0 {
		t.Error("no book was tried")
	}
}

// A proof that is stopped again and again, its book written and read, comes to the
// same value.
func TestProofGoesOn(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	stops := 0
	for i := range 100 {
		mazes = mazes[:0]
		p := newMaze(r, 40, 3)
		want := p.value()
		var books [2]Book[maze]
		for round := 0; ; round++ {
			pr := proveMaze(p, little(1), books)
			got := pr.Solve(t.Context(), 30, nil)
			for goal := range kibaho.Side(2) {
				b := pr.Book(goal)
				books[goal] = NewBook(b.Claims, b.Opened, b.Nodes)
			}
			if got != kibaho.Ongoing {
				if got != want {
					t.Fatalf("maze %d: got %v, want %v", i, got, want)
				}
				break
			}
			stops++
			if round > 10_000 {
				t.Fatalf("maze %d: no end", i)
			}
		}
	}
	if stops == 0 {
		t.Error("no proof was ever stopped")
	}
}

// A search of a tree for which there is room allocates nothing, with the positions one by one and in
// bulk.
func TestProofAllocations(t *testing.T) {
	bulk := func(p *grab, s *kibaho.Sprouts[grab, grabMove]) {
		s.Moves = p.Moves(s.Moves[:0])
		for _, m := range s.Moves {
			after := *p
			after.Play(m)
			width := 1
			if after.Outcome() != kibaho.Ongoing {
				width = 0
			}
			s.Add(&after, after.Hash(), width, grabEval(&after))
		}
	}
	for _, spec := range []ProofSpec[grab, grabMove]{{Eval: grabEval}, {Sprout: bulk}} {
		known := knowledge[grab, grabMove]{ProofSpec: spec, table: newProofTable(1 << 12), stakes: newStakes(100)}
		tree := proofTree[grab, grabMove, *grab]{known: &known}
		var way trail[grab]
		var stop atomic.Bool
		most := uint64(0)
		for i := range grabs {
			search := func() {
				clear(known.table.buckets)
				way.cut(0)
				way.push(&grabs[i], grabs[i].Hash())
				tree.created = 0
				tree.search(&way, 1000, &stop)
			}
			if got := testing.AllocsPerRun(5, search); got != 0 {
				t.Errorf("grab %d: %v allocations a search, want none", i, got)
			}
			most = max(most, tree.created)
		}
		if most < 900 {
			t.Errorf("%d positions made at most, want about 1000", most)
		}
	}
}

func TestProofStops(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	pr := proveMaze(newMaze(rand.New(rand.NewPCG(7, 8)), 100, 3), little(2), [2]Book[maze]{})
	if got := pr.Solve(ctx, 0, nil); got != kibaho.Ongoing {
		t.Errorf("got %v of a search that had no time", got)
	}
}

// The other toys, some with choices within a turn, against plain minimax.
func TestProofsOfToys(t *testing.T) {
	for left := range uint8(20) {
		want := kibaho.FirstWins
		if left%4 == 0 {
			want = kibaho.SecondWins
		}
		pr := NewProver[nim, uint8](nim{left: left}, ProofSpec[nim, uint8]{}, little(1), [2]Book[nim]{})
		if got := pr.Solve(t.Context(), 0, nil); got != want {
			t.Errorf("nim %d: got %v, want %v", left, got, want)
		}
	}
	pr := NewProver[oxo, uint8](oxo{}, ProofSpec[oxo, uint8]{}, little(2), [2]Book[oxo]{})
	if got := pr.Solve(t.Context(), 0, nil); got != kibaho.Draw {
		t.Errorf("noughts and crosses: got %v, want a draw", got)
	}
	for i, p := range grabs {
		spec := ProofSpec[grab, grabMove]{Eval: grabEval, Steepness: 100}
		want := plainValue[grab, grabMove](p)
		pr := NewProver[grab, grabMove](p, spec, Proving{Threads: 1 + i%2, Memory: 1 << 25}, [2]Book[grab]{})
		if got := pr.Solve(t.Context(), 0, nil); got != want {
			t.Errorf("grab %d: got %v, want %v", i, got, want)
		}
	}
}

// plainValue solves a game by going over all positions that can come up until
// nothing changes: no depth, no order, no memory of how it got there.
func plainValue[P comparable, M comparable, R kibaho.Rules[P, M]](root P) kibaho.Outcome {
	value := map[P]kibaho.Outcome{}
	next := map[P][]P{}
	for todo := []P{root}; len(todo) > 0; {
		p := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if _, ok := value[p]; ok {
			continue
		}
		value[p] = R(&p).Outcome()
		for _, m := range R(&p).Moves(nil) {
			after := p
			R(&after).Play(m)
			next[p] = append(next[p], after)
			todo = append(todo, after)
		}
	}
	for changed := true; changed; {
		changed = false
		for p, after := range next {
			if value[p] != kibaho.Ongoing || len(after) == 0 {
				continue
			}
			side := R(&p).Turn()
			some, all := false, true
			for _, q := range after {
				some = some || value[q] == kibaho.Wins(side)
				all = all && value[q] == kibaho.Wins(side.Other())
			}
			switch {
			case some:
				value[p], changed = kibaho.Wins(side), true
			case all:
				value[p], changed = kibaho.Wins(side.Other()), true
			}
		}
	}
	if value[root] == kibaho.Ongoing {
		return kibaho.Draw
	}
	return value[root]
}

func ExampleProver() {
	// Two stand at a heap of 21; who takes 1 to 3 and the last wins.
	pr := NewProver[nim, uint8](nim{left: 21}, ProofSpec[nim, uint8]{}, Proving{Threads: 1, Memory: 1 << 18}, [2]Book[nim]{})
	fmt.Println(pr.Solve(context.Background(), 0, nil))
	// Output: first
}

// A table that grows keeps all that was stored, and finds nothing else.
func TestProofTableGrows(t *testing.T) {
	tab := newProofTable(tableStart * 64 * 40)
	if got, want := len(tab.buckets), tableStart*32; got < want {
		t.Fatalf("%d buckets, want %d at least", got, want)
	}
	key := func(i int) uint64 { return kibaho.Mix(1, uint64(i)) }
	const entries = 3 * tableStart * 4
	for i := range entries {
		tab.store(key(i), i%3 == 0, sure)
		if i%1000 == 0 {
			tab.grow()
		}
	}
	if tab.used.Load() < 2*entries/4 {
		t.Errorf("%d buckets in use for %d entries", tab.used.Load(), entries)
	}
	lost := 0
	for i := range entries {
		switch yes, ok := tab.probe(key(i)); {
		case !ok:
			lost++
		case yes != (i%3 == 0):
			t.Fatalf("entry %d has the other answer", i)
		}
		if _, ok := tab.probe(key(i + entries)); ok {
			t.Fatalf("entry %d was never stored", i+entries)
		}
	}
	if lost > entries/10 { // four to a bucket, two on the average when it grows
		t.Errorf("%d of %d entries were lost", lost, entries)
	}
	used := tab.used.Load()
	tab.reserve(1 << 40)
	if got := tab.used.Load(); got <= used || got > uint64(len(tab.buckets)) {
		t.Errorf("%d of %d buckets in use", got, len(tab.buckets))
	}
}

// Lines of long proofs lean on answers of trees that were given up. Each is confirmed within 64 times the
// positions that it tells of, with trees that are as small, and is true by going backwards from the ends.
func TestLinesTellTheirWork(t *testing.T) {
	use := Proving{Threads: 1, Memory: 1 << 25, most: 300, term: 5000}
	for _, row := range []string{".x.oxo..xoxo.", "oo.oox.x.oxxx"} {
		p := grab{cells: int8(len(row))}
		for i, c := range row {
			switch c {
			case 'x':
				p.men[0] |= 1 << i
			case 'o':
				p.men[1] |= 1 << i
			}
		}
		whole, err := MakeWhole[grab, grabMove](t.Context(), p, nil, 0, 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		spec := ProofSpec[grab, grabMove]{}
		pr := NewProver[grab, grabMove](p, spec, use, [2]Book[grab]{})
		pr.Solve(t.Context(), 400_000, nil)
		if pr.known.term == 0 {
			t.Errorf("%s: no answers were forgotten", row)
		}
		for goal := range kibaho.Side(2) {
			b := pr.Book(goal)
			for _, c := range b.Claims {
				if value, _, ok := whole.Value(c.Position); ok && c.Yes != (value == kibaho.Wins(goal)) {
					t.Errorf("%s: the book claims %v for %v, goal %v, value %v", row, c.Yes, c.Position.String(), goal, value)
				}
			}
			if _, at, err := check[grab, grabMove](t.Context(), goal, b, spec, use, 0, nil); err != nil {
				t.Errorf("%s, goal %v, line %d of %d, %d positions: %v", row, goal, at, len(b.Claims), b.Claims[at].Nodes, err)
			}
		}
	}
}

// A finished book leaves out what its lines can do without: lines that are not needed and took few positions.
func TestBookLeavesOutLittle(t *testing.T) {
	claims := []Claim[nim]{}
	for left := range uint8(9) {
		claims = append(claims, Claim[nim]{Position: nim{left: left}, Yes: left%4 != 0, Nodes: 10 * uint64(left)})
	}
	b := NewBook(claims, nil, 0)
	root := nim{left: 8}
	for spare, want := range map[uint64]int{1000: 1, 279: 2, 50: 6, 0: 8} {
		if got := needed[nim, uint8](&b, kibaho.First, &root, spare); len(got) != want {
			t.Errorf("%d lines with %d positions to spare, want %d", len(got), spare, want)
		}
	}
}
