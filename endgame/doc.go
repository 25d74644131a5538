// Package endgame builds, keeps and looks up endgame tables of any game that has
// an index ([kibaho.Material]): the value of every position with few pieces and
// its distance, in plies, to the end of the game with best play. The winner
// hurries, the loser delays.
//
// There are few types. [Build] makes the tables of a directory, a [Set] is a
// directory of tables that is open, and a [Code] is the value of one position.
// Tables are files, one for each slice; [Verify] checks every value in them
// against the values of the positions after each move.
package endgame
