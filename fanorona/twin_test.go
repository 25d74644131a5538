package fanorona

import (
	"maps"
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
	vacant := b.points.without(own.and(opp))
	if got, want := Eval(p), wideWorth(own, vacant, b.points)-wideWorth(opp, vacant, b.points); got != want {
		t.Errorf("%s: %s: eval %d, point by point %d", s, Write(p), got, want)
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

// FA10, FA17: a first ply without capture counts as quiet, though the opening ends
// with it.
func TestQuietOpening(t *testing.T) {
	p := read(t, settings(t, "1886-free"), "7b1/9/9/9/w8 w 0")
	got := Playout(&p, kibaho.NewRand(1), kibaho.Limits{Quiet: 2})
	if want := (kibaho.Result{Outcome: kibaho.Draw, Plies: 2, Longest: 1}); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

// FA16: in a random game too, only the nearest piece of a row goes, even where two
// pieces could take from the same row.
func TestVelaPlayoutTakesOne(t *testing.T) {
	p := read(t, settings(t, "vela"), "9/9/1b1wwwb2/9/w2w1w1w1 b gives=w")
	if got, want := turns(&p), []string{"C2-C3A", "C7-C8W"}; !slices.Equal(got, want) {
		t.Fatalf("got %v, want %v", got, want)
	}
	r := kibaho.NewRand(1)
	seen := map[string]bool{}
	for range 40 {
		g := playout{laws: p.laws(), p: p, r: r}
		if steps, captured := g.turn(); steps != 1 || !captured {
			t.Errorf("%d steps, captured %v", steps, captured)
		}
		seen[Write(&g.p)] = true
	}
	want := map[string]bool{
		"9/9/2b1wwb2/9/w2w1w1w1 b gives=w":  true,
		"9/9/1b1ww2b1/9/w2w1w1w1 b gives=w": true,
	}
	if !maps.Equal(seen, want) {
		t.Errorf("got %v, want %v", seen, want)
	}
}

// Where there is room for fewer turns than a position has, the turn drawn is
// still each of them.
func TestPlayoutReachesEveryTurn(t *testing.T) {
	p := read(t, settings(t, "1886", "line=free"), "2w1b1bb1/ww1bwwbwb/1wwb2wbb/bbw3wwb/bwbw1wwbb b")
	moves := p.Moves(nil)
	want := map[[2]set]bool{}
	for _, m := range moves {
		after := p
		after.Play(m)
		want[after.men] = true
	}
	r := kibaho.NewRand(1)
	got := map[[2]set]bool{}
	for range 30 * len(moves) {
		g := playout{laws: p.laws(), p: p, r: r}
		g.turn()
		got[g.p.men] = true
	}
	if !maps.Equal(got, want) || len(moves) < 200 {
		t.Errorf("%d turns lead to %d positions, random games to %d", len(moves), len(want), len(got))
	}
}
