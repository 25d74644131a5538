package chuba

import (
	"testing"

	"kibaho"
	"kibaho/nnet"
)

// TestSee counts what a net sees pit by pit, in random games.
func TestSee(t *testing.T) {
	s := settings(t, "chuba")
	r := kibaho.NewRand(1)
	fresh, crowded := 0, 0
	for range 200 {
		p, err := Game.Start(s)
		if err != nil {
			t.Fatal(err)
		}
		for p.Outcome() == kibaho.Ongoing {
			if r.N(8) == 0 { // random games make no crowded pits
				side, pit := kibaho.Side(r.N(2)), r.N(22)
				if p.unplayed[side]>>pit&1 == 0 {
					p.men[side].Set(pit, p.men[side].At(pit)+r.N(14))
				}
			}
			var got [nnet.MaxSites]uint8
			phase := See(&p, &got)
			men := 0
			for i := range 44 {
				side, pit := p.side, i
				if i >= 22 {
					side, pit = p.side.Other(), i-22
				}
				n := p.men[side].At(pit)
				men += n
				want := min(n, 11)
				if pit >= 11 {
					want = min(n, 10)
					if p.unplayed[side]>>pit&1 != 0 {
						want = 11
						fresh++
					}
				}
				if n > 10 {
					crowded++
				}
				if int(got[i]) != want {
					t.Fatalf("%s: site %d is of class %d, want %d", Game.Write(&p), i, got[i], want)
				}
			}
			if want := min(men/8, 7); phase != want {
				t.Fatalf("%s: phase %d, want %d", Game.Write(&p), phase, want)
			}
			moves := p.Moves(nil)
			p.Play(moves[r.N(len(moves))])
		}
	}
	if fresh == 0 || crowded == 0 {
		t.Errorf("%d outer pits never played upon and %d crowded pits were seen, want some", fresh, crowded)
	}
}

// TestNetApplies finds that the net judges the standard game, either side alike, and
// nothing else.
func TestNetApplies(t *testing.T) {
	s := settings(t, "chuba")
	flat := Judge(nnet.New(Sight, &nnet.Floats{Rows: make([]float32, Sight.Rows()*nnet.Hidden), Base: [nnet.Phases]float32{2, 2, 2, 2, 2, 2, 2, 2}}))
	p, err := Game.Start(s)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := flat(&p), 2*logit; got != want {
		t.Errorf("a net of two logits everywhere gives %d, want %d", got, want)
	}
	p.side = p.side.Other()
	if got, want := flat(&p), 2*logit; got != want {
		t.Errorf("with North to move %d, want %d", got, want)
	}
	for _, other := range []kibaho.Settings{settings(t, "tschuba"), settings(t, "chuba", "columns=9")} {
		q, err := Game.Start(other)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := flat(&q), tuned.eval(&q); got != want {
			t.Errorf("%s: %d, want %d by the named features", other.String(), got, want)
		}
	}
	// South has nothing to start from.
	for _, text := range []string{"3,0,0,0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0,0,0,0 S"} {
		q := position(t, s, text)
		if got := flat(&q); got != lost {
			t.Errorf("%s: %d, want %d", text, got, lost)
		}
	}
}

// TestLearned finds that the net in the program knows that more men are better.
func TestLearned(t *testing.T) {
	s := settings(t, "chuba")
	p, err := Game.Start(s)
	if err != nil {
		t.Fatal(err)
	}
	q := p
	q.men[q.side.Other()].Set(2, 0)
	q.men[q.side.Other()].Set(3, 0)
	q.men[q.side.Other()].Set(4, 0)
	if got, than := Game.Eval(&q), Game.Eval(&p); got <= than {
		t.Errorf("six men more are worth %d, even %d", got, than)
	}
	if got := testing.AllocsPerRun(100, func() { Game.Eval(&p) }); got != 0 {
		t.Errorf("%v allocations an evaluation, want none", got)
	}
}
