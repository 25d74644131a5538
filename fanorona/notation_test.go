package fanorona

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kibaho"
)

func TestReadWrite(t *testing.T) {
	for _, c := range []struct{ variant, set, text, want string }{
		{"", "", startText, startText},
		{"", "", startText + " 0", startText},
		{"", "", "bbbbbbbbb/bbbbbbbbb/bwbw.bwbw/wwwwwwwww/wwwwwwwww  w ", startText},
		{"1886", "", startText, startText},
		{"", "", "8b/9/2bw1b3/9/9 w", "8b/9/2bw1b3/9/9 w"},
		{"", "", "8b/27/..bw1b111/333/9 w", "8b/9/2bw1b3/9/9 w"},
		{"", "", "8b/9/2bw1b3/9/9 w 0", "8b/9/2bw1b3/9/9 w"},
		{"1886", "", "8b/9/2bw1b3/9/9 w 0", "8b/9/2bw1b3/9/9 w 0"},
		{"1886", "", "8b/9/2bw1b3/9/9 w 2", "8b/9/2bw1b3/9/9 w"},
		{"1886", "", "8b/9/2bw1b3/9/9 b 1", "8b/9/2bw1b3/9/9 b"},
		{"1886", "first-step=both-sides", "8b/9/2bw1b3/9/9 b 1", "8b/9/2bw1b3/9/9 b 1"},
		{"1886", "first-step=both-sides", "8b/9/2bw1b3/9/9 w 0", "8b/9/2bw1b3/9/9 w 0"},
		{"1886", "first-step=both-sides", "8b/9/2bw1b3/9/9 b 99", "8b/9/2bw1b3/9/9 b"},
		{"vela", "", startText, startText + " gives=w"},
		{"vela", "vela-opens=loser", startText, startText + " gives=b"},
		{"vela", "", startText + " gives=b", startText + " gives=b"},
		{"vela", "", "9/4b4/9/4w4/wwww5 w", "9/4b4/9/4w4/wwww5 w"},
		{"vela", "", "9/4b4/9/4w4/wwww5 w gives=w", "9/4b4/9/4w4/wwww5 w"},
		{"", "", "bbb/b.w/www w", "bbb/b1w/www w"},
		{"", "size=3x3", "bbb/b.w/www w", "bbb/b1w/www w"},
		{"", "", "bbb/bbb/bbb/bbb/b1w/www/www/www/www w", "bbb/bbb/bbb/bbb/b1w/www/www/www/www w"},
	} {
		var set []string
		if c.set != "" {
			set = []string{c.set}
		}
		p, s, err := Read(settings(t, c.variant, set...), c.text)
		if err != nil {
			t.Errorf("%s %s: %v", c.variant, c.set, err)
			continue
		}
		if got := Write(&p); got != c.want {
			t.Errorf("%s %s: %s: got %s, want %s", c.variant, c.set, c.text, got, c.want)
		}
		rows := strings.Split(strings.Fields(c.want)[0], "/")
		if r, _ := sizeOf(s); r != len(rows) {
			t.Errorf("%s: the settings have %s", c.text, s.Value("size"))
		}
	}
}

func TestReadRefuses(t *testing.T) {
	for _, c := range []struct {
		variant, set, text string
		at                 int
		want               string
	}{
		{"", "", "", 0, "expected 3, 5, 7 or 9"},
		{"", "", "w", 0, "found 1 rows of 1 points"},
		{"", "", "bbbb/4/4/4/4 w", 0, "5 rows of 4 points"},
		{"", "", "8b/9/2bx1b3/9/9 w", 7, "in row C"},
		{"", "", "8b/9/2bw1b2/9/9 w", 5, "row C has 8 points, the first row has 9"},
		{"", "", "8b/9/2bw1b33/9/9 w", 5, "row C has 12 points"},
		{"", "", "8b/9/0bw1b3/9/9 w", 5, "in row C"},
		{"", "", "8b/9/2bW1b3/9/9 w", 7, "in row C"},
		{"", "", "8b/9/2bw1b3/9/9", 15, "side to move"},
		{"", "", "8b/9/2bw1b3/9/9 W", 16, "side to move"},
		{"", "", "8b/9/2bw1b3/9/9 w x", 18, "number of plies"},
		{"", "", "8b/9/2bw1b3/9/9 w -1", 18, "number of plies"},
		{"", "", "8b/9/2bw1b3/9/9 w 01", 18, "number of plies"},
		{"", "", "8b/9/2bw1b3/9/9 w 1", 18, "White moves at even plies"},
		{"", "", "8b/9/2bw1b3/9/9 w 2 3", 20, "end of the position"},
		{"", "", startText + " 2", 52, "every first step captures"},
		{"", "", "8b/9/2bw1b3/9/9 w gives=w", 18, "set vela=yes"},
		{"vela", "", "8b/9/2bw1b3/9/9 w 4", 18, "expected gives=w"},
		{"vela", "", "bbb/b.w/www w", 0, "5x9 only (FA16)"},
		{"", "size=5x5", "bbb/b.w/www w", 0, "size was already set to 5x5"},
		{"", "", "9/9/9/9/9 w", 0, "expected pieces"},
		{"", "", "wwwwwwwww/wwwwwwwww/wwwww3b/9/9 w", 24, "more than 22 White pieces"},
		{"", "", "wbb/bbb/... b", 6, "more than 4 Black pieces"},
		{"", "", strings.Repeat("9", 100_000), 0, "expected 3, 5, 7 or 9"},
		{"", "", strings.Repeat("9/", 100_000), 0, "expected 3, 5, 7 or 9"},
	} {
		var set []string
		if c.set != "" {
			set = []string{c.set}
		}
		_, _, err := Read(settings(t, c.variant, set...), c.text)
		var input *kibaho.InputError
		if !errors.As(err, &input) {
			t.Errorf("%.40s: got %v, want an input error", c.text, err)
			continue
		}
		if input.At != c.at || !strings.Contains(input.Want, c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.40s: got at %d %q, want at %d %q", c.text, input.At, input.Want, c.at, c.want)
		}
	}
}

// The modern writing names the same points: D5 = e2, C5 = e3, D6 = f2.
func TestModernWriting(t *testing.T) {
	p := start(t, settings(t, ""))
	for _, c := range []struct{ text, want string }{
		{"D5-C5A", "D5-C5A"},
		{"e2-e3A", "D5-C5A"},
		{"f2-e3A", "D6-C5A"},
		{"d3-e3W", "C4-C5W"},
		{"D5-e3A", "D5-C5A"},
		{"E2-E3A", ""},
		{"e2-e3", ""},
		{"e2-e3a", ""},
	} {
		var got []string
		for _, m := range p.Moves(nil) {
			if Fits(&p, m, c.text) {
				got = append(got, Text(&p, m))
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: got %v, want %q", c.text, got, c.want)
		}
	}
	p = read(t, settings(t, ""), "bbbbbbbbb/bbbb2bbb/bwbwwb1bw/wwww1ww1w/wwwwwwww1 w")
	if m := move(t, &p, "C5-B5A-B6W"); !Fits(&p, m, "e3-e4A-f4W") {
		t.Errorf("e3-e4A-f4W does not fit C5-B5A-B6W")
	}
	p = read(t, settings(t, ""), "bbb/bbb/bbb/bbb/b1w/www/www/www/www w")
	if m := move(t, &p, "F2-E2A"); !Fits(&p, m, "b4-b5A") {
		t.Error("b4-b5A does not fit F2-E2A on nine rows")
	}
}

// FA2 to FA16: why a move is refused.
func TestRefuse(t *testing.T) {
	const both = "8b/9/2bw1b3/9/9 w"
	const round = "4b4/6b2/4w4/3b5/8b w" // C5-B5A-B6A, and back to C5
	for _, c := range []struct{ variant, set, position, move, rule, want, candidate string }{
		{"", "", startText, "D5-C5", "FA11", "write D5-C5A", "D5-C5A"},
		{"", "", both, "C4-C5", "FA11", "write C4-C5A or W", "C4-C5W"},
		{"", "", startText, "D5-C5W", "FA4", "takes nothing by withdrawal", "D5-C5A"},
		{"", "", "8b/9/2bw5/9/9 w", "C4-C5A", "FA3", "takes nothing by approach", "C4-C5W"},
		{"", "", startText, "C5-D5A", "FA2", "C5 is vacant", ""},
		{"", "", startText, "B5-C5A", "FA2", "the piece on B5 is Black", ""},
		{"", "", startText, "D5-D4A", "FA2", "D4 is not vacant", "D5-C5A"},
		{"", "", startText, "E5-C5A", "FA2", "C5 is not next to E5", ""},
		{"", "", startText, "D5-D5A", "FA2", "the piece stays on D5", ""},
		{"", "", "8b/9/5w3/9/9 w", "C6-D5", "FA2", "C6 has no diagonal lines", "C6-C5"},
		{"", "", "8b/9/3w1b3/9/w8 w", "E1-D1", "FA11", "a capture must be made", "C4-C5A"},
		{"", "", "8b/9/3w1b3/9/9/9/9/9/w8 w", "I1-H1", "FA11", "a capture must be made", "C4-C5A"},
		{"", "", round, "C5-B5A-B6A-C5A", "FA8", "no point twice in one turn", "C5-B5A-B6A"},
		{"", "revisit=immediate", round, "C5-B5A-B6A-B5W", "FA8", "straight back", "C5-B5A-B6A"},
		{"", "", "8b/9/2bw2b2/9/9 w", "C4-C5W-C6A", "FA9", "two steps running along one line", "C4-C5W"},
		{"", "line=once-a-turn", "3w1b3/6b2/4b4/9/8b w", "A4-A5A-B5A-B6A", "FA9", "same or opposite direction", "A4-A5A-B5A"},
		{"1886", "", round + " 0", "C5-B5A-B6A", "FA10", "one step only", "C5-B5A"},
		{"", "", "8b/9/9/9/w8 w", "E1-D1-C1", "FA12", "starts no chain", "E1-D1"},
		{"", "", round, "C5-B5A-B4", "FA7", "goes on only by capturing", "C5-B5A-B6A"},
		{"", "chain=must-go-on", round, "C5-B5A", "FA13", "must go on", "C5-B5A-B6A"},
		{"", "", startText, "pass", "FA15", "nobody passes", ""},
		{"", "no-move=pass", startText, "pass", "FA15", "only who cannot move passes", ""},
		{"vela", "", startText, "D5-C5A", "FA16", "removes nothing", "D5-C5"},
		{"vela", "", startText, "D5-C5-D5", "FA16", "one plain step a turn", "D5-C5"},
		{"vela", "", "9/4b4/9/4w4/wwwwww3 b gives=w", "B5-B4", "FA16", "the taker must capture", "B5-C5A"},
		{"vela", "", "9/4b4/9/4w4/wwwwww3 b gives=w", "B5-C5A-C4A", "FA16", "one capturing step a turn", "B5-C5A"},
		{"vela", "vela-take=row-of-one", "9/4b4/b8/4w4/wwwwwww2 b gives=w", "B5-C5A", "FA16", "only a row of a single piece", ""},
		{"", "", "wb7/bb7/9/9/9 w", "A1-A2", "", "the game is over: White cannot move and has lost (FA15)", ""},
	} {
		var set []string
		if c.set != "" {
			set = []string{c.set}
		}
		p := read(t, settings(t, c.variant, set...), c.position)
		err := Refuse(&p, c.move)
		var refusal *kibaho.Refusal
		if !errors.As(err, &refusal) {
			t.Errorf("%s: %s: got %v, want a refusal", c.position, c.move, err)
			continue
		}
		if refusal.Rule != c.rule || !strings.Contains(refusal.Reason, c.want) {
			t.Errorf("%s: %s: got %v, want %s %s", c.position, c.move, err, c.rule, c.want)
		}
		if c.candidate != "" && !slices.Contains(refusal.Candidates, c.candidate) {
			t.Errorf("%s: %s: candidates %v lack %s", c.position, c.move, refusal.Candidates, c.candidate)
		}
		legal := turns(&p)
		for _, text := range refusal.Candidates {
			if !slices.Contains(legal, text) {
				t.Errorf("%s: %s: candidate %s is not legal", c.position, c.move, text)
			}
		}
	}
}

func TestRefuseUnreadable(t *testing.T) {
	p := start(t, settings(t, ""))
	for _, c := range []struct {
		text string
		at   int
	}{
		{"", 0},
		{"x", 0},
		{"D", 0},
		{"D5", 2},
		{"D5-", 3},
		{"D5C5", 2},
		{"D5-C5X", 5},
		{"D5-C5AA", 6},
		{"F5-C5A", 0},
		{"D0-C5A", 0},
		{"D5-C5A-", 7},
		{"j1-e3A", 0},
		{"e6-e3A", 0},
		{"D5" + strings.Repeat("-C5A", 100), 2 + 4*mostSteps},
		{"été", 0},
		{"Pass", 0},
	} {
		err := Refuse(&p, c.text)
		var input *kibaho.InputError
		if !errors.As(err, &input) || input.At != c.at {
			t.Errorf("%.40q: got %v, want an input error at %d", c.text, err, c.at)
		}
	}
}

// Every text that is refused is not legal, and none that is legal is refused.
func TestRefuseAgreesWithMoves(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 150 {
		s := mix(t, r)
		p, _, err := Read(s, scatter(s, r))
		if err != nil {
			continue
		}
		legal := p.Moves(nil)
		if len(legal) == 0 || len(legal) > 500 {
			continue
		}
		texts := turns(&p)
		for _, m := range legal {
			text := Text(&p, m)
			if err := Refuse(&p, text); err != nil {
				t.Errorf("%s: %s: %s: %v", s, Write(&p), text, err)
			}
			if m == passing {
				continue
			}
			// The same move with another suffix, a step less or a step more.
			steps := strings.Split(text, "-")
			last := steps[len(steps)-1]
			for _, other := range []string{
				strings.Replace(text, "A", "W", 1),
				strings.TrimRight(text, "AW"),
				strings.Join(steps[:len(steps)-1], "-"),
				text + "-" + last,
				text + "-" + p.board().names()[r.IntN(len(p.board().names()))] + "AW"[r.IntN(2):][:1],
				p.board().names()[r.IntN(len(p.board().names()))] + "-" + steps[1],
			} {
				if err := Refuse(&p, other); (err == nil) != slices.Contains(texts, other) {
					t.Errorf("%s: %s: %s: legal %v, refused %v", s, Write(&p), other, slices.Contains(texts, other), err)
				}
			}
		}
	}
}

// FA6: where a step could take on both sides, the path asks which.
func TestPath(t *testing.T) {
	p := read(t, settings(t, ""), "8b/9/2bw1bb2/9/9 w")
	var got []string
	for _, m := range p.Moves(nil) {
		text := Text(&p, m) + ":"
		for _, step := range Path(&p, m) {
			for _, site := range step.Sites {
				text += " " + p.board().names()[site]
			}
			if step.Key != "" {
				text += fmt.Sprintf(" [%s %s]", step.Key, step.Says)
			}
		}
		got = append(got, text)
	}
	want := []string{"C4-C5A: C4 C5 C6 C7 [A approach, takes 2]", "C4-C5W: C4 C5 C3 [W withdrawal, takes 1]"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	p = start(t, settings(t, ""))
	if path := Path(&p, move(t, &p, "D5-C5A")); len(path) != 2 {
		t.Errorf("D5-C5A: path %v, want two points", path)
	}
}

// Pointing can tell all moves apart: after the same choices the next ones are the
// same or share neither a site nor a key.
func TestPathsTellMovesApart(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for range 150 {
		s := mix(t, r)
		p, _, err := Read(s, scatter(s, r))
		if err != nil {
			continue
		}
		moves := p.Moves(nil)
		if len(moves) > 300 {
			continue
		}
		paths := map[string]string{}  // whole path: move
		next := map[string][]string{} // beginning: the next steps
		steps := map[string]kibaho.Step{}
		for _, m := range moves {
			at := ""
			for _, step := range Path(&p, m) {
				text := fmt.Sprint(step)
				if !slices.Contains(next[at], text) {
					for _, other := range next[at] {
						o := steps[other]
						if o.Key != "" && o.Key == step.Key || slices.ContainsFunc(o.Sites, func(x kibaho.Site) bool { return slices.Contains(step.Sites, x) }) {
							t.Errorf("%s: %s: %s and %s after %s", s, Write(&p), text, other, at)
						}
					}
					next[at] = append(next[at], text)
				}
				steps[text] = step
				at += text
			}
			if other, twice := paths[at]; twice {
				t.Errorf("%s: %s: %s and %s have the same path", s, Write(&p), other, Text(&p, m))
			}
			paths[at] = Text(&p, m)
		}
	}
}

// None of the hot functions allocates.
func TestAllocations(t *testing.T) {
	s := settings(t, "")
	p := read(t, s, "bbbbbbbbb/bbbb2bbb/bwbwwb1bw/wwww1ww1w/wwwwwwww1 w")
	big := read(t, s, "b2bbwbw1/bb1b1wbb1/bb1b2b2/bbbbbbb2/wb4b1w/bb1bbb3/w2w1b1w1/1b3b1b1/bw1bb1b1b w")
	random := kibaho.NewRand(1)
	list := make([]Move, 0, MaxTurns+1)
	hot := []struct {
		name string
		f    func(*Position)
	}{
		{"Moves", func(p *Position) { list = p.Moves(list[:0]) }},
		{"Play", func(p *Position) { q := *p; q.Play(list[0]) }},
		{"Outcome", func(p *Position) { p.Outcome() }},
		{"Hash", func(p *Position) { p.Hash() }},
		{"Perft", func(p *Position) { Perft(p, 2) }},
		{"Playout", func(p *Position) { Playout(p, random, kibaho.Limits{Repetition: 3, Quiet: 100}) }},
		{"Eval", func(p *Position) { Eval(p) }},
		{"Gain", func(p *Position) { Gain(p, list[0]) }},
		{"Fits", func(p *Position) { Fits(p, list[0], "C5-B5A-B6A") }},
	}
	for _, q := range []*Position{&p, &big} {
		for _, c := range hot {
			if q == &big && c.name == "Perft" {
				continue // too many turns
			}
			if got := testing.AllocsPerRun(3, func() { c.f(q) }); got != 0 {
				t.Errorf("%s: %s: %v allocations", c.name, Write(q), got)
			}
		}
	}
}

// Equal positions have equal hashes, different ones (of some thousands) others.
func TestHash(t *testing.T) {
	seen := map[uint64]Position{}
	positions := map[Position]bool{}
	for _, set := range [][]string{nil, {"capture=may"}, {"size=9x9"}, {"vela=yes"}} {
		p := start(t, settings(t, "", set...))
		r := kibaho.NewRand(3)
		for range 60 {
			q := p
			for moves := q.Moves(nil); len(moves) > 0; moves = q.Moves(nil) {
				q.Play(moves[r.N(len(moves))])
				if other, ok := seen[q.Hash()]; ok && other != q {
					t.Fatalf("%s and %s have the same hash", Write(&q), Write(&other))
				}
				seen[q.Hash()] = q
				positions[q] = true
				if len(positions)%100 == 0 {
					break
				}
			}
		}
	}
	if len(seen) != len(positions) || len(seen) < 1000 {
		t.Errorf("%d hashes of %d positions", len(seen), len(positions))
	}
}

// Eval is the mover's view, and stays far from ±20,000.
func TestEval(t *testing.T) {
	s := settings(t, "")
	for _, c := range []struct {
		text string
		want func(int) bool
	}{
		{"bbbbbbbbb/bbbbbbbbb/bwbw1bwbw/wwwwwwwww/wwwwwwwww w", func(v int) bool { return v > -400 && v < 400 }},
		{"4b4/9/9/9/www6 w", func(v int) bool { return v > 200 && v < 2000 }},
		{"4b4/9/9/9/www6 b", func(v int) bool { return v < -200 && v > -2000 }},
		{"wwwwwwwww/wwwwwwwww/wwww1b3/9/9 w", func(v int) bool { return v > 300 && v < 20_000 }},
	} {
		p := read(t, s, c.text)
		if got := Eval(&p); !c.want(got) {
			t.Errorf("%s: got %d", c.text, got)
		}
		mirror := strings.NewReplacer("w", "b", "b", "w").Replace(c.text)
		q := read(t, s, mirror)
		if Eval(&p) != Eval(&q) {
			t.Errorf("%s: got %d, colours exchanged %d", c.text, Eval(&p), Eval(&q))
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("", "", startText)
	f.Add("vela", "vela-opens=loser", startText+" gives=w")
	f.Add("1886", "first-step=both-sides", "8b/9/2bw1b3/9/9 b 1")
	f.Add("", "size=9x9", "bbb/b.w/www w")
	f.Fuzz(func(t *testing.T, variant, set, text string) {
		s, err := Game.Settings(variant, set)
		if err != nil {
			if s, err = Game.Settings(""); err != nil {
				t.Fatal(err)
			}
		}
		p, s, err := Read(s, text)
		var input *kibaho.InputError
		if err != nil {
			if !errors.As(err, &input) {
				t.Fatalf("%v", err)
			}
			return
		}
		q, _, err := Read(s, Write(&p))
		if err != nil || q != p {
			t.Fatalf("%q reads as %v; %q reads as %v, %v", text, p, Write(&p), q, err)
		}
	})
}

func FuzzRefuse(f *testing.F) {
	f.Add(startText, "D5-C5A")
	f.Add("8b/9/2bw2b2/9/9 w", "c3-e3W-C6A")
	f.Add("wb7/bb7/9/9/9 w", "pass")
	f.Fuzz(func(t *testing.T, position, text string) {
		p, _, err := Read(settings(t, ""), position)
		if err != nil {
			return
		}
		moves := p.Moves(nil)
		fits := slices.ContainsFunc(moves, func(m Move) bool { return Fits(&p, m, text) })
		if err := Refuse(&p, text); (err == nil) != fits && len(moves) <= MaxTurns {
			t.Fatalf("%s: %q: fits a move %v, refused %v", Write(&p), text, fits, err)
		}
	})
}
