package main

import (
	"fmt"
	"io"
	"math"
	"strings"
	"time"
)

// The picture: times of builds against workers, both by powers of ten.
const (
	plotWidth, plotHeight = 720, 440
	plotLeft, plotTop     = 84, 24
	plotRight, plotBottom = 120, 56
)

var inks = []string{"#1b6ca8", "#b8541a", "#3f7d3a", "#7a3e9d", "#8a6d00", "#555555"}

// plot draws how long builds of five to so many pieces take on 1 to 10,000 workers.
func plot(w io.Writer, m machine, pieces int) error {
	const most = 4 // powers of ten
	type line struct {
		pieces int
		at     []time.Duration // at 1, 10^(1/4) …
	}
	var lines []line
	least, longest := math.Inf(1), 0.0
	for n := min(5, pieces); n <= pieces; n++ {
		jobs := graph(n)
		l := line{pieces: n}
		for step := range 4*most + 1 {
			t := m.simulate(jobs, int(math.Round(math.Pow(10, float64(step)/4)))).time
			l.at = append(l.at, t)
			least, longest = min(least, t.Seconds()), max(longest, t.Seconds())
		}
		lines = append(lines, l)
	}
	low, high := math.Floor(math.Log10(least)), math.Ceil(math.Log10(longest))
	x := func(power float64) float64 { return plotLeft + power/most*(plotWidth-plotLeft-plotRight) }
	y := func(seconds float64) float64 {
		return plotHeight - plotBottom - (math.Log10(seconds)-low)/(high-low)*(plotHeight-plotTop-plotBottom)
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="13">`+"\n", plotWidth, plotHeight)
	fmt.Fprintf(&b, "<title>Time of a build of all tables of draughts by workers of %d cores</title>\n", m.Cores)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="#fffdf8"/>`+"\n", plotWidth, plotHeight)
	for power := range most + 1 {
		fmt.Fprintf(&b, `<line x1="%.1f" y1="%d" x2="%.1f" y2="%d" stroke="#ddd6c8"/>`+"\n", x(float64(power)), plotTop, x(float64(power)), plotHeight-plotBottom)
		fmt.Fprintf(&b, `<text x="%.1f" y="%d" text-anchor="middle">%s</text>`+"\n", x(float64(power)), plotHeight-plotBottom+20, digits(uint64(math.Pow10(power))))
	}
	for _, mark := range []struct {
		seconds float64
		name    string
	}{{1, "1 s"}, {60, "1 min"}, {3600, "1 h"}, {86400, "1 day"}, {7 * 86400, "1 week"}, {30 * 86400, "1 month"}, {365 * 86400, "1 year"}, {10 * 365 * 86400, "10 years"}} {
		if l := math.Log10(mark.seconds); l >= low && l <= high {
			fmt.Fprintf(&b, `<line x1="%d" y1="%.1f" x2="%d" y2="%.1f" stroke="#ddd6c8"/>`+"\n", plotLeft, y(mark.seconds), plotWidth-plotRight, y(mark.seconds))
			fmt.Fprintf(&b, `<text x="%d" y="%.1f" text-anchor="end">%s</text>`+"\n", plotLeft-8, y(mark.seconds)+4, mark.name)
		}
	}
	for i, l := range lines {
		var points []string
		for step, t := range l.at {
			points = append(points, fmt.Sprintf("%.1f,%.1f", x(float64(step)/4), y(t.Seconds())))
		}
		ink := inks[i%len(inks)]
		fmt.Fprintf(&b, `<polyline points="%s" fill="none" stroke="%s" stroke-width="2"/>`+"\n", strings.Join(points, " "), ink)
		fmt.Fprintf(&b, `<text x="%d" y="%.1f" fill="%s">%d pieces</text>`+"\n", plotWidth-plotRight+8, y(l.at[len(l.at)-1].Seconds())+4, ink, l.pieces)
	}
	fmt.Fprintf(&b, `<text x="%.1f" y="%d" text-anchor="middle">workers of %d cores</text>`+"\n</svg>\n", x(most/2.0), plotHeight-14, m.Cores)
	_, err := io.WriteString(w, b.String())
	return err
}
