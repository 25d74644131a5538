package main

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"
	"time"
)

// FuzzArguments: whatever is typed, a command that asks a question answers with
// one of the three statuses and, if it fails, one line on standard error and
// nothing on standard output, soon.
func FuzzArguments(f *testing.F) {
	for _, args := range []string{
		"games|--json",
		"rules|fanorona|--variant|vela|--set|vela-take=row-of-one",
		"moves|draughts|--position|B:W18,32:B15,6 ; huff 15 back W:W18:B11|--variant|huffing",
		"moves|igisoro|--position|0,0,0,0/4,4,4,4/4,4,4,4/0,0,0,0 S|--set|columns=4|--json",
		"moves|chuba|--set|layout=twos|--set|columns=13",
		"apply|fanorona|D5-C5A|B6-A5W-B5A|--json",
		"apply|igisoro|--position|0,0,0,3,0,0,0,0/0,0,0,2,0,0,2,0/0,0,0,1,0,0,3,0/0,3,0,0,0,0,0,0 S|b|--|-",
		"apply|draughts|--position|W:WK29-31:BK1 .|29-25",
		"show|chuba|--flip|--ascii|--legal",
		"show|fanorona|--set|size=9x3|--svg|-|--style|plain|--dark",
	} {
		f.Add(args)
	}
	f.Fuzz(func(t *testing.T, line string) {
		args := strings.Split(line, "|")
		if !slices.Contains([]string{"games", "rules", "moves", "apply", "show"}, args[0]) || len(line) > 2000 {
			return
		}
		for i, a := range args {
			if strings.HasPrefix(a, "--svg") && a != "--svg" || a == "--svg" && (i+1 == len(args) || args[i+1] != "-") {
				return // it would write a file
			}
		}
		var out, errs bytes.Buffer
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		defer cancel()
		began := time.Now()
		status := run(ctx, args, strings.NewReader(""), &out, &errs)
		if took := time.Since(began); took > 15*time.Second {
			t.Errorf("%q took %v", args, took)
		}
		switch status {
		case done:
			if errs.Len() > 0 {
				t.Errorf("%q: done, but %q", args, errs.String())
			}
		case failed, wrong:
			if out.Len() > 0 || strings.Count(errs.String(), "\n") != 1 {
				t.Errorf("%q: status %d, printed %q, error %q", args, status, out.String(), errs.String())
			}
		default:
			t.Errorf("%q: status %d", args, status)
		}
	})
}

// TestTooMany: a position with more turns than anybody could read is refused with
// status 1 once the bound is reached, and soon (IG14).
func TestTooMany(t *testing.T) {
	for _, args := range []string{
		"moves|igisoro|--position|3,4,4,1,2,1,5,3/2,4,4,3,1,2,3,2/1,0,1,3,0,1,2,1/2,0,1,0,1,3,2,2 S",
		"moves|fanorona|--variant|1886|--position|wbbbbbbbb/4b3b/b1b1b2wb/1wbb1bbb1/1w1bb1b1w w",
		"perft|igisoro|2|--divide|--position|3,4,4,1,2,1,5,3/2,4,4,3,1,2,3,2/1,0,1,3,0,1,2,1/2,0,1,0,1,3,2,2 S",
	} {
		began := time.Now()
		out, errs, status := kib(t, strings.Split(args, "|")...)
		if status != failed || out != "" || !strings.Contains(errs, "too many turns") {
			t.Errorf("%s: status %d, printed %d bytes, %q", args, status, len(out), errs)
		}
		if took := time.Since(began); took > 30*time.Second {
			t.Errorf("%s took %v", args, took)
		}
	}
	// The same position is no burden where its turns are not listed.
	if _, errs, status := kib(t, "apply", "igisoro", "--json", "--position", "3,4,4,1,2,1,5,3/2,4,4,3,1,2,3,2/1,0,1,3,0,1,2,1/2,0,1,0,1,3,2,2 S", "b"); status != done {
		t.Errorf("apply b: %d, %s", status, errs)
	}
}
