package draughts

import (
	"bufio"
	"flag"
	"os"
	"strconv"
	"strings"
	"testing"

	"kibaho"
	"kibaho/gametest"
)

var long = flag.Bool("long", false, "run the long tests too")

// english and huffing are the settings of the two variants.
var english, huffing = settings(""), settings("huffing")

func settings(variant string, set ...string) kibaho.Settings {
	s, err := Game.Settings(variant, set...)
	if err != nil {
		panic(err)
	}
	return s
}

func TestGame(t *testing.T) {
	gametest.Run(t, Game, "english", "huffing", "english size=6x6", "huffing size=6x6")
}

// read reads a position or ends the test.
func read(t testing.TB, s kibaho.Settings, text string) Position {
	t.Helper()
	p, _, err := Read(s, text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// lines returns the lines of a file in testdata without comments.
func lines(t testing.TB, name string) []string {
	t.Helper()
	f, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []string
	for s := bufio.NewScanner(f); s.Scan(); {
		if line := strings.TrimSpace(s.Text()); line != "" && line[0] != '#' {
			all = append(all, line)
		}
	}
	return all
}

// suite is the published positions with their counts.
type suite struct {
	fen    string
	counts map[int]uint64 // every path of a jump
	merged map[int]uint64 // equal results of one position's moves counted once
	what   string
}

func suites(t testing.TB) []suite {
	t.Helper()
	counts := func(text string) map[int]uint64 {
		m := map[int]uint64{}
		for f := range strings.FieldsSeq(text) {
			d, n, _ := strings.Cut(f, ":")
			depth, err := strconv.Atoi(d)
			if err != nil {
				t.Fatal(err)
			}
			if m[depth], err = strconv.ParseUint(n, 10, 64); err != nil {
				t.Fatal(err)
			}
		}
		return m
	}
	var all []suite
	for _, line := range lines(t, "perft.txt") {
		f := strings.Split(line, " | ")
		if len(f) != 4 {
			t.Fatalf("testdata/perft.txt: %q", line)
		}
		s := suite{fen: f[0], counts: counts(f[1]), what: f[3]}
		s.merged = map[int]uint64{}
		for d, n := range s.counts {
			s.merged[d] = n
		}
		if f[2] != "same" {
			for d, n := range counts(f[2]) {
				s.merged[d] = n
			}
		}
		all = append(all, s)
	}
	return all
}

// walk counts turns by lists of moves; with merge it counts equal results of
// one position's moves once.
func walk(p *Position, depth int, merge bool) uint64 {
	moves := p.Moves(nil)
	if depth == 1 && !merge {
		return uint64(len(moves))
	}
	had := map[Position]bool{}
	var n uint64
	for _, m := range moves {
		q := *p
		q.Play(m)
		if merge && had[q] {
			continue
		}
		had[q] = true
		if depth == 1 {
			n++
		} else {
			n += walk(&q, depth-1, merge)
		}
	}
	return n
}

// DR1 to DR6: the published counts, bulk and by lists of moves.
func TestPerft(t *testing.T) {
	for _, s := range suites(t) {
		t.Run(s.what, func(t *testing.T) {
			p := read(t, english, s.fen)
			for depth := 1; s.counts[depth] > 0; depth++ {
				if got := Perft(&p, depth); got != s.counts[depth] {
					t.Errorf("depth %d: %d, want %d", depth, got, s.counts[depth])
				}
				if s.counts[depth] > 300_000 && !*long {
					continue
				}
				if got := walk(&p, depth, false); got != s.counts[depth] {
					t.Errorf("depth %d by lists: %d, want %d", depth, got, s.counts[depth])
				}
				if got := walk(&p, depth, true); got != s.merged[depth] {
					t.Errorf("depth %d merged: %d, want %d", depth, got, s.merged[depth])
				}
			}
		})
	}
}

// The counts from the start as in OEIS A133046.
func TestPerftOEIS(t *testing.T) {
	counts := []uint64{1, 7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680, 18391564, 85242128, 388623673}
	p, err := Start(english)
	if err != nil {
		t.Fatal(err)
	}
	for depth, want := range counts {
		if depth > 10 && !*long {
			break
		}
		if got := Perft(&p, depth); got != want {
			t.Errorf("depth %d: %d, want %d", depth, got, want)
		}
	}
}
