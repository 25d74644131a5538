//go:build unix

package endgame

import (
	"os"

	"golang.org/x/sys/unix"
)

// mapFile maps a file into memory. Its size is that at this moment: a file that is
// made shorter while it is mapped would end the program, so tables are only ever
// replaced by renaming.
func mapFile(path string) (data []byte, unmap func() error, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, nil, err
	}
	if info.Size() == 0 || int64(int(info.Size())) != info.Size() {
		return nil, func() error { return nil }, nil
	}
	data, err = unix.Mmap(int(f.Fd()), 0, int(info.Size()), unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		return nil, nil, &os.PathError{Op: "map", Path: path, Err: err}
	}
	return data, func() error { return unix.Munmap(data) }, nil
}
