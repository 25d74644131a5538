package store

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"kibaho"
)

// TestEntries puts made-up entries in by many runs, merged again and again, and
// compares what is found with a plain count.
func TestEntries(t *testing.T) { both(t, testEntries) }

func testEntries(t *testing.T, where string) {
	ctx := t.Context()
	a, err := OpenArchive(ctx, where, true)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	r := kibaho.NewRand(1)
	b := a.Bulk(ctx)
	defer b.Close()
	var all []Entry
	const busy = 77 // a key that comes up in most games: its sum is kept
	games, names, flush, often := 6000, 2000, 300, 1
	if a.shared { // less, for each game is asked for over a network
		games, names, flush, often = 700, 100, 50, 4
	}
	for g := range games {
		entries := []Entry{{Key: busy, Next: uint32(r.N(3)), Result: uint8(g % 4), Rating: uint16(r.N(2) * 2000), Day: uint32(g), Made: g%5 == 0}}
		for ply := range often - 1 {
			again := entries[0]
			again.Ply = uint16(100 + ply)
			entries = append(entries, again)
		}
		for ply := range r.N(8) {
			entries = append(entries, Entry{Key: uint64(r.N(names)) << 52, Next: uint32(r.N(4)), Ply: uint16(ply + 1), Result: uint8(g % 4), Day: uint32(r.N(1 << 20))})
		}
		row := Row{Kind: "toy", Result: uint8(g % 4), Moves: int64(g), Digest: int64(g)}
		if err := b.Add(&row, entries); err != nil {
			t.Fatal(err)
		}
		if row.ID != int64(g+1) {
			t.Fatalf("game %d has the number %d", g, row.ID)
		}
		all = append(all, entries...)
		if g%flush == flush-1 {
			if err := b.Flush(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if n := len(a.segments()); n > 3*mergeRuns {
		t.Errorf("%d runs: they are not merged", n)
	}
	keys := map[uint64][]Entry{}
	for _, e := range all {
		keys[e.Key] = append(keys[e.Key], e)
	}
	keys[1] = nil // one that never came up
	for key, entries := range keys {
		want := map[uint32]*Branch{}
		var games []int64
		for _, e := range entries {
			if want[e.Next] == nil {
				want[e.Next] = &Branch{Next: e.Next}
			}
			w := want[e.Next]
			w.Games++
			w.Results[e.Result]++
			w.Day = max(w.Day, e.Day)
			if e.Made {
				w.Made++
			}
			if e.Rating > 0 {
				w.Rated++
				w.Rating += int64(e.Rating)
			}
			games = append(games, int64(e.Game))
		}
		slices.Sort(games)
		games = slices.Compact(games)
		got, err := a.Branches(ctx, key)
		if err != nil {
			t.Fatal(err)
		}
		if len(got) != len(want) {
			t.Fatalf("key %x: %d branches, want %d", key, len(got), len(want))
		}
		for i, b := range got {
			if i > 0 && b.Games > got[i-1].Games {
				t.Errorf("key %x: branches out of order", key)
			}
			for _, id := range b.Sample {
				if id != 0 && !slices.Contains(games, int64(id)) {
					t.Errorf("key %x: game %d is given as a sample", key, id)
				}
			}
			if b.Sample[0] == 0 {
				t.Errorf("key %x: no sample", key)
			}
			b.Sample = [3]uint32{}
			if !reflect.DeepEqual(b, *want[b.Next]) {
				t.Errorf("key %x: %+v, want %+v", key, b, *want[b.Next])
			}
		}
		list, err := a.Games(ctx, key, 1<<30)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(list, games) {
			t.Fatalf("key %x: games %v, want %v", key, list, games)
		}
	}
}

// TestQueries asks for rows by each condition.
func TestQueries(t *testing.T) { both(t, testQueries) }

func testQueries(t *testing.T, name string) {
	ctx := t.Context()
	if _, err := OpenArchive(ctx, name, false); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("an archive that is not there was opened: %v", err)
	}
	a, err := OpenArchive(ctx, name, true)
	if err != nil {
		t.Fatal(err)
	}
	b := a.Bulk(ctx)
	rows := []Row{
		{Kind: "x", Variant: "v", First: "Ann Bee", Second: "Cy", Event: "Open 100%", Day: 10, Result: 1, Turns: 5, Opening: "Cross", FirstRating: 2000, SecondRating: 1900, Moves: 1, Digest: 1, Line: "a b", Text: "t1 \x00 \xe9t\xe9"},
		{Kind: "x", First: "Cy", Second: "Dee", Site: "Rome", Day: 20, Result: 2, Turns: 9, Round: "3", Made: true, Moves: 1, Digest: 2},
		{Kind: "y", First: "cyril \xff\x00", Day: 0, Result: 3, Turns: 50, Moves: 3, Digest: 3},
	}
	for i := range rows {
		if err := b.Add(&rows[i], nil); err != nil {
			t.Fatal(err)
		}
	}
	again := rows[0]
	if err := b.Add(&again, nil); !errors.Is(err, ErrExists) {
		t.Errorf("the same game again: %v", err)
	}
	if err := b.Flush(); err != nil {
		t.Fatal(err)
	}
	lost := Row{Moves: 9, Digest: 9}
	if err := b.Add(&lost, []Entry{{Key: 5}}); err != nil {
		t.Fatal(err)
	}
	b.Close() // what was not flushed is given up
	yes, no := true, false
	for _, tt := range []struct {
		q    Query
		want []int64
	}{
		{Query{}, []int64{1, 2, 3}},
		{Query{Kind: "x"}, []int64{1, 2}},
		{Query{Variant: "v"}, []int64{1}},
		{Query{Player: "cy"}, []int64{1, 2, 3}},
		{Query{First: "cy"}, []int64{2, 3}},
		{Query{Second: "cy"}, []int64{1}},
		{Query{Event: "100%"}, []int64{1}},
		{Query{Event: "1_0"}, nil},
		{Query{Site: "rome"}, []int64{2}},
		{Query{Round: "3"}, []int64{2}},
		{Query{Opening: "cross"}, []int64{1}},
		{Query{Results: []uint8{1, 3}}, []int64{1, 3}},
		{Query{From: 11}, []int64{2}},
		{Query{To: 15}, []int64{1}},
		{Query{MinTurns: 6, MaxTurns: 9}, []int64{2}},
		{Query{MinRating: 1900}, []int64{1}},
		{Query{Made: &yes}, []int64{2}},
		{Query{Made: &no}, []int64{1, 3}},
		{Query{Twins: true}, []int64{2}},
		{Query{IDs: []int64{3, 1}}, []int64{1, 3}},
		{Query{IDs: []int64{}}, nil},
		{Query{Keep: func(_ int64, line string) bool { return line == "a b" }}, []int64{1}},
	} {
		var got []int64
		if err := a.Each(ctx, tt.q, func(r Row) bool { got = append(got, r.ID); return true }); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%+v: games %v, want %v", tt.q, got, tt.want)
		}
	}
	var first Row
	if err := a.Each(ctx, Query{Texts: true}, func(r Row) bool { first = r; return false }); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(first, rows[0]) {
		t.Errorf("got %+v, want %+v", first, rows[0])
	}
	if rows[1].Twin != 1 || rows[2].Twin != 0 {
		t.Errorf("twins %d, %d", rows[1].Twin, rows[2].Twin)
	}
	if n, err := a.Count(ctx); n != 3 || err != nil {
		t.Errorf("%d games, %v", n, err)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	// A store and an archive are not taken for each other.
	live := filepath.Join(t.TempDir(), "live.db")
	s, err := Open(ctx, live)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenArchive(ctx, live, false); err == nil {
		t.Error("a store was opened as an archive")
	}
	if a, err = OpenArchive(ctx, name, false); err != nil {
		t.Fatal(err)
	}
	if n, err := a.Size(ctx); n < 1000 || err != nil {
		t.Errorf("size %d, %v", n, err)
	}
	if err := a.Close(); err != nil {
		t.Error(err)
	}
}

func TestEntryBytes(t *testing.T) {
	r := kibaho.NewRand(3)
	for range 1000 {
		e := Entry{Key: r.Uint64(), Game: uint32(r.Uint64()), Next: uint32(r.Uint64()), Ply: uint16(r.Uint64()), Result: uint8(r.N(4)), Made: r.N(2) == 1, Rating: uint16(r.Uint64()), Day: uint32(r.N(1 << 23))}
		var b [entrySize]byte
		e.put(b[:])
		if got := readEntry(b[:]); got != e {
			t.Fatalf("%+v read back as %+v", e, got)
		}
	}
	list := []Branch{{Next: 1, Games: 2, Results: [4]int64{1, 2, 3, 4}, Made: 5, Rating: 6, Rated: 7, Day: 8, Sample: [3]uint32{9, 10, 11}}, {Next: 12}}
	if got := readBranches(writeBranches(list)); !reflect.DeepEqual(got, list) {
		t.Error(fmt.Sprint(got))
	}
}
