package fanorona

// The boards that need two words, 7x7, 7x9, 9x7 and 9x9, are walked point by
// point. It works on every size, and the tests hold it against the one-word code.

// walker walks the turns of a position on a board of any size. It lists them, or
// counts them to a depth.
type walker struct {
	points set
	never  bool // revisit=never (FA8)
	// After a step in direction k the directions spent are spent&lines |
	// alongs[k]&barring (FA9).
	lines, barring uint8
	goOn           bool // chain=must-go-on (FA13)
	single         bool // one step only (FA10, FA16)
	free           bool // capture=may (FA11)
	passes         bool // no-move=pass (FA15)
	nearest        bool // FA16: only the nearest piece of a row goes
	rowOfOne       bool // FA16: and only if it is the only one
	capturer       bool // FA16: only captures are legal
	plain          bool // FA16: nothing is captured

	dst   []Move
	end   int // dst never grows beyond this length
	depth int // plies to count below a turn; -1: list the turns
	count uint64
}

func newWalker(p *Position) walker {
	w := walker{
		points:   p.board().points,
		never:    p.rules&immediate == 0,
		barring:  allWays,
		goOn:     p.rules&mustGoOn != 0,
		single:   p.rules&(singles|gives) != 0,
		free:     p.rules&mayCapture != 0,
		passes:   p.rules&blockedPass != 0,
		nearest:  p.rules&gives != 0,
		rowOfOne: p.rules&rowOfOne != 0,
		capturer: p.taker(),
		plain:    p.giver(),
		depth:    -1,
	}
	if p.rules&onceATurn != 0 {
		w.lines = allWays
	}
	if p.rules&freeLines != 0 {
		w.barring = 0
	}
	return w
}

// ascending are the directions in the order of the bits that they lead to, in
// which a chain goes on.
var ascending = [directions]int{5, 3, 7, 1, 0, 6, 2, 4}

// alongs are the directions along one line: k itself and back.
var alongs = [directions]uint8{0x03, 0x03, 0x0c, 0x0c, 0x30, 0x30, 0xc0, 0xc0}

func (p *Position) wideMoves(dst []Move) []Move {
	w := newWalker(p)
	w.dst, w.end = dst, len(dst)+MaxTurns+1
	w.turns(p.men[p.Turn()], p.men[p.Turn().Other()])
	return w.dst
}

// turns visits the turns in the order of [Position.Moves].
func (w *walker) turns(own, opp set) {
	if own.empty() || opp.empty() {
		return
	}
	any := false
	if !w.plain {
		for k := range directions {
			any = w.captures(own, opp, k, false) || any
			any = w.captures(own, opp, k, true) || any
		}
	}
	if !w.capturer && (!any || w.free) {
		for k := range directions {
			any = w.paikas(own, opp, k) || any
		}
	}
	if !any && w.passes && !w.capturer {
		w.turn(passing, own, opp)
	}
}

// captures visits the turns that begin with a capture in direction k.
func (w *walker) captures(own, opp set, k int, withdrawal bool) (any bool) {
	for s := own; !s.empty(); s = s.rest() {
		at := s.first()
		taken := w.takes(own, opp, set{}, at, k, withdrawal)
		if taken.empty() {
			continue
		}
		any = true
		from := set{}.with(at)
		m := newCapture(at)
		w.chain(m.then(stepCode(k, withdrawal)), at+leap[k], own.without(from), opp.without(taken), from, alongs[k]&w.barring)
	}
	return any
}

// paikas visits the plain steps in direction k (FA12).
func (w *walker) paikas(own, opp set, k int) (any bool) {
	for s := own; !s.empty(); s = s.rest() {
		at := s.first()
		if w.isPaika(own, opp, at, k) {
			any = true
			w.turn(newMove(at).then(k), own.without(set{}.with(at)).with(at+leap[k]), opp)
		}
	}
	return any
}

// isPaika reports that a step from at in direction k is legal and captures nothing.
func (w *walker) isPaika(own, opp set, at, k int) bool {
	return w.opens(own, opp, at, k) && (w.plain ||
		w.takes(own, opp, set{}, at, k, false).empty() && w.takes(own, opp, set{}, at, k, true).empty())
}

// opens reports that a line leads from at in direction k to a vacant point (FA2).
func (w *walker) opens(own, opp set, at, k int) bool {
	to := at + leap[k]
	return ways(at)>>k&1 != 0 && w.points.has(to) && !own.has(to) && !opp.has(to)
}

// takes returns what a step from at in direction k captures, nothing if the step
// cannot be made.
func (w *walker) takes(own, opp, barred set, at, k int, withdrawal bool) (taken set) {
	to := at + leap[k]
	if !w.opens(own, opp, at, k) || barred.has(to) {
		return taken
	}
	taken = wideRay(opp, at, k, withdrawal, w.nearest)
	if w.rowOfOne && wideRay(opp, at, k, withdrawal, false) != taken {
		return set{}
	}
	return taken
}

// wideRay returns the row of pieces that a step from at in direction k takes by
// approach (FA3) or by withdrawal (FA4).
func wideRay(opp set, at, k int, withdrawal, nearest bool) (taken set) {
	x, by := at+2*leap[k], leap[k]
	if withdrawal {
		x, by = at-leap[k], -leap[k]
	}
	for ; opp.has(x); x += by {
		taken = taken.with(x)
		if nearest {
			break
		}
	}
	return taken
}

func stepCode(k int, withdrawal bool) int {
	if withdrawal {
		return k | withdraws
	}
	return k
}

// chain visits m and the turns that go on from it, as [lister.chain] does.
func (w *walker) chain(m Move, at int, own, opp, barred set, spent uint8) {
	if w.depth < 0 && len(w.dst) >= w.end {
		return
	}
	if !w.goOn {
		w.turn(m, own.with(at), opp)
	}
	any := false
	if !w.single {
		for _, withdrawal := range [2]bool{false, true} {
			for _, k := range ascending {
				if spent>>k&1 != 0 {
					continue
				}
				taken := w.takes(own, opp, barred, at, k, withdrawal)
				if taken.empty() {
					continue
				}
				any = true
				visited := set{}
				if w.never {
					visited = barred
				}
				w.chain(m.then(stepCode(k, withdrawal)), at+leap[k], own, opp.without(taken), visited.with(at), spent&w.lines|alongs[k]&w.barring)
			}
		}
	}
	if w.goOn && !any {
		w.turn(m, own.with(at), opp)
	}
}

// turn lists a complete turn, or counts what follows it.
func (w *walker) turn(m Move, own, opp set) {
	switch {
	case w.depth < 0:
		if len(w.dst) < w.end {
			w.dst = append(w.dst, m)
		}
	case w.depth == 0:
		w.count++
	default:
		below := *w
		below.depth, below.count = w.depth-1, 0
		below.turns(opp, own)
		w.count += below.count
	}
}

// canCapture reports that a capturing step exists.
func (w *walker) canCapture(own, opp set) bool {
	for s := own; !s.empty(); s = s.rest() {
		at := s.first()
		for k := range directions {
			if !w.takes(own, opp, set{}, at, k, false).empty() || !w.takes(own, opp, set{}, at, k, true).empty() {
				return true
			}
		}
	}
	return false
}

// walkWide returns the sets after the steps of m.
func (m Move) walkWide(own, opp set, nearest bool) (set, set) {
	at := m.from()
	mustHold(own.has(at))
	own = own.without(set{}.with(at))
	for i := range m.Steps() {
		k, withdrawal := m.step(i)
		if m.Captures() {
			opp = opp.without(wideRay(opp, at, k, withdrawal, nearest))
		}
		at += leap[k]
	}
	mustHold(!own.has(at) && !opp.has(at))
	return own.with(at), opp
}
