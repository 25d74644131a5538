// Package nnet judges positions by small nets of one hidden layer, which are learned
// from games (package train). It knows no game: a game says what it sees on each of
// a number of sites, and how far on it is.
//
// What a site shows is its class. Each class of each site has a row of [Hidden]
// numbers, and the rows of what is seen add up; what is below 0 or above 1 in the sum
// is cut, the rest is squared and weighed. The weights of the squares depend on the phase.
package nnet

import (
	"encoding/binary"
	"fmt"
	"math"
	"sync"
)

// Hidden is the size of the hidden layer.
const Hidden = 32

// Phases is the number of sets of weights of the hidden layer.
const Phases = 8

// MaxSites bounds the sites, so that no sum runs over.
const MaxSites = 64

// MaxSeen bounds the rows that a game sees which numbers them itself.
const MaxSeen = 16

// Units of the whole numbers of a net: a row has 1/rowUnit, a weight 1/weightUnit of a
// logit, the logarithm of the odds of the points that a side may expect.
const (
	rowUnit    = 255
	weightUnit = 64
	mostRow    = 500
	mostWeight = 127
)

// Shape is how much there is to see.
type Shape struct{ Sites, Classes int }

// Rows returns the number of rows.
func (s Shape) Rows() int { return s.Sites * s.Classes }

// Bytes returns how many bytes the numbers of a net take.
func (s Shape) Bytes() int { return 2*Hidden*(s.Rows()+1+Phases) + 4*Phases }

// Net is a net in whole numbers. It never changes; any number of goroutines may use it.
type Net struct {
	Shape
	rows []lanes                     // by site and class
	lead [MaxSites + 1][Hidden]int16 // what so many rows are added to: the bias, less what lifts the rows
	out  [Phases][Hidden]int16
	base [Phases]int32 // of the sum, in squares
}

// lanes are the numbers of a row, four in a word, each lifted above 0, so that without vector
// instructions four are added up at once: no sum of a lane runs over into the next.
type lanes [Hidden / 4]uint64

// lift is added to each number of a row. MaxSites of them stay below 1<<16.
const lift = 512

func (l *lanes) set(h int, x int16) { l[h/4] |= uint64(uint16(x+lift)) << (16 * (h % 4)) }

func (l *lanes) at(h int) int16 { return int16(l[h/4]>>(16*(h%4))) - lift }

func (n *Net) setBias(bias *[Hidden]int16) {
	for count := range n.lead {
		for h, x := range bias {
			n.lead[count][h] = x - int16(uint16(count)*lift)
		}
	}
}

// Floats is a net as it is learned, in logits.
type Floats struct {
	Rows []float32 // by site, class and hidden unit
	Bias [Hidden]float32
	Out  [Phases][Hidden]float32
	Base [Phases]float32
}

// The bounds within which the numbers of [Floats] must stay for [New] not to cut them.
const (
	MostRow = float32(mostRow) / rowUnit
	MostOut = float32(mostWeight) / weightUnit
)

// New makes a net of whole numbers. What is too big is cut.
func New(s Shape, f *Floats) *Net {
	n := &Net{Shape: s, rows: make([]lanes, s.Rows())}
	for i := range n.rows {
		for h := range Hidden {
			n.rows[i].set(h, round(f.Rows[i*Hidden+h], rowUnit, mostRow))
		}
	}
	var bias [Hidden]int16
	for h, b := range f.Bias {
		bias[h] = round(b, rowUnit, mostRow)
	}
	n.setBias(&bias)
	for p := range n.out {
		for h, w := range f.Out[p] {
			n.out[p][h] = round(w, weightUnit, mostWeight)
		}
		n.base[p] = int32(math.Round(min(max(float64(f.Base[p]), -mostBase), mostBase) * logit))
	}
	return n
}

// Floats is the inverse of New, but for what was cut and rounded.
func (n *Net) Floats() *Floats {
	f := &Floats{Rows: make([]float32, len(n.rows)*Hidden)}
	for i := range f.Rows {
		f.Rows[i] = float32(n.rows[i/Hidden].at(i%Hidden)) / rowUnit
	}
	for h, x := range n.lead[0] {
		f.Bias[h] = float32(x) / rowUnit
	}
	for p := range n.out {
		for h, x := range n.out[p] {
			f.Out[p][h] = float32(x) / weightUnit
		}
		f.Base[p] = float32(n.base[p]) / logit
	}
	return f
}

const (
	logit    = rowUnit * rowUnit * weightUnit // of the sum
	mostBase = 20                             // logits
)

func round(x float32, unit, most float64) int16 {
	return int16(math.Round(min(max(float64(x)*unit, -most), most)))
}

// Judge returns what a position is worth: so many units for a logit. sites holds the
// class of each site, which must be below Classes, and may be changed by nobody
// meanwhile; phase is from 0 to Phases-1.
func (n *Net) Judge(sites *[MaxSites]uint8, phase, unit int) int {
	return int(int64(n.sum(sites, phase, vectors)) * int64(unit) / logit)
}

// JudgeRows is Judge for a game that numbers the rows it sees itself, as it likes, and may
// see more of them of one position than of another: the first count of seen, each below Rows.
func (n *Net) JudgeRows(seen *[MaxSeen]uint32, count, phase, unit int) int {
	return int(int64(n.sumRows(seen, count, phase, vectors)) * int64(unit) / logit)
}

// sumRows is JudgeRows in squares, with or without vector instructions.
func (n *Net) sumRows(seen *[MaxSeen]uint32, count, phase int, vectors bool) int32 {
	if vectors {
		return n.base[phase] + judgeRows(&n.rows[0], seen, count, &n.lead[count], &n.out[phase])
	}
	var sums lanes
	for _, r := range seen[:count] {
		sums.add(&n.rows[r])
	}
	return n.base[phase] + sums.weigh(&n.lead[count], &n.out[phase])
}

func (l *lanes) add(row *lanes) {
	for i, x := range row {
		l[i] += x
	}
}

// weigh cuts, squares and weighs what rows and lead add up to.
func (l *lanes) weigh(lead, out *[Hidden]int16) (sum int32) {
	for i, four := range l {
		for h := 4 * i; h < 4*i+4; h++ {
			x := min(max(int32(int16(four)+lead[h]), 0), rowUnit)
			sum += x * x * int32(out[h])
			four >>= 16
		}
	}
	return sum
}

// sum is Judge in squares, with or without vector instructions.
func (n *Net) sum(sites *[MaxSites]uint8, phase int, vectors bool) int32 {
	if vectors {
		return n.base[phase] + judge(&n.rows[0], sites, n.Sites, n.Classes, &n.lead[n.Sites], &n.out[phase])
	}
	var sums lanes
	for i, c := range sites[:n.Sites] {
		sums.add(&n.rows[i*n.Classes+int(c)])
	}
	return n.base[phase] + sums.weigh(&n.lead[n.Sites], &n.out[phase])
}

const magic = "kibaho net 1\n"

// Bytes returns the net as it is kept in a file: a line that says what it is, the numbers
// of sites and classes, and all its numbers, the lower byte first.
func (n *Net) Bytes() []byte {
	b := append([]byte(magic), byte(n.Sites), byte(n.Classes))
	return n.Append(b)
}

// Append appends all numbers of the net, the lower byte first.
func (n *Net) Append(b []byte) []byte {
	put := func(x []int16) {
		for _, v := range x {
			b = binary.LittleEndian.AppendUint16(b, uint16(v))
		}
	}
	for i := range n.rows {
		for h := range Hidden {
			b = binary.LittleEndian.AppendUint16(b, uint16(n.rows[i].at(h)))
		}
	}
	put(n.lead[0][:])
	for p := range n.out {
		put(n.out[p][:])
		b = binary.LittleEndian.AppendUint32(b, uint32(n.base[p]))
	}
	return b
}

// Read reads what Bytes returns, for a game of the given shape.
func Read(b []byte, s Shape) (*Net, error) {
	head := len(magic) + 2
	want := head + s.Bytes()
	if len(b) != want || string(b[:len(magic)]) != magic || b[head-2] != byte(s.Sites) || b[head-1] != byte(s.Classes) {
		return nil, fmt.Errorf("net: %d bytes, expected %d that begin %q and are for %d sites of %d classes", len(b), want, magic, s.Sites, s.Classes)
	}
	return Numbers(b[head:], s)
}

// Numbers reads what [Net.Append] appends, so many bytes as [Shape.Bytes] says.
func Numbers(b []byte, s Shape) (*Net, error) {
	n := &Net{Shape: s, rows: make([]lanes, s.Rows())}
	bad := false
	take := func(x []int16, most int16) {
		for i := range x {
			x[i] = int16(binary.LittleEndian.Uint16(b))
			b = b[2:]
			bad = bad || x[i] > most || x[i] < -most
		}
	}
	var row [Hidden]int16
	for i := range n.rows {
		take(row[:], mostRow)
		for h, x := range row {
			n.rows[i].set(h, x)
		}
	}
	take(row[:], mostRow)
	n.setBias(&row)
	for p := range n.out {
		take(n.out[p][:], mostWeight)
		n.base[p] = int32(binary.LittleEndian.Uint32(b))
		b = b[4:]
		bad = bad || n.base[p] > mostBase*logit || n.base[p] < -mostBase*logit
	}
	if bad {
		return nil, fmt.Errorf("net: numbers that are too big: not written by this program")
	}
	return n, nil
}

// Once returns a function that reads a net when it is first called: most commands
// judge no position. It panics if the bytes are no such net, as those in the program are.
func Once(b []byte, s Shape) func() *Net {
	return sync.OnceValue(func() *Net {
		n, err := Read(b, s)
		if err != nil {
			panic(err)
		}
		return n
	})
}
