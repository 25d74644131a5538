package draughts

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"kibaho"
)

// plainFeatures finds the features of a position square by square, on the board as
// the side to move sees it: row 0 is its own back row.
func plainFeatures(p *Position) []int32 {
	at := View(p).At
	// seen returns 0 for none, 1 and 2 for an own man and king, 3 and 4 for the
	// enemy's, as the side sees the square.
	seen := func(side kibaho.Side, row, column int) int {
		site := 4*row + 3 - column
		if side == kibaho.Second {
			site = 31 - site
		}
		switch at[site] {
		case kibaho.FirstMan:
			return 1 + 2*int(side)
		case kibaho.FirstKing:
			return 2 + 2*int(side)
		case kibaho.SecondMan:
			return 3 - 2*int(side)
		case kibaho.SecondKing:
			return 4 - 2*int(side)
		}
		return 0
	}
	var list []int32
	kings := false
	for s := range 32 {
		kings = kings || isKing(at[s])
	}
	for _, side := range []kibaho.Side{p.turn, p.turn.Other()} {
		add := func(f int) {
			if side == p.turn {
				list = append(list, int32(f))
			} else {
				list = append(list, ^int32(f))
			}
		}
		number := func(g pattern, digit [5]int, base int) int {
			n, worth := 0, 1
			for r := range g.rows {
				for c := range g.columns {
					n += worth * digit[seen(side, g.row+r, g.column+c)]
					worth *= base
				}
			}
			return n
		}
		start := atMen
		for i, g := range menPatterns {
			add(start + number(g, [5]int{0, 1, 0, 2, 0}, 3))
			start += map[bool]int{true: ten, false: nine}[i < 5]
		}
		add(start + number(widePattern, [5]int{0, 1, 0, 2, 0}, 3))
		if kings {
			for i, g := range kingPatterns {
				add(atKings + six*i + number(g, [5]int{0, 1, 3, 2, 4}, 5))
			}
		}
		var count [5]int
		steps, kingSteps := map[[2]int]bool{}, 0
		for r := range 8 {
			for c := range 4 {
				piece := seen(side, r, c)
				count[piece]++
				if piece == 2 {
					bit := bitAt[4*r+3-c]
					add(atSquare + int(bit))
				}
				// The column on a board of 64: rows alternate.
				x := 2*(3-c) + 1 - r%2
				for _, d := range [][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
					nr, nx := r+d[0], x+d[1]
					if nr < 0 || nr > 7 || nx < 0 || nx > 7 || seen(side, nr, 3-nx/2) != 0 {
						continue
					}
					if piece == 1 && d[0] == 1 {
						steps[[2]int{nr, nx}] = true
					}
					if piece == 2 {
						kingSteps++
					}
				}
			}
		}
		add(atMaterial + ((count[1]*4+min(count[2], 3))*13+count[3])*4 + min(count[4], 3))
		add(atManMoves + len(steps)&15)
		if kings {
			add(atKingMove + min(kingSteps, 31))
		}
	}
	list = append(list, atTurn)
	pieces, odd := 0, 0
	for r := range 8 {
		for c := range 4 {
			if seen(p.turn, r, c) != 0 {
				pieces++
				odd ^= 1 - r%2
			}
		}
	}
	if odd == 1 {
		list = append(list, int32(atMove+pieces))
	}
	return list
}

// The features are those that a plain look at the board finds, and the estimate is
// the sum of their weights, weighed by the pieces on the board.
func TestFeatures(t *testing.T) {
	rng := rand.New(rand.NewPCG(20, 21))
	logits := make([][2]float32, FeatureCount)
	for i := range logits {
		logits[i] = [2]float32{float32(rng.IntN(257)-128) / unit, float32(rng.IntN(257)-128) / unit}
	}
	w := NewWeights(logits)
	var list []int32
	for range 3000 {
		b := randomMailbox(rng, 12, false)
		p := read(t, english, b.fen())
		list = Features(&p, list[:0])
		got, want := slices.Clone(list), plainFeatures(&p)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Fatalf("%s: features %v, want %v", b.fen(), got, want)
		}
		sum := 0.0
		for _, f := range list {
			sign := 1.0
			if f < 0 {
				f, sign = ^f, -1
			}
			full := float64(Fullness(&p))
			sum += sign * (float64(logits[f][0])*full + float64(logits[f][1])*(1-full))
		}
		for _, by := range []bool{false, vectors} {
			if got, want := float64(w.eval(&p, by)), sum*Logit; got < want-1 || got > want+1 {
				t.Fatalf("%s: %v, want %v, by vectors %t", b.fen(), got, want, by)
			}
		}
		if got, want := w.Eval(&p), w.eval(&p, false); got != want {
			t.Fatalf("%s: %d by vectors, else %d", b.fen(), got, want)
		}
	}
}

// The weights of a file are those that were written; a file that holds something
// else is refused.
func TestWeights(t *testing.T) {
	rng := rand.New(rand.NewPCG(22, 23))
	logits := make([][2]float32, FeatureCount)
	for i := range logits {
		logits[i] = [2]float32{rng.Float32()*60 - 30, rng.Float32()*60 - 30} // most are cut
	}
	w := NewWeights(logits)
	b := w.Bytes()
	again, err := ReadWeights(b)
	if err != nil || !slices.Equal(again, w) {
		t.Fatalf("read %d weights, %v", len(again), err)
	}
	if same := NewWeights(w.Logits()); !slices.Equal(same, w) {
		t.Error("the logits of weights make other weights")
	}
	sum := 0
	for _, k := range kinds {
		sum += k.most * k.times
	}
	if sum >= 1<<15 {
		t.Errorf("a position can add up to %d", sum)
	}
	big := bytes.Clone(b)
	big[len(magic)+1] = 0x7f
	for what, b := range map[string][]byte{"empty": nil, "short": b[:len(b)-1], "long": append(bytes.Clone(b), 0), "another": append([]byte("K"), b[1:]...), "too big": big} {
		if _, err := ReadWeights(b); err == nil {
			t.Errorf("%s: read", what)
		}
	}
	if len(embedded) > 4_000_000 {
		t.Errorf("the weights take %d bytes, want 4 MB at most", len(embedded))
	}
}

// Sets and FromSets are inverse, and what is no position is none.
func TestSets(t *testing.T) {
	rng := rand.New(rand.NewPCG(24, 25))
	for range 200 {
		b := randomMailbox(rng, 12, false)
		p := read(t, english, b.fen())
		if q, ok := FromSets(p.Sets(), p.turn); !ok || q != p {
			t.Fatalf("%s became %s", b.fen(), Write(&q))
		}
	}
	for _, sets := range [][3]uint32{{1, 1, 0}, {2, 4, 8}, {crownBlack, 0, 0}, {0, crownWhite, 0}} {
		if _, ok := FromSets(sets, kibaho.First); ok {
			t.Errorf("%x is a position", sets)
		}
	}
	if _, ok := FromSets([3]uint32{2, 4, 0}, 2); ok {
		t.Error("a third side is to move")
	}
}

// Threat looks at the jumps of the side that is not to move, Tactics at those of
// the other; turns with the same way share a key.
func TestThreat(t *testing.T) {
	rng := rand.New(rand.NewPCG(26, 27))
	threats := 0
	for range 1000 {
		b := randomMailbox(rng, 8, false)
		p := read(t, english, b.fen())
		q := p
		q.turn ^= 1
		jumps := slices.ContainsFunc(q.Moves(nil), func(m Move) bool { return m.kind == jump })
		if Threat(&p) != jumps || (Tactics(&q) == kibaho.Bound) != jumps {
			t.Fatalf("%s: threat %v, tactics %v, want %v", b.fen(), Threat(&p), Tactics(&q), jumps)
		}
		if jumps {
			threats++
		}
	}
	if threats == 0 || threats == 1000 {
		t.Errorf("%d threats", threats)
	}
	if a, b := (Move{from: 3, to: 9, taken: 5, kind: jump}), (Move{from: 3, to: 9}); Key(a) != Key(b) || Key(a) == Key(Move{from: 9, to: 3}) {
		t.Errorf("keys %d, %d, %d", Key(a), Key(b), Key(Move{from: 9, to: 3}))
	}
}
