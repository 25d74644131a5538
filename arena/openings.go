package arena

import (
	"context"
	"fmt"
	"math"

	"kibaho"
	"kibaho/games"
	"kibaho/play"
	"kibaho/search"
)

// The random openings of a match are kept if a search of so many nodes calls them
// even: the points expected are within evenness of a half. Many that a short search
// calls even are lost for one side, above all in Igisoro, and then the engines
// win one game each whoever is better: what a short search lets pass a longer one
// looks at again.
const (
	balanceNodes     = 4_000
	againNodes       = 16_000
	balanceMegabytes = 1
	balanceTries     = 400 // then the most even one found is taken
	evenness         = 0.1
)

// Openings are the openings of a match, the same for the same seed. It is not safe
// for concurrent use.
type Openings struct {
	start games.Position
	deck  [][]string
	plies int
	seed  uint64
	made  [][]string
	known map[uint64]bool // hashes of the positions reached
	judge games.Engine
	from  int
	fixed [][]string // number from and those after it
}

// Deck returns the openings of a list, shuffled by the seed, from first to last
// and over again.
func Deck(start games.Position, list [][]string, seed uint64) *Openings {
	o := &Openings{start: start, seed: seed}
	o.deck = append(o.deck, list...)
	r := kibaho.NewRand(search.GameSeed(seed, -1))
	for i := len(o.deck) - 1; i > 0; i-- {
		j := r.N(i + 1)
		o.deck[i], o.deck[j] = o.deck[j], o.deck[i]
	}
	return o
}

// Random returns balanced openings of so many random turns, each another
// position while there are enough of them.
func Random(start games.Position, plies int, seed uint64) *Openings {
	return &Openings{start: start, plies: plies, seed: seed, known: map[uint64]bool{}}
}

// Fixed returns openings that were drawn before: list[0] is opening number from.
func Fixed(start games.Position, from int, list [][]string) *Openings {
	return &Openings{start: start, from: from, fixed: list}
}

// Size returns how many different openings there are, 0 if they are not counted.
func (o *Openings) Size() int { return len(o.deck) }

// At returns the turns of opening i. Random ones are made in their order.
func (o *Openings) At(ctx context.Context, i int) ([]string, error) {
	if o.fixed != nil {
		if i < o.from || i >= o.from+len(o.fixed) {
			return nil, fmt.Errorf("arena: opening %d is not among those given", i)
		}
		return o.fixed[i-o.from], nil
	}
	if len(o.deck) > 0 {
		return o.deck[i%len(o.deck)], nil
	}
	if o.plies == 0 {
		return nil, nil
	}
	for len(o.made) <= i {
		turns, err := o.make(ctx, len(o.made))
		if err != nil {
			return nil, err
		}
		o.made = append(o.made, turns)
	}
	return o.made[i], nil
}

// make draws a balanced opening.
func (o *Openings) make(ctx context.Context, i int) ([]string, error) {
	if o.judge == nil {
		o.judge = o.start.Game().Engine(balanceMegabytes)
	}
	r := kibaho.NewRand(search.GameSeed(o.seed, i))
	var best []string
	var hash uint64
	least := math.Inf(1)
	for range balanceTries {
		g := play.NewGame(o.start)
		if !stroll(g, o.plies, r) {
			continue
		}
		p := g.Position()
		o.judge.Forget()
		off := 0.0
		for _, nodes := range [2]uint64{balanceNodes, againNodes} {
			a := o.judge.Think(ctx, p, g.Past(), games.Budget{Nodes: nodes}, nil)
			if err := context.Cause(ctx); err != nil {
				return nil, err
			}
			if off = max(off, math.Abs(games.Chance(p.Game(), a.Lines[0])-0.5)); off > evenness {
				break
			}
		}
		if o.known[p.Hash()] {
			off++ // taken only if nothing new is found
		}
		if off < least {
			least, hash, best = off, p.Hash(), nil
			for _, t := range g.Turns() {
				best = append(best, t.Text)
			}
		}
		if off <= evenness {
			break
		}
	}
	if best == nil {
		return nil, fmt.Errorf("arena: no game of %d random turns goes on after them", o.plies)
	}
	o.known[hash] = true
	return best, nil
}

// stroll plays random turns, and reports whether the game goes on after them.
func stroll(g *play.Game, plies int, r *kibaho.Rand) bool {
	for n := 0; ; {
		p := g.Position()
		if !p.MidTurn() {
			if n == plies {
				return !g.Over()
			}
			n++
		}
		if g.Over() {
			return false
		}
		moves := p.Moves()
		g.Play(moves[r.N(len(moves))])
	}
}
