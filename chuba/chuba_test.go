package chuba

import (
	"bufio"
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"

	"kibaho"
)

var long = flag.Bool("long", false, "run the tests that take long")

// settings returns the settings of a variant and options.
func settings(t testing.TB, variant string, set ...string) kibaho.Settings {
	t.Helper()
	s, err := Game.Settings(variant, set...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// position reads a position.
func position(t testing.TB, s kibaho.Settings, text string) Position {
	t.Helper()
	p, _, err := Game.Read(s, text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// find returns the legal move that a text means.
func find(p *Position, text string) (Move, bool) {
	for _, m := range p.Moves(nil) {
		if Game.Fits(p, m, text) {
			return m, true
		}
	}
	return Move{}, false
}

// seen sums up what is seen of a move: men captured and laps.
func seen(events []kibaho.Event) (captured, laps int) {
	for _, e := range events {
		switch e.Kind {
		case kibaho.Take:
			captured += e.N
		case kibaho.Lap:
			laps++
		}
	}
	return captured, laps
}

// TestWorkedMoves plays the worked moves, among them those of Fig. 15 (CH5, CH6,
// CH7, CH8, CH9, CH10, CH11, CH12).
func TestWorkedMoves(t *testing.T) {
	f, err := os.Open("testdata/moves.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	played := 0
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var w struct {
			Variant, Position, Move, Result, Note string
			Winner                                *string
			Captured, Laps                        int
		}
		if err := json.Unmarshal(lines.Bytes(), &w); err != nil {
			t.Fatal(err)
		}
		played++
		t.Run(w.Variant+" "+w.Move, func(t *testing.T) {
			p := position(t, settings(t, w.Variant), w.Position)
			m, ok := find(&p, w.Move)
			if !ok {
				t.Fatalf("%s: %s is not legal: %v", w.Note, w.Move, Game.Refuse(&p, w.Move))
			}
			if got := Game.Text(&p, m); got != w.Move {
				t.Errorf("%s: written %s, want %s", w.Note, got, w.Move)
			}
			captured, laps := seen(Game.Trace(&p, m))
			if captured != w.Captured || laps != w.Laps {
				t.Errorf("%s: captured %d in %d laps, want %d in %d", w.Note, captured, laps, w.Captured, w.Laps)
			}
			if got, want := Game.Quiet(&p, m), w.Captured == 0; got != want {
				t.Errorf("%s: quiet %t, want %t", w.Note, got, want)
			}
			if got, want := Game.Gain(&p, m), 100*w.Captured; got != want {
				t.Errorf("%s: gain %d, want %d", w.Note, got, want)
			}
			p.Play(m)
			if got := Game.Write(&p); got != w.Result {
				t.Errorf("%s:\ngot  %s\nwant %s", w.Note, got, w.Result)
			}
			want := kibaho.Ongoing
			if w.Winner != nil {
				want = kibaho.Wins(kibaho.Side(strings.Index("SN", *w.Winner)))
			}
			if got := p.Outcome(); got != want {
				t.Errorf("%s: outcome %v, want %v", w.Note, got, want)
			}
		})
	}
	if played == 0 {
		t.Error("no worked moves")
	}
}

func TestPerft(t *testing.T) {
	text, err := os.ReadFile("testdata/perft.json")
	if err != nil {
		t.Fatal(err)
	}
	var entries []struct {
		Variant string
		Set     map[string]string
		Counts  []uint64
	}
	if err := json.Unmarshal(text, &entries); err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		var set []string
		for name, value := range e.Set {
			set = append(set, name+"="+value)
		}
		p, err := Game.Start(settings(t, e.Variant, set...))
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range e.Counts {
			if got := Game.Perft(&p, i+1); got != want {
				t.Errorf("%s %v: perft %d = %d, want %d", e.Variant, e.Set, i+1, got, want)
			}
			if i < 3 {
				if got := count2(p, i+1); got != want {
					t.Errorf("%s %v: %d moves at depth %d, want %d", e.Variant, e.Set, got, i+1, want)
				}
			}
		}
	}
	if len(entries) < 3 {
		t.Error("too few entries")
	}
}

// count2 counts turns by Moves and Play.
func count2(p Position, depth int) (sum uint64) {
	moves := p.Moves(nil)
	if depth == 1 {
		return uint64(len(moves))
	}
	for _, m := range moves {
		next := p
		next.Play(m)
		sum += count2(next, depth-1)
	}
	return sum
}
