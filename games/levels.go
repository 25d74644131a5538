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
	// error is how far the judgement of a position is off, in hundredths of a
	// man or seed: the standard deviation.
	error int
	calm  bool // captures are not searched past the horizon
}

// skills are those of the levels from 1 on. docs/engine.md has the matches.
var skills = [Levels]skill{
	{nodes: 12, error: 250, calm: true},
	{nodes: 30, error: 160, calm: true},
	{nodes: 80, error: 100},
	{nodes: 200, error: 60},
	{nodes: 500, error: 30},
	{nodes: 1_300, error: 15},
	{nodes: 4_000},
	{nodes: 16_000},
}

// weak bounds the memory of an engine that plays by a level, in megabytes: it
// looks at few positions.
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
