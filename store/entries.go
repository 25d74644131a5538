package store

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"sort"
)

// Entry says that a position came up in a game.
type Entry struct {
	Key    uint64 // of the position
	Game   uint32 // Row.ID
	Next   uint32 // the low bits of the key of the position after it; 0 at the end
	Ply    uint16 // turns before it
	Result uint8  // Row.Result
	Made   bool   // Row.Made
	Rating uint16 // of the player who moved, 0: unknown
	Day    uint32 // Row.Day, below 2^23
}

// entrySize is what an entry takes up, in bytes.
const entrySize = 24

func (e *Entry) put(b []byte) {
	binary.BigEndian.PutUint64(b, e.Key)
	binary.BigEndian.PutUint32(b[8:], e.Game)
	binary.BigEndian.PutUint32(b[12:], e.Next)
	binary.BigEndian.PutUint16(b[16:], e.Ply)
	binary.BigEndian.PutUint16(b[18:], e.Rating)
	last := e.Day<<3 | uint32(e.Result&3)
	if e.Made {
		last |= 4
	}
	binary.BigEndian.PutUint32(b[20:], last)
}

func readEntry(b []byte) Entry {
	last := binary.BigEndian.Uint32(b[20:])
	return Entry{
		Key: binary.BigEndian.Uint64(b), Game: binary.BigEndian.Uint32(b[8:]), Next: binary.BigEndian.Uint32(b[12:]),
		Ply: binary.BigEndian.Uint16(b[16:]), Rating: binary.BigEndian.Uint16(b[18:]),
		Result: uint8(last & 3), Made: last&4 != 0, Day: last >> 3,
	}
}

func compareEntries(a, b Entry) int {
	if c := cmp.Compare(a.Key, b.Key); c != 0 {
		return c
	}
	return cmp.Or(cmp.Compare(a.Game, b.Game), cmp.Compare(a.Ply, b.Ply))
}

// Branch is what was played next in a position, and how it went.
type Branch struct {
	Next    uint32    // see Entry
	Games   int64     // how many
	Results [4]int64  // by Row.Result
	Made    int64     // how many of them engines played against themselves
	Rating  int64     // the sum of the ratings that are known …
	Rated   int64     // … of so many
	Day     uint32    // when it was played last
	Sample  [3]uint32 // some of the games
}

func (b *Branch) add(e *Entry) {
	if b.Games < int64(len(b.Sample)) {
		b.Sample[b.Games] = e.Game
	}
	b.Games++
	b.Results[e.Result&3]++
	if e.Made {
		b.Made++
	}
	if e.Rating > 0 {
		b.Rating += int64(e.Rating)
		b.Rated++
	}
	b.Day = max(b.Day, e.Day)
}

func (b *Branch) merge(o *Branch) {
	for i, n := b.Games, 0; i < int64(len(b.Sample)) && n < len(o.Sample); i++ {
		b.Sample[i] = o.Sample[n]
		n++
	}
	b.Games += o.Games
	for i := range b.Results {
		b.Results[i] += o.Results[i]
	}
	b.Made, b.Rating, b.Rated, b.Day = b.Made+o.Made, b.Rating+o.Rating, b.Rated+o.Rated, max(b.Day, o.Day)
}

const (
	pageEntries = 512  // of a page
	sumFrom     = 2048 // entries of one key from which their sum is kept too
	mergeRuns   = 4    // runs of like size that become one
)

func (a *Archive) loadSegments(ctx context.Context) error {
	rows, err := a.db.QueryContext(ctx, "SELECT id, entries FROM segments ORDER BY id")
	if err != nil {
		return err
	}
	defer rows.Close()
	var segs []segment
	for rows.Next() {
		var s segment
		if err := rows.Scan(&s.id, &s.entries); err != nil {
			return err
		}
		segs = append(segs, s)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.segs = segs
	return rows.Err()
}

// directory returns the first key of each page of a segment.
func (a *Archive) directory(ctx context.Context, seg int64) ([]uint64, error) {
	a.mu.Lock()
	dir, ok := a.dirs[seg]
	a.mu.Unlock()
	if ok {
		return dir, nil
	}
	var raw []byte
	if err := a.db.QueryRowContext(ctx, "SELECT dir FROM segments WHERE id = $1", seg).Scan(&raw); err != nil {
		return nil, err
	}
	dir = make([]uint64, len(raw)/8)
	for i := range dir {
		dir[i] = binary.BigEndian.Uint64(raw[8*i:])
	}
	a.mu.Lock()
	a.dirs[seg] = dir
	a.mu.Unlock()
	return dir, nil
}

func (a *Archive) segments() []segment {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Clone(a.segs)
}

// entriesOf calls f with the entries of a key in one segment until it returns
// false.
func (a *Archive) entriesOf(ctx context.Context, seg int64, key uint64, f func(*Entry) bool) error {
	dir, err := a.directory(ctx, seg)
	if err != nil {
		return err
	}
	at, _ := slices.BinarySearch(dir, key)
	for page := max(0, at-1); page < len(dir) && dir[page] <= key; page++ {
		var data []byte
		if err := a.db.QueryRowContext(ctx, "SELECT data FROM pages WHERE id = $1", seg<<32|int64(page)).Scan(&data); err != nil {
			return err
		}
		n := len(data) / entrySize
		i := sort.Search(n, func(i int) bool { return binary.BigEndian.Uint64(data[i*entrySize:]) >= key })
		for ; i < n; i++ {
			e := readEntry(data[i*entrySize:])
			if e.Key != key {
				break
			}
			if !f(&e) {
				return nil
			}
		}
	}
	return nil
}

// Branches returns what was played in the position of a key, the most frequent
// first.
func (a *Archive) Branches(ctx context.Context, key uint64) ([]Branch, error) {
	var list []Branch
	err := a.look(ctx, func(segs []segment) (err error) {
		list, err = a.branches(ctx, segs, key)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("store: position: %w", a.fault(err))
	}
	return list, nil
}

// look calls f with the runs that there are. Another process may merge them in
// between; then a page is missing, and f is called again.
func (a *Archive) look(ctx context.Context, f func([]segment) error) error {
	for tries := 0; ; tries++ {
		if err := a.loadSegments(ctx); err != nil {
			return err
		}
		err := f(a.segments())
		if tries < 3 && errors.Is(err, sql.ErrNoRows) {
			continue
		}
		return err
	}
}

func (a *Archive) branches(ctx context.Context, segs []segment, key uint64) ([]Branch, error) {
	sums := map[uint32]*Branch{}
	for _, seg := range segs {
		var raw []byte
		err := a.db.QueryRowContext(ctx, "SELECT data FROM sums WHERE key = $1 AND segment = $2", int64(key), seg.id).Scan(&raw)
		if err == nil {
			for _, b := range readBranches(raw) {
				if have := sums[b.Next]; have != nil {
					have.merge(&b)
				} else {
					sums[b.Next] = &b
				}
			}
			continue
		}
		if !errors.Is(err, sql.ErrNoRows) {
			return nil, err
		}
		err = a.entriesOf(ctx, seg.id, key, func(e *Entry) bool {
			b := sums[e.Next]
			if b == nil {
				b = &Branch{Next: e.Next}
				sums[e.Next] = b
			}
			b.add(e)
			return true
		})
		if err != nil {
			return nil, err
		}
	}
	list := make([]Branch, 0, len(sums))
	for _, b := range sums {
		list = append(list, *b)
	}
	sortBranches(list)
	return list, nil
}

func sortBranches(list []Branch) {
	slices.SortFunc(list, func(a, b Branch) int {
		return cmp.Or(cmp.Compare(b.Games, a.Games), cmp.Compare(a.Next, b.Next))
	})
}

// Games returns the numbers of the games in which a position came up, at most
// limit, ascending.
func (a *Archive) Games(ctx context.Context, key uint64, limit int) ([]int64, error) {
	var ids []int64
	err := a.look(ctx, func(segs []segment) error {
		ids = []int64{}
		for _, seg := range segs {
			err := a.entriesOf(ctx, seg.id, key, func(e *Entry) bool {
				ids = append(ids, int64(e.Game))
				return len(ids) < limit
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("store: position: %w", a.fault(err))
	}
	slices.Sort(ids)
	return slices.Compact(ids), nil
}

// branchSize is what a branch takes up in a sum, in bytes.
const branchSize = 4 + 8*8 + 4 + 3*4

func writeBranches(list []Branch) []byte {
	b := make([]byte, 0, len(list)*branchSize)
	for i := range list {
		x := &list[i]
		b = binary.BigEndian.AppendUint32(b, x.Next)
		for _, n := range []int64{x.Games, x.Results[0], x.Results[1], x.Results[2], x.Results[3], x.Made, x.Rating, x.Rated} {
			b = binary.BigEndian.AppendUint64(b, uint64(n))
		}
		b = binary.BigEndian.AppendUint32(b, x.Day)
		for _, n := range x.Sample {
			b = binary.BigEndian.AppendUint32(b, n)
		}
	}
	return b
}

func readBranches(b []byte) []Branch {
	var list []Branch
	for ; len(b) >= branchSize; b = b[branchSize:] {
		n := func(i int) int64 { return int64(binary.BigEndian.Uint64(b[4+8*i:])) }
		x := Branch{
			Next: binary.BigEndian.Uint32(b), Games: n(0), Results: [4]int64{n(1), n(2), n(3), n(4)},
			Made: n(5), Rating: n(6), Rated: n(7), Day: binary.BigEndian.Uint32(b[68:]),
		}
		for i := range x.Sample {
			x.Sample[i] = binary.BigEndian.Uint32(b[72+4*i:])
		}
		list = append(list, x)
	}
	return list
}
