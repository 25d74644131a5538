package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"kibaho/record"
)

func newRecordsCheck() *cobra.Command {
	var asJSON, strict bool
	cmd := &cobra.Command{
		Use:   "check FILE…",
		Short: "Replay every game of an archive and print all faults",
		Long: `Replay every game of an archive, turn by turn and by the rules, and print what
could not be read: file, line, game, ply and reason. All other games are read all the
same. What a forgiving reader has put right is printed too and marked: a short capture
that only one of several jumps can mean, words behind the last turn, a variation that
cannot be played. With --strict nothing is put right.

FILE may be - for standard input.`,
		Example: `  kibaho records check archive.pdn
  kibaho records check archive.pdn --strict --json`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			sum := checkJSON{Faults: []faultJSON{}}
			out := c.OutOrStdout()
			for _, name := range args {
				err := readRecords(c, name, strict, func(rec *record.Record, fault *record.Fault, all int) error {
					sum.Games++
					var list []record.Fault
					if rec != nil {
						sum.Legal++
						list = rec.Mended
					} else {
						list = append(append(list, fault.Also...), *fault)
					}
					for i := range list {
						f := &list[i]
						if asJSON {
							sum.Faults = append(sum.Faults, faultJSON{f.File, f.Line, f.Game, f.Ply, oneLine(f.Reason()), f.Mended})
						} else if _, err := fmt.Fprintln(out, oneLine(f.Error())+mended(f)); err != nil {
							return err
						}
						if f.Mended {
							sum.Mended++
						}
					}
					return nil
				})
				if err != nil {
					return err
				}
			}
			if asJSON {
				return writeJSON(out, sum)
			}
			_, err := fmt.Fprintf(out, "%d games, %d legal, %d at fault, %d faults put right\n", sum.Games, sum.Legal, sum.Games-sum.Legal, sum.Mended)
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	cmd.Flags().BoolVar(&strict, "strict", false, "put nothing right")
	return cmd
}

// mended marks a fault that was put right.
func mended(f *record.Fault) string {
	if f.Mended {
		return " (put right)"
	}
	return ""
}

type checkJSON struct {
	Games  int         `json:"games"`
	Legal  int         `json:"legal"`
	Faults []faultJSON `json:"faults"`
	Mended int         `json:"mended"`
}

type faultJSON struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Game   int    `json:"game"`
	Ply    int    `json:"ply"`
	Reason string `json:"reason"`
	Mended bool   `json:"mended,omitempty"`
}

// readRecords reads the games of a file and calls f for each, with the game or
// its fault and the number of games so far. It shows how far it is.
func readRecords(c *cobra.Command, name string, strict bool, f func(*record.Record, *record.Fault, int) error) error {
	in := c.InOrStdin()
	size := int64(0)
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return err
		}
		defer file.Close()
		if info, err := file.Stat(); err == nil {
			size = info.Size()
		}
		in = file
	}
	in, err := trialOr(name, in)
	if err != nil {
		return err
	}
	r := record.NewReader(in)
	r.File, r.Strict = name, strict
	show := newTicker(c.ErrOrStderr())
	defer show.end()
	began := time.Now()
	told := began
	for {
		rec, err := r.Next()
		var fault *record.Fault
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case errors.As(err, &fault):
		case err != nil:
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := f(rec, fault, r.Games()); err != nil {
			return err
		}
		if r.Games()%64 != 0 {
			continue
		}
		if err := c.Context().Err(); err != nil {
			return err
		}
		if now := time.Now(); now.Sub(told) > 100*time.Millisecond {
			told = now
			show.tell(progressBar(name, r.Offset(), size, r.Games(), now.Sub(began)))
		}
	}
}

// trialRead is how much of a file is read for a trial; longer ones are refused.
const trialRead = 16<<20 + 1

// trialOr returns what is read from a file of records: the file itself, or what a
// trial of Ludii is as a record.
func trialOr(name string, in io.Reader) (io.Reader, error) {
	if !strings.HasSuffix(name, ".trl") {
		return in, nil
	}
	text, err := io.ReadAll(io.LimitReader(in, trialRead))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	r, err := record.ReadTrial(string(text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return strings.NewReader(r.String()), nil
}

// barWidth is how many signs a progress bar has.
const barWidth = 24

// progressBar is a line on how far a file has been read.
func progressBar(name string, at, size int64, games int, took time.Duration) string {
	bar := ""
	if size > 0 {
		full := int(min(at, size) * barWidth / size)
		b := make([]byte, barWidth)
		for i := range b {
			b[i] = '.'
			if i < full {
				b[i] = '#'
			}
		}
		bar = fmt.Sprintf("[%s] %3d %% ", b, min(at, size)*100/size)
	}
	return fmt.Sprintf("%s %s%d games, %.0f games/s", name, bar, games, float64(games)/took.Seconds())
}
