package pages

import "unsafe"

// hugePage is the smallest large page of the processors that Go knows.
const hugePage = 2 << 20

// Make returns n zero values that begin with a large page where the system has them, for tables of
// half a page or more. At most two pages of addresses are wasted; memory only what the last page
// holds beyond the table.
func Make[T any](n int) []T {
	var one T
	size := unsafe.Sizeof(one)
	bytes := uintptr(n) * size
	if bytes < hugePage/2 || size > 4096 || hugePage%size != 0 {
		return make([]T, n)
	}
	room := (bytes+hugePage-1)/hugePage + 1
	s := make([]T, room*hugePage/size)
	Large(s)
	skip := int(-uintptr(unsafe.Pointer(&s[0])) % hugePage / size)
	return s[skip : skip+n : skip+n]
}
