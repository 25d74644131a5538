package endgame

import (
	"context"
	"errors"
	"os"
	"sync/atomic"
	"testing"

	"kibaho"
)

// partedLeapers decides its slices itself, in three stages of places, from what
// looking at the moves again and again has found (iterate).
type partedLeapers struct {
	leaperIndex
	known  map[leapers]int
	memory uint64
	far    bool
	solved *atomic.Int64
}

type leaperPlan struct {
	partedLeapers
	slices [2]kibaho.Slice
}

const leaperParts = 5 // of a stage

func (x partedLeapers) Plan(s kibaho.Slice) kibaho.Plan {
	return leaperPlan{x, [2]kibaho.Slice{s, x.Twin(s)}}
}

func (leaperPlan) Stages() []int                              { return []int{leaperParts, 0, leaperParts} }
func (p leaperPlan) Memory(solvers int) uint64                { return p.memory * uint64(solvers) }
func (p leaperPlan) Solver(sheet *kibaho.Sheet) kibaho.Solver { return &leaperSolver{p, sheet} }

type leaperSolver struct {
	leaperPlan
	sheet *kibaho.Sheet
}

func (s *leaperSolver) Holes() {
	for i, slice := range s.slices {
		for at := range s.Size(slice) {
			if _, ok := s.Position(kibaho.Place{Slice: slice, At: at}); !ok {
				s.sheet.Codes[i][at] = kibaho.HoleCode
			}
		}
	}
}

func (s *leaperSolver) Solve(stage, part int) bool {
	s.solved.Add(1)
	for i, slice := range s.slices {
		for at := range s.Size(slice) {
			if at%leaperParts != uint64(part) || at/leaperParts%2 != uint64(stage/2) {
				continue
			}
			if p, ok := s.Position(kibaho.Place{Slice: slice, At: at}); ok {
				s.sheet.Codes[i][at] = byte(s.known[p] + 1)
			}
		}
	}
	return !s.far
}

// TestBuildParts: what a game decides itself is kept as what the builder finds, and where
// memory is short, or a distance too great, it is as with the builder.
func TestBuildParts(t *testing.T) {
	want := files(t, build(t, leaping, 6, Options{}), leaping)
	m := partedLeapers{leaperIndex: leaping, known: iterate(), memory: 1 << 10, solved: new(atomic.Int64)}
	for _, c := range []struct {
		name   string
		o      Options
		memory uint64
		pairs  int64 // that are decided in parts
	}{
		{"one thread", Options{Threads: 1}, 1 << 10, 6},
		{"states", Options{Threads: 4, Save: 1}, 1 << 10, 6},
		{"a bound", Options{Threads: 1, Memory: 8 * bytesFor(1<<(2*leaperCells))}, 1 << 10, 6},
		{"a bound without room for solvers", Options{Threads: 1, Memory: 8 * bytesFor(1<<(2*leaperCells))}, 1 << 20, 0},
	} {
		m.memory = c.memory
		m.solved.Store(0)
		if got := files(t, build(t, m, 6, c.o), leaping); !equal(got, want) {
			t.Errorf("%s: other files", c.name)
		}
		if got := m.solved.Load(); got != c.pairs*2*leaperParts {
			t.Errorf("%s: %d parts were solved, want %d", c.name, got, c.pairs*2*leaperParts)
		}
	}

	m.far = true
	var far *TooFarError
	if _, err := Build(context.Background(), m, 2, Options{Game: "leapers", Dir: t.TempDir()}); !errors.As(err, &far) {
		t.Errorf("a distance that no code holds: %v", err)
	}
}

// TestPartsState: a build in parts goes on after the last stage of its state, and not from
// the state of a build by layers.
func TestPartsState(t *testing.T) {
	want := files(t, build(t, leaping, 2, Options{}), leaping)
	m := partedLeapers{leaperIndex: leaping, known: iterate(), solved: new(atomic.Int64)}
	for _, c := range []struct {
		parted bool
		solved int64
	}{{true, leaperParts}, {false, 2 * leaperParts}} {
		dir := t.TempDir()
		b := &builder{m: leaping, o: Options{Game: "leapers", Dir: dir}, dir: folder(dir, "leapers", leaping.Rules())}
		build(t, leaping, 2, Options{Dir: dir})
		state := &pair{slices: []kibaho.Slice{5}, parted: c.parted, next: 1}
		n := leaping.Size(5)
		state.cells[0], state.pending[0] = newCells(n), newBitmap(n)
		sheet := &kibaho.Sheet{Codes: [2][]byte{state.cells[0].bytes, state.cells[0].bytes}}
		done := m.Plan(5).Solver(sheet)
		for part := range leaperParts {
			done.Solve(0, part)
		}
		if err := b.save(state); err != nil {
			t.Fatal(err)
		}
		if err := os.Remove(slicePath(b.dir, "1v1")); err != nil {
			t.Fatal(err)
		}
		m.solved.Store(0)
		build(t, m, 2, Options{Dir: dir, Threads: 1})
		if got := m.solved.Load(); got != c.solved {
			t.Errorf("from a state with parts %v %d parts were solved, want %d", c.parted, got, c.solved)
		}
		if got := files(t, dir, leaping); !equal(got, want) {
			t.Errorf("from a state with parts %v a build makes other files", c.parted)
		}
	}
}
