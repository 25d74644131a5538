package main

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"kibaho/store/storetest"
)

func TestMain(m *testing.M) {
	testscript.Main(apart{m}, map[string]func(){
		"kibaho": func() {
			os.Exit(run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
		},
	})
}

// apart runs the tests with a folder of their own, so that nothing is kept in that
// of the person who runs them. A program that a script runs does not come here.
type apart struct{ m *testing.M }

func (a apart) Run() int {
	dir, err := os.MkdirTemp("", "kibaho-test")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	defer storetest.End()
	os.Setenv("XDG_CONFIG_HOME", dir)
	return a.m.Run()
}

// TestScripts runs the archives in testdata/script: what the command line
// prints, word for word where the form is fixed.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script", RequireExplicitExec: true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("XDG_CONFIG_HOME", filepath.Join(e.WorkDir, "own"))
			return nil
		},
	})
}
