package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kibaho/games"
)

// TestBenchSignature: the same searches look at the same positions, whatever was
// searched before, and at other ones if anything about the search is changed.
func TestBenchSignature(t *testing.T) {
	sum := func(less int) (total uint64) {
		for _, g := range games.All {
			b, err := bench(context.Background(), g, less)
			if err != nil {
				t.Fatal(err)
			}
			if b.Nodes < 100 {
				t.Errorf("%s: only %d nodes", b.Game, b.Nodes)
			}
			total += b.Nodes
		}
		return total
	}
	first := sum(4)
	if second := sum(4); second != first {
		t.Errorf("signature %d, then %d", first, second)
	}
	out, errs, status := kib(t, "bench", "--less", "4", "--json")
	var j benchJSON
	if err := json.Unmarshal([]byte(out), &j); err != nil || status != done {
		t.Fatalf("status %d, %v: %s", status, err, errs)
	}
	if j.Signature != first || len(j.Games) != len(games.All) {
		t.Errorf("the command says %d for %d games, want %d for %d", j.Signature, len(j.Games), first, len(games.All))
	}
	if other := sum(3); other == first {
		t.Error("a deeper search has the same signature")
	}
}

// TestBenchCancelled stops a bench and says why.
func TestBenchCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var out, errs strings.Builder
	if status := run(ctx, []string{"bench"}, strings.NewReader(""), &out, &errs); status != failed || !strings.Contains(errs.String(), "cancel") {
		t.Errorf("status %d, %q", status, errs.String())
	}
}

// TestFrontWrongInput: what is wrong with the flags of the engine's commands is
// said in one line, with status 2, before anything is done.
func TestFrontWrongInput(t *testing.T) {
	dir := t.TempDir()
	record := filepath.Join(dir, "game.txt")
	if err := os.WriteFile(record, []byte("[Game \"draughts\"]\n\n1. 11-15 22-18 *\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(dir, "other.txt")
	if err := os.WriteFile(other, []byte("[Game \"draughts\"]\n[Seed \"9\"]\n[Round \"1\"]\n\n1. 11-15 1-0\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ args, want string }{
		{"analyze", "expected kibaho analyze GAME"},
		{"analyze|chess", "expected one of"},
		{"analyze|draughts|11-20", "11-20"},
		{"analyze|draughts|1-5", "DR1"},
		{"analyze|draughts|--lines|0", "lines"},
		{"analyze|draughts|--depth|-1", "depth"},
		{"analyze|draughts|--time|-1s", "time"},
		{"analyze|draughts|--hash|0", "hash"},
		{"analyze|draughts|--threads|-1", "threads"},
		{"analyze|draughts|--plot|x.svg", "--record"},
		{"analyze|draughts|--why|1-5", "DR1"},
		{"analyze|chuba|--record|" + record, "a game of draughts"},
		{"analyze|draughts|11-15|--record|" + record, "beside it"},
		{"analyze|--record|" + record + "|--plot|x.gif", ".svg or .png"},
		{"engine|now", "unknown command"},
		{"engine|--hash|0", "hash"},
		{"engine|--threads|0", "threads"},
		{"bench|--less|9", "less"},
		{"match|chess", "expected one of"},
		{"match|draughts|--first|fast", "expected words such as"},
		{"match|draughts|--second|level=9", "1 to 8"},
		{"match|draughts|-n|-1", "games"},
		{"match|draughts|--concurrency|0", "concurrency"},
		{"match|draughts|--openings|four-move", "two-move"},
		{"match|chuba|--openings|two-move", "random, none"},
		{"match|draughts|--position|W:W15:B1|--openings|two-move", "first position"},
		{"match|draughts|--sprt|20,0", "ELO0,ELO1"},
		{"match|draughts|--draw|1,2", "3 numbers"},
		{"match|draughts|--win|a,2", "whole number"},
		{"match|draughts|--margin|-1s", "margin"},
		{"match|draughts|--plies|1000", "plies"},
		{"match|draughts|--resume", "--records"},
		{"match|draughts|--resume|--records|" + other, "the match has the seed 1"},
	} {
		out, errs, status := kib(t, strings.Split(tt.args, "|")...)
		if status != wrong || out != "" || strings.Count(errs, "\n") != 1 || !strings.HasPrefix(errs, "kibaho: ") || !strings.Contains(errs, tt.want) {
			t.Errorf("%s: status %d, printed %q, error %q; want status 2, nothing, one line with %q", tt.args, status, out, errs, tt.want)
		}
	}
	if _, errs, status := kib(t, "analyze", "--record", filepath.Join(dir, "none")); status != failed || strings.Count(errs, "\n") != 1 {
		t.Errorf("a record that is not there: status %d, %q", status, errs)
	}
	if _, errs, status := kib(t, "match", "draughts", "--second", "cmd=/no/such/engine"); status != failed || strings.Count(errs, "\n") != 1 {
		t.Errorf("an engine that is not there: status %d, %q", status, errs)
	}
}
