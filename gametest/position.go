package gametest

import (
	"context"
	"encoding/json"
	"reflect"
	"slices"
	"testing"
	"time"

	"kibaho"
	"kibaho/search"
)

// checkPlain checks that a position is a plain value.
func checkPlain[P any](t testing.TB) {
	t.Helper()
	var walk func(v reflect.Type, path string)
	walk = func(v reflect.Type, path string) {
		switch v.Kind() {
		case reflect.Struct:
			for i := range v.NumField() {
				walk(v.Field(i).Type, path+"."+v.Field(i).Name)
			}
		case reflect.Array:
			walk(v.Elem(), path+"[]")
		case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Chan, reflect.Func, reflect.Interface, reflect.UnsafePointer, reflect.String:
			t.Errorf("plain: %s of a position is a %s", path, v.Kind())
		}
	}
	v := reflect.TypeFor[P]()
	walk(v, v.String())
}

// position makes the quick checks, at every position met.
func (c *checker[P, M, R]) position(p *P, moves []M) {
	before := *p
	seen := make(map[M]bool, len(moves))
	for _, m := range moves {
		if seen[m] {
			c.fail("moves", "%v is listed twice", m)
		}
		seen[m] = true
	}
	out := R(p).Outcome()
	if (len(moves) == 0) != (out != kibaho.Ongoing) {
		c.fail("outcome", "%d moves, but the outcome is %q", len(moves), out)
	}
	if out != kibaho.Ongoing {
		if R(p).MidTurn() {
			c.fail("outcome", "over within a turn")
		}
		if c.g.Reason(p) == "" {
			c.fail("reason", "the game is over without a reason")
		}
		if c.g.Expand != nil && c.g.Tactics == nil && out == kibaho.Wins(R(p).Turn().Other()) && c.g.Eval(p) >= 0 {
			c.fail("eval", "%d for who has lost", c.g.Eval(p))
		}
	} else if c.g.Eval != nil {
		if v := c.g.Eval(p); v <= -20_000 || v >= 20_000 {
			c.fail("eval", "%d is out of bounds", v)
		}
	}
	if c.g.Tactics != nil && (c.g.Tactics(p) == kibaho.Over) != (R(p).Outcome() != kibaho.Ongoing) {
		c.fail("tactics", "%d, but the outcome is %q", c.g.Tactics(p), R(p).Outcome())
	}
	c.hash(p)
	text := c.g.Write(p)
	q, s, err := c.g.Read(c.s, text)
	switch {
	case err != nil:
		c.fail("read", "%v", err)
	case q != *p:
		c.fail("read", "read back as %q", c.g.Write(&q))
	case R(&q).Hash() != R(p).Hash():
		c.fail("hash", "another hash when read back")
	default:
		c.sameSettings(s)
	}
	if c.g.Write(p) != text {
		c.fail("write", "another text the second time")
	}
	if *p != before {
		c.fail("pure", "a function changed the position from %q", c.g.Write(&before))
	}
}

func (c *checker[P, M, R]) sameSettings(s kibaho.Settings) {
	if s.Variant() != c.s.Variant() {
		c.fail("read", "another variant, %q", s.Variant())
		return
	}
	for _, o := range c.g.Options {
		if got, want := s.Value(o.Name), c.s.Value(o.Name); got != want {
			c.fail("read", "settings with %s=%s instead of %s", o.Name, got, want)
		}
	}
}

// hash checks that hashes and positions go together.
func (c *checker[P, M, R]) hash(p *P) {
	h := R(p).Hash()
	if old, ok := c.hashOf[*p]; ok && old != h {
		c.fail("hash", "%x, but %x before", h, old)
	}
	if old, ok := c.posOf[h]; ok && old != *p {
		c.fail("hash", "%x is that of %q too", h, c.text(&old))
	}
	c.hashOf[*p], c.posOf[h] = h, *p
}

// thorough makes the checks that look at every move.
func (c *checker[P, M, R]) thorough(p *P, moves []M) {
	c.met = append(c.met, *p)
	before := *p

	// The list is appended to, and the same each time.
	var mark M
	again := R(p).Moves(append(make([]M, 0, 1), mark))
	if len(again) != len(moves)+1 || again[0] != mark || !slices.Equal(again[1:], moves) {
		c.fail("moves", "another list the second time, or not appended")
	}

	after := make([]P, len(moves))
	texts := make([]string, len(moves))
	paths := make([][]kibaho.Step, len(moves))
	board := c.g.Board(p)
	c.board(&board)
	for i, m := range moves {
		c.move = ""
		texts[i] = c.g.Text(p, m)
		c.move = texts[i]
		if texts[i] == "" {
			c.fail("text", "empty, of %v", m)
		}
		after[i] = c.play(p, m)
		c.hash(&after[i])
		paths[i] = c.g.Path(p, m)
		end := c.g.Board(&after[i])
		c.trace(board, c.g.Trace(p, m), end)
		if c.g.Quiet != nil {
			c.g.Quiet(p, m)
		}
		if c.g.Gain != nil {
			if v := c.g.Gain(p, m); v <= -20_000 || v >= 20_000 {
				c.fail("gain", "%d is out of bounds", v)
			} else if t := c.tactics(p); t == kibaho.Calm && v > 0 || t == kibaho.Bound && v <= 0 {
				c.fail("tactics", "%d, but the gain is %d", t, v)
			}
		}
		if c.g.Key != nil {
			if k := c.g.Key(m); k < 0 || k > 4095 {
				c.fail("key", "%d is out of bounds", k)
			}
		}
		if c.g.Text(p, m) != texts[i] {
			c.fail("text", "another text the second time")
		}
		jsonStable(c, "path", paths[i])
	}
	c.texts(p, moves, texts, after)
	c.paths(texts, paths, after, len(board.Names))
	c.move = ""
	c.allocations(p, moves)
	c.expand(p, moves, after)
	c.sprout(p, after)
	for i := range after {
		c.width(&after[i])
	}
	c.perft(p, moves)
	if *p != before {
		c.fail("pure", "a function changed the position from %q", c.g.Write(&before))
	}
}

// tactics returns which moves gain, as the game says.
func (c *checker[P, M, R]) tactics(p *P) kibaho.Tactics {
	if c.g.Tactics == nil {
		return kibaho.Free
	}
	return c.g.Tactics(p)
}

// jsonStable checks that v survives JSON.
func jsonStable[P comparable, M comparable, R kibaho.Rules[P, M], V any](c *checker[P, M, R], kind string, v V) {
	var back V
	data, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(data, &back)
	}
	if err != nil || !reflect.DeepEqual(v, back) {
		c.fail(kind, "does not survive JSON: %s (%v)", data, err)
	}
}

// board checks a picture.
func (c *checker[P, M, R]) board(b *kibaho.Board) {
	n := len(b.Names)
	if c.names == nil {
		c.names = b.Names
		seen := map[string]bool{}
		for _, name := range b.Names {
			if name == "" || seen[name] {
				c.fail("board", "the name %q is empty or used twice", name)
			}
			seen[name] = true
		}
	}
	want := b.Rows * b.Columns
	if b.Shape == kibaho.Squares {
		want /= 2
	}
	switch {
	case n == 0 || n != want:
		c.fail("board", "%d names on a board of %d x %d", n, b.Rows, b.Columns)
	case len(b.At) != n || b.Marks != nil && len(b.Marks) != n || int(b.HandAt) >= n:
		c.fail("board", "%d names, %d contents, %d marks, hand at %d", n, len(b.At), len(b.Marks), b.HandAt)
	case !slices.Equal(b.Names, c.names):
		c.fail("board", "the sites change their names")
	}
	for i, v := range b.At {
		if v < 0 || b.Shape != kibaho.Pits && v > kibaho.SecondKing {
			c.fail("board", "%d at %s", v, b.Names[i])
		}
	}
	jsonStable(c, "board", *b)
}

// allocations checks that the methods allocate nothing.
func (c *checker[P, M, R]) allocations(p *P, moves []M) {
	if len(moves) == 0 {
		return
	}
	q := new(P)
	buf := make([]M, 0, len(moves))
	k := 0
	n := testing.AllocsPerRun(4, func() {
		*q = *p
		r := R(q)
		buf = r.Moves(buf[:0])
		_, _, _, _ = r.Turn(), r.MidTurn(), r.Outcome(), r.Hash()
		r.Play(moves[k%len(moves)])
		k++
	})
	if n != 0 {
		c.fail("allocations", "%g a move", n)
	}
}

// perft checks the game's own counter against the walk over its moves.
func (c *checker[P, M, R]) perft(p *P, moves []M) {
	if c.g.Perft == nil || R(p).MidTurn() || len(moves) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	for depth := 1; depth <= 3; depth++ {
		want, err := search.Perft[P, M, R](ctx, *p, depth, search.Work[P]{Threads: 1})
		if err != nil {
			c.fail("perft", "depth %d: %v", depth, err)
			return
		}
		if got := c.g.Perft(p, depth); got != want {
			c.fail("perft", "depth %d: %d, by moves %d", depth, got, want)
		}
		// The next ply is walked too if it is small by the branching seen.
		if want*uint64(len(moves)) > 1_500 {
			return
		}
	}
}
