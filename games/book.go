package games

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"kibaho"
	"kibaho/search"
)

// Book is a proof book as text: what is known of the two questions about a root,
// can the first side force a win and can the second, a line a position. The file:
//
//	kibaho proof book 1
//	game fanorona
//	rules fanorona size=3x3
//	root bbb/b1w/www w
//	first yes 124 bbb/b1w/www w
//
// The first four lines are the header; rules is the variant followed by what was
// set beside it. Each other line is a side, a word, a number and a position:
// "yes" and "no" answer whether the side can force a win from that position, with
// the positions that were made to find it, those included on whose answers it may rest; "open" tells that it has been looked
// into (the number is 0); "nodes" has all that was made for the side's question so
// far, and the root.
//
// A yes may rest on lines before it, a no on any line.
type Book struct {
	Game, Rules, Root string
	Lines             []string // those after the header
}

const (
	bookTitle  = "kibaho proof book 1"
	bookHeader = 4 // lines
	// mostBook bounds the lines that are read.
	mostBook = 20_000_000
)

// ReadBook reads the text of a book, not yet its positions. The error is a
// *kibaho.InputError, or that of r.
func ReadBook(r io.Reader) (*Book, error) {
	in := bufio.NewScanner(r)
	in.Buffer(make([]byte, 0, 4096), maxText)
	b := &Book{}
	n := 0
	for in.Scan() {
		text := strings.TrimRight(in.Text(), "\r")
		if n++; n > mostBook {
			return nil, bookError(n, text, "the book has more lines than any that is read")
		}
		var ok bool
		switch n {
		case 1:
			if text != bookTitle {
				return nil, bookError(n, text, "expected "+strconv.Quote(bookTitle))
			}
			continue
		case 2:
			b.Game, ok = strings.CutPrefix(text, "game ")
		case 3:
			b.Rules, ok = strings.CutPrefix(text, "rules ")
		case 4:
			b.Root, ok = strings.CutPrefix(text, "root ")
		default:
			b.Lines = append(b.Lines, text)
			continue
		}
		if !ok {
			return nil, bookError(n, text, "expected "+strconv.Quote([...]string{"game", "rules", "root"}[n-2])+" in line "+strconv.Itoa(n)+" of a proof book")
		}
	}
	switch err := in.Err(); {
	case err == bufio.ErrTooLong:
		return nil, bookError(n+1, "", "the line is longer than any of a proof book")
	case err != nil:
		return nil, err
	case n < bookHeader:
		return nil, bookError(n, "", "the file ends within the header of a proof book")
	}
	return b, nil
}

func bookError(line int, text, want string) error {
	return &kibaho.InputError{What: "proof book line " + strconv.Itoa(line), Text: text, At: -1, Want: want}
}

// WriteTo writes the text of the book.
func (b *Book) WriteTo(w io.Writer) (int64, error) {
	var n int64
	out := bufio.NewWriter(w)
	put := func(parts ...string) {
		for _, s := range parts {
			k, _ := out.WriteString(s) // Flush returns the first error
			n += int64(k)
		}
	}
	put(bookTitle, "\ngame ", b.Game, "\nrules ", b.Rules, "\nroot ", b.Root, "\n")
	for _, l := range b.Lines {
		put(l, "\n")
	}
	return n, out.Flush()
}

// Settings returns the game and the settings of the book.
func (b *Book) Settings() (Game, kibaho.Settings, error) {
	g, err := Find(b.Game)
	if err != nil {
		return nil, kibaho.Settings{}, err
	}
	words := strings.Fields(b.Rules)
	if len(words) == 0 {
		return nil, kibaho.Settings{}, bookError(3, b.Rules, "expected a variant")
	}
	s, err := g.Facts().Settings(words[0], words[1:]...)
	return g, s, err
}

// facts of a book as they are read.
type readBook[P comparable] struct {
	books [2]search.Book[P]
	lines [2][]int // the line in the file of each claim
}

// readBook reads the lines of a book that must be of this position.
func (p *position[P, M, R]) readBook(b *Book) (readBook[P], error) {
	var out readBook[P]
	if b.Game != p.game.entry.Name {
		return out, bookError(2, b.Game, "the book is of another game than "+p.game.entry.Name)
	}
	g, s, err := b.Settings()
	if err != nil {
		return out, err
	}
	root, err := g.Read(s, b.Root)
	if err != nil {
		return out, err
	}
	if !p.Same(root) {
		return out, bookError(4, b.Root, "the book is of another position, or of other rules ("+b.Rules+"), than "+strconv.Quote(p.String()))
	}
	var claims [2][]search.Claim[P]
	var opened [2][]P
	var nodes [2]uint64
	var seen [2]map[P]bool
	for side := range seen {
		seen[side] = map[P]bool{}
	}
	for i, text := range b.Lines {
		n := i + 1 + bookHeader
		words := strings.SplitN(text, " ", 4)
		side := slices.Index([]string{kibaho.FirstWins.String(), kibaho.SecondWins.String()}, words[0])
		if len(words) < 4 || side < 0 {
			return out, bookError(n, text, "expected a side (first, second), yes, no, open or nodes, a number and a position")
		}
		count, err := strconv.ParseUint(words[2], 10, 56)
		if err != nil {
			return out, bookError(n, text, "expected a number of positions, not "+strconv.Quote(words[2]))
		}
		at, _, err := p.game.entry.Read(p.settings, words[3])
		if err != nil {
			return out, fmt.Errorf("proof book line %d: %w", n, err)
		}
		switch words[1] {
		case "yes", "no":
			if seen[side][at] {
				return out, bookError(n, text, "a second answer for the same position")
			}
			seen[side][at] = true
			claims[side] = append(claims[side], search.Claim[P]{Position: at, Yes: words[1] == "yes", Nodes: count})
			out.lines[side] = append(out.lines[side], n)
		case "open":
			opened[side] = append(opened[side], at)
		case "nodes":
			nodes[side] = count
		default:
			return out, bookError(n, text, "expected yes, no, open or nodes, not "+strconv.Quote(words[1]))
		}
	}
	for side := range out.books {
		out.books[side] = search.NewBook(claims[side], opened[side], nodes[side])
	}
	return out, nil
}

func (pr prover[P, M, R]) Book() *Book {
	p := pr.root
	write := func(q P) string { return p.game.entry.Write(&q) }
	b := &Book{Game: p.game.entry.Name, Rules: p.settings.String(), Root: write(p.p)}
	for side := range kibaho.Side(2) {
		from := pr.search.Book(side)
		name := kibaho.Wins(side).String()
		if from.Nodes > 0 {
			b.Lines = append(b.Lines, fmt.Sprintf("%s nodes %d %s", name, from.Nodes, b.Root))
		}
		for _, c := range from.Claims {
			word := "no"
			if c.Yes {
				word = "yes"
			}
			b.Lines = append(b.Lines, fmt.Sprintf("%s %s %d %s", name, word, c.Nodes, write(c.Position)))
		}
		for _, q := range from.Opened {
			b.Lines = append(b.Lines, fmt.Sprintf("%s open 0 %s", name, write(q)))
		}
	}
	return b
}

// Text returns the text of the book.
func (b *Book) Text() []byte {
	var out bytes.Buffer
	_, _ = b.WriteTo(&out) // a buffer takes everything
	return out.Bytes()
}
