package files

import (
	"io/fs"
	"syscall"
	"time"
)

// accessed returns when a file was used last: Get writes it down as the time of access.
func accessed(info fs.FileInfo) time.Time {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return time.Unix(s.Atim.Unix())
	}
	return info.ModTime()
}
