package draw

import (
	"math"

	"kibaho"
)

// Point is a place in a picture, in units of its viewBox: one pitch, the
// distance between two columns, is 100. x grows to the right, y downwards.
type Point struct{ X, Y float64 }

func (p Point) add(q Point) Point             { return Point{p.X + q.X, p.Y + q.Y} }
func (p Point) times(k float64) Point         { return Point{p.X * k, p.Y * k} }
func (p Point) to(q Point) Point              { return Point{q.X - p.X, q.Y - p.Y} }
func (p Point) length() float64               { return math.Hypot(p.X, p.Y) }
func (p Point) mix(q Point, t float64) Point  { return Point{p.X + (q.X-p.X)*t, p.Y + (q.Y-p.Y)*t} }
func (p Point) plus(dx, dy float64) Point     { return Point{p.X + dx, p.Y + dy} }
func (p Point) turn() Point                   { return Point{p.Y, -p.X} }
func (p Point) abs() Point                    { return Point{math.Abs(p.X), math.Abs(p.Y)} }
func (p Point) frame(right, down Point) Point { return right.times(p.X).add(down.times(p.Y)) }

// Thickness is how much of the height of a picture, at its lower edge, is the
// side of the slab.
const Thickness = 9

// Form is the shape of a board of pits on the page.
type Form uint8

// The forms of a board of pits.
const (
	Wide   Form = iota // round pits, room for stores, letters on the rim
	Flat               // tall pits for a narrow screen, letters in the pits
	Turned             // Flat, a quarter turned: the near side on the right
)

// PitGrid is where the pits of a four-row board lie.
type PitGrid struct {
	Columns            int
	PitchX, PitchY     float64 // distance of columns and of rows
	RadiusX, RadiusY   float64 // of a pit, along the row and across
	Margin             float64 // around the pits
	Ridge              float64 // between the two sides
	Store              float64 // width of a store at either end, or 0
	Corner             float64 // radius of the slab's corners
	Number, Letter     float64 // size of the numbers and of the pit letters
	NumberIn, LetterIn float64 // their centres' distance from the rim, inwards
	Seed               float64 // size of a seed against the wide board
	Quarter            bool    // turned a quarter
	Flipped            bool    // seen from Second's side
	Width, Height      float64 // of the picture
}

// Pits returns the geometry of a board of the given number of columns, in one of
// its forms, with room for stores (wide boards only) and seen from Second's side
// if flipped.
func Pits(columns int, form Form, stores, flipped bool) PitGrid {
	g := PitGrid{
		Columns: columns, PitchX: 100, PitchY: 100, RadiusX: 41, RadiusY: 41, Margin: 34, Ridge: 58, Corner: 34,
		Number: 26, NumberIn: 13, Letter: 19, LetterIn: -19, Seed: 1, Flipped: flipped,
	}
	switch {
	case form == Wide:
		if stores {
			g.Store = 118
		}
	case form == Turned:
		g.PitchY, g.RadiusX, g.RadiusY, g.Margin, g.Ridge, g.Corner = 118, 44, 52, 22, 26, 26
		g.Number, g.NumberIn, g.Letter, g.LetterIn, g.Seed, g.Quarter = 34, 18, 27, 15, 1.12, true
	case columns > 9: // a long board needs taller pits to fill the height of a screen
		g.PitchY, g.RadiusX, g.RadiusY, g.Margin, g.Ridge, g.Corner = 146, 44, 62, 8, 16, 24
		g.Number, g.NumberIn, g.Letter, g.LetterIn, g.Seed = 42, 26, 33, 17, 1.2
	default:
		g.PitchY, g.RadiusX, g.RadiusY, g.Margin, g.Ridge, g.Corner = 116, 44, 52, 12, 20, 22
		g.Number, g.NumberIn, g.Letter, g.LetterIn, g.Seed = 34, 20, 29, 17, 1.2
	}
	g.Width = 2*g.Margin + 2*g.Store + float64(columns)*g.PitchX
	g.Height = 2*g.Margin + 4*g.PitchY + g.Ridge
	if g.Quarter {
		g.Width, g.Height = g.Height, g.Width
	}
	return g
}

// Side returns whose pit s is.
func (g PitGrid) Side(s kibaho.Site) kibaho.Side {
	if int(s) < 2*g.Columns {
		return kibaho.First
	}
	return kibaho.Second
}

// Cell returns the row (0 at the top) and the column (0 at the left) of a pit as
// the board is seen, before a quarter turn: the near side's inner row runs from
// right to left in row 2, its outer row from left to right in row 3; the far
// side's rows are the same, turned by half.
func (g PitGrid) Cell(s kibaho.Site) (row, column int) {
	n, i := g.Columns, int(s)%(2*g.Columns)
	near := (g.Side(s) == kibaho.First) != g.Flipped
	switch inner := i < n; {
	case near && inner:
		return 2, n - 1 - i
	case near:
		return 3, i - n
	case inner:
		return 1, i
	default:
		return 0, 2*n - 1 - i
	}
}

// Centre returns the centre of a pit.
func (g PitGrid) Centre(s kibaho.Site) Point {
	row, column := g.Cell(s)
	p := Point{g.Margin + g.Store + g.PitchX/2 + float64(column)*g.PitchX, g.Margin + g.PitchY/2 + float64(row)*g.PitchY}
	if row > 1 {
		p.Y += g.Ridge
	}
	if g.Quarter {
		return Point{p.Y, g.Height - p.X}
	}
	return p
}

// Radius returns the half width and the half height of every pit.
func (g PitGrid) Radius() Point {
	if g.Quarter {
		return Point{g.RadiusY, g.RadiusX}
	}
	return Point{g.RadiusX, g.RadiusY}
}

// Toward returns the unit vector from a pit towards the player who owns it.
func (g PitGrid) Toward(s kibaho.Site) Point {
	d := Point{0, 1}
	if row, _ := g.Cell(s); row < 2 {
		d.Y = -1
	}
	if g.Quarter {
		return Point{d.Y, 0}
	}
	return d
}

// Along returns the unit vector along the row of a pit in the direction in which
// seeds are sown.
func (g PitGrid) Along(s kibaho.Site) Point {
	d := Point{1, 0}
	if row, _ := g.Cell(s); row == 0 || row == 2 {
		d.X = -1
	}
	if g.Quarter {
		return Point{0, -d.X}
	}
	return d
}

// Outer reports that s is in the outer row of its side.
func (g PitGrid) Outer(s kibaho.Site) bool { return int(s)%(2*g.Columns) >= g.Columns }

// Behind returns the outer pit behind an inner pit, and the other way round.
func (g PitGrid) Behind(s kibaho.Site) kibaho.Site {
	n := 2 * g.Columns
	i := int(s)
	return kibaho.Site(i/n*n + n - 1 - i%n)
}

// Sown returns the pits that a handful passes when it is lifted from a pit and
// sown seed by seed, beginning with the pit it was lifted from. A negative number
// of seeds is sown the other way round.
func (g PitGrid) Sown(from kibaho.Site, seeds int) []kibaho.Site {
	n := 2 * g.Columns
	step := 1
	if seeds < 0 {
		step, seeds = n-1, -seeds
	}
	path := []kibaho.Site{from}
	base, i := int(from)/n*n, int(from)%n
	for range min(seeds, 2*n) { // more than two rounds draw the same line
		i = (i + step) % n
		path = append(path, kibaho.Site(base+i))
	}
	return path
}

// StoreCentre returns the centre of a side's store, which lies at the right end
// as its owner sees it.
func (g PitGrid) StoreCentre(side kibaho.Side) Point {
	x := g.Width - g.Margin - g.Store/2 + 6
	if (side == kibaho.Second) != g.Flipped {
		x = g.Margin + g.Store/2 - 6
	}
	return Point{x, (g.Height - Thickness) / 2}
}

// StoreRadius returns the half width and the half height of a store.
func (g PitGrid) StoreRadius() Point {
	return Point{g.Store/2 - 16, (g.Height-Thickness)/2 - g.Margin - 10}
}

// PointGrid is where the points of a board of lines lie.
type PointGrid struct {
	Rows, Columns int
	Flipped       bool
	Width, Height float64
}

// Measures of a board of points.
const (
	pointMargin = 72
	stoneRadius = 37
	strongDot   = 8
)

// Points returns the geometry of a board of lines.
func Points(rows, columns int, flipped bool) PointGrid {
	return PointGrid{
		Rows: rows, Columns: columns, Flipped: flipped,
		Width:  2*pointMargin + 100*float64(columns-1),
		Height: 2*pointMargin + 100*float64(rows-1) + Thickness,
	}
}

// Cell returns the row (0 at the top) and the column (0 at the left) in which a
// point is seen.
func (g PointGrid) Cell(s kibaho.Site) (row, column int) {
	row, column = int(s)/g.Columns, int(s)%g.Columns
	if g.Flipped {
		return g.Rows - 1 - row, g.Columns - 1 - column
	}
	return row, column
}

// Centre returns the place of a point.
func (g PointGrid) Centre(s kibaho.Site) Point {
	row, column := g.Cell(s)
	return Point{pointMargin + 100*float64(column), pointMargin + 100*float64(row)}
}

// Strong reports that diagonals meet in a point: its row and column add up to an
// even number.
func (g PointGrid) Strong(s kibaho.Site) bool {
	return (int(s)/g.Columns+int(s)%g.Columns)%2 == 0
}

// Lines returns the ends of all lines: rows, columns, then the diagonals of the
// squares between them.
func (g PointGrid) Lines() [][2]Point {
	at := func(row, column int) Point { return g.Centre(kibaho.Site(row*g.Columns + column)) }
	var lines [][2]Point
	for r := range g.Rows {
		lines = append(lines, [2]Point{at(r, 0), at(r, g.Columns-1)})
	}
	for c := range g.Columns {
		lines = append(lines, [2]Point{at(0, c), at(g.Rows-1, c)})
	}
	for r := range g.Rows - 1 {
		for c := range g.Columns - 1 {
			if (r+c)%2 == 0 {
				lines = append(lines, [2]Point{at(r, c), at(r+1, c+1)})
			} else {
				lines = append(lines, [2]Point{at(r, c+1), at(r+1, c)})
			}
		}
	}
	return lines
}

// SquareGrid is where the squares of a draughts board lie.
type SquareGrid struct {
	Flipped       bool
	Width, Height float64
}

// Measures of a chequered board.
const (
	squareFrame = 38
	manRadius   = 36
)

// Squares returns the geometry of a chequered board of 8 x 8.
func Squares(flipped bool) SquareGrid {
	const width = 2*squareFrame + 800
	return SquareGrid{Flipped: flipped, Width: width, Height: width + Thickness}
}

// Cell returns the row (0 at the top) and the column (0 at the left) in which a
// dark square is seen.
func (g SquareGrid) Cell(s kibaho.Site) (row, column int) {
	row = int(s) / 4
	column = 2 * (int(s) % 4)
	if row%2 == 0 {
		column++
	}
	if g.Flipped {
		return 7 - row, 7 - column
	}
	return row, column
}

// Centre returns the centre of a dark square.
func (g SquareGrid) Centre(s kibaho.Site) Point {
	row, column := g.Cell(s)
	return Point{squareFrame + 50 + 100*float64(column), squareFrame + 50 + 100*float64(row)}
}
