package gametest

import (
	"reflect"

	"kibaho"
)

// fits tells if a text means the decision m.
func (c *checker[P, M, R]) fits(p *P, m M, text string) bool {
	if c.g.Fits == nil {
		return c.g.Text(p, m) == text
	}
	return c.g.Fits(p, m, text)
}

// texts checks that each text of a move means this move and no other. Moves with
// the same result may share a text.
func (c *checker[P, M, R]) texts(p *P, moves []M, texts []string, after []P) {
	const most = 40 // every text is tried on every move: bound the square
	first := map[string]int{}
	for i, text := range texts {
		c.move = text
		if j, ok := first[text]; ok && after[i] != after[j] {
			c.fail("text", "two moves of different results share it")
		} else if !ok {
			first[text] = i
		}
	}
	step := max(1, len(moves)/most)
	for i := 0; i < len(moves); i += step {
		c.move = texts[i]
		if !c.fits(p, moves[i], texts[i]) {
			c.fail("fits", "the text does not fit its own move")
		}
		c.lookup(p, texts[i], after[first[texts[i]]])
		for j := range moves {
			if j != i && c.fits(p, moves[j], texts[i]) && after[i] != after[j] {
				c.fail("fits", "the text fits %q too, which leads elsewhere", texts[j])
			}
		}
	}
	c.move = ""
}

// lookup checks that what Lookup finds for the text of a move is that move, and
// that it finds nothing for rubbish that Fits does not.
func (c *checker[P, M, R]) lookup(p *P, text string, after P) {
	if c.g.Lookup == nil {
		return
	}
	if m, exact, ok := c.g.Lookup(p, text); ok {
		found := *p
		R(&found).Play(m)
		if found != after {
			c.fail("lookup", "finds another move")
		}
		if !exact {
			c.fail("lookup", "does not know that the text is as Text writes it")
		}
	}
	r := kibaho.NewRand(uint64(len(text)))
	for range 4 {
		other := spoil(r, text)
		m, exact, ok := c.g.Lookup(p, other)
		switch {
		case !ok:
		case !c.fits(p, m, other):
			c.fail("lookup", "%q does not fit what is found for it", other)
		case exact != (c.g.Text(p, m) == other):
			c.fail("lookup", "%q: exact is %v, the text is %q", other, exact, c.g.Text(p, m))
		}
	}
}

// paths checks that pointing leads to each move: wherever the steps of two paths
// part, the new steps share neither a site nor a key; and only moves with the
// same result have the same path.
func (c *checker[P, M, R]) paths(texts []string, paths [][]kibaho.Step, after []P, sites int) {
	for i, path := range paths {
		c.move = texts[i]
		if len(path) == 0 {
			c.fail("path", "empty")
		}
		for k, s := range path {
			if len(s.Sites) == 0 && s.Key == "" {
				c.fail("path", "step %d can be neither pointed at nor pressed", k+1)
			}
			for _, site := range s.Sites {
				if int(site) >= sites {
					c.fail("path", "step %d points at site %d of %d", k+1, site, sites)
				}
			}
		}
		for j := range i {
			c.part(texts[j], path, paths[j], after[i] == after[j])
		}
	}
	c.move = ""
}

// part checks two paths where they part.
func (c *checker[P, M, R]) part(other string, a, b []kibaho.Step, same bool) {
	for k := 0; ; k++ {
		if k == len(a) || k == len(b) {
			if len(a) == len(b) && !same {
				c.fail("path", "the same as that of %q, which leads elsewhere", other)
			}
			return
		}
		if reflect.DeepEqual(a[k], b[k]) {
			continue
		}
		if a[k].Key != "" && a[k].Key == b[k].Key {
			c.fail("path", "step %d has the key %q as another one in %q", k+1, a[k].Key, other)
		}
		var at [256]bool
		for _, s := range a[k].Sites {
			at[s] = true
		}
		for _, s := range b[k].Sites {
			if at[s] {
				c.fail("path", "step %d shares site %d with another one in %q", k+1, s, other)
				break
			}
		}
		return
	}
}

// intake is what a game does with captured seeds. It shows in the traces.
type intake uint8

const (
	unknown intake = iota
	leaves         // they leave play
	comes          // they come into the hand
)

// trace checks that the events lead from the board before to the board after.
func (c *checker[P, M, R]) trace(before kibaho.Board, events []kibaho.Event, after kibaho.Board) {
	jsonStable(c, "trace", events)
	b := before
	b.At = append([]int16(nil), before.At...)
	taken := 0 // seeds captured that are in the hand or out of play: not yet known
	// settle decides what becomes of the seeds taken, given the hand that the
	// game says there is.
	settle := func(hand int) bool {
		switch {
		case taken == 0:
			return b.Hand == hand
		case c.intake != comes && b.Hand == hand:
			c.intake = leaves
		case c.intake != leaves && b.Hand+taken == hand:
			c.intake, b.Hand = comes, hand
		default:
			return false
		}
		taken = 0
		return true
	}
	for i, e := range events {
		if int(e.Site) >= len(b.At) || e.Kind == kibaho.Move && int(e.To) >= len(b.At) {
			c.fail("trace", "event %d, %+v: no such site", i+1, e)
			return
		}
		at := &b.At[e.Site]
		pits := b.Shape == kibaho.Pits
		ok := true
		switch e.Kind {
		case kibaho.Lift:
			ok = pits && e.N > 0 && int(*at) == e.N
			b.Hand += e.N
			*at = 0
		case kibaho.Lap:
			ok = pits && e.N > 0 && settle(e.N)
		case kibaho.Sow:
			ok = pits && b.Hand > 0
			b.Hand--
			*at++
		case kibaho.Take, kibaho.Forfeit:
			if pits {
				ok = e.N > 0 && int(*at) >= e.N
				*at -= int16(e.N)
				if e.Kind == kibaho.Take {
					taken += e.N
				}
			} else {
				ok = *at != kibaho.NoPiece
				*at = kibaho.NoPiece
			}
		case kibaho.Huff:
			ok = !pits && *at != kibaho.NoPiece
			*at = kibaho.NoPiece
		case kibaho.Move:
			ok = !pits && *at != kibaho.NoPiece && b.At[e.To] == kibaho.NoPiece
			b.At[e.To], *at = *at, kibaho.NoPiece
		case kibaho.Crown:
			ok = *at == kibaho.FirstMan || *at == kibaho.SecondMan
			*at += kibaho.FirstKing - kibaho.FirstMan
		case kibaho.Return:
			return // the earlier position is not on this board
		default:
			ok = false
		}
		if !ok {
			c.fail("trace", "event %d, %+v, cannot happen on %v with %d in hand", i+1, e, b.At, b.Hand)
			return
		}
	}
	if !settle(after.Hand) {
		c.fail("trace", "ends with %d in hand and %d taken, not with %d", b.Hand, taken, after.Hand)
	}
	if !reflect.DeepEqual(b.At, after.At) {
		c.fail("trace", "ends with\n%v, not\n%v", b.At, after.At)
	}
}
