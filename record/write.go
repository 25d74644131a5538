package record

import (
	"io"
	"strconv"
	"strings"

	"kibaho"
)

// Layout is how a record is laid out.
type Layout struct {
	Width int  // where lines of turns are broken; 0: 79; negative: nowhere
	Tight bool // no empty line between the tags and the turns
}

// String returns the record as [Record.Write] writes it.
func (r *Record) String() string { return string(r.Append(nil, Layout{})) }

// Write writes the record, with a line end and nothing after it. Where several
// are written an empty line goes between them.
func (r *Record) Write(w io.Writer) error {
	_, err := w.Write(r.Append(nil, Layout{}))
	return err
}

// Append appends the record to dst.
func (r *Record) Append(dst []byte, layout Layout) []byte {
	w := writer{b: dst, width: layout.Width}
	if w.width == 0 {
		w.width = lineWidth
	}
	for _, text := range r.Remarks {
		text = strings.TrimRight(strings.Map(oneByte, text), " \t") // as it is read
		w.b = append(append(append(w.b, '%'), text...), '\n')
	}
	before := len(w.b)
	if r.Form == PDN {
		w.tagsPDN(r)
	} else {
		w.tags(r)
	}
	if !layout.Tight && len(w.b) > before {
		w.b = append(w.b, '\n')
	}
	w.line = len(w.b)
	w.notes(r.Root)
	w.turns(r.Root, 0, kibaho.Second, false)
	w.word(r.terminator())
	return append(w.b, '\n')
}

// oneByte keeps a text in its line.
func oneByte(r rune) rune {
	if r < ' ' && r != '\t' || r == 0x7f {
		return ' '
	}
	return r
}

// lineWidth is where the turns of a record are broken into lines.
const lineWidth = 79

// terminator returns the word that ends the record, in the style of its tag.
func (r *Record) terminator() string {
	if r.Form == PDN {
		if tag := r.Tag("Result"); tag != "" {
			if o, ok := ReadResult(tag); ok && o == r.Outcome {
				return tag
			}
		}
	}
	return results[r.Outcome]
}

// writer writes one record.
type writer struct {
	b     []byte
	width int
	line  int    // where the line begins in b
	stuck string // what the next word begins with: ( and {
	stay  bool   // the next word must not begin a line
}

func (w *writer) tag(name, value string) {
	w.b = append(w.b, '[')
	w.b = append(w.b, name...)
	w.b = append(w.b, ` "`...)
	for i := 0; i < len(value); i++ {
		switch c := value[i]; c {
		case '\\', '"':
			w.b = append(w.b, '\\', c)
		case '\n', '\r':
			w.b = append(w.b, ' ')
		default:
			w.b = append(w.b, c)
		}
	}
	w.b = append(w.b, "\"]\n"...)
}

// tags writes the tags of the project's own form.
func (w *writer) tags(r *Record) {
	start := r.Root.Position
	s := start.Settings()
	w.tag("Game", start.Game().Facts().Name)
	w.tag("Variant", s.Variant())
	if set := s.Set(); len(set) > 0 {
		w.tag("Set", strings.Join(set, " "))
	}
	if standard, err := start.Game().Start(s); err != nil || !standard.Same(start) {
		w.tag("Position", start.String())
	}
	reason := ""
	for _, t := range r.Tags {
		switch t.Name {
		case "Game", "Variant", "Set", "Position", "FEN", "Result":
		case "Reason":
			reason = t.Value
		default:
			w.tag(t.Name, t.Value)
		}
	}
	w.tag("Result", results[r.Outcome])
	if reason != "" {
		w.tag("Reason", reason)
	}
}

// tagsPDN writes the tags as they were read, with those that must be there.
func (w *writer) tagsPDN(r *Record) {
	hasResult, hasFEN := false, false
	for _, t := range r.Tags {
		switch t.Name {
		case "Game":
			continue // it would not be PDN any more
		case "Result":
			hasResult = true
			if o, ok := ReadResult(t.Value); ok && o != r.Outcome {
				t.Value = results[r.Outcome]
			}
		case "FEN":
			hasFEN = true
			if r.start == nil || !r.start.Same(r.Root.Position) {
				t.Value = r.Root.Position.String()
			}
		}
		w.tag(t.Name, t.Value)
	}
	if !hasFEN {
		start := r.Root.Position
		if standard, err := start.Game().Start(start.Settings()); err != nil || !standard.Same(start) {
			w.tag("SetUp", "1")
			w.tag("FEN", start.String())
		}
	}
	if !hasResult && (len(r.Tags) > 0 || !hasFEN && r.Outcome != kibaho.Ongoing) && r.fresh() {
		w.tag("Result", results[r.Outcome])
	}
}

// fresh reports that the record was made here and not read.
func (r *Record) fresh() bool { return r.Number == 0 }

// word writes a word after a space, or in a new line if it would not fit.
func (w *writer) word(text string) {
	switch length := len(w.b) - w.line; {
	case length == 0:
	case w.width > 0 && length+1+len(w.stuck)+len(text) > w.width && !w.stay:
		w.b = append(w.b, '\n')
		w.line = len(w.b)
	default:
		w.b = append(w.b, ' ')
	}
	w.b = append(append(w.b, w.stuck...), text...)
	w.stuck, w.stay = "", false
}

// turns writes what follows a node: the main line with the variations from it.
// number is that of the turn before, last the side that made it; again reports
// that a turn of Second needs its number.
func (w *writer) turns(n *Node, number int, last kibaho.Side, again bool) {
	first := n.Parent == nil
	for len(n.Next) > 0 {
		main := n.Next[0]
		for _, c := range main.Intro {
			w.comment(nil, c)
			again = true
		}
		num, side, broken := w.turn(main, number, last, again || first)
		broken = w.notes(main) || broken
		for _, v := range n.Next[1:] {
			w.variation(v, number, last)
			broken = true
		}
		n, number, last, again, first = main, num, side, broken, false
	}
}

// variation writes a line that might have been played in place of another one.
func (w *writer) variation(v *Node, number int, last kibaho.Side) {
	w.stuck = "("
	for _, c := range v.Intro {
		w.comment(nil, c)
	}
	num, side, broken := w.turn(v, number, last, true)
	w.turns(v, num, side, w.notes(v) || broken)
	w.b = append(w.b, ')')
}

// turn writes a turn with its number, where it needs one, and its marks.
func (w *writer) turn(n *Node, number int, last kibaho.Side, again bool) (int, kibaho.Side, bool) {
	if n.Setup {
		w.word(`/FEN "` + n.Position.String() + `"/`)
		return number, n.Position.Turn().Other(), true
	}
	side := n.Side()
	switch {
	case side == kibaho.First && last == kibaho.Second:
		number++
		w.word(strconv.Itoa(number) + ".")
	case side == kibaho.Second && again:
		if n.Parent.Parent == nil && last == kibaho.Second {
			number++
		}
		w.word(strconv.Itoa(max(number, 1)) + "...")
	}
	w.word(n.Text + n.Strength)
	for _, nag := range n.NAGs {
		w.word("$" + strconv.Itoa(nag))
	}
	return number, side, false
}

// notes writes the facts and comments of a node, and reports that there are any.
func (w *writer) notes(n *Node) bool {
	facts := n.Facts
	for _, c := range n.Comments {
		w.comment(facts, c)
		facts = nil
	}
	if len(facts) > 0 {
		w.comment(facts, "")
	}
	return len(n.Facts)+len(n.Comments) > 0
}

// comment writes a comment. Braces in it become parentheses.
func (w *writer) comment(facts []Fact, text string) {
	w.stuck += "{"
	first := true
	put := func(word string) {
		// At the beginning of a line it would look like a tag.
		w.stay = !first && word[0] == '[' && !strings.HasPrefix(word, "[%")
		w.word(word)
		first = false
	}
	for _, f := range facts {
		put("[%" + braceless(f.Name) + pad(braceless(f.Value)) + "]")
	}
	for word := range strings.FieldsSeq(braceless(text)) {
		put(word)
	}
	if first {
		w.word("")
	}
	w.b = append(w.b, '}')
}

func pad(s string) string {
	if s == "" {
		return ""
	}
	return " " + s
}

// braceless puts parentheses for braces, and a space for what would end a line.
func braceless(s string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case '{':
			return '('
		case '}':
			return ')'
		}
		return oneByte(r)
	}, s)
}
