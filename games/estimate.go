package games

import (
	"context"

	"kibaho"
	"kibaho/search"
)

// Estimate tells how many positions a proof of a value would make: of First's win, of
// Second's, or of a draw, which are two questions. The tables of UseTables are
// believed. See search.Estimate.
func (p *position[P, M, R]) Estimate(ctx context.Context, value kibaho.Outcome, goal kibaho.Side, use search.Proving, s search.Sampling, tell func(search.Estimated)) search.Estimated {
	assumed := search.No
	if value == kibaho.Wins(goal) {
		assumed = search.Yes
	}
	return search.Estimate[P, M, R](ctx, p.p, goal, assumed, p.proofSpec(use), use, s, tell)
}
