package draughts

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// mailbox is a second implementation of the rules, as plain as can be: a board
// of 8 by 8 letters, b and w for men, B and W for kings, 0 for a vacant square.
// Row 0 is Black's back row.
type mailbox struct {
	board     [8][8]byte
	turn      byte // 'b' or 'w'
	huffing   bool
	compelled bool
	huffable  map[[2]int]bool
	back      *mailbox
}

// mailMove is a turn of a mailbox in words and what it leads to.
type mailMove struct {
	text  string
	after mailbox
}

func lower(c byte) byte { return c | 0x20 }

func (b *mailbox) pieces(side byte) (all [][2]int) {
	for r := range 8 {
		for c := range 8 {
			if b.board[r][c] != 0 && lower(b.board[r][c]) == side {
				all = append(all, [2]int{r, c})
			}
		}
	}
	return all
}

func opponent(side byte) byte {
	if side == 'b' {
		return 'w'
	}
	return 'b'
}

func squareNo(s [2]int) int { return s[0]*4 + s[1]/2 + 1 }

func onBoard(r, c int) bool { return r >= 0 && r < 8 && c >= 0 && c < 8 }

// ways are the directions in which a piece goes (DR1, DR5).
func ways(piece byte) [][2]int {
	switch piece {
	case 'b':
		return [][2]int{{1, -1}, {1, 1}}
	case 'w':
		return [][2]int{{-1, -1}, {-1, 1}}
	}
	return [][2]int{{1, -1}, {1, 1}, {-1, -1}, {-1, 1}}
}

// crownedAs returns the piece as it stands on a row (DR4).
func crownedAs(piece byte, row int) byte {
	if piece == 'b' && row == 7 {
		return 'B'
	}
	if piece == 'w' && row == 0 {
		return 'W'
	}
	return piece
}

// paths lists the jumps of a piece as paths, the complete ones and those that
// could go on (DR2).
func (b *mailbox) paths(at [2]int) (complete, stopped [][][2]int) {
	piece := b.board[at[0]][at[1]]
	var walk func(board [8][8]byte, path [][2]int)
	walk = func(board [8][8]byte, path [][2]int) {
		here, goesOn := path[len(path)-1], false
		if crownedAs(piece, here[0]) == piece || len(path) == 1 {
			for _, d := range ways(piece) {
				mr, mc, tr, tc := here[0]+d[0], here[1]+d[1], here[0]+2*d[0], here[1]+2*d[1]
				if !onBoard(tr, tc) || board[mr][mc] == 0 || lower(board[mr][mc]) == lower(piece) || board[tr][tc] != 0 {
					continue
				}
				goesOn = true
				next := board
				next[mr][mc] = 0
				walk(next, append(slices.Clone(path), [2]int{tr, tc}))
			}
		}
		switch {
		case len(path) == 1:
		case goesOn:
			stopped = append(stopped, path)
		default:
			complete = append(complete, path)
		}
	}
	board := b.board
	board[at[0]][at[1]] = 0
	walk(board, [][2]int{at})
	return complete, stopped
}

// along plays a path without regard to claims.
func (b *mailbox) along(path [][2]int) mailbox {
	after := mailbox{board: b.board, turn: opponent(b.turn), huffing: b.huffing}
	from, to := path[0], path[len(path)-1]
	piece := b.board[from[0]][from[1]]
	after.board[from[0]][from[1]] = 0
	for i := 1; i < len(path); i++ {
		if d := path[i][0] - path[i-1][0]; d == 2 || d == -2 {
			after.board[(path[i][0]+path[i-1][0])/2][(path[i][1]+path[i-1][1])/2] = 0
		}
	}
	after.board[to[0]][to[1]] = crownedAs(piece, to[0])
	return after
}

func pathText(path [][2]int, by string) string {
	var n []string
	for _, s := range path {
		n = append(n, fmt.Sprint(squareNo(s)))
	}
	return strings.Join(n, by)
}

// bare is the position without what is claimed in it.
func (b *mailbox) bare() *mailbox {
	return &mailbox{board: b.board, turn: b.turn, huffing: b.huffing}
}

func (b *mailbox) moves() (all []mailMove) {
	if len(b.pieces('b')) == 0 || len(b.pieces('w')) == 0 {
		return nil // DR6
	}
	var jumps, shorts, steps []mailMove
	could := map[[2]int]bool{}
	for _, at := range b.pieces(b.turn) {
		complete, stopped := b.paths(at)
		could[at] = len(complete) > 0
		for _, path := range complete {
			jumps = append(jumps, mailMove{pathText(path, "x"), b.along(path)})
		}
		for _, path := range stopped {
			after := b.along(path)
			after.back, after.huffable = b.bare(), map[[2]int]bool{path[len(path)-1]: true}
			shorts = append(shorts, mailMove{pathText(path, "x"), after})
		}
	}
	for _, at := range b.pieces(b.turn) {
		for _, d := range ways(b.board[at[0]][at[1]]) {
			to := [2]int{at[0] + d[0], at[1] + d[1]}
			if !onBoard(to[0], to[1]) || b.board[to[0]][to[1]] != 0 {
				continue
			}
			after := b.along([][2]int{at, to})
			if len(jumps) > 0 {
				after.back, after.huffable = b.bare(), map[[2]int]bool{}
				for s, can := range could {
					if s == at {
						s = to
					}
					if can {
						after.huffable[s] = true
					}
				}
			}
			steps = append(steps, mailMove{pathText([][2]int{at, to}, "-"), after})
		}
	}
	switch {
	case !b.huffing && len(jumps) > 0 || b.compelled: // DR3, DR7
		return jumps
	case !b.huffing:
		return steps
	}
	if b.back != nil { // DR7
		again := *b.back
		again.compelled = true
		all = append(all, mailMove{"compel", again})
		for s := range b.huffable {
			after := *b.bare()
			after.board[s[0]][s[1]] = 0
			all = append(all, mailMove{fmt.Sprintf("huff %d", squareNo(s)), after})
		}
	}
	all = append(append(append(all, jumps...), shorts...), steps...)
	slices.SortFunc(all, func(a, b mailMove) int { return strings.Compare(a.text, b.text) })
	return all
}

func (b *mailbox) fen() string {
	list := func(side byte) string {
		var n []string
		for _, s := range b.pieces(side) {
			k := ""
			if c := b.board[s[0]][s[1]]; c == 'B' || c == 'W' {
				k = "K"
			}
			n = append(n, fmt.Sprint(k, squareNo(s)))
		}
		return strings.Join(n, ",")
	}
	text := strings.ToUpper(string(b.turn)) + ":W" + list('w') + ":B" + list('b')
	if b.compelled {
		text += " ; compelled"
	}
	if b.back != nil {
		var n []int
		for s := range b.huffable {
			n = append(n, squareNo(s))
		}
		slices.Sort(n)
		text += " ; huff " + strings.ReplaceAll(strings.Trim(fmt.Sprint(n), "[]"), " ", ",") + " back " + b.back.fen()
	}
	return text
}

// perft counts turns.
func (b *mailbox) perft(depth int) uint64 {
	moves := b.moves()
	if depth == 1 {
		return uint64(len(moves))
	}
	var n uint64
	for _, m := range moves {
		n += m.after.perft(depth - 1)
	}
	return n
}

func startMailbox(huffing bool) mailbox {
	b := mailbox{turn: 'b', huffing: huffing}
	for r := range 8 {
		for c := range 8 {
			switch {
			case (r+c)%2 == 0:
			case r < 3:
				b.board[r][c] = 'b'
			case r > 4:
				b.board[r][c] = 'w'
			}
		}
	}
	return b
}

// randomMailbox puts up to n pieces a side anywhere they may stand.
func randomMailbox(rng *rand.Rand, n int, huffing bool) mailbox {
	for {
		b := mailbox{turn: "bw"[rng.IntN(2)], huffing: huffing}
		for _, kinds := range []string{"bB", "wW"} {
			for range 1 + rng.IntN(n) {
				r, c := rng.IntN(8), rng.IntN(8)
				piece := kinds[rng.IntN(2)]
				if (r+c)%2 == 1 && b.board[r][c] == 0 && crownedAs(piece, r) == piece {
					b.board[r][c] = piece
				}
			}
		}
		if len(b.pieces('b')) > 0 && len(b.pieces('w')) > 0 {
			return b
		}
	}
}

// compare tells how the moves of a position differ from those of the mailbox.
func compare(p *Position, b *mailbox) string {
	want, got := map[string]string{}, map[string]string{}
	for _, m := range b.moves() {
		want[m.text] = m.after.fen()
	}
	moves := p.Moves(nil)
	for _, m := range moves {
		q := *p
		q.Play(m)
		got[m.String()] = Write(&q)
	}
	if len(got) != len(moves) {
		return fmt.Sprintf("%d moves have %d paths", len(moves), len(got))
	}
	return cmp.Diff(want, got)
}

// DR1 to DR7: the moves and what they lead to are those of the second
// implementation, in random games and at random positions.
func TestMovesAgainstMailbox(t *testing.T) {
	games, positions := 40, 2500
	if *long {
		games, positions = 600, 40_000
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for _, s := range []struct {
		name    string
		huffing bool
	}{{"english", false}, {"huffing", true}} {
		t.Run(s.name, func(t *testing.T) {
			set := settings(s.name)
			play := func(b mailbox, plies int) {
				for range plies {
					p := read(t, set, b.fen())
					if diff := compare(&p, &b); diff != "" {
						t.Fatalf("%s: -want +got\n%s", b.fen(), diff)
					}
					moves := b.moves()
					if len(moves) == 0 {
						return
					}
					b = moves[rng.IntN(len(moves))].after
				}
			}
			for range games {
				play(startMailbox(s.huffing), 150)
			}
			for range positions {
				play(randomMailbox(rng, 12, s.huffing), 3)
			}
		})
	}
}

// DR7: counts of the second implementation, claims included.
func TestPerftHuffing(t *testing.T) {
	depth := 6
	if *long {
		depth = 7
	}
	b := startMailbox(true)
	p, err := Start(huffing)
	if err != nil {
		t.Fatal(err)
	}
	for d := 1; d <= depth; d++ {
		if got, want := Perft(&p, d), b.perft(d); got != want {
			t.Errorf("depth %d: %d, want %d", d, got, want)
		}
	}
	rng := rand.New(rand.NewPCG(3, 4))
	for range 40 {
		b := randomMailbox(rng, 5, true)
		p := read(t, huffing, b.fen())
		for d := 1; d <= 3; d++ {
			if got, want := Perft(&p, d), b.perft(d); got != want {
				t.Errorf("%s: depth %d: %d, want %d", b.fen(), d, got, want)
			}
		}
	}
}

// The bulk count is right at random positions too, kings and all.
func TestPerftAgainstMailbox(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 150 {
		b := randomMailbox(rng, 8, false)
		p := read(t, english, b.fen())
		for d := 1; d <= 3; d++ {
			if got, want := Perft(&p, d), b.perft(d); got != want {
				t.Errorf("%s: depth %d: %d, want %d", b.fen(), d, got, want)
			}
		}
	}
}
