package arena

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"kibaho"
	"kibaho/play"
	"kibaho/record"
)

// maxRecords bounds the size of a file of records that is read, in bytes.
const maxRecords = 1 << 30

// ReadResults reads the games of the match with this seed between these engines
// from a file of records, so that the match can go on after them. It returns how
// many bytes whole records take up: what follows, say because the machine stopped
// while it was written, is left out. A game of another match is an error.
func ReadResults(r io.Reader, seed uint64, names [2]string) (done []Result, whole int, err error) {
	text, err := io.ReadAll(io.LimitReader(r, maxRecords+1))
	if err != nil {
		return nil, 0, fmt.Errorf("records: %w", err)
	}
	if len(text) > maxRecords {
		return nil, 0, fmt.Errorf("records: longer than %d bytes", maxRecords)
	}
	games := record.NewReader(bytes.NewReader(text))
	for i := 0; ; i++ {
		tree, err := games.Next()
		var cut *record.Fault
		if errors.Is(err, io.EOF) || errors.As(err, &cut) && games.Offset() == int64(len(text)) {
			break // what is left was cut off
		}
		if err != nil {
			return nil, 0, err
		}
		if tree.Open {
			if games.Offset() == int64(len(text)) {
				break
			}
			return nil, 0, fmt.Errorf("game %d has no result at its end", i+1)
		}
		whole = int(games.Offset())
		if whole < len(text) && text[whole] == '\n' {
			whole++
		}
		rec, err := play.FromTree(tree)
		if err != nil {
			return nil, 0, fmt.Errorf("game %d: %w", i+1, err)
		}
		fail := func(tag, want string) ([]Result, int, error) {
			return nil, 0, fmt.Errorf("game %d: %w", i+1, &kibaho.InputError{What: "tag " + tag, Text: rec.Tag(tag), At: -1, Want: want})
		}
		if rec.Tag("Seed") != strconv.FormatUint(seed, 10) {
			return fail("Seed", fmt.Sprintf("the match has the seed %d", seed))
		}
		round, err := strconv.Atoi(rec.Tag("Round"))
		if err != nil || round < 1 {
			return fail("Round", "expected the number of the game")
		}
		r := Result{Number: round - 1, Leader: (round - 1) & 1}
		for side, tag := range []string{"First", "Second"} {
			r.Names[side] = names[side^r.Leader]
			if rec.Tag(tag) != r.Names[side] {
				return fail(tag, "in this game of the match it is "+r.Names[side])
			}
		}
		r.Outcome, r.Why = rec.Game.Outcome()
		if r.Outcome == kibaho.Ongoing {
			continue
		}
		plies, _ := strconv.Atoi(rec.Tag("OpeningPlies"))
		r.Plies = len(rec.Game.Turns()) - plies
		for _, k := range []Kind{Crash, Timeout, Illegal} {
			if strings.HasPrefix(r.Why, string(k)+": ") {
				r.Fault = k
				r.Culprit = r.Leader
				if r.Outcome == kibaho.FirstWins {
					r.Culprit ^= 1
				}
			}
		}
		done = append(done, r)
	}
	return done, whole, nil
}
