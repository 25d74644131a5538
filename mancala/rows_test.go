package mancala

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"kibaho"
)

// The order of the numbers in a position's text and the names of the pits, as the
// rule books print them: North's outer row runs P … I and his inner row A … H
// from South's left, South's inner row h … a and his outer row i … p.
func TestRowsAndNames(t *testing.T) {
	var rows Rows
	names := strings.Fields("P O N M L K J I A B C D E F G H h g f e d c b a i j k l m n o p")
	var cells []string
	for i, name := range names {
		s, pit, ok := Pit(name[0], 8)
		if !ok || PitName(s, pit) != name {
			t.Errorf("pit %s is read as %s, %t", name, PitName(s, pit), ok)
		}
		rows[s][pit] = i
		cells = append(cells, fmt.Sprint(i))
	}
	want := strings.Join([]string{strings.Join(cells[:8], ","), strings.Join(cells[8:16], ","), strings.Join(cells[16:24], ","), strings.Join(cells[24:], ",")}, "/")
	if got := WriteRows(&rows, 8); got != want {
		t.Errorf("written %s, want %s", got, want)
	}
	got, n, err := ReadRows("test", want, want, 99)
	if err != nil || n != 8 || got != rows {
		t.Errorf("read %v, %d columns, %v; want %v", got, n, err, rows)
	}
	b := Board(&rows, 8)
	for i, name := range names {
		s, pit, _ := Pit(name[0], 8)
		if at := Site(s, pit, 8); b.Names[at] != name || int(b.At[at]) != i {
			t.Errorf("site %d is %s with %d, want %s with %d", at, b.Names[at], b.At[at], name, i)
		}
	}
	for _, c := range "qQ+0" {
		if s, pit, ok := Pit(byte(c), 8); ok {
			t.Errorf("%c is pit %d of side %d on 8 columns", c, pit, s)
		}
	}
}

func TestReadRowsRefuses(t *testing.T) {
	for _, x := range []struct {
		rows string
		at   int
		want string
	}{
		{"", -1, "expected four rows between slashes, found 1"},
		{"1,2/3,4/5,6", -1, "expected four rows between slashes, found 3"},
		{"1,2/3,4/5/6,7", 8, "expected 2 numbers in this row, as in the first, found 1"},
		{"1,2/3,4/5,6/7,10", 14, "expected a number 0 to 9"},
		{"1,2/3,+4/5,6/7,8", 6, "expected a number 0 to 9"},
		{"1,,2/3,4,5/5,6,7/7,8,9", 2, "expected a number 0 to 9"},
		{strings.Repeat("0,", 13) + "0/0/0/0", 0, "expected at most 13 columns, found 14"},
	} {
		_, _, err := ReadRows("test", x.rows, x.rows, 9)
		var in *kibaho.InputError
		if !errors.As(err, &in) || in.At != x.at || in.Want != x.want || in.What != "test position" {
			t.Errorf("%q: %+v, want %q at %d", x.rows, in, x.want, x.at)
		}
	}
}
