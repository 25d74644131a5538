package fanorona

import "kibaho"

// Refuse says why a text that fits no legal move is not one: a *kibaho.Refusal
// with the number of the rule, or a *kibaho.InputError if the text cannot be a
// move at all. It returns nil if the text is a legal move.
func Refuse(p *Position, text string) error {
	b := p.board()
	if text == "pass" {
		return p.refusePass()
	}
	var w written
	if at, want := w.parse(b, text); at >= 0 {
		got := text[at:]
		if len(got) > 0 {
			got = got[:1]
		}
		return &kibaho.InputError{What: "fanorona move", Text: text, At: at, Got: got, Want: want}
	}
	if p.Outcome() != kibaho.Ongoing {
		return &kibaho.Refusal{Move: text, Reason: "the game is over: " + Reason(p)}
	}
	c := checker{p: p, b: newPlain(p), w: &w, names: b.names()}
	rule, reason, good := c.fault()
	if reason == "" {
		return nil
	}
	return &kibaho.Refusal{Move: text, Rule: rule, Reason: reason, Candidates: p.candidates(&w, good)}
}

func (p *Position) refusePass() error {
	refusal := &kibaho.Refusal{Move: "pass", Rule: "FA15"}
	switch {
	case p.Outcome() != kibaho.Ongoing:
		refusal.Rule, refusal.Reason = "", "the game is over: "+Reason(p)
	case p.rules&blockedPass == 0:
		refusal.Reason = "nobody passes under this no-move option"
	case p.taker() || p.canStep():
		refusal.Reason = "only who cannot move passes, and " + colours[p.Turn()] + " can"
	default:
		return nil
	}
	return refusal
}

// checker follows a written move point by point, until it breaks a rule.
type checker struct {
	p     *Position
	b     plain
	w     *written
	names []string
}

// fault returns the rule that the move breaks, the reason in words, and how many
// of its steps hold. The reason is empty if the move is legal.
func (c *checker) fault() (rule, reason string, good int) {
	switch c.b.at[c.w.from] {
	case kibaho.NoPiece:
		return "FA2", c.names[c.w.from] + " is vacant", 0
	case piece(c.p.Turn().Other()):
		return "FA2", colours[c.p.Turn()] + " is to move, and the piece on " + c.names[c.w.from] + " is " + colours[c.p.Turn().Other()], 0
	}
	from := c.w.from
	visited := []int{from}
	for i := range c.w.steps {
		s := step{from, c.w.to[i], c.w.by[i]}
		if rule, reason = c.stepFault(s); reason == "" && i > 0 {
			rule, reason = c.chainFault(s, visited)
		}
		if reason == "" {
			rule, reason = c.captureFault(s, i)
		}
		if reason != "" {
			return rule, reason, i
		}
		var taken []int
		if s.suffix != 0 {
			taken = c.p.taking(&c.b, s, s.suffix == 'W')
		}
		c.b.make(s, taken)
		from = s.to
		visited = append(visited, from)
	}
	if c.p.rules&mustGoOn != 0 && c.w.by[0] != 0 && c.p.rules&(singles|gives) == 0 && c.goesOn(visited) {
		return "FA13", "the chain must go on as long as it can", c.w.steps
	}
	return "", "", c.w.steps
}

// stepFault checks FA2.
func (c *checker) stepFault(s step) (rule, reason string) {
	from, to := c.names[s.from], c.names[s.to]
	down, right := c.b.way(s.from, s.to)
	switch {
	case s.from == s.to:
		return "FA2", "the piece stays on " + from
	case max(down, -down) > 1 || max(right, -right) > 1:
		return "FA2", to + " is not next to " + from
	case !c.b.joined(s.from, s.to):
		return "FA2", from + " has no diagonal lines"
	case c.b.at[s.to] != kibaho.NoPiece:
		return "FA2", to + " is not vacant"
	}
	return "", ""
}

// chainFault checks what a later step of a turn may not do.
func (c *checker) chainFault(s step, visited []int) (rule, reason string) {
	p, last := c.p, len(visited)-1
	switch {
	case p.giver():
		return "FA16", "the giver makes one plain step a turn"
	case p.taker():
		return "FA16", "the taker makes one capturing step a turn"
	case p.rules&singles != 0:
		return "FA10", "one step only at the beginning of a game"
	case c.w.by[0] == 0:
		return "FA12", "a step without capture starts no chain"
	case p.rules&immediate != 0 && s.to == visited[last-1]:
		return "FA8", "not straight back to the point just left"
	case p.rules&immediate == 0 && has(visited, s.to):
		return "FA8", "no point twice in one turn"
	}
	for i := last; i > 0; i-- {
		sameLine := c.along(visited[i-1], visited[i], s)
		switch {
		case p.rules&freeLines != 0:
			return "", ""
		case p.rules&onceATurn != 0 && sameLine:
			return "FA9", "no two steps of a turn in the same or opposite direction"
		case i == last && sameLine:
			return "FA9", "no two steps running along one line"
		}
	}
	return "", ""
}

// along reports that a step has the same or the opposite direction as another.
func (c *checker) along(from, to int, s step) bool {
	down, right := c.b.way(from, to)
	d, r := c.b.way(s.from, s.to)
	return down == d && right == r || down == -d && right == -r
}

func has(sites []int, site int) bool {
	for _, s := range sites {
		if s == site {
			return true
		}
	}
	return false
}

// captureFault checks that a step takes what its suffix says and that it may, or
// must.
func (c *checker) captureFault(s step, i int) (rule, reason string) {
	p, name := c.p, c.names[s.from]+"-"+c.names[s.to]
	ahead, behind := p.taking(&c.b, s, false), p.taking(&c.b, s, true)
	enemy := piece(p.Turn().Other())
	switch {
	case p.giver() && s.suffix != 0:
		return "FA16", "the giver's step removes nothing and is written without a suffix"
	case p.giver():
		return "", ""
	case s.suffix == 0 && len(ahead)+len(behind) > 0:
		return "FA11", "a step that captures always captures: write " + name + choices(ahead, behind)
	case s.suffix == 0 && i > 0:
		return "FA7", "a turn goes on only by capturing"
	case s.suffix == 0 && p.taker():
		return "FA16", "the taker must capture"
	case s.suffix == 0 && p.rules&mayCapture == 0 && p.canCapture():
		return "FA11", "a capture must be made"
	case s.suffix == 'A' && len(ahead) == 0 && len(c.b.row(s.from, s.to, enemy, false)) > 1,
		s.suffix == 'W' && len(behind) == 0 && len(c.b.row(s.from, s.to, enemy, true)) > 1:
		return "FA16", "only a row of a single piece may be taken"
	case s.suffix == 'A' && len(ahead) == 0:
		return "FA3", name + " takes nothing by approach"
	case s.suffix == 'W' && len(behind) == 0:
		return "FA4", name + " takes nothing by withdrawal"
	}
	return "", ""
}

// choices names the suffixes that a capturing step can have.
func choices(ahead, behind []int) string {
	switch {
	case len(behind) == 0:
		return "A"
	case len(ahead) == 0:
		return "W"
	}
	return "A or W"
}

// goesOn reports that the piece that has come to the last point visited can
// capture again.
func (c *checker) goesOn(visited []int) bool {
	at := visited[len(visited)-1]
	for to := range c.b.at {
		s := step{from: at, to: to}
		if _, fault := c.stepFault(s); fault != "" {
			continue
		}
		if _, fault := c.chainFault(s, visited); fault != "" {
			continue
		}
		if len(c.p.taking(&c.b, s, false))+len(c.p.taking(&c.b, s, true)) > 0 {
			return true
		}
	}
	return false
}

// mostCandidates is one more than a refusal names.
const mostCandidates = 13

// candidates returns legal moves that may be meant: those that begin with the
// points as written; if there is none, those that share the steps that hold; or
// else those of the same piece; or else any.
func (p *Position) candidates(w *written, good int) []string {
	moves := p.Moves(nil)
	for _, points := range []int{w.steps, good, 0, -1} {
		var texts []string
		for _, m := range moves {
			if len(texts) < mostCandidates && p.begins(m, w, points) {
				texts = append(texts, Text(p, m))
			}
		}
		if len(texts) > 0 {
			return texts
		}
	}
	return nil
}

// begins reports that m starts where w does and has the same first points; -1
// asks nothing of it.
func (p *Position) begins(m Move, w *written, points int) bool {
	if points < 0 {
		return true
	}
	b := p.board()
	at := m.from()
	if m == passing || m.Steps() < points || w.from != int(b.site[at]) {
		return false
	}
	for i := range points {
		k, _ := m.step(i)
		at += leap[k]
		if w.to[i] != int(b.site[at]) {
			return false
		}
	}
	return true
}
