// Package archive puts games of record into a database and asks it: which games
// were played by whom, where a position, some material or a sequence of turns
// came up, and what was played in a position, with what result.
//
// The database is a [store.Archive], which knows no game; this package makes the
// rows and the keys. A position has one key however it came about, so that
// transpositions count as one, and another one under other rules.
package archive

import (
	"context"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"kibaho"
	"kibaho/games"
	"kibaho/record"
	"kibaho/store"
)

// rules is a number for the game and the rules that a position is played by.
// What concerns a match, or only when a draw may be claimed, is left out.
func rules(p games.Position) uint64 {
	facts, s := p.Game().Facts(), p.Settings()
	h := hashText(0x6172636869766573, facts.Name)
	for _, o := range facts.Options {
		if o.Match || o.Name == "repetition" || o.Name == "quiet-limit" || o.Name == "openings" {
			continue
		}
		if o.Later && s.Value(o.Name) == o.Default {
			continue
		}
		h = hashText(hashText(h, o.Name), s.Value(o.Name))
	}
	return h
}

func hashText(h uint64, text string) uint64 {
	for i := 0; i < len(text); i += 8 {
		var x uint64
		for j, c := range []byte(text[i:min(i+8, len(text))]) {
			x |= uint64(c) << (8 * j)
		}
		h = kibaho.Mix(h, x)
	}
	return kibaho.Mix(h, uint64(len(text)))
}

// Key returns the key of a position.
func Key(p games.Position) uint64 { return keyUnder(rules(p), p) }

func keyUnder(rules uint64, p games.Position) uint64 { return kibaho.Mix(rules, p.Hash()) }

// Material is what stands on a board, by side: men and kings, or the seeds of a
// game in pits as men.
type Material struct{ Men, Kings [2]int }

// MaterialOf counts a position.
func MaterialOf(p games.Position) Material {
	b := p.Board()
	var m Material
	for i, n := range b.At {
		switch {
		case b.Shape == kibaho.Pits:
			side := 0
			if i >= len(b.At)/2 {
				side = 1
			}
			m.Men[side] += int(n)
		case n == kibaho.FirstMan:
			m.Men[0]++
		case n == kibaho.SecondMan:
			m.Men[1]++
		case n == kibaho.FirstKing:
			m.Kings[0]++
		case n == kibaho.SecondKing:
			m.Kings[1]++
		}
	}
	return m
}

// ReadMaterial reads "5/4" or, with kings, "3+1/2": First's men and kings, then
// Second's. Errors are *kibaho.InputError.
func ReadMaterial(text string) (Material, error) {
	var m Material
	fail := &kibaho.InputError{What: "material", Text: text, At: -1, Want: "expected MEN/MEN or MEN+KINGS/MEN+KINGS, the first player's first, as in 5/4 or 3+1/2"}
	sides := strings.Split(text, "/")
	if len(sides) != 2 {
		return m, fail
	}
	for i, side := range sides {
		men, kings, has := strings.Cut(side, "+")
		var err, err2 error
		m.Men[i], err = strconv.Atoi(strings.TrimSpace(men))
		if has {
			m.Kings[i], err2 = strconv.Atoi(strings.TrimSpace(kings))
		}
		if err != nil || err2 != nil || m.Men[i] < 0 || m.Kings[i] < 0 || m.Men[i]+m.Kings[i] > 1000 {
			return m, fail
		}
	}
	return m, nil
}

func (m Material) key(rules uint64) uint64 {
	return kibaho.Mix(rules^0x6d6174657269616c, uint64(m.Men[0])|uint64(m.Kings[0])<<16|uint64(m.Men[1])<<32|uint64(m.Kings[1])<<48)
}

// Pack makes the row and the entries of a game.
func Pack(r *record.Record, source string) (*store.Row, []store.Entry) {
	p := r.Start()
	facts := p.Game().Facts()
	line := r.Main()
	row := &store.Row{
		Kind: facts.Name, Variant: p.Settings().String(),
		First: r.Player(kibaho.First), Second: r.Player(kibaho.Second),
		Event: r.Tag("Event"), Site: r.Tag("Site"), Date: r.Tag("Date"), Round: r.Tag("Round"),
		Day: day(r.Tag("Date")), Result: uint8(r.Outcome),
		FirstRating: rating(r, kibaho.First), SecondRating: rating(r, kibaho.Second),
		Turns: r.Turns(), Source: source, Made: made(r), Text: r.String(),
	}
	rule := rules(p)
	size := 0
	for _, n := range line {
		size += len(n.Text) + 1
	}
	texts := make([]byte, 0, size)
	key := keyUnder(rule, p)
	moves := key
	entries := make([]store.Entry, 0, len(line)+len(line)/2+2)
	ratings := [2]uint16{uint16(row.FirstRating), uint16(row.SecondRating)}
	had := Material{}
	put := func(p games.Position, key uint64, next uint32, ply int) {
		e := store.Entry{Key: key, Next: next, Ply: uint16(min(ply, math.MaxUint16)), Result: row.Result, Made: row.Made, Rating: ratings[p.Turn()&1], Day: uint32(row.Day)}
		entries = append(entries, e)
		if m := MaterialOf(p); m != had || ply == 0 {
			had = m
			e.Key, e.Next = m.key(rule), 0
			entries = append(entries, e)
		}
	}
	ply := 0
	for _, n := range line {
		if n.Setup {
			// Nothing was played that led here.
			put(p, key, 0, ply)
			p = n.Position
			key = keyUnder(rule, p)
			moves = kibaho.Mix(moves, key)
			continue
		}
		if len(texts) > 0 {
			texts = append(texts, ' ')
		}
		texts = append(texts, strings.ReplaceAll(n.Text, " ", "_")...)
		after := keyUnder(rule, n.Position)
		put(p, key, uint32(after)|1, ply)
		p, key = n.Position, after
		moves = kibaho.Mix(moves, key)
		ply++
	}
	put(p, key, 0, ply)
	row.Line = string(texts)
	row.Opening = Opening(r)
	row.Moves = int64(moves)
	digest := moves
	for _, t := range []string{row.First, row.Second, row.Event, row.Site, row.Date, row.Round} {
		digest = hashText(digest, t)
	}
	row.Digest = int64(kibaho.Mix(digest, uint64(row.Result)))
	return row, once(entries)
}

// once leaves out what came up in the game before: it counts one game.
func once(entries []store.Entry) []store.Entry {
	type place struct {
		key  uint64
		next uint32
	}
	var seen map[place]bool
	kept := entries[:0]
	for i, e := range entries {
		if i >= 16 && seen == nil {
			seen = make(map[place]bool, len(entries))
			for _, e := range kept {
				seen[place{e.Key, e.Next}] = true
			}
		}
		if seen != nil {
			at := place{e.Key, e.Next}
			if seen[at] {
				continue
			}
			seen[at] = true
		}
		kept = append(kept, e)
	}
	return kept
}

// day makes a number of a date that begins with the year: 2012.02.01, 1841-??-??.
func day(text string) int {
	parts := strings.FieldsFunc(text, func(r rune) bool { return r == '.' || r == '-' || r == '/' })
	if len(parts) == 0 || len(parts[0]) != 4 {
		return 0
	}
	n := func(i, most int) int {
		if i >= len(parts) {
			return 0
		}
		v, err := strconv.Atoi(parts[i])
		if err != nil || v < 0 || v > most {
			return 0
		}
		return v
	}
	y := n(0, 9999)
	if y == 0 {
		return 0
	}
	return (y*13+n(1, 12))*32 + n(2, 31)
}

// Days turns a date, or a year or month alone, into the first and the last day
// that it can mean, as [store.Query] has them; false: it is none.
func Days(text string) (from, to int, ok bool) {
	d := day(text)
	if d == 0 {
		return 0, 0, false
	}
	switch {
	case d%(13*32) == 0:
		return d, d + 13*32 - 1, true
	case d%32 == 0:
		return d, d + 31, true
	}
	return d, d, true
}

// Date writes a day as records have it.
func Date(day int) string {
	if day == 0 {
		return ""
	}
	y, m, d := day/(13*32), day/32%13, day%32
	text := strconv.Itoa(y)
	for _, n := range []int{m, d} {
		if n == 0 {
			return text
		}
		text += "." + string([]byte{byte('0' + n/10), byte('0' + n%10)})
	}
	return text
}

// rating reads a player's rating from the tags.
func rating(r *record.Record, side kibaho.Side) int {
	for _, name := range []string{[2]string{"First", "Second"}[side], r.Game().Facts().Sides[side]} {
		if n, err := strconv.Atoi(strings.TrimSpace(r.Tag(name + "Elo"))); err == nil && n > 0 && n < 10000 {
			return n
		}
	}
	return 0
}

// made reports that engines played the game against themselves.
func made(r *record.Record) bool {
	if r.Tag("Event") == "match of engines" || r.Tag("Event") == SelfPlay {
		return true
	}
	sides := r.Game().Facts().Sides
	engine := func(side int) bool {
		return r.Tag([2]string{"FirstEngine", "SecondEngine"}[side]) != "" || r.Tag(sides[side]+"Type") == "program"
	}
	return engine(0) && engine(1)
}

// SelfPlay is the event of games that an engine played against itself to feed an
// explorer.
const SelfPlay = "self-play"

// Sum is what an import did.
type Sum struct {
	Games  int // met
	Added  int
	Known  int // there already, the same in every respect
	Twins  int // of those added: their turns were there, by others or elsewhere
	Faults []record.Fault
	Took   time.Duration
}

// maxFaults bounds the faults that are kept to be told.
const maxFaults = 10_000

// Import puts the games of a reader into an archive. What cannot be read is in
// the sum; all other games are put in. tell may be nil; it is told now and then
// how many games were met and how many bytes were read.
func Import(ctx context.Context, a *store.Archive, r *record.Reader, tell func(games int, bytes int64)) (Sum, error) {
	var s Sum
	began := time.Now()
	b := a.Bulk(ctx)
	defer b.Close()
	for {
		rec, err := r.Next()
		var fault *record.Fault
		switch {
		case errors.Is(err, io.EOF):
			err = b.Flush()
			s.Took = time.Since(began)
			return s, err
		case errors.As(err, &fault):
			s.Games++
			if len(s.Faults) < maxFaults {
				s.Faults = append(append(s.Faults, fault.Also...), *fault)
			}
			continue
		case err != nil:
			return s, err
		}
		s.Games++
		if len(s.Faults) < maxFaults {
			s.Faults = append(s.Faults, rec.Mended...)
		}
		row, entries := Pack(rec, r.File)
		switch err := b.Add(row, entries); {
		case errors.Is(err, store.ErrExists):
			s.Known++
		case err != nil:
			return s, err
		default:
			s.Added++
			if row.Twin > 0 {
				s.Twins++
			}
		}
		if s.Games%256 == 0 {
			if err := ctx.Err(); err != nil {
				return s, err
			}
			if tell != nil {
				tell(s.Games, r.Offset())
			}
		}
	}
}
