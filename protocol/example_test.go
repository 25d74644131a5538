package protocol_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"kibaho/protocol"
)

// Black has one jump, and it ends the game.
func ExampleServe() {
	in := strings.NewReader("game draughts\nposition B:W15:B11 moves 11x18\ngo movetime 100\nisready\nplay chess\n")
	if err := protocol.Serve(context.Background(), in, os.Stdout, protocol.Options{Megabytes: 1}); err != nil {
		fmt.Println(err)
	}
	// Output:
	// bestmove none White has no pieces left (DR6)
	// readyok
	// error line "play chess": expected hello, game, set, position, go, stop, isready, new, show, hub or quit
}
