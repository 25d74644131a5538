package search

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"kibaho"
)

// What was kept comes back; a file about something else, cut off or damaged is refused and
// leaves nothing behind.
func TestRoundsFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rounds")
	codes := []byte{1, 2, 0, drawnEnd, 5}
	f := &RoundsFile{Path: path, Of: "toy"}
	if n, err := f.load(make([]byte, 5)); n != 0 || err != nil {
		t.Fatalf("no file yet: got %d, %v", n, err)
	}
	if err := f.save(codes, 3, false); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Fatalf("written before it is time: %v", err)
	}
	if err := f.save(codes, 3, true); err != nil {
		t.Fatal(err)
	}
	kept, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	flipped := bytes.Clone(kept)
	flipped[len(flipped)-1] ^= 1
	for _, c := range []struct {
		name string
		file []byte
		of   string
		size int
		want int // rounds; -1: refused
	}{
		{"as it was", kept, "toy", 5, 3},
		{"another board", kept, "toys", 5, -1},
		{"another size", kept, "toy", 6, -1},
		{"cut off", kept[:len(kept)-1], "toy", 5, -1},
		{"head alone", kept[:20], "toy", 5, -1},
		{"damaged", flipped, "toy", 5, -1},
		{"empty", nil, "toy", 5, -1},
	} {
		if err := os.WriteFile(path, c.file, 0o600); err != nil {
			t.Fatal(err)
		}
		got := make([]byte, c.size)
		f := &RoundsFile{Path: path, Of: c.of}
		n, err := f.load(got)
		var input *kibaho.InputError
		switch {
		case c.want < 0 && (!errors.As(err, &input) || !bytes.Equal(got, make([]byte, c.size))):
			t.Errorf("%s: got %v and %v, want an InputError and nothing", c.name, err, got)
		case c.want >= 0 && (err != nil || n != c.want || !bytes.Equal(got, codes)):
			t.Errorf("%s: got %d, %v, %v", c.name, n, got, err)
		}
	}
}
