package draw

import (
	"fmt"

	"kibaho"
)

// Scene is how a board is shown. The zero value is a wooden board seen from
// First's side, with names and numbers and without marks.
type Scene struct {
	Style Style
	// Dark takes the plain look by night: light ink on a dark ground. Wood and
	// stone are the same by day and by night.
	Dark bool
	// Themed writes the colours as custom properties (see [StyleSheet]), so that
	// a page may change the look of a picture it contains. Without it the
	// picture stands by itself.
	Themed bool
	// ID begins every id in the picture and must differ between pictures of one
	// page. It consists of letters, digits, - and _; empty means "kb".
	ID string
	// Title and Desc name the picture for those who cannot see it. Empty: a
	// title that says what kind of board it is, and no description.
	Title, Desc string

	Flipped     bool // seen from Second's side
	Form        Form // of a board of pits
	Seeds       Seeds
	Captured    *[2]int // what each side has in its store; nil: no stores
	HideNames   bool    // no letters of pits, coordinates or numbers of squares
	HideNumbers bool    // no numbers in the pits

	Marks Marks
}

// Seeds is what lies in the pits.
type Seeds uint8

// The kinds of seeds.
const (
	Beads Seeds = iota // of glass: Chuba
	Nuts               // grey and smooth: Igisoro
)

// Marks is what is shown on a board besides the position. Sites that the board
// has are expected everywhere; others are an error.
//
// Every state has a shape of its own, and colour only helps.
type Marks struct {
	// Legal are the sites that can be chosen next: a thin full ring, or a disc
	// on an empty point or square.
	Legal []kibaho.Site
	// Chosen is the path chosen so far: a dashed ring where it began, a band
	// and a thick ring where it has come to. In a sowing it is the current lap,
	// with every pit it passes (see [PitGrid.Sown]).
	Chosen []kibaho.Site
	// Lifted are pits lifted in earlier laps: a dashed ring.
	Lifted []kibaho.Site
	// Visited are points already used in this turn: a small barred disc.
	Visited []kibaho.Site
	// Last is the path of the last move, or of its last lap: a dashed ring, a
	// band, a full ring.
	Last []kibaho.Site
	// Take is what would be taken: a ring with four strokes at the diagonals.
	Take []Take
	// Gone are the pieces taken in this turn: a ghost with a thin cross.
	Gone []Ghost
	// Refused are sites that were pointed at in vain: a ring with one stroke.
	Refused []kibaho.Site
	// Must are pieces that must capture: a lit ring and a small crossed disc.
	Must []kibaho.Site
	// Pairs are pairs of pits to choose from (CH10): a capsule round both.
	Pairs []Pair
	// Turn is the pit where a sowing may be turned back or go on (IG9): an
	// arrow to either side.
	Turn *kibaho.Site
	// Bands are further paths.
	Bands []Band
	// Arrows are moves that somebody thinks of.
	Arrows []Arrow
	// Hand is a handful of seeds on its way. If it is nil, a hand that the board
	// itself holds is shown.
	Hand *Hand
	// Focus is the site that the keyboard is at: a square double line.
	Focus *kibaho.Site
}

// Take is a site where something would be taken. Label is shown in its middle
// where a choice hangs on it: "A", "+7".
type Take struct {
	Site  kibaho.Site
	Label string
}

// Ghost is a piece that was taken.
type Ghost struct {
	Site  kibaho.Site
	Piece int16
}

// Pair is an inner pit and the outer pit behind it, worth Value captured seeds.
type Pair struct {
	Inner  kibaho.Site
	Value  int
	Chosen bool
}

// BandKind is what a band tells.
type BandKind uint8

// The kinds of bands.
const (
	Lap     BandKind = iota // being sown or walked
	Earlier                 // sown in an earlier lap: thin
	Coming                  // what could follow: dotted
	Missed                  // a capture that was not made: dotted
)

// Band is a line through sites.
type Band struct {
	Path []kibaho.Site
	Kind BandKind
}

// Arrow is a move from one site to another. Rank 1 is the best of several and
// numbers are shown from 1; 0 shows none.
type Arrow struct {
	From, To kibaho.Site
	Rank     int
}

// Hand is a number of seeds held above a pit.
type Hand struct {
	At    kibaho.Site
	Count int
}

// check reports what is wrong with a scene, leaving its marks aside.
func (s *Scene) check() error {
	if s.Style > Plain || s.Form > Turned || s.Seeds > Nuts {
		return fmt.Errorf("draw: no style %d, form %d or seeds %d", s.Style, s.Form, s.Seeds)
	}
	for _, r := range s.ID {
		if (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '_' {
			return fmt.Errorf("draw: id %q contains %q, expected letters, digits, - and _", s.ID, r)
		}
	}
	if c := s.Captured; c != nil && (c[0] < 0 || c[1] < 0) {
		return fmt.Errorf("draw: captured %d and %d", c[0], c[1])
	}
	return nil
}

// check reports what is wrong with a board or with the sites of a scene.
func check(b *kibaho.Board, m *Marks) error {
	want := 0
	switch {
	case b.Shape == kibaho.Pits && b.Rows == 4 && b.Columns >= 1 && b.Columns <= 60:
		want = 4 * b.Columns
	case b.Shape == kibaho.Points && b.Rows >= 2 && b.Columns >= 2 && b.Rows*b.Columns <= 255:
		want = b.Rows * b.Columns
	case b.Shape == kibaho.Squares && b.Rows == 8 && b.Columns == 8:
		want = 32
	default:
		return fmt.Errorf("draw: no board of shape %d has %d rows and %d columns", b.Shape, b.Rows, b.Columns)
	}
	if len(b.At) != want {
		return fmt.Errorf("draw: board of %d x %d has %d sites, expected %d", b.Rows, b.Columns, len(b.At), want)
	}
	if b.Names != nil && len(b.Names) != want {
		return fmt.Errorf("draw: board of %d sites has %d names", want, len(b.Names))
	}
	if b.Marks != nil && len(b.Marks) != want {
		return fmt.Errorf("draw: board of %d sites has marks for %d", want, len(b.Marks))
	}
	for s, k := range b.At {
		if k < 0 || b.Shape != kibaho.Pits && k > kibaho.SecondKing {
			return fmt.Errorf("draw: site %d holds %d", s, k)
		}
	}
	if b.Hand < 0 || b.Hand > 0 && int(b.HandAt) >= want {
		return fmt.Errorf("draw: %d seeds in a hand at site %d of %d", b.Hand, b.HandAt, want)
	}
	return m.check(b.Shape, want)
}

func (m *Marks) check(shape kibaho.Shape, sites int) error {
	var all []kibaho.Site
	for _, list := range [][]kibaho.Site{m.Legal, m.Chosen, m.Lifted, m.Visited, m.Last, m.Refused, m.Must} {
		all = append(all, list...)
	}
	for _, t := range m.Take {
		all = append(all, t.Site)
	}
	for _, p := range m.Pairs {
		all = append(all, p.Inner)
	}
	for _, b := range m.Bands {
		all = append(all, b.Path...)
	}
	for _, a := range m.Arrows {
		all = append(all, a.From, a.To)
	}
	if m.Turn != nil {
		all = append(all, *m.Turn)
	}
	if m.Hand != nil {
		all = append(all, m.Hand.At)
	}
	if m.Focus != nil {
		all = append(all, *m.Focus)
	}
	for _, g := range m.Gone {
		all = append(all, g.Site)
		if g.Piece <= kibaho.NoPiece || g.Piece > kibaho.SecondKing {
			return fmt.Errorf("draw: no piece %d", g.Piece)
		}
	}
	for _, s := range all {
		if int(s) >= sites {
			return fmt.Errorf("draw: mark on site %d of %d", s, sites)
		}
	}
	if shape != kibaho.Pits && (m.Pairs != nil || m.Turn != nil || m.Hand != nil) {
		return fmt.Errorf("draw: a board without pits has no pairs, no hand and no turning back")
	}
	if shape == kibaho.Pits && (m.Gone != nil) {
		return fmt.Errorf("draw: a pit has no ghosts")
	}
	return nil
}
