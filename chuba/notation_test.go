package chuba

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"kibaho"
)

const (
	chubaStart = "1,1,1,1,1,1,1,1,1,1,1/2,2,2,2,2,2,2,2,2,1,0/0,1,2,2,2,2,2,2,2,2,2/1,1,1,1,1,1,1,1,1,1,1 S lmnopqrstuvLMNOPQRSTUV -"
	fig15      = "0,0,3,0,0,4,0,0,1,0,0/0,0,2,0,0,2,0,0,1,0,0/0,2,0,0,0,0,0,2,0,0,0/0,0,0,1,0,0,0,0,0,0,0 S - -"
)

func TestRead(t *testing.T) {
	for _, test := range []struct{ setting, text, want string }{
		{"chuba", chubaStart, chubaStart},
		{"chuba", "0,0,0/1,0,0/0,0,1/0,0,1 N", "0,0,0/1,0,0/0,0,1/0,0,1 N - -"},
		{"chuba", "0,0,0/1,0,0/0,0,1/0,0,1 S f", "0,0,0/1,0,0/0,0,1/0,0,1 S f -"},
		{"chuba", "1,0,0/1,0,0/0,0,1/2,0,1 S Ffd -", "1,0,0/1,0,0/0,0,1/2,0,1 S dfF -"},
		{"tschuba", "0,0,0/1,0,0/0,0,1/0,0,1 N - SN", "0,0,0/1,0,0/0,0,1/0,0,1 N - SN"},
		{"tschuba columns=3", "0,0,0/1,0,0/0,0,1/0,0,1 N - S", "0,0,0/1,0,0/0,0,1/0,0,1 N - S"},
		{"chuba", "0,0,0/0,0,0/0,0,0/0,0,0 N", "0,0,0/0,0,0/0,0,0/0,0,0 N - -"},
		{"chuba", "0,0,0/0,0,0/0,0,12/0,0,0 N", "0,0,0/0,0,0/0,0,12/0,0,0 N - -"},
	} {
		p, s, err := Game.Read(settings(t, strings.Fields(test.setting)[0], strings.Fields(test.setting)[1:]...), test.text)
		if err != nil {
			t.Errorf("%s: %v", test.setting, err)
			continue
		}
		if got := Game.Write(&p); got != test.want {
			t.Errorf("%s: %q is written %q, want %q", test.setting, test.text, got, test.want)
		}
		// CH1: the text sets the number of columns.
		if got, want := s.Int("columns"), strings.Count(test.text[:strings.Index(test.text, "/")], ",")+1; got != want {
			t.Errorf("%q: columns=%d, want %d", test.text, got, want)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	const rows = "0,0,0/1,0,0/0,0,1/1,0,1"
	for _, test := range []struct {
		setting, text string
		at            int
		want          string
	}{
		{"chuba", "", -1, "expected the four rows"},
		{"chuba", rows, -1, "expected the four rows"},
		{"chuba", rows + " S - - -", -1, "expected the four rows"},
		{"chuba", "0,0,0/1,0,0/0,0,1 S", -1, "four rows"},
		{"chuba", "0,0/1,0/0,1/1,0 S", 0, "expected 3 to 13 columns, found 2"},
		{"chuba", "0,0,0/1,0/0,0,1/1,0,1 S", 6, "expected 3 numbers"},
		{"chuba", "0,0,0/1,x,0/0,0,1/1,0,1 S", 8, "expected a number"},
		{"chuba", "0,0,0/1,-1,0/0,0,1/1,0,1 S", 8, "expected a number"},
		{"chuba", "0,0,0/1,053,0/0,0,1/1,0,1 S", 8, "expected a number"},
		{"chuba", "0,0,0/1,0,0/0,0,13/0,0,0 S", 0, "South has 13 men; with 3 columns a side has at most 12 (CH3)"},
		{"chuba", "9,4,0/0,0,0/0,0,1/0,0,0 S", 0, "North has 13 men"},
		{"chuba columns=4", rows + " S", -1, "columns"},
		{"chuba", rows + " s", 24, "expected S or N"},
		{"chuba", rows + "  -", 24, "expected S or N"},
		{"chuba", rows + " S  -", 26, "or -"},
		{"chuba", rows + " S dx -", 27, "a pit of an outer row"},
		{"chuba", rows + " S a -", 26, "a pit of an outer row"},
		{"chuba", rows + " S d- -", 27, "a pit of an outer row"},
		{"chuba", rows + " S de -", 27, "empty"},
		{"chuba", rows + " S dfd -", 28, "twice"},
		{"tschuba", rows + " S d -", 26, "expected -"},
		{"tschuba", rows + " S - NS", 28, "-, S, N or SN"},
		{"chuba", rows + " S - S", 28, "singles=outer-once"},
		{"tschuba singles=outer-always", rows + " S - N", 28, "singles=outer-once"},
	} {
		_, _, err := Game.Read(settings(t, strings.Fields(test.setting)[0], strings.Fields(test.setting)[1:]...), test.text)
		var input *kibaho.InputError
		switch {
		case !errors.As(err, &input):
			t.Errorf("%s: %q: %v, want an InputError", test.setting, test.text, err)
		case input.At != test.at || !strings.Contains(input.Error(), test.want):
			t.Errorf("%s: %q: at %d, %v, want at %d, %q", test.setting, test.text, input.At, err, test.at, test.want)
		}
	}
}

func TestClash(t *testing.T) {
	// CH8: nothing asks who has been played upon.
	for set, fine := range map[string]bool{
		"chuba played-upon=from-inner":                                  true,
		"chuba played-upon=from-inner outer-unplayed=free":              true,
		"chuba played-upon=from-inner singles=none":                     true,
		"tschuba played-upon=from-inner":                                false,
		"tschuba played-upon=from-inner singles=unplayed":               true,
		"chuba played-upon=from-inner outer-unplayed=free singles=none": false,
		"chuba columns=2":      false,
		"chuba columns=14":     false,
		"chuba endless-laps=0": false,
		"chuba layout=threes":  false,
		"chuba second-pair=may singles=outer-always outer-unplayed=free layout=left-empty": true,
	} {
		_, err := Game.Settings(strings.Fields(set)[0], strings.Fields(set)[1:]...)
		if (err == nil) != fine {
			t.Errorf("%s: %v, want fine: %t", set, err, fine)
		}
	}
}

func TestRefuse(t *testing.T) {
	for _, test := range []struct{ setting, position, move, want string }{
		{"chuba", chubaStart, "A", `move "A": A is North's pit, and South is to move (CH6)`},
		{"chuba", chubaStart, "k", `move "k": k is empty (CH6)`},
		{"chuba", chubaStart, "j", `move "j": a single man may not start while a holds two (CH7)`},
		{"chuba", chubaStart, "m", `move "m": the man in m has not been played upon (CH8)`},
		{"chuba layout=twos", "2,2,2/2,2,2/2,2,2/2,2,2 S defDEF -", "d", `move "d": the men in d have not been played upon (CH8)`},
		{"chuba", "0,0,0,0/0,0,0,2/0,1,1,0/0,0,1,0 S", "b", `move "b": a single man may not be moved into the occupied pit c (CH7)`},
		{"chuba", fig15, "d", `move "d": d captures: choose a second pair (CH10); legal: d+C, d+I, d+-`},
		{"chuba", fig15, "d+F", `move "d+F": the pair F is captured already: choose another one (CH10); legal: d+C, d+I, d+-`},
		{"chuba", fig15, "d+T", `move "d+T": a pair is named by its inner pit: T stands behind C (CH10); legal: d+C, d+I, d+-`},
		{"chuba", fig15, "d+c", `move "d+c": the second pair is the opponent's, and c is not (CH10); legal: d+C, d+I, d+-`},
		{"chuba", "0,0,3,0,0,4,0,0,1,0,0/0,0,2,0,0,0,0,0,1,0,0/0,2,0,0,0,0,0,2,0,0,0/0,0,0,1,0,0,0,0,0,0,0 S", "d+C", `move "d+C": d captures nothing, so there is no second pair (CH9); legal: d`},
		{"chuba", "0,1,0,1/1,0,1,1/0,0,0,1/0,0,0,0 S", "a+-", `move "a+-": a second pair must be taken, and none is empty (CH10); legal: a+A, a+B, a+D`},
		{"tschuba", endless[0].position, "v", `move "v": the sowing from v never ends (CH13)`},
		{"chuba", "0,0,0/0,0,0/0,0,1/0,0,0 S", "a", `move "a": the game is over: North has no men left (CH12)`},
		{"chuba", fig15, "w", `chuba move "w": expected a pit a to v or A to V, with a capture the second pair by its inner pit or -: "d", "d+H", "d+-"`},
		{"chuba", fig15, "d+", `chuba move "d+": expected a pit a to v`},
		{"chuba", fig15, "d+-C", `chuba move "d+-C": expected a pit`},
		{"chuba", fig15, "d-C", `chuba move "d-C": expected a pit`},
		{"chuba", fig15, "", `chuba move "": expected a pit`},
	} {
		p := position(t, settings(t, strings.Fields(test.setting)[0], strings.Fields(test.setting)[1:]...), test.position)
		if _, ok := find(&p, test.move); ok {
			t.Errorf("%s: %s is legal", test.position, test.move)
			continue
		}
		if got := Game.Refuse(&p, test.move).Error(); !strings.HasPrefix(got, test.want) {
			t.Errorf("%s:\ngot  %s\nwant %s", test.position, got, test.want)
		}
	}
}

// TestFits reads an empty second pair by its name too (CH10).
func TestFits(t *testing.T) {
	for _, test := range []struct{ position, text, want string }{
		{fig15, "d+A", "d+-"},
		{fig15, "d+-", "d+-"},
		{fig15, "d+C", "d+C"},
		{strings.Replace(chubaStart, " S ", " N ", 1), "E+a", "E+a"},
	} {
		p := position(t, settings(t, "chuba"), test.position)
		m, ok := find(&p, test.text)
		if !ok {
			t.Errorf("%s: %s fits no move", test.position, test.text)
		} else if got := Game.Text(&p, m); got != test.want {
			t.Errorf("%s: %s means %s, want %s", test.position, test.text, got, test.want)
		}
	}
}

func TestPath(t *testing.T) {
	p := position(t, settings(t, "chuba"), fig15)
	site := func(names string) (sites []kibaho.Site) {
		for _, name := range strings.Split(names, "") {
			for i, n := range Game.Board(&p).Names {
				if n == name {
					sites = append(sites, kibaho.Site(i))
				}
			}
		}
		return sites
	}
	for text, want := range map[string][]kibaho.Step{
		"j":   {{Sites: site("j")}},
		"d+C": {{Sites: site("d")}, {Sites: site("CT"), Key: "C", Says: "second pair C: takes 5"}},
		"d+-": {{Sites: site("d")}, {Sites: site("AVBUDSERGPHOJMKL"), Key: "-", Says: "an empty pair"}},
	} {
		m, ok := find(&p, text)
		if !ok {
			t.Fatalf("%s is not legal", text)
		}
		if got := Game.Path(&p, m); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: path %+v, want %+v", text, got, want)
		}
	}
	// CH10: where the second pair may be left there need be no empty one.
	p = position(t, settings(t, "tschuba"), "0,1,0,1/1,0,1,1/0,0,0,1/0,0,0,0 S")
	m, _ := find(&p, "a+-")
	want := []kibaho.Step{{Sites: []kibaho.Site{0}}, {Key: "-", Says: "no second pair"}}
	if got := Game.Path(&p, m); !reflect.DeepEqual(got, want) {
		t.Errorf("path %+v, want %+v", got, want)
	}
}

func TestBoard(t *testing.T) {
	p := position(t, settings(t, "chuba"), "1,0,0/1,0,0/0,0,1/2,0,1 S dF -")
	b := Game.Board(&p)
	marked := ""
	for i, m := range b.Marks {
		if m == kibaho.Unplayed {
			marked += b.Names[i]
		}
	}
	if got := strings.Join(b.Names, ""); b.Shape != kibaho.Pits || b.Rows != 4 || b.Columns != 3 || got != "abcdefABCDEF" || marked != "dF" {
		t.Errorf("board %+v, marked %s", b, marked)
	}
	if got, want := fmt.Sprint(b.At), "[1 0 0 2 0 1 1 0 0 0 0 1]"; got != want {
		t.Errorf("contents %s, want %s", got, want)
	}
	p = position(t, settings(t, "chuba"), "1,0,0/1,0,0/0,0,1/2,0,1 S")
	if b := Game.Board(&p); b.Marks != nil {
		t.Errorf("marks %v of a board without", b.Marks)
	}
}

// TestTrace shows the events of a forfeit after a capture (CH11).
func TestTrace(t *testing.T) {
	s := settings(t, "tschuba")
	p := position(t, s, "0,0,1,0,1,1,1,1,0,0,1/0,2,1,0,0,0,0,1,0,1,1/0,0,0,1,1,2,0,0,1,0,1/0,0,0,0,0,1,1,0,0,1,1 S - -")
	m, ok := find(&p, "f+-")
	if !ok {
		t.Fatal("f+- is not legal")
	}
	names := Game.Board(&p).Names
	kinds := [...]string{"lift", "lap", "sow", "take", "move", "crown", "forfeit"}
	var got []string
	for _, e := range Game.Trace(&p, m) {
		got = append(got, fmt.Sprint(kinds[e.Kind], names[e.Site], e.N))
	}
	want := "liftf2 lapf2 sowg1 sowh1 lifth2 laph2 sowi1 sowj1 takeB2 forfeitO1 forfeitP1 forfeitQ1 forfeitR1 forfeitT1 forfeitL1"
	for _, w := range strings.Fields(want) {
		if !strings.Contains(strings.Join(got, " "), w) {
			t.Errorf("%s is not among %v", w, got)
		}
	}
	if len(got) != len(strings.Fields(want)) {
		t.Errorf("events %v, want those of %s", got, want)
	}
}

// FuzzRead: what can be read is written and read back the same.
func FuzzRead(f *testing.F) {
	for _, text := range []string{chubaStart, fig15, endless[0].position, "0,0,0/1,0,0/0,0,1/0,0,1 N - SN", "2,2,2/2,2,2/2,2,2/2,2,2 S defDEF -"} {
		f.Add(text, true)
		f.Add(text, false)
	}
	f.Fuzz(func(t *testing.T, text string, chuba bool) {
		variant := "tschuba"
		if chuba {
			variant = "chuba"
		}
		p, s, err := Game.Read(settings(t, variant), text)
		if err != nil {
			return
		}
		written := Game.Write(&p)
		q, _, err := Game.Read(s, written)
		if err != nil || q != p {
			t.Errorf("%q is written %q and read back as %q (%v)", text, written, Game.Write(&q), err)
		}
	})
}

// FuzzMove: a text either fits one legal move or is refused.
func FuzzMove(f *testing.F) {
	for _, text := range []string{"d", "d+C", "d+-", "D+h", "", "d+A", "z"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, position := range []string{chubaStart, fig15, "0,0,0/0,0,0/0,0,1/0,0,0 S"} {
			p, _, err := Game.Read(settings(t, "chuba"), position)
			if err != nil {
				t.Fatal(err)
			}
			fits := 0
			for _, m := range p.Moves(nil) {
				if Game.Fits(&p, m, text) {
					fits++
				}
			}
			if fits > 1 || fits == 0 && Game.Refuse(&p, text) == nil {
				t.Errorf("%s: %q fits %d moves and is not refused", position, text, fits)
			}
		}
	})
}
