// Package igisoro plays Igisoro, Rwanda's game on four rows of pits, by the rules
// of the document 002 (Kumenya gukina igisoro) and its open questions as options.
//
// Each side owns the two rows nearest it, an inner and an outer one of eight pits
// (or 2 to 13: option columns). A side's pits are numbered along the direction
// of sowing: inner row from right to left 0 to 7, a to h for South, then outer
// row from left to right 8 to 15, i to p; North's are A to P. Opposite the inner
// pit i stand the enemy's inner pit 7-i and, behind it, his outer pit 8+i.
//
//	IG1   64 cows, four in every pit of both inner rows (002); columns, per-pit
//	IG2   A handful is sown one by one round one's own two rows (002)
//	IG3   A turn starts from a pit of two or more (Mancala World, Ludii); min-start
//	IG4   The last cow in an empty pit ends the turn (002, A)
//	IG5   In an occupied one, its cows are lifted and sown on (002, B)
//	IG6   In an occupied inner pit that faces two filled pits it may capture both (002, C)
//	IG7   What is captured is sown beyond the pit of origin (002, C); resow
//	IG8   Capturing is free or compulsory (002, C); capture
//	IG9   Guteba: from certain pits a handful may be sown backwards if it captures
//	      at once (002); reverse-pits
//	IG10  The handful that starts a turn too, or not (002); reverse
//	IG11  The first turns may be without captures (Mancala World); quiet-plies
//	IG12  Who is to move and has no pit to start from has lost (002)
//	IG13  A turn that never ends is not legal; endless-laps
//	IG14  Each choice of a turn is a decision of its own
//
// Facts of the game, in full and with their sources, are in [Game].
//
// # The pits to turn back from
//
// The picture in 002 is lost. The option reverse-pits names pits that are defined
// for every number n of columns by their place: second-and-ends, the second from
// each end of the inner row (1 and n-2) and both ends of the outer row (n and
// 2n-1); left-end, the two leftmost of both rows (n-2, n-1, n and n+1). On three
// columns the two second pits of the inner row are one; on two columns either
// set is all four pits.
//
// # Turns and decisions
//
// A [Move] is one decision: the pit that a turn starts from, or the answer to a
// choice within it. [Position.Play] sows on until the next choice or the end of
// the turn, and the same side decides again while [Position.MidTurn] holds. The
// text of a turn is the texts of its decisions, one after another: "g<", "b+",
// "i----+<--++".
//
// # Sowing by words
//
// A side is a [mancala.Lane], a byte a pit; a handful is sown by adding a
// precomputed difference. On eight columns a side is two words, which stay in
// registers for the whole turn. Trace sows the same turn seed by seed and is
// what the tests hold against it.
package igisoro
