package search

import (
	"context"
	"fmt"
	"math/bits"
	"runtime"
	"sync"
	"sync/atomic"

	"kibaho"
	"kibaho/pages"
)

// Numbered is the exact value of every position of a game whose positions are
// numbered, a byte for each: found by going over all numbers again and again, each
// time one turn farther from the ends of the game. It means what [Whole] does.
type Numbered[P comparable, M comparable, R kibaho.Rules[P, M]] struct {
	numbers kibaho.Numbering[P]
	code    []byte
}

// The codes of positions: 1 more than the turns to the end, which are odd to a win
// of the side to move and even to a loss.
const (
	notYet   = 0
	mostCode = 254
	drawnEnd = 255 // the game is over: a draw
)

// MakeNumbered finds the values of all numbered positions. Where turns lead is looked
// up in every round, as far as the round needs it, until the memory holds the list of a
// position. With file, which may be nil, it goes on after the last round that was kept,
// and keeps rounds as they are done. The error is ErrMemory if the bytes do not fit, the
// cause of ctx, or that of the file.
func MakeNumbered[P comparable, M comparable, R kibaho.Rules[P, M]](ctx context.Context, numbers kibaho.Numbering[P], memory int64, n int, file *RoundsFile, tell func(Progress)) (*Numbered[P, M, R], error) {
	size := numbers.Size()
	if memory <= 0 {
		memory = DefaultMemory
	}
	// A byte for the code and a bit for what is still open.
	if size > uint64(memory)/9*8 {
		return nil, ErrMemory
	}
	w := &Numbered[P, M, R]{numbers: numbers, code: make([]byte, size)}
	pages.Large(w.code)
	open := make([]uint64, (size+63)/64)
	kept := newKeeping(len(open), (memory-int64(size)/8*9)/4, size)
	for i := range open {
		open[i] = ^uint64(0)
	}
	if size%64 != 0 {
		open[len(open)-1] = 1<<(size%64) - 1
	}
	var stop atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	left := size
	start, err := file.load(w.code)
	if err != nil {
		return nil, err
	}
	for number, c := range w.code {
		if c != notYet {
			open[number/64] &^= 1 << (number % 64)
			left--
		}
	}
	for turns := start; ; turns++ {
		if turns >= mostCode-1 {
			return nil, fmt.Errorf("search: a win of more than %d turns", turns)
		}
		// All of a round read the codes of the rounds before, and what they find is
		// written after it: the order within a round does not matter.
		found, err := w.round(ctx, open, kept, turns, n, &stop, func(p Progress) {
			if tell != nil {
				tell(Progress{Done: turns, Total: p.Total, Count: left})
			}
		})
		if err != nil {
			if unkept := file.save(w.code, turns, true); unkept != nil {
				return nil, unkept
			}
			return nil, err
		}
		for part, list := range found {
			for _, f := range list {
				number := uint64(part)*partPlaces + uint64(f.offset)
				w.code[number] = f.code
				open[number/64] &^= 1 << (number % 64)
			}
			left -= uint64(len(list))
		}
		// Round 0 finds the ends. Losses follow wins and wins losses, so that the
		// first round without any is the last.
		last := total(found) == 0 && turns > 0 || left == 0
		if err := file.save(w.code, turns+1, last); err != nil || last {
			return w, err
		}
	}
}

// coded is a code that a round found, of a position within a part.
type coded struct {
	offset uint16
	code   byte
}

func total(found [][]coded) (n int) {
	for _, list := range found {
		n += len(list)
	}
	return n
}

// A part is what a worker takes at a time.
const (
	partWords  = 1 << 8 // of what is open
	partPlaces = 64 * partWords
)

// keeping holds lists of the numbers that the turns of positions lead to, for as
// many parts as the memory has room for. A list is the number of a position within its
// part, above 16 bits that tell how many follow, and those. Numbers of positions that the
// enemy wins are left out once that is known: they tell nothing more.
type keeping struct {
	lists   [][]uint32 // by part; nil: none are held
	left    atomic.Int64
	dropped atomic.Int64 // words that wait to be collected
	room    int64        // words in all
	able    bool         // numbers fit in 32 bits
}

func newKeeping(words int, room int64, size uint64) *keeping {
	k := &keeping{lists: make([][]uint32, (words+partWords-1)/partWords), room: room, able: size <= 1<<32}
	k.left.Store(room)
	return k
}

// keep holds a copy of the lists of a part if there is room.
func (k *keeping) keep(part int, list []uint32) {
	if k.left.Add(-int64(len(list)+1)) < 0 {
		k.left.Add(int64(len(list) + 1))
		return
	}
	k.lists[part] = append(make([]uint32, 0, len(list)+1), list...)
}

// shrink takes over the shortened lists of a part. Those that have lost half are moved, so that
// there is room for others.
func (k *keeping) shrink(part int, list []uint32) {
	if had := cap(k.lists[part]); len(list)+1 <= had/2 {
		list = append(make([]uint32, 0, len(list)+1), list...)
		k.dropped.Add(int64(had))
		k.left.Add(int64(had - cap(list)))
	}
	k.lists[part] = list
	// Without a pointer in them the lists are collected at once, and the heap does
	// not grow to twice the memory first.
	if d := k.dropped.Load(); d > k.room/8 && k.dropped.CompareAndSwap(d, 0) {
		runtime.GC()
	}
}

// round finds the codes of the positions that are so many turns from the end.
func (w *Numbered[P, M, R]) round(ctx context.Context, open []uint64, kept *keeping, turns int, n int, stop *atomic.Bool, tell func(Progress)) ([][]coded, error) {
	parts := len(kept.lists)
	found := make([][]coded, parts)
	report := newReporter(tell, parts)
	var mu sync.Mutex
	pool(threads(n), func(next func() int) {
		look := newLooker(w)
		for part := next(); part < parts && !stop.Load(); part = next() {
			if kept.lists[part] != nil {
				found[part] = w.again(kept, part, turns)
			} else {
				found[part] = look.part(kept, open, part, turns)
			}
			mu.Lock()
			report.add(1, 0)
			mu.Unlock()
		}
	})
	report.end()
	return found, context.Cause(ctx)
}

// looker finds what turns lead to.
type looker[P comparable, M comparable, R kibaho.Rules[P, M]] struct {
	w     *Numbered[P, M, R]
	reach func(number uint64, visit func(to uint64) bool)
	// What to do where a turn leads; see part.
	end, win, loss func(to uint64) bool

	turns int  // of the position under way
	found byte // its code, or notYet
	lost  bool // all that was seen is won for the enemy
	lists []uint32
}

func newLooker[P comparable, M comparable, R kibaho.Rules[P, M]](w *Numbered[P, M, R]) *looker[P, M, R] {
	l := &looker[P, M, R]{w: w, reach: w.numbers.Reach()}
	l.end = func(uint64) bool {
		l.turns++
		return false
	}
	l.win = func(to uint64) bool {
		l.turns++
		switch c := w.code[to]; {
		case c == notYet || c == drawnEnd:
			l.lists = append(l.lists, uint32(to))
		case c%2 == 1: // the enemy has lost
			l.found = c + 1
			return false
		}
		return true
	}
	l.loss = func(to uint64) bool {
		l.turns++
		c := w.code[to]
		l.lost = c != notYet && c != drawnEnd
		return l.lost
	}
	return l
}

// part finds the codes of the positions of a part that are so many turns from the
// end, by the rules. After round 0, rounds look for wins and for losses in turn, and no
// farther than they must: the first turn to a position that the enemy has lost is a win,
// the first to one that is open is no loss. Who finds no win has seen all turns, and
// where they lead is kept. Round 1 looks only at positions that may win at once.
func (l *looker[P, M, R]) part(kept *keeping, open []uint64, part, turns int) (found []coded) {
	first := uint64(part) * partPlaces
	l.lists = l.lists[:0]
	all := kept.able && turns%2 == 1
	for i := part * partWords; i < min((part+1)*partWords, len(open)); i++ {
		for set := open[i]; set != 0; set &= set - 1 {
			number := uint64(i*64) + uint64(bits.TrailingZeros64(set))
			l.turns, l.found = 0, notYet
			if turns == 1 && !l.w.numbers.MayWin(number) {
				all = false // not seen
				continue
			}
			switch {
			case turns == 0:
				if l.reach(number, l.end); l.turns == 0 {
					p := l.w.numbers.Position(number)
					l.found = l.w.codeOfEnd(&p)
				}
			case turns%2 == 0:
				l.lost = true
				if l.reach(number, l.loss); l.lost && l.turns > 0 {
					l.found = byte(turns + 1)
				}
			default:
				at := len(l.lists)
				l.lists = append(l.lists, 0)
				l.reach(number, l.win)
				n := len(l.lists) - at - 1
				all = all && n < 1<<16
				l.lists[at] = uint32(number-first)<<16 | uint32(n&0xffff)
				if l.found != notYet {
					l.lists = l.lists[:at]
				}
			}
			if l.found != notYet {
				found = append(found, coded{uint16(number - first), l.found})
			}
		}
	}
	if all {
		kept.keep(part, l.lists)
	}
	return found
}

// again finds the codes of a part whose lists are kept, and drops what is not
// needed any more.
func (w *Numbered[P, M, R]) again(kept *keeping, part, turns int) (found []coded) {
	lists := kept.lists[part]
	to := 0
	for at := 0; at < len(lists); {
		n := int(lists[at] & 0xffff)
		place, all := lists[at]>>16, lists[at+1:at+1+n]
		at += 1 + n
		c := byte(notYet)
		open := 0
		if n > 0 { // else: no turn, and no end either
			c, open = w.sift(all, turns)
		}
		if c != notYet {
			found = append(found, coded{uint16(place), c})
			continue
		}
		lists[to] = place<<16 | uint32(open)
		to += 1 + copy(lists[to+1:], all[:open])
	}
	kept.shrink(part, lists[:to])
	return found
}

// sift returns the code of a position that is exactly so many turns from the end, or
// notYet, from the numbers of those that its turns lead to. Of these it moves the ones that
// tell more in later rounds to the front, and tells how many they are.
func (w *Numbered[P, M, R]) sift(after []uint32, turns int) (code byte, open int) {
	if turns == 0 {
		return notYet, len(after)
	}
	for _, to := range after {
		c := w.code[to]
		if c%2 == 1 && c != drawnEnd { // the enemy has lost
			return byte(turns + 1), 0
		}
		after[open] = to
		if c == notYet || c == drawnEnd {
			open++
		}
	}
	if open == 0 {
		return byte(turns + 1), 0
	}
	return notYet, open
}

// codeOfEnd returns the code of a position without a turn.
func (w *Numbered[P, M, R]) codeOfEnd(p *P) byte {
	switch R(p).Outcome() {
	case kibaho.Wins(R(p).Turn().Other()):
		return 1
	case kibaho.Draw:
		return drawnEnd
	}
	return notYet
}

// Value returns the value of a position and, if a side wins, in how many turns.
func (w *Numbered[P, M, R]) Value(p P) (value kibaho.Outcome, plies int) {
	switch c := w.code[w.numbers.Number(&p)]; {
	case c == notYet || c == drawnEnd:
		return kibaho.Draw, 0
	case c%2 == 0:
		return kibaho.Wins(R(&p).Turn()), int(c) - 1
	default:
		return kibaho.Wins(R(&p).Turn().Other()), int(c) - 1
	}
}

// Count sums up, with the value of a root.
func (w *Numbered[P, M, R]) Count(root P) WholeCount {
	c := WholeCount{Positions: uint64(len(w.code))}
	c.Value, c.Plies = w.Value(root)
	for _, code := range w.code {
		switch {
		case code == notYet || code == drawnEnd:
			c.Draw++
			continue
		case code%2 == 0:
			c.Win++
		default:
			c.Loss++
		}
		c.Longest = max(c.Longest, int(code)-1)
	}
	return c
}

// mostWithin bounds the situations within a turn that Check looks at, and mostLooked
// those of all turns: one may go in circles in millions of ways.
const (
	mostWithin = 1 << 10
	mostLooked = 1 << 17
)

// Check derives the codes of n positions, spread evenly by chance over all numbers,
// anew: by the moves of the rules, decision by decision, without the function that
// MakeNumbered was given. It returns how many it has derived; those with very long
// turns are passed over, and a few seconds are enough. The error names the first that is wrong, or is the cause of
// ctx.
func (w *Numbered[P, M, R]) Check(ctx context.Context, n int, seed uint64) (checked int, err error) {
	r := kibaho.NewRand(seed)
	size := uint64(len(w.code))
	looked := 0
	for i := range n {
		if looked > mostLooked {
			break
		}
		if err := context.Cause(ctx); err != nil {
			return checked, err
		}
		number := uint64(i)
		if size > uint64(n) {
			number, _ = bits.Mul64(r.Uint64(), size)
		} else if number >= size {
			break
		}
		p := w.numbers.Position(number)
		after, situations, ok := turnsEnds[P, M, R](&p)
		if looked += situations; !ok {
			continue
		}
		if got, want := w.code[number], w.derived(&p, after); got != want {
			return checked, fmt.Errorf("search: position %d has code %d, its turns tell %d", number, got, want)
		}
		checked++
	}
	return checked, nil
}

// derived returns the code of a position that follows from those of the positions
// after its turns.
func (w *Numbered[P, M, R]) derived(p *P, after map[P]bool) byte {
	if len(after) == 0 {
		return w.codeOfEnd(p)
	}
	best, worst, draws := byte(mostCode), byte(0), false
	for q := range after {
		switch c := w.code[w.numbers.Number(&q)]; {
		case c == notYet || c == drawnEnd:
			draws = true
		case c%2 == 1:
			best = min(best, c)
		default:
			worst = max(worst, c)
		}
	}
	switch {
	case best < mostCode:
		return best + 1
	case draws:
		return notYet
	}
	return worst + 1
}

// turnsEnds returns the positions that all turns of p end in, found by walking
// through the decisions, and how many situations were on the way. ok is false if there
// are too many.
func turnsEnds[P comparable, M comparable, R kibaho.Rules[P, M]](p *P) (ends map[P]bool, situations int, ok bool) {
	ends = map[P]bool{}
	met := map[P]bool{}
	todo := []P{*p}
	var moves []M
	for len(todo) > 0 {
		at := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		moves = R(&at).Moves(moves[:0])
		for _, m := range moves {
			q := at
			R(&q).Play(m)
			switch {
			case !R(&q).MidTurn():
				ends[q] = true
			case len(met) >= mostWithin:
				return nil, len(met), false
			case !met[q]:
				met[q] = true
				todo = append(todo, q)
			}
		}
	}
	return ends, len(met), true
}
