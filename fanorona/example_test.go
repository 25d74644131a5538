package fanorona_test

import (
	"fmt"

	"kibaho/fanorona"
)

func Example() {
	s, err := fanorona.Game.Settings("1886")
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := fanorona.Start(s)
	if err != nil {
		fmt.Println(err)
		return
	}
	// The opening that the article of 1886 gives.
	for _, text := range []string{"D5-C5A", "B6-A5W"} {
		for _, m := range p.Moves(nil) {
			if fanorona.Fits(&p, m, text) {
				p.Play(m)
				break
			}
		}
	}
	fmt.Println(fanorona.Write(&p))
	// Output: bbbbbbbbb/bbbb2bbb/bwbwwb1bw/wwww1ww1w/wwwwwwww1 w
}

func ExampleRefuse() {
	s, _ := fanorona.Game.Settings("")
	p, _, _ := fanorona.Read(s, "8b/9/2bw2b2/9/9 w")
	fmt.Println(fanorona.Refuse(&p, "C4-C5W-C6A"))
	// Output: move "C4-C5W-C6A": no two steps running along one line (FA9); legal: C4-C5W
}

func ExamplePerft() {
	s, _ := fanorona.Game.Settings("")
	p, _ := fanorona.Start(s)
	fmt.Println(fanorona.Perft(&p, 1), fanorona.Perft(&p, 2), fanorona.Perft(&p, 3))
	// Output: 5 39 724
}

func ExamplePath() {
	s, _ := fanorona.Game.Settings("")
	p, _, _ := fanorona.Read(s, "8b/9/2bw1bb2/9/9 w")
	for _, step := range fanorona.Path(&p, p.Moves(nil)[0]) {
		fmt.Printf("%s %q\n", fanorona.Board(&p).Names[step.Sites[0]], step.Says)
	}
	// Output:
	// C4 ""
	// C5 ""
	// C6 "approach, takes 2"
}
