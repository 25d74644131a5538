package chuba

import (
	"slices"
	"strings"
	"testing"

	"kibaho"
)

// TestStart lays out the men (CH1, CH2, CH3).
func TestStart(t *testing.T) {
	for _, test := range []struct{ setting, want string }{
		{"chuba", "1,1,1,1,1,1,1,1,1,1,1/2,2,2,2,2,2,2,2,2,1,0/0,1,2,2,2,2,2,2,2,2,2/1,1,1,1,1,1,1,1,1,1,1 S lmnopqrstuvLMNOPQRSTUV -"},
		{"tschuba", "1,1,1,1,1,1,1,1,1,1,1/0,2,2,2,2,2,2,2,2,2,2/2,2,2,2,2,2,2,2,2,2,0/1,1,1,1,1,1,1,1,1,1,1 S - -"},
		{"tschuba columns=12", "1,1,1,1,1,1,1,1,1,1,1,1/0,2,2,2,2,2,2,2,2,2,2,2/2,2,2,2,2,2,2,2,2,2,2,0/1,1,1,1,1,1,1,1,1,1,1,1 S - -"},
		{"tschuba layout=left-empty", "1,1,1,1,1,1,1,1,1,1,1/2,2,2,2,2,2,2,2,2,2,0/0,2,2,2,2,2,2,2,2,2,2/1,1,1,1,1,1,1,1,1,1,1 S - -"},
		{"tschuba layout=bradley columns=4", "1,1,1,1/2,2,1,0/0,1,2,2/1,1,1,1 S - -"},
		{"chuba layout=twos columns=5", "2,2,2,2,2/2,2,2,2,2/2,2,2,2,2/2,2,2,2,2 S fghijFGHIJ -"},
		{"chuba columns=3", "1,1,1/2,1,0/0,1,2/1,1,1 S defDEF -"},
		{"chuba columns=13", "1,1,1,1,1,1,1,1,1,1,1,1,1/2,2,2,2,2,2,2,2,2,2,2,1,0/0,1,2,2,2,2,2,2,2,2,2,2,2/1,1,1,1,1,1,1,1,1,1,1,1,1 S nopqrstuvwxyzNOPQRSTUVWXYZ -"},
		{"tschuba singles=unplayed columns=3", "1,1,1/0,2,2/2,2,0/1,1,1 S defDEF -"},
		{"chuba outer-unplayed=free singles=none columns=3", "1,1,1/2,1,0/0,1,2/1,1,1 S - -"},
	} {
		words := strings.Fields(test.setting)
		p, err := Game.Start(settings(t, words[0], words[1:]...))
		if err != nil {
			t.Fatal(err)
		}
		if got := Game.Write(&p); got != test.want {
			t.Errorf("%s:\ngot  %s\nwant %s", test.setting, got, test.want)
		}
	}
	// CH2, CH3: the men of a side; CH6: the first move starts in the inner row.
	for setting, men := range map[string]int{"chuba": 30, "tschuba": 31, "tschuba columns=12": 34, "tschuba layout=twos": 44} {
		words := strings.Fields(setting)
		p, _ := Game.Start(settings(t, words[0], words[1:]...))
		if p.men[0].Sum() != men || p.men[1].Sum() != men {
			t.Errorf("%s: %d and %d men, want %d", setting, p.men[0].Sum(), p.men[1].Sum(), men)
		}
		outer := slices.ContainsFunc(p.Moves(nil), func(m Move) bool { return m.Pit >= p.columns })
		if want := strings.Contains(setting, "twos"); outer != want {
			t.Errorf("%s: a first move from the outer row: %t, want %t", setting, outer, want)
		}
	}
}

// TestMoves lists the legal moves of positions made for one rule each.
func TestMoves(t *testing.T) {
	for _, test := range []struct{ rule, setting, position, want string }{
		{"CH4: seven men go round and drop one into their own pit", "tschuba", "0,0,0/0,0,1/0,0,7/0,0,0 S", "a"},
		{"CH6: two men or more, none else", "tschuba", "0,0,0,0/0,0,0,2/0,2,0,1/0,0,1,3 S", "c h"},
		{"CH7: singles only if there is nothing more, into an empty pit", "tschuba", "0,0,0,0/0,0,0,2/0,1,1,0/0,0,1,1 S", "c h+-"},
		{"CH7: not while the pit with more is barred by CH8", "chuba", "0,0,0,0/0,0,0,2/0,1,0,0/2,0,0,0 S e -", ""},
		{"CH8: a man not played upon stays", "chuba", "0,0,0,0/0,0,0,2/0,1,0,0/0,1,0,1 S f -", "c h+-"},
		{"CH8: free", "tschuba", "0,0,0,0/0,0,0,2/0,1,0,0/0,1,0,1 S", "c f h+-"},
		{"CH9: an empty inner pit opposite saves what stands behind", "chuba", "0,0,3,0/1,0,0,0/0,0,0,1/0,0,0,0 S", "a"},
		{"CH9: the outer row never captures", "chuba", "3,0,0,0/2,0,0,0/1,0,0,0/0,0,0,0 S", "d"},
		{"CH10: must, and no other pair is empty", "chuba", "0,1,0,1/1,0,1,1/0,0,0,1/0,0,0,0 S", "a+A a+B a+D"},
		{"CH10: must, and one is empty", "chuba", "0,0,0,1/1,0,1,1/0,0,0,1/0,0,0,0 S", "a+A a+D a+-"},
		{"CH10: may", "tschuba", "0,1,0,1/1,0,1,1/0,0,0,1/0,0,0,0 S", "a+A a+B a+D a+-"},
		{"CH10: a pair of which only the outer pit holds men", "tschuba", "0,5,0,0/0,0,1,0/0,0,0,1/0,0,0,0 S", "a+B a+-"},
	} {
		p := position(t, settings(t, strings.Fields(test.setting)[0], strings.Fields(test.setting)[1:]...), test.position)
		var got []string
		for _, m := range p.Moves(nil) {
			got = append(got, Game.Text(&p, m))
		}
		if got := strings.Join(got, " "); got != test.want {
			t.Errorf("%s: %s: moves %q, want %q", test.rule, test.position, got, test.want)
		}
	}
}

// TestPlay plays moves made for one rule each.
func TestPlay(t *testing.T) {
	for _, test := range []struct{ rule, setting, position, move, want, reason string }{
		{
			"CH4", "tschuba singles=none", "0,0,0/0,0,1/0,0,7/0,0,0 S", "a",
			// Seven men: one into each of b to f, one into a, one more into b, which
			// is lifted: c and d; d is lifted: e and f; f is lifted: a, b.
			"0,0,0/0,0,1/2,1,2/0,2,0 N - -", "",
		},
		{
			"CH8: a man from the outer row plays upon no pit", "chuba played-upon=from-inner singles=none",
			"0,0,0,0/0,0,0,2/0,0,0,0/2,1,0,0 S f -", "e", "0,0,0,0/0,0,0,2/0,0,0,0/0,2,1,0 N f -", "",
		},
		{
			"CH8: … but men that are lifted are unplayed no more", "chuba played-upon=from-inner singles=none",
			"0,0,0,0/0,0,2,0/0,0,0,0/2,0,1,0 S g -", "e", "0,0,0,0/0,0,2,0/0,0,0,1/0,1,0,1 N - -", "",
		},
		{
			"CH8: any man", "chuba singles=none",
			"0,0,0,0/0,0,0,2/0,0,0,0/2,1,0,0 S f -", "e", "0,0,0,0/0,0,0,2/0,0,0,0/0,2,1,0 N - -", "",
		},
		{
			"CH11: the capture wins at once, p keeps its man", "tschuba",
			"0,0,0,0,0,0,0,0,0,0,0/0,1,0,0,0,0,0,0,0,0,0/0,0,1,0,0,0,0,0,0,0,0/0,0,0,0,1,0,0,0,0,0,0 S - -", "i+-",
			"0,0,0,0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0,0,0,0/0,1,0,0,0,0,0,0,0,0,0/0,0,0,0,1,0,0,0,0,0,0 N - -", "North has no men left (CH12)",
		},
		{
			"CH11: both sides lose their last men, the mover wins", "tschuba singles=outer-always",
			"0,1,0,0/0,0,0,0/0,0,0,0/1,0,0,0 S", "e", "0,0,0,0/0,0,0,0/0,0,0,0/0,0,0,0 N - -", "neither side has a man left, and South moved last (CH11)",
		},
		{
			"CH11: the mover loses his last man", "tschuba",
			"0,0,0,0/3,0,0,0/0,0,0,0/1,0,0,0 S", "e", "0,0,0,0/3,0,0,0/0,0,0,0/0,0,0,0 N - S", "South has no men left (CH12)",
		},
		{
			"CH11: an empty outer row uses up the first time, of both sides", "tschuba",
			"0,0,0,0/1,0,0,0/0,0,0,1/0,0,0,0 S", "a", "0,0,0,0/1,0,0,0/0,0,1,0/0,0,0,0 N - SN", "",
		},
		{
			"CH11: the second time nothing is lost", "tschuba",
			"0,0,0,0/3,0,0,0/0,0,0,0/1,0,0,0 S - S", "e", "0,0,0,0/3,0,0,0/0,0,0,0/0,1,0,0 N - S", "",
		},
		{
			"CH11: always", "tschuba singles=outer-always",
			"0,0,0,0/3,0,0,0/0,0,1,0/1,0,0,0 S", "b", "0,0,0,0/3,0,0,0/0,1,0,0/0,0,0,0 N - -", "",
		},
		{
			"CH11: nothing", "tschuba singles=none",
			"0,0,0,0/3,0,0,0/0,0,1,0/1,0,0,0 S", "e", "0,0,0,0/3,0,0,0/0,0,1,0/0,1,0,0 N - -", "",
		},
		{
			"CH11: those never played upon", "chuba",
			"0,0,0,0/3,0,0,0/0,0,1,0/1,0,1,0 S e -", "b", "0,0,0,0/3,0,0,0/0,1,0,0/0,0,1,0 N - -", "",
		},
		{
			"CH12: no legal move", "chuba",
			"0,0,0,0/0,0,0,2/0,0,0,0/2,0,0,0 N e -", "D", "0,0,1,1/0,0,0,0/0,0,0,0/2,0,0,0 S e -", "South has men but no legal move (CH12)",
		},
		{
			"CH12, CH13: only endless moves", "tschuba endless-laps=1",
			"0,0,0,0/2,0,0,0/0,1,0,2/0,0,0,0 N", "A", "0,0,0,0/0,1,1,0/0,1,0,2/0,0,0,0 S - N", "South has no move but such as never end (CH12, CH13)",
		},
	} {
		p := position(t, settings(t, strings.Fields(test.setting)[0], strings.Fields(test.setting)[1:]...), test.position)
		m, ok := find(&p, test.move)
		if !ok {
			t.Errorf("%s: %s: %s is not legal: %v", test.rule, test.position, test.move, Game.Refuse(&p, test.move))
			continue
		}
		if got := Game.Reason(&p); got != "" {
			t.Errorf("%s: over before: %s", test.rule, got)
		}
		p.Play(m)
		if got := Game.Write(&p); got != test.want {
			t.Errorf("%s: %s %s:\ngot  %s\nwant %s", test.rule, test.position, test.move, got, test.want)
		}
		if got := Game.Reason(&p); got != test.reason {
			t.Errorf("%s: %s %s: reason %q, want %q", test.rule, test.position, test.move, got, test.reason)
		}
	}
}

// endless are sowings that are known never to end (CH13), with the laps after
// which the same pits come round.
var endless = []struct {
	position, pit string
	period        int
}{
	{"1,0,1,0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0,0,0,0/0,1,0,1,0,1,0,1,0,1,0/1,0,1,0,2,1,2,1,2,1,2 S - -", "v", 2046},
	{"1,0,1,0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0,0,0,0/1,0,2,1,0,1,0,1,0,1,0/0,1,0,2,1,0,1,2,1,0,1 S - -", "i", 231},
}

func TestEndless(t *testing.T) {
	for _, test := range endless {
		// CH13: the same position of the sowing comes back after the period.
		s := settings(t, "tschuba", "endless-laps=1")
		seen := map[string]int{}
		b, pit, period := readPlain(s, test.position), test.pit, 0
		for lap := 0; period == 0; lap++ {
			state := b.write() + pit
			if before, ok := seen[state]; ok {
				period = lap - before
			}
			seen[state] = lap
			// One lap ends the sowing here, so that the pit is found by looking.
			at := slices.Index(b.round("S"), pit)
			hand := b.men[pit]
			if last, _ := b.sow(pit); last != "" {
				t.Fatalf("%s: %s ends after %d laps", test.position, test.pit, lap+1)
			}
			pit = b.round("S")[(at+hand)%22]
		}
		if period != test.period {
			t.Errorf("%s: the sowing from %s has period %d, want %d", test.position, test.pit, period, test.period)
		}
		for _, variant := range []string{"chuba", "tschuba", "tschuba endless-laps=65535"} {
			p := position(t, settings(t, strings.Fields(variant)[0], strings.Fields(variant)[1:]...), test.position)
			if _, ok := find(&p, test.pit); ok {
				t.Errorf("%s: %s: %s is legal", variant, test.position, test.pit)
			}
			if p.Outcome() != kibaho.Ongoing {
				t.Errorf("%s: %s: over", variant, test.position)
			}
			want := "the sowing from " + test.pit + " never ends (CH13)"
			if err := Game.Refuse(&p, test.pit); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, want %q", variant, err, want)
			}
		}
	}
	// A worked move has ten laps: legal if so many are (CH13).
	for laps, want := range map[string]bool{"10": true, "9": false} {
		p, _ := Game.Start(settings(t, "chuba", "endless-laps="+laps))
		if _, ok := find(&p, "e+A"); ok != want {
			t.Errorf("endless-laps=%s: e+A legal %t, want %t", laps, ok, want)
		}
	}
}
