package draughts

import (
	"slices"

	"kibaho"
)

// Lookup finds the legal turn that a text means without the texts of the others,
// for readers of many games. It knows steps and jumps written by squares, in the
// forms of [Fits]; it finds nothing under the huff or on a small board, nor where a text leaves open
// what happens. exact reports that the text is what [Text] returns.
func Lookup(p *Position, text string) (m Move, exact, ok bool) {
	if p.rules != 0 || p.side[0] == 0 || p.side[1] == 0 {
		return m, false, false
	}
	var path [maxPath]kibaho.Site
	n, by, plain, ok := quickPath(text, &path)
	if !ok {
		return m, false, false
	}
	if p.jumpers(p.turn) == 0 {
		if n != 2 || by == 'x' {
			return m, false, false
		}
		m, ok = p.stepOf(path[0], path[1])
		return m, plain, ok
	}
	return p.jumpOf(path[:n], by == 'x' && plain)
}

// quickPath reads squares joined by - or x: how many, by what the first two are
// joined, and whether the text has neither leading zeros nor two kinds of joints.
func quickPath(text string, path *[maxPath]kibaho.Site) (n int, by byte, plain, ok bool) {
	plain = true
	for i := 0; ; {
		from, s := i, 0
		for i < len(text) && text[i] >= '0' && text[i] <= '9' && i < from+4 {
			s = s*10 + int(text[i]-'0')
			i++
		}
		if i == from || s < 1 || s > 32 || n == maxPath {
			return 0, 0, false, false
		}
		plain = plain && text[from] != '0'
		path[n] = kibaho.Site(s - 1)
		n++
		if i == len(text) {
			return n, by, plain, n > 1
		}
		switch joint := text[i]; {
		case joint != '-' && joint != 'x':
			return 0, 0, false, false
		case n == 1:
			by = joint
		case joint != by:
			plain, by = false, 'x' // w.jump of [parse]: one x makes it a jump
		}
		i++
	}
}

// step reports that a piece of s may step from one square to another.
func (p *pieces) step(s kibaho.Side, from, to uint32) bool {
	up, down := p.movers(s)
	up, down = up&from, down&from
	return to&^(p.side[0]|p.side[1]) != 0 &&
		(rl(up&stepNE, ne)|rl(up&stepNW, nw)|rl(down&stepSW, sw)|rl(down&stepSE, se))&to != 0
}

// stepOf returns the step between two squares.
func (p *Position) stepOf(from, to kibaho.Site) (Move, bool) {
	if !p.step(p.turn, square(from), square(to)) {
		return Move{}, false
	}
	return Move{from: bitAt[from&31], to: bitAt[to&31]}, true
}

// jumpOf returns the jump along a path, or between two squares if all such jumps
// lead to one position.
func (p *Position) jumpOf(path []kibaho.Site, plain bool) (m Move, exact, ok bool) {
	var room [32]Move
	var visited [maxPath]kibaho.Site
	from, to := bitAt[path[0]&31], bitAt[path[len(path)-1]&31]
	rivals := 0
	var whole bool
	w := p.reach(p.turn)
	for _, o := range p.appendJumps(room[:0], p.turn, &w, false) {
		if o.from != from || o.to != to {
			continue
		}
		rivals++
		if slices.Equal(o.sites(visited[:0]), path) && !whole {
			m, whole = o, true
		}
		if len(path) > 2 || whole {
			continue
		}
		if rivals == 1 {
			m = o
			continue
		}
		a, b := *p, *p
		a.Play(m)
		b.Play(o)
		if a != b {
			return Move{}, false, false
		}
	}
	switch {
	case rivals == 0 || len(path) > 2 && !whole:
		return Move{}, false, false
	case rivals == 1:
		return m, plain && len(path) == 2, true
	}
	return m, plain && whole, true
}
