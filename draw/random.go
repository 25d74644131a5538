package draw

// random is a small generator whose numbers any language with 32-bit unsigned
// arithmetic can repeat.
type random uint32

// newRandom returns a generator that depends on a name alone (FNV-1a).
func newRandom(name string) *random {
	h := uint32(2166136261)
	for i := range len(name) {
		h = (h ^ uint32(name[i])) * 16777619
	}
	r := random(h)
	return &r
}

func (r *random) next() uint32 {
	*r += 0x9e3779b9
	x := uint32(*r)
	x = (x ^ x>>16) * 0x85ebca6b
	x = (x ^ x>>13) * 0xc2b2ae35
	return x ^ x>>16
}

// below returns a whole number in [0, n), n at most 65536.
func (r *random) below(n int) int { return int(uint64(r.next()) * uint64(n) >> 32) }

// unit returns a number in [0, 1).
func (r *random) unit() float64 { return float64(r.next()) / (1 << 32) }

// between returns a number in [a, b).
func (r *random) between(a, b float64) float64 { return a + float64((b-a)*r.unit()) }
