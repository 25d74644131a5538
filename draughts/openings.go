package draughts

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"kibaho"
)

//go:embed openings.txt
var openingsText string

// Opening is the first moves of a game as they stand in a deck (DR9).
type Opening struct {
	Number int      // its place in the deck, barred openings counted
	Moves  []string // as Text writes them: "9-13", "22-17", "13x22"
	Barred bool     // not in use
}

// decks are the two decks in full, by the name of the option.
var decks = sync.OnceValue(func() map[string][]Opening {
	all := map[string][]Opening{}
	for line := range strings.Lines(openingsText) {
		f := strings.Fields(line)
		if len(f) == 0 || f[0] == "#" {
			continue
		}
		o := Opening{Barred: f[len(f)-1] == "barred"}
		moves := f[2:]
		if o.Barred {
			moves = moves[:len(moves)-1]
		}
		var err error
		if o.Number, err = strconv.Atoi(f[1]); err == nil {
			o.Moves, err = written(moves)
		}
		if err != nil {
			panic(fmt.Sprintf("draughts: openings.txt: %q: %v", line, err))
		}
		all[f[0]] = append(all[f[0]], o)
	}
	return all
})

// written plays moves from the start and returns them as Text writes them.
func written(moves []string) ([]string, error) {
	p := Position{pieces: start(0)}
	var texts []string
	for _, text := range moves {
		before := p
		m, err := p.playText(text)
		if err != nil {
			return nil, err
		}
		texts = append(texts, Text(&before, m))
	}
	return texts, nil
}

// playText makes the legal turn that a text means and returns it.
func (p *Position) playText(text string) (Move, error) {
	w, err := parse(text)
	if err != nil {
		return Move{}, err
	}
	m, ok, _ := p.find(w)
	if !ok {
		return m, Refuse(p, text)
	}
	p.Play(m)
	return m, nil
}

// Openings returns what is drawn from under a value of the option openings:
// nothing for "free", the 43 openings in use for "two-move", all 49 for
// "two-move-49" and the 156 in use for "three-move" (DR9). The caller owns the
// slice. In a match each is played twice and never again by the same pair (DR10).
func Openings(deck string) []Opening {
	if deck == "two-move-49" {
		return cards("two-move", func(Opening) bool { return true })
	}
	return cards(deck, func(o Opening) bool { return !o.Barred })
}

// Barred returns the openings of a deck, "two-move" or "three-move", that are
// not in use: six that lose a man, eighteen of three moves.
func Barred(deck string) []Opening {
	return cards(deck, func(o Opening) bool { return o.Barred })
}

func cards(deck string, in func(Opening) bool) []Opening {
	var drawn []Opening
	for _, o := range decks()[deck] {
		if in(o) {
			o.Moves = slices.Clone(o.Moves)
			drawn = append(drawn, o)
		}
	}
	return drawn
}

// Position returns the position that the opening leads to.
func (o Opening) Position(s kibaho.Settings) (Position, error) {
	p, err := Start(s)
	if err != nil {
		return p, err
	}
	for _, text := range o.Moves {
		if _, err := p.playText(text); err != nil {
			return p, err
		}
	}
	return p, nil
}
