package draw

import (
	"fmt"
	"math"
	"testing"

	"kibaho"
)

// TestSeedsShown: a pit shows as many seeds as it holds up to 12, from 13 on 12
// and a heap of 4, above 20 of 7, all within the bowl; and a seed never moves
// when another one falls.
func TestSeedsShown(t *testing.T) {
	const columns = 3
	for _, kind := range []Seeds{Beads, Nuts} {
		for _, form := range []Form{Wide, Flat, Turned} {
			g := Pits(columns, form, false, false)
			r := g.Radius()
			reach := kind.Radius() * g.Seed
			if kind == Nuts {
				reach *= 1.08 // a nut is longer than it is wide
			}
			before := map[string][]Point{}
			for k := 0; k <= 45; k++ {
				b := kibaho.Board{Shape: kibaho.Pits, Rows: 4, Columns: columns, Names: pitNames(columns), At: make([]int16, 4*columns)}
				for i := range b.At {
					b.At[i] = int16(k)
				}
				root := parse(t, picture(t, b, Scene{Seeds: kind, Form: form}))
				heaps := root.find("data-seeds")
				if k > 0 && len(heaps) != len(b.At) || k == 0 && len(heaps) != 0 {
					t.Errorf("%d seeds: %d pits show some", k, len(heaps))
				}
				want := k
				if k > 20 {
					want = 12 + 7
				} else if k > 12 {
					want = 12 + 4
				}
				for _, e := range heaps {
					var now []Point
					for i := range e.Children {
						p := place(t, &e.Children[i])
						now = append(now, p)
						for a := range 24 {
							sin, cos := math.Sincos(2 * math.Pi * float64(a) / 24)
							x, y := (p.X+reach*cos)/(r.X+.2), (p.Y+reach*sin)/(r.Y+.2)
							if x*x+y*y > 1 {
								t.Errorf("%v, form %d, %s, %d seeds: one at %v is not in the bowl", kind, form, e.attr("data-seeds"), k, p)
								break
							}
						}
					}
					name := e.attr("data-seeds")
					if len(now) != want {
						t.Errorf("%v, form %d, %s: %d of %d seeds are shown, want %d", kind, form, name, len(now), k, want)
					}
					for i, p := range before[name] {
						if i < min(k-1, 12) && i < len(now) && p != now[i] {
							t.Errorf("%v, form %d, %s: seed %d moved when seed %d fell", kind, form, name, i+1, k)
						}
					}
					before[name] = now
				}
			}
		}
	}
}

// TestSlotsKeepApart: two seeds always find room to keep 1.86 radii apart, a third
// one gives way by a step of .93 at most, and later ones little by little.
func TestSlotsKeepApart(t *testing.T) {
	for i := range 200 {
		kind := Seeds(i % 2)
		seed := int(10 * kind.Radius())
		slots := Slots(fmt.Sprintf("bowl %d", i), fullPit, 410, seed, i%3 == 0)
		nearest := math.Inf(1)
		for j, a := range slots {
			if a.X*a.X+a.Y*a.Y > (410-seed-35)*(410-seed-35) {
				t.Errorf("bowl %d: slot %d at %v is nearer to the rim than 3.5", i, j, a)
			}
			for _, b := range slots[:j] {
				nearest = min(nearest, math.Hypot(float64(a.X-b.X), float64(a.Y-b.Y))/float64(seed))
			}
			if j == 1 && nearest < 1.85 || j == 2 && nearest < 1.85*.93 {
				t.Errorf("bowl %d: %d seeds lie %.2f radii apart", i, j+1, nearest)
			}
		}
		if nearest < .75 {
			t.Errorf("bowl %d: twelve seeds lie %.2f radii apart", i, nearest)
		}
		if fewer := Slots(fmt.Sprintf("bowl %d", i), 5, 410, seed, i%3 == 0); fmt.Sprint(fewer) != fmt.Sprint(slots[:5]) {
			t.Errorf("bowl %d: five slots are not the first of twelve", i)
		}
	}
}

// TestStores: a store shows every captured seed up to 34, within the hollow.
func TestStores(t *testing.T) {
	b := pitBoard(chubaStart)
	g := Pits(b.Columns, Wide, true, false)
	for _, k := range []int{0, 1, 7, 33, 34, 35, 60} {
		for _, e := range parse(t, picture(t, b, Scene{Captured: &[2]int{k, k}})).find("data-store") {
			centre := g.StoreCentre(map[string]kibaho.Side{"first": kibaho.First, "second": kibaho.Second}[e.attr("data-store")])
			seeds := 0
			for i := range e.Children {
				if e.Children[i].XMLName.Local != "use" {
					continue
				}
				seeds++
				d := centre.to(place(t, &e.Children[i])).abs()
				if r := g.StoreRadius(); d.X > r.X-12.5 || d.Y > r.Y-12.5 {
					t.Errorf("%d captured: a seed %v off the centre of the store", k, d)
				}
			}
			if seeds != min(k, 34) {
				t.Errorf("%d captured: %d seeds", k, seeds)
			}
		}
	}
}
