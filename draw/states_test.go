package draw

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kibaho"
)

// state is something that a person meets on a board.
type state struct {
	name  string
	board kibaho.Board
	scene Scene
}

// sites returns the sites with the given names, separated by blanks.
func sites(b kibaho.Board, names string) []kibaho.Site {
	var out []kibaho.Site
	for name := range strings.FieldsSeq(names) {
		i := slices.Index(b.Names, name)
		if i < 0 {
			panic("no site " + name)
		}
		out = append(out, kibaho.Site(i))
	}
	return out
}

func site(b kibaho.Board, name string) kibaho.Site { return sites(b, name)[0] }

func at(b kibaho.Board, name string) *kibaho.Site {
	s := site(b, name)
	return &s
}

// with returns the board with a mark on the named sites.
func with(b kibaho.Board, m kibaho.Mark, names string) kibaho.Board {
	b.Marks = make([]kibaho.Mark, len(b.At))
	for _, s := range sites(b, names) {
		b.Marks[s] = m
	}
	return b
}

func takes(b kibaho.Board, names, label string) []Take {
	var out []Take
	for _, s := range sites(b, names) {
		out = append(out, Take{s, label})
	}
	return out
}

func ghosts(b kibaho.Board, names string, piece int16) []Ghost {
	var out []Ghost
	for _, s := range sites(b, names) {
		out = append(out, Ghost{s, piece})
	}
	return out
}

// states returns every state of the table in the design, on each kind of board.
func states() []state {
	var all []state
	put := func(name string, b kibaho.Board, s Scene) { all = append(all, state{name, b, s}) }
	arrow := func(b kibaho.Board, from, to string, rank int) Arrow {
		return Arrow{site(b, from), site(b, to), rank}
	}

	chuba := pitBoard(chubaStart)
	put("chuba start", chuba, Scene{Captured: &[2]int{}})
	unplayed := with(chuba, kibaho.Unplayed, "l m n o p q r s t u v L M N O P Q R S T U V")
	put("chuba legal", unplayed, Scene{Captured: &[2]int{}, Marks: Marks{Legal: sites(chuba, "a b c d e f g h i"), Focus: at(chuba, "c")}})
	chuba = pitBoard("0,1,0,1,2,0,1,0,1,5,2/1,1,0,1,0,0,0,0,0,1,0/0,0,0,1,1,0,0,0,1,1,2/1,0,2,1,0,0,2,0,0,2,0")
	var pairs []Pair
	for i, inner := range sites(chuba, "A B C D E F G H I K") {
		pairs = append(pairs, Pair{Inner: inner, Value: []int{1, 2, 0, 2, 2, 0, 1, 0, 1, 2}[i], Chosen: i == 3})
	}
	pair := Marks{Pairs: pairs, Take: takes(chuba, "J M", ""), Chosen: sites(chuba, "t u v a b")}
	put("chuba second pair", chuba, Scene{Captured: &[2]int{13, 16}, Marks: pair})
	put("chuba second pair flipped", chuba, Scene{Captured: &[2]int{13, 16}, Marks: pair, Flipped: true})
	put("chuba second pair turned", chuba, Scene{Form: Turned, Marks: pair})
	put("chuba flat", chuba, Scene{Form: Flat, Marks: Marks{
		Refused: sites(chuba, "h"), Legal: sites(chuba, "a b n"), Focus: at(chuba, "h"), Last: sites(chuba, "Q R S T U V A"),
	}})
	put("chuba arrows", chuba, Scene{Captured: &[2]int{31, 7}, Marks: Marks{
		Last: sites(chuba, "T U V A"), Refused: sites(chuba, "h"),
		Arrows: []Arrow{arrow(chuba, "b", "d", 1), arrow(chuba, "u", "d", 2), arrow(chuba, "a", "e", 3)},
	}})
	sowing := chuba
	sowing.Hand, sowing.HandAt = 3, site(chuba, "h")
	put("chuba sowing", sowing, Scene{Captured: &[2]int{13, 4}, Marks: Marks{
		Chosen: sites(chuba, "e f g h"), Lifted: sites(chuba, "c"), Bands: []Band{{sites(chuba, "c d e"), Earlier}},
	}})

	const corners = "b g i p B G I P"
	igisoro := with(pitBoard(igisoroStart), kibaho.TurnBack, corners)
	put("igisoro start", igisoro, Scene{Seeds: Nuts})
	igisoro = with(pitBoard("9,7,2,0,7,0,5,0/0,5,0,5,2,3,1,2/0,1,1,2,2,1,3,0/0,1,2,1,0,0,0,2"), kibaho.TurnBack, corners)
	take := Marks{Take: append(takes(igisoro, "L", "+7"), takes(igisoro, "E", "+2")...), Chosen: sites(igisoro, "a b c d")}
	put("igisoro take or leave", igisoro, Scene{Seeds: Nuts, Marks: take})
	put("igisoro flat", igisoro, Scene{Seeds: Nuts, Marks: take, Form: Flat})
	put("igisoro turned", igisoro, Scene{Seeds: Nuts, Marks: take, Form: Turned})
	igisoro = with(pitBoard("0,0,0,1,1,0,2,2/0,1,6,6,0,1,6,6/6,2,7,1,7,2,0,0/2,2,0,2,1,0,0,0"), kibaho.TurnBack, corners)
	put("igisoro turn back or go on", igisoro, Scene{Seeds: Nuts, Marks: Marks{
		Turn: at(igisoro, "g"), Chosen: sites(igisoro, "b c d e f g"), Take: takes(igisoro, "M D", ""),
		Bands: []Band{{sites(igisoro, "g f e"), Coming}, {sites(igisoro, "g h i"), Coming}},
	}})
	many := pitBoard("9,10,11,12,13,14,15,16/1,2,3,4,5,6,7,8/5,7,9,10,11,12,14,18/23,31,40,8,6,4,2,1")
	put("nuts", many, Scene{Seeds: Nuts, Marks: Marks{Hand: &Hand{site(many, "m"), 9}}})
	put("beads", many, Scene{Marks: Marks{Hand: &Hand{site(many, "M"), 2}}})

	fanorona := pointBoard(fanoronaStart)
	put("fanorona start", fanorona, Scene{})
	put("fanorona legal", fanorona, Scene{Marks: Marks{Legal: sites(fanorona, "C4 D4 D5 D6 C5"), Focus: at(fanorona, "D5")}})
	fanorona = pointBoard("bb.....bb/bbbbb.wbb/bwb.....w/www.....w/www....w.")
	put("fanorona approach or withdrawal", fanorona, Scene{Marks: Marks{
		Take: append(takes(fanorona, "B1 B2 B3 B4 B5", "W"), takes(fanorona, "B8 B9", "A")...), Chosen: sites(fanorona, "B6 B7"),
	}})
	fanorona = pointBoard("bbb..b.bb/........./bwb.wb.bw/......w.w/wwww.w.w.")
	put("fanorona stop or go on", fanorona, Scene{Marks: Marks{
		Legal: sites(fanorona, "B4 C4"), Visited: sites(fanorona, "B5 B6"), Chosen: sites(fanorona, "B5 B6 C5"),
		Gone:    append(ghosts(fanorona, "B7 B8 B9", kibaho.SecondMan), ghosts(fanorona, "D4", kibaho.FirstMan)...),
		Refused: sites(fanorona, "D7"),
		Arrows:  []Arrow{arrow(fanorona, "D9", "C8", 1), arrow(fanorona, "E2", "D1", 2), arrow(fanorona, "E2", "D3", 3)},
	}})
	put("fanorona last move", fanorona, Scene{Marks: Marks{Last: sites(fanorona, "A5 B4 C5"), Gone: ghosts(fanorona, "A4 C4", kibaho.SecondMan)}})
	put("fanorona 3x3 flipped", pointBoard("bbb/b.w/www"), Scene{Flipped: true})

	draughts := squareBoard(draughtsStart)
	put("draughts start", draughts, Scene{})
	put("draughts flipped", draughts, Scene{Flipped: true, Marks: Marks{Legal: sites(draughts, "9 10 11 12"), Focus: at(draughts, "11")}})
	draughts = squareBoard("bb.b/.b.b/.b../.b../w.../w..b/..ww/wwww")
	put("draughts must capture", draughts, Scene{Marks: Marks{
		Must: sites(draughts, "27 28"), Legal: sites(draughts, "19 20"), Take: takes(draughts, "24", ""), Refused: sites(draughts, "30"),
	}})
	draughts = squareBoard("b.../b..b/.b.b/b.../..W./.w../.w../wwBw")
	put("draughts last move", with(draughts, kibaho.Huffable, "8"), Scene{Marks: Marks{
		Last: sites(draughts, "15 24 31"), Gone: ghosts(draughts, "27", kibaho.SecondMan),
		Bands:  []Band{{sites(draughts, "8 15"), Missed}},
		Arrows: []Arrow{arrow(draughts, "19", "16", 1), arrow(draughts, "29", "25", 2), arrow(draughts, "12", "16", 3)},
	}})
	draughts = squareBoard("bb../bbbb/.b../..b./.w../...w/.ww./ww.w")
	put("draughts finish the jump", draughts, Scene{Marks: Marks{
		Chosen: sites(draughts, "25 18"), Legal: sites(draughts, "11"), Take: takes(draughts, "15 8", ""),
		Gone: ghosts(draughts, "22", kibaho.FirstMan), Bands: []Band{{sites(draughts, "18 11 4"), Coming}},
	}})
	return all
}

// looks are all looks of a board.
var looks = []struct {
	name  string
	style Style
	dark  bool
}{{"wood", Wood, false}, {"stone", Stone, false}, {"plain", Plain, false}, {"plain by night", Plain, true}}

func picture(t testing.TB, b kibaho.Board, s Scene) string {
	t.Helper()
	var out bytes.Buffer
	if err := SVG(&out, b, s); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

var sheet = flag.String("sheet", "", "write every state in every look into this folder, with a page that shows them all")

// TestSheet writes the pictures for people to look at, and the texts.
func TestSheet(t *testing.T) {
	if *sheet == "" {
		t.Skip("no -sheet FOLDER")
	}
	var page strings.Builder
	page.WriteString("<!doctype html><meta charset=utf-8><title>All states</title><style>body{font:14px sans-serif;background:#f4efe4}figure{display:inline-block;width:460px;margin:4px;vertical-align:top}img{width:100%}</style>\n")
	for _, l := range looks {
		for _, s := range states() {
			s.scene.Style, s.scene.Dark = l.style, l.dark
			file := strings.ReplaceAll(s.name+" "+l.name, " ", "-") + ".svg"
			if err := os.WriteFile(filepath.Join(*sheet, file), []byte(picture(t, s.board, s.scene)), 0o644); err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&page, "<figure><img src=%q><figcaption>%s, %s</figcaption></figure>\n", file, s.name, l.name)
		}
	}
	if err := os.WriteFile(filepath.Join(*sheet, "sheet.html"), []byte(page.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}
