package draughts

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"kibaho"
)

// same reports whether a written move is that of the list, which may write
// captures with - and leading zeros.
func sameMove(text, listed string) bool {
	a, b, _ := strings.Cut(listed, "-")
	from, _ := strconv.Atoi(a)
	to, _ := strconv.Atoi(b)
	return text == strconv.Itoa(from)+"-"+strconv.Itoa(to) || text == strconv.Itoa(from)+"x"+strconv.Itoa(to)
}

// squares returns a position's lists as sets, however they are sorted.
func squares(fen string) map[string]bool {
	set := map[string]bool{}
	side := ""
	for i, list := range strings.Split(fen, ":") {
		if i == 0 {
			set[list] = true
			continue
		}
		side, list = list[:1], list[1:]
		for n := range strings.SplitSeq(list, ",") {
			set[side+n] = true
		}
	}
	return set
}

// DR9: the two-move deck, its barred openings and where each leads.
func TestTwoMoveDeck(t *testing.T) {
	deck, inUse, barred := Openings("two-move-49"), Openings("two-move"), Barred("two-move")
	listed := lines(t, "two-move-49.txt")
	if len(deck) != 49 || len(listed) != 49 || len(inUse) != 43 || len(barred) != 6 {
		t.Fatalf("%d openings, %d listed, %d in use, %d barred", len(deck), len(listed), len(inUse), len(barred))
	}
	for i, line := range listed {
		f := strings.Fields(line)
		o := deck[i]
		number, _ := strconv.Atoi(f[0])
		if o.Number != number || len(o.Moves) != 2 || !sameMove(o.Moves[0], f[1]) || !sameMove(o.Moves[1], f[2]) || o.Barred != (f[3] == "BARRED") {
			t.Errorf("opening %+v, want %s", o, line)
		}
		p, err := o.Position(english)
		if err != nil {
			t.Fatal(err)
		}
		got, want := squares(Write(&p)), squares(f[4])
		for s := range want {
			if !got[s] || len(got) != len(want) {
				t.Errorf("%v leads to %s, want %s", o.Moves, Write(&p), f[4])
				break
			}
		}
	}
	var six []string
	for _, o := range barred {
		six = append(six, strings.Join(o.Moves, " "))
	}
	slices.Sort(six)
	if want := []string{"10-14 21-17", "10-14 23-18", "11-16 23-19", "12-16 23-19", "9-14 21-17", "9-14 23-18"}; !slices.Equal(six, want) {
		t.Errorf("barred %v, want %v", six, want)
	}
	// They are all the ways in which two moves can be made.
	p, _ := Start(english)
	ways := map[string]bool{}
	for _, m := range p.Moves(nil) {
		q := p
		q.Play(m)
		for _, n := range q.Moves(nil) {
			ways[Text(&p, m)+" "+Text(&q, n)] = true
		}
	}
	for _, o := range deck {
		delete(ways, strings.Join(o.Moves, " "))
	}
	if len(ways) != 0 {
		t.Errorf("missing: %v", ways)
	}
}

// DR9: the three-move deck, 156 in use and 18 barred.
func TestThreeMoveDeck(t *testing.T) {
	for _, c := range []struct {
		file string
		deck []Opening
		n    int
	}{
		{"three-move-156.txt", Openings("three-move"), 156},
		{"three-move-barred-18.txt", Barred("three-move"), 18},
	} {
		listed := lines(t, c.file)
		if len(listed) != c.n || len(c.deck) != c.n {
			t.Fatalf("%s: %d listed, %d openings, want %d", c.file, len(listed), len(c.deck), c.n)
		}
		for i, line := range listed {
			f, o := strings.Fields(line), c.deck[i]
			number, _ := strconv.Atoi(f[0])
			if o.Number != number || len(o.Moves) != 3 || !slices.EqualFunc(o.Moves, f[1:], sameMove) {
				t.Errorf("%s: opening %+v, want %s", c.file, o, line)
			}
			p, err := o.Position(huffing)
			if err != nil {
				t.Errorf("%s: %v", line, err)
			}
			if p.Turn() != kibaho.Second {
				t.Errorf("%v: %v to move", o.Moves, p.Turn())
			}
		}
	}
	if got := Openings("three-move")[2].Moves; !slices.Equal(got, []string{"9-13", "22-17", "13x22"}) {
		t.Errorf("a capture is written %v", got)
	}
}

// DR10: no opening stands in a deck twice, so that none comes up again.
func TestDecksHaveNoDoubles(t *testing.T) {
	for _, deck := range []string{"two-move", "two-move-49", "three-move"} {
		had := map[string]bool{}
		for _, o := range Openings(deck) {
			text := strings.Join(o.Moves, " ")
			if had[text] {
				t.Errorf("%s: %s twice", deck, text)
			}
			had[text] = true
		}
	}
	if got := Openings("free"); got != nil {
		t.Errorf("free openings are drawn from %v", got)
	}
	Openings("two-move")[0].Moves[0] = "spoiled"
	if got := Openings("two-move")[0].Moves[0]; got != "9-13" {
		t.Errorf("the deck was changed to %s", got)
	}
}
