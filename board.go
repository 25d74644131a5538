package kibaho

// Site is a place on a board: a pit, a point or a square.
//
// Pits: South's 0 … 2n-1 along the direction of sowing, then North's 2n … 4n-1
// (n columns). Points: row by row from row A, left to right. Squares: 0 … 31 for
// the squares 1 … 32 of PDN.
type Site uint8

// Shape is the kind of a board.
type Shape uint8

// The three kinds of board.
const (
	Pits    Shape = iota // four rows of pits, each side owning two
	Points               // points joined by lines
	Squares              // the dark squares of a chequered board
)

// Pieces on points and squares.
const (
	NoPiece int16 = iota
	FirstMan
	SecondMan
	FirstKing
	SecondKing
)

// Mark is a lasting peculiarity of a site that a picture shows.
type Mark uint8

// The marks.
const (
	Unplayed Mark = 1 << iota // a man here has not yet been played upon (CH8)
	TurnBack                  // a sowing may be turned back here (IG9)
	Huffable                  // the piece here may be huffed (DR7)
)

// Seeds is the material that a game in pits is played with.
type Seeds uint8

// The kinds of seeds.
const (
	Beads Seeds = iota // of glass
	Nuts               // grey and smooth
)

// Board is a position as it is drawn.
type Board struct {
	Shape         Shape
	Rows, Columns int      // pits 4 x n, points r x c, squares 8 x 8
	Names         []string // by site: "d", "K", "C5", "15"
	At            []int16  // by site: seeds in a pit, or a piece
	Marks         []Mark   // by site; nil if no site has one

	// Seeds is what lies in pits, and Stores reports that captured men leave play
	// and lie in stores at the ends of the board.
	Seeds  Seeds
	Stores bool

	// Hand is the number of seeds lifted and not yet sown while a choice within
	// a turn is open, and HandAt the pit they were lifted from.
	Hand   int
	HandAt Site
}

// Step is one choice on the way to a move. A move is a path of steps; an
// interface narrows the legal moves by comparing paths step by step and knows no
// rule. A path may be the beginning of another: then the person may stop there.
type Step struct {
	// Sites are where a person points; any of them means this step. The first
	// is where the choice is drawn.
	Sites []Site
	// Key is what may be pressed instead when a question is asked: "+", "<",
	// "A". It is empty for a plain site.
	Key string
	// Says names the choice in words, "take 9", "turn back", and is empty for
	// a plain site.
	Says string
}

// EventKind says what is seen.
type EventKind uint8

// The kinds of events.
const (
	Lift    EventKind = iota // N seeds are lifted from Site into the hand
	Lap                      // the sowing of a handful of N begins beyond Site
	Sow                      // one seed falls into Site
	Take                     // N seeds, or one piece, are captured at Site; in Igisoro they come into the hand
	Move                     // the piece on Site goes to To
	Crown                    // the piece on Site becomes a king
	Forfeit                  // N men at Site are forfeited (CH11)
	Huff                     // the piece on Site is removed as a penalty (DR7)
	Return                   // the earlier position comes back whole (DR7)
)

// Event is one thing seen while a move is played, for pictures in motion, for
// the count of laps and captures, and as the plain twin that the fast code of a
// game is tested against.
type Event struct {
	Kind EventKind
	Site Site
	To   Site // Move only
	N    int
}
