// Package draw turns a position into a picture: [SVG] for pages and books,
// [Text] for a terminal. It knows boards, not games: it is given a
// [kibaho.Board] and a [Scene] that says from where and in which look it is seen
// and what is to be marked on it.
//
// Everything is computed and nothing is stored: the grain of the wood, the
// shapes of the pebbles and the places of the seeds come from small generators
// with fixed seeds. The same board and scene give the same bytes.
//
// Where things lie is in geometry.go, the colours are in palette.go, the places
// of seeds in seed.go and the shapes of the marks in marks.go. A program in
// another language that draws the same board takes its numbers from there.
package draw
