package endgame

import (
	"syscall"
	"unsafe"
)

// hugePage is the smallest large page of the processors that Go knows.
const hugePage = 2 << 20

// largePages asks for large pages behind the cells of a slice: moves lead all over
// it, and with small pages the translation of most addresses would be missing too.
// A refusal does no harm.
func largePages(words []uint32) {
	bytes := uintptr(4 * len(words))
	if bytes < 2*hugePage {
		return
	}
	start := uintptr(unsafe.Pointer(&words[0]))
	skip := -start % hugePage
	whole := (bytes - skip) / hugePage * hugePage
	_ = syscall.Madvise(unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(&words[0]), skip)), whole), syscall.MADV_HUGEPAGE)
}
