package draughts

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"
	"sync"
	"sync/atomic"

	_ "embed"

	"kibaho/nnet"
	"kibaho/pages"
)

// Weights are what positions are judged by. They never change; any number of goroutines
// may use them. Their unit is a logit: the logarithm of the odds of the points that a side may expect.
type Weights struct {
	// What the features are worth to the side that has them, in 1/256 of a logit: a number for a full board in
	// the upper half, one for an empty board in the lower half, so that one addition adds both.
	worth []int32
	net   *nnet.Net // may be nil
}

const (
	unit = 256 // of a logit
	// Logit is what a logit is worth in hundredths of a man: a man is about two.
	Logit = 50
	full  = 24 // pieces on a full board
)

// kinds tells how big the weights of a kind of features may be. The most that a
// position can add up to is below 1<<15, so that neither half runs over.
var kinds = [...]struct{ end, most, times int }{
	{atKings, 600, 16}, // patterns of men
	{atMaterial, 400, 16},
	{atSquare, 4500, 2},
	{atManMoves, 150, 24},
	{atKingMove, 500, 2},
	{atMove, 500, 2},
	{FeatureCount, 500, 2},
}

// NewWeights makes weights of two numbers a feature, in logits: for a full and for
// an empty board, and of a net of NetShape, which may be nil. There must be FeatureCount
// features. What is too big is cut.
func NewWeights(logits [][2]float32, net *nnet.Floats) Weights {
	makeDigits()
	w := pages.Make[int32](FeatureCount)
	kind := 0
	for i, pair := range logits[:FeatureCount] {
		for i >= kinds[kind].end {
			kind++
		}
		most := float64(kinds[kind].most)
		round := func(x float32) int32 {
			return int32(math.Round(min(max(unit*float64(x), -most), most)))
		}
		w[i] = round(pair[0])<<16 + round(pair[1])
	}
	if net == nil {
		return Weights{worth: w}
	}
	return Weights{worth: w, net: nnet.New(NetShape, net)}
}

// Logits returns what NewWeights makes the same weights of.
func (w Weights) Logits() ([][2]float32, *nnet.Floats) {
	l := make([][2]float32, len(w.worth))
	for i, both := range w.worth {
		empty := int32(int16(both))
		l[i] = [2]float32{float32((both-empty)>>16) / unit, float32(empty) / unit}
	}
	if w.net == nil {
		return l, nil
	}
	return l, w.net.Floats()
}

// MaterialLogits are the weights that learning begins with: a man is two logits,
// a king 2.6, and kings like the middle.
func MaterialLogits() [][2]float32 {
	l := make([][2]float32, FeatureCount)
	for a := range 13 {
		for b := range mostKings + 1 {
			for c := range 13 {
				for d := range mostKings + 1 {
					v := float32(a-c) + 1.3*float32(b-d) // and as much again for the other side
					l[materialOf(a, b, c, d)] = [2]float32{v, v}
				}
			}
		}
	}
	for x := centre; x != 0; x &= x - 1 {
		l[atSquare+bits.TrailingZeros32(x)] = [2]float32{0.15, 0.15}
	}
	return l
}

const magic = "kibaho draughts weights 3\n"

// Bytes returns the weights as they are kept in a file: a line that says what it is, a bit
// for each feature that tells whether it is worth anything, the lowest first, two numbers of 16 bits for each of these, the
// lower byte first, and the numbers of the net, if there is one.
func (w Weights) Bytes() []byte {
	b := append([]byte(magic), make([]byte, maskBytes)...)
	for i, both := range w.worth {
		if both == 0 {
			continue
		}
		b[len(magic)+i/8] |= 1 << (i % 8)
		empty := int16(both)
		b = binary.LittleEndian.AppendUint16(b, uint16((both-int32(empty))>>16))
		b = binary.LittleEndian.AppendUint16(b, uint16(empty))
	}
	if w.net != nil {
		b = w.net.Append(b)
	}
	return b
}

const maskBytes = (FeatureCount + 7) / 8

// ReadWeights reads what Bytes returns.
func ReadWeights(b []byte) (Weights, error) {
	size := len(b)
	if size < len(magic)+maskBytes || string(b[:len(magic)]) != magic {
		return Weights{}, fmt.Errorf("weights of draughts: %d bytes, expected at least %d that begin %q", size, len(magic)+maskBytes, magic)
	}
	mask := b[len(magic):][:maskBytes]
	b = b[len(magic)+maskBytes:]
	count := 0
	for _, m := range mask {
		count += bits.OnesCount8(m)
	}
	if most := 4 * count; len(b) != most && len(b) != most+NetShape.Bytes() {
		return Weights{}, fmt.Errorf("weights of draughts: %d bytes, expected %d, or %d with a net", size, size-len(b)+most, size-len(b)+most+NetShape.Bytes())
	}
	makeDigits()
	w := Weights{worth: pages.Make[int32](FeatureCount)}
	kind := 0
	for i := range w.worth {
		for i >= kinds[kind].end {
			kind++
		}
		if mask[i/8]>>(i%8)&1 == 0 {
			continue
		}
		board, empty := int32(int16(binary.LittleEndian.Uint16(b))), int32(int16(binary.LittleEndian.Uint16(b[2:])))
		if most := int32(kinds[kind].most); max(board, -board, empty, -empty) > most {
			return Weights{}, fmt.Errorf("weights of draughts: feature %d is %d and %d, expected at most %d", i, board, empty, most)
		}
		w.worth[i] = board<<16 + empty
		b = b[4:]
	}
	if len(b) == 0 {
		return w, nil
	}
	var err error
	if w.net, err = nnet.Numbers(b, NetShape); err != nil {
		return Weights{}, fmt.Errorf("weights of draughts: %w", err)
	}
	return w, nil
}

//go:embed weights.bin
var embedded []byte

// learned are the weights of Eval. docs/engine.md tells how they were learned. They
// are read when the first position is estimated: most commands estimate none.
var learned struct {
	once    sync.Once
	weights atomic.Pointer[Weights]
}

// current returns the weights of Eval.
func current() Weights {
	if w := learned.weights.Load(); w != nil {
		return *w
	}
	return readLearned()
}

// Learned returns the weights of Eval.
func Learned() Weights { return current() }

func readLearned() Weights {
	learned.once.Do(func() {
		w, err := ReadWeights(embedded)
		if err != nil {
			panic(err)
		}
		learned.weights.Store(&w)
	})
	return *learned.weights.Load()
}

// Eval estimates a position for the side to move, in hundredths of a man.
func (w Weights) Eval(p *Position) int {
	v := w.eval(p, vectors)
	if w.net != nil {
		v += judge(w.net, p)
	}
	return v
}

// eval is Eval without the net, with or without vector instructions.
func (w Weights) eval(p *Position, vectors bool) int {
	return worths(w.worth[:FeatureCount]).eval(p, vectors)
}

// worths are what the features are worth.
type worths []int32

func (w worths) eval(p *Position, vectors bool) int {
	men, enemyMen := p.side[0]&^p.kings, p.side[1]&^p.kings
	var s int32 // for First
	if vectors {
		s = sumMen(&w[0], menDigits, men, enemyMen)
	} else {
		m := p.men()
		s = w.patterns(&m, menStart)
	}
	first, second := wide(men, enemyMen)
	s += w[first] - w[second]
	a, c := bits.OnesCount32(men), bits.OnesCount32(enemyMen)
	n, b, d := a+c, 0, 0
	if p.kings != 0 {
		b, d = bits.OnesCount32(p.side[0]&p.kings), bits.OnesCount32(p.side[1]&p.kings)
		n += b + d
		b, d = min(b, mostKings), min(d, mostKings)
		s += w.kings(&p.pieces, vectors)
	}
	s += w[materialOf(a, b, c, d)] - w[materialOf(c, d, a, b)]
	first, second = p.manMoves()
	s += w[first] - w[second]
	if p.turn != 0 {
		s = -s
	}
	n = min(n, full)
	// theMove, without a branch: nothing tells beforehand who has it.
	odd := int32(bits.OnesCount32((p.side[0]|p.side[1])&systems[p.turn&1]) & 1)
	s += w[atTurn] + w[atMove+n]&-odd
	empty := int32(int16(s))
	board := (s - empty) >> 16
	v := (board*int32(n) + empty*int32(full-n)) * Logit / (full * unit)
	if p.huffable != 0 {
		v += claimValue
	}
	return int(v)
}

// patterns adds up the weights of patterns, for First.
func (w worths) patterns(m *views, starts []int32) (s int32) {
	for i, start := range starts {
		s += w[start+m.number(i, 0)] - w[start+m.number(i, 1)]
	}
	return s
}

// kings adds up what counts while kings are on the board, for First.
func (w worths) kings(p *pieces, vectors bool) int32 {
	s := w[p.kingMoves(0)] - w[p.kingMoves(1)]
	for k := p.side[0] & p.kings; k != 0; k &= k - 1 {
		s += w[atSquare+bits.TrailingZeros32(k)]
	}
	for k := p.side[1] & p.kings; k != 0; k &= k - 1 {
		s -= w[atSquare+int(mirror[bits.TrailingZeros32(k)&31])]
	}
	if vectors {
		return s + sumKings(&w[0], kingDigits, p.side[0]&^p.kings, p.side[1]&^p.kings, p.side[0]&p.kings, p.side[1]&p.kings)
	}
	m := p.crowned()
	return s + w.patterns(&m, kingStart)
}
