package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// TestServe starts the server as a person does, asks it something, makes a
// backup while it runs and stops it.
func TestServe(t *testing.T) {
	data := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	out, printed := io.Pipe()
	var errs bytes.Buffer
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, []string{"serve", "--addr", "127.0.0.1:0", "--data", data, "--log", "error"}, nil, printed, &errs)
		_ = printed.Close()
	}()
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("%v: %s", err, errs.String())
	}
	_, address, ok := strings.Cut(strings.TrimSpace(line), "http://")
	if !ok {
		t.Fatalf("printed %q", line)
	}
	for path, want := range map[string]string{"/healthz": "ok", "/api/games": "igisoro", "/": "<!doctype html>"} {
		answer, err := http.Get("http://" + address + path)
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(answer.Body)
		_ = answer.Body.Close()
		if err != nil || answer.StatusCode != http.StatusOK || !strings.Contains(strings.ToLower(string(b)), want) {
			t.Errorf("%s: status %d, %v, %.100s", path, answer.StatusCode, err, b)
		}
	}
	file := filepath.Join(t.TempDir(), "copy.db")
	var said bytes.Buffer
	if status := run(ctx, []string{"backup", file, "--data", data}, nil, &said, &said); status != done {
		t.Errorf("backup: status %d, %s", status, said.String())
	}
	if info, err := os.Stat(file); err != nil || info.Size() == 0 {
		t.Errorf("backup: %v", err)
	}
	cancel()
	if status := <-ended; status != done {
		t.Errorf("status %d: %s", status, errs.String())
	}
}

func TestServeErrors(t *testing.T) {
	config := filepath.Join(t.TempDir(), "config")
	if err := os.WriteFile(config, []byte("# comment\n\nadress = :80\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	empty := t.TempDir()
	for _, tt := range []struct {
		args   string
		status int
		want   string
	}{
		{"serve x", wrong, "unknown command"},
		{"serve --tls-cert a.pem --data " + empty, wrong, "go together"},
		{"serve --log loud --data " + empty, wrong, "expected debug, info, warn or error"},
		{"serve --log-format xml --data " + empty, wrong, "expected text or json"},
		{"serve --addr nowhere:99999 --data " + empty, failed, "invalid port"},
		{"serve --config " + config, wrong, "line 3"},
		{"serve --config " + config + ".missing", failed, "missing"},
		{"backup", wrong, "arg"},
		{"backup a.db --data " + empty, failed, "games.db"},
	} {
		var out bytes.Buffer
		status := run(t.Context(), strings.Fields(tt.args), nil, &out, &out)
		if status != tt.status || !strings.Contains(out.String(), tt.want) || strings.Count(out.String(), "\n") != 1 {
			t.Errorf("%s: status %d, %q, want %d with %q in one line", tt.args, status, out.String(), tt.status, tt.want)
		}
	}
}

// TestConfigure: flags come before the environment, the environment before the file.
func TestConfigure(t *testing.T) {
	config := filepath.Join(t.TempDir(), "config")
	if err := os.WriteFile(config, []byte("one = file\ntwo=file\nthree-words = file\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("KIBAHO_ONE", "environment")
	t.Setenv("KIBAHO_TWO", "environment")
	t.Setenv("KIBAHO_CONFIG", config)
	f := pflag.NewFlagSet("", pflag.ContinueOnError)
	for _, name := range []string{"one", "two", "three-words", "four", "config"} {
		f.String(name, "default", "")
	}
	if err := f.Parse([]string{"--one=flag"}); err != nil {
		t.Fatal(err)
	}
	if err := configure(f); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"one": "flag", "two": "environment", "three-words": "file", "four": "default"} {
		if got, err := f.GetString(name); err != nil || got != want {
			t.Errorf("%s: %q, %v, want %q", name, got, err, want)
		}
	}
}
