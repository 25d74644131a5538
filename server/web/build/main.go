// Build bundles the pages of the web application into server/web/dist, which is
// committed and embedded, so that running kibaho needs neither Node nor a build.
//
// It is run from the root of the module:
//
//	npm ci --prefix server/web
//	go run ./server/web/build
//
// With -check nothing is written: it fails if dist is not what the sources give.
// With -tests the tests are bundled into server/web/.tests for node --test.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

func main() {
	check := flag.Bool("check", false, "write nothing, fail if dist is stale")
	tests := flag.Bool("tests", false, "bundle the tests instead")
	root := flag.String("root", filepath.Join("server", "web"), "the folder of the sources")
	flag.Parse()
	if err := run(*root, *check, *tests); err != nil {
		fmt.Fprintln(os.Stderr, "build:", err)
		os.Exit(1)
	}
}

func run(root string, check, tests bool) error {
	if tests {
		return bundleTests(root)
	}
	files, err := bundle(root)
	if err != nil {
		return err
	}
	dist := filepath.Join(root, "dist")
	if check {
		return compare(dist, files)
	}
	for name, contents := range files {
		path := filepath.Join(dist, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, contents, 0o644); err != nil {
			return err
		}
	}
	return leftOver(dist, files, os.Remove)
}

// bundle returns the files of dist by their slashed names.
func bundle(root string) (map[string][]byte, error) {
	src := filepath.Join(root, "src")
	entries, err := filepath.Glob(filepath.Join(src, "entries", "*"))
	if err != nil {
		return nil, err
	}
	dist, err := filepath.Abs(filepath.Join(root, "dist"))
	if err != nil {
		return nil, err
	}
	options := api.BuildOptions{
		EntryPoints:       entries,
		Outdir:            dist,
		Bundle:            true,
		Splitting:         true,
		Format:            api.FormatESModule,
		Target:            api.ES2022,
		MinifyWhitespace:  true,
		MinifyIdentifiers: true,
		MinifySyntax:      true,
		Charset:           api.CharsetUTF8,
		LegalComments:     api.LegalCommentsEndOfFile,
		EntryNames:        "[name]",
		ChunkNames:        "[name]-[hash]",
		AssetNames:        "[name]",
		Loader:            map[string]api.Loader{".svg": api.LoaderFile},
		Write:             false,
	}
	files := map[string][]byte{}
	if err := build(options, func(path string, contents []byte) error {
		name, err := filepath.Rel(dist, path)
		if err != nil {
			return err
		}
		files[filepath.ToSlash(name)] = contents
		return nil
	}); err != nil {
		return nil, err
	}
	var pages []string
	for _, kind := range []string{"*.html", "*.svg"} { // what is served as it is
		found, err := filepath.Glob(filepath.Join(src, "pages", kind))
		if err != nil {
			return nil, err
		}
		pages = append(pages, found...)
	}
	for _, page := range pages {
		contents, err := os.ReadFile(page)
		if err != nil {
			return nil, err
		}
		files[filepath.Base(page)] = contents
	}
	return files, nil
}

func bundleTests(root string) error {
	tests, err := filepath.Glob(filepath.Join(root, "test", "*.test.ts"))
	if err != nil {
		return err
	}
	out := filepath.Join(root, ".tests")
	if err := os.RemoveAll(out); err != nil {
		return err
	}
	return build(api.BuildOptions{
		EntryPoints:  tests,
		Outdir:       out,
		Bundle:       true,
		Format:       api.FormatESModule,
		Platform:     api.PlatformNode,
		Target:       api.ES2022,
		OutExtension: map[string]string{".js": ".mjs"},
	}, func(path string, contents []byte) error {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		return os.WriteFile(path, contents, 0o644)
	})
}

// build runs esbuild and hands over what it made.
func build(options api.BuildOptions, take func(path string, contents []byte) error) error {
	result := api.Build(options)
	if len(result.Errors) > 0 {
		lines := api.FormatMessages(result.Errors, api.FormatMessagesOptions{Kind: api.ErrorMessage})
		return errors.New(strings.TrimSpace(strings.Join(lines, "\n")))
	}
	for _, f := range result.OutputFiles {
		if err := take(f.Path, f.Contents); err != nil {
			return err
		}
	}
	return nil
}

// compare reports the first difference between a folder and the files that
// should be in it.
func compare(dist string, files map[string][]byte) error {
	const advice = "run: go run ./server/web/build"
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join(dist, name))
		if err != nil {
			return fmt.Errorf("%w; %s", err, advice)
		}
		if !bytes.Equal(got, want) {
			return fmt.Errorf("%s is stale; %s", filepath.Join(dist, name), advice)
		}
	}
	return leftOver(dist, files, func(path string) error {
		return fmt.Errorf("%s is left over; %s", path, advice)
	})
}

// leftOver calls do for each file in dist that is not one of files.
func leftOver(dist string, files map[string][]byte, do func(path string) error) error {
	return filepath.WalkDir(dist, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, err := filepath.Rel(dist, path)
		if err != nil {
			return err
		}
		if _, ok := files[filepath.ToSlash(name)]; ok {
			return nil
		}
		return do(path)
	})
}
