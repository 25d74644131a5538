package igisoro

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"kibaho"
)

const opening = "0,0,0,0,0,0,0,0/4,4,4,4,4,4,4,4/4,4,4,4,4,4,4,4/0,0,0,0,0,0,0,0"

func TestReadRefuses(t *testing.T) {
	const (
		b = "0,0,0,3,0,0,0,0/0,0,0,2,0,0,2,0/0,0,0,2,1,1,0,0/0,3,0,0,0,0,0,0 S" // b is lifted and sown to e
		g = "0,0,0,0,2,0,0,0/2,0,0,0,2,0,0,0/0,0,0,0,1,0,0,0/0,0,2,0,0,0,0,0 S" // g is lifted
	)
	tests := []struct {
		variant, text, want string
		set                 []string
	}{
		{"igisoro", "", "expected four rows", nil},
		{"igisoro", "1,2/3,4/5,6 S", "expected four rows between slashes, found 3", nil},
		{"igisoro", "1/1/1/1 S", "at least 2 columns (IG1)", nil},
		{"igisoro", "1,1/1,1,1/1,1/1,1 S", "expected 2 numbers in this row", nil},
		{"igisoro", "1,1/1,x/1,1/1,1 S", `"x": expected a number`, nil},
		{"igisoro", "1,1/1,-1/1,1/1,1 S", `"-1": expected a number`, nil},
		{"igisoro", "1,1/1,01/1,1/1,1 S", `"01": expected a number`, nil},
		{"igisoro", strings.Repeat("0,", 13) + "0/0/0/0 S", "at most 13 columns", nil},
		{"igisoro", opening, "expected the side to move, S or N", nil},
		{"igisoro", opening + " W", `"W": expected the side to move`, nil},
		{"igisoro", opening + " S extra", "expected turn=ORIGIN,HAND,LAPS,START or take=LAST,ORIGIN,LAPS,START", nil},
		{"igisoro", opening + " S 3 extra", "expected turn=", nil},
		{"igisoro", opening + " S 3x", "expected a ply number", nil},
		{"quiet", opening + " S 1", "the other side is to move", nil},
		{"igisoro", strings.Replace(opening, "4", "5", 1) + " S", "at most 64 cows (8 columns, per-pit=4), found 65 (IG1)", nil},
		{"igisoro", "9,9/9,9/9,9/9,9 S", "at most 16 cows (2 columns, per-pit=4), found 72 (IG1)", nil},
		{"igisoro", "1,1/1,1/1,1/1,1 S", "these rows have 2 columns, but columns=8 was set", []string{"columns=8"}},
		{"igisoro", strings.Repeat("0", 2000), "at most 1000 characters", nil},

		{"igisoro", b + " take=e,b,1", "expected turn=", nil},
		{"igisoro", b + " take=e,b,1,b more", `"more": expected the end of the position`, nil},
		{"igisoro", b + " take=E,b,1,b", `expected a pit of the side to move, a to p, found "E"`, nil},
		{"igisoro", b + " take=e,b,1001,b", `expected laps, 0 to 1000, found "1001"`, nil},
		{"igisoro", b + " take=e,b,0,b", "at least 1 lap before a capture", nil},
		{"igisoro", b + " take=e,b,1,c", "the first lap is sown from the pit the turn began with", nil},
		{"igisoro", b + " take=d,b,1,b", "pit d does not face two filled pits (IG6)", nil},
		{"igisoro", strings.Replace(b, "2,1,1", "1,1,1", 1) + " take=e,b,1,b", "pit e was not occupied (IG6)", nil},
		{"igisoro", b + " take=e,a,1,a", "leaves no pit between them empty", nil},
		{"compulsory", b + " take=e,b,1,b", "capturing is compulsory (IG8)", nil},
		{"quiet", b + " 2 take=e,b,1,b", "nothing is captured in the first 4 plies (IG11)", nil},

		{"igisoro", g + " turn=g,3,0", "expected turn=", nil},
		{"igisoro", g + " turn=g,300,0,g", `expected cows in the hand, 0 to 254, found "300"`, nil},
		{"igisoro", g + " turn=g,67,0,g", "at most 64 cows", nil},
		{"igisoro", g + " turn=f,3,0,f", "no sowing is turned back from pit f (IG9)", nil},
		{"one-way", g + " turn=g,3,0,g", "no sowing is turned back from pit g (IG9)", nil},
		{"igisoro", g + " turn=g,1,0,g", "expected at least 2 in the hand", nil},
		{"igisoro", g + " turn=g,2,0,g", "sown backwards from pit g, 2 would capture nothing (IG9)", nil},
		{"igisoro", g + " turn=g,3,0,b", "after 0 laps the hand is that of the pit the turn began with", nil},
		{"arrival", g + " turn=g,3,0,g", "the first handful of a turn is not turned back (IG10)", nil},
		{"igisoro", strings.Replace(g, "0,0,0,0,1", "0,2,0,0,1", 1) + " turn=g,3,0,g", "pit g was lifted and must be empty", nil},
		{"igisoro", strings.Replace(g, "0,0,0,0,1", "0,2,0,0,1", 1) + " turn=g,3,1,b", "only after a lap round the whole side", nil},
		{"igisoro", g + " turn=g,3,1000,b", "neither choice leads to the end of the turn (IG13)", nil},
	}
	for _, x := range tests {
		s := settings(t, x.variant, x.set...)
		p, _, err := Game.Read(s, x.text)
		var in *kibaho.InputError
		if !errors.As(err, &in) {
			t.Errorf("%s %q: %v and %s, want %s", x.variant, x.text, err, write(&p), x.want)
			continue
		}
		if !strings.Contains(err.Error(), x.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s %q: %v, want %s", x.variant, x.text, err, x.want)
		}
	}
}

// Positions within a turn are read and written (IG14).
func TestReadWithinTurn(t *testing.T) {
	for _, x := range []struct{ start, turn, want string }{
		{"0,0,0,3,0,0,0,0/0,0,0,2,0,0,2,0/0,0,0,1,0,0,3,0/0,3,0,0,0,0,0,0 S", "b", "0,0,0,3,0,0,0,0/0,0,0,2,0,0,2,0/0,0,0,2,1,1,0,0/0,3,0,0,0,0,0,0 S take=e,b,1,b"},
		{"0,0,0,0,2,0,0,0/2,0,0,0,2,0,0,0/0,3,0,0,1,0,0,0/0,0,2,0,0,0,0,0 S", "g", "0,0,0,0,2,0,0,0/2,0,0,0,2,0,0,0/0,0,0,0,1,0,0,0/0,0,2,0,0,0,0,0 S turn=g,3,0,g"},
		{"0,0,0,0,2,0,0,0/2,0,0,0,2,0,0,0/0,2,0,2,1,0,0,0/0,0,2,0,0,0,0,0 S", "e", "0,0,0,0,2,0,0,0/2,0,0,0,2,0,0,0/0,0,1,0,1,0,0,0/0,0,2,0,0,0,0,0 S turn=g,3,1,e"},
	} {
		p := position(t, "igisoro", x.start)
		play(t, &p, x.turn)
		if got := write(&p); got != x.want {
			t.Errorf("%s %s: %s, want %s", x.start, x.turn, got, x.want)
		}
		if q := position(t, "igisoro", x.want); q != p || !q.MidTurn() {
			t.Errorf("%s is read as %s", x.want, write(&q))
		}
	}
}

// The rows set the number of columns (IG1).
func TestReadSetsColumns(t *testing.T) {
	p, s, err := Game.Read(settings(t, "turn-origin"), "0,0,0/2,2,2/2,2,2/0,0,0 S")
	if err != nil || s.Value("columns") != "3" || s.Variant() != "turn-origin" || p.columns != 3 {
		t.Fatalf("columns=%s, variant %s, %v", s.Value("columns"), s.Variant(), err)
	}
	if _, s, err := Game.Read(settings(t, "igisoro", "columns=8"), opening+" S"); err != nil || !s.Given("columns") {
		t.Errorf("the columns that were set: %v", err)
	}
}

func TestRefuse(t *testing.T) {
	const (
		b = "0,0,0,3,0,0,0,0/0,0,0,2,0,0,2,0/0,0,0,1,0,0,3,0/0,3,0,0,0,0,0,0 S"
		g = "0,0,0,0,2,0,0,0/2,0,0,0,2,0,0,0/0,3,0,0,1,0,0,0/0,0,2,0,0,0,0,0 S"
	)
	tests := []struct{ position, turn, want, candidates string }{
		{b, "e", `move "e": pit e holds one cow; a turn starts from two or more (IG3)`, "b j"},
		{b, "d", `move "d": pit d is empty (IG3)`, "b j"},
		{b, "D", `move "D": D is North's pit, and South is to move (IG2)`, "b j"},
		{b, "+", `move "+": there is nothing to take here: expected a pit, a to p (IG6)`, "b j"},
		{b, "-", `move "-": there is nothing to leave here: expected a pit, a to p (IG6)`, "b j"},
		{b, "<", `move "<": there is no sowing to turn back here: expected a pit, a to p (IG9)`, "b j"},
		{b, "b", `move "b": the turn is not over: expected + (take) or - (leave) (IG14)`, "b+ b-"},
		{b, "bj", `move "bj": the turn begun with b is not over: expected + (take) or - (leave) (IG14)`, "b+ b-"},
		{b, "b<", `move "b<": there is no sowing to turn back here: expected + (take) or - (leave) (IG9)`, "b+ b-"},
		{b, "j+", `move "j+": the turn is over after "j" (IG14)`, "j"},
		{b, "b+", `move "b+": these are several decisions, to be made one after another (IG14)`, "b+"},
		{g, "g+", `move "g+": there is nothing to take here: expected < (turn back) or > (go on) (IG6)`, "g< g>"},
		{b, "q", `igisoro move "q", character 1, "q": expected a pit, a to p`, ""},
		{b, "b4", `igisoro move "b4", character 2, "4": expected + (take) or - (leave)`, ""},
		{b, "", `igisoro move "": expected a pit, a to p`, ""},
		{"0,0/0,2/1,1/0,0 S", "a", `move "a": the game is over: South has no pit of two cows or more to start from (IG12)`, ""},
	}
	for _, x := range tests {
		p := position(t, "igisoro", x.position)
		before := p
		err := refuse(&p, x.turn)
		var refusal *kibaho.Refusal
		var got string
		if errors.As(err, &refusal) {
			got = strings.Join(refusal.Candidates, " ")
		}
		if text, _, _ := strings.Cut(fmt.Sprint(err), "; legal:"); text != x.want || got != x.candidates {
			t.Errorf("%s %q:\ngot  %v\nwant %s; legal: %s", x.position, x.turn, err, x.want, x.candidates)
		}
		if p != before {
			t.Errorf("%q changed the position", x.turn)
		}
	}
}

func TestClash(t *testing.T) {
	for _, x := range []struct {
		variant string
		set     []string
	}{{"arrival", []string{"reverse-pits=none"}}, {"one-way", []string{"reverse=arrival"}}} {
		if _, err := Game.Settings(x.variant, x.set...); err == nil || !strings.Contains(err.Error(), "IG10") {
			t.Errorf("%s %v: %v, want a clash (IG10)", x.variant, x.set, err)
		}
	}
}

// A text is refused, or read as a position that writes and reads back the same.
func FuzzRead(f *testing.F) {
	f.Add("igisoro", opening+" S")
	f.Add("quiet", opening+" N 3")
	f.Add("turn-origin", "0,0,0,3,0,0,0,0/0,0,0,2,0,0,2,0/0,0,0,2,1,1,0,0/0,3,0,0,0,0,0,0 S take=e,b,1,b")
	f.Add("igisoro", "0,0,0,0,2,0,0,0/2,0,0,0,2,0,0,0/0,0,0,0,1,0,0,0/0,0,2,0,0,0,0,0 S turn=g,3,0,g")
	f.Add("one-way", "1,1/1,1/2,1/1,1 N")
	f.Fuzz(func(t *testing.T, variant, text string) {
		s, err := Game.Settings(variant)
		if err != nil {
			return
		}
		p, s, err := Game.Read(s, text)
		if err != nil {
			var in *kibaho.InputError
			if !errors.As(err, &in) {
				t.Fatalf("%T: %v", err, err)
			}
			return
		}
		out := write(&p)
		if q, _, err := Game.Read(s, out); err != nil || q != p {
			t.Fatalf("%q is written %q, which reads as %q, %v", text, out, write(&q), err)
		}
		if moves := p.Moves(nil); (len(moves) == 0) != (p.Outcome() != kibaho.Ongoing) {
			t.Fatalf("%q: %d moves, outcome %v", text, len(moves), p.Outcome())
		}
	})
}

// Whatever is typed in place of one decision is refused in one line.
func FuzzRefuse(f *testing.F) {
	f.Add("a")
	f.Add("b+<>-")
	f.Add("j----+<--++")
	f.Fuzz(func(t *testing.T, turn string) {
		p := position(t, "igisoro", "0,0,1,1,0,2,0,2/0,5,1,6,1,6,1,6/1,0,5,5,0,4,4,4/0,3,0,1,3,0,1,1 S")
		err := refuse(&p, turn)
		if err == nil || strings.ContainsAny(err.Error(), "\n\r") {
			t.Fatalf("%q: %v", turn, err)
		}
	})
}

func ExampleGame() {
	s, _ := Game.Settings("igisoro")
	p, _, _ := Game.Read(s, "0,0,0,3,0,0,0,0/0,0,0,2,0,0,2,0/0,0,0,1,0,0,3,0/0,3,0,0,0,0,0,0 S")
	p.Play(1) // pit b: the third cow falls into e and may take five
	fmt.Println(Game.Write(&p))
	for _, m := range p.Moves(nil) {
		q := p
		q.Play(m)
		fmt.Println(Game.Text(&p, m), Game.Write(&q))
	}
	// Output:
	// 0,0,0,3,0,0,0,0/0,0,0,2,0,0,2,0/0,0,0,2,1,1,0,0/0,3,0,0,0,0,0,0 S take=e,b,1,b
	// + 0,0,0,0,0,0,0,0/0,0,0,0,0,0,2,0/0,1,1,3,2,2,0,0/0,3,0,0,0,0,0,0 N
	// - 0,0,0,3,0,0,0,0/0,0,0,2,0,0,2,0/0,1,1,0,1,1,0,0/0,3,0,0,0,0,0,0 N
}
