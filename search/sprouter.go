package search

import "kibaho"

// sprouter lists the positions after the decisions of one. It keeps its memory.
type sprouter[P comparable, M comparable, R kibaho.Rules[P, M]] struct {
	kibaho.Sprouts[P, M]
	children kibaho.Children[P, M]
	twins    twins
}

// sprout appends to After the positions after the decisions of p, with their hashes, widths and scores.
func (s *sprouter[P, M, R]) sprout(known *knowledge[P, M], p *P) {
	if known.Sprout != nil {
		known.Sprout(p, &s.Sprouts)
		return
	}
	first := len(s.After)
	c := &s.children
	c.Clear()
	if known.Expand != nil {
		known.Expand(p, c)
	} else {
		c.Moves = R(p).Moves(c.Moves)
	}
	s.twins.begin(len(c.Moves))
	for j, m := range c.Moves {
		i := len(s.After)
		if j < len(c.After) {
			s.After = append(s.After, c.After[j])
		} else {
			s.After = append(s.After, *p)
			R(&s.After[i]).Play(m)
		}
		hash := R(&s.After[i]).Hash()
		if s.isTwin(hash, first) {
			s.After = s.After[:i]
			continue
		}
		width, score := 1, 0
		switch {
		case known.Width != nil:
			width = known.Width(&s.After[i])
		case R(&s.After[i]).Outcome() != kibaho.Ongoing:
			width = 0
		}
		if known.Eval != nil && width > 0 {
			score = known.Eval(&s.After[i])
		}
		s.Hash = append(s.Hash, hash)
		s.Width, s.Score = append(s.Width, int32(width)), append(s.Score, int32(score))
	}
}

// twins is a set of the positions after one.
type twins struct {
	slots []twin // a power of two
	stamp uint32
}

type twin struct {
	stamp uint32 // the set the slot belongs to; another one: it is empty
	at    int32
}

const twinsStart = 1 << 8

// begin empties the set and makes room for n positions.
func (t *twins) begin(n int) {
	size := max(twinsStart, len(t.slots))
	for size < 2*n {
		size *= 2
	}
	t.stamp++
	if size != len(t.slots) || t.stamp == 0 {
		t.slots, t.stamp = make([]twin, size), 1
	}
}

// isTwin reports that the last position equals one before it from first on.
func (s *sprouter[P, M, R]) isTwin(hash uint64, first int) bool {
	i := len(s.After) - 1
	mask := uint64(len(s.twins.slots) - 1)
	for at := hash & mask; ; at = (at + 1) & mask {
		t := &s.twins.slots[at]
		switch {
		case t.stamp != s.twins.stamp:
			*t = twin{stamp: s.twins.stamp, at: int32(i)}
			return false
		case s.After[t.at] == s.After[i]:
			return true
		}
	}
}
