package endgame

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sort"
	"strings"
	"sync/atomic"

	"kibaho"
)

// Set is the tables of one game under some rules that a directory holds, open for
// looking up. It may be used by several goroutines at the same time.
type Set struct {
	// Refused are the reasons why files in the directory are not believed.
	Refused []error

	m     kibaho.Material
	files []*file                 // by slice
	hot   []atomic.Pointer[cells] // by slice: the codes that are held in memory
	warm  atomic.Pointer[warmth]
	fault atomic.Pointer[error]
	most  int // pieces
}

// Open opens the tables in a directory. One that does not exist holds none.
func Open(dir, game string, m kibaho.Material) (*Set, error) {
	s := &Set{m: m, files: make([]*file, m.Limit()), hot: make([]atomic.Pointer[cells], m.Limit())}
	dir = folder(dir, game, m.Rules())
	list, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return nil, err
	}
	there := map[string]bool{}
	for _, e := range list {
		if name, ok := strings.CutSuffix(e.Name(), extension); ok {
			there[name] = true
		}
	}
	for n := 2; n <= m.Most() && len(there) > 0; n++ {
		for _, slice := range m.Slices(n) {
			name := m.Name(slice)
			if !there[name] {
				continue
			}
			delete(there, name)
			f, err := openFile(slicePath(dir, name))
			if err == nil {
				if err = f.fits(f.path, game, m, slice); err != nil {
					f.close()
				}
			}
			if err != nil {
				s.Refused = append(s.Refused, err)
				continue
			}
			s.files[slice] = f
			s.most = n
		}
	}
	for name := range there {
		s.Refused = append(s.Refused, &FileError{Path: filepath.Join(dir, name+extension), Reason: "the game has no such slice"})
	}
	sort.Slice(s.Refused, func(i, j int) bool { return s.Refused[i].Error() < s.Refused[j].Error() })
	return s, nil
}

// Close lets go of the files. The set must not be used any more.
func (s *Set) Close() {
	for i, f := range s.files {
		f.close()
		s.files[i] = nil
	}
}

// Most returns the greatest number of pieces of a table of the set, 0 if it has none.
func (s *Set) Most() int { return s.most }

// Has reports that the set has the table of a slice.
func (s *Set) Has(slice kibaho.Slice) bool { return s.files[slice] != nil }

// CompleteTo reports that the set has every table with up to so many pieces.
func (s *Set) CompleteTo(pieces int) bool {
	for n := 2; n <= pieces; n++ {
		for _, slice := range s.m.Slices(n) {
			if !s.Has(slice) {
				return false
			}
		}
	}
	return true
}

// Headers returns what the tables of the set hold, those with fewer pieces first.
func (s *Set) Headers() (all []Header) {
	for n := 2; n <= s.most; n++ {
		for _, slice := range s.m.Slices(n) {
			if f := s.files[slice]; f != nil {
				all = append(all, f.Header)
			}
		}
	}
	return all
}

// ID returns the slice of a header of the set.
func (h *Header) ID() kibaho.Slice { return h.slice }

// warmth holds the codes of slices one after the other: a search looks all over them,
// and one stretch of memory has larger pages and is found in fewer steps than many.
type warmth struct {
	start []uint64 // by slice: one more than its first byte; 0 if it is not there
	codes []byte
}

// Warm loads the codes of the tables with up to so many pieces into memory, while
// they fit in a number of bytes. It returns the greatest number of pieces that all
// tables are in memory of.
func (s *Set) Warm(pieces int, bytes uint64) int {
	var all []kibaho.Slice
	var total uint64
	full := min(pieces, s.most)
fitting:
	for n := 2; n <= min(pieces, s.most); n++ {
		for _, slice := range s.m.Slices(n) {
			size := bytesFor(s.m.Size(slice))
			if s.files[slice] == nil || bytes < total+size {
				full = n - 1
				break fitting
			}
			total += size
			all = append(all, slice)
		}
	}
	room := newCells(total)
	w := &warmth{start: make([]uint64, len(s.hot)), codes: room.bytes}
	at := uint64(0)
	for _, slice := range all {
		size := s.m.Size(slice)
		c := room.part(at, size)
		if err := s.files[slice].load(c, runtime.GOMAXPROCS(0)); err != nil {
			s.failed(err)
			full = min(full, s.m.Pieces(slice)-1)
			break
		}
		s.hot[slice].Store(c)
		w.start[slice] = at + 1
		at += bytesFor(size)
	}
	s.warm.Store(w)
	return full
}

// load returns the codes of a slice and keeps them in memory.
func (s *Set) load(slice kibaho.Slice) (*cells, error) {
	if c := s.hot[slice].Load(); c != nil {
		return c, nil
	}
	c := newCells(s.m.Size(slice))
	if err := s.files[slice].load(c, runtime.GOMAXPROCS(0)); err != nil {
		s.failed(err)
		return nil, err
	}
	s.hot[slice].Store(c)
	return c, nil
}

func (s *Set) failed(err error) { s.fault.CompareAndSwap(nil, &err) }

// Fault returns the first error that was met while looking up: a damaged block.
// Positions in it are not known.
func (s *Set) Fault() error {
	if err := s.fault.Load(); err != nil {
		return *err
	}
	return nil
}

// Hot returns the code of a place if it is held in memory. It allocates nothing.
func (s *Set) Hot(at kibaho.Place) (Code, bool) {
	if w := s.warm.Load(); w != nil {
		if start := w.start[at.Slice]; start != 0 {
			return Code(w.codes[start-1+at.At]), true
		}
	}
	c := s.hot[at.Slice].Load()
	if c == nil {
		return 0, false
	}
	return Code(c.bytes[at.At]), true
}

// Value returns the value of a place, in memory or not, of a position without a
// pending capture. It is false if there is no such table. It allocates nothing.
func (s *Set) Value(at kibaho.Place) (Value, bool) {
	if c, ok := s.Hot(at); ok {
		return c.Value(), true
	}
	f := s.files[at.Slice]
	if f == nil {
		return Unknown, false
	}
	v, err := f.value(at.At)
	if err != nil {
		s.failed(err)
		return Unknown, false
	}
	return v, true
}

// Code returns the code of a place, or of an end of the game. It is false if there
// is no such table. A table that is not in memory has a block decompressed.
func (s *Set) Code(at kibaho.Place) (Code, bool, error) {
	if c, ok := ended(at.Slice); ok {
		return c, true, nil
	}
	if c, ok := s.Hot(at); ok {
		return c, true, nil
	}
	f := s.files[at.Slice]
	if f == nil {
		return 0, false, nil
	}
	block, err := f.codesOf(at.At/codePlaces, nil)
	if err != nil {
		s.failed(err)
		return 0, false, err
	}
	return Code(block[at.At%codePlaces]), true, nil
}
