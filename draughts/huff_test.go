package draughts

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"kibaho"
)

// DR7, case by case: what a move leads to and what may be done about it.
func TestHuffing(t *testing.T) {
	const (
		free  = "B:W18,32:B1,14,15" // 14x23 and 15x22 are on
		fault = "W:W18,32:B5,14,15 ; huff 14,15 back B:W18,32:B1,14,15"
		chain = "B:W6,15,32:B1" // 1x10x19 is on
	)
	for _, c := range []struct {
		what, fen string
		play      string // turns, with commas between
		want      string // the position then
		moves     string // its turns; empty: not compared
	}{
		{
			"whole jumps, short ones and quiet moves", chain, "", chain,
			"1-5 1x10 1x19",
		},
		{
			"a fault: each piece that could have jumped", free, "1-5", fault,
			"18x11 18x9 32-27 32-28 compel huff 14 huff 15",
		},
		{
			"a fault: the piece that moved, where it now stands", free, "15-19",
			"W:W18,32:B1,14,19 ; huff 14,19 back B:W18,32:B1,14,15", "",
		},
		{
			"a fault: a man that could not jump is not huffable", "B:W18,32:B1,15", "1-6",
			"W:W18,32:B6,15 ; huff 15 back B:W18,32:B1,15", "18x11 18-14 32-27 32-28 compel huff 15",
		},
		{
			"a fault: to be crowned is no excuse", "B:W18,25:B15,28", "28-32",
			"W:W18,25:B15,K32 ; huff 15 back B:W18,25:B15,28", "",
		},
		{"a complete jump is none", free, "14x23", "W:W32:B1,15,23", "32-27 32-28"},
		{
			"a jump that ends on the king-row is none", "B:W26,27,5:B22", "22x31",
			"W:W5,27:BK31", "27-23 27-24 5-1",
		},
		{
			"short: the jumper alone, what it took stays off", "B:W6,15,32:B1,22", "1x10",
			"W:W15,32:B10,22 ; huff 10 back B:W6,15,32:B1,22", "",
		},
		{
			"compel: the earlier position comes back whole", fault, "compel", free + " ; compelled",
			"14x23 15x22",
		},
		{
			"compel after a short jump: only a complete jump", chain, "1x10,compel", chain + " ; compelled",
			"1x19",
		},
		{"no second claim follows", fault, "compel,15x22", "W:W32:B1,14,22", "32-27 32-28"},
		{
			"huff: that piece alone, and no move", fault, "huff 15", "W:W18,32:B5,14",
			"18-15 18x9 32-27 32-28",
		},
		{"huff, then move", fault, "huff 15,18x9", "B:W9,32:B5", "5x14"},
		{
			"let stand: fault and claim are gone", fault, "18x11", "B:W11,32:B5,14", "",
		},
		{
			"let stand by a fault of one's own", fault, "32-28",
			"B:W18,28:B5,14,15 ; huff 18 back W:W18,32:B5,14,15", "",
		},
		{
			"the earlier position keeps no older claim", fault, "32-28,compel", "W:W18,32:B5,14,15 ; compelled",
			"18x11 18x9",
		},
		{
			"a quiet move where there was no jump is none", "B:W32:B1", "1-5", "W:W32:B5", "32-27 32-28",
		},
		{
			"a claim but no move: it must be used", "B:W18:B1,9,11,14,15", "1-6",
			"W:W18:B6,9,11,14,15 ; huff 14,15 back B:W18:B1,9,11,14,15", "compel huff 14 huff 15",
		},
	} {
		t.Run(c.what, func(t *testing.T) {
			p := read(t, huffing, c.fen)
			if c.play != "" {
				p = after(t, p, strings.Split(c.play, ",")...)
			}
			if got := Write(&p); got != c.want {
				t.Errorf("%s, %s: %s, want %s", c.fen, c.play, got, c.want)
			}
			want := strings.Fields(strings.ReplaceAll(c.moves, "huff ", "huff_"))
			for i := range want {
				want[i] = strings.ReplaceAll(want[i], "_", " ")
			}
			slices.Sort(want)
			if got := all(&p); c.moves != "" && !slices.Equal(got, want) {
				t.Errorf("%s, %s: moves %v, want %v", c.fen, c.play, got, want)
			}
			if q := read(t, huffing, Write(&p)); q != p {
				t.Errorf("%s is read back as %s", Write(&p), Write(&q))
			}
		})
	}
}

// DR7: after a huff the same side moves, but the huff is a turn by itself; a side
// without pieces has lost at once.
func TestHuffOutcome(t *testing.T) {
	p := read(t, huffing, "B:W6,15,32:B1")
	p = after(t, p, "1x10")
	if p.Turn() != kibaho.Second || p.Outcome() != kibaho.Ongoing {
		t.Errorf("%s: %v to move, outcome %v", Write(&p), p.Turn(), p.Outcome())
	}
	p = after(t, p, "huff 10")
	if p.Turn() != kibaho.Second || p.MidTurn() || p.Outcome() != kibaho.SecondWins || len(p.Moves(nil)) != 0 {
		t.Errorf("%s: %v to move, outcome %v", Write(&p), p.Turn(), p.Outcome())
	}
	if got := Reason(&p); got != "Black has no pieces left (DR6)" {
		t.Errorf("reason %q", got)
	}
	// Who has a claim is not confined.
	p = after(t, read(t, huffing, "B:W18:B1,9,11,14,15"), "1-6")
	if p.Outcome() != kibaho.Ongoing || Reason(&p) != "" {
		t.Errorf("%s: outcome %v, %q", Write(&p), p.Outcome(), Reason(&p))
	}
	// Without the claim he is.
	p = read(t, huffing, "W:W18:B6,9,11,14,15")
	if p.Outcome() != kibaho.FirstWins || Reason(&p) != "White cannot move (DR6)" {
		t.Errorf("%s: outcome %v, %q", Write(&p), p.Outcome(), Reason(&p))
	}
}

// DR7: why claims and moves are refused.
func TestHuffingRefuses(t *testing.T) {
	const fault = "W:W18,32:B5,14,15 ; huff 14,15 back B:W18,32:B1,14,15"
	for _, c := range []struct{ fen, text, rule, want, candidates string }{
		{fault, "huff 5", "DR7", "the piece on 5 may not be huffed", "compel huff 14 huff 15"},
		{fault, "huff 20", "DR7", "there is no piece on 20", "compel huff 14 huff 15"},
		{"B:W6,15,32:B1", "compel", "DR7", "White has committed no fault", ""},
		{"B:W6,15,32:B1", "huff 6", "DR7", "White has committed no fault", ""},
		{"B:W18,32:B1,14,15 ; compelled", "1-5", "DR7", "14 or 15 must jump", "14x23 15x22"},
		{"B:W6,15,32:B1 ; compelled", "1x10", "DR7", "the jump goes on: 1x10x19", "1x19"},
		{
			"W:W18:B6,9,11,14,15 ; huff 14,15 back B:W18:B1,9,11,14,15", "18-14", "DR7",
			"White has no move and must use the claim", "compel huff 14 huff 15",
		},
		{"B:W6,15,32:B1", "1x28", "DR2", "1 to 28 is no jump", ""},
		{"B:W6,15,32:B1", "1-9", "DR1", "one square diagonally", ""},
	} {
		p := read(t, huffing, c.fen)
		var r *kibaho.Refusal
		if err := Refuse(&p, c.text); !errors.As(err, &r) || r.Rule != c.rule || !strings.Contains(r.Reason, c.want) {
			t.Errorf("%s %q: %v; want %q (%s)", c.fen, c.text, err, c.want, c.rule)
			continue
		}
		slices.Sort(r.Candidates)
		if got := strings.Join(r.Candidates, " "); c.candidates != "" && got != c.candidates {
			t.Errorf("%s %q: candidates %s, want %s", c.fen, c.text, got, c.candidates)
		}
	}
}

// DR7: a huff is pointed at on its piece, compel on what the fault left vacant.
func TestHuffPaths(t *testing.T) {
	p := after(t, read(t, huffing, "B:W6,15,32:B1,22"), "1x10")
	for _, m := range p.Moves(nil) {
		path := Path(&p, m)
		switch text := Text(&p, m); text {
		case "huff 10":
			if len(path) != 1 || !slices.Equal(path[0].Sites, []kibaho.Site{9}) || path[0].Says != text {
				t.Errorf("%s: %+v", text, path)
			}
		case "compel":
			if len(path) != 1 || !slices.Equal(path[0].Sites, []kibaho.Site{0, 5}) || path[0].Says != text {
				t.Errorf("%s: %+v", text, path)
			}
		}
	}
}
