package study

import (
	"strings"
	"testing"

	"kibaho"
	"kibaho/games"
	"kibaho/play"
)

// TestWhyAnywhere explains random turns in random positions of every variant, also
// within turns (IG14): there is always one sentence about the turn that was asked
// for, and what it says of the material is what is on the board.
func TestWhyAnywhere(t *testing.T) {
	for _, g := range games.All {
		for _, v := range g.Facts().Variants {
			s, err := g.Facts().Settings(v.Name)
			if err != nil {
				t.Fatal(err)
			}
			start, err := g.Start(s)
			if err != nil {
				t.Fatal(err)
			}
			e := g.Engine(1)
			r := kibaho.NewRand(5)
			for range 6 {
				p := play.NewGame(start)
				for n := r.N(40); n > 0 && !p.Over(); n-- {
					moves := p.Position().Moves()
					p.Play(moves[r.N(len(moves))])
				}
				if p.Over() {
					continue
				}
				moves := p.Position().Moves()
				text := moves[r.N(len(moves))].Text
				x, err := Why(t.Context(), e, p, text, games.Budget{Nodes: 150})
				if err != nil {
					t.Fatalf("%s %s, %s in %s: %v", g.Facts().Name, v.Name, text, p.Position(), err)
				}
				if !strings.Contains(x.Says, x.Turn) || strings.ContainsAny(x.Says, "\n\t") || !strings.HasSuffix(x.Turn, text) {
					t.Errorf("%s %s, %s in %s: %+v", g.Facts().Name, v.Name, text, p.Position(), x)
				}
				if x.Chance < 0 || x.Chance > 1 || x.BestChance < 0 || x.BestChance > 1 {
					t.Errorf("%s: chances %g and %g", text, x.Chance, x.BestChance)
				}
				if p.Position().MidTurn() {
					continue
				}
				// The material, counted on the board at the end of the line.
				side := p.Position().Turn()
				at, first := p.Position(), holdings(p.Position())
				for _, turn := range x.Line {
					found, err := at.Find(turn)
					if err != nil {
						t.Fatalf("%v of %s: %v", x.Line, p.Position(), err)
					}
					for _, m := range found {
						at = at.Play(m)
					}
				}
				last := holdings(at)
				net := first[side.Other()].pieces - last[side.Other()].pieces - (first[side].pieces - last[side].pieces)
				if g.Facts().Name == "igisoro" {
					net /= 2 // what one side loses the other wins
				}
				if net != x.Material {
					t.Errorf("%s, %v in %s: %d by the board, %d is said", v.Name, x.Line, p.Position(), net, x.Material)
				}
			}
		}
	}
}
