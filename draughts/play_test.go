package draughts

import (
	"math/rand/v2"
	"slices"
	"testing"

	"kibaho"
)

// shown plays the events of a turn on the board as it is drawn.
func shown(at []int16, seen []kibaho.Event) {
	for _, e := range seen {
		switch e.Kind {
		case kibaho.Move:
			at[e.To], at[e.Site] = at[e.Site], kibaho.NoPiece
		case kibaho.Take, kibaho.Huff:
			at[e.Site] = kibaho.NoPiece
		case kibaho.Crown:
			at[e.Site] += kibaho.FirstKing - kibaho.FirstMan
		}
	}
}

// What is seen of a move leads to the same board as the move; equal positions
// have equal hashes and different ones different hashes.
func TestTraceAndHash(t *testing.T) {
	hashes := map[uint64]Position{}
	for _, s := range []kibaho.Settings{english, huffing} {
		r := kibaho.NewRand(3)
		for range 300 {
			p, err := Start(s)
			if err != nil {
				t.Fatal(err)
			}
			for range 120 {
				moves := p.Moves(nil)
				if len(moves) == 0 {
					break
				}
				m := moves[r.N(len(moves))]
				at, back := View(&p).At, Position{pieces: p.back}
				seen := Trace(&p, m)
				shown(at, seen)
				if seen[0].Kind == kibaho.Return { // DR7: the earlier board
					at = View(&back).At
				}
				q := p
				q.Play(m)
				if !slices.Equal(at, View(&q).At) {
					t.Fatalf("%s, %s: events %v do not lead to %s", Write(&p), m, seen, Write(&q))
				}
				if old, ok := hashes[q.Hash()]; ok && old != q {
					t.Fatalf("%s and %s have the same hash", Write(&old), Write(&q))
				}
				hashes[q.Hash()] = q
				p = q
			}
		}
	}
}

// A chain with a crowning at its end, event by event.
func TestTraceEvents(t *testing.T) {
	p := read(t, english, "B:W17,26,5:B14")
	got := Trace(&p, p.Moves(nil)[0])
	want := []kibaho.Event{ // DR4: 14x21x30
		{Kind: kibaho.Move, Site: 13, To: 20},
		{Kind: kibaho.Take, Site: 16, N: 1},
	}
	if !slices.Equal(got, want) {
		t.Errorf("events %v, want %v", got, want)
	}
	p = read(t, english, "B:W18,25,5:B15")
	got = Trace(&p, p.Moves(nil)[0])
	want = []kibaho.Event{
		{Kind: kibaho.Move, Site: 14, To: 21},
		{Kind: kibaho.Take, Site: 17, N: 1},
		{Kind: kibaho.Move, Site: 21, To: 28},
		{Kind: kibaho.Take, Site: 24, N: 1},
		{Kind: kibaho.Crown, Site: 28},
	}
	if !slices.Equal(got, want) {
		t.Errorf("events %v, want %v", got, want)
	}
}

// DR8: quiet is a step of a king and nothing else.
func TestQuiet(t *testing.T) {
	for _, c := range []struct {
		fen, text string
		want      bool
	}{
		{"B:W32:BK14,10", "14-9", true},
		{"B:W32:BK14,10", "10-15", false},
		{"B:W18:BK14,10", "14x23", false},
		{"W:W18,32:B5,14,15 ; huff 14,15 back B:W18,32:B1,14,15", "huff 14", false},
		{"W:W18,32:B5,14,15 ; huff 14,15 back B:W18,32:B1,14,15", "compel", false},
	} {
		p := read(t, huffing, c.fen)
		for _, m := range p.Moves(nil) {
			if Text(&p, m) == c.text && Quiet(&p, m) != c.want {
				t.Errorf("%s, %s: quiet %v, want %v", c.fen, c.text, !c.want, c.want)
			}
		}
	}
}

// DR6: how games end.
func TestOutcome(t *testing.T) {
	for _, c := range []struct {
		fen    string
		want   kibaho.Outcome
		reason string
	}{
		{"B:W21-32:B1-12", kibaho.Ongoing, ""},
		{"W:W5:B1", kibaho.FirstWins, "White cannot move (DR6)"},
		{"B:W5:B1", kibaho.Ongoing, ""},
		{"B:W32:BK28,24", kibaho.Ongoing, ""},
		{"B:W32,27:B28", kibaho.SecondWins, "Black cannot move (DR6)"},
		{"B:W32:B", kibaho.SecondWins, "Black has no pieces left (DR6)"},
		{"W:W32:B", kibaho.SecondWins, "Black has no pieces left (DR6)"},
		{"W:W:BK32", kibaho.FirstWins, "White has no pieces left (DR6)"},
	} {
		p := read(t, english, c.fen)
		if got := p.Outcome(); got != c.want || Reason(&p) != c.reason {
			t.Errorf("%s: %v, %q; want %v, %q", c.fen, got, Reason(&p), c.want, c.reason)
		}
		if (len(p.Moves(nil)) == 0) != (c.want != kibaho.Ongoing) || (Perft(&p, 1) == 0) != (c.want != kibaho.Ongoing) {
			t.Errorf("%s: %d moves, perft %d", c.fen, len(p.Moves(nil)), Perft(&p, 1))
		}
	}
}

// plainPlayout is a random game by the methods of a position alone.
func plainPlayout(p Position, r *kibaho.Rand, l kibaho.Limits) (res kibaho.Result) {
	history, quiet := []Position{p}, 0
	for {
		if res.Outcome = p.Outcome(); res.Outcome != kibaho.Ongoing {
			return res
		}
		times := 0
		for _, q := range history {
			if q == p {
				times++
			}
		}
		if l.Repetition > 0 && times >= l.Repetition || l.Quiet > 0 && quiet >= l.Quiet {
			res.Outcome = kibaho.Draw
			return res
		}
		moves := p.Moves(nil)
		m := moves[r.N(len(moves))]
		if Quiet(&p, m) {
			quiet++
		} else {
			quiet = 0
		}
		taken := 0
		for _, e := range Trace(&p, m) {
			if e.Kind == kibaho.Take {
				taken++
			}
		}
		p.Play(m)
		history = append(history, p)
		res.Plies++
		res.Longest = max(res.Longest, taken)
	}
}

// The fast random game is the plain one, move for move: the same results from
// the same source, which stands at the same place afterwards (M3, DR8).
func TestPlayout(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	for _, s := range []kibaho.Settings{english, huffing} {
		outcomes := map[kibaho.Outcome]int{}
		for i := range 1500 {
			p, err := Start(s)
			if err != nil {
				t.Fatal(err)
			}
			if i%2 == 1 {
				b := randomMailbox(rng, 1+i%9, s.Value("capture") == "huffing")
				p = read(t, s, b.fen())
			}
			l := s.Limits()
			switch i % 7 {
			case 2:
				l.Quiet = rng.IntN(12)
			case 4:
				l.Repetition = 1 + rng.IntN(4)
			case 5:
				l.Repetition = 0
			}
			fast, plain := kibaho.NewRand(uint64(i)), kibaho.NewRand(uint64(i))
			got, want := Playout(&p, fast, l), plainPlayout(p, plain, l)
			if got != want || fast.Uint64() != plain.Uint64() {
				t.Fatalf("%s, game %d, %+v: %+v, want %+v", Write(&p), i, l, got, want)
			}
			outcomes[got.Outcome]++
		}
		for o := kibaho.FirstWins; o <= kibaho.Draw; o++ {
			if outcomes[o] < 50 {
				t.Errorf("%s: outcome %v only %d times", s, o, outcomes[o])
			}
		}
	}
}

// turned is the position with the colours exchanged.
func turned(p *Position) Position {
	q := Position{turn: p.turn ^ 1, rules: p.rules}
	for s := range kibaho.Site(32) {
		for side := range 2 {
			if p.side[side]&square(s) != 0 {
				q.side[side^1] |= square(31 - s)
			}
		}
		if p.kings&square(s) != 0 {
			q.kings |= square(31 - s)
		}
	}
	return q
}

// The estimate does not depend on colours, prefers material and stays in bounds;
// Gain is the material won.
func TestEval(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 11))
	for range 2000 {
		b := randomMailbox(rng, 12, false)
		p := read(t, english, b.fen())
		q := turned(&p)
		if Eval(&p) != Eval(&q) {
			t.Fatalf("%s: %d, %d with colours exchanged", b.fen(), Eval(&p), Eval(&q))
		}
		if v := Eval(&p); v <= -20_000 || v >= 20_000 {
			t.Fatalf("%s: %d", b.fen(), v)
		}
		for _, m := range p.Moves(nil) {
			want := 0
			for _, e := range Trace(&p, m) {
				switch {
				case e.Kind == kibaho.Take && isKing(View(&p).At[e.Site]):
					want += kingValue
				case e.Kind == kibaho.Take:
					want += manValue
				}
			}
			if got := Gain(&p, m); got != want {
				t.Fatalf("%s, %s: gain %d, want %d", b.fen(), m, got, want)
			}
		}
	}
	for _, c := range []struct{ better, worse string }{
		{"B:W21-32:B1-12", "B:W21-32:B1-11"},
		{"B:W21-31:B1-12", "B:W21-32:B1-12"},
		{"B:W32,31:B1,2,3", "B:W32,31:B1,2"},
		{"B:W21,22,26,30,31:B2,3,4,9,K18", "B:W21,22,26,30,31:B2,3,4,9,18"},
		{"W:WK14,21,22:B1,2,5,6", "W:W14,21,22:B1,2,5,6"},
	} {
		a, b := read(t, english, c.better), read(t, english, c.worse)
		if Eval(&a) <= Eval(&b) {
			t.Errorf("%s %d, %s %d", c.better, Eval(&a), c.worse, Eval(&b))
		}
	}
	// DR7: a claim is worth having, and a huff wins its piece.
	p := read(t, huffing, "W:W18,32:B5,14,15 ; huff 14,15 back B:W18,32:B1,14,15")
	q := read(t, huffing, "W:W18,32:B5,14,15")
	if Eval(&p) <= Eval(&q) {
		t.Errorf("with a claim %d, without %d", Eval(&p), Eval(&q))
	}
	for _, m := range p.Moves(nil) {
		if m.kind == huff && Gain(&p, m) != manValue {
			t.Errorf("%s gains %d", m, Gain(&p, m))
		}
	}
}

// Nothing in the loops of a search allocates.
func TestAllocs(t *testing.T) {
	for _, fen := range []string{"B:W21-32:B1-12", "B:W6,7,8,14,15,16,22,23,24:BK1", "W:WK14:BK1,2,6,9,10,18"} {
		for _, s := range []kibaho.Settings{english, huffing} {
			p := read(t, s, fen)
			list := make([]Move, 0, 128)
			r := kibaho.NewRand(1)
			l := s.Limits()
			for what, f := range map[string]func(){
				"moves": func() { list = p.Moves(list[:0]) },
				"play": func() {
					for _, m := range list {
						q := p
						q.Play(m)
						_, _, _ = q.Outcome(), q.Hash(), Eval(&q)
						_, _ = Quiet(&p, m), Gain(&p, m)
					}
				},
				"perft":   func() { Perft(&p, 3) },
				"playout": func() { Playout(&p, r, l) },
			} {
				list = p.Moves(list[:0])
				if n := testing.AllocsPerRun(50, f); n != 0 {
					t.Errorf("%s, %s, %s: %v allocations", s, fen, what, n)
				}
			}
		}
	}
}
