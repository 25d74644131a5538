// Package search counts, plays and thinks for any game through the contract of
// package kibaho. It knows no rule.
//
//   - [Perft], [Divide], [Distinct], [Merge] and [Turns] count and list complete turns.
//   - [Playouts] plays random games.
//   - [Prover] finds out who wins with best play and keeps what it proved in a [Book];
//     [MakeWhole] goes over all positions of a small board.
//   - [Engine] finds the best decision by alpha-beta, [Tree] by random games.
//
// A game is described by three type parameters: its position P, its moves M, and
// R, which is *P with the methods of kibaho.Rules. Their methods are called
// through a dictionary, so whatever is given to them lives in frames that a
// worker owns: nothing is allocated for a node.
package search
