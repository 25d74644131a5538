package kibaho

// Slice is the number of a set of positions with the same material, as the side
// to move sees it: "own men and kings against theirs". A slice holds the
// positions of one side to move only; those of the other side are the same with
// the board turned and the colours changed.
type Slice uint32

// The slices of positions in which the game has ended: the side whose turn it
// would be has lost, or nobody has. A game in which a move may lose at once has no
// index.
const (
	EndLost Slice = 1<<31 + iota
	EndDrawn
)

// Place is where an index keeps a position.
type Place struct {
	Slice Slice
	At    uint64 // below the size of the slice
}

// Standing tells what can become of a position of a slice.
type Standing uint8

// The standings.
const (
	Hole    Standing = iota // no position has this number
	Lost                    // the game is over, and the side to move has lost
	Drawn                   // the game is over: a draw
	Open                    // some moves leave the material as it is
	Shut                    // all moves change the material
	Pending                 // Shut, because a capture is compulsory
)

// View is how people name the positions of a slice with one of the sides to move.
type View struct {
	Material string // "2 0 1 1"
	Side     Side
	// Either says that the name does not depend on the side to move; then the
	// slice has this one view.
	Either bool
}

// Material cuts the positions of a game under some settings into slices and
// numbers the positions of each. It is what endgame tables are built on; the
// tables see only numbers.
//
// Sides move in turn, one ply after the other. A move either keeps the material,
// and leads to the twin of the slice, or changes it, and never back: it leads to a
// slice with fewer pieces or to one listed before this slice and its twin.
type Material interface {
	// Rules names the settings that values depend on, "capture=compulsory". Tables
	// of other rules are refused.
	Rules() string
	// Most is the greatest number of pieces on the board that slices exist for.
	Most() int
	// Small is the greatest number of pieces whose tables, and all with fewer, are
	// built within a second: that is done when they are first wanted. 0: none.
	Small() int
	// Slices returns the slices with so many pieces, both sides having some, in
	// an order in which they can be built. A slice and its twin need not be
	// neighbours.
	Slices(pieces int) []Slice
	// Limit is above all slices.
	Limit() Slice
	// Pieces returns the number of pieces of a slice.
	Pieces(Slice) int
	// Size returns the number of places of a slice, holes included.
	Size(Slice) uint64
	// Twin returns the slice that a move leads to which keeps the material.
	Twin(Slice) Slice
	// Leads returns the slices that other moves may lead to.
	Leads(Slice) []Slice
	// Name returns a short name of letters and digits, each slice its own: "2011".
	Name(Slice) string
	// Views returns how the slice is listed, once for each side that may be to move.
	Views(Slice) []View
	// Walker returns a new walker through the positions of a slice.
	Walker(Slice) Walker
}

// MostKept is the greatest number of moves of a position that keep the material.
const MostKept = 63

// Walker tells what moves do to the positions of one slice, by their numbers. It
// serves one goroutine at a time.
type Walker interface {
	// Exits appends to dst where the moves lead that change the material or end
	// the game; duplicates do no harm. It returns also how many moves keep the
	// material, at most MostKept, and the standing of the position. It is called for
	// all numbers in ascending order, and for single ones.
	Exits(at uint64, dst []Place) (exits []Place, kept int, s Standing)
	// Moves calls yield with where each move of an [Open] position leads, those
	// that keep the material first, until yield returns false.
	Moves(at uint64, yield func(Place) bool)
}

// Unmover is a Walker that can also go back. Where walkers cannot, all moves that
// keep the material are listed while a slice is built, at four bytes each.
type Unmover interface {
	Walker
	// Unmoves appends to dst the numbers, in the twin, of the positions from
	// which a move that keeps the material leads here: each as often as it has such
	// moves. It may append positions that are not [Open], from which that move is
	// not legal, each at most MostKept times for all numbers together.
	Unmoves(at uint64, dst []uint64) []uint64
}

// Codes tell the value and the distance of a position in a byte: 0 is a draw,
// otherwise the code is 1 more than the plies to the end, of which a win takes an odd
// number and a loss an even one.
const (
	// MostCode is the greatest code of a position.
	MostCode = 252
	// HoleCode is that of a place without a position.
	HoleCode = 255
)

// Parted is a Material that decides its slices itself, and in parts: where the men of a
// game never go back, those positions that have theirs on the same squares need only
// others of themselves and what the men go on to. It must come to the same codes as
// the builder of tables does with the walkers.
type Parted interface {
	Material
	// Plan says in which parts a slice and its twin are decided.
	Plan(Slice) Plan
}

// Plan is how a slice and its twin are decided.
type Plan interface {
	// Stages returns the number of parts of each stage. Those of a stage need what the
	// stages before it have decided, and do not need each other.
	Stages() []int
	// Memory returns the bytes that so many solvers work with at most.
	Memory(solvers int) uint64
	// Solver returns a new solver. It serves one goroutine at a time.
	Solver(*Sheet) Solver
}

// Sheet is what solvers of a slice and its twin work on together.
type Sheet struct {
	// Codes holds a code for each place of the slice and of its twin, the same bytes
	// if the slice is its own twin. A solver writes those of its part.
	Codes [2][]byte
	// Pending holds a bit for each place, set in the places of standing [Pending].
	// Parts share its words: they are set by atomic operations.
	Pending [2][]uint64
	// Known returns the codes of a slice that is finished.
	Known func(Slice) []byte
}

// Solver decides parts.
type Solver interface {
	// Holes writes HoleCode to all places without a position.
	Holes()
	// Solve decides a part of a stage. It returns false if a position needs a greater
	// code than MostCode.
	Solve(stage, part int) bool
}

// Mirrored is a Material whose places may stand for several positions that are
// alike, as in a mirror. All are counted. Without it each place stands for one.
type Mirrored interface {
	// Alike returns how many positions a place that is no hole stands for, and how
	// many places from there on, at least one, stand for as many.
	Alike(Place) (positions int, places uint64)
}

// Index is a Material that knows the positions behind its numbers.
type Index[P any] interface {
	Material
	// Place returns where a position is kept. It is false for positions that no
	// slice holds, because they have too many pieces, or because more than the
	// board decides about them.
	Place(*P) (Place, bool)
	// Position returns the position of a place with First to move, and false for
	// a hole.
	Position(Place) (P, bool)
	// Pending reports that the side to move must capture.
	Pending(*P) bool
}
