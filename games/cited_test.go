package games_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"kibaho"
	"kibaho/games"
)

// TestEveryRuleIsCited fails for each number of the rule tables that no test
// cites: a rule that nobody tests is a rule that nobody has read.
func TestEveryRuleIsCited(t *testing.T) {
	cited := map[string]bool{}
	number := regexp.MustCompile(`\b(?:CH|IG|FA|DR|M)[0-9]+\b`)
	err := filepath.WalkDir("..", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && strings.HasPrefix(d.Name(), ".") && d.Name() != ".." {
			return filepath.SkipDir
		}
		script := strings.Contains(filepath.ToSlash(file), "testdata/script/")
		if d.IsDir() || !strings.HasSuffix(file, "_test.go") && !script {
			return nil
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		for _, no := range number.FindAllString(string(text), -1) {
			cited[no] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	check := func(r kibaho.Rule) {
		if !cited[r.No] {
			t.Errorf("no test cites rule %s (%s)", r.No, r.Title)
		}
	}
	numbers := 0
	for _, g := range games.All {
		for _, r := range g.Facts().Rules {
			check(r)
			numbers++
		}
	}
	for _, r := range kibaho.Customs {
		check(r)
	}
	// 13 of Chuba, 14 of Igisoro, 17 of Fanorona and 11 of draughts.
	if want := 13 + 14 + 17 + 11; numbers != want {
		t.Errorf("the tables hold %d rules, the rule books %d", numbers, want)
	}
}
