// Package record holds games of record: what was played, with all that was said
// of it, as it is kept in files. It is the one reader and the one writer of the
// project's records, which have the shape of PDN for all games, and of PDN 3.0
// itself for English draughts (docs/records.md has the grammar).
//
// There are few types:
//
//   - [Record] is a game: its tags in order and a tree of turns.
//   - [Node] is a turn in the tree, with the position after it, its comments,
//     NAGs, strength marks, clocks and evaluations, and what follows: first the
//     main line, then the variations.
//   - [Reader] reads the games of a file one after another, strictly or
//     forgivingly; what it cannot read is a [Fault] with its place, and the next
//     game is read all the same.
//
// A tree is built by hand so, and written:
//
//	r := record.New(start)                    // start is a games.Position
//	r.SetTag("Black", "Anna")
//	n, err := r.Root.Play("11-15")            // a turn that is not legal is refused
//	n.Comments = append(n.Comments, "the Old Fourteenth may come of it")
//	_, err = r.Root.Play("9-14")              // a second turn is a variation
//	n.SetEval(record.Eval{Score: 12})         // hundredths for First
//	text := r.String()                        // or r.Write(w), r.Format(layout)
//
// and read back with [Read] (one game) or a [Reader]: every position in the tree
// has been reached by legal moves.
package record
