package igisoro

import (
	"math"
	"testing"

	"kibaho"
)

// amble is playout by Moves and Play: the same games from the same random numbers
// as long as no turn that is chosen proves endless. It reports whether one could
// have been.
func amble(p Position, r *kibaho.Rand, l kibaho.Limits) (res kibaho.Result, barred bool) {
	seen := map[Position]int{}
	if !p.MidTurn() {
		seen[p] = 1
	}
	idle, laps := 0, int(p.laps)
	for {
		moves := p.Moves(nil)
		raw := 2
		if !p.MidTurn() {
			raw = 0
			for set := p.starts(); set != 0; set &= set - 1 {
				raw++
			}
		}
		if len(moves) != raw {
			barred = true
		}
		if len(moves) == 0 {
			res.Outcome = p.Outcome()
			return res, barred
		}
		m := moves[r.N(len(moves))]
		if gain(&p, m) > 0 {
			idle = -1
		}
		for _, e := range trace(&p, m) {
			if e.Kind == kibaho.Lap {
				laps++
			}
		}
		p.Play(m)
		if p.MidTurn() {
			continue
		}
		res.Plies++
		res.Longest = max(res.Longest, laps)
		laps = 0
		idle++
		seen[p]++
		if l.Repetition > 0 && seen[p] >= l.Repetition || l.Quiet > 0 && idle >= l.Quiet {
			if res.Outcome = p.Outcome(); res.Outcome == kibaho.Ongoing {
				res.Outcome = kibaho.Draw
			}
			return res, barred
		}
	}
}

// M3 M4: random games are those of Moves and Play, draws by limits included.
func TestPlayoutTwin(t *testing.T) {
	limits := []kibaho.Limits{{Repetition: 3}, {Repetition: 1}, {Repetition: 2, Quiet: 5}, {Quiet: 1}, {Quiet: 12}}
	sets := [][]string{{"igisoro", "columns=5"}, {"turn-origin", "columns=11", "per-pit=2"}, {"compulsory", "columns=2"}, {"igisoro", "columns=3", "min-start=1", "endless-laps=30"}, {"one-way-compulsory", "per-pit=1"}, {"igisoro", "quiet-plies=4", "resow=turn", "reverse=arrival"}}
	for _, v := range Game.Variants {
		sets = append(sets, []string{v.Name})
	}
	games := 8
	if *long {
		games = 400
	}
	same, barred, outcomes := 0, 0, [4]int{}
	for i, set := range sets {
		start := position(t, set[0], "", set[1:]...)
		for game := range games {
			l := limits[(i+game)%len(limits)]
			p := start
			if game%3 == 2 {
				// From within a turn, if there is one.
				r := kibaho.NewRand(uint64(game))
				for range 40 {
					if q := p; q.Outcome() == kibaho.Ongoing {
						moves := q.Moves(nil)
						q.Play(moves[r.N(len(moves))])
						p = q
					}
					if p.MidTurn() {
						break
					}
				}
			}
			want, skip := amble(p, kibaho.NewRand(uint64(game)), l)
			if skip {
				barred++ // the choice among fewer takes another number
				continue
			}
			before := p
			for name, play := range map[string]func(*Position, *kibaho.Rand, kibaho.Limits) kibaho.Result{"playout": playout, "stroll": stroll} {
				if got := play(&p, kibaho.NewRand(uint64(game)), l); got != want {
					t.Fatalf("%v %s game %d %+v: %s %+v, by moves %+v", set, write(&before), game, l, name, got, want)
				}
			}
			if p != before {
				t.Fatalf("playout changed %s", write(&before))
			}
			same++
			outcomes[want.Outcome]++
		}
	}
	if same < 80 || outcomes[kibaho.FirstWins] < 10 || outcomes[kibaho.SecondWins] < 10 || outcomes[kibaho.Draw] < 10 {
		t.Errorf("compared %d games (%d not), outcomes %v: too few of a kind", same, barred, outcomes)
	}
}

// IG13: where many decisions are endless, each legal one keeps its chance.
func TestPlayoutSpread(t *testing.T) {
	for _, x := range []struct{ variant, text, laps string }{
		{"one-way-compulsory", "0,0,0,1,0,0,0,0/0,0,6,0,9,1,1,0/1,5,1,9,1,2,7,1/0,2,5,2,1,2,1,6 S", "1000"},
		{"one-way", "0,2,0,1,1,0,0,0/0,0,2,1,0,0,0,0/6,4,0,8,1,1,12,3/7,0,2,3,2,1,5,2 S", "12"},
		{"igisoro", "0,0,1,1,0,2,0,2/0,5,1,6,1,6,1,6/1,0,5,5,0,4,4,4/0,3,0,1,3,0,1,1 S", "6"},
	} {
		p := position(t, x.variant, x.text, "endless-laps="+x.laps)
		// The chance of each position after a turn, by its tree of decisions.
		want := map[Position]float64{}
		var walk func(p Position, chance float64)
		walk = func(p Position, chance float64) {
			moves := p.Moves(nil)
			for _, m := range moves {
				q := p
				q.Play(m)
				if q.MidTurn() {
					walk(q, chance/float64(len(moves)))
				} else {
					want[q] += chance / float64(len(moves))
				}
			}
		}
		walk(p, 1)
		if len(want) < 5 {
			t.Fatalf("%s: only %d turns", x.text, len(want))
		}
		const n = 20_000
		got := map[Position]int{}
		r := kibaho.NewRand(5)
		for range n {
			q := p
			if _, ok := q.wander(r); !ok {
				t.Fatalf("%s: no turn", x.text)
			}
			got[q]++
		}
		for q, chance := range want {
			if d := math.Abs(float64(got[q]) - n*chance); d > 6*math.Sqrt(n*chance)+1 {
				t.Errorf("%s: %s came up %d times, want about %.0f", x.text, write(&q), got[q], n*chance)
			}
			delete(got, q)
		}
		if len(got) > 0 {
			t.Errorf("%s: %d positions came up that no legal turn leads to", x.text, len(got))
		}
	}
}

func TestNoAllocation(t *testing.T) {
	for _, set := range [][]string{{"igisoro"}, {"one-way-compulsory"}, {"turn-origin", "columns=11"}} {
		p := position(t, set[0], "", set[1:]...)
		r := kibaho.NewRand(1)
		moves := make([]Move, 0, 32)
		for what, f := range map[string]func(){
			"playout": func() { playout(&p, r, kibaho.Limits{Repetition: 3, Quiet: 30}) },
			"perft":   func() { perft(&p, 3) },
			"moves": func() {
				q := p
				for range 20 {
					if moves = q.Moves(moves[:0]); len(moves) == 0 {
						break
					}
					m := moves[r.N(len(moves))]
					q.Outcome()
					q.Hash()
					eval(&q)
					gain(&q, m)
					q.Play(m)
				}
			},
		} {
			if n := testing.AllocsPerRun(20, f); n > 0 {
				t.Errorf("%v: %s allocates %v times", set, what, n)
			}
		}
	}
}

// The record of a long game counts as that of a short one.
func TestRecord(t *testing.T) {
	var past record
	times := map[uint64]int{}
	r := kibaho.NewRand(2)
	for range 3000 {
		h := kibaho.Mix(0, uint64(r.N(700)))
		times[h]++
		if got := past.add(h); got != times[h] {
			t.Fatalf("%x came up %d times, want %d", h, got, times[h])
		}
	}
}
