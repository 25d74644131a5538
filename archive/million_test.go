package archive

import (
	"flag"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"kibaho"
	"kibaho/draughts"
	"kibaho/games"
	"kibaho/record"
	"kibaho/store"
)

var (
	long  = flag.Bool("long", false, "run the tests that take minutes")
	many  = flag.Int("games", 200_000, "with -long: how many games are generated")
	where = flag.String("dir", "", "with -long: where the database of generated games is made (default: a temporary folder)")
)

// generator writes random games of draughts as PDN, without end.
type generator struct {
	rnd  *kibaho.Rand
	left int
	made int
	text []byte
}

func (g *generator) Read(b []byte) (int, error) {
	for len(g.text) == 0 {
		if g.left == 0 {
			return 0, io.EOF
		}
		g.left--
		g.made++
		g.game()
	}
	n := copy(b, g.text)
	g.text = g.text[n:]
	return n, nil
}

func (g *generator) game() {
	s, err := draughts.Game.Settings("")
	if err != nil {
		panic(err)
	}
	p, err := draughts.Start(s)
	if err != nil {
		panic(err)
	}
	var line []byte
	var moves []draughts.Move
	for turn := 0; turn < 120 && p.Outcome() == kibaho.Ongoing; turn++ {
		if turn%2 == 0 {
			line = append(strconv.AppendInt(line, int64(turn/2+1), 10), ". "...)
		}
		moves = p.Moves(moves[:0])
		m := moves[g.rnd.N(len(moves))]
		line = append(append(line, draughts.Text(&p, m)...), ' ')
		p.Play(m)
	}
	result := [...]string{"1/2-1/2", "1-0", "0-1", "1/2-1/2"}[p.Outcome()]
	b := append(g.text[:0], "[Event \"generated\"]\n[Black \"P"...)
	b = strconv.AppendInt(b, int64(g.rnd.N(5000)), 10)
	b = append(b, "\"]\n[White \"P"...)
	b = strconv.AppendInt(b, int64(g.rnd.N(5000)), 10)
	b = append(b, "\"]\n[Round \""...)
	b = strconv.AppendInt(b, int64(g.made), 10)
	b = append(b, "\"]\n[Result \""+result+"\"]\n"...)
	b = append(append(b, line...), result...)
	g.text = append(b, "\n\n"...)
}

// TestMillion makes a database of generated games and looks positions up in it:
// how large it is for each million games, and how long a position takes.
func TestMillion(t *testing.T) {
	if !*long {
		t.Skip("without -long")
	}
	ctx := t.Context()
	dir := *where
	if dir == "" {
		dir = t.TempDir()
	}
	name := filepath.Join(dir, "generated.db")
	a, err := store.OpenArchive(ctx, name, true)
	if err != nil {
		t.Fatal(err)
	}
	r := record.NewReader(&generator{rnd: kibaho.NewRand(1), left: *many})
	s, err := Import(ctx, a, r, nil)
	if err != nil || len(s.Faults) > 0 || s.Games != *many {
		t.Fatalf("%d games, %d faults, %v", s.Games, len(s.Faults), err)
	}
	t.Logf("%d games, %d put in, in %v", s.Games, s.Added, s.Took)
	size, err := a.Size(ctx)
	if err != nil {
		t.Fatal(err)
	}
	perMillion := float64(size) / float64(s.Added) * 1e6
	t.Logf("%.0f MB, %.2f GB a million games", float64(size)/1e6, perMillion/1e9)
	if perMillion > 10e9 {
		t.Errorf("more than 10 GB a million games")
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	// Opened anew, nothing is in the program's own memory.
	if a, err = store.OpenArchive(ctx, name, false); err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	g, err := games.Find("draughts")
	if err != nil {
		t.Fatal(err)
	}
	first := start(t, g.Facts().Name, "")
	rnd := kibaho.NewRand(9)
	var took []time.Duration
	for n := range 300 {
		p := first
		for range n % 30 {
			moves := p.Moves()
			if len(moves) == 0 {
				break
			}
			p = p.Play(moves[rnd.N(len(moves))])
		}
		began := time.Now()
		v, err := Explore(ctx, a, p)
		if err != nil {
			t.Fatal(err)
		}
		took = append(took, time.Since(began))
		if n == 0 && v.Games != int64(s.Added) {
			t.Errorf("the first position came up in %d games, want %d", v.Games, s.Added)
		}
	}
	slices.Sort(took)
	t.Logf("a position: median %v, 95 %% below %v, the longest %v", took[len(took)/2], took[len(took)*95/100], took[len(took)-1])
}
