package arena

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"kibaho"
	"kibaho/games"
	"kibaho/play"
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
	for i, part := range Records(string(text)) {
		whole += len(part)
		rec, err := play.ReadRecord(strings.NewReader(part), games.Find)
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

// terminators end a whole record.
var terminators = []string{"1-0", "0-1", "1/2-1/2"}

// Records cuts a file of records into whole ones, each with a result that ends it.
func Records(text string) []string {
	var parts []string
	begin := 0
	for at := 0; at < len(text); {
		end := strings.IndexByte(text[at:], '\n')
		if end < 0 {
			break
		}
		line := strings.TrimSpace(text[at : at+end])
		at += end + 1
		words := strings.Fields(line)
		if len(words) > 0 && !strings.HasPrefix(line, "[") && slices.Contains(terminators, words[len(words)-1]) {
			parts = append(parts, text[begin:at])
			begin = at
		}
	}
	return parts
}
