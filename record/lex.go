package record

import (
	"strings"

	"kibaho"
)

// kind is what a piece of a game's text is.
type kind uint8

const (
	aTurn     kind = iota
	aComment       // its text without the braces
	aBegin         // (
	anEnd          // )
	aNAG           // its number, without $
	aStrength      // ! and ?, or the same in parentheses
	aResult
	aSetup // a position, without /FEN and the quotes
	prose  // words that are no record
)

// token is a piece of a game's text, text[from:to].
type token struct {
	kind     kind
	from, to int32
}

// lexer cuts the moves of one game into tokens. It stops where the game ends: at
// its result, before the tags of the next one, or at the end of the text.
type lexer struct {
	text    string
	at      int
	squares bool // turns are written by squares, as in draughts
	strict  bool
	tokens  []token
	tagAt   []int // where the tags begin
	mended  []fault
	depth   int
	open    bool // the text may go on behind what is here
}

// fault is what is wrong at a place of the text.
type fault struct {
	at  int
	ply int // the turn at fault; 0: none
	err error
}

func (l *lexer) fail(at, width int, want string) *fault {
	got := ""
	if at < len(l.text) {
		got = l.text[at:min(at+max(width, 1), len(l.text))]
	}
	return &fault{at: at, err: &kibaho.InputError{What: "record", Text: strings.TrimSpace(got), At: -1, Want: want}}
}

func (l *lexer) add(k kind, from, to int) {
	l.tokens = append(l.tokens, token{k, int32(from), int32(to)})
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// lineStart reports that nothing but spaces stands before a place in its line.
func (l *lexer) lineStart(at int) bool {
	for at > 0 {
		at--
		switch l.text[at] {
		case '\n':
			return true
		case ' ', '\t', '\r':
		default:
			return false
		}
	}
	return true
}

// atTag reports that a tag begins at a place: [Name "
func (l *lexer) atTag(at int) bool {
	i := at + 1
	for i < len(l.text) && (isLetter(l.text[i]) || isDigit(l.text[i]) || l.text[i] == '_') {
		i++
	}
	if i == at+1 {
		return false
	}
	for i < len(l.text) && (l.text[i] == ' ' || l.text[i] == '\t') {
		i++
	}
	return i < len(l.text) && l.text[i] == '"'
}

// moves cuts the text from at on. ended reports that the game ended before the
// end of the text. In a strict reader a fault ends it; otherwise the rest of the
// game is passed over and the first fault is told.
func (l *lexer) moves() (ended bool, first *fault) {
	keep := func(f *fault) {
		if first == nil {
			first = f
		}
	}
	for l.at < len(l.text) {
		c := l.text[l.at]
		switch {
		case isSpace(c) || c == '.':
			l.at++
		case c == '[' && (l.lineStart(l.at) || l.atTag(l.at)):
			return true, first
		case c == '%' && l.lineStart(l.at):
			end := l.lineEnd(l.at)
			l.add(aComment, l.at+1, end)
			l.at = end
		case c == ';' && !l.strict:
			end := l.lineEnd(l.at)
			l.add(aComment, l.at+1, end)
			l.at = end
		case c == '{':
			if f := l.comment(); f != nil {
				keep(f)
			}
		case c == '(':
			end := l.at + 1
			for end < len(l.text) && (l.text[end] == '!' || l.text[end] == '?') {
				end++
			}
			if end > l.at+1 && end < len(l.text) && l.text[end] == ')' {
				l.add(aStrength, l.at, end+1)
				l.at = end + 1
				continue
			}
			if l.depth++; l.depth > maxDepth {
				keep(l.fail(l.at, 1, "variations within variations, too many to be meant"))
			}
			l.add(aBegin, l.at, l.at+1)
			l.at++
		case c == ')':
			if l.depth--; l.depth < 0 {
				l.depth = 0
				keep(l.fail(l.at, 1, "no variation was begun that could end here"))
			} else {
				l.add(anEnd, l.at, l.at+1)
			}
			l.at++
		case c == '$':
			end := l.at + 1
			for end < len(l.text) && isDigit(l.text[end]) && end < l.at+6 {
				end++
			}
			if end == l.at+1 {
				keep(l.fail(l.at, 2, "expected a number after $"))
			} else {
				l.add(aNAG, l.at+1, end)
			}
			l.at = end
		case c == '!' || c == '?':
			end := l.at
			for end < len(l.text) && (l.text[end] == '!' || l.text[end] == '?') {
				end++
			}
			l.add(aStrength, l.at, end)
			l.at = end
		case c == '/' && strings.HasPrefix(l.text[l.at:], `/FEN "`):
			from := l.at + len(`/FEN "`)
			end := strings.Index(l.text[from:], `"/`)
			if end < 0 || strings.Contains(l.text[from:from+end], "\n") {
				keep(l.fail(l.at, 6, `expected a position and then "/`))
				l.at = from
				continue
			}
			l.add(aSetup, from, from+end)
			l.at = from + end + 2
		default:
			if done := l.word(); done {
				// A comment on the end of the game still belongs to it.
				for l.depth == 0 {
					at := l.at
					for at < len(l.text) && isSpace(l.text[at]) {
						at++
					}
					if at == len(l.text) || l.text[at] != '{' {
						break
					}
					l.at = at
					if f := l.comment(); f != nil {
						keep(f)
					}
				}
				return l.at < len(l.text), first
			}
		}
		if len(l.tokens) > maxTokens {
			keep(l.fail(l.at, 1, "longer than any game"))
		}
		if first != nil && (l.strict || len(l.tokens) > maxTokens) {
			l.skip()
			return l.at < len(l.text), first // at the end what is wrong may come right with more text
		}
	}
	return false, first
}

// The bounds of what a record may hold.
const (
	maxDepth  = 500       // variations within variations
	maxTokens = 1_000_000 // turns, comments and marks of one game
	maxGame   = 16 << 20  // bytes of one game
	maxInner  = 1000      // bytes within which a comment in a comment must end
)

func (l *lexer) lineEnd(at int) int {
	if n := strings.IndexByte(l.text[at:], '\n'); n >= 0 {
		return at + n
	}
	return len(l.text)
}

// skip goes to where the next game may begin: at a line with a tag.
func (l *lexer) skip() {
	for l.at < len(l.text) {
		end := l.lineEnd(l.at)
		if end == len(l.text) {
			l.at = end
			return
		}
		l.at = end + 1
		at := l.at
		for at < len(l.text) && (l.text[at] == ' ' || l.text[at] == '\t') {
			at++
		}
		if at < len(l.text) && l.text[at] == '[' && l.atTag(at) {
			return
		}
	}
}

// comment reads a comment. One that is never closed ends before the next line
// with a tag; braces within a comment are a fault in a strict reader.
func (l *lexer) comment() *fault {
	begin := l.at
	depth, inner, within := 1, 0, len(l.text)
	for i := begin + 1; i < len(l.text); i++ {
		switch l.text[i] {
		case '{':
			if l.strict {
				f := l.fail(i, min(30, l.lineEnd(i)-i), "a comment begins within a comment")
				l.at = i
				return f
			}
			if depth++; within == len(l.text) {
				within = i + maxInner
				if len(l.mended) < maxMended {
					l.mended = append(l.mended, *l.fail(i, min(30, l.lineEnd(i)-i), "a comment begins within a comment"))
				}
			}
		case '}':
			if depth--; depth > 0 && inner == 0 {
				inner = i
			}
			if depth == 0 {
				l.add(aComment, begin+1, i)
				l.at = i + 1
				return nil
			}
		case '[':
			if l.text[i-1] == '\n' && l.atTag(i) {
				within = i
			}
		}
		if i < within {
			continue
		}
		if inner > 0 { // a brace too many: the first one that closes does
			l.add(aComment, begin+1, inner)
			l.at = inner + 1
			return nil
		}
		if within == i && l.text[i] == '[' {
			l.add(aComment, begin+1, i)
			l.at = i
			return l.fail(begin, 30, "this comment is never closed")
		}
	}
	if inner > 0 && !l.open {
		l.add(aComment, begin+1, inner)
		l.at = inner + 1
		return nil
	}
	l.add(aComment, begin+1, len(l.text))
	l.at = len(l.text)
	return l.fail(begin, 30, "this comment is never closed")
}

// resultAt returns the length of the result that stands at a place, or 0.
func resultAt(text string) int {
	for _, r := range [...]string{"1/2-1/2", "1-0", "0-1", "2-0", "0-2", "1-1", "0-0", "*"} {
		if !strings.HasPrefix(text, r) {
			continue
		}
		if len(text) > len(r) {
			switch c := text[len(r)]; {
			case isDigit(c), c == '-', c == 'x', c == ':', c == '/', isLetter(c):
				continue
			}
		}
		return len(r)
	}
	return 0
}

// word reads a turn, a number or a result, and reports that the game is over.
func (l *lexer) word() (over bool) {
	c := l.text[l.at]
	if c == '*' || c <= '2' && l.at+1 < len(l.text) && (l.text[l.at+1] == '-' || l.text[l.at+1] == '/') {
		if n := resultAt(l.text[l.at:]); n > 0 {
			l.add(aResult, l.at, l.at+n)
			l.at += n
			return l.depth == 0
		}
	}
	if isDigit(c) {
		end := l.at
		for end < len(l.text) && isDigit(l.text[end]) {
			end++
		}
		if end < len(l.text) && l.text[end] == '.' {
			l.at = end // the number of a turn; the dots are passed over
			return false
		}
		if strings.HasPrefix(l.text[end:], "…") {
			l.at = end + len("…")
			return false
		}
	}
	if strings.HasPrefix(l.text[l.at:], "…") {
		l.at += len("…")
		return false
	}
	if l.squares {
		if end := l.path(); end > 0 {
			l.add(aTurn, l.at, end)
			l.at = end
			return false
		}
	}
	end := l.at + 1
	for end < len(l.text) && !ends(l.text[end]) {
		end++
	}
	switch word := l.text[l.at:end]; {
	case word == "huff" || word == "compel":
		if word == "huff" {
			// The square of the piece belongs to the turn.
			at := end
			for at < len(l.text) && isSpace(l.text[at]) {
				at++
			}
			if at < len(l.text) && isDigit(l.text[at]) {
				for end = at; end < len(l.text) && isDigit(l.text[end]); {
					end++
				}
			}
		}
		l.add(aTurn, l.at, end)
	case l.squares && !l.strict && strings.Trim(word, "0123456789") == "":
		// The number of a turn whose dot is missing.
	case l.squares:
		l.add(prose, l.at, end)
	default:
		l.add(aTurn, l.at, end)
	}
	l.at = end
	return false
}

// ends reports that a byte ends a word.
func ends(c byte) bool {
	return isSpace(c) || c == '{' || c == '}' || c == '(' || c == ')' || c == '$' || c == '!' || c == '?'
}
