package tui

import (
	"strings"
	"testing"
)

// BenchmarkView draws a large board, as every moment of a show does.
func BenchmarkView(b *testing.B) {
	g := find(b, "chuba")
	m, err := newModel(Options{Game: g, Settings: settings(b, g, ""), SaveFile: b.TempDir() + "/kept.game", Speed: Off})
	if err != nil {
		b.Fatal(err)
	}
	m.w, m.h = 140, 45
	n := 0
	for b.Loop() {
		n = len(m.View().Content)
	}
	if n == 0 || !strings.Contains(m.View().Content, "kibaho") {
		b.Fatal("nothing is drawn")
	}
}
