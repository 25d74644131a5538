package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"kibaho"
)

func newRules() *cobra.Command {
	var choose choice
	var words bool
	cmd := &cobra.Command{
		Use:   "rules GAME",
		Short: "Print the rules as a variant plays them",
		Long: `Print the rules of a game as this variant plays them, each with its number and
source; where sources differ, the reading that is played comes first and the
others follow, each with the option that plays it.`,
		Example: `  kibaho rules chuba
  kibaho rules fanorona --variant 1886
  kibaho rules igisoro --set capture=must
  kibaho rules igisoro --words
  kibaho rules draughts --variant huffing --json`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			g, s, err := choose.settings(args[0])
			if err != nil {
				return err
			}
			if choose.json {
				return writeJSON(c.OutOrStdout(), rulesJSON(g.Facts(), s))
			}
			printRules(c.OutOrStdout(), g.Facts(), s, words)
			return nil
		},
	}
	choose.addSettings(cmd)
	cmd.Flags().BoolVar(&words, "words", false, "print the sources' own words too")
	return cmd
}

func printRules(w io.Writer, f *kibaho.Facts, s kibaho.Settings, words bool) {
	fmt.Fprintf(w, "%s, variant %s\n\n", f.Title, s)
	wrap(w, "", f.About)
	for _, rules := range [][]kibaho.Rule{f.Rules, kibaho.Customs} {
		for _, r := range rules {
			fmt.Fprintln(w)
			printRule(w, r, s, words)
		}
	}
	fmt.Fprintln(w, "\nSources")
	for _, source := range kibaho.Sources {
		if cites(f, source.No) {
			wrapAfter(w, source.No+"   ", "      ", source.Text+".")
		}
	}
}

// cites reports that a rule of a game, or one of its readings, cites a source.
func cites(f *kibaho.Facts, no string) bool {
	for _, r := range f.Rules {
		if strings.Contains(r.Source, no) || slices.ContainsFunc(r.Readings, func(r kibaho.Reading) bool { return strings.Contains(r.Source, no) }) {
			return true
		}
	}
	return false
}

func printRule(w io.Writer, r kibaho.Rule, s kibaho.Settings, words bool) {
	const indent = "      "
	wrapAfter(w, fmt.Sprintf("%-5s ", r.No), indent, fmt.Sprintf("%s. %s", r.Title, sourced(r.Text, r.Source)))
	if words {
		for _, said := range r.Words {
			wrapAfter(w, indent+said.Source+": ", indent+"     ", "“"+said.Text+"”")
		}
	}
	for _, played := range []bool{true, false} {
		for _, reading := range r.Readings {
			if reading.Plays(s) != played {
				continue
			}
			head := indent + "· "
			text := sourced(reading.Text, reading.Source)
			if !played {
				head, text = indent+"  or: ", text+" --set "+reading.When
			}
			wrapAfter(w, head, indent+"  ", text)
		}
	}
}

type ruleJSON struct {
	No       string        `json:"no"`
	Title    string        `json:"title"`
	Text     string        `json:"text"`
	Source   string        `json:"source"`
	Words    []wordsJSON   `json:"words,omitempty"`
	Readings []readingJSON `json:"readings"`
}

type wordsJSON struct {
	Source string `json:"source"`
	Text   string `json:"text"`
}

type readingJSON struct {
	When   string `json:"when"`
	Text   string `json:"text"`
	Source string `json:"source,omitempty"`
	Played bool   `json:"played"`
}

func rulesJSON(f *kibaho.Facts, s kibaho.Settings) []ruleJSON {
	list := []ruleJSON{}
	for _, rules := range [][]kibaho.Rule{f.Rules, kibaho.Customs} {
		for _, r := range rules {
			j := ruleJSON{No: r.No, Title: r.Title, Text: r.Text, Source: r.Source, Readings: []readingJSON{}}
			for _, said := range r.Words {
				j.Words = append(j.Words, wordsJSON(said))
			}
			for _, reading := range r.Readings {
				j.Readings = append(j.Readings, readingJSON{reading.When, reading.Text, reading.Source, reading.Plays(s)})
			}
			list = append(list, j)
		}
	}
	return list
}
