package tui

import (
	"strconv"

	"kibaho"
)

// scene gathers what is to be seen on the board.
func (m *model) scene() *scene {
	t := m.table
	if t.film != nil {
		return m.filmScene()
	}
	s := newScene(t.base.board)
	s.hand, s.handAt = t.base.hand, t.base.handAt
	s.ghosts = make([]int16, len(s.board.At))
	if t.stores {
		put := t.taken
		side := t.game.Position().Turn()
		put[side] += t.base.put[side]
		s.stores = &put
	}
	set := func(site kibaho.Site, r ring) {
		if int(site) < len(s.rings) {
			s.rings[site] = r
		}
	}
	if !t.narrow.Begun() {
		if t.last.from >= 0 {
			set(kibaho.Site(t.last.from), lastFrom)
		}
		if t.last.to >= 0 {
			set(kibaho.Site(t.last.to), lastTo)
		}
	}
	if t.mine() {
		m.choiceScene(s, set)
	}
	for _, line := range m.advice() {
		for _, step := range line.Moves[0].Path {
			if len(step.Sites) > 0 {
				set(step.Sites[0], hinted)
			}
		}
	}
	if t.refused >= 0 {
		set(kibaho.Site(t.refused), refused)
	}
	if !t.game.Over() && t.mine() || m.typing == nothing {
		s.cursor = int(t.cursor)
	}
	return s
}

// choiceScene marks what was chosen and what can be chosen next.
func (m *model) choiceScene(s *scene, set func(kibaho.Site, ring)) {
	t := m.table
	taken := t.narrow.Taken()
	if t.narrow.Begun() {
		for _, site := range t.base.path {
			set(site, passed)
		}
		for _, site := range t.base.took {
			set(site, gone)
		}
		for site, piece := range t.base.ghosts {
			s.ghosts[site] = piece
		}
	}
	for i, step := range taken {
		if step.Key == "" && len(step.Sites) > 0 && i == 0 {
			set(step.Sites[0], lifted)
		}
	}
	if t.base.to >= 0 && t.narrow.Begun() {
		set(kibaho.Site(t.base.to), chosen)
	} else if at, ok := t.narrow.At(); ok && t.base.to < 0 {
		set(at, chosen)
	} else if t.base.to >= 0 && t.game.Position().MidTurn() {
		set(kibaho.Site(t.base.to), chosen)
	}
	if _, rest, ok := t.narrow.Ready(); ok {
		for _, step := range rest {
			if len(step.Sites) > 0 {
				set(step.Sites[0], lit)
			}
		}
		return
	}
	for _, site := range t.narrow.Lit() {
		set(site, lit)
	}
	choices := t.choices()
	gaining := 0
	for _, c := range choices {
		if len(c.gains) > 0 {
			gaining++
		}
	}
	for _, c := range choices {
		for _, e := range c.gains {
			// One of many pairs is lit like any choice, with what it is worth.
			if s.board.Shape != kibaho.Pits || gaining == 1 {
				set(e.Site, take)
			}
			if int(e.Site) < len(s.labels) {
				s.labels[e.Site] = c.step.Key
				if s.board.Shape == kibaho.Pits {
					s.labels[e.Site] = "+" + strconv.Itoa(e.N)
				}
			}
		}
		if len(c.gains) == 0 && len(c.step.Sites) == 1 && c.step.Key != "" && s.board.Shape == kibaho.Pits && s.board.At[c.step.Sites[0]] == 0 {
			s.labels[c.step.Sites[0]] = c.step.Key
		}
	}
}

// filmScene is the moment that is being shown.
func (m *model) filmScene() *scene {
	t := m.table
	f := &t.film.frames[t.film.at]
	s := newScene(f.board)
	s.hand, s.handAt = f.hand, f.handAt
	if t.stores {
		put := t.taken
		put[t.film.side] += f.put[t.film.side]
		s.stores = &put
	}
	set := func(site int, r ring) {
		if site >= 0 && site < len(s.rings) {
			s.rings[site] = r
		}
	}
	for _, site := range f.path {
		set(int(site), passed)
	}
	for _, site := range f.took {
		set(int(site), gone)
	}
	for site, piece := range f.ghosts {
		s.ghosts[site] = piece
	}
	set(f.from, lifted)
	set(f.to, chosen)
	return s
}

// advice returns the line that the engine advises for the position on the board.
func (m *model) advice() []adviceLine {
	a := m.think.analysis
	t := m.table
	if !m.hints || !t.mine() || t.narrow.Begun() || len(a.Lines) == 0 || len(a.Lines[0].Moves) == 0 {
		return nil
	}
	return []adviceLine{{a.Lines[0]}}
}
