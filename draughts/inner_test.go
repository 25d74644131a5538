package draughts

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kibaho"
)

// little is a board of 6x6 for the tests: letters by row and column, Black's back row
// first, as the rules read and with nothing of the fast board.
type little struct {
	at   [6][6]byte // b w B W, 0 where nothing stands
	turn byte       // b or w
}

// littleName is the number of a square within the whole board, counted off one by one.
func littleName(row, column int) int {
	n := 0
	for r := range 8 {
		for c := range 8 {
			if (r+c)%2 == 1 {
				n++
			}
			if r == row+1 && c == column+1 {
				return n
			}
		}
	}
	panic("no such square")
}

func startLittle() little {
	l := little{turn: 'b'}
	for r := range 6 {
		for c := range 6 {
			if (r+c)%2 == 1 && r < 2 {
				l.at[r][c] = 'b'
			} else if (r+c)%2 == 1 && r > 3 {
				l.at[r][c] = 'w'
			}
		}
	}
	return l
}

// fen writes a little board as PDN FEN.
func (l *little) fen() string {
	var list [2][]string
	for r := range 6 {
		for c := range 6 {
			if x := l.at[r][c]; x != 0 {
				name := fmt.Sprint(littleName(r, c))
				if x != lower(x) {
					name = "K" + name
				}
				side := strings.IndexByte("wb", lower(x))
				list[side] = append(list[side], name)
			}
		}
	}
	return strings.ToUpper(string(l.turn)) + ":W" + strings.Join(list[0], ",") + ":B" + strings.Join(list[1], ",")
}

// after returns the boards after all turns, by DR1 to DR5.
func (l *little) after() (all []little) {
	for r := range 6 {
		for c := range 6 {
			if x := l.at[r][c]; x != 0 && lower(x) == l.turn {
				b := *l
				b.at[r][c] = 0
				all = append(all, b.jumps(r, c, x, false)...)
			}
		}
	}
	if len(all) > 0 {
		return all
	}
	for r := range 6 {
		for c := range 6 {
			x := l.at[r][c]
			if x == 0 || lower(x) != l.turn {
				continue
			}
			for _, d := range courses(x) {
				if y, z := r+d[0], c+d[1]; on(y, z) && l.at[y][z] == 0 {
					b := *l
					b.at[r][c] = 0
					all = append(all, b.put(y, z, x))
				}
			}
		}
	}
	return all
}

func on(r, c int) bool { return r >= 0 && r < 6 && c >= 0 && c < 6 }

func courses(x byte) (d [][2]int) {
	if x != 'w' {
		d = append(d, [2]int{1, 1}, [2]int{1, -1})
	}
	if x != 'b' {
		d = append(d, [2]int{-1, 1}, [2]int{-1, -1})
	}
	return d
}

// put sets a piece down, crowns it and hands the turn over.
func (l little) put(r, c int, x byte) little {
	if x == 'b' && r == 5 || x == 'w' && r == 0 {
		x -= 0x20
	}
	l.at[r][c] = x
	l.turn = 'b' + 'w' - l.turn
	return l
}

// jumps returns the boards after the jumps of a piece that has been lifted.
func (l little) jumps(r, c int, x byte, under bool) (all []little) {
	if !(under && (x == 'b' && r == 5 || x == 'w' && r == 0)) {
		for _, d := range courses(x) {
			m, n, y, z := r+d[0], c+d[1], r+2*d[0], c+2*d[1]
			if on(y, z) && l.at[y][z] == 0 && l.at[m][n] != 0 && lower(l.at[m][n]) != l.turn {
				b := l
				b.at[m][n] = 0
				all = append(all, b.jumps(y, z, x, true)...)
			}
		}
	}
	if under && len(all) == 0 {
		all = append(all, l.put(r, c, x))
	}
	return all
}

// On 6x6 (DR1) the turns are those of a board of its own, square by square.
func TestInnerTwin(t *testing.T) {
	s := settings("", "size=6x6")
	r := rand.New(rand.NewPCG(1, 6))
	jumps, crowned, over := 0, 0, 0
	for game := range 300 {
		l := startLittle()
		p, err := Start(s)
		if err != nil {
			t.Fatal(err)
		}
		if game%2 == 1 { // anything, kings too
			l = little{turn: "bw"[r.IntN(2)]}
			for range 1 + r.IntN(12) {
				x, row, c := "bwBW"[r.IntN(4)], r.IntN(6), r.IntN(6)
				if (row+c)%2 == 0 || x == 'b' && row == 5 || x == 'w' && row == 0 {
					continue
				}
				l.at[row][c] = x
			}
			if f := l.fen(); strings.Count(f[:strings.Index(f, ":B")], ",") > 5 || strings.Count(f[strings.Index(f, ":B"):], ",") > 5 || strings.HasSuffix(f, ":W:B") {
				continue
			}
			p = read(t, s, l.fen())
		}
		for range 80 {
			if got, want := Write(&p), l.fen(); got != want {
				t.Fatalf("got %s, want %s", got, want)
			}
			after := l.after()
			moves := p.Moves(nil)
			if len(p.sitesOf(kibaho.First))*len(p.sitesOf(kibaho.Second)) == 0 {
				after = nil // DR6
			}
			var got, want []string
			for _, m := range moves {
				q := p
				q.Play(m)
				got = append(got, Write(&q))
				if m.kind == jump {
					jumps++
				}
				if ones(q.kings) > ones(p.kings) {
					crowned++
				}
			}
			for i := range after {
				want = append(want, after[i].fen())
			}
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Fatalf("%s: got %v, want %v", l.fen(), got, want)
			}
			if (p.Outcome() == kibaho.Ongoing) != (len(after) > 0) {
				t.Fatalf("%s: outcome %v with %d turns", l.fen(), p.Outcome(), len(after))
			}
			if len(after) == 0 {
				over++
				break
			}
			l = after[r.IntN(len(after))]
			p = read(t, s, l.fen())
		}
	}
	if jumps < 500 || crowned < 100 || over < 100 {
		t.Errorf("%d jumps, %d crownings, %d games to the end: too few", jumps, crowned, over)
	}
}

// The places of 6x6 are those of its positions, each once.
func TestInnerIndex(t *testing.T) {
	x := newIndex(settings("", "size=6x6"))
	if newIndex(settings("huffing", "size=6x6")) != nil {
		t.Error("the huff has an index, though a claim is part of a position (DR7)")
	}
	for _, c := range []struct{ pieces, want int }{
		// By hand: two squares of 18 for two kings; a man may not stand on three of them.
		{2, 2 * (18*17 + 2*15*17 + 15*15 - 12) / 2},
	} {
		n := 0
		for _, s := range x.Slices(c.pieces) {
			n += len(positionsOf(t, x, s))
		}
		if n != c.want {
			t.Errorf("%d pieces: %d positions, want %d", c.pieces, n, c.want)
		}
	}
	for _, s := range x.Slices(3) {
		positionsOf(t, x, s)
	}
}

// positionsOf returns the positions of a slice, and fails where a place is not that of its position.
func positionsOf(t *testing.T, x kibaho.Index[Position], s kibaho.Slice) (all []Position) {
	t.Helper()
	for at := range x.Size(s) {
		p, ok := x.Position(kibaho.Place{Slice: s, At: at})
		if !ok {
			continue
		}
		all = append(all, p)
		if got, ok := x.Place(&p); !ok || got.At != at || got.Slice != s {
			t.Fatalf("slice %s number %d: %s has place %v", x.Name(s), at, Write(&p), got)
		}
		p.side[0], p.side[1], p.kings, p.turn = halfTurn(p.side[1]), halfTurn(p.side[0]), halfTurn(p.kings), p.turn^1
		if got, ok := x.Place(&p); !ok || got.At != at || got.Slice != s {
			t.Fatalf("slice %s number %d: turned, %s has place %v", x.Name(s), at, Write(&p), got)
		}
	}
	return all
}

// sitesOf lists the sites of a side's pieces.
func (p *Position) sitesOf(s kibaho.Side) (sites []kibaho.Site) {
	for x := p.side[s]; x != 0; x &= x - 1 {
		sites = append(sites, siteOf(x&-x))
	}
	return sites
}

// What a board of 6x6 lacks is refused (DR1).
func TestInnerRefused(t *testing.T) {
	s := settings("", "size=6x6")
	for _, c := range []struct{ text, want string }{
		{"B:W22-27:B5", "square 5 lies on the edge"},
		{"B:W22-24:B25", "its crowning row"},
		{"B:WK6:BK7,K8,9,10,11,14,15", "more than six pieces"},
	} {
		if _, _, err := Read(s, c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.text, err, c.want)
		}
	}
	p, err := Start(s)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := Write(&p), "B:W22,23,24,25,26,27:B6,7,8,9,10,11"; got != want {
		t.Errorf("the start is %s, want %s", got, want)
	}
	if err := Refuse(&p, "9-13"); err == nil || !strings.Contains(err.Error(), "13 lies on the edge") {
		t.Errorf("9-13: got %v", err)
	}
	if drawn(settings("", "size=6x6", "openings=two-move")) != nil {
		t.Error("there are openings")
	}
}
