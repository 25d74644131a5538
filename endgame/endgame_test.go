package endgame

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kibaho"
)

var leaping = leaperIndex{rules: "leaping"}

func build(t testing.TB, m kibaho.Material, pieces int, o Options) string {
	t.Helper()
	if o.Dir == "" {
		o.Dir = t.TempDir()
	}
	o.Game = "leapers"
	if _, err := Build(context.Background(), m, pieces, o); err != nil {
		t.Fatal(err)
	}
	return o.Dir
}

func open(t testing.TB, dir string, m kibaho.Material) *Set {
	t.Helper()
	s, err := Open(dir, "leapers", m)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// files returns the bytes of all tables of a directory, by name.
func files(t testing.TB, dir string, m kibaho.Material) map[string]string {
	t.Helper()
	all := map[string]string{}
	list, err := filepath.Glob(filepath.Join(folder(dir, "leapers", m.Rules()), "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range list {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all[filepath.Base(name)] = string(data)
	}
	return all
}

// TestBuild compares tables of a game in which captures are free, with draws by
// want of a move, with values found by looking at the moves of every position
// again and again.
func TestBuild(t *testing.T) {
	for _, threads := range []int{1, 3} {
		s := open(t, build(t, leaping, 6, Options{Threads: threads}), leaping)
		if s.Most() != 6 || len(s.Refused) > 0 || !s.CompleteTo(6) {
			t.Fatalf("most %d, refused %v", s.Most(), s.Refused)
		}
		known := iterate()
		var counts [3]int
		for p, plies := range known {
			at, ok := leaping.Place(&p)
			c, there, err := s.Code(at)
			if !ok || !there || err != nil {
				t.Fatalf("%v: %v, %v, %v", p, ok, there, err)
			}
			got := c.Plies()
			if c == Draw {
				got = -1
			}
			if got != plies {
				t.Fatalf("%v: %d plies, by iteration %d", p, got, plies)
			}
			v, ok := s.Value(at)
			if !ok || v != c.Value() {
				t.Fatalf("%v: value %v, code %d", p, v, c)
			}
			counts[v+1]++
		}
		for v, n := range counts {
			if n < 20 {
				t.Errorf("only %d positions have value %v: the game tests little", n, Value(v-1))
			}
		}
		n, err := Verify[leapers, leaperMove](context.Background(), leaping, s, Verifying{Pieces: 6, Threads: threads})
		if err != nil || n != uint64(len(known)) {
			t.Errorf("%d positions verified, %v, want %d", n, err, len(known))
		}
		part, err := Verify[leapers, leaperMove](context.Background(), leaping, s, Verifying{Pieces: 6, Threads: threads, Every: 2})
		if err != nil || part < n/4 || part > n*3/4 {
			t.Errorf("of every second run %d positions of %d verified, %v", part, n, err)
		}
	}
}

// iterate returns the plies to the end of every position of leapers with First to
// move, -1 for a draw.
func iterate() map[leapers]int {
	all := map[leapers]int{}
	for i := range uint16(1 << leaperCells) {
		for j := range uint16(1 << leaperCells) {
			p := leapers{men: [2]uint16{i, j}}
			if _, ok := leaping.Place(&p); ok && i&j == 0 {
				all[p] = -1
			}
		}
	}
	// plies of a position with either side to move: the row looks the same to both.
	look := func(p leapers) int {
		if p.men[p.turn] == 0 {
			return 0
		}
		return all[leapers{men: [2]uint16{p.men[p.turn], p.men[p.turn.Other()]}}]
	}
	for depth := 1; depth < 100; depth++ {
		for p := range all {
			if all[p] != -1 || p.Outcome() != kibaho.Ongoing {
				continue
			}
			wins, loses := false, true
			for _, m := range p.Moves(nil) {
				q := p
				q.Play(m)
				n := look(q)
				known := n >= 0 && n < depth
				wins = wins || known && n%2 == 0
				loses = loses && known && n%2 == 1
			}
			if wins && depth%2 == 1 || loses && depth%2 == 0 {
				all[p] = depth
			}
		}
	}
	return all
}

// TestBuildAgain: with any number of threads, little memory, states saved all the
// time, and broken off again and again, a build makes the same files.
func TestBuildAgain(t *testing.T) {
	want := files(t, build(t, leaping, 6, Options{Threads: 1}), leaping)
	if len(want) != 9 {
		t.Fatalf("%d files, want 9", len(want))
	}
	forward := forwardIndex{leaping}
	for _, threads := range []int{1, 3} {
		if got := files(t, build(t, forward, 6, Options{Threads: threads, Save: 1}), forward); !equal(got, want) {
			t.Errorf("without moves taken back, with %d threads, a build makes other files", threads)
		}
	}
	least := uint64(8 * bytesFor(1<<(2*leaperCells)))
	for _, o := range []Options{{Threads: 4}, {Threads: 1, Memory: least}, {Threads: 2, Save: 1}} {
		if got := files(t, build(t, leaping, 6, o), leaping); !equal(got, want) {
			t.Errorf("%+v makes other files", o)
		}
	}

	r := rand.New(rand.NewPCG(1, 2))
	dir, broken := t.TempDir(), 0
	for range 300 {
		ctx, cancel := context.WithTimeout(context.Background(), time.Duration(r.IntN(12_000))*time.Microsecond)
		_, err := Build(ctx, leaping, 6, Options{Game: "leapers", Dir: dir, Threads: 2, Save: 1})
		cancel()
		if err == nil {
			break
		}
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Fatal(err)
		}
		broken++
	}
	build(t, leaping, 6, Options{Dir: dir})
	if got := files(t, dir, leaping); !equal(got, want) {
		t.Errorf("after %d builds that were broken off the files differ", broken)
	}
	if broken == 0 {
		t.Error("no build was broken off")
	}
}

// TestBuildForgets: a state beside both tables that it was kept for goes with the next build.
func TestBuildForgets(t *testing.T) {
	dir := build(t, leaping, 3, Options{})
	want := files(t, dir, leaping)
	for name := range want {
		state := filepath.Join(folder(dir, "leapers", leaping.Rules()), strings.TrimSuffix(name, filepath.Ext(name))+".state")
		if err := os.WriteFile(state, []byte("left"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got := files(t, build(t, leaping, 3, Options{Dir: dir}), leaping); !equal(got, want) {
		t.Errorf("%d files, want %d", len(got), len(want))
	}
}

func equal(a, b map[string]string) bool {
	for name := range a {
		if a[name] != b[name] {
			return false
		}
	}
	return len(a) == len(b)
}

// TestBuildState: a state that is damaged, cut short or of another build is not
// believed.
func TestBuildState(t *testing.T) {
	want := files(t, build(t, leaping, 2, Options{}), leaping)
	b := &builder{m: leaping, o: Options{Game: "leapers", Dir: t.TempDir()}}
	b.dir = folder(b.o.Dir, "leapers", leaping.Rules())
	if err := os.MkdirAll(b.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	fresh := func() *pair {
		n := leaping.Size(5)
		p := &pair{slices: []kibaho.Slice{5}}
		p.cells[0], p.pending[0] = newCells(n), newBitmap(n)
		return p
	}
	p := fresh()
	p.next, p.most = 3, 9
	for i := range p.cells[0].bytes {
		p.cells[0].bytes[i] = byte(i * i)
	}
	p.pending[0].add(77)
	if err := b.save(p); err != nil {
		t.Fatal(err)
	}
	q := fresh()
	if err := b.restore(q); err != nil || q.next != 3 || q.most != 9 || !bytes.Equal(q.cells[0].bytes, p.cells[0].bytes) || !q.pending[0].has(77) {
		t.Fatalf("a state that was saved is restored as %d, %d (%v)", q.next, q.most, err)
	}
	good, err := os.ReadFile(b.statePath(p.slices[0]))
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{
		"empty":       {},
		"cut short":   good[:len(good)-1],
		"damaged":     append(bytes.Clone(good[:len(good)-9]), append([]byte{^good[len(good)-9]}, good[len(good)-8:]...)...),
		"other rules": bytes.Replace(good, []byte(`"leaping"`), []byte(`"hopping"`), 1),
		"other slice": bytes.Replace(good, []byte(`"1v1"`), []byte(`"1v2"`), 1),
		"other game":  bytes.Replace(good, []byte(`"leapers"`), []byte(`"jumpers"`), 1),
	} {
		if bytes.Equal(data, good) {
			t.Fatalf("%s: nothing was changed", name)
		}
		if err := os.WriteFile(b.statePath(p.slices[0]), data, 0o644); err != nil {
			t.Fatal(err)
		}
		q := fresh()
		if err := b.restore(q); err != nil || q.next != 0 || bytes.ContainsFunc(q.cells[0].bytes, func(r rune) bool { return r != 0 }) {
			t.Errorf("a state that is %s was believed: %d, %v", name, q.next, err)
		}
		build(t, leaping, 2, Options{Dir: b.o.Dir})
		if got := files(t, b.o.Dir, leaping); !equal(got, want) {
			t.Errorf("with a state that is %s a build makes other files", name)
		}
		os.Remove(slicePath(b.dir, "1v1"))
	}
}

// TestSweep: what a killed build has left is removed when it is old.
func TestSweep(t *testing.T) {
	dir := build(t, leaping, 2, Options{})
	in := folder(dir, "leapers", leaping.Rules())
	young, old := filepath.Join(in, ".1v1.table.1"), filepath.Join(in, ".1v1.table.2")
	for _, name := range []string{young, old} {
		if err := os.WriteFile(name, []byte("half"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	before := time.Now().Add(-2 * stale)
	if err := os.Chtimes(old, before, before); err != nil {
		t.Fatal(err)
	}
	build(t, leaping, 2, Options{Dir: dir})
	if got := files(t, dir, leaping); len(got) != 2 || got[".1v1.table.1"] != "half" {
		t.Errorf("%d files are left, want the table and the young one", len(got))
	}
}

// TestDistances: distances up to MaxPlies are told, a greater one stops the build.
func TestDistances(t *testing.T) {
	ctx := context.Background()
	m := countdown{leaping, MaxPlies + 1}
	dir := t.TempDir()
	built, err := Build(ctx, m, 2, Options{Game: "leapers", Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	if h := built[0]; h.LongestWin != (Farthest{MaxPlies, MaxPlies}) || h.LongestLoss.Plies != MaxPlies-1 || h.All != (Counts{252, 126, 126, 0}) {
		t.Errorf("the header is %+v", h)
	}
	s := open(t, dir, m)
	for i := range m.size {
		if c, ok, err := s.Code(kibaho.Place{Slice: 5, At: i}); !ok || err != nil || c.Plies() != int(i) {
			t.Errorf("number %d: %d plies, %v, %v", i, c.Plies(), ok, err)
		}
	}
	m.size++
	var far *TooFarError
	if _, err := Build(ctx, m, 2, Options{Game: "leapers", Dir: t.TempDir()}); !errors.As(err, &far) {
		t.Errorf("a distance of %d: %v", MaxPlies+1, err)
	}
}

// TestMemory: a bound that is too low is refused before anything is built.
func TestMemory(t *testing.T) {
	dir := t.TempDir()
	_, err := Build(context.Background(), leaping, 6, Options{Game: "leapers", Dir: dir, Memory: 50_000})
	var low *MemoryError
	if !errors.As(err, &low) || !strings.Contains(err.Error(), "expected a greater --memory") {
		t.Errorf("a bound of 50,000 bytes: %v", err)
	}
	if got := files(t, dir, leaping); len(got) != 0 {
		t.Errorf("%d files were built all the same", len(got))
	}
	var input *kibaho.InputError
	if _, err := Build(context.Background(), leaping, 7, Options{Game: "leapers", Dir: dir}); !errors.As(err, &input) {
		t.Errorf("too many pieces: %v", err)
	}
}

// TestProgress: progress grows to the total.
func TestProgress(t *testing.T) {
	var all []Progress
	build(t, leaping, 4, Options{Report: func(p Progress) { all = append(all, p) }})
	last := all[len(all)-1]
	if last.Done != last.Total || last.Total != 6<<(2*leaperCells) || last.Left() != 0 {
		t.Errorf("the last progress is %+v", last)
	}
	for i := 1; i < len(all); i++ {
		if all[i].Done < all[i-1].Done || all[i].Done > all[i].Total {
			t.Errorf("progress %+v after %+v", all[i], all[i-1])
		}
	}
}

// TestDamage flips a bit of a table, one after another in every byte: each is caught, when the
// table is opened or when the block is read.
func TestDamage(t *testing.T) {
	dir := build(t, leaping, 2, Options{})
	path := slicePath(folder(dir, "leapers", leaping.Rules()), "1v1")
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	read := func() error {
		s, err := Open(dir, "leapers", leaping)
		if err != nil {
			return err
		}
		defer s.Close()
		if len(s.Refused) > 0 {
			return s.Refused[0]
		}
		for i := uint64(0); i < leaping.Size(5); i += 1000 {
			if _, _, err := s.Code(kibaho.Place{Slice: 5, At: i}); err != nil {
				return err
			}
			if _, ok := s.Value(kibaho.Place{Slice: 5, At: i}); !ok {
				return s.Fault()
			}
		}
		return nil
	}
	if err := read(); err != nil {
		t.Fatal(err)
	}
	for bit := range 8 * len(good) {
		if at := bit / 8; at >= 64 && bit%8 != at*5%8 {
			continue // one bit of each byte will do beyond the preamble
		}
		if testing.Short() && bit%31 != 0 {
			continue
		}
		bad := bytes.Clone(good)
		bad[bit/8] ^= 1 << (bit % 8)
		if err := os.WriteFile(path, bad, 0o644); err != nil {
			t.Fatal(err)
		}
		err := read()
		var file *FileError
		if !errors.As(err, &file) {
			t.Fatalf("bit %d of byte %d is flipped: %v", bit%8, bit/8, err)
		}
	}
	for name, bad := range map[string][]byte{
		"empty": nil, "cut short": good[:len(good)-1], "too long": append(bytes.Clone(good), 0), "a head": good[:30],
	} {
		if err := os.WriteFile(path, bad, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := read(); err == nil {
			t.Errorf("a file that is %s was believed", name)
		}
		if _, err := Build(context.Background(), leaping, 2, Options{Game: "leapers", Dir: dir}); err == nil {
			t.Errorf("a build believed a file that is %s", name)
		}
	}
}

// TestForeign: a table of another game, other rules or another slice is refused
// even where it has the right name.
func TestForeign(t *testing.T) {
	dir := build(t, leaping, 3, Options{})
	hopping := leaperIndex{rules: "hopping"}
	move := func(m kibaho.Material, game, from, to string) string {
		t.Helper()
		into := folder(t.TempDir(), game, m.Rules())
		if err := os.MkdirAll(into, 0o755); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(slicePath(folder(dir, "leapers", "leaping"), from))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(slicePath(into, to), data, 0o644); err != nil {
			t.Fatal(err)
		}
		return filepath.Dir(filepath.Dir(into))
	}
	for _, tt := range []struct {
		m              kibaho.Material
		game, from, to string
		want           string
	}{
		{hopping, "leapers", "1v1", "1v1", `its rules is "leaping", expected "hopping"`},
		{leaping, "jumpers", "1v1", "1v1", `its game is "leapers", expected "jumpers"`},
		{leaping, "leapers", "1v2", "2v1", `its slice is "1v2", expected "2v1"`},
		{leaping, "leapers", "1v2", "9v9", "the game has no such slice"},
	} {
		s, err := Open(move(tt.m, tt.game, tt.from, tt.to), tt.game, tt.m)
		if err != nil {
			t.Fatal(err)
		}
		if len(s.Refused) != 1 || !strings.Contains(s.Refused[0].Error(), tt.want) || s.Most() != 0 {
			t.Errorf("%s as %s: refused %v, want %q", tt.from, tt.to, s.Refused, tt.want)
		}
		s.Close()
	}
}

// TestVerifyFinds: a wrong value with right checksums is found by its place.
func TestVerifyFinds(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	dir := build(t, leaping, 3, Options{})
	for range 20 {
		s := open(t, dir, leaping)
		slice := leaping.Slices(3)[r.IntN(2)]
		c, err := s.load(slice)
		if err != nil {
			t.Fatal(err)
		}
		i := r.Uint64N(c.size())
		if _, ok := leaping.Position(kibaho.Place{Slice: slice, At: i}); !ok {
			continue
		}
		c.bytes[i] += 1 + byte(r.IntN(200))
		b := &builder{m: leaping, o: Options{Game: "leapers", Threads: 1}, dir: t.TempDir()}
		h, err := b.write(context.Background(), slice, c, newBitmap(c.size()))
		if err != nil {
			t.Fatal(err)
		}
		f, err := openFile(b.path(slice))
		if err != nil {
			t.Fatal(err)
		}
		f.slice = h.slice
		s.files[slice].close()
		s.files[slice] = f
		var file *FileError
		if _, err := Verify[leapers, leaperMove](context.Background(), leaping, s, Verifying{Pieces: 3}); !errors.As(err, &file) {
			t.Errorf("the value at %d of slice %s was changed: %v", i, leaping.Name(slice), err)
		}
	}
	empty := open(t, t.TempDir(), leaping)
	if n, err := Verify[leapers, leaperMove](context.Background(), leaping, empty, Verifying{Pieces: 3}); n != 0 || err != nil {
		t.Errorf("no tables: %d, %v", n, err)
	}
}

// TestLookUpAllocates: looking up allocates nothing.
func TestLookUpAllocates(t *testing.T) {
	s := open(t, build(t, leaping, 3, Options{}), leaping)
	at := kibaho.Place{Slice: 6, At: 0b0001000_0100010}
	if n := testing.AllocsPerRun(100, func() { s.Value(at) }); n != 0 {
		t.Errorf("Value of a mapped table: %v allocations", n)
	}
	if got := s.Warm(3, 1<<20); got != 3 {
		t.Errorf("%d pieces are in memory, want 3", got)
	}
	if n := testing.AllocsPerRun(100, func() { s.Hot(at); s.Value(at) }); n != 0 {
		t.Errorf("Hot and Value of a table in memory: %v allocations", n)
	}
	if got := open(t, t.TempDir(), leaping).Warm(3, 1<<20); got != 0 {
		t.Errorf("%d pieces of no tables are in memory", got)
	}
	small := open(t, build(t, leaping, 3, Options{}), leaping)
	if got := small.Warm(3, 1<<(2*leaperCells)+10); got != 2 {
		t.Errorf("%d pieces fit into the memory of one slice, want 2", got)
	}
}

// TestRuns encodes random values with runs of all lengths and looks each up.
func TestRuns(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, long := range []int{1, 2, 10, 100, 1000, 10_000} {
		for range 20 {
			codes := make([]byte, 1+r.IntN(blockPlaces))
			care := make([]bool, len(codes))
			for i := 0; i < len(codes); {
				c := []byte{0, 1, 2, 7, 8, 33, 250, 255}[r.IntN(8)]
				for n := 1 + r.IntN(long); n > 0 && i < len(codes); n-- {
					codes[i], care[i] = c, c != 255 && r.IntN(10) > 0
					i++
				}
			}
			checkRuns(t, codes, care)
		}
	}
	if v := lookRun(nil, 0); v != Unknown {
		t.Errorf("an empty block has value %v", v)
	}
	nothing := newBitmap(blockPlaces)
	for i := range nothing {
		nothing[i] = ^uint64(0)
	}
	if got := appendRuns(nil, make([]byte, blockPlaces), nothing); len(got) != 1 {
		t.Errorf("a block in which nothing matters takes %d bytes, want 1", len(got))
	}
}

func checkRuns(t *testing.T, codes []byte, care []bool) {
	t.Helper()
	skip := newBitmap(uint64(len(codes)))
	for i := range codes {
		if !care[i] {
			skip.add(uint64(i))
		}
	}
	block := appendRuns(nil, codes, skip)
	all := make([]Value, len(codes))
	if !readRuns(all, block) {
		t.Fatalf("the block does not read as %d values", len(codes))
	}
	for i, c := range codes {
		if got := lookRun(block, i); got != all[i] || care[i] && got != Code(c).Value() {
			t.Fatalf("place %d of %d: %v by itself, %v in its block, want %v", i, len(codes), got, all[i], Code(c).Value())
		}
	}
	if readRuns(all[1:], block) || readRuns(make([]Value, len(codes)+1), block) {
		t.Fatalf("the block of %d values reads as one less or one more", len(codes))
	}
	if got := lookRun(block, len(codes)); got != Unknown {
		t.Fatalf("beyond the end: %v", got)
	}
}

// FuzzRuns: the values of a block are those that were put in.
func FuzzRuns(f *testing.F) {
	f.Add([]byte{0, 0, 0, 1, 1, 2, 2, 2, 255, 1})
	f.Fuzz(func(t *testing.T, codes []byte) {
		codes = codes[:min(len(codes), blockPlaces)]
		care := make([]bool, len(codes))
		for i, c := range codes {
			care[i] = Code(c) != hole
		}
		if len(codes) > 0 {
			checkRuns(t, codes, care)
		}
	})
}

// FuzzOpen: a file of any bytes is read without harm, and refused unless it is the
// table itself.
func FuzzOpen(f *testing.F) {
	dir := build(f, leaping, 2, Options{})
	path := slicePath(folder(dir, "leapers", leaping.Rules()), "1v1")
	good, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add(good[:100])
	turned := bytes.Clone(good)
	turned[len(good)-int(readCodes(f, path))-1] ^= 1 // in the last block of values
	f.Add(turned)
	f.Add([]byte(fmt.Sprintf("%s\x02\x00\x00\x00....{}", magic)))
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(t.TempDir(), "1v1.table")
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		table, err := openFile(path)
		if err == nil {
			err = table.load(newCells(table.Size), 1)
			values := make([]Value, blockPlaces)
			for i := uint64(0); i < table.valueBlocks() && err == nil; i++ {
				err = table.valuesOf(i, values[:min(blockPlaces, table.Size-i*blockPlaces)])
			}
			table.close()
		}
		if (err == nil) != bytes.Equal(data, good) {
			t.Errorf("%d bytes: %v", len(data), err)
		}
	})
}

// readCodes returns the bytes of distances of a file.
func readCodes(t testing.TB, path string) uint64 {
	t.Helper()
	h, err := readHeader(path)
	if err != nil {
		t.Fatal(err)
	}
	return h.Codes
}
