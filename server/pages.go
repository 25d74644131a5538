package server

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
	"sync"
)

// pages serves the bundle of the web application. An address without a file of
// its own is answered by the page of its first part: /table/abc by table.html.
type pages struct{ files map[string]*file }

// file is a file of the bundle, compressed when it is first asked for.
type file struct {
	kind  string
	tag   string
	data  []byte
	once  sync.Once
	small []byte
	fixed bool // its name has a hash of its contents
}

// newPages reads the bundle.
func newPages(bundle fs.FS) (*pages, error) {
	p := &pages{files: map[string]*file{}}
	err := fs.WalkDir(bundle, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(bundle, name)
		if err != nil {
			return err
		}
		kind := mime.TypeByExtension(path.Ext(name))
		if kind == "" {
			kind = "application/octet-stream"
		}
		sum := sha256.Sum256(data)
		p.files[name] = &file{kind: kind, data: data, tag: `"` + hex.EncodeToString(sum[:8]) + `"`, fixed: hashed(name)}
		return nil
	})
	return p, err
}

// hashed reports that a file name carries a hash, as the chunks of the bundler
// do: chunk-ABCDEFGH.js.
func hashed(name string) bool {
	stem := strings.TrimSuffix(path.Base(name), path.Ext(name))
	at := strings.LastIndexByte(stem, '-')
	hash := stem[at+1:]
	return at > 0 && len(hash) == 8 && strings.Trim(hash, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") == ""
}

// find returns the file that answers an address.
func (p *pages) find(address string) (*file, bool) {
	name := strings.Trim(address, "/")
	if name == "" {
		name = "index"
	}
	first, _, _ := strings.Cut(name, "/")
	for _, name := range []string{name, name + ".html", first + ".html"} {
		if f := p.files[name]; f != nil {
			return f, true
		}
	}
	return nil, false
}

func (p *pages) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f, ok := p.find(r.URL.Path)
	if !ok {
		if f = p.files["missing.html"]; f == nil || !strings.Contains(r.Header.Get("Accept"), "text/html") {
			http.NotFound(w, r)
			return
		}
		f.write(w, r, http.StatusNotFound)
		return
	}
	f.write(w, r, http.StatusOK)
}

func (f *file) write(w http.ResponseWriter, r *http.Request, status int) {
	h := w.Header()
	h.Set("Content-Type", f.kind)
	h.Set("ETag", f.tag)
	h.Set("Vary", "Accept-Encoding")
	h.Set("Cache-Control", "no-cache") // ask whether it is still the same
	if f.fixed {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	if status == http.StatusOK && strings.Contains(r.Header.Get("If-None-Match"), f.tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	data := f.data
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		f.once.Do(f.compress)
		if f.small != nil {
			h.Set("Content-Encoding", "gzip")
			data = f.small
		}
	}
	w.WriteHeader(status)
	_, _ = w.Write(data)
}

// compress compresses the file if that makes it smaller.
func (f *file) compress() {
	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // the level is valid
	_, _ = z.Write(f.data)
	_ = z.Close()
	if b.Len() < len(f.data) {
		f.small = b.Bytes()
	}
}
