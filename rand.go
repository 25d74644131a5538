package kibaho

import (
	"math/bits"
	"math/rand/v2"
)

// Rand is a small repeatable source of random numbers. The zero value is not
// usable; make one with NewRand. It is not safe for concurrent use.
type Rand struct{ rand.PCG }

// NewRand returns a source that depends on seed alone.
func NewRand(seed uint64) *Rand {
	r := new(Rand)
	r.Seed(seed, Mix(0x6b696261686f, seed))
	return r
}

// N returns a uniform number in [0, n). n must be positive and below 2^32.
func (r *Rand) N(n int) int {
	hi, _ := bits.Mul64(r.Uint64(), uint64(n))
	return int(hi)
}
