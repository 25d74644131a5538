package study

import (
	"image/color"
	"io"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// The size of a plot.
const (
	plotWidth  = 22 * vg.Centimeter
	plotHeight = 9 * vg.Centimeter
)

// Plot draws the points that the first player could expect, turn by turn, as a
// picture of the format "svg" or "png", with the marks of the graded turns.
func (r *Report) Plot(w io.Writer, format string) error {
	f := r.Start.Game().Facts()
	p := plot.New()
	p.Title.Text = r.Title
	p.X.Label.Text = "turn"
	p.Y.Label.Text = "points that " + f.Sides[0] + " can expect"
	p.X.Min, p.X.Max = 0, float64(max(1, len(r.Turns)))
	p.Y.Min, p.Y.Max = 0, 1
	p.Y.Tick.Marker = plot.ConstantTicks{
		{Value: 0, Label: f.Sides[1] + " wins"}, {Value: 0.25}, {Value: 0.5, Label: "even"}, {Value: 0.75}, {Value: 1, Label: f.Sides[0] + " wins"},
	}
	grid := plotter.NewGrid()
	grid.Horizontal.Color, grid.Vertical.Color = color.Gray{0xdd}, nil
	p.Add(grid)

	curve := make(plotter.XYs, len(r.Chances))
	for i, c := range r.Chances {
		curve[i] = plotter.XY{X: float64(i), Y: c}
	}
	if len(curve) > 0 {
		line, err := plotter.NewLine(curve)
		if err != nil {
			return err
		}
		line.Width, line.Color = vg.Points(1.5), color.RGBA{0x2b, 0x4c, 0x7e, 0xff}
		p.Add(line)
	}
	for _, kind := range gradeList {
		var at plotter.XYs
		for i, t := range r.Turns {
			if t.Grade == kind.grade {
				at = append(at, plotter.XY{X: float64(i + 1), Y: r.Chances[i+1]})
			}
		}
		if len(at) == 0 {
			continue
		}
		marks, err := plotter.NewScatter(at)
		if err != nil {
			return err
		}
		marks.GlyphStyle = draw.GlyphStyle{Color: kind.colour, Radius: vg.Points(kind.radius), Shape: kind.shape}
		p.Add(marks)
		p.Legend.Add(string(kind.grade), marks)
	}
	p.Legend.Top = true
	out, err := p.WriterTo(plotWidth, plotHeight, format)
	if err != nil {
		return err
	}
	_, err = out.WriteTo(w)
	return err
}
