package games

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"strconv"

	"kibaho"
	"kibaho/endgame"
	"kibaho/search"
)

// Solvable is what can be found out exactly about a position: who wins with best
// play. A game that goes on for ever is drawn; draws by the quiet limit and the
// number of repetitions are claims of the players (M4) and do not count.
type Solvable interface {
	// Prover returns a prover for the position. It goes on from a book, which may
	// be nil; the error is a *kibaho.InputError if the book is of another game,
	// other rules or another root.
	Prover(use search.Proving, book *Book) (Prover, error)
	// CheckBook confirms every line of a book for the position by the rules (and
	// the tables of UseTables) alone, and returns the value that follows. tell may be nil. A line that
	// cannot be confirmed is a *ClaimError.
	CheckBook(ctx context.Context, use search.Proving, book *Book, tell Progress) (Proofs, error)
	// Estimate tells how many positions the answer to the question whether goal can win would take, if
	// the position has the value that is assumed.
	Estimate(ctx context.Context, value kibaho.Outcome, goal kibaho.Side, use search.Proving, s search.Sampling, tell func(search.Estimated)) search.Estimated
	// Whole goes over all positions that can come up, or if the memory does not hold them over all
	// pairs of what either side can have, or over all there are. Where these are
	// all there are, what has been done is kept in the file, if one is named, and
	// goes on from there; it is a *kibaho.InputError if it is of another board.
	Whole(ctx context.Context, use search.Proving, file string, progress Progress) (WholeBoard, error)
}

// WholeBoard is what going over all positions of a board tells.
type WholeBoard struct {
	search.WholeCount
	// All says that the counts are of all positions, as the side to move sees them,
	// and not only of those that can come up from the root.
	All bool
	// Halves, if not 0, is how many different things a side can have on the board: All
	// then means all pairs of them.
	Halves int
	// Line is a game from the root to the end of its win, the loser holding out as
	// long as he can. It is empty for a draw, and if All.
	Line []Position
}

// Prover finds out who wins; see search.Prover.
type Prover interface {
	// Solve works until the value is known, so many positions have been made (0: no
	// bound), the memory is used up or ctx ends; it may be called again to go on.
	// tell is called now and then and may be nil; it may call Proofs and Book.
	Solve(ctx context.Context, nodes uint64, tell func()) kibaho.Outcome
	Proofs() Proofs
	// Book returns what is known so far.
	Book() *Book
}

// Proofs is how far the two questions are, by side: can it force a win?
type Proofs struct {
	Value kibaho.Outcome // Ongoing: not known yet
	Sides [2]search.Proof
}

// Nodes returns the positions made for both questions.
func (p Proofs) Nodes() uint64 { return p.Sides[0].Nodes + p.Sides[1].Nodes }

// ClaimError is a line of a book that was not confirmed.
type ClaimError struct {
	Line int // of the file, from 1
	Text string
	err  error
}

func (e *ClaimError) Error() string {
	return fmt.Sprintf("proof book line %d, %.200q: %v", e.Line, e.Text, e.err)
}

func (e *ClaimError) Unwrap() error { return e.err }

// prover is the face of a search.Prover.
type prover[P comparable, M comparable, R kibaho.Rules[P, M]] struct {
	root   *position[P, M, R]
	search *search.Prover[P, M, R]
}

// proofSpec returns what a proof may know. The tables of UseTables, as many as fit
// in a quarter of the memory, are believed.
func (p *position[P, M, R]) proofSpec(use search.Proving) search.ProofSpec[P, M] {
	g := p.game.entry
	spec := search.ProofSpec[P, M]{Sprout: g.Sprout, Width: g.Width, Eval: g.Eval, Steepness: g.Steepness}
	if g.Ends == nil { // a decision is a whole turn: all that are listed are legal
		spec.Expand = g.Expand
		if g.Finish != nil {
			spec.Expand = func(p *P, c *kibaho.Children[P, M]) {
				g.Expand(p, c)
				c.Complete(g.Finish)
			}
		}
	}
	if index, err := p.game.index(p.settings); err == nil {
		if t := p.game.tablesOf(p, index); t != nil {
			t.set.Warm(index.Most(), uint64(cmp.Or(use.Memory, search.DefaultMemory))/4)
			spec.Probe = t.outcome
		}
	}
	return spec
}

// outcome looks a position up that is held in memory. It allocates nothing.
func (t *tables[P, M, R]) outcome(p *P) (kibaho.Outcome, bool) {
	at, ok := t.index.Place(p)
	if !ok {
		return kibaho.Ongoing, false
	}
	c, ok := t.set.Hot(at)
	if !ok {
		return kibaho.Ongoing, false
	}
	switch side := R(p).Turn(); c.Value() {
	case endgame.Win:
		return kibaho.Wins(side), true
	case endgame.Loss:
		return kibaho.Wins(side.Other()), true
	case endgame.Drawn:
		return kibaho.Draw, true
	}
	return kibaho.Ongoing, false
}

func (p *position[P, M, R]) Prover(use search.Proving, book *Book) (Prover, error) {
	var books [2]search.Book[P]
	if book != nil {
		read, err := p.readBook(book)
		if err != nil {
			return nil, err
		}
		books = read.books
	}
	return prover[P, M, R]{p, search.NewProver[P, M, R](p.p, p.proofSpec(use), use, books)}, nil
}

func (pr prover[P, M, R]) Solve(ctx context.Context, nodes uint64, tell func()) kibaho.Outcome {
	return pr.search.Solve(ctx, nodes, tell)
}

func (pr prover[P, M, R]) Proofs() Proofs {
	out := Proofs{Value: pr.search.Value()}
	for side := range out.Sides {
		out.Sides[side] = pr.search.Proof(kibaho.Side(side))
	}
	return out
}

func (p *position[P, M, R]) CheckBook(ctx context.Context, use search.Proving, book *Book, tell Progress) (Proofs, error) {
	read, err := p.readBook(book)
	if err != nil {
		return Proofs{}, err
	}
	var out Proofs
	total := len(read.books[0].Claims) + len(read.books[1].Claims)
	done := 0
	for side := range out.Sides {
		claims := read.books[side].Claims
		nodes, at, err := search.Check[P, M, R](ctx, kibaho.Side(side), read.books[side], p.proofSpec(use), use, func(i int) {
			if tell != nil {
				tell(search.Progress{Done: done + i, Total: total})
			}
		})
		out.Sides[side].Nodes = nodes
		if errors.Is(err, search.ErrClaim) {
			line := read.lines[side][at]
			return out, &ClaimError{Line: line, Text: book.Lines[line-bookHeader-1], err: err}
		}
		if err != nil {
			return out, err
		}
		done += len(claims)
		for _, c := range claims {
			if c.Position == p.p {
				out.Sides[side].Answer = search.No
				if c.Yes {
					out.Sides[side].Answer = search.Yes
				}
			}
		}
	}
	out.Value = search.ValueOf(out.Sides[0].Answer, out.Sides[1].Answer)
	return out, nil
}

// checkedNumbers is how many positions of a whole board are derived a second time.
const checkedNumbers = 50_000

// wholeOfHalves goes over all pairs of halves: more positions than can come up, but in
// less memory.
func (p *position[P, M, R]) wholeOfHalves(ctx context.Context, h kibaho.Halving[P], use search.Proving, progress Progress) (WholeBoard, error) {
	var out WholeBoard
	w, err := search.MakeHalves[P, M, R](ctx, h, use.Memory, progress)
	if err != nil {
		return out, err
	}
	out.All, out.Halves, out.WholeCount = true, h.Halves(), w.Count(p.p)
	out.Checked, err = w.Check(ctx, checkedNumbers, 1)
	return out, err
}

func (p *position[P, M, R]) Whole(ctx context.Context, use search.Proving, file string, progress Progress) (WholeBoard, error) {
	var out WholeBoard
	g := p.game.entry
	if g.Numbers != nil && !p.MidTurn() {
		if numbers := g.Numbers(p.settings); numbers != nil && numbers.Holds(&p.p) {
			var keep *search.RoundsFile
			if file != "" {
				keep = &search.RoundsFile{Path: file, Of: g.Name + " " + p.settings.String() + " " + strconv.FormatUint(numbers.Size(), 10)}
			}
			w, err := search.MakeNumbered[P, M, R](ctx, numbers, use.Memory, use.Threads, keep, progress)
			if err != nil {
				return out, err
			}
			out.All, out.WholeCount = true, w.Count(p.p)
			out.Checked, err = w.Check(ctx, checkedNumbers, 1)
			return out, err
		}
	}
	if file != "" {
		return out, &kibaho.InputError{What: "solve", Text: file, At: -1, Want: "only the values of boards whose positions are numbered can be kept: expected no --book"}
	}
	var ends func(*P, []P) []P
	if g.Ends != nil {
		ends = g.Ends()
	}
	w, err := search.MakeWhole[P, M, R](ctx, p.p, ends, use.Memory, 0, progress)
	if errors.Is(err, search.ErrMemory) && g.Halves != nil && !p.MidTurn() {
		if h := g.Halves(&p.p); h != nil {
			runtime.GC() // the memory is needed again
			return p.wholeOfHalves(ctx, h, use, progress)
		}
	}
	if err != nil {
		return out, err
	}
	out.WholeCount = w.Count()
	for _, q := range w.Line(p.p) {
		after := *p
		after.p = q
		out.Line = append(out.Line, &after)
	}
	return out, nil
}
