package search

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"kibaho"
)

var ctx = context.Background()

// plainTurns lists the ends of all complete turns, by plain recursion.
func plainTurns[P any, M comparable, R kibaho.Rules[P, M]](p P) (out []P) {
	for _, m := range R(&p).Moves(nil) {
		q := p
		R(&q).Play(m)
		if R(&q).MidTurn() {
			out = append(out, plainTurns[P, M, R](q)...)
		} else {
			out = append(out, q)
		}
	}
	return out
}

// plainPerft counts turns, merged or not, by plain recursion.
func plainPerft[P comparable, M comparable, R kibaho.Rules[P, M]](p P, depth int, merged bool) uint64 {
	if depth == 0 {
		return 1
	}
	var n uint64
	seen := map[P]bool{}
	for _, q := range plainTurns[P, M, R](p) {
		if !merged || !seen[q] {
			n += plainPerft[P, M, R](q, depth-1, merged)
		}
		seen[q] = true
	}
	return n
}

// The numbers of games of noughts and crosses by plies are well known.
var oxoPerft = []uint64{1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872, 0}

func TestPerftOxo(t *testing.T) {
	for depth, want := range oxoPerft {
		for _, n := range []int{1, 2, 5} {
			if depth > 7 && n != 2 {
				continue
			}
			got, err := Perft[oxo, uint8](ctx, oxo{}, depth, Work[oxo]{Threads: n})
			if got != want || err != nil {
				t.Errorf("depth %d on %d threads: %d, %v, want %d", depth, n, got, err, want)
			}
		}
	}
}

// Distinct boards after d plies: known figures of the game.
func TestDistinctOxo(t *testing.T) {
	want := []uint64{9, 72, 252, 756, 1260, 1520, 1140, 390, 78}
	for _, n := range []int{1, 3} {
		got, err := Distinct[oxo, uint8](ctx, oxo{}, 9, Work[oxo]{Threads: n})
		if !slices.Equal(got, want) || err != nil {
			t.Errorf("%d threads: %d, %v, want %d", n, got, err, want)
		}
	}
}

func TestDistinctMemory(t *testing.T) {
	got, err := Distinct[grab, grabMove](ctx, grabs[2], 30, Work[grab]{Memory: 850_000})
	if !errors.Is(err, ErrMemory) || len(got) == 0 || len(got) == 30 {
		t.Fatalf("%d layers, %v, want some and ErrMemory", len(got), err)
	}
	all, err := Distinct[grab, grabMove](ctx, grabs[2], len(got), Work[grab]{})
	if err != nil || !slices.Equal(got, all) {
		t.Errorf("%d with little memory, %d with more (%v)", got, all, err)
	}
}

func TestPerftGrab(t *testing.T) {
	for _, p := range grabs {
		layer := map[grab]bool{p: true}
		counts, err := Distinct[grab, grabMove](ctx, p, 6, Work[grab]{Threads: 2})
		if err != nil {
			t.Fatal(err)
		}
		for depth := 1; depth <= 6; depth++ {
			below := map[grab]bool{}
			for q := range layer {
				for _, end := range plainTurns[grab, grabMove](q) {
					below[end] = true
				}
			}
			layer = below
			if got, want := counts[depth-1], uint64(len(layer)); got != want {
				t.Errorf("%v: distinct %d = %d, want %d", &p, depth, got, want)
			}
			for _, n := range []int{1, 2} {
				for _, merged := range []bool{false, true} {
					count := Perft[grab, grabMove, *grab]
					if merged {
						count = Merge[grab, grabMove, *grab]
					}
					got, err := count(ctx, p, depth, Work[grab]{Threads: n})
					if want := plainPerft[grab, grabMove](p, depth, merged); got != want || err != nil {
						t.Errorf("%v: depth %d, merged %v, %d threads: %d, %v, want %d", &p, depth, merged, n, got, err, want)
					}
				}
			}
		}
	}
}

// hands is nim in which a player takes with either hand, which makes no difference.
type hands struct{ nim }

func (p *hands) Play(m uint8) { p.nim.Play(m / 2) }
func (p *hands) Moves(dst []uint8) []uint8 {
	for m := uint8(2); m <= 2*min(3, p.left)+1; m++ {
		dst = append(dst, m)
	}
	return dst
}

func TestMergeHands(t *testing.T) {
	p := hands{nim{left: 20}}
	for depth := 1; depth <= 8; depth++ {
		want, _ := Perft[nim, uint8](ctx, p.nim, depth, Work[nim]{})
		got, err := Merge[hands, uint8](ctx, p, depth, Work[hands]{})
		if got != want || err != nil {
			t.Errorf("depth %d: %d, %v, want %d", depth, got, err, want)
		}
		if got, _ := Perft[hands, uint8](ctx, p, depth, Work[hands]{}); got != want<<depth {
			t.Errorf("depth %d, not merged: %d, want %d", depth, got, want<<depth)
		}
	}
}

func TestPerftBulk(t *testing.T) {
	var calls atomic.Int64
	bulk := func(p *grab, depth int) uint64 {
		calls.Add(1)
		if p.MidTurn() || depth < 1 || depth > 3 {
			t.Errorf("bulk count asked for depth %d of %v", depth, p)
		}
		return plainPerft[grab, grabMove](*p, depth, false)
	}
	for _, p := range grabs {
		for depth := 1; depth <= 7; depth++ {
			got, err := Perft[grab, grabMove](ctx, p, depth, Work[grab]{Threads: 2, Bulk: bulk, BulkDepth: 3})
			if want := plainPerft[grab, grabMove](p, depth, false); got != want || err != nil {
				t.Errorf("%v depth %d: %d, %v, want %d", &p, depth, got, err, want)
			}
		}
	}
	if calls.Load() == 0 {
		t.Error("the bulk counter was never asked")
	}
}

func TestDivide(t *testing.T) {
	for _, p := range grabs {
		ends := plainTurns[grab, grabMove](p)
		for depth := 1; depth <= 4; depth++ {
			got, err := Divide[grab, grabMove](ctx, p, depth, Bounds{}, Work[grab]{Threads: 2})
			if err != nil || len(got) != len(ends) {
				t.Fatalf("%v: %d turns, %v, want %d", &p, len(got), err, len(ends))
			}
			for i, b := range got {
				if want := plainPerft[grab, grabMove](ends[i], depth-1, false); b.Count != want || b.After != ends[i] {
					t.Errorf("%v depth %d turn %v: %d, want %d", &p, depth, b.Moves, b.Count, want)
				}
			}
		}
	}
}

func TestTurns(t *testing.T) {
	for _, p := range grabs {
		turns, err := Turns[grab, grabMove](ctx, p, Bounds{})
		if err != nil {
			t.Fatal(err)
		}
		for _, turn := range turns {
			q := p
			for i, m := range turn.Moves {
				if !slices.Contains(q.Moves(nil), m) || i > 0 && !q.MidTurn() {
					t.Fatalf("%v: turn %v is not legal", &p, turn.Moves)
				}
				q.Play(m)
			}
			if q.MidTurn() || q != turn.After {
				t.Errorf("%v: turn %v ends in %v, want %v", &p, turn.Moves, &turn.After, &q)
			}
		}
		n := len(turns)
		if got, err := Turns[grab, grabMove](ctx, p, Bounds{Turns: n}); err != nil || len(got) != n {
			t.Errorf("%v: %d turns of %d: %v", &p, len(got), n, err)
		}
		if got, err := Turns[grab, grabMove](ctx, p, Bounds{Turns: n - 1}); !errors.Is(err, ErrTooMany) || len(got) != n-1 {
			t.Errorf("%v: %d turns of %d: %v, want ErrTooMany", &p, len(got), n-1, err)
		}
	}
}

// forks is a game whose first turn has 2^60 ways to be played.
type forks struct{ left uint8 }

func (p *forks) Turn() kibaho.Side { return kibaho.First }
func (p *forks) MidTurn() bool     { return p.left > 0 && p.left < 60 }
func (p *forks) Hash() uint64      { return kibaho.Mix(1, uint64(p.left)) }
func (p *forks) Play(bool)         { p.left-- }

func (p *forks) Outcome() kibaho.Outcome {
	return kibaho.Outcome(map[bool]int{true: 1}[p.left == 0])
}

func (p *forks) Moves(dst []bool) []bool {
	if p.left == 0 {
		return dst
	}
	return append(dst, false, true)
}

func TestTurnsTime(t *testing.T) {
	start := time.Now()
	got, err := Turns[forks, bool](ctx, forks{60}, Bounds{Turns: 1 << 40, Time: 5 * time.Millisecond})
	if !errors.Is(err, ErrTooMany) || len(got) == 0 || time.Since(start) > time.Second {
		t.Errorf("%d turns in %v: %v, want ErrTooMany", len(got), time.Since(start), err)
	}
}

func TestCountsCancelled(t *testing.T) {
	why := errors.New("enough")
	for _, how := range []string{"before", "during"} {
		for name, f := range map[string]func(ctx context.Context) error{
			"perft": func(ctx context.Context) error {
				_, err := Perft[grab, grabMove](ctx, grabs[2], 60, Work[grab]{})
				return err
			},
			"one turn": func(ctx context.Context) error {
				_, err := Perft[forks, bool](ctx, forks{60}, 2, Work[forks]{})
				return err
			},
			"merge": func(ctx context.Context) error {
				_, err := Merge[grab, grabMove](ctx, grabs[2], 60, Work[grab]{})
				return err
			},
			"distinct": func(ctx context.Context) error {
				_, err := Distinct[grab, grabMove](ctx, grabs[2], 1<<30, Work[grab]{})
				return err
			},
			"divide": func(ctx context.Context) error {
				_, err := Divide[grab, grabMove](ctx, grabs[2], 60, Bounds{}, Work[grab]{})
				return err
			},
			"turns": func(ctx context.Context) error {
				_, err := Turns[forks, bool](ctx, forks{60}, Bounds{Turns: 1 << 40, Time: time.Minute})
				return err
			},
			"playouts": func(ctx context.Context) error {
				_, err := Playouts(ctx, grabs[2], 1<<40, Games[grab, grabMove]{})
				return err
			},
		} {
			t.Run(fmt.Sprint(name, " ", how), func(t *testing.T) {
				ctx, cancel := context.WithCancelCause(ctx)
				defer cancel(nil)
				if how == "before" {
					cancel(why)
				} else {
					time.AfterFunc(20*time.Millisecond, func() { cancel(why) })
				}
				start := time.Now()
				if err := f(ctx); !errors.Is(err, why) {
					t.Errorf("error %v, want the cause", err)
				}
				if d := time.Since(start); d > time.Second {
					t.Errorf("stopped after %v", d)
				}
			})
		}
	}
}

func TestProgress(t *testing.T) {
	var last Progress
	n, err := Perft[grab, grabMove](ctx, grabs[2], 7, Work[grab]{Threads: 2, Progress: func(p Progress) {
		if p.Done < last.Done || p.Count < last.Count || p.Done > p.Total {
			t.Errorf("%+v after %+v", p, last)
		}
		last = p
	}})
	if err != nil || last.Count != n || last.Done != last.Total || last.Total < 100 {
		t.Errorf("the last report is %+v, the count %d", last, n)
	}
}

// A walk allocates nothing but its buffers.
func TestPerftAllocations(t *testing.T) {
	var stop atomic.Bool
	w := newWalker[grab, grabMove, *grab](&stop)
	w.pos[0] = grabs[2]
	w.count(0, 5)
	if n := testing.AllocsPerRun(5, func() { w.count(0, 5) }); n != 0 {
		t.Errorf("%g allocations", n)
	}
}

// A set that holds positions of equal low hash bits still tells them apart.
func TestSet(t *testing.T) {
	var s set[nim, uint8, *nim]
	for left := range 200 {
		for range 2 {
			p := nim{left: uint8(left)}
			added, ok := s.add(&p, p.Hash())
			if !ok || added != (s.n == left+1 && added) {
				t.Fatalf("%d: %v, %v", left, added, ok)
			}
		}
		if s.n != left+1 {
			t.Fatalf("%d positions, want %d", s.n, left+1)
		}
	}
	s.clear()
	if p := (nim{left: 3}); s.n != 0 {
		t.Error("not empty")
	} else if added, _ := s.add(&p, p.Hash()); !added {
		t.Error("held after clear")
	}
}

func BenchmarkPerft(b *testing.B) {
	for b.Loop() {
		n, _ := Perft[oxo, uint8](ctx, oxo{}, 9, Work[oxo]{Threads: 1})
		if n != oxoPerft[9] {
			b.Fatal(n)
		}
	}
	nodes := 0.0
	for _, n := range oxoPerft {
		nodes += float64(n)
	}
	b.ReportMetric(nodes*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
}
