package draughts

import (
	"bufio"
	"context"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kibaho"
	"kibaho/endgame"
)

// tabled is the index of the default settings.
func tabled(t testing.TB) kibaho.Index[Position] {
	t.Helper()
	s, err := Game.Settings("")
	if err != nil {
		t.Fatal(err)
	}
	return Game.Index(s)
}

// buildTables builds the tables of up to so many pieces and opens them, with all
// codes in memory.
func buildTables(t testing.TB, pieces int) *endgame.Set {
	t.Helper()
	dir, m := t.TempDir(), tabled(t)
	if _, err := endgame.Build(context.Background(), m, pieces, endgame.Options{Game: "draughts", Dir: dir}); err != nil {
		t.Fatal(err)
	}
	s, err := endgame.Open(dir, "draughts", m)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	if got := s.Warm(pieces, 1<<30); got != pieces || len(s.Refused) > 0 {
		t.Fatalf("tables of %d pieces are in memory, want %d; refused %v", got, pieces, s.Refused)
	}
	return s
}

// tabledPieces is how many pieces the tables of these tests have.
func tabledPieces() int {
	if *long {
		return 4
	}
	return 3
}

// counted is what is known of a slice with a side to move.
type counted struct {
	all, calm           endgame.Counts // calm: neither side can capture
	longWin, longLoss   int
	longestWin          string
	kingsAndMen, toMove string
}

// readOracle reads the lines of testdata/tables.txt with up to so many pieces.
func readOracle(t *testing.T, pieces int) (all []counted) {
	t.Helper()
	f, err := os.Open("testdata/tables.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		line := lines.Text()
		if strings.HasPrefix(line, "#") || strings.HasPrefix(line, "TOTAL") {
			continue
		}
		var n [4]int
		var c counted
		if _, err := fmt.Sscan(line, &n[0], &n[1], &n[2], &n[3], &c.toMove, &c.all.Positions, &c.all.Win, &c.all.Loss, &c.all.Draw, &c.longWin, &c.longLoss,
			&c.calm.Positions, &c.calm.Win, &c.calm.Loss, &c.calm.Draw, &c.longestWin); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		c.kingsAndMen = fmt.Sprint(n[0], n[1], n[2], n[3])
		if n[0]+n[1]+n[2]+n[3] <= pieces {
			all = append(all, c)
		}
	}
	return all
}

// TestTables compares every number of the tables with those of programs written
// independently.
func TestTables(t *testing.T) {
	pieces := tabledPieces()
	m, s := tabled(t), buildTables(t, pieces)
	slices := map[string]kibaho.Slice{}
	heads := map[string]endgame.Header{}
	for _, h := range s.Headers() {
		for _, v := range m.Views(h.ID()) {
			key := v.Material + " " + facts.Sides[v.Side][:1]
			slices[key], heads[key] = h.ID(), h
		}
	}
	oracle := readOracle(t, pieces)
	if len(oracle) != len(heads) || len(oracle) < 24 {
		t.Errorf("%d slices with a side to move, want %d", len(heads), len(oracle))
	}
	for _, want := range oracle {
		key := want.kingsAndMen + " " + want.toMove
		h, ok := heads[key]
		if !ok {
			t.Errorf("%s: no table", key)
			continue
		}
		if h.All != want.all {
			t.Errorf("%s: %+v, want %+v", key, h.All, want.all)
		}
		if h.LongestWin.Plies != want.longWin || h.LongestLoss.Plies != want.longLoss {
			t.Errorf("%s: longest win %d, loss %d, want %d, %d", key, h.LongestWin.Plies, h.LongestLoss.Plies, want.longWin, want.longLoss)
		}
		if got := calm(m, s, slices[key]); got != want.calm {
			t.Errorf("%s, no captures: %+v, want %+v", key, got, want.calm)
		}
		p := mustRead(t, want.longestWin)
		at, ok := m.Place(&p)
		if c, known := s.Hot(at); !ok || !known || c.Plies() != want.longWin || c.Value() != endgame.Win {
			t.Errorf("%s: %s is a %v in %d, want a win in %d", key, want.longestWin, c.Value(), c.Plies(), want.longWin)
		}
		p, _ = m.Position(kibaho.Place{Slice: h.ID(), At: h.LongestWin.At})
		at, _ = m.Place(&p)
		if c, _ := s.Hot(at); c.Plies() != want.longWin {
			t.Errorf("%s: the longest win of the header, %s, takes %d plies, want %d", key, Write(&p), c.Plies(), want.longWin)
		}
	}
}

func mustRead(t testing.TB, text string) Position {
	t.Helper()
	s, err := Game.Settings("")
	if err != nil {
		t.Fatal(err)
	}
	p, _, err := Read(s, text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// calm counts the positions of a slice in which neither side can capture.
func calm(m kibaho.Index[Position], s *endgame.Set, slice kibaho.Slice) (n endgame.Counts) {
	for i := range m.Size(slice) {
		at := kibaho.Place{Slice: slice, At: i}
		p, ok := m.Position(at)
		if !ok || p.jumpers(kibaho.First)|p.jumpers(kibaho.Second) != 0 {
			continue
		}
		c, _ := s.Hot(at)
		n.Positions++
		switch c.Value() {
		case endgame.Win:
			n.Win++
		case endgame.Loss:
			n.Loss++
		default:
			n.Draw++
		}
	}
	return n
}

// TestTablesVerified derives every value anew from those after each move, by the
// rules.
func TestTablesVerified(t *testing.T) {
	pieces := tabledPieces()
	s := buildTables(t, pieces)
	got, err := endgame.Verify[Position, Move](context.Background(), tabled(t), s, endgame.Verifying{Pieces: pieces, Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	want := uint64(0)
	for _, c := range readOracle(t, pieces) {
		want += c.all.Positions
	}
	if 2*got != want { // the oracle lists each position with both colours
		t.Errorf("%d positions verified, want %d", got, want/2)
	}
}

// TestTablesByIteration compares the tables with values found without an index,
// without moves taken back and without bit boards' numbers: all positions of up to
// three pieces are put up one by one, and the moves from each looked at again and
// again until nothing changes.
func TestTablesByIteration(t *testing.T) {
	const pieces = 3
	m, s := tabled(t), buildTables(t, pieces)
	var all []Position
	number := map[Position]int32{}
	var put func(p Position, from kibaho.Site, left int)
	put = func(p Position, from kibaho.Site, left int) {
		if p.side[0] != 0 && p.side[1] != 0 {
			for _, side := range []kibaho.Side{kibaho.First, kibaho.Second} {
				p.turn = side
				number[p] = int32(len(all))
				all = append(all, p)
			}
			p.turn = kibaho.First
		}
		if left == 0 {
			return
		}
		for at := from; at < 32; at++ {
			x := square(at)
			for side := range kibaho.Side(2) {
				q := p
				q.side[side] |= x
				if x&crown[side] == 0 {
					put(q, at+1, left-1)
				}
				q.kings |= x
				put(q, at+1, left-1)
			}
		}
	}
	put(Position{}, 0, pieces)
	if want := 6976 + 392064; len(all) != want {
		t.Fatalf("%d positions, want %d", len(all), want)
	}

	const undecided = -1
	plies := make([]int, len(all)) // to a win if odd, to a loss if even
	after := make([][]int32, len(all))
	for i := range all {
		plies[i] = undecided
		p := &all[i]
		for _, m := range p.Moves(nil) {
			q := *p
			q.Play(m)
			if q.Outcome() != kibaho.Ongoing {
				if _, ok := number[q]; !ok { // the last piece was taken
					plies[i] = 1
					continue
				}
			}
			after[i] = append(after[i], number[q])
		}
		if p.Outcome() != kibaho.Ongoing {
			plies[i] = 0
		}
	}
	for depth, changed := 1, true; changed || depth < 20; depth++ {
		changed = false
		for i := range all {
			if plies[i] != undecided || len(after[i]) == 0 {
				continue
			}
			wins, loses := false, true
			for _, j := range after[i] {
				n := plies[j]
				known := n != undecided && n < depth
				wins = wins || known && n%2 == 0
				loses = loses && known && n%2 == 1
			}
			if wins && depth%2 == 1 || loses && depth%2 == 0 {
				plies[i], changed = depth, true
			}
		}
	}
	wrong := 0
	for i := range all {
		at, ok := m.Place(&all[i])
		c, known := s.Hot(at)
		if !ok || !known {
			t.Fatalf("%s has no place", Write(&all[i]))
		}
		got := c.Plies()
		if c == endgame.Draw {
			got = undecided
		}
		if got != plies[i] && wrong < 10 {
			wrong++
			t.Errorf("%s: %d plies, by iteration %d", Write(&all[i]), got, plies[i])
		}
	}
}

// TestTablesOfHuff: under the huff a claim is part of a position (DR7), so there
// are no tables.
func TestTablesOfHuff(t *testing.T) {
	s, err := Game.Settings("huffing")
	if err != nil {
		t.Fatal(err)
	}
	if Game.Index(s) != nil {
		t.Error("there is an index under the huff")
	}
	p, err := Start(s)
	if err != nil {
		t.Fatal(err)
	}
	p.side = [2]uint32{square(0), square(31)}
	p.kings = p.side[0] | p.side[1]
	if _, ok := tabled(t).Place(&p); ok {
		t.Error("a position of the huff has a place")
	}
}

// buildIn is the environment variable by which TestBuildKilled tells the program
// that it starts where to build tables.
const buildIn = "KIBAHO_TEST_BUILD_IN"

// TestBuildKilled kills a build at ten random moments. The next one goes on, and at
// the end the files are those of a build that was left alone.
func TestBuildKilled(t *testing.T) {
	if dir := os.Getenv(buildIn); dir != "" { // the program that is killed
		if _, err := endgame.Build(context.Background(), tabled(t), tabledPieces(), endgame.Options{Game: "draughts", Dir: dir, Save: 1}); err != nil {
			t.Fatal(err)
		}
		return
	}
	if testing.Short() {
		t.Skip("short")
	}
	child := func(dir string) *exec.Cmd {
		args := []string{"-test.run=^TestBuildKilled$"}
		if *long {
			args = append(args, "-long")
		}
		cmd := exec.Command(os.Args[0], args...)
		cmd.Env = append(os.Environ(), buildIn+"="+dir)
		return cmd
	}
	alone, killed := t.TempDir(), t.TempDir()
	begun := time.Now()
	if out, err := child(alone).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	whole := time.Since(begun)
	r := rand.New(rand.NewPCG(7, uint64(begun.UnixNano())))
	kills := 0
	for range 10 {
		cmd := child(killed)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(r.Int64N(int64(whole))) / 3)
		if cmd.Process.Kill() == nil && cmd.Wait() != nil {
			kills++
		}
	}
	if out, err := child(killed).CombinedOutput(); err != nil {
		t.Fatalf("after %d kills: %v\n%s", kills, err, out)
	}
	want, got := tableFiles(t, alone), tableFiles(t, killed)
	if len(want) != len(got) || len(want) < 16 {
		t.Errorf("after %d kills there are %d tables, want %d", kills, len(got), len(want))
	}
	for name := range want {
		if got[name] != want[name] {
			t.Errorf("after %d kills %s has hash %x, want %x", kills, name, got[name], want[name])
		}
	}
	if kills == 0 {
		t.Error("nothing was killed")
	}
}

// tableFiles returns the hashes of the tables of a directory, by name.
func tableFiles(t testing.TB, dir string) map[string][32]byte {
	t.Helper()
	all := map[string][32]byte{}
	list, err := filepath.Glob(filepath.Join(dir, "draughts", "*", "*.table"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range list {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all[filepath.Base(name)] = sha256.Sum256(data)
	}
	return all
}
