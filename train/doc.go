// Package train learns evaluations from games of the engine against itself: the many
// weights of English draughts and the nets of the other games by a [Plan], the
// few named weights of these by a [Tuning].
//
// A plan goes in rounds. In each the best weights so far play games at a fixed
// number of nodes; new weights are fitted to the scores and outcomes of all games
// since the second round ([Fit], [FitNet]); and they are kept only if they win a match
// against the old ones. Everything depends on the seed alone, whatever the number
// of threads, and what is done is on disk, so that a plan that was interrupted goes
// on where it stopped.
package train
