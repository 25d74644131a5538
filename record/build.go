package record

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"kibaho"
	"kibaho/games"
)

// room is what a reader keeps from game to game: the position that its tags set
// up last, for most games of a file begin in the same one.
type room struct {
	key   string
	start games.Position
}

// builder makes the tree of one game from its tokens.
type builder struct {
	r      *Reader
	rec    *Record
	text   string
	tokens []token
	strict bool

	nodes []Node  // those not yet used
	links []*Node // room for the first continuation of each

	cur   *Node
	stack []*Node  // the ends of the lines around the variation under way
	opens []int    // where these variations began in the text
	intro []string // what was said in a variation before its first turn
	facts []Fact
	begun bool // a variation has begun that has no turn yet
	prose int  // where prose began, or -1
	spoke bool // there was prose since the last turn
	ply   int  // turns of the main line so far
	tries int  // turns that may yet be tried
	ended int  // the token of the result, or -1
}

// build makes the tree of rec; the moves begin at a place of the text.
func (r *Reader) build(rec *Record, text string, begin int) *fault {
	l := &r.lex
	if f := l.resultTag(rec); f != nil {
		return f
	}
	start, tag, err := r.setUp(rec)
	if err != nil {
		at := 0
		if tag >= 0 && tag < len(l.tagAt) {
			at = l.tagAt[tag]
		} else if tag == tagMissing {
			at = begin
		}
		return &fault{at: at, err: err}
	}
	turns := 0
	for _, t := range l.tokens {
		if t.kind == aTurn || t.kind == aSetup {
			turns++
		}
	}
	if turns > maxTurns {
		return &fault{at: begin, err: &kibaho.InputError{What: "record", Text: "", At: -1, Want: fmt.Sprintf("more than %d turns", maxTurns)}}
	}
	b := &builder{
		r: r, rec: rec, text: text, tokens: l.tokens, strict: l.strict,
		nodes: make([]Node, turns+1), links: make([]*Node, turns+1), prose: -1, ended: -1, tries: maxTries,
	}
	rec.start = start
	rec.Root = &b.nodes[0]
	rec.Root.Position = start
	b.nodes = b.nodes[1:]
	b.cur = rec.Root
	for i := range b.tokens {
		if f := b.token(i); f != nil {
			return f
		}
	}
	return b.end()
}

// maxTurns bounds the turns of one game, those of variations included.
const maxTurns = 200_000

// maxMended bounds what is told of one game.
const maxMended = 100

func (b *builder) mend(at, ply int, err error) { b.r.mend(&fault{at: at, ply: ply, err: err}) }

// mend notes that something was put right in the game that is being read.
func (r *Reader) mend(what *fault) {
	if len(r.mended) < maxMended {
		f := r.faultAt(r.lex.text, what)
		f.Mended = true
		r.mended = append(r.mended, *f)
	}
}

func (b *builder) token(i int) *fault {
	t := b.tokens[i]
	text := b.text[t.from:t.to]
	if t.kind != prose && b.prose >= 0 {
		b.flush(int(b.tokens[i-1].to))
	}
	switch t.kind {
	case aTurn:
		return b.turn(i, text)
	case aComment:
		b.comment(text)
	case aBegin:
		return b.open(int(t.from))
	case anEnd:
		b.close()
	case aNAG, aStrength:
		switch n, _ := strconv.Atoi(text); {
		case b.begun || b.cur.Parent == nil || b.cur.Setup:
			b.comment(map[kind]string{aNAG: "$"}[t.kind] + text) // there is no turn that it could mark
		case t.kind == aNAG:
			b.cur.NAGs = append(b.cur.NAGs, n)
		default:
			b.cur.Strength += text
		}
	case aResult:
		if len(b.stack) > 0 {
			b.comment(text) // the end of a variation
		} else {
			b.ended = i
		}
	case aSetup:
		p, err := b.position(text, i)
		if err != nil {
			return &fault{at: int(t.from), ply: b.next(), err: err}
		}
		n := b.add(p)
		n.Setup = true
	case prose:
		if b.strict {
			return &fault{at: int(t.from), ply: b.next(), err: &kibaho.InputError{What: "record", Text: text, At: -1, Want: "expected a turn, a comment in braces or a result"}}
		}
		if b.prose < 0 {
			b.prose, b.spoke = int(t.from), true
		}
	}
	return nil
}

// flush keeps the words up to a place as a comment.
func (b *builder) flush(end int) {
	text := b.text[b.prose:end]
	b.mend(b.prose, b.ply, &kibaho.InputError{What: "record", Text: oneLine(text), At: -1, Want: "words that are no turn, kept as a comment"})
	b.said(text)
	b.prose = -1
}

// next returns the number of the next turn of the main line.
func (b *builder) next() int { return b.ply + 1 }

// add adds a node after the current one.
func (b *builder) add(p games.Position) *Node {
	n := &b.nodes[0]
	b.nodes = b.nodes[1:]
	n.Position, n.Parent = p, b.cur
	if len(b.cur.Next) == 0 {
		b.links[0] = n
		b.cur.Next, b.links = b.links[:1:1], b.links[1:]
		b.cur.Comments = append(b.cur.Comments, b.intro...) // a variation of nothing
		b.intro = nil
	} else {
		b.cur.Next = append(b.cur.Next, n)
	}
	n.Intro, b.intro = b.intro, nil
	n.Facts, b.facts = b.facts, nil
	b.cur, b.begun = n, false
	if len(b.stack) == 0 {
		b.ply++
	}
	return n
}

func (b *builder) open(at int) *fault {
	if b.cur.Parent == nil && b.strict {
		return &fault{at: at, err: &kibaho.InputError{What: "record", Text: "(", At: -1, Want: "a variation before the turn that it varies"}}
	}
	b.stack, b.opens = append(b.stack, b.cur), append(b.opens, at)
	if b.cur.Parent != nil {
		b.cur = b.cur.Parent
	}
	b.begun = true
	return nil
}

func (b *builder) close() {
	n := len(b.stack) - 1
	b.cur, b.stack, b.opens = b.stack[n], b.stack[:n], b.opens[:n]
	b.cur.Comments = append(b.cur.Comments, b.intro...) // a variation without turns: what it said is kept
	b.cur.Facts = append(b.cur.Facts, b.facts...)
	b.intro, b.facts, b.begun = nil, nil, false
}

// comment keeps a comment and the facts in it.
func (b *builder) comment(text string) {
	var facts []Fact
	if strings.Contains(text, "[%") {
		text, facts = takeFacts(text)
	}
	if b.begun {
		b.facts = append(b.facts, facts...)
	} else {
		b.cur.Facts = append(b.cur.Facts, facts...)
	}
	text = braceless(oneLine(text))
	switch {
	case text == "":
	case b.begun:
		b.intro = append(b.intro, text)
	default:
		b.cur.Comments = append(b.cur.Comments, text)
	}
}

// takeFacts takes the commands [%name value] out of a comment.
func takeFacts(text string) (rest string, facts []Fact) {
	var b strings.Builder
	for {
		begin := strings.Index(text, "[%")
		if begin < 0 {
			break
		}
		length := strings.IndexByte(text[begin:], ']')
		if length < 0 {
			break
		}
		name, value, _ := strings.Cut(braceless(oneLine(text[begin+2:begin+length])), " ")
		if name == "" {
			break
		}
		facts = append(facts, Fact{name, value})
		b.WriteString(text[:begin])
		b.WriteByte(' ')
		text = text[begin+length+1:]
	}
	b.WriteString(text)
	return b.String(), facts
}

// oneLine puts one space wherever there are several, or the end of a line.
func oneLine(s string) string {
	clean := true
	for i := 0; i < len(s) && clean; i++ {
		c := s[i]
		clean = c > ' ' && c != 0x7f || c == ' ' && i > 0 && i+1 < len(s) && s[i-1] != ' '
	}
	if clean {
		return s
	}
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r <= ' ' || r == 0x7f }), " ")
}

// turn plays a turn from the current position.
func (b *builder) turn(i int, raw string) *fault {
	text := raw
	if b.r.lex.squares {
		text = plain(raw)
	}
	after, written, err := b.cur.Position.Follow(text)
	if err != nil && !b.strict && strings.Contains(text, "x") && b.r.lex.squares {
		// 10x14 for a quiet 10-14.
		if p, w, e := b.cur.Position.Follow(strings.ReplaceAll(text, "x", "-")); e == nil {
			after, written, err = p, w, nil
		}
	}
	if err != nil && !b.strict {
		if p, w, ok := b.settle(i, text, err); ok {
			after, written = p, w
			b.mend(int(b.tokens[i].from), b.next(), fmt.Errorf("%w; read as %s, with which alone the rest can be played", err, w))
			err = nil
		}
	}
	if err == nil {
		b.spoke = false
		n := b.add(after)
		n.Text = written
		return nil
	}
	bad := &fault{at: int(b.tokens[i].from), ply: b.next(), err: err}
	switch {
	case b.strict:
		return bad
	case len(b.stack) > 0:
		b.spoilt(i, bad)
		return nil
	case b.spoke:
		b.rest(i) // a turn that is spoken of, not played
		return nil
	}
	return bad
}

// spoilt passes over the rest of a variation that cannot be played: it becomes a
// comment on what was before it.
func (b *builder) spoilt(i int, bad *fault) {
	b.mend(bad.at, bad.ply, fmt.Errorf("in a variation: %w; the rest of it is kept as a comment", bad.err))
	depth, end := 0, len(b.text)
	for j := i; j < len(b.tokens); j++ {
		t := &b.tokens[j]
		switch t.kind {
		case aBegin:
			depth++
		case anEnd:
			if depth == 0 {
				b.said(b.text[bad.at:t.from])
				return
			}
			depth--
		case aResult:
			end = int(t.from)
		}
		t.kind = skipped
	}
	b.said(b.text[bad.at:end])
}

// skipped is a token that was dealt with before its turn.
const skipped kind = 255

// said keeps words as a comment where the tree stands.
func (b *builder) said(text string) {
	text = strings.NewReplacer("{", "(", "}", ")", "[", "(", "]", ")").Replace(text)
	b.comment(text)
}

// rest keeps the rest of a game as a comment, up to its result.
func (b *builder) rest(i int) {
	b.prose = int(b.tokens[i].from)
	end := len(b.text)
	if l := &b.r.lex; l.at < end {
		end = l.at
	}
	for j := i; j < len(b.tokens); j++ {
		if b.tokens[j].kind == aResult {
			b.ended, end = j, int(b.tokens[j].from)
		}
		b.tokens[j].kind = skipped
	}
	b.flush(end)
}

// settle looks for the one legal turn among those that a short text fits with
// which the rest of the line can be played.
func (b *builder) settle(i int, text string, err error) (after games.Position, written string, ok bool) {
	return b.choose(b.cur.Position, i, text, err, &b.tries)
}

// maxTries bounds the turns that are tried in one game to settle those that are
// ambiguous.
const maxTries = 20_000

func (b *builder) choose(p games.Position, i int, text string, err error, budget *int) (after games.Position, written string, ok bool) {
	var refusal *kibaho.Refusal
	if !errors.As(err, &refusal) || len(refusal.Candidates) < 2 {
		return nil, "", false
	}
	for _, c := range refusal.Candidates {
		if !sameEnds(c, text) {
			continue
		}
		q, w, err := p.Follow(c)
		if err != nil || !b.playable(q, i+1, budget) {
			continue
		}
		if ok {
			return nil, "", false
		}
		after, written, ok = q, w, true
	}
	return after, written, ok
}

// sameEnds reports that two turns begin and end on the same squares.
func sameEnds(a, b string) bool {
	cut := func(s string) []string {
		return strings.FieldsFunc(s, func(r rune) bool { return r == 'x' || r == '-' })
	}
	x, y := cut(a), cut(b)
	return len(x) > 1 && len(y) > 1 && sameSquare(x[0], y[0]) && sameSquare(x[len(x)-1], y[len(y)-1])
}

func sameSquare(a, b string) bool { return strings.TrimLeft(a, "0") == strings.TrimLeft(b, "0") }

// playable reports that there is a rest of the line and that it can be played.
func (b *builder) playable(p games.Position, i int, budget *int) bool {
	depth, turns := 0, 0
	for ; i < len(b.tokens) && depth >= 0; i++ {
		switch t := b.tokens[i]; {
		case t.kind == aBegin:
			depth++
		case t.kind == anEnd:
			depth--
		case t.kind == aTurn && depth == 0:
			if *budget--; *budget < 0 {
				return false
			}
			text := plain(b.text[t.from:t.to])
			q, _, err := p.Follow(text)
			if err != nil {
				q, _, err = p.Follow(strings.ReplaceAll(text, "x", "-"))
			}
			if err != nil {
				_, _, ok := b.choose(p, i, text, err, budget)
				return ok
			}
			p, turns = q, turns+1
		case t.kind == prose && depth == 0, t.kind == aSetup && depth == 0:
			return turns > 0
		}
	}
	return turns > 0
}

// end closes the game.
func (b *builder) end() *fault {
	rec := b.rec
	if b.prose >= 0 {
		b.flush(int(b.tokens[len(b.tokens)-1].to))
	}
	rec.Open = b.ended < 0
	if n := len(b.stack); n > 0 {
		at := b.opens[n-1]
		err := &kibaho.InputError{What: "record", Text: "(", At: -1, Want: "this variation is never closed"}
		if b.strict {
			return &fault{at: at, err: err}
		}
		b.mend(at, b.ply, err)
	}
	if len(rec.Tags) == 0 && len(rec.Root.Next) == 0 && b.ended < 0 {
		return &fault{err: &kibaho.InputError{What: "record", Text: oneLine(b.text[:min(len(b.text), 80)]), At: -1, Want: "neither tags nor turns"}}
	}
	return b.result()
}

// resultTag refuses results that are none, in a strict reader.
func (l *lexer) resultTag(rec *Record) *fault {
	if i := slices.IndexFunc(rec.Tags, func(t Tag) bool { return t.Name == "Result" }); l.strict && i >= 0 {
		if _, ok := ReadResult(rec.Tags[i].Value); !ok {
			return &fault{at: l.tagAt[i], err: &kibaho.InputError{What: "tag Result", Text: rec.Tags[i].Value, At: -1, Want: "expected 1-0, 0-1, 1/2-1/2, 2-0, 0-2, 1-1, 0-0 or *"}}
		}
	}
	return nil
}

// result settles how the game ended, by its tag, its last word and the board.
func (b *builder) result() *fault {
	rec := b.rec
	last := slices.IndexFunc(rec.Tags, func(t Tag) bool { return t.Name == "Result" })
	var told, shown kibaho.Outcome
	if last >= 0 {
		told, _ = ReadResult(rec.Tags[last].Value)
	}
	at := len(b.text)
	if b.ended >= 0 {
		t := b.tokens[b.ended]
		at = int(t.from)
		shown, _ = ReadResult(b.text[t.from:t.to])
	}
	rec.Outcome = told
	if told == kibaho.Ongoing {
		rec.Outcome = shown
	} else if shown != kibaho.Ongoing && shown != told {
		err := &kibaho.InputError{What: "result", Text: results[shown], At: -1, Want: fmt.Sprintf("the tag says %s", rec.Tags[last].Value)}
		if b.strict {
			return &fault{at: at, ply: b.ply, err: err}
		}
		b.mend(at, b.ply, fmt.Errorf("%w, which is kept", err))
	}
	board := rec.Last().Position.Outcome()
	if board == kibaho.Ongoing {
		return nil
	}
	if rec.Outcome == kibaho.Ongoing {
		rec.Outcome = board
	} else if rec.Outcome != board {
		err := &kibaho.InputError{What: "result", Text: results[rec.Outcome], At: -1, Want: fmt.Sprintf("by the last position it is %s: %s", results[board], rec.Last().Position.Reason())}
		if b.strict {
			return &fault{at: at, ply: b.ply, err: err}
		}
		b.mend(at, b.ply, fmt.Errorf("%w; what the record says is kept", err))
	}
	return nil
}

// tagMissing is a tag that should be there and is not.
const tagMissing = -1
