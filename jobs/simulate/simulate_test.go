package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"kibaho"
	"kibaho/draughts"
)

// TestPositions compares the counts with those that the builders of the tables of
// eight pieces have published (Schaeffer and others, 2003): all positions of so
// many pieces, those without any of one side included.
func TestPositions(t *testing.T) {
	want := []uint64{0, 120, 6972, 261224, 7092774, 148688232, 2503611964, 34779531480, 406309208481, 4048627642976, 34778882769216}
	for n := 1; n <= maxPieces; n++ {
		var got uint64
		for men := range n + 1 {
			for kings := range n + 1 - men {
				for others := range n + 1 - men - kings {
					got += material{men, kings, others, n - men - kings - others}.positions()
				}
			}
		}
		if got != want[n] {
			t.Errorf("%d pieces: %d positions, want %d", n, got, want[n])
		}
	}
}

// TestGraph compares the graph with what the game tells the builder of tables.
func TestGraph(t *testing.T) {
	settings, err := draughts.Game.Facts.Settings("")
	if err != nil {
		t.Fatal(err)
	}
	index := draughts.Game.Index(settings)
	const pieces = 5
	jobs := graph(pieces)
	number := map[string]int{}
	for i, j := range jobs {
		number[j.name] = i
	}
	of := func(s kibaho.Slice) (int, bool) { // the job that makes a slice
		for _, name := range []string{index.Name(s), index.Name(index.Twin(s))} {
			if i, ok := number[name]; ok {
				return i, true
			}
		}
		return 0, false
	}
	made := map[int]bool{}
	for n := 2; n <= pieces; n++ {
		for _, s := range index.Slices(n) {
			i, ok := of(s)
			if !ok {
				t.Fatalf("no job makes %s", index.Name(s))
			}
			made[i] = true
			var needs []int
			for _, from := range []kibaho.Slice{s, index.Twin(s)} {
				for _, to := range index.Leads(from) {
					if k, ok := of(to); !ok {
						t.Errorf("%s leads to %s, which no job makes", index.Name(from), index.Name(to))
					} else if k != i {
						needs = append(needs, k)
					}
				}
			}
			slices.Sort(needs)
			if needs = slices.Compact(needs); !slices.Equal(needs, jobs[i].needs) {
				t.Errorf("%s needs %v, want %v", jobs[i].name, jobs[i].needs, needs)
			}
			for _, k := range needs {
				if k >= i {
					t.Errorf("%s is queued before %s, which it needs", jobs[i].name, jobs[k].name)
				}
			}
		}
	}
	if len(made) != len(jobs) {
		t.Errorf("%d jobs, %d of them make something", len(jobs), len(made))
	}
}

// plain is a machine on which only the work counts.
func plain() machine {
	m := machine{Cores: 1, Link: math.Inf(1), Store: math.Inf(1)}
	for i := range m.PerPos {
		m.PerPos[i] = 1e-6
	}
	return m
}

// TestBounds: no schedule is faster than its longest chain or than all work shared
// evenly, and one that never lets a worker idle while a job is ready is at most as
// slow as both together.
func TestBounds(t *testing.T) {
	m := plain()
	for _, pieces := range []int{3, 5, 8} {
		jobs := graph(pieces)
		work := 0.0
		for _, j := range jobs {
			work += m.compute(j)
		}
		last := time.Duration(math.MaxInt64)
		for _, workers := range []int{1, 2, 7, 50, 1000} {
			got := m.simulate(jobs, workers).time
			shared, chain := seconds(work/float64(workers)), m.chain(jobs)
			if got < max(shared, chain)-time.Microsecond || got > shared+chain+time.Microsecond {
				t.Errorf("%d pieces, %d workers: %v; shared evenly %v, longest chain %v", pieces, workers, got, shared, chain)
			}
			if workers == 1 && (got-shared).Abs() > time.Microsecond {
				t.Errorf("%d pieces, one worker: %v, the work is %v", pieces, got, shared)
			}
			last = min(last, got)
		}
	}
}

// TestByHand: a build of three pieces by one worker, where a file takes a second
// for each position on the line and nothing else costs anything.
func TestByHand(t *testing.T) {
	m := machine{Cores: 1, Link: 1, Store: 1000, Cache: 1e12}
	for i := range m.Bytes {
		m.Bytes[i] = 1
	}
	jobs := graph(3)
	var all uint64
	for _, j := range jobs {
		all += j.positions
	}
	// It keeps what it has made: only the writing is on the line.
	if got := m.simulate(jobs, 1); got.moved != all || got.time != time.Duration(all)*time.Second {
		t.Errorf("moved %d in %v, want %d", got.moved, got.time, all)
	}
	m.Cache = 0 // now each job reads what it needs anew
	for _, j := range jobs {
		for _, n := range j.needs {
			all += jobs[n].positions
		}
	}
	if got := m.simulate(jobs, 1); got.moved != all {
		t.Errorf("moved %d without a cache, want %d", got.moved, all)
	}
}

func TestRun(t *testing.T) {
	var out bytes.Buffer
	if err := run([]string{"-pieces", "6", "-workers", "1,4"}, &out); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); !strings.Contains(got, "6 pieces: 2,426,085,676 positions") || strings.Count(got, "\n| ") != 3 {
		t.Errorf("said %s", got)
	}
	for _, args := range [][]string{{"-pieces", "11"}, {"-workers", "0"}, {"-workers", "many"}, {"-cores", "0"}} {
		if err := run(args, io.Discard); err == nil {
			t.Errorf("%v: no error", args)
		}
	}
	var picture bytes.Buffer
	if err := plot(&picture, measured, 6); err != nil {
		t.Fatal(err)
	}
	for d := xml.NewDecoder(&picture); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
}
