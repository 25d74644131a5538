package igisoro

import (
	"testing"

	"kibaho"
	"kibaho/nnet"
)

// TestSee counts what a net sees pit by pit, in random games.
func TestSee(t *testing.T) {
	s := settings(t, "igisoro")
	r := kibaho.NewRand(1)
	crowded := 0
	for range 300 {
		p, err := Game.Start(s)
		if err != nil {
			t.Fatal(err)
		}
		for turns := 0; turns < 60 && p.Outcome() == kibaho.Ongoing; {
			moves := p.Moves(nil)
			if len(moves) == 0 {
				break
			}
			p.Play(moves[r.N(len(moves))])
			if p.MidTurn() {
				continue
			}
			turns++
			var got [nnet.MaxSites]uint8
			phase := See(&p, &got)
			for i := range 32 {
				side, pit := p.side, i
				if i >= 16 {
					side, pit = p.side.Other(), i-16
				}
				n := p.lanes[side].At(pit)
				if n > 15 {
					crowded++
				}
				if want := min(n, 15); int(got[i]) != want {
					t.Fatalf("%s: site %d is of class %d, want %d", Game.Write(&p), i, got[i], want)
				}
			}
			if want := min(p.Cows(p.side)/8, 7); phase != want {
				t.Fatalf("%s: phase %d, want %d", Game.Write(&p), phase, want)
			}
		}
	}
	// Handfuls beyond any that those games met.
	for n := range uint64(256) {
		w := n | (255-n)<<8 | n<<56
		for i := range 8 {
			if got, want := atMost15(w)>>(8*i)&0xff, min(w>>(8*i)&0xff, 15); got != want {
				t.Fatalf("atMost15(%x): byte %d is %d, want %d", w, i, got, want)
			}
		}
	}
	if crowded == 0 {
		t.Error("no pit of 16 cows or more was seen")
	}
}

// TestNetApplies finds that the net judges the standard game between turns, either side
// alike, and nothing else.
func TestNetApplies(t *testing.T) {
	flat := Judge(nnet.New(Sight, &nnet.Floats{Rows: make([]float32, Sight.Rows()*nnet.Hidden), Base: [nnet.Phases]float32{2, 2, 2, 2, 2, 2, 2, 2}}))
	p, err := Game.Start(settings(t, "igisoro"))
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if got, want := flat(&p), 2*logit; got != want {
			t.Errorf("%s: a net of two logits everywhere gives %d, want %d", Game.Write(&p), got, want)
		}
		p.side = p.side.Other()
	}
	q := p
	q.lanes[q.side] = [4]uint64{1}
	if got := flat(&q); got != lost {
		t.Errorf("%s: %d, want %d", Game.Write(&q), got, lost)
	}
	for _, set := range []string{"columns=9", "capture=must", "reverse-pits=none"} {
		q, err := Game.Start(settings(t, "igisoro", set))
		if err != nil {
			t.Fatal(err)
		}
		if got, want := flat(&q), tuned.eval(&q); got != want {
			t.Errorf("%s: %d, want %d by the named features", set, got, want)
		}
	}
	if got := testing.AllocsPerRun(100, func() { Game.Eval(&p) }); got != 0 {
		t.Errorf("%v allocations an evaluation, want none", got)
	}
}
