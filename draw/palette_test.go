package draw

import (
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"
)

// luminance returns the relative luminance of a colour (WCAG 2).
func luminance(t *testing.T, colour string) float64 {
	t.Helper()
	var rgb [3]int
	if _, err := fmt.Sscanf(colour, "#%02X%02X%02X", &rgb[0], &rgb[1], &rgb[2]); err != nil {
		t.Fatalf("colour %q: %v", colour, err)
	}
	sum := 0.
	for i, weight := range []float64{.2126, .7152, .0722} {
		c := float64(rgb[i]) / 255
		if c <= .04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+.055)/1.055, 2.4)
		}
		sum += weight * c
	}
	return sum
}

// TestContrast: marks stand out from their halo 8:1 or better, in the plain look
// 6:1 or better; letters and numbers are readable on what they stand on.
func TestContrast(t *testing.T) {
	for _, l := range looks {
		marks := 8.
		if l.style == Plain {
			marks = 6
		}
		for _, tt := range []struct {
			on, under ink
			least     float64
		}{
			{inkLegal, inkHalo, marks},
			{inkChosen, inkHalo, marks},
			{inkLast, inkHalo, marks},
			{inkTake, inkHalo, marks},
			{inkOnMark, inkLegal, 6},
			{inkOnMark, inkChosen, 6},
			{inkOnMark, inkLast, 6},
			{inkOnMark, inkTake, 6},
			{inkNumber, inkNumberGround, 7},
			{inkLetter, inkBoardLow, 4.5},
			{inkLetter, inkBoardHigh, 4.5},
			{inkPitLetter, inkPitLow, 4.5},
			{inkPitLetter, inkPitHigh, 4.5},
			{inkSquareNumber, inkDark, 4.5},
		} {
			a, b := luminance(t, tt.on.in(l.style, l.dark)), luminance(t, tt.under.in(l.style, l.dark))
			if ratio := (max(a, b) + .05) / (min(a, b) + .05); ratio < tt.least {
				t.Errorf("%s: %s on %s has %.2f:1, want %v:1", l.name, palette[tt.on].name, palette[tt.under].name, ratio, tt.least)
			}
		}
	}
}

// TestThemed: a themed picture names colours that the style sheet gives in every
// look, and with these it is the picture that stands by itself.
func TestThemed(t *testing.T) {
	rules := strings.Split(strings.TrimSpace(StyleSheet()), "\n")
	if len(rules) != len(looks) {
		t.Fatalf("%d rules, want %d", len(rules), len(looks))
	}
	property := regexp.MustCompile(`--([\w-]+):([^;}]+)`)
	use := regexp.MustCompile(`var\(--([\w-]+)\)`)
	for i, l := range looks {
		value := map[string]string{}
		for _, m := range property.FindAllStringSubmatch(rules[i], -1) {
			value[m[1]] = m[2]
		}
		if !strings.Contains(rules[i], ".kb."+l.style.String()) || strings.Contains(rules[i], "night") != l.dark {
			t.Errorf("%s: rule %s", l.name, rules[i])
		}
		for _, s := range states() {
			s.scene.Style, s.scene.Dark = l.style, l.dark
			want := picture(t, s.board, s.scene)
			s.scene.Themed = true
			got := use.ReplaceAllStringFunc(picture(t, s.board, s.scene), func(v string) string {
				return value[use.FindStringSubmatch(v)[1]]
			})
			if got != want {
				t.Errorf("%s, %s: the themed picture is another one", s.name, l.name)
			}
		}
	}
}
