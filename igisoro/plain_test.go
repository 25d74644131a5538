package igisoro

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"kibaho"
)

// player is the rules once more, as a person would play them with seeds in the
// hand: no words, no tables, and the question of IG13 answered by trying
// everything.
type player struct {
	columns, most                    int
	must, turnOrigin, arrival, quiet bool
	least                            int
	reverse                          []int
}

// state is a position of player's: rows in the order of sowing, and what is asked.
type state struct {
	rows                          [2][]int
	side, ply                     int
	ask                           string // "", "turn" or "take"
	at, origin, start, hand, laps int
}

func newPlayer(s kibaho.Settings, columns int) player {
	pl := player{
		columns: columns, most: s.Int("endless-laps"),
		must: s.Value("capture") == "must", turnOrigin: s.Value("resow") == "turn",
		arrival: s.Value("reverse") == "arrival", quiet: s.Value("quiet-plies") == "4",
		least: s.Int("min-start"),
	}
	switch s.Value("reverse-pits") { // IG9
	case "second-and-ends":
		pl.reverse = []int{1, columns - 2, columns, 2*columns - 1}
	case "left-end":
		pl.reverse = []int{columns - 2, columns - 1, columns, columns + 1}
	}
	return pl
}

func (s state) copy() state {
	s.rows[0], s.rows[1] = slices.Clone(s.rows[0]), slices.Clone(s.rows[1])
	return s
}

// text writes a state as the text form of a position says.
func (pl player) text(s state) string {
	n := pl.columns
	var lines []string
	for _, row := range [][2]int{{1, 1}, {1, 0}, {0, 0}, {0, 1}} {
		var cells []string
		for c := range n {
			pit := c
			switch row {
			case [2]int{1, 1}:
				pit = 2*n - 1 - c
			case [2]int{0, 0}:
				pit = n - 1 - c
			case [2]int{0, 1}:
				pit = n + c
			}
			cells = append(cells, fmt.Sprint(s.rows[row[0]][pit]))
		}
		lines = append(lines, strings.Join(cells, ","))
	}
	text := strings.Join(lines, "/") + [2]string{" S", " N"}[s.side]
	if pl.quiet && s.ply > 0 && s.ply < 4 {
		text += fmt.Sprint(" ", s.ply)
	}
	letter := func(pit int) string { return string(rune([2]int{'a', 'A'}[s.side] + pit)) }
	switch s.ask {
	case "turn":
		text += fmt.Sprintf(" turn=%s,%d,%d,%s", letter(s.at), s.hand, s.laps, letter(s.start))
	case "take":
		text += fmt.Sprintf(" take=%s,%s,%d,%s", letter(s.at), letter(s.origin), s.laps, letter(s.start))
	}
	return text
}

// sow drops a hand one by one; it returns the last pit.
func sow(row []int, pit, hand, step int) int {
	for ; hand > 0; hand-- {
		pit += step
		if pit == len(row) {
			pit = 0
		}
		if pit < 0 {
			pit = len(row) - 1
		}
		row[pit]++
	}
	return pit
}

func lift(row []int, pit int) int {
	n := row[pit]
	row[pit] = 0
	return n
}

// prey returns the enemy's pits that a last seed in a pit captures, or none (IG6).
func (pl player) prey(s state, pit int) []int {
	foe := s.rows[1-s.side]
	if pl.quiet && s.ply < 4 || pit >= pl.columns || s.rows[s.side][pit] < 2 {
		return nil
	}
	pits := []int{pl.columns - 1 - pit, pl.columns + pit}
	if foe[pits[0]] == 0 || foe[pits[1]] == 0 {
		return nil
	}
	return pits
}

func take(s state, pits []int) (n int) {
	for _, pit := range pits {
		n += lift(s.rows[1-s.side], pit)
	}
	return n
}

// decide makes a decision. It returns false if the turn gets too long.
func (pl player) decide(s state, word string) (state, bool) {
	s = s.copy()
	row := s.rows[s.side]
	ask := s.ask
	s.ask = ""
	switch {
	case ask == "turn" && word == "<":
		if s.laps++; s.laps > pl.most {
			return s, false
		}
		last := sow(row, s.at, s.hand, -1)
		s.hand = take(s, pl.prey(s, last))
		return pl.sowOn(s, s.at, true)
	case ask == "turn" && word == ">":
		return pl.sowOn(s, s.at, false)
	case ask == "take" && word == "+":
		s.hand = take(s, pl.prey(s, s.at))
		if pl.turnOrigin {
			return pl.sowOn(s, s.start, true)
		}
		return pl.sowOn(s, s.origin, true)
	case ask == "take" && word == "-":
		s.hand = lift(row, s.at)
		return pl.sowOn(s, s.at, true)
	case ask == "" && len(word) == 1:
		s.start = int(strings.ToLower(word)[0] - 'a')
		s.hand = lift(row, s.start)
		return pl.sowOn(s, s.start, true)
	}
	panic(word)
}

// sowOn goes on with the hand from a pit.
func (pl player) sowOn(s state, from int, mayTurn bool) (state, bool) {
	row := s.rows[s.side]
	for {
		if mayTurn && slices.Contains(pl.reverse, from) && (s.laps > 0 || !pl.arrival) {
			try := s.copy()
			last := sow(try.rows[s.side], from, s.hand, -1)
			if pl.prey(try, last) != nil {
				s.ask, s.at, s.origin = "turn", from, 0
				return s, true
			}
		}
		mayTurn = true
		if s.laps++; s.laps > pl.most {
			return s, false
		}
		last := sow(row, from, s.hand, 1)
		s.hand = 0
		switch prey := pl.prey(s, last); {
		case row[last] == 1: // IG4
			s.side = 1 - s.side
			s.ply++
			s.laps, s.start, s.at, s.origin = 0, 0, 0, 0
			return s, true
		case prey == nil: // IG5
			s.hand, from = lift(row, last), last
		case !pl.must: // IG8
			s.ask, s.at, s.origin = "take", last, from
			return s, true
		default: // IG7
			s.hand = take(s, prey)
			if pl.turnOrigin {
				from = s.start
			}
		}
	}
}

// words are the decisions, legal or not.
func (pl player) words(s state) (words []string) {
	switch s.ask {
	case "turn":
		return []string{"<", ">"}
	case "take":
		return []string{"+", "-"}
	}
	for pit, n := range s.rows[s.side] {
		if n >= pl.least { // IG3
			words = append(words, string(rune([2]int{'a', 'A'}[s.side]+pit)))
		}
	}
	return words
}

// ends tries everything, remembering with how few laps each state was seen to
// lead nowhere (IG13).
func (pl player) ends(s state, dead map[string]int) bool {
	if s.ask == "" {
		return true
	}
	laps := s.laps
	s.laps = 0
	key := pl.text(s)
	s.laps = laps
	if n, ok := dead[key]; ok && n <= laps {
		return false
	}
	dead[key] = laps // no way back to it is shorter
	for _, w := range pl.words(s) {
		if t, ok := pl.decide(s, w); ok && pl.ends(t, dead) {
			return true
		}
	}
	return false
}

// legal are the legal decisions.
func (pl player) legal(s state) (words []string) {
	for _, w := range pl.words(s) {
		if t, ok := pl.decide(s, w); ok && pl.ends(t, map[string]int{}) {
			words = append(words, w)
		}
	}
	return words
}

// scatter returns a state with cows thrown on the board at random.
func (pl player) scatter(r *rand.Rand, cows int) state {
	var s state
	s.rows = [2][]int{make([]int, 2*pl.columns), make([]int, 2*pl.columns)}
	s.ply = 4
	south := r.IntN(cows + 1)
	pits := 1 + r.IntN(2*pl.columns)
	for i := range cows {
		side := 0
		if i >= south {
			side = 1
		}
		s.rows[side][r.IntN(pits)]++
	}
	s.side = r.IntN(2)
	return s
}

// plainSettings are all variants, all values of the options in many
// combinations, and all numbers of columns.
func plainSettings() (all [][]string) {
	for _, v := range Game.Variants {
		all = append(all, []string{v.Name})
	}
	for columns := 2; columns <= 13; columns++ {
		for i := range 4 {
			set := []string{"igisoro", fmt.Sprint("columns=", columns), fmt.Sprint("per-pit=", 1+(columns*3+i*5)%8)}
			for bit, o := range []string{"capture=must", "resow=turn", "min-start=1", "quiet-plies=4"} {
				if (columns*7+i*5)>>bit&1 != 0 {
					set = append(set, o)
				}
			}
			switch (columns + i) % 4 {
			case 1:
				set = append(set, "reverse-pits=left-end")
			case 2:
				set = append(set, "reverse=arrival")
			case 3:
				set = append(set, "reverse-pits=none")
			}
			if i == 3 {
				set = append(set, "endless-laps=40")
			}
			all = append(all, set)
		}
	}
	return all
}

// compare holds a position against a state: text, legal decisions, outcome.
func (pl player) compare(t *testing.T, settings []string, p *Position, s state) []string {
	t.Helper()
	where := strings.Join(settings, " ") + " " + pl.text(s)
	if got, want := write(p), pl.text(s); got != want {
		t.Fatalf("%s: position %q", where, got)
	}
	want := pl.legal(s)
	var got []string
	for _, m := range p.Moves(nil) {
		got = append(got, text(p, m))
	}
	if !slices.Equal(got, want) {
		t.Fatalf("%s: moves %v, want %v", where, got, want)
	}
	outcome := kibaho.Ongoing
	if len(want) == 0 {
		outcome = kibaho.Draw // IG13
		if len(pl.words(s)) == 0 {
			outcome = kibaho.Wins(kibaho.Side(1 - s.side)) // IG12
		}
	}
	if got := p.Outcome(); got != outcome {
		t.Fatalf("%s: outcome %v, want %v", where, got, outcome)
	}
	return want
}

// TestPlain plays random games and turns from random boards beside the plain
// player, through every rule and option: IG1 IG2 IG3 IG4 IG5 IG6 IG7 IG8 IG9 IG10
// IG11 IG12 IG13 IG14.
func TestPlain(t *testing.T) {
	games, boards := 2, 12
	if *long {
		games, boards = 40, 400
	}
	for i, settings := range plainSettings() {
		s, err := Game.Settings(settings[0], settings[1:]...)
		if err != nil {
			t.Fatal(err)
		}
		pl := newPlayer(s, s.Int("columns"))
		r := rand.New(rand.NewPCG(7, uint64(i)))
		for game := range games + boards {
			now := state{rows: [2][]int{make([]int, 2*pl.columns), make([]int, 2*pl.columns)}}
			for side := range now.rows {
				for pit := range pl.columns {
					now.rows[side][pit] = s.Int("per-pit") // IG1
				}
			}
			decisions := 60
			if game >= games {
				now, decisions = pl.scatter(r, 1+r.IntN(2*pl.columns*s.Int("per-pit"))), 6
			}
			p, _, err := Game.Read(s, pl.text(now))
			if err != nil {
				t.Fatal(err)
			}
			for range decisions {
				words := pl.compare(t, settings, &p, now)
				if len(words) == 0 {
					break
				}
				// Every decision, not the chosen one alone.
				pick := r.IntN(len(words))
				var next state
				after := p
				for k, m := range p.Moves(nil) {
					q := p
					q.Play(m)
					u, _ := pl.decide(now, words[k])
					if got, want := write(&q), pl.text(u); got != want {
						t.Fatalf("%v: %s %s gives %s, want %s", settings, pl.text(now), words[k], got, want)
					}
					if k == pick {
						after, next = q, u
					}
				}
				p, now = after, next
			}
		}
	}
}
