package draughts

import (
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"testing"
	"time"

	"kibaho"
	"kibaho/endgame"
)

// plainIndex is an index that leaves all to the builder: it hides how parts are solved.
type plainIndex struct{ kibaho.Index[Position] }

// TestParts: tables that are solved in parts, by rows of bits, are byte for byte those of
// the builder that goes by single numbers, whatever the threads and the memory.
func TestParts(t *testing.T) {
	pieces := tabledPieces()
	build := func(m kibaho.Index[Position], o endgame.Options) map[string][32]byte {
		o.Game, o.Dir = "draughts", t.TempDir()
		if _, err := endgame.Build(t.Context(), m, pieces, o); err != nil {
			t.Fatal(err)
		}
		return tableFiles(t, o.Dir)
	}
	m := tabled(t)
	want := build(plainIndex{m}, endgame.Options{Threads: 2})
	if len(want) < 16 {
		t.Fatalf("%d tables", len(want))
	}
	// With this bound there is no room for the rows of the greatest slices.
	tight := uint64(0)
	for _, s := range m.Slices(pieces) {
		tight = max(tight, 2*(2*m.Size(s)+m.Size(s)/4)+6<<10)
		for _, to := range m.Leads(s) {
			tight += m.Size(to) / 8
		}
	}
	for _, o := range []endgame.Options{{Threads: 1}, {Threads: 3}, {Threads: 2, Save: 1}, {Threads: 1, Memory: tight}} {
		if got := build(m, o); !maps.Equal(got, want) {
			t.Errorf("%+v makes other files", o)
		}
	}
}

// TestPartsBrokenOff: builds in parts and by single numbers take turns, each broken off
// after a short time, and come to the same files.
func TestPartsBrokenOff(t *testing.T) {
	pieces := tabledPieces()
	m := tabled(t)
	whole := t.TempDir()
	if _, err := endgame.Build(t.Context(), m, pieces, endgame.Options{Game: "draughts", Dir: whole}); err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(3, 4))
	dir, broken := t.TempDir(), 0
	for i := range 200 {
		index := []kibaho.Index[Position]{m, m, plainIndex{m}}[i%3]
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(r.IntN(1000*(20+10*i)))*time.Microsecond)
		_, err := endgame.Build(ctx, index, pieces, endgame.Options{Game: "draughts", Dir: dir, Threads: 2, Save: 1})
		cancel()
		if err == nil {
			break
		}
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Fatal(err)
		}
		broken++
	}
	if got, want := tableFiles(t, dir), tableFiles(t, whole); !maps.Equal(got, want) {
		t.Errorf("after %d builds that were broken off there are %d tables, want the same %d", broken, len(got), len(want))
	}
	if broken == 0 {
		t.Error("no build was broken off")
	}
}

// TestPlan: every position of a slice and its twin belongs to one part, and a step of a man
// leads from it to one of an earlier stage.
func TestPlan(t *testing.T) {
	m := tabled(t)
	for _, s := range []kibaho.Slice{sliceOf(0, 1, 0, 1), sliceOf(1, 1, 0, 2), sliceOf(1, 0, 1, 1), sliceOf(1, 1, 1, 1), sliceOf(2, 0, 2, 0)} {
		p := m.(kibaho.Parted).Plan(s).(*plan)
		stage := [2]map[uint64]int{{}, {}} // by the number of the men, as either side sees them
		if p.slices[0] == p.slices[1] {
			stage[1] = stage[0]
		}
		for i, n := range p.Stages() {
			for j := range n {
				men, enemyMen, ok := shapes[s].menOf(p.stages[i][j])
				if !ok {
					t.Fatalf("slice %s: part %d of stage %d is a hole", m.Name(s), j, i)
				}
				turned := shapes[p.slices[1]].menNumber(halfTurn(enemyMen), halfTurn(men))
				for side, n := range []uint64{uint64(p.stages[i][j]), turned} {
					before, twice := stage[side][n]
					if twice && (before != i || p.slices[0] != p.slices[1]) {
						t.Errorf("slice %s: men %d are in stages %d and %d", m.Name(s), n, before, i)
					}
					stage[side][n] = i
				}
			}
		}
		for side, slice := range p.slices {
			shape := &shapes[slice]
			for n := range shape.menNumbers() {
				men, enemyMen, ok := shape.menOf(uint32(n))
				if _, in := stage[side][n]; in != ok {
					t.Errorf("slice %s: men %d are in a part: %v, want %v", m.Name(slice), n, in, ok)
				}
				for d, by := range compass[:2] {
					for x := rl(men&stepFrom[d], by) &^ (men | enemyMen | crownBlack); ok && x != 0; x &= x - 1 {
						to := shape.menNumber(men^x&-x^rl(x&-x, -by), enemyMen)
						if stage[side][to] >= stage[side][n] {
							t.Errorf("slice %s: men %d of stage %d step to stage %d", m.Name(slice), n, stage[side][n], stage[side][to])
						}
					}
				}
			}
		}
	}
}

// TestSolveAllocates: once a solver has room, a part takes no more.
func TestSolveAllocates(t *testing.T) {
	m := tabled(t)
	tables := buildTables(t, 3)
	slice := sliceOf(1, 1, 0, 1)
	p := m.(kibaho.Parted).Plan(slice)
	twin := m.Twin(slice)
	sheet := &kibaho.Sheet{
		Codes:   [2][]byte{make([]byte, m.Size(slice)), make([]byte, m.Size(twin))},
		Pending: [2][]uint64{make([]uint64, m.Size(slice)/64+1), make([]uint64, m.Size(twin)/64+1)},
	}
	known := map[kibaho.Slice][]byte{}
	for _, s := range append(m.Leads(slice), m.Leads(twin)...) {
		for i := range m.Size(s) {
			c, _ := tables.Hot(kibaho.Place{Slice: s, At: i})
			known[s] = append(known[s], byte(c))
		}
	}
	sheet.Known = func(s kibaho.Slice) []byte { return known[s] }
	solver := p.Solver(sheet)
	whole := func() {
		for i, n := range p.Stages() {
			for j := range n {
				if !solver.Solve(i, j) {
					t.Fatal("too far")
				}
			}
		}
	}
	whole()
	for i := range m.Size(slice) {
		if c, _ := tables.Hot(kibaho.Place{Slice: slice, At: i}); byte(c) != sheet.Codes[0][i] {
			t.Fatalf("number %d has code %d, want %d", i, sheet.Codes[0][i], c)
		}
	}
	last := len(p.Stages()) - 1
	if n := testing.AllocsPerRun(3, func() { solver.Solve(last, 0) }); n > 0 {
		t.Errorf("a part takes %v allocations", n)
	}
}
