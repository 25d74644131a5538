package games

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kibaho"
	"kibaho/search"
)

var long = flag.Bool("long", false, "run the tests that take minutes")

func startOf(t testing.TB, game, variant string, set ...string) Position {
	t.Helper()
	g, err := Find(game)
	if err != nil {
		t.Fatal(err)
	}
	s, err := g.Facts().Settings(variant, set...)
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Start(s)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Published values (Schadd et al. 2007) of whole boards, first player White.
var boards = []struct {
	size string
	want kibaho.Outcome
	long bool
}{
	{"3x3", kibaho.FirstWins, false},
	{"3x5", kibaho.FirstWins, false},
	{"5x3", kibaho.FirstWins, false},
	{"3x7", kibaho.FirstWins, false},
	{"7x3", kibaho.FirstWins, false},
	{"3x9", kibaho.FirstWins, true},
	{"5x5", kibaho.Draw, true},
}

func TestSolvedBoards(t *testing.T) {
	for _, b := range boards {
		if b.long && !*long {
			continue
		}
		p := startOf(t, "fanorona", "", "size="+b.size)
		use := search.Proving{Threads: 2, Memory: 1 << 28}
		pr, err := p.Prover(use, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := pr.Solve(t.Context(), 0, nil); got != b.want {
			t.Errorf("%s: got %v, want %v", b.size, got, b.want)
		}
		// The book holds by the rules alone, as it is written and read.
		book, err := ReadBook(bytes.NewReader(pr.Book().Text()))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := p.CheckBook(t.Context(), use, book, nil); err != nil || got.Value != b.want {
			t.Errorf("%s: the book gives %v, %v", b.size, got.Value, err)
		}
	}
}

// Counts of positions that come up and what they are, from two programs written
// independently of this one.
func TestWholeBoards(t *testing.T) {
	for _, b := range []struct {
		size                 string
		positions, win, loss uint64
		draw                 uint64
		plies                int
	}{
		{"3x3", 1012, 630, 324, 58, 11},
		{"5x3", 185204, 112536, 66541, 6127, 13},
		{"3x5", 444908, 273361, 158344, 13203, 11},
	} {
		c, err := startOf(t, "fanorona", "", "size="+b.size).Whole(t.Context(), search.Proving{}, "", nil)
		if err != nil {
			t.Fatal(err)
		}
		line := c.Line
		if c.Positions != b.positions || c.Win != b.win || c.Loss != b.loss || c.Draw != b.draw || c.Plies != b.plies || c.Value != kibaho.FirstWins {
			t.Errorf("%s: got %+v", b.size, c)
		}
		if len(line) != b.plies+1 || line[b.plies].Outcome() != kibaho.FirstWins {
			t.Errorf("%s: a line of %d positions", b.size, len(line))
		}
	}
}

// Where the memory holds no list of the positions the pairs of halves are gone over, and
// where it does not hold those either that is said.
func TestWholeOfHalves(t *testing.T) {
	p := startOf(t, "chuba", "tschuba", "columns=3", "singles=none", "layout=bradley")
	want, err := p.Whole(t.Context(), search.Proving{}, "", nil)
	if err != nil || want.All {
		t.Fatalf("%+v, %v", want, err)
	}
	got, err := p.Whole(t.Context(), search.Proving{Memory: 430 << 10}, "", nil)
	if err != nil || !got.All || got.Halves == 0 || got.Positions != uint64(got.Halves)*uint64(got.Halves) || got.Checked == 0 {
		t.Fatalf("%+v, %v", got, err)
	}
	if got.Value != want.Value || got.Plies != want.Plies || got.Longest < want.Longest || got.Positions < want.Positions {
		t.Errorf("got %+v, want the value of %+v", got.WholeCount, want.WholeCount)
	}
	if _, err := p.Whole(t.Context(), search.Proving{Memory: 100 << 10}, "", nil); !errors.Is(err, search.ErrMemory) {
		t.Errorf("in 100 KiB: %v", err)
	}
}

// A proof and the exact value of every position agree in games whose seeds stay on
// the board, with choices within a turn and endless sowings.
func TestProofsOfSmallBoards(t *testing.T) {
	for _, c := range []struct {
		game, variant string
		set           []string
	}{
		{"igisoro", "", []string{"columns=2", "per-pit=1"}},
		{"igisoro", "compulsory", []string{"columns=2", "per-pit=2"}},
		{"igisoro", "one-way", []string{"columns=2", "per-pit=2"}},
		{"igisoro", "quiet", []string{"columns=2", "per-pit=2"}},
		{"igisoro", "one-way-compulsory", []string{"columns=3", "per-pit=2"}},
		{"chuba", "", []string{"columns=3"}},
		{"chuba", "tschuba", []string{"columns=3"}},
		{"fanorona", "1886", []string{"size=3x3"}},
	} {
		p := startOf(t, c.game, c.variant, c.set...)
		whole, err := p.Whole(t.Context(), search.Proving{Threads: 1}, "", nil)
		if err != nil {
			t.Fatal(err)
		}
		pr, err := p.Prover(search.Proving{Threads: 1, Memory: 1 << 24}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := pr.Solve(t.Context(), 0, nil); got != whole.Value {
			t.Errorf("%s %s %v: a proof says %v, all positions %v", c.game, c.variant, c.set, got, whole.Value)
		}
	}
}

// The kept proofs are read, are about the start of their game, and say what docs/results.md
// does. Those that lean on no tables are checked where tests may take minutes.
func TestKeptProofs(t *testing.T) {
	want := map[string]kibaho.Outcome{
		"chuba-tschuba":              kibaho.FirstWins,
		"draughts-6x6":               kibaho.Draw,
		"fanorona-1886-5x7":          kibaho.FirstWins,
		"fanorona-1886-7x5":          kibaho.FirstWins,
		"fanorona-5x5":               kibaho.Draw, // as in Schadd et al. 2007
		"fanorona-5x7":               kibaho.Draw,
		"fanorona-5x9":               kibaho.Draw, // the same
		"fanorona-7x5":               kibaho.FirstWins,
		"fanorona-9x3":               kibaho.FirstWins,
		"igisoro":                    kibaho.FirstWins,
		"igisoro-compulsory":         kibaho.FirstWins,
		"igisoro-one-way-compulsory": kibaho.FirstWins,
	}
	files, err := filepath.Glob("../docs/proofs/*.book")
	if err != nil || len(files) < len(want) {
		t.Fatalf("%d books, %v", len(files), err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".book")
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		book, err := ReadBook(f)
		f.Close()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		g, s, err := book.Settings()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		p, err := g.Start(s)
		if err != nil {
			t.Fatal(err)
		}
		if p.String() != book.Root {
			t.Errorf("%s: is about %s, the game begins with %s", name, book.Root, p)
		}
		pr, err := p.Prover(search.Proving{Memory: 1 << 24}, book) // believes the book
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if got := pr.Solve(t.Context(), 1, nil); got != want[name] {
			t.Errorf("%s: got %v, want %v", name, got, want[name])
		}
		if use := (search.Proving{Threads: 2, Memory: 1 << 31}); *long && (g.Facts().Name == "igisoro" || g.Facts().Name == "chuba") {
			if got, err := p.CheckBook(t.Context(), use, book, nil); err != nil || got.Value != want[name] {
				t.Errorf("%s: the check gives %v, %v", name, got.Value, err)
			}
		}
	}
}

// A book that is not what it says is refused with the place.
func TestBookRefused(t *testing.T) {
	p := startOf(t, "fanorona", "", "size=3x7")
	use := search.Proving{Threads: 1, Memory: 1 << 24}
	pr, err := p.Prover(use, nil)
	if err != nil {
		t.Fatal(err)
	}
	pr.Solve(t.Context(), 0, nil)
	text := string(pr.Book().Text())
	if strings.Count(text, " yes ") < 2 {
		t.Fatalf("too small a book to be changed: %s", text)
	}
	for _, c := range []struct{ name, old, new, want string }{
		{"title", "kibaho proof book 1", "kibaho proof book 2", "line 1"},
		{"game", "game fanorona", "game chuba", "line 2"},
		{"unknown rules", "rules fanorona size=3x7", "rules fanorona size=2x7", "size"},
		{"other rules", "rules fanorona size=3x7", "rules 1886 size=3x7", "line 4"},
		{"other root", "root bbb", "root bb1", "line 4"},
		{"word", "first yes", "first maybe", "expected yes, no, open or nodes"},
		{"side", "first yes", "third yes", "expected a side"},
		{"position", "first yes", "first yes 5 bbb w\nfirst yes", "line 6"},
	} {
		book, err := ReadBook(strings.NewReader(strings.Replace(text, c.old, c.new, 1)))
		if err == nil {
			_, err = p.CheckBook(t.Context(), use, book, nil)
		}
		var input *kibaho.InputError
		if !errors.As(err, &input) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want an InputError with %q", c.name, err, c.want)
		}
	}
	// Every claim turned round is found out, with its line.
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		if !strings.HasPrefix(l, "first yes ") {
			continue
		}
		lie := append([]string(nil), lines...)
		lie[i] = strings.Replace(l, " yes ", " no ", 1)
		book, err := ReadBook(strings.NewReader(strings.Join(lie, "\n")))
		if err != nil {
			t.Fatal(err)
		}
		var claim *ClaimError
		if _, err := p.CheckBook(t.Context(), use, book, nil); !errors.As(err, &claim) {
			t.Errorf("line %d said no: got %v, want a ClaimError", i+1, err)
		}
	}
}

// Whatever is read as a book is written back the same, and its positions are read
// or refused.
func FuzzReadBook(f *testing.F) {
	f.Add("kibaho proof book 1\ngame fanorona\nrules fanorona size=3x3\nroot bbb/b1w/www w\nfirst yes 124 bbb/b1w/www w\n")
	f.Add("kibaho proof book 1\ngame igisoro\nrules igisoro columns=2\nroot 0,0/4,4/4,4/0,0 S\nsecond open 0 0,0/4,4/4,4/0,0 S\n")
	f.Add("kibaho proof book 1\ngame fanorona\n")
	f.Add("kibaho proof book 1\r\ngame \r\nrules \r\nroot \r\r\r\n")
	p := startOf(f, "fanorona", "", "size=3x3")
	f.Fuzz(func(t *testing.T, text string) {
		book, err := ReadBook(strings.NewReader(text))
		if err != nil {
			return
		}
		again, err := ReadBook(bytes.NewReader(book.Text()))
		if err != nil {
			t.Fatalf("%q is written as %q, which is refused: %v", text, book.Text(), err)
		}
		if !bytes.Equal(again.Text(), book.Text()) {
			t.Fatalf("%q comes back as %q", book.Text(), again.Text())
		}
		_, _ = p.Prover(search.Proving{Threads: 1, Memory: 1 << 16}, book)
	})
}
