package draw

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"kibaho"
)

// element is an element of a picture with its attributes and what is in it.
type element struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Children []element  `xml:",any"`
	Text     string     `xml:",chardata"`
}

func (e *element) attr(name string) string {
	for _, a := range e.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func (e *element) number(t *testing.T, name string) float64 {
	t.Helper()
	if e.attr(name) == "" {
		return 0
	}
	x, err := strconv.ParseFloat(e.attr(name), 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// walk visits an element and all in it.
func (e *element) walk(visit func(*element)) {
	visit(e)
	for i := range e.Children {
		e.Children[i].walk(visit)
	}
}

// find returns the elements that have an attribute.
func (e *element) find(attr string) []*element {
	var out []*element
	e.walk(func(x *element) {
		if x.attr(attr) != "" {
			out = append(out, x)
		}
	})
	return out
}

func parse(t *testing.T, svg string) *element {
	t.Helper()
	var root element
	d := xml.NewDecoder(strings.NewReader(svg))
	if err := d.Decode(&root); err != nil {
		t.Fatalf("not well formed: %v", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) && err != nil {
		t.Fatalf("after the root: %v", err)
	}
	return &root
}

var translate = regexp.MustCompile(`^translate\(([-\d.]+) ([-\d.]+)\)$`)

// place returns where an element stands.
func place(t *testing.T, e *element) Point {
	t.Helper()
	if e.attr("transform") == "" {
		return Point{e.number(t, "x"), e.number(t, "y")}
	}
	m := translate.FindStringSubmatch(e.attr("transform"))
	if m == nil {
		t.Fatalf("transform %q", e.attr("transform"))
	}
	x, _ := strconv.ParseFloat(m[1], 64)
	y, _ := strconv.ParseFloat(m[2], 64)
	return Point{x, y}
}

// everySize returns an empty and a full board of every size.
func everySize() map[string]kibaho.Board {
	all := map[string]kibaho.Board{}
	for n := 2; n <= 13; n++ {
		b := kibaho.Board{Shape: kibaho.Pits, Rows: 4, Columns: n, Names: pitNames(n), At: make([]int16, 4*n)}
		all[fmt.Sprintf("pits %d empty", n)] = b
		b.At = make([]int16, 4*n)
		for i := range b.At {
			b.At[i] = int16(12 + i)
		}
		all[fmt.Sprintf("pits %d full", n)] = b
	}
	for rows := 3; rows <= 9; rows += 2 {
		for columns := 3; columns <= 9; columns += 2 {
			row := strings.Repeat(".", columns)
			all[fmt.Sprintf("points %dx%d empty", rows, columns)] = pointBoard(strings.TrimSuffix(strings.Repeat(row+"/", rows), "/"))
			row = strings.Repeat("wb", columns)[:columns]
			all[fmt.Sprintf("points %dx%d full", rows, columns)] = pointBoard(strings.TrimSuffix(strings.Repeat(row+"/", rows), "/"))
		}
	}
	all["squares empty"] = squareBoard(strings.Repeat("....", 8))
	all["squares full"] = squareBoard(strings.Repeat("bBwW", 8))
	return all
}

// references returns the ids that the attributes of an element refer to.
func (e *element) references() []string {
	var out []string
	for _, a := range e.Attrs {
		if id, ok := strings.CutPrefix(a.Value, "#"); ok && a.Name.Local == "href" {
			out = append(out, id)
		} else if id, ok := strings.CutPrefix(a.Value, "url(#"); ok {
			out = append(out, strings.TrimSuffix(id, ")"))
		}
	}
	return out
}

// notNumber returns what in a picture is a number or a verb gone wrong.
func notNumber(svg string) string {
	for _, bad := range []string{"NaN", "Inf", "%!", "e+", "e-0"} {
		if strings.Contains(svg, bad) {
			return bad
		}
	}
	return ""
}

// sound fails the test if a picture is not one that may stand in any page.
func sound(t *testing.T, name, svg, prefix string) *element {
	t.Helper()
	root := parse(t, svg)
	ids := map[string]bool{}
	for _, e := range root.find("id") {
		id := e.attr("id")
		if ids[id] {
			t.Errorf("%s: id %s occurs twice", name, id)
		}
		if !strings.HasPrefix(id, prefix+"-") {
			t.Errorf("%s: id %s does not begin with %s", name, id, prefix)
		}
		ids[id] = true
	}
	root.walk(func(e *element) {
		for _, id := range e.references() {
			if !ids[id] {
				t.Errorf("%s: reference to %s, which is not there", name, id)
			}
		}
	})
	for id := range strings.FieldsSeq(root.attr("aria-labelledby")) {
		if !ids[id] {
			t.Errorf("%s: labelled by %s, which is not there", name, id)
		}
	}
	if m := notNumber(svg); m != "" {
		t.Errorf("%s: contains %s", name, m)
	}
	if root.XMLName.Local != "svg" || root.attr("role") != "img" || root.Children[0].XMLName.Local != "title" || root.Children[0].Text == "" {
		t.Errorf("%s: not an image with a title", name)
	}
	root.walk(func(e *element) {
		switch e.XMLName.Local {
		case "image", "script", "style", "filter", "foreignObject":
			t.Errorf("%s: contains a %s", name, e.XMLName.Local)
		}
	})
	if rest := strings.Replace(svg, "http://www.w3.org/2000/svg", "", 1); strings.Contains(rest, "http") || strings.Contains(rest, "data:") {
		t.Errorf("%s: reaches outside", name)
	}
	if len(svg) > 100_000 {
		t.Errorf("%s: %d bytes, over 100 kB", name, len(svg))
	}
	return root
}

// texts returns all texts of a picture.
func texts(root *element) map[string]int {
	out := map[string]int{}
	root.walk(func(e *element) {
		if e.XMLName.Local == "text" {
			out[e.Text]++
		}
	})
	return out
}
