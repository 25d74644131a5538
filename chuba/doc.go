// Package chuba plays Chuba, the game on four rows of pits that Milton Bradley
// sold from 1891, and Tschuba, the game of the Thonga of Mozambique that it was
// made from.
//
// # The rules
//
// Each rule has a number, by which tests and comments cite it, and its source:
// 000 is the text of Milton Bradley's rules for Chuba, 004 the encyclopedia page
// on Tschuba, Culin 1896 the report that prints the rules of 000 in full. Where
// the sources differ the question is an option; [Game] holds all of this as a
// table, and the code plays by that table.
//
//   - CH1 (004; 000 draws it): the board has four rows of n pits, 11 as a rule, and
//     a larger hole at each end for the men captured. A player owns the two
//     rows nearest him, an inner and an outer one. Captured men leave play.
//   - CH2 (000): Chuba starts with one man in each outer pit and two in each inner
//     one, but the inner pit at the owner's extreme left is vacant and the one
//     next to it holds one: 30 men a side.
//   - CH3 (004): Tschuba starts with one man in each outer pit and two in each inner
//     one, the inner pit at the owner's extreme right being vacant: 31 a side.
//   - CH4 (000, 004): the men of a pit are lifted and dropped one by one into the
//     pits that follow, along the inner row from right to left, then along the
//     outer row from left to right, round and round. Who has 2n men or more in
//     hand drops one into the pit they came from, too.
//   - CH5 (000, 004): if the last man falls into an occupied pit, all men of it are
//     lifted, the dropped one as well, and sown on. The sowing ends when the last
//     man falls into an empty pit. Each handful is a lap.
//   - CH6 (000, 004): a move may start from any own pit that holds two men or more.
//   - CH7 (004; Culin 1896): a pit with a single man may start only if no own pit
//     holds more than one, and only if the next pit is empty.
//   - CH8 (Culin 1896): a man of the outer row may not start a move until he has
//     been played upon: until a sown man has fallen into his pit. Tschuba does
//     not have this rule.
//   - CH9 (000, 004): if the last man falls into an empty pit of the inner row and the
//     opposite inner pit holds men, these are captured and so are the men of the
//     outer pit behind it. The outer row never captures.
//   - CH10 (000, 004): a capture takes a second pair of the opponent's pits with it,
//     any other pair, empty or not: by duty in Chuba, at will in Tschuba.
//   - CH11 (Culin 1896; 004): when all men of a player are single, men of his outer
//     row are lost: in Chuba those never played upon, in Tschuba the whole row, the
//     first time.
//   - CH12 (004, Culin 1896): who has captured all men of the opponent wins. Who has
//     men but no legal move has lost; if all he could play never ends, the game
//     is drawn.
//   - CH13: a sowing that never ends is not a legal move.
//
// # Pits
//
// Pits are numbered 0 … 2n-1 along the direction of sowing from the owner's right
// end of the inner row, and named by letters: South's a, b, c, …, North's A, B, C,
// …. Opposite the inner pit i stand the opponent's inner pit n-1-i and behind it
// his outer pit n+i. A pair is an inner pit k and the outer pit 2n-1-k behind it.
//
// A position is a plain value: the men of each side as a [mancala.Lane], the pits
// whose men have not been played upon, and the options. A [Move] is a whole turn.
//
// # Random games
//
// A random game chooses as a person would: uniformly a pit whose sowing ends, then
// with a capture a second pair. A turn that captures is the less likely the more
// second pairs there are.
package chuba
