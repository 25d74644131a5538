package protocol

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"
)

// talk feeds lines to a server and returns what it answers when they end.
func talk(t *testing.T, o Options, lines ...string) []string {
	t.Helper()
	var out bytes.Buffer
	if o.Megabytes == 0 {
		o.Megabytes = 1
	}
	if err := Serve(t.Context(), strings.NewReader(strings.Join(lines, "\n")+"\n"), &out, o); err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimRight(out.String(), "\n"), "\n")
}

// find returns the first line that a pattern fits.
func find(lines []string, pattern string) (string, bool) {
	re := regexp.MustCompile(pattern)
	for _, l := range lines {
		if re.MatchString(l) {
			return l, true
		}
	}
	return "", false
}

func TestOwnAnswers(t *testing.T) {
	tests := []struct {
		name  string
		lines string // with | between them
		want  []string
	}{
		{"hello", "hello", []string{`^id name Kibaho`, `^id protocol 1$`, `^game draughts variants english huffing$`, `^option hash 1 `, `^option level full `, `^readyok$`}},
		{"ready", "isready", []string{`^readyok$`}},
		{"stop without go is harmless", "stop|isready", []string{`^readyok$`}},
		{"a game and its start", "game draughts|show", []string{`^position B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12$`}},
		{"a variant and options", "game fanorona variant 1886 set size=3x3|show", []string{`^position bbb/`}},
		{"moves", "game draughts|position start moves 11-15 22-18 15x22|show", []string{`^position W:W21,23,24`}},
		{"a huff in two words (DR7)", "game draughts variant huffing|position B:W18:B1,15 moves 1-5 huff 15 18-14|show", []string{`^position B:W14:B5$`}},
		{"depth", "game draughts|go depth 4", []string{`^info depth 4 line 1 score -?\d+ chance 0\.\d+ nodes \d+ nps \d+ time \d+ pv \S+ `, `^bestmove \S+ ponder \S+$`}},
		{"nodes", "game chuba|go nodes 500", []string{`^bestmove \S+`}},
		{"several bounds", "game igisoro|go depth 3 nodes 100000 movetime 5000", []string{`^bestmove \S+`}},
		{"clock", "game igisoro|go clock 2000 inc 10 turns 5", []string{`^bestmove \S+`}},
		{"lines", "game draughts|set lines 3|go depth 3", []string{`^info depth 3 line 3 `}},
		{"a level needs no bound", "game draughts|set level 2|set seed 7|go", []string{`^bestmove \S+`}},
		{"a won position", "game draughts|position W:W15,18:B10|go depth 6", []string{`^info .* score win \d+ chance 1\.000 `, `^bestmove `}},
		{"a position that is over says why", "game draughts|position W:W:B1|go depth 3", []string{`^bestmove none .*DR6`}},
		{"over after moves", "game draughts|position B:W15:B11 moves 11x18|go infinite|isready", []string{`^bestmove none .*DR6`, `^readyok$`}},
		{"new forgets", "new|isready", []string{`^readyok$`}},
		{"empty lines", "|   |isready", []string{`^readyok$`}},
		{"within a turn (IG14)", "game igisoro|position start moves g|go depth 2", []string{`^bestmove `}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := talk(t, Options{}, strings.Split(tt.lines, "|")...)
			for _, want := range tt.want {
				if _, ok := find(got, want); !ok {
					t.Errorf("no line fits %s in\n%s", want, strings.Join(got, "\n"))
				}
			}
		})
	}
}

// TestNonsense checks that a line that makes no sense is answered with one error
// and that the position and the settings stay as they were.
func TestNonsense(t *testing.T) {
	lines := []string{
		"foo", "game", "game chess", "game draughts variant", "game draughts variant brazilian",
		"game draughts set", "game draughts set foo=bar", "game draughts huffing", "game fanorona set size=4x4",
		"set", "set hash", "set hash 0", "set hash x", "set hash 1 2", "set lines 0", "set lines -1", "set threads 0", "set threads 99999",
		"set level 9", "set level 0", "set level strong", "set seed -1", "set colour red",
		"position", "position moves 11-15", "position nonsense", "position W:W4:B20", "position start moves 11-16 1-2", "position start moves 11-15 11-15",
		"go", "go depth", "go depth 0", "go depth 121", "go depth x", "go nodes -5", "go movetime 0", "go inc 5", "go turns 5", "go depth 3 depth 4",
		"go infinite depth 3", "go fast", "go movetime 99999999999999999999",
		"stop now", "isready now", "hello world", "new game", "show board", "quit now", "hub now",
		"\x00\xff", strings.Repeat("x", 5000), "go " + strings.Repeat("depth 3 ", 1000),
	}
	// Settings of the default would hide a line that changed them.
	before := []string{"game draughts", "set lines 2", "set seed 5", "position start moves 11-15 23-19"}
	after := []string{"show", "hello"}
	want := talk(t, Options{}, append(before, after...)...)
	for _, l := range lines {
		got := talk(t, Options{}, append(append(before[:len(before):len(before)], l), after...)...)
		if len(got) != len(want)+1 || !strings.HasPrefix(got[0], "error ") {
			t.Errorf("%.60q is answered with\n%s\nwant one error, then\n%s", l, strings.Join(got, "\n"), strings.Join(want, "\n"))
			continue
		}
		for i := range want {
			if got[i+1] != want[i] {
				t.Errorf("%.60q changed %q to %q", l, want[i], got[i+1])
			}
		}
	}
}

// TestUnknownGame says so and names the ones there are.
func TestUnknownGame(t *testing.T) {
	got := talk(t, Options{}, "game chess")
	if want := `error game "chess": expected one of chuba, igisoro, fanorona, draughts`; got[0] != want {
		t.Errorf("got %q, want %q", got[0], want)
	}
}

func TestLongLine(t *testing.T) {
	got := talk(t, Options{}, "position "+strings.Repeat("x", maxLine+1), "isready")
	if len(got) != 2 || !strings.HasPrefix(got[0], "error a line longer") || got[1] != "readyok" {
		t.Errorf("got %.200q", got)
	}
}

// dialogue is a server with its pipes open.
type dialogue struct {
	t   *testing.T
	in  *io.PipeWriter
	out *bufio.Scanner
	end chan error
}

func begin(t *testing.T, o Options) *dialogue {
	t.Helper()
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	d := &dialogue{t: t, in: inW, out: bufio.NewScanner(outR), end: make(chan error, 1)}
	if o.Megabytes == 0 {
		o.Megabytes = 1
	}
	go func() {
		d.end <- Serve(context.Background(), inR, outW, o)
		outW.Close()
		inR.Close()
	}()
	t.Cleanup(func() { inW.Close(); outR.Close() })
	return d
}

func (d *dialogue) say(line string) {
	if _, err := io.WriteString(d.in, line+"\n"); err != nil {
		d.t.Fatal(err)
	}
}

// until returns the first line with a prefix.
func (d *dialogue) until(prefix string) string {
	d.t.Helper()
	for d.out.Scan() {
		if strings.HasPrefix(d.out.Text(), prefix) {
			return d.out.Text()
		}
	}
	d.t.Fatalf("no line %q before the end", prefix)
	return ""
}

// TestStop stops an endless search, and answers while it is under way.
func TestStop(t *testing.T) {
	d := begin(t, Options{})
	d.say("game draughts")
	d.say("go infinite")
	d.until("info depth 4")
	d.say("isready")
	d.until("readyok")
	d.say("position start")
	if got := d.until("error"); !strings.Contains(got, "under way") {
		t.Errorf("position during a search: %q", got)
	}
	d.say("stop")
	if got := d.until("bestmove"); got == "bestmove none" {
		t.Errorf("got %q", got)
	}
	d.say("go depth 3") // and the server goes on
	d.until("bestmove")
	d.say("quit")
	if err := <-d.end; err != nil {
		t.Error(err)
	}
}

// TestEndOfInput stops an endless search when nobody can say stop any more.
func TestEndOfInput(t *testing.T) {
	got := talk(t, Options{}, "game chuba", "go infinite")
	if _, ok := find(got, "^bestmove "); !ok {
		t.Errorf("no bestmove in %q", got)
	}
}

// TestReaderGone ends the server when its answers cannot be written.
func TestReaderGone(t *testing.T) {
	inR, inW := io.Pipe()
	defer inW.Close()
	outR, outW := io.Pipe()
	outR.Close()
	end := make(chan error, 1)
	go func() { end <- Serve(context.Background(), inR, outW, Options{Megabytes: 1}) }()
	if _, err := io.WriteString(inW, "isready\n"); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-end:
		if err == nil {
			t.Error("no error though nobody reads")
		}
	case <-time.After(10 * time.Second):
		t.Fatal("the server goes on though nobody reads")
	}
}

// FuzzServe feeds any text: nothing panics, and every line of the answer is whole.
func FuzzServe(f *testing.F) {
	for _, s := range []string{
		"hello\ngame draughts variant huffing\nposition start moves 11-15\ngo nodes 50\n",
		"game fanorona set size=3x3\nposition bbb/1w1/www w\ngo depth 2\nstop\n",
		"hub\ninit\npos pos=Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww moves=\"11-15\"\nlevel depth=2\ngo think\nping\n",
		"set level 3\ngo\nset hash 2\nnew\nquit\n", "game igisoro\nposition start moves g< + -\ngo clock 50 inc 1\n",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 2000 {
			return
		}
		// A search may be long or a table large; those are bounded elsewhere.
		text = regexp.MustCompile(`[0-9]{3,}`).ReplaceAllString(text, "99")
		text = strings.ReplaceAll(text, "depth", "nodes")
		var out bytes.Buffer
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := Serve(ctx, strings.NewReader(text), &out, Options{Megabytes: 1}); err != nil {
			t.Fatal(err)
		}
		if s := out.String(); s != "" && !strings.HasSuffix(s, "\n") {
			t.Errorf("the last line is not whole: %q", s)
		}
	})
}
