package main

import (
	"bytes"
	"context"
	"strings"
	"testing"
)

// kib runs a command line and returns what it prints and its exit status.
func kib(t *testing.T, args ...string) (out, errs string, status int) {
	t.Helper()
	var o, e bytes.Buffer
	status = run(context.Background(), args, strings.NewReader(""), &o, &e)
	return o.String(), e.String(), status
}

// TestWrongInput checks that input that is wrong ends with status 2, prints one
// line on standard error and nothing on standard output.
func TestWrongInput(t *testing.T) {
	for _, tt := range []struct {
		args string // separated by |
		want string // part of the error
	}{
		{"nonsense", `unknown command "nonsense"`},
		{"moves", "accepts 1 arg"},
		{"moves|chess", "expected one of chuba, igisoro, fanorona, draughts"},
		{"moves|draughts|--wrong", "unknown flag"},
		{"moves|draughts|--variant|brazilian", "expected english or huffing"},
		{"moves|draughts|--position|W:W4:B20", "4"},
		{"moves|draughts|--position|W:W40:B20", "40"},
		{"moves|fanorona|--set|size=4x4", "3x3"},
		{"moves|fanorona|--set|size=5x5|--position|9/9/2b1w1b2/9/9 w", "5x5"},
		{"moves|fanorona|--variant|vela|--set|size=3x3", "FA16"},
		{"moves|chuba|--set|columns=2", "3 to 13"},
		{"moves|chuba|--set|columns=5|--set|columns=6", "already set"},
		{"moves|igisoro|--position|65,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0 S", "64"},
		{"apply|draughts|11-15|22-18|15-19", "DR3"},
		{"apply|draughts|12-15", "12-15"},
		{"apply|draughts|--position|B:W23,22,15,14:B11,10|10x26", "10x17x26"},
		{"apply|igisoro|i", "IG3"},
		{"apply|chuba|a", "a"},
		{"perft|chuba|0", "1 to 100"},
		{"perft|chuba|two", "whole number"},
		{"perft|chuba|2|--threads|-1", "threads"},
		{"playout|chuba|-n|0", "games"},
		{"rules|chuba|--variant|igisoro", "expected chuba or tschuba"},
	} {
		out, errs, status := kib(t, strings.Split(tt.args, "|")...)
		if status != wrong || out != "" || strings.Count(errs, "\n") != 1 || !strings.HasPrefix(errs, "kibaho: ") || !strings.Contains(errs, tt.want) {
			t.Errorf("%s: status %d, printed %q, error %q; want status 2, nothing, one line with %q", tt.args, status, out, errs, tt.want)
		}
	}
}

// TestNeeded checks that a command is known by its own name and made alone, and
// that whatever is not a command's name is read with all of them.
func TestNeeded(t *testing.T) {
	for _, c := range all {
		if got := c.make().Name(); got != c.name {
			t.Errorf("the command listed as %q is named %q", c.name, got)
		}
		if got := needed([]string{c.name, "--help"}); len(got) != 1 || got[0].name != c.name {
			t.Errorf("needed(%q) are %d commands, want it alone", c.name, len(got))
		}
	}
	for _, first := range []string{"help", "--help", "__complete", "completion", "none"} {
		if got := needed([]string{first}); len(got) != len(all) {
			t.Errorf("needed(%q) are %d commands, want all %d", first, len(got), len(all))
		}
	}
	if got := needed(nil); len(got) != 1 || got[0].name != "serve" {
		t.Errorf("needed() without arguments are %v, want serve", got)
	}
}
