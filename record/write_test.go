package record

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kibaho"
	"kibaho/games"
)

// suite is a folder of PDN files of others, such as the test suite of PDN 3.0; none
// comes with the project.
var suite = flag.String("suite", "", "read, write and read again the draughts in the PDN files of this folder")

// archive is a file of games of draughts that is read, replayed and written
// again; none comes with the project.
var archive = flag.String("archive", "", "read, replay and write the games of this PDN file")

// TestWritten: a record as it is written, by hand.
func TestWritten(t *testing.T) {
	g, err := games.Find("draughts")
	if err != nil {
		t.Fatal(err)
	}
	s, err := g.Facts().Settings("")
	if err != nil {
		t.Fatal(err)
	}
	start, err := g.Start(s)
	if err != nil {
		t.Fatal(err)
	}
	r := New(start)
	r.SetTag("First", `Ann "A" \ B`)
	r.SetTag("Second", "Ben")
	play := func(n *Node, text string) *Node {
		t.Helper()
		next, err := n.Play(text)
		if err != nil {
			t.Fatal(err)
		}
		return next
	}
	a := play(r.Root, "11-15")
	a.NAGs, a.Strength = []int{1}, "!"
	a.SetClock(4*time.Minute + 59*time.Second + 400*time.Millisecond)
	a.SetEval(Eval{Score: 12, Depth: 15})
	a.Comments = []string{"a {very} good one"}
	b := play(a, "23-19")
	v := play(a, "23-18")
	v.Intro = []string{"or"}
	play(play(v, "8-11"), "26-23")
	c := play(b, "8-11")
	c.SetEval(Eval{Value: kibaho.FirstWins, Plies: 23})
	if again := play(a, "23-19"); again != b {
		t.Error("a turn that is there is made again")
	}
	if _, err := b.Play("8-12"); err == nil {
		t.Error("an illegal turn was taken")
	}
	r.Outcome = kibaho.FirstWins
	const want = `[Game "draughts"]
[Variant "english"]
[First "Ann \"A\" \\ B"]
[Second "Ben"]
[Result "1-0"]

1. 11-15! $1 {[%clk 0:04:59.4] [%eval +0.12/15] a (very) good one} 1... 23-19
({or} 1... 23-18 2. 8-11 26-23) 2. 8-11 {[%eval first:23]} 1-0
`
	if got := r.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	again, err := Read(want)
	if err != nil {
		t.Fatal(err)
	}
	if got := again.String(); got != want {
		t.Errorf("read and written again\n%s", got)
	}
	if e, ok := again.Main()[2].Eval(); !ok || e != (Eval{Value: kibaho.FirstWins, Plies: 23}) {
		t.Errorf("eval %+v", e)
	}
	if d, ok := again.Main()[0].Clock(); !ok || d != 299400*time.Millisecond {
		t.Errorf("clock %v", d)
	}
}

// TestTwice: what was written is read, and written the same, for every game.
func TestTwice(t *testing.T) {
	for name, text := range map[string]string{
		"suite":  file(t, "testdata/suite.pdn"),
		"faulty": file(t, "testdata/faulty.pdn"),
	} {
		list, _ := all(t, text, false)
		for _, r := range list {
			twice(t, name, r)
		}
	}
	for _, g := range games.All {
		for _, v := range g.Facts().Variants {
			s, err := g.Facts().Settings(v.Name)
			if err != nil {
				t.Fatal(err)
			}
			start, err := g.Start(s)
			if err != nil {
				t.Fatal(err)
			}
			rnd := kibaho.NewRand(7)
			r := New(start)
			r.SetTag("Event", "random")
			n := r.Root
			for i := range 30 {
				moves, _ := n.Position.Some(500)
				if len(moves) == 0 {
					break
				}
				// A whole turn of one or several decisions.
				at, text := n.Position, ""
				for first := true; first || at.MidTurn(); first = false {
					moves, _ := at.Some(500)
					if len(moves) == 0 {
						break
					}
					m := moves[rnd.N(len(moves))]
					at, text = at.Play(m), text+m.Text
				}
				next, err := n.Play(text)
				if err != nil {
					t.Fatalf("%s %s: %v", g.Facts().Name, v.Name, err)
				}
				if !next.Position.Same(at) {
					t.Fatalf("%s: %s leads elsewhere", g.Facts().Name, text)
				}
				next.SetClock(time.Duration(i) * time.Second)
				if rnd.N(3) == 0 {
					next.Comments = append(next.Comments, "a comment of several words, long enough that it must be broken into lines [Event \"x\"] and so on")
				}
				if rnd.N(2) > 0 {
					n = next
				}
			}
			twice(t, g.Facts().Name+" "+v.Name, r)
		}
	}
}

func twice(t *testing.T, name string, r *Record) {
	t.Helper()
	first := r.String()
	list, faults := all(t, first, false)
	if len(faults) > 0 || len(list) != 1 {
		t.Errorf("%s: %d games and %v read from\n%s", name, len(list), faults, first)
		return
	}
	if second := list[0].String(); second != first {
		t.Errorf("%s: written\n%s\nread and written again\n%s", name, first, second)
	}
	if got, want := shape(list[0].Root), shape(r.Root); got != want {
		t.Errorf("%s: the tree was\n%s\nread back\n%s", name, want, got)
	}
	if list[0].Outcome != r.Outcome && r.Outcome != kibaho.Ongoing {
		t.Errorf("%s: outcome %v, read back %v", name, r.Outcome, list[0].Outcome)
	}
}

// shape is what a tree holds, as a text for comparison.
func shape(n *Node) string {
	var b strings.Builder
	fmt.Fprint(&b, n.Text, n.Setup, n.Position.String(), n.Strength, n.NAGs, n.Facts, n.Intro, n.Comments, "<")
	for _, next := range n.Next {
		b.WriteString(shape(next))
	}
	return b.String() + ">"
}

// TestArchive replays an archive; without -archive there is nothing to read.
func TestArchive(t *testing.T) {
	if *archive == "" {
		t.Skip("no -archive FILE")
	}
	text := file(t, *archive)
	list, faults := all(t, text, false)
	for _, f := range faults {
		t.Error(f)
	}
	var out []byte
	for _, r := range list {
		out = append(r.Append(out, Layout{Width: -1, Tight: true}), '\n')
	}
	if string(out) != text {
		at := 0
		for at < min(len(out), len(text)) && out[at] == text[at] {
			at++
		}
		t.Errorf("%d games come out differently from byte %d, line %d", len(list), at, 1+strings.Count(text[:at], "\n"))
	}
}

// TestSuiteFolder reads the files of a folder: every game of English draughts in
// them comes back from what was written of it, and each that is not is told with
// a line that the file has.
func TestSuiteFolder(t *testing.T) {
	if *suite == "" {
		t.Skip("no -suite FOLDER")
	}
	files, err := filepath.Glob(filepath.Join(*suite, "*.pdn"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no PDN files in %s: %v", *suite, err)
	}
	for _, name := range files {
		text := file(t, name)
		for _, strict := range []bool{true, false} {
			list, faults := all(t, text, strict)
			for _, r := range list {
				twice(t, name, r)
			}
			lines := 1 + strings.Count(text, "\n")
			for _, f := range faults {
				if f.Line < 1 || f.Line > lines || f.Reason() == "" {
					t.Errorf("%s: %v, of %d lines", name, f, lines)
				}
			}
			t.Logf("%s, strict %v: %d read, %d not", filepath.Base(name), strict, len(list), len(faults))
		}
	}
}

// FuzzReader: whatever a file holds, the reader tells of each game once, and what
// it has read comes out again the same.
func FuzzReader(f *testing.F) {
	for _, name := range []string{"testdata/suite.pdn", "testdata/faulty.pdn"} {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text), true)
		f.Add(string(text), false)
	}
	f.Add("[Game \"igisoro\"]\n\n1. c d+ {a [%clk 1]} (1... a) *", false)
	f.Add("%\x00\n* 00000000", true)
	f.Add("{{}{[}(((((?!)$1/FEN \"?:W1:B\"/1-1 1x", false)
	f.Fuzz(func(t *testing.T, text string, strict bool) {
		if len(text) > 20_000 {
			return
		}
		list, _ := all(t, text, strict)
		for _, r := range list {
			if r.Turns() < 500 {
				twice(t, "fuzz", r)
			}
		}
	})
}

// BenchmarkReplay reads and replays games with every rule checked, those of the
// file of -archive or ours.
func BenchmarkReplay(b *testing.B) {
	text, want := strings.Repeat("[Event \"x\"]\n[Result \"1-0\"]\n1. 11-15 23-19 2. 8-11 22-17 3. 4-8 25-22 4. 9-13 17-14 5. 10x17 21x14 1-0\n\n", 1000), 1000
	if *archive != "" {
		raw, err := os.ReadFile(*archive)
		if err != nil {
			b.Fatal(err)
		}
		text, want = string(raw), strings.Count(string(raw), "[Event ")
	}
	b.SetBytes(int64(len(text)))
	turns := 0
	for b.Loop() {
		r := NewReader(strings.NewReader(text))
		got := 0
		turns = 0
		for {
			rec, err := r.Next()
			if err != nil {
				break
			}
			got++
			turns += rec.Turns()
		}
		if got != want {
			b.Fatalf("%d games, want %d", got, want)
		}
	}
	b.ReportMetric(float64(want)*float64(b.N)/b.Elapsed().Seconds(), "games/s")
	b.ReportMetric(float64(turns)/float64(want), "turns/game")
}
