package record

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"kibaho"
	"kibaho/games"
)

// Reader reads the games of a file, one after another. Its fields may be set
// before the first call of Next.
type Reader struct {
	// File names the file in faults.
	File string
	// Strict refuses what PDN and the rules do not allow. Otherwise the reader is
	// forgiving: it reads what archives of PDN hold, as docs/records.md lists.
	// Records in the form of the project are always read strictly.
	Strict bool
	// Find names the games of the shelf; nil is games.Find.
	Find func(string) (games.Game, error)

	in     io.Reader
	chunk  int
	eof    bool
	broken error

	text  string // what has been read and not yet been taken
	at    int    // where the next game begins in text
	line  int    // the line of text[at]
	taken int64  // bytes before text
	games int    // games met so far

	lex    lexer
	room   room
	mended []Fault // of the game that is being read
}

// NewReader returns a forgiving reader of the games in r.
func NewReader(r io.Reader) *Reader { return &Reader{in: r, line: 1} }

// Read reads a text that holds one game or begins with one, forgivingly. What is
// wrong with it is a *Fault.
func Read(text string) (*Record, error) {
	rec, err := NewReader(strings.NewReader(text)).Next()
	if errors.Is(err, io.EOF) {
		return nil, &Fault{Line: 1, Err: &kibaho.InputError{What: "record", Text: "", At: -1, Want: `empty; expected a tag [Game "…"], or moves of draughts`}}
	}
	return rec, err
}

// Offset returns how many bytes the games so far have taken.
func (r *Reader) Offset() int64 { return r.taken + int64(r.at) }

// Games returns how many games were met so far, those at fault included.
func (r *Reader) Games() int { return r.games }

// How much is read at a time, in bytes: little at first, for most texts are small.
const (
	firstChunk = 16 << 10
	lastChunk  = 1 << 20
)

// more reads on. It reports false at the end of the file.
func (r *Reader) more() bool {
	if r.eof {
		return false
	}
	r.chunk = min(max(2*r.chunk, firstChunk), lastChunk)
	// A game that is not all there is read again from its beginning: as much as
	// there is of it is added, so that all its beginnings together are not longer
	// than twice the game.
	b := make([]byte, max(r.chunk, len(r.text)-r.at))
	n, err := io.ReadFull(r.in, b)
	if err != nil {
		r.eof = true
		if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			r.broken = err
		}
	}
	r.taken += int64(r.at)
	r.text = r.text[r.at:] + string(b[:n])
	r.at = 0
	return true
}

// Next returns the next game. A game that cannot be read is a *Fault; the call
// after it returns the game that follows. After the last game it is io.EOF.
func (r *Reader) Next() (*Record, error) {
	if r.text == "" && !r.eof {
		r.more()
		r.text = strings.TrimPrefix(r.text, "\ufeff") // of some editors
	}
	for {
		if r.broken != nil {
			return nil, fmt.Errorf("records: %w", r.broken)
		}
		rec, used, f, ended := r.game(r.text[r.at:])
		if !ended && !r.eof {
			if len(r.text)-r.at <= maxGame {
				r.more()
				continue
			}
			f = &Fault{Line: r.line, Err: &kibaho.InputError{What: "record", Text: "", At: -1, Want: fmt.Sprintf("longer than %d bytes", maxGame)}}
			rec, used = nil, len(r.text)-r.at // what was read of it is given up
			r.games++
		}
		r.line += strings.Count(r.text[r.at:r.at+used], "\n")
		r.at += used
		if f != nil {
			f.File, f.Game = r.File, r.games
			return nil, f
		}
		switch {
		case rec != nil:
			return rec, nil
		case r.at == len(r.text) && r.eof:
			return nil, io.EOF
		}
	}
}

// game reads a game from the beginning of text: how much it took up, what was
// wrong, and whether it ended before the text did.
func (r *Reader) game(text string) (rec *Record, used int, f *Fault, ended bool) {
	l := &r.lex
	l.text, l.at, l.strict, l.open = text, 0, r.Strict, !r.eof
	l.tokens, l.tagAt, l.mended, l.depth = l.tokens[:0], l.tagAt[:0], nil, 0
	rec = &Record{Form: PDN, Line: r.line}
	bad := l.header(rec)
	if bad == nil && l.at == len(text) && len(rec.Tags) == 0 && len(rec.Remarks) == 0 {
		return nil, len(text), nil, !l.open // nothing but space
	}
	begin := l.at
	name := rec.Tag("Game")
	l.squares = name == "" || name == "draughts"
	l.strict = l.strict || name != "" // what this program wrote needs no forgiving
	ended, wrong := l.moves()
	if !ended && l.open {
		return nil, 0, nil, false
	}
	if len(l.tokens) == 0 && len(rec.Tags) == 0 && bad == nil && wrong == nil {
		return nil, l.at, nil, true // nothing but remarks
	}
	r.games++
	rec.Number = r.games
	r.mended = nil
	for _, f := range l.mended {
		r.mend(&f)
	}
	if bad == nil {
		bad = wrong
	}
	if bad == nil {
		bad = r.build(rec, text, begin)
	}
	if bad != nil {
		f := r.faultAt(text, bad)
		f.Also = r.mended
		return nil, l.at, f, true
	}
	rec.Mended = r.mended
	return rec, l.at, nil, true
}

// faultAt tells where in the file something is wrong.
func (r *Reader) faultAt(text string, bad *fault) *Fault {
	at := min(bad.at, len(text))
	return &Fault{File: r.File, Game: r.games, Line: r.line + strings.Count(text[:at], "\n"), Ply: bad.ply, Err: bad.err}
}

// header reads remarks and tags.
func (l *lexer) header(rec *Record) *fault {
	var first *fault
	for l.at < len(l.text) {
		c := l.text[l.at]
		switch {
		case isSpace(c):
			l.at++
		case c == '%' && l.lineStart(l.at) && len(rec.Tags) == 0:
			end := l.lineEnd(l.at)
			rec.Remarks = append(rec.Remarks, strings.TrimRight(l.text[l.at+1:end], " \t\r"))
			l.at = end
		case c == '[':
			at := l.at
			t, f := l.tag()
			if f != nil {
				if first == nil {
					first = f
				}
				continue
			}
			if len(rec.Tags) < maxTags {
				l.tagAt = append(l.tagAt, at)
				rec.Tags = append(rec.Tags, t)
			} else if first == nil {
				first = l.fail(l.at, 1, "more tags than any game has")
			}
		default:
			return first
		}
	}
	return first
}

// maxTags bounds the tags of a game.
const maxTags = 1000

// tag reads a tag. Quotes within the value are written \"; a forgiving reader
// takes those of archives too, which end the value only before a bracket.
func (l *lexer) tag() (Tag, *fault) {
	begin, end := l.at, l.lineEnd(l.at)
	fail := func() (Tag, *fault) {
		f := &fault{at: begin, err: &kibaho.InputError{What: "tag", Text: strings.TrimSpace(l.text[begin:end]), At: -1, Want: `expected [Name "Value"]`}}
		l.at = end
		return Tag{}, f
	}
	if !l.atTag(begin) {
		return fail()
	}
	i := begin + 1
	for isLetter(l.text[i]) || isDigit(l.text[i]) || l.text[i] == '_' {
		i++
	}
	t := Tag{Name: l.text[begin+1 : i]}
	i += strings.IndexByte(l.text[i:], '"') + 1
	from := i
	escaped := false
	for ; i < end; i++ {
		switch l.text[i] {
		case '\\':
			escaped = true
			i++
			continue
		case '"':
		default:
			continue
		}
		after := i + 1
		for after < end && isSpace(l.text[after]) {
			after++
		}
		if after == end || l.text[after] != ']' {
			if l.strict || after == end {
				return fail()
			}
			continue // a quote within the value
		}
		t.Value = l.text[from:i]
		if escaped {
			t.Value = unescape(t.Value)
		}
		l.at = after + 1
		return t, nil
	}
	return fail()
}

func unescape(s string) string {
	var b bytes.Buffer
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			i++
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
