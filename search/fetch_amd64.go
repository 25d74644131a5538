package search

import "unsafe"

// fetch asks for a line of memory that will soon be read. It waits for nothing,
// which no load that Go can write does.
//
//go:noescape
func fetch(p unsafe.Pointer)
