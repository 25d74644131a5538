package server

import (
	"slices"
	"strings"

	"kibaho"
	"kibaho/games"
	"kibaho/play"
)

// Series is the match that a game belongs to (M1). Each table is the game of
// number len(Outcomes)+1 of a series; who leads, and with which opening, follows
// from the values here, by lots drawn from Seed.
//
// The two persons are numbered by the first game: person 0 made the first table.
type Series struct {
	Seed     uint64   `json:"seed"`
	Games    int      `json:"games,omitempty"` // 0: as long as both like
	Leader   int      `json:"leader"`          // the person who led the first game
	First    int      `json:"first"`           // the person who plays First at this table
	Outcomes []string `json:"outcomes,omitempty"`
	Used     []string `json:"used,omitempty"` // openings the pair had had before (DR10)
	Why      string   `json:"why,omitempty"`  // who leads this game, in words
	Penalty  bool     `json:"penalty,omitempty"`

	// The settings of the series, where this game has others (FA16).
	Variant string   `json:"variant,omitempty"`
	Set     []string `json:"set,omitempty"`
}

// players are the names that the openings of a pair are noted under.
var players = [2]string{"0", "1"}

// pairing draws the game after those in Outcomes.
func (s *Series) pairing(g games.Game, settings kibaho.Settings) (play.Pairing, *play.Match, error) {
	var ledger play.Ledger
	for _, o := range s.Used {
		ledger.Use(players, strings.Fields(o))
	}
	match, err := play.NewMatch(g, settings, players, s.Leader, &ledger)
	if err != nil {
		return play.Pairing{}, nil, err
	}
	r := kibaho.NewRand(s.Seed)
	for _, text := range s.Outcomes {
		if _, err := match.Next(r); err != nil {
			return play.Pairing{}, nil, err
		}
		if err := match.Record(outcome(text)); err != nil {
			return play.Pairing{}, nil, err
		}
	}
	next, err := match.Next(r)
	return next, match, err
}

// outcome reads the text of an outcome.
func outcome(text string) kibaho.Outcome {
	for o := kibaho.FirstWins; o <= kibaho.Draw; o++ {
		if o.String() == text {
			return o
		}
	}
	return kibaho.Ongoing
}

// settings returns the settings of the series.
func (s *State) seriesSettings() (games.Game, kibaho.Settings, error) {
	g := s.start.Game()
	if !s.Series.Penalty {
		settings, err := g.Facts().Settings(s.Setup.Variant, s.Setup.Set...)
		return g, settings, err
	}
	settings, err := g.Facts().Settings(s.Series.Variant, s.Series.Set...)
	return g, settings, err
}

// Score returns the points of the two sides of this table in the games of the
// series before it, in the order of the sides.
func (s *State) Score() [2]float64 {
	g, settings, err := s.seriesSettings()
	if err != nil || len(s.Series.Outcomes) == 0 {
		return [2]float64{}
	}
	_, match, err := s.Series.pairing(g, settings)
	if match == nil || err != nil {
		return [2]float64{}
	}
	score := match.Score()
	if s.Series.First == 1 {
		score[0], score[1] = score[1], score[0]
	}
	return score
}

// Opening returns the opening that this game must begin with (DR9), nil if it
// is free.
func (s *State) Opening() ([]string, error) {
	if s.Setup.Position != "" {
		return nil, nil
	}
	g, settings, err := s.seriesSettings()
	if err != nil {
		return nil, err
	}
	next, _, err := s.Series.pairing(g, settings)
	return next.Opening, err
}

// Follow returns the setup of the next game of the series. seed is used if the
// series is over and another one begins.
func (s *State) Follow(seed uint64) (Setup, error) {
	g, settings, err := s.seriesSettings()
	if err != nil {
		return Setup{}, err
	}
	persons := s.Seats // by person
	if s.Series.First == 1 {
		persons[0], persons[1] = persons[1], persons[0]
	}
	next := s.Setup
	next.Variant, next.Set = settings.Variant(), settings.Set()
	series := s.Series
	series.Variant, series.Set, series.Penalty = "", nil, false
	o, _ := s.game.Outcome()
	if !s.Aborted {
		series.Outcomes = append(slices.Clip(series.Outcomes), o.String())
	}
	if series.Games > 0 && len(series.Outcomes) >= series.Games {
		// Another match of the same length; whoever did not lead the first game leads.
		used, err := s.used()
		if err != nil {
			return Setup{}, err
		}
		series = Series{Seed: seed, Games: series.Games, Leader: 1 - series.Leader, Used: used}
	}
	pairing, _, err := series.pairing(g, settings)
	if err != nil {
		return Setup{}, wrongTime(err.Error())
	}
	series.First, series.Why, series.Penalty = pairing.Leader, pairing.Why, pairing.Penalty
	if pairing.Penalty {
		series.Variant, series.Set = next.Variant, next.Set
		next.Variant, next.Set = pairing.Settings.Variant(), pairing.Settings.Set()
	}
	next.Opening = nil
	if next.Position == "" {
		next.Opening = pairing.Opening
	}
	next.Seats = persons
	if series.First == 1 {
		next.Seats[0], next.Seats[1] = persons[1], persons[0]
	}
	next.Series = series
	return next, nil
}

// used returns the openings that the pair has had, those of this series included.
func (s *State) used() ([]string, error) {
	g, settings, err := s.seriesSettings()
	if err != nil {
		return nil, err
	}
	used := slices.Clone(s.Series.Used)
	_, match, err := s.Series.pairing(g, settings)
	if err != nil {
		return nil, err
	}
	for _, p := range match.Played() {
		if o := strings.Join(p.Opening, " "); o != "" && !slices.Contains(used, o) {
			used = append(used, o)
		}
	}
	if opening, err := s.Opening(); err == nil && len(opening) > 0 {
		if o := strings.Join(opening, " "); !slices.Contains(used, o) {
			used = append(used, o)
		}
	}
	return used, nil
}
