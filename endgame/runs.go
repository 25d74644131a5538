package endgame

import (
	"math/bits"
	"sort"
)

// Values are kept in runs. A token is one byte: a value and how many places in a
// row have it. A block of tokens tells the values of blockPlaces places; it is
// read by adding up the runs until the place is reached. Places whose value does
// not matter (holes, and positions with a capture pending, which are looked up by
// playing the captures) take the value of the run they stand in.
const blockPlaces = 4096

// Lengths of runs: every one up to 48, then such that a long run takes few tokens.
var runLengths = []uint16{
	1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24,
	25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48,
	50, 52, 54, 56, 58, 60, 62, 64, 68, 72, 76, 80, 88, 96, 104, 112, 120, 128, 144, 160, 176, 192,
	224, 256, 320, 384, 448, 512, 640, 768, 1024, 1536, 2048, 3072, 3584, 4000, 4096,
}

// tokenLength and tokenValue tell what a token means.
var tokenLength, tokenValue = tokens()

func tokens() (length [256]uint16, value [256]Value) {
	for i := range 3 * len(runLengths) {
		length[i], value[i] = runLengths[i/3], Value(i%3-1)
	}
	length[255], value[255] = blockPlaces, Unknown // not written; a reader meets an end
	return length, value
}

// appendRun appends the tokens of a run.
func appendRun(dst []byte, v Value, n int) []byte {
	for n > 0 {
		i := sort.Search(len(runLengths), func(i int) bool { return int(runLengths[i]) > n }) - 1
		dst = append(dst, byte(3*i+int(v+1)))
		n -= int(runLengths[i])
	}
	return dst
}

// appendRuns appends the tokens of a block of codes. skip is a bitmap of the places whose
// value need not be kept.
func appendRuns(dst []byte, codes []byte, skip []uint64) []byte {
	v, start := Unknown, 0
	for from := 0; from < len(codes); from += 64 {
		word := codes[from:min(from+64, len(codes))]
		for x := ^skip[from/64]; x != 0; x &= x - 1 {
			i := bits.TrailingZeros64(x)
			if i >= len(word) {
				break
			}
			if next := Code(word[i]).Value(); next != v {
				if v != Unknown {
					dst = appendRun(dst, v, from+i-start)
					start = from + i
				}
				v = next
			}
		}
	}
	if v == Unknown {
		v = Drawn // nothing matters
	}
	return appendRun(dst, v, len(codes)-start)
}

// lookRun returns the value of place i of a block. It is Unknown if the block is
// too short.
func lookRun(block []byte, i int) Value {
	for _, t := range block {
		if i -= int(tokenLength[t]); i < 0 {
			return tokenValue[t]
		}
	}
	return Unknown
}

// readRuns writes the values of a block to dst, and tells whether there are just so many.
func readRuns(dst []Value, block []byte) bool {
	for _, t := range block {
		n := int(tokenLength[t])
		if n > len(dst) {
			return false
		}
		for i := range dst[:n] {
			dst[i] = tokenValue[t]
		}
		dst = dst[n:]
	}
	return len(dst) == 0
}
