package store

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// ErrLocked tells that another process holds a folder.
var ErrLocked = errors.New("store: in use by another process")

// Lock is a folder held by one process. The operating system lets go of it when
// the process ends, however it ends.
type Lock struct{ file *os.File }

// LockFolder holds a folder, made if it is not there, and leaves a note for who
// comes second. If another process holds it the error is ErrLocked and the text
// is that process's note. Where the system has no such locks it always succeeds.
func LockFolder(folder, note string) (*Lock, string, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, "", err
	}
	f, err := os.OpenFile(filepath.Join(folder, "lock"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, "", err
	}
	if err := lock(f); err != nil {
		other, _ := io.ReadAll(io.LimitReader(f, 1000))
		_ = f.Close()
		return nil, strings.TrimSpace(string(other)), err
	}
	if err := errors.Join(f.Truncate(0), write0(f, note)); err != nil {
		_ = f.Close()
		return nil, "", err
	}
	return &Lock{f}, "", nil
}

func write0(f *os.File, note string) error {
	_, err := f.WriteAt([]byte(note+"\n"), 0)
	return err
}

// Unlock lets go of the folder.
func (l *Lock) Unlock() error { return l.file.Close() }
