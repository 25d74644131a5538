package draughts

import "kibaho"

// plain is a board square by square, written without regard to speed. It tells
// what is seen of a move and why a move is refused, apart from the words of bits
// by which moves are made.
type plain [32]int16

// newPlain sets up the board of p.
func newPlain(p *pieces) (at plain) {
	for s := range kibaho.Site(32) {
		king := p.kings&square(s) != 0
		switch {
		case p.side[kibaho.First]&square(s) != 0 && king:
			at[s] = kibaho.FirstKing
		case p.side[kibaho.First]&square(s) != 0:
			at[s] = kibaho.FirstMan
		case p.side[kibaho.Second]&square(s) != 0 && king:
			at[s] = kibaho.SecondKing
		case p.side[kibaho.Second]&square(s) != 0:
			at[s] = kibaho.SecondMan
		}
	}
	return at
}

// place returns the row of a site, 0 being Black's back row, and its column
// among all eight as White sees the board, light squares included.
func place(s kibaho.Site) (row, column int) {
	row = int(s) / 4
	return row, 2*(int(s)%4) + 1 - row%2
}

// siteIn returns the site in a row and column, and false if there is none.
func siteIn(row, column int) (kibaho.Site, bool) {
	if row < 0 || row > 7 || column < 0 || column > 7 || (row+column)%2 == 0 {
		return 0, false
	}
	return kibaho.Site(row*4 + column/2), true
}

// between returns the site in the middle of a jump from a to b, and false if the
// squares do not lie so (DR2).
func between(a, b kibaho.Site) (kibaho.Site, bool) {
	ra, ca := place(a)
	rb, cb := place(b)
	if (rb-ra != 2 && rb-ra != -2) || (cb-ca != 2 && cb-ca != -2) {
		return 0, false
	}
	return siteIn((ra+rb)/2, (ca+cb)/2)
}

// adjacent reports that b is one diagonal step from a.
func adjacent(a, b kibaho.Site) bool {
	ra, ca := place(a)
	rb, cb := place(b)
	return (rb-ra == 1 || rb-ra == -1) && (cb-ca == 1 || cb-ca == -1)
}

// sideOf returns whose piece it is; it must be one.
func sideOf(piece int16) kibaho.Side {
	if piece == kibaho.FirstMan || piece == kibaho.FirstKing {
		return kibaho.First
	}
	return kibaho.Second
}

// isKing reports that the piece is a king.
func isKing(piece int16) bool { return piece == kibaho.FirstKing || piece == kibaho.SecondKing }

// ahead reports that b lies forward of a for the men of a side (DR1).
func ahead(side kibaho.Side, a, b kibaho.Site) bool {
	ra, _ := place(a)
	rb, _ := place(b)
	return (rb > ra) == (side == kibaho.First)
}

// crowns reports that a piece becomes a king on s (DR4).
func (r rules) crowns(piece int16, s kibaho.Site) bool {
	first, last := kibaho.Site(0), kibaho.Site(7)
	if r&inner != 0 {
		first, last = 1, 6
	}
	return piece == kibaho.FirstMan && s/4 == last || piece == kibaho.SecondMan && s/4 == first
}

// Trace returns what is seen while a legal turn is played: the steps of the
// piece, what it takes, its crowning; or a huff; or the return of the earlier
// position (DR7).
func Trace(p *Position, m Move) []kibaho.Event {
	switch m.kind {
	case huff:
		return []kibaho.Event{{Kind: kibaho.Huff, Site: kibaho.Site(siteAt[m.to]), N: 1}}
	case compel:
		return []kibaho.Event{{Kind: kibaho.Return}}
	}
	at := newPlain(&p.pieces)
	path := m.sites(nil)
	piece := at[path[0]]
	var seen []kibaho.Event
	for i, to := range path[1:] {
		from := path[i]
		seen = append(seen, kibaho.Event{Kind: kibaho.Move, Site: from, To: to})
		if middle, ok := between(from, to); ok {
			seen = append(seen, kibaho.Event{Kind: kibaho.Take, Site: middle, N: 1})
		}
		if p.rules.crowns(piece, to) {
			seen = append(seen, kibaho.Event{Kind: kibaho.Crown, Site: to})
		}
	}
	return seen
}
