package fanorona

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kibaho"
)

// mixes are variants and options that meet each other in the tests, for a number.
func mix(t testing.TB, r *rand.Rand) kibaho.Settings {
	t.Helper()
	for {
		variant := Game.Variants[r.IntN(len(Game.Variants))].Name
		var set []string
		for _, o := range Game.Options {
			if len(o.Values) > 0 && (o.Name == "size" || r.IntN(3) == 0) {
				set = append(set, o.Name+"="+o.Values[r.IntN(len(o.Values))].Name)
			}
		}
		if s, err := Game.Settings(variant, set...); err == nil {
			return s
		}
	}
}

// scatter returns the text of a random position for the settings: pieces thrown
// on the board, sometimes at the beginning of a game.
func scatter(s kibaho.Settings, r *rand.Rand) string {
	rows, columns := sizeOf(s)
	left := [2]int{(rows*columns - 1) / 2, (rows*columns - 1) / 2}
	density := r.IntN(10)
	var b strings.Builder
	for row := range rows {
		if row > 0 {
			b.WriteByte('/')
		}
		for range columns {
			side := r.IntN(2)
			if r.IntN(10) > density || left[side] == 0 {
				b.WriteByte('.')
				continue
			}
			left[side]--
			b.WriteByte("wb"[side])
		}
	}
	text := b.String() + [2]string{" w", " b"}[r.IntN(2)]
	switch {
	case s.Value("vela") == "yes":
		text += [3]string{" gives=w", " gives=b", ""}[r.IntN(3)]
	case r.IntN(3) == 0:
		text += map[byte]string{'w': " 0", 'b': " 1"}[text[len(text)-1]]
	}
	return text
}

const mostTurns = 3000

// checkTwins compares every part of the package in a position with the reference,
// and the one-word code with the point by point code.
func checkTwins(t *testing.T, s kibaho.Settings, p *Position) {
	t.Helper()
	ref := newReference(s, Write(p))
	if got := ref.String(); got != Write(p) {
		t.Fatalf("%s: written %s, the reference writes %s", s, Write(p), got)
	}
	again, _, err := Read(s, Write(p))
	if err != nil || again != *p {
		t.Fatalf("%s: %s reads back as %v, %v; want %v", s, Write(p), again, err, *p)
	}
	if got, want := p.Outcome(), ref.outcome(); got != want {
		t.Errorf("%s: %s: outcome %v, want %v", s, Write(p), got, want)
	}
	turns := ref.turns(mostTurns)
	if len(turns) > mostTurns {
		return
	}
	want := map[string]string{}
	for _, turn := range turns {
		want[turn.text] = turn.after.String()
	}
	moves := p.Moves(nil)
	got := map[string]string{}
	for _, m := range moves {
		after := *p
		after.Play(m)
		text := Text(p, m)
		if _, twice := got[text]; twice {
			t.Errorf("%s: %s: %s is listed twice", s, Write(p), text)
		}
		got[text] = Write(&after)
		checkTrace(t, p, m, &after)
	}
	if !maps.Equal(got, want) {
		t.Errorf("%s: %s\n got %v\nwant %v", s, Write(p), got, want)
	}
	if (len(moves) == 0) != (p.Outcome() != kibaho.Ongoing) {
		t.Errorf("%s: %s: %d moves and outcome %v", s, Write(p), len(moves), p.Outcome())
	}
	if (Reason(p) == "") != (p.Outcome() == kibaho.Ongoing) {
		t.Errorf("%s: %s: reason %q, outcome %v", s, Write(p), Reason(p), p.Outcome())
	}
	checkWide(t, s, p, moves)
}

// checkTrace replays the trace on the drawn board.
func checkTrace(t *testing.T, p *Position, m Move, after *Position) {
	t.Helper()
	b := Board(p)
	taken := 0
	for _, e := range Trace(p, m) {
		switch e.Kind {
		case kibaho.Move:
			b.At[e.To], b.At[e.Site] = b.At[e.Site], kibaho.NoPiece
		case kibaho.Take:
			if b.At[e.Site] != kibaho.FirstMan+int16(p.Turn().Other()) {
				t.Errorf("%s: %s takes on %s", Write(p), Text(p, m), b.Names[e.Site])
			}
			b.At[e.Site] = kibaho.NoPiece
			taken++
		}
	}
	if want := Board(after).At; !slices.Equal(b.At, want) {
		t.Errorf("%s: trace of %s ends in %v, want %v", Write(p), Text(p, m), b.At, want)
	}
	if got := Gain(p, m); got != 100*taken {
		t.Errorf("%s: gain of %s is %d, the trace takes %d", Write(p), Text(p, m), got, taken)
	}
	if Quiet(p, m) != (taken == 0) {
		t.Errorf("%s: %s: quiet %v, takes %d", Write(p), Text(p, m), Quiet(p, m), taken)
	}
}

// checkWide holds the point by point code of the big boards against the one-word
// code on the others.
func checkWide(t *testing.T, s kibaho.Settings, p *Position, moves []Move) {
	t.Helper()
	if wide := p.wideMoves(nil); !slices.Equal(wide, moves) {
		t.Errorf("%s: %s: %d moves point by point, %d in one word", s, Write(p), len(wide), len(moves))
	}
	nearest := p.rules&gives != 0
	own, opp := p.men[p.Turn()], p.men[p.Turn().Other()]
	for _, m := range moves {
		if m == passing {
			continue
		}
		after := *p
		after.Play(m)
		a, b := m.walkWide(own, opp, nearest)
		if after.men[p.Turn()] != a || after.men[p.Turn().Other()] != b {
			t.Errorf("%s: %s: %s plays differently point by point", s, Write(p), Text(p, m))
		}
	}
	b := p.board()
	var got tally
	b.see(&got, own.lo, opp.lo)
	if want := b.seeWide(own, opp); b.oneWord && got != want {
		t.Errorf("%s: %s: counted %+v, point by point %+v", s, Write(p), got, want)
	}
	if len(moves) > 200 {
		return
	}
	var below uint64
	for _, m := range moves {
		after := *p
		after.Play(m)
		if list := after.Moves(nil); len(list) > MaxTurns {
			return
		} else {
			below += uint64(len(list))
		}
	}
	if got := Perft(p, 1); got != uint64(len(moves)) {
		t.Errorf("%s: %s: perft 1 is %d, %d moves", s, Write(p), got, len(moves))
	}
	if got := Perft(p, 2); got != below {
		t.Errorf("%s: %s: perft 2 is %d, lists give %d", s, Write(p), got, below)
	}
	if p.rules&(singles|gives) == 0 {
		w := newWalker(p)
		w.depth = 1
		if w.turns(own, opp); w.count != below {
			t.Errorf("%s: %s: perft 2 is %d point by point, %d by lists", s, Write(p), w.count, below)
		}
	}
}

// FA1 to FA16: every option and size in random positions and random games.
func TestRulesAgainstReference(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	rounds := 700
	if *long {
		rounds = 30_000
	}
	for range rounds {
		s := mix(t, r)
		text := scatter(s, r)
		p, _, err := Read(s, text)
		if err != nil {
			if strings.ContainsAny(strings.Fields(text)[0], "wb") && !strings.Contains(err.Error(), "ply 0") {
				t.Errorf("%s: %v", s, err)
			}
			continue
		}
		checkTwins(t, s, &p)
		if t.Failed() {
			return
		}
	}
}

func TestGamesAgainstReference(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	rounds := 60
	if *long {
		rounds = 2000
	}
	for range rounds {
		s := mix(t, r)
		p := start(t, s)
		for range 25 {
			checkTwins(t, s, &p)
			moves := p.Moves(nil)
			if len(moves) == 0 || t.Failed() {
				break
			}
			p.Play(moves[r.IntN(len(moves))])
		}
	}
}

// The random games of the fast code and of the reference are the same (FA17, M3).
func TestPlayoutsAgainstReference(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	rounds := 150
	if *long {
		rounds = 5000
	}
	limits := []kibaho.Limits{{Repetition: 3, Quiet: 100}, {Repetition: 2, Quiet: 40}, {Repetition: 0, Quiet: 7}, {Repetition: 4, Quiet: 200}, {Repetition: 0, Quiet: 300}, {Repetition: 1}}
	for i := range rounds {
		s := mix(t, r)
		text := Write(new(start(t, s)))
		if i%2 == 1 {
			text = scatter(s, r)
		}
		p, _, err := Read(s, text)
		if err != nil {
			continue
		}
		l := limits[r.IntN(len(limits))]
		got := Playout(&p, kibaho.NewRand(uint64(i)), l)
		want := newReference(s, Write(&p)).playout(kibaho.NewRand(uint64(i)), l)
		if got != want {
			t.Errorf("%s: %s: %v: game %d: got %v, want %v", s, Write(&p), l, i, got, want)
		}
	}
}

// FA15: so they are from each position of 3x3 where White has to pass.
func TestPassesAgainstReference(t *testing.T) {
	s := settings(t, "fanorona", "size=3x3", "no-move=pass")
	longer := 0
	for n := range 19_683 { // 3^9
		var p Position
		p.rules = start(t, s).rules
		for site := range 9 {
			if side := n % 3; side < 2 {
				p.men[side] = p.men[side].with(int(p.board().bit[site]))
			}
			n /= 3
		}
		if p.Men(0) == 0 || p.Men(1) == 0 || p.Men(0) > 4 || p.Men(1) > 4 || p.canStep() {
			continue
		}
		for seed := range uint64(3) {
			l := kibaho.Limits{Repetition: 2 + int(seed%2), Quiet: 30}
			got, want := Playout(&p, kibaho.NewRand(seed), l), newReference(s, Write(&p)).playout(kibaho.NewRand(seed), l)
			if got != want {
				t.Errorf("%s: %v: game %d: got %v, want %v", Write(&p), l, seed, got, want)
			}
			if got.Plies > 3 {
				longer++
			}
		}
	}
	if longer < 20 {
		t.Errorf("%d games are longer than three plies", longer)
	}
}

// FA10, FA17: a first ply without capture counts as quiet, though the opening ends
// with it.
func TestQuietOpening(t *testing.T) {
	p := read(t, settings(t, "1886-free"), "7b1/9/9/9/w8 w 0")
	got := Playout(&p, kibaho.NewRand(1), kibaho.Limits{Quiet: 2})
	if want := (kibaho.Result{Outcome: kibaho.Draw, Plies: 2, Longest: 1}); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

// chances adds the chance of each position after a turn that is chosen step by
// step: its text, without the side to move.
func (r reference) chances(of map[string]float64) {
	captures, plain := r.firstSteps()
	first := append(captures, plain...)
	if len(first) == 0 {
		of[r.board()]++ // FA15: a pass
	}
	for _, l := range first {
		chance := 1 / float64(len(first))
		if l.by == 0 {
			of[r.make(l).board()] += chance
			continue
		}
		r.make(l).chainChances([]leg{l}, chance, of)
	}
}

func (r reference) chainChances(chain []leg, chance float64, of map[string]float64) {
	l := chain[len(chain)-1]
	var legs []leg
	if !r.single() {
		legs = r.continues(l.from.plus(l.d, 1), chain)
	}
	n := float64(len(legs))
	if n == 0 || r.option["chain"] == "may-stop" {
		n++
		of[r.board()] += chance / n // FA7
	}
	for _, l := range legs {
		r.make(l).chainChances(append(slices.Clone(chain), l), chance/n, of)
	}
}

func (r reference) board() string { return strings.Fields(r.String())[0] }

// Each decision of a random game has the chance it should have: capturing steps
// and stopping, plain steps, a pass (FA3, FA4, FA7, FA11, FA12, FA15, FA16).
func TestPlayoutChances(t *testing.T) {
	for _, test := range []struct {
		variant string
		set     []string
		text    string
	}{
		{"fanorona", nil, "bbbbbbbbb/bbbbbbbbb/bwbw1bwbw/wwwwwwwww/wwwwwwwww w"},
		{"fanorona", nil, "2w1b1bb1/ww1bwwbwb/1wwb2wbb/bbw3wwb/bwbw1wwbb b"},
		{"fanorona", nil, "w7b/9/4w4/3w5/b8 w"},
		{"fanorona", []string{"chain=must-go-on", "line=once-a-turn"}, "2w1b1bb1/ww1bwwbwb/1wwb2wbb/bbw3wwb/bwbw1wwbb b"},
		{"fanorona", []string{"size=3x3", "no-move=pass"}, "wb1/bb1/3 w"},
		{"1886", []string{"line=free"}, "2w1b1bb1/1w1b1wbwb/1wwb2wbb/bb4w1b/bwbw1wwbb w"},
		{"1886-free", []string{"capture=may"}, "4b1bb1/ww1b1wbwb/1w1b2wb1/bbw3w1b/b1b2wwbb b"},
		{"fanorona", []string{"size=5x5"}, "bb1wb/w2b1/1b2w/wb1bw/w1bww w"},
		{"vela", nil, "9/9/1b1wwwb2/9/w2w1w1w1 b gives=w"},
		{"vela", nil, "9/9/1b1wwwb2/9/w2w1w1w1 w gives=w"},
	} {
		s := settings(t, test.variant, test.set...)
		p := read(t, s, test.text)
		want := map[string]float64{}
		newReference(s, Write(&p)).chances(want)
		ways := map[string]func(*playout){"point by point": (*playout).ply}
		if p.rules&(singles|gives) == 0 {
			ways["in one word"] = (*playout).rush
		}
		for way, play := range ways {
			const games = 20_000
			r, got := kibaho.NewRand(1), map[string]int{}
			for range games {
				g := &playout{p: p, r: r}
				g.result.Plies = longestGame - 1 // one more ply ends it
				play(g)
				got[strings.Fields(Write(&g.p))[0]]++
			}
			var square, rare float64
			free, seen := -1.0, 0
			for board, chance := range want {
				expected := games * chance
				seen += got[board]
				if expected < 10 {
					rare += expected
					continue
				}
				free++
				square += (float64(got[board]) - expected) * (float64(got[board]) - expected) / expected
			}
			// Five standard deviations above the mean of the distribution.
			if limit := free + 5*math.Sqrt(2*free) + 5; square > limit || seen != games || rare > games/10 {
				t.Errorf("%s: %s %s: chi square %.1f of %g, at most %.1f; %d of %d games have a chance, %.0f are rare", s, test.text, way, square, free, limit, seen, games, rare)
			}
			t.Logf("%s %s: chi square %.1f of %g, %.0f rare", test.text, way, square, free, rare)
		}
	}
}
