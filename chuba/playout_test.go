package chuba

import (
	"math"
	"slices"
	"strings"
	"testing"

	"kibaho"
)

var outcomes = map[string]kibaho.Outcome{"S": kibaho.FirstWins, "N": kibaho.SecondWins}

// wander plays a random game by the plain rules: the twin of playout, with the
// same choices in the same order from the same random numbers.
func wander(s kibaho.Settings, text string, r *kibaho.Rand, l kibaho.Limits) (res kibaho.Result) {
	b := readPlain(s, text)
	past := map[string]int{text: 1} // since the last capture
	quiet := 0
	for ; ; res.Plies++ {
		if res.Outcome = outcomes[b.over()]; res.Outcome != kibaho.Ongoing {
			return res
		}
		if l.Quiet > 0 && quiet >= l.Quiet || res.Plies > 0 && l.Repetition > 0 && past[b.write()] >= l.Repetition {
			res.Outcome = kibaho.Draw
			return res
		}
		starts := b.starts()
		var sown *plain
		last, laps := "", 0
		for last == "" { // CH13
			if len(starts) == 0 {
				res.Outcome = kibaho.Draw
				return res
			}
			k := r.N(len(starts))
			sown = b.copy()
			last, laps = sown.sow(starts[k])
			starts = slices.Delete(starts, k, k+1)
		}
		res.Longest = max(res.Longest, laps)
		quiet++
		if column := sown.prey(last); column >= 0 {
			quiet = 0
			clear(past)
			sown.take(column)
			pairs, nothing := sown.seconds(column)
			n := len(pairs)
			if nothing {
				n++
			}
			if k := r.N(n); k < len(pairs) {
				sown.take(pairs[k])
			}
		}
		b = sown.end()
		past[b.write()]++
	}
}

// TestPlayout compares random games with the plain ones from the same random
// numbers: outcome, plies and laps are the same, under all options (M3, M4).
func TestPlayout(t *testing.T) {
	games := 4
	if *long {
		games = 60
	}
	var ended [4]int
	for _, setting := range everything() {
		words := strings.Fields(setting)
		s := settings(t, words[0], words[1:]...)
		p, err := Game.Start(s)
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(games) {
			l := s.Limits()
			switch seed % 4 {
			case 1:
				l.Quiet = 3
			case 2:
				l.Repetition, l.Quiet = 2, 0
			case 3:
				l.Quiet = 30
			}
			got, want := Game.Playout(&p, kibaho.NewRand(seed), l), wander(s, Game.Write(&p), kibaho.NewRand(seed), l)
			if got != want {
				t.Fatalf("%s, seed %d: %+v, plainly %+v", setting, seed, got, want)
			}
			ended[got.Outcome]++
		}
	}
	if ended[kibaho.Ongoing] != 0 || ended[kibaho.FirstWins] == 0 || ended[kibaho.SecondWins] == 0 || ended[kibaho.Draw] == 0 {
		t.Errorf("outcomes %v", ended)
	}
}

// TestRush compares the fast random games with those by the methods of the position.
func TestRush(t *testing.T) {
	for _, setting := range []string{"chuba", "tschuba", "tschuba columns=12 layout=bradley", "tschuba singles=outer-always", "chuba columns=12 singles=outer-once"} {
		words := strings.Fields(setting)
		s := settings(t, words[0], words[1:]...)
		p, _ := Game.Start(s)
		longest := 0
		for seed := range uint64(1500) {
			l := kibaho.Limits{Repetition: 3}
			if seed%3 > 0 {
				l = s.Limits()
			}
			g := game{p: p, limits: l}
			for r := kibaho.NewRand(seed); !g.ply(r); {
			}
			if got := Game.Playout(&p, kibaho.NewRand(seed), l); got != g.res {
				t.Fatalf("%s, seed %d: %+v, by the methods %+v", setting, seed, got, g.res)
			}
			longest = max(longest, g.res.Plies)
		}
		if longest < 100 {
			t.Errorf("%s: no game has more than %d plies: none outgrew its trail", setting, longest)
		}
	}
}

// CH13: where some sowings, or all, never end.
var endlessStarts = []struct{ setting, position string }{
	{"tschuba", endless[0].position},
	{"chuba", endless[1].position},
	{"tschuba endless-laps=1", "0,0,0,0/0,1,1,0/0,1,0,2/0,0,0,0 S - N"},
	{"tschuba endless-laps=1", "1,0,2,1/1,2,0,1/0,3,2,2/1,0,4,1 S"},
	{"tschuba endless-laps=3", "1,0,2,1/1,2,0,1/0,3,2,2/1,0,4,1 S"},
	{"chuba endless-laps=4", "1,0,2,1,2/1,2,0,1,2/0,3,2,2,1/1,0,4,1,1 S f -"},
	{"tschuba endless-laps=2", "2,2,2,2,2,2,2,2,2,2,2,2,2/2,2,2,2,2,2,2,2,2,2,2,2,2/2,2,2,2,2,2,2,2,2,2,2,2,2/2,2,2,2,2,2,2,2,2,2,2,2,2 S"},
	{"chuba played-upon=from-inner endless-laps=1", "1,0,2,1/1,2,0,1/0,3,2,2/1,0,4,1 S e -"},
}

// TestEndlessPlayout does the same where sowings are rejected (CH13).
func TestEndlessPlayout(t *testing.T) {
	for _, test := range endlessStarts {
		words := strings.Fields(test.setting)
		s := settings(t, words[0], words[1:]...)
		p := position(t, s, test.position)
		b, rejected := readPlain(s, Game.Write(&p)), 0
		for _, pit := range b.starts() {
			if last, _ := b.copy().sow(pit); last == "" {
				rejected++
			}
		}
		if rejected == 0 {
			t.Errorf("%s: %s: every sowing ends", test.setting, test.position)
		}
		for seed := range uint64(30) {
			l := kibaho.Limits{Repetition: 2 + int(seed%2), Quiet: 20}
			got, want := Game.Playout(&p, kibaho.NewRand(seed), l), wander(s, Game.Write(&p), kibaho.NewRand(seed), l)
			if got != want {
				t.Errorf("%s: %s, seed %d: %+v, plainly %+v", test.setting, test.position, seed, got, want)
			}
		}
	}
}

const quietLimit = 2

// chances adds the chance of each result of a random game that so many plies more
// without a capture, or quietLimit after one, end as a draw, given what has been
// played and its chance.
func (b *plain) chances(played kibaho.Result, quiet int, chance float64, of map[kibaho.Result]float64) {
	if played.Outcome = outcomes[b.over()]; played.Outcome != kibaho.Ongoing {
		of[played] += chance
		return
	}
	if quiet == 0 {
		played.Outcome = kibaho.Draw
		of[played] += chance
		return
	}
	type start struct {
		sown *plain
		last string
		laps int
	}
	var starts []start
	for _, pit := range b.starts() {
		sown := b.copy()
		if last, laps := sown.sow(pit); last != "" {
			starts = append(starts, start{sown, last, laps})
		}
	}
	if len(starts) == 0 {
		played.Outcome = kibaho.Draw // CH13
		of[played] += chance
		return
	}
	for _, s := range starts {
		next, chance := played, chance/float64(len(starts))
		next.Plies++
		next.Longest = max(next.Longest, s.laps)
		column := s.sown.prey(s.last)
		if column < 0 {
			s.sown.end().chances(next, quiet-1, chance, of)
			continue
		}
		s.sown.take(column)
		pairs, nothing := s.sown.seconds(column)
		n := float64(len(pairs))
		if nothing {
			n++
			s.sown.copy().end().chances(next, quietLimit, chance/n, of)
		}
		for _, c := range pairs {
			second := s.sown.copy()
			second.take(c)
			second.end().chances(next, quietLimit, chance/n, of)
		}
	}
}

// TestPlayoutChances: each decision has the chance it should have, those that are
// left where a sowing never ends too (CH6, CH10, CH13).
func TestPlayoutChances(t *testing.T) {
	const games = 30_000
	for _, test := range []struct{ setting, position string }{
		{"chuba", "0,0,0,3/1,0,1,2/0,2,1,3/1,0,2,2 S - -"},
		{"chuba second-pair=may", "0,2,0,0,0/2,0,0,0,2/0,0,0,1,2/1,2,0,0,3 S f -"},
		{"tschuba", "0,2,0,0,0/2,0,0,0,2/0,0,0,1,2/1,2,0,0,3 S"},
		{"tschuba", "0,1,1,2,0,1/1,1,0,1,1,2/0,1,1,0,1,0/1,0,0,1,1,2 N"},
		{"tschuba endless-laps=1", "1,0,2,1,0/1,2,0,1,1/0,3,2,2,1/1,0,4,1,2 S"},
		{"tschuba endless-laps=2", "0,1,0,3/2,0,1,2/0,2,1,3/1,0,2,0 N"},
	} {
		words := strings.Fields(test.setting)
		s := settings(t, words[0], words[1:]...)
		p := position(t, s, test.position)
		want := map[kibaho.Result]float64{}
		readPlain(s, Game.Write(&p)).chances(kibaho.Result{}, quietLimit, 1, want)
		got := map[kibaho.Result]int{}
		r := kibaho.NewRand(1)
		for range games {
			got[Game.Playout(&p, r, kibaho.Limits{Quiet: quietLimit})]++
		}
		var square, rare float64
		free, seen := -1.0, 0
		for res, chance := range want {
			expected := games * chance
			seen += got[res]
			if expected < 10 {
				rare += expected
				continue
			}
			free++
			square += (float64(got[res]) - expected) * (float64(got[res]) - expected) / expected
		}
		// Five standard deviations above the mean of the distribution.
		if limit := free + 5*math.Sqrt(2*free) + 5; square > limit || seen != games || free < 5 || rare > games/10 {
			t.Errorf("%s: %s: chi square %.1f of %g, at most %.1f; %d of %d games have a chance, %.0f are rare", test.setting, test.position, square, free, limit, seen, games, rare)
		}
		t.Logf("%s: chi square %.1f of %g, %.1f rare", test.position, square, free, rare)
	}
}

func TestPlayoutAllocatesNothing(t *testing.T) {
	s := settings(t, "chuba")
	p, _ := Game.Start(s)
	r := kibaho.NewRand(1)
	if n := testing.AllocsPerRun(50, func() { Game.Playout(&p, r, s.Limits()) }); n != 0 {
		t.Errorf("playout allocates %g times", n)
	}
	if n := testing.AllocsPerRun(5, func() { Game.Perft(&p, 2) }); n != 0 {
		t.Errorf("perft allocates %g times", n)
	}
	if n := testing.AllocsPerRun(50, func() { Game.Eval(&p) }); n != 0 {
		t.Errorf("eval allocates %g times", n)
	}
}
