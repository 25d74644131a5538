package draw_test

import (
	"bytes"
	"fmt"
	"strings"

	"kibaho"
	"kibaho/draw"
)

// igisoro is the board at the start of a game of Igisoro: four cows in every pit
// of the inner rows.
func igisoro() kibaho.Board {
	b := kibaho.Board{Shape: kibaho.Pits, Rows: 4, Columns: 8, At: make([]int16, 32)}
	for _, first := range "aA" {
		for i := range 16 {
			b.Names = append(b.Names, string(first+rune(i)))
		}
	}
	for i := range 8 {
		b.At[i], b.At[16+i] = 4, 4
	}
	return b
}

func ExampleText_pits() {
	fmt.Print(draw.Text(igisoro(), draw.TextScene{}))
	// Output:
	//    P    O    N    M    L    K    J    I
	// ╭────┬────┬────┬────┬────┬────┬────┬────╮
	// │  · │  · │  · │  · │  · │  · │  · │  · │
	// ├────┼────┼────┼────┼────┼────┼────┼────┤
	// │  4 │  4 │  4 │  4 │  4 │  4 │  4 │  4 │
	// ╰────┴────┴────┴────┴────┴────┴────┴────╯
	//    A    B    C    D    E    F    G    H
	//    h    g    f    e    d    c    b    a
	// ╭────┬────┬────┬────┬────┬────┬────┬────╮
	// │  4 │  4 │  4 │  4 │  4 │  4 │  4 │  4 │
	// ├────┼────┼────┼────┼────┼────┼────┼────┤
	// │  · │  · │  · │  · │  · │  · │  · │  · │
	// ╰────┴────┴────┴────┴────┴────┴────┴────╯
	//    i    j    k    l    m    n    o    p
}

func ExampleText_points() {
	b := kibaho.Board{Shape: kibaho.Points, Rows: 3, Columns: 3, At: []int16{
		kibaho.SecondMan, kibaho.SecondMan, kibaho.SecondMan,
		kibaho.SecondMan, kibaho.NoPiece, kibaho.FirstMan,
		kibaho.FirstMan, kibaho.FirstMan, kibaho.FirstMan,
	}}
	fmt.Print(draw.Text(b, draw.TextScene{}))
	fmt.Print(draw.Text(b, draw.TextScene{ASCII: true, Flipped: true, Marked: []kibaho.Site{4}}))
	// Output:
	// A  ●───●───●
	//    │ ╲ │ ╱ │
	// B  ●───┼───○
	//    │ ╱ │ ╲ │
	// C  ○───○───○
	//    1   2   3
	// C  w---w---w
	//    | \ | / |
	// B  w--[+]--b
	//    | / | \ |
	// A  b---b---b
	//    3   2   1
}

func ExampleText_squares() {
	b := kibaho.Board{Shape: kibaho.Squares, Rows: 8, Columns: 8, At: make([]int16, 32)}
	for i := range b.At {
		b.Names = append(b.Names, fmt.Sprint(i+1))
		switch {
		case i < 12:
			b.At[i] = kibaho.FirstMan
		case i >= 20:
			b.At[i] = kibaho.SecondMan
		}
	}
	b.At[28] = kibaho.SecondKing
	fmt.Print(draw.Text(b, draw.TextScene{}))
	// Output:
	// ╭────────────────────────────────────────────────╮
	// │░░░░░░ 1    ░░░░░░ 2    ░░░░░░ 3    ░░░░░░ 4    │
	// │░░░░░░  b   ░░░░░░  b   ░░░░░░  b   ░░░░░░  b   │
	// │ 5    ░░░░░░ 6    ░░░░░░ 7    ░░░░░░ 8    ░░░░░░│
	// │  b   ░░░░░░  b   ░░░░░░  b   ░░░░░░  b   ░░░░░░│
	// │░░░░░░ 9    ░░░░░░ 10   ░░░░░░ 11   ░░░░░░ 12   │
	// │░░░░░░  b   ░░░░░░  b   ░░░░░░  b   ░░░░░░  b   │
	// │ 13   ░░░░░░ 14   ░░░░░░ 15   ░░░░░░ 16   ░░░░░░│
	// │      ░░░░░░      ░░░░░░      ░░░░░░      ░░░░░░│
	// │░░░░░░ 17   ░░░░░░ 18   ░░░░░░ 19   ░░░░░░ 20   │
	// │░░░░░░      ░░░░░░      ░░░░░░      ░░░░░░      │
	// │ 21   ░░░░░░ 22   ░░░░░░ 23   ░░░░░░ 24   ░░░░░░│
	// │  w   ░░░░░░  w   ░░░░░░  w   ░░░░░░  w   ░░░░░░│
	// │░░░░░░ 25   ░░░░░░ 26   ░░░░░░ 27   ░░░░░░ 28   │
	// │░░░░░░  w   ░░░░░░  w   ░░░░░░  w   ░░░░░░  w   │
	// │ 29   ░░░░░░ 30   ░░░░░░ 31   ░░░░░░ 32   ░░░░░░│
	// │  W   ░░░░░░  w   ░░░░░░  w   ░░░░░░  w   ░░░░░░│
	// ╰────────────────────────────────────────────────╯
}

func ExampleSVG() {
	// Pit d is chosen and its seeds go as far as h.
	grid := draw.Pits(8, draw.Wide, false, false)
	scene := draw.Scene{
		Seeds: draw.Nuts,
		Title: "Igisoro: South begins with d",
		Marks: draw.Marks{Chosen: grid.Sown(3, 4)},
	}
	var picture bytes.Buffer
	if err := draw.SVG(&picture, igisoro(), scene); err != nil {
		fmt.Println(err)
	}
	fmt.Println(strings.Contains(picture.String(), `viewBox="0 0 868 526"`))
	// Output: true
}
