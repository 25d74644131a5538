// Package work is the kinds of work that jobs can be: slices of endgame tables, proof
// questions, games of a match, analyses, games to learn from, records to import. Each
// kind is one file: how jobs of it are made, how one is done, and how the results
// come together again.
//
// Whatever is bounded by numbers of positions comes out the same on any worker, so
// that the results of many are those of one; what time bounds is a loose job
// ([jobs.Job.Loose]).
package work

import (
	"strings"

	"kibaho"
	"kibaho/games"
	"kibaho/jobs"
)

// Use says what a worker may use for a job.
type Use struct {
	Memory uint64 // bytes, for tables and proofs; 0: what they need
}

// Kinds returns all kinds, one line each.
func Kinds(use Use) []jobs.Kind {
	return []jobs.Kind{
		table{use},
		proof{use},
		match{},
		analysis{},
		training{},
		records{},
	}
}

// Choose returns the kinds of these names; all if there are none.
func Choose(all []jobs.Kind, names []string) ([]jobs.Kind, error) {
	if len(names) == 0 {
		return all, nil
	}
	var chosen []jobs.Kind
	var known []string
	for _, k := range all {
		known = append(known, k.Name())
	}
	for _, name := range names {
		found := false
		for _, k := range all {
			if k.Name() == name {
				chosen, found = append(chosen, k), true
			}
		}
		if !found {
			return nil, &kibaho.InputError{What: "kinds", Text: strings.Join(names, ","), At: -1, Got: name, Want: "expected some of " + strings.Join(known, ", ")}
		}
	}
	return chosen, nil
}

// setting is a game with its settings as they are written into jobs: "draughts", and
// "english capture=compulsory".
func setting(game, text string) (games.Game, kibaho.Settings, error) {
	g, err := games.Find(game)
	if err != nil {
		return nil, kibaho.Settings{}, err
	}
	words := strings.Fields(text)
	if len(words) == 0 {
		return nil, kibaho.Settings{}, &kibaho.InputError{What: "settings", Text: text, At: -1, Want: "expected a variant"}
	}
	s, err := g.Facts().Settings(words[0], words[1:]...)
	return g, s, err
}

// position reads a position that was written into a job.
func position(game, settings, text string) (games.Position, error) {
	g, s, err := setting(game, settings)
	if err != nil {
		return nil, err
	}
	return g.Read(s, text)
}
