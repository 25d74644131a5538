package chuba

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"kibaho"
)

// plain is Chuba once more, slowly, by the names of the pits on a table of
// columns: it reads, plays and writes texts and shares nothing with the package.
type plain struct {
	n        int
	men      map[string]int
	unplayed map[string]bool
	used     map[string]bool // by side, S or N
	side     string
	opt      func(string) string
}

// row returns the names of a row from South's left: 0 North's outer one, 3 South's.
func (b *plain) row(r int) (names []string) {
	const letters = "abcdefghijklmnopqrstuvwxyz"
	for c := range b.n {
		switch r {
		case 0:
			names = append(names, strings.ToUpper(letters[2*b.n-1-c:2*b.n-c]))
		case 1:
			names = append(names, strings.ToUpper(letters[c:c+1]))
		case 2:
			names = append(names, letters[b.n-1-c:b.n-c])
		case 3:
			names = append(names, letters[b.n+c:b.n+c+1])
		}
	}
	return names
}

// round returns a side's pits in the order of sowing, from its right hand.
func (b *plain) round(side string) []string {
	if side == "S" {
		inner := b.row(2)
		slices.Reverse(inner)
		return append(inner, b.row(3)...)
	}
	outer := b.row(0)
	slices.Reverse(outer)
	return append(b.row(1), outer...)
}

func other(side string) string { return strings.Trim("SN", side) }

func readPlain(s kibaho.Settings, text string) *plain {
	f := strings.Fields(text)
	rows := strings.Split(f[0], "/")
	b := &plain{
		n: strings.Count(rows[0], ",") + 1, men: map[string]int{}, unplayed: map[string]bool{}, used: map[string]bool{},
		side: f[1], opt: s.Value,
	}
	for r, row := range rows {
		for c, cell := range strings.Split(row, ",") {
			fmt.Sscan(cell, new(int))
			var men int
			fmt.Sscan(cell, &men)
			b.men[b.row(r)[c]] = men
		}
	}
	for _, pit := range strings.Trim(f[2], "-") {
		b.unplayed[string(pit)] = true
	}
	for _, side := range strings.Trim(f[3], "-") {
		b.used[string(side)] = true
	}
	return b
}

func (b *plain) copy() *plain {
	c := *b
	c.men, c.unplayed, c.used = maps.Clone(b.men), maps.Clone(b.unplayed), maps.Clone(b.used)
	return &c
}

func (b *plain) write() string {
	var rows []string
	for r := range 4 {
		var cells []string
		for _, pit := range b.row(r) {
			cells = append(cells, fmt.Sprint(b.men[pit]))
		}
		rows = append(rows, strings.Join(cells, ","))
	}
	unplayed, used := "", ""
	for _, side := range []string{"S", "N"} {
		for _, pit := range b.round(side) {
			if b.unplayed[pit] {
				unplayed += pit
			}
		}
		if b.used[side] {
			used += side
		}
	}
	if unplayed == "" {
		unplayed = "-"
	}
	if used == "" {
		used = "-"
	}
	return strings.Join(rows, "/") + " " + b.side + " " + unplayed + " " + used
}

// sum returns the men of a side and the most in one pit.
func (b *plain) sum(side string) (sum, most int) {
	for _, pit := range b.round(side) {
		sum, most = sum+b.men[pit], max(most, b.men[pit])
	}
	return sum, most
}

// sow plays a sowing (CH4, CH5, CH8) and returns the last pit, or "" if the laps
// run out (CH13), and how many there were.
func (b *plain) sow(pit string) (last string, laps int) {
	round := b.round(b.side)
	var most int
	fmt.Sscan(b.opt("endless-laps"), &most)
	for laps = 1; laps <= most; laps++ {
		at := slices.Index(round, pit)
		counts := at < b.n || b.opt("played-upon") == "any"
		hand := b.men[pit]
		b.men[pit] = 0
		delete(b.unplayed, pit)
		for ; hand > 0; hand-- {
			at = (at + 1) % len(round)
			b.men[round[at]]++
			if counts {
				delete(b.unplayed, round[at])
			}
		}
		pit = round[at]
		if b.men[pit] == 1 {
			return pit, laps
		}
	}
	return "", laps
}

// starts returns the pits that may start, each row from the right hand (CH6, CH7,
// CH8).
func (b *plain) starts() (pits []string) {
	round := b.round(b.side)
	_, most := b.sum(b.side)
	for i, pit := range round {
		next := round[(i+1)%len(round)]
		switch {
		case b.men[pit] == 0, b.men[pit] == 1 && (most > 1 || b.men[next] > 0): // CH6, CH7
			continue
		case b.unplayed[pit] && b.opt("outer-unplayed") == "fixed": // CH8
			continue
		}
		pits = append(pits, pit)
	}
	slices.SortStableFunc(pits, func(x, y string) int {
		i, j := slices.Index(round, x), slices.Index(round, y)
		if i >= b.n && j >= b.n {
			return j - i
		}
		return i - j
	})
	return pits
}

// facing returns the opponent's inner and outer row, and the mover's inner one,
// column by column.
func (b *plain) facing() (far, behind, near []string) {
	if b.side == "N" {
		return b.row(2), b.row(3), b.row(1)
	}
	return b.row(1), b.row(0), b.row(2)
}

// prey returns the column that is captured if the last man falls into a pit, or -1
// (CH9).
func (b *plain) prey(last string) int {
	far, _, near := b.facing()
	column := slices.Index(near, last)
	if column < 0 || b.men[far[column]] == 0 {
		return -1
	}
	return column
}

// seconds returns the columns of the second pairs with men after the capture of a
// column, from the opponent's right hand, and whether nothing may be taken (CH10).
func (b *plain) seconds(column int) (pairs []int, nothing bool) {
	nothing = b.opt("second-pair") == "may"
	for c := range b.n {
		if b.side == "N" {
			c = b.n - 1 - c
		}
		switch {
		case c == column:
		case b.copy().take(c) == 0:
			nothing = true
		default:
			pairs = append(pairs, c)
		}
	}
	return pairs, nothing
}

// take takes the opponent's pair of a column (CH10).
func (b *plain) take(column int) (taken int) {
	far, behind, _ := b.facing()
	for _, pit := range []string{far[column], behind[column]} {
		taken += b.men[pit]
		b.men[pit] = 0
		delete(b.unplayed, pit)
	}
	return taken
}

// end closes a turn (CH11).
func (b *plain) end() *plain {
	enemy := other(b.side)
	if left, _ := b.sum(enemy); left > 0 {
		for _, side := range []string{b.side, enemy} {
			if _, most := b.sum(side); most != 1 {
				continue
			}
			for _, pit := range b.round(side)[b.n:] {
				switch b.opt("singles") {
				case "unplayed":
					if b.unplayed[pit] {
						b.men[pit] = 0
						delete(b.unplayed, pit)
					}
				case "outer-once":
					if !b.used[side] {
						b.men[pit] = 0
						delete(b.unplayed, pit)
					}
				case "outer-always":
					b.men[pit] = 0
					delete(b.unplayed, pit)
				}
			}
			if b.opt("singles") == "outer-once" {
				b.used[side] = true
			}
		}
	}
	b.side = enemy
	return b
}

// over returns the outcome if the game is over but for endless sowings (CH12).
func (b *plain) over() string {
	enemy := other(b.side)
	own, _ := b.sum(b.side)
	theirs, _ := b.sum(enemy)
	switch {
	case own == 0:
		return enemy
	case theirs == 0:
		return b.side
	case len(b.starts()) == 0:
		return enemy
	}
	return ""
}

// moves returns the text of the position after each legal move, and the outcome
// if there is none.
func (b *plain) moves() (after map[string]string, outcome string) {
	if outcome := b.over(); outcome != "" {
		return nil, outcome
	}
	after = map[string]string{}
	far, _, _ := b.facing()
	for _, pit := range b.starts() {
		sown := b.copy()
		last, _ := sown.sow(pit)
		if last == "" {
			continue
		}
		column := sown.prey(last)
		if column < 0 {
			after[pit] = sown.end().write()
			continue
		}
		sown.take(column)
		pairs, nothing := sown.seconds(column)
		for _, c := range pairs {
			second := sown.copy()
			second.take(c)
			after[pit+"+"+far[c]] = second.end().write()
		}
		if nothing {
			after[pit+"+-"] = sown.end().write()
		}
	}
	if len(after) == 0 {
		return nil, "draw"
	}
	return after, ""
}

// everything is settings that try every value of every option and every size.
func everything() (list []string) {
	for n := minColumns; n <= maxColumns; n++ {
		list = append(list, fmt.Sprintf("chuba columns=%d", n), fmt.Sprintf("tschuba columns=%d", n))
	}
	for _, layout := range []string{"bradley", "right-empty", "left-empty", "twos"} {
		for _, n := range []int{4, 7, 11, 13} {
			list = append(list, fmt.Sprintf("chuba columns=%d layout=%s", n, layout), fmt.Sprintf("tschuba columns=%d layout=%s", n, layout))
		}
	}
	for _, singles := range []string{"unplayed", "outer-once", "outer-always", "none"} {
		for _, outer := range []string{"fixed", "free"} {
			for _, upon := range []string{"any", "from-inner"} {
				if upon == "from-inner" && outer == "free" && singles != "unplayed" {
					continue
				}
				for i, pair := range []string{"must", "may"} {
					set := fmt.Sprintf("singles=%s outer-unplayed=%s played-upon=%s second-pair=%s", singles, outer, upon, pair)
					list = append(list, "chuba "+set, fmt.Sprintf("chuba columns=%d layout=twos %s", 5+7*i, set))
				}
			}
		}
	}
	for _, laps := range []int{1, 2, 5, 20} {
		list = append(list, fmt.Sprintf("chuba endless-laps=%d", laps), fmt.Sprintf("tschuba columns=5 endless-laps=%d", laps))
	}
	return list
}

// TestPlain compares every move of random games with the plain rules, under all
// options and sizes (CH4 to CH13).
func TestPlain(t *testing.T) {
	games := 1
	if *long {
		games = 60
	}
	over := map[string]int{}
	for _, setting := range everything() {
		words := strings.Fields(setting)
		s := settings(t, words[0], words[1:]...)
		first, err := Game.Start(s)
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(games) {
			p, r := first, kibaho.NewRand(seed)
			for range 300 {
				text := Game.Write(&p)
				want, outcome := readPlain(s, text).moves()
				moves := p.Moves(nil)
				got := map[string]string{}
				for _, m := range moves {
					after := p
					after.Play(m)
					got[Game.Text(&p, m)] = Game.Write(&after)
				}
				if !maps.Equal(got, want) || len(moves) != len(want) {
					t.Fatalf("%s: %s\ngot  %v\nwant %v", setting, text, got, want)
				}
				if got := map[kibaho.Outcome]string{kibaho.FirstWins: "S", kibaho.SecondWins: "N", kibaho.Draw: "draw"}[p.Outcome()]; got != outcome {
					t.Fatalf("%s: %s: outcome %q, want %q", setting, text, got, outcome)
				}
				if len(moves) == 0 {
					over[outcome]++
					break
				}
				p.Play(moves[r.N(len(moves))])
			}
		}
	}
	for _, outcome := range []string{"S", "N"} {
		if over[outcome] == 0 {
			t.Errorf("no game ended with %s", outcome)
		}
	}
	t.Logf("games ended: %v", over)
}
