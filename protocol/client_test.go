package protocol

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"kibaho/games"
	"kibaho/play"
)

// TestMain lets the test program be an engine: KIBAHO_ENGINE says which.
func TestMain(m *testing.M) {
	switch kind := os.Getenv("KIBAHO_ENGINE"); kind {
	case "":
		os.Exit(m.Run())
	case "own", "hub":
		if err := Serve(context.Background(), os.Stdin, os.Stdout, Options{Megabytes: 1, Hub: kind == "hub"}); err != nil {
			os.Exit(1)
		}
	case "silent": // never answers
		time.Sleep(time.Hour)
	default:
		fake(kind)
	}
}

// fake answers what gets it going, and then in its own way.
func fake(kind string) {
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		switch word, _, _ := strings.Cut(in.Text(), " "); word {
		case "isready":
			fmt.Println("readyok")
		case "go":
			switch kind {
			case "crash":
				os.Exit(3)
			case "slow":
				time.Sleep(time.Hour)
			case "none":
				fmt.Println("bestmove none")
			case "error":
				fmt.Println("error I do not like this")
			}
		}
	}
}

// engine starts the test program as an engine.
func engine(t *testing.T, kind string, params ...[2]string) (*Client, error) {
	t.Helper()
	t.Setenv("KIBAHO_ENGINE", kind)
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c, err := Start(t.Context(), []string{exe}, kind == "hub", params)
	if err == nil {
		t.Cleanup(c.Close)
	}
	return c, err
}

func newGame(t *testing.T, name, variant string) *play.Game {
	t.Helper()
	g, err := games.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	s, err := g.Facts().Settings(variant)
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Start(s)
	if err != nil {
		t.Fatal(err)
	}
	return play.NewGame(p)
}

// TestClient plays some turns of every game with our own engine at the other end,
// which must find what it finds here.
func TestClient(t *testing.T) {
	for _, tt := range []struct{ kind, game, variant string }{
		{"own", "chuba", "tschuba"},
		{"own", "igisoro", ""},
		{"own", "fanorona", "1886"},
		{"own", "draughts", "huffing"},
		{"own", "draughts", ""},
		{"hub", "draughts", ""},
	} {
		t.Run(tt.kind+" "+tt.game+" "+tt.variant, func(t *testing.T) {
			c, err := engine(t, tt.kind)
			if err != nil {
				t.Fatal(err)
			}
			g := newGame(t, tt.game, tt.variant)
			if err := c.NewGame(t.Context(), g); err != nil {
				t.Fatal(err)
			}
			here := g.Position().Game().Engine(1)
			budget := games.Budget{Nodes: 300}
			for range 12 {
				a, err := c.Move(t.Context(), g, budget, 20*time.Second)
				if err != nil {
					t.Fatal(err)
				}
				want := here.Think(t.Context(), g.Position(), g.Past(), budget, nil)
				if a.Turn != want.Lines[0].Turns[0] || !a.Known || a.Score != want.Lines[0].Score && !want.Lines[0].Proven() || a.Nodes != want.Nodes || a.Depth != want.Depth {
					t.Fatalf("the engine says %+v, here it is %s %+v", a, want.Lines[0].Turns[0], want)
				}
				if err := g.PlayText(a.Turn); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

func TestClientFaults(t *testing.T) {
	for _, tt := range []struct {
		kind string
		want error // nil: any other
		says string
	}{
		{"crash", ErrEnded, "ended"},
		{"slow", ErrTime, "in time"},
		{"none", nil, "no move"},
		{"error", nil, "I do not like this"},
	} {
		t.Run(tt.kind, func(t *testing.T) {
			c, err := engine(t, tt.kind)
			if err != nil {
				t.Fatal(err)
			}
			g := newGame(t, "draughts", "")
			if err := c.NewGame(t.Context(), g); err != nil {
				t.Fatal(err)
			}
			_, err = c.Move(t.Context(), g, games.Budget{Time: time.Millisecond}, 200*time.Millisecond)
			if err == nil || tt.want != nil && !errors.Is(err, tt.want) || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("got %v, want %v, saying %q", err, tt.want, tt.says)
			}
		})
	}
}

// TestClientKilled checks that the process is gone when its context is.
func TestClientKilled(t *testing.T) {
	t.Setenv("KIBAHO_ENGINE", "silent")
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	began := time.Now()
	if _, err := Start(ctx, []string{exe}, false, nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v, want the end of the context", err)
	}
	if took := time.Since(began); took > startTime/2 {
		t.Errorf("it took %v", took)
	}
}

func TestClientNotThere(t *testing.T) {
	if _, err := Start(t.Context(), []string{"/no/such/engine"}, false, nil); err == nil {
		t.Error("no error for a program that is not there")
	}
}

// TestClientHubGames refuses the games that Hub cannot speak of (DR7).
func TestClientHubGames(t *testing.T) {
	c, err := engine(t, "hub")
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range []*play.Game{newGame(t, "chuba", ""), newGame(t, "draughts", "huffing")} {
		if err := c.NewGame(t.Context(), g); err == nil {
			t.Errorf("no error for %s", g.Position())
		}
	}
}

func TestClientParams(t *testing.T) {
	if _, err := engine(t, "own", [2]string{"hash", "2"}, [2]string{"level", "3"}); err != nil {
		t.Error(err)
	}
	if _, err := engine(t, "own", [2]string{"hash", "none"}); err == nil || !strings.Contains(err.Error(), "whole number") {
		t.Errorf("a wrong parameter: %v", err)
	}
	if _, err := engine(t, "hub", [2]string{"level", "12"}); err == nil {
		t.Error("no error for a wrong parameter of Hub")
	}
}

func TestSplit(t *testing.T) {
	for _, tt := range []struct {
		text string
		want []string
	}{
		{"a b  c", []string{"a", "b", "c"}},
		{`"a b" c`, []string{"a b", "c"}},
		{`sh -c 'x "y"'`, []string{"sh", "-c", `x "y"`}},
		{`a ""`, []string{"a", ""}},
	} {
		got, err := Split(tt.text)
		if err != nil || strings.Join(got, "|") != strings.Join(tt.want, "|") {
			t.Errorf("Split(%q) = %q, %v; want %q", tt.text, got, err, tt.want)
		}
	}
	for _, bad := range []string{"", "  ", `"a`} {
		if got, err := Split(bad); err == nil {
			t.Errorf("Split(%q) = %q, want an error", bad, got)
		}
	}
}
