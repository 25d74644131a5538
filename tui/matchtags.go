package tui

import (
	"fmt"
	"strconv"
	"strings"

	"kibaho"
	"kibaho/play"
)

// The tags in which a kept game says which match it belongs to.
const (
	tagMatch   = "Match"        // the number of games
	tagPlayer1 = "Player1"      // the players in the order of the match
	tagPlayer2 = "Player2"      //
	tagVariant = "MatchVariant" // the rules of the match, which those of a penalty game differ from (FA16)
	tagSet     = "MatchSet"     //
	tagPenalty = "Penalty"      // "yes" in a penalty game
	tagOpening = "Opening"      // the drawn opening (DR9)
	tagGames   = "Games"        // the games before: "LEADER RESULT [penalty] [OPENING]", with ; between
)

func isMatchTag(name string) bool {
	switch name {
	case tagMatch, tagPlayer1, tagPlayer2, tagVariant, tagSet, tagPenalty, tagOpening, tagGames:
		return true
	}
	return false
}

// results are how games of a match ended, as the tag has them.
var results = map[kibaho.Outcome]string{kibaho.FirstWins: "1-0", kibaho.SecondWins: "0-1", kibaho.Draw: "1/2-1/2"}

// matchTags returns the tags of the match at the table, nothing for a game by
// itself.
func (t *table) matchTags() []play.Tag {
	if t.match == nil || t.length < 2 && len(t.match.Played()) == 0 && t.pair.Opening == nil {
		return nil
	}
	tags := []play.Tag{
		{Name: tagMatch, Value: strconv.Itoa(t.length)},
		{Name: tagPlayer1, Value: t.players[0].Name},
		{Name: tagPlayer2, Value: t.players[1].Name},
		{Name: tagVariant, Value: t.rules.Variant()},
		{Name: tagSet, Value: strings.Join(t.rules.Set(), " ")},
		{Name: tagOpening, Value: strings.Join(t.pair.Opening, " ")},
	}
	if t.pair.Penalty {
		tags = append(tags, play.Tag{Name: tagPenalty, Value: "yes"})
	}
	var list []string
	for _, p := range t.match.Played() {
		words := []string{strconv.Itoa(p.Leader + 1), results[p.Outcome]}
		if p.Penalty {
			words = append(words, "penalty")
		}
		list = append(list, strings.Join(append(words, p.Opening...), " "))
	}
	return append(tags, play.Tag{Name: tagGames, Value: strings.Join(list, "; ")})
}

// resumeMatch puts the match back that the tags of a record tell of. It reports
// false if they tell of none.
func (m *model) resumeMatch(t *table, r *play.Record) (bool, error) {
	if r.Tag(tagMatch) == "" {
		return false, nil
	}
	fail := func(tag, want string) error {
		return &kibaho.InputError{What: "tag " + tag, Text: r.Tag(tag), At: -1, Want: want}
	}
	length, err := strconv.Atoi(r.Tag(tagMatch))
	if err != nil || length < 1 {
		return false, fail(tagMatch, "expected the number of games")
	}
	g := r.Game.Start().Game()
	t.rules, err = g.Facts().Settings(r.Tag(tagVariant), strings.Fields(r.Tag(tagSet))...)
	if err != nil {
		return false, err
	}
	names := [2]string{r.Tag(tagPlayer1), r.Tag(tagPlayer2)}
	leader := 0
	if r.Tag(tagFirst) != names[0] {
		leader = 1
	}
	if names[0] == names[1] || r.Tag(tagFirst) != names[leader] {
		return false, fail(tagFirst, fmt.Sprintf("expected one of the players %q and %q", names[0], names[1]))
	}
	played, err := readGames(r.Tag(tagGames))
	if err != nil {
		return false, fail(tagGames, err.Error())
	}
	pair := play.Pairing{Leader: leader, Settings: r.Game.Start().Settings(), Penalty: r.Tag(tagPenalty) != ""}
	if opening := strings.Fields(r.Tag(tagOpening)); len(opening) > 0 {
		pair.Opening = opening
	}
	ledger, err := m.readLedger()
	if err != nil {
		return false, err
	}
	match, err := play.NewMatch(g, t.rules, names, leader, ledger)
	if err != nil {
		return false, err
	}
	match.Resume(played, pair)
	t.match, t.ledger, t.pair, t.length, t.leader = match, ledger, pair, length, leader
	if leader == 1 { // the seats of the record are First and Second
		t.players[0], t.players[1] = t.players[1], t.players[0]
	}
	if turns := r.Game.Turns(); len(pair.Opening) > 0 && len(turns) >= len(pair.Opening) {
		t.opening = turns[len(pair.Opening)-1].Last + 1
	}
	return true, nil
}

// readGames reads the games before the one that was kept.
func readGames(text string) ([]play.Played, error) {
	var played []play.Played
	for entry := range strings.SplitSeq(text, ";") {
		words := strings.Fields(entry)
		if len(words) == 0 {
			continue
		}
		var p play.Played
		if len(words) < 2 || words[0] != "1" && words[0] != "2" {
			return nil, fmt.Errorf("expected the leader, 1 or 2, and the result in %q", entry)
		}
		p.Leader = int(words[0][0] - '1')
		for o, result := range results {
			if result == words[1] {
				p.Outcome = o
			}
		}
		if p.Outcome == kibaho.Ongoing {
			return nil, fmt.Errorf("expected a result, 1-0, 0-1 or 1/2-1/2, in %q", entry)
		}
		words = words[2:]
		if len(words) > 0 && words[0] == "penalty" {
			p.Penalty, words = true, words[1:]
		}
		if len(words) > 0 {
			p.Opening = words
		}
		played = append(played, p)
	}
	return played, nil
}
