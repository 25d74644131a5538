package files

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"kibaho"
)

// Hash is the SHA-256 of a file in hexadecimal digits: its name.
type Hash string

// Valid reports that h can be the name of a file.
func (h Hash) Valid() bool {
	b, err := hex.DecodeString(string(h))
	return err == nil && len(b) == sha256.Size && strings.ToLower(string(h)) == string(h)
}

// key is the name of a file in a store: a folder for each first two digits.
func (h Hash) key() string { return string(h[:2]) + "/" + string(h) }

// Store is where files are kept. Names must be valid.
type Store interface {
	// Put keeps a file of a size in bytes. When it returns nil the file is on disk
	// under its name, whole. One that is there already is not an error.
	Put(ctx context.Context, h Hash, size int64, file io.ReadSeeker) error
	// Open opens a file. One that is not there is an error that is fs.ErrNotExist.
	// What is read has not been checked.
	Open(ctx context.Context, h Hash) (io.ReadCloser, error)
	// Where says where it is, in words and without passwords.
	Where() string
}

// DamagedError tells that a file is not what its name says.
type DamagedError struct {
	Hash  Hash
	Where string
	Got   Hash // what it is instead
	Size  int64
}

func (e *DamagedError) Error() string {
	return fmt.Sprintf("file %s in %s is damaged: its %d bytes have the SHA-256 %s; remove it and do the job again ('kibaho jobs retry')", e.Hash, e.Where, e.Size, e.Got)
}

// Open opens the store that a text names: a folder, file:///FOLDER, or
// s3://BUCKET/PREFIX?endpoint=URL&region=NAME with the key in the environment
// (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY). Errors in it are *kibaho.InputError.
func Open(where string) (Store, error) {
	switch {
	case where == "":
		return nil, &kibaho.InputError{What: "files", Text: where, At: -1, Want: "expected a folder or s3://BUCKET: --files WHERE"}
	case strings.HasPrefix(where, "s3://"):
		return openS3(where, os.Getenv)
	case strings.HasPrefix(where, "file://"):
		where = strings.TrimPrefix(where, "file://")
		if !filepath.IsAbs(where) {
			return nil, &kibaho.InputError{What: "files", Text: "file://" + where, At: -1, Want: "expected file:/// and a folder"}
		}
	case strings.Contains(where, "://"):
		return nil, &kibaho.InputError{What: "files", Text: where, At: -1, Want: "expected a folder, file:///FOLDER or s3://BUCKET"}
	}
	return &folder{where}, nil
}

// folder is a Store in a folder.
type folder struct{ dir string }

func (f *folder) Where() string { return f.dir }

// path is where a file is, for those on this machine who can use it in place.
func (f *folder) path(h Hash) string { return filepath.Join(f.dir, filepath.FromSlash(h.key())) }

func (f *folder) Put(ctx context.Context, h Hash, size int64, file io.ReadSeeker) error {
	// One that is there and whole is left; one that is not is replaced.
	if got, n, err := hashOf(ctx, f.path(h)); err == nil && got == h && n == size {
		return nil
	}
	return writeFile(ctx, f.path(h), file)
}

func (f *folder) Open(_ context.Context, h Hash) (io.ReadCloser, error) { return os.Open(f.path(h)) }

// writeFile writes a file under another name, puts it on disk and renames it, so that
// under its name there is never a part of it.
func writeFile(ctx context.Context, path string, from io.ReadSeeker) (err error) {
	if _, err := from.Seek(0, io.SeekStart); err != nil {
		return err
	}
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, partPrefix+"*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = f.Close()
			_ = os.Remove(f.Name())
		}
	}()
	if _, err := io.Copy(f, &reader{ctx, from}); err != nil {
		return err
	}
	if err := errors.Join(f.Chmod(0o644), f.Sync()); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return err
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	if err := d.Sync(); err != nil && !errors.Is(err, os.ErrInvalid) {
		return err
	}
	return nil
}

// partPrefix begins the names of files that are being written.
const partPrefix = ".part-"

// reader stops reading when its context ends.
type reader struct {
	ctx context.Context
	r   io.Reader
}

func (r *reader) Read(b []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, context.Cause(r.ctx)
	}
	return r.r.Read(b)
}

// Sum returns the hash and the size of a file.
func Sum(ctx context.Context, path string) (Hash, int64, error) { return hashOf(ctx, path) }

func hashOf(ctx context.Context, path string) (Hash, int64, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", 0, err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || info.IsDir() {
		return "", 0, errors.Join(fs.ErrInvalid, err)
	}
	sum := sha256.New()
	n, err := io.Copy(sum, &reader{ctx, f})
	if err != nil {
		return "", 0, err
	}
	return Hash(hex.EncodeToString(sum.Sum(nil))), n, nil
}
