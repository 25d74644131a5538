// Package fanorona is the board game of Madagascar, with every reading of its
// sources: the article of 1886 (001 among the documents), modern rule books, and
// the véla, the penalty game that the same article describes.
//
// There are few types: a [Position] is a board with its pieces and options, a
// [Move] is a whole turn, and [Game] is the entry for the shelf.
//
// # Rules
//
//   - FA1 The board has rows A to E from Black's side and columns 1 to 9. White
//     and Black have 22 pieces each, the centre C5 is vacant, White begins (001
//     and its diagram 1). Other sizes have 3, 5, 7 or 9 rows and columns.
//   - FA2 A piece steps along a line to the next point, if that is vacant. Points
//     whose row and column numbers add up to an even number have diagonals (001).
//   - FA3 Approach: the enemies next in the direction of the step are captured,
//     in unbroken order (001). FA4 Withdrawal: so are those next behind (001).
//     FA5 A gap or a piece of the mover's ends the row (001).
//   - FA6 Where both are possible the mover chooses one (001).
//   - FA7 After a capture the same piece may capture again, or stop (001).
//   - FA8 In one turn it touches no point twice (modern), or only does not go
//     straight back (001): revisit.
//   - FA9 Two steps running do not follow one line (001, modern); or no two of a
//     turn; or no such rule: line.
//   - FA10 At the beginning the first side, or either, makes one step only (001):
//     first-step.
//   - FA11 Who can capture must (modern; 001 says "may"): capture. A step that
//     captures always captures.
//   - FA12 A paika, a move without capture, is one step (001).
//   - FA13 Some make the chain go on as long as it can: chain.
//   - FA14 Who has captured all enemies wins (001).
//   - FA15 Who cannot move has lost (French rules), or draws, or passes: no-move.
//     Two passes cannot run: a side has at most half of all points but one, so
//     that one point at least is vacant, and a piece beside a vacant one can step.
//   - FA16 Véla (the same article, p. 155): the victor of the last game gives. He
//     makes plain steps that remove nothing while he has more than five men; the
//     taker must make one capturing step a turn and removes the nearest piece
//     only; a taker who can capture nothing has won. At five men the ordinary
//     rules begin, the giver to move: vela, vela-take, vela-opens. Who opens is a
//     matter of the match; it tells [Start] which side gives.
//   - FA17 Draws by agreement, repetition (M3) and after quiet plies: quiet-limit.
//
// # Text
//
// A position is its rows from the top, the side to move, and where it matters the
// ply (FA10) or the giver of a véla:
//
//	bbbbbbbbb/bbbbbbbbb/bwbw1bwbw/wwwwwwwww/wwwwwwwww w
//
// A ply left out is 0 at the start and past the opening elsewhere. In a véla a
// giver left out is the one that the settings name while both sides have more
// than five men, and nobody otherwise.
//
// Moves are D5-C5A (approach), D5-C5W (withdrawal), B6-A5W-B5A (a chain), E1-D1
// (a paika) and pass. The modern e2-e3A is read too: E2 is row E, e2 is file e.
//
// # Random games
//
// [Playout] chooses step by step, as a person would: uniformly among the first steps,
// then after each capture among those that go on and stopping. A turn is the less
// likely the more choices lead to it, and a game needs no list of turns.
//
// # How many turns
//
// A position set up to that end can have any number of turns. [Position.Moves]
// stops beyond [MaxTurns]; [Perft] counts them all and takes its time.
package fanorona
