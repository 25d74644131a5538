package tui

import (
	"slices"
	"testing"
	"time"

	"kibaho"
	"kibaho/games"
)

// TestShowEndsInPosition follows the events of random games on the board: they
// end in the position after the move, hand included. Captures are counted by the
// same events; that nothing is lost is checked by counting what is on the board.
func TestShowEndsInPosition(t *testing.T) {
	each(t, func(t *testing.T, g games.Game, s kibaho.Settings) {
		r := kibaho.NewRand(11)
		for range 3 {
			p, err := g.Start(s)
			if err != nil {
				t.Fatal(err)
			}
			for range 150 {
				moves := p.Moves()
				if len(moves) == 0 {
					break
				}
				m := moves[r.N(len(moves))]
				before, after := p.Board(), p.Play(m).Board()
				events := p.Trace(m)
				now := newShown(before)
				now.toHand = keeps(&before, &after)
				for _, e := range events {
					now.apply(e, p.Turn(), &after)
				}
				if !slices.Equal(now.board.At, after.At) {
					t.Fatalf("%s in %s: the show ends with %v, the move with %v", m.Text, p, now.board.At, after.At)
				}
				if now.hand != after.Hand {
					t.Fatalf("%s in %s: the show ends with %d in hand, the move with %d", m.Text, p, now.hand, after.Hand)
				}
				checkFrames(t, show(newShown(before), events, p.Turn(), after, Slow), after)
				p = p.Play(m)
			}
		}
	})
}

func checkFrames(t *testing.T, frames []frame, after kibaho.Board) {
	t.Helper()
	var total time.Duration
	for i, f := range frames {
		total += f.lasts
		if f.lasts < leastFrame && i < len(frames)-1 {
			t.Errorf("frame %d lasts %v", i, f.lasts)
		}
	}
	if last := frames[len(frames)-1]; !slices.Equal(last.board.At, after.At) || last.hand != after.Hand {
		t.Errorf("the last frame shows %v, want %v", last.board.At, after.At)
	}
	if total > longest+Slow.seed() {
		t.Errorf("a move lasts %v", total)
	}
}

// TestDurations pins the pace: 320, 160 and 70 ms a seed; later laps at three
// quarters of the lap before, not below 40 ms; never over six seconds in all.
func TestDurations(t *testing.T) {
	lap := func(n int) []kibaho.Event {
		list := []kibaho.Event{{Kind: kibaho.Lap, N: n}}
		for range n {
			list = append(list, kibaho.Event{Kind: kibaho.Sow, N: 1})
		}
		return list
	}
	var laps []kibaho.Event
	for range 8 {
		laps = append(laps, lap(1)...)
	}
	const ms = time.Millisecond
	for _, tt := range []struct {
		speed Speed
		want  []time.Duration
	}{
		{Slow, []time.Duration{320 * ms, 240 * ms, 180 * ms, 135 * ms}},
		{Normal, []time.Duration{160 * ms, 120 * ms, 90 * ms, 67500 * time.Microsecond}},
		{Quick, []time.Duration{70 * ms, 52500 * time.Microsecond, 40 * ms, 40 * ms}},
	} {
		var got []time.Duration
		for i, d := range durations(laps, tt.speed) {
			if laps[i].Kind == kibaho.Sow {
				got = append(got, d)
			}
		}
		if !slices.Equal(got[:4], tt.want) || slices.Min(got) != 40*ms && tt.speed != Slow {
			t.Errorf("%v: %v, want %v and then not below 40ms", tt.speed, got, tt.want)
		}
	}
	var long []kibaho.Event
	for range 500 {
		long = append(long, lap(20)...)
	}
	var total time.Duration
	for _, d := range durations(long, Slow) {
		total += d
	}
	if total > longest || total < longest*9/10 {
		t.Errorf("ten thousand seeds last %v, want about %v", total, longest)
	}
	b := kibaho.Board{Shape: kibaho.Pits, Rows: 4, Columns: 2, At: make([]int16, 8)}
	if n := len(show(newShown(b), long, kibaho.First, b, Slow)); n > int(longest/leastFrame)+1 {
		t.Errorf("ten thousand seeds are %d frames", n)
	}
}

// TestShowIsSkipped ends a show with a key, which does nothing else.
func TestShowIsSkipped(t *testing.T) {
	d := at(t, "chuba", "", "")
	d.m.speed = Slow
	d.points("d")
	if d.m.table.film == nil {
		t.Fatal("nothing is shown")
	}
	d.sees("in hand")
	d.sees("ends the show")
	d.keys("x")
	if d.m.table.film != nil || d.m.table.ask != nil {
		t.Error("the key did not just end the show")
	}
}

// TestShowRuns lets a show run by its own clock.
func TestShowRuns(t *testing.T) {
	d := at(t, "draughts", "", "B:W18:B15")
	d.m.speed = Quick
	d.points("15 22")
	film := d.m.table.film
	if film == nil {
		t.Fatal("nothing is shown")
	}
	d.run(func() bool { return d.m.table.film == nil })
	d.sees("Black wins")
	d.plays("15x22")
}

// TestKeeps tells captures that come into the hand from those that leave the
// board (IG7, CH1).
func TestKeeps(t *testing.T) {
	for _, tt := range []struct {
		game string
		want bool
	}{{"chuba", true}, {"igisoro", false}, {"fanorona", false}} {
		g := find(t, tt.game)
		p, err := g.Start(settings(t, g, ""))
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Board().Stores; got != tt.want {
			t.Errorf("%s: stores %t, want %t", tt.game, got, tt.want)
		}
	}
}

func TestCount(t *testing.T) {
	for _, tt := range []struct {
		n     int
		seeds string
		want  string
	}{{1, "men", "1 man"}, {3, "men", "3 men"}, {1, "cows", "1 cow"}, {0, "pieces", "0 pieces"}, {1, "pieces", "1 piece"}} {
		if got := count(tt.n, tt.seeds); got != tt.want {
			t.Errorf("count(%d, %q) = %q, want %q", tt.n, tt.seeds, got, tt.want)
		}
	}
}
