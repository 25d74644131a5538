//go:build !linux

package server

// lower does nothing: threads have no priority of their own here.
func lower(int) {}
