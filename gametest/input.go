package gametest

import (
	"context"
	"errors"
	"math"
	"strings"

	"kibaho"
	"kibaho/search"
)

// rubbish is text that is neither a position nor a move of any game.
var rubbish = []string{
	"", " ", "\x00", "-", "+", "/", "//", ",", "99999999999999999999", "-1", "\xff\xfe", "é", "x", "none of these",
	"1x2x3x4x5x6x7x8x9", "A1-", "-A1", "B:W:B", ";", "=", strings.Repeat("9,", 300), strings.Repeat("/", 300), strings.Repeat("é", 3000),
}

// spoil returns text with one byte removed, doubled, replaced or swapped.
func spoil(r *kibaho.Rand, text string) string {
	if text == "" {
		return "?"
	}
	const letters = " -+/<>,.:;=0123456789abhkpvxABHKPVWSN"
	b := []byte(text)
	i := r.N(len(b))
	switch r.N(5) {
	case 0:
		b = append(b[:i], b[i+1:]...)
	case 1:
		b = append(b[:i+1], b[i:]...)
	case 2:
		b[i] = letters[r.N(len(letters))]
	case 3:
		b = b[:i]
	case 4:
		j := r.N(len(b))
		b[i], b[j] = b[j], b[i]
	}
	return string(b)
}

// garbage checks what is said to texts that mean nothing.
func (c *checker[P, M, R]) garbage() {
	const each = 12
	r := kibaho.NewRand(1)
	known := rules(&c.g.Facts)
	c.move = ""
	step := max(1, len(c.met)/40)
	for n := 0; n < len(c.met); n += step {
		p := c.met[n]
		c.at = &p
		text := c.g.Write(&p)
		for range each {
			c.readText(spoil(r, text))
		}
		moves := R(&p).Moves(nil)
		tries := rubbish
		for _, m := range moves[:min(len(moves), each)] {
			tries = append(tries[:len(tries):len(tries)], spoil(r, c.g.Text(&p, m)))
		}
		for _, try := range tries {
			c.refuse(&p, moves, try, known)
		}
	}
	for _, text := range rubbish {
		c.readText(text)
	}
}

// readText reads a text that is probably wrong: it is refused in the proper form,
// or it is a position, which then has a text of its own.
func (c *checker[P, M, R]) readText(text string) {
	q, s, err := c.g.Read(c.s, text)
	if err != nil {
		var input *kibaho.InputError
		if !errors.As(err, &input) {
			c.fail("read", "%q is refused by a %T, not an InputError: %v", text, err, err)
		} else if strings.ContainsAny(err.Error(), "\n\r") || len(err.Error()) > 2000 {
			c.fail("read", "%q is refused at length: %v", text, err)
		}
		return
	}
	moves := R(&q).Moves(nil)
	if (len(moves) == 0) != (R(&q).Outcome() != kibaho.Ongoing) {
		c.fail("outcome", "%q: %d moves, but the outcome is %q", text, len(moves), R(&q).Outcome())
	}
	c.g.Board(&q)
	out := c.g.Write(&q)
	if again, _, err := c.g.Read(s, out); err != nil || again != q {
		c.fail("read", "%q is read and written as %q, which is not read as the same (%v)", text, out, err)
	}
}

// refuse asks why a text is not a move.
func (c *checker[P, M, R]) refuse(p *P, moves []M, text string, known map[string]bool) {
	for _, m := range moves {
		if c.fits(p, m, text) {
			return
		}
	}
	before := *p
	err := c.g.Refuse(p, text)
	var refusal *kibaho.Refusal
	var input *kibaho.InputError
	switch {
	case err == nil:
		c.fail("refuse", "%q fits no move but is not refused", text)
		return
	case errors.As(err, &refusal):
		if refusal.Reason == "" || refusal.Rule != "" && !known[refusal.Rule] {
			c.fail("refuse", "%q is refused for %q by rule %q", text, refusal.Reason, refusal.Rule)
		}
		for _, candidate := range refusal.Candidates {
			if !c.legal(p, moves, candidate) {
				c.fail("refuse", "%q is refused with the candidate %q, which is not legal", text, candidate)
			}
		}
	case !errors.As(err, &input):
		c.fail("refuse", "%q is refused by a %T: %v", text, err, err)
	}
	if strings.ContainsAny(err.Error(), "\n\r") || len(err.Error()) > 2000 {
		c.fail("refuse", "%q is refused at length: %v", text, err)
	}
	if *p != before {
		c.fail("pure", "Refuse changed the position")
	}
}

// legal tells if text is a legal decision or a turn that begins with one.
func (c *checker[P, M, R]) legal(p *P, moves []M, text string) bool {
	for _, m := range moves {
		if c.fits(p, m, text) || strings.HasPrefix(text, c.g.Text(p, m)) {
			return true
		}
	}
	return false
}

// playouts checks the game's own random games: they end, depend on the seed alone,
// take draws by the limits and, where they choose among the same things, are spread
// like those played by Moves and Play.
func (c *checker[P, M, R]) playouts() {
	if c.g.Playout == nil {
		return
	}
	c.move, c.at = "", nil
	if c.g.Uniform != "turns" && c.g.Uniform != "decisions" {
		c.fail("playout", "Uniform is %q", c.g.Uniform)
	}
	var limits kibaho.Limits
	for _, o := range c.g.Options {
		switch o.Name {
		case "repetition":
			limits.Repetition = c.s.Int(o.Name)
		case "quiet-limit":
			limits.Quiet = c.s.Int(o.Name)
		}
	}
	if limits.Repetition == 0 {
		limits.Repetition = 3 // or a random game need not end
	}
	step := max(1, len(c.met)/30)
	for n := 0; n < len(c.met); n += step {
		p := c.met[n]
		c.at = &p
		before := p
		res := c.g.Playout(&p, kibaho.NewRand(7), limits)
		if p != before {
			c.fail("pure", "Playout changed the position")
			p = before
		}
		if again := c.g.Playout(&p, kibaho.NewRand(7), limits); again != res {
			c.fail("playout", "%+v, and with the same seed %+v", res, again)
		}
		moves := R(&p).Moves(nil)
		if len(moves) == 0 {
			if res.Outcome != R(&p).Outcome() || res.Plies != 0 {
				c.fail("playout", "%+v of a game that is over", res)
			}
			continue
		}
		if res.Outcome == kibaho.Ongoing || res.Plies < 1 || res.Longest < 0 {
			c.fail("playout", "%+v", res)
		}
		if c.allQuiet(&p, moves) {
			if res := c.g.Playout(&p, kibaho.NewRand(7), kibaho.Limits{Quiet: 1}); res.Plies != 1 || res.Outcome == kibaho.Ongoing {
				c.fail("playout", "%+v with a quiet limit of one ply", res)
			}
		}
	}
	c.at = &c.first
	c.spread(limits)
}

// allQuiet tells if every decision is quiet and completes a turn.
func (c *checker[P, M, R]) allQuiet(p *P, moves []M) bool {
	if c.g.Quiet == nil || R(p).MidTurn() {
		return false
	}
	for _, m := range moves {
		q := *p
		R(&q).Play(m)
		if !c.g.Quiet(p, m) || R(&q).MidTurn() {
			return false
		}
	}
	return true
}

// spread compares the mean length and the mean score of the game's own random
// games with those played by Moves and Play. The seeds are fixed, so the test
// does not waver; six standard errors come about by chance once in 10^8.
//
// Both choose among the same things if they choose turns and each decision is a
// turn, or if they choose decisions and the game's turns are made of several (see
// parted). A game that chooses decisions where the contract has only whole turns
// chooses finer than the contract can show: that it is fair is for its own tests.
func (c *checker[P, M, R]) spread(limits kibaho.Limits) {
	const n = 400
	turnIsDecision := true
	type sums struct{ plies, plies2, score, score2 float64 }
	add := func(s *sums, res kibaho.Result) {
		x, y := float64(res.Plies), res.Outcome.Score(kibaho.First)
		s.plies, s.plies2 = s.plies+x, s.plies2+x*x
		s.score, s.score2 = s.score+y, s.score2+y*y
	}
	var own, moves sums
	player := search.NewPlayer[P, M, R](search.Games[P, M]{Limits: limits, Quiet: c.g.Quiet, Reversible: c.g.Reversible})
	for i := range n {
		p := c.first
		add(&own, c.g.Playout(&p, kibaho.NewRand(search.GameSeed(1, i)), limits))
		res, _ := player.Play(context.Background(), c.first, kibaho.NewRand(search.GameSeed(2, i)))
		add(&moves, res)
		if res.Longest > 1 {
			turnIsDecision = false
		}
	}
	if c.g.Uniform == "turns" && !turnIsDecision || c.g.Uniform == "decisions" && turnIsDecision && !c.parted() {
		return
	}
	compare := func(what string, a, a2, b, b2 float64) {
		a, a2, b, b2 = a/n, a2/n, b/n, b2/n
		err := math.Sqrt((a2 - a*a + b2 - b*b + 1e-9) / n)
		if math.Abs(a-b) > 6*err+1e-6 {
			c.fail("playout", "mean %s %.3f, by moves %.3f, standard error %.3f", what, a, b, err)
		}
	}
	compare("plies", own.plies, own.plies2, moves.plies, moves.plies2)
	compare("score", own.score, own.score2, moves.score, moves.score2)
}

// parted reports that there are turns of several decisions in random games of the
// game's variants: such a game shows all decisions as moves of the contract, also
// under settings that leave one a turn.
func (c *checker[P, M, R]) parted() bool {
	for _, v := range c.g.Variants {
		s, err := c.g.Settings(v.Name)
		if err != nil {
			continue
		}
		for seed := range uint64(games) {
			p, err := c.g.Start(s)
			if err != nil {
				break
			}
			r := kibaho.NewRand(seed)
			var moves []M
			for range decisions {
				if moves = R(&p).Moves(moves[:0]); len(moves) == 0 {
					break
				}
				R(&p).Play(moves[r.N(len(moves))])
				if R(&p).MidTurn() {
					return true
				}
			}
		}
	}
	return false
}
