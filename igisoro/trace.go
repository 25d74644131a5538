package igisoro

import (
	"kibaho"
	"kibaho/mancala"
)

// hands plays a decision as a person does, seed by seed on plain rows of numbers,
// and tells what it sees. It shares no arithmetic with the fast code.
type hands struct {
	p      *Position // as it was: for the options
	own    []int
	foe    []int
	laps   int // handfuls sown in this turn
	events []kibaho.Event
}

// trace returns what is seen while the legal decision m is played.
func trace(p *Position, m Move) []kibaho.Event {
	rows := mancala.RowsOf(&p.lanes[0], &p.lanes[1])
	h := &hands{p: p, own: rows[p.side][:p.pits()], foe: rows[p.side.Other()][:p.pits()], laps: int(p.laps)}
	at, origin, begun := int(p.at), int(p.origin), int(p.start)
	switch m {
	case TurnBack:
		last := h.sow(at, int(p.hand), -1)
		h.play(at, h.take(last), begun, true)
	case GoOn:
		h.play(at, int(p.hand), begun, false)
	case Take:
		if p.flags&resowFromTurn != 0 {
			origin = begun
		}
		h.play(origin, h.take(at), begun, true)
	case Leave:
		h.play(at, h.lift(at), begun, true)
	default:
		h.play(int(m), h.lift(int(m)), int(m), true)
	}
	return h.events
}

// see notes an event at a pit of a side.
func (h *hands) see(kind kibaho.EventKind, s kibaho.Side, pit, n int) {
	h.events = append(h.events, kibaho.Event{Kind: kind, Site: mancala.Site(s, pit, int(h.p.columns)), N: n})
}

func (h *hands) lift(pit int) int {
	n := h.own[pit]
	h.own[pit] = 0
	h.see(kibaho.Lift, h.p.side, pit, n)
	return n
}

// sow sows a handful beyond a pit, forwards or backwards by step, and returns the
// pit that the last seed falls into (IG2).
func (h *hands) sow(pit, n, step int) int {
	h.laps++
	h.see(kibaho.Lap, h.p.side, pit, n)
	for range n {
		pit = (pit + step + len(h.own)) % len(h.own)
		h.own[pit]++
		h.see(kibaho.Sow, h.p.side, pit, 1)
	}
	return pit
}

// take captures the two pits opposite an inner pit (IG6).
func (h *hands) take(pit int) int {
	n := 0
	columns := len(h.own) / 2
	for _, at := range [...]int{columns - 1 - pit, columns + pit} {
		n += h.foe[at]
		h.see(kibaho.Take, h.p.side.Other(), at, h.foe[at])
		h.foe[at] = 0
	}
	return n
}

// captures reports that a last seed that has fallen into a pit could capture.
func (h *hands) captures(pit int) bool {
	columns := len(h.own) / 2
	quiet := h.p.flags&quietOpening != 0 && h.p.ply < quietPlies // IG11
	return !quiet && pit < columns && h.own[pit] >= 2 && h.foe[columns-1-pit] > 0 && h.foe[columns+pit] > 0
}

// mayTurn reports that a hand of n may be turned back from a pit (IG9, IG10).
func (h *hands) mayTurn(pit, n int) bool {
	columns, here := len(h.own)/2, false
	switch h.p.reverse {
	case secondAndEnds:
		here = pit == 1 || pit == columns-2 || pit == columns || pit == 2*columns-1
	case leftEnd:
		here = pit >= columns-2 && pit <= columns+1
	}
	if !here || h.laps == 0 && h.p.flags&arrivalOnly != 0 {
		return false
	}
	// Sow it back, look, and put everything as it was.
	last := pit
	for range n {
		last = (last + len(h.own) - 1) % len(h.own)
		h.own[last]++
	}
	yes := h.captures(last)
	for at := pit; n > 0; n-- {
		at = (at + len(h.own) - 1) % len(h.own)
		h.own[at]--
	}
	return yes
}

// play sows a hand from a pit and goes on until a choice or the end of the turn;
// begun is the pit that the turn began with, and ask that turning back has not
// been declined.
func (h *hands) play(from, n, begun int, ask bool) {
	for {
		if ask && h.mayTurn(from, n) {
			return
		}
		ask = true
		last := h.sow(from, n, 1)
		switch {
		case h.own[last] == 1: // IG4
			return
		case !h.captures(last): // IG5
			from, n = last, h.lift(last)
		case h.p.flags&mustTake == 0: // IG8
			return
		default: // IG7
			if h.p.flags&resowFromTurn != 0 {
				from = begun
			}
			n = h.take(last)
		}
	}
}
