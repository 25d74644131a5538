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
// run out (CH13).
func (b *plain) sow(pit string) string {
	round := b.round(b.side)
	var laps int
	fmt.Sscan(b.opt("endless-laps"), &laps)
	for range laps {
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
			return pit
		}
	}
	return ""
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

// moves returns the text of the position after each legal move, and the outcome
// if there is none.
func (b *plain) moves() (after map[string]string, outcome string) {
	enemy := other(b.side)
	own, most := b.sum(b.side)
	theirs, _ := b.sum(enemy)
	switch {
	case own == 0:
		return nil, enemy
	case theirs == 0:
		return nil, b.side
	}
	after = map[string]string{}
	endless := false
	round := b.round(b.side)
	for i, pit := range round {
		next := round[(i+1)%len(round)]
		switch {
		case b.men[pit] == 0, b.men[pit] == 1 && (most > 1 || b.men[next] > 0): // CH6, CH7
			continue
		case b.unplayed[pit] && b.opt("outer-unplayed") == "fixed": // CH8
			continue
		}
		sown := b.copy()
		last := sown.sow(pit)
		if last == "" {
			endless = true
			continue
		}
		// CH9: look across, column by column.
		far, near, behind := b.row(1), b.row(2), b.row(0)
		if b.side == "N" {
			far, near, behind = near, far, b.row(3)
		}
		column := slices.Index(near, last)
		if column < 0 || b.men[far[column]] == 0 {
			after[pit] = sown.end().write()
			continue
		}
		take := func(b *plain, c int) (taken int) {
			for _, pit := range []string{far[c], behind[c]} {
				taken += b.men[pit]
				b.men[pit] = 0
				delete(b.unplayed, pit)
			}
			return taken
		}
		take(sown, column)
		if b.opt("second-pair") == "may" {
			after[pit+"+-"] = sown.copy().end().write()
		}
		for c := range b.n { // CH10
			if c == column {
				continue
			}
			second := sown.copy()
			if take(second, c) == 0 {
				after[pit+"+-"] = second.end().write()
			} else {
				after[pit+"+"+far[c]] = second.end().write()
			}
		}
	}
	switch {
	case len(after) > 0:
		return after, ""
	case endless:
		return nil, "draw"
	}
	return nil, enemy
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
