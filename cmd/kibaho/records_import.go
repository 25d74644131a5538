package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"kibaho"
	"kibaho/archive"
	"kibaho/jobs"
	"kibaho/record"
	"kibaho/store"
	"kibaho/work"
)

func newRecordsImport() *cobra.Command {
	var db string
	var asJSON, strict, quiet bool
	var away queueFlags
	cmd := &cobra.Command{
		Use:   "import FILE… --db DB",
		Short: "Put the games of files into a database",
		Long: `Put the games of files into a database, which is made if it is not there. Every
position of every game can be looked up there. A game that is there already is not put
in again; one whose turns are there, but which others played or elsewhere, is put in and
marked. Games that cannot be read are told, and all others are put in.

FILE holds records, PDN, or a trial of Ludii of English draughts or Fanorona (.trl);
- is standard input.

With --queue workers ('kibaho work') read the files, each by the rules, and this command
puts what they have read into the database, in the order of the files.`,
		Example: `  kibaho records import archive.pdn --db games.db
  kibaho records import match.txt more.pdn --db games.db --json`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if err := readable(args); err != nil {
				return err
			}
			a, err := store.OpenArchive(c.Context(), db, true)
			if err != nil {
				return err
			}
			defer a.Close()
			sum := importJSON{Faults: []faultJSON{}}
			began := time.Now()
			if away.on {
				err := importAway(c, &away, a, args, strict, func(file string, s archive.Sum, faults []work.ImportFault) {
					sum.Games += s.Games
					sum.Added += s.Added
					sum.Known += s.Known
					sum.Twins += s.Twins
					for _, f := range faults {
						told := record.Fault{File: file, Line: f.Line, Game: f.Game, Ply: f.Ply, Mended: f.Mended, Err: errors.New(f.Reason)}
						switch {
						case asJSON:
							sum.Faults = append(sum.Faults, faultJSON{file, f.Line, f.Game, f.Ply, oneLine(f.Reason), f.Mended})
						case !quiet:
							fmt.Fprintln(c.ErrOrStderr(), oneLine(told.Error())+mended(&told))
						}
					}
				})
				if err != nil {
					return err
				}
				args = nil
			}
			for _, name := range args {
				s, err := importFile(c, a, name, strict)
				if err != nil {
					return err
				}
				sum.Games += s.Games
				sum.Added += s.Added
				sum.Known += s.Known
				sum.Twins += s.Twins
				for i := range s.Faults {
					f := &s.Faults[i]
					switch {
					case asJSON:
						sum.Faults = append(sum.Faults, faultJSON{f.File, f.Line, f.Game, f.Ply, oneLine(f.Reason()), f.Mended})
					case !quiet:
						fmt.Fprintln(c.ErrOrStderr(), oneLine(f.Error())+mended(f))
					}
				}
			}
			sum.Seconds = time.Since(began).Seconds()
			if asJSON {
				return writeJSON(c.OutOrStdout(), sum)
			}
			_, err = fmt.Fprintf(c.OutOrStdout(), "%d games met, %d put in, %d there already, %d with turns that came up before; %d could not be read; %.1f s\n",
				sum.Games, sum.Added, sum.Known, sum.Twins, sum.Games-sum.Added-sum.Known, sum.Seconds)
			return err
		},
	}
	addDB(cmd, &db)
	away.add(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	cmd.Flags().BoolVar(&strict, "strict", false, "put nothing right: what PDN and the rules do not allow is a fault")
	cmd.Flags().BoolVar(&quiet, "quiet", false, "do not print the faults")
	return cmd
}

type importJSON struct {
	Games   int         `json:"games"`
	Added   int         `json:"added"`
	Known   int         `json:"known"`
	Twins   int         `json:"twins"`
	Seconds float64     `json:"seconds"`
	Faults  []faultJSON `json:"faults"`
}

// addDB adds the flag that names the database.
func addDB(cmd *cobra.Command, db *string) {
	cmd.Flags().StringVar(db, "db", "", "the database of games: a file, or postgres://USER@HOST/DATABASE")
	_ = cmd.MarkFlagRequired("db")
	_ = cmd.MarkFlagFilename("db")
}

// readable refuses files that are not there, and trials that cannot be read, before
// a database is made for them: nothing is half done.
func readable(names []string) error {
	for _, name := range names {
		if name == "-" {
			continue
		}
		file, err := os.Open(name)
		if err == nil {
			_, err = trialOr(name, file)
			file.Close()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func importFile(c *cobra.Command, a *store.Archive, name string, strict bool) (archive.Sum, error) {
	in, size := c.InOrStdin(), int64(0)
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return archive.Sum{}, err
		}
		defer file.Close()
		if info, err := file.Stat(); err == nil {
			size = info.Size()
		}
		in = file
	}
	in, err := trialOr(name, in)
	if err != nil {
		return archive.Sum{}, err
	}
	r := record.NewReader(bufio.NewReader(in))
	r.File, r.Strict = name, strict
	show := newTicker(c.ErrOrStderr())
	defer show.end()
	began, told := time.Now(), time.Now()
	s, err := archive.Import(c.Context(), a, r, func(games int, bytes int64) {
		if now := time.Now(); now.Sub(told) > 100*time.Millisecond {
			told = now
			show.tell(progressBar(name, bytes, size, games, now.Sub(began)))
		}
	})
	if err != nil {
		return s, fmt.Errorf("%s: %w", name, err)
	}
	return s, nil
}

// importAway has workers read files, and puts what they have read into an archive.
func importAway(c *cobra.Command, away *queueFlags, a *store.Archive, names []string, strict bool, each func(string, archive.Sum, []work.ImportFault)) error {
	h, err := away.open(c)
	if err != nil {
		return err
	}
	defer h.close()
	var list []jobs.Job
	for _, name := range names {
		if name == "-" || strings.HasSuffix(name, ".trl") {
			return &kibaho.InputError{What: "file", Text: name, At: -1, Want: "expected files of records or PDN with --queue"}
		}
		j, err := work.Records(c.Context(), h.cache, name, name, strict)
		if err != nil {
			return err
		}
		list = append(list, j)
	}
	done, err := h.do(c.Context(), "import of records", list)
	if err != nil {
		return err
	}
	for i, r := range done {
		var faults []work.ImportFault
		s, err := work.FetchRecords(c.Context(), h.cache, r, a, func(f work.ImportFault) { faults = append(faults, f) })
		if err != nil {
			return fmt.Errorf("%s: %w", names[i], err)
		}
		each(names[i], s, faults)
	}
	return nil
}
