package games

import "kibaho/search"

// tunings are the search parameters in which a game differs from the default,
// found in matches: docs/engine.md.
var tunings = map[string]func(*search.Params){
	"draughts": func(p *search.Params) {
		p.LateBase, p.LateDivisor, p.LateLeast = 0.3, 1.3, 1
		p.Forced = false
		p.Aspiration = 12
		p.SkipDepth, p.SkipFrom = 2, 4
		p.ReverseDepth, p.ReverseMargin = 3, 39
		p.HopelessDepth, p.HopelessMargin = 2, 60
		p.ProbDepth, p.ProbReduction, p.ProbHigh, p.ProbLow = 5, 4, 17, 22
		p.Restless = 1
	},
	"chuba":   func(p *search.Params) { p.Quiescence = 2 },
	"igisoro": func(p *search.Params) { p.ReverseDepth, p.ReverseMargin = 2, 400 },
}

// spec returns what the search may know of a game.
func (g game[P, M, R]) spec() search.Spec[P, M] {
	s := search.SpecOf(*g.entry)
	Tune(g.entry.Name, &s.Params)
	return s
}

// Tune changes the default parameters of a search to those of a game.
func Tune(game string, p *search.Params) {
	if tune := tunings[game]; tune != nil {
		tune(p)
	}
}
