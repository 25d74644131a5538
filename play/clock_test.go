package play

import (
	"testing"
	"time"

	"kibaho"
)

func TestControlText(t *testing.T) {
	for _, text := range []string{"none", "5+3", "0.5+0", "10+3x30", "0+1x10", "3d", "1440+0"} {
		c, err := ReadControl(text)
		if err != nil || c.String() != text {
			t.Errorf("%q: read back as %q, %v", text, c, err)
		}
	}
	for _, text := range []string{"5", "0+0", "-1+3", "5+3601", "0d", "61d", "NaN+3", "1e9+1", "5+0x30", "5+101x30", "x", "+", "5+3x"} {
		if c, err := ReadControl(text); err == nil {
			t.Errorf("%q was read as %q", text, c)
		}
	}
}

func FuzzControl(f *testing.F) {
	for _, text := range []string{"none", "5+3", "10+3x30", "3d", "0.1+1"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ReadControl(text)
		if err != nil {
			return
		}
		again, err := ReadControl(c.String())
		if err != nil || again != c {
			t.Errorf("%q: %+v is written as %q and read back as %+v, %v", text, c, c, again, err)
		}
	})
}

// step is a turn of so many seconds, some of them lag.
type step struct{ used, lag float64 }

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

func TestClock(t *testing.T) {
	for _, tt := range []struct {
		control string
		steps   []step // First begins
		left    [2]float64
		periods [2]int
		flag    bool // the last step is too late
	}{
		{"1+2", []step{{10, 0}, {5, 0}}, [2]float64{52, 57}, [2]int{}, false},
		{"1+2", []step{{59.9, 0}}, [2]float64{2.1, 60}, [2]int{}, false},
		{"1+2", []step{{60, 0}}, [2]float64{60, 60}, [2]int{}, true},
		{"1+2", []step{{60, 0.5}}, [2]float64{2.5, 60}, [2]int{}, false},
		// The first move uses a whole period and half of the next: one is lost.
		{"0+3x10", []step{{15, 0}, {9, 0}}, [2]float64{0, 0}, [2]int{2, 3}, false},
		{"0+3x10", []step{{29, 0}}, [2]float64{0, 0}, [2]int{1, 3}, false},
		{"0+3x10", []step{{30, 0}}, [2]float64{0, 0}, [2]int{3, 3}, true},
		{"1+1x10", []step{{65, 0}, {0, 0}, {9, 0}}, [2]float64{0, 60}, [2]int{1, 1}, false},
		{"2d", []step{{86400, 0}, {100, 0}}, [2]float64{172800, 172800}, [2]int{}, false},
		{"2d", []step{{172800, 0}}, [2]float64{172800, 172800}, [2]int{}, true},
	} {
		control, err := ReadControl(tt.control)
		if err != nil {
			t.Fatal(err)
		}
		c := NewClock(control)
		now := time.Unix(0, 0)
		c.Start(kibaho.First, now)
		ok := true
		for _, s := range tt.steps {
			falls, _ := c.Falls()
			now = now.Add(seconds(s.used))
			ok = c.Press(now, seconds(s.lag))
			if late := !now.Add(-seconds(s.lag)).Before(falls); late == ok {
				t.Errorf("%s %v: pressed %v, but the flag falls at %v", tt.control, tt.steps, now, falls)
			}
		}
		if ok == tt.flag {
			t.Errorf("%s %v: flag %v, want %v", tt.control, tt.steps, !ok, tt.flag)
		}
		if tt.flag {
			continue
		}
		for s := range kibaho.Side(2) {
			left, periods := c.left[s], c.periods[s]
			if left != seconds(tt.left[s]) || periods != tt.periods[s] {
				t.Errorf("%s %v: side %d has %v and %d periods, want %v s and %d", tt.control, tt.steps, s, left, periods, tt.left[s], tt.periods[s])
			}
		}
	}
}

// TestClockLeft looks at a clock while it runs.
func TestClockLeft(t *testing.T) {
	c := NewClock(Control{Base: seconds(10), Period: seconds(5), Periods: 2})
	start := time.Unix(0, 0)
	c.Start(kibaho.Second, start)
	for _, tt := range []struct {
		after, left float64
		periods     int
		flag        bool
	}{{0, 10, 2, false}, {4, 6, 2, false}, {12, 3, 2, false}, {16, 4, 1, false}, {20, 0, 0, true}, {100, 0, 0, true}} {
		now := start.Add(seconds(tt.after))
		left, periods := c.Left(kibaho.Second, now)
		if left != seconds(tt.left) || periods != tt.periods {
			t.Errorf("after %v s: %v, %d periods; want %v s, %d", tt.after, left, periods, tt.left, tt.periods)
		}
		if _, flag := c.Flagged(now); flag != tt.flag {
			t.Errorf("after %v s: flag %v", tt.after, flag)
		}
	}
	if left, _ := c.Left(kibaho.First, start.Add(time.Hour)); left != seconds(10) {
		t.Errorf("the other side has %v", left)
	}
}

// TestClockWithoutBase: a game of increments alone has time for its first turns.
// TestClockShown: main time with all periods beside it, then each period that has
// begun with those beside it, whatever moment it is looked at. By hand.
func TestClockShown(t *testing.T) {
	start := time.UnixMilli(1_000_000)
	byo := Control{Base: time.Minute, Period: 30 * time.Second, Periods: 3}
	bare := Control{Period: 30 * time.Second, Periods: 3}
	fischer := Control{Base: time.Minute, Increment: 5 * time.Second}
	for _, tt := range []struct {
		control Control
		runs    bool
		after   int // seconds
		left    int
		more    int
	}{
		{byo, false, 0, 60, 3},
		{byo, true, 0, 60, 3},
		{byo, true, 59, 1, 3},
		{byo, true, 65, 25, 2},
		{byo, true, 95, 25, 1},
		{byo, true, 140, 10, 0},
		{byo, true, 151, 0, 0},
		{bare, false, 0, 30, 2},
		{bare, true, 10, 20, 2},
		{bare, true, 70, 20, 0},
		{fischer, true, 20, 40, 0},
		{fischer, true, 70, 0, 0},
	} {
		c := NewClock(tt.control)
		if tt.runs {
			c.Start(kibaho.Second, start)
		}
		left, more := c.Shown(kibaho.Second, start.Add(time.Duration(tt.after)*time.Second))
		if left != time.Duration(tt.left)*time.Second || more != tt.more {
			t.Errorf("%v, running %v, after %d s: %v and %d more, want %d s and %d", tt.control, tt.runs, tt.after, left, more, tt.left, tt.more)
		}
	}
}

func TestClockWithoutBase(t *testing.T) {
	noon := time.UnixMilli(0)
	c := NewClock(Control{Increment: 3 * time.Second})
	c.Start(kibaho.Second, noon)
	if falls, ok := c.Falls(); !ok || falls.Sub(noon) != 3*time.Second {
		t.Errorf("falls after %v, %v", falls.Sub(noon), ok)
	}
	if !c.Press(noon.Add(time.Second), 0) {
		t.Error("the flag has fallen")
	}
	if left, _ := c.Left(kibaho.Second, noon.Add(time.Second)); left != 5*time.Second {
		t.Errorf("left %v", left)
	}
}
