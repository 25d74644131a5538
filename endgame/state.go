package endgame

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"time"
	"unsafe"

	"kibaho"
)

// stateMagic begins the file of a pair that is under work. Such a file serves the
// build alone: one that cannot be read whole is dropped, and the pair begun again.
const stateMagic = "kibaho-endgame-state-1\n"

// stateHead says what is in the file.
type stateHead struct {
	Game, Rules string
	Slices      []string
	Parts       bool // Next is a stage, else a layer
	Next, Most  Code
	CRC         uint32 // of all that follows
}

func (b *builder) statePath(first kibaho.Slice) string {
	return filepath.Join(b.dir, b.m.Name(first)+".state")
}

// arrays are those of a pair as bytes.
func (p *pair) arrays() (all [][]byte) {
	for i := range p.slices {
		bits := p.pending[i]
		all = append(all, p.cells[i].bytes, unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(bits))), 8*len(bits)))
	}
	return all
}

// savingShare is the greatest part of the time, one in so many, that goes into saving
// states: they are written less often than asked where that takes long.
const savingShare = 20

// saveNow writes the state of a pair when it is due, with the layer or stage after next
// as the one that comes next, and returns when it was last done.
func (b *builder) saveNow(last time.Time, p *pair) (time.Time, error) {
	if time.Since(last) < max(b.o.Save, savingShare*b.saving) {
		return last, nil
	}
	begun := time.Now()
	q := *p
	q.next++
	err := b.save(&q)
	b.saving = time.Since(begun)
	return time.Now(), err
}

// save writes the state of a pair.
func (b *builder) save(p *pair) error {
	h := stateHead{Game: b.o.Game, Rules: b.m.Rules(), Parts: p.parted, Next: p.next, Most: p.most}
	for _, s := range p.slices {
		h.Slices = append(h.Slices, b.m.Name(s))
	}
	for _, part := range p.arrays() {
		h.CRC = crc32.Update(h.CRC, castagnoli, part)
	}
	return writeWhole(b.statePath(p.slices[0]), func(w io.Writer) error {
		head, err := json.Marshal(h)
		if err != nil {
			return err
		}
		buf := append([]byte(stateMagic), binary.LittleEndian.AppendUint32(nil, uint32(len(head)))...)
		if _, err := w.Write(append(buf, head...)); err != nil {
			return err
		}
		for _, part := range p.arrays() {
			if _, err := w.Write(part); err != nil {
				return err
			}
		}
		return nil
	})
}

// restore reads the state of a pair if there is one.
func (b *builder) restore(p *pair) error {
	f, err := os.Open(b.statePath(p.slices[0]))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	if h, ok := b.readState(bufio.NewReaderSize(f, 1<<20), p); ok {
		p.next, p.most = h.Next, h.Most
		return nil
	}
	for _, part := range p.arrays() {
		clear(part)
	}
	return nil
}

// readState reads a state into the arrays of a pair and reports that it is whole
// and of this pair.
func (b *builder) readState(r io.Reader, p *pair) (h stateHead, ok bool) {
	buf := make([]byte, len(stateMagic)+4)
	if _, err := io.ReadFull(r, buf); err != nil || string(buf[:len(stateMagic)]) != stateMagic {
		return h, false
	}
	n := binary.LittleEndian.Uint32(buf[len(stateMagic):])
	if n > maxHeader {
		return h, false
	}
	buf = make([]byte, n)
	if _, err := io.ReadFull(r, buf); err != nil || json.Unmarshal(buf, &h) != nil {
		return h, false
	}
	if h.Game != b.o.Game || h.Rules != b.m.Rules() || len(h.Slices) != len(p.slices) || h.Next == 0 || h.Parts != p.parted {
		return h, false
	}
	for i, s := range p.slices {
		if h.Slices[i] != b.m.Name(s) {
			return h, false
		}
	}
	var crc uint32
	for _, part := range p.arrays() {
		if _, err := io.ReadFull(r, part); err != nil {
			return h, false
		}
		crc = crc32.Update(crc, castagnoli, part)
	}
	return h, crc == h.CRC
}

// writeWhole writes a file under another name, puts it on disk and renames it, so
// that under its name there is never a part of it.
func writeWhole(path string, write func(io.Writer) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	w := bufio.NewWriterSize(f, 1<<20)
	if err := write(w); err != nil {
		return err
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if err := f.Chmod(0o644); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// stale is how old a file must be that a killed build has left half written for the
// next one to remove it. A younger one may be another build's.
const stale = time.Hour

// sweep removes what killed builds have left half written.
func sweep(dir string) {
	list, _ := filepath.Glob(filepath.Join(dir, ".*.*.*"))
	for _, name := range list {
		if info, err := os.Stat(name); err == nil && time.Since(info.ModTime()) > stale {
			_ = os.Remove(name)
		}
	}
}
