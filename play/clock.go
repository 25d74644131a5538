package play

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"kibaho"
)

// Control is how the time of a game is measured out. The zero value is a game
// without clocks. Its text forms are
//
//	none      no clocks
//	5+3       Fischer: five minutes, and three seconds more after each turn
//	10+3x30   byo-yomi: ten minutes, then three periods of thirty seconds
//	3d        correspondence: three days for each turn
type Control struct {
	Base      time.Duration // at the start of the game
	Increment time.Duration // added after each turn
	Period    time.Duration // of byo-yomi; a turn made within one does not use it up
	Periods   int
	PerTurn   time.Duration // correspondence: for each turn
}

// None reports that there are no clocks.
func (c Control) None() bool { return c == Control{} }

// The bounds of what ReadControl takes.
const (
	maxMinutes = 24 * 60
	maxSeconds = 60 * 60
	maxPeriods = 100
	maxDays    = 60
)

// ReadControl reads the text form of a control. Errors are *kibaho.InputError.
func ReadControl(text string) (Control, error) {
	fail := func(want string) (Control, error) {
		return Control{}, &kibaho.InputError{What: "time control", Text: text, At: -1, Want: want}
	}
	if text == "none" || text == "" {
		return Control{}, nil
	}
	if days, ok := strings.CutSuffix(text, "d"); ok {
		n, err := strconv.Atoi(days)
		if err != nil || n < 1 || n > maxDays {
			return fail(fmt.Sprintf("expected 1d to %dd", maxDays))
		}
		return Control{PerTurn: time.Duration(n) * 24 * time.Hour}, nil
	}
	minutes, rest, ok := strings.Cut(text, "+")
	base, err := strconv.ParseFloat(minutes, 64)
	if !ok || err != nil || !(base >= 0 && base <= maxMinutes) {
		return fail("expected none, MINUTES+SECONDS as 5+3, MINUTES+PERIODSxSECONDS as 10+3x30, or DAYSd as 3d")
	}
	c := Control{Base: time.Duration(base * float64(time.Minute)).Round(time.Second)}
	seconds := rest
	if periods, each, byo := strings.Cut(rest, "x"); byo {
		c.Periods, err = strconv.Atoi(periods)
		if err != nil || c.Periods < 1 || c.Periods > maxPeriods {
			return fail(fmt.Sprintf("expected 1 to %d periods", maxPeriods))
		}
		seconds = each
	}
	n, err := strconv.Atoi(seconds)
	if err != nil || n < 0 || n > maxSeconds {
		return fail(fmt.Sprintf("expected 0 to %d seconds after the +", maxSeconds))
	}
	if c.Periods > 0 {
		c.Period = time.Duration(n) * time.Second
	} else {
		c.Increment = time.Duration(n) * time.Second
	}
	if c.Base+c.Increment == 0 && c.Period == 0 {
		return fail("no time at all; for a game without clocks say none")
	}
	return c, nil
}

// String returns the text form.
func (c Control) String() string {
	minutes := strconv.FormatFloat(c.Base.Minutes(), 'f', -1, 64)
	switch {
	case c.None():
		return "none"
	case c.PerTurn > 0:
		return fmt.Sprintf("%dd", c.PerTurn/(24*time.Hour))
	case c.Periods > 0:
		return fmt.Sprintf("%s+%dx%d", minutes, c.Periods, c.Period/time.Second)
	}
	return fmt.Sprintf("%s+%d", minutes, c.Increment/time.Second)
}

// Clock is the time of two players. It never asks what time it is: the caller
// says so, and so a clock that was kept in a file goes on where it stood.
//
// It runs from First's first completed turn on, so that the first player does not
// pay for the time in which the second one comes to the board.
type Clock struct {
	control Control
	left    [2]time.Duration
	periods [2]int
	running bool
	side    kibaho.Side
	since   time.Time
}

// NewClock returns a clock that stands.
func NewClock(c Control) *Clock {
	start := c.Base + c.PerTurn
	if c.Base == 0 {
		start += c.Increment // 0+3: there is time for the first turn too
	}
	return &Clock{control: c, left: [2]time.Duration{start, start}, periods: [2]int{c.Periods, c.Periods}}
}

// Control returns how the time is measured out.
func (c *Clock) Control() Control { return c.control }

// Running returns the side whose time runs.
func (c *Clock) Running() (kibaho.Side, bool) { return c.side, c.running }

// Start lets the time of a side run.
func (c *Clock) Start(s kibaho.Side, now time.Time) {
	c.running, c.side, c.since = true, s, now
}

// Stop lets no time run; what was used is used.
func (c *Clock) Stop(now time.Time) {
	if c.running {
		c.spend(now.Sub(c.since))
		c.running = false
	}
}

// Press ends the turn of the side whose time runs and lets the other's run. lag is
// the time that the move was on its way, which is given back. It reports false,
// and changes nothing, if the flag had fallen.
func (c *Clock) Press(now time.Time, lag time.Duration) bool {
	if !c.running {
		return true
	}
	used := max(now.Sub(c.since)-max(lag, 0), 0)
	if used >= c.reserve() {
		return false
	}
	c.spend(used)
	switch {
	case c.control.PerTurn > 0:
		c.left[c.side] = c.control.PerTurn
	default:
		c.left[c.side] += c.control.Increment
	}
	c.side, c.since = c.side.Other(), now
	return true
}

// reserve returns what the running side has left in all, periods included.
func (c *Clock) reserve() time.Duration {
	return c.left[c.side] + time.Duration(c.periods[c.side])*c.control.Period
}

// spend takes time from the running side: first from its main time, then whole
// periods; what is used of a period is given back when the turn ends.
func (c *Clock) spend(used time.Duration) {
	if used <= c.left[c.side] {
		c.left[c.side] -= used
		return
	}
	used -= c.left[c.side]
	c.left[c.side] = 0
	if c.control.Period > 0 {
		c.periods[c.side] = max(0, c.periods[c.side]-int(used/c.control.Period))
	}
}

// Left returns the main time of a side and its periods of byo-yomi, and, while
// it is in one, what is left of that.
func (c *Clock) Left(s kibaho.Side, now time.Time) (left time.Duration, periods int) {
	at := *c
	if c.running && c.side == s {
		used := now.Sub(c.since)
		at.spend(used)
		if at.left[s] == 0 && c.control.Period > 0 && at.periods[s] > 0 {
			over := used - c.left[s]
			return c.control.Period - over%c.control.Period, at.periods[s]
		}
	}
	return at.left[s], at.periods[s]
}

// Shown returns what the face of a clock shows: the time until the main time is
// over, or the period of byo-yomi that has begun or would begin now, and how many
// periods there are beside it.
func (c *Clock) Shown(s kibaho.Side, now time.Time) (left time.Duration, more int) {
	left, periods := c.Left(s, now)
	at := *c
	if running := c.running && c.side == s; running {
		at.spend(now.Sub(c.since))
	}
	switch {
	case at.left[s] > 0 || periods == 0 || c.control.Period == 0:
		return left, periods
	case left == 0: // it stands
		return c.control.Period, periods - 1
	}
	return left, periods - 1
}

// Falls returns when the flag of the running side falls if it does not move.
func (c *Clock) Falls() (time.Time, bool) {
	if !c.running || c.control.None() {
		return time.Time{}, false
	}
	return c.since.Add(c.reserve()), true
}

// Flagged returns the side whose flag has fallen.
func (c *Clock) Flagged(now time.Time) (kibaho.Side, bool) {
	falls, ok := c.Falls()
	return c.side, ok && !now.Before(falls)
}
