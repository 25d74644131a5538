package tui

import (
	"kibaho"
)

// rect is a rectangle of cells.
type rect struct{ x, y, w, h int }

func (r rect) holds(x, y int) bool {
	return x >= r.x && y >= r.y && x < r.x+r.w && y < r.y+r.h
}

// plan is where the sites of a board lie on the screen, for one size and one
// side of the table.
type plan interface {
	// size returns the columns and lines that the board takes.
	size() (w, h int)
	// site returns the place of a site relative to the board's upper left corner.
	site(kibaho.Site) rect
	// grid returns the row and the column of a site as they are seen, for the
	// cursor keys.
	grid(kibaho.Site) (row, column int)
	// paint draws the board with its upper left corner at x, y.
	paint(c *canvas, x, y int, l *look, s *scene)
}

// scene is a board and what is to be seen on it.
type scene struct {
	board  kibaho.Board
	rings  []ring
	labels []string // in the middle of a site: "+7", "A"
	ghosts []int16  // pieces taken in this turn
	cursor int      // a site, or -1
	stores *[2]int  // what each side has put aside; nil: nothing leaves the board
	hand   int      // seeds in the hand
	handAt int      // where it hovers, or -1
}

func newScene(b kibaho.Board) *scene {
	n := len(b.At)
	return &scene{board: b, rings: make([]ring, n), labels: make([]string, n), ghosts: make([]int16, n), cursor: -1, handAt: -1}
}

func (s *scene) mark(site kibaho.Site) kibaho.Mark {
	if int(site) >= len(s.board.Marks) {
		return 0
	}
	return s.board.Marks[site]
}

func (s *scene) name(site kibaho.Site) string { return nameOf(&s.board, site) }

func nameOf(b *kibaho.Board, site kibaho.Site) string {
	if int(site) >= len(b.Names) {
		return ""
	}
	return b.Names[site]
}

// measure is what the plan of a board depends on.
type measure struct {
	shape         kibaho.Shape
	rows, columns int
	flip          bool
	stores        bool // room for what is put aside
	w, h          int  // the room there is
}

// newPlan returns the largest plan that fits, or the smallest there is and false.
func newPlan(m measure) (plan, bool) {
	var best plan
	for size := range 12 {
		var p plan
		switch m.shape {
		case kibaho.Pits:
			p = newPits(m, size)
		case kibaho.Points:
			p = newPoints(m, size)
		default:
			p = newSquares(m, size)
		}
		if p == nil {
			break
		}
		w, h := p.size()
		fits := w <= m.w && h <= m.h
		if best == nil && !fits {
			return p, false
		}
		if fits {
			best = p
		}
	}
	return best, true
}

// neighbour returns the site that a cursor key leads to: the nearest one in the
// direction, as the board is seen, and the site itself at the edge.
func neighbour(p plan, sites int, from kibaho.Site, dr, dc int) kibaho.Site {
	r0, c0 := p.grid(from)
	best, least := from, 1<<30
	for s := range sites {
		r, c := p.grid(kibaho.Site(s))
		along, aside := (r-r0)*dr+(c-c0)*dc, (r-r0)*dc+(c-c0)*dr
		if along <= 0 || dr != 0 && along == 0 {
			continue
		}
		if d := along + 8*max(aside, -aside); d < least {
			best, least = kibaho.Site(s), d
		}
	}
	return best
}
