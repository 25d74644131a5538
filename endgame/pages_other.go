//go:build !linux

package endgame

func largePages([]uint32) {}
