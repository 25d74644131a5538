package pages

import (
	"syscall"
	"unsafe"
)

// Large asks for large pages behind a slice that nothing has been written to. What is
// too small for one is left as it is, and a refusal does no harm.
func Large[T any](s []T) {
	var one T
	bytes := uintptr(len(s)) * unsafe.Sizeof(one)
	if bytes < 2*hugePage {
		return
	}
	start := uintptr(unsafe.Pointer(&s[0]))
	skip := -start % hugePage
	whole := (bytes - skip) / hugePage * hugePage
	_ = syscall.Madvise(unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(&s[0]), skip)), whole), syscall.MADV_HUGEPAGE)
}
