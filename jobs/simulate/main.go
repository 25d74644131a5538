// Simulate tells how long a build of the endgame tables of draughts takes on so
// many workers, and where more of them gain nothing: the graph of slices is that of
// the program, the cost of a position is measured, transfer is counted.
//
//	go run ./jobs/simulate                          the tables of docs/cluster.md
//	go run ./jobs/simulate -pieces 6 -workers 1,2,4,8 -cores 4
//	go run ./jobs/simulate -svg docs/cluster.svg    and the picture
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "simulate:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	f := flag.NewFlagSet("simulate", flag.ContinueOnError)
	m := measured
	pieces := f.Int("pieces", 8, "all tables with up to so many pieces, 2 to 10")
	workers := f.String("workers", "1,10,100,1000", "numbers of workers")
	picture := f.String("svg", "", "draw the times of 5 to PIECES pieces into this file")
	f.IntVar(&m.Cores, "cores", m.Cores, "cores of a worker")
	f.Float64Var(&m.Link, "link", m.Link, "bytes a second between a worker and the store")
	f.Float64Var(&m.Store, "store", m.Store, "bytes a second that the store gives and takes in all")
	f.DurationVar(&m.Delay, "delay", m.Delay, "how long a job whose inputs are missing stays away")
	if err := f.Parse(args); err != nil {
		return err
	}
	if *pieces < 2 || *pieces > maxPieces || m.Cores < 1 || m.Link <= 0 || m.Store <= 0 {
		return fmt.Errorf("expected 2 to %d pieces, at least one core, and links that carry something", maxPieces)
	}
	var counts []int
	for text := range strings.SplitSeq(*workers, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(text))
		if err != nil || n < 1 || n > 1_000_000 {
			return fmt.Errorf("workers %q: expected numbers of workers, as in 10,100,1000", text)
		}
		counts = append(counts, n)
	}
	jobs := graph(*pieces)
	var positions, most uint64
	var largest *job
	for _, j := range jobs {
		if j.pieces == *pieces {
			positions += j.positions
			if largest == nil || j.positions > largest.positions {
				largest = j
			}
		}
		most = max(most, m.memory(jobs, j))
	}
	fmt.Fprintf(out, "%d pieces: %s positions in %d jobs, %d in all with fewer pieces.\n", *pieces, digits(positions), count(jobs, *pieces), len(jobs)-count(jobs, *pieces))
	fmt.Fprintf(out, "The largest job is %s: %s positions. The hungriest needs %.0f GB of memory.\n\n", largest.name, digits(largest.positions), float64(most)/1e9)
	fmt.Fprintln(out, "| workers | cores | time | speed-up | busy | moved | longest chain |")
	fmt.Fprintln(out, "|---|---|---|---|---|---|---|")
	one := m.simulate(jobs, 1)
	for _, n := range counts {
		r := m.simulate(jobs, n)
		fmt.Fprintf(out, "| %s | %s | %s | %.1f | %.0f %% | %.1f TB | %s |\n", digits(uint64(n)), digits(uint64(n*m.Cores)), span(r.time), float64(one.time)/float64(r.time),
			100*r.busy, float64(r.moved)/1e12, span(m.chain(jobs)))
	}
	if *picture == "" {
		return nil
	}
	file, err := os.Create(*picture)
	if err != nil {
		return err
	}
	if err := plot(file, m, *pieces); err != nil {
		_ = file.Close()
		return err
	}
	return file.Close()
}

func count(jobs []*job, pieces int) int {
	n := 0
	for _, j := range jobs {
		if j.pieces == pieces {
			n++
		}
	}
	return n
}

// digits writes a number with a comma before each three digits.
func digits(n uint64) string {
	s := strconv.FormatUint(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// span writes a time in a unit that fits.
func span(d time.Duration) string {
	switch h := d.Hours(); {
	case h >= 72:
		return fmt.Sprintf("%.1f days", h/24)
	case h >= 1:
		return fmt.Sprintf("%.1f h", h)
	case d >= time.Minute:
		return fmt.Sprintf("%.1f min", d.Minutes())
	}
	return fmt.Sprintf("%.1f s", d.Seconds())
}
