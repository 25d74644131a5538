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
	// error is how far a piece's or a seed's worth on a site is off: the standard
	// deviation, in hundredths of the constant of Chance, so that it weighs alike in
	// all games.
	error int
	// captures is how many plies of captures are followed past the horizon, where
	// the game follows them at all.
	captures int
}

// skills are those of the levels from 1 on. docs/engine.md has the matches.
type skills [Levels]skill

// usual are the skills of a game that has none of its own.
var usual = skills{
	{nodes: 20, error: 40, captures: 1},
	{nodes: 40, error: 30, captures: 2},
	{nodes: 80, error: 24, captures: 3},
	{nodes: 160, error: 18, captures: 4},
	{nodes: 350, error: 13, captures: 6},
	{nodes: 800, error: 8, captures: 6},
	{nodes: 2_000, error: 4, captures: 6},
	{nodes: 6_000, captures: 6},
}

// own are the skills of games in which the usual steps are uneven.
var own = map[string]skills{
	"fanorona": {
		{nodes: 20, error: 24, captures: 1},
		{nodes: 60, error: 16, captures: 2},
		{nodes: 140, error: 10, captures: 3},
		{nodes: 250, error: 8, captures: 4},
		{nodes: 520, error: 6, captures: 6},
		{nodes: 900, error: 4, captures: 6},
		{nodes: 4_000, error: 2, captures: 6},
		{nodes: 20_000, captures: 6},
	},
	"draughts": {
		{nodes: 20, error: 40, captures: 1},
		{nodes: 40, error: 29, captures: 2},
		{nodes: 80, error: 24, captures: 3},
		{nodes: 160, error: 17, captures: 4},
		{nodes: 350, error: 13, captures: 6},
		{nodes: 800, error: 8, captures: 6},
		{nodes: 2_000, error: 4, captures: 6},
		{nodes: 6_000, captures: 6},
	},
	"igisoro": {
		{nodes: 20, error: 62, captures: 1},
		{nodes: 40, error: 47, captures: 2},
		{nodes: 80, error: 37, captures: 3},
		{nodes: 160, error: 28, captures: 4},
		{nodes: 330, error: 20, captures: 6},
		{nodes: 700, error: 16, captures: 6},
		{nodes: 1_200, error: 12, captures: 6},
		{nodes: 3_500, error: 5, captures: 6},
	},
	"chuba": {
		{nodes: 20, error: 24, captures: 1},
		{nodes: 50, error: 14, captures: 2},
		{nodes: 200, error: 8, captures: 3},
		{nodes: 480, error: 6, captures: 4},
		{nodes: 1_100, error: 4, captures: 6},
		{nodes: 3_000, error: 2, captures: 6},
		{nodes: 8_000, error: 1, captures: 6},
		{nodes: 24_000, captures: 6},
	},
}

// skill returns what makes a level below Full in this game.
func (g game[P, M, R]) skill(l Level) skill {
	if s, ok := own[g.entry.Name]; ok {
		return s[l-1]
	}
	return usual[l-1]
}

// weakMegabytes is the table of an engine that plays by a level, which looks at few
// positions.
const weakMegabytes = 1

// misjudgement is a wrong idea of where pieces or seeds stand well: an error for
// each site and kind. It is a plain sum, so that positions that look alike are
// misjudged alike. Errors that are independent from position to position will not
// do: the deeper a search is, the more of them it meets and the worse it plays.
type misjudgement [256][4]int

// misjudge draws the errors, normal by the sum of eight bytes.
func misjudge(seed uint64, deviation float64) *misjudgement {
	m := new(misjudgement)
	for site := range m {
		for kind := range m[site] {
			h := kibaho.Mix(kibaho.Mix(0x6c6576656c, seed), uint64(site*len(m[site])+kind))
			sum := -1020 // eight times the mean of a byte
			for range 8 {
				sum += int(h & 0xff)
				h >>= 8
			}
			// The deviation of the sum is the root of 8 · (256²-1)/12, which is 209.
			m[site][kind] = int(float64(sum) * deviation / 209)
		}
	}
	return m
}

// off returns the error about a position, for the first player.
func (m *misjudgement) off(b kibaho.Board) int {
	sum := 0
	for site, n := range b.At {
		switch {
		case n == kibaho.NoPiece:
		case b.Shape != kibaho.Pits && (n == kibaho.FirstMan || n == kibaho.FirstKing):
			sum += m[site][n-1]
		case b.Shape != kibaho.Pits:
			sum -= m[site][n-1]
		case site < 2*b.Columns:
			sum += int(n) * m[site][0]
		default:
			sum -= int(n) * m[site][0]
		}
	}
	return sum
}
