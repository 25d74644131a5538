package record

import (
	"errors"
	"strings"
	"testing"

	"kibaho"
)

// trialOf writes a trial in the form of Ludii, by hand.
func trialOf(game string, moves ...string) string {
	return "game=/lud/board/war/" + game + ".lud\nSTART GAME OPTIONS\nEND GAME OPTIONS\nRNG internal state=1,2,3\n" +
		"Move=[Move:mover=0,from=3,to=3,actions=[Add:type=Cell,to=3,what=1]]\n" + strings.Join(moves, "\n") + "\nwinner=2\nrankings=0.0,2.0,1.0\n"
}

const (
	// 11-15, 22-18, 15x22, 25x18 seen from Black's side: rows from the bottom.
	trialBlack = "Move=[Move:mover=1,from=18,to=27,actions=[Move:typeFrom=Cell,from=18,typeTo=Cell,to=27,decision=true]]\n" +
		"Move=[Move:mover=2,from=45,to=36,actions=[Move:typeFrom=Cell,from=45,typeTo=Cell,to=36,decision=true]]\n" +
		"Move=[Move:mover=1,from=27,to=45,actions=[Move:typeFrom=Cell,from=27,typeTo=Cell,to=45,decision=true],[Remove:type=Cell,to=36]]\n" +
		"Move=[Move:mover=2,from=54,to=36,actions=[Move:typeFrom=Cell,from=54,typeTo=Cell,to=36,decision=true],[Remove:type=Cell,to=45]]"
	// D5-C5A takes B5 and A5; B6-A5W takes C7, D8 and E9 (the article of 1886).
	trialFanorona = "Move=[Move:mover=1,from=13,to=22,actions=[Move:typeFrom=Vertex,from=13,typeTo=Vertex,to=22,decision=true],[Remove:type=Vertex,to=31],[Remove:type=Vertex,to=40]]\n" +
		"Move=[Move:mover=2,from=32,to=40,actions=[Move:typeFrom=Vertex,from=32,typeTo=Vertex,to=40,decision=true],[Remove:type=Vertex,to=24],[Remove:type=Vertex,to=16],[Remove:type=Vertex,to=8]]\n" +
		"Move=[Move:mover=2,from=-1,to=-1,actions=[Pass:decision=true]]"
)

func TestTrial(t *testing.T) {
	mirror := strings.NewReplacer("=18,", "=21,", "=27,", "=28,", "=45,", "=42,", "=36,", "=35,", "=54,", "=49,", "to=36]", "to=35]", "to=45]", "to=42]")
	for _, tt := range []struct{ name, text, want string }{
		{"draughts", trialOf("leaping/English Draughts", trialBlack), "11-15 22-18 15x22 25x18"},
		{"draughts, mirrored", trialOf("leaping/English Draughts", mirror.Replace(trialBlack)), "11-15 22-18 15x22 25x18"},
		{"fanorona", trialOf("other/Fanorona", trialFanorona), "D5-C5A B6-A5W"},
	} {
		r, err := ReadTrial(tt.text)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		var turns []string
		for _, n := range r.Main() {
			turns = append(turns, n.Text)
		}
		if got := strings.Join(turns, " "); got != tt.want || r.Outcome != kibaho.SecondWins {
			t.Errorf("%s: %s, %v; want %s", tt.name, got, r.Outcome, tt.want)
		}
		twice(t, tt.name, r)
	}
	for text, want := range map[string]string{
		"":                     "expected a line game=",
		trialOf("chess/Chess"): "not here",
		trialOf("English Draughts", "Move=[Move:mover=1,from=18,to=x,actions=[]]"):              "line 6",
		trialOf("English Draughts", trialBlack, "Move=[Move:mover=1,from=18,to=36,actions=[]]"): "line 10, game 1, ply 5",
	} {
		_, err := ReadTrial(text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60q: %v, want %q", text, err, want)
		}
	}
}

// FuzzTrial: whatever a file holds, it is read or refused, and what was read
// comes out again the same.
func FuzzTrial(f *testing.F) {
	f.Add(trialOf("English Draughts", trialBlack))
	f.Add(trialOf("Fanorona", trialFanorona))
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 20_000 {
			return
		}
		r, err := ReadTrial(text)
		if err == nil {
			twice(t, "trial", r)
			return
		}
		var fault *Fault
		var input *kibaho.InputError
		if !errors.As(err, &fault) && !errors.As(err, &input) {
			t.Errorf("an error of another kind: %v", err)
		}
	})
}
