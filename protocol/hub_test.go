package protocol

import (
	"strings"
	"testing"

	"kibaho"
	"kibaho/games"
)

const hubStart = "Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww"

func english(t *testing.T) (games.Game, kibaho.Settings) {
	t.Helper()
	g, err := games.Find("draughts")
	if err != nil {
		t.Fatal(err)
	}
	s, err := g.Facts().Settings("english")
	if err != nil {
		t.Fatal(err)
	}
	return g, s
}

func TestHubPosition(t *testing.T) {
	g, s := english(t)
	tests := []struct{ fen, hub string }{
		{"B:W21-32:B1-12", hubStart},
		{"W:WK1,K31:B12,K32", "WWeeeeeeeeeebeeeeeeeeeeeeeeeeeeWB"},
		{"B:W5:BK28", "B" + strings.Repeat("e", 4) + "w" + strings.Repeat("e", 22) + "B" + strings.Repeat("e", 4)},
	}
	for _, tt := range tests {
		p, err := g.Read(s, tt.fen)
		if err != nil {
			t.Fatal(err)
		}
		if got := hubPosition(p); got != tt.hub {
			t.Errorf("%s is written %s, want %s", tt.fen, got, tt.hub)
		}
		fen, err := readHubPosition(tt.hub)
		if err != nil {
			t.Fatal(err)
		}
		q, err := g.Read(s, fen)
		if err != nil || !q.Same(p) {
			t.Errorf("%s is read as %s (%v), want %s", tt.hub, fen, err, p)
		}
	}
}

// TestHubMoves pins the form of moves: a capture names every piece taken.
func TestHubMoves(t *testing.T) {
	g, s := english(t)
	tests := []struct{ fen, ours, hub string }{
		{"B:W21-32:B1-12", "11-15", "11-15"},
		{"W:W22:B18", "22x15", "22x15x18"},
		// DR2: two men one after the other, over 6 and 15.
		{"B:W6,15:B1", "1x19", "1x19x6x15"},
	}
	for _, tt := range tests {
		p, err := g.Read(s, tt.fen)
		if err != nil {
			t.Fatal(err)
		}
		moves, err := p.Find(tt.ours)
		if err != nil {
			t.Fatal(err)
		}
		if got := hubMove(p, moves[0]); got != tt.hub {
			t.Errorf("%s of %s is written %s, want %s", tt.ours, tt.fen, got, tt.hub)
		}
		m, err := findHubMove(p, tt.hub)
		if err != nil || m.Text != moves[0].Text {
			t.Errorf("%s is read as %s (%v), want %s", tt.hub, m.Text, err, moves[0].Text)
		}
	}
	p, err := g.Read(s, "B:W6,15:B1")
	if err != nil {
		t.Fatal(err)
	}
	if m, err := findHubMove(p, "1x19x15x6"); err != nil || m.Text == "" {
		t.Errorf("captured men in another order: %v", err)
	}
	for _, bad := range []string{"", "1", "1-19", "1x19", "1x19x6", "1x10x6", "0x5", "1-99", "1x19-6x15", "a-b", "1x19x6x15x15"} {
		if m, err := findHubMove(p, bad); err == nil {
			t.Errorf("%q was read as %s", bad, m.Text)
		}
	}
}

func TestHubAnswers(t *testing.T) {
	tests := []struct {
		name  string
		lines string
		want  []string
	}{
		{"init", "hub|set-param name=variant value=english|set-param name=threads value=1|init", []string{`^id name=Kibaho version=".*" author=".+" country=""$`, `^param name=variant value=english type=enum values="english"$`, `^param name=tt-size value=1 type=int min=1 max=`, `^wait$`, `^ready$`}},
		{"ping", "hub|ping", []string{`^pong$`}},
		{"a search", "hub|init|new-game|pos pos=" + hubStart + "|level depth=5|go think", []string{`^info depth=5 score=-?\d+\.\d\d nodes=\d+ time=\d+\.\d+ nps=\d+\.\d+ pv="\d+-\d+ .*"$`, `^done move=\d+-\d+ ponder=\d+[-x]\d+`}},
		{"moves", `hub|pos pos=` + hubStart + ` moves="11-15 22-18 15x22x18"|level depth=3|go analyze`, []string{`^done move=2[56]x1[78]x22`}},
		{"spaces around the sign", `hub|pos pos = ` + hubStart + ` moves = "11-15"|level move-time = 0.01|go think`, []string{`^done move=`}},
		{"clock", "hub|pos pos=" + hubStart + "|level moves=5 time=0.5|go think", []string{`^done move=`}},
		{"clock with increment", "hub|pos pos=" + hubStart + "|level time=0 inc=0.2|go think", []string{`^done move=`}},
		{"nodes", "hub|pos pos=" + hubStart + "|level nodes=200|go think", []string{`^done move=`}},
		{"a win", "hub|pos pos=" + "W" + strings.Repeat("e", 9) + "b" + "eeee" + "w" + "ee" + "w" + strings.Repeat("e", 14) + "|level depth=6|go think", []string{`^info .*score=99\.\d\d `}},
		{"over", "hub|pos pos=W" + strings.Repeat("e", 31) + "B|level depth=3|go think", []string{`^error message="the game is over: .*DR6`, `^done move=none$`}},
		{"stop is harmless", "hub|stop|ponder-hit|ping", []string{`^pong$`}},
		{"endless until the input ends", "hub|pos pos=" + hubStart + "|level infinite|go analyze", []string{`^done move=`}},
		{"hub from the first line", "hub", []string{`^wait$`}},
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

func TestHubNonsense(t *testing.T) {
	for _, l := range []string{
		"foo", "pos", "pos pos=x", "pos pos=", "pos pos=" + hubStart + ` moves="11-16 1-2"`, "pos pos=" + hubStart + ` moves="11-15`,
		"pos pos=X" + hubStart[1:], "pos pos=Bw" + strings.Repeat("e", 31) + "e", "pos pos=Bw" + strings.Repeat("e", 31), // a man on his crowning row
		"level", "level depth=0", "level depth=x", "level move-time=-1", "level move-time=NaN", "level moves=3", "level inc=1",
		"go", "go fish", "set-param", "set-param name=variant", "set-param name=variant value=frisian", "set-param name=level value=12", "set-param name=x value=1", "level =",
	} {
		got := talk(t, Options{Hub: true}, l, "ping")
		if len(got) != 2 || !strings.HasPrefix(got[0], `error message="`) || strings.Count(got[0], `"`) != 2 || got[1] != "pong" {
			t.Errorf("%q is answered with %q, want one error, then pong", l, got)
		}
	}
}

// TestPonder thinks on the other's time until it is told that he has moved.
func TestPonder(t *testing.T) {
	d := begin(t, Options{Hub: true})
	d.say("pos pos=" + hubStart + ` moves="11-15"`)
	d.say("level depth=4")
	d.say("go ponder")
	d.until("info depth=5")
	d.say("ping")
	d.until("pong")
	d.say("go think")
	d.until("error")
	d.say("ponder-hit")
	d.until("done move=")
	d.say("go ponder")
	d.until("info depth=3")
	d.say("stop")
	d.until("done move=")
	d.say("quit")
	if err := <-d.end; err != nil {
		t.Error(err)
	}
}

func TestPairs(t *testing.T) {
	name, args, err := pairs(`  info depth=21 pv="32-28 17-22" flag x = 3 empty=""`)
	want := []pair{{"depth", "21"}, {"pv", "32-28 17-22"}, {"flag", ""}, {"x", "3"}, {"empty", ""}}
	if err != nil || name != "info" || len(args) != len(want) {
		t.Fatalf("got %q %q %v", name, args, err)
	}
	for i := range want {
		if args[i] != want[i] {
			t.Errorf("argument %d is %q, want %q", i, args[i], want[i])
		}
	}
}
