package fanorona

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"kibaho"
	"kibaho/endgame"
)

func indexOf(t testing.TB, variant string, set ...string) kibaho.Index[Position] {
	t.Helper()
	s, err := Game.Settings(variant, set...)
	if err != nil {
		t.Fatal(err)
	}
	return Game.Index(s)
}

func buildTables(t testing.TB, x kibaho.Index[Position], pieces int) *endgame.Set {
	t.Helper()
	dir := t.TempDir()
	if _, err := endgame.Build(context.Background(), x, pieces, endgame.Options{Game: "fanorona", Dir: dir}); err != nil {
		t.Fatal(err)
	}
	s, err := endgame.Open(dir, "fanorona", x)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	if got := s.Warm(pieces, 1<<30); got != pieces || len(s.Refused) > 0 {
		t.Fatalf("tables of %d pieces are in memory, want %d; refused %v", got, pieces, s.Refused)
	}
	return s
}

// Counts of 5x9 from two programs written independently of this one: mover against
// the other, positions with either side to move counted once.
var tableCounts = []struct {
	slice string
	want  endgame.Counts
}{
	{"1v1", endgame.Counts{Positions: 1980, Win: 592, Loss: 100, Draw: 1288}},
	{"1v2", endgame.Counts{Positions: 42570, Win: 2822, Loss: 26982, Draw: 12766}},
	{"2v1", endgame.Counts{Positions: 42570, Win: 40996, Loss: 24, Draw: 1550}},
	{"1v3", endgame.Counts{Positions: 595980, Win: 16682, Loss: 516112, Draw: 63186}},
	{"3v1", endgame.Counts{Positions: 595980, Win: 595618, Loss: 4, Draw: 358}},
	{"2v2", endgame.Counts{Positions: 893970, Win: 509777, Loss: 69240, Draw: 314953}},
	{"1v4", endgame.Counts{Positions: 6108795, Win: 79168, Loss: 5677249, Draw: 352378}},
	{"4v1", endgame.Counts{Positions: 6108795, Win: 6108749, Loss: 0, Draw: 46}},
	{"2v3", endgame.Counts{Positions: 12217590, Win: 3093522, Loss: 4120503, Draw: 5003565}},
	{"3v2", endgame.Counts{Positions: 12217590, Win: 10835670, Loss: 72913, Draw: 1309007}},
}

func TestTables(t *testing.T) {
	pieces := 3
	if *long {
		pieces = 5
	}
	x := indexOf(t, "")
	s := buildTables(t, x, pieces)
	got := map[string]endgame.Counts{}
	for _, h := range s.Headers() {
		got[x.Name(h.ID())] = h.All
	}
	seen := 0
	for _, c := range tableCounts {
		if g, ok := got[c.slice]; ok {
			seen++
			if g != c.want {
				t.Errorf("%s: got %+v, want %+v", c.slice, g, c.want)
			}
		}
	}
	if want := pieces * (pieces - 1) / 2; seen != want || len(got) != want {
		t.Errorf("%d slices of %d compared, want %d", seen, len(got), want)
	}
}

// The variants and boards that tables differ by.
var tabledVariants = []struct {
	variant string
	set     []string
}{
	{"", []string{"size=3x3"}},
	{"", []string{"size=3x5"}},
	{"", []string{"size=5x3"}},
	{"1886", []string{"size=5x3"}},
	{"1886-free", []string{"size=3x5"}},
	{"", []string{"size=3x5", "no-move=draw"}},
	{"", []string{"size=3x5", "chain=must-go-on"}},
	{"", []string{"size=3x5", "line=once-a-turn"}},
	{"", []string{"size=5x3", "line=free", "capture=may"}},
}

// Every value is derived anew from those after each move, by the rules.
func TestTablesVerified(t *testing.T) {
	for _, v := range tabledVariants {
		x := indexOf(t, v.variant, v.set...)
		s := buildTables(t, x, 4)
		if n, err := endgame.Verify[Position, Move](context.Background(), x, s, endgame.Verifying{Pieces: 4}); err != nil || n == 0 {
			t.Errorf("%s %v: %d positions verified, %v", v.variant, v.set, n, err)
		}
	}
}

// Numbers and positions go both ways, and the walkers say of positions what the
// rules say: where moves lead, how the position stands, and that moves are taken
// back to where they began.
func TestTableWalker(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, v := range append(tabledVariants, struct {
		variant string
		set     []string
	}{"", nil}) {
		x := indexOf(t, v.variant, v.set...)
		for range 1000 {
			all := x.Slices(2 + r.IntN(min(6, x.Most()-1)))
			at := kibaho.Place{Slice: all[r.IntN(len(all))]}
			at.At = r.Uint64N(x.Size(at.Slice))
			p, ok := x.Position(at)
			back, placed := x.Place(&p)
			if !placed || ok != (back == at) {
				t.Fatalf("%v is %s, which has place %v", at, Write(&p), back)
			}
			if ok {
				walkOne(t, x, at, p)
			} else if _, _, s := x.Walker(at.Slice).Exits(at.At, nil); s != kibaho.Hole {
				t.Fatalf("%v is a hole, but stands %v", at, s)
			}
		}
		// One after another, as tables are built.
		for _, slice := range x.Slices(3) {
			w := x.Walker(slice).(*tableWalker)
			for at := range x.Size(slice) {
				there := w.turnTo(at)
				w.see()
				if p, ok := x.Position(kibaho.Place{Slice: slice, At: at}); ok != there || p.men[0].lo != w.own || p.men[1].lo != w.enemy {
					t.Fatalf("number %d of %s is %x %x, want %s", at, x.Name(slice), w.own, w.enemy, Write(&p))
				}
			}
		}
	}
}

func walkOne(t *testing.T, x kibaho.Index[Position], at kibaho.Place, p Position) {
	t.Helper()
	var inner, exits []kibaho.Place
	for _, move := range p.Moves(nil) {
		q := p
		q.Play(move)
		to, ok := x.Place(&q)
		switch {
		case q.men[q.Turn()].empty():
			exits = append(exits, kibaho.Place{Slice: kibaho.EndLost})
		case !ok:
			t.Fatalf("%s has no place", Write(&q))
		case !move.Captures():
			inner = append(inner, to)
		default:
			exits = append(exits, to)
			if !slices.Contains(x.Leads(at.Slice), to.Slice) {
				t.Fatalf("%s leads to %s, which is not named", Write(&p), x.Name(to.Slice))
			}
		}
	}
	var want kibaho.Standing
	switch {
	case len(inner) > 0:
		want = kibaho.Open
	case p.Outcome() == kibaho.Draw:
		want = kibaho.Drawn
	case p.Outcome() != kibaho.Ongoing:
		want = kibaho.Lost
	case x.Pending(&p):
		want = kibaho.Pending
	default:
		want = kibaho.Shut
	}
	w := x.Walker(at.Slice)
	got, kept, standing := w.Exits(at.At, nil)
	if standing != want || kept != len(inner) || !samePlaces(got, exits) {
		t.Fatalf("%s stands %v with %d moves and exits %v, want %v, %d, %v", Write(&p), standing, kept, got, want, len(inner), exits)
	}
	if want == kibaho.Open {
		var led []kibaho.Place
		w.Moves(at.At, func(to kibaho.Place) bool { led = append(led, to); return true })
		if !samePlaces(led, append(slices.Clone(inner), exits...)) {
			t.Fatalf("%s moves to %v, want %v and %v", Write(&p), led, inner, exits)
		}
		// As many as there are moves, since they are counted.
		steps := 0
		for _, to := range led {
			if to.Slice == x.Twin(at.Slice) {
				steps++
			}
		}
		if steps != len(inner) {
			t.Fatalf("%s steps to %d places, want %d", Write(&p), steps, len(inner))
		}
	}
	back := x.Walker(x.Twin(at.Slice)).(kibaho.Unmover)
	for _, to := range inner {
		forth, backs := 0, 0
		for _, other := range inner {
			if other == to {
				forth++
			}
		}
		for _, from := range back.Unmoves(to.At, nil) {
			if from == at.At {
				backs++
			}
		}
		if forth != backs {
			t.Fatalf("%s leads to %v %d times, and back %d times", Write(&p), to, forth, backs)
		}
	}
	// What is taken back is either not Open or leads here.
	back = x.Walker(at.Slice).(kibaho.Unmover)
	for _, from := range back.Unmoves(at.At, nil) {
		q, _ := x.Position(kibaho.Place{Slice: x.Twin(at.Slice), At: from})
		leads, quiet := false, false
		for _, move := range q.Moves(nil) {
			after := q
			after.Play(move)
			to, _ := x.Place(&after)
			quiet = quiet || !move.Captures()
			leads = leads || to == at
		}
		if quiet && !leads {
			t.Fatalf("%s is taken back to %s, which does not lead there", Write(&p), Write(&q))
		}
	}
}

func samePlaces(a, b []kibaho.Place) bool {
	set := func(list []kibaho.Place) []string {
		var all []string
		for _, p := range list {
			all = append(all, fmt.Sprint(p))
		}
		slices.Sort(all)
		return slices.Compact(all)
	}
	return slices.Equal(set(a), set(b))
}

// Positions are put up one by one: those that are alike in a mirror, and no others,
// have one place, and the index counts them.
func TestMirrors(t *testing.T) {
	for _, size := range []string{"3x3", "3x5", "5x3"} {
		x := indexOf(t, "", "size="+size)
		p, _ := x.Position(kibaho.Place{Slice: x.Slices(2)[0]})
		rows, columns := p.board().rows, p.board().columns
		// The reflections by row and column.
		at := func(row, column int) int { return int(p.board().bit[row*columns+column]) }
		var images [4][128]int
		for row := range rows {
			for column := range columns {
				i := at(row, column)
				images[0][i], images[1][i] = i, at(rows-1-row, column)
				images[2][i], images[3][i] = at(row, columns-1-column), at(rows-1-row, columns-1-column)
			}
		}
		places := map[kibaho.Place][][2]uint64{}
		var put func(p Position, from, left int)
		put = func(p Position, from, left int) {
			if !p.men[0].empty() && !p.men[1].empty() {
				place, ok := x.Place(&p)
				if !ok {
					t.Fatalf("%s has no place", Write(&p))
				}
				places[place] = append(places[place], [2]uint64{p.men[0].lo, p.men[1].lo})
			}
			for i := from; i < rows*columns && left > 0; i++ {
				for side := range 2 {
					q := p
					q.men[side] = q.men[side].with(int(p.board().bit[i]))
					put(q, i+1, left-1)
				}
			}
		}
		p.men = [2]set{}
		put(p, 0, 4)
		for place, list := range places {
			alike := map[[2]uint64]bool{}
			for _, image := range images {
				var men [2]uint64
				for side, s := range list[0] {
					for ; s != 0; s &= s - 1 {
						men[side] |= 1 << image[bits.TrailingZeros64(s)]
					}
				}
				alike[men] = true
			}
			for _, men := range list {
				if !alike[men] {
					t.Fatalf("%s: %v have one place, but are not alike", size, list)
				}
			}
			if n, _ := x.(kibaho.Mirrored).Alike(place); n != len(list) || n != len(alike) {
				t.Fatalf("%s: %d positions like %v, want %d of which %d have this place", size, n, list[0], len(alike), len(list))
			}
		}
	}
}

// There is an index of each board in one word, as far as it has pieces.
func TestIndexes(t *testing.T) {
	x := indexOf(t, "", "size=3x3")
	if got := x.Most(); got != 7 {
		t.Errorf("the index of 3x3 goes to %d pieces, want 7", got)
	}
	if indexOf(t, "", "size=7x7") != nil || indexOf(t, "", "no-move=pass") != nil {
		t.Error("there is an index of 7x7, or with passes")
	}
}
