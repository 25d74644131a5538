package kibaho_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// floors is the policy of the house: imports go down only. A package may import
// packages of lower floors, never its own floor or a higher one. The test reads
// the files itself rather than asking the go command, so that a forbidden import
// is seen even where test results are cached.
var floors = map[string]int{
	"":                         0, // the words all share
	"mancala":                  1,
	"store":                    1,
	"store/storetest":          0, // a PostgreSQL for tests
	"draw":                     1,
	"pages":                    1, // large pages of memory
	"nnet":                     1, // small nets that judge positions
	"bus":                      2, // the way to NATS, the server within included
	"files":                    2, // results of work by the hash of what is in them
	"search":                   2,
	"endgame":                  2,
	"chuba":                    3,
	"igisoro":                  3,
	"fanorona":                 3,
	"draughts":                 3,
	"draughts/internal/mirror": 0,
	"gametest":                 3,
	"games":                    4,
	"record":                   5, // games of record: the one reader and writer
	"archive":                  6, // a database of games of record, and what is asked of it
	"play":                     6,
	"jobs":                     3,  // work for many machines: it knows no game
	"jobs/simulate":            11, // how long a build would take on many machines
	"server":                   8,
	"arena":                    8, // matches between engines
	"train":                    9, // learning an evaluation
	"study":                    7, // what a turn or a game was worth
	"protocol":                 7, // an engine over standard input and output
	"server/meter":             7,
	"server/web":               7,
	"server/web/build":         7,
	"server/web/browser":       9,
	"tui":                      8,
	"work":                     10, // the kinds of work that jobs can be
	"cmd/kibaho":               11,
}

// apart lists imports that the floors would allow but the house does not: a game
// meets search and tables only on the shelf.
var apart = map[string][]string{
	"chuba":    {"search", "endgame", "draw"},
	"igisoro":  {"search", "endgame", "draw"},
	"fanorona": {"search", "endgame", "draw", "mancala"},
	"draughts": {"search", "endgame", "draw", "mancala"},
}

func TestFloors(t *testing.T) {
	seen := 0
	err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name := d.Name(); name == "testdata" || name == "node_modules" || name == "tools" || strings.HasPrefix(name, ".") && file != "." {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(file, ".go") {
			return nil
		}
		seen++
		checkFloor(t, filepath.ToSlash(file))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen < 20 {
		t.Errorf("saw only %d files: is the test run in the root of the project?", seen)
	}
}

func checkFloor(t *testing.T, file string) {
	pkg := path.Dir(file)
	if pkg == "." {
		pkg = ""
	}
	floor, ok := floors[pkg]
	if !ok {
		t.Errorf("%s: package %q is on no floor; give it one in floors_test.go", file, pkg)
		return
	}
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
	if err != nil {
		t.Errorf("%s: %v", file, err)
		return
	}
	for _, spec := range parsed.Imports {
		imported, _ := strconv.Unquote(spec.Path.Value)
		rest, ours := strings.CutPrefix(imported, "kibaho")
		if !ours || rest != "" && rest[0] != '/' {
			continue
		}
		rest = strings.TrimPrefix(rest, "/")
		below, ok := floors[rest]
		external := strings.HasSuffix(file, "_test.go")
		switch {
		case !ok:
			t.Errorf("%s imports %s, which is on no floor", file, imported)
		case rest == pkg && external:
			// An outside test of the package itself.
		case external && rest == "gametest" && floor == floors["gametest"]:
			// The test that every game must pass.
		case below >= floor:
			t.Errorf("%s (floor %d) imports %s (floor %d): imports go down only", file, floor, imported, below)
		}
		for _, no := range apart[pkg] {
			if rest == no && !external {
				t.Errorf("%s imports %s: a game meets it only on the shelf (games/face.go)", file, imported)
			}
		}
	}
}
