package draughts

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"kibaho"
	"kibaho/nnet"
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
	w := NewWeights(logits, nil)
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

// randomNet returns a net within its bounds.
func randomNet(rng *rand.Rand) *nnet.Floats {
	f := &nnet.Floats{Rows: make([]float32, NetShape.Rows()*nnet.Hidden)}
	number := func(most float32) float32 { return most * (2*rng.Float32() - 1) }
	for i := range f.Rows {
		f.Rows[i] = number(0.3)
	}
	for h := range f.Bias {
		f.Bias[h] = number(1)
	}
	for p := range f.Out {
		for h := range f.Out[p] {
			f.Out[p][h] = number(nnet.MostOut)
		}
		f.Base[p] = number(1)
	}
	return f
}

// What the net adds is what it makes of the board square by square, turned round for
// White.
func TestNet(t *testing.T) {
	rng := rand.New(rand.NewPCG(28, 29))
	f := randomNet(rng)
	w := NewWeights(make([][2]float32, FeatureCount), f)
	for range 3000 {
		b := randomMailbox(rng, 12, false)
		p := read(t, english, b.fen())
		// digit returns what is on a bit of the board as the side to move sees it: 0 none, 1 and 2 an
		// own man and king, 3 and 4 the enemy's.
		at := View(&p).At
		pieces := 0
		digit := func(bit int) int {
			site := siteAt[bit]
			if p.turn == kibaho.Second {
				site = 31 - site
			}
			switch c := at[site]; {
			case c == 0:
				return 0
			case c == kibaho.FirstMan || c == kibaho.FirstKing:
				return 1 + 2*int(p.turn) + map[bool]int{true: 1}[isKing(c)]
			default:
				return 3 - 2*int(p.turn) + map[bool]int{true: 1}[isKing(c)]
			}
		}
		sums := f.Bias
		add := func(row int) {
			for h := range sums {
				sums[h] += f.Rows[row*nnet.Hidden+h]
			}
		}
		for part := range 4 {
			n, worth := 0, 1
			for i := range 8 {
				n += worth * [5]int{0, 1, 0, 2, 0}[digit(8*part+i)]
				worth *= 3
			}
			add(part*eight + n)
		}
		for part := range 8 {
			n, worth := 0, 1
			for i := range 4 {
				d := digit(4*part + i)
				n += worth * [5]int{0, 0, 1, 0, 2}[d]
				worth *= 3
				if d != 0 {
					pieces++
				}
			}
			if n != 0 {
				add(atCrowned + part*four + n)
			}
		}
		phase := (pieces - 1) / 3
		want := float64(f.Base[phase])
		for h, x := range sums {
			x = min(max(x, 0), 1)
			want += float64(x) * float64(x) * float64(f.Out[phase][h])
		}
		if got := float64(w.Eval(&p)) / Logit; math.Abs(got-want) > 0.3 {
			t.Fatalf("%s: %.2f logits, want %.2f", b.fen(), got, want)
		}
		if n := testing.AllocsPerRun(1, func() { w.Eval(&p) }); n != 0 {
			t.Fatalf("%v allocations", n)
		}
	}
}

// The weights of a file are those that were written; a file that holds something
// else is refused.
func TestWeights(t *testing.T) {
	rng := rand.New(rand.NewPCG(22, 23))
	logits := make([][2]float32, FeatureCount)
	for i := range logits {
		if i%3 != 0 {
			logits[i] = [2]float32{rng.Float32()*60 - 30, rng.Float32()*60 - 30} // most are cut
		}
	}
	var b []byte
	for _, net := range []*nnet.Floats{nil, randomNet(rng)} {
		w := NewWeights(logits, net)
		b = w.Bytes()
		again, err := ReadWeights(b)
		if err != nil || !slices.Equal(again.worth, w.worth) || !bytes.Equal(again.Bytes(), b) {
			t.Fatalf("read %d weights, %v", len(again.worth), err)
		}
		if same := NewWeights(w.Logits()); !bytes.Equal(same.Bytes(), b) {
			t.Error("the logits of weights make other weights")
		}
	}
	sum := 0
	for _, k := range kinds {
		sum += k.most * k.times
	}
	if sum >= 1<<15 {
		t.Errorf("a position can add up to %d", sum)
	}
	big, none := bytes.Clone(b), bytes.Clone(b)
	big[len(magic)+maskBytes+1] = 0x7f
	none[len(magic)] ^= 1
	for what, b := range map[string][]byte{"one more": none, "empty": nil, "short": b[:len(b)-1], "long": append(bytes.Clone(b), 0), "another": append([]byte("K"), b[1:]...), "too big": big} {
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
