package archive

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"kibaho"
	"kibaho/games"
	"kibaho/store"
)

// Pattern is a sequence of turns to look for in games: turns as they are written,
// ? for any one turn, … or ... for any number of them. A pattern that begins with
// ^ is looked for at the beginning of a game only.
type Pattern struct {
	steps []string
	begin bool
}

const (
	anyTurn  = "?"
	anyTurns = "…"
)

// ReadPattern reads a pattern. Numbers of turns, as in 1. or 2..., are passed over.
func ReadPattern(text string) (Pattern, error) {
	var p Pattern
	fail := func(want string) (Pattern, error) {
		return Pattern{}, &kibaho.InputError{What: "pattern of turns", Text: text, At: -1, Want: want}
	}
	rest, begin := strings.CutPrefix(strings.TrimSpace(text), "^")
	p.begin = begin
	for word := range strings.FieldsSeq(rest) {
		if digits := strings.TrimRight(word, "."); digits != word && digits != "" && strings.Trim(digits, "0123456789") == "" {
			continue
		}
		if word == "..." {
			word = anyTurns
		}
		p.steps = append(p.steps, word)
	}
	if len(p.steps) == 0 {
		return fail("expected turns, such as 11-15 23-19, with ? for any turn and ... for any number of them")
	}
	if len(p.steps) > 200 {
		return fail("longer than 200 turns")
	}
	return p, nil
}

// Fits reports that the turns of a game, with spaces between them, hold the pattern.
func (p Pattern) Fits(line string) bool {
	turns := strings.Fields(line)
	// Greedy matching of the parts between the gaps is enough: each part is
	// looked for behind the one before it, as early as can be.
	at, fixed := 0, p.begin
	for steps := p.steps; len(steps) > 0; {
		n := slices.Index(steps, anyTurns)
		part := steps
		if n >= 0 {
			part, steps = steps[:n], steps[n+1:]
		} else {
			steps = nil
		}
		for ; ; at++ {
			if at+len(part) > len(turns) {
				return false
			}
			if same(part, turns[at:]) {
				break
			}
			if fixed {
				return false
			}
		}
		at += len(part)
		fixed = false
	}
	return true
}

func same(part, turns []string) bool {
	for i, want := range part {
		if want != anyTurn && want != turns[i] {
			return false
		}
	}
	return true
}

// Ask is what a search asks for: a query of the store, and what only the games
// themselves can tell.
type Ask struct {
	store.Query
	Position games.Position // that came up
	Material *Material      // that came up, under the rules of Rules
	Rules    games.Position // any position under the rules, for Material
	Pattern  *Pattern
}

// maxHits bounds the games that a position is looked up in.
const maxHits = 5_000_000

// Search calls f with the games that are asked for, until it returns false.
func Search(ctx context.Context, a *store.Archive, ask Ask, f func(store.Row) bool) error {
	q := ask.Query
	narrow := func(key uint64) error {
		ids, err := a.Games(ctx, key, maxHits)
		if err != nil {
			return err
		}
		if q.IDs != nil {
			ids = slices.DeleteFunc(ids, func(id int64) bool {
				_, ok := slices.BinarySearch(q.IDs, id)
				return !ok
			})
		}
		q.IDs = ids
		return nil
	}
	if q.IDs != nil {
		slices.Sort(q.IDs)
	}
	if ask.Position != nil {
		if err := narrow(Key(ask.Position)); err != nil {
			return err
		}
	}
	if ask.Material != nil {
		if ask.Rules == nil {
			return fmt.Errorf("archive: material of no game")
		}
		if err := narrow(ask.Material.key(rules(ask.Rules))); err != nil {
			return err
		}
	}
	if p := ask.Pattern; p != nil {
		q.Keep = func(_ int64, line string) bool { return p.Fits(line) }
	}
	return a.Each(ctx, q, f)
}

// Tally is how many games there are of something, and how they ended.
type Tally struct {
	Name    string
	Games   int64
	Results [4]int64 // not known, First, Second, drawn
}

// Score returns the points that First made, 0 to 1.
func (t *Tally) Score() float64 {
	n := t.Results[1] + t.Results[2] + t.Results[3]
	if n == 0 {
		return 0.5
	}
	return (float64(t.Results[1]) + float64(t.Results[3])/2) / float64(n)
}

// Stats is what a selection of games adds up to.
type Stats struct {
	All      Tally
	Turns    int64 // of all games
	Shortest int
	Longest  int
	Made     int64
	Twins    int64
	Kinds    []Tally
	Openings []Tally
	Players  []Standing
	Years    []Tally
}

// Standing is how a player fared, with either side.
type Standing struct {
	Name                     string
	Games, Won, Drawn, Lost  int64
	AsFirst, Unknown, Rating int64 // Rating is the highest that is known
}

// Points returns what a player made of his decided games, 0 to 1.
func (s *Standing) Points() float64 {
	n := s.Won + s.Drawn + s.Lost
	if n == 0 {
		return 0.5
	}
	return (float64(s.Won) + float64(s.Drawn)/2) / float64(n)
}

// Gather adds up a selection of games.
func Gather(ctx context.Context, a *store.Archive, ask Ask) (*Stats, error) {
	s := &Stats{All: Tally{Name: "all"}}
	kinds, openings, years := map[string]*Tally{}, map[string]*Tally{}, map[string]*Tally{}
	players := map[string]*Standing{}
	count := func(m map[string]*Tally, name string, r *store.Row) {
		t := m[name]
		if t == nil {
			t = &Tally{Name: name}
			m[name] = t
		}
		t.Games++
		t.Results[r.Result&3]++
	}
	err := Search(ctx, a, ask, func(r store.Row) bool {
		s.All.Games++
		s.All.Results[r.Result&3]++
		s.Turns += int64(r.Turns)
		if s.All.Games == 1 || r.Turns < s.Shortest {
			s.Shortest = r.Turns
		}
		s.Longest = max(s.Longest, r.Turns)
		if r.Made {
			s.Made++
		}
		if r.Twin > 0 {
			s.Twins++
		}
		count(kinds, r.Kind+" "+r.Variant, &r)
		if r.Opening != "" {
			count(openings, r.Opening, &r)
		}
		if r.Day > 0 {
			count(years, Date(r.Day)[:4], &r)
		}
		for side, name := range [2]string{r.First, r.Second} {
			if name == "" {
				continue
			}
			p := players[name]
			if p == nil {
				p = &Standing{Name: name}
				players[name] = p
			}
			p.Games++
			if side == 0 {
				p.AsFirst++
			}
			p.Rating = max(p.Rating, int64([2]int{r.FirstRating, r.SecondRating}[side]))
			switch kibaho.Outcome(r.Result) {
			case kibaho.Ongoing:
				p.Unknown++
			case kibaho.Draw:
				p.Drawn++
			case kibaho.Wins(kibaho.Side(side)):
				p.Won++
			default:
				p.Lost++
			}
		}
		return true
	})
	if err != nil {
		return nil, err
	}
	s.Kinds, s.Openings, s.Years = sorted(kinds), sorted(openings), sorted(years)
	slices.SortFunc(s.Years, func(a, b Tally) int { return strings.Compare(a.Name, b.Name) })
	for _, p := range players {
		s.Players = append(s.Players, *p)
	}
	slices.SortFunc(s.Players, func(a, b Standing) int {
		if a.Games != b.Games {
			return int(b.Games - a.Games)
		}
		return strings.Compare(a.Name, b.Name)
	})
	return s, nil
}

func sorted(m map[string]*Tally) []Tally {
	list := make([]Tally, 0, len(m))
	for _, t := range m {
		list = append(list, *t)
	}
	slices.SortFunc(list, func(a, b Tally) int {
		if a.Games != b.Games {
			return int(b.Games - a.Games)
		}
		return strings.Compare(a.Name, b.Name)
	})
	return list
}
