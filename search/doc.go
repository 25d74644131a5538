// Package search counts, plays and thinks for any game through the contract of
// package kibaho. It knows no rule.
//
//   - [Perft], [Divide], [Distinct], [Merge] and [Turns] count and list complete turns.
//   - [Playouts] plays random games.
package search
