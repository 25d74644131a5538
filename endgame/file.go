package endgame

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/klauspost/compress/zstd"

	"kibaho"
)

// A table is a file (docs/tables.md):
//
//	magic, length and checksum of the header, the header in JSON
//	the index of the blocks of values, then that of the blocks of distances:
//	  for each block its offset and its checksum, and at last the end
//	the blocks of values: runs
//	the blocks of distances: codes, compressed
const (
	magic     = "kibaho-endgame-1"
	extension = ".table"
	maxHeader = 1 << 16
	// codePlaces is the number of places of a block of distances.
	codePlaces = 1 << 15
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Counts are the values of positions. Those that are one in a table because they
// are alike (kibaho.Mirrored) all count.
type Counts struct {
	Positions uint64 `json:"positions"`
	Win       uint64 `json:"win"`
	Loss      uint64 `json:"loss"`
	Draw      uint64 `json:"draw"`
}

func (c *Counts) add(v Value, n uint64) {
	c.Positions += n
	switch v {
	case Win:
		c.Win += n
	case Loss:
		c.Loss += n
	default:
		c.Draw += n
	}
}

// images tells how many positions the places of a slice stand for, asked in
// ascending order.
type images struct {
	m     kibaho.Mirrored // nil: one each
	slice kibaho.Slice
	n     int
	until uint64 // the first place that n is not known to hold for
}

func newImages(m kibaho.Material, s kibaho.Slice) *images {
	if mirrored, ok := m.(kibaho.Mirrored); ok {
		return &images{m: mirrored, slice: s}
	}
	return &images{n: 1, until: ^uint64(0)}
}

func (i *images) at(at uint64) uint64 {
	if at >= i.until {
		places := uint64(0)
		i.n, places = i.m.Alike(kibaho.Place{Slice: i.slice, At: at})
		i.until = at + places
	}
	return uint64(i.n)
}

// Plus returns the sum of two counts.
func (c Counts) Plus(d Counts) Counts {
	return Counts{c.Positions + d.Positions, c.Win + d.Win, c.Loss + d.Loss, c.Draw + d.Draw}
}

// Farthest is the greatest distance among won, or among lost, positions.
type Farthest struct {
	Plies int    `json:"plies"` // -1: there is none
	At    uint64 `json:"at"`    // the first such place
}

// Header says what a table holds.
type Header struct {
	Game  string `json:"game"`
	Rules string `json:"rules"`
	Slice string `json:"slice"`
	Size  uint64 `json:"size"` // places, holes included
	// All counts the positions, Quiet those without a pending capture.
	All         Counts   `json:"all"`
	Quiet       Counts   `json:"quiet"`
	LongestWin  Farthest `json:"longest_win"`
	LongestLoss Farthest `json:"longest_loss"`
	// Values and Codes are the bytes of the two kinds of blocks, Index the
	// checksum of both indexes, Hash the SHA-256 of all codes.
	Values uint64 `json:"value_bytes"`
	Codes  uint64 `json:"distance_bytes"`
	Index  uint32 `json:"index_crc"`
	Hash   string `json:"sha256"`

	slice kibaho.Slice
}

// valueBlocks and codeBlocks are the numbers of blocks.
func (h *Header) valueBlocks() uint64 { return (h.Size + blockPlaces - 1) / blockPlaces }
func (h *Header) codeBlocks() uint64  { return (h.Size + codePlaces - 1) / codePlaces }

// fits reports an error if the table is of another game, other rules or another slice.
func (h *Header) fits(path, game string, m kibaho.Material, s kibaho.Slice) error {
	for _, c := range []struct{ what, got, want string }{
		{"game", h.Game, game},
		{"rules", h.Rules, m.Rules()},
		{"slice", h.Slice, m.Name(s)},
		{"size", fmt.Sprint(h.Size), fmt.Sprint(m.Size(s))},
	} {
		if c.got != c.want {
			return &FileError{Path: path, Reason: fmt.Sprintf("its %s is %q, expected %q", c.what, c.got, c.want)}
		}
	}
	h.slice = s
	return nil
}

// FileError tells why a table is not believed.
type FileError struct {
	Path   string
	Reason string
}

func (e *FileError) Error() string { return fmt.Sprintf("endgame table %s: %s", e.Path, e.Reason) }

// folder returns the folder of the tables of a game under some rules.
func folder(dir, game, rules string) string {
	name := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-' || r == '=' {
			return r
		}
		return '_'
	}, rules)
	return filepath.Join(dir, game, name)
}

func slicePath(dir, slice string) string { return filepath.Join(dir, slice+extension) }

// entry is where a block lies and its checksum.
type entry struct{ offset, crc uint32 }

const entryBytes = 8

// write makes the file of a finished slice. The codes of the cells become those of
// finished tables: what was not decided is drawn, and holes take a neighbour's code.
func (b *builder) write(ctx context.Context, s kibaho.Slice, c *cells, pending bitmap) (Header, error) {
	h := Header{Game: b.o.Game, Rules: b.m.Rules(), Slice: b.m.Name(s), Size: c.size(), slice: s}
	holes, all, quiet := b.finish(s, c, pending)
	for code := range all {
		h.All.add(Code(code).Value(), all[code])
		h.Quiet.add(Code(code).Value(), quiet[code])
	}
	h.LongestWin = Farthest{Plies: all.longest(1)}
	h.LongestLoss = Farthest{Plies: all.longest(0)}
	for _, f := range []*Farthest{&h.LongestWin, &h.LongestLoss} {
		for i := 0; f.Plies >= 0; i++ {
			i += bytes.IndexByte(c.bytes[i:], byte(f.Plies+1))
			if !holes.has(uint64(i)) {
				f.At = uint64(i)
				break
			}
		}
	}
	sum := sha256.Sum256(c.bytes)
	h.Hash = hex.EncodeToString(sum[:])

	skip := holes // they are not needed any more
	for i := range skip {
		skip[i] |= pending[i]
	}
	values, err := b.blocks(ctx, c.bytes, blockPlaces, func() func([]byte, uint64, []byte) []byte {
		return func(dst []byte, from uint64, codes []byte) []byte {
			return appendRuns(dst, codes, skip[from/64:])
		}
	})
	if err != nil {
		return h, err
	}
	codes, err := b.blocks(ctx, c.bytes, codePlaces, func() func([]byte, uint64, []byte) []byte {
		enc, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(false), zstd.WithEncoderLevel(zstd.SpeedDefault), zstd.WithWindowSize(codePlaces))
		if err != nil {
			panic(err) // options are fixed
		}
		return func(dst []byte, _ uint64, codes []byte) []byte { return enc.EncodeAll(codes, dst) }
	})
	if err != nil {
		return h, err
	}
	var index []byte
	for kind, blocks := range [][][]byte{values, codes} {
		var at uint64
		for _, block := range blocks {
			index = binary.LittleEndian.AppendUint32(index, uint32(at))
			index = binary.LittleEndian.AppendUint32(index, crc32.Checksum(block, castagnoli))
			at += uint64(len(block))
		}
		if at >= 1<<32 {
			return h, fmt.Errorf("slice %s: more than 4 GiB when compressed", h.Slice)
		}
		index = binary.LittleEndian.AppendUint32(index, uint32(at))
		index = binary.LittleEndian.AppendUint32(index, 0)
		*[]*uint64{&h.Values, &h.Codes}[kind] = at
	}
	h.Index = crc32.Checksum(index, castagnoli)
	return h, writeWhole(b.path(s), func(w io.Writer) error {
		head, err := json.Marshal(h)
		if err != nil {
			return err
		}
		head = append(head, bytes.Repeat([]byte{' '}, -(len(head)+preamble)&7)...)
		pre := binary.LittleEndian.AppendUint32([]byte(magic), uint32(len(head)))
		pre = binary.LittleEndian.AppendUint32(pre, crc32.Checksum(head, castagnoli))
		for _, part := range append([][]byte{pre, head, index}, append(values, codes...)...) {
			if _, err := w.Write(part); err != nil {
				return err
			}
		}
		return nil
	})
}

// finish makes the codes of cells those of a finished table, and counts the positions of
// each code, and of them those without a pending capture.
func (b *builder) finish(s kibaho.Slice, c *cells, pending bitmap) (holes bitmap, all, quiet tally) {
	holes = newBitmap(c.size())
	before := Draw
	alike := newImages(b.m, s)
	for from := 0; from < len(c.bytes); from += 64 {
		word := c.bytes[from:min(from+64, len(c.bytes))]
		calm := ^pending[from/64]
		for i, x := range word {
			switch code := Code(x); code {
			case hole:
				holes.add(uint64(from + i))
				word[i] = byte(before)
				continue
			case holds, drawn:
				word[i] = byte(Draw)
				before = Draw
			default:
				before = code
			}
			n := alike.at(uint64(from + i))
			all[before] += n
			quiet[before] += n & -(calm >> i & 1)
		}
	}
	return holes, all, quiet
}

// preamble is the number of bytes before the header.
const preamble = len(magic) + 8

// blocks encodes codes in blocks of so many places, on all workers. encoder makes
// the function of one worker.
func (b *builder) blocks(ctx context.Context, codes []byte, places uint64, encoder func() func(dst []byte, from uint64, codes []byte) []byte) ([][]byte, error) {
	size := uint64(len(codes))
	n := (size + places - 1) / places
	out := make([][]byte, n)
	var wg sync.WaitGroup
	threads := min(uint64(b.o.Threads), n)
	for t := range threads {
		wg.Go(func() {
			encode := encoder()
			var room []byte
			for i := t; i < n && ctx.Err() == nil; i += threads {
				from := i * places
				had := len(room)
				room = encode(room, from, codes[from:min(from+places, size)])
				out[i] = room[had:len(room):len(room)]
				if len(room) > 1<<20 {
					room = nil
				}
			}
		})
	}
	wg.Wait()
	return out, ctx.Err()
}

// file is an open table.
type file struct {
	Header
	path   string
	data   []byte // the whole file, mapped
	values []byte // its parts
	codes  []byte
	index  [2][]entry
	unmap  func() error
}

func (f *file) close() {
	if f != nil && f.unmap != nil {
		_ = f.unmap()
		f.unmap = nil
	}
}

func (f *file) wrong(reason string) error { return &FileError{Path: f.path, Reason: reason} }

// readHeader reads the header alone.
func readHeader(path string) (Header, error) {
	r, err := os.Open(path)
	if err != nil {
		return Header{}, err
	}
	defer r.Close()
	info, err := r.Stat()
	if err != nil {
		return Header{}, err
	}
	buf := make([]byte, min(info.Size(), int64(preamble+maxHeader)))
	if _, err := io.ReadFull(r, buf); err != nil {
		return Header{}, err
	}
	f := file{path: path}
	_, err = f.readHeader(buf, info.Size())
	return f.Header, err
}

// readHeader reads and checks the header from the beginning of a file.
func (f *file) readHeader(data []byte, size int64) (rest int, err error) {
	if len(data) < preamble || string(data[:len(magic)]) != magic {
		return 0, f.wrong("it does not begin like a table of this version")
	}
	n := int(binary.LittleEndian.Uint32(data[len(magic):]))
	if n > maxHeader || len(data) < preamble+n {
		return 0, f.wrong("it is cut short")
	}
	head := data[preamble : preamble+n]
	if crc32.Checksum(head, castagnoli) != binary.LittleEndian.Uint32(data[len(magic)+4:]) {
		return 0, f.wrong("its header is damaged: the checksum differs")
	}
	if err := json.Unmarshal(head, &f.Header); err != nil {
		return 0, f.wrong("its header cannot be read: " + err.Error())
	}
	rest = preamble + n
	want := uint64(rest) + (f.valueBlocks()+f.codeBlocks()+2)*entryBytes + f.Values + f.Codes
	if uint64(size) != want {
		return 0, f.wrong(fmt.Sprintf("it has %d bytes, expected %d", size, want))
	}
	return rest, nil
}

// openFile maps a table and checks all but its blocks, which are checked when they
// are read.
func openFile(path string) (*file, error) {
	f := &file{path: path}
	data, unmap, err := mapFile(path)
	if err != nil {
		return nil, err
	}
	f.data, f.unmap = data, unmap
	if err := f.open(); err != nil {
		f.close()
		return nil, err
	}
	return f, nil
}

func (f *file) open() error {
	at, err := f.readHeader(f.data, int64(len(f.data)))
	if err != nil {
		return err
	}
	blocks := [2]uint64{f.valueBlocks(), f.codeBlocks()}
	length := int(blocks[0]+blocks[1]+2) * entryBytes
	index := f.data[at : at+length]
	if crc32.Checksum(index, castagnoli) != f.Index {
		return f.wrong("its index is damaged: the checksum differs")
	}
	for i, n := range blocks {
		f.index[i] = make([]entry, n+1)
		for j := range f.index[i] {
			f.index[i][j] = entry{binary.LittleEndian.Uint32(index), binary.LittleEndian.Uint32(index[4:])}
			index = index[entryBytes:]
		}
	}
	at += length
	f.values = f.data[at : at+int(f.Values)]
	f.codes = f.data[at+int(f.Values):]
	return nil
}

// block returns a block of values or of distances once its checksum is right.
func (f *file) block(kind int, i uint64) ([]byte, error) {
	part := f.values
	if kind == distances {
		part = f.codes
	}
	e := f.index[kind]
	b := part[e[i].offset:e[i+1].offset]
	if crc32.Checksum(b, castagnoli) != e[i].crc {
		return nil, f.wrong(fmt.Sprintf("block %d of its %s is damaged: the checksum differs", i, kinds[kind]))
	}
	return b, nil
}

// The two kinds of blocks.
const (
	values    = 0
	distances = 1
)

var kinds = [2]string{"values", "distances"}

// decoders decompress blocks of distances.
var decoders = sync.Pool{New: func() any {
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(1<<20))
	if err != nil {
		panic(err) // options are fixed
	}
	return d
}}

// codesOf decompresses block i of distances to dst.
func (f *file) codesOf(i uint64, dst []byte) ([]byte, error) {
	b, err := f.block(distances, i)
	if err != nil {
		return nil, err
	}
	d := decoders.Get().(*zstd.Decoder)
	defer decoders.Put(d)
	want := min(codePlaces, f.Size-i*codePlaces)
	dst, err = d.DecodeAll(b, dst)
	if err != nil || uint64(len(dst)) != want {
		return nil, f.wrong(fmt.Sprintf("block %d of its distances cannot be read", i))
	}
	return dst, nil
}

// load reads all codes of a table.
func (f *file) load(c *cells, threads int) error {
	n := f.codeBlocks()
	errs := make([]error, threads)
	var wg sync.WaitGroup
	for t := range min(uint64(threads), n) {
		wg.Go(func() {
			for i := t; i < n && errs[t] == nil; i += uint64(threads) {
				from := i * codePlaces
				to := min(from+codePlaces, f.Size)
				_, errs[t] = f.codesOf(i, c.bytes[from:from:to])
			}
		})
	}
	wg.Wait()
	return errors.Join(errs...)
}

// value returns the value of a place that matters.
func (f *file) value(at uint64) (Value, error) {
	b, err := f.block(values, at/blockPlaces)
	if err != nil {
		return Unknown, err
	}
	v := lookRun(b, int(at%blockPlaces))
	if v == Unknown {
		return v, f.wrong("a block of its values is too short")
	}
	return v, nil
}

// valuesOf writes the values of block i to dst, which is as long as the block.
func (f *file) valuesOf(i uint64, dst []Value) error {
	b, err := f.block(values, i)
	if err != nil {
		return err
	}
	if !readRuns(dst, b) {
		return f.wrong(fmt.Sprintf("block %d of its values is not of %d", i, len(dst)))
	}
	return nil
}
