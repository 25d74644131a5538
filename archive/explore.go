package archive

import (
	"context"
	"errors"

	"kibaho"
	"kibaho/games"
	"kibaho/record"
	"kibaho/search"
	"kibaho/store"
)

// Choice is a turn that was played in a position.
type Choice struct {
	Turns   []string // the turn; several that lead to one position count as one
	After   games.Position
	Games   int64
	First   int64 // won by First
	Second  int64
	Drawn   int64
	Unknown int64   // how they ended is not known
	Made    int64   // of them engines played so many against themselves
	Rating  int     // the average of the players who made the turn, 0: none is known
	Last    string  // when it was played last
	Samples []int64 // some of the games, by number
	Name    string  // of the opening that it leads to
}

// Score returns the points that First made with it, 0 to 1, and in how many games.
func (c *Choice) Score() (float64, int64) {
	n := c.First + c.Second + c.Drawn
	if n == 0 {
		return 0.5, 0
	}
	return (float64(c.First) + float64(c.Drawn)/2) / float64(n), n
}

// View is what an archive knows of a position.
type View struct {
	Position games.Position
	Name     string // of the opening, if it has one
	Games    int64  // in which the position came up
	Ended    int64  // of them, those that ended with it
	Choices  []Choice
}

// Explore tells what was played in a position, the most frequent turn first.
func Explore(ctx context.Context, a *store.Archive, p games.Position) (*View, error) {
	rule := rules(p)
	branches, err := a.Branches(ctx, keyUnder(rule, p))
	if err != nil {
		return nil, err
	}
	v := &View{Position: p, Name: NameOf(p)}
	if len(branches) == 0 {
		return v, nil
	}
	turns, err := p.Turns(ctx)
	if err != nil && !errors.Is(err, search.ErrTooMany) {
		return nil, err
	}
	found := map[uint32][]games.Turn{}
	for _, t := range turns {
		next := uint32(keyUnder(rule, t.After)) | 1
		found[next] = append(found[next], t)
	}
	for i := range branches {
		b := &branches[i]
		v.Games += b.Games
		if b.Next == 0 {
			v.Ended += b.Games
			continue
		}
		c := Choice{
			Games: b.Games, Unknown: b.Results[kibaho.Ongoing], First: b.Results[kibaho.FirstWins],
			Second: b.Results[kibaho.SecondWins], Drawn: b.Results[kibaho.Draw], Made: b.Made, Last: Date(int(b.Day)),
		}
		if b.Rated > 0 {
			c.Rating = int(b.Rating / b.Rated)
		}
		for _, id := range b.Sample {
			if id > 0 {
				c.Samples = append(c.Samples, int64(id))
			}
		}
		list := found[b.Next]
		if len(list) == 0 {
			text, after, err := turnOf(ctx, a, p, rule, b)
			if err != nil {
				return nil, err
			}
			if text == "" {
				continue // of another position whose key is the same: it cannot be played here
			}
			list = []games.Turn{{Text: text, After: after}}
		}
		for _, t := range list {
			c.Turns = append(c.Turns, t.Text)
		}
		c.After = list[0].After
		c.Name = NameOf(c.After)
		v.Choices = append(v.Choices, c)
	}
	return v, nil
}

// turnOf finds the turn of a branch in one of its games, where a position has
// more turns than can be listed.
func turnOf(ctx context.Context, a *store.Archive, p games.Position, rule uint64, b *store.Branch) (string, games.Position, error) {
	for _, id := range b.Sample {
		if id == 0 {
			continue
		}
		r, err := Game(ctx, a, int64(id))
		if err != nil {
			return "", nil, err
		}
		for n := r.Root; len(n.Next) > 0; n = n.Next[0] {
			next := n.Next[0]
			if n.Position.Same(p) && uint32(keyUnder(rule, next.Position))|1 == b.Next {
				return next.Text, next.Position, nil
			}
		}
	}
	return "", nil, nil
}

// ErrNoGame: there is no game of that number.
var ErrNoGame = errors.New("archive: no such game")

// Game returns a game by its number.
func Game(ctx context.Context, a *store.Archive, id int64) (*record.Record, error) {
	var text string
	err := a.Each(ctx, store.Query{IDs: []int64{id}, Texts: true}, func(r store.Row) bool {
		text = r.Text
		return false
	})
	if err != nil {
		return nil, err
	}
	if text == "" {
		return nil, ErrNoGame
	}
	return record.Read(text)
}
