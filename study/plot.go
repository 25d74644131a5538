package study

import (
	"fmt"
	"io"
	"slices"

	"kibaho/draw"
)

// Plot draws the points that the first player could expect, turn by turn, as a
// picture of the format "svg" or "png", with the marks of the graded turns.
func (r *Report) Plot(w io.Writer, format string) error {
	f := r.Start.Game().Facts()
	c := draw.Chart{Title: r.Title, High: f.Sides[0] + " wins", Low: f.Sides[1] + " wins", Across: "turn", Values: r.Chances}
	for _, kind := range gradeList {
		mark := draw.ChartMark{Shape: kind.shape, Name: string(kind.grade)}
		for i, t := range r.Turns {
			if t.Grade == kind.grade {
				mark.At = i + 1
				c.Marks = append(c.Marks, mark)
			}
		}
		if slices.ContainsFunc(c.Marks, func(m draw.ChartMark) bool { return m.Shape == kind.shape }) {
			c.Explanation = append(c.Explanation, mark)
		}
	}
	switch format {
	case "svg":
		return c.SVG(w)
	case "png":
		return c.PNG(w)
	}
	return fmt.Errorf("study: no plot of the format %q: expected svg or png", format)
}
