package draughts

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"kibaho"
)

// all returns the texts of the legal turns, sorted.
func all(p *Position) []string {
	texts := p.texts(p.Moves(nil))
	slices.Sort(texts)
	return texts
}

// after plays turns given as text and returns what the position becomes.
func after(t *testing.T, p Position, texts ...string) Position {
	t.Helper()
	for _, text := range texts {
		fits := 0
		q := p
		for _, m := range p.Moves(nil) {
			if Fits(&p, m, text) {
				fits++
				q = p
				q.Play(m)
			}
		}
		if fits != 1 {
			t.Fatalf("%s: %d moves fit %q: %v", Write(&p), fits, text, Refuse(&p, text))
		}
		p = q
	}
	return p
}

func TestWorkedMoves(t *testing.T) {
	for _, c := range []struct {
		rule, fen string
		moves     string
	}{
		{"DR1 start", "B:W21-32:B1-12", "10-14 10-15 11-15 11-16 12-16 9-13 9-14"},
		{"DR1 men move forward only", "W:W18:B9", "18-14 18-15"},
		{"DR2 a chain", "B:W6,15,24:B1", "1x28"},
		{"DR2 the start counts as vacant", "W:WK23:B18,10,11,19,27,26", "23x14x7x16x23x30 23x14x7x16x23x32 23x16x7x14x23x30 23x16x7x14x23x32 23x30 23x32"},
		{"DR3 who can jump must", "B:W18:B15,1", "15x22"},
		{"DR3 the smaller jump is free", "B:W15,14,22:B10", "10x19 10x26"},
		{"DR4 crowning ends the move", "W:W11:B7,6,15", "11x2"},
		{"DR5 kings go both ways", "W:WK18:B1", "18-14 18-15 18-22 18-23"},
		{"DR5 kings jump both ways", "W:WK18:B23,15", "18x11 18x27"},
		{"DR6 confined", "W:W5:B1", ""},
		{"path written where two fit", "B:W23,22,15,14:B11,10", "10x17x26 10x19x26 11x25 11x27"},
	} {
		p := read(t, english, c.fen)
		if got := strings.Join(all(&p), " "); got != c.moves {
			t.Errorf("%s, %s: %s, want %s", c.rule, c.fen, got, c.moves)
		}
	}
}

// The greatest known number of moves.
func TestManyMoves(t *testing.T) {
	p := read(t, english, "W:WK5,K13,K21,K6,K7,K8,K14,K15,K16,K22,K23,K24:BK29")
	if got := len(p.Moves(nil)); got != 42 {
		t.Errorf("%d moves, want 42", got)
	}
}

// Nine paths of nine captures from 1 to 28, with four results.
func TestNineJumps(t *testing.T) {
	p := read(t, english, "B:W6,7,8,14,15,16,22,23,24:BK1")
	results := map[Position]bool{}
	texts := all(&p)
	for _, m := range p.Moves(nil) {
		text := Text(&p, m)
		if !strings.HasPrefix(text, "1x") || !strings.HasSuffix(text, "x28") || strings.Count(text, "x") < 3 {
			t.Errorf("path %s", text)
		}
		q := after(t, p, text)
		results[q] = true
		if Fits(&p, m, "1x28") {
			t.Errorf("1x28 fits %s", text)
		}
	}
	if len(texts) != 9 || len(slices.Compact(texts)) != 9 || len(results) != 4 {
		t.Errorf("%d paths, %d results, want 9 and 4: %v", len(texts), len(results), texts)
	}
	var r *kibaho.Refusal
	if err := Refuse(&p, "1x28"); !errors.As(err, &r) || len(r.Candidates) != 9 {
		t.Errorf("1x28: %v", err)
	}
}

func TestAmbiguous(t *testing.T) {
	p := read(t, english, "B:W23,22,15,14:B11,10")
	for _, text := range []string{"10x26", "10-26", "010x026"} {
		var r *kibaho.Refusal
		if err := Refuse(&p, text); !errors.As(err, &r) || !slices.Equal(slices.Sorted(slices.Values(r.Candidates)), []string{"10x17x26", "10x19x26"}) {
			t.Errorf("%s: %v", text, err)
		}
		for _, m := range p.Moves(nil) {
			if Fits(&p, m, text) {
				t.Errorf("%s fits %s", text, m)
			}
		}
	}
	a, b := after(t, p, "10x17x26"), after(t, p, "10x19x26")
	if a == b {
		t.Error("both paths lead to the same position")
	}
	// A round trip takes the same four pieces either way: one position.
	p = read(t, english, "W:WK23:B18,10,11,19")
	texts := all(&p)
	if want := []string{"23x14x7x16x23", "23x16x7x14x23"}; !slices.Equal(texts, want) {
		t.Fatalf("moves %v, want %v", texts, want)
	}
	if q := after(t, p, "23x23"); Write(&q) != "B:WK23:B" {
		t.Errorf("after 23x23: %s", Write(&q))
	}
}

// The forms in which a move is read.
func TestFits(t *testing.T) {
	for _, c := range []struct{ fen, text, want string }{
		{"B:W21-32:B1-12", "11-15", "11-15"},
		{"B:W21-32:B1-12", "09-13", "9-13"},
		{"B:W21-32:B1-12", " 9-13\n", "9-13"},
		{"B:W22,32:B13-17", "17x26", "17x26"},
		{"B:W22,32:B13-17", "17-26", "17x26"}, // ballots write captures so
		{"B:W6,15,24:B1", "1x28", "1x28"},
		{"B:W6,15,24:B1", "1x10x19x28", "1x28"},
		{"B:W6,15,24:B1", "01-10-19-28", "1x28"},
		{"B:W6,15,24:B1", "1x10-19x28", "1x28"},
		{"B:W6,15,24:B1", "1x10", ""},
		{"B:W6,15,24:B1", "1x10x28", ""},
		{"B:W6,15,24:B1", "1x19x28", ""},
		{"B:W21-32:B1-12", "11x15", ""},
		{"B:W21-32:B1-12", "11 15", ""},
		{"B:W21-32:B1-12", "4. 11-15", ""},
		{"B:W21-32:B1-12", "11-15-18", ""},
		{"B:W21-32:B1-12", "compel", ""},
		{"B:W21-32:B1-12", "huff 11", ""},
		{"B:W21-32:B1-12", "", ""},
	} {
		p := read(t, english, c.fen)
		var got []string
		for _, m := range p.Moves(nil) {
			if Fits(&p, m, c.text) {
				got = append(got, Text(&p, m))
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s %q: fits %v, want %q", c.fen, c.text, got, c.want)
		}
	}
}

// Why moves are refused, with the numbers of the rules.
func TestRefuse(t *testing.T) {
	const start = "B:W21-32:B1-12"
	for _, c := range []struct {
		fen, text  string
		rule, want string
		candidates string
	}{
		{start, "15-19", "", "there is no piece on 15", ""},
		{start, "21-17", "", "the piece on 21 is White's, and Black is to move", ""},
		{start, "11-14", "DR1", "one square diagonally", "11-15 11-16"},
		{start, "11-7", "DR1", "7 is occupied", "11-15 11-16"},
		{"B:W32:B11", "11-7", "DR1", "a man moves forward only", "11-15 11-16"},
		{"B:W32:BK11", "11-20", "DR5", "one square diagonally", ""},
		{"B:W32:BK11,7", "11-7", "DR5", "7 is occupied", ""},
		{start, "11x15", "DR2", "neighbours", ""},
		{start, "11x18", "DR2", "there is no piece on 15 to jump", ""},
		{start, "2x11", "DR2", "the piece on 7 is Black's own", ""},
		{start, "11x32", "DR2", "11 to 32 is no jump", ""},
		{"B:W15,18,32:B11", "11x18", "DR2", "18 is occupied", ""},
		{"B:W15,18,32:B11", "11-18", "DR2", "18 is occupied", "11-16"},
		{"B:W7,32:B11", "11x2", "DR2", "a man jumps forward only", ""},
		{"B:W18:B15,1", "1-5", "DR3", "15 must jump", "15x22"},
		{"B:W18:B15,14,1", "1-5", "DR3", "14 or 15 must jump", "14x23 15x22"},
		{"B:W18:B15,1", "15-19", "DR3", "15 must jump", "15x22"},
		{"B:W6,15,24:B1", "1x10", "DR3", "the jump goes on: 1x10x19x28", "1x28"},
		{"B:W6,15,24:B1", "1x10x19", "DR3", "the jump goes on: 1x10x19x28", "1x28"},
		{"B:W6,15,24:B1", "1-10", "DR3", "the jump goes on: 1x10x19x28", "1x28"},
		{"W:W11:B7,6,15", "11x2x9", "DR4", "a man that is crowned ends its move there, on 2", "11x2"},
		{"W:WK23:B18,10,11,19", "23x14x23", "DR2", "the piece on 18 cannot be jumped twice", ""},
		{"W:W5:B1", "5-1", "DR6", "White cannot move", ""},
		{"W:W:B1", "5-1", "DR6", "White has no pieces left", ""},
		{start, "huff 11", "DR7", "capture is compulsory", ""},
		{start, "compel", "DR7", "capture is compulsory", ""},
	} {
		p := read(t, english, c.fen)
		var r *kibaho.Refusal
		if err := Refuse(&p, c.text); !errors.As(err, &r) {
			t.Errorf("%s %q: %v, want a *Refusal", c.fen, c.text, err)
			continue
		}
		if r.Move != c.text || r.Rule != c.rule || !strings.Contains(r.Reason, c.want) {
			t.Errorf("%s %q: %v; want %q (%s)", c.fen, c.text, r, c.want, c.rule)
		}
		if got := strings.Join(slices.Sorted(slices.Values(r.Candidates)), " "); c.candidates != "" && got != c.candidates {
			t.Errorf("%s %q: candidates %s, want %s", c.fen, c.text, got, c.candidates)
		}
	}
}

// What cannot be a move at all.
func TestRefuseInput(t *testing.T) {
	p := read(t, english, "B:W21-32:B1-12")
	for _, c := range []struct {
		text string
		at   int
		want string
	}{
		{"", 0, "expected a move"},
		{"hello", 0, "expected a move"},
		{"11", 2, "expected the square to move to"},
		{"11-", 3, "expected a move"},
		{"11--15", 3, "expected a move"},
		{"11+15", 2, "expected a move"},
		{"0-5", 0, "1 to 32"},
		{"11-33", 3, "1 to 32"},
		{"11-99999999999999999999", 3, "1 to 32"},
		{" 11-99", 4, "1 to 32"},
		{"huff 99", 5, "1 to 32"},
		{"huff  x", 6, "expected a move"},
		{"huff 1-5", 6, "expected a move"},
		{"huff", 0, "expected a move"},
		{strings.Repeat("1x", 40) + "1", 20, "ten squares"},
	} {
		var in *kibaho.InputError
		if err := Refuse(&p, c.text); !errors.As(err, &in) || in.At != c.at || !strings.Contains(in.Want, c.want) {
			t.Errorf("%q: %v; want at %d: %s", c.text, err, c.at, c.want)
		}
	}
}

// No text does any harm as a move: it fits one legal turn or is refused.
func FuzzMove(f *testing.F) {
	for _, text := range []string{"11-15", "1x10x19x28", "huff 14", "compel", "10x26", "14x23", "x", "99999999999-1"} {
		f.Add(text)
	}
	positions := []Position{
		read(f, english, "B:W21-32:B1-12"), read(f, english, "B:W23,22,15,14:B11,10"),
		read(f, huffing, "W:W18,32:B5,14,15 ; huff 14,15 back B:W18,32:B1,14,15"),
		read(f, huffing, "B:W6,15,32:B1 ; compelled"),
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, p := range positions {
			fits := 0
			for _, m := range p.Moves(nil) {
				if Fits(&p, m, text) {
					fits++
				}
			}
			if fits > 1 || fits == 0 && Refuse(&p, text) == nil {
				t.Errorf("%s: %d moves fit %q", Write(&p), fits, text)
			}
		}
	})
}

// Every legal turn is read from its own text, its path starts where it stands,
// and no two turns have the same text or path.
func TestTextsAreUnique(t *testing.T) {
	for _, s := range []kibaho.Settings{english, huffing} {
		r := kibaho.NewRand(7)
		for range 60 {
			p, err := Start(s)
			if err != nil {
				t.Fatal(err)
			}
			for range 90 {
				moves := p.Moves(nil)
				if len(moves) == 0 {
					break
				}
				texts, paths := map[string]bool{}, map[string]bool{}
				for _, m := range moves {
					text := Text(&p, m)
					if !Fits(&p, m, text) {
						t.Fatalf("%s: %s does not fit %s", Write(&p), text, m)
					}
					path := ""
					for _, step := range Path(&p, m) {
						if len(step.Sites) == 0 {
							t.Fatalf("%s: %s has no site", Write(&p), text)
						}
						path += string(rune('A'+step.Sites[0])) + step.Key
					}
					if texts[text] || paths[path] {
						t.Fatalf("%s: %s twice", Write(&p), text)
					}
					texts[text], paths[path] = true, true
				}
				p.Play(moves[r.N(len(moves))])
			}
		}
	}
}
