package protocol

import (
	"os"
	"strconv"
	"strings"
	"sync"
)

// The sizes of a table where the machine does not tell how much memory it has.
const (
	unknownMegabytes = 4096
	leastMegabytes   = 16
)

// MaxMegabytes is the largest table that an engine may be given: three quarters of
// the machine's memory. A larger one would end the program rather than be refused.
var MaxMegabytes = sync.OnceValue(func() int {
	text, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return unknownMegabytes
	}
	return mostMegabytes(string(text))
})

// mostMegabytes reads the line "MemTotal: N kB" of /proc/meminfo.
func mostMegabytes(text string) int {
	for line := range strings.Lines(text) {
		f := strings.Fields(line)
		if len(f) == 3 && f[0] == "MemTotal:" {
			if kilobytes, err := strconv.ParseInt(f[1], 10, 64); err == nil && kilobytes > 0 {
				return max(leastMegabytes, int(kilobytes/1024*3/4))
			}
		}
	}
	return unknownMegabytes
}
