package nnet

import (
	"bytes"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// random returns a net with numbers of a size, 1 for all within bounds, and its floats.
func random(s Shape, size float32, r *rand.Rand) (*Net, *Floats) {
	f := &Floats{Rows: make([]float32, s.Rows()*Hidden)}
	number := func(most float32) float32 { return size * most * (2*r.Float32() - 1) }
	for i := range f.Rows {
		f.Rows[i] = number(MostRow)
	}
	for h := range f.Bias {
		f.Bias[h] = number(MostRow)
	}
	for p := range f.Out {
		for h := range f.Out[p] {
			f.Out[p][h] = number(MostOut)
		}
		f.Base[p] = number(3)
	}
	return New(s, f), f
}

// see fills sites with random classes.
func see(s Shape, sites *[MaxSites]uint8, r *rand.Rand) {
	for i := range s.Sites {
		sites[i] = uint8(r.IntN(s.Classes))
	}
}

var shapes = []Shape{{44, 12}, {32, 16}, {33, 16}, {1, 2}, {MaxSites, 3}}

// TestJudge holds the whole numbers against the net in floating point.
func TestJudge(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, s := range shapes {
		for _, size := range []float32{0.05, 0.2, 1} {
			n, f := random(s, size, r)
			for range 200 {
				var sites [MaxSites]uint8
				see(s, &sites, r)
				phase := r.IntN(Phases)
				want := float64(f.Base[phase])
				for h := range Hidden {
					x := float64(f.Bias[h])
					for i := range s.Sites {
						x += float64(f.Rows[(i*s.Classes+int(sites[i]))*Hidden+h])
					}
					x = min(max(x, 0), 1)
					want += x * x * float64(f.Out[phase][h])
				}
				// Each number is off by half a unit at most; what that does to the sum is bounded by
				// Hidden times the change of x, at most (Sites+1)/2 units, and that of a weight.
				slack := Hidden * (float64(s.Sites+1)/2/rowUnit*2*float64(MostOut)*float64(size) + 0.5/weightUnit)
				got := float64(n.Judge(&sites, phase, 1000)) / 1000
				if math.Abs(got-want) > slack+0.001 {
					t.Fatalf("%v: %.3f logits, want %.3f", s, got, want)
				}
			}
		}
	}
}

// TestVectors holds the vector instructions against the plain sums, with the biggest
// numbers there may be too.
func TestVectors(t *testing.T) {
	if !vectors {
		t.Skip("this processor has no AVX2")
	}
	r := rand.New(rand.NewPCG(3, 4))
	for _, s := range shapes {
		for _, size := range []float32{0.1, 1, 1e9, -1e9} {
			n, _ := random(s, size, r)
			for range 500 {
				var sites [MaxSites]uint8
				see(s, &sites, r)
				phase := r.IntN(Phases)
				if got, want := n.sum(&sites, phase, true), n.sum(&sites, phase, false); got != want {
					t.Fatalf("%v: %d, want %d", s, got, want)
				}
			}
		}
	}
}

// TestRows finds the same sums for rows that are numbered as for the classes of sites, and
// the plain sums by vector instructions, for any number of rows.
func TestRows(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	s := Shape{MaxSeen, 16}
	for _, size := range []float32{0.1, 1, 1e9, -1e9} {
		n, _ := random(s, size, r)
		for range 500 {
			var sites [MaxSites]uint8
			see(s, &sites, r)
			var seen [MaxSeen]uint32
			for i := range seen {
				seen[i] = uint32(i*s.Classes) + uint32(sites[i])
			}
			phase := r.IntN(Phases)
			if got, want := n.JudgeRows(&seen, MaxSeen, phase, 1<<20), n.Judge(&sites, phase, 1<<20); got != want {
				t.Fatalf("%d by rows, %d by sites", got, want)
			}
			count := r.IntN(MaxSeen + 1)
			if got, want := n.sumRows(&seen, count, phase, vectors), n.sumRows(&seen, count, phase, false); got != want {
				t.Fatalf("%d rows: %d by vectors, want %d", count, got, want)
			}
		}
	}
}

// The floats of a net make the same net.
func TestFloats(t *testing.T) {
	n, _ := random(Shape{9, 7}, 1, rand.New(rand.NewPCG(13, 14)))
	if !bytes.Equal(New(n.Shape, n.Floats()).Bytes(), n.Bytes()) {
		t.Error("another net")
	}
}

// TestMost finds that no sum of sixteen bits runs over.
func TestMost(t *testing.T) {
	if most := MaxSites * (mostRow + lift); most > math.MaxUint16 {
		t.Errorf("lanes add up to %d, more than 16 bits hold", most)
	}
	if mostRow >= lift {
		t.Errorf("%d does not lift %d above 0", lift, -mostRow)
	}
	if most := (MaxSites + 1) * mostRow; most > math.MaxInt16 {
		t.Errorf("rows add up to %d, more than 16 bits hold", most)
	}
	if most := rowUnit * mostWeight; most > math.MaxInt16 {
		t.Errorf("a cut sum times a weight is up to %d, more than 16 bits hold", most)
	}
	if most := int64(Hidden)*rowUnit*rowUnit*mostWeight + mostBase*logit; most > math.MaxInt32 {
		t.Errorf("the sum is up to %d, more than 32 bits hold", most)
	}
}

func TestRead(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	s := Shape{7, 5}
	n, _ := random(s, 1, r)
	b := n.Bytes()
	back, err := Read(b, s)
	if err != nil {
		t.Fatal(err)
	}
	for range 100 {
		var sites [MaxSites]uint8
		see(s, &sites, r)
		if got, want := back.Judge(&sites, 3, 1<<20), n.Judge(&sites, 3, 1<<20); got != want {
			t.Fatalf("read back %d, want %d", got, want)
		}
	}
	big := append([]byte(nil), b...)
	big[len(magic)+3] = 0x7f
	for _, test := range []struct {
		what string
		b    []byte
		s    Shape
		want string
	}{
		{"nothing", nil, s, "0 bytes"},
		{"cut short", b[:len(b)-1], s, "bytes, expected"},
		{"another file", append([]byte("x"), b[1:]...), s, "expected"},
		{"another shape of the same size", b, Shape{5, 7}, "for 5 sites of 7 classes"},
		{"too big", big, s, "too big"},
	} {
		if _, err := Read(test.b, test.s); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want one with %q", test.what, err, test.want)
		}
	}
}

func TestAllocations(t *testing.T) {
	n, _ := random(Shape{44, 12}, 1, rand.New(rand.NewPCG(7, 8)))
	var sites [MaxSites]uint8
	if got := testing.AllocsPerRun(100, func() { n.Judge(&sites, 1, 500) }); got != 0 {
		t.Errorf("%v allocations a judgement, want none", got)
	}
	var seen [MaxSeen]uint32
	if got := testing.AllocsPerRun(100, func() { n.JudgeRows(&seen, 9, 1, 500) }); got != 0 {
		t.Errorf("%v allocations a judgement by rows, want none", got)
	}
}

func BenchmarkJudge(b *testing.B) {
	n, _ := random(Shape{44, 12}, 0.5, rand.New(rand.NewPCG(9, 10)))
	var sites [MaxSites]uint8
	see(n.Shape, &sites, rand.New(rand.NewPCG(9, 10)))
	want := n.sum(&sites, 2, false)
	for b.Loop() {
		if got := n.sum(&sites, 2, vectors); got != want {
			b.Fatal(got, want)
		}
	}
}
