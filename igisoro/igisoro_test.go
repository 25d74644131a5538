package igisoro

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"kibaho"
	"kibaho/gametest"
	"kibaho/mancala"
)

var long = flag.Bool("long", false, "run the long tests too")

func TestGame(t *testing.T) {
	settings := []string{
		"igisoro columns=2", "turn-origin columns=13", "compulsory columns=5 per-pit=3 quiet-plies=4",
		"igisoro columns=2 endless-laps=20 min-start=1",
	}
	if *long {
		settings = append(settings, "igisoro columns=3 per-pit=8", "igisoro reverse-pits=left-end columns=11")
	}
	for _, v := range Game.Variants {
		settings = append(settings, v.Name)
	}
	gametest.Run(t, Game, settings...)
}

// settings returns the settings of a variant with options on top.
func settings(t testing.TB, variant string, set ...string) kibaho.Settings {
	t.Helper()
	s, err := Game.Settings(variant, set...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// position reads a position; an empty text is the start.
func position(t testing.TB, variant, text string, set ...string) Position {
	t.Helper()
	s := settings(t, variant, set...)
	p, err := Game.Start(s)
	if text != "" {
		p, _, err = Game.Read(s, text)
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// play makes the decisions of a text, each found among the legal ones by its
// text, and returns the captures and laps that their traces show.
func play(t testing.TB, p *Position, turn string) (captured, laps int) {
	t.Helper()
	for _, c := range turn {
		moves := p.Moves(nil)
		at := slices.IndexFunc(moves, func(m Move) bool { return text(p, m) == string(c) })
		if at < 0 {
			t.Fatalf("%s: %c of %s is not legal: %v", write(p), c, turn, refuse(p, string(c)))
		}
		for _, e := range trace(p, moves[at]) {
			switch e.Kind {
			case kibaho.Take:
				captured += e.N
			case kibaho.Lap:
				laps++
			}
		}
		p.Play(moves[at])
	}
	return captured, laps
}

// The worked examples of the rule book: IG2 IG3 IG4 IG5 IG6 IG7 IG8 IG9 IG10 IG12.
func TestWorkedExamples(t *testing.T) {
	f, err := os.Open("testdata/moves.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := 0
	for scan := bufio.NewScanner(f); scan.Scan(); lines++ {
		var x struct {
			Variant, Position, Move, Result, Note string
			Winner                                *string
			Captured, Laps                        int
		}
		if err := json.Unmarshal(scan.Bytes(), &x); err != nil {
			t.Fatal(err)
		}
		t.Run(x.Move+" "+x.Note, func(t *testing.T) {
			p := position(t, x.Variant, x.Position)
			captured, laps := play(t, &p, x.Move)
			if got := write(&p); got != x.Result {
				t.Errorf("%s %s\ngot  %s\nwant %s", x.Position, x.Move, got, x.Result)
			}
			if captured != x.Captured || laps != x.Laps {
				t.Errorf("captured %d in %d laps, want %d in %d", captured, laps, x.Captured, x.Laps)
			}
			want := kibaho.Ongoing
			if x.Winner != nil {
				want = map[string]kibaho.Outcome{"S": kibaho.FirstWins, "N": kibaho.SecondWins}[*x.Winner]
			}
			if got := p.Outcome(); got != want {
				t.Errorf("outcome %v, want %v", got, want)
			}
		})
	}
	if lines != 21 {
		t.Errorf("%d examples, want 21", lines)
	}
}

func TestPerft(t *testing.T) {
	data, err := os.ReadFile("testdata/perft.json")
	if err != nil {
		t.Fatal(err)
	}
	var list []struct {
		Variant string
		Set     map[string]string
		Counts  []uint64
	}
	if err := json.Unmarshal(data, &list); err != nil {
		t.Fatal(err)
	}
	if len(list) != 4 {
		t.Fatalf("%d variants, want 4", len(list))
	}
	for _, x := range list {
		p := position(t, x.Variant, "")
		for i, want := range x.Counts {
			if got := perft(&p, i+1); got != want {
				t.Errorf("%s: perft %d = %d, want %d", x.Variant, i+1, got, want)
			}
		}
	}
}

// turns lists the complete turns of a position, sorted.
func turns(p Position) (out []string) {
	var walk func(p Position, before string)
	walk = func(p Position, before string) {
		for _, m := range p.Moves(nil) {
			q, turn := p, before+text(&p, m)
			q.Play(m)
			if q.MidTurn() {
				walk(q, turn)
			} else {
				out = append(out, turn)
			}
		}
	}
	walk(p, "")
	slices.Sort(out)
	return out
}

// IG13: the rule book's endless sowings, of 2,812 and 2,295,205 laps a period.
func TestEndless(t *testing.T) {
	const (
		short  = "0,0,0,1,0,0,0,0/0,0,6,0,9,1,1,0/1,5,1,9,1,2,7,1/0,2,5,2,1,2,1,6 S"
		longer = "0,2,0,1,1,0,0,0/0,0,2,1,0,0,0,0/6,4,0,8,1,1,12,3/7,0,2,3,2,1,5,2 S"
	)
	tests := []struct {
		variant, position, pit string
		want                   []string // the turns that start from the pit
	}{
		{"one-way-compulsory", short, "p", nil},
		{"one-way-compulsory", longer, "i", nil},
		{"one-way", longer, "i", []string{"i-+", "i--+", "i---"}},
	}
	for _, x := range tests {
		for _, laps := range []string{"100", "1000", "10000"} {
			p := position(t, x.variant, x.position, "endless-laps="+laps)
			var got []string
			for _, turn := range turns(p) {
				if strings.HasPrefix(turn, x.pit) {
					got = append(got, turn)
				}
			}
			if !slices.Equal(got, x.want) {
				t.Errorf("%s %s, at most %s laps: turns %v from %s, want %v", x.variant, x.position, laps, got, x.pit, x.want)
			}
			if n, want := perft(&p, 1), uint64(len(turns(p))); n != want {
				t.Errorf("%s %s: perft 1 = %d, but %d turns", x.variant, x.position, n, want)
			}
			if x.want == nil {
				var refusal *kibaho.Refusal
				if err := refuse(&p, x.pit); !errors.As(err, &refusal) || refusal.Rule != "IG13" {
					t.Errorf("%s %s: %s refused by %v, want by IG13", x.variant, x.position, x.pit, err)
				}
			}
		}
	}
}

// IG13: the search for an end agrees with a trial of everything, also where both
// short cuts fail. That happens on small and full boards, and where few laps
// count as endless.
func TestEndlessSearch(t *testing.T) {
	hard, endlessOnes := 0, 0
	for _, set := range [][]string{
		{"igisoro", "columns=2", "per-pit=8", "endless-laps=200"},
		{"turn-origin", "columns=3", "per-pit=4", "endless-laps=200"},
		{"igisoro", "columns=3", "per-pit=6", "endless-laps=8", "reverse-pits=left-end"},
		{"igisoro", "columns=8", "endless-laps=5"},
		{"turn-origin", "columns=11", "endless-laps=4"},
	} {
		s := settings(t, set[0], set[1:]...)
		pl := newPlayer(s, s.Int("columns"))
		r := kibaho.NewRand(3)
		for range 4_000 {
			p, _ := Game.Start(s)
			p.lanes = [2]mancala.Lane{}
			for range 2 * int(p.columns) * int(p.perPit) {
				lane := &p.lanes[r.N(2)]
				pit := r.N(p.pits())
				lane.Set(pit, lane.At(pit)+1)
			}
			for pit := range p.pits() {
				q := p
				if p.starts()>>pit&1 == 0 || q.step(Move(pit)) == endless || q.choice == none {
					continue
				}
				none, all := q, q
				if descend(&none, (*Position).refusal) || descend(&all, (*Position).acceptance) {
					continue
				}
				hard++
				got := q.ends()
				rows := mancala.RowsOf(&q.lanes[0], &q.lanes[1])
				st := state{
					rows: [2][]int{rows[0][:p.pits()], rows[1][:p.pits()]}, side: int(q.side), ply: 4,
					ask: [...]string{"", "turn", "take"}[q.choice],
					at:  int(q.at), origin: int(q.origin), start: int(q.start), hand: int(q.hand), laps: int(q.laps),
				}
				if want := pl.ends(st, map[string]int{}); got != want {
					t.Fatalf("%v %s: ends = %t, want %t", set, write(&q), got, want)
				}
				if !got {
					endlessOnes++
				}
			}
		}
	}
	if hard < 100 || endlessOnes < 10 {
		t.Errorf("only %d positions, %d of them endless, reached the search", hard, endlessOnes)
	}
}

// descend answers every choice of a turn the same way and reports that it ends.
func descend(p *Position, answer func(*Position) Move) bool {
	for p.step(answer(p)) != endless {
		if p.choice == none {
			return true
		}
	}
	return false
}

// IG13: nothing but endless turns is a draw. One pit of two columns holds all cows.
func TestAllEndlessIsDrawn(t *testing.T) {
	found := false
	s := settings(t, "one-way-compulsory", "columns=2", "per-pit=8")
	pl := newPlayer(s, 2)
	for a := range 12 {
		for b := range 12 {
			for c := range 12 {
				st := state{rows: [2][]int{{a, b, c, 0}, {0, 0, 0, 0}}, ply: 4}
				p, _, err := Game.Read(s, pl.text(st))
				if err != nil {
					continue
				}
				drawn := len(pl.words(st)) > 0 && len(pl.legal(st)) == 0
				if got := p.Outcome() == kibaho.Draw; got != drawn {
					t.Fatalf("%s: drawn = %t, want %t", write(&p), got, drawn)
				}
				if drawn {
					found = true
					if got := reason(&p); !strings.Contains(got, "IG13") {
						t.Errorf("%s: reason %q", write(&p), got)
					}
					if res := playout(&p, kibaho.NewRand(1), kibaho.Limits{}); res != (kibaho.Result{Outcome: kibaho.Draw}) {
						t.Errorf("%s: playout %+v", write(&p), res)
					}
				}
			}
		}
	}
	if !found {
		t.Error("no drawn position among those tried")
	}
}

// No position takes long, however full, wide or hostile (IG13, IG14).
func TestNoPositionHangs(t *testing.T) {
	for _, set := range [][]string{
		{"igisoro", "columns=13", "per-pit=8", "min-start=1", "endless-laps=10000"},
		{"turn-origin", "columns=4", "per-pit=8", "endless-laps=10000"},
		{"igisoro", "columns=2", "per-pit=8", "endless-laps=10000", "reverse-pits=left-end"},
		{"igisoro", "per-pit=8", "min-start=1"},
	} {
		p, _ := Game.Start(settings(t, set[0], set[1:]...))
		r := kibaho.NewRand(9)
		var worst time.Duration
		var at string
		for range 300 {
			q := p
			q.lanes = [2]mancala.Lane{}
			for range 2 * int(p.columns) * int(p.perPit) {
				lane := &q.lanes[r.N(4)/3]
				pit := r.N(p.pits())
				lane.Set(pit, lane.At(pit)+1)
			}
			begin := time.Now()
			q.Moves(nil)
			q.Outcome()
			if d := time.Since(begin); d > worst {
				worst, at = d, write(&q)
			}
		}
		if worst > time.Second {
			t.Errorf("%v %s: %v", set, at, worst)
		}
	}
}

// IG9: where the pits lie on every width.
func TestReversePits(t *testing.T) {
	tests := []struct{ set, columns, south string }{
		{"second-and-ends", "8", "bgip"},
		{"left-end", "8", "ghij"},
		{"none", "8", ""},
		{"second-and-ends", "2", "abcd"},
		{"left-end", "2", "abcd"},
		{"second-and-ends", "3", "bdf"},
		{"left-end", "3", "bcde"},
		{"second-and-ends", "4", "bceh"},
		{"second-and-ends", "13", "blnz"},
		{"left-end", "13", "lmno"},
	}
	for _, x := range tests {
		p := position(t, "igisoro", "", "reverse-pits="+x.set, "columns="+x.columns)
		b := board(&p)
		got := ""
		for site, mark := range b.Marks {
			if mark == kibaho.TurnBack {
				got += b.Names[site]
			}
		}
		if want := x.south + strings.ToUpper(x.south); got != want {
			t.Errorf("%s on %s columns: %q, want %q", x.set, x.columns, got, want)
		}
	}
}

// IG1: the start on every width; IG12: who has no pit to start from has lost.
func TestStartAndEnd(t *testing.T) {
	p := position(t, "igisoro", "")
	if got, want := write(&p), "0,0,0,0,0,0,0,0/4,4,4,4,4,4,4,4/4,4,4,4,4,4,4,4/0,0,0,0,0,0,0,0 S"; got != want {
		t.Errorf("start %s, want %s", got, want)
	}
	p = position(t, "igisoro", "", "columns=3", "per-pit=2")
	if got, want := write(&p), "0,0,0/2,2,2/2,2,2/0,0,0 S"; got != want {
		t.Errorf("start %s, want %s", got, want)
	}
	for _, x := range []struct {
		text, minStart string
		want           kibaho.Outcome
		reason         string
	}{
		{"0,0/5,0/1,1/0,1 S", "2", kibaho.SecondWins, "South has no pit of two cows or more to start from (IG12)"},
		{"0,0/5,0/1,1/0,1 S", "1", kibaho.Ongoing, ""},
		{"0,0/0,0/1,1/0,4 N", "1", kibaho.FirstWins, "North has no cow left to start from (IG12)"},
	} {
		p := position(t, "igisoro", x.text, "min-start="+x.minStart)
		if got := p.Outcome(); got != x.want || reason(&p) != x.reason {
			t.Errorf("%s, min-start=%s: %v %q, want %v %q", x.text, x.minStart, got, reason(&p), x.want, x.reason)
		}
	}
}

// IG11: in a quiet opening the first four plies capture nothing, and the text of
// a position tells the ply.
func TestQuietOpening(t *testing.T) {
	const after = "0,0,0,0,0,0,0,0/4,4,4,4,4,4,4,4/5,5,0,4,4,4,4,4/1,1,0,0,0,0,0,0 N"
	p := position(t, "quiet", "")
	play(t, &p, "f")
	if got, want := write(&p), after+" 1"; got != want {
		t.Fatalf("after f: %s, want %s", got, want)
	}
	// The same board past the opening is another position and writes no number.
	q := position(t, "quiet", after)
	if q == p || write(&q) != after {
		t.Errorf("%s without a ply number is %s", after, write(&q))
	}
	// The start position come back later needs one.
	start := position(t, "quiet", "")
	back := position(t, "quiet", write(&start)+" 4")
	if back == start || write(&back) != write(&start)+" 4" {
		t.Errorf("the start at ply 4 is written %s", write(&back))
	}
	// G<> turns back at once (a worked example): not before ply 4.
	const turning = "0,0,0,0,0,0,0,0/4,4,4,4,4,4,4,4/0,4,4,4,4,4,4,4/1,1,1,1,0,0,0,0 N"
	p, q = position(t, "quiet", turning+" 3"), position(t, "quiet", turning+" 5")
	p.Play(6)
	q.Play(6)
	if p.MidTurn() || !q.MidTurn() {
		t.Errorf("turning back is asked at ply 3: %t, at ply 5: %t; want false and true", p.MidTurn(), q.MidTurn())
	}
	// The number means nothing where no opening is quiet.
	if p := position(t, "igisoro", turning+" 3"); write(&p) != turning {
		t.Errorf("written %s, want %s", write(&p), turning)
	}
}

// The two ways to sow, by two words and by tables of any width, are the same.
func TestTwoWordsAgree(t *testing.T) {
	for _, v := range Game.Variants {
		r := kibaho.NewRand(11)
		for range 40 {
			p := position(t, v.Name, "", "per-pit=8")
			for range 200 {
				m, ok := p.pick(r)
				if !ok {
					break
				}
				q, before := p, p
				var from, hand int
				onBoard, ask := true, true
				switch m {
				case GoOn:
					from, hand, onBoard, ask = int(p.at), int(p.hand), false, false
				case Leave:
					from = int(p.at)
					hand = p.lanes[p.side].At(from)
				case Take, TurnBack:
					if p.step(m) == endless {
						p = before
					}
					if p == before {
						break
					}
					continue
				default:
					from, hand = int(m), p.lanes[p.side].At(int(m))
					p.start, q.start = uint8(m), uint8(m)
				}
				if hand == 0 {
					break
				}
				p.choice, p.at, p.origin, p.hand = none, 0, 0, 0
				q.choice, q.at, q.origin, q.hand = none, 0, 0, 0
				got, want := p.run8(from, hand, onBoard, ask), q.runAny(from, hand, onBoard, ask)
				if got != want || got != endless && p != q {
					t.Fatalf("%s %s %s: %d %s, want %d %s", v.Name, write(&before), text(&before, m), got, write(&p), want, write(&q))
				}
				if got == endless {
					break
				}
			}
		}
	}
}

// Steps of a person: where a choice is pointed at, and what it says (IG14).
func TestPath(t *testing.T) {
	site := func(name string) kibaho.Site {
		s, pit, _ := mancala.Pit(name[0], 8)
		return mancala.Site(s, pit, 8)
	}
	tests := []struct {
		position, turn string // the path is that of the last decision
		want           kibaho.Step
	}{
		{"0,0,0,3,0,0,0,0/0,0,0,2,0,0,2,0/0,0,0,1,0,0,3,0/0,3,0,0,0,0,0,0 S", "b", kibaho.Step{Sites: []kibaho.Site{site("b")}}},
		{"0,0,0,3,0,0,0,0/0,0,0,2,0,0,2,0/0,0,0,1,0,0,3,0/0,3,0,0,0,0,0,0 S", "b+", kibaho.Step{Sites: []kibaho.Site{site("D"), site("M")}, Key: "+", Says: "take 5"}},
		{"0,0,0,3,0,0,0,0/0,0,0,2,0,0,2,0/0,0,0,1,0,0,3,0/0,3,0,0,0,0,0,0 S", "b-", kibaho.Step{Sites: []kibaho.Site{site("e")}, Key: "-", Says: "leave them, sow on"}},
		{"0,0,0,0,2,0,0,0/2,0,0,0,2,0,0,0/0,3,0,0,1,0,0,0/0,0,2,0,0,0,0,0 S", "g<", kibaho.Step{Sites: []kibaho.Site{site("f")}, Key: "<", Says: "turn back, take 4"}},
		{"0,0,0,0,2,0,0,0/2,0,0,0,2,0,0,0/0,3,0,0,1,0,0,0/0,0,2,0,0,0,0,0 S", "g>", kibaho.Step{Sites: []kibaho.Site{site("h")}, Key: ">", Says: "go on"}},
	}
	for _, x := range tests {
		p := position(t, "igisoro", x.position)
		play(t, &p, x.turn[:len(x.turn)-1])
		moves := p.Moves(nil)
		at := slices.IndexFunc(moves, func(m Move) bool { return text(&p, m) == x.turn[len(x.turn)-1:] })
		got := path(&p, moves[at])
		if len(got) != 1 || !reflect.DeepEqual(got[0], x.want) {
			t.Errorf("%s %s: %+v, want %+v", x.position, x.turn, got, x.want)
		}
	}
}

// What is in the hand while a choice is open is drawn, and what is captured counts.
func TestBoardAndGain(t *testing.T) {
	p := position(t, "igisoro", "0,0,0,0,2,0,0,0/2,0,0,0,2,0,0,0/0,3,0,0,1,0,0,0/0,0,2,0,0,0,0,0 S")
	if b := board(&p); b.Hand != 0 {
		t.Errorf("%d in the hand at the beginning of a turn", b.Hand)
	}
	if !Game.Quiet(&p, 6) || gain(&p, 6) != 0 {
		t.Error("g by itself takes nothing")
	}
	play(t, &p, "g")
	if b := board(&p); b.Hand != 3 || b.Names[b.HandAt] != "g" || b.At[b.HandAt] != 0 {
		t.Errorf("hand %d at %s, want 3 lifted from g", b.Hand, b.Names[b.HandAt])
	}
	if Game.Quiet(&p, TurnBack) || !Game.Quiet(&p, GoOn) || gain(&p, TurnBack) != 400 {
		t.Errorf("turning back takes 4: quiet %t, gain %d", Game.Quiet(&p, TurnBack), gain(&p, TurnBack))
	}
	if south, north := p.Cows(kibaho.First), p.Cows(kibaho.Second); south != 6 || north != 6 {
		t.Errorf("South has %d cows and North %d, want 6 and 6", south, north)
	}
}
