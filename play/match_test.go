package play_test

import (
	"slices"
	"strings"
	"testing"

	"kibaho"
	"kibaho/games"
	"kibaho/play"
)

func match(t *testing.T, ledger *play.Ledger, name string, set ...string) *play.Match {
	t.Helper()
	g, err := games.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	s, err := g.Facts().Settings("", set...)
	if err != nil {
		t.Fatal(err)
	}
	m, err := play.NewMatch(g, s, [2]string{"Anna", "Ben"}, 0, ledger)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

const (
	first  = kibaho.FirstWins
	second = kibaho.SecondWins
	draw   = kibaho.Draw
)

// TestLeads: who leads the next game (M1; DR11 for the draughts default).
func TestLeads(t *testing.T) {
	for _, tt := range []struct {
		game     string
		set      []string
		outcomes []kibaho.Outcome
		leaders  []int // of the games after the first, which player 0 leads
	}{
		{"chuba", nil, []kibaho.Outcome{first, second, draw, first}, []int{0, 1, 1, 1}},
		{"igisoro", nil, []kibaho.Outcome{second, draw, second}, []int{1, 1, 0}},
		{"chuba", []string{"leads=loser"}, []kibaho.Outcome{first, first, draw}, []int{1, 0, 0}},
		{"draughts", nil, []kibaho.Outcome{first, first, draw, second}, []int{1, 0, 1, 0}},
		{"fanorona", nil, []kibaho.Outcome{first, draw}, []int{1, 0}},
	} {
		m := match(t, nil, tt.game, tt.set...)
		r := kibaho.NewRand(1)
		for i, o := range tt.outcomes {
			if _, err := m.Next(r); err != nil {
				t.Fatal(err)
			}
			if err := m.Record(o); err != nil {
				t.Fatal(err)
			}
			next, err := m.Next(r)
			if err != nil {
				t.Fatal(err)
			}
			if next.Leader != tt.leaders[i] || !strings.Contains(next.Why, "M1") {
				t.Errorf("%s %v after %v: player %d leads (%s), want %d", tt.game, tt.set, tt.outcomes[:i+1], next.Leader, next.Why, tt.leaders[i])
			}
		}
	}
}

// TestDrawLots: both players come to lead (M1).
func TestDrawLots(t *testing.T) {
	m := match(t, nil, "chuba", "leads=draw-lots")
	r := kibaho.NewRand(1)
	var led [2]int
	for range 100 {
		next, err := m.Next(r)
		if err != nil {
			t.Fatal(err)
		}
		led[next.Leader]++
		if err := m.Record(first); err != nil {
			t.Fatal(err)
		}
	}
	if led[0] < 25 || led[1] < 25 {
		t.Errorf("led %v times", led)
	}
}

// TestOpenings: each drawn opening is played twice, each player having each side
// of it once, and never again by the same pair (DR9, DR10).
func TestOpenings(t *testing.T) {
	for deck, size := range map[string]int{"two-move": 43, "two-move-49": 49, "three-move": 156} {
		ledger := new(play.Ledger)
		m := match(t, ledger, "draughts", "openings="+deck)
		r := kibaho.NewRand(7)
		seen := map[string]int{}
		for i := range 2 * size {
			g, next, err := m.Begin(r)
			if err != nil {
				t.Fatalf("%s game %d: %v", deck, i+1, err)
			}
			if len(g.Turns()) != len(next.Opening) {
				t.Fatalf("%s: opening %v was not played", deck, next.Opening)
			}
			seen[strings.Join(next.Opening, " ")]++
			if i%2 == 1 {
				last := m.Played()[i-1]
				if !slices.Equal(last.Opening, next.Opening) || last.Leader == next.Leader {
					t.Errorf("%s game %d: %v led by %d after %v led by %d", deck, i+1, next.Opening, next.Leader, last.Opening, last.Leader)
				}
			}
			if err := m.Record([]kibaho.Outcome{first, second, draw}[i%3]); err != nil {
				t.Fatal(err)
			}
		}
		if len(seen) != size {
			t.Errorf("%s: %d different openings, want %d", deck, len(seen), size)
		}
		if _, err := m.Next(r); err == nil || !strings.Contains(err.Error(), "DR10") {
			t.Errorf("%s: all openings are used up, but: %v", deck, err)
		}
		// The ledger outlives the match and the order of the players' names.
		var b strings.Builder
		if err := ledger.Write(&b); err != nil {
			t.Fatal(err)
		}
		kept, err := play.ReadLedger(strings.NewReader(b.String()))
		if err != nil {
			t.Fatal(err)
		}
		for o := range seen {
			if !kept.Used([2]string{"Ben", "Anna"}, strings.Fields(o)) {
				t.Errorf("%s: the ledger forgot %s", deck, o)
			}
		}
		if kept.Used([2]string{"Ben", "Cleo"}, m.Played()[0].Opening) {
			t.Errorf("%s: another pair may use it", deck)
		}
	}
}

// TestVela: the loser owes a véla, and again if he is beaten in it (FA16).
func TestVela(t *testing.T) {
	for opens, leads := range map[string]int{"victor": 0, "loser": 1} {
		m := match(t, nil, "fanorona", "penalty=vela", "vela-opens="+opens)
		r := kibaho.NewRand(1)
		report := func(o kibaho.Outcome) play.Pairing {
			t.Helper()
			if err := m.Record(o); err != nil {
				t.Fatal(err)
			}
			next, err := m.Next(r)
			if err != nil {
				t.Fatal(err)
			}
			return next
		}
		if _, err := m.Next(r); err != nil {
			t.Fatal(err)
		}
		next := report(first) // player 0 won and gives
		if !next.Penalty || next.Leader != leads || next.Settings.Value("vela") != "yes" {
			t.Errorf("%s: %+v", opens, next)
		}
		g, _, err := m.Begin(r)
		if err != nil {
			t.Fatal(err)
		}
		if text := g.Position().String(); !strings.Contains(text, "gives="+map[string]string{"victor": "w", "loser": "b"}[opens]) {
			t.Errorf("%s: the véla begins with %s", opens, text)
		}
		// The giver, player 0, wins again: another véla.
		if next = report(kibaho.Wins(kibaho.Side(next.Leader))); !next.Penalty {
			t.Errorf("%s: beaten again, the loser plays véla again", opens)
		}
		// The taker wins: the debt is paid, and the other player leads.
		if next = report(kibaho.Wins(kibaho.Side(1 - next.Leader))); next.Penalty || next.Leader != 1 {
			t.Errorf("%s: after the debt: %+v", opens, next)
		}
		if next = report(draw); next.Penalty {
			t.Errorf("%s: a drawn game leaves no debt", opens)
		}
	}
}

// TestHands: the chooser must take the colour of the hand (DR11).
func TestHands(t *testing.T) {
	seen := map[kibaho.Side]bool{}
	for seed := range uint64(20) {
		h := play.Hide(kibaho.NewRand(seed))
		if h.Choose(true) == h.Choose(false) {
			t.Fatal("both hands hold the same colour")
		}
		seen[h.Choose(true)] = true
	}
	if len(seen) != 2 {
		t.Error("the same hand holds the same colour each time")
	}
}
