package play

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"kibaho"
	"kibaho/games"
)

// Record is a game with what is known of it, as it is kept in a file: tags and
// turns in the shape of PDN. The tags Game, Variant, Set, Position and Result
// say how to set up the game; others, such as First and Second for the names of
// the players, are kept in their order.
type Record struct {
	Tags []Tag
	Game *Game
}

// Tag is a line [Name "Value"] of a record.
type Tag struct{ Name, Value string }

// Tag returns the value of a tag, or nothing.
func (r *Record) Tag(name string) string {
	for _, t := range r.Tags {
		if t.Name == name {
			return t.Value
		}
	}
	return ""
}

// setup are the tags that are written from the game itself.
func setup(name string) bool {
	switch name {
	case "Game", "Variant", "Set", "Position", "Result", "Reason":
		return true
	}
	return false
}

// results are the terminators of a record, by outcome: 1-0 means that First won.
var results = [...]string{kibaho.Ongoing: "*", kibaho.FirstWins: "1-0", kibaho.SecondWins: "0-1", kibaho.Draw: "1/2-1/2"}

// lineWidth is where the turns of a record are broken into lines.
const lineWidth = 79

// Write writes the record.
func (r *Record) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	start := r.Game.Start()
	s := start.Settings()
	facts := start.Game().Facts()
	tag := func(name, value string) {
		fmt.Fprintf(b, "[%s \"%s\"]\n", name, strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ", "\r", " ").Replace(value))
	}
	tag("Game", facts.Name)
	tag("Variant", s.Variant())
	if set := s.Set(); len(set) > 0 {
		tag("Set", strings.Join(set, " "))
	}
	if standard, err := start.Game().Start(s); err != nil || !standard.Same(start) {
		tag("Position", start.String())
	}
	for _, t := range r.Tags {
		if !setup(t.Name) {
			tag(t.Name, t.Value)
		}
	}
	outcome, _ := r.Game.Outcome()
	tag("Result", results[outcome])
	if r.Game.ended != kibaho.Ongoing {
		tag("Reason", r.Game.how)
	}
	b.WriteString("\n")
	column := 0
	word := func(word string) {
		if column > 0 && column+1+len(word) > lineWidth {
			b.WriteString("\n")
			column = 0
		}
		if column > 0 {
			b.WriteString(" ")
			column++
		}
		b.WriteString(word)
		column += len(word)
	}
	number := 0
	var last kibaho.Side = kibaho.Second
	for i, t := range r.Game.Turns() {
		switch {
		case t.Side == kibaho.First && last == kibaho.Second:
			number++
			word(fmt.Sprintf("%d.", number))
		case t.Side == kibaho.Second && i == 0:
			number++
			word(fmt.Sprintf("%d...", number))
		}
		last = t.Side
		word(t.Text)
	}
	word(results[outcome])
	b.WriteString("\n")
	return b.Flush()
}

// maxRecord bounds the size of a record that is read, in bytes.
const maxRecord = 16 << 20

// ReadRecord reads one game. find names the games of the shelf. Errors say what
// was read, in which line, and what was expected.
func ReadRecord(r io.Reader, find func(string) (games.Game, error)) (*Record, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxRecord+1))
	if err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	if len(text) > maxRecord {
		return nil, fmt.Errorf("record: longer than %d bytes", maxRecord)
	}
	rec := new(Record)
	lines := strings.Split(string(text), "\n")
	at := 0
	for ; at < len(lines); at++ {
		line := strings.TrimSpace(lines[at])
		if line == "" && len(rec.Tags) == 0 {
			continue
		}
		if !strings.HasPrefix(line, "[") {
			break
		}
		t, err := readTag(line)
		if err != nil {
			return nil, fmt.Errorf("record, line %d: %w", at+1, err)
		}
		rec.Tags = append(rec.Tags, t)
	}
	start, err := rec.setUp(find)
	if err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	rec.Game = NewGame(start)
	if err := rec.turns(lines, at); err != nil {
		return nil, err
	}
	return rec, nil
}

func readTag(line string) (Tag, error) {
	fail := &kibaho.InputError{What: "tag", Text: line, At: -1, Want: `expected [Name "Value"]`}
	name, rest, ok := strings.Cut(strings.TrimPrefix(line, "["), " ")
	rest = strings.TrimSpace(rest)
	if !ok || name == "" || len(rest) < 3 || rest[0] != '"' || !strings.HasSuffix(rest, `"]`) {
		return Tag{}, fail
	}
	quoted := rest[1 : len(rest)-2]
	var value strings.Builder
	for i := 0; i < len(quoted); i++ {
		c := quoted[i]
		if c == '\\' && i+1 < len(quoted) {
			i++
			c = quoted[i]
		} else if c == '"' {
			return Tag{}, fail
		}
		value.WriteByte(c)
	}
	return Tag{name, value.String()}, nil
}

func (r *Record) setUp(find func(string) (games.Game, error)) (games.Position, error) {
	name := r.Tag("Game")
	if name == "" {
		return nil, &kibaho.InputError{What: "tags", Text: "", At: -1, Want: `expected a tag [Game "…"] at the top`}
	}
	g, err := find(name)
	if err != nil {
		return nil, err
	}
	s, err := g.Facts().Settings(r.Tag("Variant"), strings.Fields(r.Tag("Set"))...)
	if err != nil {
		return nil, err
	}
	if text := r.Tag("Position"); text != "" {
		return g.Read(s, text)
	}
	return g.Start(s)
}

// turns plays the turns from line at on.
func (r *Record) turns(lines []string, at int) error {
	pending := ""   // a text that may go on after a space: "huff 15"
	var fault error // what is wrong if it does not
	comment := false
	for ; at < len(lines); at++ {
		for word := range strings.FieldsSeq(lines[at]) {
			if comment || strings.HasPrefix(word, "{") {
				comment = !strings.HasSuffix(word, "}")
				continue
			}
			if number(word) {
				continue
			}
			for o, text := range results {
				if word == text {
					if pending != "" {
						return fault
					}
					r.finish(kibaho.Outcome(o))
					return nil
				}
			}
			text := word
			if pending != "" {
				text = pending + " " + word
			}
			err := r.Game.PlayText(text)
			if err == nil {
				pending, fault = "", nil
				continue
			}
			if pending != "" {
				return fault
			}
			pending, fault = word, fmt.Errorf("record, line %d: %w", at+1, err)
		}
	}
	return fault
}

// number reports that a word is the number of a turn: "12." or "12...".
func number(word string) bool {
	digits := strings.TrimRight(word, ".")
	return digits != word && strings.Trim(digits, "0123456789") == ""
}

// finish takes the result of the record if the position on the board does not
// settle it: an agreed draw, a claim, a resignation.
func (r *Record) finish(o kibaho.Outcome) {
	if o == kibaho.Ongoing || r.Game.Over() {
		return
	}
	why := r.Tag("Reason")
	if why == "" {
		why = "as recorded"
	}
	r.Game.end(o, why)
}
