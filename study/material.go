package study

import (
	"fmt"
	"strings"

	"kibaho"
	"kibaho/games"
	"kibaho/play"
)

// holding is what a side has on the board.
type holding struct{ pieces, kings int }

// holdings counts what both sides have. Seeds in the hand belong to their mover.
func holdings(p games.Position) [2]holding {
	var h [2]holding
	b := p.Board()
	for site, n := range b.At {
		if b.Shape == kibaho.Pits {
			h[site/(2*b.Columns)].pieces += int(n)
			continue
		}
		switch n {
		case kibaho.FirstMan, kibaho.SecondMan:
			h[n-kibaho.FirstMan].pieces++
		case kibaho.FirstKing, kibaho.SecondKing:
			h[n-kibaho.FirstKing].pieces++
			h[n-kibaho.FirstKing].kings++
		}
	}
	h[p.Turn()].pieces += b.Hand
	return h
}

// ledger is what a line of play does to the material, as one side sees it.
type ledger struct {
	won, lost int // pieces or seeds taken from the other side, and by it
	kings     int // kings won or made, less those of the other side
	forfeits  int // own pieces lost otherwise, less those of the other side
}

func (l ledger) net() int { return l.won - l.lost - l.forfeits }

// longest is how many turns an exchange is followed at most.
const longest = 8

// follow plays turns from a position until the exchange that they begin is over:
// two turns in a row have taken nothing, or longest turns are played. With whole
// it plays all of them. It returns the turns played up to the last that took
// something, the position after them and what they did for side.
func follow(p games.Position, turns []string, side kibaho.Side, whole bool) (line []string, after games.Position, sum ledger) {
	first, total := holdings(p), p
	after = p
	var pending []string
	var now ledger // up to the last turn that took something
	for i, text := range turns {
		if !whole && (i == longest || len(pending) == 2) {
			break
		}
		moves, err := total.Find(text)
		if err != nil {
			break // cannot be: lines are legal
		}
		var t play.Tally
		mover := total.Turn()
		for _, m := range moves {
			t.Add(total.Trace(m))
			total = total.Play(m)
		}
		pending = append(pending, text)
		if t.Captured == 0 && i > 0 && !crowned(after, total) {
			continue
		}
		if mover == side {
			now.won += t.Captured
		} else {
			now.lost += t.Captured
		}
		line, pending = append(line, pending...), nil
		after, sum = total, now
	}
	last := holdings(after)
	sum.kings = last[side].kings - first[side].kings - (last[side.Other()].kings - first[side.Other()].kings)
	if after.Board().Stores || after.Board().Shape != kibaho.Pits {
		gone := func(s kibaho.Side) int { return first[s].pieces - last[s].pieces }
		sum.forfeits = gone(side) - sum.lost - (gone(side.Other()) - sum.won)
	}
	return line, after, sum
}

// crowned reports that there are more kings in q than in p.
func crowned(p, q games.Position) bool {
	a, b := holdings(p), holdings(q)
	return b[0].kings > a[0].kings || b[1].kings > a[1].kings
}

// many writes a number of pieces: "a man", "2 men".
func many(n int, f *kibaho.Facts) string {
	one := strings.TrimSuffix(f.Seeds, "s")
	if f.Seeds == "men" {
		one = "man"
	}
	if n == 1 {
		return "a " + one
	}
	return fmt.Sprintf("%d %s", n, f.Seeds)
}

// did says in words what a ledger comes to: "wins a man", "loses 2 men",
// "exchanges 2 men for 2".
func (l ledger) did(f *kibaho.Facts) string {
	switch n := l.net(); {
	case n > 0:
		return "wins " + many(n, f)
	case n < 0:
		return "loses " + many(-n, f)
	case l.won > 0 && l.won == l.lost:
		if l.won == 1 {
			return "exchanges " + many(1, f) + " for one"
		}
		return fmt.Sprintf("exchanges %s for as many", many(l.won, f))
	}
	return "loses nothing"
}
