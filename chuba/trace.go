package chuba

import (
	"kibaho"
	"kibaho/mancala"
)

// tray is a side's pits as a person sees them.
type tray struct {
	men      []int
	unplayed []bool
	spent    bool
}

func trayOf(p *Position, s kibaho.Side) tray {
	t := tray{spent: p.spent>>s&1 != 0}
	for pit := range 2 * int(p.columns) {
		t.men = append(t.men, p.men[s].At(pit))
		t.unplayed = append(t.unplayed, p.unplayed[s]>>pit&1 != 0)
	}
	return t
}

// most returns the greatest number of men in a pit.
func (t *tray) most() int {
	most := 0
	for _, men := range t.men {
		most = max(most, men)
	}
	return most
}

// trace returns what is seen while a legal move is played. It goes man by man and
// shares nothing with Play.
func trace(p *Position, m Move) []kibaho.Event {
	n := int(p.columns)
	mine, theirs := trayOf(p, p.side), trayOf(p, p.side.Other())
	var seen []kibaho.Event
	see := func(kind kibaho.EventKind, s kibaho.Side, pit, men int) {
		seen = append(seen, kibaho.Event{Kind: kind, Site: mancala.Site(s, pit, n), N: men})
	}

	// CH4, CH5: the sowing.
	pit := int(m.Pit)
	for range p.laps {
		hand, from := mine.men[pit], pit
		mine.men[pit], mine.unplayed[pit] = 0, false
		see(kibaho.Lift, p.side, pit, hand)
		see(kibaho.Lap, p.side, pit, hand)
		for range hand {
			pit++
			if pit == 2*n {
				pit = 0
			}
			mine.men[pit]++
			if from < n || p.reading&fromInner == 0 { // CH8
				mine.unplayed[pit] = false
			}
			see(kibaho.Sow, p.side, pit, 1)
		}
		if mine.men[pit] == 1 {
			break
		}
	}

	// CH9, CH10: the opposite pair and the second one.
	take := func(inner int) {
		for _, pit := range [2]int{inner, 2*n - 1 - inner} {
			if men := theirs.men[pit]; men > 0 {
				theirs.men[pit], theirs.unplayed[pit] = 0, false
				see(kibaho.Take, p.side.Other(), pit, men)
			}
		}
	}
	if pit < n && theirs.men[n-1-pit] > 0 {
		take(n - 1 - pit)
		if int(m.Second) < n {
			take(int(m.Second))
		}
	}

	// CH11: single men.
	if theirs.most() == 0 {
		return seen
	}
	lose := func(s kibaho.Side, t *tray) {
		if t.most() != 1 {
			return
		}
		row := p.reading&loseOuter != 0 && (p.reading&once == 0 || !t.spent)
		for pit := n; pit < 2*n; pit++ {
			if t.men[pit] == 1 && (row || p.reading&loseUnplayed != 0 && t.unplayed[pit]) {
				t.men[pit] = 0
				see(kibaho.Forfeit, s, pit, 1)
			}
		}
	}
	lose(p.side, &mine)
	lose(p.side.Other(), &theirs)
	return seen
}
