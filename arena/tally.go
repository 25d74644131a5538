package arena

import (
	"math"
)

// Tally is the score of a match as the first engine sees it.
type Tally struct {
	Wins, Draws, Losses int
	// Pairs counts the pairs of games over one opening by their points: 0, a
	// half, 1, 1½ and 2.
	Pairs [5]int
}

// Games returns the number of games.
func (t Tally) Games() int { return t.Wins + t.Draws + t.Losses }

// Score returns the mean of points a game, a half if there is none.
func (t Tally) Score() float64 {
	if t.Games() == 0 {
		return 0.5
	}
	return (float64(t.Wins) + float64(t.Draws)/2) / float64(t.Games())
}

// Elo returns the difference in strength that a score between 0 and 1 stands
// for; at the ends it is infinite.
func Elo(score float64) float64 { return 400 * math.Log10(score/(1-score)) }

// expected is the inverse of Elo.
func expected(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// z95 is how many standard errors hold 95 % of a normal distribution.
const z95 = 1.959964

// Interval returns the bounds of the score at 95 %. It rests on the pairs, whose
// games share an opening and are not independent; with fewer than two pairs, or
// where all ended alike, on the games (Wilson's interval).
func (t Tally) Interval() (low, high float64) {
	n := float64(t.Games())
	if n == 0 {
		return 0, 1
	}
	s := t.Score()
	if mean, variance, pairs := t.pairs(); pairs >= 2 && variance > 0 {
		e := z95 * math.Sqrt(variance/pairs)
		return max(0, mean-e), min(1, mean+e)
	}
	z2 := z95 * z95
	centre := (s + z2/(2*n)) / (1 + z2/n)
	e := z95 / (1 + z2/n) * math.Sqrt(s*(1-s)/n+z2/(4*n*n))
	low, high = centre-e, centre+e
	if t.Wins+t.Draws == 0 { // the bound is exact, but for rounding
		low = 0
	}
	if t.Losses+t.Draws == 0 {
		high = 1
	}
	return max(0, low), min(1, high)
}

// pairs returns mean and variance of the points of a game, pair by pair.
func (t Tally) pairs() (mean, variance, n float64) {
	for i, c := range t.Pairs {
		n += float64(c)
		mean += float64(c) * float64(i) / 4
	}
	if n < 2 {
		return 0, 0, n
	}
	mean /= n
	for i, c := range t.Pairs {
		d := float64(i)/4 - mean
		variance += float64(c) * d * d
	}
	return mean, variance / (n - 1), n
}

// SPRT is a sequential test whether the first engine is better by Elo1 rather
// than by Elo0, wrong in at most 5 % of all cases either way.
type SPRT struct{ Elo0, Elo1 float64 }

// Bound is what the log likelihood ratio must pass, at 5 % for either error.
var Bound = math.Log(0.95 / 0.05)

// Verdict tells what a log likelihood ratio decides: 1 for Elo1, -1 for Elo0,
// 0 for more games.
func (s SPRT) Verdict(llr float64) int {
	switch {
	case llr >= Bound:
		return 1
	case llr <= -Bound:
		return -1
	}
	return 0
}

// LLR returns the logarithm of the ratio of the likelihoods of the two
// hypotheses, each the likeliest distribution of pairs with the score that it says
// (the generalized ratio test). Pairs that never came up count as a thousandth, so
// that a few equal ones prove nothing.
func (s SPRT) LLR(t Tally) float64 {
	var p [5]float64
	n := 0.0
	for i, c := range t.Pairs {
		p[i] = max(float64(c), 1e-3)
		n += p[i]
	}
	if n < 1 {
		return 0
	}
	for i := range p {
		p[i] /= n
	}
	a, b := likeliest(p, expected(s.Elo0)), likeliest(p, expected(s.Elo1))
	llr := 0.0
	for i := range p {
		llr += n * p[i] * math.Log(b[i]/a[i])
	}
	return llr
}

// likeliest returns the distribution of mean score that makes the counts p most
// likely: p_i/(1 + x·(i/4 - score)) for the x that makes it sum to one.
func likeliest(p [5]float64, score float64) [5]float64 {
	low, high := -1/(1-score), 1/score
	var q [5]float64
	for range 100 {
		x := (low + high) / 2
		sum := 0.0
		for i := range p {
			d := float64(i)/4 - score
			q[i] = p[i] / (1 + x*d)
			sum += q[i] * d
		}
		if sum > 0 {
			low = x
		} else {
			high = x
		}
	}
	return q
}

// sample is a score that an engine gave to a position, for the side that led the
// game, and the points that side made in the end.
type sample struct{ score, points float64 }

// steepness fits the logistic curve points = 1/(1+exp(-score/k)) by maximum
// likelihood and returns k; 0 if there is nothing to fit. Golden section in log k.
func steepness(samples []sample) float64 {
	if len(samples) == 0 {
		return 0
	}
	loss := func(logK float64) float64 {
		k, sum := math.Exp(logK), 0.0
		for _, s := range samples {
			x := s.score / k
			// -points·ln p - (1-points)·ln(1-p), steady for large x.
			sum += math.Max(x, 0) - x*s.points + math.Log1p(math.Exp(-math.Abs(x)))
		}
		return sum
	}
	const ratio = 0.6180339887498949
	low, high := math.Log(5), math.Log(20_000)
	for high-low > 1e-3 {
		a, b := high-ratio*(high-low), low+ratio*(high-low)
		if loss(a) < loss(b) {
			high = b
		} else {
			low = a
		}
	}
	return math.Exp((low + high) / 2)
}
