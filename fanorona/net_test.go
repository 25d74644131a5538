package fanorona

import (
	"math/bits"
	"testing"

	"kibaho"
	"kibaho/nnet"
)

// TestSee counts what a net sees point by point, in random games, and holds the mirrors
// to it.
func TestSee(t *testing.T) {
	s := settings(t, "fanorona")
	r := kibaho.NewRand(1)
	for range 40 {
		p := start(t, s)
		for p.Outcome() == kibaho.Ongoing {
			checkSee(t, &p)
			moves := p.Moves(nil)
			p.Play(moves[r.N(len(moves))])
			if r.N(40) == 0 {
				break // random games with few pieces go on and on
			}
		}
	}
}

func checkSee(t *testing.T, p *Position) {
	t.Helper()
	var got [nnet.MaxSites]uint8
	phase := See(p, &got)
	own, opp := p.men[p.Turn()], p.men[p.Turn().Other()]
	var want [nnet.MaxSites]uint8
	for row := range 5 {
		for column := range 9 {
			at := row*stride + column
			bit := uint8(column % 2)
			if own.has(at) {
				want[row*5+column/2] |= 1 << bit
			}
			if opp.has(at) {
				want[row*5+column/2] |= 4 << bit
			}
		}
	}
	b := p.board()
	a, c := b.seeWide(own, opp), b.seeWide(opp, own)
	for i, n := range []int{a.takes, c.takes, a.steps / 3, c.steps / 3, a.men, c.men, a.links / 3, c.links / 3} {
		want[25+i] = uint8(min(n, 15))
	}
	if got != want {
		t.Fatalf("%s: sees %v, want %v", Write(p), got, want)
	}
	if want := min((a.men+c.men)/6, 7); phase != want {
		t.Fatalf("%s: phase %d, want %d", Write(p), phase, want)
	}
	for way := range uint8(4) {
		q := Mirrored(p, way)
		for row := range 5 {
			for column := range 9 {
				y, x := row, column
				if way&1 != 0 {
					y = 4 - y
				}
				if way&2 != 0 {
					x = 8 - x
				}
				for side := range q.men {
					if got, want := q.men[side].has(row*stride+column), p.men[side].has(y*stride+x); got != want {
						t.Fatalf("%s: reflection %d has a piece of %d on %d, %d: %t, want %t", Write(p), way, side, row, column, got, want)
					}
				}
			}
		}
		if got, want := len(q.Moves(nil)), len(p.Moves(nil)); got != want {
			t.Fatalf("%s: %d moves in reflection %d, want %d", Write(p), got, way, want)
		}
	}
}

// TestNetApplies finds that the net judges the standard game, either side alike, and
// nothing else.
func TestNetApplies(t *testing.T) {
	s := settings(t, "fanorona")
	flat := Judge(nnet.New(Sight, &nnet.Floats{Rows: make([]float32, Sight.Rows()*nnet.Hidden), Base: [nnet.Phases]float32{2, 2, 2, 2, 2, 2, 2, 2}}))
	p := start(t, s)
	if p.rules != standardRules {
		t.Fatalf("the standard game is played by rules %d, want %d", p.rules, standardRules)
	}
	for range 2 {
		if got, want := flat(&p), 2*logit; got != want {
			t.Errorf("%s: a net of two logits everywhere gives %d, want %d", Write(&p), got, want)
		}
		p.rules ^= second
	}
	for _, lone := range []struct {
		side kibaho.Side
		want int
	}{{p.Turn(), lost}, {p.Turn().Other(), -lost}} {
		q := p
		q.men[lone.side] = set{}
		if got := flat(&q); got != lone.want {
			t.Errorf("%s: %d, want %d", Write(&q), got, lone.want)
		}
	}
	for _, variant := range []string{"vela", "1886"} {
		q := start(t, settings(t, variant))
		if got, want := flat(&q), inUse.eval(&q); got != want {
			t.Errorf("%s: %d, want %d by the named features", variant, got, want)
		}
	}
	if got := testing.AllocsPerRun(100, func() { Eval(&p) }); got != 0 {
		t.Errorf("%v allocations an evaluation, want none", got)
	}
	if bits.OnesCount64(p.men[0].lo) != 22 {
		t.Errorf("%s does not have 22 pieces a side", Write(&p))
	}
}
