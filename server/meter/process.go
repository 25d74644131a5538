package meter

import (
	"bytes"
	"os"
	"runtime"
	"strconv"
	"time"
)

// ticks are the units of processor time in /proc, each second.
const ticks = 100

// Process puts in what the process and Go's runtime tell of themselves, under the
// names that Prometheus' own clients use. What only Linux tells is left out elsewhere.
func (s *Set) Process() {
	began := float64(time.Now().Unix())
	s.Ask("process_start_time_seconds", func() float64 { return began })
	s.Ask("go_goroutines", func() float64 { return float64(runtime.NumGoroutine()) })
	memory := func(name string, of func(*runtime.MemStats) uint64) {
		s.Ask(name, func() float64 {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			return float64(of(&m))
		})
	}
	memory("go_memstats_heap_alloc_bytes", func(m *runtime.MemStats) uint64 { return m.HeapAlloc })
	memory("go_memstats_heap_objects", func(m *runtime.MemStats) uint64 { return m.HeapObjects })
	memory("go_memstats_sys_bytes", func(m *runtime.MemStats) uint64 { return m.Sys })
	memory("go_gc_cycles_total", func(m *runtime.MemStats) uint64 { return uint64(m.NumGC) })
	memory("go_gc_paused_nanoseconds_total", func(m *runtime.MemStats) uint64 { return m.PauseTotalNs })
	if _, ok := stat(); !ok {
		return
	}
	field := func(i int) float64 {
		if fields, _ := stat(); i < len(fields) {
			return fields[i]
		}
		return 0
	}
	s.Ask("process_cpu_seconds_total", func() float64 { return (field(11) + field(12)) / ticks })
	s.Ask("process_num_threads", func() float64 { return field(17) })
	s.Ask("process_virtual_memory_bytes", func() float64 { return field(20) })
	s.Ask("process_resident_memory_bytes", func() float64 { return field(21) * float64(os.Getpagesize()) })
	s.Ask("process_open_fds", func() float64 {
		open, _ := os.ReadDir("/proc/self/fd")
		return float64(len(open))
	})
}

// stat reads the numbers of /proc/self/stat after the name of the program; those
// that are none are 0.
func stat() (fields []float64, ok bool) {
	text, err := os.ReadFile("/proc/self/stat")
	if err != nil {
		return nil, false
	}
	after := text[bytes.LastIndexByte(text, ')')+1:]
	for field := range bytes.FieldsSeq(after) {
		x, _ := strconv.ParseFloat(string(field), 64)
		fields = append(fields, x)
	}
	return fields, true
}
