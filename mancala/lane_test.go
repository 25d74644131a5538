package mancala

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"kibaho"
)

// plain is a side as bytes and a sowing written as a person does it.
type plain []int

func (p plain) sow(pit, n, step int) int {
	for range n {
		pit = (pit + step + len(p)) % len(p)
		p[pit]++
	}
	return pit
}

func lane(p plain) (l Lane) {
	for i, n := range p {
		l.Set(i, n)
	}
	return l
}

func TestSowerSowsAsByHand(t *testing.T) {
	for pits := 2; pits <= MaxPits; pits++ {
		s := Sowing(pits)
		if s.Pits() != pits {
			t.Fatalf("Sowing(%d).Pits() = %d", pits, s.Pits())
		}
		r := rand.New(rand.NewPCG(1, uint64(pits)))
		for pit := range pits {
			for n := 1; n <= MaxCount; n++ {
				// The other pits are as full as they can be, so that a carry
				// that went astray would be seen.
				room := MaxCount - (n+pits-1)/pits
				before := make(plain, pits)
				for i := range before {
					before[i] = r.IntN(room + 1)
				}
				for _, back := range []bool{false, true} {
					step := 1
					if back {
						step = -1
					}
					for _, lifted := range []bool{false, true} {
						want := append(plain(nil), before...)
						if lifted {
							want[pit] = n
						}
						got := lane(want)
						if lifted {
							want[pit] = 0
						}
						end := want.sow(pit, n, step)
						var d *Lane
						var last int
						switch {
						case back && lifted:
							d, last = s.RelayBack(pit, n), s.LastBack(pit, n)
						case back:
							d, last = s.DropBack(pit, n), s.LastBack(pit, n)
						case lifted:
							d, last = s.Relay(pit, n), s.Last(pit, n)
						default:
							d, last = s.Drop(pit, n), s.Last(pit, n)
						}
						got.Sow(d)
						if got != lane(want) || last != end {
							t.Fatalf("%d pits, %d from %d, back %t, lifted %t:\ngot  %v last %d\nwant %v last %d", pits, n, pit, back, lifted, got, last, lane(want), end)
						}
					}
				}
				empty := make(plain, pits)
				empty.sow(pit, n, 1)
				var touched uint32
				for i, v := range empty {
					if v > 0 {
						touched |= 1 << i
					}
				}
				if got := s.Touched(pit, n); got != touched {
					t.Fatalf("%d pits: Touched(%d, %d) = %b, want %b", pits, pit, n, got, touched)
				}
			}
		}
	}
}

// TestMasks tries every count a byte can hold beside neighbours of every kind.
func TestMasks(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for n := range MaxCount + 1 {
		for pit := range MaxPits {
			p := make(plain, MaxPits)
			for i := range p {
				p[i] = [...]int{0, 1, 2, 127, 128, 129, 254, 255}[r.IntN(8)]
			}
			p[pit] = n
			l := lane(p)
			var some, many uint32
			sum := 0
			for i, v := range p {
				sum += v
				if v >= 1 {
					some |= 1 << i
				}
				if v >= 2 {
					many |= 1 << i
				}
				if got := l.At(i); got != v {
					t.Fatalf("%v: At(%d) = %d, want %d", p, i, got, v)
				}
			}
			if got := l.Some(); got != some {
				t.Fatalf("%v: Some = %b, want %b", p, got, some)
			}
			if got := l.Many(); got != many {
				t.Fatalf("%v: Many = %b, want %b", p, got, many)
			}
			if got := l.Sum(); got != sum {
				t.Fatalf("%v: Sum = %d, want %d", p, got, sum)
			}
			if top := Some(l[0]); top != 0 && First(top) != bits.TrailingZeros32(some&0xff) {
				t.Fatalf("%v: First = %d", p, First(top))
			}
			if got := (Pair{l[0], l[1]}).At(pit & 15); got != p[pit&15] {
				t.Fatalf("%v: Pair.At(%d) = %d", p, pit&15, got)
			}
			for k, set := 0, some&0xffff; set != 0; k, set = k+1, set&(set-1) {
				if got, want := Select(UpTo(Some(l[0])), UpTo(Some(l[1])), uint64(k)), bits.TrailingZeros32(set); got != want {
					t.Fatalf("%v: Select %d = %d, want %d", p, k, got, want)
				}
			}
			if got := l.Lift(pit); got != n || l.At(pit) != 0 || l.Sum() != sum-n {
				t.Fatalf("%v: Lift(%d) = %d, then %v", p, pit, got, l)
			}
		}
	}
}

// relay is [Sower.Run] seed by seed.
func (p plain) relay(pit, most int) Run {
	r := Run{Last: pit}
	for r.Laps < most {
		n := p[r.Last]
		p[r.Last] = 0
		for range n {
			r.Last = (r.Last + 1) % len(p)
			p[r.Last]++
			r.Touched |= 1 << r.Last
		}
		r.Laps++
		if p[r.Last] == 1 {
			r.Ended = true
			break
		}
	}
	return r
}

func TestRunSowsAsByHand(t *testing.T) {
	for pits := 2; pits <= MaxPits; pits++ {
		r := rand.New(rand.NewPCG(3, uint64(pits)))
		for range 300 {
			p := make(plain, pits)
			for range r.IntN(208) + 1 {
				p[r.IntN(pits)]++
			}
			pit := r.IntN(pits)
			if p[pit] == 0 {
				continue
			}
			l, most := lane(p), r.IntN(400)+1
			got := Sowing(pits).Run(&l, pit, most)
			want := p.relay(pit, most)
			if got != want || l != lane(p) {
				t.Fatalf("%d pits from %d: got %+v %v, want %+v %v", pits, pit, got, l, want, lane(p))
			}
		}
	}
}

func TestLanesOfRows(t *testing.T) {
	rows, n, err := ReadRows("test", "", "1,2/3,255/5,6/7,0", MaxCount)
	if err != nil {
		t.Fatal(err)
	}
	a, b := rows.Lanes()
	if got := WriteRows(new(RowsOf(&a, &b)), n); got != "1,2/3,255/5,6/7,0" {
		t.Errorf("rows came back as %s", got)
	}
	if got := a.At(0); got != 6 {
		t.Errorf("South's pit a holds %d, want 6", got)
	}
	if got := b.At(1); got != 255 {
		t.Errorf("North's pit B holds %d, want 255", got)
	}
}

// game is one random game of plain relay sowing with captures, for the
// benchmarks: the side that cannot start from two seeds has lost.
type game struct{ laps int }

func byBytes(r *kibaho.Rand, most int) (g game) {
	var board [2][16]uint8
	for s := range board {
		for i := range 8 {
			board[s][i] = 4
		}
	}
	for turn := range 300 {
		own, foe := &board[turn&1], &board[turn&1^1]
		var list [16]uint8
		starts := 0
		for i, v := range own {
			if v >= 2 {
				list[starts] = uint8(i)
				starts++
			}
		}
		if starts == 0 {
			break
		}
		pit := int(list[r.N(starts)])
		n, from := int(own[pit]), 0
		own[pit] = 0
		for range most {
			from = pit
			g.laps++
			for ; n > 0; n-- {
				pit = (pit + 1) & 15
				own[pit]++
			}
			if own[pit] == 1 {
				break
			}
			if pit < 8 {
				if a, b := &foe[7-pit], &foe[8+pit]; *a != 0 && *b != 0 {
					n = int(*a + *b)
					*a, *b = 0, 0
					pit = from
					continue
				}
			}
			n = int(own[pit])
			own[pit] = 0
		}
	}
	return g
}

// byWords keeps the words in registers and the table off the chain of waiting:
// what a handful of fewer seeds than pits ends on is known before it is sown.
// Which columns can be taken changes only with a capture.
func byWords(t *Pairs, r *kibaho.Rand, most int) (g game) {
	const full = 0x0404040404040404
	own, foe := Pair{Lo: full}, Pair{Lo: full}
	for range 300 {
		lo, hi := Many(own.Lo), Many(own.Hi)
		starts := bits.OnesCount64(lo) + bits.OnesCount64(hi)
		if starts == 0 {
			break
		}
		pit := Select(UpTo(lo), UpTo(hi), uint64(r.N(starts)))
		ripe := Pack(bits.ReverseBytes64(Some(foe.Lo)) & Some(foe.Hi))
		n, from, left := own.At(pit), 0, most
		d := t.Relay[(n<<4|pit)&0xfff]
		for {
			for {
				from, pit = pit, (pit+n)&15
				left--
				end := own.At(pit) + 1
				own.Lo += d.Lo
				own.Hi += d.Hi
				if n >= 16 {
					end = own.At(pit)
				}
				n = end
				if n == 1 || left == 0 || ripe>>pit&1 != 0 {
					break
				}
				d = t.Relay[(n<<4|pit)&0xfff]
			}
			if n == 1 || left == 0 {
				break
			}
			ripe &^= 1 << pit
			a, b := foe.Lo>>((7-pit)*8&63)&0xff, foe.Hi>>(pit*8&63)&0xff
			foe.Lo -= a << ((7 - pit) * 8 & 63)
			foe.Hi -= b << (pit * 8 & 63)
			pit, n = from, int(a+b)
			d = t.Drop[(n<<4|pit)&0xfff]
		}
		g.laps += most - left
		own, foe = foe, own
	}
	return g
}

// BenchmarkSowing plays the same random games seed by seed and by words.
func BenchmarkSowing(b *testing.B) {
	const games, most = 200, 400
	t := SowingPairs()
	var want, got game
	play := func(one func(*kibaho.Rand) game) (sum game) {
		r := kibaho.NewRand(1)
		for range games {
			g := one(r)
			sum.laps += g.laps
		}
		return sum
	}
	b.Run("bytes", func(b *testing.B) {
		for b.Loop() {
			want = play(func(r *kibaho.Rand) game { return byBytes(r, most) })
		}
		b.ReportMetric(games*float64(b.N)/b.Elapsed().Seconds(), "games/s")
	})
	b.Run("words", func(b *testing.B) {
		for b.Loop() {
			got = play(func(r *kibaho.Rand) game { return byWords(t, r, most) })
		}
		b.ReportMetric(games*float64(b.N)/b.Elapsed().Seconds(), "games/s")
	})
	if want != (game{}) && got != (game{}) && got != want {
		b.Fatalf("by words %+v, by bytes %+v", got, want)
	}
}

func TestPairsAreTheTablesOf16Pits(t *testing.T) {
	s, pairs := Sowing(16), SowingPairs()
	for pit := range 16 {
		for n := range MaxCount + 1 {
			at := n<<4 | pit
			for _, c := range []struct {
				got  Pair
				want *Lane
			}{
				{pairs.Relay[at], s.Relay(pit, n)},
				{pairs.Drop[at], s.Drop(pit, n)},
				{pairs.RelayBack[at], s.RelayBack(pit, n)},
				{pairs.DropBack[at], s.DropBack(pit, n)},
			} {
				if (Lane{c.got.Lo, c.got.Hi}) != *c.want {
					t.Fatalf("pit %d, %d seeds: %x, want %x", pit, n, c.got, *c.want)
				}
			}
		}
	}
}
