// Package draughts is English draughts, also called checkers, by the rules that
// hold today and by the older custom of the huff.
//
// The squares are numbered 1 … 32 as in PDN: 1 … 4 is the back row of Black, who
// moves first and is [kibaho.First]; 29 … 32 is that of White.
//
// The rules, by their numbers:
//
//   - DR1 (003): Twelve men a side, Black on 1 … 12, White on 21 … 32. A man moves
//     one square diagonally forward to a vacant square.
//   - DR2 (003, WCDF): A man jumps over an adjacent enemy piece ahead of it if the
//     square beyond is vacant, and on in the same move where it can. What was
//     jumped is removed; nothing is jumped twice; the square that the piece
//     started from counts as vacant.
//   - DR3 (003, WCDF): Who can jump must jump. He may choose any jump, the
//     smallest too, but must finish the one he began.
//   - DR4 (003): A man that reaches the far row becomes a king, which ends the
//     move, even in the middle of jumps.
//   - DR5 (003): A king moves and jumps one square in all four directions.
//   - DR6 (003): Who cannot move, for want of pieces or of vacant squares, has lost.
//   - DR7 (003): Capture is enforced, or, in the variant huffing, neglected at the
//     price of a claim: see below.
//   - DR8 (WCDF): Draws by agreement, by repetition and after eighty quiet plies,
//     in which nothing was captured and no man advanced.
//   - DR9 (003, ACF): Openings drawn by lot: see [Openings].
//   - DR10 (003): An opening drawn is played twice by the same pair, once from
//     each side, and never again.
//   - DR11 (003): The colours of the first game are found by a man hidden in
//     either hand; then the players take the black men in turn.
//
// # The huff
//
// Under capture=huffing the mover may jump to the end, stop a jump short or move
// quietly. A quiet move by a side that could jump is a fault: each of its pieces
// that could have jumped is huffable where it now stands, the piece that moved
// included. A jump stopped short is one too: the jumper alone is huffable and
// what it took stays off. Before he moves the opponent may once
//
//   - compel: the earlier position comes back whole, and the offender must make
//     a complete jump of his choice, about which no second claim arises;
//   - huff one huffable piece, which is removed. That is no move: he moves next;
//   - let it stand by moving. Then fault and claim are gone.
//
// A side without pieces has lost at once. Who has a claim and no move must use
// the claim. A huff and a compel are listed as turns by themselves.
//
// # The board inside
//
// A set of squares is one word of 32 bits. The bit of the square in row r (0 is
// Black's back row) and column c (from Black's left) is (8*(r/2) + r%2 - 6*c)
// mod 32, so that a step in each of the four directions is one rotation for all
// squares alike. North is where Black's men go.
package draughts
