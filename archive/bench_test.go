package archive

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kibaho/record"
	"kibaho/store"
)

var pdn = flag.String("archive", "", "import the games of this PDN file")

func BenchmarkImport(b *testing.B) {
	text := strings.Repeat("[Event \"x\"]\n[Result \"1-0\"]\n1. 11-15 23-19 2. 8-11 22-17 3. 4-8 25-22 4. 9-13 17-14 5. 10x17 21x14 1-0\n\n", 1000)
	if *pdn != "" {
		raw, err := os.ReadFile(*pdn)
		if err != nil {
			b.Fatal(err)
		}
		text = string(raw)
	}
	n := 0
	for b.Loop() {
		a, err := store.OpenArchive(b.Context(), filepath.Join(b.TempDir(), "g.db"), true)
		if err != nil {
			b.Fatal(err)
		}
		s, err := Import(b.Context(), a, record.NewReader(strings.NewReader(text)), nil)
		if err != nil {
			b.Fatal(err)
		}
		n += s.Games
		if s.Games != strings.Count(text, "[Event ") {
			b.Fatalf("%d games", s.Games)
		}
		a.Close()
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "games/s")
}
