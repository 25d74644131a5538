// Package tui is the board in a terminal: a menu, games between people and
// engines, and everything that a person may choose within a turn.
//
// It knows no rule of any game. It is given the legal decisions with their paths
// and narrows them by pointing ([play.Narrow]); what is seen while a move is
// played it takes from the events of the position.
//
// A file for each concern: model.go receives messages, keys.go says what a key
// does, table.go is the game being played, view.go lays out the screen, plan.go
// and the board files draw the three kinds of board, animate.go turns events into
// moments, engine.go thinks, save.go keeps games, menu.go, hands.go and help.go
// are the other screens.
package tui

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	tea "charm.land/bubbletea/v2"

	"kibaho"
	"kibaho/games"
	"kibaho/play"
)

// Player is who plays: a person, or an engine with a budget for each decision.
type Player struct {
	Name   string
	Engine bool
	Budget games.Budget
}

// Leader says who plays First in the first game.
type Leader uint8

// The ways to settle who leads.
const (
	ByPlayers Leader = iota // Players[0] plays First
	Reversed                // Players[1] plays First
	ByDraw                  // a man of each colour is hidden and a hand chosen (DR11, M1)
)

// Options say what is played and how. The zero value opens the menu.
type Options struct {
	// Game is what to play; nil opens the menu.
	Game games.Game
	// Settings are used if Game is set and neither Start nor Record is.
	Settings kibaho.Settings
	// Start is a position to begin with instead of the game's own.
	Start games.Position
	// Record is a game to go on with. Its tags give the names and kinds of
	// players that Players leaves empty.
	Record *play.Record

	Players [2]Player
	Leader  Leader
	// Match is the number of games; 0 and 1: a single game.
	Match int
	// Ledger is the file of the openings that pairs of players have used (DR10);
	// empty: they are not remembered.
	Ledger string

	// SaveFile is where the game is kept while it is played; empty: in the
	// person's own folder, where the menu finds it again.
	SaveFile string
	// Played is a file to which each game that is over is added; empty: none.
	Played string

	Speed   Speed
	Confirm bool // a move that is chosen waits for Enter
	Hints   bool // the engine's advice is shown from the start
	Flip    bool // the board is seen from Second's side
	ASCII   bool // no characters beyond ASCII
	// Seed draws lots and openings.
	Seed uint64
	// Memory is the size of an engine's table in megabytes; 0: 64.
	Memory int

	// Shelf lists the games of the menu; nil: all.
	Shelf []games.Game
}

// LastGame returns the file in which the last game is kept, in the person's own
// folder for settings.
func LastGame() (string, error) {
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", fmt.Errorf("no folder to keep the game in: %w", err)
	}
	return filepath.Join(dir, "kibaho", "last.game"), nil
}

// Plain reports whether the environment says that the terminal cannot show
// characters beyond ASCII.
func Plain(lookup func(string) string) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := lookup(name); v != "" {
			v = strings.ToLower(strings.ReplaceAll(v, "-", ""))
			return !strings.Contains(v, "utf8")
		}
	}
	return lookup("OS") != "Windows_NT"
}

// Run plays in the terminal until the person leaves or ctx is done. The game is
// kept in the file that the options name, whatever ends the program.
func Run(ctx context.Context, o Options) error {
	m, err := newModel(o)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGHUP, syscall.SIGTERM)
	defer stop()
	_, err = tea.NewProgram(m, tea.WithContext(ctx)).Run()
	m.stopThinking()
	saved := m.keep()
	switch {
	case errors.Is(err, tea.ErrInterrupted), ctx.Err() != nil && errors.Is(err, tea.ErrProgramKilled) && !errors.Is(err, tea.ErrProgramPanic):
		err = nil
	}
	return errors.Join(err, saved)
}
