package gametest

import (
	"slices"
	"testing"

	"kibaho"
)

// mostFollowed bounds the positions within a turn that are followed to see that it
// leads nowhere.
const mostFollowed = 1 << 14

// expand checks the game's list of decisions and what comes of them against its
// single functions. after are the positions after the moves.
func (c *checker[P, M, R]) expand(p *P, moves []M, after []P) {
	if c.g.Expand == nil {
		return
	}
	var kids kibaho.Children[P, M]
	c.g.Expand(p, &kids)
	kids.Complete(c.g.Finish)
	n := len(kids.Moves)
	if len(kids.After) != n && len(kids.After) != 0 || len(kids.Gains) != n || len(kids.Keys) != n && len(kids.Keys) != 0 {
		c.fail("expand", "%d moves, %d positions, %d gains, %d keys", n, len(kids.After), len(kids.Gains), len(kids.Keys))
		return
	}
	for i, k := range kids.Keys {
		if c.g.Key == nil || int(k) != c.g.Key(kids.Moves[i]) {
			c.fail("expand", "%v has the key %d", kids.Moves[i], k)
		}
	}
	if len(kids.After) == 0 {
		for _, m := range kids.Moves {
			if !slices.Contains(moves, m) {
				c.fail("expand", "%v is not legal", m)
				return
			}
			q := *p
			R(&q).Play(m)
			kids.After = append(kids.After, q)
		}
	}
	legal := make(map[M]int, len(moves))
	for i, m := range moves {
		legal[m] = i
	}
	met := make(map[P]bool, len(moves))
	for i, m := range kids.Moves {
		at, ok := legal[m]
		if !ok {
			if !c.nowhere(&kids.After[i]) {
				c.fail("expand", "%v is not legal", m)
			}
			continue
		}
		met[kids.After[i]] = true
		if kids.After[i] != after[at] {
			c.fail("expand", "another position after %v", m)
		}
		gain := int(kids.Gains[i])
		if c.g.Gain != nil && max(gain, 0) != max(c.g.Gain(p, m), 0) {
			c.fail("expand", "%v gains %d, not %d", m, gain, c.g.Gain(p, m))
		}
		if c.g.Quiet != nil && c.g.Quiet(p, m) != (gain == 0) {
			c.fail("expand", "%v gains %d, quiet is %t", m, gain, c.g.Quiet(p, m))
		}
	}
	for i := range moves {
		if !met[after[i]] {
			c.fail("expand", "no move like %s", c.g.Text(p, moves[i]))
		}
	}
	c.gaining(p, &kids)
	if c.g.Tactics != nil {
		known := kibaho.Children[P, M]{Known: c.g.Tactics(p)}
		if known.Known == kibaho.Calm || known.Known == kibaho.Bound {
			c.g.Expand(p, &known)
			if !slices.Equal(known.Moves, kids.Moves) || !slices.Equal(known.Gains, kids.Gains) || !slices.Equal(known.Keys, kids.Keys) {
				c.fail("expand", "another list if the tactics are known")
			}
		}
	}
	if n := testing.AllocsPerRun(4, func() {
		kids.Clear()
		c.g.Expand(p, &kids)
	}); n != 0 {
		c.fail("expand", "%g allocations", n)
	}
}

// gaining checks the list of those that gain.
func (c *checker[P, M, R]) gaining(p *P, all *kibaho.Children[P, M]) {
	some := kibaho.Children[P, M]{Gaining: true}
	c.g.Expand(p, &some)
	some.Complete(c.g.Finish)
	at := 0
	for i, m := range all.Moves {
		switch {
		case at < len(some.Moves) && some.Moves[at] == m:
			if len(some.After) > 0 && some.After[at] != all.After[i] || some.Gains[at] != all.Gains[i] {
				c.fail("expand", "%v is another one among those that gain", m)
			}
			at++
		case all.Gains[i] > 0:
			c.fail("expand", "%v is not among those that gain", m)
		}
	}
	if at != len(some.Moves) {
		c.fail("expand", "%d that gain are not among all or in another order", len(some.Moves)-at)
	}
}

// nowhere reports that the turn under way cannot be completed.
func (c *checker[P, M, R]) nowhere(p *P) bool {
	queue := []P{*p}
	met := map[P]bool{*p: true}
	for len(queue) > 0 {
		q := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if !R(&q).MidTurn() || len(met) > mostFollowed {
			return false
		}
		var kids kibaho.Children[P, M]
		c.g.Expand(&q, &kids)
		kids.Complete(c.g.Finish)
		for _, next := range kids.After {
			if !met[next] {
				met[next] = true
				queue = append(queue, next)
			}
		}
	}
	return true
}
