package draughts

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"testing"

	"kibaho"
	"kibaho/endgame"
)

// probeSample are random positions without a pending capture of slices with so
// many pieces, with their places.
func probeSample(m kibaho.Index[Position], pieces int) (all []Position) {
	r := rand.New(rand.NewPCG(8, 8))
	slices := m.Slices(pieces)
	for len(all) < 4096 {
		at := kibaho.Place{Slice: slices[r.IntN(len(slices))]}
		at.At = r.Uint64N(m.Size(at.Slice))
		if p, ok := m.Position(at); ok && !m.Pending(&p) {
			all = append(all, p)
		}
	}
	return all
}

// BenchmarkProbe looks random positions of three and four pieces up: with the values in
// memory, and in the runs of the mapped files. Both must give what the files say.
func BenchmarkProbe(b *testing.B) {
	const most = 4
	m, hot := tabled(b), buildTables(b, most)
	dir := b.TempDir()
	if _, err := endgame.Build(b.Context(), m, most, endgame.Options{Game: "draughts", Dir: dir}); err != nil {
		b.Fatal(err)
	}
	cold, err := endgame.Open(dir, "draughts", m)
	if err != nil {
		b.Fatal(err)
	}
	defer cold.Close()
	for pieces := 3; pieces <= most; pieces++ {
		sample := probeSample(m, pieces)
		var want [3]int
		for i := range sample {
			at, _ := m.Place(&sample[i])
			c, ok, err := cold.Code(at)
			if !ok || err != nil {
				b.Fatal(ok, err)
			}
			want[c.Value()+1]++
		}
		for _, c := range []struct {
			name string
			set  *endgame.Set
		}{{"hot", hot}, {"runs", cold}} {
			b.Run(fmt.Sprintf("%s/%d", c.name, pieces), func(b *testing.B) {
				b.ReportAllocs()
				var got [3]int
				for n := range b.N {
					if n%len(sample) == 0 {
						if n > 0 && got != want {
							b.Fatalf("%v losses, draws and wins, want %v", got, want)
						}
						got = [3]int{}
					}
					at, _ := m.Place(&sample[n%len(sample)])
					v, _ := c.set.Value(at)
					got[v+1]++
				}
			})
		}
	}
}

// BenchmarkBuild builds tables, files included, by parts and by the plain builder.
func BenchmarkBuild(b *testing.B) {
	const pieces = 4
	fast := tabled(b)
	want := map[string][32]byte{}
	for _, c := range []struct {
		name string
		m    kibaho.Index[Position]
	}{{"parts", fast}, {"plain", plainIndex{fast}}} {
		b.Run(c.name, func(b *testing.B) {
			var places uint64
			for range b.N {
				dir := b.TempDir()
				built, err := endgame.Build(b.Context(), c.m, pieces, endgame.Options{Game: "draughts", Dir: dir, Threads: 1})
				if err != nil {
					b.Fatal(err)
				}
				for _, h := range built {
					places += h.Size
				}
				got := tableFiles(b, dir)
				if len(want) == 0 {
					want = got
				}
				if !maps.Equal(got, want) {
					b.Fatal("the tables differ")
				}
			}
			b.ReportMetric(float64(places)/b.Elapsed().Seconds()/1e6, "Mplaces/s")
		})
	}
}
