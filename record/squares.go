package record

import (
	"strconv"
	"strings"
)

// path returns where the turn ends that is written by squares at l.at, or 0 if
// none is: 11-15, 15x24x31, a3b4, 1- 6. A forgiving reader also takes spaces
// before the joint, and cuts the next turn off: 10-1523-19.
func (l *lexer) path() int {
	from, at := l.at, l.square(l.at)
	if at == 0 {
		return 0
	}
	joints := 0
	for {
		i := at
		for i < len(l.text) && l.text[i] == ' ' && !l.strict {
			i++
		}
		switch {
		case i < len(l.text) && joint(l.text[i:]) > 0:
			i += joint(l.text[i:])
			for i < len(l.text) && isSpace(l.text[i]) && (!l.strict || l.text[i] == ' ') {
				i++
			}
		case i == at && i < len(l.text) && isLetter(l.text[i]) && isLetter(l.text[from]):
			// a3b4: nothing stands between two squares that begin with letters.
		default:
			return l.over(at, joints)
		}
		next := l.square(i)
		if next == 0 {
			return l.over(at, joints)
		}
		from, at = i, next
		joints++
		if l.strict || !isDigit(l.text[i]) || next-i < 3 {
			continue
		}
		// More than two digits: another turn, or the number of one, was stuck to it.
		n := 2
		if v, _ := strconv.Atoi(l.text[i : i+2]); v > 50 {
			n = 1
		}
		return i + n
	}
}

func (l *lexer) over(at, joints int) int {
	if joints == 0 {
		return 0
	}
	return at
}

// square returns where the square ends that is written at a place, or 0.
func (l *lexer) square(at int) int {
	if at >= len(l.text) {
		return 0
	}
	if c := l.text[at]; c >= 'a' && c <= 'h' {
		if at+1 < len(l.text) && l.text[at+1] >= '1' && l.text[at+1] <= '8' {
			return at + 2
		}
		return 0
	}
	end := at
	for end < len(l.text) && isDigit(l.text[end]) && end < at+8 {
		end++
	}
	if end == at {
		return 0
	}
	return end
}

// joint returns the length of what joins two squares, or 0.
func joint(text string) int {
	switch text[0] {
	case '-', 'x', 'X', ':':
		return 1
	}
	for _, j := range []string{"×", "–"} {
		if strings.HasPrefix(text, j) {
			return len(j)
		}
	}
	return 0
}

// plain writes a turn by squares as the game reads it: numbers joined by - or x.
// Squares by file and rank, as in chess, are those of a board with White at the
// bottom: a1 is 29, h8 is 4.
func plain(text string) string {
	easy := true
	for i := 0; i < len(text) && easy; i++ {
		easy = isDigit(text[i]) || text[i] == '-' || text[i] == 'x'
	}
	if easy || text == "compel" {
		return text
	}
	if strings.HasPrefix(text, "huff") {
		return oneLine(text)
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case isDigit(c):
			b.WriteByte(c)
			i++
		case c >= 'a' && c <= 'h' && i+1 < len(text):
			if i > 0 && isDigit(text[i-1]) {
				b.WriteByte('-')
			}
			b.WriteString(strconv.Itoa(chessSquare(c, text[i+1])))
			i += 2
		case c == '-' || strings.HasPrefix(text[i:], "–"):
			b.WriteByte('-')
			i += max(1, joint(text[i:]))
		case joint(text[i:]) > 0:
			b.WriteByte('x')
			i += joint(text[i:])
		default:
			i++ // a space
		}
	}
	return b.String()
}

// chessSquare returns the number of a dark square by file and rank, or 0 for a
// light one.
func chessSquare(file, rank byte) int {
	f, r := int(file-'a'), int('8'-rank) // r counts from the top
	if (f+r)%2 == 0 {
		return 0
	}
	return r*4 + f/2 + 1
}
