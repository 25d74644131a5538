package arena

import (
	"context"
	"fmt"
	"math"
	"time"

	"kibaho"
	"kibaho/games"
	"kibaho/play"
	"kibaho/search"
)

// Balance says how random openings are tested for being even, by searches and by
// games of our own engine, whoever plays the match.
type Balance struct {
	// Nodes of a search that must hold a position for even at all its depths, but for the
	// first few; 0: every opening is taken as it comes.
	Nodes uint64
	// Trials is how many games level 7 plays against itself, with at most Nodes/16 for each
	// move. It misjudges a little, in each game something else. Of the points each side must make
	// three eighths, rounded up.
	Trials int
}

// The bounds of BalanceNodes.
const (
	leastBalance = 8_000
	mostBalance  = 32_000
)

// BalanceNodes returns what does for Balance.Nodes in a match of two engines: four
// times the nodes of a move, at least 8,000 and at most 32,000, which is also for
// moves that only time or depth bound.
func BalanceNodes(engines [2]Spec) uint64 {
	var nodes uint64
	for _, e := range engines {
		switch b := e.Budget; {
		case b.Nodes > 0:
			nodes = max(nodes, 4*b.Nodes)
		case b.Level == games.Full:
			nodes = mostBalance
		}
	}
	return min(max(nodes, leastBalance), mostBalance)
}

// looks say how far from a half the points that a search expects may be at a depth,
// by how far on it is. Most random positions of Igisoro are decided, and the engines win
// one game each whoever is better; a short search sees that of the worst.
var looks = [...]struct {
	share  uint64 // once a depth has taken one so many-th of Balance.Nodes
	within float64
}{{128, 0.3}, {16, 0.2}, {4, 0.15}}

const (
	balanceMegabytes = 1
	balanceTries     = 1000 // positions; then openings of one turn more are tried
	balanceIdle      = 300  // the same if so many running were seen before
	deeper           = 3    // turns more at most; then the most even one found is taken
	trialLevel       = 7
	trialTurns       = 24 // then a trial game counts as what the engine expects of it
)

// Openings are the openings of a match, the same for the same seed. It is not safe
// for concurrent use.
type Openings struct {
	// Tell is called while a random opening is looked for, with its number and the
	// positions tried so far for it. Nil: nothing.
	Tell func(number, tried int)

	start   games.Position
	deck    [][]string
	plies   int
	seed    uint64
	balance Balance
	made    [][]string
	known   map[uint64]float64 // by hash: how uneven; taken for those in use
	judge   games.Engine
	from    int
	fixed   [][]string // number from and those after it
	tried   int
	spent   time.Duration
}

// taken is more uneven than any position is.
const taken = 1000

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

// Random returns openings of so many random turns, each another position while
// there are enough of them, that pass a test. Where few do some have up to three turns more.
func Random(start games.Position, plies int, seed uint64, b Balance) *Openings {
	return &Openings{start: start, plies: plies, seed: seed, known: map[uint64]float64{}, balance: b}
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

// Tried returns how many positions were looked at for random openings, and how long
// that took.
func (o *Openings) Tried() (positions int, spent time.Duration) { return o.tried, o.spent }

// make draws a balanced opening.
func (o *Openings) make(ctx context.Context, i int) ([]string, error) {
	if o.judge == nil {
		o.judge = o.start.Game().Engine(balanceMegabytes)
	}
	began := time.Now()
	defer func() { o.spent += time.Since(began) }()
	r := kibaho.NewRand(search.GameSeed(o.seed, i))
	var best *play.Game
	least, tried := math.Inf(1), 0
	for plies := o.plies; plies <= o.plies+deeper && least > 0; plies++ {
		for news, idle := 0, 0; news < balanceTries && idle < balanceIdle && least > 0; idle++ {
			g := play.NewGame(o.start)
			if !stroll(g, plies, r) {
				continue
			}
			hash := g.Position().Hash()
			off, seen := o.known[hash]
			if !seen {
				if off = o.uneven(ctx, g); ctx.Err() != nil {
					return nil, context.Cause(ctx)
				}
				news, idle = news+1, 0
				tried++
				o.tried++
				o.known[hash] = off
				if o.Tell != nil {
					o.Tell(i, tried)
				}
			}
			if off < least {
				least, best = off, g
			}
		}
	}
	if best == nil {
		return nil, fmt.Errorf("arena: no game of %d random turns goes on after them", o.plies)
	}
	o.known[best.Position().Hash()] = taken // again only if nothing new is found
	turns := []string{}
	for _, t := range best.Turns() {
		turns = append(turns, t.Text)
	}
	return turns, nil
}

// uneven returns 0 if a position passes the whole test, else how far it is from that.
func (o *Openings) uneven(ctx context.Context, g *play.Game) float64 {
	if o.balance.Nodes == 0 {
		return 0
	}
	p := g.Position()
	o.judge.Forget()
	looking, enough := context.WithCancel(ctx)
	defer enough()
	off := 0.0
	see := func(a games.Analysis) {
		within := 0.5 // the first depths say nothing
		for _, l := range looks {
			if a.Nodes >= o.balance.Nodes/l.share {
				within = l.within
			}
		}
		if now := math.Abs(games.Chance(p.Game(), a.Lines[0]) - 0.5); now > within && off == 0 {
			// The sooner it is seen to be uneven the more it is.
			off = 2 - float64(a.Nodes)/float64(o.balance.Nodes+1) + now
			enough()
		}
	}
	last := o.judge.Think(looking, p, g.Past(), games.Budget{Nodes: o.balance.Nodes}, see)
	if off == 0 {
		see(last)
	}
	if off > 0 || ctx.Err() != nil {
		return off
	}
	return o.trial(ctx, g)
}

// trial plays the engine against itself from a position: 0 if each side makes its
// share of the points, else how far they are from a half.
func (o *Openings) trial(ctx context.Context, opened *play.Game) float64 {
	n := o.balance.Trials
	if n == 0 {
		return 0
	}
	share := float64((3*n + 7) / 8)
	var points [2]float64
	for i := range n {
		b := games.Budget{Nodes: max(1, o.balance.Nodes/16), Level: trialLevel, Seed: search.GameSeed(o.seed, i)}
		v := o.game(ctx, opened, b)
		points[kibaho.First] += v
		points[kibaho.Second] += 1 - v
		if min(points[0], points[1])+float64(n-1-i) < share {
			break // it cannot be made up for
		}
	}
	if min(points[0], points[1]) >= share {
		return 0
	}
	return math.Abs(points[0]-points[1]) / float64(2*n)
}

// game plays a trial game and returns the points of the first player.
func (o *Openings) game(ctx context.Context, opened *play.Game, by games.Budget) float64 {
	g := play.NewGame(o.start)
	for _, ply := range opened.Plies() {
		g.Play(ply.Move)
	}
	o.judge.Forget()
	expected := 0.5
	for turns := 0; turns < trialTurns; {
		if g.Over() || g.Claim() != play.NoClaim {
			outcome, _ := g.Outcome()
			return outcome.Score(kibaho.First)
		}
		p := g.Position()
		l := o.judge.Think(ctx, p, g.Past(), by, nil).Lines[0]
		if expected = games.Chance(p.Game(), l); p.Turn() == kibaho.Second {
			expected = 1 - expected
		}
		if l.Proven() || ctx.Err() != nil {
			break
		}
		for _, m := range l.Moves {
			g.Play(m)
		}
		turns++
	}
	return expected
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
