// Package arena plays matches between engines: ours with different limits or
// levels, and other programs that speak our protocol or Hub. There are few types:
//
//   - [Spec] says how one of the two engines is run.
//   - [Match] is a match; [Match.Run] plays it, on several threads if wanted.
//   - [Tally] is its score, as Elo with error bars and as a sequential test.
//
// Games come in pairs: an opening is played twice, each engine leading once. All
// is drawn from a seed, so a match that was interrupted goes on with the games it
// has not played, and engines bounded by nodes or depth play the same games again.
package arena
