package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// flags turns settings into the flags that choose them.
func flags(variant string, set map[string]string) []string {
	args := []string{"--variant", variant}
	for name, value := range set {
		args = append(args, "--set", name+"="+value)
	}
	return args
}

// TestPerftOracle asks the command for the counts of the four oracles
// (testdata/perft.json beside this file; each entry names its source).
func TestPerftOracle(t *testing.T) {
	text, err := os.ReadFile("testdata/perft.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Game     string            `json:"game"`
		Variant  string            `json:"variant"`
		Set      map[string]string `json:"set"`
		Counts   []uint64          `json:"counts"`
		Distinct []uint64          `json:"distinct"`
	}
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	if len(cases) < 15 {
		t.Fatalf("only %d cases", len(cases))
	}
	for _, c := range cases {
		t.Run(fmt.Sprintf("%s/%s%v", c.Game, c.Variant, c.Set), func(t *testing.T) {
			check := func(want []uint64, more ...string) {
				// The deepest counts are the games' own tests.
				for len(want) > 0 && want[len(want)-1] > 2_000_000 {
					want = want[:len(want)-1]
				}
				args := append([]string{"perft", c.Game, strconv.Itoa(len(want)), "--json", "--threads", "0"}, flags(c.Variant, c.Set)...)
				out, errs, status := kib(t, append(args, more...)...)
				if status != done {
					t.Fatalf("status %d: %s", status, errs)
				}
				var lines []perftJSON
				if err := json.Unmarshal([]byte(out), &lines); err != nil {
					t.Fatal(err)
				}
				var got []uint64
				for i, l := range lines {
					if l.Depth != i+1 {
						t.Errorf("line %d is for depth %d", i, l.Depth)
					}
					got = append(got, l.Count)
				}
				if !slices.Equal(got, want) {
					t.Errorf("perft %v: got %v, want %v", more, got, want)
				}
			}
			check(c.Counts)
			if c.Distinct != nil {
				check(c.Distinct, "--distinct")
			}
		})
	}
}

// jsonLines calls f for each line of a file of JSON values.
func jsonLines[T any](t *testing.T, file string, f func(T)) {
	t.Helper()
	r, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	n := 0
	for s := bufio.NewScanner(r); s.Scan(); n++ {
		var v T
		if err := json.Unmarshal(s.Bytes(), &v); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		f(v)
	}
	if n == 0 {
		t.Fatalf("%s is empty", file)
	}
}

// TestMancalaMoves applies the worked moves of Chuba and Igisoro.
func TestMancalaMoves(t *testing.T) {
	type worked struct {
		Game     string            `json:"game"`
		Variant  string            `json:"variant"`
		Set      map[string]string `json:"set"`
		Position string            `json:"position"`
		Move     string            `json:"move"`
		Result   string            `json:"result"`
		Winner   *string           `json:"winner"`
		Captured int               `json:"captured"`
		Laps     int               `json:"laps"`
		Note     string            `json:"note"`
	}
	jsonLines(t, "testdata/mancala-moves.jsonl", func(c worked) {
		args := append([]string{"apply", c.Game, "--json", "--position", c.Position}, flags(c.Variant, c.Set)...)
		out, errs, status := kib(t, append(args, "--", c.Move)...)
		if status != done {
			t.Errorf("%s %s %s (%s): status %d: %s", c.Game, c.Position, c.Move, c.Note, status, errs)
			return
		}
		var got applyJSON
		if err := json.Unmarshal([]byte(out), &got); err != nil {
			t.Fatal(err)
		}
		want := applyJSON{Position: c.Result, Captured: c.Captured, Laps: c.Laps, Claim: got.Claim, Reason: got.Reason}
		if c.Winner != nil {
			want.Outcome = map[string]string{"S": "first", "N": "second"}[*c.Winner]
		}
		if got != want {
			t.Errorf("%s %s %s (%s):\n got %+v\nwant %+v", c.Game, c.Position, c.Move, c.Note, got, want)
		}
		if (got.Outcome == "") != (got.Reason == "") {
			t.Errorf("%s %s %s: outcome %q with reason %q", c.Game, c.Position, c.Move, got.Outcome, got.Reason)
		}
	})
}

// turnsOf returns the first column of kibaho moves.
func turnsOf(t *testing.T, args ...string) []string {
	t.Helper()
	out, errs, status := kib(t, append([]string{"moves"}, args...)...)
	if status != done {
		t.Fatalf("moves %v: status %d: %s", args, status, errs)
	}
	turns := []string{}
	for line := range strings.Lines(out) {
		turn, _, ok := strings.Cut(line, "\t")
		if !ok {
			t.Errorf("moves %v: line %q has no tab", args, line)
		}
		turns = append(turns, turn)
	}
	return turns
}

// TestFanoronaTurns lists the legal turns of the worked positions.
func TestFanoronaTurns(t *testing.T) {
	type worked struct {
		Variant  string            `json:"variant"`
		Set      map[string]string `json:"set"`
		Position string            `json:"position"`
		Turns    []string          `json:"turns"`
		Note     string            `json:"note"`
	}
	jsonLines(t, "testdata/fanorona-turns.jsonl", func(c worked) {
		got := turnsOf(t, append([]string{"fanorona", "--position", c.Position}, flags(c.Variant, c.Set)...)...)
		if !slices.Equal(got, c.Turns) {
			t.Errorf("%s %v %s (%s):\n got %v\nwant %v", c.Variant, c.Set, c.Position, c.Note, got, c.Turns)
		}
	})
}

// TestDraughtsPerft counts the positions of draughts-perft.txt, every path and
// with equal results merged.
func TestDraughtsPerft(t *testing.T) {
	text, err := os.ReadFile("testdata/draughts-perft.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(line, "|")
		if strings.HasPrefix(line, "#") || len(cells) < 3 {
			continue
		}
		fen := strings.TrimSpace(cells[0])
		merged := cells[2]
		if strings.TrimSpace(merged) == "same" {
			merged = cells[1]
		}
		for _, c := range []struct {
			counts string
			more   []string
		}{{cells[1], nil}, {merged, []string{"--merge"}}} {
			depth := 0
			want := map[int]uint64{}
			for pair := range strings.FieldsSeq(c.counts) {
				d, n, _ := strings.Cut(pair, ":")
				at, _ := strconv.Atoi(d)
				want[at], _ = strconv.ParseUint(n, 10, 64)
				if want[at] > 400_000 && c.more != nil {
					delete(want, at) // the merged count is slower, and the game's own test
					continue
				}
				depth = max(depth, at)
			}
			args := append([]string{"perft", "draughts", strconv.Itoa(depth), "--position", fen, "--json"}, c.more...)
			out, errs, status := kib(t, args...)
			if status != done {
				t.Fatalf("%v: status %d: %s", args, status, errs)
			}
			var got []perftJSON
			if err := json.Unmarshal([]byte(out), &got); err != nil {
				t.Fatal(err)
			}
			for _, j := range got {
				if n, ok := want[j.Depth]; ok && n != j.Count {
					t.Errorf("%s %v depth %d: got %d, want %d", fen, c.more, j.Depth, j.Count, n)
				}
			}
		}
	}
}

// TestWorkedDraughts are cases in which other programs were found wrong.
func TestWorkedDraughts(t *testing.T) {
	if got := turnsOf(t, "draughts", "--position", "W:WK5,K13,K21,K6,K7,K8,K14,K15,K16,K22,K23,K24:BK29"); len(got) != 42 {
		t.Errorf("42 moves expected, got %d", len(got))
	}
	nine := turnsOf(t, "draughts", "--position", "B:W6,7,8,14,15,16,22,23,24:BK1")
	if len(nine) != 9 {
		t.Errorf("nine paths expected, got %v", nine)
	}
	for _, turn := range nine {
		if !strings.HasPrefix(turn, "1x") || !strings.HasSuffix(turn, "x28") {
			t.Errorf("%s: all paths lead from 1 to 28", turn)
		}
	}
	out, _, _ := kib(t, "perft", "draughts", "1", "--merge", "--position", "B:W6,7,8,14,15,16,22,23,24:BK1")
	if !strings.HasPrefix(out, "1 4 ") {
		t.Errorf("four distinct results expected, got %q", out)
	}
	if _, errs, status := kib(t, "apply", "draughts", "--position", "B:W6,7,8,14,15,16,22,23,24:BK1", "1x28"); status != wrong {
		t.Errorf("a bare 1x28 must be refused (DR3): status %d, %s", status, errs)
	}
	_, errs, status := kib(t, "apply", "draughts", "--position", "B:W23,22,15,14:B11,10", "10x26")
	if status != wrong || !strings.Contains(errs, "10x17x26") || !strings.Contains(errs, "10x19x26") {
		t.Errorf("10x26 must be refused naming both paths: status %d, %s", status, errs)
	}
	if got := turnsOf(t, "draughts", "--position", "W:W11:B7,6,15"); !slices.Contains(got, "11x2") {
		t.Errorf("11x2 ends on the king-row (DR4), got %v", got)
	}
}

// TestWorkedFanorona are cases in which other programs were found wrong.
func TestWorkedFanorona(t *testing.T) {
	out, _, status := kib(t, "apply", "fanorona", "--json", "--position", "wb7/bb7/9/9/9 w")
	if status != done || !strings.Contains(out, `"outcome":"second"`) {
		t.Errorf("White is confined and has lost (FA15): status %d, %s", status, out)
	}
	got := turnsOf(t, "fanorona", "--position", "8b/9/2bw2b2/9/9 w")
	if want := []string{"C4-C5W"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v (FA9)", got, want)
	}
	got = turnsOf(t, "fanorona", "--set", "line=once-a-turn", "--position", "b2b1b1b1/b3w1b2/b2b5/w4w2w/ww6w w")
	for turn, want := range map[string]bool{"B5-B6A": true, "B5-B6A-C6W": true, "B5-B6A-C5W": false} {
		if slices.Contains(got, turn) != want {
			t.Errorf("once-a-turn (FA9): %s listed: %v, want %v", turn, !want, want)
		}
	}
}

// TestEndlessSowings: the endless turns of IG13 and CH13 are not legal, are
// refused with the rule, and hang nothing.
func TestEndlessSowings(t *testing.T) {
	for _, c := range []struct {
		game, variant, position, pit, rule string
	}{
		{"igisoro", "one-way-compulsory", "0,0,0,1,0,0,0,0/0,0,6,0,9,1,1,0/1,5,1,9,1,2,7,1/0,2,5,2,1,2,1,6 S", "p", "IG13"},
		{"igisoro", "one-way-compulsory", "0,2,0,1,1,0,0,0/0,0,2,1,0,0,0,0/6,4,0,8,1,1,12,3/7,0,2,3,2,1,5,2 S", "i", "IG13"},
		{"chuba", "tschuba", "1,0,1,0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0,0,0,0/0,1,0,1,0,1,0,1,0,1,0/1,0,1,0,2,1,2,1,2,1,2 S - -", "v", "CH13"},
	} {
		for _, turn := range turnsOf(t, c.game, "--variant", c.variant, "--position", c.position) {
			if strings.HasPrefix(turn, c.pit) {
				t.Errorf("%s %s: the endless turn %s is listed", c.game, c.position, turn)
			}
		}
		_, errs, status := kib(t, "apply", c.game, "--variant", c.variant, "--position", c.position, c.pit)
		if status != wrong || !strings.Contains(errs, c.rule) {
			t.Errorf("%s %s %s: status %d, %q; want status 2 and %s", c.game, c.position, c.pit, status, errs, c.rule)
		}
		for _, args := range [][]string{{"perft", c.game, "2"}, {"playout", c.game, "-n", "10"}} {
			if _, errs, status := kib(t, append(args, "--variant", c.variant, "--position", c.position)...); status != done {
				t.Errorf("%v: status %d, %s", args, status, errs)
			}
		}
	}
	// Under one-way exactly three turns from i end.
	var from []string
	for _, turn := range turnsOf(t, "igisoro", "--variant", "one-way", "--position", "0,2,0,1,1,0,0,0/0,0,2,1,0,0,0,0/6,4,0,8,1,1,12,3/7,0,2,3,2,1,5,2 S") {
		if strings.HasPrefix(turn, "i") {
			from = append(from, turn)
		}
	}
	if want := []string{"i-+", "i--+", "i---"}; !slices.Equal(from, want) {
		t.Errorf("turns from i: got %v, want %v", from, want)
	}
}
