package train

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"

	"kibaho"
	"kibaho/draughts"
)

// Sample is a position in which no capture is due, what a search thought of it and
// how its game ended, both for the side to move.
type Sample struct {
	Position draughts.Position
	Score    int16 // hundredths of a man
	Result   int8  // 1 won, 0 drawn, -1 lost, or noGame
}

// noGame is the result of a position within a search, which no game went on from.
const noGame = 2

// A file of samples holds for each of them the sets of its position, the
// score, the result and the side to move, the lower byte first.
const sampleBytes = 16

// write writes samples to a file that is there as a whole or not at all.
func write(name string, samples []Sample) error {
	b := make([]byte, 0, sampleBytes*len(samples))
	for i := range samples {
		s := &samples[i]
		for _, set := range s.Position.Sets() {
			b = binary.LittleEndian.AppendUint32(b, set)
		}
		b = binary.LittleEndian.AppendUint16(b, uint16(s.Score))
		b = append(b, byte(s.Result), byte(s.Position.Turn()))
	}
	return writeWhole(name, b)
}

func writeWhole(name string, b []byte) error {
	if err := os.WriteFile(name+".part", b, 0o644); err != nil {
		return err
	}
	return os.Rename(name+".part", name)
}

// read appends the samples of a file.
func read(name string, dst []Sample) ([]Sample, error) {
	b, err := os.ReadFile(name)
	if err != nil {
		return dst, err
	}
	if len(b)%sampleBytes != 0 {
		return dst, fmt.Errorf("%s: %d bytes, expected a multiple of %d", name, len(b), sampleBytes)
	}
	for ; len(b) > 0; b = b[sampleBytes:] {
		var sets [3]uint32
		for i := range sets {
			sets[i] = binary.LittleEndian.Uint32(b[4*i:])
		}
		p, ok := draughts.FromSets(sets, kibaho.Side(b[15]))
		result := int8(b[14])
		if !ok || result < -1 || result > noGame {
			return dst, fmt.Errorf("%s: %w", name, errSample)
		}
		dst = append(dst, Sample{Position: p, Score: int16(binary.LittleEndian.Uint16(b[12:])), Result: result})
	}
	return dst, nil
}

var errSample = errors.New("a sample that is no position; remove the file to have it made anew")

// sigmoid turns logits into points.
func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
