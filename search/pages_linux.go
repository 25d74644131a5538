package search

import (
	"syscall"
	"unsafe"
)

// hugePage is the smallest large page of the processors that Go knows.
const hugePage = 2 << 20

// largePages asks for large pages behind a table: with pages of 4 KB nearly every
// look into it would miss the translation of its address as well. A refusal does
// no harm.
func largePages(b []bucket) {
	bytes := uintptr(len(b)) * unsafe.Sizeof(bucket{})
	if bytes < 2*hugePage {
		return
	}
	start := uintptr(unsafe.Pointer(&b[0]))
	skip := -start % hugePage
	whole := (bytes - skip) / hugePage * hugePage
	_ = syscall.Madvise(unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(&b[0]), skip)), whole), syscall.MADV_HUGEPAGE)
}
