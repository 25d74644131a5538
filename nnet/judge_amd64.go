package nnet

import "golang.org/x/sys/cpu"

// vectors tells that judge may be called: the processor knows AVX2.
var vectors = cpu.X86.HasAVX2

// judge adds up the rows of what is seen, cuts the sums, squares and weighs them.
//
//go:noescape
func judge(rows *lanes, sites *[MaxSites]uint8, n, classes int, lead, out *[Hidden]int16) int32

// judgeRows does the same with rows whose numbers are given.
//
//go:noescape
func judgeRows(rows *lanes, seen *[MaxSeen]uint32, count int, lead, out *[Hidden]int16) int32
