//go:build !linux

package search

func largePages([]bucket) {}
