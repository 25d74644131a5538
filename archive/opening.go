package archive

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"

	"kibaho/draughts"
	"kibaho/games"
	"kibaho/record"
)

//go:embed openings.txt
var openingsText string

// Named is an opening that has a name.
type Named struct {
	Game   string
	Name   string
	Turns  []string
	Source string // by the letters of openings.txt; "deck" for a ballot
	Ballot bool   // it has no name but its number in a deck
}

// Openings returns the openings that have names, and the ballots of the
// three-move deck, in use or barred, by their numbers.
func Openings() []Named {
	var list []Named
	for line := range strings.Lines(openingsText) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		f := strings.Split(line, "|")
		list = append(list, Named{
			Game: strings.TrimSpace(f[0]), Name: strings.TrimSpace(f[1]), Turns: strings.Fields(f[2]), Source: strings.TrimSpace(f[3]),
		})
	}
	const deck = "three-move"
	for _, cards := range [][]draughts.Opening{draughts.Openings(deck), draughts.Barred(deck)} {
		for _, c := range cards {
			name := fmt.Sprintf("ballot %d", c.Number)
			if c.Barred {
				name += " (barred)"
			}
			list = append(list, Named{Game: "draughts", Name: name, Turns: c.Moves, Source: "deck", Ballot: true})
		}
	}
	return list
}

// names are the names by the key of the position that has it.
var names = sync.OnceValue(func() map[uint64]*Named {
	m := map[uint64]*Named{}
	list := Openings()
	for i := range list {
		o := &list[i]
		g, err := games.Find(o.Game)
		if err != nil {
			panic("archive: openings.txt: " + err.Error())
		}
		s, err := g.Facts().Settings("")
		if err != nil {
			panic("archive: openings.txt: " + err.Error())
		}
		p, err := g.Start(s)
		for _, t := range o.Turns {
			if err == nil {
				p, _, err = p.Follow(t)
			}
		}
		if err != nil {
			panic("archive: openings.txt: " + o.Name + ": " + err.Error())
		}
		if key := Key(p); m[key] == nil { // what has a name needs no number
			m[key] = o
		}
	}
	return m
})

// NameOf names the opening that a position is reached by, or returns nothing. A
// ballot of the three-move deck that has no other name is called by its number.
func NameOf(p games.Position) string {
	if o := names()[Key(p)]; o != nil {
		return o.Name
	}
	return ""
}

// openingTurns is how far into a game its opening is looked for.
const openingTurns = 16

// Opening names how a game began: the last position that has a name, or its
// ballot if none has.
func Opening(r *record.Record) string {
	rule := rules(r.Start())
	all := names()
	name, ballot := "", ""
	n := r.Root
	for range openingTurns {
		if len(n.Next) == 0 {
			break
		}
		n = n.Next[0]
		switch o := all[keyUnder(rule, n.Position)]; {
		case o == nil:
		case o.Ballot:
			ballot = o.Name
		default:
			name = o.Name
		}
	}
	switch {
	case name == "":
		return ballot
	case ballot == "":
		return name
	}
	return name + ", " + ballot
}
