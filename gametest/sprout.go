package gametest

import (
	"testing"

	"kibaho"
)

// mostScore is what no score reaches, of Eval and of Sprout.
const mostScore = 20_000

// width checks that a position after a move has no width exactly if it is over.
func (c *checker[P, M, R]) width(p *P) {
	if c.g.Width == nil {
		return
	}
	if w, out := c.g.Width(p), R(p).Outcome(); w < 0 || (w == 0) != (out != kibaho.Ongoing) {
		c.fail("width", "%s is %d wide, its outcome is %d", c.g.Write(p), w, out)
	}
}

// sprout checks what the game tells of all positions after a position against its single functions. after
// are the positions after the moves.
func (c *checker[P, M, R]) sprout(p *P, after []P) {
	if c.g.Sprout == nil {
		return
	}
	s := kibaho.Sprouts[P, M]{After: []P{*p}}
	c.g.Sprout(p, &s)
	if len(s.After) == 0 || s.After[0] != *p {
		c.fail("sprout", "the positions that were there are changed")
		return
	}
	got := s.After[1:]
	if n := len(got); len(s.Hash) != n || len(s.Width) != n || len(s.Score) != n {
		c.fail("sprout", "%d positions, %d hashes, %d widths, %d scores", n, len(s.Hash), len(s.Width), len(s.Score))
		return
	}
	want := make(map[P]bool, len(after))
	for _, q := range after {
		want[q] = true
	}
	met := make(map[P]bool, len(after))
	for i := range got {
		q := &got[i]
		if met[*q] = true; !want[*q] {
			c.fail("sprout", "no move leads to %s", c.g.Write(q))
			continue
		}
		if s.Hash[i] != R(q).Hash() {
			c.fail("sprout", "%s has another hash", c.g.Write(q))
		}
		if out := R(q).Outcome(); (s.Width[i] == 0) != (out != kibaho.Ongoing) || s.Width[i] < 0 || c.g.Width != nil && int(s.Width[i]) != c.g.Width(q) {
			c.fail("sprout", "%s is %d wide, its outcome is %d", c.g.Write(q), s.Width[i], out)
		}
		if s.Score[i] <= -mostScore || s.Score[i] >= mostScore {
			c.fail("sprout", "%s scores %d", c.g.Write(q), s.Score[i])
		}
	}
	if len(met) != len(want) {
		c.fail("sprout", "%d positions, there are %d", len(met), len(want))
	}
	if n := testing.AllocsPerRun(4, func() {
		s.After, s.Hash, s.Width, s.Score = s.After[:0], s.Hash[:0], s.Width[:0], s.Score[:0]
		c.g.Sprout(p, &s)
	}); n != 0 {
		c.fail("sprout", "%g allocations", n)
	}
}
