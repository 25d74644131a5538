// Package gametest checks that a game keeps the contract of package kibaho. A
// game's own test needs three lines:
//
//	func TestGame(t *testing.T) {
//		gametest.Run(t, Game)
//	}
//
// Run plays seeded random games and checks the positions it meets: moves, texts,
// hashes, pictures, paths, traces, counts and the facts of the game. What a rule
// book says is for the game's own tests.
package gametest

import (
	"flag"
	"fmt"
	"runtime/debug"
	"strings"
	"testing"

	"kibaho"
)

// Run checks g under each of the settings, each written "VARIANT OPTION=VALUE …"; with
// none, under every variant of the game. It cannot be used in parallel tests,
// since it counts allocations. A test flag -long (if the test has one) plays
// twenty times as many games, -short fewer.
func Run[P comparable, M comparable, R kibaho.Rules[P, M]](t *testing.T, g kibaho.Game[P, M], settings ...string) {
	t.Helper()
	t.Run("facts", func(t *testing.T) { checkFacts(t, &g.Facts) })
	if len(settings) == 0 {
		for _, v := range g.Variants {
			settings = append(settings, v.Name)
		}
	}
	for _, s := range settings {
		t.Run(s, func(t *testing.T) { check[P, M, R](t, g, s) })
	}
}

const (
	games     = 8   // random games a setting
	decisions = 160 // at most so many in a game
	thorough  = 6   // every so many positions all moves are checked
	told      = 3   // failures of one kind that are told
)

// check plays games under one setting.
func check[P comparable, M comparable, R kibaho.Rules[P, M]](t testing.TB, g kibaho.Game[P, M], setting string) {
	t.Helper()
	words := strings.Fields(setting)
	if len(words) == 0 {
		words = []string{""}
	}
	s, err := g.Settings(words[0], words[1:]...)
	if err != nil {
		t.Errorf("settings %q: %v", setting, err)
		return
	}
	checkPlain[P](t)
	c := &checker[P, M, R]{
		t: t, g: g, s: s,
		hashOf: map[P]uint64{}, posOf: map[uint64]P{}, count: map[string]int{},
	}
	if !c.guard(c.start) {
		return
	}
	n := games
	if testing.Short() {
		n = 2
	}
	if f := flag.Lookup("long"); f != nil && f.Value.String() == "true" {
		n *= 20
	}
	for c.seed = range uint64(n) {
		if !c.guard(c.game) {
			break
		}
	}
	c.guard(c.playouts)
	c.guard(c.garbage)
	for kind, n := range c.count {
		if n > told {
			t.Errorf("%s: %d more failures of this kind", kind, n-told)
		}
	}
}

// checker holds what is known while a setting is checked.
type checker[P comparable, M comparable, R kibaho.Rules[P, M]] struct {
	t testing.TB
	g kibaho.Game[P, M]
	s kibaho.Settings

	first P      // the start position
	seed  uint64 // of the game under way
	at    *P     // the position under way, for messages; may be nil
	move  string // the decision under way, for messages
	met   []P    // some positions, for the checks after the games

	hashOf map[P]uint64
	posOf  map[uint64]P
	count  map[string]int // failures by kind

	names  []string // of the sites
	intake intake   // what happens to captured seeds
}

// fail tells a failure with the position, the decision and the seed.
func (c *checker[P, M, R]) fail(kind, format string, args ...any) {
	c.t.Helper()
	c.count[kind]++
	if c.count[kind] > told {
		return
	}
	where := ""
	if c.at != nil {
		where += fmt.Sprintf(" in %q", c.text(c.at))
	}
	if c.move != "" {
		where += fmt.Sprintf(" move %q", c.move)
	}
	c.t.Errorf("%s: %s (%s%s, seed %d)", kind, fmt.Sprintf(format, args...), c.s, where, c.seed)
}

// text writes a position for a message, whatever is wrong with the game.
func (c *checker[P, M, R]) text(p *P) (s string) {
	defer func() {
		if recover() != nil {
			s = fmt.Sprintf("%+v", *p)
		}
	}()
	return c.g.Write(p)
}

// guard runs f and turns a panic into a failure. It tells if f ended well.
func (c *checker[P, M, R]) guard(f func()) (ok bool) {
	defer func() {
		if r := recover(); r != nil {
			c.fail("panic", "%v\n%s", r, debug.Stack())
		}
	}()
	f()
	return true
}

// start checks the start position.
func (c *checker[P, M, R]) start() {
	p, err := c.g.Start(c.s)
	if err != nil {
		c.fail("start", "%v", err)
		panic("no start position")
	}
	c.first, c.at = p, &p
	if q, err := c.g.Start(c.s); err != nil || q != p {
		c.fail("start", "a second call gives another position")
	}
	if r := R(&p); r.MidTurn() || r.Outcome() != kibaho.Ongoing {
		c.fail("start", "within a turn or over")
	}
}

// game plays one random game and checks the positions on its way.
func (c *checker[P, M, R]) game() {
	r := kibaho.NewRand(c.seed)
	p := c.first
	c.at = &p
	since := map[P]bool{} // positions between turns since the last decision that was not quiet
	before := map[P]bool{}
	var moves []M
	for n := range decisions {
		c.move = ""
		moves = R(&p).Moves(moves[:0])
		c.position(&p, moves)
		if n%thorough == 0 || len(moves) == 0 || n%2 == 0 && R(&p).MidTurn() {
			c.thorough(&p, moves)
		}
		if len(moves) == 0 {
			return
		}
		if before[p] && !c.g.Reversible {
			c.fail("quiet", "the position came back although a decision that is not quiet was made")
		}
		if !R(&p).MidTurn() {
			since[p] = true
		}
		m := moves[r.N(len(moves))]
		c.move = c.g.Text(&p, m)
		if c.g.Quiet != nil && !c.g.Quiet(&p, m) {
			for q := range since {
				before[q] = true
			}
			clear(since)
		}
		p = c.play(&p, m)
	}
}

// play makes the decision on a copy.
func (c *checker[P, M, R]) play(p *P, m M) P {
	before, text := *p, c.g.Write(p)
	q := *p
	R(&q).Play(m)
	if *p != before || c.g.Write(p) != text {
		c.fail("copy", "Play on a copy changes the original to %q", c.g.Write(p))
	}
	if R(&q).MidTurn() && R(&q).Turn() != R(p).Turn() {
		c.fail("turn", "the other side is to move within a turn")
	}
	if c.g.Alternates != nil && c.g.Alternates(p) && (R(&q).MidTurn() || R(&q).Turn() == R(p).Turn() || !c.g.Alternates(&q)) {
		c.fail("turn", "the sides should alternate, and do not")
	}
	return q
}
