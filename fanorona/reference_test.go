package fanorona

import (
	"fmt"
	"slices"
	"strings"

	"kibaho"
)

// reference is a second implementation of the rules, on an array of bytes and
// with the option values as words. It shares nothing with the package: its moves
// are texts.
type reference struct {
	rows, columns int
	at            [9][9]byte // 'w', 'b' or '.'
	side          byte
	singles       int  // plies of a single step that are left (FA10)
	gives         byte // 'w', 'b' or 0 (FA16)
	option        map[string]string
}

func newReference(s kibaho.Settings, text string) reference {
	r := reference{option: map[string]string{}}
	for _, o := range Game.Options {
		r.option[o.Name] = s.Value(o.Name)
	}
	words := strings.Fields(text)
	for row, line := range strings.Split(words[0], "/") {
		column := 0
		for _, c := range []byte(line) {
			if c >= '1' && c <= '9' {
				for range c - '0' {
					r.at[row][column] = '.'
					column++
				}
				continue
			}
			r.at[row][column] = c
			column++
		}
		r.rows, r.columns = row+1, column
	}
	r.side = words[1][0]
	if len(words) == 3 {
		switch words[2] {
		case "gives=w":
			r.gives = 'w'
		case "gives=b":
			r.gives = 'b'
		case "0":
			r.singles = map[string]int{"first-side": 1, "both-sides": 2}[r.option["first-step"]]
		case "1":
			r.singles = map[string]int{"both-sides": 1}[r.option["first-step"]]
		}
	} else if s.Value("vela") == "no" && r.isStart() {
		r.singles = map[string]int{"first-side": 1, "both-sides": 2}[r.option["first-step"]]
	}
	return r
}

// isStart compares with the start written out for each width (FA1).
func (r *reference) isStart() bool {
	middle := map[int]string{3: "b.w", 5: "bw.bw", 7: "bwb.wbw", 9: "bwbw.bwbw"}[r.columns]
	for row := range r.rows {
		for column := range r.columns {
			want := middle[column]
			if row < r.rows/2 {
				want = 'b'
			} else if row > r.rows/2 {
				want = 'w'
			}
			if r.at[row][column] != want {
				return false
			}
		}
	}
	return r.side == 'w'
}

func (r *reference) String() string {
	var lines []string
	for row := range r.rows {
		line := string(r.at[row][:r.columns])
		for n := 9; n > 0; n-- {
			line = strings.ReplaceAll(line, strings.Repeat(".", n), fmt.Sprint(n))
		}
		lines = append(lines, line)
	}
	text := strings.Join(lines, "/") + " " + string(r.side)
	if r.gives != 0 {
		return text + " gives=" + string(r.gives)
	}
	if r.singles > 0 && !r.isStart() {
		// White's plies are even, Black's odd.
		return text + map[byte]string{'w': " 0", 'b': " 1"}[r.side]
	}
	return text
}

func (r *reference) count(piece byte) (n int) {
	for row := range r.rows {
		for column := range r.columns {
			if r.at[row][column] == piece {
				n++
			}
		}
	}
	return n
}

func other(side byte) byte { return 'w' + 'b' - side }

type spot struct{ row, column int }

func (p spot) name() string { return string(rune('A'+p.row)) + string(rune('1'+p.column)) }

func (p spot) plus(d spot, n int) spot { return spot{p.row + n*d.row, p.column + n*d.column} }

func (r *reference) on(p spot) bool {
	return p.row >= 0 && p.row < r.rows && p.column >= 0 && p.column < r.columns
}

func (r *reference) get(p spot) byte {
	if !r.on(p) {
		return '#'
	}
	return r.at[p.row][p.column]
}

// spots lists the points in the order of the package's bits, which only matters
// to random games: row by row, on lying boards column by column.
func (r *reference) spots() (all []spot) {
	if r.lying() {
		for column := range r.columns {
			for row := range r.rows {
				all = append(all, spot{row, column})
			}
		}
		return all
	}
	for row := range r.rows {
		for column := range r.columns {
			all = append(all, spot{row, column})
		}
	}
	return all
}

func (r *reference) lying() bool { return r.rows > 5 && r.columns <= 5 }

// bearings lists the directions in the order of the points that they lead to.
func (r *reference) bearings() []spot {
	d := []spot{{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}}
	if r.lying() {
		for i := range d {
			d[i].row, d[i].column = d[i].column, d[i].row
		}
	}
	return d
}

// can reports that a line leads in direction d from p to a vacant point (FA2).
func (r *reference) can(p, d spot) bool {
	if d.row != 0 && d.column != 0 && (p.row+p.column)%2 != 0 {
		return false
	}
	return r.get(p.plus(d, 1)) == '.'
}

// takes lists what a step from p in direction d takes by 'A' or 'W'.
func (r *reference) takes(p, d spot, by byte) (taken []spot) {
	x, way := p.plus(d, 2), d
	if by == 'W' {
		x, way = p.plus(d, -1), spot{-d.row, -d.column}
	}
	for ; r.get(x) == other(r.side); x = x.plus(way, 1) {
		taken = append(taken, x)
	}
	if r.gives == r.side {
		return nil
	}
	if r.gives != 0 && len(taken) > 1 {
		if r.option["vela-take"] == "row-of-one" {
			return nil
		}
		return taken[:1]
	}
	return taken
}

// leg is a step of a chain.
type leg struct {
	from, d spot
	by      byte
}

// continues lists the capturing steps that can follow a chain: by approach, then
// by withdrawal, in the order of the points they lead to.
func (r *reference) continues(p spot, chain []leg) (legs []leg) {
	for _, by := range []byte("AW") {
		for _, to := range r.spots() {
			d := spot{to.row - p.row, to.column - p.column}
			if slices.Contains(r.bearings(), d) && r.can(p, d) && !r.barred(p, d, chain) && len(r.takes(p, d, by)) > 0 {
				legs = append(legs, leg{p, d, by})
			}
		}
	}
	return legs
}

func (r *reference) barred(p, d spot, chain []leg) bool {
	to := p.plus(d, 1)
	for i, l := range chain {
		last := i == len(chain)-1
		if l.from == to && (r.option["revisit"] == "never" || last) {
			return true
		}
		same := l.d == d || l.d == spot{-d.row, -d.column}
		switch r.option["line"] {
		case "not-twice-running":
			if last && same {
				return true
			}
		case "once-a-turn":
			if same {
				return true
			}
		}
	}
	return false
}

// make returns the board after one capturing or plain step.
func (r reference) make(l leg) reference {
	if l.by != 0 {
		for _, x := range r.takes(l.from, l.d, l.by) {
			r.at[x.row][x.column] = '.'
		}
	}
	to := l.from.plus(l.d, 1)
	r.at[to.row][to.column], r.at[l.from.row][l.from.column] = r.side, '.'
	return r
}

// pass gives the move to the other side after a turn.
func (r reference) pass() reference {
	r.side = other(r.side)
	if r.singles > 0 {
		r.singles--
	}
	if r.gives != 0 && r.count(r.gives) <= 5 {
		r.gives = 0
	}
	return r
}

// single reports that a turn is one step only (FA10, FA16).
func (r *reference) single() bool { return r.singles > 0 || r.gives != 0 }

// firstSteps lists the captures that a turn can begin with and the plain steps.
func (r *reference) firstSteps() (captures, plain []leg) {
	for _, by := range []byte("AW") {
		for _, d := range r.bearings() {
			for _, p := range r.spots() {
				if r.get(p) == r.side && r.can(p, d) && len(r.takes(p, d, by)) > 0 {
					captures = append(captures, leg{p, d, by})
				}
			}
		}
	}
	if r.gives == other(r.side) || len(captures) > 0 && r.option["capture"] == "must" {
		return captures, nil
	}
	for _, d := range r.bearings() {
		for _, p := range r.spots() {
			if r.get(p) == r.side && r.can(p, d) && len(r.takes(p, d, 'A'))+len(r.takes(p, d, 'W')) == 0 {
				plain = append(plain, leg{p, d, 0})
			}
		}
	}
	return captures, plain
}

// turn is a legal turn of the reference.
type turn struct {
	text  string
	after reference
	steps int
	takes bool
}

// turns lists the legal turns, but not many more than limit.
func (r reference) turns(limit int) (all []turn) {
	if r.count('w') == 0 || r.count('b') == 0 {
		return nil
	}
	captures, plain := r.firstSteps()
	for _, l := range captures {
		if len(all) > limit {
			return all
		}
		all = r.make(l).chain([]leg{l}, l.from.name(), limit, all)
	}
	for _, l := range plain {
		all = append(all, turn{l.from.name() + "-" + l.from.plus(l.d, 1).name(), r.make(l).pass(), 1, false})
	}
	if len(all) == 0 && r.option["no-move"] == "pass" && r.gives != other(r.side) {
		all = append(all, turn{"pass", r.pass(), 0, false})
	}
	return all
}

func (r reference) chain(chain []leg, text string, limit int, all []turn) []turn {
	if len(all) > limit {
		return all
	}
	l := chain[len(chain)-1]
	at := l.from.plus(l.d, 1)
	text += "-" + at.name() + string(l.by)
	var legs []leg
	if !r.single() {
		legs = r.continues(at, chain)
	}
	if len(legs) == 0 || r.option["chain"] == "may-stop" {
		all = append(all, turn{text, r.pass(), len(chain), true})
	}
	for _, l := range legs {
		all = r.make(l).chain(append(slices.Clone(chain), l), text, limit, all)
	}
	return all
}

// outcome is FA14, FA15 and FA16.
func (r reference) outcome() kibaho.Outcome {
	wins := map[byte]kibaho.Outcome{'w': kibaho.FirstWins, 'b': kibaho.SecondWins}
	switch {
	case r.count('w') == 0:
		return kibaho.SecondWins
	case r.count('b') == 0:
		return kibaho.FirstWins
	}
	captures, plain := r.firstSteps()
	switch {
	case len(captures)+len(plain) > 0:
		return kibaho.Ongoing
	case r.gives == other(r.side):
		return wins[r.side]
	case r.option["no-move"] == "pass":
		return kibaho.Ongoing
	case r.option["no-move"] == "draw":
		return kibaho.Draw
	}
	return wins[other(r.side)]
}

// playout is the plain twin of [Playout]: the same choices in the same order from
// the same random numbers.
func (r reference) playout(random *kibaho.Rand, l kibaho.Limits) (result kibaho.Result) {
	history := []string{r.String()}
	quiet := 0
	for ; ; result.Plies++ {
		if result.Outcome = r.outcome(); result.Outcome != kibaho.Ongoing {
			return result
		}
		times := 0
		for _, h := range history {
			if h == history[len(history)-1] {
				times++
			}
		}
		if l.Repetition > 0 && times >= l.Repetition || l.Quiet > 0 && quiet >= l.Quiet {
			result.Outcome = kibaho.Draw
			return result
		}
		steps, takes := 0, false
		r, steps, takes = r.decide(random)
		quiet++
		if takes {
			quiet = 0
		}
		result.Longest = max(result.Longest, steps)
		history = append(history, r.String())
	}
}

// decide plays a turn step by step, each drawn from those that are legal; where
// none is, the player passes.
func (r reference) decide(random *kibaho.Rand) (_ reference, steps int, takes bool) {
	captures, plain := r.firstSteps()
	first := append(captures, plain...)
	if len(first) == 0 {
		return r.pass(), 0, false
	}
	l := first[random.N(len(first))]
	r = r.make(l)
	if l.by == 0 {
		return r.pass(), 1, false
	}
	for chain := []leg{l}; ; chain = append(chain, l) {
		at := l.from.plus(l.d, 1)
		var legs []leg
		if !r.single() {
			legs = r.continues(at, chain)
		}
		n := len(legs)
		if n > 0 && r.option["chain"] == "may-stop" {
			n++
		}
		if n > 0 {
			n = random.N(n)
		}
		if n == len(legs) {
			return r.pass(), len(chain), true
		}
		l = legs[n]
		r = r.make(l)
	}
}
