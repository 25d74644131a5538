//go:build !linux

package pages

// Large asks for large pages behind a slice, where the system has them.
func Large[T any]([]T) {}
