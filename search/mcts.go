package search

import (
	"cmp"
	"context"
	"math"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"kibaho"
)

// Tree finds good decisions by random games (UCT): it keeps a tree of the
// decisions that did well, goes down it by an upper bound on what each may be
// worth, and plays a random game from each leaf. It needs no evaluation. It is not
// safe for concurrent use.
type Tree[P any, M comparable, R kibaho.Rules[P, M]] struct {
	// Explore weighs what is little known against what did well; 0: 0.7.
	Explore float64
	// Seed makes the random games repeatable with one worker and a limit of nodes.
	Seed uint64
	// Branches bounds the memory: a tree grows to so many decisions, then only
	// the random games go on. 0: 4 million, some 32 bytes and a move each.
	Branches int

	spec Spec[P, M]
}

// NewTree returns a tree search. Of spec it uses Quiet, Reversible and Playout.
func NewTree[P any, M comparable, R kibaho.Rules[P, M]](spec Spec[P, M]) *Tree[P, M, R] {
	return &Tree[P, M, R]{spec: spec}
}

// branch is a decision in the tree and the position that it leads to.
type branch[M any] struct {
	move   M
	first  int32 // its own branches are tree[first : first+n]
	n      int32 // -1: not grown yet
	visits uint32
	won    float64 // points for the side that made the decision
}

// grower is one goroutine's tree.
type grower[P any, M comparable, R kibaho.Rules[P, M]] struct {
	t       *Tree[P, M, R]
	tree    []branch[M] // tree[0] is the root
	pos     P
	moves   []M
	line    []int32
	sides   []kibaho.Side // by decision of the line: who made it
	past    []uint64
	player  *Player[P, M, R]
	rand    *kibaho.Rand
	explore float64
	most    int
	deepest int // decisions of the longest line
}

// Search plays random games from p until a limit is met or ctx ends. A node is a
// random game; Depth is that of the line of most visits, in decisions, SelDepth
// of the longest one. Without a limit of nodes or time it goes on until ctx ends.
// Several workers grow trees of their own, whose visits are added at the end.
// report, if not nil, is called about four times a second, for the first worker's tree.
// Scores are log odds of the mean score, in hundredths.
func (t *Tree[P, M, R]) Search(ctx context.Context, p P, history History, limits Limits, report func(Info[M])) Info[M] {
	start := time.Now()
	left := limits.Time
	if c := limits.Clock; c.Left > 0 {
		turns := 30
		if c.Turns > 0 {
			turns = min(turns, c.Turns+1)
		}
		share := min(c.Left/time.Duration(turns)+c.Increment*4/5, c.Left/2)
		if left == 0 || share < left {
			left = share
		}
	}
	growers := make([]*grower[P, M, R], max(1, limits.Threads))
	for i := range growers {
		growers[i] = t.grower(p, i)
	}
	if growers[0].tree[0].n == 0 {
		var w kibaho.Outcome = R(&p).Outcome()
		s := Score(0)
		switch w {
		case kibaho.Wins(R(&p).Turn()):
			s = Win
		case kibaho.Wins(R(&p).Turn().Other()):
			s = -Win
		}
		return Info[M]{Stats: Stats{Score: s, Elapsed: time.Since(start)}}
	}
	var games atomic.Uint64
	work := func(g *grower[P, M, R], report func(Info[M])) {
		told := start
		for n := 0; ; n++ {
			if limits.Nodes > 0 {
				if games.Add(1) > limits.Nodes {
					return
				}
			} else {
				games.Add(1)
			}
			if n&15 == 0 && n > 0 || limits.Nodes == 0 {
				if ctx.Err() != nil || left > 0 && time.Since(start) >= left {
					return
				}
				if report != nil && time.Since(told) > 250*time.Millisecond {
					told = time.Now()
					report(g.info(limits.Lines, time.Since(start)))
				}
			}
			g.grow(&p, &history)
		}
	}
	var wg sync.WaitGroup
	for _, g := range growers[1:] {
		wg.Go(func() { work(g, nil) })
	}
	work(growers[0], report)
	wg.Wait()
	main := growers[0]
	for _, g := range growers[1:] {
		main.tree[0].visits += g.tree[0].visits
		main.deepest = max(main.deepest, g.deepest)
		a, b := main.branches(0), g.branches(0)
		for i := range a {
			a[i].visits += b[i].visits
			a[i].won += b[i].won
		}
	}
	return main.info(limits.Lines, time.Since(start))
}

func (t *Tree[P, M, R]) grower(p P, number int) *grower[P, M, R] {
	g := &grower[P, M, R]{
		t:       t,
		tree:    make([]branch[M], 1, 1024),
		player:  NewPlayer[P, M, R](Games[P, M]{Quiet: t.spec.Quiet, Reversible: t.spec.Reversible, Playout: t.spec.Playout}),
		rand:    kibaho.NewRand(GameSeed(t.Seed, number)),
		explore: t.Explore,
		most:    t.Branches,
	}
	if g.explore == 0 {
		g.explore = 0.7
	}
	if g.most <= 0 {
		g.most = 4_000_000
	}
	g.tree[0].n = -1
	g.pos = p
	g.sprout(0)
	return g
}

func (g *grower[P, M, R]) branches(at int32) []branch[M] {
	b := &g.tree[at]
	if b.n <= 0 {
		return nil
	}
	return g.tree[b.first : b.first+b.n]
}

// sprout gives the position g.pos, at the branch, its branches.
func (g *grower[P, M, R]) sprout(at int32) {
	g.moves = R(&g.pos).Moves(g.moves[:0])
	if len(g.tree)+len(g.moves) > g.most && at > 0 {
		return
	}
	g.tree[at].first, g.tree[at].n = int32(len(g.tree)), int32(len(g.moves))
	for _, m := range g.moves {
		g.tree = append(g.tree, branch[M]{move: m, n: -1})
	}
}

// grow goes down the tree, lets it grow by a position, plays a random game from
// there and notes its result all the way up.
func (g *grower[P, M, R]) grow(root *P, h *History) {
	g.pos = *root
	p := R(&g.pos)
	g.line, g.sides = append(g.line[:0], 0), g.sides[:0]
	g.past = append(g.past[:0], h.Hashes...)
	quiet, allQuiet := h.Quiet, true
	if !p.MidTurn() {
		g.past = append(g.past, p.Hash())
	}
	at := int32(0)
	result := kibaho.Ongoing
	for result == kibaho.Ongoing {
		if g.tree[at].n < 0 && (g.tree[at].visits > 0 || at == 0) {
			g.sprout(at)
		}
		if g.tree[at].n < 0 {
			break
		}
		if g.tree[at].n == 0 {
			result = p.Outcome()
			break
		}
		at = g.choose(at)
		m := g.tree[at].move
		g.line, g.sides = append(g.line, at), append(g.sides, p.Turn())
		if g.t.spec.Quiet == nil || !g.t.spec.Quiet(&g.pos, m) {
			allQuiet = false
			if g.t.spec.Quiet != nil && !g.t.spec.Reversible {
				g.past = g.past[:0]
			}
		}
		p.Play(m)
		if p.MidTurn() {
			continue
		}
		quiet++
		if !allQuiet {
			quiet = 0
		}
		allQuiet = true
		if g.drawn(p.Hash(), quiet, &h.Limits) {
			if result = p.Outcome(); result == kibaho.Ongoing {
				result = kibaho.Draw
			}
		}
	}
	g.deepest = max(g.deepest, len(g.sides))
	if result == kibaho.Ongoing {
		// The random game knows no history: what matters of it is in the tree.
		g.player.g.Limits = h.Limits
		res, _ := g.player.Play(context.Background(), g.pos, g.rand)
		result = res.Outcome
	}
	g.tree[0].visits++
	for i, side := range g.sides {
		b := &g.tree[g.line[i+1]]
		b.visits++
		b.won += result.Score(side)
	}
}

// drawn reports a draw by history and adds the position to it.
func (g *grower[P, M, R]) drawn(hash uint64, quiet int, l *kibaho.Limits) bool {
	if l.Quiet > 0 && quiet >= l.Quiet {
		return true
	}
	if l.Repetition == 0 {
		return false
	}
	times := 1
	for _, h := range g.past {
		if h == hash {
			times++
		}
	}
	g.past = append(g.past, hash)
	return times >= l.Repetition
}

// choose picks the branch of the highest upper bound. All are tried once first.
func (g *grower[P, M, R]) choose(at int32) int32 {
	b := &g.tree[at]
	wide := g.explore * math.Sqrt(math.Log(float64(b.visits+1)))
	best, top := b.first, math.Inf(-1)
	untried := 0
	for i := b.first; i < b.first+b.n; i++ {
		c := &g.tree[i]
		if c.visits == 0 {
			if untried++; g.rand.N(untried) == 0 {
				best = i
			}
			continue
		}
		if untried > 0 {
			continue
		}
		n := float64(c.visits)
		if v := c.won/n + wide/math.Sqrt(n); v > top {
			top, best = v, i
		}
	}
	return best
}

// info tells what is known: the decisions most often tried are the best.
func (g *grower[P, M, R]) info(lines int, elapsed time.Duration) Info[M] {
	out := Info[M]{Stats: Stats{SelDepth: g.deepest, Nodes: uint64(g.tree[0].visits), Elapsed: elapsed}}
	order := make([]int32, g.tree[0].n)
	for i := range order {
		order[i] = g.tree[0].first + int32(i)
	}
	most := func(a, b int32) int { return cmp.Compare(g.tree[b].visits, g.tree[a].visits) }
	slices.SortStableFunc(order, most)
	for _, at := range order[:min(max(1, lines), len(order))] {
		b := &g.tree[at]
		l := Line[M]{Visits: uint64(b.visits), Expected: 0.5}
		if b.visits > 0 {
			l.Expected = b.won / float64(b.visits)
		}
		l.Score = odds(l.Expected, float64(b.visits))
		for {
			l.Moves = append(l.Moves, g.tree[at].move)
			next := int32(-1)
			for i := range g.branches(at) {
				if c := g.tree[at].first + int32(i); g.tree[c].visits > 0 && (next < 0 || g.tree[c].visits > g.tree[next].visits) {
					next = c
				}
			}
			if next < 0 {
				break
			}
			at = next
		}
		out.Lines = append(out.Lines, l)
	}
	out.Score, out.Depth = out.Lines[0].Score, len(out.Lines[0].Moves)
	return out
}

// odds returns 100 times the logarithm of the odds of a mean score over n games.
func odds(mean, n float64) Score {
	p := (mean*n + 0.5) / (n + 1)
	return Score(math.Round(100 * math.Log(p/(1-p))))
}
