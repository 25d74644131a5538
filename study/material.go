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

// The bounds of an exchange, in turns. In the sowing games a capture can follow
// every other, and the end of the exchange is where one stops looking.
const (
	longest     = 24
	longestPits = 8
	mopped      = 6 // captures played after the end of a line
)

// follow plays turns from a position until the exchange that they begin is over:
// two turns in a row change nothing in what the sides have. With whole it plays all
// of them. If a line breaks off in the middle of an exchange, the greatest captures
// are played to its end. It returns the turns up to the last change, the position
// after them and what they did for side.
func follow(p games.Position, turns []string, side kibaho.Side, whole bool) (line []string, after games.Position, sum ledger) {
	first, at := holdings(p), p
	after = p
	pits := p.Board().Shape == kibaho.Pits
	var pending []string
	var now ledger // up to the last change
	play := func(moves []games.Move) bool {
		var t play.Tally
		mover, had := at.Turn(), holdings(at)
		text := ""
		for _, m := range moves {
			t.Add(at.Trace(m))
			text += m.Text
			at = at.Play(m)
		}
		if mover == side {
			now.won += t.Captured
		} else {
			now.lost += t.Captured
		}
		pending = append(pending, text)
		if len(line)+len(pending) > 1 && holdings(at) == had {
			return false
		}
		line, pending = append(line, pending...), nil
		after, sum = at, now
		return t.Captured > 0
	}
	taking := false
	for i, text := range turns {
		if !whole && (len(pending) == 2 || i == longest || pits && i == longestPits) {
			taking = false
			break
		}
		moves, err := at.Find(text)
		if err != nil {
			break // cannot be: lines are legal
		}
		taking = play(moves)
	}
	for range mopped {
		if !taking || pits {
			break
		}
		m, ok := greatest(at)
		taking = ok && play([]games.Move{m})
	}
	last := holdings(after)
	gone := func(s kibaho.Side) int { return first[s].pieces - last[s].pieces }
	sum.kings = last[side].kings - first[side].kings - (last[side.Other()].kings - first[side.Other()].kings)
	if !pits || after.Board().Stores {
		sum.forfeits = gone(side) - sum.lost - (gone(side.Other()) - sum.won)
	}
	return line, after, sum
}

// greatest returns the move that captures most, if one does.
func greatest(p games.Position) (games.Move, bool) {
	var best games.Move
	most := 0
	for _, m := range p.Moves() {
		var t play.Tally
		if t.Add(p.Trace(m)); t.Captured > most {
			best, most = m, t.Captured
		}
	}
	return best, most > 0
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
