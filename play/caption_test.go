package play_test

import (
	"strings"
	"testing"
)

func TestLastPath(t *testing.T) {
	for _, tt := range []struct{ game, position, moves, want string }{
		{"chuba", "", "", ""},
		{"chuba", "", "i+C", "i j k"},
		{"chuba", "", "e+A", "e"}, // ten laps: where it began and where it ended
		{"fanorona", "", "D5-C5A B6-A5W-B5A", "B6 A5 B5"},
		{"draughts", "B:W6,7,8,14,15,16,22,23,24:BK1", "1x10x19x28", ""},
		{"draughts", "", "11-15", "11 15"},
	} {
		g := begin(t, tt.game, "", tt.position)
		if tt.moves == "1x10x19x28" {
			tt.moves = g.Position().Moves()[0].Text
			tt.want = strings.ReplaceAll(tt.moves, "x", " ")
		}
		playAll(t, g, tt.moves)
		var got []string
		for _, s := range g.LastPath() {
			got = append(got, g.Position().Board().Names[s])
		}
		if tt.game == "chuba" && tt.moves == "e+A" {
			if len(got) != 2 || got[0] != tt.want {
				t.Errorf("%s: %v", tt.moves, got)
			}
			continue
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s %s: %v, want %s", tt.game, tt.moves, got, tt.want)
		}
	}
}

func TestCaption(t *testing.T) {
	g := begin(t, "igisoro", "", "0,0,0,3,0,0,0,0/0,0,0,2,0,0,2,0/0,0,0,1,0,0,3,0/0,3,0,0,0,0,0,0 S")
	playAll(t, g, "b")
	if got := g.Caption(); got != "Igisoro: South to choose + or -" {
		t.Error(got)
	}
	playAll(t, g, "+")
	if got := g.Caption(); got != "Igisoro: North to move" {
		t.Error(got)
	}
	if err := g.Resign(0); err != nil {
		t.Fatal(err)
	}
	if got := g.Caption(); got != "Igisoro: North has won, South resigned (M2)" {
		t.Error(got)
	}
}
