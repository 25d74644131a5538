package web_test

import (
	"bytes"
	"compress/gzip"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"kibaho/server/web"
)

// firstPage is the most that the first page may weigh, gzipped, in bytes.
const firstPage = 150_000

var (
	linked   = regexp.MustCompile(`(?:src|href)="/([^"]+\.(?:js|css|svg))"`)
	imported = regexp.MustCompile(`(?:from|import)\s*"\./([^"]+\.js)"`)
	drawn    = regexp.MustCompile(`url\("?\./([^")]+)"?\)`)
)

// weigh returns the gzipped size of a file of dist and of all that it loads.
func weigh(t *testing.T, dist fs.FS, name string, seen map[string]bool) int {
	t.Helper()
	if seen[name] {
		return 0
	}
	seen[name] = true
	data, err := fs.ReadFile(dist, name)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	sum := b.Len()
	for _, find := range []*regexp.Regexp{linked, imported, drawn} {
		for _, m := range find.FindAllSubmatch(data, -1) {
			sum += weigh(t, dist, path.Clean(string(m[1])), seen)
		}
	}
	return sum
}

// TestFirstPage: the start page is small, and so is every other page.
func TestFirstPage(t *testing.T) {
	dist, err := fs.Sub(web.Dist, "dist")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range []string{"index.html", "table.html", "analysis.html", "rules.html", "watch.html", "jobs.html", "records.html", "embed.html"} {
		seen := map[string]bool{}
		size := weigh(t, dist, page, seen)
		t.Logf("%s: %d bytes gzipped in %d files", page, size, len(seen))
		if size > firstPage {
			t.Errorf("%s weighs %d bytes gzipped, at most %d are allowed", page, size, firstPage)
		}
		if len(seen) < 4 {
			t.Errorf("%s loads only %d files: has the form of the bundle changed?", page, len(seen))
		}
	}
}

// TestStrict: no page needs inline code or styles, or anything from elsewhere.
func TestStrict(t *testing.T) {
	dist, err := fs.Sub(web.Dist, "dist")
	if err != nil {
		t.Fatal(err)
	}
	inline := regexp.MustCompile(`<style|style="|<script>|\son[a-z]+="|javascript:`)
	elsewhere := regexp.MustCompile(`https?://[a-zA-Z0-9.-]+`)
	known := []string{"http://www.w3.org"}
	err = fs.WalkDir(dist, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(dist, name)
		if err != nil {
			return err
		}
		text := string(data)
		if strings.HasSuffix(name, ".html") && inline.MatchString(text) {
			t.Errorf("%s: %s", name, inline.FindString(text))
		}
		if at := strings.Index(text, "/*! Bundled license information"); at >= 0 {
			text = text[:at]
		}
		for _, host := range elsewhere.FindAllString(text, -1) {
			if host != known[0] {
				t.Errorf("%s names %s", name, host)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestFresh: dist is what the sources give, and their types are right.
func TestFresh(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds the pages")
	}
	if _, err := os.Stat("node_modules/lit"); err != nil {
		t.Skip("what the pages are built from is not installed: npm ci --prefix server/web")
	}
	build := exec.Command("go", "run", "./server/web/build", "-check")
	build.Dir = filepath.Join("..", "..") // names of files depend on where it is built
	if out, err := build.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("no Node to check the types with")
	}
	if out, err := exec.Command("node", "node_modules/typescript/bin/tsc", "--noEmit").CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
