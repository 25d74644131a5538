package draw

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
)

// canvas gathers the text of a picture.
type canvas struct {
	bytes.Buffer
	scene *Scene
}

// s writes a text as it is.
func (c *canvas) s(text string) { c.WriteString(text) }

// f writes a text with verbs as [fmt.Fprintf] does, and %n for a number of
// units, rounded to a tenth.
func (c *canvas) f(format string, args ...any) {
	c.s(render(format, args...))
}

func render(format string, args ...any) string {
	for i, a := range args {
		if x, ok := a.(float64); ok {
			args[i] = number(x)
		}
	}
	return fmt.Sprintf(strings.ReplaceAll(format, "%n", "%v"), args...)
}

// number returns x rounded to a tenth, as short as it goes.
func number(x float64) string {
	t := math.Round(x * 10)
	if t == 0 { // also what is written -0 otherwise
		return "0"
	}
	s := strconv.FormatFloat(t/10, 'f', -1, 64)
	if strings.HasPrefix(s, "0.") {
		return s[1:]
	}
	if strings.HasPrefix(s, "-0.") {
		return "-" + s[2:]
	}
	return s
}

// id returns an id of the picture.
func (c *canvas) id(name string) string {
	if c.scene.ID != "" {
		return c.scene.ID + "-" + name
	}
	return "kb-" + name
}

// ink returns a colour, by value or, in themed pictures, by name.
func (c *canvas) ink(i ink) string {
	if c.scene.Themed {
		return "var(--" + palette[i].name + ")"
	}
	return i.in(c.scene.Style, c.scene.Dark)
}

// flat reports that the look has neither light nor grain.
func (c *canvas) flat() bool { return c.scene.Style == Plain }

// text writes one line of text centred at a point on its baseline.
func (c *canvas) text(p Point, size float64, fill ink, weight int, text string) {
	c.f(`<text x="%n" y="%n" font-size="%n" font-weight="%d" text-anchor="middle" fill="%s">%s</text>`, p.X, p.Y, size, weight, c.ink(fill), escape(text))
}

// badge writes a pill with a text, centred at a point.
func (c *canvas) badge(p Point, size, padding float64, text string, ground, letters ink) {
	height := size * 1.32
	width := max(height, float64(len([]rune(text)))*size*.58+2*padding)
	ring := ""
	if c.flat() && ground == inkNumberGround {
		ring = render(` stroke="%s" stroke-width="6" paint-order="stroke"`, c.ink(inkNumberRing))
	}
	c.f(`<rect x="%n" y="%n" width="%n" height="%n" rx="%n" fill="%s"%s/>`, p.X-width/2, p.Y-height/2, width, height, height/2, c.ink(ground), ring)
	c.text(p.plus(0, size*.355), size, letters, 600, text)
}

// stop is one colour of a gradient: where it stands, what it is and how opaque.
type stop struct {
	at      float64
	colour  string
	opacity float64
}

// gradient writes a gradient; attributes say from where to where it goes.
func (c *canvas) gradient(kind, name, attributes string, stops ...stop) {
	c.f(`<%sGradient id="%s" %s>`, kind, c.id(name), attributes)
	for _, s := range stops {
		c.f(`<stop offset="%s" stop-color="%s"`, strconv.FormatFloat(s.at, 'f', -1, 64), s.colour)
		if s.opacity < 1 {
			c.f(` stop-opacity="%s"`, strconv.FormatFloat(s.opacity, 'f', -1, 64))
		}
		c.s(`/>`)
	}
	c.f(`</%sGradient>`, kind)
}

// escape writes text as XML; what XML cannot hold becomes U+FFFD.
func escape(text string) string {
	return escapes.Replace(strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xfffe || r == 0xffff {
			return unicode.ReplacementChar
		}
		return r
	}, text))
}

// encoding/xml could do it, but to load it takes a share of the start of every command.
var escapes = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;", "\t", "&#x9;", "\n", "&#xA;", "\r", "&#xD;")
