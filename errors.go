package kibaho

import (
	"fmt"
	"strings"
)

// InputError tells that a text could not be read: what was read, where it went
// wrong and what was expected.
type InputError struct {
	What string // what the text should have been: "draughts position", "option"
	Text string // the text as given
	At   int    // byte offset of the fault, or -1 if it is the whole text
	Got  string // the part at fault; may be empty
	Want string // what was expected, or the reason in words
}

// maxQuote bounds how much of a text an error repeats.
const maxQuote = 200

func (e *InputError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s", e.What, quote(e.Text))
	if e.At >= 0 {
		fmt.Fprintf(&b, ", character %d", e.At+1)
	}
	if e.Got != "" {
		fmt.Fprintf(&b, ", %s", quote(e.Got))
	}
	fmt.Fprintf(&b, ": %s", e.Want)
	return b.String()
}

func quote(s string) string {
	if len(s) > maxQuote {
		return fmt.Sprintf("%.*q…", maxQuote, s)
	}
	return fmt.Sprintf("%q", s)
}

// Refusal tells why a move that could be read is not legal, by which rule, and
// what could have been meant.
type Refusal struct {
	Move       string   // the move as given
	Rule       string   // the number of the rule: "DR3"; may be empty
	Reason     string   // in words: "15 must jump"
	Candidates []string // legal moves that may be meant; may be empty
}

func (e *Refusal) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "move %s: %s", quote(e.Move), e.Reason)
	if e.Rule != "" {
		fmt.Fprintf(&b, " (%s)", e.Rule)
	}
	if len(e.Candidates) > 0 {
		list, more := e.Candidates, ""
		if len(list) > 12 {
			list, more = list[:12], ", …"
		}
		fmt.Fprintf(&b, "; legal: %s%s", strings.Join(list, ", "), more)
	}
	return b.String()
}
