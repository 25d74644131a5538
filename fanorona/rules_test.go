package fanorona

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"kibaho"
)

const startText = "bbbbbbbbb/bbbbbbbbb/bwbw1bwbw/wwwwwwwww/wwwwwwwww w"

// play makes a move by its text.
func play(t testing.TB, p *Position, text string) {
	t.Helper()
	for _, m := range p.Moves(nil) {
		if Fits(p, m, text) {
			p.Play(m)
			return
		}
	}
	t.Fatalf("%s: no move %s: %v", Write(p), text, Refuse(p, text))
}

// move returns the legal move with a text.
func move(t testing.TB, p *Position, text string) Move {
	t.Helper()
	for _, m := range p.Moves(nil) {
		if Text(p, m) == text {
			return m
		}
	}
	t.Fatalf("%s: no move %s", Write(p), text)
	return Move{}
}

// FA1: the start of every size.
func TestStart(t *testing.T) {
	for _, o := range facts.Options[0].Values {
		s := settings(t, "", "size="+o.Name)
		p := start(t, s)
		rows, columns := sizeOf(s)
		ref := newReference(s, Write(&p))
		if !ref.isStart() {
			t.Errorf("%s begins as %s", o.Name, Write(&p))
		}
		if w, b, want := p.Men(kibaho.First), p.Men(kibaho.Second), (rows*columns-1)/2; w != want || b != want {
			t.Errorf("%s: %d white and %d black pieces, want %d", o.Name, w, b, want)
		}
		for _, text := range turns(&p) {
			if !strings.HasSuffix(text, "A") && !strings.HasSuffix(text, "W") {
				t.Errorf("%s: first move %s captures nothing", o.Name, text)
			}
		}
		if p.Outcome() != kibaho.Ongoing {
			t.Errorf("%s begins with outcome %v", o.Name, p.Outcome())
		}
	}
	if got := len(facts.Options[0].Values); got != 16 {
		t.Errorf("%d sizes, want 16", got)
	}
	p := start(t, settings(t, ""))
	if got := Write(&p); got != startText {
		t.Errorf("got %s, want %s", got, startText)
	}
}

// FA3, FA4, FA5: the example that 001 gives.
func TestExampleOf001(t *testing.T) {
	for _, variant := range []string{"fanorona", "1886", "1886-free"} {
		p := start(t, settings(t, variant))
		for _, step := range []struct {
			text  string
			takes []string
		}{
			{"D5-C5A", []string{"B5", "A5"}},
			{"B6-A5W", []string{"C7", "D8", "E9"}},
		} {
			m := move(t, &p, step.text)
			var takes []string
			for _, e := range Trace(&p, m) {
				if e.Kind == kibaho.Take {
					takes = append(takes, p.board().names()[e.Site])
				}
			}
			if !slices.Equal(takes, step.takes) {
				t.Errorf("%s: %s takes %v, want %v", variant, step.text, takes, step.takes)
			}
			p.Play(m)
		}
		if got, want := Write(&p), "bbbbbbbbb/bbbb2bbb/bwbwwb1bw/wwww1ww1w/wwwwwwww1 w"; got != want {
			t.Errorf("%s: got %s, want %s", variant, got, want)
		}
	}
}

// FA8 to FA13: which turns there are under which options.
func TestOptionsOfTheChain(t *testing.T) {
	for _, c := range []struct {
		rule, variant, set, position string
		has, lacks                   []string
	}{
		{"FA9", "", "line=once-a-turn", "b2b1b1b1/b3w1b2/b2b5/w4w2w/ww6w w", []string{"B5-B6A", "B5-B6A-C6W"}, []string{"B5-B6A-C5W"}},
		{"FA9", "", "line=not-twice-running", "8b/9/2bw2b2/9/9 w", []string{"C4-C5W"}, []string{"C4-C5W-C6A"}},
		{"FA9", "", "line=free", "8b/9/2bw2b2/9/9 w", []string{"C4-C5W", "C4-C5W-C6A"}, nil},
		// A4-A5 takes A6, A5-B5 takes C5; B5-B6 runs along another line than
		// A4-A5 but in its direction.
		{"FA9", "", "line=not-twice-running", "3w1b3/6b2/4b4/9/8b w", []string{"A4-A5A-B5A", "A4-A5A-B5A-B6A"}, nil},
		{"FA9", "", "line=once-a-turn", "3w1b3/6b2/4b4/9/8b w", []string{"A4-A5A-B5A"}, []string{"A4-A5A-B5A-B6A"}},
		// C5-B5 takes A5, B5-B6 takes B7, B6-C5 takes D4 and comes back to where
		// the turn began.
		{"FA8", "", "", "4b4/6b2/4w4/3b5/8b w", []string{"C5-B5A-B6A"}, []string{"C5-B5A-B6A-C5A"}},
		{"FA8", "", "revisit=immediate", "4b4/6b2/4w4/3b5/8b w", []string{"C5-B5A-B6A", "C5-B5A-B6A-C5A"}, nil},
		{"FA13", "", "chain=must-go-on", "4b4/6b2/4w4/3b5/8b w", []string{"C5-B5A-B6A"}, []string{"C5-B5A"}},
		{"FA7", "", "", "4b4/6b2/4w4/3b5/8b w", []string{"C5-B5A", "C5-B5A-B6A"}, nil},
		{"FA10", "1886", "", "4b4/6b2/4w4/3b5/8b w 0", []string{"C5-B5A"}, []string{"C5-B5A-B6A"}},
		{"FA10", "1886", "", "4b4/6b2/4w4/3b5/8b w 2", []string{"C5-B5A-B6A"}, nil},
		{"FA10", "1886", "", "4w4/6w2/4b4/3w5/8w b 1", []string{"C5-B5A-B6A"}, nil},
		{"FA10", "1886", "first-step=both-sides", "4w4/6w2/4b4/3w5/8w b 1", []string{"C5-B5A"}, []string{"C5-B5A-B6A"}},
		{"FA10", "1886", "first-step=none", "4b4/6b2/4w4/3b5/8b w 0", []string{"C5-B5A-B6A"}, nil},
		{"FA10", "1886", "chain=must-go-on", "4b4/6b2/4w4/3b5/8b w 0", []string{"C5-B5A"}, []string{"C5-B5A-B6A"}},
		{"FA11", "", "", "8b/9/3w1b3/9/w8 w", []string{"C4-C5A"}, []string{"E1-D1", "C4-C5", "C4-B4"}},
		{"FA11", "", "capture=may", "8b/9/3w1b3/9/w8 w", []string{"C4-C5A", "E1-D1", "C4-B4"}, []string{"C4-C5"}},
		{"FA12", "", "capture=may", "8b/9/3w2b2/9/9 w", []string{"C4-C5"}, []string{"C4-C5-B5", "C4-C5-C6A"}},
		{"FA6", "", "", "8b/9/2bw1b3/9/9 w", []string{"C4-C5A", "C4-C5W"}, nil},
	} {
		var set []string
		if c.set != "" {
			set = []string{c.set}
		}
		p := read(t, settings(t, c.variant, set...), c.position)
		got := turns(&p)
		for _, text := range c.has {
			if !slices.Contains(got, text) {
				t.Errorf("%s: %s %s: %s lacks %s: %v", c.rule, c.variant, c.set, c.position, text, got)
			}
		}
		for _, text := range c.lacks {
			if slices.Contains(got, text) {
				t.Errorf("%s: %s %s: %s has %s", c.rule, c.variant, c.set, c.position, text)
			}
		}
	}
}

// FA14, FA15, FA16: how games end.
func TestOutcomes(t *testing.T) {
	for _, c := range []struct {
		set, position string
		want          kibaho.Outcome
		reason        string
	}{
		{"no-move=loss", "9/9/4w4/9/9 b", kibaho.FirstWins, "White has captured all of Black's pieces (FA14)"},
		{"no-move=loss", "9/9/4b4/9/9 b", kibaho.SecondWins, "Black has captured all of White's pieces (FA14)"},
		{"no-move=loss", "wb7/bb7/9/9/9 w", kibaho.SecondWins, "White cannot move and has lost (FA15)"},
		{"no-move=draw", "wb7/bb7/9/9/9 w", kibaho.Draw, "White cannot move: a draw (FA15)"},
		{"no-move=pass", "wb7/bb7/9/9/9 w", kibaho.Ongoing, ""},
		{"no-move=loss", "wb7/bb7/9/9/9 b", kibaho.Ongoing, ""},
		{"vela=yes", "4b4/9/9/9/wwwwww3 b gives=w", kibaho.SecondWins, "Black can capture nothing of what White gives and wins the véla (FA16)"},
		{"vela=yes", "4b4/9/9/9/wwwwww3 w gives=w", kibaho.Ongoing, ""},
		{"vela=yes", "4w4/9/9/9/bbbbbb3 w gives=b", kibaho.FirstWins, "White can capture nothing of what Black gives and wins the véla (FA16)"},
		{"vela=yes", "wwwwwwwww/bbbbbbbbb/bbbbbbbbb/9/9 w gives=w", kibaho.SecondWins, "White cannot move and has lost (FA15)"},
	} {
		p := read(t, settings(t, "", c.set), c.position)
		if got := p.Outcome(); got != c.want {
			t.Errorf("%s: %s: got %v, want %v", c.set, c.position, got, c.want)
		}
		if got := Reason(&p); got != c.reason {
			t.Errorf("%s: %s: got %q, want %q", c.set, c.position, got, c.reason)
		}
	}
}

// FA15: who cannot move passes, and only he; the other side can always step, so
// that two passes never run.
func TestPass(t *testing.T) {
	p := read(t, settings(t, "", "no-move=pass"), "wb7/bb7/9/9/9 w")
	if got := turns(&p); !slices.Equal(got, []string{"pass"}) {
		t.Fatalf("got %v, want a pass", got)
	}
	if got := Perft(&p, 1); got != 1 {
		t.Errorf("perft 1 of a pass: got %d, want 1", got)
	}
	if got := p.wideMoves(nil); !slices.Equal(got, []Move{passing}) {
		t.Errorf("point by point: got %v, want a pass", got)
	}
	if got, want := Perft(&p, 2), uint64(len(turns(new(read(t, settings(t, ""), "wb7/bb7/9/9/9 b"))))); got != want {
		t.Errorf("perft 2 of a pass: got %d, want %d", got, want)
	}
	if err := Refuse(&p, "pass"); err != nil {
		t.Errorf("a legal pass is refused: %v", err)
	}
	if err := Refuse(&p, "A1-A2"); !strings.Contains(err.Error(), "A2 is not vacant") {
		t.Errorf("A1-A2 is refused: %v", err)
	}
	if path := Path(&p, passing); len(path) != 1 || path[0].Key != "pass" || !slices.Equal(path[0].Sites, []kibaho.Site{0}) {
		t.Errorf("the path of a pass is %v", path)
	}
	play(t, &p, "pass")
	if got, want := Write(&p), "wb7/bb7/9/9/9 b"; got != want {
		t.Errorf("after the pass: got %s, want %s", got, want)
	}
	s := settings(t, "", "no-move=pass", "size=3x3")
	blocked := 0
	for n := range 19683 {
		var text strings.Builder
		for i := range 9 {
			if i > 0 && i%3 == 0 {
				text.WriteByte('/')
			}
			text.WriteByte(".wb"[n%3])
			n /= 3
		}
		for _, side := range []string{" w", " b"} {
			p, _, err := Read(s, text.String()+side)
			if err != nil || p.Outcome() != kibaho.Ongoing || p.Moves(nil)[0] != passing {
				continue
			}
			blocked++
			p.Play(passing)
			if p.Moves(nil)[0] == passing {
				t.Errorf("%s: two passes", text.String())
			}
		}
	}
	if blocked == 0 {
		t.Error("no blocked position on 3x3")
	}
}

// FA16: the véla.
func TestVela(t *testing.T) {
	p := start(t, settings(t, "vela"))
	if got, want := Write(&p), startText+" gives=w"; got != want {
		t.Errorf("the victor opens: got %s, want %s", got, want)
	}
	if got, want := turns(&p), []string{"C4-C5", "D4-C5", "D5-C5", "D6-C5"}; !slices.Equal(got, want) {
		t.Errorf("the giver's first moves: got %v, want %v", got, want)
	}
	for _, c := range []struct {
		take, first string
		want        []string
	}{
		{"nearest", "C4-C5", []string{"B4-C4A", "C3-C4A", "C3-C4W"}},
		{"nearest", "D4-C5", []string{"C3-D4A"}},
		{"nearest", "D6-C5", []string{"C6-D6A"}},
		{"nearest", "D5-C5", []string{}},                      // nothing can step to D5: the taker has won
		{"row-of-one", "C4-C5", []string{"C3-C4A", "C3-C4W"}}, // before B4-C4 stand two
		{"row-of-one", "D6-C5", []string{"C6-D6A"}},           // E6 stands alone
		{"row-of-one", "D4-C5", []string{"C3-D4A"}},           // so does E5
	} {
		p := start(t, settings(t, "vela", "vela-take="+c.take))
		play(t, &p, c.first)
		if p.Men(kibaho.First) != 22 || p.Men(kibaho.Second) != 22 {
			t.Errorf("after %s: %s", c.first, Write(&p))
		}
		if got := turns(&p); !slices.Equal(got, c.want) {
			t.Errorf("%s: after %s: got %v, want %v", c.take, c.first, got, c.want)
		}
	}

	p = start(t, settings(t, "vela", "vela-opens=loser"))
	if got, want := Write(&p), startText+" gives=b"; got != want {
		t.Errorf("the loser opens: got %s, want %s", got, want)
	}
	if got, want := turns(&p), []string{"C4-C5A", "C4-C5W", "D4-C5A", "D5-C5A", "D6-C5A"}; !slices.Equal(got, want) {
		t.Errorf("the taker's first moves: got %v, want %v", got, want)
	}
	play(t, &p, "D5-C5A")
	if got, want := Write(&p), "bbbbbbbbb/bbbb1bbbb/bwbwwbwbw/wwww1wwww/wwwwwwwww b gives=b"; got != want {
		t.Errorf("only the nearest goes: got %s, want %s", got, want)
	}

	// At five men the ordinary rules apply, the giver to move.
	p = read(t, settings(t, "vela"), "9/4b4/9/4w4/wwwww4 b gives=w")
	play(t, &p, "B5-C5A")
	if got, want := Write(&p), "9/9/4b4/9/wwwww4 w"; got != want {
		t.Errorf("at five men: got %s, want %s", got, want)
	}
	if got, want := turns(&p), []string{"E3-D4A", "E5-D5A"}; !slices.Equal(got, want) {
		t.Errorf("ordinary moves at five men: got %v, want %v", got, want)
	}
	ordinary := read(t, settings(t, ""), "9/9/4b4/9/wwwww4 w")
	if p != ordinary {
		t.Errorf("a véla that has come down to five men is not the ordinary position: %v, %v", p, ordinary)
	}
}

// Moves is bounded, and tells it: a list longer than MaxTurns is not complete.
func TestMaxTurns(t *testing.T) {
	for _, position := range []string{
		"wbbbbbbbb/4b3b/b1b1b2wb/1wbb1bbb1/1w1bb1b1w w",
		"b2bbwbw1/bb1b1wbb1/bb1b2b2/bbbbbbb2/wb4b1w/bb1bbb3/w2w1b1w1/1b3b1b1/bw1bb1b1b w",
	} {
		p, _, err := Read(settings(t, "1886"), position)
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		moves := p.Moves(nil)
		if took := time.Since(began); took > 2*time.Second {
			t.Errorf("%s: %v", position, took)
		}
		if len(moves) != MaxTurns+1 {
			t.Errorf("%s: %d moves, want %d", position, len(moves), MaxTurns+1)
		}
		seen := map[Move]bool{}
		for _, m := range moves {
			seen[m] = true
		}
		if len(seen) != len(moves) {
			t.Errorf("%s: %d of %d moves are different", position, len(seen), len(moves))
		}
		if err := Refuse(&p, "A1-A2A"); err == nil {
			t.Errorf("%s: A1-A2A is not refused", position)
		}
	}
}

// A turn of 40 steps has room in a Move.
func TestLongMoves(t *testing.T) {
	m := newCapture(80)
	var want []int
	for i := range mostSteps {
		step := (i*7 + i/16) % 16
		want = append(want, step)
		m = m.then(step)
	}
	if m.Steps() != mostSteps || m.from() != 80 || !m.Captures() {
		t.Errorf("%d steps from %d", m.Steps(), m.from())
	}
	for i, step := range want {
		k, withdrawal := m.step(i)
		if stepCode(k, withdrawal) != step {
			t.Errorf("step %d: got %d, want %d", i, stepCode(k, withdrawal), step)
		}
	}
	if big := newBoard(9, 9); big.most() > mostSteps {
		t.Errorf("a move has room for %d steps and a turn can have %d", mostSteps, big.most())
	}
}

// FA1 to FA17: the table of rules has every number, and every reading is one of
// existing options.
func TestFacts(t *testing.T) {
	var got []string
	for _, r := range facts.Rules {
		got = append(got, r.No)
		for _, reading := range r.Readings {
			for cond := range strings.SplitSeq(reading.When, " and ") {
				variant := ""
				if strings.HasPrefix(cond, "vela") {
					variant = "vela"
				}
				if cond == "vela=no" {
					variant = ""
				}
				s, err := facts.Settings(variant, cond)
				if err != nil {
					t.Errorf("%s: %v", r.No, err)
				} else if r.No != "FA16" && !reading.Plays(s) {
					t.Errorf("%s: %s does not play %q", r.No, s, reading.Text)
				}
			}
		}
	}
	want := strings.Fields("FA1 FA2 FA3 FA4 FA5 FA6 FA7 FA8 FA9 FA10 FA11 FA12 FA13 FA14 FA15 FA16 FA17")
	if !slices.Equal(got, want) {
		t.Errorf("rules %v, want %v", got, want)
	}
}

// FA10, FA11, FA16 and FA17: what the variants set.
func TestVariants(t *testing.T) {
	for _, c := range []struct {
		variant string
		want    map[string]string
	}{
		{"fanorona", map[string]string{"size": "5x9", "revisit": "never", "line": "not-twice-running", "first-step": "none", "capture": "must", "chain": "may-stop", "no-move": "loss", "vela": "no", "repetition": "3", "quiet-limit": "100", "leads": "alternate"}},
		{"1886", map[string]string{"revisit": "immediate", "line": "not-twice-running", "first-step": "first-side", "capture": "must"}},
		{"1886-free", map[string]string{"revisit": "immediate", "line": "not-twice-running", "first-step": "first-side", "capture": "may"}},
		{"vela", map[string]string{"vela": "yes", "vela-take": "nearest", "vela-opens": "victor", "revisit": "never", "capture": "must"}},
	} {
		s := settings(t, c.variant)
		got := map[string]string{}
		for name := range c.want {
			got[name] = s.Value(name)
		}
		if !maps.Equal(got, c.want) {
			t.Errorf("%s: got %v, want %v", c.variant, got, c.want)
		}
	}
	if got := facts.Variants[0].Name; got != "fanorona" {
		t.Errorf("the default variant is %s", got)
	}
}

func TestClashes(t *testing.T) {
	for _, c := range []struct{ variant, set, want string }{
		{"vela", "size=5x5", "5x9 only (FA16)"},
		{"vela", "leads=alternate", "vela-opens says who leads"},
		{"vela", "leads=loser", "vela-opens says who leads"},
		{"vela", "first-step=both-sides", "first-step has nothing to say"},
	} {
		_, err := Game.Settings(c.variant, c.set)
		var input *kibaho.InputError
		if !errors.As(err, &input) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %s: got %v, want %q", c.variant, c.set, err, c.want)
		}
	}
	for _, c := range []struct{ variant, set string }{
		{"vela", "leads=winner"},
		{"1886", "vela=yes"},
		{"1886-free", "vela=yes"},
		{"vela", "vela-opens=loser"},
	} {
		if _, err := Game.Settings(c.variant, c.set); err != nil {
			t.Errorf("%s %s: %v", c.variant, c.set, err)
		}
	}
}
