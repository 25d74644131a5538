package fanorona

import "kibaho"

// plain is a board as an array, for what is shown and explained point by point.
// It knows nothing of bits and is what the fast code is tested against.
type plain struct {
	rows, columns int
	at            []int16 // by site, kibaho.NoPiece, FirstMan or SecondMan
}

func newPlain(p *Position) plain {
	b := Board(p)
	return plain{b.Rows, b.Columns, b.At}
}

// site returns the site of a point, if it is on the board.
func (b *plain) site(row, column int) (site int, ok bool) {
	return row*b.columns + column, row >= 0 && row < b.rows && column >= 0 && column < b.columns
}

// joined reports that a line joins two points that lie side by side or corner to
// corner (FA2).
func (b *plain) joined(from, to int) bool {
	down, right := b.way(from, to)
	return down == 0 || right == 0 || (from/b.columns+from%b.columns)%2 == 0
}

// way returns by how many rows and columns to lies beyond from.
func (b *plain) way(from, to int) (down, right int) {
	return to/b.columns - from/b.columns, to%b.columns - from%b.columns
}

// row returns the sites of the pieces that a step captures, the nearest first: by
// approach those beyond to (FA3), by withdrawal those behind from (FA4), in
// unbroken order (FA5).
func (b *plain) row(from, to int, enemy int16, withdrawal bool) (taken []int) {
	down, right := b.way(from, to)
	x := to
	if withdrawal {
		x, down, right = from, -down, -right
	}
	row, column := x/b.columns, x%b.columns
	for {
		row, column = row+down, column+right
		site, ok := b.site(row, column)
		if !ok || b.at[site] != enemy {
			return taken
		}
		taken = append(taken, site)
	}
}

// step is one step of a move in sites.
type step struct {
	from, to int
	suffix   byte // 'A', 'W' or 0
}

// steps returns the steps of a legal move.
func (p *Position) steps(m Move) []step {
	b := p.board()
	steps := make([]step, 0, m.Steps())
	at := m.from()
	for i := range m.Steps() {
		k, withdrawal := m.step(i)
		s := step{from: int(b.site[at])}
		at += leap[k]
		s.to = int(b.site[at])
		switch {
		case m.Captures() && withdrawal:
			s.suffix = 'W'
		case m.Captures():
			s.suffix = 'A'
		}
		steps = append(steps, s)
	}
	return steps
}

// piece returns the piece of a side.
func piece(s kibaho.Side) int16 { return kibaho.FirstMan + int16(s) }

// taking returns the row that a step captures in this position: of a véla's
// giver nothing, for its taker the nearest piece, and under row-of-one only if it
// stands alone (FA16).
func (p *Position) taking(b *plain, s step, withdrawal bool) []int {
	row := b.row(s.from, s.to, piece(p.Turn().Other()), withdrawal)
	switch {
	case p.giver(), p.rules&rowOfOne != 0 && len(row) > 1:
		return nil
	case p.rules&gives != 0 && len(row) > 1:
		return row[:1]
	}
	return row
}

// make moves the piece and removes what it takes.
func (b *plain) make(s step, taken []int) {
	b.at[s.to], b.at[s.from] = b.at[s.from], kibaho.NoPiece
	for _, site := range taken {
		b.at[site] = kibaho.NoPiece
	}
}

// Trace returns what is seen while the legal move m is played: each step of the
// piece, then the pieces that it takes, the nearest first.
func Trace(p *Position, m Move) []kibaho.Event {
	var events []kibaho.Event
	b := newPlain(p)
	for _, s := range p.steps(m) {
		events = append(events, kibaho.Event{Kind: kibaho.Move, Site: kibaho.Site(s.from), To: kibaho.Site(s.to)})
		var taken []int
		if s.suffix != 0 {
			taken = p.taking(&b, s, s.suffix == 'W')
		}
		b.make(s, taken)
		for _, site := range taken {
			events = append(events, kibaho.Event{Kind: kibaho.Take, Site: kibaho.Site(site), N: 1})
		}
	}
	return events
}
