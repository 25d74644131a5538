package draw

import (
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"strings"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// Chart is a curve of values from 0 to 1 over the turns of a game, with marked
// points, as a picture. It is drawn here rather than by a plotting library
// because those parse their fonts whenever a program that holds them starts.
type Chart struct {
	Title       string
	High, Low   string    // what 1 and 0 mean; a half is "even"
	Across      string    // what is counted along the bottom
	Values      []float64 // from turn 0 on
	Marks       []ChartMark
	Explanation []ChartMark // one of each kind of mark, for the legend
}

// ChartMark is a marked point.
type ChartMark struct {
	At    int // index in Values
	Shape ChartShape
	Name  string
}

// ChartShape is the shape of a mark; each has a colour of its own too.
type ChartShape uint8

// The shapes, the gravest last.
const (
	Triangle ChartShape = iota
	Square
	Disc
)

// The layout of a chart, in pixels.
const (
	chartWidth, chartHeight              = 880, 360
	chartLeft, chartRight                = 120, 24
	chartTop, chartBottom                = 56, 48
	chartInk                             = "#241B12"
	chartQuiet                           = "#5C5042"
	chartGrid                            = "#CFC2AA"
	chartPaper                           = "#FFFCF5"
	chartCurve                           = "#0E5A87"
	chartMarkRadius                      = 6.0
	chartLetters                         = 13 // the size of letters
	chartCharWidth, chartLetterHalfHight = 7, 4
)

var chartColours = [...]string{Triangle: "#7A4F00", Square: "#8F3B1B", Disc: "#A3260F"}

// point returns where turn i of value v lies.
func (c *Chart) point(i int, v float64) (x, y float64) {
	last := max(1, len(c.Values)-1)
	x = chartLeft + float64(i)/float64(last)*(chartWidth-chartLeft-chartRight)
	y = chartTop + (1-min(max(v, 0), 1))*(chartHeight-chartTop-chartBottom)
	return x, y
}

// corners returns the outline of a mark around a point.
func (s ChartShape) corners(x, y float64) [][2]float64 {
	const r = chartMarkRadius
	switch s {
	case Triangle:
		return [][2]float64{{x, y - r}, {x + r, y + r*.8}, {x - r, y + r*.8}}
	case Square:
		return [][2]float64{{x - r*.85, y - r*.85}, {x + r*.85, y - r*.85}, {x + r*.85, y + r*.85}, {x - r*.85, y + r*.85}}
	}
	var round [][2]float64
	for i := range 24 {
		a := 2 * math.Pi * float64(i) / 24
		round = append(round, [2]float64{x + r*math.Cos(a), y + r*math.Sin(a)})
	}
	return round
}

// pen is what a chart is drawn with: each output has its own.
type pen interface {
	line(points [][2]float64, width float64, colour string)
	fill(points [][2]float64, colour string)
	text(x, y float64, anchor, colour, text string) // anchor: start, middle or end
}

// draw draws the chart.
func (c *Chart) draw(p pen) {
	p.fill([][2]float64{{0, 0}, {chartWidth, 0}, {chartWidth, chartHeight}, {0, chartHeight}}, chartPaper)
	p.text(chartLeft, 24, "start", chartInk, c.Title)
	left, right := float64(chartLeft), float64(chartWidth-chartRight)
	for i, label := range []string{c.Low, "even", c.High} {
		_, y := c.point(0, float64(i)/2)
		p.line([][2]float64{{left, y}, {right, y}}, 1, chartGrid)
		p.text(left-10, y, "end", chartQuiet, label)
	}
	turns := len(c.Values) - 1
	for i, step := 0, tick(turns); turns > 0 && i <= turns; i += step {
		x, y := c.point(i, 0)
		p.line([][2]float64{{x, y}, {x, y + 5}}, 1, chartGrid)
		p.text(x, y+16, "middle", chartQuiet, fmt.Sprint(i))
	}
	p.text(right, chartHeight-12, "end", chartQuiet, c.Across)
	curve := make([][2]float64, len(c.Values))
	for i, v := range c.Values {
		curve[i][0], curve[i][1] = c.point(i, v)
	}
	if len(curve) > 1 {
		p.line(curve, 2, chartCurve)
	}
	for _, m := range c.Marks {
		if m.At >= 0 && m.At < len(curve) {
			p.fill(m.Shape.corners(curve[m.At][0], curve[m.At][1]), chartColours[m.Shape])
		}
	}
	x := right
	for _, m := range c.Explanation {
		x -= float64(chartCharWidth*len([]rune(m.Name)) + 4)
		p.text(x, 24, "start", chartQuiet, m.Name)
		p.fill(m.Shape.corners(x-14, 24), chartColours[m.Shape])
		x -= 40
	}
}

// tick returns the distance of the numbers along the bottom: about ten of them.
func tick(n int) int {
	step := 1
	for _, f := range []int{2, 5, 10, 20, 50, 100, 200, 500, 1000} {
		if n/step <= 12 {
			break
		}
		step = f
	}
	return max(step, n/12)
}

// SVG writes the chart as a picture that stands by itself.
func (c *Chart) SVG(w io.Writer) error {
	p := new(svgPen)
	c.draw(p)
	_, err := fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img" font-family="Noto Sans, sans-serif" font-size="%d"><title>%s</title>%s</svg>`+"\n",
		chartWidth, chartHeight, chartLetters, escaped(c.Title), p.String())
	return err
}

func escaped(s string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace(s)
}

type svgPen struct{ strings.Builder }

func (p *svgPen) path(points [][2]float64) {
	for i, q := range points {
		if i > 0 {
			p.WriteByte(' ')
		}
		fmt.Fprintf(p, "%.1f,%.1f", q[0], q[1])
	}
}

func (p *svgPen) line(points [][2]float64, width float64, colour string) {
	p.WriteString(`<polyline points="`)
	p.path(points)
	fmt.Fprintf(p, `" fill="none" stroke="%s" stroke-width="%g" stroke-linejoin="round"/>`, colour, width)
}

func (p *svgPen) fill(points [][2]float64, colour string) {
	p.WriteString(`<polygon points="`)
	p.path(points)
	fmt.Fprintf(p, `" fill="%s"/>`, colour)
}

func (p *svgPen) text(x, y float64, anchor, colour, text string) {
	fmt.Fprintf(p, `<text x="%.1f" y="%.1f" text-anchor="%s" fill="%s">%s</text>`, x, y+chartLetterHalfHight, anchor, colour, escaped(text))
}

// PNG writes the chart as a bitmap, twice as fine as its measures.
func (c *Chart) PNG(w io.Writer) error {
	letters, err := opentype.Parse(goregular.TTF)
	if err != nil {
		return fmt.Errorf("draw: %w", err)
	}
	face, err := opentype.NewFace(letters, &opentype.FaceOptions{Size: chartLetters * fine, DPI: 72})
	if err != nil {
		return fmt.Errorf("draw: %w", err)
	}
	defer face.Close()
	p := &bitmapPen{image.NewRGBA(image.Rect(0, 0, chartWidth*fine, chartHeight*fine)), face}
	c.draw(p)
	return png.Encode(w, p.RGBA)
}

// fine is how many dots of a bitmap a pixel of the layout is wide.
const fine = 2

type bitmapPen struct {
	*image.RGBA
	face font.Face
}

func colourOf(hex string) color.RGBA {
	var c color.RGBA
	_, _ = fmt.Sscanf(hex, "#%02x%02x%02x", &c.R, &c.G, &c.B)
	c.A = 0xff
	return c
}

func (p *bitmapPen) fill(points [][2]float64, colour string) {
	r := vector.NewRasterizer(p.Rect.Dx(), p.Rect.Dy())
	for i, q := range points {
		x, y := float32(q[0]*fine), float32(q[1]*fine)
		if i == 0 {
			r.MoveTo(x, y)
		} else {
			r.LineTo(x, y)
		}
	}
	r.ClosePath()
	r.Draw(p.RGBA, p.Rect, image.NewUniform(colourOf(colour)), image.Point{})
}

func (p *bitmapPen) line(points [][2]float64, width float64, colour string) {
	for i := 1; i < len(points); i++ {
		a, b := points[i-1], points[i]
		dx, dy := b[0]-a[0], b[1]-a[1]
		n := math.Hypot(dx, dy)
		if n == 0 {
			continue
		}
		ox, oy := -dy/n*width/2, dx/n*width/2
		p.fill([][2]float64{{a[0] + ox, a[1] + oy}, {b[0] + ox, b[1] + oy}, {b[0] - ox, b[1] - oy}, {a[0] - ox, a[1] - oy}}, colour)
	}
}

func (p *bitmapPen) text(x, y float64, anchor, colour, text string) {
	d := font.Drawer{Dst: p.RGBA, Src: image.NewUniform(colourOf(colour)), Face: p.face}
	left := fixed.Int26_6(x * fine * 64)
	switch width := d.MeasureString(text); anchor {
	case "middle":
		left -= width / 2
	case "end":
		left -= width
	}
	d.Dot = fixed.Point26_6{X: left, Y: fixed.Int26_6((y + chartLetterHalfHight) * fine * 64)}
	d.DrawString(text)
}
