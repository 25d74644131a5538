package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"kibaho"
	"kibaho/games"
	"kibaho/play"
)

// TestWholeGamesInTheTerminal plays one whole game of each kind in a real
// terminal: two people type every turn until the program says who has won.
func TestWholeGamesInTheTerminal(t *testing.T) {
	if _, err := exec.LookPath("tmux"); err != nil {
		t.Skip("tmux is not installed: the terminal application is not driven in a real terminal")
	}
	if testing.Short() {
		t.Skip("short")
	}
	binary := filepath.Join(t.TempDir(), "kibaho")
	if out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	for _, g := range games.All {
		t.Run(g.Facts().Name, func(t *testing.T) {
			game := shortGame(t, g)
			term := newTerminal(t, binary, "play", g.Facts().Name, "--first", "Anna", "--second", "Ben", "--speed", "off")
			term.wait("Anna")
			for _, turn := range game.Turns() {
				// The box opens with '/', and closes when the turn is taken.
				term.keys("/")
				term.wait("Move:")
				term.text(turn.Text)
				term.wait(turn.Text)
				term.keys("Enter")
				term.gone("Move:", turn.Text)
			}
			_, why := game.Outcome()
			rule := why[strings.LastIndex(why, "(")+1 : strings.LastIndex(why, ")")]
			term.wait(" wins: ")
			term.wait(rule)
			if testing.Verbose() {
				t.Logf("\n%s", term.screen())
			}
			term.keys("q")
			term.ended()
		})
	}
}

// shortGame returns the shortest of many random games that the rules of the
// position end.
func shortGame(t *testing.T, g games.Game) *play.Game {
	t.Helper()
	s, err := g.Facts().Settings("")
	if err != nil {
		t.Fatal(err)
	}
	start, err := g.Start(s)
	if err != nil {
		t.Fatal(err)
	}
	var best *play.Game
	for seed := range uint64(100) {
		r := kibaho.NewRand(seed)
		game := play.NewGame(start)
		for !game.Over() && len(game.Plies()) < 300 && game.Claim() == play.NoClaim {
			moves := game.Position().Moves()
			game.Play(moves[r.N(len(moves))])
		}
		if game.Over() && (best == nil || len(game.Turns()) < len(best.Turns())) {
			best = game
		}
	}
	if best == nil {
		t.Fatal("no random game ended")
	}
	return best
}

// terminal is a program running in tmux.
type terminal struct {
	t      *testing.T
	socket string
}

func newTerminal(t *testing.T, command ...string) *terminal {
	t.Helper()
	home := t.TempDir()
	term := &terminal{t, filepath.Join(home, "tmux")}
	args := []string{
		"-S", term.socket, "-f", "/dev/null", "new-session", "-d", "-x", "110", "-y", "40",
		"env", "HOME=" + home, "XDG_CONFIG_HOME=" + home, "LC_ALL=C.UTF-8",
	}
	cmd := exec.Command("tmux", append(args, command...)...)
	cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8", "TERM=xterm-256color")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("tmux: %v\n%s", err, out)
	}
	t.Cleanup(func() { _ = exec.Command("tmux", "-S", term.socket, "kill-server").Run() })
	return term
}

func (term *terminal) tmux(args ...string) string {
	term.t.Helper()
	out, err := exec.Command("tmux", append([]string{"-S", term.socket}, args...)...).CombinedOutput()
	if err != nil {
		term.t.Fatalf("tmux %v: %v\n%s", args, err, out)
	}
	return string(out)
}

func (term *terminal) keys(names ...string) { term.tmux(append([]string{"send-keys"}, names...)...) }
func (term *terminal) text(text string)     { term.tmux("send-keys", "-l", "--", text) }
func (term *terminal) screen() string       { return term.tmux("capture-pane", "-p") }

// patience is how long the screen may take to show what is awaited.
const patience = 20 * time.Second

func (term *terminal) until(what string, ok func(screen string) bool) {
	term.t.Helper()
	var screen string
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if screen = term.screen(); ok(screen) {
			return
		}
	}
	term.t.Fatalf("%s; the screen is\n%s", what, screen)
}

func (term *terminal) wait(text string) {
	term.t.Helper()
	term.until(fmt.Sprintf("%q did not come", text), func(s string) bool { return strings.Contains(s, text) })
}

// ended waits for the program to leave, so that it writes nothing any more.
func (term *terminal) ended() {
	term.t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if exec.Command("tmux", "-S", term.socket, "has-session").Run() != nil {
			return
		}
	}
	term.t.Fatalf("the program did not end; the screen is\n%s", term.screen())
}

func (term *terminal) gone(text, after string) {
	term.t.Helper()
	term.until(fmt.Sprintf("%q did not go after %s", text, after), func(s string) bool { return !strings.Contains(s, text) })
}
