// Package study looks back on play: what a turn wins or loses and why
// ([Compare]), and where a whole game was won and lost ([Annotate], with a plot).
// It asks an engine and compares lines; it knows no rule.
package study
