package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"kibaho"
	"kibaho/games"
)

func newGames() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "games",
		Short: "List the games, their variants and options",
		Long:  "List the games with their variants, and their options with values, default and source.",
		Example: `  kibaho games
  kibaho games --json`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if asJSON {
				return writeJSON(c.OutOrStdout(), gamesJSON())
			}
			for i, g := range games.All {
				if i > 0 {
					fmt.Fprintln(c.OutOrStdout())
				}
				describe(c.OutOrStdout(), g.Facts())
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

func describe(w io.Writer, f *kibaho.Facts) {
	fmt.Fprintf(w, "%s (%s)\n", f.Name, f.Title)
	wrap(w, "  ", f.About)
	fmt.Fprintln(w, "  variants")
	for i, v := range f.Variants {
		name := v.Name
		if i == 0 {
			name += " (default)"
		}
		item(w, name, sourced(v.Text, v.Source))
	}
	fmt.Fprintln(w, "  options")
	for _, o := range f.Options {
		item(w, o.Name+"="+valueNames(o), sourced(fmt.Sprintf("%s Default %s, %s.", o.Text, o.Default, o.Rule), o.Source))
	}
	if len(f.Clashes) > 0 {
		fmt.Fprintln(w, "  options that cannot go together")
	}
	for _, c := range f.Clashes {
		wrap(w, "    ", sourced(c.Text, c.Rule))
	}
}

func valueNames(o kibaho.Option) string {
	if len(o.Values) == 0 {
		return fmt.Sprintf("%d..%d", o.Min, o.Max)
	}
	var names []string
	for _, v := range o.Values {
		names = append(names, v.Name)
	}
	return strings.Join(names, "|")
}

func sourced(text, source string) string {
	if source == "" {
		return text
	}
	return text + " [" + source + "]"
}

func item(w io.Writer, head, text string) {
	fmt.Fprintf(w, "    %s\n", head)
	wrap(w, "        ", text)
}

// textWidth is the width of text for people, in characters.
const textWidth = 80

// wrap writes text in lines behind an indent.
func wrap(w io.Writer, indent, text string) { wrapAfter(w, indent, indent, text) }

func wrapAfter(w io.Writer, first, indent, text string) {
	line := first
	empty := true
	for word := range strings.FieldsSeq(text) {
		if !empty && len([]rune(line))+1+len([]rune(word)) > textWidth {
			fmt.Fprintln(w, line)
			line, empty = indent, true
		}
		if !empty {
			line += " "
		}
		line += word
		empty = false
	}
	fmt.Fprintln(w, line)
}

// gameJSON is a game of the shelf as scripts read it.
type gameJSON struct {
	Name     string        `json:"name"`
	Title    string        `json:"title"`
	About    string        `json:"about"`
	Sides    [2]string     `json:"sides"`
	Variants []variantJSON `json:"variants"`
	Options  []optionJSON  `json:"options"`
	Clashes  []string      `json:"clashes"`
}

type variantJSON struct {
	Name   string            `json:"name"`
	Title  string            `json:"title"`
	Text   string            `json:"text"`
	Source string            `json:"source,omitempty"`
	Set    map[string]string `json:"set"`
}

type optionJSON struct {
	Name    string      `json:"name"`
	Text    string      `json:"text"`
	Rule    string      `json:"rule"`
	Source  string      `json:"source,omitempty"`
	Default string      `json:"default"`
	Values  []valueJSON `json:"values,omitempty"`
	Min     *int        `json:"min,omitempty"`
	Max     *int        `json:"max,omitempty"`
	Match   bool        `json:"match,omitempty"`
}

type valueJSON struct {
	Name   string `json:"name"`
	Text   string `json:"text"`
	Source string `json:"source,omitempty"`
}

func gamesJSON() []gameJSON {
	var list []gameJSON
	for _, g := range games.All {
		f := g.Facts()
		j := gameJSON{Name: f.Name, Title: f.Title, About: f.About, Sides: f.Sides, Clashes: []string{}}
		for _, v := range f.Variants {
			set := v.Set
			if set == nil {
				set = map[string]string{}
			}
			j.Variants = append(j.Variants, variantJSON{v.Name, v.Title, v.Text, v.Source, set})
		}
		for _, o := range f.Options {
			oj := optionJSON{Name: o.Name, Text: o.Text, Rule: o.Rule, Source: o.Source, Default: o.Default, Match: o.Match}
			for _, v := range o.Values {
				oj.Values = append(oj.Values, valueJSON(v))
			}
			if len(o.Values) == 0 {
				oj.Min, oj.Max = &o.Min, &o.Max
			}
			j.Options = append(j.Options, oj)
		}
		for _, c := range f.Clashes {
			j.Clashes = append(j.Clashes, sourced(c.Text, c.Rule))
		}
		list = append(list, j)
	}
	return list
}

func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}
