package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"kibaho"
	"kibaho/archive"
	"kibaho/games"
	"kibaho/record"
	"kibaho/store"
)

// askFlags are the flags that choose games of a database.
type askFlags struct {
	db                   string
	game, variant        string
	set                  []string
	player, first        string
	second, event        string
	site, round, opening string
	results              []string
	from, to             string
	position, material   string
	moves, turns         string
	minTurns, maxTurns   int
	minRating            int
	self, people, twins  bool
	ids                  []int64
}

func (f *askFlags) add(cmd *cobra.Command) {
	addDB(cmd, &f.db)
	fl := cmd.Flags()
	fl.StringVar(&f.game, "game", "", "only this game; draughts where a position, material or moves are asked for and nothing else is said")
	fl.StringVar(&f.variant, "variant", "", "with --position, --moves or --material: by the rules of this variant")
	fl.StringArrayVar(&f.set, "set", nil, "with these: an option, OPTION=VALUE; may be repeated")
	fl.StringVar(&f.player, "player", "", "part of the name of either player")
	fl.StringVar(&f.first, "first", "", "part of the name of the first player (Black in draughts)")
	fl.StringVar(&f.second, "second", "", "part of the name of the second player")
	fl.StringVar(&f.event, "event", "", "part of the event")
	fl.StringVar(&f.site, "site", "", "part of the place")
	fl.StringVar(&f.round, "round", "", "the round")
	fl.StringVar(&f.opening, "opening", "", "part of the name of the opening")
	fl.StringArrayVar(&f.results, "result", nil, "1-0, 0-1, 1/2-1/2 or *; may be repeated")
	fl.StringVar(&f.from, "from", "", "not before this date, 1895 or 1895.07 or 1895.07.12")
	fl.StringVar(&f.to, "to", "", "not after this date")
	fl.StringVar(&f.position, "position", "", "the position came up, however it came about")
	fl.StringVar(&f.moves, "moves", "", "the position after these moves from the start came up, however it came about")
	fl.StringVar(&f.material, "material", "", "this material came up: MEN+KINGS/MEN+KINGS, the first player's first")
	fl.StringVar(&f.turns, "turns", "", "these turns were played one after another: ? is any turn, ... any number of them, ^ the beginning of the game")
	fl.IntVar(&f.minTurns, "min-turns", 0, "not shorter than so many turns")
	fl.IntVar(&f.maxTurns, "max-turns", 0, "not longer than so many turns")
	fl.IntVar(&f.minRating, "min-rating", 0, "both players rated at least so")
	fl.BoolVar(&f.self, "self-play", false, "only games that engines played against themselves")
	fl.BoolVar(&f.people, "no-self-play", false, "none of these")
	fl.BoolVar(&f.twins, "twins", false, "only games whose turns came up before")
	fl.Int64SliceVar(&f.ids, "id", nil, "the games of these numbers")
}

// ask makes the question that the flags put.
func (f *askFlags) ask() (archive.Ask, error) {
	a := archive.Ask{Query: store.Query{
		Kind: f.game, Player: f.player, First: f.first, Second: f.second, Event: f.event, Site: f.site, Round: f.round,
		Opening: f.opening, MinTurns: f.minTurns, MaxTurns: f.maxTurns, MinRating: f.minRating, Twins: f.twins,
	}}
	if len(f.ids) > 0 {
		a.IDs = slices.Clone(f.ids)
	}
	for _, text := range f.results {
		o, ok := record.ReadResult(text)
		if !ok {
			return a, &kibaho.InputError{What: "result", Text: text, At: -1, Want: "expected 1-0, 0-1, 1/2-1/2 or *"}
		}
		a.Results = append(a.Results, uint8(o))
	}
	for _, d := range []struct {
		name, text string
		first      bool
		into       *int
	}{{"from", f.from, true, &a.From}, {"to", f.to, false, &a.To}} {
		if d.text == "" {
			continue
		}
		from, to, ok := archive.Days(d.text)
		if !ok {
			return a, &kibaho.InputError{What: "date", Text: d.text, At: -1, Want: "expected YEAR, YEAR.MONTH or YEAR.MONTH.DAY"}
		}
		*d.into = to
		if d.first {
			*d.into = from
		}
	}
	if f.self || f.people {
		if f.self && f.people {
			return a, &kibaho.InputError{What: "self-play", Text: "--self-play --no-self-play", At: -1, Want: "expected one of the two"}
		}
		a.Made = &f.self
	}
	if f.turns != "" {
		p, err := archive.ReadPattern(f.turns)
		if err != nil {
			return a, err
		}
		a.Pattern = &p
	}
	if f.game != "" {
		if _, err := games.Find(f.game); err != nil {
			return a, err
		}
	}
	if f.position == "" && f.moves == "" && f.material == "" {
		return a, nil
	}
	c := choice{variant: f.variant, set: f.set, position: f.position}
	name := f.game
	if name == "" {
		name = "draughts"
	}
	p, err := c.start(name)
	if err != nil {
		return a, err
	}
	a.Rules = p
	if f.position != "" || f.moves != "" {
		if p, err = after(p, strings.Fields(f.moves)); err != nil {
			return a, err
		}
		a.Position = p
	}
	if f.material != "" {
		m, err := archive.ReadMaterial(f.material)
		if err != nil {
			return a, err
		}
		a.Material = &m
	}
	return a, nil
}

// after plays turns from a position; numbers such as 1. are passed over.
func after(p games.Position, turns []string) (games.Position, error) {
	for _, t := range turns {
		if strings.TrimLeft(t, "0123456789") != t && strings.Trim(t, "0123456789.") == "" && strings.HasSuffix(t, ".") {
			continue
		}
		next, _, err := p.Follow(t)
		if err != nil {
			return nil, err
		}
		p = next
	}
	return p, nil
}

// open opens the database.
func (f *askFlags) open(c *cobra.Command) (*store.Archive, archive.Ask, error) {
	ask, err := f.ask()
	if err != nil {
		return nil, ask, err
	}
	a, err := store.OpenArchive(c.Context(), f.db, false)
	return a, ask, err
}
