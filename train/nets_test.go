package train

import (
	"bytes"
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kibaho"
	"kibaho/arena"
	"kibaho/chuba"
	"kibaho/fanorona"
	"kibaho/games"
	"kibaho/igisoro"
	"kibaho/nnet"
)

var picksSight = nnet.Shape{Sites: 3, Classes: 32}

// seePicks sees what both sides have and what is left.
func seePicks(p *picks, sites *[nnet.MaxSites]uint8) (phase int) {
	sites[0], sites[1], sites[2] = uint8(p.sum[p.side]), uint8(p.sum[p.side.Other()]), uint8(p.left)
	return min(int(p.left)/4, nnet.Phases-1)
}

func judgePicks(n *nnet.Net) func(*picks) int {
	return func(p *picks) int {
		var sites [nnet.MaxSites]uint8
		return n.Judge(&sites, seePicks(p, &sites), 100)
	}
}

// A net learns to pick more where the named features know nothing, the same from the same
// seed on any number of threads, and goes on where it was stopped.
func TestNetLearns(t *testing.T) {
	learn := func(ctx context.Context, p *Plan) (*nnet.Net, error) {
		g := picksGame()
		g.Steepness = 100
		return learnNet[picks, int8](ctx, p, g, picksSight, seePicks, judgePicks, nil)
	}
	var told [2][]string
	var nets [2][]byte
	for i, threads := range []int{1, 3} {
		p := small(filepath.Join(t.TempDir(), "learning"))
		p.Threads, p.Pairs, p.Rate, p.Epochs, p.Outcome = threads, 10, 1, 6, 1
		if i == 1 {
			for _, at := range []string{"round 1: 100", "epoch 2", "match", "round 2: 200", "round 2: match"} {
				ctx, stop := context.WithCancel(t.Context())
				q := p
				q.Progress = func(s string) {
					if strings.Contains(s, at) {
						stop()
					}
				}
				if _, err := learn(ctx, &q); !errors.Is(err, context.Canceled) {
					t.Fatalf("interrupted at %q: %v", at, err)
				}
				stop()
			}
		}
		p.Say = func(s string) { told[i] = append(told[i], s) }
		n, err := learn(t.Context(), &p)
		if err != nil {
			t.Fatal(err)
		}
		nets[i] = n.Bytes()
		if b, err := os.ReadFile(filepath.Join(p.Dir, "weights.bin")); err != nil || !bytes.Equal(b, nets[i]) {
			t.Errorf("weights.bin holds another net (%v)", err)
		}
		judge := judgePicks(n)
		ahead, behind := judge(&picks{sum: [2]int8{3, 0}, left: 4}), judge(&picks{sum: [2]int8{0, 3}, left: 4})
		if ahead <= behind {
			t.Errorf("three ahead is worth %d, three behind %d", ahead, behind)
		}
		if i == 0 {
			continue
		}
		// A file that is no samples is found out.
		bad := filepath.Join(p.dir(1), "games-0000.bin")
		for _, text := range []string{"x", strings.Repeat("\xff", 6)} {
			if err := os.WriteFile(bad, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			if err := os.Remove(filepath.Join(p.dir(1), "weights.bin")); err != nil && !errors.Is(err, os.ErrNotExist) {
				t.Fatal(err)
			}
			if _, err := learn(t.Context(), &p); err == nil || !strings.Contains(err.Error(), "games-0000.bin") {
				t.Errorf("samples %q: error %v", text, err)
			}
		}
	}
	if len(told[0]) != 2 || !slices.Equal(told[0], told[1]) || !bytes.Equal(nets[0], nets[1]) {
		t.Errorf("told\n%s\nand then\n%s", strings.Join(told[0], "\n"), strings.Join(told[1], "\n"))
	}
}

// FitNet finds what made its samples, a matter of two sites at once among others, as
// far as it shows in positions that were held out.
func TestFitNet(t *testing.T) {
	shape := nnet.Shape{Sites: 6, Classes: 4}
	r := kibaho.NewRand(7)
	samples := func(n int) (list [][]byte) {
		for range n {
			s := make([]byte, shape.Sites+3)
			for i := range shape.Sites {
				s[i] = uint8(r.N(4))
			}
			s[6] = uint8(r.N(nnet.Phases))
			x := float64(s[0]) - float64(s[3])
			if s[1] == s[2] {
				x += 2
			}
			s[7] = uint8(math.Round(255 * sigmoid(x/2)))
			s[8] = uint8(255 * r.N(2)) // of no use
			list = append(list, s)
		}
		return list
	}
	learn, held := samples(20_000), samples(1000)
	off := func(f *nnet.Floats) (mean float64) {
		n := nnet.New(shape, f)
		for _, s := range held {
			var sites [nnet.MaxSites]uint8
			copy(sites[:], s[:6])
			mean += math.Abs(sigmoid(float64(n.Judge(&sites, int(s[6]), 1000))/1000) - float64(s[7])/255)
		}
		return mean / float64(len(held))
	}
	f, err := FitNet(t.Context(), shape, learn, held, Fitting{Epochs: 10, Rate: 0.003})
	if err != nil {
		t.Fatal(err)
	}
	if got := off(f); got > 0.02 {
		t.Errorf("off by %.3f of a point on average, want at most 0.02", got)
	}
	// The outcome counts as much as it is said to.
	n := netFit{shape: shape, outcome: 0.25}
	if got, want := n.target([]byte{0, 0, 0, 0, 0, 0, 0, 51, 255}), 0.25+0.75*0.2; math.Abs(got-want) > 1e-12 {
		t.Errorf("target %v, want %v", got, want)
	}
}

// Positions within the searches are samples without points made; those of games are the
// same number as before, and have some.
func TestNetInner(t *testing.T) {
	for _, name := range Nets() {
		learned, err := nnet.Read(Learned(name), sights[name])
		if err != nil {
			t.Fatal(err)
		}
		p := small(t.TempDir())
		p.Rounds, p.Games, p.Nodes, p.Pairs, p.Epochs, p.MatchNodes, p.Inner, p.Start = 1, 3, 60, 1, 1, 8, 3, learned.Bytes()
		// Begun with a net, it ends with one, better or not.
		if _, err := p.RunNet(t.Context(), name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		b, err := os.ReadFile(p.file(1, 0))
		if err != nil {
			t.Fatal(err)
		}
		size := sights[name].Sites + 3
		var games, within int
		for ; len(b) > 0; b = b[size:] {
			switch made := b[size-1]; made {
			case noPoints:
				within++
			case 0, 128, 255:
				games++
			default:
				t.Fatalf("%s: %d points made", name, made)
			}
		}
		if games == 0 || within < games/2 || within > 6*games {
			t.Errorf("%s: %d samples of games, %d within searches", name, games, within)
		}
	}
	n := netFit{shape: nnet.Shape{Sites: 1, Classes: 2}, outcome: 0.5}
	if got := n.target([]byte{0, 0, 51, noPoints}); got != 0.2 {
		t.Errorf("target %v, want what was expected", got)
	}
}

var sights = map[string]nnet.Shape{"chuba": chuba.Sight, "igisoro": igisoro.Sight, "fanorona": fanorona.Sight}

// Scores that promise half of what comes of them are doubled, in logits, and those that
// promise too much are cut.
func TestTemper(t *testing.T) {
	r := kibaho.NewRand(9)
	for _, slope := range []float64{0.5, 1, 2} {
		var learn [][]byte
		for range 60_000 {
			x := float64(r.N(400)-200) / 100
			made := uint8(0)
			if float64(r.N(1_000_000))/1e6 < sigmoid(slope*x) {
				made = 255
			}
			learn = append(learn, []byte{0, uint8(math.Round(255 * sigmoid(x))), made})
			if x > 0 { // of no use: no points were made
				learn = append(learn, []byte{0, 200, noPoints})
			}
		}
		held := [][]byte{{0, uint8(math.Round(255 * sigmoid(1))), 0}}
		temper(learn, held)
		if got, want := float64(held[0][1])/255, sigmoid(slope); math.Abs(got-want) > 0.015 {
			t.Errorf("slope %v: %.3f points, want %.3f", slope, got, want)
		}
	}
	temper(nil, nil)
}

// Each game with a net plays games that nets can be fitted to; the samples tell who
// was to win.
func TestNetGames(t *testing.T) {
	for _, name := range Nets() {
		p := small(t.TempDir())
		p.Rounds, p.Games, p.Nodes, p.Pairs, p.Epochs = 1, 2, 8, 1, 1
		p.MatchNodes = 8
		// Whether the net is better is a matter of luck here.
		if _, err := p.RunNet(t.Context(), name); err != nil && !strings.Contains(err.Error(), "better than the named features") {
			t.Errorf("%s: %v", name, err)
		}
		info, err := os.Stat(p.file(1, 0))
		if err != nil || info.Size() == 0 {
			t.Errorf("%s: no samples: %v", name, err)
		}
	}
	p := small(t.TempDir())
	if _, err := p.RunNet(t.Context(), "draughts"); err == nil {
		t.Error("draughts have no net of this kind")
	}
	for _, name := range Nets() {
		if !slices.ContainsFunc(games.All, func(g games.Game) bool { return g.Facts().Name == name }) {
			t.Errorf("%s is on no shelf", name)
		}
	}
	if got := tally([][2]float64{{1, 0}, {1, 1}, {0.5, 0}}); got.Games() != 6 || got.Pairs != [5]int{0, 1, 1, 0, 1} || got != (arena.Tally{Wins: 3, Draws: 1, Losses: 2, Pairs: got.Pairs}) {
		t.Errorf("tally %+v", got)
	}
}
