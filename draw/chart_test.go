package draw

import (
	"bytes"
	"encoding/xml"
	"image/png"
	"io"
	"strings"
	"testing"
)

// TestChart draws the same chart in both formats: well-formed, the same twice,
// with every mark, and with ink where the curve runs.
func TestChart(t *testing.T) {
	c := &Chart{
		Title: "Anna & <Ben>", High: "Black wins", Low: "White wins", Across: "turn",
		Values: []float64{0.5, 0.55, 0.52, 0.2, 0.25, 0.9, 1},
		Marks:  []ChartMark{{3, Disc, "blunder"}, {5, Triangle, "inaccuracy"}, {99, Square, "nowhere"}},
	}
	c.Explanation = c.Marks[:2]
	var svg, again, bitmap bytes.Buffer
	for _, err := range []error{c.SVG(&svg), c.SVG(&again), c.PNG(&bitmap)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if svg.String() != again.String() {
		t.Error("drawn differently the second time")
	}
	d := xml.NewDecoder(bytes.NewReader(svg.Bytes()))
	for {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	for part, want := range map[string]int{"Anna &amp; &lt;Ben&gt;</text>": 1, "Black wins": 1, ">even<": 1, chartColours[Disc]: 2, chartColours[Triangle]: 2, chartColours[Square]: 0, ">6<": 1} {
		if got := strings.Count(svg.String(), part); got != want {
			t.Errorf("%q stands %d times in the picture, want %d", part, got, want)
		}
	}
	img, err := png.Decode(&bitmap)
	if err != nil {
		t.Fatal(err)
	}
	x, y := c.point(3, c.Values[3])
	if got, want := img.At(int(x)*fine, int(y)*fine), colourOf(chartColours[Disc]); got != want {
		t.Errorf("the mark of turn 3 is %v, want %v", got, want)
	}
	if empty := (&Chart{}); empty.SVG(io.Discard) != nil || empty.PNG(io.Discard) != nil {
		t.Error("an empty chart fails")
	}
}

// TestTick: about ten numbers along the bottom, however long the game.
func TestTick(t *testing.T) {
	for _, n := range []int{0, 1, 7, 12, 13, 40, 90, 500, 5000, 100_000} {
		if step := tick(n); step < 1 || n/step > 13 || n > 12 && n/step < 4 {
			t.Errorf("%d turns: a number each %d", n, step)
		}
	}
}
