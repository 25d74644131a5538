package games

import (
	"strconv"

	"kibaho"
)

// Level is how strong an engine plays: 1 to Levels, or Full. A level looks at a
// fixed number of positions, so that it is the same on every machine, and the
// lower ones misjudge what they see, each position always in the same way.
type Level int

// The bounds of the levels.
const (
	Full   Level = 0 // the engine as it is, bounded by its budget alone
	Levels Level = 8
)

// ReadLevel reads "1" to "8" or "full". The error is a *kibaho.InputError.
func ReadLevel(text string) (Level, error) {
	if text == "full" {
		return Full, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > int(Levels) || strconv.Itoa(n) != text {
		return Full, &kibaho.InputError{What: "level", Text: text, At: -1, Want: "expected 1 to " + strconv.Itoa(int(Levels)) + " or full"}
	}
	return Level(n), nil
}

// String returns what ReadLevel reads.
func (l Level) String() string {
	if l == Full {
		return "full"
	}
	return strconv.Itoa(int(l))
}

// skill is what makes a level.
type skill struct {
	nodes uint64 // decisions looked at for each move
	// error is how far the judgement of a position is off: the standard deviation,
	// in hundredths of the constant of Chance, so that it weighs alike in all games.
	error int
	calm  bool // captures are not searched past the horizon
}

// skills are those of the levels from 1 on. docs/engine.md has the matches.
var skills = [Levels]skill{
	{nodes: 20, error: 90, calm: true},
	{nodes: 40, error: 65},
	{nodes: 80, error: 47},
	{nodes: 160, error: 33},
	{nodes: 320, error: 22},
	{nodes: 700, error: 14},
	{nodes: 1_800, error: 7},
	{nodes: 6_000},
}

// weakMegabytes is the table of an engine that plays by a level, which looks at few
// positions.
const weakMegabytes = 1

// misjudge returns the error of a level's judgement of a position: normal, by
// the sum of eight bytes, and the same whenever the position is met.
func misjudge(hash, seed uint64, deviation int) int {
	h := kibaho.Mix(seed, hash)
	sum := -1020 // eight times the mean of a byte
	for range 8 {
		sum += int(h & 0xff)
		h >>= 8
	}
	// The deviation of the sum is the root of 8 · (256²-1)/12, which is 209.
	return sum * deviation / 209
}
