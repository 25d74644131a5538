package kibaho

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Facts is a game as a table: its options, its variants and its rules, each with
// its number and source. The code plays by the same values that the table names.
type Facts struct {
	Name    string // as typed: "chuba"
	Title   string // as shown: "Chuba"
	About   string // one sentence
	Sides   [2]string
	Seeds   string // what is counted when captured: "men", "cows", "pieces"
	Rules   []Rule
	Options []Option
	// Variants lists the named sets of option values, the default first.
	Variants []Variant
	// Clashes lists the options that cannot go together.
	Clashes []Clash
}

// Rule is one numbered rule of a rule book.
type Rule struct {
	No     string  // "CH7"
	Title  string  // a few words: "Single men"
	Text   string  // what holds under every reading
	Source string  // "004; Culin 1896"
	Words  []Words // the sources' own words
	// Readings are the ways in which sources differ. Those whose When fits the
	// settings are played, the others are shown as other readings.
	Readings []Reading
}

// Words is what a source says of a rule, in its own words and language.
type Words struct {
	Source string // "000"
	Text   string
}

// Source is a document that rules are taken from.
type Source struct {
	No   string // "000"
	Text string // what it is
	Lang string // the language it is written in, as in BCP 47: "en", "rw", "ro"
}

// Sources are the documents that the games are taken from; rules and options
// cite them by number.
var Sources = []Source{
	{No: "000", Lang: "en", Text: "The rules of Chuba, with figures 14 and 15, as printed by Culin in 1896"},
	{No: "001", Lang: "en", Text: "An article of 1886 on fanorona, the game of Madagascar"},
	{No: "002", Lang: "rw", Text: "Amategeko: kumenya gukina igisoro, a page of rules in Kinyarwanda"},
	{No: "003", Lang: "en", Text: "An old English handbook, on draughts"},
	{No: "004", Lang: "ro", Text: "Tschuba, an article of an encyclopaedia in Romanian"},
}

// Reading is one way to read a rule.
type Reading struct {
	When   string // "capture=must", or several joined by " and "
	Text   string
	Source string
}

// Plays reports that r is the reading that the settings play.
func (r Reading) Plays(s Settings) bool {
	for cond := range strings.SplitSeq(r.When, " and ") {
		name, value, _ := strings.Cut(cond, "=")
		if s.Value(name) != value {
			return false
		}
	}
	return true
}

// Option is one open question of the sources, or one size of a board.
type Option struct {
	Name    string
	Text    string // the question in words
	Rule    string // "CH10"
	Source  string
	Default string
	// Values are the answers. Empty: a whole number Min … Max.
	Values   []Value
	Min, Max int
	// Size marks an option that the text form of a position sets by itself.
	Size bool
	// Match marks an option of the match rather than of the game.
	Match bool
	// Later marks an option that a game got after archives had been made with it: its
	// default is no part of the keys of positions there.
	Later bool
}

// Value is one answer to an option.
type Value struct {
	Name   string
	Text   string
	Source string
}

// Variant is a named set of option values.
type Variant struct {
	Name   string
	Title  string
	Text   string // one sentence: how it is played and where it comes from
	Source string
	Set    map[string]string // what differs from the defaults of the options
}

// Clash is a set of option values that cannot go together.
type Clash struct {
	Text string // the reason, as a person is told it
	Rule string
	Met  func(Settings) bool
}

// Settings are the options in force: those of a variant and what was set beside
// it. They do not change once made; the zero value is not usable.
type Settings struct {
	facts   *Facts
	variant string
	values  map[string]string
	given   map[string]bool
}

// Settings returns the settings of a variant (empty: the default one) with
// assignments "option=value" on top. Unknown names, values out of range, an
// option set twice to different values and options that clash are an *InputError.
func (f *Facts) Settings(variant string, set ...string) (Settings, error) {
	if variant == "" {
		variant = f.Variants[0].Name
	}
	at := slices.IndexFunc(f.Variants, func(v Variant) bool { return v.Name == variant })
	if at < 0 {
		var names []string
		for _, v := range f.Variants {
			names = append(names, v.Name)
		}
		return Settings{}, &InputError{What: f.Name + " variant", Text: variant, At: -1, Want: "expected " + orList(names)}
	}
	s := Settings{facts: f, variant: variant, values: map[string]string{}, given: map[string]bool{}}
	for _, o := range f.Options {
		s.values[o.Name] = o.Default
	}
	maps.Copy(s.values, f.Variants[at].Set)
	for _, a := range set {
		name, value, ok := strings.Cut(a, "=")
		if !ok {
			return Settings{}, &InputError{What: f.Name + " option", Text: a, At: -1, Want: "expected OPTION=VALUE"}
		}
		if s.given[name] && s.values[name] != value {
			return Settings{}, &InputError{What: f.Name + " option", Text: a, At: -1, Want: name + " was already set to " + s.values[name]}
		}
		if err := f.check(a, name, value); err != nil {
			return Settings{}, err
		}
		s.values[name], s.given[name] = value, true
	}
	return s, f.clash(s)
}

func (f *Facts) check(text, name, value string) error {
	o := f.option(name)
	if o == nil {
		var names []string
		for _, o := range f.Options {
			names = append(names, o.Name)
		}
		return &InputError{What: f.Name + " option", Text: text, At: -1, Want: "no such option; expected " + orList(names)}
	}
	if len(o.Values) == 0 {
		n, err := strconv.Atoi(value)
		if err != nil || n < o.Min || n > o.Max || strconv.Itoa(n) != value {
			return &InputError{What: f.Name + " option", Text: text, At: -1, Want: "expected a whole number " + strconv.Itoa(o.Min) + " to " + strconv.Itoa(o.Max)}
		}
		return nil
	}
	var names []string
	for _, v := range o.Values {
		if v.Name == value {
			return nil
		}
		names = append(names, v.Name)
	}
	return &InputError{What: f.Name + " option", Text: text, At: -1, Want: "expected " + orList(names)}
}

func (f *Facts) clash(s Settings) error {
	for _, c := range f.Clashes {
		if c.Met(s) {
			why := c.Text
			if c.Rule != "" {
				why += " (" + c.Rule + ")"
			}
			return &InputError{What: f.Name + " options", Text: s.String(), At: -1, Want: why}
		}
	}
	return nil
}

func (f *Facts) option(name string) *Option {
	for i := range f.Options {
		if f.Options[i].Name == name {
			return &f.Options[i]
		}
	}
	return nil
}

func orList(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
}

// Variant returns the name of the variant that the settings start from.
func (s Settings) Variant() string { return s.variant }

// Value returns the value of an option. An unknown name is a bug: it panics.
func (s Settings) Value(option string) string {
	v, ok := s.values[option]
	if !ok {
		panic("kibaho: " + s.facts.Name + " has no option " + strconv.Quote(option))
	}
	return v
}

// Int returns the value of an option whose values are whole numbers.
func (s Settings) Int(option string) int {
	n, err := strconv.Atoi(s.Value(option))
	if err != nil {
		panic("kibaho: option " + option + " is not a number")
	}
	return n
}

// Given reports that the option was set by hand rather than by the variant.
func (s Settings) Given(option string) bool { return s.given[option] }

// With returns the settings with one more option set by hand, as
// [Facts.Settings] would: an option given otherwise before is an error.
func (s Settings) With(option, value string) (Settings, error) {
	return s.facts.Settings(s.variant, append(s.Set(), option+"="+value)...)
}

// Set returns the assignments made by hand, sorted.
func (s Settings) Set() []string {
	var set []string
	for name := range s.given {
		set = append(set, name+"="+s.values[name])
	}
	slices.Sort(set)
	return set
}

// String returns the variant followed by what was set by hand.
func (s Settings) String() string {
	return strings.Join(append([]string{s.variant}, s.Set()...), " ")
}

// Limits returns the draw rules in force (M3 and the game's quiet limit).
func (s Settings) Limits() Limits {
	return Limits{Repetition: s.Int("repetition"), Quiet: s.Int("quiet-limit")}
}

// Customs are the rules that all games share.
var Customs = []Rule{
	{
		No: "M1", Title: "Matches", Source: "000, 002, 003",
		Text: "A match is a series of games between the same two players. After a drawn game under winner or loser the same player leads again. The first leader is settled by agreement or by chance.",
		Readings: []Reading{
			{When: "leads=winner", Text: "The victor of the last game leads the next.", Source: "000, 002"},
			{When: "leads=loser", Text: "The loser of the last game leads the next.", Source: "custom"},
			{When: "leads=alternate", Text: "The players lead in turn.", Source: "003"},
			{When: "leads=draw-lots", Text: "Lots are drawn before each game.", Source: "000, 003"},
		},
	},
	{No: "M2", Title: "Agreement and resignation", Text: "A draw can be offered and accepted in every game, and a player may resign.", Source: "custom"},
	{
		No: "M3", Title: "Repetition", Source: "federation rules for draughts; no document for the others",
		Text: "A position that comes back with the same side to move for the set number of times (repetition, 3 by default, 0 never) can be claimed as a draw.",
	},
	{No: "M4", Title: "Claims", Text: "Draws by repetition and by a quiet limit are claimed in play between people and taken automatically in random games, matches of engines and search. History and counters belong to the game, not to the position.", Source: "custom"},
}

// RepetitionOption is the option of M3, the same for every game.
func RepetitionOption() Option {
	return Option{Name: "repetition", Text: "How often must a position come back to be a draw (0: never)?", Rule: "M3", Source: "federation rules; custom", Default: "3", Min: 0, Max: 100}
}

// QuietOption is the quiet limit of a game, in plies; rule is its number.
func QuietOption(plies int, rule, source string) Option {
	return Option{Name: "quiet-limit", Text: "After how many quiet plies can a draw be claimed (0: never)?", Rule: rule, Source: source, Default: strconv.Itoa(plies), Min: 0, Max: 10000}
}

// LeadsOption is the option of M1 with the custom of a game as its default.
func LeadsOption(custom, source string) Option {
	return Option{
		Name: "leads", Text: "Who leads the next game of a match?", Rule: "M1", Source: source, Default: custom, Match: true,
		Values: []Value{
			{Name: "winner", Text: "the victor of the last game", Source: "000, 002"},
			{Name: "loser", Text: "the loser of the last game", Source: "custom"},
			{Name: "alternate", Text: "each player in turn", Source: "003"},
			{Name: "draw-lots", Text: "by lot before each game", Source: "000, 003"},
		},
	}
}
