package main

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/spf13/cobra"

	"kibaho"
	"kibaho/archive"
	"kibaho/record"
	"kibaho/store"
)

func newRecordsSearch() *cobra.Command {
	var f askFlags
	var asJSON, asCSV, count bool
	var limit int
	cmd := &cobra.Command{
		Use:   "search --db DB",
		Short: "Find games of a database",
		Long: `Find games of a database: by player, event, result, date, opening, rating or
length, and by what came up in them: a position, however it came about, material, or
turns one after another. All conditions must hold. A line for each game: its number,
date, players, result, turns, opening, event.`,
		Example: `  kibaho records search --db games.db --player Wyllie --result 1/2-1/2
  kibaho records search --db games.db --moves "11-15 23-19 8-11" --from 1890 --to 1899
  kibaho records search --db games.db --material 0+2/0+1 --result 1-0 --count
  kibaho records search --db games.db --turns "^ 11-15 ? 8-11 ... 4-8" --json`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := inRange("limit", limit, 0, maxGames); err != nil {
				return err
			}
			a, ask, err := f.open(c)
			if err != nil {
				return err
			}
			defer a.Close()
			w := bufio.NewWriter(c.OutOrStdout())
			n := 0
			var rows []rowJSON
			table := csv.NewWriter(w)
			if asCSV {
				_ = table.Write(csvHead)
			}
			err = archive.Search(c.Context(), a, ask, func(r store.Row) bool {
				n++
				switch {
				case count:
					return true
				case asJSON:
					rows = append(rows, rowOf(&r))
				case asCSV:
					_ = table.Write(csvRow(&r))
				default:
					fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%s\t%d\t%s\t%s\n", r.ID, r.Date, r.First, r.Second, record.Result(kibaho.Outcome(r.Result)), r.Turns, r.Opening, r.Event)
				}
				return limit == 0 || n < limit
			})
			if err != nil {
				return err
			}
			table.Flush()
			switch {
			case count && asJSON:
				return writeJSON(c.OutOrStdout(), map[string]int{"games": n})
			case count:
				fmt.Fprintln(w, n)
			case asJSON:
				if rows == nil {
					rows = []rowJSON{}
				}
				return writeJSON(c.OutOrStdout(), rows)
			}
			return w.Flush()
		},
	}
	f.add(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	cmd.Flags().BoolVar(&asCSV, "csv", false, "print CSV")
	cmd.Flags().BoolVar(&count, "count", false, "print only how many there are")
	cmd.Flags().IntVar(&limit, "limit", 0, "print at most so many (0: all)")
	return cmd
}

type rowJSON struct {
	ID           int64  `json:"id"`
	Game         string `json:"game"`
	Variant      string `json:"variant"`
	First        string `json:"first"`
	Second       string `json:"second"`
	Event        string `json:"event"`
	Site         string `json:"site"`
	Date         string `json:"date"`
	Round        string `json:"round"`
	Result       string `json:"result"`
	FirstRating  int    `json:"first_rating,omitempty"`
	SecondRating int    `json:"second_rating,omitempty"`
	Turns        int    `json:"turns"`
	Opening      string `json:"opening"`
	SelfPlay     bool   `json:"self_play,omitempty"`
	Twin         int64  `json:"twin,omitempty"`
	Source       string `json:"source"`
}

func rowOf(r *store.Row) rowJSON {
	return rowJSON{
		r.ID, r.Kind, r.Variant, r.First, r.Second, r.Event, r.Site, r.Date, r.Round, record.Result(kibaho.Outcome(r.Result)),
		r.FirstRating, r.SecondRating, r.Turns, r.Opening, r.Made, r.Twin, r.Source,
	}
}

var csvHead = []string{"id", "game", "variant", "first", "second", "event", "site", "date", "round", "result", "first_rating", "second_rating", "turns", "opening", "self_play", "twin", "source"}

func csvRow(r *store.Row) []string {
	n := func(v int64) string {
		if v == 0 {
			return ""
		}
		return strconv.FormatInt(v, 10)
	}
	return []string{
		strconv.FormatInt(r.ID, 10), r.Kind, r.Variant, r.First, r.Second, r.Event, r.Site, r.Date, r.Round, record.Result(kibaho.Outcome(r.Result)),
		n(int64(r.FirstRating)), n(int64(r.SecondRating)), strconv.Itoa(r.Turns), r.Opening, strconv.FormatBool(r.Made), n(r.Twin), r.Source,
	}
}

func newRecordsExport() *cobra.Command {
	var f askFlags
	var format, out string
	var width int
	var tight bool
	cmd := &cobra.Command{
		Use:   "export --db DB",
		Short: "Write games of a database out again",
		Long: `Write games of a database out again, all or those that the conditions choose:
as records (as they came in), as pdn (draughts only: the tags of the project become those
of PDN), as json (tags, turns, comments, clocks, evaluations, variations) or as csv (a
line for each game, with its turns).`,
		Example: `  kibaho records export --db games.db --out all.pdn
  kibaho records export --db games.db --player Tinsley --format pdn
  kibaho records export --db games.db --opening "Old Fourteenth" --format json --out games.json`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			write, ok := exporters[format]
			if !ok {
				return &kibaho.InputError{What: "format", Text: format, At: -1, Want: "expected records, pdn, json or csv"}
			}
			if width == 0 {
				width = -1
			}
			a, ask, err := f.open(c)
			if err != nil {
				return err
			}
			defer a.Close()
			ask.Texts = true
			if out == "" || out == "-" {
				return export(c, a, ask, write, c.OutOrStdout(), record.Layout{Width: width, Tight: tight})
			}
			file, err := os.CreateTemp(dirOf(out), ".kibaho-*")
			if err != nil {
				return err
			}
			err = export(c, a, ask, write, file, record.Layout{Width: width, Tight: tight})
			if e := file.Chmod(0o644); err == nil {
				err = e
			}
			if e := file.Close(); err == nil {
				err = e
			}
			if err == nil {
				err = os.Rename(file.Name(), out)
			}
			if err != nil {
				_ = os.Remove(file.Name())
			}
			return err
		},
	}
	f.add(cmd)
	fl := cmd.Flags()
	fl.StringVar(&format, "format", "records", "records, pdn, json or csv")
	fl.StringVarP(&out, "out", "o", "", "write to this file, whole or not at all (default: standard output)")
	fl.IntVar(&width, "width", 79, "break lines of turns at so many characters (0: never)")
	fl.BoolVar(&tight, "tight", false, "no empty line between tags and turns")
	return cmd
}

// exporter writes games one after another; done ends what it writes.
type exporter func(w io.Writer, layout record.Layout) (one func(*store.Row, *record.Record) error, done func() error)

var exporters = map[string]exporter{
	"records": func(w io.Writer, layout record.Layout) (func(*store.Row, *record.Record) error, func() error) {
		return func(_ *store.Row, r *record.Record) error {
			_, err := w.Write(append(r.Append(nil, layout), '\n'))
			return err
		}, func() error { return nil }
	},
	"pdn": func(w io.Writer, layout record.Layout) (func(*store.Row, *record.Record) error, func() error) {
		return func(_ *store.Row, r *record.Record) error {
			r, err := r.PDN()
			if err != nil {
				return err
			}
			_, err = w.Write(append(r.Append(nil, layout), '\n'))
			return err
		}, func() error { return nil }
	},
	"json": func(w io.Writer, _ record.Layout) (func(*store.Row, *record.Record) error, func() error) {
		between := "["
		return func(row *store.Row, r *record.Record) error {
				b, err := json.Marshal(keptJSON{rowOf(row), r})
				if err != nil {
					return err
				}
				_, err = fmt.Fprintf(w, "%s%s", between, b)
				between = ",\n"
				return err
			}, func() error {
				if between == "[" {
					_, err := fmt.Fprintln(w, "[]")
					return err
				}
				_, err := fmt.Fprintln(w, "]")
				return err
			}
	},
	"csv": func(w io.Writer, _ record.Layout) (func(*store.Row, *record.Record) error, func() error) {
		table := csv.NewWriter(w)
		_ = table.Write(append(csvHead[:len(csvHead):len(csvHead)], "line"))
		return func(row *store.Row, _ *record.Record) error { return table.Write(append(csvRow(row), row.Line)) },
			func() error { table.Flush(); return table.Error() }
	},
}

type keptJSON struct {
	rowJSON
	Record *record.Record `json:"record"`
}

func export(c *cobra.Command, a *store.Archive, ask archive.Ask, format exporter, out io.Writer, layout record.Layout) error {
	w := bufio.NewWriterSize(out, 1<<16)
	one, done := format(w, layout)
	var fault error
	err := archive.Search(c.Context(), a, ask, func(row store.Row) bool {
		var r *record.Record
		if r, fault = record.Read(row.Text); fault == nil {
			fault = one(&row, r)
		}
		if fault != nil {
			fault = fmt.Errorf("game %d: %w", row.ID, fault)
		}
		return fault == nil
	})
	for _, e := range []error{fault, err} {
		if e != nil {
			return e
		}
	}
	if err := done(); err != nil {
		return err
	}
	return w.Flush()
}
