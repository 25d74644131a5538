package tui

import (
	"fmt"
	"slices"
	"time"

	"kibaho"
	"kibaho/play"
)

// Speed is how fast a move is shown.
type Speed uint8

// The speeds.
const (
	Normal Speed = iota
	Slow
	Quick
	Off
)

// String returns the speed in a word, as [ReadSpeed] reads it.
func (s Speed) String() string { return [...]string{"normal", "slow", "quick", "off"}[s] }

// ReadSpeed reads the word for a speed. The error is a *kibaho.InputError.
func ReadSpeed(word string) (Speed, error) {
	for s := Normal; s <= Off; s++ {
		if s.String() == word {
			return s, nil
		}
	}
	return Normal, &kibaho.InputError{What: "speed", Text: word, At: -1, Want: "expected slow, normal, quick or off"}
}

// next returns the speed that the key for it leads to.
func (s Speed) next() Speed { return [...]Speed{Normal: Quick, Slow: Normal, Quick: Off, Off: Slow}[s] }

// seed returns how long one seed takes to fall in the first lap.
func (s Speed) seed() time.Duration {
	return [...]time.Duration{160 * time.Millisecond, 320 * time.Millisecond, 70 * time.Millisecond, 0}[s]
}

// The bounds of a show.
const (
	leastSeed  = 40 * time.Millisecond // a seed never falls faster than that, but for longest
	longest    = 6 * time.Second       // a turn never lasts longer
	leastFrame = 25 * time.Millisecond // shorter frames are left out
)

// shown is a board while something happens on it.
type shown struct {
	board  kibaho.Board
	hand   int
	handAt int // -1: no hand
	toHand bool
	put    [2]int // seeds that left the board in this move, by the side that took them

	tally  play.Tally
	from   int // where the move or the lap began, or -1
	to     int // where it has come to, or -1
	path   []kibaho.Site
	took   []kibaho.Site
	ghosts map[kibaho.Site]int16
}

func newShown(b kibaho.Board) shown {
	s := shown{board: b, hand: b.Hand, handAt: -1, from: -1, to: -1}
	s.board.At = slices.Clone(b.At)
	if b.Hand > 0 {
		s.handAt, s.to = int(b.HandAt), int(b.HandAt)
	}
	return s
}

// clone returns a copy that later events do not change.
func (s *shown) clone() shown {
	c := *s
	c.board.At = slices.Clone(s.board.At)
	c.path = slices.Clone(s.path)
	c.took = slices.Clone(s.took)
	c.ghosts = nil
	for site, piece := range s.ghosts {
		c.ghost(site, piece)
	}
	return c
}

func (s *shown) ghost(site kibaho.Site, piece int16) {
	if s.ghosts == nil {
		s.ghosts = map[kibaho.Site]int16{}
	}
	s.ghosts[site] = piece
}

// apply makes one event of a move of a side. after is the board when the move is
// over, for what an event does not tell in full.
func (s *shown) apply(e kibaho.Event, side kibaho.Side, after *kibaho.Board) {
	at := s.board.At
	if int(e.Site) >= len(at) || int(e.To) >= len(at) {
		return
	}
	pits := s.board.Shape == kibaho.Pits
	s.tally.Add([]kibaho.Event{e})
	switch e.Kind {
	case kibaho.Lift:
		if s.from < 0 {
			s.from = int(e.Site)
		}
		at[e.Site] -= int16(e.N)
		s.hand += e.N
		s.handAt, s.to = int(e.Site), int(e.Site)
	case kibaho.Lap:
		s.path = append(s.path[:0], e.Site)
		s.handAt = int(e.Site)
	case kibaho.Sow:
		at[e.Site] += int16(max(e.N, 1))
		s.hand -= max(e.N, 1)
		s.handAt, s.to = int(e.Site), int(e.Site)
		s.path = append(s.path, e.Site)
	case kibaho.Take, kibaho.Forfeit:
		s.took = append(s.took, e.Site)
		if !pits {
			s.ghost(e.Site, at[e.Site])
			at[e.Site] = kibaho.NoPiece
			return
		}
		at[e.Site] -= int16(e.N)
		switch {
		case e.Kind == kibaho.Forfeit: // leaves the board for nobody
		case s.toHand:
			s.hand += e.N
		default:
			s.put[side] += e.N
		}
	case kibaho.Huff:
		s.ghost(e.Site, at[e.Site])
		at[e.Site] = kibaho.NoPiece
	case kibaho.Move:
		if s.from < 0 {
			s.from = int(e.Site)
		}
		s.path = append(s.path, e.Site)
		at[e.Site], at[e.To] = kibaho.NoPiece, at[e.Site]
		s.to = int(e.To)
	case kibaho.Crown:
		at[e.Site] = map[int16]int16{kibaho.FirstMan: kibaho.FirstKing, kibaho.SecondMan: kibaho.SecondKing}[at[e.Site]]
	case kibaho.Return:
		copy(at, after.At)
		s.ghosts, s.path, s.took = nil, nil, nil
		s.from, s.to = -1, -1
	}
}

// frame is a moment of a show.
type frame struct {
	shown
	lasts time.Duration
}

// caption says what is going on, with counts.
func (s *shown) caption(seeds string) string {
	text := ""
	if s.board.Shape == kibaho.Pits && s.tally.Laps > 0 {
		text = fmt.Sprintf("lap %d, %d in hand", s.tally.Laps, s.hand)
	}
	if s.tally.Captured > 0 {
		if text != "" {
			text += ", "
		}
		text += "took " + count(s.tally.Captured, seeds)
	}
	return text
}

// film is a move being shown.
type film struct {
	frames []frame
	at     int
	side   kibaho.Side
	then   func() // what happens when it is over
}

// durations returns how long each event is shown at a speed: later laps run at
// three quarters of the lap before, and a turn never lasts over the longest.
func durations(events []kibaho.Event, speed Speed) []time.Duration {
	seed := speed.seed()
	lap, laps := seed, 0
	list := make([]time.Duration, len(events))
	var total time.Duration
	for i, e := range events {
		switch e.Kind {
		case kibaho.Lap:
			if laps > 0 {
				lap = max(lap*3/4, min(leastSeed, seed))
			}
			laps++
			continue
		case kibaho.Sow:
			list[i] = lap
		case kibaho.Lift:
			list[i] = lap * 3 / 4
		case kibaho.Take, kibaho.Forfeit, kibaho.Huff, kibaho.Return:
			list[i] = seed * 3 / 2
		default:
			list[i] = seed * 5 / 4
		}
		total += list[i]
	}
	if total > longest {
		for i := range list {
			list[i] = time.Duration(float64(list[i]) * float64(longest) / float64(total))
		}
	}
	return list
}

// show returns the frames of events that begin on a board. The last frame is
// always there and shows the board when all is over.
func show(start shown, events []kibaho.Event, side kibaho.Side, after kibaho.Board, speed Speed) []frame {
	var frames []frame
	lasts := durations(events, speed)
	var due time.Duration
	for i, e := range events {
		start.apply(e, side, &after)
		due += lasts[i]
		if i < len(events)-1 && due >= leastFrame {
			frames = append(frames, frame{start.clone(), due})
			due = 0
		}
	}
	last := start.clone()
	end := newShown(after)
	last.board, last.hand, last.handAt = end.board, end.hand, end.handAt
	return append(frames, frame{last, max(due, speed.seed())})
}

// keeps reports whether what is taken from pits comes into the hand: nothing
// has left the board when the move is over.
func keeps(before, after *kibaho.Board) bool {
	return before.Shape == kibaho.Pits && seeds(before) == seeds(after)
}

// seeds returns how many seeds there are, the hand included.
func seeds(b *kibaho.Board) int {
	n := b.Hand
	for _, k := range b.At {
		n += int(k)
	}
	return n
}

// count writes a number with the word for what is counted: "1 man", "3 men".
func count(n int, seeds string) string {
	if n == 1 {
		switch seeds {
		case "men":
			seeds = "man"
		default:
			if len(seeds) > 1 && seeds[len(seeds)-1] == 's' {
				seeds = seeds[:len(seeds)-1]
			}
		}
	}
	return fmt.Sprintf("%d %s", n, seeds)
}
