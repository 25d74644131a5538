package fanorona

import (
	"bufio"
	"encoding/json"
	"flag"
	"os"
	"slices"
	"testing"

	"kibaho"
)

var long = flag.Bool("long", false, "run the tests that take minutes")

// oracle is a line of testdata: a position under a variant and settings with its
// legal turns or its perft counts, both from other programs.
type oracle struct {
	Variant  string
	Set      map[string]string
	Position string
	Turns    []string
	Counts   []uint64
	Distinct []uint64
	Note     string
}

func (o oracle) settings(t testing.TB) kibaho.Settings {
	t.Helper()
	var set []string
	for name, value := range o.Set {
		set = append(set, name+"="+value)
	}
	return settings(t, o.Variant, set...)
}

func settings(t testing.TB, variant string, set ...string) kibaho.Settings {
	t.Helper()
	s, err := Game.Settings(variant, set...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func start(t testing.TB, s kibaho.Settings) Position {
	t.Helper()
	p, err := Start(s)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func read(t testing.TB, s kibaho.Settings, text string) Position {
	t.Helper()
	p, _, err := Read(s, text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// turns returns the texts of the legal moves, sorted.
func turns(p *Position) []string {
	texts := []string{}
	for _, m := range p.Moves(nil) {
		texts = append(texts, Text(p, m))
	}
	slices.Sort(texts)
	return texts
}

// FA2 to FA13 and FA15 in worked positions.
func TestTurnsAsPublished(t *testing.T) {
	f, err := os.Open("testdata/turns.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := 0
	for s := bufio.NewScanner(f); s.Scan(); lines++ {
		var o oracle
		if err := json.Unmarshal(s.Bytes(), &o); err != nil {
			t.Fatal(err)
		}
		p := read(t, o.settings(t), o.Position)
		if got := turns(&p); !slices.Equal(got, o.Turns) {
			t.Errorf("%s %v: %s: %s\n got %q\nwant %q", o.Variant, o.Set, o.Note, o.Position, got, o.Turns)
		}
	}
	if lines < 60 {
		t.Errorf("read %d lines", lines)
	}
}

func perfts(t testing.TB) (all []oracle) {
	t.Helper()
	data, err := os.ReadFile("testdata/perft.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

func TestPerftAsPublished(t *testing.T) {
	for _, o := range perfts(t) {
		s := o.settings(t)
		p := start(t, s)
		for i, want := range o.Counts {
			if got := Perft(&p, i+1); got != want {
				t.Errorf("%s: perft %d: got %d, want %d", s, i+1, got, want)
			}
		}
		seen := map[Position]bool{p: true}
		for i, want := range o.Distinct {
			if want > 20_000 && !*long {
				break
			}
			next := map[Position]bool{}
			for p := range seen {
				for _, m := range p.Moves(nil) {
					after := p
					after.Play(m)
					next[after] = true
				}
			}
			if got := uint64(len(next)); got != want {
				t.Errorf("%s: different positions after %d plies: got %d, want %d", s, i+1, got, want)
			}
			seen = next
		}
	}
}

// Six plies, as counted by a program that shares no code with this one.
func TestPerftSix(t *testing.T) {
	p := start(t, settings(t, ""))
	if got, want := Perft(&p, 6), uint64(9205774); got != want {
		t.Errorf("perft 6: got %d, want %d", got, want)
	}
}

func BenchmarkPerft(b *testing.B) {
	p := start(b, settings(b, ""))
	var n uint64
	for b.Loop() {
		got := Perft(&p, 5)
		if got != 431852 {
			b.Fatalf("perft 5: got %d", got)
		}
		n += got
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds()/1e6, "Mturns/s")
}

func BenchmarkPlayout(b *testing.B) {
	p := start(b, settings(b, ""))
	r := kibaho.NewRand(1)
	games, plies := 0, 0
	for b.Loop() {
		result := Playout(&p, r, kibaho.Limits{Repetition: 3, Quiet: 100})
		if result.Outcome == kibaho.Ongoing || result.Plies < 5 {
			b.Fatalf("game %d: %v", games, result)
		}
		games++
		plies += result.Plies
	}
	if mean := plies / games; games > 1000 && (mean < 30 || mean > 60) {
		b.Errorf("a mean of %d plies", mean)
	}
	b.ReportMetric(float64(games)/b.Elapsed().Seconds(), "games/s")
}
