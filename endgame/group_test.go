package endgame

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"kibaho"
)

// wholeLeapers decides each pair in one part.
type wholeLeapers struct{ partedLeapers }

type wholePlan struct{ leaperPlan }

func (x wholeLeapers) Plan(s kibaho.Slice) kibaho.Plan {
	return wholePlan{x.partedLeapers.Plan(s).(leaperPlan)}
}

func (wholePlan) Stages() []int { return []int{1} }

func (p wholePlan) Solver(sheet *kibaho.Sheet) kibaho.Solver {
	return &wholeSolver{p.leaperPlan.Solver(sheet).(*leaperSolver)}
}

type wholeSolver struct{ *leaperSolver }

func (s *wholeSolver) Solve(int, int) bool {
	for stage := range 3 {
		for part := range leaperParts {
			if !s.leaperSolver.Solve(stage, part) {
				return false
			}
		}
	}
	return true
}

// TestBuildTogether: pairs that no second thread could share are built at the same time
// where there is room for them, and come to the same files.
func TestBuildTogether(t *testing.T) {
	want := files(t, build(t, leaping, 6, Options{}), leaping)
	m := wholeLeapers{partedLeapers{leaperIndex: leaping, known: iterate(), memory: 1 << 10, solved: new(atomic.Int64)}}
	most := 0
	for _, o := range []Options{{Threads: 1}, {Threads: 2}, {Threads: 3, Save: 1}, {Threads: 2, Memory: 8 * bytesFor(1<<(2*leaperCells))}} {
		if got := files(t, build(t, m, 6, o), leaping); !equal(got, want) {
			t.Errorf("%+v makes other files", o)
		}
		for pieces := 2; pieces <= 6; pieces++ {
			b := &builder{m: m, o: o}
			pairs, err := b.todo(pieces, make([]bool, m.Limit()))
			if err != nil {
				t.Fatal(err)
			}
			if len(pairs) == 0 {
				continue
			}
			n := b.together(pairs)
			if n < 1 || n > len(pairs) || o.Threads == 1 && n != 1 {
				t.Errorf("%+v: %d of %d pairs of %d pieces are built together", o, n, len(pairs), pieces)
			}
			most = max(most, n)
		}
	}
	if most < 2 {
		t.Error("no pairs are built together")
	}

	m.far = true
	var far *TooFarError
	if _, err := Build(context.Background(), m, 6, Options{Game: "leapers", Dir: t.TempDir(), Threads: 2}); !errors.As(err, &far) {
		t.Errorf("a distance that no code holds: %v", err)
	}
}
