package record

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"kibaho"
)

// all reads a text to its end.
func all(t *testing.T, text string, strict bool) (list []*Record, faults []*Fault) {
	t.Helper()
	r := NewReader(strings.NewReader(text))
	r.Strict = strict
	for {
		rec, err := r.Next()
		var fault *Fault
		switch {
		case errors.Is(err, io.EOF):
			if r.Games() != len(list)+len(faults) || r.Offset() != int64(len(text)) {
				t.Errorf("met %d games and %d bytes, told of %d and %d faults in %d", r.Games(), r.Offset(), len(list), len(faults), len(text))
			}
			return list, faults
		case errors.As(err, &fault):
			faults = append(faults, fault)
		case err != nil:
			t.Fatal(err)
		default:
			list = append(list, rec)
		}
	}
}

func file(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestSuite reads what PDN 3.0 allows, strictly, and compares what was read with
// what a person reads in the file.
func TestSuite(t *testing.T) {
	list, faults := all(t, file(t, "testdata/suite.pdn"), true)
	for _, f := range faults {
		t.Error(f)
	}
	if len(list) != 4 {
		t.Fatalf("read %d games, want 4", len(list))
	}
	a := list[0]
	if got := a.Remarks; len(got) != 2 || got[1] != " The second remark." {
		t.Errorf("remarks %q", got)
	}
	for tag, want := range map[string]string{"Event": `All the "marks" and a \ too`, "White": "Ольга", "Black": "高文龙", "Result": "*"} {
		if got := a.Tag(tag); got != want {
			t.Errorf("tag %s: %q, want %q", tag, got, want)
		}
	}
	if a.Player(kibaho.First) != "高文龙" || a.Player(kibaho.Second) != "Ольга" {
		t.Errorf("players %q, %q", a.Player(kibaho.First), a.Player(kibaho.Second))
	}
	var texts []string
	for _, n := range a.Main() {
		texts = append(texts, n.Text)
	}
	if got, want := strings.Join(texts, " "), "11-15 23-19 8-11 22-17 4-8 25-22"; got != want {
		t.Errorf("main line %s, want %s", got, want)
	}
	m := a.Main()
	if got := fmt.Sprint(m[0].NAGs, m[1].Strength, " ", m[2].Strength, m[2].Comments); got != "[1 141]!? (!?!!!)[a comment on two lines]" {
		t.Errorf("marks: %s", got)
	}
	if len(m[2].Next) != 2 || m[2].Next[1].Text != "22-18" || m[2].Next[1].Strength != "?!" {
		t.Errorf("the variation from turn 3 is missing: %v", m[2].Next)
	}
	v := m[2].Next[1].Next[0]
	if clock, ok := v.Clock(); !ok || clock.Seconds() != 299.5 || v.Comments[0] != "well" {
		t.Errorf("clock %v, comments %q", clock, v.Comments)
	}
	if len(v.Next) != 2 || v.Next[1].Text != "26x17" || v.Next[0].Next[0].Text != "9-14" {
		t.Errorf("the variation within the variation is wrong")
	}
	if e, ok := m[4].Eval(); !ok || e.Score != -12 || e.Depth != 9 {
		t.Errorf("eval %+v, %v", e, ok)
	}
	if value, _ := m[4].Fact("mine"); value != "a b" {
		t.Errorf("the fact of another program is %q", value)
	}
	b := list[1]
	if got := b.Main()[1].Position.String(); got != "W:W24,K32:B1,2,3,K9" {
		t.Errorf("after two turns %s", got)
	}
	if n := b.Main()[2]; !n.Setup || n.Position.String() != "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12" {
		t.Errorf("set up within the game: %+v", n)
	}
	if b.Outcome != kibaho.FirstWins || b.Root.Comments[0] != "before" {
		t.Errorf("outcome %v, comments %q", b.Outcome, b.Root.Comments)
	}
	if n := list[2].Main(); n[0].Text != "11-15" || n[1].Text != "22-18" || n[2].Text != "15x22" {
		t.Errorf("turns by letters: %s %s %s", n[0].Text, n[1].Text, n[2].Text)
	}
	if got := list[3].Outcome; got != kibaho.Draw || len(list[3].Tags) != 0 {
		t.Errorf("the game without tags: %v", got)
	}
}

// TestForgiving reads what archives hold; each fault in the file is told with
// its place, and no other game is lost.
func TestForgiving(t *testing.T) {
	text := file(t, "testdata/faulty.pdn")
	list, faults := all(t, text, false)
	line := func(s string) int { return 1 + strings.Count(text[:strings.Index(text, s)], "\n") }
	want := []struct {
		line, game, ply int
		reason          string
	}{
		{line("3. 15x22\n"), 2, 5, "no piece on 18"},
		{line("{ and so on"), 4, 0, "never closed"},
		{line("1. 10x26 0-1"), 7, 1, "several"},
		{line(`[GameType "20"]`), 8, 0, "English draughts is 21"},
		{line("[Event 9]"), 9, 0, "expected [Name"},
	}
	if len(faults) != len(want) {
		t.Errorf("%d faults, want %d: %v", len(faults), len(want), faults)
	}
	for i := range min(len(faults), len(want)) {
		f, w := faults[i], want[i]
		if f.Line != w.line || f.Game != w.game || f.Ply != w.ply || !strings.Contains(f.Reason(), w.reason) {
			t.Errorf("fault %d: %v, want line %d, game %d, ply %d, %q", i+1, f, w.line, w.game, w.ply, w.reason)
		}
	}
	lines := map[int]string{
		1:  "10-14 23-19 14-18 22x15 11x18 24-20",
		3:  "11-15 23-19 8-11 22-17 4-8",
		5:  "9-13 22-18",
		6:  "10x17x26 31x22 11x25",
		10: "11-15 23-19 8-11",
	}
	mended := map[int]string{1: "words that are no turn", 6: "read as 10x17x26", 10: "in a variation"}
	for _, r := range list {
		var turns []string
		for _, n := range r.Main() {
			turns = append(turns, n.Text)
		}
		if got := strings.Join(turns, " "); got != lines[r.Number] {
			t.Errorf("game %d: %s, want %s", r.Number, got, lines[r.Number])
		}
		delete(lines, r.Number)
		switch {
		case mended[r.Number] == "" && len(r.Mended) > 0:
			t.Errorf("game %d: mended %v", r.Number, r.Mended)
		case mended[r.Number] != "" && (len(r.Mended) != 1 || !strings.Contains(r.Mended[0].Reason(), mended[r.Number]) || !r.Mended[0].Mended):
			t.Errorf("game %d: mended %v, want %q", r.Number, r.Mended, mended[r.Number])
		}
	}
	if len(lines) > 0 {
		t.Errorf("not read: %v", lines)
	}
	// The Result tag is kept against the terminator *.
	if list[0].Outcome != kibaho.FirstWins {
		t.Errorf("game 1: outcome %v, want that of the tag", list[0].Outcome)
	}
}

// endless is a game that never ends, of so many bytes.
type endless struct{ left int }

func (e *endless) Read(b []byte) (int, error) {
	if e.left <= 0 {
		return 0, io.EOF
	}
	n := min(len(b), e.left)
	for i := range n {
		b[i] = "{ a comment that is never closed\n"[(e.left-i)%33]
	}
	e.left -= n
	return n, nil
}

// TestEndless: a file without end is read in pieces and told as faults; what
// comes is bounded by what is read.
func TestEndless(t *testing.T) {
	r := NewReader(&endless{left: maxGame + maxGame/2})
	faults := 0
	for {
		rec, err := r.Next()
		var fault *Fault
		if errors.Is(err, io.EOF) {
			break
		}
		if rec != nil || !errors.As(err, &fault) {
			t.Fatalf("%v, %v", rec, err)
		}
		if faults++; faults > 10 {
			t.Fatal("more faults than there are pieces")
		}
		if fault.Line < 1 || fault.Game != faults {
			t.Errorf("fault %v", fault)
		}
	}
	if faults == 0 {
		t.Error("no fault is told")
	}
}

// A comment that reaches over the end of what is read at a time is whole, wherever
// that end falls in it.
func TestCommentAcrossChunks(t *testing.T) {
	for ahead := range 24 {
		head := "[Game \"draughts\"]\n[Remark \"" + strings.Repeat("x", firstChunk-60+ahead) + "\"]\n\n"
		r := NewReader(strings.NewReader(head + "1. 11-15 {a comment of some words} 22-18 *\n\n[Game \"draughts\"]\n\n1. 9-14 *\n"))
		for _, want := range []int{2, 1} {
			rec, err := r.Next()
			if err != nil {
				t.Fatalf("%d ahead: %v", ahead, err)
			}
			if got := len(rec.Main()); got != want {
				t.Errorf("%d ahead: %d turns, want %d", ahead, got, want)
			}
		}
	}
}
